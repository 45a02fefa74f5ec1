package source

import "modernc.org/cc/v4"

// ParseText is Parse of a file whose text is at hand.
func ParseText(cfg Config, name string, text []byte) (*cc.AST, error) {
	if cfg.Files != nil {
		if ast := cfg.Files.parsed("<text> " + cfg.key(name)); ast != nil {
			return ast, nil
		}
	}
	raw := text
	text, facts, err := prepare(cfg, name, text)
	if err != nil {
		return nil, err
	}
	t := &translation{cfg: cfg, file: name, raw: raw, text: text, facts: facts}
	ast, failure := t.run(false)
	if failure == nil && cfg.Files != nil {
		cfg.Files.keep("<text> "+cfg.key(name), ast)
	}
	return ast, t.located(failure)
}

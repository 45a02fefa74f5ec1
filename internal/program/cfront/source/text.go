package source

import "modernc.org/cc/v4"

// ParseText is Parse of a file whose text is at hand.
func ParseText(cfg Config, name string, text []byte) (*cc.AST, error) {
	text, facts, err := prepare(cfg, name, text)
	if err != nil {
		return nil, err
	}
	t := &translation{cfg: cfg, file: name, text: text, facts: facts}
	ast, failure := t.run(false)
	return ast, t.located(failure)
}

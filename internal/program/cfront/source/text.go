package source

import "modernc.org/cc/v4"

// ParseText is Parse of a file whose text is at hand.
func ParseText(cfg Config, name string, text []byte) (*cc.AST, error) {
	if cfg.Files != nil {
		if ast, ok := cfg.Files.parsed("<text> " + cfg.key(name)).(*cc.AST); ok {
			return ast, nil
		}
	}
	t := &translation{cfg: cfg, file: name, text: text}
	ast, err := t.run(false)
	if err == nil && cfg.Files != nil {
		cfg.Files.keep("<text> "+cfg.key(name), ast)
	}
	return ast, t.located(err)
}

// skipLiteral is the end of the string or character literal that begins at i; one that is not
// terminated ends with its line.
func skipLiteral(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case quote:
			return i + 1
		case '\\':
			i++
		}
	}
	return i
}

package svcomp

import (
	"bytes"
	"fmt"

	"github.com/goccy/go-yaml"
)

// maxDepth is how deep brackets, dashes on a line and indentation (in columns, four for each level) may
// be nested.
const maxDepth = 250

// UnmarshalStrict is UnmarshalYAML that refuses what to has no field for.
func UnmarshalStrict(text []byte, to any) error { return unmarshal(text, to, yaml.Strict()) }

// UnmarshalYAML is yaml.Unmarshal of a text that may be hostile: what is nested deeper than any witness or
// task definition is refused, since the parser takes time quadratic in the depth, and a parser that
// gives up is an error.
func UnmarshalYAML(text []byte, to any) error { return unmarshal(text, to) }

func unmarshal(text []byte, to any, options ...yaml.DecodeOption) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not YAML: %v", r)
		}
	}()
	if line := tooDeep(text); line > 0 {
		return fmt.Errorf("line %d is nested more than %d deep", line, maxDepth)
	}
	return yaml.UnmarshalWithOptions(text, to, options...)
}

// tooDeep is the first line beyond the limits; 0 if there is none.
func tooDeep(text []byte) int {
	line, depth := 0, 0
	for row := range bytes.Lines(text) {
		line++
		rest := bytes.TrimLeft(row, " \t")
		indent := len(row) - len(rest)
		dashes := 0
		for {
			next, ok := bytes.CutPrefix(rest, []byte("-"))
			if !ok || len(next) > 0 && next[0] != ' ' && next[0] != '\t' && next[0] != '\n' {
				break
			}
			dashes++
			rest = bytes.TrimLeft(next, " \t")
		}
		if dashes > maxDepth || indent > 4*maxDepth && len(rest) > 0 {
			return line
		}
		for _, c := range rest {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(depth-1, 0)
			}
			if depth > maxDepth {
				return line
			}
		}
	}
	return 0
}

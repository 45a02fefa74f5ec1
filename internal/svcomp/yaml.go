package svcomp

import (
	"bytes"
	"fmt"

	"github.com/goccy/go-yaml"
)

// maxDepth is how deep brackets, indentation (in columns, four for each level) and what begins a line may
// be nested: dashes, question marks, colons, keys, tags and anchors.
const maxDepth = 250

// UnmarshalStrict is UnmarshalYAML that refuses what to has no field for.
func UnmarshalStrict(text []byte, to any) error { return unmarshal(text, to, yaml.Strict()) }

// UnmarshalYAML is yaml.Unmarshal of a text that may be hostile: what is nested deeper than any witness or
// task definition is refused, since the parser takes time quadratic in the depth, and so are aliases that stand for too much; a parser that
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
	if err := aliasBomb(text); err != nil {
		return err
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
		nested := 0
		for at := range bytes.FieldsSeq(rest) {
			if c := at[0]; len(at) > 1 && c != '!' && c != '&' && at[len(at)-1] != ':' || len(at) == 1 && !bytes.Contains([]byte("-?:!&"), at) {
				break
			}
			nested++
		}
		if nested > maxDepth || indent > 4*maxDepth && len(rest) > 0 {
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

package witness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/pattern"
)

var (
	token    = pattern.New(`^(?:[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9A-Za-z.]*|'(?:[^'\\]|\\.)'|<<|>>|<=|>=|==|!=|&&|\|\||->|[-+*/%&|^~!<>?:.,()\[\]])`)
	typeWord = pattern.New(`^(?:int|long|short|char|signed|unsigned|_Bool|void|struct|union|enum|const|float|double|__int128|[A-Za-z_0-9]+_t)$`)
)

// expression checks that text is one C expression without side effects, which can be put into a
// program: no assignment, no call, no declaration, no end of what it is put into.
func expression(text string) error {
	depth := 0
	last := ""
	var opened []int // of each open parenthesis, the index of its token; -1 of a bracket
	var tokens []string
	callable := func() bool { // could a parenthesis here begin the arguments of a call?
		switch {
		case last == "]" || last != "sizeof" && last != "" && (last[0] == '_' || last[0] >= 'A' && last[0] <= 'z' && last[0] != '^' && last[0] != '['):
			return true
		}
		return false
	}
	cast := false // the last token closes a cast
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimLeft(rest, " \t\r\n") {
		t := token.FindString(rest)
		if t == "" {
			return fmt.Errorf("%.20q is not part of a C expression without side effects", rest)
		}
		if strings.HasPrefix(strings.TrimLeft(t, "_"), "craig_") {
			return fmt.Errorf("%s is a name of craig", t)
		}
		switch {
		case t == counting: // whose next use, in the program, would be another number
			return fmt.Errorf("%s is not part of a C expression without side effects", t)
		case (t == "+" || t == "-") && last == t || t == "->" && last == "-": // C reads --> as -- and >
			return fmt.Errorf("%s%s is not part of a C expression without side effects", last, t)
		case t == "/" && (last == "/" || strings.HasPrefix(rest, "/*")):
			return fmt.Errorf("comments are not part of a C expression without side effects")
		case t == "(" && (callable() || last == ")" && !cast):
			return fmt.Errorf("calls are not allowed")
		case t == "(":
			opened = append(opened, len(tokens))
			depth++
		case t == "[":
			opened = append(opened, -1)
			depth++
		case t == ")" || t == "]":
			if depth--; depth < 0 {
				return fmt.Errorf("a %s too many", t)
			}
			from := opened[len(opened)-1]
			opened = opened[:len(opened)-1]
			if (from < 0) != (t == "]") {
				return fmt.Errorf("brackets do not match")
			}
			cast = from >= 0 && from+1 < len(tokens) && typeWord.MatchString(tokens[from+1])
		}
		tokens = append(tokens, t)
		last = t
		rest = rest[len(t):]
	}
	if depth != 0 || last == "" {
		return fmt.Errorf("the expression is not complete")
	}
	return nil
}

// counting is the macro that each use of it changes.
const counting = "__COUNTER__"

var negativeConstant = pattern.New(`(^|[(=<>!&|,?:])\s*-\s*[0-9]+[uUlL]*`)

// dereference is a * that need not be a product.
var dereference = pattern.New(`(?:^|[^A-Za-z_0-9\s\]])\s*\*`)

// partial notes what has to be shown so that an expression has a value.
func (c *claim) partial(text string) {
	need := func(property string, marks ...string) {
		for _, mark := range marks {
			if strings.Contains(text, mark) && !slices.Contains(c.Undefined, property) {
				c.Undefined = append(c.Undefined, property)
			}
		}
	}
	need("div-by-zero", "/", "%")
	need("bounds", "[", "->")
	need("null", "[", "->")
	if dereference.MatchString(text) {
		need("bounds", "*")
		need("null", "*")
	}
	text = strings.ReplaceAll(negativeConstant.ReplaceAllString(text, "$1"), "->", ".")
	need("no-overflow", "+", "-", "*", "/", "%", "<<", ">>")
}

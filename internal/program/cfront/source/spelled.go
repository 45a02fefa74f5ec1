package source

import (
	"bytes"
	"slices"
	"strings"

	"craig/internal/pattern"
)

// cc loses white space around the commas between the arguments that # gives the spelling of, in
//
//	#define V(...) #__VA_ARGS__
//
// of V(a ,b) that before a comma, and where V is used in the replacement of another macro any. So a program with
// such a macro is read again: the text pass puts a mark before such a comma in all its files. Where that is
// not enough it puts a literal with another mark behind #__VA_ARGS__: what has commas then is not known, see Unsure.

// A blank before a comma has the mark spaced behind it, a macro that expands to nothing.
const spaced = "\U0010FFFB"

// unsure is the mark of a text that may lack blanks.
const unsure = "\U0010FFFC"

var (
	variadicDefine = pattern.New(`(?m)^[ \t]*#[ \t]*define[ \t]+([\w$]+)\(([^()\n]*?)([\w$]*)[ \t]*\.\.\.[ \t]*\)((?:[^\n\\]|\\[^\n]|\\\r?\n)*)`)
	anyDefine      = pattern.New(`(?m)^[ \t]*#[ \t]*define[ \t]+([\w$]+)((?:[^\n\\]|\\[^\n]|\\\r?\n)*)`)
	aWord          = pattern.New(`[\w$]+`)
)

// spellers are the macros of a program that give the spelling of their variable arguments, with the number of
// parameters before these: -1 if not every use of the macro is its name and ( outside of directives.
type spellers map[string]int

// spellersOf finds them in the texts of a program, before the text pass.
func spellersOf(texts [][]byte) spellers {
	found := spellers{}
	for _, text := range texts {
		if !bytes.Contains(text, []byte("define")) || !bytes.Contains(text, []byte("...")) {
			continue
		}
		for _, m := range variadicDefine.FindAllSubmatch(text, -1) {
			rest := "__VA_ARGS__"
			if len(m[3]) > 0 {
				rest = string(m[3])
			}
			if !spells(m[4], rest) {
				continue
			}
			name, n := string(m[1]), bytes.Count(m[2], []byte{','})
			if before, ok := found[name]; ok && before != n {
				n = -1
			}
			found[name] = n
		}
	}
	if len(found) == 0 {
		return nil
	}
	for _, text := range texts {
		found.doubt(text)
	}
	return found
}

// doubt sees how a text uses the macros.
func (s spellers) doubt(text []byte) {
	spoil := func(name []byte) {
		if _, ok := s[string(name)]; ok {
			s[string(name)] = -1
		}
	}
	for _, m := range anyDefine.FindAllSubmatch(text, -1) {
		for _, w := range aWord.FindAll(m[2], -1) {
			spoil(w)
		}
	}
	for _, at := range aWord.FindAllIndex(text, -1) {
		if after := bytes.TrimLeft(text[at[1]:], " \t\r\n"); len(after) == 0 || after[0] != '(' {
			spoil(text[at[0]:at[1]])
		}
	}
}

// spells tells whether a replacement has # before a parameter.
func spells(replacement []byte, param string) bool { return len(spelledAt(replacement, param)) > 0 }

// spelledAt are the offsets behind the places where a replacement has # and a parameter.
func spelledAt(replacement []byte, param string) (ends []int) {
	for i := bytes.IndexByte(replacement, '#'); i >= 0 && i < len(replacement); i++ {
		if replacement[i] != '#' {
			continue
		}
		if i+1 < len(replacement) && replacement[i+1] == '#' {
			i++
			continue
		}
		if at := aWord.FindAllIndex(replacement[i+1:], 1); len(at) > 0 && string(replacement[i+1+at[0][0]:i+1+at[0][1]]) == param {
			ends = append(ends, i+1+at[0][1])
		}
	}
	return ends
}

// marked is the line of a definition that the text pass does not see, with what spelledRest puts into others.
func (s spellers) marked(line string) string {
	for _, m := range variadicDefine.FindAllSubmatch([]byte(line), 1) {
		rest := string(m[3])
		if rest == "" {
			rest = "__VA_ARGS__"
		}
		ends := spelledAt(m[4], rest)
		if s[string(m[1])] >= 0 {
			return line
		}
		from := len(strings.TrimSuffix(line, "\n")) - len(m[4])
		for _, end := range slices.Backward(ends) {
			line = line[:from+end] + ` "` + unsure + `"` + line[from+end:]
		}
	}
	return line
}

// markedAll is marked of several lines.
func (s spellers) markedAll(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(s.marked(line))
	}
	return b.String()
}

// spelling follows the uses of the macros that spellersOf has found.
type spelling struct {
	macros spellers
	depth  int // of the brackets in which the arguments are, 0 outside
	before int // the commas to come before the variable arguments
}

// use follows a word of the text, and the character behind it.
func (s *spelling) use(word []byte, depth int, next byte) {
	if n, ok := s.macros[string(word)]; ok && n >= 0 && next == '(' && s.depth == 0 {
		s.depth, s.before = depth+1, n
	}
}

// leave follows a bracket, behind which the depth is so.
func (s *spelling) leave(depth int) {
	if depth < s.depth {
		s.depth = 0
	}
}

// comma follows a comma, and tells whether it is between variable arguments.
func (s *spelling) comma(depth int) bool {
	if s.depth == 0 || depth != s.depth {
		return false
	}
	if s.before > 0 {
		s.before--
		return false
	}
	return true
}

// spelledComma marks the comma at pos if there is white space before it.
func (p *preparer) spelledComma() {
	if p.spelling.comma(p.nesting.depth) && p.last != '(' && p.last != ',' && (isBlank(p.text[p.pos-1]) || bytes.HasSuffix(p.text[:p.pos], []byte("*/"))) {
		p.replace(p.pos, p.pos, spaced)
	}
}

// spellsNext tells whether the word at an offset, in the definition of a macro, is an operand of #.
func (p *preparer) spellsNext(from int) bool {
	before := bytes.TrimRight(p.text[:from], " \t")
	return p.last == '#' && !bytes.HasSuffix(before, []byte("##"))
}

// spelledRest follows # and the variable parameter before pos in the definition of a macro.
func (p *preparer) spelledRest() {
	if p.spelling.macros != nil && p.spelling.macros[p.macro] < 0 {
		p.replace(p.pos, p.pos, ` "`+unsure+`"`)
	}
}

// blankBeforeLine gives the end of a line in brackets a blank in front if the next line begins without one: in the
// argument of a macro cc takes the end of a line for nothing.
func (p *preparer) blankBeforeLine() {
	if p.pos == 0 || p.pos+1 == len(p.text) || isBlank(p.text[p.pos-1]) || isBlank(p.text[p.pos+1]) {
		return
	}
	at := p.pos
	if p.last == ',' && p.spelling.depth > 0 {
		at++ // between variable arguments cc looks at what stands right before the next one
	}
	p.replace(at, at, " ")
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

// Unsure tells whether the text of a literal is one that # gives, and may lack blanks at commas.
func Unsure(literal string) bool {
	if !strings.Contains(literal, unsure) {
		return false
	}
	if strings.Contains(literal, `\"`) || strings.Contains(literal, "'") {
		return strings.Contains(literal, ",")
	}
	depth := 0
	for _, c := range literal {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth <= 0 {
				return true
			}
		}
	}
	return false
}

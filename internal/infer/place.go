package infer

import (
	"fmt"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// place is where clauses about a function go in the text of its file: behind the parentheses of its parameters.
type place struct {
	file string
	text string
	at   int // offset in text
}

// column is the column of a position in the text with clauses, which are so many bytes, as the file has it.
func (p place) column(at ir.Pos, bytes int) int {
	before := p.text[:p.at]
	line, col := strings.Count(before, "\n")+1, p.at-strings.LastIndexByte(before, '\n')
	if at.File == p.file && at.Line == line && at.Col >= col+bytes {
		return at.Col - bytes
	}
	return at.Col
}

// declaration is the text from what is before the function up to the end of its parameters, in one line; "" if that has a comment in it.
func (p place) declaration() string {
	text := strings.Join(strings.Fields(p.text[p.begin():p.at]), " ")
	if strings.Contains(text, "/*") || strings.Contains(text, "//") {
		return ""
	}
	return text
}

// begin is where the declaration of the function begins, as far as the text shows it.
func (p place) begin() int {
	before := p.text[:p.at]
	open := 0
	depth := 0
	for i := len(before) - 1; i >= 0 && open == 0; i-- { // the parenthesis of the parameters
		switch before[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				open = i
			}
		}
	}
	begin := strings.LastIndexAny(before[:open], ";}#/\"") + 1
	if begin > 0 && before[begin-1] == '#' || begin > 0 && strings.Contains(lineAround(before, begin-1), "//") {
		begin += strings.IndexByte(before[begin:], '\n') + 1
	}
	return p.at - len(strings.TrimLeft(before[begin:], " \t\r\n"))
}

// lineAround is the line of a text that has a byte.
func lineAround(text string, at int) string {
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return text[begin : at+n]
	}
	return text[begin:]
}

// offset is where a position is in a text; -1 if that has no such line.
func offset(text string, pos ir.Pos) int {
	at := 0
	for line := 1; line < pos.Line; line++ {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	end := len(text)
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i
	}
	return at + min(max(pos.Col-1, 0), end-at)
}

// made matches a call of a macro that makes a name, such as FUNC(parse), in front of the parameters.
var made = pattern.New(`^\w+\s*\([^()]*\)\s*\(`)

// placeOf finds the place in a text, from the position of the function's name on.
func placeOf(text string, name string, pos ir.Pos) (place, error) {
	at := offset(text, pos)
	if at < 0 {
		return place{}, fmt.Errorf("%s has no line %d", pos.File, pos.Line)
	}
	after := at + len(name)
	if !strings.HasPrefix(text[at:], name) {
		call := made.FindString(text[at:])
		if call == "" {
			return place{}, fmt.Errorf("the name of %s comes from a macro", name)
		}
		after = at + len(call) - 1
	}
	depth := 0
	for i := after; i < len(text); i++ {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "/*"):
			n := strings.Index(text[i:], "*/")
			if n < 0 {
				return place{}, fmt.Errorf("a comment of %s has no end", name)
			}
			i += n + 1
		case strings.HasPrefix(text[i:], "//"):
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				n = len(text) - i - 1
			}
			i += n
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return place{pos.File, text, i + 1}, nil
			}
		case depth == 0 && c != ' ' && c != '\t' && c != '\n' && c != '\r':
			return place{}, fmt.Errorf("the parameters of %s do not stand behind its name", name)
		}
	}
	return place{}, fmt.Errorf("the parameters of %s have no end", name)
}

// with is the text with clauses.
func (p place) with(clauses ...string) []byte {
	var b strings.Builder
	b.WriteString(p.text[:p.at])
	for _, c := range clauses {
		b.WriteString(" __CPROVER_requires(" + c + ")")
	}
	b.WriteString(p.text[p.at:])
	return []byte(b.String())
}

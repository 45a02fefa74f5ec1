package source

import (
	"bytes"
	"slices"
)

// keepsBounds says that a text keeps the bounds of nesting with its macros expanded, as far as that is seen without expanding them: the text has no directives but definitions, pragmas and markers of lines, and its macros are so simple
// that each use of one adds no more tokens than the replacements that it can lead to have. If it is false nothing is known.
//
// Simple is a macro if brackets match in its replacement, it has each parameter there once and in their order, no # and no else, and if it
// does not lead back to itself. Then every token of the text that is no name, bracket or comma of a use is in the result once, in its
// order, and what is inserted between two of them has matching brackets. A name in a replacement is expanded at most once for each
// time that the replacement is inserted. So the brackets and tokens that all uses together add are a bound for what is added anywhere.
func keepsBounds(text []byte) bool {
	brackets, run, tokens, ok := expanded(text)
	return ok && brackets <= maxBrackets && run <= maxRun && tokens <= maxTokens
}

// expanded bounds what a text has with its macros expanded: nested brackets, tokens in a row without ; { or }, and tokens. ok is false if
// that is not seen, or if there are more else branches than may be in one another.
func expanded(text []byte) (brackets, run, tokens int, ok bool) {
	g := &growth{text: text, macros: map[string]*macro{}}
	if markIn(text) >= 0 || bytes.Contains(text, []byte("__craig")) || bytes.Contains(text, []byte("$Pragma")) || !g.scan() || g.elses > maxElse {
		return 0, 0, 0, false
	}
	more := 0
	brackets = g.deepest
	for _, m := range g.macros {
		if m.uses == 0 {
			continue
		}
		b, t, ok := g.size(m)
		if !ok {
			return 0, 0, 0, false
		}
		brackets, more = brackets+min(m.uses, maxRun)*b, more+min(m.uses, maxRun)*t
	}
	return brackets, g.longest + more, g.tokens + more, true
}

// What a predefined macro in a replacement may add, and what a name with two underscores is taken for.
const (
	knownBrackets = 8
	knownTokens   = 40
)

// macro is what all definitions of a name add together.
type macro struct {
	brackets, tokens int
	names            []string // in the replacement
	uses             int      // in the text

	sized, open bool // size is computed, or is being computed
	allBrackets int
	allTokens   int
}

// growth follows the tokens of a text.
type growth struct {
	text   []byte
	pos    int
	macros map[string]*macro

	depth, deepest int // of brackets
	parens         int
	run, longest   int // tokens without ; { } outside of parentheses, where no argument of a macro can hide them
	tokens, elses  int
}

// size is what a use of m adds at most. ok is false if m leads to itself.
func (g *growth) size(m *macro) (brackets, tokens int, ok bool) {
	if m.open {
		return 0, 0, false
	}
	if m.sized {
		return m.allBrackets, m.allTokens, true
	}
	m.open = true
	brackets, tokens = m.brackets, m.tokens
	for _, name := range m.names {
		n := g.macros[name]
		if n == nil {
			if len(name) > 1 && name[:2] == "__" {
				brackets, tokens = brackets+knownBrackets, tokens+knownTokens
			}
			continue
		}
		b, t, ok := g.size(n)
		if !ok {
			return 0, 0, false
		}
		brackets, tokens = min(brackets+b, 2*maxBrackets), min(tokens+t, 2*maxRun)
	}
	m.open, m.sized, m.allBrackets, m.allTokens = false, true, brackets, tokens
	return brackets, tokens, true
}

// scan follows the text; false if it has something that is not looked at here.
func (g *growth) scan() bool {
	fresh := true // only white space on this line so far
	for {
		token, newline, ok := g.next(true)
		switch {
		case !ok:
			return false
		case token == nil:
			return g.parens == 0 // else the arguments of a macro may not end, which is a message of its own
		case newline:
			fresh = true
			continue
		case token[0] == '#':
			if !fresh || !g.direct() {
				return false
			}
			fresh = true
			continue
		default:
			g.follow(token)
		}
		fresh = false
	}
}

// follow takes a token of the text.
func (g *growth) follow(token []byte) {
	g.tokens++
	g.run++
	switch c := token[0]; {
	case c == '(' || c == '[' || c == '{':
		g.depth++
		g.deepest = max(g.deepest, g.depth)
		if c == '(' {
			g.parens++
		}
	case c == ')' || c == ']' || c == '}':
		g.depth = max(0, g.depth-1)
		if c == ')' {
			g.parens = max(0, g.parens-1)
		}
	case isLetter(c):
		if m := g.macros[string(token)]; m != nil {
			m.uses++
		}
		if string(token) == "else" {
			g.elses++
		}
	}
	g.longest = max(g.longest, g.run)
	if c := token[0]; g.parens == 0 && (c == ';' || c == '{' || c == '}') {
		g.run = 0
	}
}

// next is the next token: a word, a literal or one character. A token of nil is the end of the text. ends: the end of a line
// is a token of its own. ok is false of what is not looked at: literals without an end, and lines that end
// with a backslash where that may join two parts of a token.
func (g *growth) next(ends bool) (token []byte, newline, ok bool) {
	t := g.text
	for g.pos < len(t) {
		from := g.pos
		switch c := t[from]; {
		case c == '\n':
			g.pos++
			if ends {
				return t[from:g.pos], true, true
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			g.pos++
		case c == '\\':
			end := from + 1
			if end < len(t) && t[end] == '\r' {
				end++
			}
			if from == 0 || end >= len(t) || t[end] != '\n' || !bytes.ContainsRune([]byte(" \t;,(){}"), rune(t[from-1])) {
				return nil, false, false
			}
			g.pos = end + 1
		case c == '/' && from+1 < len(t) && t[from+1] == '*':
			n := bytes.Index(t[from+2:], []byte("*/"))
			if n < 0 {
				return nil, false, false
			}
			g.pos = from + 2 + n + 2
		case c == '/' && from+1 < len(t) && t[from+1] == '/':
			n := bytes.IndexByte(t[from:], '\n')
			if n < 0 {
				n = len(t) - from
			}
			if bytes.IndexByte(t[from:from+n], '\\') >= 0 {
				return nil, false, false
			}
			g.pos = from + n
		case c == '"' || c == '\'':
			for g.pos++; g.pos < len(t) && t[g.pos] != c; g.pos++ {
				if t[g.pos] == '\\' {
					g.pos++
				}
				if g.pos < len(t) && t[g.pos] == '\n' {
					return nil, false, false
				}
			}
			if g.pos >= len(t) {
				return nil, false, false
			}
			g.pos++
			return t[from:g.pos], false, true
		case isLetter(c) || isDigit(c):
			for g.pos++; g.pos < len(t) && (isLetter(t[g.pos]) || isDigit(t[g.pos])); g.pos++ {
			}
			return t[from:g.pos], false, true
		default:
			g.pos++
			return t[from:g.pos], false, true
		}
	}
	return nil, false, true
}

// direct takes a directive; false if it is one that is not looked at.
func (g *growth) direct() bool {
	line, ok := g.line()
	if !ok {
		return false
	}
	if len(line) == 0 {
		return true
	}
	switch string(line[0]) {
	case "line", "pragma", "undef", "ident":
		return true
	case "define":
		return len(line) > 1 && g.define(line[1:])
	}
	return false
}

// line is the tokens up to the end of the line.
func (g *growth) line() (tokens [][]byte, ok bool) {
	for {
		token, newline, ok := g.next(true)
		if !ok {
			return nil, false
		}
		if token == nil || newline {
			return tokens, true
		}
		tokens = append(tokens, token)
	}
}

// define takes a definition: its name, and what comes after it.
func (g *growth) define(line [][]byte) bool {
	name, rest := line[0], line[1:]
	if !isLetter(name[0]) {
		return false
	}
	m := g.macros[string(name)]
	if m == nil {
		m = &macro{}
		g.macros[string(name)] = m
	}
	var params []string
	if len(rest) > 0 && rest[0][0] == '(' && adjacent(name, rest[0]) {
		end := slices.IndexFunc(rest, func(t []byte) bool { return t[0] == ')' })
		if end < 0 {
			return false
		}
		for _, t := range rest[1:end] {
			switch {
			case isLetter(t[0]):
				params = append(params, string(t))
			case t[0] == '.':
				if k := len(params); k == 0 || params[k-1] != "__VA_ARGS__" {
					params = append(params, "__VA_ARGS__")
				}
			case t[0] != ',':
				return false
			}
		}
		rest = rest[end+1:]
	}
	return m.replacement(rest, params)
}

// adjacent says that two tokens of a text stand side by side.
func adjacent(a, b []byte) bool { return cap(a)-len(a) == cap(b) }

// replacement adds the tokens of a replacement to what m adds; false if they are not simple.
func (m *macro) replacement(tokens [][]byte, params []string) bool {
	var open []byte
	seen := 0
	for _, t := range tokens {
		m.tokens++
		switch c := t[0]; c {
		case '(':
			open = append(open, ')')
		case '[':
			open = append(open, ']')
		case '{':
			open = append(open, '}')
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = open[:len(open)-1]
			continue
		case '#':
			return false
		default:
			if !isLetter(c) {
				continue
			}
			if slices.Contains(params, string(t)) {
				if seen == len(params) || params[seen] != string(t) {
					return false
				}
				seen++
				continue
			}
			if string(t) == "else" || string(t) == "__VA_OPT__" {
				return false
			}
			m.names = append(m.names, string(t))
			continue
		}
		m.brackets++
	}
	return len(open) == 0 && seen == len(params)
}

package source

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// facts is what prepare learns about a file.
type facts struct {
	// macros: it defines macros or includes files, so that its text does not show all of its
	// nesting. Macros of one word and the embedded headers do not count.
	macros bool
	// branches: what its #if leave out matters to its nesting, so that its text does not show that either.
	branches bool
}

// prepare is the text pass over one file, before it is preprocessed. In the result every token
// is on the line on which it was; columns change only after a word that was replaced by a longer
// one. It rewrites
//
//   - GNU line markers, # 12 "file.c" 1 3, to #line, which cc honours;
//   - digraphs to marks, a byte order mark to nothing (see respell);
//   - named variadic parameters of macros to __VA_ARGS__;
//   - lists of attributes to several lists of one (see attributeList);
//   - attributes in front of the tag of an enumeration to ones after its closing brace;
//   - #elifdef and #elifndef to #elif, directives that cc would pass over, and gcc does not, to #error;
//   - literals u8"" to "", u"" and U"" to L"", with marks inside (see marks.go);
//   - 'ab' to its value in conditions of #if;
//   - names of parameters in abstract declarators to nothing (see abstractParams);
//   - static and qualifiers behind [ to nothing;
//   - spellings of C and GNU C that cc does not take: see odd.go;
//   - quantifiers and arrows of CBMC: see specification.go;
//   - inline after asm to nothing, and _Pragma to a macro that expands to nothing: cc does not
//     return from some of its operands;
//   - #pragma pack to a static assertion (see pack);
//   - quotes without an end, and characters that are not C's, to #, in directives and between
//     #if and #endif, where they may be in text that is skipped.
//
// It fails on a NUL byte, on the marks that it uses itself, and on what exceeds the bounds of nesting.
func prepare(cfg Config, file string, text []byte) ([]byte, facts, *Error) {
	text, wrong := contracts(file, text)
	if wrong != nil {
		return nil, facts{}, wrong
	}
	text, digraphs := respell(specify(text))
	p := &preparer{cfg: cfg, file: file, text: text, digraphs: digraphs}
	if err := p.run(); err != nil {
		return nil, facts{}, err
	}
	if p.out == nil {
		return text, p.facts, nil
	}
	return append(p.out, text[p.copied:]...), p.facts, nil
}

// preparer is one run of the text pass.
type preparer struct {
	cfg    Config
	file   string
	text   []byte
	out    []byte // nil until something was replaced
	copied int    // text[:copied] is in out
	facts  facts

	pos       int
	line      int
	lineStart int

	wide      wide // the prefix in front of a literal
	abstract  abstractParams
	asm       bool           // after asm and its qualifiers
	digraphs  map[int]string // by their offsets
	nesting   nesting
	saved     nesting // before the directive that the scan is in
	directive bool    // in a directive
	condition bool    // in the condition of #if or #elif
	operator  bool    // in the definition of a macro with parameters, where # is an operator
	variadic  string  // in the definition of a macro: its named parameter for the rest
	enums     []enumAttribute
	attribute attributeList
	ifs       []nesting      // nesting at the open #if directives
	passed    int            // tokens of branches that say little of the nesting after them, see branchEnds
	inserts   map[int]string // what is to stand in front of the character at an offset
	last      byte           // the character before, white space and comments aside
}

// replace puts new in the place of text[from:to].
func (p *preparer) replace(from, to int, new string) {
	p.out = append(p.out, p.text[p.copied:from]...)
	p.out = append(p.out, new...)
	p.copied = to
}

func (p *preparer) errorf(at int, hint, format string, args ...any) *Error {
	return &Error{
		Pos:  ir.Pos{File: p.file, Line: p.line, Col: at - p.lineStart + 1},
		Msg:  fmt.Sprintf(format, args...),
		Hint: hint,
	}
}

// newline counts the line that ends before pos.
func (p *preparer) newline() {
	p.line++
	p.lineStart = p.pos
}

func (p *preparer) run() *Error {
	if i := bytes.IndexByte(p.text, 0); i >= 0 {
		p.line = 1 + bytes.Count(p.text[:i], []byte{'\n'})
		p.lineStart = 1 + bytes.LastIndexByte(p.text[:i], '\n')
		return p.errorf(i, "is it a C file?", "a NUL byte")
	}
	if i := markIn(p.text); i >= 0 {
		p.line = 1 + bytes.Count(p.text[:i], []byte{'\n'})
		p.lineStart = 1 + bytes.LastIndexByte(p.text[:i], '\n')
		return p.errorf(i, "write it as an escape", "a code point that is no character")
	}
	p.line = 1
	fresh := true // only white space on this line so far
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		switch {
		case c == '\n':
			if p.nesting.depth > 0 && !p.directive {
				p.blankBeforeLine()
			}
			p.pos++
			p.newline()
			fresh = true
			if p.directive {
				p.directive, p.condition, p.operator, p.variadic = false, false, false, ""
				p.nesting = p.saved
				p.abstract, p.attribute = abstractParams{}, attributeList{}
			}
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			p.pos++
			continue
		case c == '\\' && p.splice():
			continue
		case c == '/' && p.comment():
			continue
		case c == '#' && fresh:
			p.saved, p.directive = p.nesting, true
			p.abstract, p.attribute = abstractParams{}, attributeList{}
			if err := p.direct(); err != nil {
				return err
			}
		case c == '"' || c == '\'':
			p.literal(c)
			p.nesting.other()
		case isLetter(c):
			if err := p.word(); err != nil {
				return err
			}
		case c >= '0' && c <= '9':
			for p.pos++; p.pos < len(p.text) && (isLetter(p.text[p.pos]) || isDigit(p.text[p.pos]) || p.text[p.pos] == '.'); {
				p.pos++
			}
			p.nesting.other()
		case c == '\\' && p.universal():
			p.nesting.other()
		default:
			p.odd(c)
			p.nesting.punctuation(c)
			p.pos++
			p.asm = false
			p.abstract.punctuation(c, p.next())
			if p.attribute.punctuation(c) {
				p.replace(p.pos-1, p.pos, betweenLists)
			}
			switch c {
			case '}':
				p.endOfEnumeration()
			case ',':
				p.comma()
			}
			if (c == '@' || c == '`' || c == '\\') && p.skippable() {
				p.replace(p.pos-1, p.pos, "#")
			}
			p.digraph()
		}
		fresh = false
		p.last = p.text[p.pos-1]
		if p.nesting.over != "" {
			return p.errorf(p.pos-1, "craig does not read deeper or longer code: split it", "%s", p.nesting.over)
		}
	}
	return nil
}

// next is the next character that is not white space, 0 at the end.
func (p *preparer) next() byte {
	for _, c := range p.text[p.pos:] {
		if !isBlank(c) {
			return c
		}
	}
	return 0
}

// skippable tells whether the scan is in text that the preprocessor may skip, where anything goes.
func (p *preparer) skippable() bool { return p.directive || len(p.ifs) > 0 }

// splice passes a line continuation.
func (p *preparer) splice() bool {
	rest := p.text[p.pos+1:]
	switch {
	case bytes.HasPrefix(rest, []byte("\n")):
		p.pos += 2
	case bytes.HasPrefix(rest, []byte("\r\n")):
		p.pos += 3
	default:
		return false
	}
	p.newline()
	return true
}

// comment passes a comment.
func (p *preparer) comment() bool {
	if p.pos+1 >= len(p.text) {
		return false
	}
	switch p.text[p.pos+1] {
	case '/':
		for p.pos < len(p.text) && p.text[p.pos] != '\n' {
			if p.text[p.pos] != '\\' || !p.splice() {
				p.pos++
			}
		}
	case '*':
		end := bytes.Index(p.text[p.pos+2:], []byte("*/"))
		if end < 0 {
			end = len(p.text) - p.pos - 4 // cc complains
		}
		for end += p.pos + 4; p.pos < end; {
			p.pos++
			if p.text[p.pos-1] == '\n' {
				p.newline()
			}
		}
	default:
		return false
	}
	return true
}

// wide is a prefix u8, u or U, which package cc does not know.
type wide struct {
	at   int
	mark string
}

// literal passes a string or character literal; an unterminated one ends with its line.
func (p *preparer) literal(quote byte) {
	from, line, prefix := p.pos, p.line, p.wide
	p.wide = wide{}
	for p.pos++; p.pos < len(p.text) && p.text[p.pos] != '\n'; p.pos++ {
		switch p.text[p.pos] {
		case quote:
			p.pos++
			switch {
			case prefix.mark == char8:
				p.replace(prefix.at, from+1, `"`+char8)
			case prefix.mark != "":
				p.replace(prefix.at, from+1, "L"+string(quote)+prefix.mark)
			case quote == '"' && (from == 0 || !isLetter(p.text[from-1])):
				p.joined(from)
			}
			if quote == '"' {
				p.closeEscape(from)
			}
			if quote == '\'' && line == p.line && p.condition {
				if v, ok := multiChar(p.text[from+1 : p.pos-1]); ok && (from == 0 || !isLetter(p.text[from-1])) {
					p.replace(from, p.pos, v)
				}
			}
			return
		case '\\':
			if p.splice() {
				p.pos--
			} else if p.pos+1 < len(p.text) && p.text[p.pos+1] != '\n' {
				p.pos++
			}
		}
	}
	if p.skippable() && line == p.line {
		p.replace(from, from+1, "#")
		p.pos = from + 1
	}
}

// multiChar gives the value of a character constant of two to four plain ASCII characters, which
// gcc reads as the digits of an int to the base 256.
func multiChar(body []byte) (string, bool) {
	if len(body) < 2 || len(body) > 4 {
		return "", false
	}
	var v int32
	for _, c := range body {
		if c == '\\' || c >= 0x80 {
			return "", false
		}
		v = v<<8 | int32(c)
	}
	return strconv.Itoa(int(v)), true
}

// word passes an identifier or keyword, and replaces it if cc does not know it.
func (p *preparer) word() *Error {
	from := p.pos
	for p.pos++; p.pos < len(p.text) && (isLetter(p.text[p.pos]) || isDigit(p.text[p.pos])); {
		p.pos++
	}
	w := p.text[from:p.pos]
	p.nesting.word(w)
	p.attribute.word(w)
	if p.pos < len(p.text) && (p.text[p.pos] == '"' || p.text[p.pos] == '\'') {
		switch string(w) {
		case "u8":
			if p.text[p.pos] == '"' {
				p.wide = wide{from, char8}
			} else {
				p.replace(from, p.pos, "  ")
			}
			return nil
		case "u":
			p.wide = wide{from, Char16}
			return nil
		case "U":
			p.wide = wide{from, Char32}
			return nil
		}
	}
	p.oddWord(string(w))
	switch string(w) {
	case "asm", "__asm", "__asm__":
		p.asm = true
	case "volatile", "__volatile", "__volatile__", "goto":
	case "inline", "__inline", "__inline__":
		if p.asm {
			p.blank(from)
		}
	case "_Pragma":
		if p.pack(from, packOperator) {
			return nil
		}
		p.replace(from, p.pos, "$Pragma")
	case "__VA_OPT__":
		if p.directive {
			return p.optional(from)
		}
	case p.variadic:
		if p.directive && p.variadic != "" {
			p.replace(from, p.pos, "__VA_ARGS__")
			return nil
		}
	case "enum":
		p.asm = false
		p.abstract.word(w)
		p.enumeration()
		return nil
	default:
		p.asm = false
	}
	if p.abstract.word(w) || p.inBrackets(from, w) {
		p.blank(from)
	}
	return nil
}

// inBrackets says that w, the word at from, is static or a qualifier of a parameter behind [, as in int [static const 5], which cc takes behind a name
// only, and some of them not there. craig makes no use of them.
func (p *preparer) inBrackets(from int, w []byte) bool {
	switch string(w) {
	case "static", "const", "restrict", "__restrict", "__restrict__":
	default:
		return false
	}
	return behindBracket.Match(p.text[max(from-50, 0):from]) && (string(w) != "static" || p.next() != ']')
}

var behindBracket = pattern.New(`\[\s*((static|const|restrict|__restrict|__restrict__)\s+)*$`)

// unmodelledPragma matches a #pragma that changes what the program means, and that is not read.
var unmodelledPragma = pattern.New(`^[ \t]+(scalar_storage_order[ \t]+big-endian|redefine_extname[ \t]|weak[ \t])`)

// withParameters matches the name of a macro with parameters.
var withParameters = pattern.New(`^[ \t]+[\w$]+\(`)

// digraph puts a mark in the place of the digraph that began before pos, unless it is the operator #
// or ##.
func (p *preparer) digraph() {
	d, ok := p.digraphs[p.pos-1]
	if !ok || p.operator && d[:2] == "%:" || p.pos-1 < p.copied {
		return
	}
	p.replace(p.pos-1, p.pos-1+len(d), markOf(d))
	p.pos += len(d) - 1
}

// blank puts blanks in the place of the word from there to pos.
func (p *preparer) blank(from int) {
	const blanks = "                                                                "
	if n := p.pos - from; n <= len(blanks) {
		p.replace(from, p.pos, blanks[:n])
	} else {
		p.replace(from, p.pos, strings.Repeat(" ", n))
	}
}

// harmless matches the rest of a #define of at most one word.
var harmless = pattern.New(`^[ \t]+\w+[ \t]*-?\w*\s*(//.*|/\*.*\*/\s*)?$`)

// shipped tells whether the argument of an #include is an embedded header.
func shipped(arg []byte) bool {
	name, ok := strings.CutPrefix(strings.TrimSpace(string(arg)), "<")
	name, _, ok2 := strings.Cut(name, ">")
	if !ok || !ok2 {
		return false
	}
	for _, folder := range []string{"free", "libc"} {
		if f, err := embedded.Open(path.Join("include", folder, name)); err == nil {
			f.Close()
			return true
		}
	}
	return false
}

// direct passes the # and the name of a directive.
func (p *preparer) direct() *Error {
	hash := p.pos
	p.pos++
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t') {
		p.pos++
	}
	from := p.pos
	for p.pos < len(p.text) && (isLetter(p.text[p.pos]) || isDigit(p.text[p.pos])) {
		p.pos++
	}
	name := p.text[from:p.pos]
	if len(name) > 0 && isDigit(name[0]) {
		p.replace(hash, from, "#line ")
		p.toLineEnd()
		return nil
	}
	switch string(name) {
	case "define":
		rest, _, _ := bytes.Cut(p.text[p.pos:], []byte{'\n'})
		p.facts.macros = p.facts.macros || !harmless.Match(rest)
		p.operator = withParameters.Match(p.text[p.pos:])
		p.variadicMacro()
	case "include", "include_next":
		from := p.pos
		p.toLineEnd() // a name in angle brackets is no text
		p.facts.macros = p.facts.macros || !shipped(p.text[from:p.pos])
	case "if", "ifdef", "ifndef":
		p.ifs = append(p.ifs, p.saved)
		p.saved.lowest = p.saved.depth
		p.condition = true
	case "elifdef":
		p.replace(from, p.pos, "elif defined")
		p.alternative()
	case "elifndef":
		p.replace(from, p.pos, "elif !defined")
		p.alternative()
	case "else", "elif":
		p.condition = true
		p.alternative()
	case "endif":
		if n := len(p.ifs); n > 0 {
			p.branchEnds()
			p.saved.lowest = min(p.saved.lowest, p.ifs[n-1].lowest)
			p.ifs = p.ifs[:n-1]
		}
	case "pragma":
		if unmodelledPragma.Match(p.text[p.pos:]) {
			p.replace(from, p.pos, "error unsupported: #pragma")
			p.toLineEnd()
		} else if !p.pack(hash, packPragma) {
			p.toLineEnd()
		}
	case "import", "embed":
		p.replace(from, p.pos, "error unsupported: #"+string(name))
		p.toLineEnd()
	case "", "undef", "line", "error", "warning", "ident", "sccs", "assert", "unassert":
	default:
		if p.pos == len(p.text) || p.text[p.pos] != '\\' { // where the name goes on in the next line, cc reads it
			p.replace(from, p.pos, "error invalid preprocessing directive #"+string(name))
		}
	}
	return nil
}

// toLineEnd passes the rest of a directive.
func (p *preparer) toLineEnd() {
	for p.pos < len(p.text) && p.text[p.pos] != '\n' {
		if p.text[p.pos] != '\\' || !p.splice() {
			p.pos++
		}
	}
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// blankBeforeLine gives the end of a line in brackets a blank in front if the next line begins without one: in the
// argument of a macro cc takes the end of a line for nothing.
func (p *preparer) blankBeforeLine() {
	if p.pos == 0 || p.pos+1 == len(p.text) || isBlank(p.text[p.pos-1]) || isBlank(p.text[p.pos+1]) {
		return
	}
	p.replace(p.pos, p.pos, " ")
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

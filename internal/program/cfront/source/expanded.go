package source

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/c/pp"
	"craig/internal/program/ir"
)

// expansion is a program that has been preprocessed, as a text for cc: each token is on the line and in the column of the macro
// that it comes from, or of itself.
type expansion struct {
	program, known *layout // of the file and its headers, and of what the compiler knows
	ownLibc        bool    // it has headers of the embedded C library
}

// unusual says whether cc may preprocess a program otherwise than gcc, and what is wrong with it then.
func (t *translation) unusual(system bool) (bool, error) {
	p, _, err := t.preprocessor(system)
	if err != nil {
		return false, err
	}
	err = p.Check()
	return p.Unusual(), diagnosed(err)
}

// preprocessor is one for the program; ownLibc becomes true when it reads a header of the embedded C library.
func (t *translation) preprocessor(system bool) (p *pp.Preprocessor, ownLibc *bool, err error) {
	cfg := t.cfg
	if cfg.Files == nil {
		cfg.Files = new(Files)
	}
	text, err := clauses(t.file, t.raw)
	if err != nil {
		return nil, nil, err
	}
	predefined, err := predefinedTexts(cfg)
	if err != nil {
		return nil, nil, err
	}
	last := len(predefined) - 1
	predefined = append(predefined[:last:last], pp.Text{Name: builtIn, Text: []byte(builtins)}, predefined[last])
	c := ppConfig(cfg, predefined, system)
	ownLibc = new(bool)
	c.Files = clauseFiles{headerFiles{cfg}, ownLibc}
	p = pp.New(c)
	p.Open(t.file, text)
	return p, ownLibc, nil
}

// expand preprocesses a program. The error is an *Error.
func (t *translation) expand(system bool) (expansion, error) {
	p, ownLibc, err := t.preprocessor(system)
	if err != nil {
		return expansion{}, err
	}
	program, known := &layout{p: p, room: 4*len(t.raw) + 1<<20}, &layout{p: p, room: 1 << 20}
	var open *Error // the first token that is none
	for t := p.Next(); t.Kind != pp.EOF; t = p.Next() {
		place := p.Place(t.Exp)
		switch {
		case place.File == builtIn:
			known.token(t, place)
		case t.Kind == pp.Other && open == nil && !program.pragma:
			open = &Error{Pos: ir.Pos{File: place.File, Line: place.Line, Col: place.Col}, Msg: p.Text(t) + " is no token of C", Hint: "is a quotation mark missing?"}
			fallthrough
		default:
			program.token(t, place)
		}
	}
	program.newline()
	known.newline()
	x := expansion{program, known, *ownLibc}
	if err := diagnosed(p.Err()); err != nil || open == nil {
		return x, err
	}
	return x, open
}

// clauses gives a text without contracts and what CBMC reads beyond C, which are looked at before macros are expanded.
func clauses(file string, text []byte) ([]byte, error) {
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line := 1 + bytes.Count(text[:i], []byte{'\n'})
		return nil, &Error{Pos: ir.Pos{File: file, Line: line, Col: i - bytes.LastIndexByte(text[:i], '\n')}, Msg: "a NUL byte", Hint: "is it a C file?"}
	}
	out, wrong := contracts(file, text)
	if wrong != nil {
		return nil, wrong
	}
	return specify(out), nil
}

// clauseFiles serves headers without contracts.
type clauseFiles struct {
	headerFiles
	ownLibc *bool // becomes true when a header of the embedded C library is read
}

func (f clauseFiles) Read(name string) ([]byte, error) {
	text, err := f.headerFiles.Read(name)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(name, "<craig>/") {
		*f.ownLibc = *f.ownLibc || strings.HasPrefix(name, library)
		return text, nil
	}
	return clauses(name, text)
}

// layout is a text in which tokens have their places. Where the next place is not to be had by white space, there is a jump, which is white space
// too up to placed: what is rewritten in between is rewritten across it.
type layout struct {
	p     *pp.Preprocessor
	text  []byte
	jumps []jump
	file  string
	line  int
	col   int // of the next character, from 1 on
	room  int // for white space

	pragma bool
}

// jump goes to a line of a file.
type jump struct {
	at   int // in the text
	file string
	line int
}

// jumpMark begins a jump, whose number follows in jumpDigits binary digits.
const (
	jumpMark   = '\f'
	jumpDigits = 24
)

// jump appends a jump.
func (l *layout) jump(place pp.Place) {
	n := len(l.jumps)
	l.jumps = append(l.jumps, jump{len(l.text), place.File, place.Line})
	l.text = append(l.text, jumpMark)
	for i := range jumpDigits {
		l.text = append(l.text, "\t\r"[n>>i&1])
	}
	l.file, l.line, l.col = place.File, place.Line, 1
}

// placed is a text, made of l's, with a #line for each jump.
func (l *layout) placed(text []byte) []byte {
	var out []byte
	for {
		i := bytes.IndexByte(text, jumpMark)
		if i < 0 {
			return append(out, text...)
		}
		out = append(out, text[:i]...)
		n, digits := 0, 0
		for ; digits < jumpDigits && i+1+digits < len(text); digits++ {
			c := text[i+1+digits]
			if c == '\r' {
				n |= 1 << digits
			} else if c != '\t' {
				break
			}
		}
		if digits < jumpDigits || n >= len(l.jumps) { // it is in a literal
			out = append(out, jumpMark)
			text = text[i+1:]
			continue
		}
		name := inLine(l.jumps[n].file)
		out = fmt.Appendf(out, "\n#line %d \"%s\"\n", l.jumps[n].line, name)
		text = text[i+1+digits:]
	}
}

// position is where an offset of the text is: the file and the line.
func (l *layout) position(at int) ir.Pos {
	n := sort.Search(len(l.jumps), func(i int) bool { return l.jumps[i].at > at }) - 1
	if n < 0 {
		return ir.Pos{}
	}
	j := l.jumps[n]
	return ir.Pos{File: j.file, Line: j.line + bytes.Count(l.text[j.at:min(at, len(l.text))], []byte{'\n'}), Col: 1}
}

func (l *layout) newline() {
	l.text = append(l.text, '\n')
	l.line++
	l.col = 1
}

// token appends a token at its place.
func (l *layout) token(t pp.Token, place pp.Place) {
	text := l.p.Plain(t)
	switch {
	case t.Kind == pp.EndPragma:
		l.newline()
		l.pragma = false
		return
	case t.Kind == pp.Pragma:
		l.newline()
		l.line-- // the line is what the next jump says
		l.file = ""
		l.pragma = true
		text = "#pragma"
	case l.pragma:
		if t.Flags&pp.White != 0 || pp.Touching(l.text[len(l.text)-1], text) {
			l.text = append(l.text, ' ')
		}
	default:
		l.goTo(place)
		if n := len(l.text); n > 0 && !isBlank(l.text[n-1]) && pp.Touching(l.text[n-1], text) {
			l.jump(place)
			l.goTo(place)
		}
	}
	l.text = append(l.text, text...)
	l.col += len(text)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 { // of a literal with lines
		l.line += strings.Count(text, "\n")
		l.col = len(text) - i
	}
}

// goTo goes to a place with white space, and a #line where that is needed. Columns that take too much white space are not kept.
func (l *layout) goTo(place pp.Place) {
	const near = 8
	switch {
	case place.File == l.file && place.Line == l.line && place.Col >= l.col:
	case place.File == l.file && place.Line > l.line && place.Line <= l.line+near:
		for l.line < place.Line {
			l.newline()
		}
	default:
		l.jump(place)
	}
	if n := place.Col - l.col; n > 0 && n <= l.room {
		l.room -= n
		l.text = append(l.text, bytes.Repeat([]byte{' '}, n)...)
		l.col += n
	} else if n > 0 && l.col > 1 {
		l.text = append(l.text, ' ')
		l.col++
	}
}

// runExpanded has cc read a program that has been preprocessed.
func (t *translation) runExpanded(system bool) (ast *cc.AST, err error) {
	x, err := t.expand(system)
	if err != nil {
		return nil, err
	}
	t.ownLibc = t.ownLibc || x.ownLibc
	defer func() {
		if r := recover(); r != nil {
			ast, err = nil, recovered(t.file, t.text, r)
		}
	}()
	p := &preparer{cfg: t.cfg, file: t.file, text: x.program.text}
	if wrong := p.run(); wrong != nil {
		wrong.Pos = x.program.position(p.pos)
		return nil, wrong
	}
	ast, err = cc.Parse(t.newConfig(false), []cc.Source{
		{Name: builtIn, Value: x.known.placed(x.known.text)},
		{Name: t.file, Value: x.program.placed(append(p.out, p.text[p.copied:]...))},
		{Name: end, Value: endText},
	})
	if err != nil {
		return nil, diagnostic(t.file, t.text, err)
	}
	return ast, nil
}

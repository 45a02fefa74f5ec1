package source

import (
	"bytes"
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/pattern"
	"craig/internal/program/c/pp"
	"craig/internal/program/ir"
)

// expansion is a program that has been preprocessed.
type expansion struct {
	p       *pp.Preprocessor
	known   []pp.Token      // of what the compiler knows
	words   map[string]bool // the names in the program
	text    []byte          // the program for cc: each token is on a line of its own, behind a blank if white space was in front of it
	places  []ir.Pos        // of the tokens, by line
	locs    []pp.Loc        // likewise
	beyond  bool            // there is something in it that C has not: contracts, quantifiers, arrows
	clauses map[ir.Pos]bool // places of contracts
	nesting nesting
	wrong   *Error // the first token that is none
}

// endOfKnown is the pragma behind what the compiler knows.
const endOfKnown = "#pragma craig end\n"

// preprocessor is one for the program; ownLibc becomes true when it reads a header of the embedded C library.
func (t *translation) preprocessor(system bool) (*pp.Preprocessor, error) {
	cfg := t.cfg
	if cfg.Files == nil {
		cfg.Files = new(Files)
	}
	if err := checkText(t.file, t.text); err != nil {
		return nil, err
	}
	predefined, err := predefinedTexts(cfg)
	if err != nil {
		return nil, err
	}
	last := len(predefined) - 1
	predefined = append(predefined[:last:last], pp.Text{Name: builtIn, Text: []byte(builtins + endOfKnown)}, predefined[last])
	c := ppConfig(cfg, predefined, system)
	c.Files = checkedFiles{headerFiles{cfg}, &t.ownLibc}
	c.Annotations = &pp.Annotations{Is: mayBeContract, Keyword: isContractWord}
	p := pp.New(c)
	p.Open(t.file, t.text)
	return p, nil
}

// expand preprocesses the program. The error is an *Error.
func (t *translation) expand(system bool) (*expansion, error) {
	p, err := t.preprocessor(system)
	if err != nil {
		return nil, err
	}
	x := &expansion{p: p, words: map[string]bool{}, text: make([]byte, 0, 2*len(t.text))}
	t0 := p.Next()
	for ; t0.Kind != pp.Pragma && t0.Kind != pp.EOF; t0 = p.Next() {
		x.known = append(x.known, t0)
	}
	for ; t0.Kind != pp.EndPragma && t0.Kind != pp.EOF; t0 = p.Next() {
	}
	for t := p.Next(); t.Kind != pp.EOF; t = p.Next() {
		if err := x.token(t); err != nil {
			return nil, err
		}
	}
	if err := diagnosed(p.Err()); err != nil {
		return nil, err
	}
	if x.wrong != nil {
		return nil, x.wrong
	}
	if x.beyond {
		if err := x.contracts(); err != nil {
			return nil, err
		}
	}
	x.locs = nil
	return x, nil
}

func posOf(p pp.Place) ir.Pos { return ir.Pos{File: p.File, Line: p.Line, Col: p.Col} }

// token appends a token of the program.
func (x *expansion) token(t pp.Token) error {
	pos, text := posOf(x.p.Place(t.Exp)), x.p.Plain(t)
	switch {
	case t.Kind == pp.Pragma:
		return x.pragma(t, pos)
	case t.Kind == pp.Annotation:
		return x.annotation(t)
	case markIn([]byte(text)) >= 0:
		return &Error{Pos: pos, Msg: "a code point that is no character", Hint: "write it as an escape"}
	case noToken(t, text):
		if x.wrong == nil {
			x.wrong = &Error{Pos: pos, Msg: text + " is no token of C", Hint: "is a quotation mark missing?", ofCC: true}
		}
		return nil
	case t.Kind == pp.Ident:
		x.words[text] = true
		x.beyond = x.beyond || strings.HasPrefix(text, "__CPROVER_") && isBeyond(text)
	case t.Kind == pp.Punct && (text == "==>" || text == "<==>"):
		x.beyond = true
	}
	if x.nesting.token(t.Kind, text); x.nesting.over != "" {
		return tooDeep(pos, x.nesting.over)
	}
	x.place(t, pos, text)
	return nil
}

func tooDeep(pos ir.Pos, over string) *Error {
	return &Error{Pos: pos, Msg: over, Hint: "craig does not read deeper or longer code: split it"}
}

// noToken says whether a token is none of C.
func noToken(t pp.Token, text string) bool {
	return t.Kind == pp.Other || t.Kind == pp.Punct && text[0] == '#' || strings.Contains(text, "\n")
}

// place appends a token, which is at pos, on a line of its own.
func (x *expansion) place(t pp.Token, pos ir.Pos, text string) {
	if n := len(x.text); t.Flags&(pp.White|pp.First) != 0 || t.Exp != t.Loc && n > 1 && pp.Touching(x.text[n-2], text) {
		x.text = append(x.text, ' ')
	}
	x.line(t.Exp, pos, text)
}

// line appends a line of text for cc.
func (x *expansion) line(at pp.Loc, pos ir.Pos, text string) {
	x.text = append(append(x.text, text...), '\n')
	x.places = append(x.places, pos)
	x.locs = append(x.locs, at)
}

// PackPragma begins the message of the static assertion that stands for a #pragma pack, which may be among declarations and among
// members; the arguments follow.
const PackPragma = "#pragma pack "

const packAssertion = `_Static_assert(1, "` + PackPragma

var (
	packPragma = pattern.New(`^pack\s*\(([\w\s,]*)\)`)
	// unmodelledPragma matches a #pragma that changes what the program means, and that is not read.
	unmodelledPragma = pattern.New(`^(scalar_storage_order big-endian|redefine_extname|weak)\b`)
)

// pragma passes a #pragma at pos, up to its end.
func (x *expansion) pragma(begin pp.Token, pos ir.Pos) error {
	var b strings.Builder
	for t := x.p.Next(); t.Kind != pp.EndPragma && t.Kind != pp.EOF; t = x.p.Next() {
		if t.Flags&pp.White != 0 && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(x.p.Text(t))
	}
	if m := packPragma.FindStringSubmatch(b.String()); m != nil {
		x.line(begin.Exp, pos, packAssertion+m[1]+`");`)
	} else if m := unmodelledPragma.FindString(b.String()); m != "" {
		return &Error{Pos: pos, Msg: "unsupported: #pragma " + m}
	}
	return nil
}

// knownText is the lines of what the compiler knows that need has, by their indexes.
func (x *expansion) knownText(need []bool) string {
	var b strings.Builder
	for _, t := range x.known {
		if need[known().of[x.p.Place(t.Exp).Line]] {
			b.WriteString(x.p.Plain(t))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// checkText refuses what is no C text.
func checkText(file string, text []byte) error {
	i := bytes.IndexByte(text, 0)
	if i < 0 {
		return nil
	}
	line := 1 + bytes.Count(text[:i], []byte{'\n'})
	return &Error{Pos: ir.Pos{File: file, Line: line, Col: i - bytes.LastIndexByte(text[:i], '\n')}, Msg: "a NUL byte", Hint: "is it a C file?"}
}

// checkedFiles serves headers that are C texts.
type checkedFiles struct {
	headerFiles
	ownLibc *bool // becomes true when a header of the embedded C library is read
}

func (f checkedFiles) Read(name string) ([]byte, error) {
	text, err := f.headerFiles.Read(name)
	switch {
	case err != nil:
		return nil, err
	case strings.HasPrefix(name, "<craig>/"):
		*f.ownLibc = *f.ownLibc || strings.HasPrefix(name, library)
		return text, nil
	}
	return text, checkText(name, text)
}

// sources are what cc reads: the program, behind other sources.
func (x *expansion) sources(files *Files, before ...cc.Source) []cc.Source {
	return append(before, cc.Source{Name: files.place(x.places), Value: rewrite(x.text)}, cc.Source{Name: end, Value: endText})
}

// Text is a part of a program as it is written, with a blank for white space.
func Text(n cc.Node) string {
	var b strings.Builder
	for i, t := range cc.NodeTokens(n) {
		if i > 0 && bytes.IndexByte(t.Sep(), ' ') >= 0 {
			b.WriteByte(' ')
		}
		b.Write(t.Src())
	}
	return b.String()
}

// place keeps where the lines of a text for cc are, and gives it a name.
func (f *Files) place(lines []ir.Pos) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.places == nil {
		f.places = map[string][]ir.Pos{}
	}
	name := fmt.Sprintf("\x00%d", len(f.places))
	f.places[name] = lines
	return name
}

// Pos is where in the files of the user something of a tree is that is said to be there.
func (f *Files) Pos(file string, line, col int) ir.Pos {
	if !strings.HasPrefix(file, "\x00") {
		return ir.Pos{File: file, Line: line, Col: col}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	lines := f.places[file]
	switch {
	case line >= 1 && line <= len(lines):
		return lines[line-1]
	case len(lines) > 0:
		return lines[len(lines)-1]
	}
	return ir.Pos{}
}

// Package pp is a preprocessor of C: C11 6.10, and what GNU C has beyond it, as gcc 12 does it.
//
//	p := pp.New(pp.Config{Files: files, Predefined: []pp.Text{{Name: "<built-in>", Text: macros}}})
//	p.Open("f.c", text)
//	for t := p.Next(); t.Kind != pp.EOF; t = p.Next() { … }
//	err := p.Err()
//
// Tokens come one by one; what is kept of a text is its spellings. The files are:
//
//	token.go      tokens and spellings
//	file.go       texts: line splices, trigraphs, lines and columns
//	lex.go        text to tokens
//	expand.go     uses of macros
//	subst.go      replacements: arguments, #, ##, __VA_OPT__
//	define.go     #define
//	directive.go  directives, and what #if leaves out
//	condition.go  the value of a condition
//	include.go    #include
//	pragma.go     pragmas and _Pragma
//	annotation.go comments that are kept
//	builtin.go    __FILE__, __LINE__, __has_attribute and their like
//	place.go      where a token is
//	print.go      tokens as text
//
// A macro is not expanded while its own replacement is read, and a name that was met then is never expanded, as in gcc. Where that
// differs from the hide sets of Prosser, C leaves it open (6.10.3.4, and the example of 6.10.3.5 that says so).
//
// Whatever is not understood is an error: nothing is dropped, but comments, the end of a directive behind its last operand,
// #warning and #ident.
package pp

import (
	"fmt"
	"strings"
)

// Config says how texts are read. The zero value is GNU C without any header.
type Config struct {
	Files      Files
	Quote      []Dir // where #include "…" looks after the folder of the file itself
	Include    []Dir // where #include looks then
	Predefined []Text

	// ISO: as gcc -std=c11: trigraphs are read, and the only parameter of a macro, a variable one, is never left out.
	ISO          bool
	C23          bool         // numbers may have a ' between digits, and there are character constants with u8 before them
	UnsignedChar bool         // plain char is unsigned
	WideChar     Wide         // the type wchar_t
	Annotations  *Annotations // nil: comments are white space, all of them
	Limits       Limits
}

// Wide is a type of wide characters: its bits, 0 for 32, and whether it has no sign.
type Wide struct {
	Bits     int
	Unsigned bool
}

// Annotations says which comments are annotations, as those of ACSL. Their tokens come between Annotation and EndAnnotation, with macros
// expanded. Everywhere, ==>, <==> and .. are punctuators then, and words such as \result are tokens, of kind Other.
type Annotations struct {
	// Is says so of a comment that begins with /*@ or //@. Those with the name of a macro in them are annotations too.
	Is func(comment []byte) bool

	// Keyword says of a word whether it is one that begins a clause, or follows such a word: there it is not expanded.
	Keyword func(word string) bool
}

// Text is a text with a name for positions.
type Text struct {
	Name string
	Text []byte
}

// Limits bound what hostile texts cost. A zero stands for the default.
type Limits struct {
	Depth  int // nested #include: 200
	Tokens int // tokens read, those of expansions each time they are looked at: 200 million
	Bytes  int // of all texts, each as often as it is included: 2 GiB
}

const (
	defaultDepth  = 200
	defaultTokens = 200_000_000
	defaultBytes  = 2 << 30
	maxNesting    = 4000    // arguments in arguments of macros, brackets in a condition
	maxArguments  = 1 << 23 // tokens of the arguments of one use of a macro
)

// Error is a mistake in a text.
type Error struct {
	Place Place
	Msg   string
	Hint  string // what to do, if that is known
	Err   error  // if a file could not be read
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Place.File, e.Place.Line, e.Place.Col, e.Msg)
}

func (e *Error) Unwrap() error { return e.Err }

// Preprocessor is one run over a translation unit.
type Preprocessor struct {
	cfg   Config
	syms  symbols
	files map[string]*file
	texts []inclusion // what was read, in that order: Loc is an offset in all of it
	size  int         // of texts

	buf   *buffer // innermost open text
	main  *file
	end   Loc // of main, once it has been read
	depth int

	ctx  []context
	pool [][]Token
	held []Token // read from the text, and to be read again

	directive  bool      // in a directive, which ends with the line
	arguments  argsState // looking for arguments of a macro
	prevent    int       // names are not expanded
	keepPragma bool      // _Pragma is left for the reading of the whole replacement
	nesting    int       // of arguments that are being expanded
	work       int
	counter    int

	err   *Error
	place placer
}

type argsState uint8

const (
	noArgs argsState = iota
	wantOpen
	inArgs
)

// buffer is a text that is being read.
type buffer struct {
	*file
	pos   int
	base  Loc
	fresh bool // nothing of the line has been read
	ifs   []conditional
	up    *buffer
	dir   int // where the file was found, in Quote and Include; -1: elsewhere
	guard guardState
	macro Symbol // of the guard
	entry int    // index in texts
}

func (b *buffer) loc(i int) Loc { return b.base + Loc(i) }

// New makes a preprocessor.
func New(cfg Config) *Preprocessor {
	if cfg.Limits.Depth == 0 {
		cfg.Limits.Depth = defaultDepth
	}
	if cfg.Limits.Tokens == 0 {
		cfg.Limits.Tokens = defaultTokens
	}
	if cfg.Limits.Bytes == 0 {
		cfg.Limits.Bytes = defaultBytes
	}
	if cfg.WideChar.Bits == 0 {
		cfg.WideChar.Bits = 32
	}
	p := &Preprocessor{cfg: cfg, syms: newSymbols(), files: map[string]*file{}}
	p.defineBuiltins()
	return p
}

// Open has the text read, behind what Config has. It is called once, before Next.
func (p *Preprocessor) Open(name string, text []byte) {
	p.main = newFile(name, text, p.cfg.ISO)
	p.buf = &buffer{file: newFile(name, nil, false)} // if there is an error at once
	p.files[name] = p.main
	p.push(p.main, -1, false)
	for i := len(p.cfg.Predefined) - 1; i >= 0; i-- {
		t := p.cfg.Predefined[i]
		p.push(newFile(t.Name, t.Text, false), -1, false)
	}
}

// More has another text read, after Next has given EOF. Of macros only those of Predefined whose names begin with two underscores mean something in it,
// besides those that the compiler itself has.
func (p *Preprocessor) More(name string, text []byte) {
	for i := range p.syms.list {
		s := &p.syms.list[i]
		if m := s.macro; m != nil && m.builtin == 0 {
			if n := p.entryOf(m.at); !strings.HasPrefix(s.text, "__") || n < 1 || n > len(p.cfg.Predefined) { // the texts behind the main one, which is the first
				s.macro = nil
			}
		}
	}
	p.push(newFile(name, text, p.cfg.ISO), -1, false)
}

// Err is the first mistake that was found: after it Next gives EOF.
func (p *Preprocessor) Err() error {
	if p.err == nil {
		return nil
	}
	return p.err
}

func (p *Preprocessor) fail(at Loc, hint, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{Place: p.Place(at), Msg: fmt.Sprintf(format, args...), Hint: hint}
	}
}

// Next is the next token of the translation unit. Places of macros that expand to nothing leave nothing.
func (p *Preprocessor) Next() Token {
	space := uint8(0)
	for {
		t := p.get()
		if p.err != nil {
			return Token{Kind: EOF, Flags: First, Loc: t.Loc, Exp: t.Exp}
		}
		switch t.Kind {
		case pad:
			space |= t.Flags & White
			continue
		case Ident:
			if e := &p.syms.list[p.means(t)]; e.poisoned {
				p.fail(t.Exp, "", "%s has been poisoned with #pragma GCC poison", e.text)
				continue
			}
		}
		t.Flags |= space
		return t
	}
}

// Check reads all tokens, for Err.
func (p *Preprocessor) Check() error {
	for p.Next().Kind != EOF {
	}
	return p.Err()
}

// push opens a text. Its end leads back to the one before.
func (p *Preprocessor) push(f *file, dir int, system bool) {
	p.size += len(f.text) + 1
	if p.size > p.cfg.Limits.Bytes || p.size > 1<<32-2 {
		p.fail(p.here(), "", "the texts of all included files are larger than %d MiB", p.cfg.Limits.Bytes>>20)
		return
	}
	base := Loc(p.size - len(f.text) - 1)
	p.texts = append(p.texts, inclusion{base: base, file: f, from: p.here(), system: system})
	p.buf = &buffer{file: f, base: base, fresh: true, up: p.buf, dir: dir, entry: len(p.texts) - 1}
	p.depth++
}

// here is where the text in hand is read.
func (p *Preprocessor) here() Loc {
	if p.buf == nil {
		return 0
	}
	return p.buf.loc(p.buf.pos)
}

// read is the next token of the text in hand, after directives: EOF at its end, in a directive at the end of the line, and at the end
// of a file in the arguments of a macro.
func (p *Preprocessor) read() Token {
	for {
		var t Token
		if n := len(p.held); n > 0 {
			t = p.held[n-1]
			p.held = p.held[:n-1]
		} else {
			t = p.lex()
			p.work++
			if p.work > p.cfg.Limits.Tokens {
				p.tooMuch(t.Loc)
			}
		}
		if p.err != nil {
			return Token{Kind: EOF, Loc: t.Loc, Exp: t.Loc}
		}
		switch {
		case p.directive:
			return t
		case t.Kind == EOF:
			if p.arguments != noArgs {
				return t
			}
			if p.buf.file == p.main {
				p.end = t.Loc
			}
			if !p.pop() {
				return Token{Kind: EOF, Flags: First, Loc: p.end, Exp: p.end}
			}
			continue
		case t.Flags&First != 0 && t.Kind == Punct && p.means(t) == symHash && p.arguments != wantOpen:
			if list := p.runDirective(t); list != nil {
				p.enterTokens(list)
				return p.get()
			}
			continue
		}
		if len(p.buf.ifs) == 0 {
			p.buf.guard = guardNone
		}
		if t.Kind == Annotation {
			p.enterTokens(p.annotation(t))
			return p.get()
		}
		return t
	}
}

// pop closes a text at its end; false: it was the last one.
func (p *Preprocessor) pop() bool {
	b := p.buf
	if n := len(b.ifs); n > 0 {
		p.fail(b.ifs[n-1].at, "an #if, #ifdef or #ifndef has no #endif", "unterminated conditional directive")
		return false
	}
	if b.guard == guardClosed {
		b.file.guard = b.macro
	}
	if b.up == nil {
		return false
	}
	p.buf = b.up
	p.depth--
	return true
}

func (p *Preprocessor) tooMuch(at Loc) {
	p.fail(at, "is there a macro that grows with each use?", "preprocessing takes more than %d million tokens", p.cfg.Limits.Tokens/1_000_000)
}

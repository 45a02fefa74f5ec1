// Package syntax parses C: C11 with the constructs of GNU C and C23 that programs use, old-style definitions
// included. What it reads are the tokens of a preprocessed program; what it returns is a tree that says what is
// written and nothing of what it means: no types, no constants, no scopes but those that tell names of types from
// other names (C11 6.7.8).
//
// The parser is one of recursive descent, by the names of C11 annex A.2. After a mistake it goes on with the next
// statement or declaration, so that one run finds several.
//
//	ast.go       the tree: expressions, types, declarations
//	ast_stmt.go  statements
//	token.go     kinds of tokens, keywords, operators
//	parser.go    tokens, scopes, mistakes
//	expr.go      A.2.1
//	type.go      A.2.2: specifiers, declarators
//	decl.go      A.2.2, A.2.4: declarations, definitions
//	stmt.go      A.2.3
package syntax

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/pp"
	"craig/internal/spell"
)

// Pos is where a token is: where it was written, which is in the definition of a macro for one that comes from there,
// and where it is in the text, which is the use of the outermost macro. The preprocessor's Place tells the file and the
// line of either.
type Pos struct{ Written, Used pp.Loc }

// Config says what is read.
type Config struct {
	C23 bool // the words that C23 reserves are reserved

	Claims bool // contracts are parsed, those in comments too

	// Token, if not nil, is told each token of the source, in their order.
	Token func(pp.Token)
}

// Error is a mistake in the program: something was wanted at Pos or, where After is set, just after the token
// there.
type Error struct {
	Pos   Pos
	After int // 0, or how many characters after Pos
	Msg   string
	Hint  string // what was meant, or the next step; "" if nothing is known
	Notes []Note
}

// Note is a place that explains an Error.
type Note struct {
	Pos Pos
	Msg string
}

const (
	maxErrors = 20   // no more mistakes of one program are looked for
	maxDepth  = 1000 // brackets, prefixes and statements in one another
)

// Parse reads what the preprocessor gives up to the end of the file. It returns the tree, and the mistakes in the order of
// the text; where there are any, the tree is incomplete. A mistake that ended the preprocessor is not among them: see its
// Err.
func Parse(conf Config, source *pp.Preprocessor) (*Unit, []*Error) {
	return NewReader(conf, source).Unit()
}

// Reader reads what a preprocessor gives piece by piece: what names are types is known from one piece to the next.
type Reader struct{ p *parser }

// NewReader makes a reader.
func NewReader(conf Config, source *pp.Preprocessor) *Reader {
	return &Reader{&parser{conf: conf, source: source}}
}

// Unit is Parse of what has not been read. The mistakes are those of all pieces.
func (r *Reader) Unit() (*Unit, []*Error) {
	p := r.p
	p.ahead, p.strays, p.before = nil, nil, eof
	p.advance()
	u := &Unit{}
	p.guard(func() {
		for p.kind != eof {
			u.Decls = p.external(u.Decls)
			for len(u.Ends) < len(u.Decls) {
				u.Ends = append(u.Ends, p.nth)
			}
		}
	})
	u.Strays = p.strays
	return u, p.errors
}

// token is a token as the grammar sees it.
type token struct {
	kind kind
	bit  uint32 // see keyword
	sym  pp.Symbol
	pos  Pos
	text string // as it is spelled; of a pragma, what follows the word #pragma
	nth  int    // how many tokens of the source come before it
}

// symbol is what a spelling is to the parser.
type symbol struct {
	keyword
	known    bool // the keyword is set
	isType   bool // a name that is a type in the open scopes
	declared bool // a name that was declared, in whatever scope
}

type parser struct {
	conf   Config
	source *pp.Preprocessor
	tokens int // that were read from the source

	token                   // the present one
	last    token           // the one before
	ahead   []token         // those that peek has read
	list    []token         // that are read before the source is; nil if there are none
	notes   map[Pos][]token // the tokens of contract comments, where Config.Claims
	comment string          // the contract comment that was read last, as it is written
	before  kind            // of the token that was read before the next one to be read
	opening bool            // a statement may begin after the next ')'

	symbols []symbol   // by pp.Symbol
	undo    []declared // what names were before the declarations of the open scopes

	// Of formulas, see contract.go.
	logic       bool    // they are ACSL's
	inClause    int     // open lists of tokens that are read aside
	strays      []Pos   // of contract comments where neither a declaration nor a statement may begin
	all         []token // that are read aside
	instead     map[pp.Symbol]Expr
	definitions map[pp.Symbol]*definition
	visible     int // the definitions that come before this one are seen; 0: all are
	bounds      int // variables that were bound
	expanded    int // tokens of definitions

	depth int

	nesting
	errors []*Error
}

// nesting is how many statements of the present function are open in which continue or break may be.
type nesting struct{ inLoop, inSwitch int }

// declared is a name as it was before a declaration.
type declared struct {
	sym pp.Symbol
	was bool
}

// bailout is thrown where the parser cannot go on with a statement or a declaration, and enough where there are
// maxErrors.
type (
	bailout struct{}
	enough  struct{}
)

// guard runs f up to its end or too many mistakes.
func (p *parser) guard(f func()) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(enough); !ok {
				panic(e)
			}
		}
	}()
	f()
}

// recovering runs f and reports whether it came to its end.
func (p *parser) recovering(f func()) (ok bool) {
	depth, undo, loop, sw := p.depth, len(p.undo), p.inLoop, p.inSwitch
	defer func() {
		if e := recover(); e != nil {
			if _, is := e.(bailout); !is {
				panic(e)
			}
			p.depth, p.inLoop, p.inSwitch = depth, loop, sw
			p.leave(undo)
			ok = false
		}
	}()
	f()
	return true
}

// read takes a token from the preprocessor. Contracts are left out where neither a statement nor a declaration may begin.
func (p *parser) read() token {
	for {
		t := p.take()
		if t.kind == annotation && p.conf.Claims && !p.isContract(t) {
			continue
		}
		if t.kind == annotation && !p.mayBegin() {
			p.stray(t.pos)
			continue
		}
		p.before = t.kind
		return t
	}
}

// mayBegin reports whether a statement or a declaration may begin after the token that was read last.
func (p *parser) mayBegin() bool {
	switch p.before {
	case eof, semicolon, lbrace, rbrace, colon, kwElse, kwDo, pragma, annotation:
		return true
	case rparen:
		return p.opening
	}
	return false
}

func (p *parser) take() token {
	if len(p.list) > 0 {
		t := p.list[0]
		p.list = p.list[1:]
		return t
	}
	return p.tokenOf(p.next())
}

// next is the next token of the source.
func (p *parser) next() pp.Token {
	t := p.source.Next()
	p.tokens++
	if p.conf.Token != nil {
		p.conf.Token(t)
	}
	return t
}

// tokenOf is a token of the preprocessor as the grammar sees it; of a comment or a pragma, all of it.
func (p *parser) tokenOf(raw pp.Token) token {
	t := token{sym: raw.Sym, pos: Pos{raw.Loc, raw.Exp}, text: p.source.Text(raw), nth: p.tokens - 1}
	switch raw.Kind {
	case pp.EOF:
		t.kind = eof
	case pp.Ident, pp.Punct:
		if plain := p.source.Plain(raw); raw.Kind == pp.Ident && plain != t.text { // a universal character name is the character
			t.sym, t.text = p.source.Intern(plain), plain
		}
		k := p.symbol(raw.Sym, raw.Kind)
		t.kind, t.bit = k.kind, k.bit
	case pp.Number:
		t.kind = number
	case pp.Char:
		t.kind = char
	case pp.String:
		t.kind = text
	case pp.Annotation:
		t.kind = annotation
		p.comment = t.text
		t.text = p.annotation(t.pos)
	case pp.Pragma:
		t.kind = pragma
		t.text = p.words(pp.EndPragma)
	default:
		t.kind = other
	}
	return t
}

// annotation are the tokens of a contract comment, of which the first has been read.
func (p *parser) annotation(at Pos) string {
	if !p.conf.Claims {
		return p.words(pp.EndAnnotation)
	}
	var words []string
	var list []token
	for raw := p.next(); raw.Kind != pp.EndAnnotation && raw.Kind != pp.EOF; raw = p.next() {
		t := p.tokenOf(raw)
		words = append(words, t.text)
		list = append(list, t)
	}
	if p.notes == nil {
		p.notes = map[Pos][]token{}
	}
	p.notes[at] = list
	return strings.Join(words, " ")
}

// words are the tokens up to one of that kind.
func (p *parser) words(end pp.Kind) string {
	var words []string
	for raw := p.next(); raw.Kind != end && raw.Kind != pp.EOF; raw = p.next() {
		words = append(words, p.source.Text(raw))
	}
	return strings.Join(words, " ")
}

// symbol is what is known of a spelling, which is a name or a punctuator.
func (p *parser) symbol(s pp.Symbol, k pp.Kind) *symbol {
	if int(s) >= len(p.symbols) {
		p.symbols = append(p.symbols, make([]symbol, int(s)+1-len(p.symbols)+256)...)
	}
	x := &p.symbols[s]
	if x.known {
		return x
	}
	x.known = true
	spelled := p.spelling(s)
	switch {
	case k == pp.Punct:
		x.kind = other
		if k, ok := punctuators[spelled]; ok {
			x.kind = k
		}
	default:
		x.kind = name
		k, ok := keywords[spelled]
		if !ok && p.conf.C23 {
			k, ok = keywords23[spelled]
		}
		if ok {
			x.keyword = k
		}
		x.isType = builtinTypes[spelled]
	}
	return x
}

// builtinTypes are names of types that GNU C has without a declaration.
var builtinTypes = map[string]bool{"__builtin_va_list": true, "__int128_t": true, "__uint128_t": true}

func (p *parser) spelling(s pp.Symbol) string { return p.source.Text(pp.Token{Sym: s}) }

// advance goes on to the next token.
func (p *parser) advance() {
	p.last = p.token
	if n := len(p.ahead); n > 0 {
		p.token = p.ahead[0]
		copy(p.ahead, p.ahead[1:])
		p.ahead = p.ahead[:n-1]
		return
	}
	p.token = p.read()
}

// peek returns the token n after the present one, n > 0.
func (p *parser) peek(n int) token {
	for len(p.ahead) < n {
		p.ahead = append(p.ahead, p.read())
	}
	return p.ahead[n-1]
}

// got goes on if the present token is of kind k.
func (p *parser) got(k kind) bool {
	if p.kind != k {
		return false
	}
	p.advance()
	return true
}

// report adds a mistake, and returns it. Of those at one place the first is kept.
func (p *parser) report(at Pos, hint, format string, args ...any) *Error {
	e := &Error{Pos: at, Msg: fmt.Sprintf(format, args...), Hint: hint}
	if n := len(p.errors); n > 0 && p.errors[n-1].Pos == at {
		return e
	}
	if len(p.errors) == maxErrors {
		panic(enough{})
	}
	p.errors = append(p.errors, e)
	return e
}

// closes adds a note on the bracket that is not closed.
func (e *Error) closes(bracket string, at Pos) {
	e.Notes = append(e.Notes, Note{at, "to close this '" + bracket + "'"})
}

// fail reports a mistake at the present token and gives the statement or declaration up.
func (p *parser) fail(hint, format string, args ...any) {
	p.report(p.pos, hint, format, args...)
	panic(bailout{})
}

// want goes on if the present token is of kind k, which is spelled so. Otherwise it reports that it was wanted
// after what, just after the token before, and goes on as if it were there.
func (p *parser) want(k kind, spelled, after string) Pos {
	at := p.pos
	if !p.got(k) {
		p.missing(spelled, after)
	}
	return at
}

// missing reports that a token is missing just after the one before.
func (p *parser) missing(spelled, after string) {
	switch p.kind {
	case other:
		p.noToken()
	case eof:
		p.report(p.last.pos, "", "the file ends where '%s' was wanted %s", spelled, after).After = len(p.last.text)
		panic(bailout{})
	}
	p.report(p.last.pos, "", "'%s' is missing %s", spelled, after).After = len(p.last.text)
}

// closing goes on past the bracket that closes the one at open.
func (p *parser) closing(k kind, spelled, opened string, open Pos) Pos {
	at := p.pos
	switch {
	case p.got(k):
		return at
	case p.kind == eof:
		p.report(at, "", "the file ends where '%s' was wanted", spelled).closes(opened, open)
	default:
		p.report(at, "", "'%s' was wanted before %s", spelled, p.describe()).closes(opened, open)
	}
	panic(bailout{})
}

// describe names the present token in a message.
func (p *parser) describe() string {
	switch p.kind {
	case eof:
		return "the end of the file"
	case pragma:
		return "#pragma"
	case annotation:
		return "a contract"
	}
	s := p.text
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return "'" + s + "'"
}

// enter goes one level deeper into the grammar.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail("", "this is nested too deep")
	}
}

// declare makes a name that of a type, or of something else, up to the end of the scope.
func (p *parser) declare(x *Ident, isType bool) {
	s := &p.symbols[x.Sym]
	s.declared = true
	if s.isType != isType {
		p.undo = append(p.undo, declared{x.Sym, s.isType})
		s.isType = isType
	}
}

// leave ends scopes: the names that were declared since there were n declarations are again what they were.
func (p *parser) leave(n int) {
	for len(p.undo) > n {
		d := p.undo[len(p.undo)-1]
		p.undo = p.undo[:len(p.undo)-1]
		p.symbols[d.sym].isType = d.was
	}
}

// ident takes the present token, which is a name.
func (p *parser) ident() *Ident {
	x := &Ident{p.pos, p.sym, p.text}
	p.advance()
	return x
}

// meant is a hint: the keyword or, where types is set, the type that a name was meant to be, if it has been declared
// nowhere; otherwise is what else may be wrong.
func (p *parser) meant(s pp.Symbol, types bool, otherwise string) string {
	if p.symbols[s].declared {
		return otherwise
	}
	var names []string
	for k := range keywords {
		if k[0] != '_' {
			names = append(names, k)
		}
	}
	if types {
		for s, x := range p.symbols {
			if x.isType {
				names = append(names, p.spelling(pp.Symbol(s)))
			}
		}
	}
	slices.Sort(names)
	if near := spell.Nearest(p.spelling(s), names); near != "" {
		return "was '" + near + "' meant?"
	}
	return otherwise
}

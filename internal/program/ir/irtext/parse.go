// Package irtext reads programs from the text form that package ir writes: for tests, and for who compares exports.
package irtext

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// maxNumber bounds the numbers of locations, edges, variables and objects in a text, so that a
// small text cannot ask for large tables.
const maxNumber = 1 << 22

// maxDepth bounds the nesting of an expression in a text.
const maxDepth = 10000

// Parse reads the text form that Print writes. The result need not pass Check. An error says
// the line.
func Parse(r io.Reader) (*ir.Program, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	ps := &parser{
		p:       &ir.Program{PtrBits: 64, Locs: make([]*ir.LocInfo, 1), Edges: make([]*ir.Edge, 1)},
		funcs:   map[string]*ir.Func{},
		vars:    map[string]*ir.Var{},
		objects: map[int]*ir.Object{},
	}
	if err := ps.program(string(text)); err != nil {
		return nil, fmt.Errorf("line %d: %w", ps.lineNo, err)
	}
	return ps.p, nil
}

// deferred is a line that is read when everything is declared.
type deferred struct {
	line string
	no   int
	loc  *ir.LocInfo // of an edge its source
}

type parser struct {
	p       *ir.Program
	funcs   map[string]*ir.Func
	vars    map[string]*ir.Var
	objects map[int]*ir.Object
	later   []deferred

	lineNo int
	line   string
	at     int
	tok    token
	depth  int
	err    error
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokName
	tokString // the text is unquoted
	tokNumber
	tokPunct
)

type token struct {
	kind tokenKind
	text string
	glue bool // no space before it
}

func (ps *parser) fail(format string, args ...any) {
	if ps.err == nil {
		ps.err = fmt.Errorf(format, args...)
	}
}

// start sets the parser to the beginning of a line.
func (ps *parser) start(line string, no int) {
	ps.line, ps.lineNo, ps.at = line, no, 0
	ps.next()
}

var puncts = []string{"->", ":=", "+p", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||",
	"(", ")", "[", "]", ",", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "?", ":", "@"}

func (ps *parser) next() {
	from := ps.at
	for ps.at < len(ps.line) && (ps.line[ps.at] == ' ' || ps.line[ps.at] == '\t' || ps.line[ps.at] == '\r') {
		ps.at++
	}
	glue := ps.at == from && from > 0
	rest := ps.line[ps.at:]
	if rest == "" || rest[0] == '#' {
		ps.tok = token{kind: tokEnd}
		return
	}
	c := rest[0]
	switch {
	case c == '"':
		q, err := strconv.QuotedPrefix(rest)
		if err != nil {
			ps.fail("bad string %.20s", rest)
			ps.tok = token{kind: tokEnd}
			return
		}
		s, _ := strconv.Unquote(q)
		ps.tok = token{tokString, s, glue}
		ps.at += len(q)
	case c >= '0' && c <= '9' || c == '-' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		n := 1
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		ps.tok = token{tokNumber, rest[:n], glue}
		ps.at += n
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$':
		n := 1
		for n < len(rest) && ir.IsNameByte(rest[n]) {
			n++
		}
		for rest[n-1] == ':' {
			n--
		}
		ps.tok = token{tokName, rest[:n], glue}
		ps.at += n
	default:
		for _, p := range puncts {
			// "+p" is an operator, but "+" before a name that begins with p is not
			if strings.HasPrefix(rest, p) && !(p == "+p" && len(rest) > 2 && ir.IsNameByte(rest[2])) {
				ps.tok = token{tokPunct, p, glue}
				ps.at += len(p)
				return
			}
		}
		ps.fail("unexpected %q", rest[:1])
		ps.tok = token{kind: tokEnd}
	}
}

// got consumes the punctuation mark or word s if it is next.
func (ps *parser) got(s string) bool {
	if (ps.tok.kind == tokPunct || ps.tok.kind == tokName) && ps.tok.text == s {
		ps.next()
		return true
	}
	return false
}

func (ps *parser) want(s string) {
	if !ps.got(s) {
		ps.fail("%q expected before %q", s, ps.tok.text)
	}
}

func (ps *parser) take(kind tokenKind, what string) string {
	if ps.tok.kind != kind {
		ps.fail("%s expected before %q", what, ps.tok.text)
		return ""
	}
	s := ps.tok.text
	ps.next()
	return s
}

func (ps *parser) word() string { return ps.take(tokName, "a word") }
func (ps *parser) text() string { return ps.take(tokString, "a string") }

// name is a word or a quoted name.
func (ps *parser) name() string {
	if ps.tok.kind == tokString {
		return ps.text()
	}
	return ps.take(tokName, "a name")
}

func (ps *parser) int64() int64 {
	s := ps.take(tokNumber, "a number")
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil && ps.err == nil {
		ps.fail("number %s is too large", s)
	}
	return v
}

// id is a number from 1 to maxNumber.
func (ps *parser) id() int {
	v := ps.int64()
	if v < 1 || v > maxNumber {
		ps.fail("%d is not a number from 1 to %d", v, maxNumber)
		return 1
	}
	return int(v)
}

func oneOf[T ~uint8](ps *parser, names []string) T {
	w := ps.word()
	i := slices.Index(names, w)
	if i < 0 {
		ps.fail("%q is none of %s", w, strings.Join(names, ", "))
		return 0
	}
	return T(i)
}

// pos reads a position if there is one.
func (ps *parser) pos() (pos ir.Pos) {
	if !ps.got("@") {
		return
	}
	pos.File = ps.text()
	ps.want(":")
	pos.Line = int(ps.int64())
	ps.want(":")
	pos.Col = int(ps.int64())
	return
}

func (ps *parser) typ() ir.Type {
	t, ok := ParseType(ps.tok.text)
	if ps.tok.kind != tokName || !ok {
		ps.fail("a type expected before %q", ps.tok.text)
	}
	ps.next()
	return t
}

// ParseType reads what Type.String writes.
func ParseType(s string) (ir.Type, bool) {
	switch s {
	case "void":
		return ir.Type{}, true
	case "bool":
		return ir.Bool, true
	}
	i := strings.IndexAny(s, "0123456789")
	if i < 0 {
		return ir.Type{}, false
	}
	bits, err := strconv.ParseUint(s[i:], 10, 8)
	if err != nil || bits == 0 || s[i] == '0' {
		return ir.Type{}, false
	}
	b := uint8(bits)
	switch s[:i] {
	case "i":
		return ir.Int(b, true), true
	case "u":
		return ir.Int(b, false), true
	case "p":
		return ir.Ptr(b), true
	case "f":
		return ir.Type{Kind: ir.Float, Bits: b}, true
	case "mem":
		return ir.Mem(b), true
	}
	return ir.Type{}, false
}

// end expects the end of the line.
func (ps *parser) end() {
	if ps.tok.kind != tokEnd {
		ps.fail("unexpected %q", ps.tok.text)
	}
}

func (ps *parser) program(text string) error {
	var fn *ir.Func
	var loc *ir.LocInfo
	var object *ir.Object
	main := ""
	no := 0
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		no++
		ps.start(line, no)
		if ps.tok.kind == tokEnd && ps.err == nil {
			continue
		}
		kind := ps.word()
		if fn == nil {
			switch kind {
			case "func":
				fn = ps.function()
				loc = nil
			case "object":
				object = ps.object()
			case "cell":
				if object == nil {
					ps.fail("a cell without an object")
					break
				}
				object.Cells = append(object.Cells, ir.Cell{Offset: ps.int64(), Type: ps.typ(), Name: ps.text()})
			case "instance":
				ps.instance()
			case "main":
				main = ps.name()
			default:
				ps.header(kind)
			}
		} else {
			switch kind {
			case "param":
				fn.Params = append(fn.Params, ps.variable(fn))
			case "local":
				fn.Locals = append(fn.Locals, ps.variable(fn))
			case "result":
				fn.Result = ps.variable(fn)
			case "entry":
				fn.Entry = ir.Loc(ps.id())
			case "exit":
				fn.Exit = ir.Loc(ps.id())
			case "loc":
				loc = ps.location(fn)
			case "edge":
				if loc == nil {
					ps.fail("an edge without a location")
				}
				ps.later = append(ps.later, deferred{line, no, loc})
				continue
			case "end":
				fn = nil
			default:
				ps.fail("unexpected %q in a function", kind)
			}
		}
		if ps.err == nil && ps.tok.kind != tokEnd {
			ps.end()
		}
		if ps.err != nil {
			return ps.err
		}
	}
	if fn != nil {
		return errors.New("the last function has no end")
	}
	if main != "" {
		if ps.p.Main = ps.funcs[main]; ps.p.Main == nil {
			return fmt.Errorf("function %s is not defined", main)
		}
	}
	return ps.second()
}

// second reads the lines that refer to what may be declared after them.
func (ps *parser) second() error {
	for _, d := range ps.later {
		ps.start(d.line, d.no)
		if ps.got("object") {
			ps.objectFunc()
		} else {
			ps.want("edge")
			ps.edge(d.loc)
			ps.end()
		}
		if ps.err != nil {
			return ps.err
		}
	}
	for _, f := range ps.p.Funcs {
		for _, l := range []ir.Loc{f.Entry, f.Exit} {
			if l != 0 && (int(l) >= len(ps.p.Locs) || ps.p.Locs[l] == nil) {
				return fmt.Errorf("function %s: location %d is not declared", f.Name, l)
			}
		}
	}
	for id, e := range ps.p.Edges {
		if e != nil {
			to := ps.p.Locs[e.To]
			to.In = append(to.In, ir.EdgeID(id))
		}
	}
	return nil
}

func (ps *parser) header(kind string) {
	p := ps.p
	switch kind {
	case "ir":
		if v := ps.int64(); v != 1 {
			ps.fail("version %d of the text form is not known", v)
		}
	case "ptr":
		p.PtrBits = uint8(min(ps.id(), 255))
	case "signed":
		p.Signed = oneOf[ir.Signed](ps, ir.SignedWords[:])
	case "math":
		p.Math = true
	case "bigendian":
		p.BigEndian = true
	case "device":
		d := ir.Device{From: ps.int64(), Size: ps.int64()}
		p.Devices = append(p.Devices, d)
	case "file":
		p.Files = append(p.Files, ps.text())
	case "note":
		n := ir.Note{Kind: oneOf[ir.NoteKind](ps, ir.NoteWords[:]), Count: int(ps.int64()), Pos: ps.pos()}
		n.Text = ps.text()
		p.Notes = append(p.Notes, n)
	case "global":
		p.Globals = append(p.Globals, ps.variable(nil))
	default:
		ps.fail("unexpected %q", kind)
	}
}

func (ps *parser) object() *ir.Object {
	o := &ir.Object{ID: ps.id(), Kind: oneOf[ir.ObjectKind](ps, ir.ObjectWords[:]), Name: ps.text()}
	ps.want("size")
	o.Size = ps.int64()
	ps.want("align")
	o.Align = ps.int64()
	if ps.got("addr") {
		var ok bool
		if o.Addr, ok = num.ParseInt(ps.take(tokNumber, "a number")); !ok {
			ps.fail("bad address")
		}
	}
	if ps.got("func") {
		ps.name()
		ps.later = append(ps.later, deferred{line: ps.line, no: ps.lineNo})
	}
	o.Instance = ps.inInstance()
	o.Constant = ps.got("constant")
	o.Zero = ps.got("zero")
	o.Automatic = ps.got("automatic")
	o.Handle = ps.got("handle")
	if ps.got("data") {
		o.Data = ps.text()
	}
	o.Pos = ps.pos()
	if ps.objects[o.ID] != nil {
		ps.fail("object %d is declared twice", o.ID)
	}
	ps.objects[o.ID] = o
	ps.p.Objects = append(ps.p.Objects, o)
	return o
}

// objectFunc sets the function of an object whose line is read again.
func (ps *parser) objectFunc() {
	o := ps.objects[ps.id()]
	for ps.tok.kind != tokEnd && ps.err == nil {
		if ps.got("func") {
			o.Func = ps.funcRef()
			return
		}
		ps.next()
	}
}

func (ps *parser) funcRef() *ir.Func {
	name := ps.name()
	f := ps.funcs[name]
	if f == nil {
		ps.fail("function %s is not defined", name)
	}
	return f
}

func (ps *parser) function() *ir.Func {
	f := &ir.Func{Name: ps.name(), Defined: true}
	if ps.got("undefined") {
		f.Defined = false
	}
	f.Pos = ps.pos()
	if ps.funcs[f.Name] != nil {
		ps.fail("function %s is declared twice", f.Name)
	}
	ps.funcs[f.Name] = f
	ps.p.Funcs = append(ps.p.Funcs, f)
	return f
}

func (ps *parser) instance() {
	id := ps.id()
	if id != len(ps.p.Instances)+1 {
		ps.fail("instance %d is not the next", id)
		return
	}
	fn := ps.name()
	ps.want("copy")
	i := ps.p.NewInstance(fn, ps.id(), nil)
	ps.want("calls")
	for ps.tok.kind == tokPunct && ps.tok.text == "@" {
		i.Calls = append(i.Calls, ps.pos())
	}
}

// inInstance reads which instance a variable or a location is of; nil if none is named.
func (ps *parser) inInstance() *ir.Instance {
	if !ps.got("in") {
		return nil
	}
	id := ps.id()
	if id < 1 || id > len(ps.p.Instances) {
		ps.fail("instance %d is not declared", id)
		return nil
	}
	return ps.p.Instances[id-1]
}

func (ps *parser) variable(f *ir.Func) *ir.Var {
	v := &ir.Var{ID: ps.id(), Name: ps.name(), Type: ps.typ(), Func: f}
	if ps.got("c") {
		v.CName = ps.text()
	}
	v.Pos = ps.pos()
	v.Instance = ps.inInstance()
	if ps.vars[v.Name] != nil {
		ps.fail("variable %s is declared twice", v.Name)
	}
	ps.vars[v.Name] = v
	return v
}

func (ps *parser) location(f *ir.Func) *ir.LocInfo {
	l := ir.Loc(ps.id())
	info := &ir.LocInfo{ID: l, Func: f, Origin: l, Pos: ps.pos()}
	if ps.got("error") {
		info.Goal = ir.Violates(ps.text())
	} else if ps.got("limit") {
		info.Goal = ps.limit()
	}
	info.Loop = ps.got("loop")
	if ps.got("keyword") {
		info.LoopPos = ps.pos()
	}
	if ps.got("origin") {
		info.Origin = ir.Loc(ps.id())
	}
	info.Instance = ps.inInstance()
	for int(l) >= len(ps.p.Locs) {
		ps.p.Locs = append(ps.p.Locs, nil)
	}
	if ps.p.Locs[l] != nil {
		ps.fail("location %d is declared twice", l)
	}
	ps.p.Locs[l] = info
	f.Locs = append(f.Locs, l)
	return info
}

func (ps *parser) edge(from *ir.LocInfo) {
	id := ir.EdgeID(ps.id())
	ps.want("->")
	e := &ir.Edge{ID: id, Origin: id, From: from.ID, To: ir.Loc(ps.id())}
	ps.want(":")
	e.Stmt = ps.stmt()
	e.Pos = ps.pos()
	if ps.got("origin") {
		e.Origin = ir.EdgeID(ps.id())
	}
	if ps.got("then") {
		e.Branch = 1
	} else if ps.got("else") {
		e.Branch = 2
	}
	e.Aux = ps.got("aux")
	if int(e.To) >= len(ps.p.Locs) || ps.p.Locs[e.To] == nil {
		ps.fail("location %d is not declared", e.To)
	}
	if ps.err != nil {
		return
	}
	for int(id) >= len(ps.p.Edges) {
		ps.p.Edges = append(ps.p.Edges, nil)
	}
	if ps.p.Edges[id] != nil {
		ps.fail("edge %d is declared twice", id)
		return
	}
	ps.p.Edges[id] = e
	from.Out = append(from.Out, id)
}

// limit reads what follows "limit".
func (ps *parser) limit() ir.Goal {
	word := ps.word()
	k := slices.Index(ir.Limits[:], word)
	if k < int(ir.Unsupported) {
		ps.fail("%s is not a limit", word)
	}
	return ir.Goal{Kind: ir.GoalKind(k)}
}

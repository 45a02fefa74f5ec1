package lower

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// sscanf with a literal format of white space, text, and conversions of integers, characters, words and sets is exact: the conversions are
// calls of the functions of library/models/scan.c, one after the other. Each knows how many have been stored before it, which is the result if
// it fails; or -1, if it is the first and the text has ended (as glibc has it, also after conversions with a *, which store nothing).

// textScanner is one call.
type textScanner struct {
	*scanning
	text   *ir.Expr // where the text begins
	at     *ir.Var  // how many characters have been read
	stored int64
	result *ir.Var
	end    ir.Loc
}

// exact says that the pieces of a format, and the places for its conversions, are of the kind that is exact.
func (s *scanning) exact(pieces []library.Directive, places []place) bool {
	for _, d := range pieces {
		switch {
		case d.Verb == 0 || d.Verb == ' ' || d.Verb == '%':
			continue
		case strings.IndexByte("diuoxXcsn[", d.Verb) < 0, d.Width == 0, d.Verb == 'n' && (d.Flags != "" || d.Width >= 0),
			strings.IndexByte("cs[", d.Verb) >= 0 && d.Length != "", d.Length == "L":
			return false
		case d.Flags != "":
			continue
		}
		size := int64(1)
		if strings.IndexByte("cs[", d.Verb) < 0 {
			size = s.b.p.scannedSize(d)
		}
		if t := places[0].t; !t.IsInteger() || t.SizeOf() != size {
			return false
		}
		places = places[1:]
	}
	return true
}

// exactly is a call with such a format.
func (s *scanning) exactly(text *ir.Expr, format string, pieces []library.Directive, places []place) {
	b, pos := s.b, s.c.pos
	x := &textScanner{scanning: s, text: text, at: b.temp(b.p.size(), pos), result: b.temp(ir.Int(32, true), pos), end: b.loc(pos)}
	b.emit(&ir.Assign{Var: x.at, Expr: ir.ConstInt(x.at.Type, 0)}, pos).Aux = false
	for _, d := range pieces {
		var to *place
		if d.Verb != 0 && d.Verb != ' ' && d.Verb != '%' && d.Flags == "" {
			to, places = &places[0], places[1:]
		}
		x.piece(d, format, to)
	}
	b.emit(&ir.Assign{Var: x.result, Expr: ir.ConstInt(x.result.Type, x.stored)}, pos)
	b.jump(x.end, pos)
	b.cur = x.end
	s.n = ir.VarExpr(x.result)
}

// piece reads what one piece of the format says; to is where it stores that, nil if it does not.
func (s *textScanner) piece(d library.Directive, format string, to *place) {
	b := s.b
	in := ir.Int(32, true)
	target, stores := ir.ConstInt(b.p.out.PtrType(), 0), int64(0)
	if to != nil {
		target, stores = to.addr, 1
	}
	switch d.Verb {
	case ' ':
		s.read(s.model("space"))
	case 0:
		s.character(format[d.From])
	case '%':
		s.read(s.model("space"))
		s.character('%')
	case 'n':
		s.store(to, ir.VarExpr(s.at))
	case '[':
		ranges, negated := library.ScanSet(format[d.From:d.To])
		s.ended()
		n := s.model("set", ir.ConstInt(in, int64(d.Width)), target, b.constText(ranges), ir.OfBool(in, ir.Truth(negated)))
		s.failIf(ir.Compare(ir.OpEq, n, ir.ConstInt(n.Type, 0)), s.stored)
		s.read(n)
		s.stored += stores
	case 'c', 's':
		name := "characters"
		if d.Verb == 's' {
			name = "word"
			s.read(s.model("space"))
		}
		s.ended()
		s.read(s.model(name, ir.ConstInt(in, int64(d.Width)), target))
		s.stored += stores
	default:
		s.integer(d, to)
	}
}

// integer reads a number.
func (s *textScanner) integer(d library.Directive, to *place) {
	p, in := s.b.p, ir.Int(32, true)
	s.read(s.model("space"))
	s.ended()
	base := map[byte]int64{'d': 10, 'u': 10, 'i': 0, 'o': 8, 'x': 16, 'X': 16}[d.Verb]
	args := []*ir.Expr{ir.ConstInt(in, base), ir.ConstInt(in, int64(d.Width))}
	n := s.model("length", args...)
	s.failIf(ir.Compare(ir.OpEq, n, ir.ConstInt(n.Type, 0)), s.stored)
	if to != nil {
		signed := d.Verb == 'd' || d.Verb == 'i'
		t, _ := p.lengthType(d.Length, signed)
		if long, _ := p.lengthType("l", signed); t.SizeOf() < long.SizeOf() { // glibc reads a long
			t = long
		}
		ty := s.b.scalar(t, s.c.pos)
		v := s.model("value", append(args, ir.Const(ir.Int(64, false), ty.Max()), ir.OfBool(in, ir.Truth(signed)))...)
		s.store(to, s.b.cast(ty, v))
		s.stored++
	}
	s.read(n)
}

// here is the address of what comes next.
func (s *textScanner) here() *ir.Expr {
	return ir.PtrAdd(s.text, s.b.cast(s.b.p.offset(), ir.VarExpr(s.at)))
}

// model calls a function of scan.c at the place that has been reached.
func (s *textScanner) model(name string, args ...*ir.Expr) *ir.Expr {
	return ir.VarExpr(s.b.callModel(scanPrefix+name, s.c.pos, append([]*ir.Expr{s.here()}, args...)...))
}

// read goes n characters on.
func (s *textScanner) read(n *ir.Expr) {
	s.b.emit(&ir.Assign{Var: s.at, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(s.at), n)}, s.c.pos)
}

// next is the next character.
func (s *textScanner) next() *ir.Expr {
	return s.b.settled(s.b.load(place{t: s.b.p.tt.Basic(types.Char), addr: s.here()}, s.c.pos), s.c.pos)
}

// ended fails if the text has ended.
func (s *textScanner) ended() {
	ch := s.next()
	result := s.stored
	if result == 0 {
		result = -1
	}
	s.failIf(ir.Compare(ir.OpEq, ch, ir.ConstInt(ch.Type, 0)), result)
}

// character reads one that the format names.
func (s *textScanner) character(want byte) {
	s.ended()
	ch := s.next()
	s.failIf(ir.Compare(ir.OpNe, ch, ir.Const(ch.Type, ch.Type.Wrap(num.I(int64(want))))), s.stored)
	s.read(ir.ConstInt(s.at.Type, 1))
}

// failIf ends the call with a result if the condition holds.
func (s *textScanner) failIf(cond *ir.Expr, result int64) {
	b, pos := s.b, s.c.pos
	fails, on := b.loc(pos), b.loc(pos)
	b.branch(cond, fails, on, pos)
	b.cur = fails
	b.emit(&ir.Assign{Var: s.result, Expr: ir.ConstInt(s.result.Type, result)}, pos)
	b.jump(s.end, pos)
	b.cur = on
}

// store stores a number in an object.
func (s *textScanner) store(to *place, e *ir.Expr) {
	t := s.b.scalar(to.t, s.c.pos)
	if to.t.Kind == types.Bool {
		e = ir.OfBool(t, ir.ToBool(e))
	} else {
		e = s.b.cast(t, e)
	}
	s.b.store(*to, e, s.c.pos)
}

// constText is the address of a text of its own.
func (b *builder) constText(text string) *ir.Expr {
	l := &core.Literal{Type: b.p.tt.Array(b.p.tt.Basic(types.Char), int64(len(text))+1)}
	for i := range len(text) {
		l.Units = append(l.Units, uint32(text[i]))
	}
	return b.literal(l)
}

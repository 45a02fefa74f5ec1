package lower

import (
	"math"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/format"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// scannedModel is the model that follows what functions give that read by a format.
const scannedModel = "__craig_scanned"

// scanning is a call of scanf or its kin.
type scanning struct {
	b      *builder
	c      *knownCall
	source ir.Source // of what is read
	n      *ir.Expr  // the result
}

// scan is scanf or its kin. What the conversions of the format point to becomes unknown, and so is the result. Of scanf and fscanf that is input,
// of sscanf, if it is not exact, an approximation; what goes into arrays of characters always is, unless their number is bounded.
func scan(source ir.Source) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		text, literal := c.text(c.row.Param("format"))
		pieces, known := library.ScanFormat(text)
		args, formals := b.passed(c), c.formals()
		first := c.row.Param("format") + 1
		if len(args) < first {
			refuse(c.pos, otherArguments)
		}
		var places []place
		var targets []format.Target
		var kinds []*types.Type
		for i, a := range args[first:] {
			t := core.Pointee(formals[first+i])
			if a.e == nil || a.t.Kind != types.Pointer || t == nil {
				b.unsound(c.pos, "%s into this is not supported", c.v.Name)
				t, a.e = b.p.tt.Basic(types.Int), ir.ConstInt(b.p.out.PtrType(), 0)
			}
			if t.Kind == types.Array {
				t = t.Elem
			}
			places = append(places, place{t: t.Main(), addr: a.e})
			targets, kinds = append(targets, format.Target{Type: t.Main(), Addr: a.e}), append(kinds, t.Main())
		}
		s := &scanning{b: b, c: c, source: source}
		switch {
		case !literal || !known || len(library.Stored(pieces)) != len(places):
			b.unsound(c.pos, "%s with this format is not supported", c.v.Name)
			s.n = ir.ConstInt(ir.Int(32, true), 0)
		case source == ir.FromApproximation && format.Exact(b.p.tt, pieces, kinds):
			s.n = format.ScanText(coder{b, c}, args[0].e, text, pieces, targets)
		default:
			stream := b.p.stream("stdin")
			if first == 2 && args[0].e != nil {
				stream = args[0].e
			}
			s.unknown(text, pieces, places, stream)
		}
		if b.errnoSeen() { // to 0, as glibc does where what is read ends, or to ERANGE
			sets := ir.ToBool(b.havoc(ir.Int(1, false), ir.FromApproximation, c.v.Name, c.pos))
			b.either(sets, c.pos, func() { b.setErrnoAmong(c.v.Name, 0, errRange, c.pos) }, func() {})
		}
		b.returns(c, s.n)
	}
}

// compare compares the result with a number.
func (s *scanning) compare(op ir.Op, n int64) *ir.Expr {
	return s.b.fold(ir.Compare(op, s.n, ir.ConstInt(s.n.Type, n)))
}

// perhaps is a condition of which is not known whether it holds.
func (b *builder) perhaps(pos ir.Pos) *ir.Expr {
	return ir.ToBool(b.havoc(ir.Int(1, false), ir.FromApproximation, "", pos))
}

// unknown reads what is not known from a stream, or a text.
func (s *scanning) unknown(text string, pieces []library.Directive, places []place, stream *ir.Expr) {
	b, c := s.b, s.c
	if s.source == ir.FromApproximation {
		b.p.note(ir.Overapproximated, c.pos, "what %s reads is unknown", c.v.Name)
	}
	s.n = b.havoc(ir.Int(32, true), s.source, c.v.Name, c.pos)
	directives := library.Stored(pieces)
	counted := 0
	for _, d := range directives {
		if d.Verb != 'n' {
			counted++
		}
	}
	b.emit(&ir.Assume{Cond: ir.And(s.compare(ir.OpGe, -1), s.compare(ir.OpLe, int64(counted)))}, c.pos).Aux = false
	if library.ReadsFirst(pieces) {
		b.emit(&ir.Assume{Cond: s.compare(ir.OpNe, 0)}, c.pos)
	}
	before := int64(0) // conversions that the result counts
	for i, d := range directives {
		p := places[i]
		chars := strings.IndexByte("sc[", d.Verb) >= 0
		switch {
		case chars && (!p.t.IsInteger() || p.t.SizeOf() != 1 || d.Length != ""), !p.t.IsScalar(), d.Verb == 'p', p.t.Kind == types.Pointer:
			b.unsound(c.pos, "%s into this is not supported", c.v.Name)
			continue
		case !chars && (p.t.SizeOf() != format.ScannedSize(b.p.tt, d) || p.t.IsReal() != format.ReadsFloat(d)):
			b.unsound(c.pos, "%s into an object of another size than the format says is not supported", c.v.Name)
			continue
		}
		b.either(s.done(d, before), c.pos, func() {
			if chars {
				s.text(d, p)
			} else {
				s.number(d, p)
			}
		}, func() {})
		if d.Verb != 'n' {
			before++
		}
	}
	if s.source == ir.FromCall {
		first, rest := s.rest(text, pieces, places)
		s.follow(stream, pieces, counted, first, rest)
	}
	b.failsIf(ir.FromEffect, c.v.Name, nil, c.pos)
}

// done is the condition under which a conversion has stored something, before which there are so many that the result counts: that the
// result counts it. Where input ends %n may have stored, and so may %3c, which wants more characters.
func (s *scanning) done(d library.Directive, before int64) *ir.Expr {
	done := s.compare(ir.OpGt, before)
	if d.Verb != 'n' && (d.Verb != 'c' || d.Width <= 1) {
		return done
	}
	may := s.compare(ir.OpEq, before)
	if before == 0 {
		may = s.compare(ir.OpLe, 0)
	}
	return ir.Or(done, ir.And(may, s.b.perhaps(s.c.pos)))
}

// havoc stores an unknown value.
func (s *scanning) havoc(p place, source ir.Source) *ir.Expr {
	e := s.b.havoc(s.b.scalar(p.t, s.c.pos), source, s.c.v.Name, s.c.pos)
	s.b.store(s.b.object(p.t, p.addr, s.c.pos), e, s.c.pos)
	return e
}

// number reads a number. What %n stores depends on the text, and so does how many digits a width has: with %d it bounds
// the number, and elsewhere it is not followed.
func (s *scanning) number(d library.Directive, p place) {
	bounded := d.Verb == 'd' && 0 < d.Width && d.Width < 18
	source := s.source
	if d.Verb == 'n' || d.Width >= 0 && !bounded {
		s.b.p.note(ir.Overapproximated, s.c.pos, "what %s stores for %%%c is unknown", s.c.v.Name, d.Verb)
		source = ir.FromApproximation
	}
	v := s.havoc(p, source)
	if !bounded && d.Verb != 'n' {
		return
	}
	low, high := int64(0), int64(math.MaxInt32)
	if bounded {
		high = 1
		for range d.Width {
			low, high = high, high*10
		}
		low, high = 1-low, high-1
	}
	limit := func(op ir.Op, n int64) {
		if v.Type.Fits(num.I(n)) {
			s.b.emit(&ir.Assume{Cond: ir.Compare(op, v, ir.ConstInt(v.Type, n))}, s.c.pos)
		}
	}
	limit(ir.OpGe, low)
	limit(ir.OpLe, high)
}

// text reads characters into an array: input if their number is bounded.
func (s *scanning) text(d library.Directive, p place) {
	b, pos, room := s.b, s.c.pos, s.b.p.size()
	width := ir.ConstInt(room, int64(max(d.Width, 1)))
	switch {
	case d.Verb == 'c' && s.source == ir.FromCall:
		b.callModel(format.ScanPrefix+"input", pos, p.addr, width)
		if d.Spaced {
			b.emit(&ir.Assume{Cond: ir.Not(format.IsSpace(b.load(p, pos)))}, pos)
		}
	case d.Verb == 's' && s.source == ir.FromCall && d.Width != 0:
		if d.Width < 0 {
			width = ir.Const(room, ir.Int(32, true).Max()) // as many as the model counts
		}
		b.callModel(format.ScanPrefix+"input_word", pos, p.addr, width)
	case d.Verb == 'c':
		b.p.note(ir.Overapproximated, pos, "the characters that %s reads are unknown", s.c.v.Name)
		b.repeat(int64(max(d.Width, 1)), pos, func(i *ir.Expr) {
			s.havoc(place{t: p.t, addr: ir.PtrAdd(p.addr, i)}, ir.FromApproximation)
		})
	default:
		b.p.note(ir.Overapproximated, pos, "the characters that %s reads are unknown", s.c.v.Name)
		n := ir.Const(room, room.Max())
		if d.Width >= 0 {
			n = ir.ConstInt(room, int64(d.Width)+1)
		}
		b.callModel(format.PrintPrefix+"any", pos, p.addr, n)
	}
}

// rest follows what the pieces of a format have read, as far as the result says that they have stored at places: between them, and of what the
// stream has, see scanformat.go of package library. It gives the first character, for the model: -1 if any may be there, -2 if that is not known.
func (s *scanning) rest(text string, pieces []library.Directive, places []place) (first, rest *ir.Expr) {
	b, pos := s.b, s.c.pos
	number := func(v int64) *ir.Expr { return ir.ConstInt(s.n.Type, v) }
	first = number(-1)
	counted, at := int64(0), 0
	for i, d := range pieces {
		var c *ir.Expr
		if d.Verb == 'c' && d.Flags == "" && d.Width <= 1 {
			c = b.cast(s.n.Type, b.settled(b.load(places[at], pos), pos))
		}
		stored := s.compare(ir.OpGt, counted)
		switch {
		case i == 0 && c != nil:
			first = ir.Ite(stored, c, first)
		case i == 0 && strings.IndexByte("\x00%c[", d.Verb) >= 0:
			first = number(-2)
		case i > 0 && d.Clashes(pieces[i-1], text):
			b.guessesIf(stored, pos)
		case i > 0 && c != nil && pieces[i-1].Rest() == library.RestNumber:
			b.guessesIf(ir.And(stored, ir.And(ir.Compare(ir.OpGe, c, number('0')), ir.Compare(ir.OpLe, c, number('9')))), pos)
		case i > 0 && c != nil && pieces[i-1].Rest() == library.RestWord && pieces[i-1].Verb != 0 && pieces[i-1].Verb != '%':
			b.guessesIf(ir.And(stored, ir.Not(format.IsSpace(c))), pos)
		}
		if d.Verb != 0 && d.Verb != ' ' && d.Verb != '%' && d.Flags == "" {
			at++
			if d.Verb != 'n' {
				counted++
			}
		}
	}
	done, failed := library.Rests(pieces)
	return first, b.fold(ir.Ite(s.compare(ir.OpGe, counted), number(int64(done)), number(int64(failed))))
}

// follow has the model of streams follow that scanf has given its result. Each of its conversions reads whatever there is if all are %c or
// %s, so that one that is missing means the end.
func (s *scanning) follow(stream *ir.Expr, pieces []library.Directive, counted int, first, rest *ir.Expr) {
	for _, d := range pieces {
		if d.Verb != ' ' && (d.Flags != "" || d.Verb != 's' && (d.Verb != 'c' || d.Width > 1)) {
			counted = 0
		}
	}
	s.b.callModel(scannedModel, s.c.pos, stream, s.n, ir.ConstInt(s.n.Type, int64(counted)), first, rest)
}

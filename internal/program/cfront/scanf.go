package cfront

import (
	"math"
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// textPrinters print into memory, addresses too, which sscanf may read again.
var textPrinters = []string{"sprintf", "snprintf", "vsprintf", "vsnprintf", "asprintf", "vasprintf"}

// scanning is scanf and its kin, with a number of arguments before the others. What the conversions of
// the format point to becomes unknown, and so is the result. For scanf and fscanf that is input; of sscanf
// it is an approximation, and what goes into arrays of characters always is.
func scanning(fixed int, source ir.Source) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) < fixed {
			return f.unknownCall(c)
		}
		format, literal := f.formatOf(c.args[fixed-1])
		pieces, known := library.ScanFormat(format)
		if source == ir.FromApproximation && literal && known && f.exactScan(pieces, c.args[fixed:]) {
			return f.scanExactly(c, format, pieces)
		}
		stream := f.r.stream("stdin")
		if fixed == 2 && source == ir.FromCall {
			if v := f.passedArgument(c, 0); v.e != nil && v.t.kind == kPointer {
				stream = f.settled(v.e, c.pos)
			}
			f.arguments(c.args[1:fixed], nil)
		} else {
			f.arguments(c.args[:fixed], nil)
		}
		if source == ir.FromApproximation {
			f.r.note(ir.Overapproximated, c.pos, "what %s reads is unknown", c.g.cname)
		}
		directives := library.Stored(pieces)
		if !literal || !known || len(directives) != len(c.args)-fixed {
			directives = nil
		}
		var places []place
		for _, a := range c.args[fixed:] {
			p := f.pointee(a)
			if p.addr != nil {
				p.addr = f.settledPlace(p.addr, c.pos)
			}
			places = append(places, p)
		}
		n := f.havoc(f.r.types.intT.ir(), source, c.g.cname, c.pos)
		at := func(op ir.Op, limit int) *ir.Expr { return ir.Compare(op, n, ir.ConstInt(n.Type, int64(limit))) }
		counted := len(places)
		for _, d := range directives {
			if d.Verb == 'n' {
				counted--
			}
		}
		f.emit(&ir.Assume{Cond: ir.And(at(ir.OpGe, -1), at(ir.OpLe, counted))}, c.pos)
		if library.ReadsFirst(pieces) {
			f.emit(&ir.Assume{Cond: ir.Or(at(ir.OpLt, 0), at(ir.OpGt, 0))}, c.pos)
		}
		before := 0 // conversions that the result counts
		for i, p := range places {
			var d library.Directive
			if directives != nil {
				d = directives[i]
			}
			text := directives != nil && strings.IndexByte("sc[", d.Verb) >= 0
			switch {
			case text && (p.t.kind != kInt || p.t.size != 1 || p.addr == nil || d.Length != ""), directives == nil && p.t.kind == kInt && p.t.size == 1, !p.t.isScalar():
				f.unsound(c.pos, "%s into this is not supported", c.g.cname)
				continue
			case !text && directives != nil && d.Verb != 'p' && p.t.size != f.scannedSize(d):
				f.unsound(c.pos, "%s into an object of another size than the format says is not supported", c.g.cname)
				continue
			case p.t.kind == kPointer && source == ir.FromApproximation && f.r.callsAny(textPrinters...):
				f.unsound(c.pos, "%s of an address that the program may have printed is not supported", c.g.cname)
				continue
			case directives == nil:
				f.havocPlace(p, source, c.g.cname, c.pos)
				continue
			}
			read, end := f.node(c.pos), f.node(c.pos)
			f.branch(f.scanned(d, before, at, c.pos), read, end, c.pos)
			f.cur = read
			if text {
				f.scanText(d, p, source, c)
			} else {
				f.scanNumber(d, p, source, c)
			}
			f.jump(end, c.pos)
			f.cur = end
			if d.Verb != 'n' {
				before++
			}
		}
		if source == ir.FromCall {
			first, rest := ir.ConstInt(n.Type, -2), ir.ConstInt(n.Type, int64(library.RestEnd))
			if directives != nil {
				first, rest = f.followRest(format, pieces, places, n, c.pos)
			}
			f.followScan(stream, n, pieces, counted, first, rest, c.pos)
		}
		f.setErrno(c, nil)
		f.scanErrno(c)
		return value{t: f.r.types.intT, e: n}
	}
}

// scanErrno has a call of scanf or its kin set errno, or not: to 0, as glibc does where what is read ends, or to ERANGE.
func (f *fn) scanErrno(c *callSite) {
	if _, ok := f.errnoPlace(); !ok {
		return
	}
	sets := ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, c.g.cname, c.pos))
	f.either(sets, c.pos, func() { f.setErrnoAmong(c, 0, errRange) }, func() {})
}

// scanned is the condition under which a conversion has stored something, before which there are so many that the result
// counts: that the result counts it. Where input ends %n may have stored, and so may %3c, which wants more characters.
func (f *fn) scanned(d library.Directive, before int, at func(op ir.Op, limit int) *ir.Expr, pos ir.Pos) *ir.Expr {
	done := at(ir.OpGt, before)
	if d.Verb != 'n' && (d.Verb != 'c' || d.Width <= 1) {
		return done
	}
	may := at(ir.OpEq, before)
	if before == 0 {
		may = at(ir.OpLe, 0)
	}
	return ir.Or(done, ir.And(may, ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos))))
}

// scanNumber reads a number. What %n stores depends on the text, and so does how many digits a width has: with %d it bounds
// the number, and elsewhere it is not followed.
func (f *fn) scanNumber(d library.Directive, p place, source ir.Source, c *callSite) {
	bounded := d.Verb == 'd' && 0 < d.Width && d.Width < 18 && p.t.isInt()
	if d.Verb == 'n' || d.Width >= 0 && !bounded {
		f.r.note(ir.Overapproximated, c.pos, "what %s stores for %%%c is unknown", c.g.cname, d.Verb)
		f.havocPlace(p, ir.FromApproximation, "", c.pos)
	} else {
		f.havocPlace(p, source, c.g.cname, c.pos)
	}
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
	v := f.load(p, c.pos)
	if v.e == nil {
		return
	}
	is := func(op ir.Op, limit int64) *ir.Expr {
		if !v.e.Type.Fits(num.I(limit)) {
			return ir.True()
		}
		return ir.Compare(op, v.e, ir.ConstInt(v.e.Type, limit))
	}
	f.emit(&ir.Assume{Cond: ir.And(is(ir.OpGe, low), is(ir.OpLe, high))}, c.pos)
}

// scanText reads characters into an array: input if their number is bounded.
func (f *fn) scanText(d library.Directive, p place, source ir.Source, c *callSite) {
	to := p.addr
	room := f.r.types.size.ir()
	count := func(n int64) *ir.Expr { return ir.ConstInt(room, n) }
	call := func(model string, args ...*ir.Expr) {
		f.emit(&ir.Call{Callee: f.r.irFunc(f.r.modelNamed("__craig_"+model, false)), Args: args}, c.pos)
	}
	switch {
	case d.Verb == 'c' && source == ir.FromCall:
		call("scan_input", to, count(int64(max(d.Width, 1))))
		if v := f.load(place{t: p.t, addr: to}, c.pos); d.Spaced && v.e != nil {
			is := func(op ir.Op, char int64) *ir.Expr { return ir.Compare(op, v.e, ir.ConstInt(v.e.Type, char)) }
			space := ir.Or(is(ir.OpEq, ' '), ir.And(is(ir.OpGe, '\t'), is(ir.OpLe, '\r')))
			f.emit(&ir.Assume{Cond: ir.Not(space)}, c.pos)
		}
	case d.Verb == 's' && source == ir.FromCall && d.Width > 0:
		call("scan_input_word", to, count(int64(d.Width)))
	case d.Verb == 'c':
		f.r.note(ir.Overapproximated, c.pos, "the characters that %s reads are unknown", c.g.cname)
		f.forEach(int64(max(d.Width, 1)), c.pos, func(i *ir.Expr) {
			f.havocPlace(place{t: p.t, addr: ir.PtrAdd(to, i)}, ir.FromApproximation, "", c.pos)
		})
	default:
		f.r.note(ir.Overapproximated, c.pos, "the characters that %s reads are unknown", c.g.cname)
		n := ir.Const(room, room.Max())
		if d.Width >= 0 {
			n = count(int64(d.Width) + 1)
		}
		call("print_any", to, n)
	}
}

// scannedSize is how many bytes a conversion of a number writes.
func (f *fn) scannedSize(d library.Directive) int64 {
	types := f.r.types
	if strings.IndexByte("aefgAEFG", d.Verb) >= 0 {
		switch d.Length {
		case "":
			return types.float.size
		case "l":
			return types.double.size
		}
		return types.ldouble.size
	}
	if t := types.lengthType(d.Length, true); t != nil {
		return t.size
	}
	return -1
}

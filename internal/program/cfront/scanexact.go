package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// sscanf with a literal format of white space, text, and conversions of integers, characters, words and sets is
// exact: the conversions are calls of the functions of scan.c, one after the other. Each knows how many
// have been stored before it, which is the result if it fails; or -1, if it is the first and the text
// has ended (as glibc has it, also after conversions with a *, which store nothing).

// scanModels are the functions of scan.c.
var scanModels = []string{"space", "length", "value", "word", "characters", "set", "input", "input_word"}

// textScanner lowers one call.
type textScanner struct {
	f      *fn
	c      *callSite
	text   *ir.Expr // where the text begins
	at     *ir.Var  // how many characters have been read
	stored int64
	result *ir.Var
	end    *node
}

// exactScan says that the pieces of a format, and the arguments for its conversions, are of the kind that
// is exact.
func (f *fn) exactScan(pieces []library.Directive, args []cc.ExpressionNode) bool {
	for _, d := range pieces {
		switch {
		case d.Verb == 0 || d.Verb == ' ' || d.Verb == '%':
			continue
		case strings.IndexByte("diuoxXcsn[", d.Verb) < 0, d.Width == 0, d.Verb == 'n' && (d.Flags != "" || d.Width >= 0),
			strings.IndexByte("cs[", d.Verb) >= 0 && d.Length != "", d.Length == "L":
			return false
		case d.Flags != "":
			continue
		case len(args) == 0:
			return false
		}
		t := f.r.valueType(args[0])
		if t.kind != kPointer {
			return false
		}
		elem, size := f.r.types.elem(t), int64(1)
		if strings.IndexByte("cs[", d.Verb) < 0 {
			size = f.scannedSize(d)
		}
		if elem.kind != kInt || elem.size != size {
			return false
		}
		args = args[1:]
	}
	return len(args) == 0
}

// scanExactly is a call of sscanf with such a format.
func (f *fn) scanExactly(c *callSite, format string, pieces []library.Directive) value {
	types, pos := f.r.types, c.pos
	s := &textScanner{f: f, c: c, result: f.temp(types.intT.ir(), pos), end: f.node(pos)}
	s.text = f.settled(f.convert(f.passedArgument(c, 0), types.voidPtr, pos).e, pos)
	s.at = f.temp(types.size.ir(), pos)
	f.emit(&ir.Assign{Var: s.at, Expr: ir.ConstInt(s.at.Type, 0)}, pos)
	f.rvalue(c.args[1])
	var places []place
	for _, a := range c.args[2:] {
		p := f.pointee(a)
		if p.addr != nil {
			p.addr = f.settledPlace(p.addr, pos)
		}
		places = append(places, p)
	}
	for _, d := range pieces {
		var to *place
		if d.Verb != 0 && d.Verb != ' ' && d.Verb != '%' && d.Flags == "" {
			to, places = &places[0], places[1:]
		}
		s.piece(d, format, to)
	}
	f.emit(&ir.Assign{Var: s.result, Expr: ir.ConstInt(s.result.Type, s.stored)}, pos)
	f.jump(s.end, pos)
	f.cur = s.end
	f.scanErrno(c)
	return value{t: types.intT, e: ir.VarExpr(s.result)}
}

// piece reads what one piece of the format says; to is where it stores that, nil if it does not.
func (s *textScanner) piece(d library.Directive, format string, to *place) {
	f := s.f
	switch d.Verb {
	case ' ':
		s.read(s.call("space"))
	case 0:
		s.character(format[d.From])
	case '%':
		s.read(s.call("space"))
		s.character('%')
	case 'n':
		s.store(to, value{t: f.r.types.size, e: ir.VarExpr(s.at)})
	case '[':
		target, not := ir.ConstInt(f.r.prog.PtrType(), 0), int64(0)
		if to != nil {
			target = to.addr
		}
		ranges, negated := library.ScanSet(format[d.From:d.To])
		if negated {
			not = 1
		}
		intType := f.r.types.intT.ir()
		s.ended()
		n := s.call("set", ir.ConstInt(intType, int64(d.Width)), target, f.textOf(ranges, s.c.pos), ir.ConstInt(intType, not))
		s.failIf(ir.Compare(ir.OpEq, n, ir.ConstInt(n.Type, 0)), s.stored)
		s.read(n)
		if to != nil {
			s.stored++
		}
	case 'c', 's':
		target := ir.ConstInt(f.r.prog.PtrType(), 0)
		if to != nil {
			target = to.addr
		}
		name := "characters"
		if d.Verb == 's' {
			name = "word"
			s.read(s.call("space"))
		}
		s.ended()
		s.read(s.call(name, ir.ConstInt(f.r.types.intT.ir(), int64(d.Width)), target))
		if to != nil {
			s.stored++
		}
	default:
		s.number(d, to)
	}
}

// number reads a number.
func (s *textScanner) number(d library.Directive, to *place) {
	f, pos := s.f, s.c.pos
	types := f.r.types
	s.read(s.call("space"))
	s.ended()
	base := map[byte]int64{'d': 10, 'u': 10, 'i': 0, 'o': 8, 'x': 16, 'X': 16}[d.Verb]
	args := []*ir.Expr{ir.ConstInt(types.intT.ir(), base), ir.ConstInt(types.intT.ir(), int64(d.Width))}
	n := s.call("length", args...)
	s.failIf(ir.Compare(ir.OpEq, n, ir.ConstInt(n.Type, 0)), s.stored)
	if to != nil {
		signed, isSigned := d.Verb == 'd' || d.Verb == 'i', int64(0)
		t := types.lengthType(d.Length, signed)
		if t.size < types.long.size { // glibc reads a long
			t = types.lengthType("l", signed)
		}
		if signed {
			isSigned = 1
		}
		v := s.call("value", append(args, ir.Const(types.ullong.ir(), t.ir().Max()), ir.ConstInt(types.intT.ir(), isSigned))...)
		s.store(to, f.convert(value{t: types.ullong, e: v}, t, pos))
		s.stored++
	}
	s.read(n)
}

// here is the address of what comes next.
func (s *textScanner) here() *ir.Expr {
	return ir.PtrAdd(s.text, s.f.cast(s.f.r.types.ptrdiff.ir(), ir.VarExpr(s.at)))
}

// call calls a function of scan.c at the place that has been reached.
func (s *textScanner) call(name string, args ...*ir.Expr) *ir.Expr {
	g := s.f.r.modelNamed("__craig_scan_"+name, false)
	result := s.f.temp(s.f.r.resultType(g).ir(), s.c.pos)
	s.f.emit(&ir.Call{Callee: s.f.r.irFunc(g), Args: append([]*ir.Expr{s.here()}, args...), Result: result}, s.c.pos)
	return ir.VarExpr(result)
}

// read goes n characters on.
func (s *textScanner) read(n *ir.Expr) {
	s.f.emit(&ir.Assign{Var: s.at, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(s.at), n)}, s.c.pos)
}

// next is the next character.
func (s *textScanner) next() *ir.Expr {
	p := place{t: s.f.r.types.char, addr: s.here()}
	return s.f.settled(s.f.load(p, s.c.pos).e, s.c.pos)
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
	f, pos := s.f, s.c.pos
	fails, on := f.node(pos), f.node(pos)
	f.branch(cond, fails, on, pos)
	f.cur = fails
	f.emit(&ir.Assign{Var: s.result, Expr: ir.ConstInt(s.result.Type, result)}, pos)
	f.jump(s.end, pos)
	f.cur = on
}

// store stores a number in an object.
func (s *textScanner) store(to *place, v value) {
	s.f.store(*to, s.f.convert(v, to.t, s.c.pos), s.c.pos)
}

package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// bounded leaves of the executions those in which the result v of a call has a value that the
// row's function may have, and sets errno.
func (f *fn) bounded(row *library.Function, c *callSite, v value, vs []value) value {
	if row.Values == library.NonNull && v.e != nil {
		f.emit(&ir.Assume{Cond: ir.ToBool(v.e)}, c.pos)
	}
	if v.e == nil || !v.t.isInt() {
		f.setErrnoFrom(errnoSource(row), c, nil)
		f.clearErrno(row, c)
		return v
	}
	t := v.e.Type
	at := func(n int64) *ir.Expr { return ir.Const(t, f.r.mode.Convert(t, num.I(n))) }
	is := func(n int64) *ir.Expr { return ir.Compare(ir.OpEq, v.e, at(n)) }
	atLeast := func(n int64) *ir.Expr { return ir.Compare(ir.OpGe, v.e, at(n)) }
	failed := is(-1)
	atMost := func() *ir.Expr {
		if row.Bound >= len(vs) || vs[row.Bound].e == nil {
			return ir.True()
		}
		bound := f.convert(vs[row.Bound], v.t, c.pos).e
		if t.IsSigned() { // the largest counts have no other meaning than the bound
			return ir.Or(ir.Compare(ir.OpLt, bound, at(0)), ir.Compare(ir.OpLe, v.e, bound))
		}
		return ir.Compare(ir.OpLe, v.e, bound)
	}
	f.refusesFile(row, v, vs, c.pos)
	empty := f.emptyPath(row, vs, c.pos)
	f.refuses(empty, ir.Compare(ir.OpLt, v.e, at(0)), c.pos)
	var cond *ir.Expr
	switch row.Values {
	case library.Status:
		cond = ir.Or(is(0), failed)
	case library.Count:
		cond = ir.Or(atLeast(0), failed)
		if row.Tied {
			f.emit(&ir.Assume{Cond: ir.Or(is(0), failed)}, c.pos)
			f.setErrno(c, failed)
			number := f.temp(t, c.pos)
			f.either(failed, c.pos, func() {
				f.emit(&ir.Assign{Var: number, Expr: at(-1)}, c.pos)
			}, func() {
				m := f.havoc(t, ir.FromApproximation, c.g.cname, c.pos)
				f.emit(&ir.Assume{Cond: ir.Compare(ir.OpGe, m, at(0))}, c.pos)
				f.emit(&ir.Assign{Var: number, Expr: m}, c.pos)
			})
			v.e = ir.VarExpr(number)
			return v
		}
	case library.UpTo:
		cond = ir.Or(ir.And(atLeast(0), atMost()), failed)
	case library.AtMost:
		cond, failed = ir.And(atLeast(0), atMost()), nil
		if strings.HasPrefix(row.Name, "fwrite") && vs[1].e != nil { // of elements of no size there are none
			cond = ir.And(cond, ir.Or(ir.Compare(ir.OpNe, vs[1].e, ir.ConstInt(vs[1].e.Type, 0)), is(0)))
		}
	case library.Process:
		cond = ir.Or(atLeast(1), failed)
	case library.Truth:
		f.emit(&ir.Assume{Cond: ir.Or(is(0), is(1))}, c.pos)
		f.setErrno(c, nil)
		v.e = f.openFrom(is(1), c.g.cname, c.pos)
		return f.convert(value{t: f.r.types.intT, e: v.e}, v.t, c.pos)
	case library.Descriptor:
		f.emit(&ir.Assume{Cond: ir.Or(is(0), failed)}, c.pos)
		f.setErrno(c, failed)
		f.errnoIs(row, c, vs, empty)
		m := f.open(c.g.cname, c.pos, func(m *ir.Expr) *ir.Expr { return ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, 0)) })
		v.e = ir.Ite(failed, at(-1), f.cast(t, m))
		return v
	case library.NonNegative:
		cond, failed = atLeast(0), nil
	case library.ErrorNumber:
		f.emit(&ir.Assume{Cond: f.fold(ir.And(atLeast(0), ir.Compare(ir.OpLe, v.e, at(mostErrno))))}, c.pos)
		f.setErrnoFrom(ir.FromApproximation, c, nil) // C lets every function set it
		f.clearErrno(row, c)
		return v
	case library.Flag:
		cond, failed = ir.Or(is(0), is(1)), nil
	case library.Byte:
		cond, failed = ir.And(atLeast(-1), ir.Compare(ir.OpLe, v.e, at(255))), nil // the end of a file is no error
	case library.Positive:
		cond, failed = atLeast(1), nil
	case library.Least:
		cond, failed = atLeast(-1), nil
	case library.Range:
		cond, failed = ir.And(atLeast(row.Low), ir.Compare(ir.OpLe, v.e, at(row.High))), nil
	case library.Echo:
		cond = failed
		if row.Bound < len(vs) && vs[row.Bound].e != nil {
			char := vs[row.Bound]
			if t.IsSigned() {
				char = f.convert(char, f.r.types.uchar, c.pos)
			}
			cond = ir.Or(ir.Compare(ir.OpEq, v.e, f.convert(char, v.t, c.pos).e), failed)
		}
		if !t.IsSigned() { // WEOF, which may be what was given
			failed = nil
		}
	case library.Wide:
		f.wideCharacter(v.e, c.pos)
		failed = nil
	case library.Stream:
		v.e, failed = f.streamNumber(t, vs[row.Bound].e, c), nil
	default:
		failed = nil
	}
	if cond != nil && !cond.IsTrue() {
		f.emit(&ir.Assume{Cond: cond}, c.pos)
	}
	f.setErrnoFrom(errnoSource(row), c, failed)
	f.errnoIs(row, c, vs, empty)
	f.clearErrno(row, c)
	return v
}

// clearErrno has a call of the row's function set errno to 0, or not, if it may: when it is done, whatever it has set errno to before.
func (f *fn) clearErrno(row *library.Function, c *callSite) {
	_, ok := f.errnoPlace()
	if !ok || !row.Clears {
		return
	}
	clears := ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, c.g.cname, c.pos))
	f.either(clears, c.pos, func() { f.setErrnoTo(0, c.pos) }, func() {})
}

// errnoSource is where the number that a call sets errno to comes from: from outside, or from the arguments if only these decide the
// result, as with strtod, and what they give is not known.
func errnoSource(row *library.Function) ir.Source {
	if row.Kind == library.Approximate {
		return ir.FromApproximation
	}
	return ir.FromEffect
}

// refusesFile leaves of the executions those in which a call fails if the number of a file that it is given is negative.
func (f *fn) refusesFile(row *library.Function, v value, vs []value, pos ir.Pos) {
	if len(row.Params) == 0 || len(vs) == 0 || vs[0].e == nil || !vs[0].t.isInt() || !vs[0].e.Type.IsSigned() {
		return
	}
	switch {
	case row.Params[0].Name != "fd" && row.Name != "dup2" && row.Name != "dup3":
		return
	case len(row.Params) > 1 && row.Params[1].Type.Class == library.Pointer && row.Params[1].Name == "path": // AT_FDCWD is negative
		return
	}
	failed := f.failure(row, v)
	if row.Values == library.Descriptor {
		failed = ir.Compare(ir.OpLt, v.e, ir.ConstInt(v.e.Type, 0))
	}
	if failed == nil || row.Values == library.ErrorNumber {
		return
	}
	f.emit(&ir.Assume{Cond: f.fold(ir.Or(ir.Compare(ir.OpGe, vs[0].e, ir.ConstInt(vs[0].e.Type, 0)), failed))}, pos)
}

// failure is the condition under which a result v says that the call of the row's function has failed;
// nil if none says so.
func (f *fn) failure(row *library.Function, v value) *ir.Expr {
	if v.e == nil || !v.t.isInt() {
		return nil
	}
	at := func(op ir.Op, n int64) *ir.Expr {
		return ir.Compare(op, v.e, ir.Const(v.e.Type, f.r.mode.Convert(v.e.Type, num.I(n))))
	}
	switch row.Values {
	case library.Status, library.Count, library.UpTo, library.Process:
		return at(ir.OpEq, -1)
	case library.ErrorNumber:
		return at(ir.OpNe, 0)
	}
	return nil
}

// errnoPlace is where errno is; false if the program does not look at it.
func (f *fn) errnoPlace() (place, bool) {
	v, ok := f.r.externs["errno"].(*variable)
	if !ok || !v.used || v.t == nil || !v.t.isInt() {
		return place{}, false
	}
	return f.r.placeOf(f, v), true
}

// either does the one or the other by a condition.
func (f *fn) either(cond *ir.Expr, pos ir.Pos, yes, no func()) {
	cond = f.fold(cond)
	switch {
	case cond.IsTrue():
		yes()
		return
	case cond.IsFalse():
		no()
		return
	}
	a, b, end := f.node(pos), f.node(pos), f.node(pos)
	f.branch(cond, a, b, pos)
	f.cur = a
	yes()
	f.jump(end, pos)
	f.cur = b
	no()
	f.jump(end, pos)
	f.cur = end
}

// mostErrno is the greatest number that Linux has for an error.
const mostErrno = 4095

// setErrno sets errno, if the program looks at it, as a call of the library may that has failed if
// the condition holds: to a positive number. One that has not failed may do so too, which is an approximation. nil says that
// it may have failed.
func (f *fn) setErrno(c *callSite, failed *ir.Expr) { f.setErrnoFrom(ir.FromEffect, c, failed) }

// setErrnoFrom is setErrno with a number from a source.
func (f *fn) setErrnoFrom(source ir.Source, c *callSite, failed *ir.Expr) {
	p, ok := f.errnoPlace()
	if !ok {
		return
	}
	e := f.havoc(f.r.types.intT.ir(), source, c.g.cname, c.pos)
	isError := func(x *ir.Expr) *ir.Expr {
		return ir.And(ir.Compare(ir.OpGt, x, ir.ConstInt(x.Type, 0)), ir.Compare(ir.OpLe, x, ir.ConstInt(x.Type, mostErrno)))
	}
	store := func(set, to *ir.Expr) {
		old := f.load(p, c.pos)
		f.store(p, f.convert(value{t: f.r.types.intT, e: ir.Ite(set, to, f.convert(old, f.r.types.intT, c.pos).e)}, p.t, c.pos), c.pos)
	}
	if failed == nil {
		store(isError(e), e)
		return
	}
	f.emit(&ir.Assume{Cond: isError(e)}, c.pos)
	f.either(failed, c.pos, func() { store(ir.True(), e) }, func() {
		kept := ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromEffect, c.g.cname, c.pos))
		f.either(kept, c.pos, func() {}, func() { // only what depends on the number is approximated
			number := f.havoc(f.r.types.intT.ir(), ir.FromApproximation, "", c.pos)
			store(ir.True(), ir.Ite(isError(number), number, ir.ConstInt(number.Type, 1)))
		})
	})
}

// mathErrno sets errno as setErrno does for a function of math.h. Its errors are EDOM and ERANGE; where it is known when it
// fails, that is EDOM. That it sets errno otherwise is an approximation: the arguments decide it.
func (f *fn) mathErrno(c *callSite, failed *ir.Expr) {
	p, ok := f.errnoPlace()
	if !ok {
		return
	}
	boolean := f.r.types.boolT.ir()
	number := func(n int64) *ir.Expr { return ir.ConstInt(f.r.types.intT.ir(), n) }
	store := func(e *ir.Expr) { f.store(p, f.convert(value{t: f.r.types.intT, e: e}, p.t, c.pos), c.pos) }
	if failed == nil {
		set := ir.ToBool(f.havoc(boolean, ir.FromApproximation, c.g.cname, c.pos))
		e := ir.Ite(ir.ToBool(f.havoc(boolean, ir.FromApproximation, c.g.cname, c.pos)), number(33), number(34))
		store(ir.Ite(set, e, f.convert(f.load(p, c.pos), f.r.types.intT, c.pos).e))
		return
	}
	f.either(failed, c.pos, func() { store(number(33)) }, func() {
		set := ir.ToBool(f.havoc(boolean, ir.FromApproximation, c.g.cname, c.pos))
		store(ir.Ite(set, number(33), f.convert(f.load(p, c.pos), f.r.types.intT, c.pos).e))
	})
}

// setErrnoAmong sets errno, if the program looks at it, to one of two numbers, which one being an approximation.
func (f *fn) setErrnoAmong(c *callSite, a, b int64) {
	one := ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, c.g.cname, c.pos))
	f.either(one, c.pos, func() { f.setErrnoTo(a, c.pos) }, func() { f.setErrnoTo(b, c.pos) })
}

// setErrnoTo sets errno to the number of an error, if the program looks at it.
func (f *fn) setErrnoTo(n int64, pos ir.Pos) {
	if p, ok := f.errnoPlace(); ok {
		f.store(p, value{t: p.t, e: ir.ConstInt(p.t.ir(), n)}, pos)
	}
}

// wideCharacter leaves of the executions those in which x is a wide character or WEOF. The C library may let numbers through
// that are no characters of Unicode, up to 2^31, in other encodings than today's.
func (f *fn) wideCharacter(x *ir.Expr, pos ir.Pos) {
	end := ir.Compare(ir.OpEq, x, ir.Const(x.Type, f.r.mode.Convert(x.Type, num.I(-1))))
	below := func(n int64) *ir.Expr { return ir.Or(end, ir.Compare(ir.OpLe, x, ir.ConstInt(x.Type, n))) }
	f.emit(&ir.Assume{Cond: below(0x7fffffff)}, pos)
	beyond, next := f.node(pos), f.node(pos)
	f.branch(f.fold(below(0x10ffff)), next, beyond, pos)
	f.cur = beyond
	f.emit(&ir.Assume{Cond: ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos))}, pos)
	f.jump(next, pos)
	f.cur = next
}

// streamNumber is the number of the file of a stream: of those that are there at first it never changes, and which one others get
// is left open.
func (f *fn) streamNumber(t ir.Type, stream *ir.Expr, c *callSite) *ir.Expr {
	e := f.cast(t, f.open(c.g.cname, c.pos, func(m *ir.Expr) *ir.Expr { return ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, -1)) }))
	for n, name := range []string{"stdin", "stdout", "stderr"} {
		if v, ok := f.r.externs[name].(*variable); ok && v.used && v.t != nil && v.t.kind == kPointer {
			at := f.r.stream(name)
			e = ir.Ite(ir.Compare(ir.OpEq, stream, at), ir.ConstInt(t, int64(n)), e)
		}
	}
	return e
}

package same

import (
	"fmt"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// expr finds the values of an expression, for each way in which it is evaluated. There are none where the old function is undefined.
func (x *execution) expr(e core.Expr, s *state) (out []result) {
	if *x.steps++; *x.steps > maxSteps {
		x.unable("too many steps")
	}
	w := x.w
	bits, signed := number(e.Type())
	give := func(s *state, t *term) { out = append(out, result{s, t}) }
	switch e := e.(type) {
	case *core.IntConst:
		give(s, w.num(e.Value, bits, signed))
	case *core.RealConst:
		give(s, w.of(fmt.Sprint("real ", kindOf(e.Typ), e.Imag, e.Value.Neg, " ", exactly(e.Value))))
	case *core.Load:
		return x.load(e.X, e.Type(), s)
	case *core.AddrOf:
		return x.address(e.X, s)
	case *core.Decay:
		return x.address(e.X, s)
	case *core.Unary:
		for _, r := range x.expr(e.X, s) {
			from := e.X.Type()
			whole := from.IsInteger() || from.Kind == types.Pointer
			switch {
			case e.Op == core.Not && whole:
				give(r.state, w.not(r.t))
			case e.Op == core.Neg && whole:
				zero := w.small(0, bits, signed)
				x.overflows(r.state, "sub", e.Typ, zero, r.t)
				give(r.state, w.apply("sub", bits, signed, zero, r.t))
			case e.Op == core.BitNot && whole:
				give(r.state, w.apply("xor", bits, signed, r.t, w.small(-1, bits, signed)))
			default:
				give(r.state, w.raw(fmt.Sprint("unary ", e.Op, kindOf(from)), bits, signed, types.Integer{}, r.t, r.life))
			}
		}
	case *core.Binary:
		for _, a := range x.expr(e.X, s) {
			for _, b := range x.expr(e.Y, a.state) {
				if t := x.binary(e, b.state, a.t, b.t); t != nil {
					give(b.state, t)
				}
			}
		}
	case *core.PtrAdd:
		for _, a := range x.expr(e.X, s) {
			for _, n := range x.expr(e.N, a.state) {
				size := e.Typ.Elem.SizeOf()
				if size <= 0 || e.Typ.Elem.IsVariablyModified() {
					x.unable("an array of variable length")
				}
				by := w.apply("conv", bits, true, n.t)
				if e.Sub {
					by = w.apply("sub", bits, true, w.small(0, bits, true), by)
				}
				if k, ok := by.n.Int64(); by.isConst() && ok {
					by = w.small(k*size, bits, false)
				} else {
					by = w.raw("scaled", bits, false, types.Integer{}, by, w.small(size, bits, false))
				}
				if !by.isNum(0) {
					n.duty(w.of("moves", a.t, by, n.life))
				}
				give(n.state, w.apply("add", bits, false, a.t, by))
			}
		}
	case *core.PtrDiff:
		if e.X.Type().Elem.IsVariablyModified() {
			x.unable("an array of variable length")
		}
		for _, a := range x.expr(e.X, s) {
			for _, b := range x.expr(e.Y, a.state) {
				t := w.raw(fmt.Sprint("distance ", e.X.Type().Elem.SizeOf()), bits, signed, types.Integer{}, a.t, b.t)
				b.duty(t)
				give(b.state, t)
			}
		}
	case *core.Convert:
		for _, r := range x.expr(e.X, s) {
			if t := x.convert(e, r); t != nil {
				give(r.state, t)
			}
		}
	case *core.Cond:
		for _, r := range x.expr(e.X, s) {
			for _, b := range x.branch(x.scalar(r, e.X.Type())) {
				if b.t == nil {
					out = append(out, x.expr(e.Else, b.state)...)
				} else {
					out = append(out, x.expr(e.Then, b.state)...)
				}
			}
		}
	case *core.Logical:
		truth := func(is bool) *term {
			if is {
				return w.small(1, bits, signed)
			}
			return w.small(0, bits, signed)
		}
		for _, r := range x.expr(e.X, s) {
			for _, b := range x.branch(x.scalar(r, e.X.Type())) {
				if (b.t != nil) == e.Or {
					give(b.state, truth(e.Or))
					continue
				}
				for _, y := range x.expr(e.Y, b.state) {
					for _, z := range x.branch(x.scalar(y, e.Y.Type())) {
						give(z.state, truth(z.t != nil))
					}
				}
			}
		}
	default:
		x.unable("an expression")
	}
	if len(out) > maxStates {
		x.unable("too many executions")
	}
	return out
}

// exactly spells a number without loss.
func exactly(r types.Real) string {
	if r.X == nil {
		return "no number"
	}
	return r.X.Text('p', 0)
}

// scalar is a value of any scalar type as one that can be asked whether it is 0.
func (x *execution) scalar(r result, t *types.Type) result {
	if t.IsInteger() || t.Kind == types.Pointer {
		return r
	}
	return result{r.state, x.w.raw("test", 32, true, types.Integer{}, x.w.of("nonzero "+kindOf(t)), r.t)}
}

// address is the address of a place.
func (x *execution) address(p core.Place, s *state) (out []result) {
	for _, a := range x.place(p, s, false) {
		if _, member := p.(*core.FieldPlace); member && a.deref {
			a.duty(x.w.of("member", a.addr, a.life))
		}
		out = append(out, result{a.state, a.addr})
	}
	return out
}

// overflows enters that an operation on signed integers does not overflow.
func (x *execution) overflows(s *state, op string, t *types.Type, a, b *term) {
	bits := t.Bits()
	if !t.IsSigned() || !t.IsInteger() {
		return
	}
	need := max(width(a), width(b)) + 1
	if op == "mul" {
		need = width(a) + width(b)
	}
	if need > bits {
		if op != "sub" && a.id > b.id {
			a, b = b, a
		}
		s.duty(x.w.of("fits "+op, a, b))
	}
}

var operators = [...]string{core.Add: "add", core.Sub: "sub", core.Mul: "mul", core.Div: "div", core.Rem: "rem", core.Shl: "shl", core.Shr: "shr", core.And: "and", core.Or: "or", core.Xor: "xor"}

// binary is the value of an operation; nil where the old function is undefined.
func (x *execution) binary(e *core.Binary, s *state, a, b *term) *term {
	w := x.w
	of := e.X.Type()
	bits, signed := number(e.Typ)
	switch {
	case of.Kind == types.Pointer && e.Op.IsComparison(), of.IsInteger() && e.Op.IsComparison():
		less := func(a, b *term) *term {
			if of.Kind == types.Pointer {
				s.duty(w.of("in one object", a, b))
			}
			return w.apply("lt", bits, signed, a, b)
		}
		switch e.Op {
		case core.Eq:
			return w.apply("eq", bits, signed, a, b)
		case core.Ne:
			return w.not(w.apply("eq", bits, signed, a, b))
		case core.Lt:
			return less(a, b)
		case core.Gt:
			return less(b, a)
		case core.Le:
			return w.not(less(b, a))
		default:
			return w.not(less(a, b))
		}
	case !of.IsInteger() || !e.Typ.IsInteger(): // how it is rounded may be changed by a call
		op := fmt.Sprint("op ", int(e.Op), kindOf(of), kindOf(e.Y.Type()))
		if e.Op.IsComparison() && bits > 0 {
			return w.raw("test", bits, signed, types.Integer{}, w.of(op), a, b)
		}
		return w.raw(op, bits, signed, types.Integer{}, a, b, s.life)
	}
	op := operators[e.Op]
	switch e.Op {
	case core.Add, core.Sub, core.Mul:
		x.overflows(s, op, e.Typ, a, b)
	case core.Div, core.Rem:
		if x.side == 0 && !w.assume(&s.facts, b, true) {
			return nil
		}
		if !b.isConst() || b.isNum(0) || signed && b.isNum(-1) {
			s.duty(w.of("divides", a, b))
		}
	case core.Shl, core.Shr:
		k, ok := b.n.Int64()
		if !b.isConst() || !ok || k < 0 || k >= int64(bits) || e.Op == core.Shl && signed {
			s.duty(w.raw("shifts "+op, bits, signed, types.Integer{}, a, b))
		}
	}
	return w.apply(op, bits, signed, a, b)
}

// convert is the value of a conversion; nil where the old function is undefined.
func (x *execution) convert(e *core.Convert, r result) *term {
	w := x.w
	from, to := e.X.Type(), e.Typ
	bits, signed := number(to)
	whole := from.IsInteger() || from.Kind == types.Pointer
	switch {
	case to.Kind == types.Void:
		return r.t
	case to.Kind == types.Bool && whole:
		return w.apply("eq", bits, signed, w.not(r.t), w.small(0, 32, true))
	case from.IsInteger() && to.IsInteger():
		return w.apply("conv", bits, signed, r.t)
	case from.Kind == types.Pointer && to.Kind == types.Pointer:
		return r.t
	case from.IsInteger() && to.Kind == types.Pointer && r.t.isConst():
		return w.num(r.t.n, bits, false)
	case from.Kind == types.Pointer || to.Kind == types.Pointer:
		x.unable("a number of an address")
	case from.IsRecord() || to.IsRecord():
		return r.t
	}
	op := func(from, to *types.Type) string { return fmt.Sprint("to ", kindOf(from), " ", kindOf(to)) }
	if from.IsReal() && to.IsReal() && to.SizeOf() < from.SizeOf() && r.t.op == op(to, from) { // what has been made wider, and is made narrow again
		return r.t.args[0]
	}
	if from.IsReal() && to.IsReal() && to.SizeOf() > from.SizeOf() { // nothing is rounded
		return w.of(op(from, to), r.t)
	}
	t := w.raw(op(from, to), bits, signed, types.Integer{}, r.t, r.life)
	r.duty(t)
	return t
}

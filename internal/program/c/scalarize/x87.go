package scalarize

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
)

// A long double of the x87 is a significand of 64 bits, and behind it the sign and an exponent of 15 bits.

// address is the address of a place as a pointer to t.
func (p *pass) address(x core.Place, t *types.Type) core.Expr {
	a := core.Expr(&core.AddrOf{At: x.Pos(), X: x, Typ: p.tt.Pointer(x.Type())})
	if x.Type() != t {
		a = &core.Convert{At: x.Pos(), X: a, Typ: p.tt.Pointer(t)}
	}
	return a
}

// pointers lead to the words of a long double.
func (p *pass) pointers(x core.Place, at core.Pos) (significand, exponent core.Expr) {
	short := p.tt.Basic(types.UShort)
	behind := &core.PtrAdd{At: at, X: p.address(x, short), N: p.number(4, at), Typ: p.tt.Pointer(short)}
	return p.address(x, p.tt.Basic(types.ULongLong)), behind
}

// words are the words of a long double.
func (p *pass) words(x core.Place, at core.Pos) (significand, exponent core.Expr) {
	m, e := p.pointers(x, at)
	return load(&core.DerefPlace{At: at, X: m, Typ: p.tt.Basic(types.ULongLong)}), load(&core.DerefPlace{At: at, X: e, Typ: p.tt.Basic(types.UShort)})
}

// call calls a function of the models, which the program does not declare: its position is nowhere.
func (p *pass) call(name string, at core.Pos, dst core.Place, args ...core.Expr) {
	if p.goals {
		refuse(at, "type long double and other wide floats")
	}
	v := p.models[name]
	if v == nil {
		sig := types.Sig{Result: p.tt.Basic(types.Void), Proto: true}
		if dst != nil {
			sig.Result = dst.Type().Main()
		}
		for _, a := range args {
			sig.Params = append(sig.Params, types.Param{Type: a.Type().Main()})
		}
		v = &core.Var{Name: name, Type: p.tt.Function(sig), Storage: core.Static, Linkage: core.External}
		p.models[name] = v
	}
	fun := &core.AddrOf{At: at, X: &core.VarPlace{At: at, Var: v}, Typ: p.tt.Pointer(v.Type)}
	p.emit(&core.Call{At: at, Dst: dst, Fun: fun, Args: args})
}

// makes calls a function that makes a long double.
func (p *pass) makes(name string, at core.Pos, t *types.Type, args ...core.Expr) core.Place {
	to := p.temp(t, at)
	m, e := p.pointers(to, at)
	p.call(name, at, nil, append([]core.Expr{m, e}, args...)...)
	return to
}

// x87 is an operation whose result is a long double.
func (p *pass) x87(x core.Expr) core.Place {
	at, t := x.Pos(), x.Type()
	switch x := x.(type) {
	case *core.RealConst:
		return p.constant(x).X
	case *core.Convert:
		return p.toX87(x)
	case *core.Unary:
		switch {
		case x.Op == core.Neg:
			return p.negated(p.direct(x.X), at)
		case x.X.Type().Kind == types.Complex:
			return p.part(p.direct(x.X), x.Op == core.Imag)
		case x.Op == core.Real:
			return p.direct(x.X)
		}
	case *core.Binary:
		a, b := p.direct(x.X), p.direct(x.Y)
		name := "__craig_x87_add"
		switch x.Op {
		case core.Add:
		case core.Sub:
			name = "__craig_x87_subtract"
		case core.Mul:
			name = "__craig_x87_multiply"
		case core.Div:
			name = "__craig_x87_divide"
		}
		am, ae := p.words(a, at)
		bm, be := p.words(b, at)
		return p.makes(name, at, t, am, ae, bm, be)
	}
	refuse(at, "type long double and other wide floats")
	return nil
}

// negated is -x: the sign is changed, of a NaN too.
func (p *pass) negated(x core.Place, at core.Pos) core.Place {
	to := p.temp(x.Type(), at)
	p.emit(&core.Assign{At: at, Dst: to, Src: load(x)})
	_, e := p.words(to, at)
	p.store(e.(*core.Load).X, &core.Convert{At: at, X: &core.Binary{At: at, Op: core.Xor, X: p.convert(e, types.Int), Y: p.number(0x8000, at), Typ: p.tt.Basic(types.Int)}, Typ: e.Type()})
	return to
}

// toX87 converts to a long double.
func (p *pass) toX87(x *core.Convert) core.Place {
	from := x.X.Type()
	switch {
	case from.Kind == types.Complex:
		return p.wide(p.again(x, load(p.part(p.direct(x.X), false))))
	case isWide(from) && from.Kind != types.Vector:
		return p.direct(x.X)
	case from.IsReal() && from.SizeOf() <= 8:
		return p.makes("__craig_x87_of_double", x.At, x.Typ, p.convert(p.expr(x.X), types.Double))
	case from.IsInteger() && from.Bits() <= 64:
		y, k, name := p.expr(x.X), types.LongLong, "__craig_x87_of_long"
		if !from.IsSigned() && from.Bits() == 64 {
			k, name = types.ULongLong, "__craig_x87_of_unsigned_long"
		}
		return p.makes(name, x.At, x.Typ, p.convert(y, k))
	}
	refuse(x.At, "type long double and other wide floats")
	return nil
}

// again is a conversion of another operand.
func (p *pass) again(x *core.Convert, y core.Expr) core.Expr {
	if y.Type() == x.Typ {
		return y
	}
	c := *x
	c.X = y
	return &c
}

// ofX87 converts a long double to a scalar. An integer of up to 32 bits is made of the double towards 0, which has the same integer part
// where the type holds it, so that it is seen where it does not.
func (p *pass) ofX87(x *core.Convert) core.Expr {
	m, e := p.words(p.direct(x.X), x.At)
	call := func(name string, k types.Kind) core.Expr {
		t := p.temp(p.tt.Basic(k), x.At)
		p.call(name, x.At, t, m, e)
		return load(t)
	}
	switch t := x.Typ; {
	case t.IsReal() && t.SizeOf() == 8:
		return p.again(x, call("__craig_x87_to_double", types.Double))
	case t.IsReal() && t.SizeOf() == 4:
		return p.again(x, call("__craig_x87_to_float", types.Float))
	case t.IsInteger() && t.Bits() <= 32:
		return p.again(x, call("__craig_x87_cut_to_double", types.Double))
	case t.IsInteger() && t.Bits() == 64 && t.IsSigned():
		return p.again(x, call("__craig_x87_to_long", types.LongLong))
	case t.IsInteger() && t.Bits() == 64:
		return p.again(x, call("__craig_x87_to_unsigned_long", types.ULongLong))
	}
	refuse(x.At, "type long double and other wide floats")
	return nil
}

// compareX87 compares: the function gives -1, 0 or 1, and 2 if one of the operands is a NaN.
func (p *pass) compareX87(x *core.Binary) core.Expr {
	at := x.At
	am, ae := p.words(p.direct(x.X), at)
	bm, be := p.words(p.direct(x.Y), at)
	t := p.temp(p.tt.Basic(types.Int), at)
	p.call("__craig_x87_compare", at, t, am, ae, bm, be)
	is := func(op core.BinaryOp, n int64) core.Expr {
		return &core.Binary{At: at, Op: op, X: load(t), Y: p.number(n, at), Typ: x.Typ}
	}
	switch x.Op {
	case core.Gt:
		return is(core.Eq, 1)
	case core.Ge:
		return &core.Logical{At: at, Or: true, X: is(core.Eq, 0), Y: is(core.Eq, 1), Typ: x.Typ}
	}
	return is(x.Op, 0) // of NaNs <, <= and == are false, and != is true, as of 2
}

// ofX87s sees to a function of gcc that tells something of long doubles: their classes and signs are those of the doubles towards 0. It tells
// whether it has made the call something else.
func (p *pass) ofX87s(s *core.Builtin) bool {
	row := library.Lookup(s.Name)
	if row == nil || len(s.Args) == 0 || s.Args[0].X == nil || !slices.ContainsFunc(s.Args, func(a core.Arg) bool { return a.X != nil && a.X.Type().IsX87() }) {
		return false
	}
	switch row.Does {
	case "sign-bit", "is-nan", "is-finite", "is-infinite", "infinity-sign":
		s.Args[0].X = p.cut(s.Args[0].X)
		return false
	}
	ops := comparisons[row.Does]
	if ops == nil || s.Dst == nil || len(s.Args) != 2 {
		return false
	}
	at, in := s.At, p.tt.Basic(types.Int)
	var x core.Expr
	a, b := p.widened(s.Args[0].X, s.Args[1].X), p.widened(s.Args[1].X, s.Args[0].X)
	for _, op := range ops {
		y := core.Expr(&core.Binary{At: at, Op: op, X: a, Y: b, Typ: in})
		if x != nil {
			y = &core.Logical{At: at, Or: true, X: x, Y: y, Typ: in}
		}
		x = y
	}
	if row.Does == "is-unordered" {
		x = &core.Unary{At: at, Op: core.Not, X: x, Typ: in}
	}
	p.store(s.Dst, p.again(&core.Convert{At: at, Typ: s.Dst.Type().Main()}, x))
	return true
}

// comparisons are the operators one of which holds if a function says yes; of is-unordered, no.
var comparisons = map[string][]core.BinaryOp{
	"is-greater": {core.Gt}, "is-greater-equal": {core.Ge}, "is-less": {core.Lt}, "is-less-equal": {core.Le},
	"is-less-greater": {core.Lt, core.Gt}, "is-unordered": {core.Lt, core.Ge},
}

// cut is a long double as a double towards 0, which has its sign and its class but for those of the smallest numbers.
func (p *pass) cut(x core.Expr) core.Expr {
	m, e := p.words(p.direct(x), x.Pos())
	t := p.temp(p.tt.Basic(types.Double), x.Pos())
	p.call("__craig_x87_cut_to_double", x.Pos(), t, m, e)
	return load(t)
}

// widened is x, in a temporary, as a long double, which it or the other operand is.
func (p *pass) widened(x, other core.Expr) core.Expr {
	if !x.Type().IsX87() {
		x = &core.Convert{At: x.Pos(), X: x, Typ: other.Type().Main()}
	}
	return load(p.saved(x))
}

package scalarize

import (
	"math/big"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
)

// static is an initializer of static storage duration. The parts of numbers are constants in lists.
func (p *pass) static(x core.Init, t *types.Type) core.Init {
	switch x := x.(type) {
	case *core.ExprInit:
		if c := p.folded(x.X); c != nil && concerns(x.X) {
			x = &core.ExprInit{X: c}
		}
		if isWide(t) {
			return p.list(x.X, t)
		}
		return x
	case *core.ListInit:
		for i := range x.Elems {
			e := &x.Elems[i]
			elem := t.Elem
			if e.Field != nil {
				elem = e.Field.Type
			}
			e.Init = p.static(e.Init, elem)
		}
	}
	return x
}

// list is a constant in parts.
func (p *pass) list(x core.Expr, t *types.Type) core.Init {
	l := &core.ListInit{At: x.Pos(), Typ: t}
	add := func(i int64, y core.Init) { l.Elems = append(l.Elems, core.InitElem{Index: i, Last: i, Init: y}) }
	switch t.Kind {
	case types.Complex:
		for i, part := range p.constantParts(x, t.Elem) {
			add(int64(i), p.static(&core.ExprInit{X: part}, t.Elem))
		}
	case types.Vector:
		refuse(x.Pos(), "initializer of vector")
	default:
		c, ok := x.(*core.RealConst)
		if !ok {
			refuse(x.Pos(), "type long double and other wide floats")
		}
		m, e := encode(c)
		add(0, &core.ExprInit{X: p.integer(types.UintOf(m), types.ULongLong, x.Pos())})
		add(1, &core.ExprInit{X: p.integer(types.IntOf(int64(e)), types.UShort, x.Pos())})
	}
	return l
}

// constantParts are the parts of a complex constant.
func (p *pass) constantParts(x core.Expr, elem *types.Type) [2]core.Expr {
	zero := core.Expr(&core.Convert{At: x.Pos(), X: p.number(0, x.Pos()), Typ: elem})
	var parts [2]core.Expr
	if x.Type().Kind != types.Complex {
		return [2]core.Expr{x, zero}
	}
	switch x := x.(type) {
	case *core.RealConst:
		part := core.Expr(&core.RealConst{At: x.At, Value: x.Value, Typ: elem})
		if elem.IsInteger() {
			part = &core.IntConst{At: x.At, Value: p.tt.RealToInt(elem, x.Value), Typ: elem}
		}
		if x.Imag {
			return [2]core.Expr{zero, part}
		}
		return [2]core.Expr{part, zero}
	case *core.Convert:
		for i, y := range p.constantParts(x.X, x.X.Type()) {
			if x.X.Type().Kind == types.Complex {
				y = p.constantParts(x.X, x.X.Type().Elem)[i]
			}
			parts[i] = p.partOf(x.At, x.Typ, y)
		}
		return parts
	case *core.Unary:
		for i, y := range p.constantParts(x.X, elem) {
			parts[i] = y
			if x.Op == core.Neg || i == 1 {
				parts[i] = &core.Unary{At: x.At, Op: core.Neg, X: y, Typ: elem}
			}
		}
		return parts
	case *core.Binary:
		if x.Op == core.Add || x.Op == core.Sub {
			a, b := p.constantParts(x.X, elem), p.constantParts(x.Y, elem)
			for i := range parts {
				parts[i] = &core.Binary{At: x.At, Op: x.Op, X: a[i], Y: b[i], Typ: elem}
			}
			if x.Y.Type().Kind != types.Complex {
				parts[1] = a[1]
			} else if x.X.Type().Kind != types.Complex {
				parts[1] = b[1]
				if x.Op == core.Sub {
					parts[1] = &core.Unary{At: x.At, Op: core.Neg, X: b[1], Typ: elem}
				}
			}
			return parts
		}
	}
	refuse(x.Pos(), "complex constant")
	return parts
}

// constant is the value of a constant that is a long double, in a temporary.
func (p *pass) constant(x core.Expr) *core.Load {
	c := x.(*core.RealConst)
	m, e := encode(c)
	to := p.temp(c.Typ, c.At)
	mp, ep := p.words(to, c.At)
	p.emit(&core.Assign{At: c.At, Dst: mp.(*core.Load).X, Src: p.integer(types.UintOf(m), types.ULongLong, c.At)})
	p.emit(&core.Assign{At: c.At, Dst: ep.(*core.Load).X, Src: p.integer(types.IntOf(int64(e)), types.UShort, c.At)})
	return load(to)
}

// folded is the constant that an expression of long doubles is; nil if it is none.
func (p *pass) folded(x core.Expr) core.Expr {
	t := x.Type()
	switch {
	case t.IsReal():
		if r, ok := p.real(x); ok {
			return &core.RealConst{At: x.Pos(), Value: r, Typ: t}
		}
	case t.IsInteger() && t.Kind != types.Bool:
		c, ok := x.(*core.Convert)
		if !ok || !c.X.Type().IsReal() {
			return nil
		}
		if r, ok := p.real(c.X); ok {
			return &core.IntConst{At: x.Pos(), Value: p.tt.RealToInt(t, r), Typ: t}
		}
	}
	return nil
}

// real is the value of a constant of real type.
func (p *pass) real(x core.Expr) (r types.Real, ok bool) {
	r, ok = p.fold.Real(x)
	return r, ok && p.normal(x)
}

// normal tells whether the sums, products and quotients in a constant, and what they are of, are numbers far from the smallest and the greatest.
func (p *pass) normal(x core.Expr) bool {
	b, _ := x.(*core.Binary)
	for y := range core.Operands(x) {
		if !p.normal(y) || b != nil && b.Typ.IsReal() && !p.far(y) {
			return false
		}
	}
	return b == nil || !b.Typ.IsReal() || p.far(x)
}

// setsRounding tells whether a program declares what sets the direction of rounding.
func setsRounding(prog *core.Program) bool {
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.VarDef); ok && d.Var.Type.Kind == types.Func {
				if row := library.Lookup(d.Var.Name); row != nil && row.Does == "sets-rounding" {
					return true
				}
			}
		}
	}
	return false
}

// far tells whether a constant is a number that is far from the smallest and the greatest.
func (p *pass) far(x core.Expr) bool {
	r, _ := p.fold.Real(x)
	if r.X == nil || r.X.IsInf() {
		return false
	}
	e := r.X.MantExp(nil)
	return -16000 < e && e < 16000
}

// encode is a constant as the x87 has it.
func encode(c *core.RealConst) (m uint64, e uint16) {
	x := c.Value.X
	switch {
	case x == nil:
		m, e = 3<<62, 0x7fff
		if c.Value.Neg {
			e |= 0x8000
		}
		return m, e
	case x.IsInf():
		m, e = 1<<63, 0x7fff
	case x.Sign() != 0:
		mant := new(big.Float)
		exp := x.MantExp(mant) // in [0.5, 1)
		biased := exp - 1 + 16383
		shift := 64
		if biased <= 0 {
			shift, biased = 63+biased, 0
		}
		n, exact := new(big.Float).SetMantExp(mant.Abs(mant), shift).Int(nil)
		switch {
		case biased >= 0x7fff:
			m, e = 1<<63, 0x7fff
		case exact != big.Exact || !n.IsUint64():
			refuse(c.At, "type long double and other wide floats")
		default:
			m, e = n.Uint64(), uint16(biased)
		}
	}
	if x.Signbit() {
		e |= 0x8000
	}
	return m, e
}

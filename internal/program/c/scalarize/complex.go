package scalarize

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// part is the real or the imaginary part of a complex place.
func (p *pass) part(z core.Place, imag bool) core.Place {
	t := z.Type()
	return &core.PartPlace{At: z.Pos(), X: z, Imag: imag, Typ: t.Elem.With(t.Quals)}
}

// parts are those of a number; im is nil of a real one.
func (p *pass) parts(x core.Expr) (re, im core.Expr) {
	if x.Type().Kind != types.Complex {
		return load(p.saved(x)), nil
	}
	z := p.direct(x)
	return load(p.part(z, false)), load(p.part(z, true))
}

// complex is an operation whose result is complex.
func (p *pass) complex(x core.Expr, t *types.Type) core.Place {
	at := x.Pos()
	var re, im core.Expr
	neg := func(x core.Expr) core.Expr {
		return p.partOf(at, t, &core.Unary{At: at, Op: core.Neg, X: p.promoted(x), Typ: p.promoted(x).Type()})
	}
	zero := p.partOf(at, t, p.number(0, at))
	switch x := x.(type) {
	case *core.RealConst:
		parts := p.constantParts(x, t.Elem)
		re, im = parts[0], parts[1]
	case *core.Convert:
		re, im = p.parts(x.X)
		re = p.partOf(at, t, re)
		if im == nil {
			im = zero
		}
		im = p.partOf(at, t, im)
	case *core.Unary:
		re, im = p.parts(x.X)
		if x.Op == core.Neg {
			re = neg(re)
		}
		im = neg(im)
	case *core.Binary:
		a, b := p.parts(x.X)
		c, d := p.parts(x.Y)
		op := func(op core.BinaryOp, y, z core.Expr) core.Expr {
			y, z = p.promoted(y), p.promoted(z)
			return p.partOf(at, t, &core.Binary{At: at, Op: op, X: y, Y: z, Typ: y.Type()})
		}
		switch {
		case x.Op == core.Add || x.Op == core.Sub:
			re = op(x.Op, a, c)
			switch {
			case d == nil:
				im = b
			case b != nil:
				im = op(x.Op, b, d)
			case x.Op == core.Sub:
				im = neg(d)
			default:
				im = d
			}
		case d == nil && (x.Op == core.Mul || x.Op == core.Div):
			re, im = op(x.Op, a, c), op(x.Op, b, c)
		case b == nil && x.Op == core.Mul:
			re, im = op(x.Op, a, c), op(x.Op, a, d)
		case x.Op == core.Mul && t.Elem.IsInteger():
			re = op(core.Sub, op(core.Mul, a, c), op(core.Mul, b, d))
			im = op(core.Add, op(core.Mul, a, d), op(core.Mul, b, c))
		case x.Op == core.Mul && !isWide(t.Elem):
			return p.multiply(at, t, a, b, c, d)
		default:
			refuse(at, "product or quotient of complex numbers")
		}
	default:
		refuse(at, "complex")
	}
	to := p.temp(t, at)
	p.store(p.part(to, false), re)
	p.store(p.part(to, true), im)
	return to
}

// ofParts is __builtin_complex.
func (p *pass) ofParts(s *core.Builtin) {
	to := p.temp(s.Type, s.At)
	p.store(p.part(to, false), s.Args[0].X)
	p.store(p.part(to, true), s.Args[1].X)
	if s.Dst != nil {
		p.emit(&core.Assign{At: s.At, Dst: s.Dst, Src: load(to)})
	}
}

// promoted is an operand after the integer promotions.
func (p *pass) promoted(x core.Expr) core.Expr {
	if q := p.tt.Promote(x.Type()); q != x.Type() {
		return &core.Convert{At: x.Pos(), X: x, Typ: q}
	}
	return x
}

// partOf is a value as a part of a number of type t.
func (p *pass) partOf(at core.Pos, t *types.Type, x core.Expr) core.Expr {
	if x.Type() == t.Elem.Main() {
		return x
	}
	return &core.Convert{At: at, X: x, Typ: t.Elem.Main()}
}

// multiply is the product of floats, which has infinite parts where C11 G.5.1 wants them.
func (p *pass) multiply(at core.Pos, t *types.Type, a, b, c, d core.Expr) core.Place {
	name := "__craig_complex_product"
	if t.Elem.SizeOf() == 4 {
		name += "_float"
	}
	to := p.temp(t, at)
	elem := t.Elem.Main()
	p.call(name, at, nil, p.address(p.part(to, false), elem), p.address(p.part(to, true), elem), a, b, c, d)
	return to
}

// equal compares complex numbers.
func (p *pass) equal(x *core.Binary) core.Expr {
	a, b := p.parts(x.X)
	c, d := p.parts(x.Y)
	same := func(y, z core.Expr) core.Expr {
		y, z = p.promoted(y), p.promoted(z)
		return &core.Binary{At: x.At, Op: x.Op, X: y, Y: z, Typ: x.Typ}
	}
	if b == nil {
		b = p.zero(d)
	}
	if d == nil {
		d = p.zero(b)
	}
	return p.expr(&core.Logical{At: x.At, Or: x.Op == core.Ne, X: same(a, c), Y: same(b, d), Typ: x.Typ})
}

// zero is 0 of the type of an expression.
func (p *pass) zero(like core.Expr) core.Expr {
	return &core.Convert{At: like.Pos(), X: p.number(0, like.Pos()), Typ: like.Type()}
}

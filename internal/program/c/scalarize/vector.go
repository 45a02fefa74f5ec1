package scalarize

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// element is an element of a vector.
func (p *pass) element(v core.Place, i core.Expr, at core.Pos) core.Place {
	t := v.Type()
	elem := t.Elem.With(t.Quals)
	first := &core.Convert{At: at, X: &core.AddrOf{At: at, X: v, Typ: p.tt.Pointer(t)}, Typ: p.tt.Pointer(elem)}
	return &core.DerefPlace{At: at, X: &core.PtrAdd{At: at, X: first, N: i, Typ: first.Typ}, Typ: elem}
}

// view is the memory of a value as another type of the same size.
func (p *pass) view(x core.Expr, t *types.Type) core.Place {
	var from core.Place
	if isWide(x.Type()) {
		from = p.direct(x)
	} else {
		from = p.saved(x)
	}
	at := x.Pos()
	address := &core.AddrOf{At: at, X: from, Typ: p.tt.Pointer(from.Type())}
	return &core.DerefPlace{At: at, X: &core.Convert{At: at, X: address, Typ: p.tt.Pointer(t)}, Typ: t}
}

// vector is an operation whose result is a vector.
func (p *pass) vector(x core.Expr, t *types.Type) core.Place {
	at := x.Pos()
	switch x := x.(type) {
	case *core.Convert:
		return p.view(x.X, t)
	case *core.Unary:
		return p.each(t, at, []core.Expr{x.X}, func(ops []core.Expr) core.Expr {
			return &core.Unary{At: at, Op: x.Op, X: ops[0], Typ: ops[0].Type()}
		})
	case *core.Binary:
		return p.each(t, at, []core.Expr{x.X, x.Y}, func(ops []core.Expr) core.Expr {
			typ := ops[0].Type()
			if x.Op.IsComparison() {
				typ = p.tt.Basic(types.Int)
			}
			y := core.Expr(&core.Binary{At: at, Op: x.Op, X: ops[0], Y: ops[1], Typ: typ})
			if x.Op.IsComparison() {
				y = &core.Unary{At: at, Op: core.Neg, X: y, Typ: typ}
			}
			return y
		})
	}
	refuse(at, "vector")
	return nil
}

// each makes a vector whose elements are what op makes of the elements of others, after the integer promotions.
func (p *pass) each(t *types.Type, at core.Pos, operands []core.Expr, op func(ops []core.Expr) core.Expr) core.Place {
	var from []core.Place
	for _, x := range operands {
		from = append(from, p.direct(x))
	}
	to := p.temp(t, at)
	for i := range t.Len {
		var ops []core.Expr
		for _, v := range from {
			x := core.Expr(load(p.element(v, p.number(i, at), at)))
			if q := p.tt.Promote(x.Type()); q != x.Type() {
				x = &core.Convert{At: at, X: x, Typ: q}
			}
			ops = append(ops, x)
		}
		p.put(to, p.number(i, at), op(ops))
	}
	return to
}

// put assigns to an element of a vector.
func (p *pass) put(to core.Place, i, x core.Expr) {
	dst := p.element(to, i, x.Pos())
	if t := to.Type().Elem.Main(); x.Type() != t {
		x = &core.Convert{At: x.Pos(), X: x, Typ: t}
	}
	p.store(dst, x)
}

// shuffle is __builtin_shuffle: the elements of one or two vectors that a third one says, modulo how many there are.
func (p *pass) shuffle(s *core.Builtin) {
	var from []core.Place
	for _, a := range s.Args {
		from = append(from, p.direct(a.X))
	}
	mask, at := from[len(from)-1], s.At
	from = from[:len(from)-1]
	to := p.temp(s.Type, at)
	n, k := s.Type.Len, types.ULongLong
	typ := p.tt.Basic(k)
	for i := range n {
		all := p.convert(load(p.element(mask, p.number(i, at), at)), k)
		index := func(limit int64) core.Expr {
			return &core.Binary{At: at, Op: core.And, X: all, Y: p.integer(types.IntOf(limit-1), k, at), Typ: typ}
		}
		x := core.Expr(load(p.element(from[0], index(n), at)))
		if len(from) == 2 {
			first := &core.Binary{At: at, Op: core.And, X: all, Y: p.integer(types.IntOf(n), k, at), Typ: typ}
			x = &core.Cond{At: at, X: first, Then: load(p.element(from[1], index(n), at)), Else: x, Typ: x.Type()}
		}
		p.put(to, p.number(i, at), x)
	}
	if s.Dst != nil {
		p.emit(&core.Assign{At: at, Dst: s.Dst, Src: load(to)})
	}
}

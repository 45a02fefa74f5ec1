package scalarize

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// concerns tells whether there is anything to do in an expression.
func concerns(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Load:
		return inPlace(x.X)
	case *core.AddrOf:
		return inPlace(x.X)
	case *core.Decay:
		return inPlace(x.X)
	}
	if isWide(x.Type()) {
		return true
	}
	for y := range core.Operands(x) {
		if isWide(y.Type()) || concerns(y) {
			return true
		}
	}
	return false
}

func inPlace(x core.Place) bool {
	switch x := x.(type) {
	case *core.DerefPlace:
		return concerns(x.X)
	case *core.FieldPlace:
		return inPlace(x.X)
	case *core.PartPlace:
		return inPlace(x.X)
	}
	return false
}

func (p *pass) place(x core.Place) core.Place {
	if !inPlace(x) {
		return x
	}
	switch x := x.(type) {
	case *core.DerefPlace:
		return &core.DerefPlace{At: x.At, X: p.expr(x.X), Typ: x.Typ}
	case *core.FieldPlace:
		return &core.FieldPlace{At: x.At, X: p.place(x.X), Field: x.Field, Typ: x.Typ}
	case *core.PartPlace:
		return &core.PartPlace{At: x.At, X: p.place(x.X), Imag: x.Imag, Typ: x.Typ}
	}
	return x
}

// expr is an expression with the same value without operations on what is taken apart; of such a type it is a Load.
func (p *pass) expr(x core.Expr) core.Expr {
	if x == nil || !concerns(x) {
		return x
	}
	if c := p.folded(x); c != nil && (!p.directed || p.fold.Exact(x)) {
		if !isWide(c.Type()) {
			return c
		}
		return p.constant(c)
	}
	if isWide(x.Type()) {
		return load(p.wide(x))
	}
	switch x := x.(type) {
	case *core.Load:
		return &core.Load{At: x.At, X: p.place(x.X)}
	case *core.AddrOf:
		return &core.AddrOf{At: x.At, X: p.place(x.X), Typ: x.Typ}
	case *core.Decay:
		return &core.Decay{At: x.At, X: p.place(x.X), Typ: x.Typ}
	case *core.Unary:
		switch x.Op {
		case core.Not:
			return &core.Unary{At: x.At, Op: core.Not, X: p.condition(x.X), Typ: x.Typ}
		case core.Real, core.Imag:
			if x.X.Type().Kind == types.Complex {
				return load(p.part(p.direct(x.X), x.Op == core.Imag))
			}
		}
		return &core.Unary{At: x.At, Op: x.Op, X: p.expr(x.X), Typ: x.Typ}
	case *core.Binary:
		if isWide(x.X.Type()) || isWide(x.Y.Type()) {
			return p.comparison(x)
		}
		return &core.Binary{At: x.At, Op: x.Op, X: p.expr(x.X), Y: p.expr(x.Y), Typ: x.Typ}
	case *core.PtrAdd:
		return &core.PtrAdd{At: x.At, Sub: x.Sub, X: p.expr(x.X), N: p.expr(x.N), Typ: x.Typ}
	case *core.PtrDiff:
		return &core.PtrDiff{At: x.At, X: p.expr(x.X), Y: p.expr(x.Y), Typ: x.Typ}
	case *core.Convert:
		return p.toScalar(x)
	case *core.Cond:
		return p.cond(x)
	case *core.Logical:
		return p.logical(x)
	}
	refuse(x.Pos(), "expression")
	return nil
}

// wide is where the value of an expression is that is taken apart.
func (p *pass) wide(x core.Expr) core.Place {
	switch x := x.(type) {
	case *core.Load:
		return p.place(x.X)
	case *core.Cond:
		return p.cond(x).(*core.Load).X
	}
	switch t := x.Type(); t.Kind {
	case types.Vector:
		return p.vector(x, t)
	case types.Complex:
		return p.complex(x, t)
	}
	return p.x87(x)
}

// direct is wide, and no pointer leads to the place: a part of it is no access of its own.
func (p *pass) direct(x core.Expr) core.Place {
	at := p.wide(x)
	for q := at; ; {
		switch r := q.(type) {
		case *core.VarPlace:
			if r.Var.Type.Quals&types.Volatile == 0 {
				return at
			}
		case *core.FieldPlace:
			q = r.X
			continue
		case *core.PartPlace:
			q = r.X
			continue
		}
		t := p.temp(x.Type(), x.Pos())
		p.emit(&core.Assign{At: x.Pos(), Dst: t, Src: load(at)})
		return t
	}
}

// condition is an expression that is not 0 if a scalar is not 0.
func (p *pass) condition(x core.Expr) core.Expr {
	t, at := x.Type(), x.Pos()
	if !isWide(t) {
		return p.expr(x)
	}
	q := p.direct(x)
	if t.Kind != types.Complex {
		m, e := p.words(q, at)
		exponent := &core.Binary{At: at, Op: core.And, X: p.convert(e, types.Int), Y: p.number(0x7fff, at), Typ: p.tt.Basic(types.Int)}
		return &core.Logical{At: at, Or: true, X: m, Y: exponent, Typ: p.tt.Basic(types.Int)}
	}
	re := p.condition(load(p.part(q, false)))
	return &core.Logical{At: at, Or: true, X: re, Y: p.condition(load(p.part(q, true))), Typ: p.tt.Basic(types.Int)}
}

// convert is an operand converted to a basic type.
func (p *pass) convert(x core.Expr, k types.Kind) core.Expr {
	t := p.tt.Basic(k)
	if x.Type().Main() == t {
		return x
	}
	return &core.Convert{At: x.Pos(), X: x, Typ: t}
}

// toScalar is a conversion to what is not taken apart.
func (p *pass) toScalar(x *core.Convert) core.Expr {
	from := x.X.Type()
	again := func(y core.Expr) core.Expr {
		c := *x
		c.X = y
		return &c
	}
	switch {
	case !isWide(from) || x.Typ.Kind == types.Void:
		return again(p.expr(x.X))
	case from.Kind == types.Vector:
		return load(p.view(x.X, x.Typ))
	case x.Typ.Kind == types.Bool:
		return again(p.condition(x.X))
	case from.Kind == types.Complex:
		return p.expr(again(load(p.part(p.direct(x.X), false))))
	}
	return p.ofX87(x)
}

// comparison compares two operands, one of which is taken apart.
func (p *pass) comparison(x *core.Binary) core.Expr {
	if x.X.Type().Kind == types.Complex || x.Y.Type().Kind == types.Complex {
		return p.equal(x)
	}
	return p.compareX87(x)
}

// cond is ?:, whose values are found only where they are chosen.
func (p *pass) cond(x *core.Cond) core.Expr {
	c := p.condition(x.X)
	var then, els core.Expr
	first := p.scratch(func() { then = p.expr(x.Then) })
	second := p.scratch(func() { els = p.expr(x.Else) })
	if len(first)+len(second) == 0 && !isWide(x.Typ) {
		return &core.Cond{At: x.At, X: c, Then: then, Else: els, Typ: x.Typ}
	}
	t := p.temp(x.Typ, x.At)
	p.branch(x.At, c, first, then, second, els, t)
	return load(t)
}

// branch is an if that gives t one of two values.
func (p *pass) branch(at core.Pos, c core.Expr, first []core.Stmt, then core.Expr, second []core.Stmt, els core.Expr, t core.Place) {
	block := func(list []core.Stmt, x core.Expr) *core.Block {
		return &core.Block{At: at, End: at, List: append(list, &core.Assign{At: at, Dst: t, Src: x})}
	}
	p.emit(&core.If{At: at, X: c, Then: block(first, then), Else: block(second, els)})
}

// logical is && or ||, whose right operand is evaluated only if the left one does not decide.
func (p *pass) logical(x *core.Logical) core.Expr {
	a := p.condition(x.X)
	var b core.Expr
	code := p.scratch(func() { b = p.condition(x.Y) })
	if len(code) == 0 {
		return &core.Logical{At: x.At, Or: x.Or, X: a, Y: b, Typ: x.Typ}
	}
	t := p.temp(x.Typ, x.At)
	not := func(y core.Expr) core.Expr { return &core.Unary{At: x.At, Op: core.Not, X: y, Typ: x.Typ} }
	if x.Or {
		p.branch(x.At, a, nil, p.number(1, x.At), code, not(not(b)), t)
	} else {
		p.branch(x.At, a, code, not(not(b)), nil, p.number(0, x.At), t)
	}
	return load(t)
}

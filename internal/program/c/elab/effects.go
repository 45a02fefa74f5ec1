package elab

// Statements that expressions leave behind, and the order of evaluation. An operand that was evaluated is an expression that
// has yet to be read; where a later operand leaves statements that may change what it reads, it is saved in a temporary
// before them.

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// emit appends statements.
func (u *unit) emit(list ...core.Stmt) { u.out = append(u.out, list...) }

// scratch returns the statements that f leaves, which are not emitted.
func (u *unit) scratch(f func()) []core.Stmt {
	u.depth++
	defer func() { u.depth-- }()
	return u.later(f)
}

// later is scratch for statements that go into the open list in the end.
func (u *unit) later(f func()) []core.Stmt {
	was := u.out
	u.out = nil
	defer func() { u.out = was }()
	f()
	return u.out
}

// block is what f leaves as a block.
func (u *unit) block(at core.Pos, f func()) *core.Block {
	return &core.Block{At: at, List: u.scratch(f), End: at}
}

// temp makes a temporary. It is assigned once on each path, before its uses.
func (u *unit) temp(t *types.Type, at core.Pos) *core.Var {
	v := &core.Var{Type: t.Unqual(), Pos: at, Unit: u.file, Temp: true}
	if u.fn == nil || u.unevaluated > 0 {
		return v
	}
	u.fn.temps[v] = true
	if t.IsVariablyModified() {
		u.emit(&core.Declare{At: at, Var: v})
	} else {
		u.fn.core.Temps = append(u.fn.core.Temps, v)
	}
	return v
}

// saved has a value computed now, in a temporary, and returns the temporary's value.
func (u *unit) saved(x core.Expr, at core.Pos) core.Expr {
	v := u.temp(x.Type(), at)
	u.emit(&core.Assign{At: at, Dst: u.varPlace(v, at), Src: x})
	return load(v, at)
}

// frozen is x with a value that later statements do not change.
func (u *unit) frozen(x core.Expr, at syntax.Pos) core.Expr {
	if !u.depends(x) {
		return x
	}
	return u.saved(x, u.pos(at))
}

// depends tells whether the value of an expression may be changed by a statement: it reads what is no temporary.
func (u *unit) depends(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Load:
		if v, ok := x.X.(*core.VarPlace); ok && u.fn != nil && u.fn.temps[v.Var] {
			return false
		}
		return true
	case *core.AddrOf:
		return u.placeDepends(x.X)
	case *core.Decay:
		return u.placeDepends(x.X)
	}
	for y := range core.Operands(x) {
		if u.depends(y) {
			return true
		}
	}
	return false
}

// placeDepends tells whether a statement may change which object a place is.
func (u *unit) placeDepends(p core.Place) bool {
	switch p := p.(type) {
	case *core.DerefPlace:
		return u.depends(p.X)
	case *core.FieldPlace:
		return u.placeDepends(p.X)
	case *core.PartPlace:
		return u.placeDepends(p.X)
	}
	return false
}

// frozenPlace is p as the same object after later statements.
func (u *unit) frozenPlace(p core.Place) core.Place {
	switch q := p.(type) {
	case *core.DerefPlace:
		if u.depends(q.X) {
			return &core.DerefPlace{At: q.At, X: u.frozenAddress(q.X, q.At), Typ: q.Typ}
		}
	case *core.FieldPlace:
		if u.placeDepends(q.X) {
			return &core.FieldPlace{At: q.At, X: u.frozenPlace(q.X), Field: q.Field, Typ: q.Typ}
		}
	case *core.PartPlace:
		if u.placeDepends(q.X) {
			return &core.PartPlace{At: q.At, X: u.frozenPlace(q.X), Imag: q.Imag, Typ: q.Typ}
		}
	}
	return p
}

// frozenAddress is an address whose value later statements do not change. The pointer and the indices that it is computed from are saved, rather
// than itself: from them it is known whether it leads somewhere.
func (u *unit) frozenAddress(x core.Expr, at core.Pos) core.Expr {
	if !u.depends(x) {
		return x
	}
	switch x := x.(type) {
	case *core.PtrAdd:
		add := *x
		add.X = u.frozenAddress(x.X, at)
		if u.depends(x.N) {
			add.N = u.saved(x.N, at)
		}
		return &add
	case *core.Decay:
		return &core.Decay{At: x.At, X: u.frozenPlace(x.X), Typ: x.Typ}
	case *core.AddrOf:
		return &core.AddrOf{At: x.At, X: u.frozenPlace(x.X), Typ: x.Typ}
	case *core.Convert:
		if x.X.Type().Kind == types.Pointer {
			c := *x
			c.X = u.frozenAddress(x.X, at)
			return &c
		}
	}
	return u.saved(x, at)
}

// changes tells whether statements may change anything but temporaries.
func (u *unit) changes(list []core.Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *core.Assign:
			if v, ok := s.Dst.(*core.VarPlace); !ok || u.fn == nil || !u.fn.temps[v.Var] {
				return true
			}
		case *core.Eval, *core.Declare:
		case *core.Block:
			if u.changes(s.List) {
				return true
			}
		case *core.If:
			if u.changes(s.Then.List) || s.Else != nil && u.changes(s.Else.List) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// settle saves what was evaluated before the statements from mark on, if they may change it.
func (u *unit) settle(mark int, before ...*operand) {
	if len(u.out) == mark || !u.changes(u.out[mark:]) {
		return
	}
	tail := slices.Clone(u.out[mark:])
	u.out = u.out[:mark]
	for _, o := range before {
		u.note(tail, o)
		switch {
		case o.p != nil:
			o.p = u.frozenPlace(o.p)
		case o.x != nil && o.typ.Kind != types.Void && u.depends(o.x):
			o.x = u.saved(o.x, o.x.Pos())
		}
	}
	u.emit(tail...)
}

// pair evaluates two operands from left to right, each to a value.
func (u *unit) pair(x, y syntax.Expr) (a, b operand) {
	start := len(u.out)
	a = u.rvalue(u.expr(x))
	mark := len(u.out)
	b = u.rvalue(u.expr(y))
	u.note(u.out[start:mark], &b)
	u.settle(mark, &a)
	return a, b
}

// retarget has the call that left x store its result in a place, if x is nothing but the result of the last call.
func (u *unit) retarget(x core.Expr, p core.Place) bool {
	l, ok := x.(*core.Load)
	if !ok || len(u.out) == 0 || u.fn == nil {
		return false
	}
	v, ok := l.X.(*core.VarPlace)
	if !ok || !u.fn.temps[v.Var] || v.Var.Type != p.Type() {
		return false
	}
	if f, ok := p.(*core.FieldPlace); ok && f.Field.Bits {
		return false
	}
	var dst *core.Place
	switch s := u.out[len(u.out)-1].(type) {
	case *core.Call:
		dst = &s.Dst
	case *core.Builtin:
		dst = &s.Dst
	default:
		return false
	}
	if d, ok := (*dst).(*core.VarPlace); !ok || d.Var != v.Var || !u.dropTemp(v.Var) {
		return false
	}
	*dst = p
	return true
}

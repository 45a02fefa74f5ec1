package elab

// Quantifiers over integers. One whose range is known and small, as in
//
//	__CPROVER_forall { int i; 0 <= i && i < 8 ==> e }
//
// is the conjunction or disjunction of its instances.

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/quantify"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

func (u *unit) quantifier(x *syntax.Quantifier) operand {
	at, truth := u.pos(x.KeyPos), u.tt.Basic(types.Int)
	if u.fn == nil || x.Var == nil || u.unevaluated > 0 {
		u.refuse(x.KeyPos, "quantifier", "a quantifier in this place is not supported")
	}
	q := &core.Quantifier{At: at, Exists: x.Exists, Typ: truth}
	u.scope.enter()
	s := u.specifiers(x.Var.Specs)
	for _, d := range x.Var.List {
		t, _ := u.declared(s, d.Decl, nil)
		if !t.IsInteger() || d.Init != nil {
			u.refuse(x.KeyPos, "quantifier", "a quantifier over what are no integers is not supported")
		}
		name := d.Decl.Name
		v := u.temp(t.Main(), u.pos(name.NamePos))
		v.Name = name.Name
		u.scope.declare(name.Sym, &object{kind: variable, name: name.Name, pos: name.NamePos, typ: v.Type, v: v})
		q.Vars = append(q.Vars, v)
	}
	bound := len(u.bound)
	u.bound = append(u.bound, q)
	code := u.scratch(func() { q.X = u.scalar(u.expr(x.X), syntax.Start(x.X), "the condition of a quantifier") })
	u.bound = u.bound[:bound]
	u.scope.leave()
	if len(code) > 0 || slices.ContainsFunc(q.Vars, func(v *core.Var) bool { return u.fn.addressed[v] }) {
		u.refuse(x.KeyPos, "quantifier", "a quantifier with effects is not supported")
	}
	if q.Chosen {
		return value(q)
	}
	instances, ok := quantify.Instances(q, u.fold.Int)
	if !ok {
		return value(q)
	}
	var all core.Expr
	for _, values := range instances {
		y := core.Substitute(q.X, func(*core.Var) *core.Var { return nil }, func(v *core.Var) core.Expr {
			if i := slices.Index(q.Vars, v); i >= 0 {
				return u.intConst(u.tt.Wrap(v.Type, types.IntOf(values[i])), v.Type.Main(), at)
			}
			return nil
		})
		if all == nil {
			all = y
		} else {
			all = &core.Logical{At: at, Or: q.Exists, X: all, Y: y, Typ: truth}
		}
	}
	if all == nil {
		return u.truth(!q.Exists, x.KeyPos)
	}
	if len(instances) == 1 {
		all = &core.Logical{At: at, Or: q.Exists, X: all, Y: u.truth(!q.Exists, x.KeyPos).x, Typ: truth}
	}
	return value(all)
}

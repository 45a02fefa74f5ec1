package modular

import (
	"slices"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// contract is what is known of a procedure, on the numbers of its inputs and exits.
type contract struct {
	pre polyhedra.State // of its inputs, wherever it is called
	// sum relates the entry variables of inputs to exits: one of the parts does, by the edge into
	// the exit.
	sum []polyhedra.State
	// noEntry and noExit are what refinements exclude besides: states at the entry, relations like
	// those of sum.
	noEntry, noExit []polyhedra.State
}

// contracts is the lattice of contracts.
type contracts struct {
	d *polyhedra.Domain
}

// nothing is a summary that says that the procedure is not left.
func (c contracts) nothing(pr *proc) []polyhedra.State {
	parts := 0
	for _, i := range pr.slots {
		parts = max(parts, i+1)
	}
	sum := make([]polyhedra.State, parts)
	for i := range sum {
		sum[i] = c.d.Bottom()
	}
	return sum
}

// within says that a is at most b, part by part.
func (c contracts) within(a, b []polyhedra.State) bool {
	for i := range a {
		if !c.d.Leq(a[i], b[i]) {
			return false
		}
	}
	return true
}

// renamed is s with variables replaced, by their numbers; those without another name are left out.
// Constraints too large for expressions are as well.
func (c contracts) renamed(from *polyhedra.Domain, s polyhedra.State, names map[int]int) polyhedra.State {
	if from.IsBottom(s) {
		return c.d.Bottom()
	}
	var out []int
	for _, v := range from.Vars(s) {
		if _, ok := names[v]; !ok {
			out = append(out, v)
		}
	}
	var cs []polyhedra.Constraint
	for _, k := range from.Constraints(from.Forget(s, out...)) {
		if k.Size() > maxBits {
			continue
		}
		l := polyhedra.Linear{Const: k.Const}
		for _, m := range k.Terms {
			l = l.Plus(polyhedra.Linear{Terms: []polyhedra.Monomial{{Var: names[m.Var], Coeff: m.Coeff}}})
		}
		cs = append(cs, polyhedra.Constraint{Linear: l, Eq: k.Eq})
	}
	return c.d.With(c.d.Top(), cs...)
}

// Linear forms are written in a type in which nothing that maxBits allows can overflow: sums of
// variables of up to 64 bits, each times a number of up to maxBits.
var exact = ir.Int(250, true)

const maxBits = 150

// expr writes a linear form over the variables of a table.
func expr(l polyhedra.Linear, vars []*ir.Var) *ir.Expr {
	op := func(op ir.Op, args ...*ir.Expr) *ir.Expr {
		return &ir.Expr{Op: op, Type: exact, Args: args, NoWrap: true}
	}
	e := ir.Const(exact, l.Const)
	for _, m := range l.Terms {
		t := op(ir.OpCast, ir.VarExpr(vars[m.Var]))
		if !m.Coeff.IsOne() {
			t = op(ir.OpMul, ir.Const(exact, m.Coeff), t)
		}
		e = op(ir.OpAdd, e, t)
	}
	return e
}

// condition is s as an expression.
func (c contracts) condition(s polyhedra.State, vars []*ir.Var) *ir.Expr {
	if c.d.IsBottom(s) {
		return ir.False()
	}
	all := ir.True()
	for _, k := range c.d.Constraints(s) {
		op := ir.OpGe
		if k.Eq {
			op = ir.OpEq
		}
		all = ir.And(all, &ir.Expr{Op: op, Type: ir.Bool, Args: []*ir.Expr{expr(k.Linear, vars), ir.Const(exact, num.I(0))}})
	}
	return all
}

// exclusion says that s does not hold.
func (c contracts) exclusion(s polyhedra.State, vars []*ir.Var) *ir.Expr {
	any := ir.False()
	for _, k := range c.d.Constraints(s) {
		for _, n := range k.Negations() {
			any = ir.Or(any, &ir.Expr{Op: ir.OpGe, Type: ir.Bool, Args: []*ir.Expr{expr(n.Linear, vars), ir.Const(exact, num.I(0))}})
		}
	}
	return any
}

// anyOf is the disjunction of the parts of a summary, without those that others include.
func (c contracts) anyOf(sum []polyhedra.State, vars []*ir.Var) *ir.Expr {
	any := ir.False()
	for i, s := range sum {
		included := slices.ContainsFunc(sum[:i], func(t polyhedra.State) bool { return c.d.Leq(s, t) }) ||
			slices.ContainsFunc(sum[i+1:], func(t polyhedra.State) bool { return c.d.Leq(s, t) && !c.d.Leq(t, s) })
		if !included {
			any = ir.Or(any, c.condition(s, vars))
		}
	}
	return any
}

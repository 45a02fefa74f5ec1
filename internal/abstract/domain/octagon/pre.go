package octagon

import (
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Pre describes at least the states of context from which e's statement may lead to s, and none
// outside of context; exactly those, if the statement is x := ±y + [a, b] or x := [a, b] within a pack
// and without wrapping, an octagonal comparison, or a havoc.
func (d *Domain) Pre(context, s State, e *ir.Edge) State {
	if d.IsBottom(context) || d.IsBottom(s) {
		return d.Bottom()
	}
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		if stmt.Var.Type.IsNumber() {
			return d.unassign(context, s, e, stmt)
		}
		s = d.Forget(s, stmt.Var)
	case *ir.Assume:
		return d.Assume(d.Meet(context, s), stmt.Cond, true)
	case *ir.Havoc:
		s = d.Forget(s, stmt.Var)
	case *ir.Call, *ir.Alloc:
		s = d.Forget(s, d.p.Globals...)
		if v := ir.Written(stmt); v != nil {
			s = d.Forget(s, v)
		}
	}
	return d.Meet(context, s)
}

// unassign is Pre of x := e: what s says of x holds of e.
func (d *Domain) unassign(context, s State, e *ir.Edge, stmt *ir.Assign) State {
	x := stmt.Var
	r := d.Meet(context, d.Forget(s, x))
	if r.box = d.box.Pre(r.box, s.box, e); d.IsBottom(r) {
		return d.Bottom()
	}
	l := d.linearise(context, stmt.Expr)
	if !l.small() {
		return r
	}
	lo, hi := bounds(d.single(s, x))
	r = d.atMost(d.atMost(r, l, hi), l.scale(-1), inf64(lo))
	for _, y := range d.Pack(x) {
		if y == x || d.IsBottom(r) {
			continue
		}
		for _, b := range d.pairs(s, x, y) { // of x, then of y
			of := linear{terms: []monomial{{y, b.Terms[1].Coeff}}, rest: interval.One(num.I(0))}
			_, c := bounds(interval.AtMost(b.Max))
			r = d.atMost(r, l.scale(b.Terms[0].Coeff).plus(of), c)
		}
	}
	return d.settle(r, x)
}

// settle lets the pack of x know what is new of single variables.
func (d *Domain) settle(s State, x *ir.Var) State {
	w := d.where[x.ID]
	if w.pack < 0 || d.IsBottom(s) {
		return s
	}
	return d.reduce(s, w.pack, d.oct(s, w.pack).close().clone())
}

// Interpolate is InterpolateOct of [Gulavani et al. 2008, Sec. 4] for integers: the negations of bounds
// of ±x and, in packs, ±x ± y that b has and a contradicts. a entails each of them, and b has no state
// with any of them. It needs a ⊓ b = ⊥, neither being ⊥ itself; there may be none.
func (d *Domain) Interpolate(a, b State) []Bound {
	var is []Bound
	negated := func(v interval.Value, terms ...Term) {
		opposite := make([]Term, len(terms))
		for i, t := range terms {
			opposite[i] = Term{t.Var, -t.Coeff}
		}
		if hi, ok := v.Hi(); ok { // terms ≥ hi + 1
			if n := (Bound{opposite, hi.Neg().Sub(num.I(1))}); d.Entails(a, n) {
				is = append(is, n)
			}
		}
		if lo, ok := v.Lo(); ok {
			if n := (Bound{terms, lo.Sub(num.I(1))}); d.Entails(a, n) {
				is = append(is, n)
			}
		}
	}
	for _, v := range d.box.Known(b.box) {
		if v.Type.IsNumber() {
			negated(d.single(b, v), Term{v, 1})
		}
	}
	b.octs.Each(func(pack int, _ *oct) bool {
		for i, x := range d.packs[pack] {
			for _, y := range d.packs[pack][:i] {
				sum, _ := d.pair(b, x, y, true)
				difference, _ := d.pair(b, x, y, false)
				negated(sum, Term{x, 1}, Term{y, 1})
				negated(difference, Term{x, 1}, Term{y, -1})
			}
		}
		return true
	})
	return is
}

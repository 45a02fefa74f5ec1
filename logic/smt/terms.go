package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
	"craig/logic/term"
)

// parts makes the terms that the value of t depends on kids of n.
func (e *Native) parts(n int32, t term.Term) {
	switch {
	case t.Sort() == term.Bool:
		e.lit(n, t, both)
	case t.Op() == term.Const:
	case t.Op() == term.Sum, t.Op() == term.ToReal:
		for _, a := range t.Args() {
			e.parts(n, a)
		}
	default:
		e.kid(n, e.termNode(t))
	}
}

// termNode returns the node of a term that is neither a formula nor a constant nor a Sum nor a
// ToReal.
func (e *Native) termNode(t term.Term) int32 {
	e.tick(1)
	if n := e.lookup(t); n != 0 {
		return n
	}
	s := t.Sort()
	if s.IsArray() {
		n := e.newNode(t, array)
		e.register(t, n)
		e.nodes[n].list = arrays
		if t.Op() == term.Select {
			e.nodes[n].list = reads
		}
		if t.Op() == term.Apply {
			e.nodes[n].list = applies
		}
		for _, a := range t.Args() {
			e.parts(n, a)
		}
		if t.Op() == term.Apply && e.eg != nil {
			e.eg.wake()
			e.eg.node(t)
		}
		return n
	}
	n := e.newNode(t, number)
	e.register(t, n)
	if t.Op() == term.Mod && !constantDivisor(t).IsZero() {
		e.parts(n, t.Arg(0))
		q := e.st.Div(t.Arg(0), t.Arg(1))
		e.parts(n, q)
		if q.Op() != term.Div || q.Arg(0) != t.Arg(0) || q.Arg(1) != t.Arg(1) {
			e.quotient(n, t.Arg(0), q, constantDivisor(t))
		}
		return n
	}
	if e.isElement(s) {
		e.eg.wake()
	} else {
		isInt := s != term.Real // without an egraph elements of uninterpreted sorts are numbered
		lv := e.ar.addVar(isInt)
		e.nodes[n].lv = lv
		e.nodeOfVar = grow(e.nodeOfVar, int(lv))
		e.nodeOfVar[lv] = n
	}
	switch t.Op() {
	case term.Ite:
		e.ite(n, t)
	case term.ToInt:
		e.parts(n, t.Arg(0))
		e.toInt(n, t)
	case term.Div:
		for _, a := range t.Args() {
			e.parts(n, a)
		}
		if m := constantDivisor(t); !m.IsZero() {
			e.quotient(n, t.Arg(0), t, m)
			break
		}
		e.nodes[n].list = divisions
	case term.Var:
		e.nodes[n].list = scalars
	default:
		for _, a := range t.Args() {
			e.parts(n, a)
		}
		switch t.Op() {
		case term.Select:
			e.nodes[n].list = reads
		case term.Apply:
			e.nodes[n].list = applies
		case term.Mul:
			e.nodes[n].list = products
		case term.Mod:
			e.nodes[n].list = divisions
		case term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr:
			e.nodes[n].list = bitOps
		case term.Float:
			e.floatRange(n, t)
			e.nodes[n].list = floats
		}
	}
	if e.eg != nil {
		if t.Op() == term.Apply {
			e.eg.wake()
			e.eg.node(t)
		} else if e.isElement(s) {
			e.eg.node(t)
		}
	}
	return n
}

// constantDivisor is the divisor of an integer division if it is a constant, otherwise 0.
func constantDivisor(t term.Term) num.Int {
	if t.Sort() != term.Int {
		return num.Int{}
	}
	v, _ := t.Arg(1).IntValue()
	return v
}

// assumeAxiom makes a valid literal an axiom of n.
func (e *Native) assumeAxiom(n int32, l sat.Lit, known sat.Value) {
	if known == sat.True || e.rec != nil && !e.rec.reader.oneSided([]sat.Lit{l}) {
		return
	}
	e.slack(n, l)
	if e.rec != nil {
		e.axiom(l)
		return
	}
	e.sat.SetAxiom(l)
	e.nodes[n].axioms = append(e.nodes[n].axioms, l)
}

// quotient adds the axioms 0 <= x - m·q <= |m| - 1 to n, where q stands for x div m.
func (e *Native) quotient(n int32, x, q term.Term, m num.Int) {
	var f, g simplex.RatForm
	e.linear(x, num.I(1).Rat(), n, &f)
	e.linear(q, num.I(1).Rat(), n, &g)
	e.remainder(n, f, g, m)
	if m.Sign() > 0 {
		e.chain(n, f, g, m)
	}
}

// remainder adds the axioms 0 <= x - m·q <= |m| - 1 to n.
func (e *Native) remainder(n int32, x, q simplex.RatForm, m num.Int) {
	r := x.Plus(m.Neg().Rat(), q)
	lo := r.Integral().Negated()
	l, known := e.ar.leLit(lo.Terms, lo.Const, false)
	e.assumeAxiom(n, l, known)
	r.Const = r.Const.Sub(m.Abs().Sub(num.I(1)).Rat())
	hi := r.Integral()
	l, known = e.ar.leLit(hi.Terms, hi.Const, false)
	e.assumeAxiom(n, l, known)
}

// division is a quotient x div m that the engine knows.
type division struct {
	n    int32
	x, q simplex.RatForm
	m    num.Int
}

// maxChain bounds how many earlier quotients a new one is compared with.
const maxChain = 64

// chain relates q = x div m to quotients y div k with k | m and x - y = k·z:
//
//	x div m = (y div k + z) div (m/k)
//
// Over the rationals this says more than both definitions: it bounds the digits in between.
func (e *Native) chain(n int32, x, q simplex.RatForm, m num.Int) {
	d := division{n, x, q, m}
	var below, above *division
	for i := max(0, len(e.divisions)-maxChain); i < len(e.divisions); i++ {
		o := &e.divisions[i]
		switch {
		case o.m.Less(m) && o.m.Divides(m):
			if _, ok := multiple(x, o.x, o.m); ok && (below == nil || below.m.Less(o.m)) {
				below = o
			}
		case m.Less(o.m) && m.Divides(o.m):
			if _, ok := multiple(o.x, x, m); ok && (above == nil || o.m.Less(above.m)) {
				above = o
			}
		}
	}
	if below != nil {
		e.link(n, *below, d)
	}
	if above != nil {
		e.link(n, d, *above)
	}
	e.divisions = append(e.divisions, d)
}

// multiple is (x - y)/k if its coefficients are integers.
func multiple(x, y simplex.RatForm, k num.Int) (z simplex.RatForm, ok bool) {
	d := x.Plus(num.I(-1).Rat(), y)
	inv := k.Rat().Inv()
	coef := map[int32]num.Rat{}
	for _, m := range d.Terms {
		coef[m.Var] = coef[m.Var].Add(m.Coeff)
	}
	for _, m := range d.Terms {
		c := coef[m.Var].Mul(inv)
		if !c.IsInt() {
			return z, false
		}
		if !c.IsZero() {
			z.Terms = append(z.Terms, simplex.RatMonomial{Var: m.Var, Coeff: c})
		}
		delete(coef, m.Var)
	}
	z.Const = d.Const.Mul(inv)
	return z, z.Const.IsInt()
}

// link adds to n the relation between a quotient and a finer one below it.
func (e *Native) link(n int32, below, d division) {
	z, _ := multiple(d.x, below.x, below.m)
	for _, o := range [2]int32{below.n, d.n} {
		e.kid(n, o)
	}
	k, _ := d.m.QuoRem(below.m)
	e.remainder(n, below.q.Plus(num.I(1).Rat(), z), d.q, k)
}

// toInt adds the axioms 0 <= r - t < 1 for t = ToInt(r).
func (e *Native) toInt(n int32, t term.Term) {
	frac := e.st.Sub(t.Arg(0), e.st.ToReal(t))
	f := e.form(frac, n).Negated()
	l, known := e.ar.leLit(f.Terms, f.Const, false)
	e.assumeAxiom(n, l, known)
	g := e.form(e.st.Sub(frac, e.st.RealNum(num.I(1).Rat())), n)
	l, known = e.ar.leLit(g.Terms, g.Const, true)
	e.assumeAxiom(n, l, known)
}

// ite adds the clauses c ⇒ t = a and ¬c ⇒ t = b for t = ite(c, a, b), not an array.
func (e *Native) ite(n int32, t term.Term) {
	c := e.lit(n, t.Arg(0), both)
	for i, guard := range [2]sat.Lit{c.Not(), c} {
		if e.isElement(t.Sort()) {
			e.parts(n, t.Arg(i+1))
			l := e.sat.NewVar(false).Pos()
			e.eg.equality(t, t.Arg(i+1), l)
			e.axiom(guard, l)
			continue
		}
		le, ge, known := e.equalityLits(e.difference(t, t.Arg(i+1), n))
		switch known {
		case sat.True:
			continue
		case sat.False:
			e.axiom(guard)
			continue
		}
		e.slack(n, le)
		e.slack(n, ge)
		e.axiom(guard, le)
		e.axiom(guard, ge)
	}
}

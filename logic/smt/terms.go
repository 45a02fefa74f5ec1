package smt

import (
	"craig/logic/num"
	"craig/logic/sat"
	"craig/logic/term"
)

// parts makes the terms that the value of t depends on kids of n.
func (e *Engine) parts(n int32, t term.Term) {
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
func (e *Engine) termNode(t term.Term) int32 {
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
		return n
	}
	n := e.newNode(t, number)
	e.register(t, n)
	if t.Op() == term.Mod && !constantDivisor(t).IsZero() {
		e.parts(n, t.Arg(0))
		q := e.st.Div(t.Arg(0), t.Arg(1))
		e.parts(n, q)
		e.quotient(n, t.Arg(0), q, constantDivisor(t))
		return n
	}
	isInt := s != term.Real // elements of uninterpreted sorts are numbered
	lv := e.ar.addVar(isInt)
	e.nodes[n].lv = lv
	e.nodeOfVar = grow(e.nodeOfVar, int(lv))
	e.nodeOfVar[lv] = n
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
func (e *Engine) assumeAxiom(n int32, l sat.Lit, known sat.Value) {
	if known == sat.True {
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

// quotient adds the axioms 0 <= x - m·q <= |m| - 1 to n.
func (e *Engine) quotient(n int32, x, q term.Term, m num.Int) {
	var f ratForm
	e.linear(x, num.I(1).Rat(), n, &f)
	e.linear(q, m.Neg().Rat(), n, &f)
	f.c = f.c.Neg()
	lo := f.integral().negated()
	lo.c = f.c
	f.c = f.c.Neg().Sub(m.Abs().Sub(num.I(1)).Rat())
	hi := f.integral()
	l, known := e.ar.leLit(lo.ms, lo.c, false)
	e.assumeAxiom(n, l, known)
	l, known = e.ar.leLit(hi.ms, hi.c, false)
	e.assumeAxiom(n, l, known)
}

// toInt adds the axioms 0 <= r - t < 1 for t = ToInt(r).
func (e *Engine) toInt(n int32, t term.Term) {
	frac := e.st.Sub(t.Arg(0), e.st.ToReal(t))
	f := e.form(frac, n).negated()
	l, known := e.ar.leLit(f.ms, f.c, false)
	e.assumeAxiom(n, l, known)
	g := e.form(e.st.Sub(frac, e.st.RealNum(num.I(1).Rat())), n)
	l, known = e.ar.leLit(g.ms, g.c, true)
	e.assumeAxiom(n, l, known)
}

// ite adds the clauses c ⇒ t = a and ¬c ⇒ t = b for t = ite(c, a, b), not an array.
func (e *Engine) ite(n int32, t term.Term) {
	c := e.lit(n, t.Arg(0), both)
	for i, guard := range [2]sat.Lit{c.Not(), c} {
		le, ge, known := e.equalityLits(e.difference(t, t.Arg(i+1), n))
		switch known {
		case sat.True:
			continue
		case sat.False:
			e.axiom(guard)
			continue
		}
		e.slack(n, le)
		e.axiom(guard, le)
		e.axiom(guard, ge)
	}
}

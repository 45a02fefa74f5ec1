package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/model"
	"craig/logic/term"
)

// floatRange adds the axioms that a floating-point number is a pattern of its format, and an integer
// made of one within its limits.
func (e *Native) floatRange(n int32, t term.Term) {
	lo, hi := floatBounds(t.FloatOp())
	for _, f := range [2]term.Term{e.st.Sub(e.st.IntNum(lo), t), e.st.Sub(t, e.st.IntNum(hi))} {
		g := e.form(f, n)
		l, known := e.ar.leLit(g.Terms, g.Const, false)
		if known == sat.Undef {
			e.assumeAxiom(n, l, known)
		}
	}
}

// floatBounds are the least and the greatest result.
func floatBounds(o term.FloatOp) (lo, hi num.Int) {
	if o.Kind == term.FloatToInt {
		p := num.Pow2(uint(o.Bits))
		return p.Neg(), p
	}
	return num.Int{}, num.Pow2(uint(o.Format.Width())).Sub(num.I(1))
}

// floatOp checks a floating-point operation: with the values of its operands it has its value.
func (c *candidate) floatOp(t term.Term) {
	args := make([]model.Value, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = c.value(a)
	}
	v, _ := model.Operate(t, args)
	if v.Equal(c.value(t)) {
		return
	}
	st := c.e.st
	var l lemma
	var values []term.Term
	for i, a := range t.Args() {
		k := st.IntNum(args[i].Num.Num())
		values = append(values, k)
		if a != k {
			l = append(l, st.Ne(a, k))
		}
	}
	c.need(append(l, st.Eq(t, st.Rebuild(t, values))))
}

package smt

import (
	"craig/logic/num"
	"craig/logic/sat"
)

// maxCutBits bounds the coefficients of cuts.
const maxCutBits = 48

// gomory derives a mixed integer cut from the row of the basic variable v, whose value is
// fractional and whose nonbasic variables are all at bounds [Dutertre, de Moura 2006, 4.2]: a
// clause that says that those bounds imply Σ coef·(distance from the bound) >= 1. ok is false if
// there is none, or its numbers are too large.
func (e *Engine) gomory(v int32) (clause []sat.Lit, ok bool) {
	a := e.ar
	x := &a.vars[v]
	rw := &a.rows[x.row]
	base := a.baseCoeff(x.row)
	one := num.I(1).Rat()
	f0 := x.val.r.Sub(x.val.r.Floor().Rat())
	if !x.val.d.IsZero() {
		return nil, false
	}
	var f ratForm
	f.c = one
	for i := range rw.ents {
		en := &rw.ents[i]
		if en.v == v {
			continue
		}
		y := &a.vars[en.v]
		c := ratio(en.c, base)
		atLower := y.lower.ok && y.val.cmp(y.lower.v) == 0
		if !atLower && !(y.upper.ok && y.val.cmp(y.upper.v) == 0) || !y.val.d.IsZero() {
			return nil, false
		}
		up, down := one.Sub(f0), f0
		if !atLower {
			up, down = down, up
		}
		var k num.Rat
		switch {
		case y.isInt:
			if fj := c.Sub(c.Floor().Rat()); fj.Cmp(up) <= 0 {
				k = fj.Div(up)
			} else {
				k = one.Sub(fj).Div(down)
			}
		case c.Sign() >= 0:
			k = c.Div(up)
		default:
			k = c.Neg().Div(down)
		}
		// k·(y - l) or k·(u - y) is subtracted: 1 - Σ … <= 0
		if atLower {
			clause = append(clause, y.lower.lit.Not())
			k = k.Neg()
		} else {
			clause = append(clause, y.upper.lit.Not())
		}
		f.c = f.c.Sub(k.Mul(y.val.r))
		for _, m := range a.definition(en.v) {
			f.ms = append(f.ms, ratMonomial{m.v, k.Mul(m.c.Rat())})
		}
	}
	cut := f.integral()
	cut.ms = sortForm(cut.ms)
	for _, m := range cut.ms {
		if m.c.BitLen() > maxCutBits {
			return nil, false
		}
	}
	if cut.c.Num().BitLen() > 2*maxCutBits || len(cut.ms) == 0 {
		return nil, false
	}
	l, _ := a.leLit(cut.ms, cut.c, false)
	return append(clause, l), true
}

// addCuts adds valid clauses whose last literals are new bounds; in an interpolating run only
// those that no cut between parts would mix.
func (e *Engine) addCuts(clauses [][]sat.Lit) bool {
	some := false
	for _, c := range clauses {
		if e.rec != nil && !e.rec.proof.oneSided(c) {
			continue
		}
		e.stats.Cuts++
		some = true
		if v := e.atomOfVar(c[len(c)-1].Var()).v; e.ar.forms[v] != nil {
			e.lemmas.wantSlack(e, v)
		}
		e.axiom(c...)
	}
	return some
}

// gomoryCuts adds cuts for a few fractional variables.
func (e *Engine) gomoryCuts() bool {
	var clauses [][]sat.Lit
	for _, v := range e.ar.ints {
		x := &e.ar.vars[v]
		if x.row < 0 || x.val.isInt() || !e.relevant(e.nodeOfVar[v]) {
			continue
		}
		if c, ok := e.gomory(v); ok {
			clauses = append(clauses, c)
			if len(clauses) == cutsAtOnce {
				break
			}
		}
	}
	return e.addCuts(clauses)
}

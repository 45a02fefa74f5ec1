package smt

import (
	"craig/logic/num"
	"craig/logic/sat"
)

// maxCutBits bounds the coefficients of cuts.
const maxCutBits = 48

// gomory derives a cut from the row of the basic integer variable v, whose value is no integer. The
// row says that v minus the integer combination of integer variables in it, which is an integer,
// equals a sum over the others; these must be at bounds. If the bounds make the sum as small or
// as large as it can be, rounding it is a cut. Otherwise, if no δ is involved, it is the mixed
// integer cut Σ coef·(distance from the bound) >= 1 [Dutertre, de Moura 2006, 4.2]. The clause
// says that the bounds imply the cut, its last literal. ok is false if there is none, or its
// numbers are too large.
func (e *Engine) gomory(v int32) (clause []sat.Lit, ok bool) {
	a := e.ar
	x := &a.vars[v]
	rw := &a.rows[x.row]
	base := a.baseCoeff(x.row)
	one := num.I(1).Rat()
	whole := ratForm{ms: []ratMonomial{{v, one}}} // the integer
	rest := x.val                                 // its value
	mixed := ratForm{c: one}                      // the mixed integer cut, <= 0
	least, most, exact := true, true, x.val.d.IsZero()
	f0 := x.val.r.Sub(x.val.r.Floor().Rat())
	for i := range rw.ents {
		en := &rw.ents[i]
		if en.v == v {
			continue
		}
		y := &a.vars[en.v]
		c := ratio(en.c, base)
		if y.isInt && c.IsInt() && y.val.isInt() {
			whole.add(c.Neg(), a.definition(en.v))
			rest = rest.sub(y.val.mul(c))
			continue
		}
		atLower := y.lower.ok && y.val.cmp(y.lower.v) == 0
		if !atLower && !(y.upper.ok && y.val.cmp(y.upper.v) == 0) {
			return nil, false
		}
		least = least && (c.Sign() > 0) == atLower
		most = most && (c.Sign() > 0) != atLower
		exact = exact && y.val.d.IsZero()
		lit := y.upper.lit
		k := mixedCoeff(c, f0, y.isInt, atLower)
		if atLower { // k·(y - l) or k·(u - y) is subtracted
			lit = y.lower.lit
			k = k.Neg()
		}
		clause = append(clause, lit.Not())
		mixed.c = mixed.c.Sub(k.Mul(y.val.r))
		mixed.add(k, a.definition(en.v))
	}
	var cut form
	switch {
	case least: // whole >= rest
		whole.c = rest.floor().Rat().Add(one).Neg()
		cut = whole.integral().negated()
	case most: // whole <= rest
		whole.c = rest.floor().Rat().Neg()
		cut = whole.integral()
	case exact && f0.Sign() > 0:
		cut = mixed.integral()
	default:
		return nil, false
	}
	cut.ms = sortForm(cut.ms)
	for _, m := range cut.ms {
		if m.c.BitLen() > maxCutBits {
			return nil, false
		}
	}
	if len(cut.ms) == 0 || cut.c.Num().BitLen() > 2*maxCutBits || cut.c.Den().BitLen() > maxCutBits {
		return nil, false
	}
	l, _ := a.leLit(cut.ms, cut.c, false)
	return append(clause, l), true
}

// mixedCoeff is the coefficient in the mixed integer cut of the distance from its bound of a
// variable that has coefficient c; f0 is the fraction of the row's value.
func mixedCoeff(c, f0 num.Rat, isInt, atLower bool) num.Rat {
	one := num.I(1).Rat()
	up, down := one.Sub(f0), f0
	if !atLower {
		up, down = down, up
	}
	if f0.IsZero() {
		return num.Rat{} // no mixed cut will be made
	}
	if isInt {
		if f := c.Sub(c.Floor().Rat()); f.Cmp(up) <= 0 {
			return f.Div(up)
		} else {
			return one.Sub(f).Div(down)
		}
	}
	if c.Sign() >= 0 {
		return c.Div(up)
	}
	return c.Neg().Div(down)
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

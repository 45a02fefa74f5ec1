package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
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
func (e *Native) gomory(v int32) (c cut, ok bool) {
	var clause []sat.Lit
	var at simplex.RatForm // for a proof: what the mixed cut splits
	a := e.ar
	x := &a.Vars[v]
	rw := &a.Rows[x.Row]
	base := a.BaseCoeff(x.Row)
	atVal := x.Value.R
	if e.rec != nil {
		at.Add(num.I(1).Rat(), a.definition(v))
	}
	one := num.I(1).Rat()
	whole := simplex.RatForm{Terms: []simplex.RatMonomial{{Var: v, Coeff: one}}} // the integer
	rest := x.Value                                                              // its value
	mixed := simplex.RatForm{Const: one}                                         // the mixed integer cut, <= 0
	least, most, exact := true, true, x.Value.D.IsZero()
	f0 := x.Value.R.Sub(x.Value.R.Floor().Rat())
	for i := range rw.Entries {
		en := &rw.Entries[i]
		if en.Var == v {
			continue
		}
		y := &a.Vars[en.Var]
		c := simplex.Ratio(en.Coeff, base)
		if y.IsInt && c.IsInt() && y.Value.IsInt() {
			whole.Add(c.Neg(), a.definition(en.Var))
			rest = rest.Sub(y.Value.Mul(c))
			if e.rec != nil {
				at.Add(c.Neg(), a.definition(en.Var))
			}
			atVal = atVal.Sub(y.Value.R.Mul(c))
			continue
		}
		atLower := y.Lower.Known && y.Value.Cmp(y.Lower.Value) == 0
		if !atLower && !(y.Upper.Known && y.Value.Cmp(y.Upper.Value) == 0) {
			return cut{}, false
		}
		least = least && (c.Sign() > 0) == atLower
		most = most && (c.Sign() > 0) != atLower
		exact = exact && y.Value.D.IsZero()
		lit := y.Upper.Lit
		if e.rec != nil && y.IsInt {
			n := nearby(c, f0, atLower).Neg().Rat()
			at.Add(n, a.definition(en.Var))
			atVal = atVal.Add(y.Value.R.Mul(n))
		}
		k := mixedCoeff(c, f0, y.IsInt, atLower)
		if atLower { // k·(y - l) or k·(u - y) is subtracted
			lit = y.Lower.Lit
			k = k.Neg()
		}
		clause = append(clause, lit.Not())
		mixed.Const = mixed.Const.Sub(k.Mul(y.Value.R))
		mixed.Add(k, a.definition(en.Var))
	}
	var f simplex.Form
	switch {
	case least: // whole >= rest
		whole.Const = rest.Floor().Rat().Add(one).Neg()
		f = whole.Integral().Negated()
	case most: // whole <= rest
		whole.Const = rest.Floor().Rat().Neg()
		f = whole.Integral()
	case exact && f0.Sign() > 0:
		f = mixed.Integral()
	default:
		return cut{}, false
	}
	f.Terms = simplex.SortForm(f.Terms)
	for _, m := range f.Terms {
		if m.Coeff.BitLen() > maxCutBits {
			return cut{}, false
		}
	}
	if len(f.Terms) == 0 || f.Const.Num().BitLen() > 2*maxCutBits || f.Const.Den().BitLen() > maxCutBits {
		return cut{}, false
	}
	l, _ := a.leLit(f.Terms, f.Const, false)
	return cut{append(clause, l), split{at, atVal.Floor()}}, true
}

// cut is a valid clause whose last literal is a new bound, and why it holds.
type cut struct {
	clause []sat.Lit
	split  split
}

// nearby is the integer that stands for the coefficient c in what a mixed cut splits: its floor or
// ceiling, as mixedCoeff rounds it.
func nearby(c, f0 num.Rat, atLower bool) num.Int {
	up := num.I(1).Rat().Sub(f0)
	if !atLower {
		up = f0
	}
	if c.Sub(c.Floor().Rat()).Cmp(up) <= 0 {
		return c.Floor()
	}
	return c.Ceil()
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
func (e *Native) addCuts(cuts []cut) bool {
	some := false
	for _, k := range cuts {
		c := k.clause
		if e.rec != nil && !e.rec.reader.oneSided(c) {
			continue
		}
		e.stats.Cuts++
		some = true
		if v := e.atomOfVar(c[len(c)-1].Var()).v; e.ar.forms[v] != nil {
			e.lemmas.wantSlack(e, v)
		}
		e.rec.bySplit(&k.split)
		e.axiom(c...)
	}
	return some
}

// gomoryCuts adds cuts for a few fractional variables.
func (e *Native) gomoryCuts() bool {
	var cuts []cut
	for _, v := range e.ar.ints {
		x := &e.ar.Vars[v]
		if x.Row < 0 || x.Value.IsInt() || !e.relevant(e.nodeOfVar[v]) {
			continue
		}
		if c, ok := e.gomory(v); ok {
			cuts = append(cuts, c)
			if len(cuts) == cutsAtOnce {
				break
			}
		}
	}
	return e.addCuts(cuts)
}

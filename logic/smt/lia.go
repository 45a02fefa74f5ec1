package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
)

// At which round of a Check a final check with fractional values first looks for a conflict among
// the equations (in vain, three times as many rounds pass before the next time), how often it
// adds cuts before it branches, and how many rounds of cuts there are.
const (
	firstDioph  = 2
	firstLemmas = 4
	gomoryEvery = 6
	maxGomory   = 10
	cutsAtOnce  = 3
)

// integrality makes the integer variables in use have integer values, or says that it made the
// SAT solver's task harder, or returns a conflict.
func (e *Native) integrality() (sat.Verdict, []sat.Lit) {
	if !e.ar.anyFractional() {
		return sat.Accept, nil
	}
	e.lemmas.retire(e)
	e.markRelevant()
	if e.patch() {
		return sat.Accept, nil
	}
	v := e.fractional()
	if v < 0 { // patching one variable may have made another integral
		return sat.Accept, nil
	}
	if e.multiplyOut() {
		return sat.Continue, nil
	}
	e.rounds++
	e.finals++
	if e.rounds == e.diophAt {
		c, more := e.diophantine()
		if c != nil || more {
			e.diophAt = e.rounds + 1
			return sat.Continue, c
		}
		e.diophAt = 3 * e.rounds
	}
	if e.rounds%gomoryEvery == 3 && e.rounds < gomoryEvery*maxGomory {
		if e.gomoryCuts() {
			return sat.Continue, nil
		}
	}
	if c, coefs := e.ar.gcdTest(); c != nil {
		e.rec.because(divisible, coefs)
		return sat.Continue, c
	}
	if e.rounds == e.lemmasNext { // what operators demand may be what is missing
		e.lemmasNext *= 4
		if e.instantiate() == added {
			return sat.Continue, nil
		}
	}
	e.branchOn(v)
	return sat.Continue, nil
}

// anyFractional reports whether an integer variable in use has a value that is no integer.
func (a *arith) anyFractional() bool {
	for _, v := range a.ints {
		if a.Vars[v].Row >= 0 && !a.Vars[v].Value.IsInt() {
			return true
		}
	}
	return false
}

// fractional returns a relevant integer variable whose value is no integer, preferably one with
// few values left; -1 if there is none.
func (e *Native) fractional() int32 {
	a := e.ar
	best := int32(-1)
	var bestRange num.Rat
	for _, v := range a.ints {
		x := &a.Vars[v]
		if x.Row < 0 || x.Value.IsInt() || !e.relevant(e.nodeOfVar[v]) {
			continue
		}
		if !x.Lower.Known || !x.Upper.Known {
			if best < 0 {
				best = v
			}
			continue
		}
		r := x.Upper.Value.R.Sub(x.Lower.Value.R)
		if best < 0 || !a.Vars[best].Lower.Known || !a.Vars[best].Upper.Known || r.Less(bestRange) {
			best, bestRange = v, r
		}
	}
	return best
}

// branchOn makes the SAT solver decide on which side of its value v lies. A variable without
// bounds gets a range to be sought in first, so that the search does not run away.
func (e *Native) branchOn(v int32) {
	e.stats.Branches++
	x := &e.ar.Vars[v]
	if !x.Lower.Known || !x.Upper.Known {
		r := num.Pow2(uint(max(x.Value.R.Floor().BitLen(), 6) + 1))
		e.suggest(e.ar.upperLit(v, simplex.Int(r)))
		e.suggest(e.ar.lowerLit(v, simplex.Int(r.Neg())))
	}
	at := x.Value.Floor()
	down := x.Value.R.Sign() >= 0
	if x = &e.ar.Vars[v]; x.Lower.Known && x.Upper.Known && e.rounds > bisectAfter && e.rounds%bisectEvery == 0 {
		// In a thin cone the values creep along an edge: leap to the middle.
		lo, hi := x.Lower.Value.R.Num(), x.Upper.Value.R.Num()
		at = lo.Add(hi).Shr(1)
		down = e.rounds%(2*bisectEvery) == 0
	}
	l := e.ar.upperLit(v, simplex.Int(at))
	if !down {
		l = l.Not()
	}
	e.suggest(l)
}

// After so many rounds, every so often, a branch bisects the range of its variable.
const (
	bisectAfter = 24
	bisectEvery = 3
)

// suggest makes l the next decision, and its atom worth implying for now.
func (e *Native) suggest(l sat.Lit) {
	e.sat.Suggest(l)
	e.lemmas.imply(e, l.Var())
}

// gcdTest looks for a row without an integer solution: what its fixed variables contribute must
// be a multiple of the gcd of the other coefficients [Dutertre, de Moura 2006, 4.3].
func (a *arith) gcdTest() (clause []sat.Lit, coefs []num.Rat) {
rows:
	for r := range a.Rows {
		rw := &a.Rows[r]
		if rw.Base < 0 || !a.Vars[rw.Base].IsInt || a.Vars[rw.Base].Value.IsInt() {
			continue
		}
		var g, fixed num.Int
		for i := range rw.Entries {
			x := &a.Vars[rw.Entries[i].Var]
			if !x.IsInt {
				continue rows
			}
			if x.Lower.Known && x.Upper.Known && x.Lower.Value.Cmp(x.Upper.Value) == 0 {
				fixed = fixed.Add(rw.Entries[i].Coeff.Mul(x.Lower.Value.R.Num()))
				continue
			}
			if g = g.Gcd(rw.Entries[i].Coeff); g.IsOne() {
				continue rows
			}
		}
		if g.Divides(fixed) {
			continue
		}
		a.out = a.out[:0]
		for i := range rw.Entries {
			x := &a.Vars[rw.Entries[i].Var]
			if x.Lower.Known && x.Upper.Known && x.Lower.Value.Cmp(x.Upper.Value) == 0 {
				c := num.Quo(rw.Entries[i].Coeff, g)
				a.out = append(a.out, x.Upper.Lit.Not())
				coefs = append(coefs, c)
				if x.Lower.Lit != x.Upper.Lit {
					a.out = append(a.out, x.Lower.Lit.Not())
					coefs = append(coefs, num.Rat{})
				}
			}
		}
		return a.out, coefs
	}
	return nil, nil
}

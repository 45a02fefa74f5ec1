package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
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
		if a.vars[v].row >= 0 && !a.vars[v].val.isInt() {
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
		x := &a.vars[v]
		if x.row < 0 || x.val.isInt() || !e.relevant(e.nodeOfVar[v]) {
			continue
		}
		if !x.lower.ok || !x.upper.ok {
			if best < 0 {
				best = v
			}
			continue
		}
		r := x.upper.v.r.Sub(x.lower.v.r)
		if best < 0 || !a.vars[best].lower.ok || !a.vars[best].upper.ok || r.Less(bestRange) {
			best, bestRange = v, r
		}
	}
	return best
}

// branchOn makes the SAT solver decide on which side of its value v lies. A variable without
// bounds gets a range to be sought in first, so that the search does not run away.
func (e *Native) branchOn(v int32) {
	e.stats.Branches++
	x := &e.ar.vars[v]
	if !x.lower.ok || !x.upper.ok {
		r := num.Pow2(uint(max(x.val.r.Floor().BitLen(), 6) + 1))
		e.suggest(e.ar.upperLit(v, intValue(r)))
		e.suggest(e.ar.lowerLit(v, intValue(r.Neg())))
	}
	at := x.val.floor()
	down := x.val.r.Sign() >= 0
	if x = &e.ar.vars[v]; x.lower.ok && x.upper.ok && e.rounds > bisectAfter && e.rounds%bisectEvery == 0 {
		// In a thin cone the values creep along an edge: leap to the middle.
		lo, hi := x.lower.v.r.Num(), x.upper.v.r.Num()
		at = lo.Add(hi).Shr(1)
		down = e.rounds%(2*bisectEvery) == 0
	}
	l := e.ar.upperLit(v, intValue(at))
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
	for r := range a.rows {
		rw := &a.rows[r]
		if rw.base < 0 || !a.vars[rw.base].isInt || a.vars[rw.base].val.isInt() {
			continue
		}
		var g, fixed num.Int
		for i := range rw.ents {
			x := &a.vars[rw.ents[i].v]
			if !x.isInt {
				continue rows
			}
			if x.lower.ok && x.upper.ok && x.lower.v.cmp(x.upper.v) == 0 {
				fixed = fixed.Add(rw.ents[i].c.Mul(x.lower.v.r.Num()))
				continue
			}
			if g = g.Gcd(rw.ents[i].c); g.IsOne() {
				continue rows
			}
		}
		if g.Divides(fixed) {
			continue
		}
		a.out = a.out[:0]
		for i := range rw.ents {
			x := &a.vars[rw.ents[i].v]
			if x.lower.ok && x.upper.ok && x.lower.v.cmp(x.upper.v) == 0 {
				c := num.Quo(rw.ents[i].c, g)
				a.out = append(a.out, x.upper.lit.Not())
				coefs = append(coefs, c)
				if x.lower.lit != x.upper.lit {
					a.out = append(a.out, x.lower.lit.Not())
					coefs = append(coefs, num.Rat{})
				}
			}
		}
		return a.out, coefs
	}
	return nil, nil
}

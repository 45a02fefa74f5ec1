package lazy

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// This file guesses what a recursive procedure computes from executions of it: polynomials of
// what it starts from, linear recurrences, such as 2ⁿ - 1, as tables, and divisors. They are
// candidates like others (candidates.go): the greatest inductive set decides.

const (
	maxFitVars  = 6  // variables of a polynomial
	spare       = 3  // samples beyond those that determine a fit
	minSequence = 4  // neighbouring values that make a sequence
	maxTable    = 70 // entries of a table
	maxDivided  = 3  // variables that are compared for one dividing the other
)

// guesses are formulas over p's entry and exit variables: an exit variable differs from what the
// samples suggest. Each is for all states, or, if that has no simple form, for those in which one
// of conds holds.
func (s *search) guesses(p *proc, conds []term.Term) (gs []term.Term) {
	samples := s.samples(p)
	st := s.Store
	entry := p.nodes[0]
	conds = append(append([]term.Term{st.True()}, conds...), s.multiples(entry)...)
	for k, v := range p.exits() {
		gs = append(gs, s.divisors(entry, v, samples, k)...)
		for _, when := range conds {
			some := within(samples, when)
			f, ok := s.polynomial(entry, v, some, k)
			if !ok {
				f, ok = s.table(entry, v, some, k)
			}
			if ok {
				gs = append(gs, st.And(when, f))
				if when.IsTrue() {
					break
				}
			}
		}
	}
	return gs
}

// within are the samples in which a condition over the entry holds.
func within(samples []sample, when term.Term) (some []sample) {
	for _, x := range samples {
		if t, ok := when.Store().Eval(when, x.value); ok && t.IsTrue() {
			some = append(some, x)
		}
	}
	return some
}

// multiples are conditions on two variables at the entry: one divides the other.
func (s *search) multiples(entry *node) (conds []term.Term) {
	if len(entry.syms) > maxDivided {
		return nil
	}
	st := s.Store
	zero := st.Int(0)
	for _, x := range entry.syms {
		for _, y := range entry.syms {
			if x != y && x.Sort() == term.Int && y.Sort() == term.Int {
				conds = append(conds, st.And(st.Ge(x, zero), st.Gt(y, zero), st.Eq(st.Mod(x, y), zero)))
			}
		}
	}
	return conds
}

// positive says that the integers at the entry are positive.
func (s *search) positive(entry *node) term.Term {
	var fs []term.Term
	for _, x := range entry.syms {
		if x.Sort() == term.Int {
			fs = append(fs, s.Store.Gt(x, s.Store.Int(0)))
		}
	}
	return s.Store.And(fs...)
}

// divisors say that v′ is not positive, or does not divide a variable at the entry, where all of
// these are positive and it does in all samples, not as 1.
func (s *search) divisors(entry *node, v *ir.Var, samples []sample, k int) (gs []term.Term) {
	st := s.Store
	zero, when := st.Int(0), s.positive(entry)
	samples = within(samples, when)
	if len(entry.syms) > maxDivided || len(samples) <= spare {
		return nil
	}
	larger := false
	for _, x := range samples {
		if x.out[k].Sign() <= 0 {
			return nil
		}
		larger = larger || !x.out[k].IsOne()
	}
	if !larger {
		return nil
	}
	gs = append(gs, st.And(when, st.Le(s.prime(v), zero)))
	for _, n := range entry.syms {
		if n.Sort() == term.Int && !slices.ContainsFunc(samples, func(x sample) bool { return !x.out[k].Divides(x.at(n)) }) {
			gs = append(gs, st.And(when, st.Ne(st.Mod(n, s.prime(v)), zero)))
		}
	}
	return gs
}

// value is that of a variable at the entry.
func (x sample) value(v term.Term) (term.Term, bool) {
	t, ok := x.in[v]
	return t, ok
}

// at is the value of a term over the variables at the entry.
func (x sample) at(t term.Term) num.Int {
	v, _ := t.Store().Eval(t, x.value)
	i, _ := v.IntValue()
	return i
}

// wrap is t as a value that arithmetic of v's type has.
func (s *search) wrap(v *ir.Var, t term.Term) term.Term {
	if !v.Type.IsNumber() || !s.Program.Mode().Wraps(v.Type) {
		return t
	}
	st := s.Store
	size := st.IntNum(num.Pow2(uint(v.Type.Bits)))
	if !v.Type.IsSigned() {
		return st.Mod(t, size)
	}
	half := st.IntNum(num.Pow2(uint(v.Type.Bits) - 1))
	return st.Sub(st.Mod(st.Add(t, half), size), half)
}

// polynomial says that v′ is not a polynomial of degree 2 at most in the variables at the entry,
// the one that agrees with all samples.
func (s *search) polynomial(entry *node, v *ir.Var, samples []sample, k int) (term.Term, bool) {
	if len(entry.syms) > maxFitVars {
		return term.Term{}, false
	}
	st := s.Store
	monos := []term.Term{st.Int(1)}
	for degree := 0; degree <= 2; degree++ {
		switch degree {
		case 1:
			monos = append(monos, entry.syms...)
		case 2:
			for i, x := range entry.syms {
				for _, y := range entry.syms[i:] {
					monos = append(monos, st.Mul(x, y))
				}
			}
		}
		if len(samples) < len(monos)+spare {
			return term.Term{}, false
		}
		if coeff, ok := fit(samples, monos, k); ok {
			lcd := num.I(1)
			for _, c := range coeff {
				lcd = lcd.Lcm(c.Den())
			}
			sum := st.Int(0)
			for i, c := range coeff {
				sum = st.Add(sum, st.Scale(c.Mul(lcd.Rat()), monos[i]))
			}
			x := s.prime(v)
			if lcd.IsOne() {
				return st.Ne(x, s.wrap(v, sum)), true
			}
			return st.Ne(st.Scale(lcd.Rat(), x), sum), true
		}
	}
	return term.Term{}, false
}

// fit finds coefficients with Σ coeff[i]·monos[i] = out[k] for all samples: as many as possible
// of the last ones are 0.
func fit(samples []sample, monos []term.Term, k int) ([]num.Rat, bool) {
	n := len(monos)
	rows := make([][]num.Rat, n) // rows[i] has 1 at i, and 0 at other pivots; or is nil
	for _, x := range samples {
		row := make([]num.Rat, n+1)
		for i, m := range monos {
			row[i] = x.at(m).Rat()
		}
		row[n] = x.out[k].Rat()
		for i, r := range rows {
			if r != nil {
				eliminate(row, r, i)
			}
		}
		pivot := 0
		for pivot <= n && row[pivot].IsZero() {
			pivot++
		}
		switch {
		case pivot == n:
			return nil, false
		case pivot > n:
			continue
		}
		inv := row[pivot].Inv()
		for i := range row {
			row[i] = row[i].Mul(inv)
		}
		for _, r := range rows {
			if r != nil {
				eliminate(r, row, pivot)
			}
		}
		rows[pivot] = row
	}
	coeff := make([]num.Rat, n)
	for i, r := range rows {
		if r != nil {
			coeff[i] = r[n]
		}
	}
	return coeff, true
}

// eliminate subtracts a multiple of r from row, so that row[i] is 0; r[i] is 1.
func eliminate(row, r []num.Rat, i int) {
	c := row[i]
	if c.IsZero() {
		return
	}
	for j := range row {
		row[j] = row[j].Sub(c.Mul(r[j]))
	}
}

// table says that v′, or its difference to v, is not what a sequence a(x), a(x+1), … with
// a(x+1) = α·a(x) + β says for some variable x at the entry and the values that fit v's type.
func (s *search) table(entry *node, v *ir.Var, samples []sample, k int) (term.Term, bool) {
	st := s.Store
	bases := []term.Term{st.Int(0)}
	if own := s.Var(v); slices.Contains(entry.syms, own) {
		bases = append(bases, own)
	}
	for _, x := range entry.syms {
		for _, base := range bases {
			if first, as, ok := sequence(samples, x, base, k, v.Type.Max()); ok {
				var cases []term.Term
				for i, a := range as {
					at := st.Eq(x, st.IntNum(first.Add(num.I(int64(i)))))
					cases = append(cases, st.And(at, st.Ne(s.prime(v), s.wrap(v, st.Add(base, st.IntNum(a))))))
				}
				return st.Or(cases...), true
			}
		}
	}
	return term.Term{}, false
}

// sequence is out[k] - base by x, from its first value, continued up to a limit, if there is one
// such number for each x and they are a linear recurrence.
func sequence(samples []sample, x, base term.Term, k int, limit num.Int) (first num.Int, as []num.Int, ok bool) {
	known := map[int64]num.Int{}
	for _, sm := range samples {
		at, small := sm.at(x).Int64()
		a := sm.out[k].Sub(sm.at(base))
		if b, seen := known[at]; !small || seen && !a.Eq(b) {
			return first, nil, false
		}
		known[at] = a
	}
	if len(known) < minSequence {
		return first, nil, false
	}
	least := int64(1) << 62
	for at := range known {
		least = min(least, at)
	}
	for at := least; len(as) < len(known); at++ {
		a, there := known[at]
		if !there {
			return first, nil, false
		}
		as = append(as, a)
	}
	d0, d1 := as[1].Sub(as[0]), as[2].Sub(as[1])
	if d0.IsZero() || !d0.Divides(d1) {
		return first, nil, false
	}
	alpha, _ := d1.QuoRem(d0)
	beta := as[1].Sub(alpha.Mul(as[0]))
	for i := 1; i < len(as); i++ {
		if !alpha.Mul(as[i-1]).Add(beta).Eq(as[i]) {
			return first, nil, false
		}
	}
	for len(as) < maxTable {
		a := alpha.Mul(as[len(as)-1]).Add(beta)
		if limit.Less(a.Abs()) {
			break
		}
		as = append(as, a)
	}
	return num.I(least), as, true
}

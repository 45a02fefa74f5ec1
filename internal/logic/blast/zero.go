package blast

import "craig/logic/term"

// Divisions by what may be 0. What they give then may be any number, and SMT-LIB says so as well; a circuit gives
// one number, for which the bounds of quotients and remainders need not hold. So an inequality or equality with such
// a division is a variable of its own where a divisor is 0, and has its circuit where none is. Nothing else may rest on
// the division: no axiom, no definition of a variable, and no bound that is learnt from formulas.

// mayBeZero reports whether t may be 0, as far as its interval says and whether it is a sum that is odd.
func (e *encoder) mayBeZero(t term.Term) bool {
	i := e.interval(t)
	return !i.Positive() && !(i.Above && i.Hi.Sign() < 0) && !isOdd(t)
}

// divisors are what t, or a term in it, divides by and what may be 0.
func (e *encoder) divisors(t term.Term) []term.Term {
	if ys, ok := e.by[t]; ok || t.NumArgs() == 0 {
		return ys
	}
	e.c.tick(1)
	var ys []term.Term
	add := func(y term.Term) {
		for _, z := range ys {
			if z == y {
				return
			}
		}
		ys = append(ys, y)
	}
	for _, a := range t.Args() {
		for _, y := range e.divisors(a) {
			add(y)
		}
	}
	if op := t.Op(); (op == term.Div || op == term.Mod) && e.mayBeZero(t.Arg(1)) {
		add(t.Arg(1))
	}
	e.by[t] = ys
	return ys
}

// divisionByZero says that one of f's divisors is 0.
func (e *encoder) divisionByZero(f term.Term) lit {
	l := zero
	for _, y := range e.divisors(f) {
		l = e.c.or(l, e.c.equal(e.word(y), word{zero}))
	}
	return l
}

// dropUndefined forgets definitions of numbers and arrays that divide by what may be 0, as often as that takes bounds away.
func (e *encoder) dropUndefined() {
	for {
		var drop []term.Term
		for x, d := range e.defs {
			if x.Sort() != term.Bool && len(e.divisors(d)) > 0 {
				drop = append(drop, x)
			}
		}
		if len(drop) == 0 {
			return
		}
		for _, x := range drop {
			delete(e.defs, x)
		}
		clear(e.ranges)
		clear(e.by)
	}
}

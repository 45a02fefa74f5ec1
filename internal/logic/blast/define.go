package blast

import (
	"craig/logic/num"
	"craig/logic/term"
)

// Definitions. Where formulas that are asserted say x = t, x ⇔ f, or b, for a variable x that is younger than all
// variables of t, x has no bits of its own: it has those of t. So what is computed twice becomes the same gates,
// and no definition leads back to itself. The formula itself stays: it says that t has no more bits than x's bounds ask for.

// define notes the definitions among the formulas, which hold whatever is assumed.
func (e *encoder) define(fs []term.Term) {
	ages := map[term.Term]int{}
	for _, f := range fs {
		for _, g := range term.Conjuncts(f) {
			e.c.tick(1)
			e.definition(g, ages)
		}
	}
}

func (e *encoder) definition(f term.Term, ages map[term.Term]int) {
	negated := f.Op() == term.Not
	if negated {
		f = f.Arg(0)
	}
	switch f.Op() {
	case term.Var:
		e.defines(f, e.st.Bool(!negated), ages)
	case term.Eq:
		for i := range 2 {
			x, t := f.Arg(i), f.Arg(1-i)
			if negated {
				if t.Sort() != term.Bool {
					return
				}
				t = e.st.Not(t)
			}
			if e.defines(x, t, ages) {
				return
			}
		}
	case term.EqZero:
		s := f.Arg(0)
		if negated || s.Sort() != term.Int || s.Op() != term.Sum {
			return
		}
		at := -1 // the youngest of the variables
		for i, x := range s.Args() {
			if x.Op() == term.Var && (at < 0 || x.ID() > s.Arg(at).ID()) {
				at = i
			}
		}
		if at < 0 || e.defs[s.Arg(at)].Valid() {
			return
		}
		c := s.Coeff(at)
		if !c.Abs().Eq(num.I(1).Rat()) {
			return
		}
		for i, x := range s.Args() {
			if !s.Coeff(i).IsInt() || i != at && age(x, ages) >= int(s.Arg(at).ID()) {
				return
			}
		}
		x := s.Arg(at)
		e.defines(x, e.st.Sub(x, e.st.Scale(c, s)), ages) // c² = 1
	}
}

// defines notes that x is t, if that is a definition.
func (e *encoder) defines(x, t term.Term, ages map[term.Term]int) bool {
	if x.Op() != term.Var || e.defs[x].Valid() || age(t, ages) >= int(x.ID()) {
		return false
	}
	e.defs[x] = t
	return true
}

// age is the number of the youngest variable of t, -1 if there is none.
func age(t term.Term, ages map[term.Term]int) int {
	if n, ok := ages[t]; ok {
		return n
	}
	n := -1
	if t.Op() == term.Var {
		n = int(t.ID())
	}
	for _, a := range t.Args() {
		n = max(n, age(a, ages))
	}
	ages[t] = n
	return n
}

// defined is the lowest k bits of a variable that has a definition with bits.
func (e *encoder) defined(x term.Term, k int) (w word, ok bool) {
	d, i := e.defs[x], e.interval(x)
	if !d.Valid() || i.Bounded() && i.Hi.Less(i.Lo) { // bounds that contradict each other are no bits
		return nil, false
	}
	defer func() {
		if r := recover(); r != nil {
			if r != unbounded {
				panic(r)
			}
			delete(e.defs, x)
			w, ok = nil, false
		}
	}()
	w = e.low(d, k)
	if e.words[x] == nil {
		e.atoms = append(e.atoms, x)
		e.use(x)
		if j := e.interval(d); i.Bounded() && !(j.Bounded() && !j.Lo.Less(i.Lo) && !i.Hi.Less(j.Hi)) {
			if len(w) < i.Width() {
				w = e.low(d, i.Width())
			}
			e.within(w, i)
		}
	}
	return w, true
}

package blast

import (
	"cmp"
	"slices"

	"craig/internal/logic/interval"
	"craig/logic/num"
	"craig/logic/term"
)

// known is what the assertions say of an atomic term, and which assumptions that takes.
type known struct {
	interval.Interval
	why set
}

// fact is what is known of an atomic term where something holds.
type fact struct {
	of term.Term
	known
}

// facts are of different terms, in the order of these.
type facts []fact

// find is what is known of a term.
func (fs facts) find(t term.Term) (k known, ok bool) {
	i, ok := slices.BinarySearchFunc(fs, t.ID(), func(f fact, id uint32) int { return cmp.Compare(f.of.ID(), id) })
	if ok {
		k = fs[i].known
	}
	return k, ok
}

// hull is what is known if one or the other holds; fs is changed.
func (fs facts) hull(gs facts) facts {
	both := fs[:0]
	for _, f := range fs {
		for len(gs) > 0 && gs[0].of.ID() < f.of.ID() {
			gs = gs[1:]
		}
		if len(gs) > 0 && gs[0].of == f.of {
			both = append(both, fact{f.of, known{f.known.Hull(gs[0].Interval), f.why.union(gs[0].why)}})
		}
	}
	return both
}

// set is a set of small numbers.
type set []uint64

func (s set) with(k int) set {
	r := make(set, max(len(s), k/64+1))
	copy(r, s)
	r[k/64] |= 1 << (k % 64)
	return r
}

func (s set) union(t set) set {
	if len(t) == 0 {
		return s
	}
	r := make(set, max(len(s), len(t)))
	copy(r, s)
	for i := range t {
		r[i] |= t[i]
	}
	return r
}

func (s set) has(k int) bool { return k/64 < len(s) && s[k/64]>>(k%64)&1 != 0 }

// isAtomic says that a term of sort Int has no meaning to the circuit beyond its bits.
func isAtomic(t term.Term) bool {
	switch t.Op() {
	case term.Var, term.Apply, term.ToInt:
		return true
	case term.Select:
		return t.Arg(0).Op() != term.ConstArray
	}
	return false
}

// rounds is how often all formulas are looked at for bounds. From sharpen on only bounds where there were
// none count: others may creep.
const (
	rounds  = 12
	sharpen = 3
)

// learn takes bounds of atomic terms from formulas that hold, each because of one of the
// assumptions; why(i) is its set.
func (e *encoder) learn(fs []term.Term, why func(i int) set) {
	e.implied = map[term.Term][]implication{}
	for i, f := range fs {
		e.noteImplication(f, why(i))
	}
	if e.backward {
		for b, f := range e.justified {
			e.implied[b] = append(e.implied[b], implication{f: f, backward: true})
		}
	}
	for round := range rounds {
		e.changed = false
		e.sharp = round < sharpen
		e.follows = map[term.Term]facts{}
		for i, f := range fs {
			e.learnFrom(f, why(i))
		}
		if !e.changed {
			return
		}
		clear(e.ranges)
	}
}

// implication says what follows from a Boolean variable, because of some assumptions.
type implication struct {
	f        term.Term
	why      set
	backward bool // see justify
}

// noteImplication takes down b ⇒ f, written f ∨ ¬b, for a variable b, and what is inside of conjunctions.
func (e *encoder) noteImplication(f term.Term, why set) {
	switch f.Op() {
	case term.And:
		for _, g := range f.Args() {
			e.noteImplication(g, why)
		}
	case term.Or:
		for _, g := range f.Args() {
			if g.Op() == term.Not && g.Arg(0).Op() == term.Var {
				e.implied[g.Arg(0)] = append(e.implied[g.Arg(0)], implication{f: f, why: why})
			}
		}
	}
}

// maxFacts bounds how many bounds that follow from variables are kept.
const maxFacts = 1 << 20

// consequences are the bounds that follow from the Boolean variable b. Those of what it implies come
// first, without the bounds that hold only here.
func (e *encoder) consequences(b term.Term) facts {
	if m, ok := e.follows[b]; ok {
		return m
	}
	e.follows[b] = nil // as long as it is looked for
	if e.facts > maxFacts {
		return nil
	}
	for _, i := range e.implied[b] {
		if i.backward == e.backward {
			e.prepare(i.f, b)
		}
	}
	m := e.inScope(func() {
		for _, i := range e.implied[b] {
			if i.f.Op() != term.Or {
				e.learnFrom(i.f, i.why)
				continue
			}
			var others []term.Term
			for _, g := range i.f.Args() {
				if g.Op() != term.Not || g.Arg(0) != b {
					others = append(others, g)
				}
			}
			if i.backward == e.backward {
				e.learnFromAny(others, i.why)
			} else if len(others) == 1 { // what is no variable
				for _, g := range term.Conjuncts(others[0]) {
					if g.Op() == term.LeZero || g.Op() == term.EqZero {
						e.learnFrom(g, i.why)
					}
				}
			}
		}
	})
	e.facts += len(m)
	e.follows[b] = m
	return m
}

// prepare finds the consequences of the variables that learnFrom(f) will ask for, b's left out.
func (e *encoder) prepare(f, b term.Term) {
	switch f.Op() {
	case term.And, term.Or:
		for _, g := range f.Args() {
			e.prepare(g, b)
		}
	case term.Var:
		if f != b {
			e.consequences(f)
		}
	}
}

// inScope is what learn narrows, and takes it back.
func (e *encoder) inScope(learn func()) facts {
	outer, changed := e.overlay, e.changed
	e.overlay = map[term.Term]known{}
	clear(e.ranges)
	learn()
	list := make(facts, 0, len(e.overlay))
	for a, old := range e.overlay {
		list = append(list, fact{a, e.env[a]})
		e.env[a] = old
	}
	slices.SortFunc(list, func(a, b fact) int { return cmp.Compare(a.of.ID(), b.of.ID()) })
	e.overlay, e.changed = outer, changed
	clear(e.ranges)
	return list
}

func (e *encoder) learnFrom(f term.Term, why set) {
	switch f.Op() {
	case term.And:
		for _, g := range f.Args() {
			e.learnFrom(g, why)
		}
	case term.LeZero, term.EqZero:
		s := f.Arg(0)
		if s.Sort() != term.Int {
			return
		}
		e.atMost(s, num.I(1), why)
		if f.Op() == term.EqZero {
			e.atMost(s, num.I(-1), why)
		}
	case term.Or:
		e.learnFromAny(f.Args(), why)
	case term.Var:
		if e.overlay == nil {
			e.consequences(f)
		}
		e.enter(e.follows[f], why)
	}
}

// enter narrows by all of fs, in their order.
func (e *encoder) enter(fs facts, why set) {
	for _, f := range fs {
		e.narrow(f.of, f.Interval, why.union(f.why), nil)
	}
}

// atMost uses sign·s ≤ 0.
func (e *encoder) atMost(s term.Term, sign num.Int, why set) {
	args, coeff, c := []term.Term{s}, func(int) num.Int { return sign }, num.Int{}
	if s.Op() == term.Sum {
		args, coeff, c = s.Args(), func(i int) num.Int { return s.Coeff(i).Num().Mul(sign) }, s.Num().Num().Mul(sign)
	}
	if len(args) > 40 {
		return
	}
	missing := -1 // the only one without a bound
	sum := c
	for i, a := range args {
		r := e.interval(a).Scale(coeff(i))
		switch {
		case r.Below:
			sum = sum.Add(r.Lo)
		case missing >= 0:
			return
		default:
			missing = i
		}
	}
	for i, a := range args {
		if missing >= 0 && i != missing || !isAtomic(a) {
			continue
		}
		rest := sum // k·a ≤ -rest
		if missing < 0 {
			rest = sum.Sub(e.interval(a).Scale(coeff(i)).Lo)
		}
		k := coeff(i)
		var b interval.Interval
		if q, _ := rest.Neg().DivMod(k); k.Sign() > 0 {
			b = interval.Interval{Hi: q, Above: true}
		} else { // Euclid's quotient by a negative number is rounded up
			b = interval.Interval{Lo: q, Below: true}
		}
		e.narrow(a, b, why, args)
	}
}

// narrow notes that a lies in b, because of why and the bounds of others.
func (e *encoder) narrow(a term.Term, b interval.Interval, why set, others []term.Term) {
	old := e.env[a]
	r := old.Meet(b)
	news := r.Below && !old.Below || r.Above && !old.Above
	if !news && (!e.sharp || r.Lo.Eq(old.Lo) && r.Hi.Eq(old.Hi)) {
		return
	}
	if e.overlay != nil {
		if _, ok := e.overlay[a]; !ok {
			e.overlay[a] = old
		}
	}
	if e.tracked {
		why = why.union(old.why)
		for _, t := range others {
			if t != a {
				why = why.union(e.reasons(t))
			}
		}
	}
	e.env[a] = known{r, why}
	delete(e.ranges, a)
	e.changed = true
}

// reasons are the assumptions that the bounds of the atomic terms in t come from.
func (e *encoder) reasons(t term.Term) set {
	var s set
	term.Walk(t, func(u term.Term) {
		if k, ok := e.env[u]; ok {
			s = s.union(k.why)
		}
	})
	return s
}

// learnFromAny uses a disjunction: what all of its disjuncts bound is bounded.
func (e *encoder) learnFromAny(fs []term.Term, why set) {
	if len(fs) > 256 || len(fs) == 0 {
		return
	}
	for _, f := range fs {
		if op := f.Op(); op != term.And && op != term.LeZero && op != term.EqZero && (op != term.Var || e.implied[f] == nil) {
			return // it bounds nothing
		}
	}
	if e.overlay == nil {
		for _, f := range fs {
			e.prepare(f, term.Term{})
		}
	}
	if len(fs) == 1 { // it holds
		e.learnFrom(fs[0], why)
		return
	}
	var all facts
	for n, f := range fs {
		mine := e.inScope(func() { e.learnFrom(f, nil) })
		if n == 0 {
			all = mine
			continue
		}
		if all = all.hull(mine); len(all) == 0 {
			return
		}
	}
	e.enter(all, why)
}

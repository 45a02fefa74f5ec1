package blast

import (
	"cmp"
	"maps"
	"slices"

	"craig/internal/logic/solutions"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// Sets of floats by interval arithmetic, in the order of numbers. A range of patterns cannot say -1 ≤ x ≤ 1, as
// patterns of negative numbers come after all others; sets can. What an operation's result cannot be is asserted beside its
// circuit: it follows from that, but only after a long search.

// maxClauses bounds the assertions among which solve looks for what follows.
const maxClauses = 3000

// solve keeps, by variable, what follows of it alone from the asserted formulas: what is asserted, and what Boolean
// variables imply that must hold, such as those of the steps that all paths take.
func (e *encoder) solve(asserted []term.Term) {
	e.about = map[term.Term][]term.Term{}
	c := consequences{rest: map[term.Term][]term.Term{}, done: map[term.Term]map[term.Term]bool{}}
	var clauses []term.Term
	for _, f := range asserted {
		clauses = append(clauses, term.Conjuncts(f)...)
	}
	if len(clauses) > maxClauses {
		return
	}
	for _, f := range clauses {
		c.note(f)
	}
	seen := map[term.Term]bool{}
	for _, f := range clauses {
		for _, g := range c.of(f) {
			if seen[g] {
				continue
			}
			seen[g] = true
			if vars := term.Vars(g, map[term.Term]bool{}, nil); len(vars) == 1 && vars[0].Sort() == term.Int && len(e.divisors(g)) == 0 {
				e.about[vars[0]] = append(e.about[vars[0]], g)
			}
		}
	}
}

// consequences are formulas that follow from others.
type consequences struct {
	rest map[term.Term][]term.Term // by Boolean variable: what it implies
	done map[term.Term]map[term.Term]bool
}

// note takes down b ⇒ g, written g ∨ ¬b.
func (c *consequences) note(f term.Term) {
	if f.Op() != term.Or {
		return
	}
	for i, g := range f.Args() {
		if g.Op() == term.Not && g.Arg(0).Op() == term.Var {
			others := append(append([]term.Term(nil), f.Args()[:i]...), f.Args()[i+1:]...)
			c.rest[g.Arg(0)] = append(c.rest[g.Arg(0)], f.Store().Or(others...))
		}
	}
}

// of lists what follows from f, f among it, in the order of terms.
func (c *consequences) of(f term.Term) []term.Term {
	list := make([]term.Term, 0, 4)
	for g := range c.set(f) {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	return list
}

func (c *consequences) set(f term.Term) map[term.Term]bool {
	if s, ok := c.done[f]; ok {
		return s
	}
	s := map[term.Term]bool{f: true}
	c.done[f] = s // as long as it is looked for
	add := func(g term.Term) {
		for h := range c.set(g) {
			s[h] = true
		}
	}
	switch f.Op() {
	case term.Var:
		for _, g := range c.rest[f] {
			add(g)
		}
	case term.And:
		for _, g := range f.Args() {
			add(g)
		}
	case term.Or:
		var both map[term.Term]bool
		for i, g := range f.Args() {
			one := c.set(g)
			if i == 0 {
				both = maps.Clone(one)
				continue
			}
			maps.DeleteFunc(both, func(h term.Term, _ bool) bool { return !one[h] })
		}
		for h := range both {
			s[h] = true
		}
	}
	return s
}

// within has the floats with patterns for which f holds of t; all, if that is not known.
func within(fm float.Format, f, t term.Term) float.Set {
	most := num.Pow2(uint(fm.Width())).Sub(num.I(1))
	list, ok := solutions.Of(f, t, num.Int{}, most)
	if !ok {
		return fm.All()
	}
	r := float.Nothing()
	for _, s := range list {
		r = r.Join(s.Set(fm))
	}
	return r
}

// floatSet has at least the numbers of the format f that the pattern t may be. It is called once all bounds are known.
func (e *encoder) floatSet(f float.Format, t term.Term) float.Set {
	key := unpackKey{t, f}
	if s, ok := e.sets[key]; ok {
		return s
	}
	e.c.tick(16)
	s := e.makeFloatSet(f, t)
	if i := e.interval(t); !e.tracked && i.Bounded() && !i.Hi.Less(i.Lo) {
		s = s.Meet(term.Range{Lo: i.Lo, Hi: i.Hi, Known: true}.Set(f))
	}
	if e.sets == nil {
		e.sets = map[unpackKey]float.Set{}
	}
	e.sets[key] = s
	return s
}

func (e *encoder) makeFloatSet(f float.Format, t term.Term) float.Set {
	if v, ok := t.IntValue(); ok {
		return f.Single(f.Pattern(v))
	}
	half := e.st.FConst(f.SignBit())
	switch t.Op() {
	case term.Var:
		s := f.All()
		for _, g := range e.about[t] {
			s = s.Meet(within(f, g, t))
		}
		return s
	case term.Mod: // the sign is taken away
		if t.Arg(1) == half {
			return e.floatSet(f, t.Arg(0)).AbsSet()
		}
	case term.Ite:
		for _, y := range [2]term.Term{e.st.Sub(t.Arg(1), half), e.st.Add(t.Arg(1), half)} {
			if y.Op() != term.Sum && e.st.FNeg(f, y) == t { // the sign is changed
				return e.floatSet(f, y).NegSet()
			}
		}
		yes := e.floatSet(f, t.Arg(1)).Meet(within(f, t.Arg(0), t.Arg(1)))
		no := e.floatSet(f, t.Arg(2)).Meet(within(f, e.st.Not(t.Arg(0)), t.Arg(2)))
		return yes.Join(no)
	case term.Float:
		o := t.FloatOp()
		if o.Format != f || o.Kind == term.FloatToInt {
			break
		}
		if o.Kind == term.FloatFromInt {
			if i := e.interval(t.Arg(0)); !e.tracked && i.Bounded() && !i.Hi.Less(i.Lo) {
				return f.FromInts(o.Mode, i.Lo, i.Hi)
			}
			return f.Numbers()
		}
		from := f
		if o.Kind == term.FloatConvert {
			from = o.From
		}
		var sets [3]float.Set
		for i, a := range t.Args() {
			sets[i] = e.floatSet(from, a)
		}
		return o.Sets(sets[:t.NumArgs()]...)
	}
	return f.All()
}

// confine asserts that w, the pattern of t, is of a number in t's set.
func (e *encoder) confine(f float.Format, t term.Term, w word) {
	s := e.floatSet(f, t)
	if s == f.All() {
		return
	}
	c, n := e.c, f.Width()-1
	sign, magnitude := w[n], w[:n:n]
	between := func(lo, hi int64) lit {
		bound := func(k int64) word { return pattern(f, uint64(k))[:n:n] }
		return c.and(c.unsignedLess(magnitude, bound(lo)).not(), c.unsignedLess(bound(hi), magnitude).not())
	}
	holds := zero
	if s.Hi >= max(s.Lo, 0) {
		holds = c.and(sign.not(), between(max(s.Lo, 0), s.Hi))
	}
	if s.Lo <= min(s.Hi, 0) {
		holds = c.or(holds, c.and(sign, between(max(-s.Hi, 0), -s.Lo)))
	}
	if s.NaN {
		holds = c.or(holds, c.unsignedLess(pattern(f, f.Inf())[:n:n], magnitude))
	}
	e.axioms = append(e.axioms, holds)
}

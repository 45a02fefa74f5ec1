package predicate

import (
	"math/bits"
	"slices"

	"craig/internal/logic/bdd"
	"craig/logic/num"
	"craig/logic/term"
)

// line is an atom sum = at, sum ≤ at, or sum ≥ at, over the integers. The sum has no constant, and
// its first coefficient is positive.
type line struct {
	sum term.Term
	at  num.Int
	rel int // 0, -1, 1
}

func (l line) holds(value num.Int) bool {
	c := value.Cmp(l.at)
	return c == 0 || c == l.rel
}

// lineOf reads an atom; ok is false if it is no line.
func lineOf(a term.Term) (l line, ok bool) {
	if a.Op() != term.LeZero && a.Op() != term.EqZero || a.Arg(0).Sort() != term.Int {
		return l, false
	}
	l.sum = a.Arg(0)
	if a.Op() == term.LeZero {
		l.rel = -1
	}
	if l.sum.Op() != term.Sum {
		return l, true
	}
	st := a.Store()
	c := l.sum.Num()
	l.sum = st.Sub(l.sum, st.IntNum(c.Floor()))
	if c = c.Neg(); l.sum.Op() == term.Sum && l.sum.Coeff(0).Sign() < 0 {
		l.sum, l.rel, c = st.Neg(l.sum), -l.rel, c.Neg()
	}
	return line{l.sum, c.Floor(), l.rel}, c.IsInt()
}

// group has the atoms over one sum of integers, or one other atom. The values of the sum fall into
// classes, in each of which the atoms are true or false; diagrams speak of the number of the class, in binary.
type group struct {
	sum     term.Term // not valid for an atom that is no line
	atoms   []term.Term
	lines   []line
	points  []num.Int // at least one of each class, ascending
	classes []class
	at      []int     // by point: the class
	within  term.Term // what is known of the sum, if that is a variable
	vars    map[term.Term]bool
	rank    float64
	first   int32 // the variable of the highest bit; each has two, the second one for after a step
	bits    int
}

// class is a set of values.
type class struct {
	signs    string // by atom: 1 if it is true
	possible bool   // the sum may have such a value by what is known of a variable's type
}

// signs are those of the atoms where the sum has the value.
func (g *group) signs(value num.Int) string {
	s := make([]byte, len(g.lines))
	for i, l := range g.lines {
		if s[i] = '0'; l.holds(value) {
			s[i] = '1'
		}
	}
	return string(s)
}

// classify finds the classes. within says what is known of a variable.
func (g *group) classify(st *term.Store, within func(x term.Term) term.Term) {
	of := map[string]int{} // by signs
	if !g.sum.Valid() {
		g.classes = []class{{"0", true}, {"1", true}}
		g.bits = 1
		return
	}
	g.within = st.True()
	if g.sum.Op() == term.Var {
		g.within = within(g.sum)
	}
	edges := slices.Clone(g.lines)
	for _, a := range term.Conjuncts(g.within) {
		if l, ok := lineOf(a); ok {
			edges = append(edges, l)
		}
	}
	for _, l := range edges { // the atoms only change next to their bounds
		g.points = append(g.points, l.at.Sub(num.I(1)), l.at, l.at.Add(num.I(1)))
	}
	slices.SortFunc(g.points, num.Int.Cmp)
	g.points = slices.CompactFunc(g.points, num.Int.Eq)
	for _, p := range g.points {
		signs := g.signs(p)
		c, ok := of[signs]
		if !ok {
			c = len(g.classes)
			of[signs] = c
			g.classes = append(g.classes, class{signs: signs})
		}
		g.at = append(g.at, c)
		g.classes[c].possible = g.classes[c].possible || g.possible(p)
	}
	g.bits = bits.Len(uint(len(g.classes) - 1))
}

// class is the one of a value.
func (g *group) class(value num.Int) int {
	i, found := slices.BinarySearchFunc(g.points, value, num.Int.Cmp)
	if !found && i > 0 { // like the point below it, as nothing changes between points
		i--
	}
	return g.at[i]
}

// possible tells whether the sum may have the value by what is known of it.
func (g *group) possible(value num.Int) bool {
	st := g.sum.Store()
	return !st.Subst(g.within, map[term.Term]term.Term{g.sum: st.IntNum(value)}).IsFalse()
}

// where is the diagram of the classes that in accepts, after a step or before it.
func (g *group) where(b *bdd.Manager, after bool, in func(class int) bool) int32 {
	return g.choose(b, after, func(c int) int32 {
		if in(c) {
			return bdd.True
		}
		return bdd.False
	})
}

// choose is the diagram that is the one of then for each class of the group, over variables below those of the
// group.
func (g *group) choose(b *bdd.Manager, after bool, then func(class int) int32) int32 {
	v := g.first
	if after {
		v++
	}
	var rec func(bit, code int) int32
	rec = func(bit, code int) int32 {
		if code<<(g.bits-bit) >= len(g.classes) {
			return bdd.False
		}
		if bit == g.bits {
			return then(code)
		}
		return b.Mk(v+2*int32(bit), rec(bit+1, 2*code), rec(bit+1, 2*code+1))
	}
	return rec(0, 0)
}

// holds is the diagram of the i-th atom.
func (g *group) holds(b *bdd.Manager, i int, after bool) int32 {
	return g.where(b, after, func(c int) bool { return g.classes[c].signs[i] == '1' })
}

// cube has the variables of groups, before a step.
func cube(b *bdd.Manager, groups []*group) int32 {
	n := bdd.True
	for _, g := range slices.Backward(groups) {
		for bit := g.bits - 1; bit >= 0; bit-- {
			n = b.Mk(g.first+2*int32(bit), bdd.False, n)
		}
	}
	return n
}

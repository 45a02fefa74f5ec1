package proof

import (
	"fmt"
	"slices"
	"strconv"

	"craig/logic/num"
	"craig/logic/term"
)

// Limits of the congruence closure of a lemma.
const (
	maxNodes = 20_000
	maxWork  = 200 // rounds
)

// closure is a congruence closure over the terms of a clause whose literals are false, with the axioms of
// arrays: reads over writes and constants, extensionality downwards, and that arrays over infinitely many
// indices that agree almost everywhere have one default. Equalities of numbers go to linear equations
// and come back from them.
type closure struct {
	c        *checker
	v        *values
	nodes    []ground
	at       map[term.Term]int
	reads    map[[2]int]int // by array and index: nodes of reads that are no terms
	up       []int          // union-find
	tru      int
	fls      int
	formulas []int // nodes of sort Bool
	numbers  []int // neither Bool nor arrays
	ites     []int // their case is not known
	differ   [][2]int
	eqs      equations
	truths   *evaluation // of one round
	large    bool        // a limit was exceeded
}

// ground is a term, or a read of an array.
type ground struct {
	t    term.Term // of a read that is no term not valid
	args []int
}

var errNodes = fmt.Errorf("there are too many terms: %w", ErrTooHard)

// ground closes what the literals say, if they are false, under equality, functions and arrays. It
// returns nil if that is a contradiction.
func (c *checker) ground(v *values) (*closure, error) {
	g := &closure{c: c, v: v, at: map[term.Term]int{}, reads: map[[2]int]int{}, eqs: equations{rows: map[string]*poly{}}}
	g.tru, g.fls = g.node(c.st.True()), g.node(c.st.False())
	for _, k := range v.lits {
		g.literal(k)
	}
	for round := 0; ; round++ {
		if g.find(g.tru) == g.find(g.fls) || g.eqs.contradiction() || g.unequal() {
			return g, nil
		}
		n := len(g.nodes)
		g.truths = &evaluation{v: v, atom: g.truth, done: map[term.Term]truth{}}
		news := g.evaluate()
		news = g.cases() || news
		news = g.congruence() || news
		news = g.definitions() || news
		news = g.exchange() || news
		switch {
		case g.large || round > maxWork:
			return g, errNodes
		case !news && len(g.nodes) == n:
			return g, errNotImplied
		}
	}
}

// literal takes up what a literal says, unless it is about formulas alone.
func (g *closure) literal(k known) {
	i := g.node(k.f)
	kind, con, arith := g.c.arith(k.f)
	switch {
	case arith && kind == equation && k.value == yes:
		g.eqs.add(con.p)
	case arith && kind == equation:
		g.eqs.not = append(g.eqs.not, con.p)
	case arith:
		if k.value == no {
			con = con.not()
		}
		g.eqs.not = append(g.eqs.not, con.excluded())
	case k.f.Op() == term.Eq && k.f.Arg(0).Sort().IsArray() && k.value == no:
		g.differ = append(g.differ, [2]int{g.node(k.f.Arg(0)), g.node(k.f.Arg(1))})
	case k.f.Op() == term.Eq && k.f.Arg(0).Sort().IsArray():
		g.unite(g.node(k.f.Arg(0)), g.node(k.f.Arg(1)))
	}
	if k.value == yes {
		g.unite(i, g.tru)
	} else {
		g.unite(i, g.fls)
	}
}

// excluded is a value that is not 0 where k holds.
func (k constraint) excluded() *poly {
	if k.strict {
		return k.p
	}
	one := num.I(1).Rat()
	return k.p.plus(one.Neg(), constant(one)) // p ≤ 0, so p ≠ 1
}

// node makes the nodes of a term. It does not look into formulas other than atoms, nor into the
// branches of an Ite before its case is known.
func (g *closure) node(t term.Term) int {
	if i, ok := g.at[t]; ok {
		return i
	}
	var args []int
	switch t.Op() {
	case term.And, term.Or, term.Not:
	case term.Ite:
	default:
		for _, a := range t.Args() {
			args = append(args, g.node(a))
		}
	}
	i := g.add(ground{t, args})
	g.at[t] = i
	switch s := t.Sort(); {
	case s == term.Bool:
		g.formulas = append(g.formulas, i)
	case !s.IsArray():
		g.numbers = append(g.numbers, i)
	}
	if t.Op() == term.Ite {
		f, _ := positive(t.Arg(0), true)
		g.node(f) // so that functions in it are compared
		g.ites = append(g.ites, i)
	}
	return i
}

func (g *closure) add(n ground) int {
	g.nodes = append(g.nodes, n)
	g.up = append(g.up, len(g.up))
	g.large = g.large || len(g.nodes) > maxNodes
	return len(g.nodes) - 1
}

func (g *closure) find(i int) int {
	for g.up[i] != i {
		g.up[i] = g.up[g.up[i]]
		i = g.up[i]
	}
	return i
}

// unite reports whether that is new.
func (g *closure) unite(i, j int) bool {
	i, j = g.find(i), g.find(j)
	g.up[max(i, j)] = min(i, j)
	return i != j
}

// evaluate unites the formulas that are nodes with their values.
func (g *closure) evaluate() bool {
	news := false
	for _, i := range g.formulas {
		switch g.truths.of(g.nodes[i].t) {
		case yes:
			news = g.unite(i, g.tru) || news
		case no:
			news = g.unite(i, g.fls) || news
		}
	}
	return news
}

// truth is what is known of an atom by the values of its arguments.
func (g *closure) truth(f term.Term) truth {
	if i, ok := g.at[f]; ok {
		switch g.find(i) {
		case g.find(g.tru):
			return yes
		case g.find(g.fls):
			return no
		}
	}
	if f.Op() == term.Eq && f.Arg(0).Sort() != term.Bool {
		i, ok := g.at[f.Arg(0)]
		j, ok2 := g.at[f.Arg(1)]
		switch {
		case !ok || !ok2:
		case g.find(i) == g.find(j):
			return yes
		case g.apart(i, j):
			return no
		}
	}
	kind, k, ok := g.c.arith(f)
	if !ok {
		return open
	}
	k.p = g.eqs.reduce(k.p)
	if kind == inequality {
		return k.fixed()
	}
	_, _, fixed := k.key(equation)
	if fixed == open && g.eqs.apart(k.p, constant(num.Rat{})) {
		return no
	}
	return fixed
}

// cases unites every Ite whose case is known with that.
func (g *closure) cases() bool {
	news := false
	ites := g.ites
	g.ites = nil // those that are met for the first time come here, too
	for _, i := range ites {
		t := g.nodes[i].t
		a, b := g.at[t.Arg(1)], g.at[t.Arg(2)]
		switch value := g.truths.of(t.Arg(0)); {
		case value == yes:
			news = g.unite(i, g.node(t.Arg(1))) || news
		case value == no:
			news = g.unite(i, g.node(t.Arg(2))) || news
		case a != 0 && b != 0 && g.find(a) == g.find(b):
			news = g.unite(i, a) || news
		default:
			g.ites = append(g.ites, i)
		}
	}
	return news
}

// polyOf is the sum that a node stands for; nil if there is none.
func (g *closure) polyOf(i int) *poly {
	if t := g.nodes[i].t; t.Valid() {
		if p, err := g.c.poly(t); err == nil {
			return p
		}
	}
	return nil
}

// exchange tells the equations what is equal, and unites what they say is equal.
func (g *closure) exchange() bool {
	news := false
	first := map[int]*poly{} // by class
	for _, i := range g.numbers {
		p := g.polyOf(i)
		if p == nil {
			continue
		}
		if q := first[g.find(i)]; q == nil {
			first[g.find(i)] = p
		} else {
			news = g.eqs.add(p.plus(num.I(-1).Rat(), q)) || news
		}
	}
	same := map[string]int{}
	for _, i := range g.numbers {
		p := g.polyOf(i)
		if p == nil {
			continue
		}
		key := g.nodes[i].t.Sort().String() + " " + g.eqs.reduce(p).text()
		if j, ok := same[key]; ok {
			news = g.unite(i, j) || news
		} else {
			same[key] = i
		}
	}
	return news
}

// apart reports whether two indices are known to differ.
func (g *closure) apart(i, j int) bool {
	ri, rj := g.find(i), g.find(j)
	if ri == rj {
		return false
	}
	t, f := g.find(g.tru), g.find(g.fls)
	if ri == t && rj == f || ri == f && rj == t {
		return true
	}
	if slices.ContainsFunc(g.differ, func(d [2]int) bool {
		return g.find(d[0]) == ri && g.find(d[1]) == rj || g.find(d[0]) == rj && g.find(d[1]) == ri
	}) {
		return true
	}
	// The classes' sums; a read that is no term has that of its class.
	for _, k := range [2]*int{&i, &j} {
		if !g.nodes[*k].t.Valid() {
			*k = g.find(*k)
		}
	}
	p, q := g.polyOf(i), g.polyOf(j)
	return p != nil && q != nil && g.eqs.apart(p, q)
}

// congruence unites what has equal arguments. It reports whether that is news.
func (g *closure) congruence() bool {
	news := false
	seen := map[string]int{}
	var key []byte
	for i, n := range g.nodes {
		op, name := term.Select, ""
		if n.t.Valid() {
			op, name = n.t.Op(), n.t.Name()
		}
		switch op {
		case term.Apply, term.Select, term.Store_, term.ConstArray, term.Div, term.Mod, term.Mul,
			term.BitAnd, term.Shl, term.Shr, term.ToInt:
		case term.Float:
			name = n.t.FloatOp().String()
		default:
			continue
		}
		key = append(key[:0], byte(op))
		for _, a := range n.args {
			key = append(strconv.AppendInt(key, int64(g.find(a)), 10), ' ')
		}
		key = append(key, name...)
		if op == term.ConstArray {
			key = append(key, n.t.Sort().String()...)
		}
		if j, ok := seen[string(key)]; ok {
			news = g.unite(i, j) || news
		} else {
			seen[string(key)] = i
		}
	}
	return news
}

// unequal reports whether what differs is equal.
func (g *closure) unequal() bool {
	return slices.ContainsFunc(g.differ, func(d [2]int) bool { return g.find(d[0]) == g.find(d[1]) })
}

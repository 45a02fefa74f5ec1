package proof

import (
	"fmt"
	"slices"

	"craig/logic/term"
)

// Limits of the congruence closure of a lemma.
const (
	maxNodes = 500
	maxPairs = 60
)

// closure is a congruence closure over the terms of a clause whose literals are false, with the axioms of
// arrays: reads over writes and constants, extensionality downwards, and that arrays over infinitely many
// indices that agree almost everywhere have one default.
type closure struct {
	c      *checker
	v      *values
	nodes  []ground
	at     map[term.Term]int
	reads  map[[2]int]int // by array and index: nodes of reads that are no terms
	up     []int          // union-find
	tru    int
	fls    int
	scalar []int // numbers and elements that are arguments or have them
	differ [][2]int
}

// ground is a term, or a read of an array.
type ground struct {
	t    term.Term // of a read that is no term not valid
	args []int
}

// ground reports whether the clause holds by equality, functions and arrays alone.
func (c *checker) ground(clause []Lit, v *values) bool {
	g := &closure{c: c, v: v, at: map[term.Term]int{}, reads: map[[2]int]int{}}
	for _, l := range clause {
		if f := c.atoms[atomOf(l)].f; f.Valid() {
			g.node(f)
		}
	}
	if len(g.nodes) == 0 || len(g.nodes) > maxNodes {
		return false
	}
	st := c.st
	g.tru, g.fls = g.node(st.True()), g.node(st.False())
	g.collect()
	for again := true; again; {
		n := len(g.nodes)
		again = g.congruence() || g.definitions() || len(g.nodes) > n
		if len(g.nodes) > maxNodes {
			return false
		}
	}
	return g.contradiction()
}

// node makes the nodes of a term. It does not look into formulas other than literals, nor into an
// Ite except for the case that is known.
func (g *closure) node(t term.Term) int {
	if i, ok := g.at[t]; ok {
		return i
	}
	var args []int
	switch t.Op() {
	case term.And, term.Or:
	case term.Ite:
		switch g.v.of(t.Arg(0)) {
		case yes:
			args = append(args, g.node(t.Arg(1)))
		case no:
			args = append(args, g.node(t.Arg(2)))
		}
	default:
		for _, a := range t.Args() {
			args = append(args, g.node(a))
		}
	}
	g.at[t] = g.add(ground{t, args})
	return g.at[t]
}

func (g *closure) add(n ground) int {
	g.nodes = append(g.nodes, n)
	g.up = append(g.up, len(g.up))
	return len(g.nodes) - 1
}

func (g *closure) find(i int) int {
	for g.up[i] != i {
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

// collect takes up what the literals say.
func (g *closure) collect() {
	wanted := map[int]bool{}
	for i, n := range g.nodes {
		if n.t.Sort() == term.Bool {
			value := g.v.of(n.t)
			if value == open {
				value = g.v.byArguments(n.t)
			}
			switch value {
			case yes:
				g.unite(i, g.tru)
			case no:
				g.unite(i, g.fls)
			}
			if n.t.Op() == term.Eq && n.t.Arg(0).Sort().IsArray() {
				switch g.v.of(n.t) {
				case yes:
					g.unite(n.args[0], n.args[1])
				case no:
					g.differ = append(g.differ, [2]int{n.args[0], n.args[1]})
				}
			}
		}
		switch n.t.Op() {
		case term.Sum, term.LeZero, term.LtZero, term.EqZero, term.ToReal, term.And, term.Or, term.Not:
			continue
		case term.Var, term.Const:
		default:
			wanted[i] = true
		}
		for _, a := range n.args {
			wanted[a] = true
		}
	}
	for i, n := range g.nodes {
		if s := n.t.Sort(); wanted[i] && s != term.Bool && !s.IsArray() {
			g.scalar = append(g.scalar, i)
		}
	}
	if len(g.scalar) > maxPairs {
		g.scalar = g.scalar[:maxPairs]
	}
	for k, i := range g.scalar {
		for _, j := range g.scalar[:k] {
			if g.equality(i, j) == yes {
				g.unite(i, j)
			}
		}
	}
}

// equality is what the literals, or their forms, say of two terms.
func (g *closure) equality(i, j int) truth {
	a, b := g.nodes[i].t, g.nodes[j].t
	if !a.Valid() || !b.Valid() || a.Sort() != b.Sort() || a.Sort() == term.Bool || a.Sort().IsArray() {
		return open
	}
	kind, k, ok := g.c.difference(a, b)
	if !ok {
		return open
	}
	for _, s := range constraintNames(kind, k, true) {
		switch {
		case g.v.is[s]:
			return yes
		case g.v.is[opposite(s)]:
			return no
		}
	}
	return open
}

// apart reports whether two indices are known to differ.
func (g *closure) apart(i, j int) bool {
	if g.equality(i, j) == no {
		return true
	}
	ri, rj := g.find(i), g.find(j)
	t, f := g.find(g.tru), g.find(g.fls)
	if ri == t && rj == f || ri == f && rj == t {
		return true
	}
	return slices.ContainsFunc(g.differ, func(d [2]int) bool {
		return g.find(d[0]) == ri && g.find(d[1]) == rj || g.find(d[0]) == rj && g.find(d[1]) == ri
	})
}

// congruence unites what has equal arguments. It reports whether that is news.
func (g *closure) congruence() bool {
	news := false
	seen := map[string]int{}
	for i, n := range g.nodes {
		op, name := term.Select, ""
		if n.t.Valid() {
			op, name = n.t.Op(), n.t.Name()
		}
		switch op {
		case term.Apply, term.Select, term.Store_, term.ConstArray, term.Div, term.Mod:
		default:
			continue
		}
		key := fmt.Sprint(op, " ", name)
		if op == term.ConstArray {
			key += n.t.Sort().String()
		}
		for _, a := range n.args {
			key += fmt.Sprint(" ", g.find(a))
		}
		if j, ok := seen[key]; ok {
			news = g.unite(i, j) || news
		} else {
			seen[key] = i
		}
	}
	return news
}

// definitions unites by the axioms of arrays and Ite. It reports whether that is news.
func (g *closure) definitions() bool {
	news := false
	var arrays []int
	for i := 0; i < len(g.nodes); i++ {
		n := g.nodes[i]
		if !n.t.Valid() {
			continue
		}
		switch n.t.Op() {
		case term.Ite:
			if len(n.args) > 0 {
				news = g.unite(i, n.args[0]) || news
			}
		case term.Store_: // a[i := e][i] = e
			arrays = append(arrays, i)
			news = g.unite(g.read(i, n.args[1]), n.args[2]) || news
		case term.ConstArray:
			arrays = append(arrays, i)
		}
	}
	for i := 0; i < len(g.nodes); i++ {
		n := g.nodes[i]
		if n.t.Valid() && n.t.Op() != term.Select {
			continue
		}
		for _, b := range arrays {
			a := g.nodes[b]
			if a.t.Op() == term.Store_ && g.find(a.args[0]) == g.find(n.args[0]) && g.apart(a.args[1], n.args[1]) {
				news = g.unite(i, g.read(b, n.args[1])) || news // what is read from an array, from it with another cell written
			}
			if g.find(b) != g.find(n.args[0]) {
				continue
			}
			switch {
			case a.t.Op() == term.ConstArray:
				news = g.unite(i, a.args[0]) || news
			case g.find(a.args[1]) == g.find(n.args[1]):
				news = g.unite(i, a.args[2]) || news
			case g.apart(a.args[1], n.args[1]):
				news = g.unite(i, g.read(a.args[0], n.args[1])) || news
			}
		}
		if len(g.nodes) > maxNodes {
			return news
		}
	}
	return g.defaults(arrays) || news
}

// read is the node of an element.
func (g *closure) read(a, i int) int {
	k := [2]int{g.find(a), i}
	n, ok := g.reads[k]
	if !ok {
		n = g.add(ground{args: []int{a, i}})
		g.reads[k] = n
	}
	return n
}

// defaults unites the elements of constant arrays that agree almost everywhere.
func (g *closure) defaults(arrays []int) bool {
	class := map[int]int{}
	root := func(i int) int {
		i = g.find(i)
		for {
			p, ok := class[i]
			if !ok || p == i {
				return i
			}
			i = p
		}
	}
	for _, i := range arrays {
		if n := g.nodes[i]; n.t.Op() == term.Store_ {
			if a, b := root(i), root(n.args[0]); a != b {
				class[a] = b
			}
		}
	}
	news := false
	elem := map[int]int{}
	for _, i := range arrays {
		n := g.nodes[i]
		if s := n.t.Sort(); n.t.Op() != term.ConstArray || s.Index() != term.Int && s.Index() != term.Real {
			continue
		}
		if e, ok := elem[root(i)]; ok {
			news = g.unite(e, n.args[0]) || news
		} else {
			elem[root(i)] = n.args[0]
		}
	}
	return news
}

// contradiction reports whether what differs is equal.
func (g *closure) contradiction() bool {
	if g.find(g.tru) == g.find(g.fls) {
		return true
	}
	for _, d := range g.differ {
		if g.find(d[0]) == g.find(d[1]) {
			return true
		}
	}
	for k, i := range g.scalar {
		for _, j := range g.scalar[:k] {
			if g.find(i) == g.find(j) && g.equality(i, j) == no {
				return true
			}
		}
	}
	return false
}

// apart: a = b, or a[k] ≠ b[k] for a k of which nothing else is said: some index at which the arrays
// differ. Such a k is a function of the equality, and no part of it.
func (c *checker) apart(clause []Lit) bool {
	for _, l := range clause {
		eq := c.atoms[atomOf(l)].f
		if l < 0 || !eq.Valid() || eq.Op() != term.Eq || !eq.Arg(0).Sort().IsArray() {
			continue
		}
		for _, m := range clause {
			f := c.atoms[atomOf(m)].f
			if m == l || !f.Valid() {
				continue
			}
			for _, k := range term.Vars(f, map[term.Term]bool{}, nil) {
				if k.Sort() == eq.Arg(0).Sort().Index() && c.differAt(clause, eq, k) && c.introduce(k, eq) {
					return true
				}
			}
		}
	}
	return false
}

// differAt reports whether the clause says that the arrays of eq differ at k if eq is false.
func (c *checker) differAt(clause []Lit, eq, k term.Term) bool {
	v := c.falsified(clause)
	a, b := c.st.Select(eq.Arg(0), k), c.st.Select(eq.Arg(1), k)
	if v.of(eq) != no {
		return false
	}
	if a.Sort() == term.Bool {
		return v.of(a) != open && v.of(a) == v.of(b)
	}
	return v.of(c.st.Eq(a, b)) == yes
}

// introduce makes k the index at which the arrays of eq differ.
func (c *checker) introduce(k, eq term.Term) bool {
	if old, ok := c.skolem[k]; ok {
		return old == eq
	}
	vars := term.Vars(eq, map[term.Term]bool{}, nil)
	if c.known[k] || slices.Contains(vars, k) {
		return false
	}
	c.skolem[k] = eq
	for _, v := range vars {
		c.known[v] = true
	}
	return true
}

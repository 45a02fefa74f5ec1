package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/term"
)

// egraph is congruence closure with explanations [Nieuwenhuis, Oliveras 2007], as the SAT solver
// goes: equalities that are true merge classes of terms, applications with equal arguments are
// merged, and equalities and predicates whose sides are in one class are implied. It decides the
// elements of uninterpreted sorts, which have no place in the simplex; of numbers it knows what
// the equality literals say, and the lemmas on demand do the rest (candidate.go). It sleeps until
// there is a function or an uninterpreted sort. In proof mode there is none: elements are numbers
// of the simplex then, and congruence is left to lemmas.
type egraph struct {
	e     *Native
	awake bool
	sleep []eqPair // equalities that it is told of when it wakes up

	nodes  []enode
	of     map[term.Term]int32
	fns    map[string]int32
	table  map[ekey]int32 // applications by function and roots of arguments
	pairs  map[[2]int32]int32
	atoms  []eatom
	atomOf []int32 // by SAT variable: 1 + index in atoms
	yes    int32   // the nodes of the truth values
	no     int32

	pending []int32 // applications that are not entered
	late    []int32 // atoms that came when their literals had values already
	todo    []emerge
	undo    []eundo
	levels  []int32

	stamp uint32
	seen  uint32
	open  [][2]int32
	out   []sat.Lit
}

type eqPair struct {
	a, b term.Term
	lit  sat.Lit
}

// enode is a term.
type enode struct {
	root  int32
	next  int32 // in the ring of its class
	size  int32 // of a root
	value int32 // of a root: the constant in the class, or -1
	uses  []int32
	atoms []int32 // that it is a side of

	app bool // the term is an application with this key now
	key ekey
	arg [2]int32

	to    int32 // proof forest; -1 at the top
	why   emerge
	stamp uint32 // the edge is explained
	seen  uint32
}

// ekey is a function and the roots of its arguments. Applications with more than two are curried.
type ekey struct{ fn, a, b int32 }

// emerge says that a = b because of a literal, or by congruence if it is NoLit.
type emerge struct {
	a, b int32
	lit  sat.Lit
}

// eatom is the literal of a = b; for a predicate b is the node of true.
type eatom struct {
	a, b      int32
	lit       sat.Lit
	predicate bool
}

type eundo struct {
	kind       uint8
	had, added bool
	p, x       int32
	old        ekey
	uses       int32
	value      int32
}

const (
	undoMerge uint8 = iota
	undoKey
	undoEnter
	undoLate
)

func newEgraph(e *Native) *egraph {
	g := &egraph{e: e, of: map[term.Term]int32{}, fns: map[string]int32{}, table: map[ekey]int32{}, pairs: map[[2]int32]int32{}}
	g.yes, g.no = g.newNode(), g.newNode()
	for _, n := range [2]int32{g.yes, g.no} {
		g.nodes[n].value = n
		g.nodes[n].size = 1 << 30 // stays the root: the atoms of the other side are looked at
	}
	return g
}

func (g *egraph) newNode() int32 {
	n := int32(len(g.nodes))
	g.nodes = append(g.nodes, enode{root: n, next: n, size: 1, value: -1, to: -1})
	return n
}

// wake makes the egraph follow what happens.
func (g *egraph) wake() {
	if g.awake {
		return
	}
	g.awake = true
	for _, p := range g.sleep {
		g.equality(p.a, p.b, p.lit)
	}
	g.sleep = nil
}

// equality tells that lit says a = b.
func (g *egraph) equality(a, b term.Term, lit sat.Lit) {
	if !g.awake {
		g.sleep = append(g.sleep, eqPair{a, b, lit})
		return
	}
	g.atom(eatom{a: g.node(a), b: g.node(b), lit: lit})
}

func (g *egraph) atom(at eatom) {
	v := int(at.lit.Var())
	g.atomOf = grow(g.atomOf, v)
	if g.atomOf[v] != 0 {
		return
	}
	i := int32(len(g.atoms))
	g.atoms = append(g.atoms, at)
	g.atomOf[v] = i + 1
	g.nodes[at.a].atoms = append(g.nodes[at.a].atoms, i)
	if !at.predicate {
		g.nodes[at.b].atoms = append(g.nodes[at.b].atoms, i)
	}
	if g.e.sat.Value(at.lit) != sat.Undef {
		g.late = append(g.late, i)
	}
}

// node returns the node of a term whose parts are in use.
func (g *egraph) node(t term.Term) int32 {
	switch {
	case t.IsTrue():
		return g.yes
	case t.IsFalse():
		return g.no
	}
	if n, ok := g.of[t]; ok {
		return n
	}
	n := g.newNode()
	g.of[t] = n
	switch {
	case t.Op() == term.Const:
		g.nodes[n].value = n
	case t.Op() == term.Apply:
		name := t.Name()
		f, ok := g.fns[name]
		if !ok {
			f = int32(len(g.fns)) + 1
			g.fns[name] = f
		}
		last := g.node(t.Arg(t.NumArgs() - 1))
		for i := t.NumArgs() - 2; i > 0; i-- {
			last = g.tuple(g.node(t.Arg(i)), last)
		}
		first := int32(-1)
		if t.NumArgs() > 1 {
			first = g.node(t.Arg(0))
		}
		g.apply(n, f, first, last)
	}
	if t.Sort() == term.Bool {
		_, l := g.e.formula(t, both)
		g.atom(eatom{a: n, b: g.yes, lit: l, predicate: true})
	}
	return n
}

// tuple is the node of a pair of arguments.
func (g *egraph) tuple(a, b int32) int32 {
	if n, ok := g.pairs[[2]int32{a, b}]; ok {
		return n
	}
	n := g.newNode()
	g.pairs[[2]int32{a, b}] = n
	g.apply(n, 0, a, b)
	return n
}

// apply makes n an application; the first argument may be -1.
func (g *egraph) apply(n, fn, a, b int32) {
	x := &g.nodes[n]
	x.app, x.key.fn, x.arg = true, fn, [2]int32{a, b}
	g.pending = append(g.pending, n)
}

func (g *egraph) rootOf(n int32) int32 {
	if n < 0 {
		return n
	}
	return g.nodes[n].root
}

func (g *egraph) keyOf(n int32) ekey {
	x := &g.nodes[n]
	return ekey{x.key.fn, g.rootOf(x.arg[0]), g.rootOf(x.arg[1])}
}

// enter puts an application into the table.
func (g *egraph) enter(n int32) {
	g.e.tick(8)
	x := &g.nodes[n]
	x.key = g.keyOf(n)
	q, found := g.table[x.key]
	if found {
		g.todo = append(g.todo, emerge{n, q, sat.NoLit})
	} else {
		g.table[x.key] = n
	}
	for i, a := range x.arg {
		if r := g.rootOf(a); r >= 0 && (i == 0 || r != g.rootOf(x.arg[0])) {
			g.nodes[r].uses = append(g.nodes[r].uses, n)
		}
	}
	g.undo = append(g.undo, eundo{kind: undoEnter, p: n, added: !found})
}

// assign hears of literals that became true; a conflict is returned as a clause.
func (g *egraph) assign(lits []sat.Lit) []sat.Lit {
	if !g.awake {
		return nil
	}
	for _, n := range g.pending {
		g.enter(n)
	}
	g.pending = g.pending[:0]
	if c := g.settle(); c != nil {
		return c
	}
	for len(g.late) > 0 {
		i := g.late[len(g.late)-1]
		g.late = g.late[:len(g.late)-1]
		l := g.atoms[i].lit
		switch g.e.sat.Value(l) {
		case sat.Undef:
			continue
		case sat.False:
			l = l.Not()
		}
		g.undo = append(g.undo, eundo{kind: undoLate, p: i})
		if c := g.hear(l); c != nil {
			return c
		}
	}
	for _, l := range lits {
		if v := int(l.Var()); v < len(g.atomOf) && g.atomOf[v] != 0 {
			if c := g.hear(l); c != nil {
				return c
			}
		}
	}
	return nil
}

// hear does what a literal of an atom says.
func (g *egraph) hear(l sat.Lit) []sat.Lit {
	at := &g.atoms[g.atomOf[l.Var()]-1]
	switch {
	case l == at.lit:
		g.todo = append(g.todo, emerge{at.a, at.b, l})
	case at.predicate:
		g.todo = append(g.todo, emerge{at.a, g.no, l})
	case g.nodes[at.a].root == g.nodes[at.b].root:
		g.out = append(g.out[:0], at.lit)
		g.explain(at.a, at.b)
		return g.out
	}
	return g.settle()
}

// settle merges until nothing follows.
func (g *egraph) settle() []sat.Lit {
	for i := 0; i < len(g.todo); i++ {
		if c := g.merge(g.todo[i]); c != nil {
			g.todo = g.todo[:0]
			return c
		}
	}
	g.todo = g.todo[:0]
	return nil
}

func (g *egraph) merge(m emerge) []sat.Lit {
	big, less := g.nodes[m.a].root, g.nodes[m.b].root
	if big == less {
		return nil
	}
	x, y := m.a, m.b // y in the smaller class
	if g.nodes[big].size < g.nodes[less].size {
		big, less, x, y = less, big, y, x
	}
	g.e.tick(8 + len(g.nodes[less].uses) + int(g.nodes[less].size))
	g.turn(y)
	g.nodes[y].to, g.nodes[y].why = x, m
	root, part := &g.nodes[big], &g.nodes[less]
	g.undo = append(g.undo, eundo{kind: undoMerge, p: less, x: y, uses: int32(len(root.uses)), value: root.value, old: ekey{a: big, b: x}})
	for n := less; ; {
		g.nodes[n].root = big
		if n = g.nodes[n].next; n == less {
			break
		}
	}
	for _, p := range part.uses {
		g.rekey(p)
	}
	root.uses = append(root.uses, part.uses...)
	root.size += part.size
	clash := root.value >= 0 && part.value >= 0
	if clash {
		g.out = g.out[:0]
		g.explain(root.value, part.value)
	} else if part.value >= 0 {
		root.value = part.value
	}
	var conflict []sat.Lit
	for n := less; !clash; {
		if conflict = g.propagate(n); conflict != nil {
			break
		}
		if n = g.nodes[n].next; n == less {
			break
		}
	}
	root.next, part.next = part.next, root.next
	if clash {
		return g.out
	}
	return conflict
}

// propagate implies the atoms of a node whose class has grown.
func (g *egraph) propagate(n int32) []sat.Lit {
	r := g.nodes[n].root
	for _, i := range g.nodes[n].atoms {
		at := &g.atoms[i]
		l, other := at.lit, at.b
		switch {
		case at.predicate && r == g.nodes[g.no].root:
			l, other = l.Not(), g.no
		case g.nodes[at.a].root != g.nodes[at.b].root:
			continue
		}
		switch g.e.sat.Value(l) {
		case sat.False:
			g.out = append(g.out[:0], l)
			g.explain(at.a, other)
			return g.out
		case sat.Undef:
			if v := int(l.Var()); v < len(g.e.wanted) && g.e.wanted[v] > 0 {
				g.e.ar.reasons = append(g.e.ar.reasons, reason{^at.a, other})
				g.e.sat.Imply(l, int32(len(g.e.ar.reasons)-1))
			}
		}
	}
	return nil
}

// rekey gives an application the key that its arguments' roots demand.
func (g *egraph) rekey(p int32) {
	x := &g.nodes[p]
	u := eundo{kind: undoKey, p: p, old: x.key}
	if g.table[x.key] == p {
		delete(g.table, x.key)
		u.had = true
	}
	x.key = g.keyOf(p)
	if q, found := g.table[x.key]; !found {
		g.table[x.key] = p
		u.added = true
	} else if g.nodes[q].root != x.root {
		g.todo = append(g.todo, emerge{p, q, sat.NoLit})
	}
	g.undo = append(g.undo, u)
}

// turn makes n the top of its tree in the proof forest.
func (g *egraph) turn(n int32) {
	to, why := int32(-1), emerge{}
	for n >= 0 {
		g.e.tick(1)
		x := &g.nodes[n]
		next, w := x.to, x.why
		x.to, x.why = to, why
		to, why, n = n, w, next
	}
}

// explain appends to out the negations of literals from which a = b follows.
func (g *egraph) explain(a, b int32) {
	g.stamp++
	g.open = append(g.open[:0], [2]int32{a, b})
	for len(g.open) > 0 {
		p := g.open[len(g.open)-1]
		g.open = g.open[:len(g.open)-1]
		if p[0] == p[1] || p[0] < 0 {
			continue
		}
		g.e.tick(4)
		g.seen++
		for n := p[0]; n >= 0; n = g.nodes[n].to {
			g.nodes[n].seen = g.seen
		}
		meet := p[1]
		for g.nodes[meet].seen != g.seen {
			meet = g.nodes[meet].to
		}
		for _, n := range p {
			for ; n != meet; n = g.nodes[n].to {
				x := &g.nodes[n]
				if x.stamp == g.stamp {
					continue
				}
				x.stamp = g.stamp
				if x.why.lit != sat.NoLit {
					g.out = append(g.out, x.why.lit.Not())
					continue
				}
				s, t := &g.nodes[x.why.a], &g.nodes[x.why.b]
				for i := range s.arg {
					g.open = append(g.open, [2]int32{s.arg[i], t.arg[i]})
				}
			}
		}
	}
}

// because is the clause that implied l, since a = b.
func (g *egraph) because(l sat.Lit, a, b int32) []sat.Lit {
	g.out = append(g.out[:0], l)
	g.explain(a, b)
	return g.out
}

func (g *egraph) newLevel() { g.levels = append(g.levels, int32(len(g.undo))) }

func (g *egraph) backtrack(n int) {
	low := int(g.levels[n])
	for i := len(g.undo) - 1; i >= low; i-- {
		u := &g.undo[i]
		if u.kind == undoLate {
			g.late = append(g.late, u.p)
			continue
		}
		x := &g.nodes[u.p]
		switch u.kind {
		case undoMerge:
			root := &g.nodes[u.old.a]
			root.next, x.next = x.next, root.next
			for k := u.p; ; {
				g.nodes[k].root = u.p
				if k = g.nodes[k].next; k == u.p {
					break
				}
			}
			root.size -= x.size
			root.uses = root.uses[:u.uses]
			root.value = u.value
			if y := &g.nodes[u.x]; y.to == u.old.b {
				y.to = -1
			} else {
				g.nodes[u.old.b].to = -1
			}
		case undoKey:
			if u.added {
				delete(g.table, x.key)
			}
			x.key = u.old
			if u.had {
				g.table[x.key] = u.p
			}
		case undoEnter:
			if u.added {
				delete(g.table, x.key)
			}
			for j, a := range x.arg {
				if r := g.rootOf(a); r >= 0 && (j == 0 || r != g.rootOf(x.arg[0])) {
					g.nodes[r].uses = g.nodes[r].uses[:len(g.nodes[r].uses)-1]
				}
			}
			g.pending = append(g.pending, u.p)
		}
	}
	g.undo = g.undo[:low]
	g.levels = g.levels[:n]
	g.todo = g.todo[:0]
}

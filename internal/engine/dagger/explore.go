package dagger

import (
	"fmt"
	"slices"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// node is an abstract state at a place.
type node struct {
	id    int
	loc   ir.Loc
	key   string // the place
	tag   int    // the splits that led to it
	depth int
	round []int // of the loops around loc
	state state
	img   state // the join of what comes in
	sel   *node // what img was widened with; nil: it was not
	in    []incoming
}

// incoming is what an edge brings from a node.
type incoming struct {
	from *node
	edge *edge
	img  state
}

// place collects the arrivals of one node to be.
type place struct {
	loc   ir.Loc
	key   string
	tag   int
	depth int
	round []int
	order []int
	in    []incoming
}

// memory is what refinements have decided, by place or location.
type memory struct {
	t      map[ir.Loc][]polyhedra.Constraint // interpolants that bound the widening
	images map[string]bool                   // places where the image is a disjunct of its own
	joins  map[string]bool                   // places where the widening is the join
	splits map[string]bool                   // places where arrivals stay apart
	hints  map[string]state                  // the last widened value
	errors map[ir.Loc][]polyhedra.State      // error states at refinement nodes
	tags   map[split]int
	last   map[string]*last
}

// split names a part of a split place.
type split struct {
	place, from string
	edge        int
}

// last is a node of the last exploration, with the images that it had.
type last struct {
	state  state
	images map[int]state // by edge
}

func newMemory() memory {
	return memory{t: map[ir.Loc][]polyhedra.Constraint{}, images: map[string]bool{}, joins: map[string]bool{},
		splits: map[string]bool{}, hints: map[string]state{}, errors: map[ir.Loc][]polyhedra.State{},
		tags: map[split]int{}, last: map[string]*last{}}
}

// unfolding is the tree or DAG of one exploration.
type unfolding struct {
	nodes   []*node
	at      map[ir.Loc][]*node
	pending []*place // sorted
	byKey   map[string]*place
	places  int
	bads    []*node // error nodes
	ids     int
}

// next is the number of the next node.
func (g *unfolding) next() int {
	g.ids++
	return g.ids
}

// maxBad bounds the error nodes of one refinement.
const maxBad = 16

// explore is AbstractTREE without its refinement: it returns error nodes, or none if the program
// is correct. They are of different goals, and the ways to them have the same loop heads.
func (r *interpretation) explore() []*node {
	g := &unfolding{at: map[ir.Loc][]*node{}, byKey: map[string]*place{}}
	r.graph = g
	entry := r.task.Program.Main.Entry
	start := &place{loc: entry, key: r.key(nil, nil, entry, make([]int, len(r.flow.chain[entry])), 0), round: make([]int, len(r.flow.chain[entry]))}
	r.create(start, r.d.Top(), nil)
	for len(g.pending) > 0 && r.ctx.Err() == nil {
		p := g.pending[0]
		g.pending = g.pending[1:]
		delete(g.byKey, p.key)
		if len(g.bads) > 0 && (len(g.bads) == min(maxBad, r.goals()) || r.flow.loops.Head[p.loc] == p.loc) {
			break
		}
		r.arrive(p)
	}
	return g.bads
}

// describe tells whoever draws the search of the state of a node, and from where else it was come to.
func (r *interpretation) describe(n *node) {
	if !r.task.Detail {
		return
	}
	for i, a := range n.in {
		if i > 0 && a.from != nil {
			r.event(engine.Event{Kind: engine.Arrive, Loc: n.loc, Node: n.id, From: a.from.id})
		}
	}
	r.event(engine.Event{Kind: engine.Label, Loc: n.loc, Node: n.id, Term: r.d.Formula(sem.New(term.NewStore(), r.task.Program), n.state)})
}

// goals is the number of goals that are still looked at.
func (r *interpretation) goals() int { return len(r.flow.goal) - len(r.open) }

// key names a place.
func (r *interpretation) key(from *node, e *edge, l ir.Loc, round []int, tag int) string {
	if r.cfg.Explore == Tree {
		if from == nil {
			return "·"
		}
		return fmt.Sprintf("%s.%d", from.key, e.id)
	}
	return fmt.Sprintf("%d%v#%d", l, round, tag)
}

// arrive makes the nodes of a place, once all arrivals are there.
func (r *interpretation) arrive(p *place) {
	in := p.in[:0]
	for _, a := range p.in {
		if !r.at.concreteOnly && r.covered(p.loc, a.img) {
			r.event(engine.Event{Kind: engine.Cover, Loc: p.loc, Node: a.from.id, From: a.from.id})
		} else {
			in = append(in, a)
		}
	}
	p.in = in
	if len(in) == 0 {
		return
	}
	if len(in) > 1 && r.memory.splits[p.key] {
		for _, a := range in {
			id := split{p.key, a.from.key, a.edge.id}
			tag, ok := r.memory.tags[id]
			if !ok {
				tag = len(r.memory.tags) + 1
				r.memory.tags[id] = tag
			}
			part := *p
			part.tag, part.in = tag, []incoming{a}
			part.key = r.key(a.from, a.edge, p.loc, p.round, tag)
			r.arrive(&part)
		}
		return
	}
	img := in[0].img
	for _, a := range in[1:] {
		img = r.d.Join(img, a.img)
	}
	var sel *node
	switch {
	case r.flow.loops.Head[p.loc] != p.loc:
	case !r.at.concreteOnly:
		sel = r.sel(p)
	case p.depth > maxPoints || !r.point(p.loc, img):
		return
	}
	r.create(p, img, sel)
}

// maxPoints bounds the depth of the nodes that follow what the program determines by itself.
const maxPoints = 1 << 11

// point says that s, at l, is a single state, but for variables that nothing reads.
func (r *interpretation) point(l ir.Loc, s state) bool {
	return !slices.ContainsFunc(r.flow.arcs.Live[l], func(v *ir.Var) bool {
		_, single := r.mod.Get(s.mod, v).Single()
		return v.Type.IsNumber() && !single
	})
}

// covered is Covered(l, s).
func (r *interpretation) covered(l ir.Loc, s state) bool {
	return slices.ContainsFunc(r.graph.at[l], func(n *node) bool { return r.d.Leq(s, n.state) })
}

// sel is Sel(S): the latest of the maximal states among the predecessors with the place's
// location; nil if there are none.
func (r *interpretation) sel(p *place) *node {
	var before []*node
	seen := map[*node]bool{}
	stack := []*node{}
	for _, a := range p.in {
		stack = append(stack, a.from)
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		// Only the rounds of this very loop: its outer ones begin it anew.
		if n.loc == p.loc && slices.Equal(n.round[:len(n.round)-1], p.round[:len(p.round)-1]) {
			before = append(before, n)
		}
		for _, a := range n.in {
			stack = append(stack, a.from)
		}
	}
	slices.SortFunc(before, func(a, b *node) int { return b.id - a.id })
	for i, n := range before {
		maximal := true
		for j, m := range before {
			if i != j && r.d.Leq(n.state, m.state) && !(j > i && r.d.Leq(m.state, n.state)) {
				maximal = false
			}
		}
		if maximal {
			return n
		}
	}
	return nil
}

// create makes the node of a place and follows its edges.
func (r *interpretation) create(p *place, img state, sel *node) {
	g := r.graph
	r.nodes++
	n := &node{id: g.next(), loc: p.loc, key: p.key, tag: p.tag, depth: p.depth, round: p.round, in: p.in, img: img, sel: sel, state: img}
	if sel != nil {
		n.state = r.widened(n)
		r.event(engine.Event{Kind: engine.Widen, Loc: n.loc, Node: n.id, Other: sel.id})
	}
	g.nodes = append(g.nodes, n)
	g.at[n.loc] = append(g.at[n.loc], n)
	e := engine.Event{Kind: engine.Expand, Loc: n.loc, Node: n.id}
	if len(n.in) > 0 && n.in[0].from != nil {
		e.From = n.in[0].from.id
	}
	r.event(e)
	r.describe(n)
	old := r.memory.last[n.key]
	if old == nil || !(r.d.Same(old.state, n.state) || r.d.Leq(old.state, n.state) && r.d.Leq(n.state, old.state)) {
		old = &last{n.state, map[int]state{}}
		r.memory.last[n.key] = old
	}
	n.state = old.state
	for _, e := range r.flow.out[n.loc] {
		s, ok := old.images[e.id]
		if !ok {
			s = r.image(n.state, e)
			old.images[e.id] = s
		}
		if r.ctx.Err() != nil {
			return
		}
		if r.d.IsBottom(s) {
			r.event(engine.Event{Kind: engine.Infeasible, Loc: e.to, Node: n.id, From: n.id})
			continue
		}
		if r.at.concreteOnly && e.chooses() {
			continue
		}
		if r.flow.goal[e.to] {
			if !r.survey && !slices.Contains(r.open, e.to) {
				r.reach(n, e, s)
			}
			continue
		}
		r.send(n, e, s)
	}
}

// reach makes an error node, unless there is one for this goal or there are enough.
func (r *interpretation) reach(n *node, e *edge, s state) {
	g := r.graph
	if len(g.bads) < maxBad && !slices.ContainsFunc(g.bads, func(b *node) bool { return b.loc == e.to }) {
		g.bads = append(g.bads, &node{id: g.next(), loc: e.to, state: s, img: s, in: []incoming{{n, e, s}}})
	}
}

// send puts an incoming at its place.
func (r *interpretation) send(n *node, e *edge, s state) {
	g := r.graph
	round := r.flow.rounds(n.loc, n.round, e)
	key := r.key(n, e, e.to, round, n.tag)
	p := g.byKey[key]
	if p == nil {
		g.places++
		p = &place{loc: e.to, key: key, tag: n.tag, depth: n.depth + 1, round: round}
		if r.cfg.Explore == Tree {
			p.order = []int{p.depth, g.places}
		} else {
			p.order = append(r.flow.order(e.to, round), n.tag)
		}
		g.byKey[key] = p
		i, _ := slices.BinarySearchFunc(g.pending, p.order, func(q *place, order []int) int { return slices.Compare(q.order, order) })
		g.pending = slices.Insert(g.pending, i, p)
	}
	p.in = append(p.in, incoming{n, e, s})
}

// widened is the state of a loop head: sel ∇_T (sel ⊔ img), or what refinements have made of it.
func (r *interpretation) widened(n *node) state {
	m := &r.memory
	if m.images[n.key] {
		return n.img
	}
	base := r.d.Join(n.sel.state, n.img)
	if m.joins[n.key] {
		return base
	}
	w := r.d.WidenUpTo(n.sel.state, base, m.t[n.loc])
	if !r.cfg.NoCache && r.cfg.Widen == Interpolated {
		// Only what the error states bound themselves: there is no end of other interpolants.
		for _, psi := range m.errors[n.loc] {
			if r.meets(w, psi) && !r.meets(base, psi) {
				r.bound(n.loc, r.boundsOf(psi, base))
				w = r.d.WidenUpTo(n.sel.state, base, m.t[n.loc])
			}
		}
	}
	// The Hint DAG makes the widening monotone.
	if h, ok := m.hints[n.key]; ok && r.d.Leq(base, h) {
		w = r.d.Between(w, h)
	}
	m.hints[n.key] = w
	return w
}

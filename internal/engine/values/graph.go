package values

import (
	"context"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// graphOfStates is what a round has found: nodes by location.
type graphOfStates struct {
	at    [][]*node
	known []map[string]*node // by Loc: the states there are
	queue []*node
	again [][2]*node // with engine.Task.Detail: from where a node was come to that there was already
}

// node is a state at a location, with the path from the node that it was first reached from.
type node struct {
	loc   ir.Loc
	state state
	from  *node
	path  []ir.EdgeID
	id    int
}

// longChain is from how many nodes on a graph is given up that stays narrow while it doubles: what it tells apart are the values of a
// counter, which goes on as long as its type does.
const longChain = 4096

// explore is one round: breadth first, so that the errors that are found first are the shallow ones.
func (s *search) explore(ctx context.Context, most int) *graphOfStates {
	g := &graphOfStates{at: make([][]*node, len(s.prog.Locs)), known: make([]map[string]*node, len(s.prog.Locs))}
	defer s.describe(g)
	w := &walk{search: s, graph: g, refuted: map[ir.Loc]int{}}
	w.arrive(nil, s.prog.Main.Entry, state{})
	narrow := 0
	for head := 0; head < len(g.queue); head++ {
		if ctx.Err() != nil || s.trace != nil || w.done {
			return g
		}
		if head >= longChain && head&(head-1) == 0 {
			if narrow++; (len(g.queue)-head)*256 > head {
				narrow = 0
			}
			if narrow == 2 {
				s.hopeless = true
				s.giveUp(verdict.Size, "there are more than %d states, of something that is counted", head)
				return g
			}
		}
		if len(g.queue) > most {
			s.giveUp(verdict.Size, "there are more than %d states to tell apart", most)
			return g
		}
		n := g.queue[head]
		s.counts.nodes++
		from := 0
		if n.from != nil {
			from = n.from.id
		}
		n.id = s.counts.nodes
		s.event(engine.Event{Kind: engine.Expand, Loc: n.loc, Node: n.id, From: from})
		w.ctx, w.from, w.path = ctx, n, w.path[:0]
		w.on(n.loc, n.state, true)
	}
	return g
}

// describe tells whoever draws the search of the states of the nodes, and from where else they were come to.
func (s *search) describe(g *graphOfStates) {
	if !s.task.Detail {
		return
	}
	c := sem.New(term.NewStore(), s.prog)
	for _, n := range g.queue {
		if n.id != 0 {
			s.event(engine.Event{Kind: engine.Label, Loc: n.loc, Node: n.id, Term: s.formulaOf(c, n.state)})
		}
	}
	for _, a := range g.again {
		if a[1].id != 0 {
			s.event(engine.Event{Kind: engine.Arrive, Loc: a[1].loc, Node: a[1].id, From: a[0].id})
		}
	}
}

// walk goes from a node along the paths to the next nodes.
type walk struct {
	*search
	ctx     context.Context
	graph   *graphOfStates
	from    *node
	path    []ir.EdgeID
	refuted map[ir.Loc]int // spurious errors of this round, by location
	done    bool           // the round is to end
	key     []byte         // buffer of arrive
}

// on takes the edges that leave l in a state. forced says that there was one way on only since the node: then nothing
// is made a node of where paths meet, but at heads of loops.
func (w *walk) on(l ir.Loc, x state, forced bool) {
	out := w.prog.Loc(l).Out
	var two [2]state
	next := two[:0]
	ways := 0
	for _, id := range out {
		e := w.prog.Edge(id)
		y := x
		if e.Branch != 2 || ways > 0 || len(next) != 1 { // otherwise the condition holds nowhere, and the other one everywhere
			y = w.post(x, e)
		}
		if !w.isBottom(y) {
			ways++
		}
		next = append(next, y)
	}
	forced = forced && ways == 1
	for i, id := range out {
		if w.isBottom(next[i]) {
			continue
		}
		to := w.prog.Edge(id).To
		w.path = append(w.path, id)
		switch {
		case w.goal[to]:
			w.atError(to)
		case w.head[to] || w.join[to] && !forced:
			w.arrive(w.from, to, next[i])
		default:
			w.on(to, next[i], forced)
		}
		w.path = w.path[:len(w.path)-1]
		if w.done || w.trace != nil {
			return
		}
	}
}

// arrive makes a node of what is tracked of a state, if it is a new one.
func (w *walk) arrive(from *node, l ir.Loc, x state) {
	kept, key := w.only(x, w.prec[l], w.key[:0])
	if w.isBottom(kept) { // a value that its variable cannot have
		return
	}
	w.key = key
	known := w.graph.known[l]
	if known == nil {
		known = map[string]*node{}
		w.graph.known[l] = known
	}
	if n := known[string(key)]; n != nil {
		if w.task.Detail {
			w.graph.again = append(w.graph.again, [2]*node{from, n})
		}
		return
	}
	n := &node{loc: l, state: kept, from: from, path: slices.Clone(w.path)}
	known[string(key)] = n
	w.graph.at[l] = append(w.graph.at[l], n)
	w.graph.queue = append(w.graph.queue, n)
}

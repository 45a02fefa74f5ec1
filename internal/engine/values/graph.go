package values

import (
	"context"
	"encoding/binary"
	"slices"

	"craig/internal/abstract/domain/interval"
	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// graphOfStates is what a round has found: nodes by location.
type graphOfStates struct {
	at    [][]*node
	known []map[string]bool // by Loc: the states there are
	queue []*node
}

// node is a state at a location, with the path from the node that it was first reached from.
type node struct {
	loc   ir.Loc
	state interval.State
	from  *node
	path  []ir.EdgeID
	id    int
}

// explore is one round: breadth first, so that the errors that are found first are the shallow ones.
func (s *search) explore(ctx context.Context, most int) *graphOfStates {
	g := &graphOfStates{at: make([][]*node, len(s.prog.Locs)), known: make([]map[string]bool, len(s.prog.Locs))}
	w := &walk{search: s, graph: g, refuted: map[ir.Loc]int{}}
	w.arrive(nil, s.prog.Main.Entry, s.d.Top())
	for head := 0; head < len(g.queue); head++ {
		if ctx.Err() != nil || s.trace != nil || w.done {
			return g
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
func (w *walk) on(l ir.Loc, state interval.State, forced bool) {
	out := w.prog.Loc(l).Out
	next := make([]interval.State, 0, 2)
	ways := 0
	for _, id := range out {
		x := w.d.Post(state, w.prog.Edge(id))
		if !w.d.IsBottom(x) {
			ways++
		}
		next = append(next, x)
	}
	forced = forced && ways == 1
	for i, id := range out {
		if w.d.IsBottom(next[i]) {
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
func (w *walk) arrive(from *node, l ir.Loc, state interval.State) {
	kept := w.d.Top()
	key := w.key[:0]
	for _, v := range w.prec[l] {
		x := w.d.Get(state, v)
		kept = w.d.Restrict(kept, v, x)
		key = appendValue(key, x)
	}
	if w.d.IsBottom(kept) { // a value that its variable cannot have
		return
	}
	w.key = key
	known := w.graph.known[l]
	if known == nil {
		known = map[string]bool{}
		w.graph.known[l] = known
	}
	if known[string(key)] {
		return
	}
	known[string(key)] = true
	n := &node{loc: l, state: kept, from: from, path: slices.Clone(w.path)}
	w.graph.at[l] = append(w.graph.at[l], n)
	w.graph.queue = append(w.graph.queue, n)
}

// forget is a state without what it says of v.
func (s *search) forget(x interval.State, v *ir.Var) interval.State {
	return s.d.Post(x, &ir.Edge{Stmt: &ir.Havoc{Var: v}})
}

// appendValue appends what is the same for the same values only.
func appendValue(key []byte, x interval.Value) []byte {
	lo, hasLo := x.Lo()
	hi, hasHi := x.Hi()
	l, smallLo := lo.Int64()
	h, smallHi := hi.Int64()
	switch {
	case hasLo && hasHi && smallLo && smallHi:
		return binary.AppendVarint(binary.AppendVarint(append(key, 0), l), h)
	default:
		text := x.String()
		return append(binary.AppendUvarint(append(key, 1), uint64(len(text))), text...)
	}
}

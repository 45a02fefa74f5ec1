// Package fixpoint computes, for every location of a function, an abstract value that describes
// all states in which an execution can be there: by iteration along the weak topological order
// of [Bourdoncle 1993], recursive strategy, with widening at the heads of components, and some
// rounds of narrowing.
package fixpoint

import (
	"context"
	"slices"

	"craig/internal/abstract/domain"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/yield"
)

// Options of the iteration; the zero value is recommended.
type Options struct {
	Delay  int // how often a head is joined before it is widened; 0 is 2
	Narrow int // rounds of narrowing; 0 is 2, negative is none
}

// Run computes a post-fixpoint for f: the result, indexed by ir.Loc, has entry at f's entry and,
// for each edge, at least Post of what it has at the edge's source; Check checks that.
// Locations that are not reached have bottom. If d is a domain.Narrower its Narrow is used to
// come down, otherwise Meet. The error is ctx's.
func Run[S any](ctx context.Context, p *ir.Program, f *ir.Func, d domain.Domain[S], entry S, opts Options) ([]S, error) {
	if opts.Delay == 0 {
		opts.Delay = 2
	}
	if opts.Narrow == 0 {
		opts.Narrow = 2
	}
	it := &iteration[S]{p: p, d: d, opts: opts, ctx: ctx, entry: f.Entry, start: entry, state: make([]S, len(p.Locs)), stale: make([]bool, len(p.Locs))}
	for i := range it.state {
		it.state[i] = d.Bottom()
	}
	n, succ := graph.OfFunc(p, f)
	order := graph.WTO(n, succ, int(f.Entry))
	it.elements(order)
	widened := slices.Clone(it.state)
	for range opts.Narrow {
		it.narrow(order)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(Check(p, f, d, it.state)) > 0 {
		return widened, nil // Post is not monotone
	}
	return it.state, nil
}

type iteration[S any] struct {
	p     *ir.Program
	d     domain.Domain[S]
	opts  Options
	ctx   context.Context
	entry ir.Loc
	start S
	state []S
	stale []bool // a predecessor has become smaller
}

// incoming is the join of what l's in-edges bring, and of the start.
func (it *iteration[S]) incoming(l ir.Loc) S {
	s := it.d.Bottom()
	if l == it.entry {
		s = it.start
	}
	for _, id := range it.p.Locs[l].In {
		e := it.p.Edges[id]
		if from := it.state[e.From]; !it.d.IsBottom(from) {
			s = it.d.Join(s, it.d.Post(from, e))
		}
	}
	return s
}

func (it *iteration[S]) elements(order []graph.Element) {
	for _, e := range order {
		yield.Pass()
		if it.ctx.Err() != nil {
			return
		}
		l := ir.Loc(e.Vertex)
		if !e.Loop {
			it.state[l] = it.incoming(l)
			continue
		}
		it.state[l] = it.incoming(l)
		for round := 1; it.ctx.Err() == nil; round++ {
			it.elements(e.Body)
			next := it.incoming(l)
			old := it.state[l]
			if it.d.Leq(next, old) {
				break
			}
			if round <= it.opts.Delay {
				it.state[l] = it.d.Join(old, next)
			} else {
				it.state[l] = it.d.Widen(old, next)
			}
		}
	}
}

// narrow computes every head once more, and every location before which something has changed;
// a value that is no smaller stays. The result is a post-fixpoint again if Post is monotone.
func (it *iteration[S]) narrow(order []graph.Element) {
	narrower, _ := it.d.(domain.Narrower[S])
	for _, e := range order {
		if it.ctx.Err() != nil {
			return
		}
		l := ir.Loc(e.Vertex)
		if e.Loop || it.stale[l] {
			old, next := it.state[l], it.incoming(l)
			smaller := it.d.Leq(next, old)
			if smaller && e.Loop && narrower != nil {
				next = narrower.Narrow(old, next)
			}
			if smaller && !it.d.Leq(old, next) {
				it.state[l] = next
				for _, id := range it.p.Locs[l].Out {
					it.stale[it.p.Edges[id].To] = true
				}
			}
			it.stale[l] = false
		}
		it.narrow(e.Body)
	}
}

// Check lists the edges of f along which states is no post-fixpoint: Post of the source's value
// is not Leq the target's.
func Check[S any](p *ir.Program, f *ir.Func, d domain.Domain[S], states []S) []ir.EdgeID {
	var bad []ir.EdgeID
	for id, e := range p.Edges {
		if e == nil || p.Locs[e.From].Func != f || d.IsBottom(states[e.From]) {
			continue
		}
		if !d.Leq(d.Post(states[e.From], e), states[e.To]) {
			bad = append(bad, ir.EdgeID(id))
		}
	}
	return bad
}

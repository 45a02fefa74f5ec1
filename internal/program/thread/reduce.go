package thread

import (
	"slices"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// Reduced in the place of a number of threads: as many are followed as with 0, but of executions that differ only by the order of blocks which have
// nothing to do with each other one is left. A block is what a thread does from where it rests to where it rests again.
//
// Of two independent blocks of two threads the one of the thread with the lower number comes first: the other order is left out by sleep sets. Where nothing
// that any other thread may still do depends on the next block of a thread, and that comes to its end, the thread alone moves (a persistent set). See Godefroid,
// Partial-Order Methods for the Verification of Concurrent Systems, 1996, and Farzan, Klumpp and Podelski, Sound Sequentialization for Concurrent Program
// Verification, PLDI 2022.
//
// A goal is reached in the reduced product if and only if it is in the product, but what holds at a location there holds in the executions that are left, not
// in all.
const Reduced = MaxThreads + 3

// reducer finds which threads need not move.
type reducer struct {
	b       *builder
	looks   []*interleave.Accesses
	blocks  map[ir.Loc]*block // by where they begin
	futures map[ir.Loc]*block // what a thread may do from there on
}

// block is what a thread does between two places where it rests, or all that it still may do.
type block struct {
	access *interleave.Access
	// heap: blocks of the heap are made or ended, whose numbers depend on the order.
	heap        bool
	ends, joins bool
	// every: it depends on all others.
	every bool
	// whole: from each state it comes to its end.
	whole bool
}

func newReducer(b *builder, a *interleave.Accesses) *reducer {
	own := *a
	own.Library = false // what the library keeps for itself differs, too
	return &reducer{b: b, looks: []*interleave.Accesses{a, &own}, blocks: map[ir.Loc]*block{}, futures: map[ir.Loc]*block{}}
}

// independent tells whether two blocks of two threads, one after the other, lead to the same states in both orders, and neither keeps the other one from being executed.
func independent(x, y *block) bool {
	return !x.every && !y.every && !(x.heap && y.heap) && !(x.ends && y.joins) && !(x.joins && y.ends) && !x.access.Meets(y.access)
}

// moving are those of the threads that can move at s, where any may, which are to.
func (r *reducer) moving(s state, can []int) []int {
	for _, i := range can {
		if r.alone(s, i) {
			can = []int{i}
			break
		}
	}
	return slices.DeleteFunc(can, func(i int) bool { return s.asleep>>i&1 == 1 })
}

// behind are the threads that need not move behind the next block of thread i, where those before it in can have moved first.
func (r *reducer) behind(s state, can []int, i int) (asleep uint8) {
	x := r.block(i, s.at[i])
	for j, l := range s.at {
		first := slices.Contains(can, j) && j < i
		if j != i && (first || s.asleep>>j&1 == 1) && independent(x, r.block(j, l)) {
			asleep |= 1 << j
		}
	}
	return asleep
}

// alone tells whether it is enough that thread i moves at s: that comes to its end, and nobody can tell whether it has.
func (r *reducer) alone(s state, i int) bool {
	x := r.block(i, s.at[i])
	if !x.whole {
		return false
	}
	for j, l := range s.at {
		if j != i && l > 0 && !independent(x, r.future(l)) {
			return false
		}
	}
	return true
}

// block is the next block of thread i at l.
func (r *reducer) block(i int, l ir.Loc) *block {
	if x := r.blocks[l]; x != nil {
		return x
	}
	p := r.b.p
	x := &block{access: interleave.NewAccess(), whole: !r.cyclic(l)}
	r.blocks[l] = x
	type place struct {
		l      ir.Loc
		atomic int
	}
	on, done := map[place]bool{}, map[place]bool{}
	var from func(at place)
	from = func(at place) {
		if on[at] {
			x.whole = false // it may go on for ever
		}
		if done[at] {
			return
		}
		on[at], done[at] = true, true
		defer delete(on, at)
		out := p.Locs[at.l].Out
		if p.Locs[at.l].IsGoal() {
			x.whole = x.whole && p.Locs[at.l].Goal.Kind == ir.Violation
			return
		}
		x.whole = x.whole && goesOn(p, out)
		for _, id := range out {
			e := p.Edges[id]
			next := place{e.To, at.atomic}
			r.step(e, x)
			if r.b.races != nil && at.atomic > 0 && len(r.b.races.at[at.l]) > 0 { // it is asked in there who else is about to access what
				x.every = true
			}
			if s, ok := e.Stmt.(*ir.Sync); ok {
				switch s.Op {
				case ir.AtomicBegin, ir.Waits:
					next.atomic++
				case ir.AtomicEnd, ir.Acquired:
					next.atomic = max(0, next.atomic-1)
					if s.Op == ir.AtomicEnd && next.atomic == 0 {
						continue
					}
				case ir.Yield:
					if at.atomic == 0 && r.b.races == nil {
						continue
					}
				case ir.End:
					continue
				}
			}
			if !x.every && r.b.resting(state{at: atOnly(i, next.l), moves: i, atomic: next.atomic}).moves >= 0 {
				from(next)
			}
		}
	}
	from(place{l, 0})
	return x
}

// cyclic tells whether a thread may come to l again.
func (r *reducer) cyclic(l ir.Loc) bool {
	for _, id := range r.b.p.Locs[l].Out {
		if e := r.b.p.Edges[id]; within(e) && slices.Contains(reached(r.b.p, e.To, within), l) {
			return true
		}
	}
	return false
}

// atOnly are places of threads of which only that of thread i matters.
func atOnly(i int, l ir.Loc) []ir.Loc {
	at := make([]ir.Loc, i+1)
	at[i] = l
	return at
}

// future is what a thread at l, and those that it makes, may still do.
func (r *reducer) future(l ir.Loc) *block {
	if x := r.futures[l]; x != nil {
		return x
	}
	x := &block{access: interleave.NewAccess()}
	for _, m := range reached(r.b.p, l, all) {
		for _, id := range r.b.p.Locs[m].Out {
			if e := r.b.p.Edges[id]; !isSync(e.Stmt, ir.Spawn) && !isSync(e.Stmt, ir.Spawned) {
				r.step(e, x)
			}
		}
	}
	r.futures[l] = x
	return x
}

// step adds what an edge does to x.
func (r *reducer) step(e *ir.Edge, x *block) {
	switch s := e.Stmt.(type) {
	case *ir.Assign, *ir.Store, *ir.Assume, *ir.Havoc, *ir.Skip, *ir.Clobber:
	case *ir.Alloc:
		x.heap = true
	case *ir.Free:
		x.heap = true
		x.every = x.every || s.Addr == nil // all objects of a site end, to which pointers of others may lead
	case *ir.Sync:
		switch s.Op {
		case ir.AtomicBegin, ir.AtomicEnd, ir.Waits, ir.Acquired, ir.Until, ir.Yield, ir.Begun, ir.HeldBy:
		case ir.Join:
			x.joins = true
		case ir.End:
			x.ends = true
		default:
			x.every = true
		}
	default:
		x.every = true
	}
	for _, a := range r.looks {
		x.access.Add(a, e.Stmt)
	}
	ir.Exprs(e.Stmt, func(q *ir.Expr) {
		ir.Walk(q, func(q *ir.Expr) bool {
			switch q.Op {
			case ir.OpInObject, ir.OpInDevice, ir.OpKnown, ir.OpWritable, ir.OpDefined, ir.OpFreeable: // whether the object lives, and what is set there
				for _, a := range r.looks {
					x.access.AddObjects(a, q.Args[0])
				}
			case ir.OpCounted, ir.OpAllFreed, ir.OpTracked, ir.OpTraceable, ir.OpNoneDangling, ir.OpAmong, ir.OpOverlap, ir.OpStart, ir.OpExtent: // of all memory
				x.every = true
			}
			return true
		})
	})
}

// goesOn tells whether one of some edges can be taken in each state.
func goesOn(p *ir.Program, out []ir.EdgeID) bool {
	cond := func(n int) *ir.Expr {
		if s, ok := p.Edges[out[n]].Stmt.(*ir.Assume); ok {
			return s.Cond
		}
		return nil
	}
	switch len(out) {
	case 1:
		return cond(0) == nil && !isSync(p.Edges[out[0]].Stmt, ir.Until) && !isSync(p.Edges[out[0]].Stmt, ir.Join)
	case 2:
		return cond(0) != nil && cond(1) != nil && (ir.Equal(cond(0), ir.Not(cond(1))) || ir.Equal(ir.Not(cond(0)), cond(1)))
	}
	return false
}

// drop takes those locations from q from where neither a goal nor the end is reached.
func drop(q *ir.Program) {
	reaches := map[ir.Loc]bool{q.Main.Exit: true, q.Main.Entry: true}
	todo := []ir.Loc{q.Main.Exit}
	for _, l := range q.Main.Locs {
		if q.Locs[l].IsGoal() && !reaches[l] {
			reaches[l] = true
			todo = append(todo, l)
		}
	}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, id := range q.Locs[l].In {
			if m := q.Edges[id].From; !reaches[m] {
				reaches[m] = true
				todo = append(todo, m)
			}
		}
	}
	q.RemoveLocs(q.Main, func(l ir.Loc) bool { return !reaches[l] })
}

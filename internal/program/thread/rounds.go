package thread

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/program/graph/looptree"
	"craig/internal/program/interleave"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// With Rounds the product is no graph of where all threads are: its size is the sum of those of the codes. A variable for each thread says at which of its places it
// rests, and the threads take turns in rounds: each in turn goes on where it rests, or not, up to a place where it rests again. Any schedule is one of enough rounds.
// An engine that takes one round after the other has those first in which threads take turns seldom. That is the lazy sequentialization of Inverso, Tomasco, Fischer, La Torre and
// Parlato (CAV 2014), but that the rounds are a loop and so have no bound.

const (
	// unrolled is how many rounds of a loop have code of their own, if it never has more.
	unrolled = 12
	// maxUnrolled is how many locations there may be with such code.
	maxUnrolled = 20_000
	// roundThreads is how many threads are followed besides the first one, with Rounds.
	roundThreads = 8
	// maxPairs bounds the pairs of accesses of which it is asked whether they race; others are passed by.
	maxPairs = 20_000
	// pcUnborn and pcEnded are what the places of threads are that do not rest; places are numbered behind them.
	pcUnborn, pcEnded = 0, 1
)

// rounds is what a builder has with Rounds.
type rounds struct {
	head   ir.Loc // where a round begins
	first  ir.Loc // where the first thread begins
	loops  *looptree.Loops
	merged map[ir.Loc]bool // heads of loops that are not unrolled
	pc     []*ir.Var
	points []map[string]int // of each thread: the numbers of its places
	places [][]state        // the same in order: where it rests
	ends   []ir.Loc         // where the turn of a thread ends
	// watched are the locations where it is asked whether a thread that is in an atomic section races.
	watched []watch
	states  []watch           // all, and the locations that are theirs
	pairs   int               // of accesses that may race, so far
	of      map[ir.EdgeID]int // of an edge of q: the thread whose step it is
	begins  map[ir.Loc]begun  // where a thread makes one: where that begins
	given   map[*ir.Var]int   // what is given to a thread when it is made
	known   *known
}

// begun is a thread and where it begins.
type begun struct {
	thread int
	loc    ir.Loc
}

// watch is a location to which a thread comes while it is in a state.
type watch struct {
	loc ir.Loc
	s   state
}

// roundsOf has what rounds need that begin at head.
func (b *builder) roundsOf(head ir.Loc) *rounds {
	r := &rounds{head: head, loops: looptree.Of(b.p, b.p.Main), merged: b.merged, of: map[ir.EdgeID]int{}, begins: map[ir.Loc]begun{}, given: map[*ir.Var]int{}}
	pos := b.p.Main.Pos
	for i := range b.codes {
		r.pc = append(r.pc, b.q.NewGlobal(fmt.Sprintf("$place%d", i), "", ir.Int(32, false), ir.Pos{}))
		r.points = append(r.points, map[string]int{})
		r.places = append(r.places, nil)
		r.ends = append(r.ends, b.inner(head, pos))
	}
	r.ends[len(r.ends)-1] = head
	return r
}

// is is the condition that thread i is at a place.
func (r *rounds) is(i, place int) *ir.Expr {
	return ir.Compare(ir.OpEq, ir.VarExpr(r.pc[i]), ir.ConstInt(r.pc[i].Type, int64(place)))
}

// set puts thread i to a place.
func (r *rounds) set(i, place int) ir.Stmt {
	return &ir.Assign{Var: r.pc[i], Expr: ir.ConstInt(r.pc[i].Type, int64(place))}
}

// place is the number of where the only thread of s rests.
func (b *builder) place(s state) (i, n int) {
	r := b.rounds
	for s.at[i] == unborn {
		i++
	}
	s.moves = i
	k := s.key()
	n, ok := r.points[i][k]
	if !ok {
		r.places[i] = append(r.places[i], s)
		n = pcEnded + len(r.places[i])
		r.points[i][k] = n
	}
	return i, n
}

// went is the state behind an edge over which thread i goes.
func (b *builder) went(s state, i int, e *ir.Edge) state {
	next := s.with(i, e.To)
	if b.rounds == nil {
		return next
	}
	return b.rounds.counted(s, next, i, e)
}

// counted says in which rounds of the loops that are unrolled the state next behind s is.
func (r *rounds) counted(s, next state, i int, e *ir.Edge) state {
	chain := func(l ir.Loc) (list []ir.Loc) {
		for h := r.loops.Head[l]; h != 0; h = r.loops.Outer[h] {
			if !r.merged[h] {
				list = append(list, h)
			}
		}
		return list
	}
	before := map[ir.Loc]byte{}
	for n, h := range chain(s.at[i]) {
		if n < len(s.copies) {
			before[h] = s.copies[n]
		}
	}
	heads := chain(e.To)
	counts := make([]byte, len(heads))
	for n, h := range heads {
		c, inside := before[h]
		if inside && e.To == h {
			c = min(c+1, unrolled)
		}
		counts[n] = c
	}
	next.copies = string(counts)
	return next
}

// choose asks whether something happens in thread i and gives the locations where it does and where it does not.
func (b *builder) choose(from ir.Loc, i int, pos ir.Pos) (yes, no ir.Loc) {
	from = b.step(from, &ir.Havoc{Var: b.turn, Source: ir.FromInterrupt, Name: b.codes[i].name}, pos)
	now := ir.Compare(ir.OpNe, ir.VarExpr(b.turn), ir.ConstInt(b.turn.Type, 0))
	return b.step(from, &ir.Assume{Cond: now}, pos), b.step(from, &ir.Assume{Cond: ir.Not(now)}, pos)
}

// only goes on from a location if a condition holds. That is no branch, so that it is not left out where it does not matter how executions go on then; without a
// position it is no step of a thread.
func (b *builder) only(from ir.Loc, cond *ir.Expr, pos ir.Pos) ir.Loc {
	l := b.inner(from, pos)
	b.q.NewEdge(from, l, &ir.Assume{Cond: cond}, pos)
	return l
}

// rests adds what follows where a thread may end its turn.
func (b *builder) rests(from ir.Loc, s state) {
	i, n := b.place(s)
	pos := b.p.Locs[s.at[i]].Pos
	goes, rests := b.choose(from, i, pos)
	s.moves = i
	b.aux(goes, b.loc(s), &ir.Skip{}, pos)
	b.aux(rests, b.rounds.ends[i], b.rounds.set(i, n), pos)
}

// schedule adds the rounds, once all places are known.
func (b *builder) schedule() {
	r := b.rounds
	r.known = b.findKnown()
	r.known.apply()
	// A proof is none: pairs of accesses may have been left out.
	proved, from := b.choose(r.head, 0, b.p.Main.Pos)
	b.stop(proved, "that no more rounds have an error is not looked at")
	if b.races != nil {
		from = b.racing(from)
	}
	for i := range b.codes {
		pos := b.p.Locs[b.codes[i].start].Pos
		goes, rests := b.choose(from, i, pos)
		b.aux(rests, r.ends[i], &ir.Skip{}, pos)
		goes = b.only(goes, ir.Compare(ir.OpGt, ir.VarExpr(r.pc[i]), ir.ConstInt(r.pc[i].Type, pcEnded)), ir.Pos{})
		for n, s := range r.places[i] {
			to := b.loc(s)
			if _, ok := r.known.at[to]; !ok {
				continue
			}
			at := b.step(goes, &ir.Assume{Cond: r.is(i, pcEnded+1+n)}, pos)
			for _, x := range r.known.restores(to, i) {
				at = b.step(at, x, pos)
			}
			b.aux(at, to, &ir.Skip{}, pos)
		}
		from = r.ends[i]
	}
	for _, w := range r.watched {
		b.meets(w.loc, w.s, w.s.moves, func(j int) bool { return j != w.s.moves })
	}
}

// racing asks whether two threads that rest race, and gives the location where that is not asked.
func (b *builder) racing(head ir.Loc) ir.Loc {
	r := b.rounds
	pos := b.p.Main.Pos
	asks, next := b.choose(head, 0, pos)
	for i := range b.codes {
		some := ir.False()
		for n, s := range r.places[i] {
			if len(b.races.at[s.at[i]]) > 0 {
				some = ir.Or(some, r.is(i, pcEnded+1+n))
			}
		}
		if some.IsFalse() {
			continue
		}
		var this ir.Loc
		this, asks = b.choose(asks, i, pos)
		this = b.only(this, some, ir.Pos{})
		for n, s := range r.places[i] {
			if len(b.races.at[s.at[i]]) > 0 {
				b.meets(b.step(this, &ir.Assume{Cond: r.is(i, pcEnded+1+n)}, pos), s, i, func(j int) bool { return j > i })
			}
		}
	}
	return next
}

// meets adds the races of thread i, which is at a place of s, with others of which with is true and which rest.
func (b *builder) meets(from ir.Loc, s state, i int, with func(j int) bool) {
	r := b.rounds
	pos := b.p.Locs[s.at[i]].Pos
	for j := range b.codes {
		if !with(j) {
			continue
		}
		some := ir.False()
		var found []int
		for n, t := range r.places[j] {
			if r.pairs < maxPairs && b.meet(s.at[i], t.at[j]) {
				some = ir.Or(some, r.is(j, pcEnded+1+n))
				found = append(found, n)
				r.pairs++
			}
		}
		if len(found) == 0 {
			continue
		}
		var this ir.Loc
		this, from = b.choose(from, j, pos)
		this = b.only(this, some, ir.Pos{})
		for _, n := range found {
			t := r.places[j][n]
			both := s.with(j, t.at[j])
			b.race(b.step(this, &ir.Assume{Cond: r.is(j, pcEnded+1+n)}, pos), both, i, j)
		}
	}
}

// meet tells whether accesses that leave two locations may be a race.
func (b *builder) meet(l, m ir.Loc) bool {
	for _, x := range b.races.at[l] {
		for _, y := range b.races.at[m] {
			if race, open := b.races.meet(x, y); !race.IsFalse() || !open.IsFalse() {
				return true
			}
		}
	}
	return false
}

// spawns adds the steps by which a thread makes one that is followed, the first that has not been made yet of those of the edges that leave its location, and gives the location where there
// is none.
func (b *builder) spawns(from ir.Loc, s state) ir.Loc {
	r, i := b.rounds, s.moves
	out := b.p.Locs[s.at[i]].Out
	var spawned *ir.Edge
	nth := 0
	for _, id := range out {
		if isSync(b.p.Edges[id].Stmt, ir.Spawned) {
			spawned = b.p.Edges[id]
		}
	}
	for _, id := range out {
		child := slices.IndexFunc(b.codes, func(c *code) bool { return c.spawn == id })
		if child <= 0 {
			continue
		}
		e := b.p.Edges[id]
		if nth++; again(b.p, e.From) && !b.inRound(s, nth-1) {
			continue
		}
		at := b.step(from, &ir.Assume{Cond: r.is(child, pcUnborn)}, e.Pos)
		rest := b.step(from, &ir.Assume{Cond: ir.Not(r.is(child, pcUnborn))}, e.Pos)
		at = b.step(at, &ir.Havoc{Var: b.ids[child], Source: ir.FromCall, Name: ir.ThreadNumber}, e.Pos) // for readers: this makes it
		at = b.step(at, &ir.Assign{Var: b.ids[child], Expr: b.number(child)}, e.Pos)
		at = b.step(at, &ir.Assign{Var: b.own[i][b.regs.Made], Expr: b.number(child)}, e.Pos)
		edges := len(b.q.Edges)
		if at, begins, ok := b.given(at, e); ok {
			for _, x := range b.q.Edges[edges:] {
				if v := ir.Written(x.Stmt); v != nil {
					r.given[v] = child
				}
			}
			first := state{at: make([]ir.Loc, len(b.codes)), moves: child}
			first.at[child] = begins
			_, n := b.place(first)
			at = b.step(at, r.set(child, n), e.Pos)
			r.begins[at] = begun{child, b.loc(first)}
			next := b.went(s, i, spawned)
			if next.atomic == 0 {
				next = b.yield(next)
			}
			b.aux(at, b.loc(next), &ir.Skip{}, e.Pos).Aux = false
		}
		from = rest
	}
	return from
}

// number is the number of thread i, which is one of those that it may have.
func (b *builder) number(i int) *ir.Expr {
	t := b.regs.Self.Type
	return ir.Const(t, largest(t).Sub(num.I(int64(reserved+i))))
}

// endsTurn adds the end of a thread.
func (b *builder) endsTurn(from ir.Loc, s state, e *ir.Edge) {
	c := b.aux(from, b.rounds.ends[s.moves], b.rounds.set(s.moves, pcEnded), e.Pos)
	c.Origin, c.Aux = e.Origin, e.Aux
}

// joinInRounds adds the steps by which a thread goes on that waits for another one.
func (b *builder) joinInRounds(from ir.Loc, s state, e *ir.Edge, k *interleave.Copier) {
	r, i := b.rounds, s.moves
	handle := k.Expr(e.Stmt.(*ir.Sync).Handle)
	next := b.loc(b.resting(b.went(s, i, e)))
	some, none := ir.False(), ir.True()
	for j := range b.codes {
		if j > 0 || b.self {
			is := ir.Compare(ir.OpEq, handle, b.number(j))
			some = ir.Or(some, ir.And(is, r.is(j, pcEnded)))
		}
	}
	ended := b.only(from, some, e.Pos)
	for j := range b.codes {
		if j == 0 && !b.self {
			continue
		}
		is := ir.Compare(ir.OpEq, handle, b.number(j))
		if j == i {
			none = ir.And(none, ir.Not(is))
			b.stop(b.step(from, &ir.Assume{Cond: is}, e.Pos), "what a thread does that joins itself is left open by POSIX")
			continue
		}
		none = ir.And(none, ir.Not(ir.And(is, ir.Not(r.is(j, pcUnborn)))))
		at := b.step(ended, &ir.Assume{Cond: is}, e.Pos)
		c := b.aux(at, next, &ir.Assign{Var: b.own[i][b.regs.Returned], Expr: ir.VarExpr(b.own[j][b.regs.Returned])}, e.Pos)
		c.Origin, c.Aux = e.Origin, false
	}
	b.stop(b.step(from, &ir.Assume{Cond: none}, e.Pos), "what is joined is no thread")
}

// watches notes that it is asked whether a thread races that is in an atomic section, and gives the location where it does not.
func (b *builder) watches(from ir.Loc, s state) ir.Loc {
	if b.races == nil || s.atomic == 0 || len(b.races.at[s.at[s.moves]]) == 0 {
		return from
	}
	asked, next := b.choose(from, s.moves, b.p.Locs[s.at[s.moves]].Pos)
	b.rounds.watched = append(b.rounds.watched, watch{asked, s})
	return next
}

// inRound tells whether the nth of the threads that are made at a location is that of the round of the innermost loop in which s is. It is true where rounds
// have no code of their own, and in loops within loops, where more than one thread belongs to a round of the inner one.
func (b *builder) inRound(s state, nth int) bool {
	if len(s.copies) != 1 {
		return true
	}
	n := int(s.copies[0])
	return n == nth || n == unrolled
}

// productInRounds makes the product with Rounds. Loops are unrolled that end soon, as far as is known; others are not.
func productInRounds(ctx context.Context, b *builder) (*ir.Program, error) {
	b.merged = map[ir.Loc]bool{}
	for {
		b.own, b.ids, b.todo, b.choices, b.rounds = nil, nil, nil, nil, nil
		q, err := product(ctx, b)
		if err != nil {
			return nil, err
		}
		long := b.long()
		for _, h := range long {
			b.merged[h] = true
		}
		if len(long) == 0 {
			return q, nil
		}
	}
}

// long are the heads of loops that are unrolled, and have more rounds than that.
func (b *builder) long() (list []ir.Loc) {
	r := b.rounds
	if len(b.q.Locs) > maxUnrolled {
		for _, h := range r.loops.Heads {
			if !r.merged[h] {
				list = append(list, h)
			}
		}
		return list
	}
	for _, places := range r.states {
		l := places.s.at[places.s.moves]
		if _, ok := r.known.at[places.loc]; !ok {
			continue
		}
		n := 0
		for h := r.loops.Head[l]; h != 0; h = r.loops.Outer[h] {
			if r.merged[h] {
				continue
			}
			if n < len(places.s.copies) && places.s.copies[n] == unrolled && !slices.Contains(list, h) {
				list = append(list, h)
			}
			n++
		}
	}
	return list
}

// note says of which thread the edges from one on are, and those up to another one.
func (r *rounds) note(s state, l ir.Loc, from, to int) {
	i := slices.IndexFunc(s.at, func(l ir.Loc) bool { return l != unborn })
	for id := from; id < to; id++ {
		r.of[ir.EdgeID(id)] = i
	}
	s.moves = i
	r.states = append(r.states, watch{l, s})
}

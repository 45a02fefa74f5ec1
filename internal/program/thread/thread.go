// Package thread makes of a program that makes threads one without: their product, of which a location says where each thread is.
//
//	unfold.go    each thread gets code, variables and objects of its own
//	thread.go    where threads may take turns
//	phases.go    which threads run side by side
//	product.go   the product
//	inturn.go    threads that run as soon as they are made
//	rounds.go    more threads, which take turns in rounds
//	known.go     what is known there of where a thread goes on
//	any.go       the product of few of any number of threads
//	reduce.go    one order of what is independent
//	guards.go    what locks protect there
//	race.go      where it has data races
//	deadlock.go  where it has deadlocks
//
// What an execution does between two accesses to what threads share, no other thread sees, so that it is enough that other threads move behind each
// such access: the executions of the product are the sequentially consistent ones. Who moves there is an input of the product.
package thread

import (
	"cmp"
	"context"
	"slices"

	"craig/internal/program/alias"
	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// Bounds on what is taken apart. What is beyond them leads to a limit, see ir.Goal.
const (
	// MaxThreads is how many threads there may be beside the first one.
	MaxThreads = 3
	// maxPlaces is how many places there are at which the first thread makes others that are followed one at a time.
	maxPlaces = 8
	// MaxLocs is how many locations a product has.
	MaxLocs = 300_000
)

// Any in the place of a number of threads: there may be any number of them, see any.go.
const Any = -1

// InTurn in the place of a number of threads: one is followed besides the first one, and of the others each runs as soon as it is made, to its end, before
// anybody else moves, or does not move at all; see inturn.go. That finds errors of programs that make many threads and wait for their ends, and proves nothing.
const InTurn = MaxThreads + 1

// Rounds in the place of a number of threads: up to roundThreads are followed besides the first one, in turn, by a program that is no graph of where all of them are; see
// rounds.go. That finds errors.
const Rounds = MaxThreads + 2

// Product is p, which is inlined, without threads; p is changed. It is p itself if that makes none. properties are what is asked for: data
// races and deadlocks are errors if they are among them. There are at most limit threads beside the first one; 0 is MaxThreads. With 1 these are at most one at a time: when it has ended, another
// one may be made. With Any its goals are
// no errors of p, but p has none if these cannot be reached. The error is ctx's.
func Product(ctx context.Context, p *ir.Program, opts alias.Options, properties []string, limit int) (*ir.Program, error) {
	if p.Threads == nil {
		return p, nil
	}
	b, err := newBuilder(ctx, p, opts, properties, limit, false)
	if err != nil {
		return nil, err
	}
	if b == nil {
		return p, nil
	}
	if b.inRounds {
		return productInRounds(ctx, b)
	}
	return product(ctx, b)
}

// newBuilder takes the threads of p apart; with side, for their codes side by side. It is nil if nothing is known of p, which says so then.
func newBuilder(ctx context.Context, p *ir.Program, opts alias.Options, properties []string, limit int, side bool) (*builder, error) {
	x := p.Threads
	p.Threads = nil
	withGuards := limit == Guarded
	if withGuards {
		limit = Any
	}
	inTurn, inRounds, reduced := limit == InTurn, limit == Rounds, limit == Reduced
	switch {
	case inTurn:
		limit = 1
	case inRounds:
		limit = roundThreads
	case reduced:
		limit = 0
	}
	limit = cmp.Or(limit, MaxThreads)
	codes := unfold(p, limit, inTurn)
	if limit == Any && len(codes) > maxSlots {
		refused(p, "threads are made at more than %d places", maxSlots/2)
		return nil, nil
	}
	numberSlots(p, codes, x.Slot, side)
	constants(p)
	reach, err := alias.NewReach(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	a := &interleave.Accesses{P: p, Reach: reach, Own: map[*ir.Var]bool{}, Library: true}
	for _, v := range registers(x) {
		a.Own[v] = true
	}
	if x.Slot != nil {
		a.Own[x.Slot] = true
	}
	races := slices.Contains(properties, Race) || limit == Any // with Any, that there are none is relied on
	phases := newPhases(p, a, codes, limit != Any)
	list := make([]*others, len(codes))
	for i := range codes {
		list[i] = phases.others(i)
	}
	var rest *rest
	if limit == Any {
		rest = newRest(p, a, codes)
		if withGuards {
			if rest.guards = guess(p, a, codes); len(rest.guards.list) == 0 {
				refused(p, "no lock protects what threads write")
				return nil, nil
			}
			for i := range codes {
				rest.writes[i] = rest.guards.without(rest.writes[i])
				for j, x := range list[i].effects {
					list[i].effects[j] = rest.guards.without(x)
				}
				clear(list[i].merged)
			}
		}
	}
	found := &conflicts{a: a, at: map[ir.Loc][]access{}, sizes: sized(p)}
	for i, c := range codes {
		w := &interleave.Weaver{P: p, A: a, Word: 255}
		behind := behindGhosts(p, x, a, c)
		for _, l := range c.locs {
			switch {
			case behind[l]:
				w.Location(l, &ir.Sync{Op: ir.Yield}, interleave.Everything())
			case !ghost(p, x, l):
				w.Location(l, &ir.Sync{Op: ir.Yield}, list[i].at(l))
			}
		}
		if races {
			list[i].find()
			for _, l := range reached(p, c.start, within) {
				if !ghost(p, x, l) {
					found.find(p, l, list[i].at(l))
				}
			}
		}
	}
	if !races {
		found = nil
	}
	b := &builder{p: p, codes: codes, regs: x, limit: limit, races: found, dead: slices.Contains(properties, Deadlock), judges: slices.Contains(properties, Misuse), way: way{inTurn, inRounds, limit == 1 && !inTurn}}
	if reduced {
		b.reducer = newReducer(b, a)
	}
	if rest != nil {
		if b.rest, b.limit, b.dead = rest, tracked, false; rest.guards != nil && !found.any() { // nobody races
			b.limit = 1
		}
	}
	return b, nil
}

// ghost tells whether a location is left by statements that are no steps.
func ghost(p *ir.Program, x *ir.Threads, l ir.Loc) bool {
	out := p.Locs[l].Out
	return x.Ghosts != "" && len(out) > 0 && !slices.ContainsFunc(out, func(id ir.EdgeID) bool { return p.Edges[id].Pos.File != x.Ghosts })
}

// behindGhosts are the locations from where the first step behind a change of a ghost is made: with that others see the change, though they may see nothing else
// of the step.
func behindGhosts(p *ir.Program, x *ir.Threads, a *interleave.Accesses, c *code) map[ir.Loc]bool {
	found, seen := map[ir.Loc]bool{}, map[ir.Loc]bool{}
	var from func(l ir.Loc)
	from = func(l ir.Loc) {
		if seen[l] {
			return
		}
		seen[l] = true
		step := func(id ir.EdgeID) (is bool) {
			_, is = p.Edges[id].Stmt.(*ir.Sync)
			reads, writes := a.Each(p.Edges[id].Stmt, func(any, bool) { is = true })
			return is || reads || writes
		}
		if !ghost(p, x, l) && slices.ContainsFunc(p.Locs[l].Out, step) {
			found[l] = true
			return
		}
		for _, id := range p.Locs[l].Out {
			from(p.Edges[id].To)
		}
	}
	for _, l := range c.locs {
		if !ghost(p, x, l) {
			continue
		}
		for _, id := range p.Locs[l].Out {
			if xs, all := a.Written(p.Edges[id].Stmt); all || len(xs) > 0 {
				from(p.Edges[id].To)
			}
		}
	}
	return found
}

// registers are the variables of which each thread has one.
func registers(x *ir.Threads) []*ir.Var { return []*ir.Var{x.Made, x.Self, x.Returned} }

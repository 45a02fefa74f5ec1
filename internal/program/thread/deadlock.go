package thread

import (
	"fmt"
	"strings"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// A deadlock is a state in which all threads that live wait, or in which some wait for mutexes that these own, or for these to end, whatever others
// do. Where deadlocks are looked for, threads rest where they come to wait. In a state of the product in which several threads wait, what they wait for
// is looked at without a step of theirs: a section that waits is executed up to its Until, whose condition does not hold then. As a section that does
// not come there changes something that is seen by those that are looked at after it, what comes of it is not followed.

// Deadlock is the property that deadlocks violate.
const Deadlock = "no-deadlock"

// Misuse is the property that misuse of locks violates, which models of their functions find.
const Misuse = "locks"

// waiting is the edge by which a thread that is at l waits for others, a Join or a Waits; nil if it does not.
func (b *builder) waiting(l ir.Loc) *ir.Edge {
	if out := b.p.Locs[l].Out; len(out) == 1 {
		if e := b.p.Edges[out[0]]; isSync(e.Stmt, ir.Join) || isSync(e.Stmt, ir.Waits) {
			return e
		}
	}
	return nil
}

// until is the condition of an Until of the thread whose registers k gives.
func until(x *ir.Sync, k *interleave.Copier) *ir.Expr {
	h := k.Expr(x.Handle)
	return ir.Compare(ir.OpNe, h, ir.ConstInt(h.Type, 0))
}

// deadlocks adds errors where threads wait for each other in a state in which all threads rest, and gives the location where they do not.
func (b *builder) deadlocks(from ir.Loc, s state) ir.Loc {
	var wait []int
	live := 0
	for i, l := range s.at {
		if l > 0 {
			live++
			if b.waiting(l) != nil {
				wait = append(wait, i)
			}
		}
	}
	for set := 1; set < 1<<len(wait); set++ {
		var some []int
		for n, i := range wait {
			if set&(1<<n) != 0 {
				some = append(some, i)
			}
		}
		from = b.deadlock(from, s, some, len(some) < live)
	}
	return from
}

// deadlock adds an error where some threads wait in a state; each for these themselves, if others is true: there are others, which may go on.
func (b *builder) deadlock(from ir.Loc, s state, some []int, others bool) ir.Loc {
	pos, texts := ir.Pos{}, []string(nil)
	at := b.inner(from, pos)
	first := at
	for n, i := range some {
		l := s.at[i]
		if e := b.waiting(l); isSync(e.Stmt, ir.Join) {
			at = b.joins(at, s, i, some, e)
		} else {
			at = b.blocked(at, i, some, others, e)
		}
		if at == 0 {
			return from // none of it is reached
		}
		if n == 0 {
			pos = b.called(l)
		} else {
			texts = append(texts, fmt.Sprintf("%s at %s", b.codes[i].name, b.called(l)))
		}
	}
	goal := b.q.NewLoc(b.q.Main, pos)
	info, of := b.q.Locs[goal], b.p.Locs[s.at[some[0]]]
	info.Instance, info.Origin, info.Goal = of.Instance, of.Origin, ir.Violates(Deadlock)
	info.Why = "the thread waits here for ever"
	if len(texts) > 0 {
		info.Why += ", and so does " + strings.Join(texts, ", and ")
	}
	b.aux(at, goal, &ir.Skip{}, pos).Aux = false
	from = b.step(from, &ir.Havoc{Var: b.turn, Source: ir.FromInterrupt, Name: b.codes[some[0]].name}, pos)
	now := ir.Compare(ir.OpNe, ir.VarExpr(b.turn), ir.ConstInt(b.turn.Type, 0))
	b.aux(from, first, &ir.Assume{Cond: now}, pos)
	return b.step(from, &ir.Assume{Cond: ir.Not(now)}, pos)
}

// called is where the program calls what has l.
func (b *builder) called(l ir.Loc) ir.Pos {
	info := b.p.Locs[l]
	if in := info.Instance; info.Pos.InModel() && in != nil {
		for i := len(in.Calls) - 1; i >= 0; i-- {
			if !in.Calls[i].InModel() {
				return in.Calls[i]
			}
		}
	}
	return info.Pos
}

// joins leads to where thread i waits for one of some, or to 0.
func (b *builder) joins(at ir.Loc, s state, i int, some []int, e *ir.Edge) ir.Loc {
	handle, is := b.copier(i).Expr(e.Stmt.(*ir.Sync).Handle), ir.False()
	for _, j := range some {
		if j != i && (j != 0 || b.self) {
			is = ir.Or(is, ir.Compare(ir.OpEq, handle, ir.VarExpr(b.ids[j])))
		}
	}
	if is.IsFalse() {
		return 0
	}
	return b.step(at, &ir.Assume{Cond: is}, e.Pos)
}

// blocked leads to where the section of thread i that begins with e waits, for one of some if held is true; or to 0.
func (b *builder) blocked(at ir.Loc, i int, some []int, held bool, e *ir.Edge) ir.Loc {
	type place struct {
		l     ir.Loc
		known bool // for whom it waits
	}
	k := b.copier(i)
	done, reached := b.inner(at, e.Pos), false
	copies := map[place]ir.Loc{}
	var todo []place
	loc := func(l ir.Loc, known bool) ir.Loc {
		p := place{l, known}
		if c, ok := copies[p]; ok {
			return c
		}
		copies[p] = b.inner(at, b.p.Locs[l].Pos)
		todo = append(todo, p)
		return copies[p]
	}
	start := loc(e.To, !held)
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, id := range b.p.Locs[p.l].Out {
			e := b.p.Edges[id]
			x, ok := e.Stmt.(*ir.Sync)
			switch {
			case !ok:
				b.aux(copies[p], loc(e.To, p.known), k.Stmt(e.Stmt), e.Pos)
			case x.Op == ir.HeldBy && !p.known:
				owner, is := k.Expr(x.Handle), ir.False()
				for _, j := range some {
					is = ir.Or(is, ir.Compare(ir.OpEq, owner, ir.VarExpr(b.ids[j])))
				}
				b.aux(copies[p], loc(e.To, true), &ir.Assume{Cond: is}, e.Pos)
			case x.Op == ir.HeldBy:
				b.aux(copies[p], loc(e.To, true), &ir.Skip{}, e.Pos)
			case x.Op == ir.Until && p.known:
				b.aux(copies[p], done, &ir.Assume{Cond: ir.Not(until(x, k))}, e.Pos)
				reached = true
			case x.Op == ir.Yield:
				b.aux(copies[p], loc(e.To, p.known), &ir.Skip{}, e.Pos)
			}
		}
	}
	if !reached {
		return 0
	}
	b.aux(at, start, &ir.Skip{}, e.Pos)
	return done
}

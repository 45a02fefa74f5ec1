package thread

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// With InTurn the threads of a program that are not followed are of two kinds. Some do not move, as ever, see beyond. The others run as soon as they are made: to their end, before
// anybody else moves. Each place where a thread is made has a code for these, which is executed once for each of them. That is a schedule which the program has, too,
// and in which what waits for many threads, or counts them, goes on.
//
// Numbers say of which kind a thread is that is joined: those that have not moved have the largest ones, then come those that have ended, which return null.

// reserved is how many numbers there are for threads that do not move.
const reserved = 1 << 30

// lastEnded is the first number that is given to a thread that runs as soon as it is made; what comes then is smaller.
func (b *builder) lastEnded() *ir.Expr {
	t := b.regs.Self.Type
	return ir.Const(t, largest(t).Sub(num.I(reserved)))
}

// declareEnded makes the variable that numbers such threads.
func (b *builder) declareEnded(at ir.Loc) ir.Loc {
	b.endedID = b.q.NewGlobal("$ended", "", b.regs.Self.Type, ir.Pos{})
	return b.step(at, &ir.Assign{Var: b.endedID, Expr: b.lastEnded()}, b.p.Main.Pos)
}

// unused is the condition that no thread that is not followed has the number v.
func (b *builder) unused(v *ir.Var) *ir.Expr {
	unmoved := ir.Compare(ir.OpLe, ir.VarExpr(v), ir.VarExpr(b.beyondID))
	if b.endedID == nil {
		return unmoved
	}
	return ir.And(unmoved, ir.Not(b.hasEnded(ir.VarExpr(v))))
}

// hasEnded is the condition that a number is of a thread that has run as soon as it was made, or does so.
func (b *builder) hasEnded(id *ir.Expr) *ir.Expr {
	return ir.And(ir.Compare(ir.OpGt, id, ir.VarExpr(b.endedID)), ir.Compare(ir.OpLe, id, b.lastEnded()))
}

// yield lets others move, unless a thread runs that has just been made.
func (b *builder) yield(s state) state {
	s.moves = max(-1, b.running(s))
	return s
}

// running is the thread that runs as it has just been made; -1 if none does.
func (b *builder) running(s state) int {
	for j, c := range b.codes {
		if c.runs && s.at[j] > 0 {
			return j
		}
	}
	return -1
}

// runs adds the step by which a thread makes, at the edge e, one that runs at once, and gives the location where it does not.
func (b *builder) runs(from ir.Loc, s state, e *ir.Edge) ir.Loc {
	child := 0
	for j, c := range b.codes {
		if c.runs && b.p.Edges[c.spawn].From == e.From {
			child = j
		}
	}
	if child == 0 || b.running(s) >= 0 {
		return from
	}
	asked := b.step(from, &ir.Havoc{Var: b.turn, Source: ir.FromInterrupt, Name: b.codes[child].name}, e.Pos)
	now := ir.Compare(ir.OpNe, ir.VarExpr(b.turn), ir.ConstInt(b.turn.Type, 0))
	at := b.step(asked, &ir.Assume{Cond: now}, e.Pos)
	id := ir.VarExpr(b.endedID)
	at = b.step(at, &ir.Havoc{Var: b.ids[child], Source: ir.FromCall, Name: ir.ThreadNumber}, e.Pos) // for readers: this makes it
	differs := ir.True()
	for j, v := range b.ids {
		if !b.codes[j].runs && (j > 0 || b.self) {
			differs = ir.And(differs, ir.Compare(ir.OpNe, id, ir.VarExpr(v)))
		}
	}
	at = b.step(at, &ir.Assume{Cond: differs}, e.Pos)
	at = b.step(at, &ir.Assign{Var: b.ids[child], Expr: id}, e.Pos)
	at = b.step(at, &ir.Assign{Var: b.own[s.moves][b.regs.Made], Expr: id}, e.Pos)
	at = b.step(at, &ir.Assign{Var: b.endedID, Expr: ir.Binary(ir.OpSub, id, ir.ConstInt(b.endedID.Type, 1))}, e.Pos)
	returned := b.own[child][b.regs.Returned]
	at = b.step(at, &ir.Assign{Var: returned, Expr: ir.ConstInt(returned.Type, 0)}, e.Pos)
	if at, l, ok := b.given(at, b.p.Edges[b.codes[child].spawn]); ok {
		begun := s.with(child, l).with(s.moves, e.To)
		begun.moves = child
		b.aux(at, b.loc(begun), &ir.Skip{}, e.Pos).Aux = false
	}
	return b.step(asked, &ir.Assume{Cond: ir.Not(now)}, e.Pos)
}

// ran adds the end of a thread that has run as soon as it was made.
func (b *builder) ran(from ir.Loc, s state, e *ir.Edge) {
	next := s.with(s.moves, unborn)
	next.moves, next.atomic = -1, 0
	at := b.step(from, &ir.Assume{Cond: ir.Not(ir.ToBool(ir.VarExpr(b.own[s.moves][b.regs.Returned])))}, e.Pos)
	to := b.q.Main.Exit
	if b.lives(next) {
		to = b.loc(next)
	}
	c := b.aux(at, to, &ir.Skip{}, e.Pos)
	c.Origin, c.Aux = e.Origin, e.Aux
}

// joinsEnded adds the step by which the thread that moves joins, at the edge e, one that has ended so, and gives the condition that it does not.
func (b *builder) joinsEnded(from, next ir.Loc, s state, e *ir.Edge, handle *ir.Expr) *ir.Expr {
	is := b.hasEnded(handle)
	if j := b.running(s); j >= 0 {
		is = ir.And(is, ir.Compare(ir.OpNe, handle, ir.VarExpr(b.ids[j])))
	}
	returned := b.own[s.moves][b.regs.Returned]
	c := b.aux(b.step(from, &ir.Assume{Cond: is}, e.Pos), next, &ir.Assign{Var: returned, Expr: ir.ConstInt(returned.Type, 0)}, e.Pos)
	c.Origin, c.Aux = e.Origin, false
	return ir.Not(is)
}

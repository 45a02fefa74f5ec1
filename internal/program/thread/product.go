package thread

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/interleave"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Where a thread is that is at no location.
const (
	unborn ir.Loc = 0
	ended  ir.Loc = -1
)

// state is where all threads are.
type state struct {
	at     []ir.Loc
	moves  int    // the thread that moves; -1: any
	atomic int    // how many atomic sections it is in
	others bool   // there are threads that are not followed
	copies string // with Rounds, of a thread in loops that are unrolled: the round of each
	// asleep are the threads, one bit each, whose next blocks need not come next: see reduce.go.
	asleep uint8
}

func (s state) key() string {
	buf := make([]byte, 0, 4*len(s.at)+4)
	for _, l := range s.at {
		buf = binary.AppendVarint(buf, int64(l))
	}
	buf = binary.AppendVarint(buf, int64(s.moves))
	if s.others {
		buf = append(buf, 1)
	}
	if s.asleep > 0 {
		buf = append(buf, 2, s.asleep)
	}
	return string(binary.AppendVarint(buf, int64(s.atomic))) + s.copies
}

// with is the state in which thread i is at l.
func (s state) with(i int, l ir.Loc) state {
	s.at = append([]ir.Loc(nil), s.at...)
	s.at[i] = l
	return s
}

// way is how threads are followed.
type way struct {
	inTurn   bool // the codes are of InTurn
	inRounds bool // they are of Rounds
	oneByOne bool // there are more of them than threads at a time
}

// builder makes a product.
type builder struct {
	p     *ir.Program
	codes []*code
	regs  *ir.Threads
	limit int        // how many threads there may be beside the first one
	races *conflicts // nil if they are not looked for
	dead  bool       // deadlocks are looked for
	// judges says that misuse of locks is looked for.
	judges bool
	rest   *rest // with Any; else nil
	way
	// reducer is nil but for Reduced.
	reducer *reducer
	// rounds is not nil with Rounds, once there is a product.
	rounds *rounds
	merged map[ir.Loc]bool // heads of loops that rounds do not unroll

	q    *ir.Program
	own  []map[*ir.Var]*ir.Var // of each thread: its registers
	ids  []*ir.Var             // their numbers
	self bool                  // that of the first one matters
	turn *ir.Var
	// beyondID is the number that the next thread has that is not followed.
	beyondID *ir.Var
	// endedID is the number that the next thread has that runs as soon as it is made; nil if none does.
	endedID *ir.Var
	locs    map[string]ir.Loc
	todo    []state
	choices []ir.Loc // where several threads may move
	// fine lets others move behind each section and at each head of a loop, and notes where all threads are; see apart.go.
	fine   bool
	places map[ir.Loc]ir.Whereabouts
}

// product is the product that b, which has what says so, is to make.
func product(ctx context.Context, b *builder) (*ir.Program, error) {
	p, codes, x, q := b.p, b.codes, b.regs, new(ir.Program)
	*q = *p.Clone()
	main := *p.Main
	main.Locs, main.Locals = nil, append([]*ir.Var(nil), p.Main.Locals...)
	q.Main, q.Funcs, q.Locs, q.Edges = &main, []*ir.Func{&main}, make([]*ir.LocInfo, 1), make([]*ir.Edge, 1)
	b.q, b.locs = q, map[string]ir.Loc{}
	for i := range codes {
		own := map[*ir.Var]*ir.Var{}
		for _, v := range registers(x) {
			own[v] = q.NewGlobal(ofCode(v, i), "", v.Type, ir.Pos{})
		}
		b.own, b.ids = append(b.own, own), append(b.ids, own[x.Self])
	}
	b.declareGuards()
	b.turn = q.NewGlobal("$turn", "", ir.Int(1, false), ir.Pos{})
	first := state{at: make([]ir.Loc, len(codes)), moves: 0}
	first.at[0] = p.Main.Entry
	main.Entry = q.NewLoc(&main, p.Main.Pos)
	main.Exit = q.NewLoc(&main, p.Locs[p.Main.Exit].Pos)
	for _, e := range p.Edges {
		if e != nil {
			ir.EachRead(e.Stmt, func(v *ir.Var) { b.self = b.self || v == x.Self })
		}
	}
	at := main.Entry
	if b.rest == nil && !b.dead {
		b.beyondID = q.NewGlobal("$beyond", "", x.Self.Type, ir.Pos{})
		at = b.step(at, &ir.Assign{Var: b.beyondID, Expr: ir.Const(x.Self.Type, largest(x.Self.Type))}, p.Main.Pos)
	}
	if b.inTurn = b.inTurn && b.beyondID != nil; b.inTurn {
		at = b.declareEnded(at)
	}
	switch {
	case b.self && b.inRounds:
		at = b.step(at, &ir.Assign{Var: b.ids[0], Expr: b.number(0)}, p.Main.Pos)
	case b.self:
		at = b.numbered(at, 0, nil, p.Main.Pos)
	}
	if b.inRounds {
		head := q.NewLoc(&main, p.Main.Pos)
		b.rounds = b.roundsOf(head)
		_, n := b.place(first)
		for i := range codes {
			at = b.step(at, b.rounds.set(i, pcUnborn), p.Main.Pos)
		}
		b.aux(at, head, b.rounds.set(0, n), p.Main.Pos)
		b.rounds.first = b.loc(first)
	} else {
		b.aux(at, b.loc(first), &ir.Skip{}, p.Main.Pos)
	}
	for len(b.todo) > 0 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		if b.rounds != nil && len(q.Locs) > maxUnrolled && len(b.merged) == 0 {
			break
		}
		edges := len(q.Edges)
		b.expand(s)
		if b.rounds != nil {
			b.rounds.note(s, b.locs[s.key()], edges, len(q.Edges))
		}
	}
	if b.rounds != nil {
		b.schedule()
		used := map[ir.Loc]bool{main.Exit: true}
		for _, l := range reached(q, main.Entry, all) {
			used[l] = true
		}
		q.RemoveLocs(&main, func(l ir.Loc) bool { return !used[l] })
	}
	if b.reducer != nil {
		drop(q)
		b.choices = slices.DeleteFunc(b.choices, func(l ir.Loc) bool { return q.Locs[l] == nil })
	}
	graph.MarkLoops(q)
	for _, l := range b.choices { // where proofs say what is known: what is between is of one thread
		cut(q.Locs[l])
		q.Locs[l].Turns = b.rest == nil || b.rest.guards != nil
	}
	for l, x := range b.places {
		if !x.Inside {
			cut(q.Locs[l])
		}
	}
	return q, nil
}

// ofCode is the name of the register of a code.
func ofCode(v *ir.Var, i int) string { return fmt.Sprintf("%s%d", v.Name, i) }

// cut makes a location one of which proofs say something.
func cut(info *ir.LocInfo) {
	if !info.Loop {
		info.Loop, info.LoopPos = true, info.Pos
	}
}

// loc is the location of a state.
func (b *builder) loc(s state) ir.Loc {
	if s.moves == 0 && s.at[0] == b.p.Main.Exit { // the program ends
		return b.q.Main.Exit
	}
	k := s.key()
	if l, ok := b.locs[k]; ok {
		return l
	}
	of := b.p.Locs[s.at[b.shown(s)]]
	l := b.q.NewLoc(b.q.Main, of.Pos)
	info := b.q.Locs[l]
	info.Origin, info.Instance = of.Origin, of.Instance
	b.locs[k] = l
	switch {
	case s.moves >= 0 && of.IsGoal():
		if info.Goal, info.Why = of.Goal, of.Why; of.Goal.Kind == ir.Violation {
			info.Goal = b.violates(of.Goal.Property)
		}
	case len(b.q.Locs) > b.most():
		b.stop(l, "the threads of the program have more than %d interleavings of locations", b.most())
	default:
		if s.moves >= 0 {
			info.Why, info.LoopPos = of.Why, of.LoopPos
		}
		b.todo = append(b.todo, s)
	}
	return l
}

// most is how many locations the product has at most.
func (b *builder) most() int {
	if b.fine {
		return maxApart
	}
	return MaxLocs
}

// shown is the thread whose location is shown for a state.
func (b *builder) shown(s state) int {
	if s.moves >= 0 {
		return s.moves
	}
	for i, l := range s.at {
		if l > 0 {
			return i
		}
	}
	panic("thread: a state without threads")
}

// stop makes a location one from which on threads are not followed, and says why.
func (b *builder) stop(l ir.Loc, format string, args ...any) {
	b.q.Locs[l].Goal, b.q.Locs[l].Why = ir.Goal{Kind: ir.Unsupported}, fmt.Sprintf(format, args...)
}

func (b *builder) aux(from, to ir.Loc, s ir.Stmt, pos ir.Pos) *ir.Edge {
	e := b.q.NewEdge(from, to, s, pos)
	e.Aux = true
	return e
}

// inner is a new location beside from.
func (b *builder) inner(from ir.Loc, pos ir.Pos) ir.Loc {
	l := b.q.NewLoc(b.q.Main, pos)
	b.q.Locs[l].Instance, b.q.Locs[l].Origin = b.q.Locs[from].Instance, b.q.Locs[from].Origin
	return l
}

// step executes a statement behind a location.
func (b *builder) step(from ir.Loc, s ir.Stmt, pos ir.Pos) ir.Loc {
	l := b.inner(from, pos)
	b.aux(from, l, s, pos)
	return l
}

// largest is the largest number that a thread may have: in glibc numbers are addresses, and the last page of memory has no objects. Programs take (pthread_t)-1
// for no thread.
func largest(t ir.Type) num.Int { return t.Max().Sub(num.I(4096)) }

// numbered gives thread i a number that is not 0, and none of those of others.
func (b *builder) numbered(at ir.Loc, i int, others []int, pos ir.Pos) ir.Loc {
	return b.numberedAs(at, b.ids[i], others, pos)
}

// numberedAs gives v such a number.
func (b *builder) numberedAs(at ir.Loc, v *ir.Var, others []int, pos ir.Pos) ir.Loc {
	at = b.step(at, &ir.Havoc{Var: v, Source: ir.FromCall, Name: ir.ThreadNumber}, pos)
	differs := ir.And(ir.Compare(ir.OpGe, ir.VarExpr(v), ir.ConstInt(v.Type, 1)), ir.Compare(ir.OpLe, ir.VarExpr(v), ir.Const(v.Type, largest(v.Type))))
	for _, j := range others {
		if j == 0 && !b.self {
			continue
		}
		differs = ir.And(differs, ir.Compare(ir.OpNe, ir.VarExpr(v), ir.VarExpr(b.ids[j])))
	}
	if b.inTurn || b.oneByOne && b.beyondID != nil {
		differs = ir.And(differs, b.unused(v))
	}
	return b.step(at, &ir.Assume{Cond: differs}, pos)
}

// expand adds what follows a state.
func (b *builder) expand(s state) {
	from := b.locs[s.key()]
	if b.fine && (s.moves < 0 || s.atomic > 0) {
		b.places[from] = ir.Whereabouts{At: s.at, Inside: s.moves >= 0, Mover: s.moves}
	}
	if s.moves >= 0 {
		b.move(from, s)
		return
	}
	if b.rounds != nil {
		b.rests(from, s)
		return
	}
	for i := range s.at {
		for j := range i {
			if b.races != nil && s.at[i] > 0 && s.at[j] > 0 {
				if from = b.race(from, s, i, j); from == 0 {
					return
				}
			}
		}
	}
	if b.dead {
		from = b.deadlocks(from, s)
	}
	var can []int
	for i := range s.at {
		if s.at[i] > 0 && b.mayMove(s, i) {
			can = append(can, i)
		}
	}
	if b.reducer != nil {
		can = b.reducer.moving(s, can)
	}
	if len(can) > 1 {
		b.choices = append(b.choices, from)
	}
	b.q.Locs[from].Alone = len(can) == 1
	for n, i := range can {
		next := s
		next.moves = i
		if b.reducer != nil {
			next.asleep = b.reducer.behind(s, can, i)
		}
		pos := b.p.Locs[s.at[i]].Pos
		to := b.loc(next)
		if n == len(can)-1 {
			b.aux(from, to, &ir.Skip{}, pos)
			break
		}
		from = b.step(from, &ir.Havoc{Var: b.turn, Source: ir.FromInterrupt, Name: b.codes[i].name}, pos)
		now := ir.Compare(ir.OpNe, ir.VarExpr(b.turn), ir.ConstInt(b.turn.Type, 0))
		b.aux(from, to, &ir.Assume{Cond: now}, pos)
		from = b.step(from, &ir.Assume{Cond: ir.Not(now)}, pos)
	}
}

// mayMove is false of a thread that waits for others, none of which has ended.
func (b *builder) mayMove(s state, i int) bool {
	if b.self || b.inTurn || s.others { // it may be given its own number, or that of one that is not followed
		return true
	}
	for _, id := range b.p.Locs[s.at[i]].Out {
		if !isSync(b.p.Edges[id].Stmt, ir.Join) {
			return true
		}
	}
	for j, l := range s.at {
		if j != i && l == ended {
			return true
		}
	}
	return len(b.p.Locs[s.at[i]].Out) == 0
}

// move adds the steps of the thread that moves.
func (b *builder) move(from ir.Loc, s state) {
	i := s.moves
	for j := range s.at {
		if j != i && b.races != nil && s.atomic > 0 && s.at[j] > 0 {
			if from = b.race(from, s, i, j); from == 0 {
				return
			}
		}
	}
	if b.rounds != nil {
		from = b.watches(from, s)
	}
	spawned := false
	k := b.copier(i)
	for _, id := range b.p.Locs[s.at[i]].Out {
		if e := b.p.Edges[id]; isSync(e.Stmt, ir.Spawn) && !spawned && b.rounds == nil {
			from, spawned = b.spawn(from, s, e)
		}
	}
	for _, id := range b.p.Locs[s.at[i]].Out {
		e := b.p.Edges[id]
		next := b.went(s, i, e)
		x, ok := e.Stmt.(*ir.Sync)
		if !ok {
			from, stmt := b.seen(b.accesses(from, s, e), s, e)
			if from == 0 {
				continue
			}
			c := b.q.NewEdge(from, b.loc(b.resting(next)), k.Stmt(stmt), e.Pos)
			c.Origin, c.Branch, c.Aux, c.Case = e.Origin, e.Branch, e.Aux, e.Case
			continue
		}
		switch x.Op {
		case ir.AtomicBegin, ir.Waits:
			if next.atomic++; b.dead && x.Op == ir.Waits && s.atomic > 0 { // others cannot end its wait
				l := b.inner(from, e.Pos)
				b.aux(from, l, &ir.Skip{}, e.Pos)
				b.stop(l, "whether a thread that waits in an atomic section goes on is not looked at")
				continue
			}
		case ir.Until:
			b.aux(from, b.loc(next), &ir.Assume{Cond: until(x, k)}, e.Pos).Aux = b.rest == nil && !b.inRounds && b.reducer == nil // nobody else asks there, so that it is kept
			continue
		case ir.AtomicEnd, ir.Acquired:
			next.atomic = max(0, next.atomic-1)
			if (x.Op == ir.AtomicEnd || b.fine) && next.atomic == 0 {
				next = b.yield(next)
			}
		case ir.Yield:
			if s.atomic == 0 && b.races == nil {
				next = b.yield(next)
			}
		case ir.End:
			switch {
			case b.codes[i].runs:
				b.ran(from, s, e)
				continue
			case b.rounds != nil:
				b.endsTurn(from, s, e)
				continue
			}
			next = s.with(i, ended)
			next.moves, next.atomic = -1, 0
			if !b.lives(next) {
				b.aux(from, b.q.Main.Exit, &ir.Skip{}, e.Pos)
				continue
			}
		case ir.Spawn:
			continue
		case ir.Spawned:
			if b.rounds != nil {
				b.beyond(b.spawns(from, s), s, e)
			} else if b.rest != nil {
				b.other(from, s, e)
			} else if !spawned || b.inTurn {
				b.beyond(from, s, e)
			}
			continue
		case ir.Join:
			if b.rounds != nil {
				b.joinInRounds(from, s, e, k)
			} else {
				b.join(from, s, e, k)
			}
			continue
		case ir.Gets, ir.GetsToRead, ir.Gives, ir.Makes, ir.Unlocks:
			if x.Op == ir.Makes && b.judges && !s.alone() {
				l := b.inner(from, e.Pos)
				b.aux(from, l, &ir.Skip{}, e.Pos)
				b.stop(l, "whether any number of threads use a lock that is initialised or destroyed here is not known")
				continue
			}
			b.aux(b.locks(from, s, x, k, e.Pos), b.loc(next), &ir.Skip{}, e.Pos).Aux = false
			continue
		case ir.Breach:
			l := b.inner(from, e.Pos)
			b.aux(from, l, &ir.Skip{}, e.Pos)
			b.stop(l, "a thread gives back a lock that it has not taken, or makes one that others use: what that does among any number of threads is not known")
			continue
		}
		c := b.aux(from, b.loc(b.resting(next)), &ir.Skip{}, e.Pos)
		c.Origin, c.Aux = e.Origin, e.Aux
	}
}

// copier gives statements of thread i its registers.
func (b *builder) copier(i int) *interleave.Copier {
	return &interleave.Copier{Object: func(o *ir.Object) *ir.Object { return o }, Var: func(v *ir.Var) *ir.Var {
		if own := b.own[i][v]; own != nil {
			return own
		}
		return v
	}}
}

// lives tells whether a thread has not ended.
func (b *builder) lives(s state) bool {
	for _, l := range s.at {
		if l > 0 {
			return true
		}
	}
	return false
}

// following is how many threads are followed besides the first one and have not ended.
func (b *builder) following(s state) (n int) {
	for _, l := range s.at[1:] {
		if l > 0 {
			n++
		}
	}
	return n
}

// resting lets others move where the thread that moves comes to wait for another one, or to what may be one half of a race.
func (b *builder) resting(s state) state {
	if i := s.moves; i >= 0 && s.atomic == 0 && s.at[i] > 0 {
		if b.fine && b.p.Locs[s.at[i]].Loop {
			return b.yield(s)
		}
		if b.races != nil && len(b.races.at[s.at[i]]) > 0 {
			return b.yield(s)
		}
		if out := b.waiting(s.at[i]); out != nil && (b.dead || isSync(out.Stmt, ir.Join)) {
			return b.yield(s)
		}
	}
	return s
}

// spawn adds the steps by which a thread makes the one at the edge e, unless there is that one already, and gives the location where it does not, with Any.
func (b *builder) spawn(from ir.Loc, s state, e *ir.Edge) (next ir.Loc, made bool) {
	i, child := s.moves, 0
	var others []int
	for j, c := range b.codes {
		if c.spawn == e.ID && !c.runs {
			child = j
		}
		if s.at[j] != unborn && !c.runs {
			others = append(others, j)
		}
	}
	if child == 0 || s.at[child] != unborn || b.oneByOne && b.following(s) >= b.limit || b.rest != nil && len(others) > b.limit {
		return from, false
	}
	if b.rest != nil || b.inTurn {
		pos := e.Pos
		now := ir.Compare(ir.OpNe, ir.VarExpr(b.turn), ir.ConstInt(b.turn.Type, 0))
		asked := b.step(from, &ir.Havoc{Var: b.turn, Source: ir.FromInterrupt, Name: b.codes[child].name}, pos)
		from = b.step(asked, &ir.Assume{Cond: now}, pos)
		defer func() { next = b.step(asked, &ir.Assume{Cond: ir.Not(now)}, pos) }()
	}
	at := b.numbered(b.remember(from, s, e.Pos), child, others, e.Pos)
	at = b.step(at, &ir.Assign{Var: b.own[i][b.regs.Made], Expr: ir.VarExpr(b.ids[child])}, e.Pos)
	at, l, ok := b.given(at, e)
	if !ok {
		return from, true
	}
	begun := s.with(child, l)
	for _, id := range b.p.Locs[s.at[i]].Out {
		if g := b.p.Edges[id]; isSync(g.Stmt, ir.Spawned) {
			begun = begun.with(i, g.To)
			if begun.atomic == 0 {
				begun = b.yield(begun)
			}
			b.aux(at, b.loc(begun), &ir.Skip{}, g.Pos).Aux = false
		}
	}
	return from, true
}

// given adds, from a location on, the steps by which a thread gets what it is given that is made at the edge e, and gives the location behind them and the one
// where the thread begins; ok is false if that is not followed.
func (b *builder) given(at ir.Loc, e *ir.Edge) (after, begins ir.Loc, ok bool) {
	l := e.To
	for {
		if len(b.p.Locs[l].Out) != 1 {
			b.stop(at, "how a variable of the thread gets its first value is not followed")
			return at, l, false
		}
		out := b.p.Edges[b.p.Locs[l].Out[0]]
		l = out.To
		if isSync(out.Stmt, ir.Begun) {
			return at, l, true
		}
		if !isSync(out.Stmt, ir.Yield) { // nobody else sees it before it begins
			at = b.step(at, out.Stmt, out.Pos)
		}
	}
}

// beyond adds the steps by which a thread makes one that is not followed: to a limit, and to where that one has not moved yet when an error is found.
func (b *builder) beyond(from ir.Loc, s state, e *ir.Edge) {
	limit := b.inner(from, e.Pos)
	b.stop(limit, "more than %d threads are made", b.limit)
	if b.inTurn && s.atomic == 0 {
		from = b.runs(from, s, e)
	}
	if b.dead || !b.inTurn && !b.oneByOne && !b.inRounds && slices.Contains(s.at, unborn) { // with deadlocks it is asked who waits, and those that are followed are numbered first
		b.aux(from, limit, &ir.Skip{}, e.Pos)
		return
	}
	made := b.own[s.moves][b.regs.Made]
	from = b.step(from, &ir.Havoc{Var: made, Source: ir.FromCall, Name: ir.ThreadNumber}, e.Pos) // 0 if it moves
	moves := ir.Compare(ir.OpEq, ir.VarExpr(made), ir.ConstInt(made.Type, 0))
	b.aux(from, limit, &ir.Assume{Cond: moves}, e.Pos)
	next := b.went(s, s.moves, e)
	if next.atomic == 0 {
		next = b.yield(next)
	}
	at := b.step(from, &ir.Assume{Cond: ir.Not(moves)}, e.Pos)
	at = b.step(at, &ir.Assign{Var: made, Expr: ir.VarExpr(b.beyondID)}, e.Pos)
	at = b.step(at, &ir.Assign{Var: b.beyondID, Expr: ir.Binary(ir.OpSub, ir.VarExpr(b.beyondID), ir.ConstInt(made.Type, 1))}, e.Pos)
	differs := ir.True()
	for _, id := range b.ids {
		differs = ir.And(differs, ir.Compare(ir.OpNe, ir.VarExpr(made), ir.VarExpr(id)))
	}
	b.aux(b.step(at, &ir.Assume{Cond: differs}, e.Pos), b.loc(next), &ir.Skip{}, e.Pos).Aux = false
}

// join adds the steps by which a thread goes on that waits for another one.
func (b *builder) join(from ir.Loc, s state, e *ir.Edge, k *interleave.Copier) {
	i := s.moves
	handle := k.Expr(e.Stmt.(*ir.Sync).Handle)
	none := ir.True()
	next := b.loc(b.resting(s.with(i, e.To)))
	if b.inTurn {
		none = b.joinsEnded(from, next, s, e, handle)
	}
	for j, l := range s.at {
		if l == unborn || j == 0 && !b.self || b.codes[j].runs {
			continue
		}
		is := ir.Compare(ir.OpEq, handle, ir.VarExpr(b.ids[j]))
		none = ir.And(none, ir.Not(is))
		if l != ended && j != i {
			continue
		}
		at := b.step(from, &ir.Assume{Cond: is}, e.Pos)
		if j == i {
			b.stop(at, "what a thread does that joins itself is left open by POSIX")
			continue
		}
		c := b.aux(at, next, &ir.Assign{Var: b.own[i][b.regs.Returned], Expr: ir.VarExpr(b.own[j][b.regs.Returned])}, e.Pos)
		c.Origin, c.Aux = e.Origin, false
	}
	at := b.step(from, &ir.Assume{Cond: none}, e.Pos)
	if s.others {
		b.q.Edges[b.q.Locs[at].In[0]].Aux = false // it may be the only way on, and is not to be left out then
		b.aux(at, next, &ir.Skip{}, e.Pos)        // what it has returned is not read, see seen
		return
	}
	b.stop(at, "what is joined is no thread")
}

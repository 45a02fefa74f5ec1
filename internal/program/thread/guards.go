package thread

import (
	"math/bits"
	"slices"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// Among any number of threads, what a thread reads of that others write is not known, see any.go, unless a lock protects it: it is taken that a variable
// or an object is accessed only by threads that have a certain lock, once there are threads, and that it is what it was when the first one was made whenever
// nobody has the lock. Then
//
//   - no two threads race for it, and nobody sees in which steps it is changed;
//   - a thread reads what is there;
//   - where a thread gets the lock, there is what was there at first, whatever others have done.
//
// All that is guessed, from which locks threads may have where they write, and proved as the rest is, by induction over the steps of an execution: the product
// comes to a limit where a thread accesses it that does not have the lock, gives that back while something else is there, or makes it free for others. Which
// thread does so first in an execution can be chosen, and until then what the product says of the values is right. Where locks protect all that threads
// could race for, it is enough that one thread is followed besides the first one.

// Guarded in the place of Any: as Any, with such locks.
const Guarded = Any - 1

// maxCells is how many scalars an object has that a lock protects.
const maxCells = 16

// guard is a lock and what it protects.
type guard struct {
	lock   *ir.Expr // its address, which is constant
	shared bool     // it is a read-write lock
	cells  []cell
}

// cell is a scalar: of a variable, or one of those of an object.
type cell struct {
	v    *ir.Var  // or
	addr *ir.Expr // its address
	typ  ir.Type
	name string
	was  *ir.Var // what it was when the first thread was made
}

func (c cell) value() *ir.Expr {
	if c.v != nil {
		return ir.VarExpr(c.v)
	}
	return ir.Load(c.typ, c.addr)
}

func (c cell) set(to *ir.Expr) ir.Stmt {
	if c.v != nil {
		return &ir.Assign{Var: c.v, Expr: to}
	}
	return &ir.Store{Addr: c.addr, Val: to}
}

// guards are those that are taken to be ones.
type guards struct {
	list []*guard
	of   map[any]*guard // of variables and objects
}

// without is what a accesses that no lock protects.
func (g *guards) without(a *interleave.Access) *interleave.Access {
	return a.Without(func(x any) bool { return g.of[x] != nil })
}

// guesser finds which locks threads may have where they write.
type guesser struct {
	p      *ir.Program
	a      *interleave.Accesses
	locks  []*ir.Expr
	outer  []uint64 // of each lock: those that may be had where it is got
	shared []bool   // of each lock: it is a read-write lock
}

// guess guesses what locks protect of what the codes of threads write. It is made before statements are taken apart.
func guess(p *ir.Program, a *interleave.Accesses, codes []*code) *guards {
	g := &guesser{p: p, a: a}
	beside := map[ir.Loc]bool{} // where there may be other threads
	for _, c := range codes[1:] {
		for _, l := range reached(p, p.Edges[c.spawn].From, all) {
			beside[l] = true
		}
	}
	held, lock := map[any]uint64{}, map[any]bool{} // what locks are made of
	var order []any
	for _, c := range codes {
		at := g.held(c)
		for _, l := range c.locs {
			for _, id := range p.Locs[l].Out {
				e := p.Edges[id]
				if ofLocks(e) {
					every := func(x any, _ bool) { lock[x] = true }
					if reads, writes := a.Each(e.Stmt, every); reads || writes {
						return &guards{}
					}
					continue
				}
				if !beside[l] {
					continue
				}
				readsAll, writesAll := a.Each(e.Stmt, func(x any, writes bool) {
					if !writes {
						return
					}
					old, ok := held[x]
					if !ok {
						old = ^uint64(0)
						order = append(order, x)
					}
					held[x] = old & at[l]
				})
				if readsAll || writesAll { // of what a lock protects, perhaps, or of a lock
					return &guards{}
				}
			}
		}
	}
	found := &guards{of: map[any]*guard{}}
	for _, x := range order {
		cells := g.cells(x)
		n := g.outermost(held[x])
		if n < 0 || len(cells) == 0 {
			continue
		}
		if lock[x] || slices.Contains(order, any(ir.Root(g.locks[n]).Obj)) { // only functions of locks may write these
			continue
		}
		at := slices.IndexFunc(found.list, func(y *guard) bool { return y.lock == g.locks[n] })
		if at < 0 {
			at = len(found.list)
			found.list = append(found.list, &guard{lock: g.locks[n], shared: g.shared[n]})
		}
		found.list[at].cells = append(found.list[at].cells, cells...)
		found.of[x] = found.list[at]
	}
	return found
}

// cells are the scalars of which a variable or an object consists; none if it has other parts, or too many.
func (g *guesser) cells(x any) (list []cell) {
	switch x := x.(type) {
	case *ir.Var:
		if !x.Thread {
			list = []cell{{v: x, typ: x.Type, name: x.Name}}
		}
	case *ir.Object:
		end := int64(0)
		if x.Kind != ir.GlobalObject || x.Thread || len(x.Cells) > maxCells {
			return nil
		}
		for _, c := range x.Cells {
			if c.Offset != end || c.Type.Bits%8 != 0 {
				return nil
			}
			end += int64(c.Type.Bits / 8)
			list = append(list, cell{addr: g.at(x, c.Offset), typ: c.Type, name: x.Name + c.Name})
		}
		if end != x.Size {
			return nil
		}
	}
	return list
}

// number is the number of the lock at an address; -1 if that is not known, or there are too many.
func (g *guesser) number(h *ir.Expr) int {
	if !constant(h) {
		objs, all := g.a.Reach.At(h)
		if all || len(objs) != 1 {
			return -1
		}
		h = g.at(objs[0], 0)
	}
	if root := ir.Root(h); root.Op != ir.OpAddr || root.Obj.Kind != ir.GlobalObject {
		return -1
	}
	for i, l := range g.locks {
		if ir.Equal(l, h) {
			return i
		}
	}
	if len(g.locks) == 64 {
		return -1
	}
	g.locks, g.outer, g.shared = append(g.locks, h), append(g.outer, 0), append(g.shared, false)
	return len(g.locks) - 1
}

// held are the locks that a thread may have where it is.
func (g *guesser) held(c *code) map[ir.Loc]uint64 {
	held := map[ir.Loc]uint64{}
	seen := map[ir.Loc]bool{c.start: true}
	for todo := []ir.Loc{c.start}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, id := range g.p.Locs[l].Out {
			e := g.p.Edges[id]
			if !within(e) {
				continue
			}
			now := held[l]
			if s, ok := e.Stmt.(*ir.Sync); ok && s.Op.OfLock() {
				switch n := g.number(s.Handle); {
				case n < 0:
				case s.Op == ir.Gets || s.Op == ir.GetsToRead:
					g.outer[n] |= now
					now |= 1 << n
					g.shared[n] = g.shared[n] || s.Op == ir.GetsToRead
				default:
					now &^= 1 << n
				}
			}
			if old := held[e.To]; !seen[e.To] || old|now != old {
				held[e.To], seen[e.To] = old|now, true
				todo = append(todo, e.To)
			}
		}
	}
	return held
}

// outermost is a lock of a set that is had where the others of it are got: who waits for these does not change what it protects. It is -1 of none.
func (g *guesser) outermost(set uint64) int {
	best, most := -1, -1
	for i := range g.locks {
		if set&(1<<i) == 0 {
			continue
		}
		n := 0
		for j := range g.locks {
			if j != i && set&(1<<j) != 0 && g.outer[j]&(1<<i) != 0 {
				n++
			}
		}
		if n -= bits.OnesCount64(g.outer[i] & set &^ (1 << i)); best < 0 || n > most {
			best, most = i, n
		}
	}
	return best
}

// hold is the condition that thread i has the lock of a guard, so that it may write what that protects.
func (g *guard) hold(i int) *ir.Expr {
	slot := ir.ConstInt(ir.Int(32, true), int64(i+1)) // as numberSlots has it
	return ir.Compare(ir.OpEq, ir.Load(slot.Type, g.lock), slot)
}

// read is the condition that it has the lock so that it may read.
func (g *guard) read(i int) *ir.Expr {
	if !g.shared {
		return g.hold(i)
	}
	times := ir.Load(ir.Int(8, false), ir.PtrAdd(g.lock, ir.ConstInt(ir.Int(g.lock.Type.Bits, true), int64(12+i+1)))) // where anythreads.c has them
	return ir.Or(g.hold(i), ir.Compare(ir.OpNe, times, ir.ConstInt(times.Type, 0)))
}

// same is the condition that a pointer is to a lock.
func same(p, lock *ir.Expr) *ir.Expr {
	if constant(p) {
		return ir.Truth(ir.Equal(p, lock))
	}
	return ir.Compare(ir.OpEq, p, lock)
}

// alone tells whether no thread has been made.
func (s state) alone() bool {
	return !s.others && !slices.ContainsFunc(s.at[1:], func(l ir.Loc) bool { return l != unborn })
}

// declareGuards makes the variables that guards need.
func (b *builder) declareGuards() {
	if b.rest == nil || b.rest.guards == nil {
		return
	}
	for _, g := range b.rest.guards.list {
		for i := range g.cells {
			c := &g.cells[i]
			c.was = b.q.NewGlobal(ir.Was(c.name), "", c.typ, ir.Pos{})
		}
	}
}

// remember notes what locks protect, before the first thread is made.
func (b *builder) remember(from ir.Loc, s state, pos ir.Pos) ir.Loc {
	if b.rest == nil || b.rest.guards == nil || !s.alone() {
		return from
	}
	for _, g := range b.rest.guards.list {
		word := ir.Load(ir.Int(32, true), g.lock)
		free := ir.Compare(ir.OpEq, word, ir.ConstInt(word.Type, 0))
		from = b.stopIf(from, ir.Not(ir.Or(free, g.hold(0))), pos, "a lock that is taken to protect something is had by nobody, but not free")
		for _, c := range g.cells {
			from = b.step(from, &ir.Assign{Var: c.was, Expr: c.value()}, pos)
		}
	}
	return from
}

// stopIf adds a limit where a condition holds, and gives the location where it does not.
func (b *builder) stopIf(from ir.Loc, cond *ir.Expr, pos ir.Pos, why string) ir.Loc {
	if cond.IsFalse() {
		return from
	}
	b.stop(b.step(from, &ir.Assume{Cond: cond}, pos), "%s", why)
	return b.step(from, &ir.Assume{Cond: ir.Not(cond)}, pos)
}

// accesses gives the location, from one on, where the thread that moves has the locks that protect what an edge accesses.
func (b *builder) accesses(from ir.Loc, s state, e *ir.Edge) ir.Loc {
	if b.rest == nil || b.rest.guards == nil || s.alone() || ofLocks(e) {
		return from
	}
	has := map[*guard]*ir.Expr{}
	b.rest.a.Each(e.Stmt, func(x any, writes bool) {
		g := b.rest.guards.of[x]
		switch {
		case g == nil:
		case writes:
			has[g] = g.hold(s.moves)
		case has[g] == nil:
			has[g] = g.read(s.moves)
		}
	})
	for _, g := range b.rest.guards.list {
		if cond := has[g]; cond != nil {
			from = b.stopIf(from, ir.Not(cond), e.Pos, "a thread accesses something without the lock that is taken to protect it")
		}
	}
	return from
}

// locks adds what a step with a lock means for what it may protect, and gives the location behind it.
func (b *builder) locks(from ir.Loc, s state, x *ir.Sync, k *interleave.Copier, pos ir.Pos) ir.Loc {
	if b.rest == nil || b.rest.guards == nil || s.alone() {
		return from
	}
	for _, g := range b.rest.guards.list {
		is := same(k.Expr(x.Handle), g.lock)
		switch {
		case is.IsFalse() || x.Op == ir.Unlocks:
		case x.Op == ir.Makes:
			from = b.stopIf(from, is, pos, "a lock that is taken to protect something is made free where threads may have it")
		case x.Op == ir.Gives:
			for _, c := range g.cells {
				changed := ir.Compare(ir.OpNe, c.value(), ir.VarExpr(c.was))
				from = b.stopIf(from, ir.And(is, changed), pos, "a thread gives a lock back where what that protects is not what it was when the first thread was made")
			}
		case s.others: // and what it protects is what it is where nobody has it
			at := b.step(from, &ir.Assume{Cond: is}, pos)
			for _, c := range g.cells {
				at = b.step(at, c.set(ir.VarExpr(c.was)), pos)
			}
			if is.IsTrue() {
				from = at
				continue
			}
			from = b.step(from, &ir.Assume{Cond: ir.Not(is)}, pos)
			b.aux(at, from, &ir.Skip{}, pos)
		}
	}
	return from
}

// at is the address of a byte of an object.
func (g *guesser) at(o *ir.Object, offset int64) *ir.Expr {
	return ir.PtrAdd(ir.AddrOf(g.p.PtrType(), o), ir.ConstInt(ir.Int(g.p.PtrBits, true), offset))
}

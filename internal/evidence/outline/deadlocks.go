package outline

import (
	"craig/internal/program/ir"
	"craig/logic/term"
)

// A deadlock is a state in which all threads that live wait, or in which some wait for mutexes that these have, or for these to end. Where threads wait, they are
// in no atomic section, and what each has done since its assertion commutes with what the others have done since theirs: see movers.go. So it is enough that
// no threads wait that are on their ways from assertions which hold together.

// wait is where a thread waits on its way from a point.
type wait struct {
	guard term.Term // under which it comes there, and does not go on
	owner term.Term // the number of the only thread that lets it go on; not Valid if that may be any
	join  int       // the thread for whose end it waits
	loc   ir.Loc
}

// noDeadlocks checks that no set of threads waits.
func (c *checker) noDeadlocks() {
	for i := range c.x.Starts {
		c.deadlock(nil, i, c.st.True())
	}
}

// waiter is a thread that waits.
type waiter struct {
	point
	wait
}

// deadlock checks that no set waits which has the members of set, of which so much is known, and others from thread i on, that one among them.
func (c *checker) deadlock(set []waiter, i int, known term.Term) {
	for _, p := range c.points(i) {
		if p.inside {
			continue
		}
		for _, w := range c.walk(p).waits {
			more := append(set[:len(set):len(set)], waiter{p, w})
			all := c.st.And(known, c.assertion(p), w.guard)
			for _, m := range more {
				all = c.at(all, m.thread, m.loc())
			}
			if all.IsFalse() {
				continue
			}
			c.waitsFor(more, all)
			for j := i + 1; j < len(c.x.Starts); j++ {
				c.deadlock(more, j, all)
			}
		}
	}
}

func (w waiter) loc() ir.Loc { return w.point.loc }

// waitsFor checks that the threads of a set do not wait, be there no others or for each other, where all holds.
func (c *checker) waitsFor(set []waiter, all term.Term) {
	alone, each := c.st.True(), c.st.True()
	for j, x := range c.counters {
		if !member(set, j) {
			alone = c.st.And(alone, c.st.Or(c.st.Eq(x, c.st.Int(NotMade)), c.st.Eq(x, c.st.Int(HasEnded))))
		}
	}
	for _, w := range set {
		one := c.st.False()
		switch {
		case w.join >= 0:
			one = c.st.Bool(member(set, w.join))
		case w.owner.Valid():
			for _, m := range set {
				one = c.st.Or(one, c.st.Eq(w.owner, c.sem.Var(c.x.Selves[m.thread])))
			}
		}
		each = c.st.And(each, one)
	}
	c.impossible("at "+c.place(set[0].wait.loc)+" no thread waits for ever", all, c.st.Or(alone, each))
}

func member(set []waiter, thread int) bool {
	for _, w := range set {
		if w.thread == thread {
			return true
		}
	}
	return false
}

// waits notes that the thread waits at an edge that leaves l, if it does. It is false where nobody is to come: what waits in the section of another one is not followed.
func (w *walker) waits(l ir.Loc, e *ir.Edge, op ir.ThreadOp) bool {
	x := wait{guard: w.st.And(w.guards...), join: -1, loc: l}
	switch op.Kind {
	case ir.Enters, ir.EntersWaiting:
		w.waiting, w.owner = op.Kind == ir.EntersWaiting, term.Term{}
		return w.depth[l] == 0 || !w.waiting
	case ir.WaitsFor:
		w.owner = w.state.Get(op.Handle)
		return true
	case ir.HasEnded:
		x.join = op.Threads[0]
		if x.guard = w.st.And(x.guard, w.st.Not(w.op(op)), w.op(ir.ThreadOp{Kind: ir.AllMade, Threads: op.Threads})); w.depth[l] > 0 {
			return false
		}
	case ir.WaitsUntil:
		if !w.waiting {
			return true
		}
		if s, ok := e.Stmt.(*ir.Assume); ok {
			x.guard = w.st.And(x.guard, w.st.Not(w.sem.Expr(s.Cond, w.state.Get)))
		} else {
			x.guard = w.st.False()
		}
		x.owner, w.waiting = w.owner, false
	default:
		return true
	}
	if !x.guard.IsFalse() {
		w.found.waits = append(w.found.waits, x)
	}
	return true
}

package outline

import (
	"craig/internal/program/ir"
	"craig/logic/term"
)

// An execution may have threads take turns at any location outside of atomic sections, while an outline has assertions at some. That is enough by
// [Lipton 1975], "Reduction": of what a thread does from one assertion to the next, all but the last edge before that one, or the last atomic section, commutes with all that
// others do meanwhile. So these steps of an execution may be delayed until the last one, or, where none comes, to its end: what is left is an execution in
// which threads take turns only at assertions, and after it steps that are in nobody's way.
//
// Two edges commute unless they access one place and one of them writes. That they can be next to each other is asked in a state in which both threads are at assertions,
// from where each has come to its edge.
//
// With races, two accesses that are not both in atomic sections are none as well where one comes right before an assertion, and that is a race. Without one,
// an access commutes with all that others do before the next assertion of its thread.

// access is one that a thread may make on its way from a point.
type access struct {
	v      *ir.Var // nil: any memory
	write  bool
	addr   term.Term // not Valid: all of a region, or a variable
	bytes  int64
	block  bool      // only of blocks of the heap
	guard  term.Term // of the steps before it
	atomic bool
	final  bool // it is all that its edge accesses of what is shared, and leads to an assertion
	loc    ir.Loc
}

// movers checks that accesses commute, and with races that they do not race.
func (c *checker) movers() {
	for i := range c.x.Starts {
		for j := range i {
			for _, p := range c.points(i) {
				for _, q := range c.points(j) {
					if !p.inside || !q.inside {
						c.apart(p, q)
					}
				}
			}
		}
	}
}

// apart checks that what two threads do from two points commutes.
func (c *checker) apart(p, q point) {
	both := c.two(p.thread, q.thread)
	for _, x := range [][2]point{{p, q}, {q, p}} {
		if x[0].inside || !x[1].inside { // inside of a section of another thread an assertion need not hold
			both = c.st.And(both, c.at(c.assertion(x[0]), x[1].thread, x[1].loc))
		}
	}
	if both.IsFalse() {
		return
	}
	for _, a := range c.walk(p).accesses {
		for _, b := range c.walk(q).accesses {
			if !sameMemory(a.v, b.v) || a.block && !inBlock(b.v) || b.block && !inBlock(a.v) || !a.write && !b.write || a.atomic && b.atomic {
				continue
			}
			if c.asks.Races && raceable(a.v) && raceable(b.v) || !(a.atomic || a.final) || !(b.atomic || b.final) {
				meet := c.st.True()
				if a.addr.Valid() && b.addr.Valid() {
					meet = c.st.And(c.st.Lt(a.addr, c.st.Add(b.addr, c.st.Int(b.bytes))), c.st.Lt(b.addr, c.st.Add(a.addr, c.st.Int(a.bytes))))
				}
				guard := c.st.And(c.at(a.guard, q.thread, q.loc), c.at(b.guard, p.thread, p.loc))
				c.impossible("of "+c.place(a.loc)+" and "+c.place(b.loc)+", the accesses to "+name(a.v, b.v)+" are not next to each other", both, guard, meet)
			}
		}
	}
}

// raceable says that accesses to v may be a data race: what models of the library keep for themselves is theirs to protect.
func raceable(v *ir.Var) bool {
	return v == nil || !v.Pos.InModel() && (v.Home == nil || !v.Home.Pos.InModel())
}

// sameMemory tells whether accesses to two variables, or regions, may be to one place.
func sameMemory(v, w *ir.Var) bool {
	if v == nil || w == nil {
		return (v == nil || memory(v)) && (w == nil || memory(w))
	}
	return v == w
}

// inBlock tells whether v may be in a block of the heap.
func inBlock(v *ir.Var) bool {
	return v == nil || v.Home == nil || v.Home.Kind == ir.HeapObject
}

func name(list ...*ir.Var) string {
	for _, v := range list {
		if v != nil {
			return v.Name
		}
	}
	return "memory"
}

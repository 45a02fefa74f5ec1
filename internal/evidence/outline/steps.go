package outline

import (
	"maps"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// step is what a thread does from one assertion to the next: a path of its code.
type step struct {
	thread int
	to     ir.Loc    // 0: a goal; or HasEnded
	guard  term.Term // under which it is taken, in the state where it begins
	makes  int       // the thread that it makes; 0 if it makes none
	values map[*ir.Var]term.Term
}

// walk is what a thread does from one point on.
type walk struct {
	steps    []*step
	accesses []access
	waits    []wait
}

// walker finds the steps from one point.
type walker struct {
	*checker
	from    point
	others  map[*ir.Var]term.Term // what variables are that other threads have for themselves
	state   *sem.State
	guards  []term.Term
	makes   int
	waiting bool            // it is in a section that waits, before what it waits for
	owner   term.Term       // the number of the thread for which the section waits; not Valid if it does not say
	on      map[ir.Loc]bool // of the path
	length  int
	found   *walk
}

// walk is what a thread does from a point on.
func (c *checker) walk(p point) *walk {
	if w, ok := c.steps[p]; ok {
		return w
	}
	w := &walker{checker: c, from: p, state: c.sem.NewState(), others: map[*ir.Var]term.Term{}, on: map[ir.Loc]bool{}, found: &walk{}}
	c.steps[p] = w.found
	w.forget()
	w.leave(p.loc)
	return w.found
}

// leave follows the edges that leave a location.
func (w *walker) leave(l ir.Loc) {
	if w.on[l] {
		reject("%s is on a cycle without an assertion", w.place(l))
	}
	if w.length++; w.length > maxLength {
		giveUp("from %s there are steps of more than %d edges", w.place(w.from.loc), maxLength)
	}
	w.on[l] = true
	for _, e := range w.out(l) {
		w.take(l, e)
	}
	w.length--
	delete(w.on, l)
}

// take follows an edge.
func (w *walker) take(l ir.Loc, e *ir.Edge) {
	mark, n, makes, waiting, owner := w.state.Mark(), len(w.guards), w.makes, w.waiting, w.owner
	defer func() {
		w.state.Undo(mark)
		w.guards, w.makes, w.waiting, w.owner = w.guards[:n], makes, waiting, owner
	}()
	op := w.x.Ops[e.ID]
	if w.asks.Deadlocks && !w.waits(l, e, op) {
		w.end(0)
		return
	}
	guard := w.op(op)
	w.access(l, e)
	guard = w.st.And(guard, w.state.Exec(e.Stmt))
	if guard.IsFalse() {
		return
	}
	w.guards = append(w.guards, guard)
	_, stable := w.o.At[w.from.thread][e.To]
	_, inside := w.o.Inside[w.from.thread][e.To]
	switch {
	case w.x.Program.Locs[e.To].IsGoal():
		w.end(0)
	case op.Kind == ir.Ends:
		if w.depth[l] > 0 {
			giveUp("a thread ends in an atomic section")
		}
		w.end(HasEnded)
	case stable, inside && !w.waiting: // where a thread waits is on its way from where others may move
		w.end(e.To)
	case op.Kind == ir.Leaves && w.depth[e.To] == 0, op.Kind == ir.MakesThread && w.depth[e.To] == 0:
		w.end(0) // others move here, and there is no assertion: nobody comes here
	default:
		w.leave(e.To)
	}
}

// op is the condition under which an operation is possible. It notes which thread it makes.
func (w *walker) op(op ir.ThreadOp) term.Term {
	st := w.st
	counter := func(j int) term.Term {
		switch {
		case j == w.from.thread:
			return st.Int(int64(w.from.loc))
		case j == w.makes && j > 0:
			return st.Int(int64(w.x.Starts[j]))
		}
		return w.counters[j]
	}
	if op.Kind == ir.NextMade || op.Kind == ir.AllMade || op.Kind == ir.HasEnded || op.Kind == ir.NoneOf {
		for _, j := range op.Threads {
			if w.own.many[j] {
				reject("of any number of threads it is asked whether one has been made, or has ended")
			}
		}
	}
	made := func(j int) term.Term { return st.Not(st.Eq(counter(j), st.Int(NotMade))) }
	switch op.Kind {
	case ir.NextMade:
		f := st.Not(made(op.Threads[0]))
		for _, j := range op.Threads[1:] {
			f = st.And(f, made(j))
		}
		return f
	case ir.AllMade:
		f := st.True()
		for _, j := range op.Threads {
			f = st.And(f, made(j))
		}
		return f
	case ir.MakesThread:
		if w.makes != 0 {
			giveUp("two threads are made in one step")
		}
		w.makes = op.Threads[0]
	case ir.HasEnded:
		return st.Eq(counter(op.Threads[0]), st.Int(HasEnded))
	case ir.NoneOf:
		f, h := st.True(), w.state.Get(op.Handle)
		for _, j := range op.Threads {
			f = st.And(f, st.Or(st.Not(made(j)), st.Not(st.Eq(h, w.state.Get(w.x.Selves[j])))))
		}
		return f
	}
	return st.True()
}

// end adds the step that comes to a location now.
func (w *walker) end(to ir.Loc) {
	s := &step{thread: w.from.thread, to: to, guard: w.st.And(w.guards...), makes: w.makes, values: map[*ir.Var]term.Term{}}
	w.state.Each(func(v *ir.Var, t term.Term) {
		if i, ok := w.own.of[v]; !ok || i == s.thread || i == s.makes {
			s.values[v] = t
		} else if to != 0 && t != w.others[v] && w.from.loc != w.x.Starts[0] { // there, there are no others
			reject("%s is of another thread, and written", v.Name)
		}
	})
	if s.guard.IsFalse() {
		return
	}
	if w.found.steps = append(w.found.steps, s); len(w.found.steps) > maxSteps {
		giveUp("from %s there are more than %d steps", w.place(w.from.loc), maxSteps)
	}
}

// access notes what an edge that leaves l accesses of what others may access.
func (w *walker) access(l ir.Loc, e *ir.Edge) {
	atomic := w.depth[l] > 0
	guard := w.st.And(w.guards...)
	list := w.accessed(e)
	final := len(list) <= 1 && w.rests(e.To)
	for _, a := range list {
		x := access{v: a.v, write: a.write, bytes: a.bytes, block: a.block, guard: guard, atomic: atomic, final: final, loc: l}
		if a.addr != nil {
			x.addr = w.sem.Expr(a.addr, w.state.Get)
		}
		w.found.accesses = append(w.found.accesses, x)
	}
}

// rests says that the thread is at an assertion where others may move as soon as it has come to l: nothing is done in between.
func (w *walker) rests(l ir.Loc) bool {
	for range maxLength {
		if _, stable := w.o.At[w.from.thread][l]; stable {
			return true
		}
		out := w.out(l)
		if len(out) != 1 || w.x.Ops[out[0].ID].Kind != 0 {
			return false
		}
		if _, nothing := out[0].Stmt.(*ir.Skip); !nothing {
			return false
		}
		l = out[0].To
	}
	return false
}

// touch is an access as the program has it.
type touch struct {
	v     *ir.Var // a variable or a region; nil: any memory
	write bool
	addr  *ir.Expr // in a region; nil: all of it
	bytes int64
	block bool // only of blocks of the heap
}

// accessed are the accesses of an edge to what several threads access.
func (c *checker) accessed(e *ir.Edge) (list []touch) {
	n := 0
	for _, t := range touches(e.Stmt) {
		if memory(t.v) {
			n++
		}
		if c.several()[t.v] || c.anywhere && memory(t.v) {
			list = append(list, t)
		}
	}
	if was := c.x.Memory[e.ID]; c.asks.Races && (n < was || n > was && was > 1) { // some of it is not to be seen any more
		list = append(list, touch{write: true, block: c.x.Frees[e.ID]})
	}
	return list
}

// memory tells whether v is a region, or a cell that could be in one.
func memory(v *ir.Var) bool { return v.Type.Kind == ir.Memory || v.Home != nil }

// touches are all variables and cells that a statement accesses.
func touches(s ir.Stmt) (list []touch) {
	ir.Exprs(s, func(e *ir.Expr) {
		ir.Walk(e, func(e *ir.Expr) bool {
			switch e.Op {
			case ir.OpVar:
				list = append(list, touch{v: e.Var})
			case ir.OpLoad:
				list = append(list, touch{v: e.Region, addr: e.Args[0], bytes: int64(e.Type.Bits+7) / 8})
			}
			return true
		})
	})
	if t, ok := s.(*ir.Store); ok {
		return append(list, touch{v: t.Region, write: true, addr: t.Addr, bytes: int64(t.Val.Type.Bits+7) / 8})
	}
	if v := ir.Written(s); v != nil {
		list = append(list, touch{v: v, write: true})
	}
	return list
}

// several are the variables and regions that one thread writes and another one accesses, without what is the system's: the numbers of threads, and where the next block of the heap will
// be. In which order threads get these changes nothing but the numbers of threads and addresses.
func (c *checker) several() map[*ir.Var]bool {
	if c.shared != nil {
		return c.shared
	}
	writer, reader := map[*ir.Var]map[int]bool{}, map[*ir.Var]map[int]bool{}
	add := func(to map[*ir.Var]map[int]bool, v *ir.Var, i int) {
		if to[v] == nil {
			to[v] = map[int]bool{}
		}
		to[v][i] = true
	}
	for l, i := range c.owner {
		for _, e := range c.out(l) {
			c.anywhere = c.anywhere || c.asks.Races && c.x.Memory[e.ID] > 0 // some of it may be gone
			for _, t := range touches(e.Stmt) {
				if add(reader, t.v, i); t.write {
					add(writer, t.v, i)
				}
			}
		}
	}
	c.shared = map[*ir.Var]bool{}
	for v := range writer {
		c.shared[v] = len(reader[v]) > 1
	}
	for _, v := range c.x.Selves {
		c.shared[v] = false
	}
	for v := range c.own.of {
		c.shared[v] = false
	}
	if heap := c.x.Program.Global(ir.HeapName); heap != nil {
		c.shared[heap] = false
	}
	maps.DeleteFunc(c.shared, func(_ *ir.Var, is bool) bool { return !is })
	return c.shared
}

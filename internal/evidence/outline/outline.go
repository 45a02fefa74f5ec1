// Package outline checks proofs of programs with threads by the obligations of Owicki and Gries, on the codes of the threads themselves: it makes no product of
// them, and knows nothing of the one that package thread makes.
//
//	outline.go    what an outline is, and its obligations
//	steps.go      the steps of a thread from one assertion to the next
//	movers.go     that it is enough that threads take turns where there are assertions, and data races
//	deadlocks.go  that threads do not wait for each other
//	copies.go     any number of threads of one code
//	weaken.go     the strongest outline of some facts, by the same obligations; Check does not use it
//
// [Owicki, Gries 1976], "An axiomatic proof technique for parallel programs I", with program counters as auxiliary variables: an assertion may speak of
// where the other threads are. They are no variables of the program; what they are is derived here.
package outline

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/solver"
	"craig/logic/term"
)

// Outline has assertions for locations of the threads of an ir.Apart, by thread. They are formulas over the variables of the program, by the names that package
// sem has for them, and over Counter of each thread.
type Outline struct {
	// At are assertions at which all threads may move. Where a thread is at a location that has none, it goes on before others do; package outline checks that
	// this leaves nothing out.
	At []map[ir.Loc]term.Term
	// Inside are assertions in atomic sections: no others hold there.
	Inside []map[ir.Loc]term.Term
}

// Values of Counter where a thread is at no location.
const (
	NotMade  = 0
	HasEnded = -1
)

// Counter is the name of the program counter of a thread: a number of sort Int, that of the location where it is.
func Counter(thread int) string { return fmt.Sprintf("$at%d", thread) }

// Limits on what is checked.
const (
	maxSteps  = 2_000   // from one assertion
	maxLength = 2_000   // edges of a step
	maxAll    = 200_000 // obligations
)

// Rejection is the error of Check.
type Rejection struct {
	Why string
	// Undecided: the solver gave up, or there is too much to check, so that nothing is known. Otherwise it is no proof.
	Undecided bool
}

func (r *Rejection) Error() string { return r.Why }

// Count says how large a proof is.
type Count struct {
	Assertions  int
	Obligations int // that were not trivial
}

// Asks are properties besides that no goal is reached.
type Asks struct {
	Races     bool // no execution has a data race
	Deadlocks bool // none has a deadlock; x has what that needs, the owners of locks
}

// Check checks that no execution of the threads of x comes to a goal, and what asks asks for. nil is a proof: the assertion at which a thread is
// holds whenever all threads are at locations that have one. Otherwise the error is a *Rejection, or ctx's.
//
// The obligations, of the first thread at its start, of each step of a thread A from an assertion P to the next one P', and of each assertion Q of another thread B:
//
//	initially   P holds at the start of the first thread
//	sequential  {P} step {P'}
//	made        {P} step {Q}, where the step makes B and Q is where that begins
//	free        {P and Q} step {Q}
//	safe        {P} no step comes to a goal
//	movers      see movers.go
//	deadlocks   see deadlocks.go
//
// Program counters are part of the state: a step changes that of its thread, and that of the thread that it makes.
func Check(ctx context.Context, x *ir.Apart, o Outline, asks Asks, newSolver func(*term.Store) solver.Solver) (count Count, err error) {
	if asks.Deadlocks && len(x.Copies) > 0 {
		return count, &Rejection{Why: "that any number of threads do not wait for each other is not shown", Undecided: true}
	}
	defer caught(&err)
	c := newChecker(ctx, x, o, newSolver)
	c.asks, c.count = asks, &count
	c.prepare()
	c.all()
	c.movers()
	if asks.Deadlocks {
		c.noDeadlocks()
	}
	return count, nil
}

// newChecker is what Check needs.
func newChecker(ctx context.Context, x *ir.Apart, o Outline, newSolver func(*term.Store) solver.Solver) *checker {
	st := term.NewStore()
	c := &checker{
		ctx: ctx, x: x, o: Outline{slices.Clone(o.At), slices.Clone(o.Inside)}, newSolver: newSolver, st: st, sem: sem.New(st, x.Program),
		vars: map[string]*ir.Var{}, depth: map[ir.Loc]int{}, owner: map[ir.Loc]int{}, steps: map[point]*walk{}, count: &Count{},
	}
	x.Program.AllVars(func(v *ir.Var) {
		c.vars[v.Name] = v
		c.sem.Var(v) // so that states name it
	})
	for i := range x.Starts {
		c.counters = append(c.counters, st.Var(Counter(i), term.Int))
	}
	return c
}

// prepare finds whose what is, and fails if the outline is none of the program.
func (c *checker) prepare() {
	c.codes()
	c.pair()
	c.formulas()
	c.copied()
}

// all checks the obligations of steps.
func (c *checker) all() {
	c.initially()
	for i := range c.x.Starts {
		for _, p := range c.points(i) {
			for _, s := range c.walk(p).steps {
				c.obligations(p, s)
			}
		}
	}
}

// stop ends Check with an error, from wherever that is found.
type stop struct{ error }

// caught is deferred, and gives the error of a stop.
func caught(err *error) {
	p := recover()
	if s, ok := p.(stop); ok {
		*err = s.error
	} else if p != nil {
		panic(p)
	}
}

func reject(format string, args ...any) { panic(stop{&Rejection{Why: fmt.Sprintf(format, args...)}}) }
func giveUp(format string, args ...any) {
	panic(stop{&Rejection{Why: fmt.Sprintf(format, args...), Undecided: true}})
}

// point is a location of a thread that has an assertion.
type point struct {
	thread int
	loc    ir.Loc
	inside bool
}

type checker struct {
	ctx       context.Context
	x         *ir.Apart
	o         Outline
	asks      Asks
	newSolver func(*term.Store) solver.Solver
	st        *term.Store
	sem       *sem.Context
	vars      map[string]*ir.Var
	counters  []term.Term
	depth     map[ir.Loc]int // of how many atomic sections a location is inside
	owner     map[ir.Loc]int // the thread that it is of
	own       own
	steps     map[point]*walk
	shared    map[*ir.Var]bool
	anywhere  bool // there are accesses to memory of which it is not known where
	count     *Count
	weakens   *weakener // nil: assertions are checked as they are
}

// place names a location for people.
func (c *checker) place(l ir.Loc) string {
	return fmt.Sprintf("location %d (%s)", l, c.x.Program.Locs[l].Pos)
}

// codes finds which locations are whose, and which are in atomic sections. It fails if a location is of two threads, or both in a section and in none.
func (c *checker) codes() {
	p := c.x.Program
	if len(c.x.Starts) == 0 || c.x.Starts[0] != p.Main.Entry || len(c.x.Selves) != len(c.x.Starts) {
		reject("the first thread does not begin where the program does")
	}
	for i, start := range c.x.Starts {
		if start == 0 {
			continue
		}
		var todo []ir.Loc
		enter := func(l ir.Loc, depth int) {
			if _, seen := c.owner[l]; !seen {
				c.owner[l], c.depth[l] = i, depth
				todo = append(todo, l)
			} else if c.owner[l] != i || c.depth[l] != depth {
				reject("%s is of two threads, or in an atomic section and in none", c.place(l))
			}
		}
		enter(start, 0)
		for len(todo) > 0 {
			l := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, e := range c.out(l) {
				enter(e.To, c.after(l, e))
			}
		}
	}
}

// out are the edges by which a thread leaves a location.
func (c *checker) out(l ir.Loc) (list []*ir.Edge) {
	if c.x.Program.Locs[l].IsGoal() {
		return nil
	}
	for _, id := range c.x.Program.Locs[l].Out {
		if e := c.x.Program.Edges[id]; c.x.Ops[id].Kind != ir.BeginsThread {
			list = append(list, e)
		}
	}
	return list
}

// after is in how many sections a thread is behind an edge that leaves l.
func (c *checker) after(l ir.Loc, e *ir.Edge) int {
	switch c.x.Ops[e.ID].Kind {
	case ir.Enters, ir.EntersWaiting:
		return c.depth[l] + 1
	case ir.Leaves:
		return max(0, c.depth[l]-1)
	}
	return c.depth[l]
}

// formulas fails if the outline has assertions where there must be none, or that speak of what they must not.
func (c *checker) formulas() {
	for _, s := range []struct {
		list   []map[ir.Loc]term.Term
		inside bool
	}{{c.o.At, false}, {c.o.Inside, true}} {
		if len(s.list) != len(c.x.Starts) {
			reject("the outline is of another number of threads")
		}
		for i, at := range s.list {
			for l, f := range at {
				owner, ok := c.owner[l]
				if !ok || owner != i || (c.depth[l] > 0) != s.inside {
					reject("location %d is none of thread %d that may have this assertion", l, i)
				}
				for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
					v := c.vars[x.Name()]
					if of, ok := c.own.of[v]; ok && of != i {
						reject("an assertion speaks of %s, which is of another thread", x.Name())
					}
					if j := slices.Index(c.counters, c.st.Import(x)); j >= 0 && c.own.many[j] {
						reject("an assertion speaks of where one of any number of threads is")
					}
					if (v == nil || sem.Sort(v.Type) != x.Sort()) && !slices.Contains(c.counters, c.st.Import(x)) {
						reject("an assertion speaks of %s", x.Name())
					}
				}
				c.count.Assertions++
			}
		}
	}
	for _, x := range c.counters {
		if c.vars[x.Name()] != nil {
			reject("%s is a variable of the program", x.Name())
		}
	}
}

// points are the locations of a thread that have assertions, in their order.
func (c *checker) points(i int) (list []point) {
	for l := range c.o.At[i] {
		list = append(list, point{i, l, false})
	}
	for l := range c.o.Inside[i] {
		list = append(list, point{i, l, true})
	}
	slices.SortFunc(list, func(x, y point) int { return int(x.loc) - int(y.loc) })
	return list
}

// assertion is that of a point where its thread is there; false if there is none.
func (c *checker) assertion(p point) term.Term {
	f, ok := c.o.At[p.thread][p.loc]
	if p.inside {
		f, ok = c.o.Inside[p.thread][p.loc]
	}
	if !ok {
		return c.st.False()
	}
	return c.at(c.st.Import(f), p.thread, p.loc)
}

// at is f where a thread is at a location.
func (c *checker) at(f term.Term, thread int, l ir.Loc) term.Term {
	return c.st.Subst(f, map[term.Term]term.Term{c.counters[thread]: c.st.Int(int64(l))})
}

// initially checks the assertion where the first thread begins.
func (c *checker) initially() {
	start := point{0, c.x.Starts[0], false}
	first := func(f term.Term) term.Term {
		for i := range c.counters {
			if i > 0 {
				f = c.at(f, i, NotMade)
			}
		}
		return f
	}
	c.keeps("initially the assertion of the first thread holds", start, first)
}

// obligations checks those of a step from a point.
func (c *checker) obligations(p point, s *step) {
	from := c.assertion(p)
	if from.IsFalse() {
		return
	}
	about := "from " + c.place(p.loc)
	behind := func(f term.Term) term.Term { return c.behind(f, s) }
	if s.to == 0 {
		c.impossible(about+" no goal is reached", from, s.guard)
		return
	}
	if s.to != HasEnded {
		next := point{p.thread, s.to, c.depth[s.to] > 0}
		c.keeps(about+" the assertion of "+c.place(s.to)+" holds", next, behind, from, s.guard)
		if next.inside {
			return // others do not move here
		}
	}
	for j := range c.counters {
		if j == p.thread {
			continue
		}
		made := s.makes > 0 && s.makes == j
		for _, q := range c.points(j) {
			switch {
			case q.inside:
			case made && q.loc == c.x.Starts[j]:
				c.keeps(about+" the assertion of the thread that is made holds", q, behind, from, s.guard)
			case made:
			default:
				c.free(p, q, from, s)
			}
		}
		if start := c.x.Starts[j]; made && !c.o.At[j][start].Valid() {
			c.impossible(about+" no thread is made whose start has no assertion", from, s.guard)
		}
	}
}

// free checks that a step from p keeps the assertion of q, at which another thread is.
func (c *checker) free(p, q point, from term.Term, s *step) {
	here := c.at(from, q.thread, q.loc)
	if here.IsFalse() {
		return
	}
	was := c.assertion(q)
	before := c.st.True() // inside of a section it need not hold
	if !p.inside {
		before = c.at(was, p.thread, p.loc)
	}
	if before.IsFalse() {
		return
	}
	after := c.behind(was, s)
	if after == before {
		return
	}
	guard := c.at(s.guard, q.thread, q.loc)
	then := func(f term.Term) term.Term { return c.at(c.behind(f, s), q.thread, q.loc) }
	c.keeps("from "+c.place(p.loc)+" the assertion of "+c.place(q.loc)+" is kept", q, then, c.two(p.thread, q.thread), here, before, guard)
}

// behind is an assertion in the state behind a step.
func (c *checker) behind(f term.Term, s *step) term.Term {
	m := map[term.Term]term.Term{c.counters[s.thread]: c.st.Int(int64(s.to))}
	if s.makes > 0 {
		m[c.counters[s.makes]] = c.st.Int(int64(c.x.Starts[s.makes]))
	}
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if t, ok := s.values[c.vars[x.Name()]]; ok && c.vars[x.Name()] != nil {
			m[x] = t
		}
	}
	return c.st.Subst(f, m)
}

// keeps fails unless the assertion of a point holds behind a step, where behind says what a formula is there.
func (c *checker) keeps(about string, q point, behind func(term.Term) term.Term, before ...term.Term) {
	if c.weakens != nil {
		c.weakens.keep(q, behind, before)
		return
	}
	c.impossible(about, append(before, c.st.Not(behind(c.assertion(q))))...)
}

// impossible fails unless formulas contradict each other.
func (c *checker) impossible(about string, formulas ...term.Term) {
	if c.ctx.Err() != nil {
		panic(stop{c.ctx.Err()})
	}
	all := c.st.And(formulas...)
	if all.IsFalse() || c.weakens != nil {
		return
	}
	if c.count.Obligations++; c.count.Obligations > maxAll {
		giveUp("there are more than %d obligations", maxAll)
	}
	s := c.newSolver(c.st)
	defer solver.Close(s)
	c.ranges(s, all)
	s.Assert(all)
	switch ans := s.Check(c.ctx); ans.Status {
	case solver.Sat:
		reject("%s: that is not so", about)
	case solver.Unknown:
		if c.ctx.Err() != nil {
			panic(stop{c.ctx.Err()})
		}
		giveUp("%s: %s", about, ans.Reason)
	}
}

// ranges asserts that the variables of the program of which a formula speaks have values of their types.
func (c *checker) ranges(s solver.Solver, f term.Term) {
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if v := c.vars[x.Name()]; v != nil {
			s.Assert(c.sem.Range(v.Type, x))
		}
	}
}

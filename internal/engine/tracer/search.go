package tracer

import (
	"context"
	"slices"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// search is one run of the algorithm: the tree, explored depth first. What happens at loops and at errors is
// a strategy.
type search struct {
	cfg   Config
	task  *engine.Task
	ctx   context.Context
	prog  *program
	st    *term.Store
	sem   *sem.Context
	loops strategy
	path  *path      // the symbolic state at the end of the current path
	free  smt.Solver // decides formulas over program variables, on no path

	stack   []*frame // π
	table   table    // M
	nodes   int      // S: statements and guards executed
	created int      // nodes numbered
	stats   stats

	forms *forms
	lits  []literal // buffer of clause
	ids   int       // of headers
	leans bool      // some label needs what is given
	itp   smt.Interpolator

	stop   verdict.Reason // why the search ends without a verdict
	detail string
	trace  *verdict.Trace
}

// stats are the counters of a run.
type stats struct {
	siblings, ancestors int // subsumptions of each kind
	restarts, widenings int
	queries             int // of the solver free
	start               time.Time
}

// frame is a node on the current path, at the start of a block.
type frame struct {
	b    *block
	node int
	via  *arc // from the frame below; nil for the root

	before mark // in front of via
	start  mark // at the start of the block
	end    mark // at its end
	logged int  // labels in the table when the node was made

	implied bool // via's condition follows from the path condition and is not part of it
	blocked bool // no execution gets to the end of the block
	header  *header
	inside  []*header // open headers whose loops the path has not left since, the outermost first
	kids    []kid
	active  int // the arc that is being explored
}

// kid is what is known of one arc out of a frame's block.
type kid struct {
	status  status
	visited bool // counted as a node
	target  target
}

type status uint8

const (
	pending status = iota
	done
	again // done, but the state has been weakened since
)

// target is the label that the node at the end of an arc got.
type target struct {
	label      label
	deps       deps
	entries    []*entry // what the proof uses
	infeasible bool
	cut        bool // some path below was cut at the bound of deepening
}

func run(ctx context.Context, cfg Config, task *engine.Task) *verdict.Result {
	return newSearch(ctx, cfg, task).loops.solve()
}

func newSearch(ctx context.Context, cfg Config, task *engine.Task) *search {
	st := term.NewStore()
	s := &search{
		cfg: cfg, task: task, ctx: ctx, st: st,
		prog:  newProgram(task.Program, task.Goals),
		sem:   sem.New(st, task.Program),
		free:  task.NewSolver(st),
		forms: newForms(st),
	}
	s.loops = newStrategy(s)
	s.stats.start = time.Now()
	task.Program.AllVars(func(v *ir.Var) { s.sem.Var(v) }) // so that VarOf knows them
	for l, b := range s.prog.blocks {
		// Only where the proof states an invariant, which then has this one as a part.
		if f := task.Assume[ir.Loc(l)]; b != nil && f.Valid() && s.prog.stated(b) {
			b.given = st.Import(f)
		}
	}
	s.path = newPath(ctx, s.sem, task.NewSolver(st))
	s.path.forms = s.forms
	s.clear()
	return s
}

// clear empties the table.
func (s *search) clear() {
	s.table = table{entries: make([][]*entry, len(s.prog.Locs))}
}

// unboundedSymExec is Fig. 2 of unbounded with a stack of its own: every round takes one arc
// forwards, or goes back from a node with its label. It ends with a complete tree, a
// counterexample (trace), or a reason to stop (stop).
func (s *search) unboundedSymExec() {
	s.push(s.prog.entry, nil)
	for len(s.stack) > 0 && s.stop == "" && s.trace == nil {
		if s.ctx.Err() != nil {
			s.giveUp(verdict.Timeout, "")
			break
		}
		f := s.stack[len(s.stack)-1]
		if i := s.choose(f); i >= 0 {
			s.forward(f, i) // lines 20 to 22
		} else {
			s.back(f) // lines 23 to 25
		}
	}
}

func (s *search) giveUp(reason verdict.Reason, detail string) {
	if s.stop == "" {
		s.stop, s.detail = reason, detail
	}
}

// choose is the next arc of f to explore; -1 if none is left.
func (s *search) choose(f *frame) int {
	for i := range f.kids {
		if f.kids[i].status != done {
			return i
		}
	}
	return -1
}

// forward makes a symbolic step along arc i of f.
func (s *search) forward(f *frame, i int) {
	f.active = i
	k, a := &f.kids[i], &f.b.out[i]
	before := s.path.mark()
	if a.edge != nil && !a.edge.Aux && !k.visited {
		s.nodes++
	}
	k.visited = true
	implied := s.onlyWay(f, i)
	if !implied && !s.step(a) { // lines 1, 2: infeasible path
		s.event(engine.Event{Kind: engine.Infeasible, Loc: a.to.loc, Node: s.newNode()})
		s.path.undo(before)
		s.finish(f, i, target{label: falseLabel(s.st), infeasible: true})
		return
	}
	if a.to.error { // lines 3 to 7
		s.loops.atError(f, i)
		return
	}
	t, ok := s.subsumed(a.to)    // lines 10, 11
	if !ok && a.to.head != nil { // lines 12 to 17
		t, ok = s.loops.arrive(a.to)
	}
	if s.stop != "" {
		return
	}
	if ok {
		s.path.undo(f.end)
		s.finish(f, i, t)
		return
	}
	s.push(a.to, a)
	top := s.stack[len(s.stack)-1]
	top.before, top.implied = f.end, implied
}

// finish records what came of arc i.
func (s *search) finish(f *frame, i int, t target) {
	f.kids[i].target, f.kids[i].status = t, done
}

// onlyWay says that arc i is one of a branch whose other side is infeasible.
func (s *search) onlyWay(f *frame, i int) bool {
	if !complementary(f.b) {
		return false
	}
	other := &f.kids[1-i]
	return other.status == done && other.target.infeasible
}

// step executes the arc's edge. It reports whether the path remains feasible.
func (s *search) step(a *arc) bool {
	if a.edge == nil {
		return true
	}
	return s.path.try(s.path.Exec(a.edge.Stmt))
}

// push makes a node for the current state, which is at the start of b, and executes b.
func (s *search) push(b *block, via *arc) {
	s.nodes += b.count
	f := &frame{b: b, node: s.newNode(), via: via, logged: len(s.table.log), start: s.path.mark()}
	f.kids = make([]kid, len(b.out))
	f.inside = s.inside(b)
	s.stack = append(s.stack, f)
	s.event(engine.Event{Kind: engine.Expand, Loc: b.loc, Node: f.node})
	if b.head != nil {
		s.setHeader(f, &header{frame: len(s.stack) - 1, loop: b.head})
		s.loops.enter(f)
	}
	s.through(f, true)
}

// setHeader makes h the header at f.
func (s *search) setHeader(f *frame, h *header) {
	h.id = s.ids
	s.ids++
	if f.header != nil {
		f.inside = f.inside[:f.header.place]
	}
	h.place = len(f.inside)
	f.header = h
	f.inside = append(f.inside[:h.place:h.place], h)
}

// inside lists the open headers whose loops the path will not have left when it goes on to b.
// Loops are nested, so that these are a part of the top frame's, from the outermost.
func (s *search) inside(b *block) []*header {
	if len(s.stack) == 0 {
		return nil
	}
	hs := s.stack[len(s.stack)-1].inside
	for len(hs) > 0 && !s.prog.within(hs[len(hs)-1].loop, b.loc) {
		hs = hs[:len(hs)-1]
	}
	return hs
}

// through executes the block of f. With look it finds out whether that is possible.
func (s *search) through(f *frame, look bool) {
	f.blocked = false
	if f.b.given.Valid() {
		s.path.assume(s.path.at(f.b.given))
	}
	for _, e := range f.b.chain {
		assumed := s.path.Exec(e.Stmt)
		if _, havoc := e.Stmt.(*ir.Havoc); havoc {
			continue // inputs have their ranges as soon as they are mentioned
		}
		if !look {
			s.path.assume(assumed)
		} else if !s.path.try(assumed) {
			f.blocked = true
			break
		}
	}
	f.end = s.path.mark()
	if f.blocked {
		f.kids = nil
	} else if f.kids == nil {
		f.kids = make([]kid, len(f.b.out))
	}
}

// back leaves f, all of whose arcs have been explored, with its label.
func (s *search) back(f *frame) {
	var l label
	switch {
	case f.blocked:
		l = falseLabel(s.st)
	default:
		l = s.combine(f)
	}
	s.path.undo(f.end)
	s.path.undo(s.entered(f))
	l = s.simplify(s.before(s.chain(f.b), l, true))
	l = s.interpolate(l)
	if s.stop != "" {
		return
	}
	var t target
	for i := range f.kids {
		t.deps = t.deps.union(f.kids[i].target.deps)
		t.entries = append(t.entries, f.kids[i].target.entries...)
		t.cut = t.cut || f.kids[i].target.cut
	}
	if f.header != nil && f.header.used {
		var ok bool
		if l, t.deps, ok = s.close(f, l, t.deps); !ok {
			return // some arcs have to be explored again
		}
	}
	e := s.store(f, l, t)
	if f.header != nil {
		for _, r := range f.header.rest {
			r.uses = append(r.uses, e)
		}
		f.header.rest = nil
	}
	s.path.undo(f.before)
	s.stack = s.stack[:len(s.stack)-1]
	if len(s.stack) > 0 {
		below := s.stack[len(s.stack)-1]
		s.finish(below, below.active, e.target())
	}
}

// entered is the place on the path where the block of f begins, after the header's weakening.
func (s *search) entered(f *frame) mark {
	if f.header != nil && f.header.weakened {
		return f.header.entered
	}
	return f.start
}

// effect is the effect of an arc.
func (s *search) effect(a *arc) *effect {
	if a.effect == nil {
		a.effect = s.effectOf([]*ir.Edge{a.edge})
	}
	return a.effect
}

// chain is the effect of a block.
func (s *search) chain(b *block) *effect {
	if b.pure == nil {
		b.pure = s.effectOf(b.chain)
		if b.given.Valid() {
			gs := term.Conjuncts(b.given)
			b.pure.given = len(gs)
			b.pure.assumed = slices.Concat(gs, b.pure.assumed)
		}
	}
	return b.pure
}

func (s *search) effectOf(edges []*ir.Edge) *effect {
	e := effectOf(s.sem, edges)
	for _, u := range e.unknowns {
		s.path.typeOf[u.t] = u.ty
	}
	return e
}

// newNode is the number of the next node of the tree.
func (s *search) newNode() int {
	s.created++
	return s.created
}

func (s *search) event(e engine.Event) {
	if s.task.Event != nil {
		for i := len(s.stack) - 1; i >= 0 && e.From == 0; i-- { // the node below which it happens
			if f := s.stack[i]; f.node != e.Node {
				e.From = f.node
			}
		}
		s.task.Event(e)
	}
}

// decide checks a formula over program variables together with assumptions.
func (s *search) decide(f term.Term, assumptions ...term.Term) smt.Answer {
	s.stats.queries++
	s.free.Push()
	defer s.free.Pop()
	seen := map[term.Term]bool{}
	ranges := func(f term.Term) {
		for _, x := range s.path.vars.of(f) {
			if !seen[x] {
				seen[x] = true
				if r := s.path.rangeOf(x); !r.IsTrue() {
					s.free.Assert(r)
				}
			}
		}
	}
	ranges(f)
	for _, a := range assumptions {
		ranges(a)
	}
	s.free.Assert(f)
	return s.free.Check(s.ctx, assumptions...)
}

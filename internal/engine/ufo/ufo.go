// Package ufo explores a program between under- and over-approximations.
//
// Albarghouthi, Gurfinkel, Chechik, "From Under-approximations to Over-approximations and Back",
// TACAS 2012. An abstract reachability graph, a DAG of nodes labelled by formulas, is unwound in
// the order of a weak topological order (ExpandARG, Fig. 3); one query decides all its paths to the
// error (Refine, Sec. 5); if none is feasible, sequence interpolants relabel it.
//
// Where we depart from the paper:
//
//   - Large blocks: a node is for a cut point (the entry, a loop head, the error), an edge stands
//     for every path between two cut points.
//
//   - All error locations are one vertex.
//
//   - ExpandARG follows the nesting of the order by recursion instead of WTONEXT and WTOEXIT;
//     lines 46 to 48 clear the future nodes of the covered node, which the figure overwrites first.
//
//   - Where two nodes of a location would be future nodes at once, or an edge leads back to a node
//     that the expansion has left, the edge is redirected to the one future node: the figure forgets one,
//     and the graph would not be complete.
//
//   - A component whose head is covered or has no future node is visited as long as a vertex of its body has
//     one: a loop may have several entries, as goto makes them.
//
//   - A node with a new label that also has parents without one, or that the expansion before had
//     not come from, gets the disjunction of the label and of Post over those parents; the paper
//     forgets the label.
//
//   - A new label is conjoined with the Boolean Post, which interpolants would otherwise forget until the
//     node is marked. The strongest labels of a loop head become inductive once the predicates are enough;
//     interpolants alone may be others for each unwinding.
//
//   - A predicate of the Boolean Post about a variable that takes only constants brings the equations with all of
//     them.
//
//   - Interpolants are not labels yet: from the error backwards, a node's label is what its edges
//     need of the conjuncts of its interpolant; where Clean would be expensive or the interpolant is
//     missing, conjuncts are learned from states that break an edge (labels.go). Old labels and
//     constants are used if that does not help.
//
//   - Where interpolants would give predicates only, none are computed: the labels are learned from
//     states alone, which gives fewer predicates. Proofs are used when these are not enough.
//
//   - Where the Boolean Post only learns predicates from states, an expansion of many nodes ends once the edge from one
//     of them to the error may be feasible: what the abstraction is too coarse for is learned before the graph gets
//     deep because of it.
//
//   - A refinement forgets what it does not need of the labels before it, and may so come back to the
//     same graph without end. From the first time on that a graph comes again, labels only get stronger.
//     Then what labels say is part of what is interpolated.
//
//   - Where predicates come from states, ARGCond is asserted backwards (who is there has come by an edge), with the
//     labels of the nodes, and in a solver that keeps what it learned. Interpolation has one of its own.
//
//   - Formulas keep their variables from one refinement to the next, so that the solver knows them
//     (encode.go); a value that is the same on all ways to a node needs no variable there.
//
// With all of these it is an algorithm of its own. The whole of it:
//
//	main:
//	  entry ← a node for the entry, labelled true; mark it
//	  loop
//	    expandARG
//	    if no node is for the error, or its label is false: TRUE, and the labels are invariants
//	    if the graph has come before: from now on labels only get stronger
//	    E ← the paths of the graph to the error, as far as the labels and the edges known to be dead allow
//	    if an execution takes one of E: FALSE, with it
//	    relabel, or learn predicates; give up if neither says anything new
//
//	expandARG: for each cut point in the weak topological order, a loop around its body
//	  v ← the future node of the cut point; its edges lead to future nodes, old edges are redirected to them
//	  v.label ← v's new label, if the last refinement gave one
//	            ∨ Post over the edges from parents that it did not lead here from, if v is marked
//	            ∧ Post over all of them, if Post is Boolean
//	            ∧ what the numeric domain says
//	  mark v's children, if v was marked, or has a new label that they lack
//	  at a loop head: leave the loop once the nodes before cover v
//	  Boolean predicates only: end early once the graph is large and some edge may reach the error
//
//	relabel: for v backwards from the error, whose label is false
//	  choose from the conjuncts of v's interpolant, of its old label and its constants, until
//	  chosen ∧ edge ⇒ label of the child, for every edge; where they are not enough
//	    take a state that breaks the edge, and what of it no path to v reaches
//	    add a half-space between it and the states that are reached, or its negation
//
// In files:
//
//	cut.go       the program on its cut points
//	ufo.go       ExpandARG and what it calls
//	encode.go    ARGCond, in pieces
//	refine.go    Refine
//	paths.go     which of the paths are feasible
//	labels.go    labels from interpolants, Clean
//	separate.go  labels by half-spaces between reached and bad states
//	counted.go   the variables that half-spaces are about
//	constants.go predicates about state machines
//	post.go      Post
//	numeric.go   Post by numeric domains
//	transfer.go  edges in steps, for Post by decision diagrams
package ufo

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// Post is the abstract post operator (Sec. 4).
type Post uint8

const (
	Cartesian Post = iota // CPUFO: the conjunction of the predicates that hold
	True                  // uUFO: always true
	Boolean               // BPUFO: the strongest Boolean combination
	// Not by predicates but by a numeric domain (numeric.go).
	Interval
	Octagon
	Polyhedra
)

// Refinement says what interpolants are used for.
type Refinement uint8

const (
	Labels     Refinement = iota // they are the new labels, and give predicates
	Predicates                   // they give predicates only: CP and BP
)

// Config has the options of the engine; the zero value is CPUFO.
type Config struct {
	Post   Post
	Refine Refinement
}

// New makes the engine.
func New(cfg Config) *engine.Engine {
	return &engine.Engine{
		Name: "ufo",
		Doc: "Abstract reachability graphs between under- and over-approximation.\n\n" +
			"Albarghouthi, Gurfinkel, Chechik, TACAS 2012; on large blocks.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			u := newExploration(cfg, task)
			start := time.Now()
			res := u.main(ctx)
			u.time = time.Since(start)
			res.Stats = u.stats()
			return res, nil
		},
	}
}

// node is a node of the graph: ν(v) is vertex, ψ(v) is label.
type node struct {
	id         int
	vertex     int
	label      term.Term // base, and what a numeric domain says
	base       term.Term // from interpolants or Post
	marked     bool
	children   []*node
	parents    []*node
	confirmed  bool    // the label implies the one that the last refinement gave
	basis      []*node // the parents of which the label knows
	redirected []*node // the parents whose edges came here after the last refinement
	covered    bool    // in the last expansion
	coverers   []*node // then: by what
	visited    int     // the last expansion that came here
	place      int     // the number of nodes that it came to before
	point      *point  // where it is in formulas; nil until needed
	flow       *flow
	steps      []*step // the ways to it
	vars       *scope
}

// expansion is the graph as the last expansion has left it.
type expansion struct {
	round   int // expansions so far: ITER
	entry   *node
	err     *node   // v_err; nil if the error is not in the graph
	visited []*node // in the order in which the expansion came to them
}

// exploration is one run.
type exploration struct {
	expansion
	cfg          Config
	ctx          context.Context
	task         *engine.Task
	st           *term.Store
	graph        *cutGraph
	solver       smt.Solver // decides coverings
	interpolator smt.Interpolator
	free         smt.Solver // without assertions
	paths        *paths
	owner        map[term.Term]*node // of variables in formulas: the node whose value it is
	samples      map[int]*samples    // by vertex
	proofs       bool                // predicates come from proofs; set once states give no more
	seen         map[string]bool     // fingerprints of the graphs so far
	keepLabels   bool                // a graph has come again: labels are kept
	manyNodes    int                 // manyNodes, outside of tests
	endedEarly   bool                // the last expansion; see mayReachError
	post         *poster
	numeric      numeric         // nil without a numeric domain
	fn           map[int]*node   // FN: future nodes by vertex
	ah           map[int][]*node // AH: active heads by vertex
	labels       map[*node]term.Term
	nodes        int

	expanded func() // told after each expansion; nil outside of tests
	spent
}

// spent is what an exploration has cost.
type spent struct {
	itime, ptime, time time.Duration
	covers             int
}

func newExploration(cfg Config, task *engine.Task) *exploration {
	st := term.NewStore()
	g := newCutGraph(sem.New(st, task.Program), task.Goals)
	u := &exploration{cfg: cfg, task: task, st: st, graph: g, solver: task.NewSolver(st), interpolator: task.NewInterpolator(st), free: task.NewSolver(st), samples: map[int]*samples{}, owner: map[term.Term]*node{}, seen: map[string]bool{}, manyNodes: manyNodes}
	pathSolver := task.NewSolver(st)
	u.post = &poster{cfg: cfg, st: st, graph: g, newSolver: task.NewSolver, edges: map[[2]int]*transition{}, preds: map[int][]term.Term{}}
	u.paths = &paths{Solver: pathSolver, st: st, graph: g, post: u.post, expansion: &u.expansion}
	task.Program.AllVars(func(v *ir.Var) {
		if r := g.arcs.Range(v.Type, g.arcs.Var(v)); !r.IsTrue() {
			u.solver.Assert(r)
		}
	})
	return u
}

// main is UFOMAIN, Fig. 3 lines 1 to 13.
func (u *exploration) main(ctx context.Context) *verdict.Result {
	u.ctx = ctx
	u.numeric = newNumeric(ctx, u)
	u.post.numeric = u.numeric != nil
	u.entry = u.create(0, nil)
	u.entry.marked = true
	u.labels = map[*node]term.Term{}
	for {
		u.fn, u.ah = map[int]*node{}, map[int][]*node{}
		u.expandARG()
		if u.expanded != nil {
			u.expanded()
		}
		if ctx.Err() != nil {
			return unknown(verdict.Timeout, "time was up")
		}
		if !u.endedEarly && (u.err == nil || u.err.label.IsFalse() || u.implies(u.err.label, u.st.False())) {
			return u.safe()
		}
		if print := u.fingerprint(); u.seen[print] {
			u.keepLabels = true
		} else {
			u.seen[print] = true
		}
		before, _ := u.post.count()
		trace, labels, reason := u.refine()
		switch {
		case ctx.Err() != nil:
			return unknown(verdict.Timeout, "time was up")
		case trace != nil:
			return &verdict.Result{Verdict: verdict.False, Trace: trace}
		case reason != "":
			return unknown(verdict.Interpolant, reason)
		}
		u.event(engine.Event{Kind: engine.Refine, Node: u.err.id})
		u.labels = labels
		if u.cfg.Refine == Predicates {
			if n, _ := u.post.count(); n == before {
				if u.proofs {
					return unknown(verdict.Interpolant, "a refinement gave no new predicate")
				}
				u.proofs, u.post.precise = u.post.precise, true
			}
			u.labels = map[*node]term.Term{}
			u.entry.marked = true
		}
	}
}

// fingerprint has the nodes of the last expansion, and their labels.
func (u *exploration) fingerprint() string {
	var print []byte
	for _, v := range u.visited {
		print = binary.AppendUvarint(print, uint64(v.id))
		print = binary.AppendUvarint(print, uint64(v.label.ID()))
	}
	return string(print)
}

func unknown(reason verdict.Reason, detail string) *verdict.Result {
	return &verdict.Result{Reason: reason, Detail: detail}
}

// create makes a node with the weakest label; from is nil for the entry.
func (u *exploration) create(vertex int, from *node) *node {
	u.nodes++
	v := &node{id: u.nodes, vertex: vertex, label: u.st.True(), base: u.st.True()}
	e := engine.Event{Kind: engine.Expand, Loc: u.graph.locs[vertex], Node: v.id}
	if from != nil {
		e.From = from.id
	}
	u.event(e)
	return v
}

// futureNode is GETFUTURENODE, lines 14 to 20; from is the node whose successor it is.
func (u *exploration) futureNode(vertex int, from *node) *node {
	if v := u.fn[vertex]; v != nil {
		return v
	}
	v := u.create(vertex, from)
	v.marked = true // computed when it is visited
	u.fn[vertex] = v
	return v
}

// expandNode is EXPANDNODE, lines 21 to 28. Where the figure would forget the future node of a
// location, or come to a node for a second time, the edge is redirected to the future node.
func (u *exploration) expandNode(v *node) {
	if len(v.children) == 0 {
		for _, s := range u.graph.succ(v.vertex) {
			w := u.futureNode(s, v)
			v.children = append(v.children, w)
			if w.parents = append(w.parents, v); u.task.Detail && len(w.parents) > 1 {
				u.event(engine.Event{Kind: engine.Arrive, Loc: u.graph.locs[w.vertex], Node: w.id, From: v.id})
			}
		}
		return
	}
	for i, w := range v.children {
		if u.fn[w.vertex] == nil && w.visited != u.round {
			u.fn[w.vertex] = w
		}
		if y := u.futureNode(w.vertex, v); y != w {
			w.parents = slices.DeleteFunc(w.parents, func(p *node) bool { return p == v })
			v.children[i] = y
			y.parents = append(y.parents, v)
			y.redirected = append(y.redirected, v)
		}
	}
}

// expandARG is EXPANDARG, lines 29 to 52.
func (u *exploration) expandARG() {
	u.round++
	u.visited, u.err, u.endedEarly = u.visited[:0], nil, false
	u.fn[0] = u.entry
	u.expand(u.graph.order)
}

// expand visits the future nodes of a part of the order; once it is cut only the error, which no component contains.
func (u *exploration) expand(order []element) {
	for _, el := range order {
		if u.endedEarly && el.vertex != u.graph.err {
			continue
		}
		if !el.loop {
			if v := u.take(el.vertex); v != nil {
				u.visit(v)
			}
			continue
		}
		for v := u.take(el.vertex); (v != nil || u.awaited(el.body)) && !u.endedEarly; v = u.take(el.vertex) {
			if u.ctx.Err() != nil {
				return
			}
			if v != nil {
				u.visit(v)
				if u.endedEarly {
					break
				}
			}
			switch {
			case v == nil:
			case u.isCovered(v): // lines 43 to 49
				v.covered, v.coverers = true, slices.Clone(u.ah[el.vertex])
				u.covers++
				for _, w := range v.children {
					if u.fn[w.vertex] == w && !w.hasOtherParent(v, u.round) {
						delete(u.fn, w.vertex)
					}
				}
			default:
				u.ah[el.vertex] = append(u.ah[el.vertex], v)
			}
			u.expand(el.body)
		}
		delete(u.ah, el.vertex)
		delete(u.fn, el.vertex)
	}
}

// awaited tells whether some vertex of a component's body has a future node: its edge does not come from the head if the
// component has several entries.
func (u *exploration) awaited(body []element) bool {
	return slices.ContainsFunc(body, func(el element) bool { return u.fn[el.vertex] != nil || u.awaited(el.body) })
}

// hasOtherParent tells whether a parent besides v that the expansion has come to and not covered
// leads to w.
func (w *node) hasOtherParent(v *node, round int) bool {
	for _, p := range w.parents {
		if p != v && p.visited == round && !p.covered {
			return true
		}
	}
	return false
}

func (u *exploration) take(vertex int) *node {
	v := u.fn[vertex]
	delete(u.fn, vertex)
	return v
}

// visit expands v and computes its label, lines 32 to 40.
func (u *exploration) visit(v *node) {
	v.visited, v.place, v.covered, v.coverers = u.round, len(u.visited), false, nil
	u.visited = append(u.visited, v)
	label, bound := u.labels[v]
	if bound {
		v.basis = slices.DeleteFunc(slices.Clone(v.parents), func(p *node) bool { return !u.leadsTo(p, v) })
	}
	for _, p := range v.parents {
		// A parent that the expansions before had not come to.
		if p.visited == u.round && !slices.Contains(v.basis, p) {
			v.marked = true
		}
	}
	v.confirmed = bound
	u.expandNode(v)
	for _, w := range v.children {
		if _, ok := u.labels[w]; v.marked || bound && !ok {
			w.marked = true
		}
	}
	switch {
	case v.marked:
		v.marked = false
		v.base = u.postAll(v, label, bound)
		v.basis = slices.DeleteFunc(slices.Clone(v.parents), func(p *node) bool { return p.visited != u.round })
	case bound && u.cfg.Post == Boolean:
		v.base = u.postAll(v, label, bound)
	case bound:
		v.base = label
	}
	v.redirected = nil
	if v.label = v.base; u.numeric != nil {
		start := time.Now()
		v.label = u.st.And(v.base, u.numeric.arrive(v, u.ah[v.vertex]))
		u.ptime += time.Since(start)
	}
	u.event(engine.Event{Kind: engine.Label, Loc: u.graph.locs[v.vertex], Node: v.id, Term: v.label})
	if v.vertex == u.graph.err {
		u.err = v
	}
	u.endedEarly = u.endedEarly || len(u.visited) >= u.manyNodes && u.fn[u.graph.err] != nil && slices.ContainsFunc(u.visited, u.mayReachError)
}

// manyNodes is the size of a graph that is enough to learn predicates from, if it leads to the error at all.
const manyNodes = 24

// mayReachError tells whether the edge from v to the error may be feasible, if labels are for predicates that states give: the
// graph up to v is then enough for a refinement, but for no proof.
func (u *exploration) mayReachError(v *node) bool {
	return u.cfg.Post == Boolean && u.cfg.Refine == Predicates && !u.proofs &&
		slices.Contains(u.graph.succ(v.vertex), u.graph.err) &&
		!u.post.transition(v.vertex, u.graph.err).Dead(u.ctx, v.label)
}

// isCovered tells whether the active heads at v's location cover v (line 43). An unreachable
// node is covered by nothing.
func (u *exploration) isCovered(v *node) bool {
	heads := u.ah[v.vertex]
	any := make([]term.Term, len(heads))
	for i, h := range heads {
		any[i] = h.label
	}
	if u.implies(v.label, u.st.Or(any...)) {
		e := engine.Event{Kind: engine.Cover, Loc: u.graph.locs[v.vertex], Node: v.id}
		if len(heads) == 1 {
			e.Other = heads[0].id
		}
		u.event(e)
		return true
	}
	return false
}

// implies tells whether every state of a is one of b; false is no refutation.
func (u *exploration) implies(a, b term.Term) bool {
	return u.valid(a, b)
}

func (u *exploration) valid(a, b term.Term) bool {
	f := u.st.And(a, u.st.Not(b))
	if f.IsFalse() {
		return true
	}
	u.solver.Push()
	u.solver.Assert(f)
	ans := u.solver.Check(u.ctx)
	u.solver.Pop()
	return ans.Status == smt.Unsat
}

// safe is the proof: at a cut point the disjunction of its nodes' labels (Theorem 1).
func (u *exploration) safe() *verdict.Result {
	return &verdict.Result{Verdict: verdict.True, Proof: verdict.Invariants(u.invariants())}
}

// invariants are what the labels of the last expansion say, together inductive.
func (u *exploration) invariants() map[ir.Loc]term.Term {
	any := map[ir.Loc][]term.Term{}
	for _, v := range u.visited {
		if v.vertex != u.graph.err {
			l := u.graph.locs[v.vertex]
			any[l] = append(any[l], v.label)
		}
	}
	inv := map[ir.Loc]term.Term{}
	for l, labels := range any {
		inv[l] = u.st.Or(labels...)
	}
	return inv
}

func (u *exploration) event(e engine.Event) {
	if u.task.Event != nil {
		u.task.Event(e)
	}
}

func (u *exploration) stats() []verdict.Stat {
	preds, queries := u.post.count()
	return []verdict.Stat{
		{Name: "TIME", Value: u.time.Seconds(), Unit: "s", Doc: "time"},
		{Name: "ITER", Value: float64(u.round), Doc: "expansions of the graph"},
		{Name: "ITIME", Value: u.itime.Seconds(), Unit: "s", Doc: "time for interpolation"},
		{Name: "PTIME", Value: u.ptime.Seconds(), Unit: "s", Doc: "time for the abstract post"},
		{Name: "nodes", Value: float64(u.nodes), Doc: "nodes of the graph"},
		{Name: "covers", Value: float64(u.covers), Doc: "covered loop heads"},
		{Name: "predicates", Value: float64(preds), Doc: "predicates"},
		{Name: "posts", Value: float64(queries), Doc: "queries of the abstract post"},
	}
}

func (v *node) String() string { return fmt.Sprintf("v%d", v.id) }

// Package bmc is bounded model checking: all executions that take at most k back edges, in one
// formula that grows with k. It is the yardstick of the other engines and finds short
// counterexamples; it proves only programs without loops.
//
// The program is unwound into a directed acyclic graph of layers. A node is a location with two
// or more ways in (or an error location), at a layer: the number of retreating edges taken. The
// statements between two nodes are executed symbolically, one arc for each path. With e an
// arc's and n a node's Boolean,
//
//	n ⇒ ⋁ e (its arcs)      e ⇒ n(source) ∧ path condition ∧ values(target) = values(source)
//
// so that a model in which the Boolean of an error node holds gives, backwards, an execution. At
// a node a variable keeps its term if all arcs agree on it, and becomes a fresh one otherwise;
// variables that are not live there are left out.
package bmc

import (
	"context"
	"fmt"
	"slices"

	"craig/engine"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/graph"
	"craig/program/ir"
	"craig/program/sem"
)

// Config has the options of the engine.
type Config struct {
	// Unwind is the largest number of retreating edges on a path; 0 is no limit but time.
	Unwind int
	// Queries, if not 0, ends the search after that many queries.
	Queries int
}

// New makes the engine.
func New(cfg Config) *engine.Engine {
	return &engine.Engine{
		Name: "bmc",
		Doc: "Bounded model checking: finds the shortest counterexamples first.\n\n" +
			"Biere, Cimatti, Clarke, Zhu, TACAS 1999; with one formula for all paths of a bound.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			return newUnwinding(cfg, task).run(ctx), nil
		},
	}
}

// arc is a path from a node to a node, without a node in between.
type arc struct {
	from  *node
	taken term.Term   // Boolean
	vals  []term.Term // of the target location's live variables
	path  []ir.EdgeID
	input []input
}

// input is a value that a Havoc on an arc's path gave.
type input struct {
	at   int // index in path
	term term.Term
}

// node is a location at a layer.
type node struct {
	loc   ir.Loc
	holds term.Term // Boolean: the execution goes through here
	arcs  []*arc
}

type unwinding struct {
	cfg    Config
	task   *engine.Task
	prog   *ir.Program
	st     *term.Store
	sem    *sem.Context
	state  *sem.State
	solver smt.Solver

	rank                 []int             // by Loc: position in a reverse post-order
	joins                []ir.Loc          // the locations that have nodes, by rank
	isJoin               []bool            // by Loc
	live                 [][]*ir.Var       // by Loc, for joins
	goal                 map[ir.Loc]bool   //
	arriving             map[ir.Loc][]*arc // in the current layer
	next                 map[ir.Loc][]*arc // in the next one
	nodes, arcs, queries int
}

func newUnwinding(cfg Config, task *engine.Task) *unwinding {
	p := task.Program
	st := term.NewStore()
	u := &unwinding{cfg: cfg, task: task, prog: p, st: st, sem: sem.New(st, p), solver: task.NewSolver(st),
		goal: map[ir.Loc]bool{}, arriving: map[ir.Loc][]*arc{}, next: map[ir.Loc][]*arc{}}
	for _, g := range task.Goals {
		u.goal[g] = true
	}
	n, succ := graph.OfFunc(p, p.Main)
	u.rank, u.isJoin = make([]int, n), make([]bool, n)
	retreats := make([]bool, n)
	order := graph.ReversePostOrder(n, succ, int(p.Main.Entry))
	for i, v := range order {
		u.rank[v] = i
	}
	for _, v := range order {
		for _, w := range succ(v) {
			if u.rank[w] <= u.rank[v] {
				retreats[w] = true
			}
		}
	}
	for _, v := range order {
		if l := ir.Loc(v); l == p.Main.Entry || u.goal[l] || retreats[v] || len(p.Loc(l).In) > 1 {
			u.joins, u.isJoin[l] = append(u.joins, l), true
		}
	}
	u.live = liveVars(p, order)
	return u
}

// run unwinds layer after layer.
func (u *unwinding) run(ctx context.Context) *verdict.Result {
	u.arriving[u.prog.Main.Entry] = []*arc{{taken: u.st.True(), vals: u.initial()}}
	for k := 0; ; k++ {
		u.event(engine.Event{Kind: engine.Unwind, Node: k})
		errors := u.layer(ctx)
		if ctx.Err() != nil {
			return u.unknown("timeout", "time was up")
		}
		if len(errors) > 0 {
			switch ans := u.check(ctx, errors); ans.Status {
			case smt.Sat:
				return u.unsafe(ans.Model, errors)
			case smt.Unknown:
				return u.unknown("solver", "the solver gave up: "+ans.Reason)
			}
		}
		if len(u.next) == 0 {
			return u.exhausted(k)
		}
		if u.cfg.Unwind != 0 && k+1 > u.cfg.Unwind {
			return u.unknown("bound", fmt.Sprintf("no error within %d retreating edges; a larger --unwind searches deeper, another engine proves", u.cfg.Unwind))
		}
		if u.cfg.Queries != 0 && u.queries >= u.cfg.Queries {
			return u.unknown("bound", "no error within the budget")
		}
		u.arriving, u.next = u.next, map[ir.Loc][]*arc{}
	}
}

// initial are the values of the entry's live variables: the variables themselves.
func (u *unwinding) initial() []term.Term {
	var vals []term.Term
	for _, v := range u.live[u.prog.Main.Entry] {
		t := u.sem.Var(v)
		u.solver.Assert(u.sem.Range(v.Type, t))
		vals = append(vals, t)
	}
	return vals
}

// layer makes the nodes of the current layer and fills next. It returns its error nodes.
func (u *unwinding) layer(ctx context.Context) (errors []*node) {
	for _, l := range u.joins {
		arcs := u.arriving[l]
		if len(arcs) == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		n, vals := u.merge(l, arcs)
		if u.goal[l] {
			errors = append(errors, n)
			continue
		}
		u.state = u.sem.NewState()
		for i, v := range u.live[l] {
			u.state.Set(v, vals[i])
		}
		u.walk(&walker{from: n}, l)
	}
	return errors
}

// merge makes the node of l and the values of its live variables.
func (u *unwinding) merge(l ir.Loc, arcs []*arc) (*node, []term.Term) {
	n := &node{loc: l, arcs: arcs}
	u.nodes++
	u.event(engine.Event{Kind: engine.Expand, Loc: l, Node: u.nodes})
	if len(arcs) == 1 {
		n.holds = arcs[0].taken
		return n, arcs[0].vals
	}
	taken := make([]term.Term, len(arcs))
	for i, a := range arcs {
		taken[i] = a.taken
	}
	n.holds = u.st.Fresh("n", term.Bool)
	u.solver.Assert(u.st.Implies(n.holds, u.st.Or(taken...)))
	vals := slices.Clone(arcs[0].vals)
	for i, v := range u.live[l] {
		if !slices.ContainsFunc(arcs, func(a *arc) bool { return a.vals[i] != vals[i] }) {
			continue
		}
		vals[i] = u.st.Fresh(v.Name, sem.Sort(v.Type))
		for _, a := range arcs {
			u.solver.Assert(u.st.Implies(a.taken, u.st.Eq(vals[i], a.vals[i])))
		}
	}
	return n, vals
}

// walker is the path from a node to where the walk is.
type walker struct {
	from  *node
	cond  []term.Term
	path  []ir.EdgeID
	input []input
}

// walk executes what follows l up to the next nodes.
func (u *unwinding) walk(w *walker, l ir.Loc) {
	for _, id := range u.prog.Loc(l).Out {
		e := u.prog.Edge(id)
		mark, conds, inputs := u.state.Mark(), len(w.cond), len(w.input)
		w.path = append(w.path, id)
		assumed := u.state.Exec(e.Stmt)
		if h, ok := e.Stmt.(*ir.Havoc); ok {
			w.input = append(w.input, input{len(w.path) - 1, u.state.Get(h.Var)})
		}
		if !assumed.IsFalse() {
			if !assumed.IsTrue() {
				w.cond = append(w.cond, assumed)
			}
			if u.isJoin[e.To] {
				u.arrive(w, e)
			} else {
				u.walk(w, e.To)
			}
		}
		u.state.Undo(mark)
		w.path, w.cond, w.input = w.path[:len(w.path)-1], w.cond[:conds], w.input[:inputs]
	}
}

// arrive ends an arc.
func (u *unwinding) arrive(w *walker, e *ir.Edge) {
	cond := u.st.And(append(slices.Clone(w.cond), w.from.holds)...)
	if cond.IsFalse() {
		return
	}
	a := &arc{from: w.from, taken: cond, path: slices.Clone(w.path), input: slices.Clone(w.input)}
	u.arcs++
	// At a join an arc has a Boolean of its own even without a condition: it selects the values,
	// and a slice leaves branches both of whose sides are open.
	if len(w.cond) > 0 || len(u.prog.Loc(e.To).In) > 1 {
		a.taken = u.st.Fresh("e", term.Bool)
		u.solver.Assert(u.st.Implies(a.taken, cond))
	}
	for _, v := range u.live[e.To] {
		a.vals = append(a.vals, u.state.Get(v))
	}
	if u.rank[e.To] <= u.rank[e.From] {
		u.next[e.To] = append(u.next[e.To], a)
	} else {
		u.arriving[e.To] = append(u.arriving[e.To], a)
	}
}

func (u *unwinding) check(ctx context.Context, errors []*node) smt.Answer {
	u.queries++
	any := make([]term.Term, len(errors))
	for i, n := range errors {
		any[i] = n.holds
	}
	return u.solver.Check(ctx, u.st.Or(any...))
}

// unsafe follows the model back from an error node.
func (u *unwinding) unsafe(m smt.Model, errors []*node) *verdict.Result {
	at := errors[slices.IndexFunc(errors, func(n *node) bool { return m.Eval(n.holds).IsTrue() })]
	t := &verdict.Trace{Error: at.loc, Property: u.prog.Loc(at.loc).Error}
	var arcs []*arc
	for n := at; n != nil; {
		a := n.arcs[slices.IndexFunc(n.arcs, func(a *arc) bool { return m.Eval(a.taken).IsTrue() })]
		arcs = append(arcs, a)
		n = a.from
	}
	slices.Reverse(arcs)
	for _, a := range arcs {
		for _, in := range a.input {
			t.Set(len(t.Path)+in.at, m.Eval(in.term))
		}
		t.Path = append(t.Path, a.path...)
	}
	return &verdict.Result{Verdict: verdict.False, Trace: t, Stats: u.stats()}
}

// exhausted answers when no execution has more than k retreating edges that are not
// syntactically infeasible. That is a proof with invariants only where none is needed: without
// loops, and without places that stand for loops which a slice has removed.
func (u *unwinding) exhausted(k int) *verdict.Result {
	loops := k > 0
	for _, info := range u.prog.Locs {
		loops = loops || info != nil && info.Loop
	}
	if loops {
		return u.unknown("bound", fmt.Sprintf("every execution takes at most %d retreating edges and none reaches an error, but that gives no loop invariants; use another engine", k))
	}
	return &verdict.Result{Verdict: verdict.True, Stats: u.stats(),
		Invariants: map[ir.Loc]term.Term{u.prog.Main.Entry: u.st.True()}}
}

func (u *unwinding) unknown(reason, detail string) *verdict.Result {
	return &verdict.Result{Reason: reason, Detail: detail, Stats: u.stats()}
}

func (u *unwinding) stats() []verdict.Stat {
	return []verdict.Stat{
		{Name: "nodes", Value: float64(u.nodes), Doc: "locations at layers"},
		{Name: "arcs", Value: float64(u.arcs), Doc: "paths between nodes"},
		{Name: "queries", Value: float64(u.queries), Doc: "solver queries"},
	}
}

func (u *unwinding) event(e engine.Event) {
	if u.task.Event != nil {
		u.task.Event(e)
	}
}

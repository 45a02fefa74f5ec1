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
	"maps"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/arcs"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
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

// arc is a way from a node to a node, without a node in between.
type arc struct {
	arcs.Arc
	from   *node
	taken  term.Term // Boolean
	chosen int       // of a complete unwinding: that of its source, and one more if it is chosen itself
	// Whether taken is that its condition holds at its source: no other arc from there can be taken then.
	decided bool
}

// node is a location at a layer.
type node struct {
	id    int
	loc   ir.Loc
	holds term.Term // Boolean: the execution goes through here
	arcs  []*arc
	// Of a complete unwinding: how many conditions on the way here were chosen, at most, and do not lead here both ways.
	chosen int
}

type unwinding struct {
	cfg    Config
	task   *engine.Task
	st     *term.Store
	arcs   *arcs.Arcs
	solver smt.Solver
	goal   map[ir.Loc]bool
	bits   bool // values are functions of inputs and choices, so that the same gates compute the same values

	arriving, next        map[ir.Loc][]*arc // in the current layer, in the next one
	nodes, taken, queries int
}

func newUnwinding(cfg Config, task *engine.Task) *unwinding {
	st := term.NewStore()
	u := &unwinding{cfg: cfg, task: task, st: st, solver: task.NewSolver(st),
		arcs: arcs.New(sem.New(st, task.Program), task.Program.Main, task.Goals),
		goal: map[ir.Loc]bool{}, arriving: map[ir.Loc][]*arc{}, next: map[ir.Loc][]*arc{}}
	for _, g := range task.Goals {
		u.goal[g] = true
	}
	return u
}

// run unwinds layer after layer.
func (u *unwinding) run(ctx context.Context) *verdict.Result {
	entry := u.task.Program.Main.Entry
	u.arriving[entry] = []*arc{{Arc: u.entry(), taken: u.st.True()}}
	for k := 0; ; k++ {
		u.event(engine.Event{Kind: engine.Unwind, Node: k})
		errors := u.layer(ctx)
		if ctx.Err() != nil {
			return u.unknown(verdict.Timeout, "time was up")
		}
		if len(errors) > 0 {
			switch ans := u.check(ctx, errors); ans.Status {
			case smt.Sat:
				return u.unsafe(ans.Model, errors)
			case smt.Unknown:
				return u.unknown(verdict.Solver, "the solver gave up: "+ans.Reason)
			}
		}
		if len(u.next) == 0 {
			return u.exhausted(k)
		}
		if u.cfg.Unwind != 0 && k+1 > u.cfg.Unwind {
			return u.unknown(verdict.Bound, fmt.Sprintf("no error within %d retreating edges; a larger bound searches deeper, another engine proves", u.cfg.Unwind))
		}
		if u.cfg.Queries != 0 && u.queries >= u.cfg.Queries {
			return u.unknown(verdict.Bound, "no error within the budget")
		}
		u.arriving, u.next = u.next, map[ir.Loc][]*arc{}
	}
}

// entry is the arc to the entry.
func (u *unwinding) entry() arcs.Arc {
	return arcs.Arc{To: u.task.Program.Main.Entry, Vals: u.initial()}
}

// initial are the values of the entry's live variables: the variables themselves.
func (u *unwinding) initial() []term.Term {
	var vals []term.Term
	for _, v := range u.arcs.Live[u.task.Program.Main.Entry] {
		t := u.arcs.Var(v)
		u.solver.Assert(u.arcs.Range(v.Type, t))
		vals = append(vals, t)
	}
	return vals
}

// layer makes the nodes of the current layer and fills next. It returns its error nodes.
func (u *unwinding) layer(ctx context.Context) (errors []*node) {
	for _, l := range u.arcs.Joins {
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
		leaving := u.arcs.From(l, vals)
		decided := u.decided(leaving)
		for _, a := range leaving {
			u.leave(n, a, decided)
		}
	}
	return errors
}

// merge makes the node of l and the values of its live variables.
func (u *unwinding) merge(l ir.Loc, arcs []*arc) (*node, []term.Term) {
	n := &node{loc: l, arcs: arcs}
	u.nodes++
	n.id = u.nodes
	e := engine.Event{Kind: engine.Expand, Loc: l, Node: n.id}
	if from := arcs[0].from; from != nil {
		e.From = from.id
	}
	u.event(e)
	for _, a := range arcs[1:] {
		if u.task.Detail && a.from != nil {
			u.event(engine.Event{Kind: engine.Arrive, Loc: l, Node: n.id, From: a.from.id})
		}
	}
	if len(arcs) == 1 {
		n.holds, n.chosen = arcs[0].taken, arcs[0].chosen
		return n, arcs[0].Vals
	}
	n.chosen = u.chosen(arcs)
	if from := u.covered(arcs); from != nil {
		n.holds = from.holds
	} else {
		taken := make([]term.Term, len(arcs))
		for i, a := range arcs {
			taken[i] = a.taken
		}
		n.holds = u.st.Fresh("n", term.Bool)
		u.name(n.holds, u.st.Or(taken...), u.bits)
	}
	vals := slices.Clone(arcs[0].Vals)
	for i, v := range u.arcs.Live[l] {
		if !slices.ContainsFunc(arcs, func(a *arc) bool { return a.Vals[i] != vals[i] }) {
			continue
		}
		if u.bits {
			last := len(arcs) - 1
			t := arcs[last].Vals[i]
			for _, a := range slices.Backward(arcs[:last]) { // of several that are taken the first counts, as in unsafe
				t = u.st.Ite(a.taken, a.Vals[i], t)
			}
			vals[i] = u.st.Fresh(v.Name, sem.Sort(v.Type))
			u.solver.Assert(u.st.Eq(vals[i], t))
			continue
		}
		vals[i] = u.st.Fresh(v.Name, sem.Sort(v.Type))
		for _, a := range arcs {
			u.solver.Assert(u.st.Implies(a.taken, u.st.Eq(vals[i], a.Vals[i])))
		}
	}
	return n, vals
}

// covered is the node that all of the arcs come from, if executions from there come to one of the arcs however they go on.
func (u *unwinding) covered(arcs []*arc) *node {
	if !u.bits || len(arcs) > maxArcs {
		return nil
	}
	var conds []map[term.Term]bool // conjunctions; two that differ in one condition become one without it
	for _, a := range arcs {
		if a.from != arcs[0].from || !a.decided {
			return nil
		}
		m := map[term.Term]bool{}
		for _, f := range term.Conjuncts(a.Cond) {
			m[f] = true
		}
		conds = append(conds, m)
		for again := true; again; {
			again = false
			last := conds[len(conds)-1]
			for i, other := range conds[:len(conds)-1] {
				if both := u.resolve(last, other); both != nil {
					conds = append(slices.Delete(conds[:len(conds)-1], i, i+1), both)
					again = true
					break
				}
			}
		}
	}
	for _, m := range conds {
		if len(m) == 0 {
			return arcs[0].from
		}
	}
	return nil
}

// chosen is how many conditions were chosen on the way to where the arcs meet, at most.
func (u *unwinding) chosen(arcs []*arc) int {
	if from := u.covered(arcs); from != nil {
		return from.chosen
	}
	most := 0
	for _, a := range arcs {
		most = max(most, a.chosen)
	}
	return most
}

// resolve is what two conjunctions that differ in one condition and its negation have in common, nil for others.
func (u *unwinding) resolve(a, b map[term.Term]bool) map[term.Term]bool {
	if len(a) != len(b) {
		return nil
	}
	var left term.Term
	for f := range a {
		if !b[f] {
			if left.Valid() || !b[u.st.Not(f)] {
				return nil
			}
			left = f
		}
	}
	if !left.Valid() {
		return nil
	}
	both := maps.Clone(a)
	delete(both, left)
	return both
}

// name makes the fresh b stand for f: it is f, or only implies it.
func (u *unwinding) name(b, f term.Term, exactly bool) {
	if exactly {
		u.solver.Assert(u.st.Iff(b, f))
	} else {
		u.solver.Assert(u.st.Implies(b, f))
	}
}

// decided says that names of the arcs that leave a node may be their conditions: no two hold at once, or an
// execution could not choose one of them.
func (u *unwinding) decided(arcs []arcs.Arc) bool {
	if !u.bits || len(arcs) > maxArcs {
		return false
	}
	for i, a := range arcs {
		for _, b := range arcs[:i] {
			if !u.st.And(a.Cond, b.Cond).IsFalse() {
				return false
			}
		}
	}
	return true
}

// maxArcs bounds of how many arcs each two are compared.
const maxArcs = 16

// leave adds an arc from n to the layer of its target.
func (u *unwinding) leave(n *node, a arcs.Arc, decided bool) {
	layer := u.arriving
	if u.arcs.Rank[a.To] <= u.arcs.Rank[n.loc] {
		layer = u.next
	}
	layer[a.To] = append(layer[a.To], u.follow(n, a, decided))
}

// follow names the executions that take an arc from n; decided is as the function says.
func (u *unwinding) follow(n *node, a arcs.Arc, decided bool) *arc {
	u.taken++
	if u.bits {
		// The ranges of inputs hold whether executions come here or not, and so are no conditions.
		known := map[term.Term]bool{}
		for _, in := range a.Input {
			if h, ok := u.task.Program.Edge(a.Path[in.At]).Stmt.(*ir.Havoc); ok && in.Term.Op() == term.Var {
				r := u.arcs.Range(h.Var.Type, in.Term)
				u.solver.Assert(r)
				for _, f := range term.Conjuncts(r) {
					known[f] = true
				}
			}
		}
		a.Cond = u.st.And(slices.DeleteFunc(slices.Clone(term.Conjuncts(a.Cond)), func(f term.Term) bool { return known[f] })...)
	}
	taken := u.st.And(a.Cond, n.holds)
	if !a.Cond.IsTrue() {
		taken = u.st.Fresh("e", term.Bool)
		u.name(taken, u.st.And(a.Cond, n.holds), decided)
	}
	next := &arc{Arc: a, from: n, taken: taken, chosen: n.chosen, decided: decided}
	if a.Chosen {
		next.chosen++
	}
	return next
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
	t := &verdict.Trace{Error: at.loc, Goal: u.task.Program.Loc(at.loc).Goal}
	var arcs []*arc
	for n := at; n != nil; {
		a := n.arcs[slices.IndexFunc(n.arcs, func(a *arc) bool { return m.Eval(a.taken).IsTrue() })]
		arcs = append(arcs, a)
		n = a.from
	}
	slices.Reverse(arcs)
	for _, a := range arcs {
		for _, in := range a.Input {
			t.Set(len(t.Path)+in.At, m.Eval(in.Term))
		}
		t.Path = append(t.Path, a.Path...)
	}
	return &verdict.Result{Verdict: verdict.False, Trace: t, Stats: u.stats()}
}

// exhausted answers when no execution has more than k retreating edges that are not
// syntactically infeasible. That is a proof with invariants only where none is needed: without
// loops, and without places that stand for loops which a slice has removed.
func (u *unwinding) exhausted(k int) *verdict.Result {
	loops := k > 0
	for _, info := range u.task.Program.Locs {
		loops = loops || info != nil && info.Loop
	}
	if loops {
		return u.unknown(verdict.Bound, fmt.Sprintf("every execution takes at most %d retreating edges and none reaches an error, but that gives no loop invariants; use another engine", k))
	}
	return &verdict.Result{Verdict: verdict.True, Stats: u.stats(),
		Proof: verdict.Invariants{u.task.Program.Main.Entry: u.st.True()}}
}

func (u *unwinding) unknown(reason verdict.Reason, detail string) *verdict.Result {
	return &verdict.Result{Reason: reason, Detail: detail, Stats: u.stats()}
}

func (u *unwinding) stats() []verdict.Stat {
	return []verdict.Stat{
		{Name: "nodes", Value: float64(u.nodes), Doc: "locations at layers"},
		{Name: "arcs", Value: float64(u.taken), Doc: "paths between nodes"},
		{Name: "queries", Value: float64(u.queries), Doc: "solver queries"},
	}
}

func (u *unwinding) event(e engine.Event) {
	if u.task.Event != nil {
		u.task.Event(e)
	}
}

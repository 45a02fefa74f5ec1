package certify

import (
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/solver"
	"craig/logic/term"
)

// encoder builds the block formula of a condition in its solver.
//
// The formula is in static single assignment form over the acyclic graph between the cut points.
// A location l has a control variable b(l) that may only be true if control came along an edge
// into it: b(l) ⇒ ⋁ b(e) over its in-edges, b(e) ⇒ b(from e) ∧ guard e. Variables keep a
// symbolic value; where paths join, one that differs and is still needed gets a name x' with
// b(e) ⇒ x' = its value along e, or is a choice (choices.go). So the formula is linear in the size of the graph.
type encoder struct {
	*condition
	st     *term.Store
	sem    *sem.Context
	solver solver.Solver

	nodes  []node          // topological order; the source first, targets last
	index  map[*ir.Var]int // variables that the block assigns
	vars   []*ir.Var
	byName map[string]*ir.Var
	ranged map[term.Term]bool // variables seen in assertions

	choices choiceSet

	// With bound variables: the addresses that the block and its targets' invariants speak of, and what
	// contents of regions have names.
	accesses []access
	arrays   map[term.Term]*ir.Var

	// With sums: what they are in states, and what variables are where paths meet.
	summed []*summed
	joins  map[term.Term]join
}

// node is a location of the block, on a path from the source to a target.
type node struct {
	loc    ir.Loc
	in     []inEdge
	outs   int  // how many nodes still want env
	target bool // the source may come twice: as the source and as a target
	live   bitset
	reach  term.Term // b(loc)
	env    state
}

type inEdge struct {
	edge  *ir.Edge
	from  int // index in nodes
	taken term.Term
}

// state gives the current values of assigned variables, by index; one that is absent still has
// its value at the source.
type state map[int]term.Term

// assert adds f and, for program variables that come up for the first time, their ranges.
func (e *encoder) assert(f term.Term) {
	f = e.resolve(f)
	e.solver.Assert(f)
	e.assumeRanges(f)
}

// assumeRanges adds the ranges of the program variables of f that have none yet: every variable
// holds a value of its type, always (package ir).
func (e *encoder) assumeRanges(f term.Term) {
	for _, x := range term.Vars(f, e.ranged, nil) {
		if v := e.byName[x.Name()]; v != nil {
			if r := e.sem.Range(v.Type, x); !r.IsTrue() {
				e.solver.Assert(r)
			}
		}
	}
}

// block asserts the block formula and returns one goal for each target: control is there and
// its invariant does not hold.
func (e *encoder) block() []term.Term {
	e.layout()
	e.liveness()
	left := e.left()
	goals := make([]term.Term, 0, len(e.targets))
	for i := range e.nodes {
		n := &e.nodes[i]
		if i == 0 {
			n.reach, n.env = e.st.True(), state{}
			continue
		}
		e.enter(n)
		if n.target {
			goals = append(goals, e.resolve(e.st.And(n.reach, e.st.Not(e.at(n, left)))))
		}
	}
	return goals
}

// at is the target's invariant in the state at n, or what is left of it; false for an error location.
func (e *encoder) at(n *node, left map[ir.Loc]term.Term) term.Term {
	f, ok := left[n.loc]
	if !ok {
		f = e.wanted(n.loc)
	}
	if e.cuts.instantiated() {
		e.mentioned(f, func(idx term.Term) term.Term { return e.in(idx, n.env) })
	}
	return e.in(f, n.env)
}

// in is a formula over the program's variables in a state.
func (e *encoder) in(f term.Term, env state) term.Term {
	m := map[term.Term]term.Term{}
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if v := e.byName[x.Name()]; v != nil {
			if s := e.cuts.sumOf(v); s != nil {
				m[x] = e.sumIn(s, env)
			}
			if i, ok := e.index[v]; ok {
				if t, ok := env[i]; ok {
					m[x] = t
				}
			}
		}
	}
	e.assumeRanges(f)
	return e.st.Subst(f, m)
}

// enter computes b(n) and the state at n from its in-edges.
func (e *encoder) enter(n *node) {
	if len(n.in) == 1 {
		in := &n.in[0]
		from := &e.nodes[in.from]
		guard, env := e.apply(in.edge, from, n)
		in.taken = from.reach
		if !guard.IsTrue() {
			in.taken = e.selector(from.reach, guard, in.edge.ID)
		}
		n.reach, n.env = in.taken, env
		return
	}
	envs := make([]state, len(n.in))
	taken := make([]term.Term, len(n.in))
	for k := range n.in {
		in := &n.in[k]
		from := &e.nodes[in.from]
		var guard term.Term
		guard, envs[k] = e.apply(in.edge, from, n)
		// An edge into a join always has a variable of its own: it selects the values below.
		in.taken = e.selector(from.reach, guard, in.edge.ID)
		taken[k] = in.taken
	}
	n.reach = e.st.Fresh(fmt.Sprintf("at%d", n.loc), term.Bool)
	e.assert(e.st.Implies(n.reach, e.st.Or(taken...)))
	n.env = state{}
	for i, v := range e.vars {
		if !n.live.has(i) {
			continue
		}
		first, same := e.value(envs[0], i), true
		for _, env := range envs[1:] {
			same = same && e.value(env, i) == first
		}
		if same {
			if first != e.sem.Var(v) {
				n.env[i] = first
			}
			continue
		}
		joined := e.st.Fresh(v.Name, first.Sort())
		e.contents(v, joined)
		values := make([]term.Term, len(envs))
		for k, env := range envs {
			values[k] = e.value(env, i)
		}
		if len(e.cuts.sums) > 0 {
			e.joins[joined] = join{taken, values}
		}
		// The ranges of floats are seen along the paths that give them, which a choice does not say.
		if v.Type.IsFloat() || !e.choose(joined, taken, values) {
			for k, v := range values {
				e.assert(e.st.Implies(taken[k], e.st.Eq(joined, v)))
			}
		}
		n.env[i] = joined
	}
}

// selector makes a variable that implies reach and guard.
func (e *encoder) selector(reach, guard term.Term, id ir.EdgeID) term.Term {
	b := e.st.Fresh(fmt.Sprintf("take%d", id), term.Bool)
	e.assert(e.st.Implies(b, reach))
	e.assert(e.st.Implies(b, guard))
	return b
}

func (e *encoder) value(env state, i int) term.Term {
	if t, ok := env[i]; ok {
		return t
	}
	return e.sem.Var(e.vars[i])
}

// apply is the effect of an edge on the state at from: its guard and the state after it, without
// the variables that are not live at to.
func (e *encoder) apply(edge *ir.Edge, from, to *node) (guard term.Term, after state) {
	env := func(v *ir.Var) term.Term {
		if i, ok := e.index[v]; ok {
			return e.value(from.env, i)
		}
		return e.sem.Var(v)
	}
	// Cells that are read hold values of the type they are read as, wherever control is.
	reads := func(x *ir.Expr) {
		e.read(x, env)
		for _, r := range e.sem.Loads(x, env, nil) {
			e.assert(e.st.Implies(from.reach, r))
		}
	}
	guard = e.st.True()
	set, val := -1, term.Term{}
	switch s := edge.Stmt.(type) {
	case *ir.Skip:
		if f := e.cuts.formulas[edge.ID]; f.Valid() {
			guard = e.in(e.st.Import(f), from.env)
		}
	case *ir.Assume:
		reads(s.Cond)
		guard = e.sem.Expr(s.Cond, env)
	case *ir.Assign:
		if i := e.index[s.Var]; to.live.has(i) {
			reads(s.Expr)
			set, val = i, e.named(s.Var.Name, e.sem.Expr(s.Expr, env))
		}
	case *ir.Store:
		if i := e.index[s.Region]; to.live.has(i) {
			reads(s.Addr)
			reads(s.Val)
			e.accessed(s.Region, e.sem.Expr(s.Addr, env))
			set, val = i, e.st.Store(env(s.Region), e.sem.Expr(s.Addr, env), e.sem.Expr(s.Val, env))
		}
	case *ir.Havoc:
		if i := e.index[s.Var]; to.live.has(i) {
			set, val = i, e.st.Fresh(s.Var.Name, e.sem.Var(s.Var).Sort())
			e.contents(s.Var, val)
			if r := e.sem.Range(s.Var.Type, val); !r.IsTrue() {
				e.solver.Assert(r)
			}
		}
	default:
		panic(fmt.Sprintf("certify: %T in an inlined program", s))
	}
	from.outs--
	if from.outs == 0 { // the last to want it may change it
		after = from.env
		from.env = nil
	} else {
		after = make(state, len(from.env)+1)
		for i, t := range from.env {
			if to.live.has(i) {
				after[i] = t
			}
		}
	}
	if set >= 0 {
		after[set] = val
	}
	return guard, after
}

// maxSum bounds the sums that are carried on as they are; longer ones get a name, so that a
// chain of additions does not copy them again and again.
const maxSum = 8

func (e *encoder) named(name string, t term.Term) term.Term {
	if t.Op() != term.Sum || t.NumArgs() <= maxSum {
		return t
	}
	x := e.st.Fresh(name, t.Sort())
	e.assert(e.st.Eq(x, t))
	return x
}

// path reads the violating path off a model: backwards from the target, along edges that are
// taken. nil if the model leaves it open.
func (e *encoder) path(m solver.Model, target int) (path []ir.EdgeID) {
	if target < 0 {
		return nil
	}
	for at := len(e.nodes) - len(e.targets) + target; at != 0; {
		k := slices.IndexFunc(e.nodes[at].in, func(in inEdge) bool { return m.Eval(in.taken).IsTrue() })
		if k < 0 {
			return nil
		}
		path = append(path, e.nodes[at].in[k].edge.ID)
		at = e.nodes[at].in[k].from
	}
	slices.Reverse(path)
	return path
}

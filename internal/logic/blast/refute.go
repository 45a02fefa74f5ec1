package blast

import (
	"craig/internal/logic/bitproof"
	"craig/internal/logic/sat"
)

// Refute looks for a refutation of the circuit of a checker: clauses that follow one from the other, the last one empty. The
// status is Unsat if there is one, Sat if the circuit can be true; what is found is for the checker to judge.
//
// Where a short search does not do it, nodes that sweep takes for one are shown to be equal first, from the inputs on, each
// by a search of its own, with those below it known to be equal.
func Refute(c *bitproof.Circuit, lim Limits) (steps [][]bitproof.Lit, status Status) {
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(failure); !ok {
				panic(x)
			}
			steps, status = nil, Unknown
		}
	}()
	if lim.Tick == nil {
		lim.Tick = func(int) {}
	}
	r := &refuter{gates: c.Gates(), lim: lim}
	r.solver = sat.New(nil, r)
	r.solver.Tick = lim.Tick
	for range r.gates {
		r.solver.NewVar(true)
	}
	c.Clauses(func(ls ...bitproof.Lit) { r.solver.AddClause(r.lits(ls)...) })
	answer := r.search(nil, easyConflicts)
	if answer == sat.Unknown && !lim.within(0, 0)(r.solver.Stats.Conflicts) {
		r.merge(c.Roots())
		answer = r.search(nil, 0)
	}
	switch answer {
	case sat.Sat:
		return nil, Sat
	case sat.Unsat:
		return append(r.steps, nil), Unsat
	}
	return nil, Unknown
}

// refuter keeps the clauses that the solver learns; its variables are gates.
type refuter struct {
	gates  []bitproof.Gate
	solver *sat.Solver
	lim    Limits
	steps  [][]bitproof.Lit
}

// Original, Lemma and Derived make a Tracer.
func (r *refuter) Original(sat.ClauseID, sat.Origin, []sat.Lit) {}
func (r *refuter) Lemma(sat.ClauseID, []sat.Lit)                {}
func (r *refuter) Derived(_ sat.ClauseID, lits []sat.Lit, _ []sat.ClauseID) {
	step := make([]bitproof.Lit, len(lits))
	for i, l := range lits {
		if step[i] = bitproof.Lit(l.Var()); l.IsNeg() {
			step[i] = -step[i]
		}
	}
	r.steps = append(r.steps, step)
}

func (r *refuter) lits(ls []bitproof.Lit) []sat.Lit {
	out := make([]sat.Lit, len(ls))
	for i, l := range ls {
		if out[i] = sat.Var(l).Pos(); l < 0 {
			out[i] = sat.Var(-l).Neg()
		}
	}
	return out
}

// search runs the solver, for at most so many conflicts if most is not 0.
func (r *refuter) search(assume []sat.Lit, most int64) sat.Status {
	before := r.solver.Stats.Conflicts
	stop := r.lim.within(before, most)
	return r.solver.Solve(assume, func() bool { return stop(r.solver.Stats.Conflicts - before) })
}

// mergeConflicts is how many conflicts it may take to show that one node implies another.
const mergeConflicts = 300

// merge learns which gates are equal.
func (r *refuter) merge(roots []bitproof.Lit) {
	c := newCircuit(r.lim.Tick, r.lim.Nodes)
	in := func(l bitproof.Lit) lit { // gate k is node k - 1, but for the constants
		if l < 0 {
			return lit(2*(-l-1)) ^ 1 ^ lit(truth(-l))
		}
		return lit(2*(l-1)) ^ lit(truth(l))
	}
	for _, g := range r.gates[2:] {
		n := node{op: input, a: lit(g.Bit)}
		switch a, b := in(g.A), in(g.B); g.Op {
		case bitproof.And:
			n = node{op: and, a: a, b: b}
		case bitproof.Xor:
			n = node{op: xor, a: a, b: b}
		}
		c.nodes, c.sums = append(c.nodes, n), append(c.sums, nil)
	}
	var tops []lit
	for _, l := range roots {
		tops = append(tops, in(l))
	}
	_, image := c.sweep(tops, diagrams)
	needed := c.cone(tops)
	first := map[lit]bitproof.Lit{zero: bitproof.False, one: bitproof.True}
	for k := bitproof.Lit(2); int(k) < len(r.gates); k++ {
		if !needed[in(k).node()] {
			continue
		}
		l := image(in(k))
		if o, ok := first[l]; ok {
			if r.implies(k, o) && r.implies(o, k) {
				continue
			}
		}
		first[l], first[l.not()] = k, -k
	}
}

// truth is 1 for the gate that is true, whose node is false.
func truth(l bitproof.Lit) int {
	if l == bitproof.True {
		return 1
	}
	return 0
}

// implies looks for a proof that b follows from a. If there is one it is among the steps.
func (r *refuter) implies(a, b bitproof.Lit) bool {
	if !r.solver.OK() {
		return true
	}
	ls := r.lits([]bitproof.Lit{a, -b})
	if r.search(ls, mergeConflicts) != sat.Unsat {
		return false
	}
	r.steps = append(r.steps, []bitproof.Lit{-a, b})
	r.solver.AddClause(ls[0].Not(), ls[1].Not())
	return true
}

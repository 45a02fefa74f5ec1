package lazy

import (
	"context"
	"slices"
	"strconv"
	"time"

	"craig/internal/logic/qe"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

const (
	maxPaths   = 2000 // arcs of a formula between cut points
	maxDemands = 4    // calls within calls that demands are handed down
	maxRounds  = 2    // of candidates for one value of τ
	maxShrinks = 500  // queries that drop candidates
	maxSeen    = 60   // arcs of a block whose executions are looked at one by one

	patience = 2 * time.Second // for candidates that are guesses
)

// abstract finds the greatest inductive set of candidates and makes them labels. While that does
// not prove Main safe, it looks at why for more candidates. It takes no more than a quarter of the time that the search has taken, or a moment:
// where procedures are large, the labels of the next value of τ are often enough, and cheaper.
func (s *search) abstract() {
	ctx, cancel := context.WithTimeout(s.ctx, max(s.searched/4, patience/4))
	defer cancel()
	for range maxRounds {
		b := s.newBlocks(false)
		b.inductive(ctx)
		if s.stopped() || ctx.Err() != nil {
			b.close()
			return
		}
		b.keep()
		more := b.demands()
		b.close()
		if !more {
			return
		}
	}
}

// keep makes the candidates that are left labels.
func (b *blocks) keep() {
	for _, n := range b.cuts {
		for _, c := range b.cands[n] {
			if c.in {
				n.labels = b.add(n.labels, n, &label{formula: c.formula, bound: unbounded})
			}
		}
	}
}

// guess is abstract with the candidates that executions suggest. What is inductive of them stays
// only if it is a proof: they are formulas that few queries are easy with.
func (s *search) guess(proved func() bool) {
	if s.difficult {
		return
	}
	b := s.newBlocks(true)
	defer b.close()
	some := false
	for _, n := range b.cuts {
		some = some || len(b.cands[n]) > 0
	}
	if !some {
		return
	}
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	b.inductive(ctx)
	if ctx.Err() != nil {
		s.difficult = true
		return
	}
	before := map[*node][]*label{}
	for _, n := range b.cuts {
		before[n] = slices.Clone(n.labels)
	}
	b.keep()
	if s.stopped() || proved() {
		return
	}
	for _, n := range b.cuts {
		n.labels = before[n]
	}
}

// blocks has the formulas between cut points.
type blocks struct {
	*search
	cuts    []*node
	cands   map[*node][]*candidate
	solver  smt.Solver
	block   map[*node]term.Term // what executions from a cut point to the next do
	sel     map[*node]term.Term // Boolean: the block formula is assumed
	calls   []inner             // of the block in hand
	callsOf map[*node][]inner
	size    map[*node]int // arcs of the block
	arcs    int
}

// inner is a call in a block.
type inner struct {
	entry *node
	args  []term.Term
	frame *frame
	on    term.Term // Boolean: the execution takes it
}

func (s *search) newBlocks(guess bool) *blocks {
	b := &blocks{search: s, cuts: s.cuts(), cands: map[*node][]*candidate{}, solver: s.task.NewSolver(s.Store),
		block: map[*node]term.Term{}, sel: map[*node]term.Term{}, callsOf: map[*node][]inner{}, size: map[*node]int{}}
	for _, n := range b.cuts {
		b.cands[n] = s.candidatesOf(n, guess)
	}
	for _, n := range b.cuts {
		b.arcs, b.calls = 0, nil
		b.block[n] = s.Store.And(append(slices.Clone(n.ranges), b.leave(n, n.syms))...)
		b.callsOf[n], b.size[n] = b.calls, b.arcs
		b.sel[n] = s.Store.Fresh("from", term.Bool)
		if b.arcs > maxPaths { // too large to look at
			b.block[n] = s.Store.True()
			for _, c := range b.cands[n] {
				c.in = false
			}
		}
		b.solver.Assert(s.Store.Implies(b.sel[n], b.block[n]))
	}
	return b
}

func (b *blocks) close() {
	if c, ok := b.solver.(interface{ Close() }); ok {
		c.Close()
	}
}

// inductive drops candidates until executions break none of those that are left.
func (b *blocks) inductive(ctx context.Context) {
	queries := 0
	for changed := true; changed; {
		changed = false
		for _, n := range b.cuts {
			for b.shrink(ctx, n) {
				changed = true
				if queries++; queries > maxShrinks || ctx.Err() != nil {
					b.drop()
					return
				}
			}
		}
	}
}

// drop gives up all candidates.
func (b *blocks) drop() {
	for _, n := range b.cuts {
		for _, c := range b.cands[n] {
			c.in = false
		}
	}
}

// assumptions are the block of n and the candidates that are left.
func (b *blocks) assumptions(n *node) []term.Term {
	fs := []term.Term{b.sel[n]}
	for _, m := range b.cuts {
		for _, c := range b.cands[m] {
			if c.in {
				fs = append(fs, c.on)
			}
		}
	}
	return fs
}

// shrink drops those candidates of n that one execution breaks; false if none does.
func (b *blocks) shrink(ctx context.Context, n *node) bool {
	var any []term.Term
	for _, c := range b.cands[n] {
		if c.in {
			any = append(any, c.formula)
		}
	}
	if len(any) == 0 {
		return false
	}
	ans := b.solver.Check(ctx, append(b.assumptions(n), b.Store.Or(any...))...)
	if ans.Status == smt.Unsat {
		return false
	}
	for _, c := range b.cands[n] {
		if c.in && (ans.Status == smt.Unknown || ans.Model.Eval(c.formula).IsTrue()) {
			c.in = false
		}
	}
	return true
}

// demands looks for executions that the labels do not exclude and that lead to a goal, and takes
// from them what callees and loops would have to exclude, as hints; false if nothing is new.
func (b *blocks) demands() (isNew bool) {
	before := 0
	for _, n := range b.cuts {
		before -= len(b.hintsOf(n).has)
	}
	for _, n := range b.cuts {
		if b.stopped() {
			return false
		}
		b.demand(n, b.abort, maxDemands)
	}
	for _, n := range b.cuts {
		before += len(b.hintsOf(n).has)
	}
	return before > 0
}

// demand makes hints of an execution from n that ends in goal, a formula over n's variables and
// exit variables.
func (b *blocks) demand(n *node, goal term.Term, depth int) {
	if depth == 0 || b.size[n] > maxSeen {
		return
	}
	ans := b.solver.Check(b.ctx, append(b.assumptions(n), goal)...)
	if ans.Status != smt.Sat {
		return
	}
	st := b.Store
	values := map[term.Term]term.Term{}
	for _, m := range b.cuts {
		for _, c := range b.cands[m] {
			values[c.on] = st.Bool(c.in)
		}
	}
	f := st.And(st.Subst(b.block[n], values), goal)
	here := b.here(n.proc)
	g := b.project(f, slices.Concat(n.syms, here.primes, []term.Term{b.abort}), evaluator{st, ans.Model, nil})
	b.hint(n, g)
	b.sums(n, term.Conjuncts(g))
	for _, c := range b.callsOf[n] {
		if !c.entry.proc.cyclic || !ans.Model.Eval(c.on).IsTrue() {
			continue
		}
		fs, back := []term.Term{f}, map[term.Term]term.Term{}
		var keep, names []term.Term
		for i, t := range c.args {
			z := st.Var("arg!"+strconv.Itoa(i)+"!"+t.Sort().String(), t.Sort())
			fs, keep, names = append(fs, st.Eq(z, t)), append(keep, z), append(names, c.entry.syms[i])
			back[z] = t
		}
		inside := b.here(c.entry.proc)
		keep = append(append(keep, c.frame.primes...), c.frame.abort)
		names = append(append(names, inside.primes...), b.abort)
		g := st.Subst(b.project(st.And(fs...), keep, evaluator{st, ans.Model, back}), subst(keep, names))
		b.hint(c.entry, g)
		b.sums(c.entry, term.Conjuncts(g))
		b.demand(c.entry, g, depth-1)
	}
}

// project is a part of f, around a model, that speaks of the variables to keep alone.
func (b *blocks) project(f term.Term, keep []term.Term, m evaluator) term.Term {
	kept := map[term.Term]bool{}
	for _, v := range keep {
		kept[v] = true
	}
	var away []term.Term
	for _, v := range term.Vars(f, map[term.Term]bool{}, nil) {
		if !kept[v] {
			away = append(away, v)
		}
	}
	return qe.MBP(b.Store, away, f, m)
}

// leave says that an execution goes from n to a next cut point, an exit or a goal, without being
// in a candidate there that is on, or in a label without a bound.
func (b *blocks) leave(n *node, vals []term.Term) term.Term {
	var ways []term.Term
	m := subst(n.syms, vals)
	for _, a := range n.arcs {
		if b.arcs++; b.arcs > maxPaths {
			break
		}
		after := make([]term.Term, len(a.vals))
		if a.call == nil {
			for i, v := range a.vals {
				after[i] = b.Store.Subst(v, m)
			}
			ways = append(ways, b.Store.And(b.Store.Subst(a.cond, m), b.arrive(a.to, after)))
			continue
		}
		ways = append(ways, b.through(a, vals, m))
	}
	return b.Store.Or(ways...)
}

// through is leave along a call.
func (b *blocks) through(a *arc, vals []term.Term, m map[term.Term]term.Term) term.Term {
	st := b.Store
	q := a.call.callee
	id := "c" + strconv.Itoa(int(a.path[0])) + "!"
	in := &frame{proc: q, abort: st.Var(id+"$abort'", term.Bool)}
	fs := []term.Term{st.Subst(a.cond, m)}
	for _, v := range q.exits() {
		x := st.Var(id+sem.Exit(v).Name(), sem.Sort(v.Type))
		in.primes = append(in.primes, x)
		fs = append(fs, b.Range(v.Type, x))
	}
	args := make([]term.Term, len(a.call.args))
	for i, t := range a.call.args {
		args[i] = st.Subst(t, m)
	}
	on := st.Fresh("call", term.Bool)
	b.calls = append(b.calls, inner{q.nodes[0], args, in, on})
	fs = append(fs, on, b.outside(q.nodes[0], args, in))
	goesOn := st.And(st.Not(in.abort), b.arrive(a.to, b.afterCall(a, vals, in.primes)))
	return st.And(append(fs, st.Or(st.And(in.abort, b.abort), goesOn))...)
}

// arrive is what happens at n: an end of the block, or more of it. A goal that is no error location is both: an execution
// that comes to it goes on.
func (b *blocks) arrive(n *node, vals []term.Term) term.Term {
	st := b.Store
	_, cut := b.cands[n]
	switch {
	case n.goal && !b.Program.Loc(n.loc).IsGoal():
		if cut {
			return st.Or(b.abort, b.outside(n, vals, b.here(n.proc)))
		}
		return st.Or(b.abort, b.leave(n, vals))
	case n.goal:
		return b.abort
	case n.loc == n.proc.fn.Exit:
		fs := []term.Term{st.Not(b.abort)}
		for i, v := range n.vars {
			fs = append(fs, st.Eq(b.prime(v), vals[i]))
		}
		return st.And(fs...)
	case cut:
		return b.outside(n, vals, b.here(n.proc))
	}
	return b.leave(n, vals)
}

// outside says that a state at a cut point is in no label without a bound, and in no candidate
// that is on.
func (b *blocks) outside(n *node, vals []term.Term, fr *frame) term.Term {
	st := b.Store
	var fs []term.Term
	for _, l := range n.labels {
		if l.bound == unbounded {
			fs = append(fs, st.Not(b.at(l, n, vals, fr)))
		}
	}
	for _, c := range b.cands[n] {
		fs = append(fs, st.Implies(c.on, st.Not(b.at(&label{formula: c.formula}, n, vals, fr))))
	}
	return st.And(fs...)
}

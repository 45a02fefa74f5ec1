package lazy

import (
	"strconv"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// frame is an active procedure on the path.
type frame struct {
	proc   *proc
	up     *frame // the caller's; nil in Main
	arc    *arc   // the call
	vals   []term.Term
	budget int // the caller's τ after the call
	depth  int

	primes []term.Term // the exit variables of this activation
	abort  term.Term   // its f′
	post   []term.Term // ¬ψ′, the negation of the post-condition, as a conjunction
}

// outermost is the frame of Main, with the post-condition ¬f′.
func (s *search) outermost() *frame {
	fr := s.newFrame(s.procs[0], nil)
	fr.post = []term.Term{fr.abort}
	return fr
}

func (s *search) newFrame(p *proc, up *frame) *frame {
	fr := &frame{proc: p, up: up}
	if up != nil {
		fr.depth = up.depth + 1
	}
	d := strconv.Itoa(fr.depth) + "!"
	for _, v := range p.exits() {
		fr.primes = append(fr.primes, s.Store.Var(d+sem.Exit(v).Name(), sem.Sort(v.Type)))
	}
	fr.abort = s.Store.Var(d+"$abort'", term.Bool)
	return fr
}

// enter is the frame of a callee: its post-condition is ¬W(A(l3)) × ψ, where W lets the caller
// abort when the callee does. budget is the caller's τ after the call.
func (s *search) enter(a *arc, vals []term.Term, up *frame, budget int) *frame {
	fr := s.newFrame(a.call.callee, up)
	fr.arc, fr.vals, fr.budget = a, vals, budget
	s.refresh(fr)
	return fr
}

// refresh computes the post-condition of a callee from the labels after the call.
func (s *search) refresh(fr *frame) {
	st := s.Store
	fr.post = fr.post[:0:0]
	for i, v := range fr.proc.exits() {
		fr.post = append(fr.post, s.Range(v.Type, fr.primes[i]))
	}
	fr.post = append(fr.post, st.Implies(fr.abort, fr.up.abort))
	after := s.afterCall(fr.arc, fr.vals, fr.primes)
	for _, l := range fr.arc.to.labels {
		if l.bound >= fr.budget {
			fr.post = append(fr.post, st.Or(fr.abort, st.Not(s.at(l, fr.arc.to, after, fr.up))))
		}
	}
	if fr.budget < 0 { // τ does not suffice for what comes after the call
		fr.post = append(fr.post, fr.abort)
	}
}

// afterCall are the values of the variables after a call, by those before it and those of the
// callee's exit variables.
func (s *search) afterCall(a *arc, vals, exits []term.Term) []term.Term {
	m := subst(a.from.syms, vals)
	after := make([]term.Term, len(a.vals))
	for i, v := range a.call.returned {
		if v == nil {
			after[i] = s.Store.Subst(a.vals[i], m)
			continue
		}
		for k, w := range a.call.callee.exits() {
			if w == v {
				after[i] = exits[k]
			}
		}
	}
	return after
}

func subst(from, to []term.Term) map[term.Term]term.Term {
	m := make(map[term.Term]term.Term, len(from))
	for i, f := range from {
		m[f] = to[i]
	}
	return m
}

// at is a label in a state.
func (s *search) at(l *label, n *node, vals []term.Term, fr *frame) term.Term {
	m := subst(n.syms, vals)
	for i, v := range n.proc.exits() {
		m[s.prime(v)] = fr.primes[i]
	}
	m[s.abort] = fr.abort
	return s.Store.Subst(l.formula, m)
}

// answer of a query.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

// negated are the negations of those labels of n that hold for a budget.
func (s *search) negated(n *node, labels []*label, vals []term.Term, fr *frame, budget int) (fs []term.Term) {
	for _, l := range labels {
		if l.bound >= budget {
			fs = append(fs, s.Store.Not(s.at(l, n, vals, fr)))
		}
	}
	return fs
}

// check decides the path together with the post-conditions of the frames and with more.
func (s *search) check(fr *frame, more ...term.Term) smt.Answer {
	fs := more[:len(more):len(more)]
	for ; fr != nil; fr = fr.up {
		fs = append(fs, fr.post...)
	}
	ans := s.solver.Check(s.ctx, fs...)
	if ans.Status == smt.Sat {
		s.last = ans.Model
	}
	if ans.Status == smt.Unknown && !s.stopped() {
		s.giveUp(verdict.Solver, "the solver gave up: %s", ans.Reason)
	}
	return ans
}

// isBlocked decides whether the labels of n that hold for a budget exclude what is asked for.
func (s *search) isBlocked(n *node, vals []term.Term, fr *frame, budget int) answer {
	switch s.check(fr, s.negated(n, n.labels, vals, fr, budget)...).Status {
	case smt.Unsat:
		return yes
	case smt.Sat:
		return no
	}
	return unknown
}

// assume adds a condition to the path.
func (s *search) assume(f term.Term) {
	if !f.IsTrue() {
		s.cond = append(s.cond, f)
		s.solver.Assert(f)
	}
}

// mark remembers a path, for back.
type mark struct{ cond, path, decisions, free int }

// push begins another part of the path.
func (s *search) push() mark {
	s.solver.Push()
	return mark{len(s.cond), len(s.path), s.decisions, s.free}
}

// pop goes back to where push was called.
func (s *search) pop(m mark) {
	s.solver.Pop()
	s.cond, s.path, s.decisions, s.free = s.cond[:m.cond], s.path[:m.path], m.decisions, m.free
}

// maxPath bounds the arcs of a path. The search recurses on each of them, and what a path of so many
// needs is out of reach anyway.
const maxPath = 20_000

// explore is the rules Decide, Learn and Conjoin [McMillan 2010, Fig. 2] for a query that is not
// blocked: at n, in a state of the given values, with τ = budget. When it returns and the search
// has not stopped, labels of n block the query.
func (s *search) explore(n *node, vals []term.Term, fr *frame, budget int) {
	s.counts.nodes++
	from, id := s.visit, s.counts.nodes
	s.event(engine.Event{Kind: engine.Expand, Loc: n.loc, Node: id, From: from})
	before := s.now
	s.visit, s.now = id, &state{node: n, vals: vals, frame: fr, model: s.last}
	defer func() { s.visit, s.now = from, before }()
	if n.goal {
		s.mission.reached(n)
		if s.stopped() {
			return
		}
	}
	if len(s.path) > maxPath {
		s.giveUp(verdict.Size, "paths with more than %d branches and calls have to be followed", maxPath)
		return
	}
	if n.loc == n.proc.fn.Exit {
		s.leave(vals, fr)
		return
	}
	s.visits[n] = append(s.visits[n], visit{fr, s.decisions, s.staticRounds(n, fr) + 1})
	defer func() { s.visits[n] = s.visits[n][:len(s.visits[n])-1] }()
	formula, bound := s.Store.True(), unbounded
	for _, a := range s.mission.order(n) {
		l := s.blockArc(a, vals, fr, budget)
		if s.stopped() {
			return
		}
		formula, bound = s.Store.And(formula, l.formula), min(bound, l.bound)
	}
	s.counts.backtracks++
	if s.forgets {
		return
	}
	n.labels = s.add(n.labels, n, &label{formula, bound, s.witness()})
	s.event(engine.Event{Kind: engine.Label, Loc: n.loc, Node: id, Term: formula})
}

// blockArc explores what comes after an arc until it is blocked. It returns a label of the arc that
// blocks it.
func (s *search) blockArc(a *arc, vals []term.Term, fr *frame, budget int) *label {
	if s.forgets {
		m := s.push()
		s.decide(a, vals, fr, budget)
		s.pop(m)
		return &label{formula: s.Store.False()}
	}
	if l := s.blocked(a, vals, fr, budget); l != nil || s.stopped() {
		return l
	}
	for tries := 0; ; tries++ {
		m := s.push()
		used, open := s.decide(a, vals, fr, budget)
		s.pop(m)
		switch {
		case s.stopped():
			return nil
		case !open:
			if a.call != nil && tries == 0 {
				s.counts.reused++
			}
			return s.learn(a, vals, fr, used)
		case tries > 1:
			panic("lazy: a query is not blocked after its labels were learned")
		}
	}
}

// blocked looks for labels of the arc itself that block it.
func (s *search) blocked(a *arc, vals []term.Term, fr *frame, budget int) *label {
	var ls []*label
	for _, l := range a.labels {
		if l.bound >= budget {
			ls = append(ls, l)
		}
	}
	if len(ls) == 0 {
		return nil
	}
	negated := s.negated(a.from, ls, vals, fr, budget)
	ans := s.check(fr, negated...)
	if ans.Status != smt.Unsat {
		return nil
	}
	l := &label{formula: s.Store.False(), bound: unbounded}
	for _, i := range usedBy(ans.Core, negated) {
		l.formula, l.bound = s.Store.Or(l.formula, ls[i].formula), min(l.bound, ls[i].bound)
	}
	if l.formula.IsFalse() { // the state itself is impossible
		l = ls[0]
	}
	return l
}

// usedBy are the indices of fs that are in the core.
func usedBy(core, fs []term.Term) (used []int) {
	in := map[term.Term]bool{}
	for _, c := range core {
		in[c] = true
	}
	for i, f := range fs {
		if in[f] {
			in[f] = false
			used = append(used, i)
		}
	}
	return used
}

// maxFree bounds the back edges of a path that do not count, and freeInRow, times τ at the beginning of the round, those of one
// loop in a row: what a long loop does is often of no account to what comes after it, and a label of one of its rounds shows that.
const (
	maxFree   = 2000
	freeInRow = 128
)

// isFree says whether a back edge to n need not count, since nothing since n was last on the path
// has depended on an input.
func (s *search) isFree(n *node, fr *frame) bool {
	rounds := s.staticRounds(n, fr)
	if rounds == 0 || rounds > s.inRow || s.free >= maxFree {
		return false
	}
	s.free++
	return true
}

// staticRounds is how often the path has come to n in a row without a decision since; 0 if there was one since the last time.
func (s *search) staticRounds(n *node, fr *frame) int {
	vs := s.visits[n]
	if len(vs) == 0 || vs[len(vs)-1].frame != fr || vs[len(vs)-1].decisions != s.decisions {
		return 0
	}
	return vs[len(vs)-1].rounds
}

// decide takes the arc, to explore what comes after it. open is false if that is blocked already,
// by the labels used.
func (s *search) decide(a *arc, vals []term.Term, fr *frame, budget int) (used usedLabels, open bool) {
	m := subst(a.from.syms, vals)
	if a.call != nil {
		return s.decideCall(a, vals, fr, budget, m)
	}
	inputs := make([]term.Term, len(a.inputs))
	for i, in := range a.inputs {
		inputs[i] = s.Store.Fresh("in", in.Term.Sort())
		m[in.Term] = inputs[i]
	}
	cond := s.Store.Subst(a.cond, m)
	if cond.IsFalse() {
		return used, false
	}
	after := make([]term.Term, len(a.vals))
	for i, v := range a.vals {
		after[i] = s.Store.Subst(v, m)
	}
	s.assume(cond)
	s.path = append(s.path, step{a, inputs})
	if !cond.IsTrue() {
		s.decisions++
	}
	if a.back && !s.isFree(a.to, fr) {
		if budget--; budget < 0 {
			s.late = true
			return usedLabels{to: timeless(s.Store)}, false
		}
	}
	ans, labels := s.query(a.to, after, fr, budget)
	switch ans.Status {
	case smt.Unsat:
		return usedLabels{to: labels}, false
	case smt.Sat:
		s.explore(a.to, after, fr, budget)
	}
	return used, true
}

// timeless is the label ¬W of every location, which blocks what would make τ negative.
func timeless(st *term.Store) []*label { return []*label{{formula: st.True(), bound: -1}} }

// query decides whether n is blocked in a state, preferably by labels without bounds, and by
// which.
func (s *search) query(n *node, vals []term.Term, fr *frame, budget int) (smt.Answer, []*label) {
	bounds := []int{budget}
	for _, l := range n.labels {
		if l.bound >= budget && l.bound != unbounded {
			bounds = []int{unbounded, budget}
			break
		}
	}
	var ans smt.Answer
	for _, b := range bounds {
		var ls []*label
		for _, l := range n.labels {
			if l.bound >= b {
				ls = append(ls, l)
			}
		}
		negated := s.negated(n, ls, vals, fr, b)
		ans = s.check(fr, negated...)
		if ans.Status == smt.Unsat {
			var used []*label
			for _, i := range usedBy(ans.Core, negated) {
				used = append(used, ls[i])
			}
			return ans, used
		}
	}
	return ans, nil
}

// decideCall is the rule DecideC [McMillan 2010, Fig. 5].
func (s *search) decideCall(a *arc, vals []term.Term, fr *frame, budget int, m map[term.Term]term.Term) (used usedLabels, open bool) {
	q := a.call.callee
	rest := budget
	if a.call.recursive {
		if rest--; rest < 0 {
			s.late = true
			return usedLabels{entry: timeless(s.Store)}, false
		}
	}
	after := budget
	if a.back {
		if after--; after < 0 { // the callee may still reach an error
			s.late = true
		}
	}
	for _, u := range a.call.unset {
		m[u] = s.Store.Fresh("in", u.Sort())
	}
	s.assume(s.Store.Subst(a.cond, m))
	args := make([]term.Term, len(a.call.args))
	for i, t := range a.call.args {
		args[i] = s.Store.Subst(t, m)
	}
	s.path = append(s.path, step{arc: a})
	callee := s.enter(a, vals, fr, after)
	entry := q.nodes[0]
	ans, labels := s.query(entry, args, callee, rest)
	switch ans.Status {
	case smt.Unsat:
		used.entry = labels
		used.to = s.usedAfter(a, callee, ans.Core)
		return used, false
	case smt.Sat:
		s.counts.calls++
		if q.cyclic {
			s.hintQuery(entry, args, callee, ans.Model)
		}
		s.explore(entry, args, callee, rest)
	}
	return used, true
}

// usedAfter are the labels after a call that are in the core.
func (s *search) usedAfter(a *arc, callee *frame, core []term.Term) (used []*label) {
	in := map[term.Term]bool{}
	for _, c := range core {
		in[c] = true
	}
	k := len(callee.proc.exits()) + 1
	for _, l := range a.to.labels {
		if l.bound >= callee.budget {
			if in[callee.post[k]] {
				used = append(used, l)
			}
			k++
		}
	}
	if callee.budget < 0 && in[callee.abort] {
		used = append(used, timeless(s.Store)...)
	}
	return used
}

// leave goes on after the call of the frame, whose exit is reached with the given values.
func (s *search) leave(vals []term.Term, fr *frame) {
	to := fr.arc.to
	after := s.afterCall(fr.arc, fr.vals, vals)
	if s.isBlocked(to, after, fr.up, fr.budget) == no {
		s.explore(to, after, fr.up, fr.budget)
	}
	if !s.stopped() && !s.forgets {
		s.refresh(fr)
	}
}

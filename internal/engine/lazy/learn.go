package lazy

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/logic/qe"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// usedLabels are labels that block what comes after an arc: those of its target, and of a call
// those of the callee's entry.
type usedLabels struct{ to, entry []*label }

// bound is that of a label of a which is justified by the used ones.
func (u usedLabels) bound(a *arc) int {
	least := func(ls []*label, dec bool) int {
		b := unbounded
		for _, l := range ls {
			b = min(b, l.bound)
		}
		if dec && b != unbounded {
			b++
		}
		return b
	}
	return min(least(u.to, a.back), least(u.entry, a.call != nil && a.call.recursive))
}

// learn is the rules Learn and LearnC [McMillan 2010, Figs. 2, 5]: a label of the arc that blocks
// it in the given state and is justified by the used labels, which block what comes after it. It is
// an interpolant of A = χ(s) ∧ ¬ψ′ and of B, which says that an execution takes the arc from
// variables v and ends in v′ without violating a used label.
func (s *search) learn(a *arc, vals []term.Term, fr *frame, used usedLabels) *label {
	st := s.Store
	all := used.entry
	if a.call == nil { // what comes after a call says nothing of the errors in it
		all = used.to
	}
	for _, l := range all {
		if l.formula.IsTrue() {
			return s.learned(a, &label{formula: l.formula, bound: used.bound(a)})
		}
	}
	n := a.from
	as := slices.Clone(n.ranges)
	as = append(as, s.cond...)
	for i, v := range n.syms {
		as = append(as, st.Eq(v, vals[i]))
	}
	own := subst(fr.primes, s.here(n.proc).primes)
	own[fr.abort] = s.abort
	for _, f := range fr.post {
		as = append(as, st.Subst(f, own))
	}
	for up := fr.up; up != nil; up = up.up {
		as = append(as, up.post...)
	}
	b := st.And(append(slices.Clone(n.ranges), s.taken(a, used)...)...)
	formula, ok := s.interpolant(st.And(as...), b, a)
	if !ok {
		return nil
	}
	return s.learned(a, &label{formula: formula, bound: used.bound(a)})
}

// learned adds a label of the arc.
func (s *search) learned(a *arc, l *label) *label {
	s.counts.learned++
	l.witness = s.witness()
	a.labels = s.add(a.labels, a.from, l)
	return l
}

// here is the frame in which labels of p are written: its exit variables are x′.
func (s *search) here(p *proc) *frame {
	fr := &frame{proc: p, abort: s.abort}
	for _, v := range p.exits() {
		fr.primes = append(fr.primes, s.prime(v))
	}
	return fr
}

// inner is a frame for a callee of here.
func (s *search) inner(p *proc) *frame {
	fr := &frame{proc: p, abort: s.Store.Var("q!$abort'", term.Bool)}
	for _, v := range p.exits() {
		fr.primes = append(fr.primes, s.Store.Var("q!"+sem.Exit(v).Name(), sem.Sort(v.Type)))
	}
	return fr
}

// taken says that an execution takes the arc from the variables and ends in v′ without violating
// one of the labels: Sem(a) ∧ ¬A(l2)′, and for a call ¬A(l2) × ¬W(A(l3)).
func (s *search) taken(a *arc, ls usedLabels) []term.Term {
	st := s.Store
	fr := s.here(a.from.proc)
	fs := []term.Term{a.cond}
	if a.call == nil {
		for _, l := range ls.to {
			fs = append(fs, s.avoided(a, place{l, false}, a.to, a.vals, fr))
		}
		return fs
	}
	in := s.inner(a.call.callee)
	for i, v := range in.proc.exits() {
		fs = append(fs, s.Range(v.Type, in.primes[i]))
	}
	for _, l := range ls.entry {
		fs = append(fs, s.avoided(a, place{l, true}, in.proc.nodes[0], a.call.args, in))
	}
	after := s.afterCall(a, a.from.syms, in.primes)
	fs = append(fs, st.Implies(in.abort, fr.abort))
	for _, l := range ls.to {
		fs = append(fs, st.Or(in.abort, s.avoided(a, place{l, false}, a.to, after, fr)))
	}
	return fs
}

// avoided is the negation of a label of n in the state after the arc, or inside its call. There
// is one way for a label to be there, so that it is computed once.
func (s *search) avoided(a *arc, at place, n *node, vals []term.Term, fr *frame) term.Term {
	f, ok := a.avoid[at]
	if !ok {
		f = s.Store.Not(s.at(at.label, n, vals, fr))
		a.avoid[at] = f
	}
	return f
}

// interpolant is an interpolant of A and B; if the solver has none, the weakest one, ¬∃ B. ok is
// false if that cannot be had either; then the search has given up.
func (s *search) interpolant(a, b term.Term, arc *arc) (term.Term, bool) {
	ans, itps := s.ip.Interpolate(s.ctx, []term.Term{b, a})
	if itps != nil {
		return s.Store.Not(itps[1]), true
	}
	if ans.Status == smt.Unsat {
		if f, ok := qe.Exists(s.ctx, s.Store, s.inputsOf(arc), b); ok {
			return s.Store.Not(f), true
		}
	}
	if !s.stopped() {
		s.giveUp(verdict.Interpolant, "no interpolant: %s (%v) at %s", ans.Reason, ans.Status, s.Program.Loc(arc.from.loc).Pos)
	}
	return term.Term{}, false
}

// inputsOf are the symbols of B that A does not know.
func (s *search) inputsOf(a *arc) []term.Term {
	var vs []term.Term
	for _, in := range a.inputs {
		vs = append(vs, in.Term)
	}
	if a.call != nil {
		vs = append(vs, a.call.unset...)
		in := s.inner(a.call.callee)
		vs = append(append(vs, in.primes...), in.abort)
	}
	return vs
}

// add adds a label of n, or of an arc of n, to others, unless one of them implies as much; those
// that it makes superfluous are dropped. Most labels do not imply one another, and the states that they were learned in show it.
func (s *search) add(ls []*label, n *node, l *label) []*label {
	implied := func(l, m *label) bool {
		return m.bound >= l.bound && !l.witness.excludes(s.Store, m.formula) && s.implied(n, l.formula, m.formula)
	}
	for _, m := range ls {
		if implied(l, m) {
			return ls
		}
	}
	return append(slices.DeleteFunc(ls, func(m *label) bool { return implied(m, l) }), l)
}

// implied says whether f implies g at n; false if that is not seen easily.
func (s *search) implied(n *node, f, g term.Term) bool {
	if f == g || f.IsFalse() || g.IsTrue() {
		return true
	}
	s.counts.compared++
	return s.aside(n, s.Store.And(f, s.Store.Not(g))) == yes
}

// aside decides whether f is impossible for values of n's variables.
func (s *search) aside(n *node, f term.Term) answer {
	s.side.Push()
	defer s.side.Pop()
	for _, r := range n.ranges {
		s.side.Assert(r)
	}
	switch s.side.Check(s.ctx, f).Status {
	case smt.Unsat:
		return yes
	case smt.Sat:
		return no
	}
	return unknown
}

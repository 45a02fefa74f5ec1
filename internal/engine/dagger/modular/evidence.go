package modular

import (
	"strings"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// invariants are what the last run found at loop heads.
func (s *summaries) invariants(pr *proc) map[ir.Loc]term.Term {
	inv := map[ir.Loc]term.Term{}
	r := s.runs[pr]
	for _, l := range pr.fn.Locs {
		if s.p.Loc(l).Loop {
			inv[l] = s.local(r.Invariant(l))
		}
	}
	return inv
}

// local is t without what it says of variables that are neither the procedure's nor global: of those
// that stand for a callee's, the ranges of their types.
func (s *summaries) local(t term.Term) term.Term {
	switch t.Op() {
	case term.And, term.Or:
		args := make([]term.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = s.local(a)
		}
		if t.Op() == term.And {
			return s.st.And(args...)
		}
		return s.st.Or(args...)
	}
	for _, x := range term.Vars(t, map[term.Term]bool{}, nil) {
		if strings.HasPrefix(x.Name(), passed) {
			return s.st.True()
		}
	}
	return t
}

// reached lists the goals of pr that the last run came to.
func (s *summaries) reached(pr *proc) (goals []ir.Loc) {
	for _, g := range pr.goals {
		if r := s.runs[pr]; r != nil && !s.d.IsBottom(pr.pre) && r.Reached(g) {
			goals = append(goals, g)
		}
	}
	return goals
}

// evidence are the contracts and invariants.
func (s *summaries) evidence() map[ir.Loc]term.Term {
	c := sem.New(s.st, s.q)
	inv := map[ir.Loc]term.Term{}
	for _, pr := range s.list {
		if s.d.IsBottom(pr.pre) {
			for _, l := range pr.fn.Locs {
				if s.p.Loc(l).Loop || l == pr.fn.Entry || l == pr.fn.Exit {
					inv[l] = s.st.False()
				}
			}
			continue
		}
		for l, t := range s.inv[pr] {
			inv[l] = t
		}
		inv[pr.fn.Entry] = s.d.Formula(c, pr.pre)
		var parts []term.Term
		for _, part := range pr.sum {
			parts = append(parts, s.d.Formula(c, s.renamed(s.d, part, s.oldNames(pr))))
		}
		inv[pr.fn.Exit] = s.st.Or(parts...)
	}
	return inv
}

// refine adds to evidence what refinements exclude.
func (s *summaries) refine(inv map[ir.Loc]term.Term) {
	c := sem.New(s.st, s.q)
	for _, pr := range s.list {
		if s.d.IsBottom(pr.pre) {
			continue
		}
		for _, psi := range pr.noEntry {
			inv[pr.fn.Entry] = s.st.And(inv[pr.fn.Entry], s.st.Not(s.d.Formula(c, psi)))
		}
		for _, psi := range pr.noExit {
			inv[pr.fn.Exit] = s.st.And(inv[pr.fn.Exit], s.st.Not(s.d.Formula(c, s.renamed(s.d, psi, s.oldNames(pr)))))
		}
	}
}

// oldNames says what the variables of a summary are in evidence.
func (s *summaries) oldNames(pr *proc) map[int]int {
	names := map[int]int{}
	for _, v := range pr.exits() {
		names[v.ID] = v.ID
	}
	for _, v := range pr.inputs() {
		names[pr.entry[v].ID] = s.old(v).ID
	}
	return names
}

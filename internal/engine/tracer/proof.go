package tracer

import (
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// result is the verdict with its evidence and the counters.
func (s *search) result() *verdict.Result {
	r := &verdict.Result{Stats: s.counters()}
	switch {
	case s.trace != nil:
		r.Verdict, r.Trace = verdict.False, s.trace
	case s.stop != "":
		r.Reason, r.Detail = s.stop, s.detail
	default:
		r.Verdict, r.Proof = verdict.True, verdict.Invariants(s.invariants())
	}
	return r
}

// invariants gives the entry and every loop head the disjunction of the labels that the proof
// uses there.
func (s *search) invariants() map[ir.Loc]term.Term {
	used := s.used()
	inv := map[ir.Loc]term.Term{}
	for l, es := range s.table.entries {
		b := s.prog.blocks[l]
		if b == nil || !s.prog.stated(b) {
			continue
		}
		var or []term.Term
		for _, e := range es {
			if used[e] {
				or = append(or, e.label.formula(s.st))
			}
		}
		if len(or) > 0 {
			inv[b.loc] = s.st.Or(or...)
			if b.given.Valid() && s.leans { // what is given is inductive only as a whole
				inv[b.loc] = s.st.And(b.given, inv[b.loc])
			}
		}
	}
	return inv
}

// used is the set of the entries that the proof rests on.
func (s *search) used() map[*entry]bool {
	used := map[*entry]bool{}
	todo := []*entry{s.table.log[len(s.table.log)-1]} // the root's is the last
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !used[e] {
			used[e] = true
			todo = append(todo, e.uses...)
		}
	}
	return used
}

func (s *search) counters() []verdict.Stat {
	n := func(name string, v int, doc string) verdict.Stat {
		return verdict.Stat{Name: name, Value: float64(v), Doc: doc}
	}
	return []verdict.Stat{
		n("S", s.nodes, "nodes of the symbolic execution tree"),
		{Name: "T", Value: time.Since(s.stats.start).Seconds(), Unit: "s", Doc: "time"},
		n("R", s.stats.restarts, "restarts after a spurious error"),
		n("siblings", s.stats.siblings, "nodes subsumed by a sibling"),
		n("ancestors", s.stats.ancestors, "nodes subsumed by an ancestor"),
		n("widenings", s.stats.widenings, "weakenings of a loop header"),
		n("queries", s.path.queries+s.stats.queries, "questions to the solver"),
	}
}

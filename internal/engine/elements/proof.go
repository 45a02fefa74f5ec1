package elements

import (
	"maps"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// proof is a proof of the facts that are left, if they exclude all errors: of those that are needed for that,
// and for these to stay so.
func (s *search) proof() (p verdict.Proof, ok bool) {
	var wants []want
	for _, p := range s.paths {
		if s.task.Program.Locs[p.to].IsGoal() {
			wants = append(wants, want{p, s.st.True()})
		}
	}
	proof, ok := s.proofOf(wants)
	switch {
	case !ok:
		return nil, false
	case len(proof.Bound) == 0 && len(proof.Sums) == 0:
		return proof.Invariants, true
	}
	return proof, true
}

// want is that not is false at the end of p.
type want struct {
	p   *path
	not term.Term
}

// proofOf is a proof of wants, by the facts that are left, of those that are needed.
func (s *search) proofOf(wants []want) (proof verdict.Elements, ok bool) {
	needed := map[ir.Loc][]*fact{}
	for len(wants) > 0 {
		w := wants[0]
		wants = wants[1:]
		core, ok := s.why(w.p, w.not, needed[w.p.from])
		if !ok {
			return proof, false
		}
		for _, f := range core {
			if slices.Contains(needed[w.p.from], f) {
				continue
			}
			needed[w.p.from] = append(needed[w.p.from], f)
			for _, p := range s.into[w.p.from] {
				wants = append(wants, want{p, s.st.Not(s.st.Subst(f.f, p.after))})
			}
		}
	}
	proof.Invariants = verdict.Invariants{}
	bound := 0
	for i, h := range s.heads {
		all := []term.Term{}
		for _, f := range s.facts[h] { // in their order
			if slices.Contains(needed[h], f) && !slices.ContainsFunc(needed[h], f.weaker) {
				all = append(all, f.f)
				bound = max(bound, f.bound)
			}
		}
		if i == 0 || len(s.into[h]) > 0 {
			proof.Invariants[h] = s.st.And(all...)
		}
	}
	proof.Sums = s.used(slices.Collect(maps.Values(proof.Invariants)))
	for _, b := range s.bound[:bound] {
		proof.Bound = append(proof.Bound, b.Name())
	}
	return proof, true
}

// weaker says that f has all disjuncts of g, and more.
func (f *fact) weaker(g *fact) bool {
	of := func(t term.Term) []term.Term {
		if t.Op() == term.Or {
			return t.Args()
		}
		return []term.Term{t}
	}
	all := of(f.f)
	return f.f != g.f && !slices.ContainsFunc(of(g.f), func(d term.Term) bool { return !slices.Contains(all, d) })
}

// why finds facts at the beginning of p from which it follows that goal does not hold when p has been taken: those of known that help, and as few
// others as is easy.
func (s *search) why(p *path, goal term.Term, known []*fact) (core []*fact, ok bool) {
	if goal.IsFalse() {
		return nil, true
	}
	q := s.on(p)
	defer q.close()
	q.assert(goal)
	marks := map[*fact]term.Term{}
	use := func(list []*fact) smt.Answer {
		var all []term.Term
		for _, f := range list {
			if !marks[f].Valid() {
				marks[f] = s.st.Fresh("use", term.Bool)
				q.given(f, marks[f])
			}
			all = append(all, marks[f])
		}
		ans := q.ask(s.st.True(), all...)
		core = nil
		if ans.Status == smt.Unsat {
			for i, m := range all {
				if slices.Contains(ans.Core, m) {
					core = append(core, list[i])
				}
			}
		}
		return ans
	}
	if use(known).Status == smt.Unsat {
		return core, true
	}
	alive := s.alive(p.from) // what was guessed first is simplest
	for n := 16; use(alive[:min(n, len(alive))]).Status != smt.Unsat; n *= 4 {
		if n >= len(alive) {
			return nil, false
		}
	}
	least := core
	for _, f := range slices.Backward(least) { // without each in turn; what was guessed first is preferred
		if i := slices.Index(least, f); i >= 0 && !slices.Contains(known, f) && s.ctx.Err() == nil {
			if use(slices.Delete(slices.Clone(least), i, i+1)).Status == smt.Unsat {
				least = core
			}
		}
	}
	if s.lists == nil {
		return least, true
	}
	for _, f := range slices.Backward(least) { // one about all blocks, guessed before it, is preferred to one about some
		i := slices.Index(least, f)
		if i < 0 || f.bound > 0 || slices.Contains(known, f) || s.ctx.Err() != nil {
			continue
		}
		instead := slices.Delete(slices.Clone(least), i, i+1)
		for _, g := range alive[:slices.Index(alive, f)] {
			if g.bound > 0 && !slices.Contains(instead, g) {
				instead = append(instead, g)
			}
		}
		if use(instead).Status == smt.Unsat && len(core) <= len(least) {
			least = core
		}
	}
	return least, true
}

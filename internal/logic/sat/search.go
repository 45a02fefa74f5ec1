package sat

// Solve decides the clauses under the assumptions. After Sat, Value gives a model, until
// something is added. After Unsat, Core is a subset of the assumptions that cannot hold together.
// stop, which may be nil, is asked regularly; true ends the search with Unknown.
func (s *Solver) Solve(assumptions []Lit, stop func() bool) Status {
	s.Stats.Solves++
	s.core = s.core[:0]
	if !s.ok {
		return Unsat
	}
	// Keep the trail of the common beginning.
	n := 0
	for n < len(assumptions) && n < len(s.assumptions) && n < len(s.lim) && assumptions[n] == s.assumptions[n] {
		n++
	}
	s.cancelUntil(n)
	s.assumptions = append(s.assumptions[:0], assumptions...)

	s.suggested = s.suggested[:0]
	s.restarts = restarts{}
	for steps := 0; ; steps++ {
		if steps&15 == 15 && stop != nil && stop() {
			return Unknown
		}
		confl := s.propagateAll(len(s.lim) >= len(s.assumptions))
		if confl != noRef {
			if !s.conflict(confl) {
				return Unsat
			}
			continue
		}
		if len(s.lim) < len(s.assumptions) {
			p := s.assumptions[len(s.lim)]
			switch s.vals[p] {
			case False:
				s.analyzeFinal(p, noRef)
				return Unsat
			default:
				s.newLevel()
				if s.vals[p] == Undef {
					s.enqueue(p, noRef)
				}
			}
			continue
		}
		if s.restarts.due() {
			s.restart()
		}
		if len(s.learnt) >= s.maxLearnt {
			s.reduce()
		}
		if p := s.suggestion(); p != NoLit {
			s.Stats.Decisions++
			s.newLevel()
			s.enqueue(p, noRef)
			continue
		}
		if p := s.pick(); p != NoLit {
			s.Stats.Decisions++
			s.newLevel()
			s.enqueue(p, noRef)
			continue
		}
		if s.theory == nil {
			return Sat
		}
		verdict, lits := s.theory.FinalCheck()
		switch {
		case !s.ok:
			return Unsat
		case lits != nil:
			if !s.conflict(s.theoryClause(lits)) {
				return Unsat
			}
		case verdict == Accept:
			return Sat
		case verdict == GiveUp:
			return Unknown
		}
	}
}

// Suggest makes l the next decision, if it has no value then; for the theory's FinalCheck, which
// must then answer Continue. Its variable need not be a decision variable: once the decision is
// undone it is forgotten.
func (s *Solver) Suggest(l Lit) { s.suggested = append(s.suggested, l) }

// suggestion takes a suggested decision.
func (s *Solver) suggestion() Lit {
	for len(s.suggested) > 0 {
		l := s.suggested[0]
		s.suggested = s.suggested[1:]
		if s.vals[l] == Undef {
			return l
		}
	}
	return NoLit
}

// Assume adds assumptions to those of the running Solve; for the theory's FinalCheck, which must
// then answer Continue.
func (s *Solver) Assume(lits ...Lit) {
	s.cancelUntil(len(s.assumptions))
	s.assumptions = append(s.assumptions, lits...)
}

// conflict learns from a false clause and goes back; false means unsatisfiable under the
// assumptions.
func (s *Solver) conflict(confl ref) bool {
	s.Stats.Conflicts++
	// A clause of the theory may be false at an earlier level.
	top := int32(0)
	for _, l := range s.lits(confl) {
		if !s.idle(l) {
			top = max(top, s.level[l.Var()])
		}
	}
	s.cancelUntil(int(top))
	if top == 0 {
		s.traceEmpty(confl)
		s.ok = false
		return false
	}
	if int(top) <= len(s.assumptions) && s.onlyAssumptions(confl) {
		s.analyzeFinal(NoLit, confl)
		s.discard(confl)
		s.cancelUntil(int(top) - 1) // or the next Solve would take the propagated trail for consistent
		return false
	}
	s.suggested = s.suggested[:0]
	s.aim()
	back, id := s.analyze(confl)
	levels := s.levels(s.out)
	s.restarts.learned(levels)
	s.discard(confl)
	s.cancelUntil(back)
	if len(s.out) == 1 {
		c := s.alloc(s.out, 0, id)
		s.orig = append(s.orig, c)
		s.enqueue(s.out[0], c)
	} else {
		c := s.alloc(s.out, flagLearnt, id)
		s.learnt = append(s.learnt, c)
		s.attach(c)
		s.rank(c, levels)
		s.bumpClause(c)
		s.enqueue(s.out[0], c)
	}
	s.varInc *= varDecay
	s.claInc *= clauseDecay
	return true
}

// aim notes, at a conflict in a stable phase, the values that literals have without its level, if these are the most of the phase.
func (s *Solver) aim() {
	n := int(s.lim[len(s.lim)-1])
	if !s.restarts.stable || n <= s.restarts.best {
		return
	}
	if s.restarts.best == 0 {
		copy(s.target, s.phase)
	}
	s.restarts.best = n
	for _, l := range s.trail[:n] {
		s.target[l.Var()] = !l.IsNeg()
	}
}

// onlyAssumptions reports whether every literal of the conflict is a negated assumption itself:
// then there is nothing to learn.
func (s *Solver) onlyAssumptions(confl ref) bool {
	if s.tracer != nil {
		return false
	}
	for _, l := range s.lits(confl) {
		if !s.idle(l) && s.reason[l.Var()] != noRef {
			return false
		}
	}
	return true
}

func (s *Solver) discard(confl ref) {
	if s.flag(confl, flagTemp) {
		s.free(confl)
	}
}

// Core is the subset of the last Solve's assumptions that its answer Unsat used. It is empty if
// the clauses are unsatisfiable without any.
func (s *Solver) Core() []Lit { return s.core }

func (s *Solver) pick() Lit {
	for len(s.order.vars) > 0 {
		v := s.order.pop()
		if s.vals[v.Pos()] != Undef || !s.decision[v] {
			continue
		}
		positive := s.phase[v]
		if s.restarts.stable {
			positive = s.target[v]
		}
		if s.theory != nil {
			if p := s.theory.Phase(v); p != Undef {
				positive = p == True
			}
		}
		if positive {
			return v.Pos()
		}
		return v.Neg()
	}
	return NoLit
}

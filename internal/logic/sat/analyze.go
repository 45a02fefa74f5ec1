package sat

// Values of seen during analysis.
const (
	unseen    = 0
	source    = 1 // in the clause under construction
	removable = 2
	failed    = 3
)

// analyze derives the first-UIP clause from a conflict at the current level, minimised
// recursively, into s.out, the asserting literal first and one of the highest other level second.
// It returns the level to go back to and the number of the clause in the proof. The conflict must
// contain a literal of the current level that is not idle; the level must not be 0.
func (s *Solver) analyze(confl ref) (back int, id ClauseID) {
	s.out = append(s.out[:0], NoLit)
	s.zeros = s.zeros[:0]
	s.chain = s.chain[:0]
	top := int32(len(s.lim))
	open := 0
	p := NoLit
	i := len(s.trail) - 1
	for {
		if s.tracer != nil {
			s.chain = append(s.chain, s.id(confl))
		}
		if s.flag(confl, flagLearnt) {
			s.use(confl)
		}
		lits := s.lits(confl)
		if p != NoLit {
			lits = lits[1:]
		}
		for _, q := range lits {
			v := q.Var()
			if s.seen[v] != unseen {
				continue
			}
			if s.idle(q) {
				s.noteZero(v)
				continue
			}
			s.bumpVar(v)
			s.mark(v, source)
			if s.level[v] >= top {
				open++
			} else {
				s.out = append(s.out, q)
			}
		}
		for s.seen[s.trail[i].Var()] == unseen || s.level[s.trail[i].Var()] < top {
			i--
		}
		p = s.trail[i]
		i--
		open--
		if open == 0 {
			break
		}
		confl = s.why(p.Var())
	}
	s.out[0] = p.Not()

	// Minimise: drop literals that follow from the others.
	j := 1
	for _, q := range s.out[1:] {
		if s.reason[q.Var()] == noRef || !s.redundant(q) {
			s.out[j] = q
			j++
		}
	}
	removed := len(s.out) - j
	s.out = s.out[:j]
	if s.tracer != nil {
		id = s.traceLearnt(removed > 0)
	}
	for _, v := range s.toClear {
		s.seen[v] = unseen
	}
	s.toClear = s.toClear[:0]

	if len(s.out) == 1 {
		return 0, id
	}
	m := 1
	for k := 2; k < len(s.out); k++ {
		if s.level[s.out[k].Var()] > s.level[s.out[m].Var()] {
			m = k
		}
	}
	s.out[1], s.out[m] = s.out[m], s.out[1]
	return int(s.level[s.out[1].Var()]), id
}

func (s *Solver) mark(v Var, as uint8) {
	if s.seen[v] == unseen {
		s.toClear = append(s.toClear, v)
	}
	s.seen[v] = as
}

// noteZero records, for the proof, that a literal false at level 0 was left out.
func (s *Solver) noteZero(v Var) {
	if s.tracer != nil && s.seen[v] == unseen {
		s.mark(v, source)
		s.zeros = append(s.zeros, v)
	}
}

// redundant reports whether the false literal q follows from literals of the clause under
// construction and level 0 alone.
func (s *Solver) redundant(q Lit) bool {
	s.stack = append(s.stack[:0], q)
	marked := len(s.toClear)
	for len(s.stack) > 0 {
		l := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for _, r := range s.lits(s.why(l.Var()))[1:] {
			v := r.Var()
			if s.idle(r) || s.seen[v] == source || s.seen[v] == removable {
				continue
			}
			if s.seen[v] == failed || s.reason[v] == noRef {
				for _, w := range s.toClear[marked:] {
					s.seen[w] = failed
				}
				return false
			}
			s.mark(v, removable)
			s.stack = append(s.stack, r)
		}
	}
	return true
}

// analyzeFinal computes the assumptions, among them p, that force the assumption p to be false,
// into s.core. If p is NoLit, the clause confl is false under the assumptions instead.
func (s *Solver) analyzeFinal(p Lit, confl ref) {
	s.core = s.core[:0]
	if p != NoLit {
		s.core = append(s.core, p)
		if s.level[p.Var()] == 0 {
			return
		}
		s.mark(p.Var(), source)
	} else {
		for _, q := range s.lits(confl) {
			if !s.idle(q) {
				s.mark(q.Var(), source)
			}
		}
	}
	for i := len(s.trail) - 1; len(s.lim) > 0 && i >= int(s.lim[0]); i-- {
		v := s.trail[i].Var()
		if s.seen[v] == unseen {
			continue
		}
		if s.reason[v] == noRef {
			if s.trail[i] != p {
				s.core = append(s.core, s.trail[i])
			}
			continue
		}
		for _, q := range s.lits(s.why(v))[1:] {
			if !s.idle(q) {
				s.mark(q.Var(), source)
			}
		}
	}
	for _, v := range s.toClear {
		s.seen[v] = unseen
	}
	s.toClear = s.toClear[:0]
}

const (
	varDecay    = 1 / 0.92
	clauseDecay = 1 / 0.999
	rescaleVar  = 1e100
	rescaleCla  = 1e20
)

func (s *Solver) bumpVar(v Var) {
	s.activity[v] += s.varInc
	if s.activity[v] > rescaleVar {
		for i := range s.activity {
			s.activity[i] /= rescaleVar
		}
		s.varInc /= rescaleVar
	}
	s.order.increased(v)
}

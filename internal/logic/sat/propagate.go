package sat

// enqueue makes l true, because of the clause or theory hint r. l must be unassigned.
func (s *Solver) enqueue(l Lit, r ref) {
	v := l.Var()
	s.vals[l] = True
	s.vals[l.Not()] = False
	s.level[v] = int32(len(s.lim))
	s.reason[v] = r
	s.pos[v] = int32(len(s.trail))
	s.trail = append(s.trail, l)
}

// Imply is for the theory, from Assign and Check: l follows in the theory from literals that are
// true. Explain(l, hint) may be asked for the clause. No effect if l is true already; l must not
// be false (that is a conflict). The hint is not negative.
func (s *Solver) Imply(l Lit, hint int32) {
	if s.vals[l] == Undef {
		s.enqueue(l, theoryBit|ref(hint))
	}
}

// propagate makes all literals true that are implied by unit clauses, until nothing follows or a
// clause is false, which it returns.
func (s *Solver) propagate() ref {
	for s.qhead < len(s.trail) {
		p := s.trail[s.qhead]
		s.qhead++
		s.Stats.Propagations++
		ws := s.watches[p]
		np := p.Not()
		vals := s.vals
		if s.Stats.Propagations&255 == 0 && s.Tick != nil {
			s.Tick(2560)
		}
		j := 0
	clauses:
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			blocked := vals[w.blocker]
			if blocked == True {
				ws[j] = w
				j++
				continue
			}
			if w.c&binaryBit != 0 {
				ws[j] = w
				j++
				if blocked == False {
					j += copy(ws[j:], ws[i+1:])
					s.watches[p] = ws[:j]
					s.qhead = len(s.trail)
					return w.clause()
				}
				s.enqueue(w.blocker, w.clause())
				continue
			}
			base := int(w.c) + headerLen
			lits := s.arena[base : base+int(s.arena[w.c]>>flagBits)]
			if lits[0] == np {
				lits[0], lits[1] = lits[1], np
			}
			first := lits[0]
			if first != w.blocker && vals[first] == True {
				ws[j] = watch{w.c, first}
				j++
				continue
			}
			for k := 2; k < len(lits); k++ {
				if l := lits[k]; vals[l] != False {
					lits[1], lits[k] = l, np
					s.watches[l.Not()] = append(s.watches[l.Not()], watch{w.c, first})
					continue clauses
				}
			}
			ws[j] = watch{w.c, first}
			j++
			if vals[first] == False {
				j += copy(ws[j:], ws[i+1:])
				s.watches[p] = ws[:j]
				s.qhead = len(s.trail)
				return w.c
			}
			s.enqueue(first, w.c)
		}
		s.watches[p] = ws[:j]
	}
	return noRef
}

// propagateAll alternates clause and theory propagation. Only if full does the theory do its dear
// work. The result is a false clause, or noRef.
func (s *Solver) propagateAll(full bool) ref {
	for {
		if c := s.propagate(); c != noRef {
			return c
		}
		if s.theory == nil {
			return noRef
		}
		if s.thead < len(s.trail) {
			lits := s.trail[s.thead:]
			s.thead = len(s.trail)
			if confl := s.theory.Assign(lits); confl != nil {
				return s.theoryClause(confl)
			}
			continue
		}
		if !full {
			return noRef
		}
		if confl := s.theory.Check(); confl != nil {
			return s.theoryClause(confl)
		}
		if s.qhead == len(s.trail) && s.thead == len(s.trail) {
			return noRef
		}
	}
}

// theoryClause puts a clause of the theory into the arena for as long as analysis needs it.
func (s *Solver) theoryClause(lits []Lit) ref {
	var id ClauseID
	if s.tracer != nil {
		id = s.newID()
		s.tracer.Lemma(id, lits)
	}
	return s.alloc(lits, flagTemp, id)
}

// why returns the clause that implied v, asking the theory for it if need be, with the implied
// literal first; noRef for a decision.
func (s *Solver) why(v Var) ref {
	r := s.reason[v]
	if r == noRef {
		return noRef
	}
	l := v.Pos()
	if s.vals[l] != True {
		l = l.Not()
	}
	if r&theoryBit == 0 {
		r &^= temporaryBit
		// Propagation does not read clauses of two literals, and so leaves their order.
		if lits := s.lits(r); lits[0] != l {
			lits[0], lits[1] = lits[1], lits[0]
		}
		return r
	}
	c := s.theoryClause(s.theory.Explain(l, int32(r&^theoryBit)))
	lits := s.lits(c)
	for i := range lits {
		if lits[i] == l {
			lits[0], lits[i] = lits[i], lits[0]
			break
		}
	}
	s.reason[v] = c | temporaryBit
	return c
}

func (s *Solver) newLevel() {
	s.lim = append(s.lim, int32(len(s.trail)))
	if s.theory != nil {
		s.theory.NewLevel()
	}
}

// cancelUntil undoes all levels above n.
func (s *Solver) cancelUntil(n int) {
	if len(s.lim) <= n {
		return
	}
	for i := len(s.trail) - 1; i >= int(s.lim[n]); i-- {
		l := s.trail[i]
		v := l.Var()
		s.vals[l] = Undef
		s.vals[l.Not()] = Undef
		s.phase[v] = !l.IsNeg()
		if r := s.reason[v]; r&theoryBit == 0 && r&temporaryBit != 0 {
			s.free(r &^ temporaryBit)
		}
		if s.decision[v] {
			s.order.insert(v)
		}
	}
	s.trail = s.trail[:s.lim[n]]
	s.lim = s.lim[:n]
	s.qhead = len(s.trail)
	s.thead = min(s.thead, len(s.trail))
	if s.theory != nil {
		s.theory.Backtrack(n)
	}
}

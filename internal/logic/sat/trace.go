package sat

import "slices"

// ClauseID numbers the clauses of a proof, from 1.
type ClauseID uint32

// Origin says where an added clause comes from; its meaning is the user's.
type Origin struct {
	Kind, Index int32
}

// Tracer hears how each clause came to be, in an order in which every clause is known before it
// is used. The slices are only valid during the call.
type Tracer interface {
	// Original: the clause was added from outside.
	Original(id ClauseID, o Origin, lits []Lit)
	// Lemma: the theory gave the clause as conflict or explanation, just now.
	Lemma(id ClauseID, lits []Lit)
	// Derived: the clause follows by resolving chain[0] with chain[1], the result with chain[2]
	// and so on. In each step exactly one variable has opposite signs. The last clause of a
	// refutation is empty.
	Derived(id ClauseID, lits []Lit, chain []ClauseID)
}

func (s *Solver) newID() ClauseID {
	s.nextID++
	return s.nextID
}

// traceUnits derives the unit clause of every literal that is true at level 0.
func (s *Solver) traceUnits() {
	if s.tracer == nil {
		return
	}
	end := len(s.trail)
	if len(s.lim) > 0 {
		end = int(s.lim[0])
	}
	for ; s.traced < end; s.traced++ {
		l := s.trail[s.traced]
		c := s.why(l.Var())
		lits := s.lits(c)
		if len(lits) == 1 {
			s.unitID[l.Var()] = s.id(c)
			continue
		}
		chain := []ClauseID{s.id(c)}
		for _, q := range lits[1:] {
			chain = append(chain, s.unitID[q.Var()])
		}
		id := s.newID()
		s.tracer.Derived(id, []Lit{l}, chain)
		s.unitID[l.Var()] = id
	}
}

// traceStrengthened derives lits from clause id by resolving away s.zeros.
func (s *Solver) traceStrengthened(id ClauseID, lits []Lit) ClauseID {
	s.traceUnits()
	slices.Sort(s.zeros)
	s.zeros = slices.Compact(s.zeros)
	if len(s.zeros) == 0 {
		return id
	}
	chain := []ClauseID{id}
	for _, v := range s.zeros {
		chain = append(chain, s.unitID[v])
	}
	d := s.newID()
	s.tracer.Derived(d, lits, chain)
	return d
}

// traceEmpty derives the empty clause from one that is false at level 0.
func (s *Solver) traceEmpty(confl ref) {
	if s.tracer == nil {
		return
	}
	s.traceUnits()
	chain := []ClauseID{s.id(confl)}
	for _, q := range s.lits(confl) {
		chain = append(chain, s.unitID[q.Var()])
	}
	s.tracer.Derived(s.newID(), nil, chain)
}

// traceLearnt completes the chain of the clause that analyze has found: the literals that
// minimisation removed are resolved away from the newest to the oldest, then those of level 0.
func (s *Solver) traceLearnt(minimised bool) ClauseID {
	if minimised {
		const keep, open = 8, 9
		for _, q := range s.out {
			s.seen[q.Var()] = keep
		}
		// What is still marked source, is above level 0, below the current level, and not kept,
		// was removed.
		low := 0
		if len(s.lim) > 0 {
			low = int(s.lim[0])
		}
		top := int32(len(s.lim))
		for _, v := range s.toClear {
			if s.seen[v] == source && s.level[v] > 0 && s.level[v] < top {
				s.seen[v] = open
			}
		}
		for i := int(s.lim[top-1]) - 1; i >= low; i-- {
			v := s.trail[i].Var()
			if s.seen[v] != open {
				continue
			}
			c := s.why(v)
			s.chain = append(s.chain, s.id(c))
			for _, q := range s.lits(c)[1:] {
				w := q.Var()
				switch {
				case s.level[w] == 0:
					s.noteZero(w)
				case s.seen[w] != keep:
					s.mark(w, open)
				}
			}
		}
	}
	s.traceUnits()
	for _, v := range s.zeros {
		s.chain = append(s.chain, s.unitID[v])
	}
	if len(s.chain) == 1 {
		return s.chain[0]
	}
	id := s.newID()
	s.tracer.Derived(id, s.out, s.chain)
	return id
}

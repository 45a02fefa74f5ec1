package sat

import (
	"cmp"
	"math"
	"slices"
)

func (s *Solver) clauseActivity(c ref) float32 { return math.Float32frombits(uint32(s.arena[c+1])) }

func (s *Solver) bumpClause(c ref) {
	a := s.clauseActivity(c) + s.claInc
	s.arena[c+1] = Lit(math.Float32bits(a))
	if a > rescaleCla {
		for _, d := range s.learnt {
			s.arena[d+1] = Lit(math.Float32bits(s.clauseActivity(d) / rescaleCla))
		}
		s.claInc /= rescaleCla
	}
}

// locked reports whether c is the reason of an assignment.
func (s *Solver) locked(c ref) bool {
	l := s.lits(c)[0]
	return s.vals[l] == True && s.reason[l.Var()] == c
}

// reduce deletes the less active half of the learned clauses, except binary ones and reasons.
func (s *Solver) reduce() {
	s.Stats.Reductions++
	slices.SortFunc(s.learnt, func(a, b ref) int {
		if x, y := s.size(a) == 2, s.size(b) == 2; x != y {
			if x {
				return 1
			}
			return -1
		}
		if c := cmp.Compare(s.clauseActivity(a), s.clauseActivity(b)); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	half := len(s.learnt) / 2
	kept := s.learnt[:0]
	for i, c := range s.learnt {
		if !s.locked(c) && (i < half && s.size(c) > 2 || s.satisfiedForGood(c)) {
			s.free(c)
			continue
		}
		kept = append(kept, c)
	}
	s.learnt = kept
	s.maxLearnt = max(s.maxLearnt+s.maxLearnt/20, 2*len(kept))
	s.dropDeleted()
	s.collect()
}

// Collect compacts the clause memory if a quarter of it is waste. It may be called between calls
// of Solve by users who keep a solver for long.
func (s *Solver) Collect() {
	if s.wasted > len(s.arena)/4+1024 {
		s.collect()
	}
}

func (s *Solver) satisfiedForGood(c ref) bool {
	for _, l := range s.lits(c) {
		if s.vals[l] == True && s.level[l.Var()] == 0 {
			return true
		}
	}
	return false
}

func (s *Solver) dropDeleted() {
	for i, ws := range s.watches {
		j := 0
		for _, w := range ws {
			if !s.flag(w.c, flagDeleted) {
				ws[j] = w
				j++
			}
		}
		s.watches[i] = ws[:j]
	}
}

// collect moves the living clauses to a new arena.
func (s *Solver) collect() {
	old := s.arena
	s.arena = make([]Lit, 1, len(old)-s.wasted+len(old)/4+64)
	move := func(c ref) ref {
		n := headerLen + int(old[c]>>flagBits)
		d := ref(len(s.arena))
		s.arena = append(s.arena, old[c:int(c)+n]...)
		old[c+1] = Lit(d)
		return d
	}
	for i, c := range s.orig {
		s.orig[i] = move(c)
	}
	for i, c := range s.learnt {
		s.learnt[i] = move(c)
	}
	for i, ws := range s.watches {
		for j := range ws {
			ws[j].c = ref(old[ws[j].c+1])
		}
		s.watches[i] = ws
	}
	for _, l := range s.trail {
		r := s.reason[l.Var()]
		if r == noRef || r&theoryBit != 0 {
			continue
		}
		if old[r]&flagTemp != 0 {
			s.reason[l.Var()] = move(r)
		} else {
			s.reason[l.Var()] = ref(old[r+1])
		}
	}
	s.wasted = 0
}

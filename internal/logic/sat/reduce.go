package sat

import (
	"cmp"
	"math"
	"slices"
)

// reduction says when learned clauses are deleted.
type reduction struct {
	claInc    float32 // by which a clause becomes more active that is used
	maxLearnt int     // so many learned clauses are too many
}

// The standing of a learned clause is the least number of decision levels that its literals had when it was learned or used
// [Audemard, Simon 2009], and whether it was used since the last reduction.
const (
	usedFlag   = 1
	levelsFrom = 1 // the bit at which the number begins

	coreLevels   = 2 // clauses of so few levels are kept
	middleLevels = 6 // clauses of so few that were used are the last to go
)

func (s *Solver) levelsOf(c ref) int { return int(s.arena[c+3] >> levelsFrom) }

// rank gives the learned clause c its standing, as used.
func (s *Solver) rank(c ref, levels int) { s.arena[c+3] = Lit(levels)<<levelsFrom | usedFlag }

// use notes that the learned clause c took part in a conflict. All of its literals have values.
func (s *Solver) use(c ref) {
	levels := s.levelsOf(c)
	if levels > coreLevels {
		s.bumpClause(c)
		s.rank(c, min(levels, s.levels(s.lits(c))))
	}
}

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
	for _, l := range s.lits(c)[:2] {
		if s.vals[l] == True && s.reason[l.Var()] == c {
			return true
		}
	}
	return false
}

// reduce deletes learned clauses until half of them are left, but none of two literals or few levels, and no reasons: the less active ones first, and those of
// the middle last.
func (s *Solver) reduce() {
	s.Stats.Reductions++
	var middle, rest []ref
	all := len(s.learnt)
	kept := s.learnt[:0]
	for _, c := range s.learnt {
		levels := s.levelsOf(c)
		switch {
		case s.locked(c) || s.size(c) == 2:
			kept = append(kept, c)
		case s.satisfiedForGood(c):
			s.free(c)
		case levels <= coreLevels:
			kept = append(kept, c)
		case levels <= middleLevels && s.arena[c+3]&usedFlag != 0:
			s.arena[c+3] &^= usedFlag
			middle = append(middle, c)
		default:
			rest = append(rest, c)
		}
	}
	active := func(a, b ref) int {
		return cmp.Or(cmp.Compare(s.clauseActivity(b), s.clauseActivity(a)), cmp.Compare(b, a))
	}
	slices.SortFunc(middle, active)
	slices.SortFunc(rest, active)
	rest = append(middle, rest...)
	room := min(max(all/2-len(kept), 0), len(rest))
	for _, c := range rest[room:] {
		s.free(c)
	}
	s.learnt = append(kept, rest[:room]...)
	slices.Sort(s.learnt)
	s.maxLearnt = max(s.maxLearnt+s.maxLearnt/20, 2*len(s.learnt))
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
			if !s.flag(w.clause(), flagDeleted) {
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
			ws[j].c = ref(old[ws[j].clause()+1]) | ws[j].c&binaryBit
		}
		s.watches[i] = ws
	}
	for _, l := range s.trail {
		r := s.reason[l.Var()]
		if r == noRef || r&theoryBit != 0 {
			continue
		}
		if r&temporaryBit != 0 {
			s.reason[l.Var()] = move(r&^temporaryBit) | temporaryBit
		} else {
			s.reason[l.Var()] = ref(old[r+1])
		}
	}
	s.wasted = 0
}

package sat

// restarts says when the search begins anew: when the clauses that it learns have become worse
// than they were on average. A clause is the worse the more decision levels its literals have
// [Audemard, Simon 2009]. Make one for each search.
//
// That is so in every other phase of a search. In those between, the stable ones, restarts are few, and a variable is decided as it was when
// the most literals had values without a conflict: this is better at finding models, and the other at refutations
// [Biere, Fleury 2020, Chasing Target Phases].
type restarts struct {
	clauses    int     // learned
	since      int     // learned since the last restart
	sum        float64 // of the levels in the first clauses
	fast, slow float64 // averages of the levels in the last few and in many clauses

	stable bool // the phase is a stable one
	phases int  // the phases before this one
	begun  int  // so many clauses were learned when this one began
	best   int  // the most literals that had values without a conflict in this phase; for stable ones
	u, v   int  // v is the current number of Luby's sequence
}

const (
	restartWarm   = 32   // so many clauses are learned before the first restart
	restartPause  = 10   // and so many before the next one
	restartMargin = 1.1  // how much worse clauses become before a restart
	restartFew    = 32   // about how many clauses the fast average is of
	restartMany   = 4096 // and the slow one

	// The n-th phase ends when n² times this many clauses are learned.
	firstPhase = 3000
	// In a stable phase, so many clauses times a number of Luby's sequence are learned between restarts.
	stablePause = 1024
)

// learned hears of a clause whose literals have that many levels.
func (r *restarts) learned(levels int) {
	n := float64(levels)
	r.clauses++
	r.since++
	if r.clauses <= restartWarm {
		r.sum += n
		r.fast = r.sum / float64(r.clauses)
		r.slow = r.fast
		return
	}
	r.fast += (n - r.fast) / restartFew
	r.slow += (n - r.slow) / restartMany
	if n := r.phases + 1; r.clauses-r.begun >= n*n*firstPhase {
		r.stable, r.phases, r.begun = !r.stable, n, r.clauses
		r.since, r.best, r.u, r.v = 0, 0, 1, 1
	}
}

// due reports whether to begin anew, and takes it that the search does.
func (r *restarts) due() bool {
	if r.stable {
		if r.since < r.v*stablePause {
			return false
		}
		// Luby's sequence is 1, 1, 2, 1, 1, 2, 4, and so on: a number is doubled until it is the largest power of 2 in u, which counts the ones.
		if r.u&-r.u == r.v {
			r.u, r.v = r.u+1, 1
		} else {
			r.v *= 2
		}
	} else if r.clauses <= restartWarm || r.since < restartPause || r.fast <= restartMargin*r.slow {
		return false
	}
	r.since = 0
	return true
}

// levels is the number of decision levels that the literals have.
func (s *Solver) levels(lits []Lit) int {
	for len(s.levelSeen) <= len(s.lim) {
		s.levelSeen = append(s.levelSeen, 0)
	}
	s.levelStamp++
	n := 0
	for _, l := range lits {
		if at := s.level[l.Var()]; s.levelSeen[at] != s.levelStamp {
			s.levelSeen[at] = s.levelStamp
			n++
		}
	}
	return n
}

// restart undoes the decisions that the search would now make differently, or in another order.
func (s *Solver) restart() {
	s.Stats.Restarts++
	for len(s.order.vars) > 0 {
		if v := s.order.vars[0]; s.vals[v.Pos()] == Undef && s.decision[v] {
			break
		}
		s.order.pop()
	}
	n := len(s.assumptions)
	if len(s.order.vars) > 0 {
		next := s.order.vars[0]
		for n < len(s.lim) && s.order.less(s.trail[s.lim[n]].Var(), next) {
			n++
		}
	}
	s.cancelUntil(n)
}

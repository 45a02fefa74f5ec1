package tracer

import (
	"slices"

	"craig/internal/evidence/verdict"
)

// strategy is what happens at loops and at errors, in which the papers differ. The rest of the tree is
// explored by search, alike for all.
type strategy interface {
	// solve explores the tree, once or more often, and answers.
	solve() *verdict.Result
	// enter is told of the new header of f, the top of the stack.
	enter(f *frame)
	// arrive is Fig. 2, lines 12 to 17: the path has come to the loop head b, in a state that no label
	// subsumes. With ok the path ends here, and t is its label; otherwise the loop is unrolled.
	arrive(b *block) (t target, ok bool)
	// atError is lines 3 to 7: arc i of f, the top of the stack, has led to an error location.
	atError(f *frame, i int)
	// exhausted is told that h has been given as many constraints as it may have. It reports whether
	// the search was given up; otherwise nothing is subsumed by h from now on.
	exhausted(h *header) bool
}

func newStrategy(s *search) strategy {
	switch s.cfg.Loops {
	case Minimax:
		return minimax{selective{s}}
	case Deepening:
		return &deepening{search: s}
	}
	return selective{s}
}

// selective is unbounded, Figs. 2 and 3: states are weakened as far as paths around the loop ask for it;
// an error that this has let through is refuted at the last header that did, and the search restarts there.
type selective struct{ *search }

func (s selective) solve() *verdict.Result {
	s.unboundedSymExec()
	return s.result()
}

func (s selective) enter(*frame) {}

func (s selective) arrive(b *block) (target, bool) { return s.cyclic(b) }

func (s selective) exhausted(*header) bool { return false }

func (s selective) atError(f *frame, _ int) { s.judge(f, s.weakened()) }

// weakened are the heights of the weakened headers on the current path.
func (s *search) weakened() (heights []int) {
	for i, g := range s.stack {
		if g.header != nil && g.header.weakened {
			heights = append(heights, i)
		}
	}
	return heights
}

// judge decides about an error path: it is real, or one of the weakened headers has let it through. Then
// the search restarts at the last one that has.
func (s *search) judge(f *frame, weakened []int) {
	for _, i := range slices.Backward(weakened) { // line 4
		if s.refute(s.stack[i].header) || s.stop != "" {
			return
		}
	}
	s.real(f) // line 7
}

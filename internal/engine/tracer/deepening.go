package tracer

import (
	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/logic/term"
)

// Reasons to stop the test of an invariant.
const (
	notInductive = "not inductive"
	notSafe      = "not safe"
)

// maxCandidates bounds the interpolants that are tested at one loop head after each deepening.
const maxCandidates = 64

// deepening is iterative deepening as unbounded describes it in Sec. 1: loops are unrolled to a
// depth; of the interpolants at a loop head those are kept that are inductive by themselves; if
// what is kept does not prove the program safe, the depth is increased.
type deepening struct {
	*search
	bound int                   // how often a path may come to a loop head
	cut   bool                  // some path was cut at the bound
	fixed map[*loop][]term.Term // the invariants to be tested; nil: none are
	tests bool                  // error locations do not matter
}

func (s *deepening) solve() *verdict.Result {
	for s.bound = 1; ; s.bound++ {
		s.cut = false
		s.event(engine.Event{Kind: engine.Unwind, Loc: s.prog.entry.loc, Other: s.bound})
		s.unboundedSymExec()
		if !s.cut || s.stop != "" || s.trace != nil {
			return s.result()
		}
		kept := map[*loop][]term.Term{}
		for _, h := range s.prog.loops.Heads {
			l := s.prog.heads[h]
			for _, f := range s.interpolants(l) {
				if s.ctx.Err() == nil && s.test(map[*loop][]term.Term{l: {f}}, true) {
					kept[l] = append(kept[l], f)
				}
			}
		}
		if s.test(kept, false) {
			return s.result()
		}
		s.clear()
	}
}

// interpolants lists the labels at the head of l and their conjuncts.
func (s *deepening) interpolants(l *loop) []term.Term {
	var fs []term.Term
	seen := map[term.Term]bool{}
	add := func(f term.Term) {
		if !seen[f] && !f.IsConst() && len(fs) < maxCandidates {
			seen[f] = true
			fs = append(fs, f)
		}
	}
	for _, e := range s.table.entries[l.head] {
		add(e.label.formula(s.st))
	}
	for _, e := range s.table.entries[l.head] {
		for _, c := range e.label {
			add(c.f)
		}
	}
	return fs
}

// test explores the program with the invariants fixed at loop heads, all else that a loop
// assigns being unknown. It reports whether they hold at first and are inductive, and, unless
// that is all that matters, whether no error is reached. The table then has the proof. Its nodes
// are not counted.
func (s *deepening) test(fixed map[*loop][]term.Term, inductive bool) bool {
	nodes := s.nodes
	s.clear()
	s.fixed, s.tests = fixed, inductive
	s.stack = s.stack[:0]
	s.path.undo(mark{})
	s.unboundedSymExec()
	ok := s.stop == "" && s.ctx.Err() == nil
	if s.stop == notInductive || s.stop == notSafe {
		s.stop = ""
	}
	s.fixed, s.tests = nil, false
	s.stack = s.stack[:0]
	s.path.undo(mark{})
	s.nodes = nodes
	return ok
}

// atError: what is reached at a depth is real, since no state is weakened; in a test it fails that.
func (s *deepening) atError(f *frame, i int) {
	switch {
	case s.tests:
		s.path.undo(f.end)
		s.finish(f, i, target{})
	case s.fixed != nil:
		s.giveUp(notSafe, "")
	default:
		s.judge(f, s.weakened())
	}
}

// arrive: in a test the state has to come back to the invariant; otherwise the path ends at the bound.
func (s *deepening) arrive(b *block) (target, bool) {
	var h *header
	n := 0
	for _, g := range s.inside(b) {
		if g.loop == b.head {
			h = g
			n++
		}
	}
	switch {
	case h == nil:
		return target{}, false
	case s.fixed != nil:
		if len(s.notImplied(h.cands)) > 0 {
			s.giveUp(notInductive, "")
			return target{}, false
		}
		h.used = true
		return target{label: h.label(), deps: deps{h}}, true
	case n >= s.bound:
		s.cut = true
		return target{cut: true}, true
	}
	return target{}, false
}

// arrivals counts how often the path has come to each of the loop heads around it, from the
// outermost.
func arrivals(inside []*header) []int {
	counts := []int{}
	for i, h := range inside {
		if i == 0 || inside[i-1].loop != h.loop {
			counts = append(counts, 0)
		}
		counts[len(counts)-1]++
	}
	return counts
}

// deeper says that a path with the arrivals a is cut wherever one with the arrivals b, at the same
// location, is: a label that was made under a cut is good no higher up.
func deeper(a, b []int) bool {
	for i := range b {
		if i < len(a) && a[i] < b[i] {
			return false
		}
	}
	return true
}

// exhausted fails a test.
func (s *deepening) exhausted(*header) bool {
	if s.fixed != nil {
		s.giveUp(notInductive, "")
	}
	return s.fixed != nil
}

// enter: in a test the new header gets its fixed invariants, which have to hold.
func (s *deepening) enter(f *frame) {
	if s.fixed == nil {
		return
	}
	h := f.header
	h.prepared = true
	for _, g := range s.fixed[h.loop] {
		h.cands = append(h.cands, &candidate{header: h, f: g, status: locked})
	}
	if len(s.notImplied(h.cands)) > 0 {
		s.giveUp(notInductive, "")
		return
	}
	h.weakened = true
	s.weaken(h)
}

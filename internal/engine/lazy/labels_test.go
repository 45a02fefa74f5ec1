package lazy

import (
	"context"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/program/c/cfront"
	"craig/logic/term"
)

// annotated runs the search on a program of the paper, with labels at every location.
func annotated(t *testing.T, file string) *search {
	t.Helper()
	p := enginetest.Calls(t, cfront.Options{}, file)
	s := newSearch(Config{EveryLocation: true}, enginetest.Task(p, nil))
	if res, err := s.run(context.Background()); err != nil || res.Proof == nil {
		t.Fatalf("%s: %v, %v", file, res.Verdict, err)
	}
	return s
}

// labelAt is the label without a bound of the place where the execution of a line of main begins.
func (s *search) labelAt(t *testing.T, line int) (*node, term.Term) {
	t.Helper()
	for _, n := range s.procs[0].nodes {
		if out := s.Program.Loc(n.loc).Out; len(out) > 0 && s.Program.Edge(out[0]).Pos.Line == line {
			return n, s.inductive(n)
		}
	}
	t.Fatalf("no location at line %d", line)
	return nil, term.Term{}
}

// inductive is the disjunction of n's labels without bounds.
func (s *search) inductive(n *node) term.Term {
	var fs []term.Term
	for _, l := range n.labels {
		if l.bound == unbounded {
			fs = append(fs, l.formula)
		}
	}
	return s.Store.Or(fs...)
}

// same says whether f and g are equivalent at n.
func (s *search) same(n *node, f, g term.Term) bool {
	return s.implied(n, f, g) && s.implied(n, g, f)
}

// TestFragments: the labels that the text of [McMillan 2010], Sec. 1, derives for the fragments of
// its Fig. 1, up to equivalence.
func TestFragments(t *testing.T) {
	const dir = "../../../testdata/papers/"
	abort := func(s *search, f term.Term) term.Term { // for executions that may abort
		return s.Store.Subst(f, map[term.Term]term.Term{s.abort: s.Store.True()})
	}
	leave := func(s *search, f term.Term) term.Term {
		return s.Store.Subst(f, map[term.Term]term.Term{s.abort: s.Store.False()})
	}
	v := func(s *search, name string) term.Term { return s.Store.Var(name, term.Int) }
	t.Run("simple", func(t *testing.T) { // l2, l3, l6: x >= 0
		s := annotated(t, dir+"lazy-simple.c")
		for _, line := range []int{11, 12, 16} {
			n, f := s.labelAt(t, line)
			if f = abort(s, f); !s.same(n, f, s.Store.Ge(v(s, "main::x"), s.Store.Int(0))) {
				t.Errorf("line %d: %v", line, f)
			}
		}
	})
	t.Run("diamond", func(t *testing.T) { // l6: p, and p and a is dropped
		s := annotated(t, dir+"lazy-diamond.c")
		n, f := s.labelAt(t, 16)
		if f = abort(s, f); !s.same(n, f, s.Store.Ne(v(s, "main::p"), s.Store.Int(0))) || len(n.labels) != 1 {
			t.Errorf("%d labels: %v", len(n.labels), f)
		}
	})
	t.Run("loop1", func(t *testing.T) { // l3: x >= y
		s := annotated(t, dir+"lazy-loop1.c")
		n, f := s.labelAt(t, 14)
		if f = abort(s, f); !s.same(n, f, s.Store.Ge(v(s, "main::x"), v(s, "main::y"))) {
			t.Errorf("%v", f)
		}
	})
	for _, c := range [][2]string{{"lazy-call1.c", "foo"}, {"lazy-rec1.c", "rec1"}} { // l1: x' < x
		t.Run(c[1], func(t *testing.T) {
			s := annotated(t, dir+c[0])
			n := s.procs[1].nodes[0]
			f := leave(s, s.inductive(n))
			if n.proc.fn.Name != c[1] || !s.implied(n, s.Store.Lt(v(s, "x'"), v(s, "x")), f) {
				t.Errorf("%v", f)
			}
			if s.counts.rounds != 1 || c[1] == "rec1" && s.counts.reused == 0 {
				t.Errorf("%d values of τ, the summary was used again %d times", s.counts.rounds, s.counts.reused)
			}
		})
	}
}

package elements

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/program/c/cfront"
	"craig/logic/num"
	"craig/logic/term"
)

// searching is a search that has guessed nothing yet.
func searching(t *testing.T, file string) *search {
	t.Helper()
	s := newSearch(t.Context(), enginetest.Task(enginetest.Reduced(t, cfront.Options{}, file), nil))
	if !s.findPaths() {
		t.Fatal("too many paths")
	}
	return s
}

// TestSampled: what holds at a head always, by the filter, holds in all states in which executions came there.
func TestSampled(t *testing.T) {
	for _, name := range []string{"copy", "matrix", "reverse"} {
		s := searching(t, filepath.Join("testdata", name+".c"))
		s.guess(scalars)
		s.words = s.vocabulary(false)
		s.guess(prefixes) // nothing is sampled yet, and nothing refuted
		s.filter()
		s.sample()
		states, facts := 0, 0
		for _, h := range s.heads[1:] {
			states += len(s.states[h])
			table := s.table(h, 1)
			for _, f := range s.alive(h) {
				facts++
				if table.refutes(f.f, s.st.False()) {
					t.Errorf("%s: the invariant %v is false in a sampled state", name, f.f)
				}
			}
		}
		if states < 10 || facts < 5 {
			t.Errorf("%s: only %d states, %d facts", name, states, facts)
		}
	}
}

// TestEval: words have the values that terms have.
func TestEval(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	st := term.NewStore()
	s := &search{st: st, bound: [2]term.Term{st.Var("$k", term.Int), st.Var("$l", term.Int)}}
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	a := st.Var("a", term.Array(term.Int, term.Int))
	var number func(depth int) term.Term
	var truth func(depth int) term.Term
	number = func(depth int) term.Term {
		if depth == 0 {
			return []term.Term{x, y, s.bound[0], s.bound[1], st.Int(r.Int64N(9) - 4), st.IntNum(num.Pow2(62))}[r.IntN(6)]
		}
		p, q := number(depth-1), number(depth-1)
		switch r.IntN(7) {
		case 0:
			return st.Add(p, q)
		case 1:
			return st.Sub(p, q)
		case 2:
			return st.Mul(p, q)
		case 3:
			return st.Div(p, st.Int(1+r.Int64N(5)))
		case 4:
			return st.Mod(p, st.Int(1+r.Int64N(5)))
		case 5:
			return st.Select(a, p)
		}
		return st.Ite(truth(depth-1), p, q)
	}
	truth = func(depth int) term.Term {
		if depth == 0 {
			return st.Bool(r.IntN(2) == 0)
		}
		switch r.IntN(6) {
		case 0:
			return st.And(truth(depth-1), truth(depth-1))
		case 1:
			return st.Or(truth(depth-1), truth(depth-1))
		case 2:
			return st.Not(truth(depth - 1))
		case 3:
			return st.Le(number(depth-1), number(depth-1))
		case 4:
			return st.Iff(truth(depth-1), truth(depth-1))
		}
		return st.Eq(number(depth-1), number(depth-1))
	}
	known := 0
	for range 3000 {
		c := &contents{cells: map[int64]int64{1: r.Int64N(9) - 4, -2: 7}, rest: func(int64) int64 { return 5 }}
		e := &eval{s: s, row: row{
			state: &sampled{
				vals:    map[term.Term]int64{x: r.Int64N(9) - 4, y: r.Int64() >> r.IntN(60)},
				regions: map[term.Term]*contents{a: c},
			},
			k: r.Int64N(5), l: r.Int64N(5),
		}}
		f := truth(4)
		got, ok := e.truth(f)
		if !ok {
			continue
		}
		known++
		want, _ := st.Eval(f, func(t term.Term) (term.Term, bool) {
			switch {
			case t == s.bound[0]:
				return st.Int(e.k), true
			case t == s.bound[1]:
				return st.Int(e.l), true
			case t == a:
				all := st.ConstArray(a.Sort(), st.Int(5))
				for i, v := range c.cells {
					all = st.Store(all, st.Int(i), st.Int(v))
				}
				return all, true
			case t.Op() == term.Var:
				return st.Int(e.state.vals[t]), true
			}
			return t, false
		})
		if want.IsTrue() != got || !want.IsTrue() && !want.IsFalse() {
			t.Fatalf("%v is %v, want %v", f, got, want)
		}
	}
	if known < 1000 {
		t.Errorf("only %d terms have values", known)
	}
}

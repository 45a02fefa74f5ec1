package smt

import (
	"testing"

	"craig/logic/term"
)

// TestEquality asks about functions, predicates and elements, each question twice: by itself and
// after the others, with the same solver.
func TestEquality(t *testing.T) {
	st := term.NewStore()
	u := term.Uninterpreted("U")
	x, y, z := st.Var("x", u), st.Var("y", u), st.Var("z", u)
	i, j := st.Var("i", term.Int), st.Var("j", term.Int)
	p := st.Var("p", term.Bool)
	f := func(a term.Term) term.Term { return st.Apply("f", u, a) }
	g := func(a, b, c term.Term) term.Term { return st.Apply("g", term.Int, a, b, c) }
	q := func(a term.Term) term.Term { return st.Apply("q", term.Bool, a) }
	a, b := st.Var("a", term.Array(term.Int, u)), st.Var("b", term.Array(term.Int, u))
	h := func(a term.Term) term.Term { return st.Apply("h"+a.Sort().String(), term.Int, a) }
	f3 := f(f(f(x)))
	f5 := f(f(f3))
	tests := []struct {
		name string
		fs   []term.Term
		want Status
	}{
		{"cycles of length 3 and 5", []term.Term{st.Eq(f3, x), st.Eq(f5, x), st.Ne(f(x), x)}, Unsat},
		{"a cycle of length 3", []term.Term{st.Eq(f3, x), st.Ne(f5, x)}, Sat},
		{"predicates", []term.Term{q(x), st.Not(q(y)), st.Or(st.Eq(x, y), st.Eq(f(x), f(y))), st.Ne(f(x), f(y))}, Unsat},
		{"predicates apart", []term.Term{q(x), st.Not(q(y)), st.Eq(f(x), f(y))}, Sat},
		{"three arguments", []term.Term{st.Eq(x, y), st.Ne(g(x, f(y), z), g(y, f(x), z))}, Unsat},
		{"three arguments, one differs", []term.Term{st.Eq(x, y), st.Ne(g(x, y, x), g(x, y, z))}, Sat},
		{"truth values as arguments", []term.Term{st.Apply("k", term.Bool, p), st.Not(st.Apply("k", term.Bool, st.True())),
			st.Not(st.Apply("k", term.Bool, st.False()))}, Unsat},
		{"numbers that meet in bounds", []term.Term{st.Ge(i, j), st.Le(i, j), st.Ne(h(i), h(j))}, Unsat},
		{"constants", []term.Term{st.Eq(h(i), st.Int(3)), st.Eq(h(j), st.Int(4)), st.Eq(i, j)}, Unsat},
		{"choices", []term.Term{st.Eq(st.Ite(p, x, y), z), st.Ne(x, z), st.Ne(y, z)}, Unsat},
		{"choices with an answer", []term.Term{st.Eq(f(st.Ite(p, x, y)), z), st.Ne(f(x), z)}, Sat},
		{"equal arrays as arguments", []term.Term{st.Eq(a, st.Store(b, i, st.Select(b, i))), st.Ne(h(a), h(b))}, Unsat},
		{"arrays as arguments", []term.Term{st.Ne(h(a), h(b)), st.Eq(st.Select(a, i), st.Select(b, i))}, Sat},
	}
	all := New(st)
	for _, test := range tests {
		for _, s := range []*Native{New(st), all, all} {
			s.Push()
			for _, f := range test.fs {
				s.Assert(f)
			}
			ans := s.Check(t.Context())
			if ans.Status != test.want {
				t.Errorf("%s: %v %s, want %v", test.name, ans.Status, ans.Reason, test.want)
			}
			if ans.Status == Sat {
				for _, f := range test.fs {
					if !ans.Model.Eval(f).IsTrue() {
						t.Errorf("%s: the model does not satisfy %v", test.name, f)
					}
				}
			}
			s.Pop()
		}
	}
}

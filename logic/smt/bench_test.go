package smt

import (
	"context"
	"math/rand/v2"
	"testing"

	"craig/logic/num"
	"craig/logic/term"
)

// symbolicExecution asks what a depth-first search of a program asks: n inputs of 32 bits, depth
// branches on comparisons of sums of inputs, half of which wrap, and at every branch whether
// either side is feasible.
func symbolicExecution(st *term.Store, s Solver, seed uint64, n, depth int) (queries int) {
	r := rand.New(rand.NewPCG(seed, 5))
	two32 := st.IntNum(num.Pow2(32))
	var in []term.Term
	for i := range n {
		x := st.Var("in"+string(rune('a'+i)), term.Int)
		in = append(in, x)
		s.Assert(st.Le(st.Int(0), x))
		s.Assert(st.Lt(x, two32))
	}
	guards := make([]term.Term, depth)
	for i := range guards {
		a, b := in[r.IntN(n)], in[r.IntN(n)]
		sum := st.Add(a, st.Scale(num.R(int64(r.IntN(3)-1), 1), b), st.Int(int64(r.IntN(100))))
		if r.IntN(2) == 0 {
			sum = st.Mod(sum, two32)
		}
		c := st.Int(int64(r.IntN(1000)))
		switch r.IntN(3) {
		case 0:
			guards[i] = st.Le(sum, c)
		case 1:
			guards[i] = st.Eq(sum, c)
		default:
			guards[i] = st.Lt(sum, in[r.IntN(n)])
		}
	}
	ctx := context.Background()
	var walk func(d int)
	walk = func(d int) {
		if d == depth {
			return
		}
		for _, g := range []term.Term{guards[d], st.Not(guards[d])} {
			queries++
			a := s.Check(ctx, g)
			if a.Status == Unknown {
				panic(a.Reason)
			}
			if a.Status == Sat {
				s.Push()
				s.Assert(g)
				walk(d + 1)
				s.Pop()
			}
		}
	}
	walk(0)
	return queries
}

func BenchmarkSymbolicExecution(b *testing.B) {
	b.ReportAllocs()
	queries := 0
	var st Stats
	for b.Loop() {
		queries = 0
		for seed := range uint64(10) {
			store := term.NewStore()
			e := New(store)
			queries += symbolicExecution(store, e, seed, 5, 10)
			st.ByModel += e.Stats().ByModel
			st.Checks += e.Stats().Checks
			st.Branches += e.Stats().Branches
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*queries), "ns/query")
	b.ReportMetric(float64(st.ByModel)/float64(st.Checks), "by-model")
	b.ReportMetric(float64(st.Branches)/float64(st.Checks), "branches/query")
}

// BenchmarkInterpolate interpolates infeasible paths of assignments and guards.
func BenchmarkInterpolate(b *testing.B) {
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		g := newGen(3, "ai")
		p := NewInterpolator(g.st)
		for range 100 {
			if _, itps := p.Interpolate(context.Background(), randomPath(g, 8)); itps != nil {
				n++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*100), "ns/path")
	b.ReportMetric(float64(n), "infeasible")
}

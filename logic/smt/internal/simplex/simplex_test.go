package simplex

import (
	"math/rand/v2"
	"testing"

	"craig/internal/logic/sat"
	"craig/logic/num"
)

// tableau is a simplex with n variables and as many sums of a few of them.
func tableau(n int) *Tableau {
	r := rand.New(rand.NewPCG(7, 1))
	s := &Tableau{}
	for range n {
		s.NewVar(true)
	}
	for range n {
		var form []Monomial
		for v := range int32(n) {
			if r.IntN(n) < 4 {
				form = append(form, Monomial{v, num.I(int64(r.IntN(9) - 4))})
			}
		}
		if form = SortForm(form); len(form) > 0 {
			s.Define(s.NewVar(true), form)
		}
	}
	return s
}

// squeeze asserts random bounds, level by level, checks after each, and takes all back.
func squeeze(s *Tableau, r *rand.Rand) {
	for i := range 2 * len(s.Vars) {
		s.NewLevel()
		v, c := int32(r.IntN(len(s.Vars))), Int(num.I(int64(r.IntN(41)-20)))
		lit := sat.Var(i).Pos()
		if r.IntN(2) == 0 && !s.AssertUpper(v, c, lit) || !s.AssertLower(v, c.Sub(Int(num.I(3))), lit) || !s.Check() {
			break
		}
	}
	s.Backtrack(0)
}

// TestSimplexAllocates: asserting bounds, pivoting and backtracking take no memory, once the rows
// have been as long as they get.
func TestSimplexAllocates(t *testing.T) {
	s := tableau(30)
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		squeeze(s, r)
	}
	before := s.Pivots
	const runs = 100
	each := testing.AllocsPerRun(runs, func() { squeeze(s, r) })
	pivots := float64(s.Pivots-before) / runs
	t.Logf("%.1f pivots and %.2f allocations in a run", pivots, each)
	if pivots < 1 || each > pivots/20 {
		t.Errorf("%.2f allocations for %.1f pivots", each, pivots)
	}
}

// BenchmarkPivot is the time of one pivot, with what belongs to it.
func BenchmarkPivot(b *testing.B) {
	b.ReportAllocs()
	s := tableau(30)
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		squeeze(s, r)
	}
	before := s.Pivots
	b.ResetTimer()
	for b.Loop() {
		squeeze(s, r)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.Pivots-before), "ns/pivot")
}

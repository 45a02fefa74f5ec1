package polyhedra

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"

	"craig/logic/num"
)

// bounded has m random constraints over n variables that hold at the origin, within a cube.
func bounded(n, m int, seed uint64) (s system) {
	r := rand.New(rand.NewPCG(seed, uint64(n*m)))
	s = cube(n, 10, 0)
	for range m {
		row := make(vec, n+1)
		row[0] = num.I(int64(5 + r.IntN(20)))
		for i := 1; i <= n; i++ {
			row[i] = num.I(int64(r.IntN(7) - 3))
		}
		s.ineqs = append(s.ineqs, row)
	}
	return s
}

// cube is |x - at| ≤ k for each of n variables: 2ⁿ vertices.
func cube(n int, k, at int64) (s system) {
	for i := 1; i <= n; i++ {
		for _, sign := range []int64{1, -1} {
			row := make(vec, n+1)
			row[0], row[i] = num.I(k-sign*at), num.I(sign)
			s.ineqs = append(s.ineqs, row)
		}
	}
	return s
}

// cross is Σ|x| ≤ k: 2ⁿ facets.
func cross(n int, k int64) (s system) {
	for signs := range 1 << n {
		row := make(vec, n+1)
		row[0] = num.I(k)
		for i := range n {
			row[i+1] = num.I(int64(1 - signs>>i&1*2))
		}
		s.ineqs = append(s.ineqs, row)
	}
	return s
}

// BenchmarkPPL measures conversions and hulls, and, on the same systems, those of the Parma Polyhedra
// Library: "ratio" is our time through that. It needs the library.
func BenchmarkPPL(b *testing.B) {
	program := library(b, "-O2")
	type pair struct {
		name string
		n    int
		a, b system
	}
	var pairs []pair
	for _, n := range []int{2, 3, 4, 5, 7} {
		for _, m := range []int{2, n, 2 * n} {
			if n == 7 && m > 2 {
				continue // minutes
			}
			pairs = append(pairs, pair{fmt.Sprintf("random/dim=%d/cons=%d+%d", n, 2*n, m), n, bounded(n, m, 1), bounded(n, m, 2)})
		}
	}
	for _, n := range []int{4, 6, 8} {
		pairs = append(pairs, pair{fmt.Sprintf("cube/dim=%d", n), n, cube(n, 3, 0), cube(n, 5, 4)})
	}
	for _, n := range []int{3, 5, 7} {
		pairs = append(pairs, pair{fmt.Sprintf("cross/dim=%d", n), n, cross(n, 3), cube(n, 2, 0)})
	}
	w := &work{maxRays: 1 << 30}
	for _, p := range pairs {
		var in, out bytes.Buffer
		fmt.Fprint(&in, p.n)
		p.a.write(&in)
		p.b.write(&in)
		cmd := exec.Command(program, "time")
		cmd.Stdin, cmd.Stdout = &in, &out
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		var conversion, join float64
		if _, err := fmt.Fscan(&out, &conversion, &join); err != nil {
			b.Fatal(err)
		}
		other := p.b.poly(p.n)
		other.convert(w)
		for _, op := range []struct {
			name   string
			theirs float64
			do     func()
		}{
			{"convert", conversion, func() { p.a.poly(p.n).convert(w) }},
			{"hull", join, func() { hull(p.a.poly(p.n), other, w) }},
		} {
			b.Run(op.name+"/"+p.name, func(b *testing.B) {
				for b.Loop() {
					op.do()
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/op.theirs, "ratio")
			})
		}
	}
}

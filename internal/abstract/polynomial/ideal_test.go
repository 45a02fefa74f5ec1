package polynomial

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/num"
)

// text writes a relation over variables a, b, …
func (r relation) text() string {
	var parts []string
	for i, m := range r.of {
		s := r.coeff[i].String()
		for v, e := range m {
			s += strings.Repeat(string(rune('a'+v)), int(e))
		}
		parts = append(parts, s)
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// TestRelations: what sums, cubes and products have in common.
func TestRelations(t *testing.T) {
	for _, c := range []struct {
		point func(n, m int64) []int64
		want  []string
	}{
		{func(n, _ int64) []int64 { return []int64{n, n * (n + 1) / 2} }, []string{"-1a -1aa 2b"}},
		{func(n, _ int64) []int64 { return []int64{n, n * n * n, 3*n*n + 3*n + 1} }, []string{"-1 -3a -3aa 1c", "-1aaa 1b"}},
		{func(n, m int64) []int64 { return []int64{n, m, 7 + n*m} }, []string{"-1ab -7 1c"}},
		{func(n, m int64) []int64 { return []int64{n, m} }, nil},
		{func(n, m int64) []int64 { return []int64{n % 2, m} }, []string{"-1a 1aa"}},
	} {
		var points [][]int64
		for n := int64(0); n < 9; n++ {
			for m := int64(20); m < 28; m++ {
				points = append(points, c.point(n, m))
			}
		}
		var got []string
		for _, r := range relations(points) {
			got = append(got, r.text())
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.point(2, 3), got, c.want)
		}
	}
}

// TestVanish: relations vanish at all points, and there are none without points to spare.
func TestVanish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "variables")
		points := rapid.SliceOfN(rapid.SliceOfN(rapid.Int64Range(-5, 5), n, n), 1, 60).Draw(t, "points")
		for _, r := range relations(points) {
			if len(r.of)+sparePoints > len(points)+1 {
				t.Errorf("%s is an accident of %d points", r.text(), len(points))
			}
			for _, p := range points {
				sum := num.Int{}
				for i, m := range r.of {
					v := r.coeff[i]
					for k, e := range m {
						for range e {
							v = v.Mul(num.I(p[k]))
						}
					}
					sum = sum.Add(v)
				}
				if !sum.IsZero() {
					t.Fatalf("%s is %v at %v", r.text(), sum, p)
				}
			}
		}
	})
}

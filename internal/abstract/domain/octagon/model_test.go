package octagon

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A matrix is an octagon as Miné's papers have it: all entries, in one square, closed by the simplest
// algorithm. It is what octagons in blocks are compared with.
type matrix struct {
	e     [][]int64
	empty bool
}

func newMatrix(n int) *matrix {
	m := &matrix{}
	for i := range 2 * n {
		row := slices.Repeat([]int64{inf}, 2*n)
		row[i] = 0
		m.e = append(m.e, row)
	}
	return m
}

func (m *matrix) clone() *matrix {
	c := &matrix{empty: m.empty}
	for _, row := range m.e {
		c.e = append(c.e, slices.Clone(row))
	}
	return c
}

// put makes (i, j) and its mirror at most c.
func (m *matrix) put(i, j int, c int64) {
	m.e[i][j] = min(m.e[i][j], c)
	m.e[j^1][i^1] = min(m.e[j^1][i^1], c)
}

func (m *matrix) close() {
	N := len(m.e)
	for k := range N {
		for i := range N {
			for j := range N {
				m.e[i][j] = min(m.e[i][j], add(m.e[i][k], m.e[k][j]))
			}
		}
	}
	for i := range N {
		m.e[i][i^1] = double(half(m.e[i][i^1]))
	}
	for i := range N {
		for j := range N {
			m.e[i][j] = min(m.e[i][j], add(half(m.e[i][i^1]), half(m.e[j^1][j])))
		}
	}
	for i := range N {
		m.empty = m.empty || m.e[i][i] < 0 || add(m.e[i][i^1], m.e[i^1][i]) < 0
	}
}

func (m *matrix) entry(i, j int) int64 { return m.e[i][j] }

// each makes every entry one of both.
func (m *matrix) each(p *matrix, f func(x, y int64) int64) {
	for i := range m.e {
		for j := range m.e {
			m.e[i][j] = f(m.e[i][j], p.e[i][j])
		}
	}
}

// same says that o, which is not empty, has these entries.
func same(t *rapid.T, what string, o *oct, entry func(i, j int) int64) {
	for i := range 2 * len(o.where) {
		for j := range 2 * len(o.where) {
			if i != j && o.entry(i, j) != entry(i, j) {
				t.Fatalf("after %s entry (%d, %d) is %d, want %d", what, i, j, o.entry(i, j), entry(i, j))
			}
		}
	}
}

// whole checks what holds of any octagon: each variable is in one block, all of it related, and what
// is marked closed is.
func whole(t *rapid.T, what string, o *oct) {
	seen := map[int]bool{}
	for i, b := range o.blocks {
		for k, v := range b.vars {
			if seen[v] || o.where[v] != (slot{int32(i), int32(k)}) {
				t.Fatalf("after %s variable %d is not where it should be", what, v)
			}
			seen[v] = true
		}
		if len(b.split()) > 1 {
			t.Fatalf("after %s variables %v are not all related", what, b.vars)
		}
		c := &block{vars: b.vars, m: slices.Clone(b.m)}
		if c.close(); b.closed && !slices.Equal(c.m, b.m) {
			t.Fatalf("after %s the block of %v is %v, closed %v", what, b.vars, b.m, c.m)
		}
	}
	if len(seen) != len(o.where) {
		t.Fatalf("after %s there are only variables %v", what, seen)
	}
}

// TestModel: octagons in blocks have the entries of whole matrices, after any operations. A widened
// octagon has at least the constraints of a widened matrix.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "variables")
		os, ms := []*oct{newOct(n)}, []*matrix{newMatrix(n)}
		for range rapid.IntRange(1, 40).Draw(t, "operations") {
			a, b := rapid.IntRange(0, len(os)-1).Draw(t, "a"), rapid.IntRange(0, len(os)-1).Draw(t, "b")
			o, m := os[a].clone(), ms[a].clone()
			x := rapid.IntRange(0, n-1).Draw(t, "x")
			what := rapid.SampledFrom([]string{"limit", "limit", "limit", "limit", "forget", "shift", "negate", "join", "join", "meet", "widen", "leq"}).Draw(t, "operation")
			switch what {
			case "limit":
				i, j := rapid.IntRange(0, 2*n-1).Draw(t, "i"), rapid.IntRange(0, 2*n-1).Draw(t, "j")
				if i == j {
					continue
				}
				c := int64(rapid.IntRange(-4, 12).Draw(t, "c"))
				o.limit(i, j, c)
				m.put(i, j, c)
				m.close()
			case "forget":
				o.forget(x)
				for j := range m.e {
					for _, i := range []int{2 * x, 2*x + 1} {
						if i != j {
							m.e[i][j], m.e[j][i] = inf, inf
						}
					}
				}
			case "shift":
				lo, hi := int64(rapid.IntRange(-4, 4).Draw(t, "lo")), int64(rapid.IntRange(0, 4).Draw(t, "span"))
				hi += lo
				if rapid.IntRange(0, 3).Draw(t, "open") == 0 {
					lo = -inf
				}
				o.shift(x, lo, hi)
				for i := range m.e {
					for j := range m.e {
						by := int64(0)
						for _, s := range []int{j, i ^ 1} { // Vⱼ - Vᵢ is the sum of Vⱼ and V_ī
							switch {
							case s == 2*x:
								by = add(by, hi)
							case s == 2*x+1:
								by = add(by, inf64(lo))
							}
						}
						if i != j {
							m.e[i][j] = add(m.e[i][j], by)
						}
					}
				}
			case "negate":
				o.negate(x)
				m.e[2*x], m.e[2*x+1] = m.e[2*x+1], m.e[2*x]
				for _, row := range m.e {
					row[2*x], row[2*x+1] = row[2*x+1], row[2*x]
				}
			case "join":
				o = o.join(os[b])
				m.each(ms[b], func(x, y int64) int64 { return max(x, y) })
			case "meet":
				o = o.meet(os[b])
				m.each(ms[b], func(x, y int64) int64 { return min(x, y) })
				m.close()
			case "widen":
				// A chain, since only its first element is closed.
				for _, p := range []int{b, rapid.IntRange(0, len(os)-1).Draw(t, "c")} {
					o = o.widen(o.join(os[p]))
					up := m.clone()
					up.close()
					up.each(ms[p], func(x, y int64) int64 { return max(x, y) })
					m.each(up, func(x, y int64) int64 {
						if y > x {
							return inf
						}
						return x
					})
					whole(t, what, o)
				}
				closed := m.clone()
				closed.close()
				for i := range m.e {
					for j := range m.e {
						if got := o.close().entry(i, j); got > closed.e[i][j] {
							t.Fatalf("after widening entry (%d, %d) is %d, want %d or less", i, j, got, closed.e[i][j])
						}
					}
				}
				continue
			case "leq":
				want := true
				for i := range m.e {
					for j := range m.e {
						want = want && m.e[i][j] <= ms[b].e[i][j]
					}
				}
				if got := o.leq(os[b]); got != want {
					t.Fatalf("⊑ is %v, want %v", got, want)
				}
			}
			if o.empty != m.empty {
				t.Fatalf("after %s the octagon is empty: %v, want %v", what, o.empty, m.empty)
			}
			if o.empty {
				continue
			}
			whole(t, what, o)
			same(t, what, o, m.entry)
			os, ms = append(os, o), append(ms, m)
		}
	})
}

// TestBlocks: what octagons say of single variables relates nothing, and operations on unrelated
// variables leave the blocks of the others as they are, which are shared.
func TestBlocks(t *testing.T) {
	o := newOct(9)
	for v := range 9 {
		o.limit(2*v+1, 2*v, 20) // v ≤ 10
	}
	for v := range 8 {
		if v%3 != 2 {
			o.limit(2*v, 2*v+2, 1) // the next one is at most one more
		}
	}
	if len(o.blocks) != 3 {
		t.Fatalf("%d blocks, want 3", len(o.blocks))
	}
	p := o.clone()
	p.limit(0, 2, -1)
	shares := func(q *oct, n, of int) {
		t.Helper()
		k := 0
		for _, b := range q.blocks {
			if slices.Contains(o.blocks, b) {
				k++
			}
		}
		if k != n || len(q.blocks) != of {
			t.Errorf("%d of %d blocks are shared, want %d of %d", k, len(q.blocks), n, of)
		}
	}
	shares(p, 2, 3)
	shares(o.join(p), 3, 3)
	shares(o.meet(p), 2, 3)
	shares(p.widen(o), 2, 4)
}

// TestFar: near the greatest bounds, and beyond them, octagons still have the points that they should.
func TestFar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "variables")
		large := rapid.SampledFrom([]int64{1, 8, far / 8, far / 2, far - 1, far + 5})
		number := func(what string) int64 {
			return large.Draw(t, what) * int64(rapid.IntRange(-1, 1).Draw(t, "sign"))
		}
		p := make([]int64, 2*n) // V
		for k := range n {
			p[2*k] = number("value")
			p[2*k+1] = -p[2*k]
		}
		draw := func() *oct { // around p
			o := newOct(n)
			for range rapid.IntRange(0, 8).Draw(t, "constraints") {
				i, j := rapid.IntRange(0, 2*n-1).Draw(t, "i"), rapid.IntRange(0, 2*n-1).Draw(t, "j")
				if i != j {
					o.limit(i, j, clamp(p[j]-p[i]+max(0, number("slack"))))
				}
			}
			return o
		}
		o := draw()
		what := rapid.SampledFrom([]string{"limit", "meet", "join", "widen", "forget", "shift", "negate"}).Draw(t, "operation")
		x := rapid.IntRange(0, n-1).Draw(t, "x")
		switch what {
		case "meet":
			o = o.meet(draw())
		case "join":
			o = o.join(draw())
		case "widen":
			o = o.widen(o.join(draw())).close()
		case "forget":
			o.forget(x)
		case "shift":
			by := clamp(number("by") / 4)
			o.shift(x, by, by)
			p[2*x] += by
			p[2*x+1] -= by
		case "negate":
			o.negate(x)
			p[2*x], p[2*x+1] = p[2*x+1], p[2*x]
		}
		if o.empty {
			t.Fatalf("after %s %v is not in it", what, p)
		}
		for i := range p {
			for j := range p {
				if c := o.entry(i, j); i != j && c < far && p[j]-p[i] > c {
					t.Fatalf("after %s V%d - V%d is at most %d, not so at %v", what, j, i, c, p)
				}
			}
		}
	})
}

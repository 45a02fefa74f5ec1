package polyhedra

import (
	"fmt"
	"testing"
	"time"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// chain says that each variable is at most the next one and a constant: n - 1 constraints that relate
// all, with few generators.
func chain(d *Domain, vs []*ir.Var, k int) State {
	s := d.Top()
	for i := range len(vs) - 1 {
		s = d.With(s, AtLeast(variable(vs[i+1].ID).Minus(variable(vs[i].ID)).AddConst(num.I(int64(1+(k*i)%3)))))
	}
	return s
}

// fresh is s without what has been computed of it.
func fresh(s State) State {
	var r State
	for _, b := range s.blocks {
		r.blocks = append(r.blocks, &block{b.vars, &poly{n: b.p.n, eqs: b.p.eqs, ineqs: b.p.ineqs}})
	}
	return r
}

type operation struct {
	name string
	do   func()
}

// operations are those that are measured, on two states; t is what they are constrained by.
func operations(d *Domain, x, y State, t Constraint, v int) []operation {
	hull := d.Join(x, y)
	return []operation{
		{"join", func() { d.Join(x, y) }},
		{"meet", func() { d.Meet(x, y) }},
		{"widen", func() { d.Widen(x, hull) }},
		{"inclusion", func() { d.Leq(x, hull) }},
		{"conversion", func() {
			for _, b := range fresh(x).blocks {
				b.p.convert(&d.work)
				b.p.minimise(&d.work)
			}
		}},
		{"constraint", func() { d.With(x, t) }},
		{"projection", func() { d.Forget(x, v) }},
	}
}

// sum is Σ vs + k ≥ 0.
func sum(vs []*ir.Var, k int64) Constraint {
	l := constant(num.I(k))
	for _, v := range vs {
		l = l.Plus(variable(v.ID))
	}
	return AtLeast(l)
}

func measure(b *testing.B, name string, d *Domain, vs []*ir.Var, x, y State) {
	for _, op := range operations(d, x, y, sum(vs, 3), vs[len(vs)/2].ID) {
		b.Run(op.name+"/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				op.do()
			}
		})
	}
}

// The operations by dimension and number of constraints: random ones, of which one relates all variables
// and which have very many generators, and chains of differences.
func BenchmarkOperations(b *testing.B) {
	for _, n := range []int{2, 4, 6, 8} {
		for _, m := range []int{n, 2 * n} {
			d, vs := scene(n)
			x, y := around0(d, vs, m-1, 1), around0(d, vs, m-1, 2)
			measure(b, fmt.Sprintf("random/dim=%d/cons=%d", n, m), d, vs, d.With(x, sum(vs, 20)), d.With(y, sum(vs, 30)))
		}
	}
	for _, n := range []int{4, 8, 16, 32, 64} {
		d, vs := scene(n)
		measure(b, fmt.Sprintf("chain/dim=%d/cons=%d", n, n-1), d, vs, chain(d, vs, 1), chain(d, vs, 2))
	}
}

// A system of 50 variables in blocks: the time of an operation on it, and how much that is of the sum
// of those on systems that are one block each.
func BenchmarkBlocks(b *testing.B) {
	const n = 50
	for _, size := range []int{2, 5} {
		d, vs := scene(n)
		all := operations(d, blocks(d, vs, size, 1), blocks(d, vs, size, 2), Constraint{}, 0)
		one := operations(d, blocks(d, vs[:size], size, 1), blocks(d, vs[:size], size, 2), Constraint{}, 0)
		for i, op := range all[:5] { // the others are about one block
			b.Run(fmt.Sprintf("%s/blocks=%dx%d", op.name, n/size, size), func(b *testing.B) {
				for b.Loop() {
					op.do()
				}
				whole, start := b.Elapsed(), time.Now()
				for range b.N * (n / size) {
					one[i].do()
				}
				b.ReportMetric(float64(whole)/float64(time.Since(start)), "ratio")
			})
		}
	}
}

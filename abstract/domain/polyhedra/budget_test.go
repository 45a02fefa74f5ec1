package polyhedra

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/num"
	"craig/program/ir"
)

// blocks has, for every five variables, constraints over them that random has drawn around the
// origin.
func blocks(d *Domain, vs []*ir.Var, seed uint64) State {
	s := d.Top()
	for i := 0; i+5 <= len(vs); i += 5 {
		s = d.Meet(s, around0(d, vs[i:i+5], 10, seed))
	}
	return s
}

// around0 has m constraints over vs that hold at the origin; their coefficients are small.
func around0(d *Domain, vs []*ir.Var, m int, seed uint64) State {
	r := rand.New(rand.NewPCG(seed, uint64(m)))
	s := d.Top()
	for range m {
		l := constant(num.I(int64(1 + r.IntN(8))))
		for _, v := range vs {
			if r.IntN(2) == 0 {
				l = l.Plus(variable(v.ID).Scale(num.I(int64(r.IntN(5) - 2))))
			}
		}
		s = d.With(s, AtLeast(l))
	}
	return s
}

// TestDecomposition: operations on ten systems of five variables each stay within the blocks. The
// generators of the product would be far too many.
func TestDecomposition(t *testing.T) {
	d, vs := scene(50)
	d.work.maxRays = 200
	a, b := blocks(d, vs, 1), blocks(d, vs, 2)
	for name, s := range map[string]State{"meet": d.Meet(a, b), "join": d.Join(a, b), "widen": d.Widen(a, d.Join(a, b)), "forget": d.Forget(a, vs[0].ID)} {
		for _, x := range s.blocks {
			if len(x.vars) > 5 || !x.p.convert(&d.work) {
				t.Errorf("%s: a block has %d variables", name, len(x.vars))
			}
		}
	}
	one, two := around0(d, vs[:5], 10, 1), around0(d, vs[:5], 10, 2)
	if join := d.Join(a, b); !d.Leq(join, d.Join(one, two)) {
		t.Errorf("the join of many blocks loses what the join of the first has")
	}
}

// TestGivingUp: whatever an operation does not have the time or the memory for, its result is sound.
func TestGivingUp(t *testing.T) {
	p, vs := scene(5)
	rapid.Check(t, func(t *rapid.T) {
		left := rapid.IntRange(0, 200).Draw(t, "work")
		d := New(p.p, Options{MaxRays: rapid.IntRange(1, 12).Draw(t, "rays"), Parma: rapid.Bool().Draw(t, "Parma"),
			Stop: func() bool { left--; return left < 0 }})
		a, b := drawState(t, d, vs), drawState(t, d, vs)
		join, meet, widen := d.Join(a, b), d.Meet(a, b), d.Widen(a, b)
		without := d.Forget(a, vs[0].ID)
		leq, empty := d.Leq(a, b), d.IsBottom(meet)
		in := member(d)
		for range 8 {
			x := drawPoint(t, vs)
			inA, inB := in(x, a), in(x, b)
			if (inA || inB) && (!in(x, join) || !in(x, widen)) || inA && inB && (!in(x, meet) || empty) ||
				inA && (!in(x, without) || leq && !inB) {
				t.Fatalf("at %v: a = %s, b = %s, join %s, meet %s, widen %s, projection %s, a ⊑ b: %v", x,
					d.String(a), d.String(b), d.String(join), d.String(meet), d.String(widen), d.String(without), leq)
			}
		}
	})
}

// TestStop: the conversion of a system with 2³⁰ vertices ends when it is told to, or at its limit.
func TestStop(t *testing.T) {
	p, vs := scene(30)
	for _, opts := range []Options{{MaxRays: 500}, {MaxRays: 1 << 30, Stop: func() func() bool {
		left := 2000
		return func() bool { left--; return left < 0 }
	}()}} {
		d := New(p.p, opts)
		s := d.Top()
		sum := Linear{}
		for _, v := range vs {
			x := variable(v.ID)
			s = d.With(s, AtLeast(x), AtLeast(x.Scale(num.I(-1)).AddConst(num.I(1))))
			sum = sum.Plus(x)
		}
		s = d.With(s, AtLeast(sum.AddConst(num.I(-15)))) // one block
		if s.bottom || d.Join(s, d.With(s, Equal(variable(vs[0].ID)))).bottom {
			t.Error("a state was lost")
		}
	}
}

// The operations by dimension and number of constraints.
func BenchmarkOperations(b *testing.B) {
	for _, n := range []int{2, 4, 6, 8} {
		for _, m := range []int{n, 2 * n, 3 * n} {
			d, vs := scene(n)
			x, y := around0(d, vs, m, 1), around0(d, vs, m, 2)
			hull := d.Join(x, y)
			fresh := func(s State) State { // without what has been computed
				return State{blocks: []*block{{s.blocks[0].vars, &poly{n: s.blocks[0].p.n, eqs: s.blocks[0].p.eqs, ineqs: s.blocks[0].p.ineqs}}}}
			}
			for _, op := range []struct {
				name string
				do   func()
			}{
				{"join", func() { d.Join(x, y) }},
				{"meet", func() { d.Meet(x, y) }},
				{"convert", func() { fresh(x).blocks[0].p.convert(&d.work) }},
				{"widen", func() { d.Widen(x, hull) }},
			} {
				if len(x.blocks) != 1 {
					continue
				}
				b.Run(fmt.Sprintf("%s/dim=%d/cons=%d", op.name, n, m), func(b *testing.B) {
					for b.Loop() {
						op.do()
					}
				})
			}
		}
	}
}

// Systems of 5·k variables in k blocks: the time goes with k, as that of k systems alone.
func BenchmarkBlocks(b *testing.B) {
	for _, k := range []int{1, 2, 5, 10} {
		b.Run(fmt.Sprintf("variables=%d", 5*k), func(b *testing.B) {
			d, vs := scene(5 * k)
			x, y := blocks(d, vs, 1), blocks(d, vs, 2)
			for b.Loop() {
				d.Meet(x, y)
				d.Widen(x, d.Join(x, y))
			}
		})
	}
}

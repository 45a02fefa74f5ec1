package polyhedra

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// blocks has, for every so many variables, constraints over them that random has drawn around the
// origin.
func blocks(d *Domain, vs []*ir.Var, size int, seed uint64) State {
	s := d.Top()
	for i := 0; i+size <= len(vs); i += size {
		s = d.Meet(s, around0(d, vs[i:i+size], 2*size, seed))
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
	a, b := blocks(d, vs, 5, 1), blocks(d, vs, 5, 2)
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

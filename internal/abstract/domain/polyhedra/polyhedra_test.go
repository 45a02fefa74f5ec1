package polyhedra

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// scene is a program with n variables.
func scene(n int) (*Domain, []*ir.Var) {
	p := ir.NewProgram()
	p.Math = true
	p.Main = p.NewFunc("main", ir.Pos{})
	var vs []*ir.Var
	for i := range n {
		vs = append(vs, p.NewLocal(p.Main, fmt.Sprint("v", i), "", ir.Int(32, true), ir.Pos{}))
	}
	return New(p, Options{}), vs
}

func drawConstraint(t *rapid.T, vs []*ir.Var) Constraint {
	l := constant(num.I(int64(rapid.IntRange(-4, 6).Draw(t, "const"))))
	for _, v := range vs {
		if rapid.IntRange(0, 2).Draw(t, "in") == 0 {
			k := rapid.IntRange(-3, 3).Draw(t, "coeff")
			l = l.Plus(variable(v.ID).Scale(num.I(int64(k))))
		}
	}
	return Constraint{l, rapid.IntRange(0, 4).Draw(t, "eq") == 0}
}

func drawConstraints(t *rapid.T, vs []*ir.Var) []Constraint {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Constraint { return drawConstraint(t, vs) }), 0, 5).Draw(t, "cs")
}

func drawState(t *rapid.T, d *Domain, vs []*ir.Var) State {
	return d.With(d.Top(), drawConstraints(t, vs)...)
}

type point map[int]num.Rat

func drawPoint(t *rapid.T, vs []*ir.Var) point {
	p := point{}
	for _, v := range vs {
		p[v.ID] = num.R(int64(rapid.IntRange(-6, 6).Draw(t, "x")), int64(rapid.IntRange(1, 2).Draw(t, "d")))
	}
	return p
}

func (p point) value(l Linear) num.Rat {
	sum := l.Const.Rat()
	for _, m := range l.Terms {
		sum = sum.Add(p[m.Var].Mul(m.Coeff.Rat()))
	}
	return sum
}

func (p point) satisfies(cs []Constraint) bool {
	for _, c := range cs {
		if v := p.value(c.Linear); v.Sign() < 0 || c.Eq && v.Sign() > 0 {
			return false
		}
	}
	return true
}

func member(d *Domain) func(point, State) bool {
	return func(p point, s State) bool { return !s.bottom && p.satisfies(d.Constraints(s)) }
}

func TestLaws(t *testing.T) {
	standard, vs := scene(4)
	parma := New(standard.p, Options{Parma: true})
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom([]*Domain{standard, parma}).Draw(t, "widening")
		lattest.Laws(t, d,
			func(t *rapid.T) State { return drawState(t, d, vs) },
			func(t *rapid.T) point { return drawPoint(t, vs) }, member(d))
	})
}

// oracle asks the solver for rational points.
type oracle struct {
	st *term.Store
}

func (o oracle) formula(c Constraint) term.Term {
	var coeff []num.Rat
	var ts []term.Term
	for _, m := range c.Terms {
		coeff = append(coeff, m.Coeff.Rat())
		ts = append(ts, o.st.Var(fmt.Sprint("v", m.Var), term.Real))
	}
	l := o.st.Linear(term.Real, coeff, ts, c.Const.Rat())
	zero := o.st.RealNum(num.Rat{})
	if c.Eq {
		return o.st.Eq(l, zero)
	}
	return o.st.Ge(l, zero)
}

func (o oracle) all(cs []Constraint) term.Term {
	var fs []term.Term
	for _, c := range cs {
		fs = append(fs, o.formula(c))
	}
	return o.st.And(fs...)
}

func (o oracle) sat(fs ...term.Term) bool {
	s := smt.New(o.st)
	s.Assert(o.st.And(fs...))
	return s.Check(context.Background()).Status == smt.Sat
}

// What is computed is compared with what the solver says of the constraints.
func TestOracle(t *testing.T) {
	d, vs := scene(4)
	rapid.Check(t, func(t *rapid.T) {
		as, bs := drawConstraints(t, vs), drawConstraints(t, vs)
		a, b := d.With(d.Top(), as...), d.With(d.Top(), bs...)
		o := oracle{term.NewStore()}
		fa, fb := o.all(as), o.all(bs)
		if a.bottom == o.sat(fa) {
			t.Fatalf("%v is empty: %v", fa, a.bottom)
		}
		if got, want := d.Leq(a, b), !o.sat(fa, o.st.Not(fb)); got != want {
			t.Fatalf("%v is in %v: %v", fa, fb, got)
		}
		if !a.bottom {
			if f := o.all(d.Constraints(a)); o.sat(o.st.Not(o.st.Iff(f, fa))) {
				t.Fatalf("%v became %v", fa, f)
			}
		}
		if m := d.Meet(a, b); m.bottom == o.sat(fa, fb) {
			t.Fatalf("the meet of %v and %v is empty: %v", fa, fb, m.bottom)
		}
		c := drawConstraint(t, vs)
		if j := d.Join(a, b); !j.bottom {
			// A half-space has the join in it iff it has both.
			if got, want := d.Entails(j, c), !o.sat(o.st.Or(fa, fb), o.st.Not(o.formula(c))); got != want {
				t.Fatalf("the join of %v and %v entails %v: %v", fa, fb, o.formula(c), got)
			}
		}
		if p := d.Forget(a, vs[0].ID); !p.bottom {
			// A half-space without the variable has the projection in it iff it has a.
			c.Linear = c.Minus(variable(vs[0].ID).Scale(c.coeff(vs[0].ID)))
			if got, want := d.Entails(p, c), d.Entails(a, c); got != want {
				t.Fatalf("the projection of %v entails %v: %v", fa, o.formula(c), got)
			}
			if d.Entails(a, c) == o.sat(fa, o.st.Not(o.formula(c))) {
				t.Fatalf("%v entails %v: %v", fa, o.formula(c), d.Entails(a, c))
			}
		}
	})
}

// The first step of Fig. 1 of "Automatically Refining Abstract Interpretations": y = 100x is
// found by the standard widening, since it is an equality of both.
func TestWidenFigure1(t *testing.T) {
	d, vs := scene(2)
	x, y := variable(vs[0].ID), variable(vs[1].ID)
	a := d.With(d.Top(), Equal(x), Equal(y))
	b := d.With(d.Top(), Equal(x.AddConst(num.I(-1))), Equal(y.AddConst(num.I(-100))))
	w := d.Widen(a, d.Join(a, b))
	want := d.With(d.Top(), Equal(y.Minus(x.Scale(num.I(100)))), AtLeast(x))
	if !d.Leq(w, want) || !d.Leq(want, w) {
		t.Errorf("got %s, want %s", d.String(w), d.String(want))
	}
}

// A variable between many bounds is projected on the generators; the result is that of pairs.
func TestForgetByGenerators(t *testing.T) {
	d, vs := scene(4)
	rapid.Check(t, func(t *rapid.T) {
		cs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Constraint {
			c := drawConstraint(t, vs)
			c.Eq = false
			return c
		}), 0, 8).Draw(t, "cs")
		s := d.With(d.Top(), cs...)
		if s.bottom {
			return
		}
		for _, b := range s.blocks {
			for i := range b.vars {
				x, ok1 := b.p.forget(i+1, &d.work)
				y, ok2 := b.p.forgetByGenerators(i+1, &d.work)
				if !ok1 || !ok2 || !x.includes(y, &d.work) || !y.includes(x, &d.work) {
					t.Fatalf("%s without %d: %v and %v", d.String(s), b.vars[i], x.ineqs, y.ineqs)
				}
			}
		}
	})
}

// TestInterpolants: a entails them, b contradicts them, and they have variables of both only.
func TestInterpolants(t *testing.T) {
	d, vs := scene(4)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawState(t, d, vs), drawState(t, d, vs)
		if a.bottom || b.bottom || !d.Meet(a, b).bottom {
			return
		}
		check := func(what string, is []Constraint, each bool) {
			for _, i := range is {
				if !d.Entails(a, i) || each && !d.With(b, i).bottom {
					t.Fatalf("%s of %s and %s: %v", what, d.String(a), d.String(b), i)
				}
				for _, v := range i.ids() {
					if !slices.Contains(d.Vars(a), v) || !slices.Contains(d.Vars(b), v) {
						t.Fatalf("%s of %s and %s: variable %d", what, d.String(a), d.String(b), v)
					}
				}
			}
		}
		check("Interpolate1", d.Interpolate1(a, b), true)
		check("InterpolateSums", d.InterpolateSums(a, b), true)
		two := d.Interpolate2(a, b)
		check("Interpolate2", two, false)
		if !d.With(b, two...).bottom {
			t.Fatalf("Interpolate2 of %s and %s meets the latter: %v", d.String(a), d.String(b), two)
		}
		hull := d.With(d.Top(), d.Octagonal(a, true)...)
		for _, p := range []point{drawPoint(t, vs), drawPoint(t, vs)} {
			whole := true
			for _, v := range p {
				whole = whole && v.IsInt()
			}
			if whole && member(d)(p, a) && !member(d)(p, hull) {
				t.Fatalf("%v is in %s, not in its octagon", p, d.String(a))
			}
		}
	})
}

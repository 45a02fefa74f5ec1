package octagon

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/interval"
	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestExecutions: Post and fixpoints have what the interpreter does.
func TestExecutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Executions(t, func(p *ir.Program) domain.Domain[State] { return New(p, Options{}) })
	})
}

// TestImages: Post and Pre agree with package sem.
func TestImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Images(t, func(p *ir.Program) domain.Domain[State] { return New(p, Options{}) })
	})
}

// TestBest: what can be said without loss is.
func TestBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Best(t, true, func(p *ir.Program) domain.Domain[State] { return New(p, Options{}) })
	})
}

// TestInterpolate: the first state entails what the second one contradicts.
func TestInterpolate(t *testing.T) {
	found := 0
	p, vs := scene(ir.Mode{Math: true})
	d := New(p, Options{})
	rapid.Check(t, func(t *rapid.T) {
		drawState := func() State {
			s := d.Top()
			for range rapid.IntRange(1, 4).Draw(t, "constraints") {
				x, y := rapid.SampledFrom(vs).Draw(t, "x"), rapid.SampledFrom(vs).Draw(t, "y")
				l := linear{rest: interval.One(num.I(0)), terms: []monomial{{x, 1 - 2*int64(rapid.IntRange(0, 1).Draw(t, "sign"))}}}
				if y != x {
					l.terms = append(l.terms, monomial{y, 1 - 2*int64(rapid.IntRange(0, 1).Draw(t, "sign"))})
				}
				s = d.atMost(s, l, int64(rapid.IntRange(-6, 3).Draw(t, "c")))
			}
			return s
		}
		a, b := drawState(), drawState()
		if d.IsBottom(a) || d.IsBottom(b) || !d.IsBottom(d.Meet(a, b)) {
			return
		}
		for _, i := range d.Interpolate(a, b) {
			found++
			l, _ := i.linear()
			c, _ := i.Max.Int64()
			if !d.Entails(a, i) || !d.IsBottom(d.atMost(b, l, c)) {
				t.Fatalf("%v is no interpolant of %s and %s", i, d.String(a), d.String(b))
			}
		}
	})
	if found == 0 {
		t.Error("no interpolant was found")
	}
}

package smt_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// drawn makes formulas out of what rapid draws, so that they shrink.
type drawn struct {
	*rapid.T
	st   *term.Store
	ints []term.Term
	bit  term.Term
}

func newDrawn(t *rapid.T) *drawn {
	st := term.NewStore()
	return &drawn{T: t, st: st, ints: []term.Term{st.Var("x", term.Int), st.Var("y", term.Int)}, bit: st.Var("p", term.Bool)}
}

func (d *drawn) n(most int, label string) int { return rapid.IntRange(0, most).Draw(d.T, label) }

func (d *drawn) number(depth int) term.Term {
	st := d.st
	k := d.n(9, "term")
	if depth == 0 {
		k %= 3
	}
	sub := func() term.Term { return d.number(depth - 1) }
	switch k {
	case 0, 1:
		return d.ints[k]
	case 2:
		return st.Int(int64(d.n(6, "constant") - 3))
	case 3:
		return st.Add(sub(), sub())
	case 4:
		return st.Sub(sub(), sub())
	case 5:
		return st.Scale(num.R(int64(d.n(6, "factor")-3), 1), sub())
	case 6:
		return st.Mod(sub(), st.Int(int64(2+d.n(2, "divisor"))))
	case 7:
		return st.Mul(sub(), sub())
	case 8:
		return st.BitAnd(sub(), sub())
	}
	return st.Ite(d.formula(depth-1), sub(), sub())
}

func (d *drawn) formula(depth int) term.Term {
	st := d.st
	k := d.n(6, "formula")
	if depth <= 0 {
		k %= 3
	}
	switch k {
	case 0:
		return d.bit
	case 1:
		return st.Le(d.number(1), d.number(1))
	case 2:
		return st.Eq(d.number(1), d.number(1))
	case 3:
		return st.Not(d.formula(depth - 1))
	case 4:
		return st.And(d.formula(depth-1), d.formula(depth-1))
	case 5:
		return st.Or(d.formula(depth-1), d.formula(depth-1))
	}
	return st.Iff(d.formula(depth-1), d.formula(depth-1))
}

// The numbers are within -reach…reach.
const reach = 2

func (d *drawn) box() []term.Term {
	var fs []term.Term
	for _, x := range d.ints {
		fs = append(fs, d.st.Le(d.st.Int(-reach), x), d.st.Le(x, d.st.Int(reach)))
	}
	return fs
}

// satisfiable tries all values.
func (d *drawn) satisfiable(fs []term.Term) bool {
	values := map[term.Term]term.Term{}
	for i := range (2*reach + 1) * (2*reach + 1) * 2 {
		values[d.bit] = d.st.Bool(i%2 == 0)
		values[d.ints[0]] = d.st.Int(int64(i/2%(2*reach+1) - reach))
		values[d.ints[1]] = d.st.Int(int64(i/2/(2*reach+1) - reach))
		if !slices.ContainsFunc(fs, func(f term.Term) bool {
			v, ok := d.st.Eval(f, func(u term.Term) (term.Term, bool) { w, ok := values[u]; return w, ok })
			return !ok || !v.IsTrue()
		}) {
			return true
		}
	}
	return false
}

// patience is a context that is done after it has been asked a number of times.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left == 0 {
		return context.DeadlineExceeded
	}
	p.left--
	return nil
}

// TestCallSequences: whatever is pushed, asserted, popped, asked, given up and interpolated before,
// answers are those of trying all values, with evidence.
func TestCallSequences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawn(t)
		solver := smt.New(d.st)
		levels := [][]term.Term{d.box()}
		for _, f := range levels[0] {
			solver.Assert(f)
		}
		ask := func(ctx context.Context, mayGiveUp bool) {
			var assumptions []term.Term
			for range d.n(3, "assumptions") {
				assumptions = append(assumptions, d.formula(1))
			}
			asserted := slices.Concat(levels...)
			all := slices.Concat(asserted, assumptions)
			ans := solver.Check(ctx, assumptions...)
			switch ans.Status {
			case smt.Unknown:
				if !mayGiveUp {
					t.Fatalf("gave up: %s\n%v", ans.Reason, all)
				}
			case smt.Sat:
				if err := check.Model(ans.Model, all...); err != nil {
					t.Fatal(err)
				}
			case smt.Unsat:
				for _, c := range ans.Core {
					if !slices.Contains(assumptions, c) {
						t.Fatalf("%v is in the core but no assumption", c)
					}
				}
				if d.satisfiable(slices.Concat(asserted, ans.Core)) {
					t.Fatalf("unsat, with the core %v: %v", ans.Core, all)
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"assert": func(*rapid.T) {
				f := d.formula(2)
				solver.Assert(f)
				levels[len(levels)-1] = append(levels[len(levels)-1], f)
			},
			"push": func(*rapid.T) {
				solver.Push()
				levels = append(levels, nil)
			},
			"pop": func(t *rapid.T) {
				if len(levels) == 1 {
					t.Skip("no level")
				}
				solver.Pop()
				levels = levels[:len(levels)-1]
			},
			"check":  func(t *rapid.T) { ask(context.Background(), false) },
			"cancel": func(t *rapid.T) { ask(&patience{context.Background(), d.n(30, "patience")}, true) },
			"interpolate": func(t *rapid.T) {
				parts := []term.Term{d.st.And(d.box()...)}
				for _, f := range slices.Concat(levels...)[len(d.box()):] {
					if d.n(1, "cut") == 1 {
						parts = append(parts, f)
					} else {
						parts[len(parts)-1] = d.st.And(parts[len(parts)-1], f)
					}
				}
				ans, itps := smt.NewInterpolator(d.st).Interpolate(context.Background(), parts)
				if ans.Status != smt.Unknown && (ans.Status == smt.Sat) != d.satisfiable(parts) {
					t.Fatalf("the interpolator says %v of %v", ans.Status, parts)
				}
				if itps != nil {
					ctx := &patience{context.Background(), 5000}
					if err := check.Interpolants(ctx, parts, itps, smt.New(d.st)); err != nil && !errors.Is(err, check.ErrUndecided) {
						t.Fatalf("%v: %v of %v", err, itps, parts)
					}
				}
			},
		})
	})
}

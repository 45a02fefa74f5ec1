package blast

import (
	"testing"

	"craig/logic/float"
	numbers "craig/logic/num"
	"craig/logic/term"
)

// TestFloatSets: that a filter keeps its bounds is seen without a search, also where the bounds of its input follow from
// a step that all paths take; and a bound that it does not keep is exceeded.
func TestFloatSets(t *testing.T) {
	st := term.NewStore()
	f := float.Binary64
	number := func(num, den int64) term.Term {
		n := func(v int64) uint64 { return f.FromInt(float.NearestEven, numbers.I(v)) }
		return st.FConst(f.Div(float.NearestEven, n(num), n(den)))
	}
	within := func(x term.Term, num, den int64) term.Term {
		return st.And(st.FLe(f, number(-num, den), x), st.FLe(f, x, number(num, den)))
	}
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	first, second := st.Var("first", term.Bool), st.Var("second", term.Bool)
	next := st.FAdd(f, st.FMul(f, number(9, 10), y), st.FMul(f, number(1, 10), x))
	asserted := []term.Term{
		st.Le(st.Int(0), x), st.Le(x, st.FConst(f.SignBit()<<1-1)), st.Le(st.Int(0), y), st.Le(y, st.FConst(f.SignBit()<<1-1)),
		st.Or(within(x, 1, 1), st.Not(first)), st.Or(first, st.Not(second)), second, within(y, 3, 2),
	}
	ans := Solve(append(asserted[:len(asserted):len(asserted)], st.Not(within(next, 3, 2))), nil, Limits{Nodes: 1 << 20, Conflicts: 20})
	if ans.Status != Unsat {
		t.Errorf("the bounds of a filter: %v after %d conflicts", ans.Status, ans.Conflicts)
	}
	ans = Solve(append(asserted[:len(asserted):len(asserted)], st.Not(within(next, 7, 5))), nil, Limits{Nodes: 1 << 20, Conflicts: 100_000})
	if ans.Status != Sat {
		t.Errorf("bounds that a filter does not keep: %v", ans.Status)
	}
}

// TestThereAndBack: integers converted to floats and back are themselves as far as the formats hold them, without a search,
// and no further.
func TestThereAndBack(t *testing.T) {
	half, single, double := float.Format{Exp: 3, Sig: 5}, float.Binary32, float.Binary64
	for _, c := range []struct {
		formats []float.Format // on the way
		limit   int64
		same    bool
	}{
		{[]float.Format{double}, 1 << 31, true},
		{[]float.Format{single, double}, 1 << 24, true},
		{[]float.Format{single, double}, 1<<24 + 1, false},
		{[]float.Format{double, single}, 1<<24 + 1, false},
		{[]float.Format{half}, 8, true},
		{[]float.Format{half}, 16, false}, // infinite, as exponents end
		{[]float.Format{{Exp: 5, Sig: 4}}, 16, true},
		{[]float.Format{{Exp: 5, Sig: 4}}, 17, false},
	} {
		st := term.NewStore()
		x := st.Var("x", term.Int)
		from := c.formats[0]
		y := st.FFromInt(from, x)
		for _, to := range c.formats[1:] {
			y, from = st.FConvert(to, from, y), to
		}
		ans := Solve([]term.Term{
			st.Le(st.Int(-c.limit), x), st.Le(x, st.Int(c.limit)), st.Ne(st.FToInt(from, float.ToZero, y), x),
		}, nil, Limits{Nodes: 1 << 20})
		want := Sat
		if c.same {
			want = Unsat
		}
		if ans.Status != want || c.same && ans.Conflicts > 100 {
			t.Errorf("%v up to %d: %v after %d conflicts", c.formats, c.limit, ans.Status, ans.Conflicts)
		}
	}
}

package blast

import (
	"testing"

	"craig/internal/logic/interval"
	"craig/logic/num"
	"craig/logic/term"
)

// TestFacts: what one case or the other gives is known of the terms that both speak of, within the hull of both bounds.
func TestFacts(t *testing.T) {
	st := term.NewStore()
	x, y, z := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)
	at := func(n int64) interval.Interval {
		return interval.Interval{Lo: num.I(n), Hi: num.I(n), Below: true, Above: true}
	}
	var why set
	one := facts{{x, known{at(1), why.with(1)}}, {y, known{at(2), nil}}}
	other := facts{{y, known{at(7), why.with(70)}}, {z, known{at(3), nil}}}
	both := one.hull(other)
	if len(both) != 1 || both[0].of != y {
		t.Fatalf("%v", both)
	}
	k, ok := both.find(y)
	if !ok || !k.Lo.Eq(num.I(2)) || !k.Hi.Eq(num.I(7)) || !k.why.has(70) {
		t.Errorf("%+v", k)
	}
	if _, ok := both.find(x); ok {
		t.Error("x is known in one case only")
	}
}

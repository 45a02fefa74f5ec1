package ir

import (
	"testing"

	"craig/logic/num"
)

// TestWithin: IsIndex and HasValue hold of the numbers of which they are to hold, for all values of small types.
func TestWithin(t *testing.T) {
	for _, from := range []Type{Int(8, true), Int(8, false)} {
		lo, _ := from.Min().Int64()
		hi, _ := from.Max().Int64()
		v := NewProgram().NewGlobal("x", "x", from, Pos{})
		check := func(what string, c *Expr, n int64, want bool) {
			t.Helper()
			if got := (Mode{}).Fold(Subst(c, func(*Var) *Expr { return ConstInt(from, n) })); got.IsTrue() != want || !got.IsTrue() && !got.IsFalse() {
				t.Errorf("%s of %d: %v, not %v", what, n, got, want)
			}
		}
		for n := lo; n <= hi; n++ {
			for _, limit := range []int64{1, 4, 127, 128, 255, 256, 1000} {
				check("an index", Mode{}.IsIndex(VarExpr(v), limit), n, 0 <= n && n < limit)
				check("an index", Mode{}.IsIndex(ConstInt(from, n), limit), n, 0 <= n && n < limit)
			}
			for _, to := range []Type{Int(8, true), Int(8, false), Int(4, true), Int(4, false), Int(16, false)} {
				check("a value", Mode{}.HasValue(to, VarExpr(v)), n, to.Fits(num.I(n)))
			}
		}
	}
}

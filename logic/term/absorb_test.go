package term_test

import (
	"testing"

	"craig/logic/term"
)

// TestBitsTwice: an operand that occurs twice is taken once, or cancelled, and terms mean what they did. (What is
// bitwise holds for all numbers if it holds for 0 and -1.)
func TestBitsTwice(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	if st.BitXor(st.BitXor(x, y), x) != y || st.BitXor(y, st.BitXor(x, y)) != x || st.BitAnd(x, st.BitOr(y, x)) != x ||
		st.BitOr(st.BitAnd(x, y), y) != y || st.BitAnd(x, st.BitAnd(x, y)) != st.BitAnd(x, y) || st.BitOr(st.BitOr(x, y), y) != st.BitOr(x, y) {
		t.Error("not simplified")
	}
	make := [3]func(a, b term.Term) term.Term{st.BitAnd, st.BitOr, st.BitXor}
	apply := func(op int, a, b int64) int64 { return [3]int64{a & b, a | b, a ^ b}[op] }
	for i := range make {
		for j := range make {
			for a := int64(-9); a < 9; a++ {
				for b := int64(-9); b < 9; b++ {
					for _, c := range []struct {
						t    term.Term
						want int64
					}{
						{make[i](make[j](x, y), x), apply(i, apply(j, a, b), a)},
						{make[i](y, make[j](x, y)), apply(i, b, apply(j, a, b))},
						{make[i](make[j](x, st.Int(6)), x), apply(i, apply(j, a, 6), a)},
					} {
						v, ok := st.Eval(c.t, func(u term.Term) (term.Term, bool) {
							if u == x {
								return st.Int(a), true
							}
							return st.Int(b), true
						})
						if !ok || v != st.Int(c.want) {
							t.Fatalf("%v: %v, not %d, for x = %d, y = %d", c.t, v, c.want, a, b)
						}
					}
				}
			}
		}
	}
}

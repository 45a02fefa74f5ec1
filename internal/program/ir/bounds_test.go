package ir_test

import (
	"testing"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestBounds: what an operation on all pairs of bytes gives lies between its bounds, whether it wraps or not, and converted to a byte too.
func TestBounds(t *testing.T) {
	for _, signed := range []ir.Signed{ir.SignedUndefined, ir.SignedWrap} {
		m := ir.Mode{Signed: signed}
		for _, from := range []ir.Type{ir.Int(8, true), ir.Int(8, false)} {
			for _, of := range []ir.Type{ir.Int(8, true), ir.Int(8, false), ir.Int(32, true), ir.Int(32, false)} {
				x, y := &ir.Var{Name: "x", Type: from}, &ir.Var{Name: "y", Type: from}
				for i := range 2 * (ir.OpXor - ir.OpAdd + 1) {
					op, second, least, most := ir.OpAdd+i/2, ir.Cast(of, ir.VarExpr(y)), from.Min(), from.Max()
					if i%2 == 1 { // by a constant
						least, most = num.I(7), num.I(7)
						second = ir.Const(of, least)
					}
					e := ir.Binary(op, ir.Cast(of, ir.VarExpr(x)), second)
					narrow := ir.Cast(ir.Int(8, true), e)
					lo, hi := m.Bounds(e)
					low, high := m.Bounds(narrow)
					for a := from.Min(); !from.Max().Less(a); a = a.Add(num.I(5)) {
						for b := least; !most.Less(b); b = b.Add(num.I(3)) {
							v, ok := m.Apply(op, of, of.Wrap(a), of.Wrap(b))
							if !ok || !of.Fits(v) {
								continue
							}
							if v.Less(lo) || hi.Less(v) {
								t.Fatalf("%s of %s and %s: %s is not between %s and %s", e, a, b, v, lo, hi)
							}
							if v := narrow.Type.Wrap(v); v.Less(low) || high.Less(v) {
								t.Fatalf("%s of %s and %s: %s is not between %s and %s", narrow, a, b, v, low, high)
							}
						}
					}
				}
			}
		}
	}
}

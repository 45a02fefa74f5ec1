package checkcoverage

import (
	"testing"

	"craig/internal/program/ir"
)

// TestHoldsToTheByte: a check of some bytes at an address shows that all within these, and no others, are in the object.
func TestHoldsToTheByte(t *testing.T) {
	pointer := ir.Type{Kind: ir.Pointer, Bits: 64}
	p, i := ir.VarExpr(&ir.Var{ID: 1, Name: "p", Type: pointer}), ir.VarExpr(&ir.Var{ID: 2, Name: "i", Type: ir.Int(64, true)})
	at := func(k int64) *ir.Expr { return ir.PtrAdd(p, ir.ConstInt(ir.Int(64, true), k)) }
	for from := int64(-1); from <= 1; from++ {
		for w := int64(1); w <= 6; w++ {
			check := ir.InObject(at(from), w)
			for k := int64(-3); k <= 9; k++ {
				for n := int64(0); n <= 6; n++ {
					root, off := split(at(k))
					if got, want := holds(check, root, off, n), from <= k && k+n <= from+w; got != want {
						t.Errorf("%d bytes at %d, of which %d at %d are checked: %t", n, k, w, from, got)
					}
					root, off = split(ir.PtrAdd(at(k), i))
					if holds(check, root, off, n) {
						t.Errorf("%d bytes at %d and something unknown, of which %d at %d are checked", n, k, w, from)
					}
				}
			}
		}
	}
}

// TestNeedsToTheByte: an access of an object by name needs no check if all of it is inside.
func TestNeedsToTheByte(t *testing.T) {
	c, pointer := &coverage{}, ir.Type{Kind: ir.Pointer, Bits: 64}
	object := &ir.Expr{Op: ir.OpAddr, Type: pointer, Obj: &ir.Object{ID: 1, Name: "a", Size: 8}}
	for k := int64(-3); k <= 12; k++ {
		for n := int64(0); n <= 10; n++ {
			list := c.access(nil, ir.PtrAdd(object, ir.ConstInt(ir.Int(64, true), k)), n, "is read")
			if got, want := len(list) == 0, 0 <= k && k+n <= 8; got != want {
				t.Errorf("%d bytes at %d of 8: no check is needed: %t", n, k, got)
			}
		}
	}
}

package layout

import (
	"testing"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestDeposit: a bit-field that is stored is read again, and the bits beside it stay.
func TestDeposit(t *testing.T) {
	var fold func(e *ir.Expr) *ir.Expr
	fold = func(e *ir.Expr) *ir.Expr {
		if len(e.Args) == 0 {
			return e
		}
		c := *e
		c.Args = nil
		for _, a := range e.Args {
			c.Args = append(c.Args, fold(a))
		}
		return ir.Mode{}.Fold(&c)
	}
	for _, c := range []struct {
		u          Unit
		unit, x    int64
		want, read int64
		signed     bool
	}{
		{u: Unit{Bytes: 1, Shift: 2, Width: 3}, unit: 0xff, x: 0, want: 0xe3, read: 0},
		{u: Unit{Bytes: 1, Shift: 2, Width: 3}, unit: 0, x: 5, want: 0x14, read: 5},
		{u: Unit{Bytes: 1, Shift: 2, Width: 3}, unit: 0xa9, x: -1, want: 0xbd, read: -1, signed: true},
		{u: Unit{Bytes: 4, Shift: 27, Width: 5}, unit: 0x7fffffff, x: 16, want: 0x87ffffff, read: 16},
		{u: Unit{Bytes: 2, Width: 16}, unit: 0x1234, x: 7, want: 7, read: 7},
	} {
		of := ir.Int(c.u.Width, c.signed)
		after := fold(c.u.Deposit(ir.ConstInt(c.u.Type(), c.unit), ir.ConstInt(of, c.x), fold))
		if !after.IsConst() || after.Val.Cmp(num.I(c.want)) != 0 {
			t.Errorf("%d in %+v of %#x gives %v, not %#x", c.x, c.u, c.unit, after, c.want)
			continue
		}
		if got := fold(c.u.Extract(after, of, fold)); !got.IsConst() || got.Val.Cmp(num.I(c.read)) != 0 {
			t.Errorf("%+v of %#x is %v, not %d", c.u, c.want, got, c.read)
		}
	}
}

package layout

import (
	"math/rand/v2"
	"testing"

	"craig/internal/program/c/types"
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

// TestUnits: the units of the bit-fields of random structures, packed ones too, have the bits of their fields, are in the structure and have nothing of
// other members, and two of them are the same or apart.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 1))
	kinds := []types.Kind{types.UChar, types.UShort, types.UInt, types.ULong, types.ULongLong}
	refused, several := 0, 0
	for n := range 3000 {
		machine := types.MachineOf([]string{"x86_64", "i386", "powerpc"}[n%3], false)
		tt := types.NewTable(machine, false)
		l := New(tt, ir.Type{Kind: ir.Pointer, Bits: machine.PtrBits()})
		var fields []types.Field
		for i := range 1 + r.IntN(7) {
			f := types.Field{Name: string(rune('a' + i)), Type: tt.Basic(kinds[r.IntN(len(kinds))])}
			if f.Bits = r.IntN(8) > 0; f.Bits {
				f.Width = 1 + r.IntN(f.Type.Bits())
			}
			fields = append(fields, f)
		}
		s := tt.NewRecord(types.Struct, "s")
		if err := tt.Complete(s, fields, types.RecordAttrs{Packed: r.IntN(2) == 0}); err != nil {
			t.Fatal(err)
		}
		units := l.Units(s.Record)
		for i := range s.Record.Fields {
			f := &s.Record.Fields[i]
			u := units[f]
			switch {
			case !f.Bits:
				continue
			case u.Bytes == 0:
				refused++
				continue
			case u.Bytes > 8:
				several++
			}
			if int64(u.Shift)+int64(u.Width) > 8*u.Bytes || u.Off < 0 || u.Off+u.Bytes > s.SizeOf() || !machine.BigEndian && 8*u.Off+int64(u.Shift) != f.Bit {
				t.Errorf("%+v of %d bytes: %+v", *f, s.SizeOf(), u)
			}
			for k := range s.Record.Fields {
				g := &s.Record.Fields[k]
				off, size := g.Offset, g.Type.SizeOf()
				if g.Bits {
					off, size = units[g].Off, units[g].Bytes
				}
				if off < u.Off+u.Bytes && u.Off < off+size && (!g.Bits || units[g].Off != u.Off || size != u.Bytes) {
					t.Errorf("%+v and %+v: %+v, %+v", *f, *g, u, units[g])
				}
			}
		}
	}
	if several < 100 || refused > 1000 {
		t.Errorf("%d units of more than 8 bytes, %d that there are not", several, refused)
	}
}

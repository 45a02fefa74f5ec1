package ir

import "testing"

// TestOps: each operation has a row, and is found by its text again.
func TestOps(t *testing.T) {
	for op := OpConst; op <= OpFLe; op++ {
		r, ok := op.row()
		switch {
		case !ok:
			t.Errorf("operation %d has no row", op)
		case r.form == ownForm:
			if op > OpAddr && op != OpIte {
				t.Errorf("operation %d has no form", op)
			}
		case r.text == "" || spelled(r.text, r.form) != op:
			t.Errorf("%q is not operation %d but %d", r.text, op, spelled(r.text, r.form))
		case (r.form == infix) != (r.args == 2 && r.prec > 0 && op < OpInRange && op != OpPtrDiff):
			t.Errorf("%q is written between operands, or is not, and has %d of them, and %d as its precedence", r.text, r.args, r.prec)
		}
	}
	for _, op := range []Op{OpInvalid, OpFLe + 1} {
		if _, ok := op.row(); ok {
			t.Errorf("%d is an operation", op)
		}
	}
}

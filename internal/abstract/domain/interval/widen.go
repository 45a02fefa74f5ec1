package interval

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Widen moves bounds that are not stable to the next threshold of their variable, then to the
// bound of its type, then to infinity.
func (d *Domain) Widen(a, b State) State {
	if a.bottom {
		return b
	}
	if b.bottom {
		return a
	}
	return d.combine(a, b, func(id int, v, w Value) Value { return d.widen(d.vars[id], v, v.Join(w)) },
		func(id int, v, w Floats) Floats { return d.widenFloats(d.vars[id].Type, v, v.Join(w)) })
}

// widen is for w ⊇ v.
func (d *Domain) widen(x *ir.Var, v, w Value) Value {
	ts, ty := d.thresholds[x.ID], d.Type(x.Type)
	if w.hasLo() && (!v.hasLo() || w.lo.Less(v.lo)) {
		i, exact := slices.BinarySearchFunc(ts, w.lo, num.Int.Cmp)
		switch {
		case exact || i > 0:
			if !exact {
				i--
			}
			w.lo = ts[i]
		case ty.hasLo() && !w.lo.Less(ty.lo):
			w.lo = ty.lo
		default:
			w.lo, w.flags = num.Int{}, w.flags|noLo
		}
	}
	if w.hasHi() && (!v.hasHi() || v.hi.Less(w.hi)) {
		i, _ := slices.BinarySearchFunc(ts, w.hi, num.Int.Cmp)
		switch {
		case i < len(ts):
			w.hi = ts[i]
		case ty.hasHi() && !ty.hi.Less(w.hi):
			w.hi = ty.hi
		default:
			w.hi, w.flags = num.Int{}, w.flags|noHi
		}
	}
	return w
}

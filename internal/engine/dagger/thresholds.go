package dagger

import (
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
)

// maxRounds bounds the ways round a loop whose ends give thresholds.
const maxRounds = 64

// thresholds adds to T, for each loop head, what holds after each way once round the loop
// whatever held before: a loop that counts up to 50 gives i ≤ 50. This is the widening up to of
// [Halbwachs, Proy, Roumanoff 1997].
func (r *interpretation) thresholds() {
	for _, h := range r.flow.cuts {
		left := maxRounds
		var walk func(l ir.Loc, s state)
		walk = func(l ir.Loc, s state) {
			for _, e := range r.flow.out[l] {
				if left == 0 || r.ctx.Err() != nil {
					return
				}
				switch {
				case !r.flow.within(e.to, h) || e.to != h && r.flow.loops.Head[e.to] == e.to:
				case e.to == h:
					left--
					if img := r.image(s, e); !r.d.IsBottom(img) {
						r.bound(h, halves(r.poly.Constraints(r.d.On(img, e.vars))))
					}
				default:
					if img := r.image(s, e); !r.d.IsBottom(img) {
						walk(e.to, img)
					}
				}
			}
		}
		walk(h, r.d.Top())
	}
}

// within says that l is in the loop with head h.
func (f *flow) within(l, h ir.Loc) bool {
	for g := f.loops.Head[l]; g != 0; g = f.loops.Outer[g] {
		if g == h {
			return true
		}
	}
	return false
}

// halves are the constraints with equalities as two inequalities.
func halves(cs []polyhedra.Constraint) []polyhedra.Constraint {
	var hs []polyhedra.Constraint
	for _, c := range cs {
		hs = append(hs, c.Halves()...)
	}
	return hs
}

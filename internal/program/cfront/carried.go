package cfront

import (
	"craig/internal/program/ir"
)

// A conversion of an integer to a pointer: see ir.Carriers, which tell whether that has been one.
type conversion struct {
	from *ir.Expr
	pos  ir.Pos
}

// checkConversions notes the first conversion of an integer that may be no pointer's value, for properties that track pointers.
// It comes after all functions have been lowered.
func (r *reader) checkConversions() {
	if r.tracks() == "" || r.limit != nil || len(r.conversions) == 0 {
		return
	}
	c := ir.FindCarriers(r.prog)
	for _, k := range r.conversions {
		if !c.Carries(k.from) {
			r.cannotTrack(k.pos, "an integer is converted to a pointer")
			r.limit.Number = true
			return
		}
	}
}

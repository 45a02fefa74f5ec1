package cfront

// checkConversions notes the first conversion of an integer that may be no pointer's value, for properties that track pointers.
// It comes after all functions have been lowered.
func (r *reader) checkConversions() {
	if r.tracks() == "" || r.limit != nil || len(r.conversions) == 0 {
		return
	}
	if c := r.prog.Uncarried(r.conversions); c != nil {
		r.cannotTrack(c.Pos, "an integer is converted to a pointer")
		r.limit.Number = true
	}
}

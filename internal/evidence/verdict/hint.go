package verdict

// Hint is what would help to get a verdict, or might.
type Hint uint8

const (
	NoHint Hint = iota
	MoreTime
	MoreMemory
	OtherSolver // another solver, such as z3
	OtherEngine
	UseLazy     // the engine lazy, which does not inline calls
	InlineCalls // the engine with calls inlined, not summarised
	LargerBound // a larger bound of the engine bmc, or none
	NameDevices // where the registers of devices lie
)

// String is the hint as the end of a sentence; "" for NoHint.
func (h Hint) String() string {
	return [...]string{"", "more time", "more memory", "another solver, such as z3", "another engine", "the engine lazy",
		"the engine with its calls inlined", "a larger bound", "to say where registers of devices lie"}[h]
}

package craig

import "craig/internal/evidence/verdict"

// Reason is the word of an Unknown: why the question is open.
type Reason string

const (
	Timeout     Reason = "timeout"     // time was up
	Memory      Reason = "memory"      // the memory limit was reached
	Interrupted Reason = "interrupted" // the context was cancelled

	Size                Reason = "size"                 // the program, or its objects, are too large
	Unsupported         Reason = "unsupported"          // a construct that is not supported can be reached
	UnsupportedProperty Reason = "unsupported property" // the property cannot be decided, of this program or at all
	Recursion           Reason = "recursion"            // an execution goes deeper into recursion than it is followed
	Approximation       Reason = "approximation"        // the path to an error depends on a value that is only approximated

	Bound       Reason = "bound"       // a bound of the engine was reached
	Imprecise   Reason = "imprecise"   // the engine's domain cannot express what a proof needs
	Interpolant Reason = "interpolant" // no interpolant was found, or none that helps
	TooWeak     Reason = "summaries"   // the contracts of procedures that were found are too weak
	Incomplete  Reason = "incomplete"  // the engine's method does not prove this program
	Solver      Reason = "solver"      // the solver gave up on a query of the engine

	Uncertified Reason = "uncertified" // the certifier could not check the proof, or did not accept it
	Bug         Reason = "bug"         // an engine failed
)

// Hint is what would help to get a verdict, or might.
type Hint uint8

const (
	NoHint Hint = iota
	MoreTime
	MoreMemory
	OtherSolver // another solver, such as z3
	OtherEngine
	UseLazy     // the engine Lazy, which does not inline calls
	InlineCalls // Dagger without Summaries
	LargerBound // BMC with a larger Unwind, or 0
	NameDevices // C.Devices, if the integer that becomes a pointer is the address of a device
)

// String is the hint as the end of a sentence; "" for NoHint.
func (h Hint) String() string { return verdict.Hint(h).String() }

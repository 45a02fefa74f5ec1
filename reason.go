package craig

import "craig/evidence/verdict"

// Reason is the word of an Unknown: why the question is open.
type Reason string

const (
	Timeout     = Reason(verdict.Timeout)     // time was up
	Memory      = Reason(verdict.Memory)      // the memory limit was reached
	Interrupted = Reason(verdict.Interrupted) // the context was cancelled

	Size                = Reason(verdict.Size)                // the program, or its objects, are too large
	Unsupported         = Reason(verdict.Unsupported)         // a construct that is not supported can be reached
	UnsupportedProperty = Reason(verdict.UnsupportedProperty) // the property cannot be decided, of this program or at all
	Recursion           = Reason(verdict.Recursion)           // an execution goes deeper into recursion than it is followed
	Approximation       = Reason(verdict.Approximation)       // the path to an error depends on a value that is only approximated

	Bound       = Reason(verdict.Bound)       // a bound of the engine was reached
	Imprecise   = Reason(verdict.Imprecise)   // the engine's domain cannot express what a proof needs
	Interpolant = Reason(verdict.Interpolant) // no interpolant was found, or none that helps
	Summaries   = Reason(verdict.Summaries)   // the contracts of procedures that were found are too weak
	Incomplete  = Reason(verdict.Incomplete)  // the engine's method does not prove this program
	Solver      = Reason(verdict.Solver)      // the solver gave up on a query of the engine

	Uncertified = Reason(verdict.Uncertified) // the certifier could not check the proof, or did not accept it
	Bug         = Reason(verdict.Bug)         // an engine failed
)

// Hint is what would help to get a verdict, or might.
type Hint uint8

const (
	NoHint      = Hint(verdict.NoHint)
	MoreTime    = Hint(verdict.MoreTime)
	MoreMemory  = Hint(verdict.MoreMemory)
	OtherSolver = Hint(verdict.OtherSolver) // another solver, such as z3
	OtherEngine = Hint(verdict.OtherEngine)
	UseLazy     = Hint(verdict.UseLazy)     // the engine Lazy, which does not inline calls
	InlineCalls = Hint(verdict.InlineCalls) // Dagger without Summaries
	LargerBound = Hint(verdict.LargerBound) // BMC with a larger Unwind, or 0
)

// String is the hint as the end of a sentence; "" for NoHint.
func (h Hint) String() string { return verdict.Hint(h).String() }

package ir

import (
	"strconv"
)

// Goal says what an execution shows that comes to a location. The zero value: nothing, the location
// is no goal. Goals have no out-edges, so that executions end there.
type Goal struct {
	Kind     GoalKind
	Property string // of a Violation: the property, such as "unreach-call"; else ""
}

// GoalKind classifies goals: the program does what it must not, or craig does not follow it any
// further. A program of which no goal can be reached is safe. If a limit can be reached, that is
// neither an error of the program nor a proof of anything.
type GoalKind uint8

const (
	NoGoal      GoalKind = iota
	Violation            // the program violates Property
	Unsupported          // a limit: a construct that is not supported
	Undecided            // a limit: from here on it is not known which object a pointer may be used for
	Recursion            // a limit: recursion deeper than it was inlined
)

// Limits are the words for limits in the text form.
var Limits = [...]string{Unsupported: "unsupported", Undecided: "undecided", Recursion: "recursion"}

// What LocInfo.Why says of some locations that are no goals.
const (
	Required = "what the contract of the entry requires holds"
	LeftOut  = "executions that come here are left out"
)

// Violates is the goal of a location that violates a property, which is not "".
func Violates(property string) Goal { return Goal{Violation, property} }

// IsLimit says that the goal stands for what craig does not follow, rather than for an error of the
// program.
func (g Goal) IsLimit() bool { return g.Kind > Violation }

// IsGoal says that the location is a goal: an error location, or a limit.
func (l *LocInfo) IsGoal() bool { return l.Goal.Kind != NoGoal }

// String is the goal in the text form of programs.
func (g Goal) String() string {
	switch {
	case g.Kind == Violation:
		return "error " + strconv.Quote(g.Property)
	case g.IsLimit():
		return "limit " + Limits[g.Kind]
	}
	return ""
}

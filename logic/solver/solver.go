// Package solver says what a solver is: who decides formulas of package term, and what it answers. Package smt has
// solvers; who only asks one, such as the certifier, need not know any.
package solver

import (
	"context"

	"craig/logic/term"
)

// Status is the verdict on a formula. The zero value is Unknown.
type Status uint8

const (
	Unknown Status = iota
	Sat
	Unsat
)

func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Answer is a verdict with its evidence.
type Answer struct {
	Status Status
	Reason string      // if Unknown: why
	Model  Model       // if Sat
	Core   []term.Term // if Unsat: the assumptions used, a subset of those given
}

// Model gives values to the variables of a formula that was found satisfiable.
type Model interface {
	// Eval is t's value, a constant term. Variables and functions that the formula did not
	// mention have a default value (0, false, the array of zeros).
	Eval(t term.Term) term.Term
}

// Solver decides conjunctions of assertions. Not safe for concurrent use.
type Solver interface {
	// Assert adds a formula of sort Bool to the current level.
	Assert(f term.Term)
	Push()
	// Pop removes what was asserted since the matching Push.
	Pop()
	// Check decides the assertions together with the assumptions (any formulas of sort Bool).
	// It obeys ctx within 50 ms; giving up is Unknown with a reason.
	Check(ctx context.Context, assumptions ...term.Term) Answer
}

// Unchecked is what was believed of a solver: answers that something is impossible for which no refutation was found that
// could be checked. The zero value says that there are none.
type Unchecked struct {
	Answers int
	Why     string // the first of them was not checked
}

// And is u together with other.
func (u Unchecked) And(other Unchecked) Unchecked {
	if u.Answers == 0 {
		u.Why = other.Why
	}
	u.Answers += other.Answers
	return u
}

// Close ends the process of a solver, if it has one.
func Close(s Solver) {
	if c, ok := s.(interface{ Close() }); ok {
		c.Close()
	}
}

// About tells s, and the solvers inside of it (their Inner), what the questions from now on are about, if one of them wants to know.
func About(s Solver, text string) {
	for {
		if x, ok := s.(interface{ About(text string) }); ok {
			x.About(text)
		}
		x, ok := s.(interface{ Inner() Solver })
		if !ok {
			return
		}
		s = x.Inner()
	}
}

// Quick has every Check of s, or of the solver inside of it (its Inner), from now on end after short searches, whose steps are
// counted, and takes that back with end; ok is false if there is none that has such searches.
func Quick(s Solver) (end func(), ok bool) {
	for {
		switch x := s.(type) {
		case interface{ Quick() (end func()) }:
			return x.Quick(), true
		case interface{ Inner() Solver }:
			s = x.Inner()
		default:
			return func() {}, false
		}
	}
}

// PreferBits has every Check of s, or of the solver inside of it (its Inner), be decided by bits first; others are
// left as they are.
func PreferBits(s Solver) {
	for {
		switch x := s.(type) {
		case interface{ PreferBits() }:
			x.PreferBits()
			return
		case interface{ Inner() Solver }:
			s = x.Inner()
		default:
			return
		}
	}
}

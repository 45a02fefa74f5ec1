// Package checkcoverage checks that a program, as engines and the certifier see it, has every check that the properties of
// memory safety ask for, with no less than C says. A proof that no goal of that program is reached then says that the
// C program is safe.
//
// The front end puts checks at accesses and ends of lives, and package alias makes conditions on numbers of them. This package
// shares no code with either. It looks at two forms of a program: the plain one, from before memory was split,
// which has the accesses, and the split one, of which the proof is. It decides what each access needs by itself:
//
//	covered.go   each access, each free, each pointer that is moved and each way out of the plain program has its
//	             check before it, on all paths
//	scopes.go    local objects are over where their blocks are left
//	meaning.go   in the split program each check is passed only if the access lies in an object that lives
//	lives.go     the variables that say where objects are and whether they live are changed where objects are
//	             made and ended, and nowhere else
//
// What it believes: that loads and stores are what the C program does; the targets of pointers that the points-to analysis
// found, which package pointers checks; and where the split program reads the values that the plain one loads.
package checkcoverage

import (
	"context"
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/solver"
	"craig/logic/term"
)

// Missing is the error of Check: something of the program has no check, or one that is too weak.
type Missing struct {
	Pos  ir.Pos
	What string
}

func (m *Missing) Error() string { return fmt.Sprintf("%s: %s", m.Pos, m.What) }

// Check checks p, which has its plain form in p.Plain. nil says that it has all checks, or that none is asked for; the
// error is a *Missing, or ctx's.
func Check(ctx context.Context, p *ir.Program, newSolver func(*term.Store) solver.Solver) error {
	if p.Plain == nil {
		return nil
	}
	if err := covered(ctx, p.Plain, newSolver); err != nil {
		return err
	}
	if err := scopes(ctx, p.Plain.Program); err != nil {
		return err
	}
	return meanings(ctx, p, newSolver)
}

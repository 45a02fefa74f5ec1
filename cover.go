package craig

import (
	"context"
	"io/fs"

	"craig/internal/cover"
	"craig/internal/prepare"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// CoverOptions say what tests are for; the zero value is the recommended one.
type CoverOptions struct {
	C     C     // what the C files mean; Properties are asked for with Errors only
	FS    fs.FS // where the files are; nil is the host's file system
	Goals Goals

	NewSolver func(*term.Store) smt.Solver // nil is the native one
	Workers   int                          // conditions certified at a time; 0 is one for each processor
	Progress  *Progress                    // nil, or updated while Cover runs
}

// Goals says which places of a program tests should reach.
type Goals uint8

const (
	Branches Goals = iota // both outcomes of every condition
	Blocks                // every basic block
	Lines                 // every line with a statement
	Errors                // every error
)

// Suite is a set of tests, none of which the others make superfluous.
type Suite struct {
	Goals  []Goal
	Tests  []Test
	Reason Reason // why goals are open, if any are
	Detail string // the same in words
	Notes  []Note
	Files  []File
}

// Goal is a place that a test should reach.
type Goal struct {
	Pos      Pos
	Function string
	What     string // such as "condition true"
	Status   GoalStatus
}

// GoalStatus says what is known of a goal.
type GoalStatus uint8

const (
	GoalOpen    GoalStatus = iota // nothing
	Covered                       // a test reaches it, and the interpreter has run that test
	Unreachable                   // no execution does; the certifier has checked the proof
)

// String is open, covered or unreachable.
func (s GoalStatus) String() string { return cover.GoalStatus(s).String() }

// Test is the inputs of an execution, in the order in which the program asks for them.
type Test struct {
	Inputs []TestInput
	Goals  []int // indices in Suite.Goals
}

// TestInput is a value that the program does not determine.
type TestInput struct {
	Pos   Pos
	Name  string // of the function that returns it, or of the variable
	Call  bool   // it is returned by a call of Name
	Value string // in decimal
}

// Cover makes tests for the goals of a program, and proofs that no execution reaches the others, until
// ctx ends. Errors are as for Verify.
func Cover(ctx context.Context, opts CoverOptions, files ...string) (*Suite, error) {
	o := cover.Options{Goals: cover.GoalKind(opts.Goals), NewSolver: opts.NewSolver, Workers: opts.Workers}
	if opts.Progress != nil {
		o.Progress = &opts.Progress.run
	}
	in, err := cover.Cover(ctx, prepare.New(opts.C.front(), opts.FS, files...), o)
	if err != nil {
		return nil, errorOf(err)
	}
	s := &Suite{Reason: Reason(in.Reason), Detail: in.Detail}
	for _, g := range in.Goals {
		s.Goals = append(s.Goals, Goal{posOf(g.Pos), g.Func, g.What, GoalStatus(g.Status)})
	}
	for _, t := range in.Tests {
		test := Test{Goals: t.Goals}
		for _, i := range t.Inputs {
			test.Inputs = append(test.Inputs, TestInput{posOf(i.Pos), i.Name, i.Source == ir.FromCall, i.Value.String()})
		}
		s.Tests = append(s.Tests, test)
	}
	for _, n := range in.Notes {
		s.Notes = append(s.Notes, Note{posOf(n.Pos), NoteKind(n.Kind), n.Text, n.Count})
	}
	for _, f := range in.Sources {
		s.Files = append(s.Files, File{f.Name, f.SHA256})
	}
	return s, nil
}

// Count is how many goals have the status.
func (s *Suite) Count(status GoalStatus) (n int) {
	for _, g := range s.Goals {
		if g.Status == status {
			n++
		}
	}
	return n
}

package replay

import (
	"slices"

	"craig/internal/evidence/verdict"
)

// Copies are C files with the inputs of an execution built in.
type Copies struct {
	Program  []string // the instrumented copies of the program's files
	Harness  string
	Wrapped  bool // the program's main has another name, see native.Program.Preprocessing
	Problems []Problem
}

// WriteCopies writes copies of the program's files and a harness into dir, so that, compiled and
// linked, they run the execution. The copies name lines and files as the originals do. Unlike for
// Run, t need not lead to an error. The error is of a file that cannot be read or written.
func WriteCopies(prog Program, t *verdict.Trace, dir string) (*Copies, error) {
	p := newPlan(prog, t)
	names, err := p.write(dir)
	if err != nil {
		return nil, err
	}
	return &Copies{names[:len(names)-1], names[len(names)-1], p.wraps(), p.problems}, nil
}

// Bare is C text with what a program of 32 bits needs that is linked without a C library, and the
// compiler's flags for that. It calls craig_ending, if that is defined, before
// the program ends.
func Bare() (text []byte, flags []string) { return bareRuntime, slices.Clone(bareFlags) }

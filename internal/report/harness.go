package report

import (
	"bufio"
	"fmt"
	"io"

	"craig/internal/cover"
	"craig/internal/evidence/replay"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// HarnessHead is the first line of what Harness.Write writes.
const HarnessHead = "/* One test: link with the program. */"

// Harness is a test as a C file that is linked with the program: it defines the functions that have no body, sets
// the variables that are defined nowhere, and has the memory that pointers of unknown origin point to. It is a cover.Form.
type Harness struct {
	test   cover.Test
	linked *replay.Linked
}

// NewHarness is the harness for a test of a program.
func NewHarness(prog replay.Program, t cover.Test) *Harness {
	return &Harness{t, replay.Link(prog, t.Trace)}
}

// Input implements cover.Form.
func (h *Harness) Input(in cover.TestInput) bool {
	switch {
	case in.Source == ir.FromCall:
		return !in.Pos.InModel() && h.linked.Call(in.Name, in.Type)
	case in.Source == ir.FromParameter && in.Global && in.Var != nil:
		return h.linked.Variable(in.Name, in.Var)
	}
	return false
}

// Cell implements cover.Form.
func (h *Harness) Cell(addr num.Int, t ir.Type) bool { return h.linked.Cell(addr, t) }

// Undefinable is a function or variable that the program lacks and that no file without the program's declarations
// can define; "" if there is none.
func (h *Harness) Undefinable() string {
	return h.linked.Undefinable()
}

// Write writes the file. Its definitions are weak, so that definitions of the program's own come first.
func (h *Harness) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, HarnessHead)
	fmt.Fprintln(b, "#define WEAK __attribute__((weak))")
	fmt.Fprintln(b, "void exit(int);")
	fmt.Fprintln(b, "WEAK void reach_error(void) { exit(1); }")
	fmt.Fprintln(b, "WEAK void __VERIFIER_error(void) { exit(1); }")
	fmt.Fprintln(b, "WEAK void __VERIFIER_assume(int holds) { if (!holds) exit(0); }")
	fmt.Fprint(b, h.linked.Text)
	var given []replay.Given
	for _, in := range h.test.Inputs {
		if h.Input(in) {
			given = append(given, replay.Given{Name: in.Name, Type: in.Type, Value: in.Value, Call: in.Source == ir.FromCall})
		}
	}
	h.linked.Define(b, given, map[string]bool{"reach_error": true, "__VERIFIER_error": true, "__VERIFIER_assume": true})
	return b.Flush()
}

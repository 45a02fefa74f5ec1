package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

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
	for _, m := range h.linked.Missing() {
		if m.Type == "" {
			return m.Name
		}
	}
	return ""
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
	calls := map[string][]cover.TestInput{} // by function
	var library []ir.Missing                // functions of the C library that give values
	var set strings.Builder
	seen := map[string]bool{}
	missing := h.linked.Missing()
	for _, m := range missing {
		seen[m.Name] = true
	}
	for _, in := range h.test.Inputs {
		base, part, _ := replay.Member(in.Name)
		switch {
		case in.Source == ir.FromCall && h.Input(in):
			calls[base] = append(calls[base], in)
			if !seen[base] {
				seen[base] = true
				library = append(library, ir.Missing{Name: base, Func: true, Type: returned(in.Type)})
			}
		case in.Source == ir.FromParameter && in.Global && base != "" && in.Type.Kind != ir.Memory && h.Input(in):
			fmt.Fprintf(&set, "\t%s%s = %s;\n", base, part, literal(in.Type, in.Value))
		}
	}
	for _, d := range h.linked.Data {
		fmt.Fprintf(&set, "\t*(%s *)((char *)&%s + %d) = %s;\n", returned(d.Type), d.Name, d.Off, literal(d.Type, d.Value))
	}
	for _, m := range append(missing, library...) {
		switch {
		case given[m.Name]:
		case !m.Func:
			fmt.Fprintf(b, "WEAK %s;\n", m.Type)
		case m.Stops:
			fmt.Fprintf(b, "WEAK void %s() { exit(0); }\n", m.Name)
		case m.Type == "void":
			fmt.Fprintf(b, "WEAK void %s() { }\n", m.Name)
		case m.Record:
			writeRecords(b, m, calls[m.Name])
		default:
			writeValues(b, m, calls[m.Name])
		}
	}
	if set.Len() > 0 {
		fmt.Fprintf(b, "/* The initial values of external data. */\n__attribute__((constructor)) static void set_up(void)\n{\n%s}\n", set.String())
	}
	return b.Flush()
}

// given are the functions that every harness has.
var given = map[string]bool{"reach_error": true, "__VERIFIER_error": true, "__VERIFIER_assume": true}

// writeValues defines a function that returns the values one after the other, then 0.
func writeValues(w io.Writer, m ir.Missing, calls []cover.TestInput) {
	if len(calls) == 0 {
		fmt.Fprintf(w, "WEAK %s %s() { return 0; }\n", m.Type, m.Name)
		return
	}
	of := m.Type
	var values []string
	for _, in := range calls {
		if in.Type.Kind == ir.Pointer {
			of = "__UINTPTR_TYPE__"
		}
		values = append(values, literal(in.Type, in.Value))
	}
	fmt.Fprintf(w, "WEAK %s %s()\n{\n\tstatic const %s values[] = { %s };\n\tstatic unsigned n;\n\treturn n < %d ? (%[1]s)values[n++] : 0;\n}\n",
		m.Type, m.Name, of, strings.Join(values, ", "), len(values))
}

// writeRecords defines a function that returns a structure: on each call the members that the test has for it. All calls have
// the same members, in the same order.
func writeRecords(w io.Writer, m ir.Missing, calls []cover.TestInput) {
	fmt.Fprintf(w, "typedef %s craig_%s;\nWEAK craig_%[2]s %[2]s()\n{\n\tstatic craig_%[2]s none, r;\n\tstatic unsigned n;\n\tr = none;\n\tswitch (n++) {\n", m.Type, m.Name)
	n := -1
	for _, in := range calls {
		if in.Name == calls[0].Name {
			n++
			if n > 0 {
				fmt.Fprintln(w, "\t\tbreak;")
			}
			fmt.Fprintf(w, "\tcase %d:\n", n)
		}
		_, part, _ := replay.Member(in.Name)
		to := ""
		if in.Type.Kind == ir.Pointer {
			to = "(void *)"
		}
		fmt.Fprintf(w, "\t\tr%s = %s%s;\n", part, to, literal(in.Type, in.Value))
	}
	fmt.Fprint(w, "\t}\n\treturn r;\n}\n")
}

// returned is the C type of a value.
func returned(t ir.Type) string {
	switch {
	case t.Kind == ir.Pointer:
		return "void *"
	case t.Kind == ir.Float && t.Bits == 32:
		return "float"
	case t.Kind == ir.Float:
		return "double"
	}
	name := map[uint8]string{1: "_Bool", 8: "char", 16: "short", 32: "int", 64: "long long"}[t.Bits]
	switch {
	case t.Bits == 1 || name == "":
		return "_Bool"
	case !t.Signed:
		return "unsigned " + name
	case t.Bits == 8:
		return "signed char"
	}
	return name
}

// literal is a value of a type in C.
func literal(t ir.Type, value num.Int) string {
	if t.IsFloat() {
		return ir.FloatHex(t, t.Format().Pattern(value))
	}
	v := value.String()
	switch {
	case t.Kind == ir.Pointer || t.Kind == ir.Integer && !t.Signed:
		return v + "ULL"
	case v == "-9223372036854775808":
		return "(-9223372036854775807LL - 1)"
	}
	return v + "LL"
}

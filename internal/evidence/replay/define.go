package replay

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Given is a value that a file gives the program with which it is linked: what a call gives, or a global variable has at first, or a member
// or element of that.
type Given struct {
	Name  string
	Type  ir.Type
	Value num.Int
	Call  bool
}

// Undefinable is a function or variable that the program lacks and that no file without the program's declarations
// can define; "" if there is none.
func (l *Linked) Undefinable() string {
	for _, m := range l.plan.prog.IR.Missing {
		if m.Type == "" && !m.Stops {
			return m.Name
		}
	}
	return ""
}

// Define writes definitions of all that the program lacks, but for what is defined already, with the values that it is given, for which
// Call and Variable hold, in the order of the execution; then that is defined too. WEAK is a macro, and exit is declared.
func (l *Linked) Define(w io.Writer, given []Given, defined map[string]bool) {
	calls := map[string][]Given{} // by function
	var library []ir.Missing      // functions of the C library that give values
	var set strings.Builder
	missing := l.plan.prog.IR.Missing
	seen := map[string]bool{}
	for _, m := range missing {
		seen[m.Name] = true
	}
	for _, in := range given {
		base, part, _ := Member(in.Name)
		switch {
		case in.Call:
			calls[base] = append(calls[base], in)
			if !seen[base] {
				seen[base] = true
				library = append(library, ir.Missing{Name: base, Func: true, Type: returned(in.Type)})
			}
		case base != "" && in.Type.Kind != ir.Memory:
			fmt.Fprintf(&set, "\t%s%s = %s;\n", base, part, literalOf(in.Type, in.Value))
		}
	}
	for _, d := range l.Data {
		fmt.Fprintf(&set, "\t*(%s *)((char *)&%s + %d) = %s;\n", returned(d.Type), d.Name, d.Off, literalOf(d.Type, d.Value))
	}
	for _, m := range append(slices.Clone(missing), library...) {
		switch {
		case defined[m.Name] || m.Type == "" && !m.Stops:
			continue
		case !m.Func:
			fmt.Fprintf(w, "WEAK %s;\n", m.Type)
		case m.Stops:
			fmt.Fprintf(w, "WEAK void %s() { exit(0); }\n", m.Name)
		case m.Type == "void":
			fmt.Fprintf(w, "WEAK void %s() { }\n", m.Name)
		case m.Record:
			writeRecords(w, m, calls[m.Name])
		default:
			writeValues(w, m, calls[m.Name])
		}
		defined[m.Name] = true
	}
	if set.Len() > 0 {
		fmt.Fprintf(w, "/* The initial values of external data. */\n__attribute__((constructor)) static void set_up(void)\n{\n%s}\n", set.String())
	}
}

// writeValues defines a function that returns the values one after the other, then 0.
func writeValues(w io.Writer, m ir.Missing, calls []Given) {
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
		values = append(values, literalOf(in.Type, in.Value))
	}
	fmt.Fprintf(w, "WEAK %s %s()\n{\n\tstatic const %s values[] = { %s };\n\tstatic unsigned n;\n\treturn n < %d ? (%[1]s)values[n++] : 0;\n}\n",
		m.Type, m.Name, of, strings.Join(values, ", "), len(values))
}

// writeRecords defines a function that returns a structure: on each call the members that the test has for it. All calls have
// the same members, in the same order.
func writeRecords(w io.Writer, m ir.Missing, calls []Given) {
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
		_, part, _ := Member(in.Name)
		to := ""
		if in.Type.Kind == ir.Pointer {
			to = "(void *)"
		}
		fmt.Fprintf(w, "\t\tr%s = %s%s;\n", part, to, literalOf(in.Type, in.Value))
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

package replay

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/evidence/native"
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
				library = append(library, ir.Missing{Name: base, Func: true, Type: native.CType(in.Type)})
			}
		case base != "" && in.Type.Kind != ir.Memory:
			fmt.Fprintf(&set, "\t%s%s = %s;\n", base, part, native.LiteralOf(in.Type, in.Value))
		}
	}
	for _, d := range l.Data {
		fmt.Fprintf(&set, "\t*(%s *)((char *)&%s + %d) = %s;\n", native.CType(d.Type), d.Name, d.Off, native.LiteralOf(d.Type, d.Value))
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
			of := m.Type
			var values []string
			for _, in := range calls[m.Name] {
				if in.Type.Kind == ir.Pointer {
					of = "__UINTPTR_TYPE__"
				}
				values = append(values, native.LiteralOf(in.Type, in.Value))
			}
			native.Giver{Head: "WEAK " + m.Type + " " + m.Name, Type: of, Values: values, Next: "(" + m.Type + ")values[next++]"}.Write(w)
		}
		defined[m.Name] = true
	}
	if set.Len() > 0 {
		fmt.Fprintf(w, "/* The initial values of external data. */\n__attribute__((constructor)) static void set_up(void)\n{\n%s}\n", set.String())
	}
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
		fmt.Fprintf(w, "\t\tr%s = %s%s;\n", part, to, native.LiteralOf(in.Type, in.Value))
	}
	fmt.Fprint(w, "\t}\n\treturn r;\n}\n")
}

package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"craig/internal/cover"
	"craig/internal/pattern"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
)

// SuiteRun is what a test suite says of where it comes from.
type SuiteRun struct {
	Source  cfront.Source // the program
	Entry   string
	Bits    int // 32 or 64
	Version string
	Goals   cover.GoalKind
	Created time.Time
}

// specifications are the coverage criteria of Test-Comp; other goals have the nearest one.
var specifications = map[cover.GoalKind]string{
	cover.Branches: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
	cover.Blocks:   "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )",
	cover.Lines:    "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )",
	cover.Errors:   "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )",
}

// WriteMetadata writes the metadata.xml of a suite in the exchange format of Test-Comp.
func WriteMetadata(w io.Writer, run SuiteRun) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, `<?xml version="1.0" encoding="UTF-8" standalone="no"?>`)
	fmt.Fprintln(b, `<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">`)
	fmt.Fprintln(b, "<test-metadata>")
	for _, field := range [][2]string{
		{"sourcecodelang", "C"},
		{"producer", run.Version},
		{"specification", strings.ReplaceAll(specifications[run.Goals], "main", run.Entry)},
		{"programfile", run.Source.Name},
		{"programhash", run.Source.SHA256},
		{"entryfunction", run.Entry},
		{"architecture", fmt.Sprintf("%dbit", run.Bits)},
		{"creationtime", run.Created.UTC().Format(time.RFC3339)},
	} {
		fmt.Fprintf(b, "  <%s>", field[0])
		if err := xml.EscapeText(b, []byte(field[1])); err != nil {
			return err
		}
		fmt.Fprintf(b, "</%s>\n", field[0])
	}
	fmt.Fprintln(b, "</test-metadata>")
	return b.Flush()
}

// WriteTestCase writes one test in the exchange format of Test-Comp: the values of the
// __VERIFIER_nondet functions in the order of their calls.
func WriteTestCase(w io.Writer, t cover.Test) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, `<?xml version="1.0" encoding="UTF-8" standalone="no"?>`)
	fmt.Fprintln(b, `<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">`)
	fmt.Fprintln(b, "<testcase>")
	for _, in := range t.Inputs {
		if in.Source == ir.FromCall && strings.HasPrefix(in.Name, "__VERIFIER_nondet_") {
			fmt.Fprintf(b, "  <input>%s</input>\n", valueText(in))
		}
	}
	fmt.Fprintln(b, "</testcase>")
	return b.Flush()
}

// HarnessHead is the first line of what WriteHarness writes.
const HarnessHead = "/* One test: link with the program. */"

// WriteHarness writes a C file that, linked with the program, runs one test: definitions of the
// functions without a body that return the test's values, and what sets external data. They are
// weak, so that definitions of the program's own come first.
func WriteHarness(w io.Writer, s *cover.Suite, t cover.Test) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, HarnessHead)
	fmt.Fprintln(b, "#define WEAK __attribute__((weak))")
	fmt.Fprintln(b, "void exit(int);")
	fmt.Fprintln(b, "WEAK void reach_error(void) { exit(1); }")
	fmt.Fprintln(b, "WEAK void __VERIFIER_error(void) { exit(1); }")
	fmt.Fprintln(b, "WEAK void __VERIFIER_assume(int holds) { if (!holds) exit(0); }")
	for i, f := range s.Externs {
		var values []string
		for _, in := range t.Inputs {
			if in.Source == ir.FromCall && in.Name == f.Name {
				values = append(values, literal(in))
			}
		}
		n := len(values)
		ty := cType(f.Type)
		fmt.Fprintf(b, "static const %s values_%d[] = { %s };\n", ty, i, strings.Join(append(values, "0"), ", "))
		fmt.Fprintf(b, "WEAK %s %s() { static int n; return n < %d ? (%s)values_%d[n++] : 0; }\n", returned(f.Type), f.Name, n, returned(f.Type), i)
	}
	var set strings.Builder
	seen := map[string]bool{}
	for _, in := range t.Inputs {
		if in.Source != ir.FromParameter || !in.Global || in.Type.Kind != ir.Integer || !identifier.MatchString(in.Name) || seen[in.Name] {
			continue
		}
		seen[in.Name] = true
		fmt.Fprintf(b, "extern WEAK %s %s;\n", returned(in.Type), in.Name)
		fmt.Fprintf(&set, "\tif (&%s) %s = %s;\n", in.Name, in.Name, literal(in))
	}
	if set.Len() > 0 {
		fmt.Fprintf(b, "/* The initial values of external data. */\n__attribute__((constructor)) static void set_up(void)\n{\n%s}\n", set.String())
	}
	return b.Flush()
}

var identifier = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// cType is a type of C that holds the values of a type.
func cType(t ir.Type) string {
	if t.IsFloat() {
		return returned(t)
	}
	if t.Kind == ir.Integer && !t.Signed || t.Kind == ir.Pointer {
		return "unsigned long long"
	}
	return "long long"
}

// returned is the type of C that a function without a body returns.
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

func literal(in cover.TestInput) string {
	if in.Type.IsFloat() {
		return ir.FloatHex(in.Type, in.Type.Format().Pattern(in.Value))
	}
	v := in.Value.String()
	if cType(in.Type) == "unsigned long long" {
		return v + "ULL"
	}
	if v == "-9223372036854775808" {
		return "(-9223372036854775807LL - 1)"
	}
	return v + "LL"
}

// valueText is the value of an input for people, and in the exchange format of Test-Comp: a float is the shortest C constant
// that is it.
func valueText(in cover.TestInput) string {
	if in.Type.IsFloat() {
		return ir.FloatText(in.Type, in.Type.Format().Pattern(in.Value))
	}
	return in.Value.String()
}

// SuiteText writes what a suite covers for people: the goals that no test reaches, the tests, and
// counts.
func SuiteText(w io.Writer, s *cover.Suite, stats bool) {
	for _, g := range s.Goals {
		if g.Status != cover.Covered {
			fmt.Fprintf(w, "%s: %s: %s: %s\n", g.Pos, g.Func, g.What, g.Status)
		}
	}
	for i, t := range s.Tests {
		var values []string
		for _, in := range t.Inputs {
			switch {
			case in.Source == ir.FromCall:
				values = append(values, fmt.Sprintf("%s() = %s", in.Name, valueText(in)))
			case !in.Value.IsZero(): // as it is without a test, likely
				values = append(values, fmt.Sprintf("%s = %s", in.Name, valueText(in)))
			}
		}
		if len(values) == 0 {
			values = []string{"no inputs"}
		}
		fmt.Fprintf(w, "Test %d (%d goals): %s\n", i+1, len(t.Goals), strings.Join(values, ", "))
	}
	if stats {
		for _, st := range s.Stats {
			fmt.Fprintf(w, "%-12s %v  (%s)\n", st.Name, st.Value, st.Doc)
		}
	}
	open := s.Count(cover.Open)
	fmt.Fprintf(w, "%d goals: %d covered by %d tests, %d unreachable (certified), %d open\n",
		len(s.Goals), s.Count(cover.Covered), len(s.Tests), s.Count(cover.Unreachable), open)
	if open > 0 && s.Reason != "" {
		fmt.Fprintf(w, "Open because of %s: %s\n", s.Reason, s.Detail)
	} else if s.Reason != "" {
		fmt.Fprintf(w, "Not everything has been looked at (%s): %s\n", s.Reason, s.Detail)
	}
}

// WriteSeries writes the curve of goals reached against backtracks as CSV.
func WriteSeries(w io.Writer, s *cover.Suite) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "backtracks,reached")
	for _, p := range s.Series {
		fmt.Fprintf(b, "%d,%d\n", p.Backtracks, p.Reached)
	}
	return b.Flush()
}

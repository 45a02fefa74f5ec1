package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"craig/internal/cover"
	"craig/internal/program/c/cfront"
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
		if (cover.TestComp{}).Input(in) {
			fmt.Fprintf(b, "  <input>%s</input>\n", valueText(in))
		}
	}
	fmt.Fprintln(b, "</testcase>")
	return b.Flush()
}

// valueText is the value of an input for people, and in the exchange format of Test-Comp: a float is the shortest C constant
// that is it.
func valueText(in cover.TestInput) string {
	if in.Type.IsFloat() {
		return ir.FloatText(in.Type, in.Type.Format().Pattern(in.Value))
	}
	return in.Value.String()
}

// SuiteText writes what a suite covers for people: the goals that no test reaches, and what SuiteEnd writes.
func SuiteText(w io.Writer, s *cover.Suite, stats bool) {
	for _, g := range s.Goals {
		if g.Status != cover.Covered {
			fmt.Fprintf(w, "%s: %s: %s: %s\n", g.Pos, g.Func, g.What, g.Status)
		}
	}
	SuiteEnd(w, s, stats)
}

// InputsText is what a test gives the program, for people.
func InputsText(t cover.Test) string {
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
		return "no inputs"
	}
	return strings.Join(values, ", ")
}

// SuiteProved says in a word or two how the proofs of a suite are known to be right.
func SuiteProved(s *cover.Suite) string {
	if s.Unchecked.Answers > 0 {
		return "by the unchecked solver"
	}
	return "certified"
}

// SuiteEnd writes the tests of a suite, counts of its goals, and why goals are open.
func SuiteEnd(w io.Writer, s *cover.Suite, stats bool) {
	for i, t := range s.Tests {
		fmt.Fprintf(w, "Test %d (%d goals): %s\n", i+1, len(t.Goals), InputsText(t))
	}
	if stats {
		for _, st := range s.Stats {
			fmt.Fprintf(w, "%-12s %v  (%s)\n", st.Name, st.Value, st.Doc)
		}
	}
	open := s.Count(cover.Open)
	fmt.Fprintf(w, "%d goals: %d covered by %d tests, %d unreachable (%s), %d open\n",
		len(s.Goals), s.Count(cover.Covered), len(s.Tests), s.Count(cover.Unreachable), SuiteProved(s), open)
	if s.Unchecked.Answers > 0 && s.Count(cover.Unreachable) > 0 {
		fmt.Fprintf(w, "What is unreachable is so by the unchecked solver: %s\n", Unchecked(s.Unchecked))
	}
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

package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"craig/internal/resultfile"
)

// Steps writes the execution of a result file for people who have nothing but the document: the inputs, each step with
// the line of C, if that can be read, and what it does, and the error. d has a trace.
func Steps(w io.Writer, d *resultfile.Document) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n", d.Line())
	if t := d.Trace; len(t.Entry) > 0 {
		fmt.Fprintln(b, "\nThe function is called with")
		for _, c := range t.Entry {
			fmt.Fprintf(b, "  %s = %s\n", c.Name, c.Value)
		}
	}
	files := map[string][]string{}
	line := func(p resultfile.Place) string {
		list, ok := files[p.File]
		if !ok {
			list = linesOf(p.File, maxSource)
			files[p.File] = list
		}
		if p.Line < 1 || p.Line > len(list) {
			return ""
		}
		return strings.TrimSpace(list[p.Line-1])
	}
	fmt.Fprintln(b)
	in := ""
	for i, s := range d.Trace.Steps {
		if s.Function != in {
			in = s.Function
			fmt.Fprintf(b, "in %s\n", in)
		}
		mark := " "
		if s.Matters {
			mark = "*"
		}
		fmt.Fprintf(b, "%s %4d  %s:%d  %s\n", mark, i+1, s.File, s.Line, line(s.Place))
		for _, c := range s.Conditions {
			fmt.Fprintf(b, "          it holds that %s\n", c)
		}
		for _, c := range s.Changes {
			fmt.Fprintf(b, "          %s = %s\n", c.Name, c.Value)
		}
	}
	if at := d.Trace.At; at != nil {
		fmt.Fprintf(b, "\n%s:%d: %s  %s\n", at.File, at.Line, d.Property, line(*at))
	}
	if m := d.Trace.Memory; m != nil {
		fmt.Fprintf(b, "%s: %s\n", m.Kind, m.Text)
	}
	fmt.Fprintln(b, "\n* the error depends on this step")
	return b.Flush()
}

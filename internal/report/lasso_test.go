package report

import (
	"encoding/xml"
	"strings"
	"testing"

	"craig/internal/resultfile"
)

// TestLasso: an execution without an end is drawn, as XML, with the steps in front of its loop and the inputs in it; others are not.
func TestLasso(t *testing.T) {
	trace := &resultfile.Trace{At: &resultfile.Place{File: "dir/a.c", Line: 7}, Forever: &resultfile.Forever{Inputs: []resultfile.EdgeInput{{Name: "in<put", Value: "3", Place: resultfile.Place{Line: 202}}, {Name: "before", Value: "4", Place: resultfile.Place{Line: 100}}}}}
	for i := range 12 {
		trace.Steps = append(trace.Steps, resultfile.Step{Place: resultfile.Place{Line: 100 + i}, Changes: []resultfile.Change{{Name: "x", Value: "<&>"}}})
	}
	trace.Error = 5
	trace.Forever.Invariants = []resultfile.Invariant{{Location: 4, C: "elsewhere"}, {Location: 5, C: "n > 0"}}
	for i := range 10 {
		trace.Forever.Steps = append(trace.Forever.Steps, resultfile.Step{Place: resultfile.Place{Line: 200 + i}, Conditions: []string{"n != 0"}, Changes: []resultfile.Change{{Name: "n", Value: "7"}}})
	}
	svg := string(lasso(trace))
	for _, want := range []string{"… 4 steps before", "line 104: x = &lt;&amp;&gt;", "line 111", "a.c:7", "in&lt;put() = 3", "for ever", "each time: n &gt; 0", "line 200: n != 0, n = 7", "line 207", "… 2 steps more"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is missing in\n%s", want, svg)
		}
	}
	if strings.Contains(svg, "line 103") || strings.Contains(svg, "line 208") || strings.Contains(svg, "elsewhere") || strings.Contains(svg, "before()") {
		t.Error("too many steps")
	}
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
		t.Error(err)
	}
	trace.Forever = nil
	if lasso(trace) != "" || lasso(nil) != "" {
		t.Error("an execution with an end is drawn")
	}
}

package check

import (
	"testing"

	"craig/internal/resultfile"
)

// TestAsserted: that an assertion fails where a function of the library decides something, such as whether it succeeds, is no bug at once, as other errors are, and other
// assertions.
func TestAsserted(t *testing.T) {
	model := []resultfile.Input{{Place: resultfile.Place{File: "<craig>/time.c", Line: 65}, Name: "__VERIFIER_nondet_int()", Value: "1"}}
	own := []resultfile.Input{{Place: resultfile.Place{File: "a.c", Line: 3}, Name: "t.tv_sec", Value: "1"}}
	for _, c := range []struct {
		name, function, property string
		inputs                   []resultfile.Input
		want                     Class
	}{
		{"a call that fails", "f", "unreach-call", model, ""},
		{"what the library writes", "f", "unreach-call", own, Bug},
		{"nothing", "f", "unreach-call", nil, Bug},
		{"another property", "f", bounds, model, Bug},
		{"main", "main", "unreach-call", model, Bug},
	} {
		f := &Function{Name: c.function, File: "a.c", Line: 1}
		at := resultfile.Place{File: "a.c", Line: 4}
		doc := &resultfile.Document{Property: c.property, Trace: &resultfile.Trace{Inputs: c.inputs, At: &at}}
		if got, because := f.atOnce(newFinding(f, doc, at)); got != c.want {
			t.Errorf("%s: %q: %s", c.name, got, because)
		}
	}
}

package craig_test

import (
	"context"
	"testing"

	"craig"
)

// TestFloatExamples: controllers and filters that run without end are proved, and their unsafe twins refuted.
func TestFloatExamples(t *testing.T) {
	for name, want := range map[string]craig.Verdict{
		"pid": craig.True, "pid-bug": craig.False, "lowpass": craig.True, "lowpass-bug": craig.False, "windup": craig.True, "windup-bug": craig.False,
		"fixed": craig.True, "fixed-bug": craig.False, "lookup-bug": craig.False, "newton-bug": craig.False, "kahan-bug": craig.False,
	} {
		opts := craig.Options{C: craig.C{Properties: []craig.Property{craig.UnreachCall, craig.FloatCast}, ErrorFunction: "assert_fail"}}
		res, err := craig.Verify(context.Background(), opts, "examples/"+name+".c")
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != want {
			t.Errorf("%s: %v (%s), not %v", name, res.Verdict, res.Detail, want)
		}
	}
}

package craig_test

import (
	"context"
	"testing"

	"craig"
	"craig/internal/testenv"
)

// TestFloatExamples: controllers and filters that run without end, a table with interpolation and a sum are proved to stay in range and
// to make no NaN, and their unsafe twins refuted.
func TestFloatExamples(t *testing.T) {
	for i, c := range []struct {
		name string
		want craig.Verdict
	}{
		{"pid", craig.True},
		{"pid-bug", craig.False},
		{"lowpass", craig.True},
		{"lowpass-bug", craig.False},
		{"windup", craig.True},
		{"windup-bug", craig.False},
		{"fixed", craig.True},
		{"fixed-bug", craig.False},
		{"lookup", craig.True},
		{"lookup-bug", craig.False},
		{"newton-bug", craig.False},
		{"kahan", craig.True},
		{"kahan-bug", craig.False},
	} {
		t.Run(c.name, func(t *testing.T) {
			testenv.Sample(t, i, 7)
			properties := []craig.Property{craig.UnreachCall, craig.FloatCast}
			if c.want == craig.True {
				properties = append(properties, craig.FloatInvalid)
			}
			opts := craig.Options{C: craig.C{Properties: properties, ErrorFunction: "assert_fail"}}
			res, err := craig.Verify(context.Background(), opts, "examples/"+c.name+".c")
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != c.want {
				t.Errorf("%s: %v (%s), not %v", c.name, res.Verdict, res.Detail, c.want)
			}
		})
	}
}

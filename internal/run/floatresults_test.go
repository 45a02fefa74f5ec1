package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestFloatResults: what functions of math.h give violates float-invalid and float-overflow as operations do.
func TestFloatResults(t *testing.T) {
	for _, c := range []struct {
		statement         string
		invalid, overflow verdict.Verdict
	}{
		{"if (x >= 0) sqrt(x);", verdict.True, verdict.True},
		{"sqrt(x);", verdict.False, verdict.True},
		{"fmod(x, 3);", verdict.True, verdict.True},
		{"fmod(x, 0.0);", verdict.False, verdict.True},
		{"fma(x, x, 1);", verdict.True, verdict.False},
		{"if (x > 0) log(x);", verdict.True, verdict.True},
		{"log(x);", verdict.Unknown, verdict.Unknown},
		{"exp(x);", verdict.True, verdict.Unknown},
		{"sin(x) + cos(x);", verdict.True, verdict.True},
		{"fmax(x, 1) + floor(0.5);", verdict.True, verdict.True},
	} {
		text := "#include <math.h>\nextern double __VERIFIER_nondet_double(void);\nint main(void) { double x = __VERIFIER_nondet_double(); if (!isfinite(x) || fabs(x) > 1e300) return 0; " + c.statement + " }\n"
		for property, want := range map[string]verdict.Verdict{"float-invalid": c.invalid, "float-overflow": c.overflow} {
			if res := verify(t, cfront.Options{Properties: []string{property}}, text); res.Verdict != want {
				t.Errorf("%s: %s: %s(%s), want %s: %s", property, c.statement, res.Verdict, res.Reason, want, res.Detail)
			}
		}
	}
}

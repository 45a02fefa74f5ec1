package witness

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/selfcomp"
)

// None is why there is no witness of an answer about a program, as a sentence; "" if there may be one.
func None(opts cfront.Options, p *ir.Program, v verdict.Verdict) string {
	switch {
	case len(opts.Interrupts.Handlers) > 0:
		return "a witness cannot say that interrupts come; the result file has the whole evidence"
	case slices.Contains(opts.Properties, selfcomp.Property):
		return "a witness is about one execution, and constant-time about two; the result file has the whole evidence"
	case p.Threaded() && v == verdict.True:
		return "craig writes no witnesses of proofs for programs with threads; the result file has the whole evidence"
	}
	return ""
}

package witness

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/selfcomp"
	"craig/internal/program/thread"
)

// None is why there is no witness of an answer about a program, as a sentence; "" if there may be one.
func None(opts cfront.Options, p *ir.Program, v verdict.Verdict) string {
	switch {
	case len(opts.Interrupts.Handlers) > 0:
		return "a witness cannot say that interrupts come; the result file has the whole evidence"
	case slices.Contains(opts.Properties, selfcomp.Property):
		return "a witness is about one execution, and constant-time about two; the result file has the whole evidence"
	case p.Threaded() && v == verdict.True && slices.ContainsFunc(opts.Properties, ofThreads):
		return "a witness of a proof is about what one thread does after the other, and not about races, deadlocks and locks; the result file has the whole evidence"
	case opts.Threads == thread.Reduced && v == verdict.True:
		return "the proof is about one order of steps that have nothing to do with each other, and a witness about all; the result file has the whole evidence"
	}
	return ""
}

// ofThreads tells whether a property is about what threads do to each other.
func ofThreads(property string) bool {
	return property == "no-data-race" || property == "no-deadlock" || property == "locks"
}

package run

import (
	"slices"
	"strings"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Why is what an Unknown lacks, for programs to read; Result.Detail has most of it in words.
type Why struct {
	// Unproved are the places of the program's errors, of which at least one is open, in the order of
	// the source, with their properties; each once, however often it was inlined.
	Unproved []Unproved
	// Growing is the loop that the engines came to most often; nil if none was worth a word, or the
	// call that goes deeper than craig follows it.
	Growing *Growing
	// Approximated is where the value comes from that the path to an error depends on and that craig
	// only approximates; the zero Pos if that was not the obstacle.
	Approximated ir.Pos
	// Unmodelled are the constructs of the program that are approximated or not supported.
	Unmodelled []ir.Note
	// Hint is what would help, or might.
	Hint verdict.Hint
}

// Unproved is an error of the program that may still be open.
type Unproved struct {
	Pos      ir.Pos
	Property string
}

// Growing is a loop or a call that kept being unrolled.
type Growing struct {
	Pos   ir.Pos
	Call  bool // a recursive call, not a loop
	Times int  // how often engines came to the loop; 0 for calls
}

// why explains the answer, which is Unknown. e is the engine that was chosen; nil is the portfolio. bug
// says that an engine has failed.
func (a answer) why(e *engine.Engine, bug bool) *Why {
	w := &Why{Approximated: a.approximated, Hint: a.hint(e, bug)}
	for _, n := range a.form.notes() {
		if n.Kind != ir.Assumption && n.Kind != ir.Remark {
			w.Unmodelled = append(w.Unmodelled, n)
		}
	}
	if l, times := a.loops.most(); times > 0 {
		w.Growing = &Growing{Pos: loopPos(a.loops.prog.Locs[l]), Times: times}
	}
	if a.call.Line > 0 {
		w.Growing = &Growing{Pos: a.call, Call: true}
	}
	if a.form.prog == nil {
		return w
	}
	for _, l := range a.form.prog.ErrorLocs() {
		info := a.form.prog.Locs[l]
		if u := (Unproved{info.Pos, info.Goal.Property}); !info.Goal.IsLimit() && !slices.Contains(w.Unproved, u) {
			w.Unproved = append(w.Unproved, u)
		}
	}
	slices.SortStableFunc(w.Unproved, func(a, b Unproved) int {
		if c := strings.Compare(a.Pos.File, b.Pos.File); c != 0 {
			return c
		}
		return a.Pos.Line - b.Pos.Line
	})
	return w
}

// hint is what would help, by the reason.
func (a answer) hint(e *engine.Engine, bug bool) verdict.Hint {
	name := ""
	if e != nil {
		name = e.Name
	}
	switch a.Reason {
	case verdict.UnsupportedProperty:
		if a.number {
			return verdict.NameDevices
		}
	case verdict.Timeout:
		return verdict.MoreTime
	case verdict.Memory:
		return verdict.MoreMemory
	case verdict.Uncertified, verdict.Solver:
		if name != "lazy" && (a.Reason == verdict.Solver || !bug) {
			return verdict.OtherSolver
		}
	case verdict.Recursion, verdict.Size:
		if name != "" && name != "lazy" {
			return verdict.UseLazy
		}
	case verdict.TooWeak:
		return verdict.InlineCalls
	case verdict.Bound, verdict.Imprecise, verdict.Interpolant:
		switch {
		case a.Reason == verdict.Bound && name == "bmc":
			return verdict.LargerBound
		case name != "":
			return verdict.OtherEngine
		}
	}
	return verdict.NoHint
}

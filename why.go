package craig

import (
	"slices"
	"strings"

	"craig/evidence/verdict"
	"craig/program/ir"
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
	// Option is the option of craig verify that would help, such as "--timeout" (with more) or
	// "--solver z3"; "" if none would.
	Option string
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

// obstacle is where Verify was stopped.
type obstacle struct {
	approximated ir.Pos
	call         ir.Pos // of the recursion
}

// why explains the result, which is Unknown.
func (v *verifier) why() *Why {
	w := &Why{Approximated: v.obstacle.approximated, Option: v.option()}
	for _, n := range v.res.Notes {
		if n.Kind != ir.Assumption {
			w.Unmodelled = append(w.Unmodelled, n)
		}
	}
	if l, times := v.mostUnrolled(); times > 0 {
		w.Growing = &Growing{Pos: loopPos(v.res.Program.Locs[l]), Times: times}
	}
	if v.obstacle.call.Line > 0 {
		w.Growing = &Growing{Pos: v.obstacle.call, Call: true}
	}
	if v.res.Program == nil {
		return w
	}
	for _, l := range v.res.Program.ErrorLocs() {
		info := v.res.Program.Locs[l]
		if u := (Unproved{info.Pos, info.Error}); !isLimit(info.Error) && !slices.Contains(w.Unproved, u) {
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

// option is what would help, by the reason.
func (v *verifier) option() string {
	engine := ""
	if e := v.opts.Engine; e != nil {
		engine = e.Name
	}
	switch reason := v.res.Reason; {
	case reason == "timeout":
		return "--timeout"
	case reason == "memory":
		return "--memory"
	case (reason == "uncertified" && v.res.Bug == nil || reason == "solver") && engine != "lazy":
		return "--solver z3"
	case (reason == "recursion" || reason == "size") && engine != "" && engine != "lazy":
		return "--engine lazy"
	case reason == "summaries":
		return "--procedures inline"
	case reason == "bound" && engine == "bmc":
		return "--unwind"
	case (reason == "bound" || reason == "imprecise" || reason == "interpolant") && engine != "":
		return "another --engine"
	}
	return ""
}

// explained adds the reasons to a result that is Unknown.
func (v *verifier) explained() *Result {
	if v.res.Verdict == verdict.Unknown {
		v.res.Why = v.why()
	}
	return v.res
}

// loopPos is where a reader looks for a loop.
func loopPos(info *ir.LocInfo) ir.Pos {
	if info.LoopPos.Line != 0 {
		return info.LoopPos
	}
	return info.Pos
}

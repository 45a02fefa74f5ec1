// Package explain tells the execution to an error in the words of the C program: which lines are executed in
// which function, how branches go, what objects are called, and which of all that decides that the error is reached.
//
//	story.go   what is told
//	record.go  the execution, step by step
//	slice.go   which steps matter
//	threads.go who makes the accesses of a data race, and with which locks
//	wrong.go   what is wrong with the operation at the end
//	names.go   what is at an address; values as C has them
//	entry.go   what a function is called with, all of it and as numbers
package explain

import (
	"context"
	"slices"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Story is an execution to an error.
type Story struct {
	// Entry are the values with which a function is called that is verified without main, and the global variables
	// that do not begin as they are initialised.
	Entry  []csource.Change
	Inputs []Input
	Lines  []Line
	End    ir.Pos   // of the error, in the program's own files
	Calls  []ir.Pos // that have led there, the innermost first
	// Function is the one that End is in, and Model, if there is one, the function of the C library that goes wrong
	// when it is called at End.
	Function, Model string
	Thread          int // that comes to End; 0 is the first one
	// Wrong says what the program says of the error, or which values the operation has that goes wrong: "2147483647 + 1 is 2147483648, which does not fit
	// int"; "" where there is no more to say.
	Wrong string
	Race  []Access // both accesses of a data race, the one at End first; nil of other errors
}

// Input is a value that the program does not determine.
type Input struct {
	csource.Input
	Text    string // "read() = 3"
	Matters bool   // something on the way to the error depends on it
}

// Line is one visit to a line of the program.
type Line struct {
	Pos      ir.Pos
	Function string
	Thread   int      // that executes it; 0 is the first one
	Depth    int      // of calls, 0 in the function that is entered first
	Calls    []ir.Pos // that have led to Function, outermost first
	Entered  bool     // the first line of a call of Function, or after returning to it
	Branches []string // the conditions that hold: "i < n"
	Changes  []csource.Change
	Events   []Event // both, in order
	Matters  bool

	instance any
}

// Event is a condition that holds, or a new value.
type Event struct {
	Text    string // "i < n", "i = 3"
	Matters bool
	name    string // of what has the new value
}

// Of tells an execution of p; a long one has no lines.
func Of(p *ir.Program, t *verdict.Trace) *Story {
	r := newRecorder(p, t)
	info := p.Locs[t.Error]
	s := &Story{End: info.Pos, Function: info.Function(), Thread: info.Thread()}
	if places := info.Places(); len(places) > 0 {
		s.End, s.Calls = places[0], places[1:]
	}
	if info.Pos.InModel() {
		s.Model, s.Function = info.Function(), r.outside(info)
		if own := r.modelCalled(info); own != "" {
			s.Model = own
		}
		s.Model, _ = modelled(s.Model)
	}
	if e := p.Environment; e != nil {
		s.Calls = slices.DeleteFunc(slices.Clone(s.Calls), func(at ir.Pos) bool { return at.File == e.Name() })
	}
	if !t.Long() {
		most := len(t.Path) + 1
		if t.Forever != nil { // it goes on
			most--
		}
		interp.Run(context.Background(), p, counterexample.Inputs(t), interp.Options{NoPath: true, MaxSteps: most, Step: r.step,
			Reached: func(eval func(*ir.Expr) num.Int) {
				if k := len(r.steps); k > 0 {
					if a, ok := r.steps[k-1].Edge.Stmt.(*ir.Assume); ok {
						s.Wrong = wrong(p, a.Fault, eval)
					}
				}
			}})
		r.slice(t.Error)
	}
	if info.Why != "" {
		s.Wrong = info.Why
	}
	if info.Goal.Property == "locks" {
		s.Wrong += r.misused(info)
	}
	s.Lines = r.lines()
	s.Race = r.race(info)
	s.inputs(r)
	return s
}

// inputs are those of the program, and the values of the entry.
func (s *Story) inputs(r *recorder) {
	env := r.p.Environment
	for _, in := range csource.Inputs(r.p, r.t) {
		if in.Ghost || in.Name == "" && in.Value == "0" && len(in.Memory) == 0 { // of a new block
			continue
		}
		matters := r.steps == nil || in.Index < len(r.steps) && r.steps[in.Index].matters || r.names.reads(in, r.read)
		if env != nil && in.Pos.File == env.Name() {
			if len(in.Memory) > 0 {
				s.Entry = append(s.Entry, r.names.cells(in, r.read)...)
			}
			continue
		}
		if text := r.names.text(in, r.read); text != "" {
			s.Inputs = append(s.Inputs, Input{Input: in, Text: text, Matters: matters})
		}
	}
	s.Entry = append(r.entry, s.Entry...)
	seen := map[string]int{}
	for i, c := range s.Entry {
		seen[c.Name] = i
	}
	kept := s.Entry[:0:0]
	for i, c := range s.Entry {
		if seen[c.Name] == i { // the last one
			kept = append(kept, c)
		}
	}
	// Parameters first.
	slices.SortStableFunc(kept, func(a, b csource.Change) int {
		return inside(a.Name) - inside(b.Name)
	})
	s.Entry = kept
}

// inside is 1 for a designator of a part of something, 0 for a variable.
func inside(name string) int {
	if strings.ContainsAny(name, ".[>*") {
		return 1
	}
	return 0
}

// Essential are the lines that matter; of a line of a loop that is visited often, the first and the last visits. More
// says, by index in the result, how many lines that matter are left out before it.
func (s *Story) Essential() (lines []Line, more map[int]int) {
	type place struct {
		instance any
		line     int
		file     string
	}
	var matter []Line
	visits := map[place]int{}
	for _, l := range s.Lines {
		if l.Matters {
			matter = append(matter, l)
			visits[place{l.instance, l.Pos.Line, l.Pos.File}]++
		}
	}
	more = map[int]int{}
	count := map[place]int{}
	for _, l := range matter {
		at := place{l.instance, l.Pos.Line, l.Pos.File}
		count[at]++
		if n := visits[at]; n > 2*shownRounds+1 && count[at] > shownRounds && count[at] <= n-shownRounds {
			more[len(lines)]++
			continue
		}
		lines = append(lines, l)
	}
	// What follows a gap may be in another function than what precedes it.
	for i := range lines {
		if i == 0 || lines[i].instance != lines[i-1].instance {
			lines[i].Entered = true
		} else {
			lines[i].Entered = false
		}
	}
	return lines, more
}

// shownRounds is how many visits of a line are shown at the beginning, and at the end, of many.
const shownRounds = 2

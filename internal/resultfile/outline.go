package resultfile

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"craig/internal/evidence/outline"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Outline is an outline of a program with threads in a file of its own.
type Outline struct {
	Threads    int         `json:"threads"` // besides the first one
	Assertions []Assertion `json:"assertions"`
}

// Assertion is what holds where a thread is: over the variables of the program, and "$at0", "$at1", ..., the locations of the threads, 0 before they are made and
// -1 when they have ended.
type Assertion struct {
	Thread int `json:"thread"` // 0 is the first one
	Place
	Function string `json:"function"`
	Location ir.Loc `json:"location"`
	Inside   bool   `json:"inside,omitempty"` // of an atomic section: others do not move
	SMTLIB   string `json:"smtlib"`
}

// WriteOutline writes an outline of x.
func WriteOutline(w io.Writer, threads int, x *ir.Apart, o outline.Outline) error {
	d := Outline{Threads: threads, Assertions: []Assertion{}}
	names := sem.ValuesOf(x.Program)
	for i := range o.At {
		for _, inside := range []bool{false, true} {
			at := o.At[i]
			if inside {
				at = o.Inside[i]
			}
			for _, l := range slices.Sorted(maps.Keys(at)) {
				info := x.Program.Locs[l]
				d.Assertions = append(d.Assertions, Assertion{Thread: i, Place: place(info.Pos), Function: info.Function(), Location: l, Inside: inside, SMTLIB: formulaText(names, at[l])})
			}
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

// ReadOutline reads what WriteOutline has written.
func ReadOutline(r io.Reader) (*Outline, error) {
	d := new(Outline)
	if err := json.NewDecoder(r).Decode(d); err != nil {
		return nil, fmt.Errorf("this is no outline: %w", err)
	}
	return d, nil
}

// Of is the outline for x.
func (d *Outline) Of(x *ir.Apart) (o outline.Outline, err error) {
	var texts []string
	counters := further{}
	for _, a := range d.Assertions {
		texts = append(texts, a.SMTLIB)
	}
	for i := range x.Starts {
		counters[outline.Counter(i)] = term.Int
		o.At, o.Inside = append(o.At, map[ir.Loc]term.Term{}), append(o.Inside, map[ir.Loc]term.Term{})
	}
	formulas, err := readFormulas(x.Program, texts, counters, sem.AtHere)
	if err != nil {
		return o, fmt.Errorf("the assertions cannot be read: %w", err)
	}
	for i, a := range d.Assertions {
		if a.Thread < 0 || a.Thread >= len(o.At) {
			return o, fmt.Errorf("there is no thread %d", a.Thread)
		}
		if o.At[a.Thread][a.Location] = formulas[i]; a.Inside {
			delete(o.At[a.Thread], a.Location)
			o.Inside[a.Thread][a.Location] = formulas[i]
		}
	}
	return o, nil
}

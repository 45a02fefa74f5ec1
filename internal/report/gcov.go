package report

import (
	"fmt"
	"io"
	"slices"

	"craig/internal/cover"
	"craig/internal/evidence/gcov"
	"craig/internal/program/ir"
)

// Confirmation compares a suite with what gcov has counted.
type Confirmation struct {
	Confirmed int // goals covered by the suite's tests, on lines where gcov agrees
	Covered   int // all that are covered
	// Doubts are the lines where gcov has seen fewer outcomes than tests are said to reach, or one
	// that is said to be unreachable.
	Doubts []Doubt

	Branches, Taken int // outcomes of jumps in the program
	Lines, Reached  int
}

// Doubt is a line of which suite and gcov say different things.
type Doubt struct {
	Pos              ir.Pos
	Goals, Covered   int // of the suite, on the line
	Branches, Taken  int // of gcov
	Reached, Missing bool
}

// Confirm compares the goals of a suite, which are of the given kind, line by line: gcov does not
// name conditions otherwise.
func Confirm(s *cover.Suite, kind cover.GoalKind, cov *gcov.Coverage) *Confirmation {
	c := &Confirmation{}
	for _, l := range cov.Lines {
		c.Lines, c.Branches, c.Taken = c.Lines+1, c.Branches+l.Branches, c.Taken+l.Taken
		if l.Reached {
			c.Reached++
		}
	}
	goals, covered, open := map[ir.Pos]int{}, map[ir.Pos]int{}, map[ir.Pos]int{}
	var order []ir.Pos
	for _, g := range s.Goals {
		pos := ir.Pos{File: g.Pos.File, Line: g.Pos.Line}
		if goals[pos]++; goals[pos] == 1 {
			order = append(order, pos)
		}
		switch g.Status {
		case cover.Covered:
			covered[pos]++
		case cover.Open:
			open[pos]++
		}
	}
	for _, pos := range order {
		l, ok := lineOf(cov, pos)
		k := covered[pos]
		c.Covered += k
		agrees := k == 0 || l.Reached
		if kind == cover.Branches {
			agrees = agrees && l.Taken >= min(k, l.Branches)
			if l.Branches == goals[pos] {
				agrees = agrees && l.Taken <= k+open[pos]
			}
		} else if k == 0 && goals[pos] == 1 && open[pos] == 0 && kind == cover.Lines {
			agrees = !l.Reached
		}
		if agrees {
			c.Confirmed += k
			continue
		}
		c.Doubts = append(c.Doubts, Doubt{pos, goals[pos], k, l.Branches, l.Taken, l.Reached, !ok})
	}
	return c
}

// lineOf finds a line of a file whose name may have another folder in front.
func lineOf(cov *gcov.Coverage, pos ir.Pos) (gcov.Line, bool) {
	if l, ok := cov.Lines[pos]; ok {
		return l, true
	}
	var names []string
	for p := range cov.Lines {
		if p.Line == pos.Line && sameFile(p.File, pos.File) {
			names = append(names, p.File)
		}
	}
	if len(names) == 0 {
		return gcov.Line{}, false
	}
	return cov.Lines[ir.Pos{File: slices.Min(names), Line: pos.Line}], true
}

// sameFile says whether one name ends with the other, as paths.
func sameFile(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return a == b || len(a) > len(b) && a[len(a)-len(b):] == b && a[len(a)-len(b)-1] == '/'
}

// ConfirmationText writes a confirmation for people.
func ConfirmationText(w io.Writer, c *Confirmation, note string) {
	for _, d := range c.Doubts {
		why := fmt.Sprintf("it has seen %d of %d outcomes", d.Taken, d.Branches)
		switch {
		case d.Missing:
			why = "it has no code on this line"
		case !d.Reached:
			why = "the compiled program does not come here"
		}
		fmt.Fprintf(w, "%s: %d of %d goals covered, not confirmed by gcov because %s\n", d.Pos, d.Covered, d.Goals, why)
	}
	fmt.Fprintf(w, "gcov: %d of %d branches taken (%.1f%%), %d of %d lines (%.1f%%), agrees on %d of %d covered goals\n",
		c.Taken, c.Branches, percent(c.Taken, c.Branches), c.Reached, c.Lines, percent(c.Reached, c.Lines), c.Confirmed, c.Covered)
	if note != "" {
		fmt.Fprintf(w, "gcov: %s\n", note)
	}
}

func percent(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return 100 * float64(n) / float64(of)
}

package report

import (
	"testing"

	"craig/internal/cover"
	"craig/internal/evidence/gcov"
	"craig/internal/program/ir"
)

// TestConfirm: a line confirms its goals unless gcov has seen less than the tests are said to
// reach, or something that is said to be unreachable.
func TestConfirm(t *testing.T) {
	at := func(line, column int) ir.Pos { return ir.Pos{File: "a.c", Line: line, Col: column} }
	for name, c := range map[string]struct {
		line              gcov.Line
		status            []cover.GoalStatus
		confirmed, doubts int
	}{
		"both":               {gcov.Line{Reached: true, Branches: 2, Taken: 2}, []cover.GoalStatus{cover.Covered, cover.Covered}, 2, 0},
		"one":                {gcov.Line{Reached: true, Branches: 2, Taken: 1}, []cover.GoalStatus{cover.Covered, cover.Unreachable}, 1, 0},
		"too few":            {gcov.Line{Reached: true, Branches: 2, Taken: 1}, []cover.GoalStatus{cover.Covered, cover.Covered}, 0, 1},
		"too many":           {gcov.Line{Reached: true, Branches: 2, Taken: 2}, []cover.GoalStatus{cover.Covered, cover.Unreachable}, 0, 1},
		"open may be taken":  {gcov.Line{Reached: true, Branches: 2, Taken: 2}, []cover.GoalStatus{cover.Covered, cover.Open}, 1, 0},
		"folded condition":   {gcov.Line{Reached: true}, []cover.GoalStatus{cover.Covered, cover.Unreachable}, 1, 0},
		"not reached":        {gcov.Line{Branches: 2}, []cover.GoalStatus{cover.Covered, cover.Open}, 0, 1},
		"unreachable at all": {gcov.Line{Branches: 2}, []cover.GoalStatus{cover.Unreachable, cover.Unreachable}, 0, 0},
	} {
		s := &cover.Suite{}
		for i, status := range c.status {
			s.Goals = append(s.Goals, cover.Goal{Pos: at(7, i+1), Status: status})
		}
		got := Confirm(s, cover.Branches, &gcov.Coverage{Lines: map[ir.Pos]gcov.Line{{File: "/tmp/a.c", Line: 7}: c.line}})
		if got.Confirmed != c.confirmed || len(got.Doubts) != c.doubts {
			t.Errorf("%s: %d confirmed, %d doubts, want %d, %d", name, got.Confirmed, len(got.Doubts), c.confirmed, c.doubts)
		}
	}
}

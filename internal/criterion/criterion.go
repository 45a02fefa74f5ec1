// Package criterion makes of a suite of tests what reviewers read: one line for each goal, with the tests that cover it, the proof that
// nothing can, or the reason why it is open.
//
//	criterion.go  the lines; pairs of tests for MC/DC
//	write.go      as text, as JSON, as a page
package criterion

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/cover"
	"craig/internal/program/ir"
)

// Report is what is known of the goals of a suite.
type Report struct {
	Suite *cover.Suite
	Kind  cover.GoalKind
	Lines []Line
}

// Line is a goal, or of MC/DC the two goals of a condition.
type Line struct {
	Pos      ir.Pos
	Func     string
	Goal     string
	Decision string // of which it is; "" if of none, or if the goal says it
	Status   cover.GoalStatus
	Tests    []int  // numbers of tests, from 1 on, one for each goal of the line, that cover it; all that cover it, if it is one goal
	Pair     *Pair  // of MC/DC, if covered
	Why      string // if it is not covered: the proof, or the reason
}

// Pair is two evaluations of a decision that show that a condition decides alone: in the first one it is true, in the second one false, the
// outcomes differ, and nothing masks it in either.
type Pair struct {
	True, False ir.Evaluation
	Decision    *ir.Decision
	// UniqueCause: no other condition was evaluated in both with different values.
	UniqueCause bool
}

// Of is the report of a suite, whose goals are of this kind.
func Of(s *cover.Suite, kind cover.GoalKind) *Report {
	r := &Report{Suite: s, Kind: kind}
	tests := make([][]int, len(s.Goals))
	for i, t := range s.Tests {
		for _, g := range t.Goals {
			tests[g] = append(tests[g], i+1)
		}
	}
	type condition struct {
		of *ir.Decision
		n  int
	}
	halves := map[condition][]int{} // goals
	for i := range s.Goals {
		if g := &s.Goals[i]; kind == cover.Pairs {
			at := condition{g.Decision, g.Condition}
			halves[at] = append(halves[at], i)
		}
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		if kind != cover.Pairs {
			r.Lines = append(r.Lines, r.single(g, tests[i]))
		} else if of := halves[condition{g.Decision, g.Condition}]; of[0] == i {
			r.Lines = append(r.Lines, r.pair(of))
		}
	}
	return r
}

// Count is how many lines have the status.
func (r *Report) Count(status cover.GoalStatus) (n int) {
	for _, l := range r.Lines {
		if l.Status == status {
			n++
		}
	}
	return n
}

func (r *Report) single(g *cover.Goal, tests []int) Line {
	l := Line{Pos: g.Pos, Func: g.Func, Goal: g.What, Status: g.Status, Tests: tests, Why: r.why(g)}
	if d := g.Decision; d != nil && g.Condition >= 0 && len(d.Conditions) > 1 {
		l.Decision = d.Text
	}
	return l
}

// why is the proof that a goal is not covered, or the reason.
func (r *Report) why(g *cover.Goal) string {
	switch {
	case g.Status == cover.Unreachable:
		return "proved: " + g.Proof
	case g.Status == cover.Open && r.Suite.Reason != "":
		return string(r.Suite.Reason) + ": " + r.Suite.Detail
	case g.Status == cover.Open:
		return "no reason is known"
	}
	return ""
}

// pair is the line of a condition, given its goals: that it decided when it was true, and when it was false.
func (r *Report) pair(goals []int) Line {
	first := &r.Suite.Goals[goals[0]]
	d := first.Decision
	l := Line{Pos: first.Pos, Func: first.Func, Goal: d.Conditions[first.Condition].Text, Status: cover.Covered}
	if len(d.Conditions) > 1 {
		l.Decision = d.Text
	}
	var never, open []string
	for _, i := range goals {
		switch g := &r.Suite.Goals[i]; g.Status {
		case cover.Unreachable:
			never = append(never, fmt.Sprintf("never %v %s, proved: %s", g.Value, deciding(d), g.Proof))
		case cover.Open:
			open = append(open, fmt.Sprintf("not seen %v %s; %s", g.Value, deciding(d), r.why(g)))
		}
	}
	switch {
	case never != nil:
		l.Status, l.Why = cover.Unreachable, strings.Join(never, "; ")
		return l
	case open != nil:
		l.Status, l.Why = cover.Open, strings.Join(open, "; ")
		return l
	}
	var trues, falses []seen
	for i, t := range r.Suite.Tests {
		for _, e := range t.Evaluations {
			if e.Decision != d || !Decides(d.Root, e.Values, first.Condition) {
				continue
			}
			if e.Values[first.Condition] == 2 {
				trues = append(trues, seen{i + 1, e.Values})
			} else {
				falses = append(falses, seen{i + 1, e.Values})
			}
		}
	}
	if len(trues) == 0 || len(falses) == 0 {
		l.Status, l.Why = cover.Open, "the tests do not evaluate it as their executions say, which is a bug in craig"
		return l
	}
	t, f, unique := best(trues, falses, first.Condition)
	l.Tests = []int{t.test, f.test}
	l.Pair = &Pair{True: t.values, False: f.values, Decision: d, UniqueCause: unique}
	return l
}

func deciding(d *ir.Decision) string {
	if len(d.Conditions) == 1 {
		return "when it is evaluated"
	}
	return "where it decides"
}

// seen is an evaluation in a test.
type seen struct {
	test   int
	values ir.Evaluation
}

// best is the first pair in which no other condition differs; the first one, if there is none.
func best(trues, falses []seen, condition int) (t, f seen, unique bool) {
	for _, t := range trues {
		for _, f := range falses {
			if UniqueCause(t.values, f.values, condition) {
				return t, f, true
			}
		}
	}
	return trues[0], falses[0], false
}

// UniqueCause tells whether no condition but one was evaluated in both evaluations with different values.
func UniqueCause(a, b ir.Evaluation, condition int) bool {
	for i := range a {
		if i != condition && a[i] != 0 && b[i] != 0 && a[i] != b[i] {
			return false
		}
	}
	return true
}

// Decides tells whether a condition was evaluated and decided the value of o: whether none of the operands that were evaluated after it gave
// the operator that it is an operand of its value by itself, of no operator around it.
func Decides(o *ir.Operator, e ir.Evaluation, condition int) bool {
	switch {
	case o.X == nil:
		return o.Condition == condition && e[condition] != 0
	case has(o.X, condition):
		y := e.Value(o.Y)
		return Decides(o.X, e, condition) && (y == 0 || (y == 2) != o.Or)
	}
	return Decides(o.Y, e, condition)
}

// has tells whether a condition is an operand of o.
func has(o *ir.Operator, condition int) bool {
	if o.X == nil {
		return o.Condition == condition
	}
	return has(o.X, condition) || has(o.Y, condition)
}

// Text is an evaluation for people: T, F, and - for what was not evaluated.
func Text(e ir.Evaluation) string {
	var words []string
	for _, v := range e {
		words = append(words, []string{"-", "F", "T"}[v])
	}
	return strings.Join(words, " ")
}

// uncalled are the functions with decisions that no call leads to.
func (r *Report) uncalled() (names []string) {
	for _, d := range r.Suite.Uncalled {
		if !slices.Contains(names, d.Func) {
			names = append(names, d.Func)
		}
	}
	return names
}

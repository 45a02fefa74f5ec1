package bench

import (
	"fmt"
	"strconv"
	"strings"
)

// Points by the scoring schema of SV-COMP, as its rules and BenchExec (result.py, _svcomp_score) have it since 2017: 2
// for a right TRUE, 1 for a right FALSE, -16 for a FALSE of a program that is right, -32 for a TRUE of one that is not.
// All else is 0, as is a FALSE about another property than the one that is violated. In the competition a right
// answer counts only if a validator confirms its witness; here the points are given without that.
const (
	pointsTrue       = 2
	pointsFalse      = 1
	pointsFalseAlarm = -16
	pointsMissed     = -32
)

// Points are the points of an outcome by its published verdict, and best are those of the right answer.
func (o Outcome) Points() (points, best int) {
	if o.Task.Expected == nil {
		return 0, 0
	}
	best = pointsFalse
	if *o.Task.Expected {
		best = pointsTrue
	}
	switch answer, property := o.answer(); {
	case answer == "":
		return 0, best
	case (answer == "TRUE") == *o.Task.Expected:
		if sub := o.Task.Subproperty; answer == "FALSE" && sub != "" && property != sub {
			return 0, best
		}
		return best, best
	case answer == "TRUE":
		return pointsMissed, best
	}
	return pointsFalseAlarm, best
}

// answer is TRUE, FALSE with the property that is violated, or "".
func (o Outcome) answer() (answer, property string) {
	answer, property, _ = strings.Cut(o.Verdict, "(")
	if answer != "TRUE" && answer != "FALSE" {
		return "", ""
	}
	return answer, strings.TrimSuffix(property, ")")
}

// score is what a column has reached.
type score struct {
	column                                     string
	tasks, points, best                        int
	rightTrue, rightFalse, wrongTrue, wrongOut int
	cpu                                        float64
	sets                                       map[string]*[3]int // points, best, tasks
}

// weighted are the points with every set counting the same, as SV-COMP normalizes those of its categories: the mean of
// the points of a task in each set, times the number of tasks.
func (s *score) weighted() float64 {
	sum := 0.0
	for _, v := range s.sets {
		sum += float64(v[0]) / float64(v[2])
	}
	return sum / float64(max(len(s.sets), 1)) * float64(s.tasks)
}

// Scores has the points of each column by the schema of SV-COMP. Published verdicts count, also where a finding says
// otherwise.
func Scores(outcomes []Outcome) *Table {
	t := &Table{Title: "Scores by the schema of SV-COMP", Left: 1,
		Header: []string{"column", "points", "of", "by sets", "tasks", "right true", "right false", "wrong true", "wrong false", "cpu s"}}
	var scores []*score
	by := map[string]*score{}
	for _, o := range outcomes {
		s := by[o.Column]
		if s == nil {
			s = &score{column: o.Column, sets: map[string]*[3]int{}}
			by[o.Column], scores = s, append(scores, s)
		}
		points, best := o.Points()
		set := s.sets[o.Task.Set]
		if set == nil {
			set = new([3]int)
			s.sets[o.Task.Set] = set
		}
		for i, n := range [3]int{points, best, 1} {
			set[i] += n
		}
		s.tasks++
		s.points += points
		s.best += best
		s.cpu += o.CPU.Seconds()
		switch points {
		case pointsTrue:
			s.rightTrue++
		case pointsFalse:
			s.rightFalse++
		case pointsMissed:
			s.wrongTrue++
		case pointsFalseAlarm:
			s.wrongOut++
		}
	}
	for _, s := range scores {
		t.Rows = append(t.Rows, []string{s.column, strconv.Itoa(s.points), strconv.Itoa(s.best), fmt.Sprintf("%.0f", s.weighted()), strconv.Itoa(s.tasks),
			strconv.Itoa(s.rightTrue), strconv.Itoa(s.rightFalse), strconv.Itoa(s.wrongTrue), strconv.Itoa(s.wrongOut), seconds(s.cpu)})
	}
	return t
}

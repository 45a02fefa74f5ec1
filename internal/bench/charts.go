package bench

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"craig/internal/chart"
)

// Clock says which time is drawn.
type Clock uint8

const (
	CPU Clock = iota
	Wall
)

func (c Clock) of(o *Outcome) time.Duration {
	if c == Wall {
		return o.Wall
	}
	return o.CPU
}

func (c Clock) label() string {
	if c == Wall {
		return "seconds on the wall"
	}
	return "seconds of processor time"
}

// Picture is a chart with the name of its file.
type Picture struct {
	File  string // without folder and extension
	Chart *chart.Chart
}

// shortest is the shortest time that is drawn, in seconds.
const shortest = 0.01

// Pictures are the charts of outcomes: how many tasks each column has solved in how much time each, the same over points, and
// the first column beside each other one, task by task.
func Pictures(outcomes []Outcome, clock Clock) []Picture {
	columns := columnsOf(outcomes)
	rows := byTask(outcomes, columns)
	pictures := []Picture{{"solved", quantiles(outcomes, columns, clock, false)}, {"points", quantiles(outcomes, columns, clock, true)}}
	for j := 1; j < len(columns); j++ {
		name := "scatter"
		if len(columns) > 2 {
			name = fmt.Sprintf("scatter-%d", j)
		}
		pictures = append(pictures, Picture{name, scatter(rows, columns, j, clock)})
	}
	return pictures
}

// quantiles draws for each column the times of its right answers in order, against their number; or, by points, against
// the points reached, which begin with those lost by wrong answers, as SV-COMP's plots do.
func quantiles(outcomes []Outcome, columns []string, clock Clock, byPoints bool) *chart.Chart {
	c := &chart.Chart{Title: "Right answers within a time each", X: chart.Axis{Label: "tasks solved", Max: 1}, Y: chart.Axis{Label: clock.label(), Scale: chart.Log}}
	if byPoints {
		c.Title, c.X.Label = "Points within a time each", "points by the schema of SV-COMP, after those lost by wrong answers"
	}
	for i, column := range columns {
		var list []*Outcome
		x := 0
		for j := range outcomes {
			o := &outcomes[j]
			if o.Column != column {
				continue
			}
			points, _ := o.Points()
			if byPoints {
				x += min(points, 0)
				if points > 0 {
					list = append(list, o)
				}
			} else if solved(o) {
				list = append(list, o)
			}
		}
		slices.SortStableFunc(list, func(a, b *Outcome) int { return cmp.Compare(clock.of(a), clock.of(b)) })
		s := chart.Series{Name: column, Kind: chart.Line, Colour: i}
		for _, o := range list {
			step := 1
			if byPoints {
				step, _ = o.Points()
			}
			x += step
			s.Points = append(s.Points, chart.Point{X: float64(x), Y: drawn(clock.of(o)),
				Text: fmt.Sprintf("%s: %s/%s, %s s", column, o.Task.Set, o.Task.Name, seconds(clock.of(o).Seconds()))})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// drawn is a time as it is drawn, in seconds.
func drawn(t time.Duration) float64 { return max(t.Seconds(), shortest) }

// scatter draws the times of a column over those of the first; what one of them has not solved is beyond all times.
func scatter(rows []*taskRow, columns []string, other int, clock Clock) *chart.Chart {
	c := &chart.Chart{Title: columns[0] + " and " + columns[other], X: chart.Axis{Label: columns[0] + ", " + clock.label(), Scale: chart.Log},
		Y: chart.Axis{Label: columns[other] + ", " + clock.label(), Scale: chart.Log}, Slopes: []float64{0.1, 1, 10}}
	least, longest := 1.0, 2*shortest
	for _, r := range rows {
		for _, o := range []*Outcome{r.cells[0], r.cells[other]} {
			if solved(o) {
				least, longest = min(least, drawn(clock.of(o))), max(longest, drawn(clock.of(o)))
			}
		}
	}
	edge := longest * 2
	open := chart.Mark{At: edge, Name: "not solved"}
	c.X.Marks, c.Y.Marks = []chart.Mark{open}, []chart.Mark{open}
	c.X.Min, c.X.Max, c.Y.Min, c.Y.Max = least, edge, least, edge // squares make slopes comparable
	kinds := []chart.Series{{Name: "TRUE, both", Colour: 2}, {Name: "FALSE, both", Colour: 1}, {Name: "solved by one", Colour: 3}, {Name: "wrong answer", Colour: chart.Red}}
	for i, r := range rows {
		a, b := r.cells[0], r.cells[other]
		if a == nil || b == nil {
			continue
		}
		place := func(o *Outcome) float64 {
			if solved(o) {
				return drawn(clock.of(o))
			}
			return edge
		}
		kind := 2
		switch {
		case a.Judgement == Wrong || b.Judgement == Wrong:
			kind = 3
		case !solved(a) && !solved(b):
			continue
		case solved(a) && solved(b):
			kind = 0
			if answer, _ := a.answer(); answer == "FALSE" {
				kind = 1
			}
		}
		kinds[kind].Points = append(kinds[kind].Points, chart.Point{X: place(a), Y: place(b), Link: fmt.Sprintf("#t%d", i),
			Text: fmt.Sprintf("%s/%s: %s %s s, %s %s s", r.task.Set, r.task.Name, a.Verdict, seconds(clock.of(a).Seconds()), b.Verdict, seconds(clock.of(b).Seconds()))})
	}
	for _, k := range kinds {
		if k.Kind = chart.Dots; len(k.Points) > 0 {
			c.Series = append(c.Series, k)
		}
	}
	return c
}

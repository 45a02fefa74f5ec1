package bench

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// Changes sets a run beside an earlier one, task by task. The first table counts; the others name the tasks
// whose judgement is another one, the worst first, and those that became slower or faster by more than a factor
// of two and a second. wrong is how many answers have become wrong. Columns belong together by their names; where both
// runs have one column, those belong together.
func Changes(before, after []Outcome) (tables []*Table, wrong int) {
	type key struct{ set, name, property, column string }
	single := len(columnsOf(before)) == 1 && len(columnsOf(after)) == 1
	keyOf := func(o Outcome) key {
		k := key{o.Task.Set, o.Task.Name, o.Task.PropertyName(), o.Column}
		if single {
			k.column = ""
		}
		return k
	}
	old := map[key]Outcome{}
	for _, o := range before {
		old[keyOf(o)] = o
	}
	changed := &Table{Title: "Other answers", Header: []string{"task", "column", "before", "", "after", ""}, Left: 6}
	times := &Table{Title: "Twice as slow or as fast", Header: []string{"task", "column", "before s", "after s", "ratio"}, Left: 2}
	same, fresh, found := 0, 0, map[key]bool{}
	var ratios []float64
	type row struct {
		rank  float64
		cells []string
	}
	var answers, speeds []row
	for _, o := range after {
		k := keyOf(o)
		was, ok := old[k]
		if !ok {
			fresh++
			continue
		}
		found[k] = true
		name := k.set + "/" + k.name
		if was.Judgement != o.Judgement || was.Verdict != o.Verdict {
			answers = append(answers, row{float64(harm(o.Judgement) - harm(was.Judgement)),
				[]string{name, o.Column, was.Judgement.String(), was.Verdict, o.Judgement.String(), o.Verdict}})
			if o.Judgement == Wrong && was.Judgement != Wrong {
				wrong++
			}
			continue
		}
		same++
		if !solved(&o) || was.CPU <= 0 || o.CPU <= 0 {
			continue
		}
		ratio := o.CPU.Seconds() / was.CPU.Seconds()
		ratios = append(ratios, ratio)
		if d := (o.CPU - was.CPU).Abs(); d > time.Second && (ratio > 2 || ratio < 0.5) {
			speeds = append(speeds, row{ratio, []string{name, o.Column, seconds(was.CPU.Seconds()), seconds(o.CPU.Seconds()), fmt.Sprintf("%.2f", ratio)}})
		}
	}
	worstFirst := func(a, b row) int { return cmp.Compare(b.rank, a.rank) }
	slices.SortStableFunc(answers, worstFirst)
	slices.SortStableFunc(speeds, worstFirst)
	for _, r := range answers {
		changed.Rows = append(changed.Rows, r.cells)
	}
	for _, r := range speeds {
		times.Rows = append(times.Rows, r.cells)
	}
	counts := &Table{Header: []string{"same answer", "other answer", "only before", "only after", "cpu ratio, geometric mean", "median"}}
	gone := 0
	for k := range old {
		if !found[k] {
			gone++
		}
	}
	counts.Rows = [][]string{{strconv.Itoa(same), strconv.Itoa(len(answers)), strconv.Itoa(gone), strconv.Itoa(fresh), "-", "-"}}
	if len(ratios) > 0 {
		sum := 0.0
		for _, r := range ratios {
			sum += math.Log(r)
		}
		slices.Sort(ratios)
		counts.Rows[0][4] = fmt.Sprintf("%.2f", math.Exp(sum/float64(len(ratios))))
		counts.Rows[0][5] = fmt.Sprintf("%.2f", ratios[len(ratios)/2])
	}
	tables = append(tables, counts)
	for _, t := range []*Table{changed, times} {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables, wrong
}

// columnsOf are the names of the columns of outcomes.
func columnsOf(outcomes []Outcome) (names []string) {
	for _, o := range outcomes {
		if !slices.Contains(names, o.Column) {
			names = append(names, o.Column)
		}
	}
	return names
}

// harm orders judgements, the worst last.
func harm(j Judgement) int {
	return slices.Index([]Judgement{Right, Finding, Unjudged, Unknown, Crashed, Wrong}, j)
}

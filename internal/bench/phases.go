package bench

import (
	"cmp"
	"slices"
	"strings"
)

// phaseGroups are the columns of Phases, with the phases in each.
var phaseGroups = []struct {
	name   string
	phases []string
}{
	{"read", []string{"read", "calls", "inline", "memory"}},
	{"reduce", []string{"reduce"}},
	{"engine", []string{"engine"}},
	{"certify", []string{"certify", "replay"}},
}

// Phases sets runs side by side, by the seconds of their phases: the n tasks that took the most processor time in any run. Their order
// is that of the first run. Times of phases are of the wall, so that those of engines and of the certifier have what other
// processes took. A task that has no right verdict is open; what a run does not have is a hyphen.
func Phases(names []string, runs [][]Outcome, n int) *Table {
	t := &Table{Title: "Seconds of phases", Header: []string{"task"}, Left: 1}
	for _, name := range names {
		t.Header = append(t.Header, strings.TrimSpace(name+" cpu"))
		for _, g := range phaseGroups {
			t.Header = append(t.Header, g.name)
		}
	}
	type task struct {
		name   string
		of     []*Outcome // by run
		most   float64
		before float64 // of the first run
	}
	by := map[string]*task{}
	var tasks []*task
	for i, run := range runs {
		for k := range run {
			o := &run[k]
			key := o.Task.Set + "/" + o.Task.Name + " " + o.Task.Property
			if by[key] == nil {
				by[key] = &task{name: o.Task.Set + "/" + o.Task.Name, of: make([]*Outcome, len(runs))}
				tasks = append(tasks, by[key])
			}
			x := by[key]
			x.of[i] = o
			x.most = max(x.most, o.CPU.Seconds())
			if i == 0 {
				x.before = o.CPU.Seconds()
			}
		}
	}
	slices.SortStableFunc(tasks, func(a, b *task) int { return cmp.Compare(b.most, a.most) })
	tasks = tasks[:min(n, len(tasks))]
	slices.SortStableFunc(tasks, func(a, b *task) int { return cmp.Compare(b.before, a.before) })
	for _, x := range tasks {
		row := []string{x.name}
		for _, o := range x.of {
			if o == nil {
				row = append(row, "-", "-", "-", "-", "-")
				continue
			}
			row = append(row, o.answered(seconds(o.CPU.Seconds())))
			for _, g := range phaseGroups {
				sum := 0.0
				for _, name := range g.phases {
					sum += o.phase(name)
				}
				row = append(row, seconds(sum))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// answered is a time, as that of an open task if there is no right verdict, nor a finding.
func (o *Outcome) answered(time string) string {
	if o.Judgement == Right || o.Judgement == Finding {
		return time
	}
	return "open (" + time + ")"
}

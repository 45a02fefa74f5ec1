package bench

import (
	"path/filepath"
	"slices"
	"strconv"
)

// interpolants compares the ways to interpolate by what they do for loops: an interpolant that
// generalises spares unwindings. The engine is ufo without abstraction, where nothing else can.
var interpolants = Paper{
	Name: "interpolants", Title: "Loops proved by interpolants, and with at most three refinements",
	Columns: []Column{
		waysTo("strong"), waysTo("pudlak"), waysTo("weak"), waysTo("wp"), waysTo("sp"),
		waysTo("strong+simple"), waysTo("weak+simple"), waysTo("wp+simple"),
	},
	sets:   []string{"loop-acceleration", "loop-invgen", "loop-lit", "loop-loops"},
	within: 3,
}

func waysTo(interpolation string) Column {
	return Column{interpolation, []string{"--engine", "ufo", "--post", "true", "--interpolation", interpolation}}
}

// expansions is the counter of ufo that is one more than that of refinements.
const expansions = "ITER"

// few has a row for each column: of each set how many safe programs were proved with few refinements, of all of them
// that and how many were proved at all, and the seconds that all tasks took.
func (p *Paper) few(columns []Column, outcomes []Outcome) *Table {
	t := &Table{Title: p.Title, Header: []string{"interpolation"}, Left: 1}
	t.Header = append(append(t.Header, p.sets...), "at most three", "proved", "wrong", "T")
	for _, c := range columns {
		row := []string{c.Name}
		var few, proved, wrong int
		var total float64
		bySet := make([]int, len(p.sets))
		for _, o := range outcomes {
			if o.Column != c.Name {
				continue
			}
			total += o.Wall.Seconds()
			switch {
			case o.Judgement == Wrong:
				wrong++
			case o.Judgement == Right && o.Verdict == "TRUE":
				proved++
				if n, ok := o.Stat(expansions); ok && int(n)-1 <= p.within {
					few++
					bySet[slices.Index(p.sets, o.Task.Set)]++
				}
			}
		}
		for _, n := range bySet {
			row = append(row, strconv.Itoa(n))
		}
		row = append(row, strconv.Itoa(few), strconv.Itoa(proved), strconv.Itoa(wrong), seconds(total))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// safe are the tasks of the table's sets whose published verdict is TRUE.
func (p *Paper) safe(bench string) ([]Task, error) {
	var folders []string
	for _, set := range p.sets {
		folders = append(folders, filepath.Join(bench, "tasks", set))
	}
	tasks, err := Tasks(folders...)
	return slices.DeleteFunc(tasks, func(t Task) bool { return t.Expected == nil || !*t.Expected }), err
}

package bench

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// slack is what a column may take beyond twice the best one's time, in Compare.
const slack = 200 * time.Millisecond

// versus is the comparison of a column with the others in one set.
type versus struct {
	set           string
	tasks, solved int
	others        []int         // solved, by column
	union         int           // solved by at least one of the others
	lost, alone   int           // solved by others only, by the column only
	both, within  int           // solved by both; at most slack beyond twice the best one's time
	time, best    time.Duration // of what both solve
	worst         float64       // the largest ratio of times, after slack
}

// solved says whether an outcome is an answer that counts: one that is right, or a finding.
func solved(o *Outcome) bool { return o != nil && (o.Judgement == Right || o.Judgement == Finding) }

// Compare sets one column beside the best of the others, task by task: how much of what the others
// solve together, the union, it solves, and how often it takes at most 0.2 s more than twice the time
// of the fastest of them. The second table lists the tasks where it does not. Times are wall-clock
// times.
func Compare(outcomes []Outcome, column string) ([]*Table, error) {
	var columns []string
	type key struct{ set, name, property string }
	var keys []key
	by := map[key]map[string]*Outcome{}
	for i := range outcomes {
		o := &outcomes[i]
		if o.Column != column && !slices.Contains(columns, o.Column) {
			columns = append(columns, o.Column)
		}
		k := key{o.Task.Set, o.Task.Name, o.Task.Property}
		if by[k] == nil {
			by[k] = map[string]*Outcome{}
			keys = append(keys, k)
		}
		by[k][o.Column] = o
	}
	if len(columns) == 0 || !slices.ContainsFunc(outcomes, func(o Outcome) bool { return o.Column == column }) {
		return nil, fmt.Errorf("there is no column %q with others beside it", column)
	}
	all := &versus{set: "all", others: make([]int, len(columns))}
	var sets []*versus
	missed := &Table{Title: "Where " + column + " is behind", Header: []string{"task", "s", "best", "its s", "ratio"}, Left: 1}
	for _, k := range keys {
		i := slices.IndexFunc(sets, func(v *versus) bool { return v.set == k.set })
		if i < 0 {
			i = len(sets)
			sets = append(sets, &versus{set: k.set, others: make([]int, len(columns))})
		}
		own := by[k][column]
		var best *Outcome
		for j, c := range columns {
			if o := by[k][c]; solved(o) {
				sets[i].others[j]++
				all.others[j]++
				if best == nil || o.Wall < best.Wall {
					best = o
				}
			}
		}
		behind := false
		for _, v := range []*versus{sets[i], all} {
			behind = v.add(own, best)
		}
		if behind {
			row := []string{k.set + "/" + k.name, "-", best.Column, seconds(best.Wall.Seconds()), "-"}
			if solved(own) {
				row[1], row[4] = seconds(own.Wall.Seconds()), fmt.Sprintf("%.1f", own.Wall.Seconds()/best.Wall.Seconds())
			}
			missed.Rows = append(missed.Rows, row)
		}
	}
	t := &Table{Title: column + " and the others", Header: []string{"set", "tasks", column}, Left: 1}
	t.Header = append(append(t.Header, columns...), "union", "lost", "alone", "2x+0.2 s", "s", "best s", "worst")
	for _, v := range append(sets, all) {
		t.Rows = append(t.Rows, v.row())
	}
	tables := []*Table{t}
	if len(missed.Rows) > 0 {
		tables = append(tables, missed)
	}
	return tables, nil
}

// add counts a task: the column's outcome, and the best of the others', nil if none solves it. It
// reports whether the column is behind.
func (v *versus) add(own, best *Outcome) (behind bool) {
	v.tasks++
	if solved(own) {
		v.solved++
	}
	switch {
	case best == nil && solved(own):
		v.alone++
	case best == nil:
	case !solved(own):
		v.union++
		v.lost++
		return true
	default:
		v.union++
		v.both++
		v.time += own.Wall
		v.best += best.Wall
		if own.Wall > slack {
			v.worst = max(v.worst, (own.Wall-slack).Seconds()/best.Wall.Seconds())
		}
		if own.Wall > 2*best.Wall+slack {
			return true
		}
		v.within++
	}
	return false
}

func (v *versus) row() []string {
	row := []string{v.set, strconv.Itoa(v.tasks), strconv.Itoa(v.solved)}
	for _, n := range v.others {
		row = append(row, strconv.Itoa(n))
	}
	return append(row, strconv.Itoa(v.union), strconv.Itoa(v.lost), strconv.Itoa(v.alone), fmt.Sprintf("%d of %d", v.within, v.both),
		seconds(v.time.Seconds()), seconds(v.best.Seconds()), fmt.Sprintf("%.1f", v.worst))
}

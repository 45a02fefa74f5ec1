package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// resamples is how many samples the bootstrap draws.
const resamples = 2000

// leastRatio is the shortest time that ratios are made of, in seconds: below, a process's start is measured.
const leastRatio = 0.01

// Ratios sets the processor time of the first column beside that of each other one, over the tasks that both answer
// rightly: the geometric mean of the ratios, between which values it lies with 95 % of samples drawn from the
// same tasks (bootstrap by percentiles [Efron, Tibshirani 1993, 13.3], with a fixed seed), the median and the
// quartiles. Above 1 the other column is slower.
func Ratios(outcomes []Outcome) *Table {
	t := &Table{Title: "Times of other columns over those of the first", Left: 1,
		Header: []string{"column", "both right", "geometric mean", "95 % from", "to", "quarter", "median", "three quarters", "together s", "first s"}}
	columns := columnsOf(outcomes)
	rows := byTask(outcomes, columns)
	for j := 1; j < len(columns); j++ {
		var logs []float64
		sums := [2]float64{}
		for _, r := range rows {
			a, b := r.cells[0], r.cells[j]
			if !solved(a) || !solved(b) {
				continue
			}
			logs = append(logs, math.Log(max(b.CPU.Seconds(), leastRatio)/max(a.CPU.Seconds(), leastRatio)))
			sums[0] += a.CPU.Seconds()
			sums[1] += b.CPU.Seconds()
		}
		row := []string{columns[j], strconv.Itoa(len(logs))}
		if len(logs) > 0 {
			low, high := bootstrap(logs)
			slices.Sort(logs)
			for _, v := range []float64{mean(logs), low, high, quantile(logs, 0.25), quantile(logs, 0.5), quantile(logs, 0.75)} {
				row = append(row, fmt.Sprintf("%.2f", math.Exp(v)))
			}
			row = append(row, seconds(sums[1]), seconds(sums[0]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// quantile is that of ordered values, between neighbours by their distance.
func quantile(ordered []float64, q float64) float64 {
	at := q * float64(len(ordered)-1)
	i := int(at)
	if i+1 >= len(ordered) {
		return ordered[len(ordered)-1]
	}
	return ordered[i] + (at-float64(i))*(ordered[i+1]-ordered[i])
}

// bootstrap is the range of the middle 95 % of the means of samples as large as v, drawn from v.
func bootstrap(v []float64) (low, high float64) {
	random := rand.New(rand.NewPCG(1, 1))
	means := make([]float64, resamples)
	for i := range means {
		for range v {
			means[i] += v[random.IntN(len(v))]
		}
		means[i] /= float64(len(v))
	}
	slices.Sort(means)
	return quantile(means, 0.025), quantile(means, 0.975)
}

// taskRow are the outcomes of one task, by column; nil where there is none.
type taskRow struct {
	task  Task
	cells []*Outcome
}

// byTask groups outcomes by their task, in the order in which tasks first come.
func byTask(outcomes []Outcome, columns []string) (rows []*taskRow) {
	type key struct{ set, name, property string }
	by := map[key]*taskRow{}
	for i := range outcomes {
		o := &outcomes[i]
		k := key{o.Task.Set, o.Task.Name, o.Task.Property}
		if by[k] == nil {
			by[k] = &taskRow{o.Task, make([]*Outcome, len(columns))}
			rows = append(rows, by[k])
		}
		by[k].cells[slices.Index(columns, o.Column)] = o
	}
	return rows
}

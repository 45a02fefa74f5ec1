package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Wrongs counts the wrong verdicts.
func Wrongs(outcomes []Outcome) int {
	n := 0
	for _, o := range outcomes {
		if o.Judgement == Wrong {
			n++
		}
	}
	return n
}

// Summary is what came of a run, as tables, the bad news first: wrong verdicts, crashes, failures
// of engines, then right, wrong and unknown by set and column, the reasons of UNKNOWN, and the findings.
func Summary(outcomes []Outcome) []*Table {
	var tables []*Table
	for _, j := range []Judgement{Wrong, Crashed} {
		if t := list(outcomes, j); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	if t := lost(outcomes); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	tables = append(tables, bySet(outcomes))
	for _, t := range []*Table{byBelieved(outcomes, "Certified by the unchecked solver", unchecked), byBelieved(outcomes, "Certified by the fast executor", unfollowed)} {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	if t := reasons(outcomes); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	if t := list(outcomes, Finding); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	return tables
}

// titles are those of the tables of one judgement.
var titles = map[Judgement]string{Wrong: "Wrong verdicts", Crashed: "Crashes", Finding: "Findings, neither right nor wrong"}

// list has the outcomes of one judgement.
func list(outcomes []Outcome, j Judgement) *Table {
	t := &Table{Title: titles[j],
		Header: []string{"task", "column", "verdict", "why"}, Left: 4}
	for _, o := range outcomes {
		if o.Judgement != j {
			continue
		}
		why := firstLine(o.Detail)
		switch {
		case j == Finding:
			why = o.Detail
		case j == Wrong && why == "":
			why = fmt.Sprintf("expected %t", *o.Task.Expected)
		}
		t.Rows = append(t.Rows, []string{o.Task.Set + "/" + o.Task.Name, o.Column, o.Verdict, why})
	}
	return t
}

// lost has the failures of engines, whether others have answered or not.
func lost(outcomes []Outcome) *Table {
	t := &Table{Title: "Engines that failed", Header: []string{"task", "column", "verdict", "failure"}, Left: 4}
	for _, o := range outcomes {
		for _, l := range o.Lost {
			t.Rows = append(t.Rows, []string{o.Task.Set + "/" + o.Task.Name, o.Column, o.Verdict, firstLine(l)})
		}
	}
	return t
}

// firstLine is the beginning of a text.
func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if r := []rune(s); len(r) > 100 {
		s = string(r[:100]) + "…"
	}
	return s
}

// count is the line of one set in one column.
type count struct {
	judged     [len(judgements)]int
	yes, no    int // right verdicts: TRUE, FALSE
	cpu        float64
	set, label string
}

func (c *count) add(o Outcome) {
	c.judged[o.Judgement]++
	c.cpu += o.CPU.Seconds()
	if o.Judgement == Right {
		if *o.Task.Expected {
			c.yes++
		} else {
			c.no++
		}
	}
}

func (c *count) row() []string {
	total := 0
	for _, n := range c.judged {
		total += n
	}
	share := 0.0
	if total > 0 {
		share = 100 * float64(c.judged[Right]) / float64(total)
	}
	return []string{c.set, c.label, strconv.Itoa(total), strconv.Itoa(c.judged[Right]), fmt.Sprintf("%.1f", share),
		strconv.Itoa(c.yes), strconv.Itoa(c.no), strconv.Itoa(c.judged[Wrong]), strconv.Itoa(c.judged[Unknown]),
		strconv.Itoa(c.judged[Crashed]), strconv.Itoa(c.judged[Finding]), fmt.Sprintf("%.1f", c.cpu)}
}

// Counters of what the certifier has believed: answers of its solver, and steps of its fast executor.
const (
	unchecked  = "unchecked"
	unfollowed = "unfollowed"
)

// byBelieved counts the proofs of each set and column that have such a counter, and all proofs; without rows if there are none.
func byBelieved(outcomes []Outcome, title, counter string) *Table {
	t := &Table{Title: title, Header: []string{"set", "column", "proofs", counter, "%"}, Left: 2}
	type key struct{ set, column string }
	var sets, totals []key
	all := map[key][2]int{}
	some := false
	for _, o := range outcomes {
		if o.Verdict != "TRUE" {
			continue
		}
		_, believed := o.Stat(counter)
		some = some || believed
		for _, k := range []key{{o.Task.Set, o.Column}, {"all", o.Column}} {
			n, known := all[k]
			switch {
			case !known && k.set == "all":
				totals = append(totals, k)
			case !known:
				sets = append(sets, k)
			}
			if n[0]++; believed {
				n[1]++
			}
			all[k] = n
		}
	}
	if !some {
		return t
	}
	for _, k := range append(sets, totals...) {
		n := all[k]
		if n[1] > 0 || k.set == "all" {
			t.Rows = append(t.Rows, []string{k.set, k.column, strconv.Itoa(n[0]), strconv.Itoa(n[1]), fmt.Sprintf("%.1f", 100*float64(n[1])/float64(n[0]))})
		}
	}
	return t
}

// bySet counts by set and column, in the order in which they first come, then all together. There
// is a column for findings if there are any.
func bySet(outcomes []Outcome) *Table {
	t := &Table{Header: []string{"set", "column", "tasks", "right", "%", "true", "false", "wrong", "unknown", "crashed", "findings", "cpu s"}, Left: 2}
	var counts, totals []*count
	find := func(list *[]*count, set, column string) *count {
		for _, c := range *list {
			if c.set == set && c.label == column {
				return c
			}
		}
		c := &count{set: set, label: column}
		*list = append(*list, c)
		return c
	}
	for _, o := range outcomes {
		find(&counts, o.Task.Set, o.Column).add(o)
		find(&totals, "all", o.Column).add(o)
	}
	for _, c := range append(counts, totals...) {
		t.Rows = append(t.Rows, c.row())
	}
	if !slices.ContainsFunc(totals, func(c *count) bool { return c.judged[Finding] > 0 }) {
		t.drop("findings")
	}
	return t
}

// reasons counts the reasons of UNKNOWN by column, the most frequent first.
func reasons(outcomes []Outcome) *Table {
	t := &Table{Title: "Reasons of UNKNOWN", Header: []string{"reason", "column", "tasks", "for example"}, Left: 2}
	type key struct{ reason, column string }
	counts, example := map[key]int{}, map[key]string{}
	var keys []key
	for _, o := range outcomes {
		if o.Judgement != Unknown && o.Judgement != Crashed {
			continue
		}
		k := key{o.Reason, o.Column}
		if counts[k] == 0 {
			keys = append(keys, k)
			example[k] = o.Task.Set + "/" + o.Task.Name
		}
		counts[k]++
	}
	slices.SortStableFunc(keys, func(a, b key) int { return cmp.Compare(counts[b], counts[a]) })
	for _, k := range keys {
		t.Rows = append(t.Rows, []string{k.reason, k.column, strconv.Itoa(counts[k]), example[k]})
	}
	return t
}

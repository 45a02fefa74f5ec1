package bench

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestCompare: a column that solves all but one of what two others solve, once too slowly, and one
// task alone.
func TestCompare(t *testing.T) {
	var outcomes []Outcome
	add := func(task, column string, j Judgement, ms int) {
		outcomes = append(outcomes, Outcome{Task: Task{Set: "s", Name: task}, Column: column, Judgement: j, Wall: time.Duration(ms) * time.Millisecond})
	}
	for _, r := range []struct {
		task         string
		all, a, b    Judgement
		tall, ta, b_ int
	}{
		{"quick", Right, Right, Unknown, 390, 100, 10},
		{"slow", Right, Right, Right, 2000, 900, 500},
		{"lost", Unknown, Unknown, Finding, 5000, 5000, 40},
		{"alone", Right, Unknown, Wrong, 100, 5000, 10},
		{"nobody", Unknown, Unknown, Crashed, 5000, 5000, 10},
	} {
		add(r.task, "all", r.all, r.tall)
		add(r.task, "a", r.a, r.ta)
		add(r.task, "b", r.b, r.b_)
	}
	tables, err := Compare(outcomes, "all")
	if err != nil || len(tables) != 2 {
		t.Fatal(tables, err)
	}
	want := [][]string{
		{"s", "5", "3", "2", "2", "3", "1", "1", "1 of 2", "2.39", "0.60", "3.6"},
		{"all", "5", "3", "2", "2", "3", "1", "1", "1 of 2", "2.39", "0.60", "3.6"},
	}
	if d := cmp.Diff(want, tables[0].Rows); d != "" {
		t.Error(d)
	}
	if got := strings.Join(tables[0].Header, " "); got != "set tasks all a b union lost alone 2x+0.2 s s best s worst" {
		t.Error(got)
	}
	want = [][]string{{"s/slow", "2.00", "b", "0.50", "4.0"}, {"s/lost", "-", "b", "0.04", "-"}}
	if d := cmp.Diff(want, tables[1].Rows); d != "" {
		t.Error(d)
	}
	for _, column := range []string{"c", ""} {
		if _, err := Compare(outcomes, column); err == nil {
			t.Errorf("column %q is compared", column)
		}
	}
	if _, err := Compare(outcomes[:1], "all"); err == nil {
		t.Error("a column is compared with nothing")
	}
}

package bench_test

import (
	"slices"
	"testing"
	"time"

	"craig/internal/bench"
)

// TestPhases: the slowest of any run, in the order of the first; phases that come several times are added.
func TestPhases(t *testing.T) {
	row := func(name string, cpu time.Duration, j bench.Judgement, phases ...bench.Stat) bench.Outcome {
		return bench.Outcome{Task: bench.Task{Set: "set", Name: name}, Judgement: j, CPU: cpu, Phases: phases}
	}
	before := []bench.Outcome{
		row("a", 3*time.Second, bench.Unknown, bench.Stat{Name: "engine", Value: 2.5}),
		row("b", 4*time.Second, bench.Right, bench.Stat{Name: "read", Value: 0.25}, bench.Stat{Name: "memory", Value: 0.5}, bench.Stat{Name: "certify", Value: 1}, bench.Stat{Name: "certify", Value: 2}),
		row("c", time.Second, bench.Right),
	}
	after := []bench.Outcome{
		row("c", 9*time.Second, bench.Finding, bench.Stat{Name: "reduce", Value: 9}),
		row("b", time.Second, bench.Right, bench.Stat{Name: "replay", Value: 0.5}),
		row("d", time.Millisecond, bench.Right),
	}
	table := bench.Phases([]string{"1", "2"}, [][]bench.Outcome{before, after}, 3)
	want := [][]string{
		{"set/b", "4.00", "0.75", "0.00", "0.00", "3.00", "1.00", "0.00", "0.00", "0.00", "0.50"},
		{"set/a", "open (3.00)", "0.00", "0.00", "2.50", "0.00", "-", "-", "-", "-", "-"},
		{"set/c", "1.00", "0.00", "0.00", "0.00", "0.00", "9.00", "0.00", "9.00", "0.00", "0.00"},
	}
	if !slices.EqualFunc(table.Rows, want, slices.Equal[[]string]) {
		t.Errorf("%q, want %q", table.Rows, want)
	}
	if header := []string{"task", "1 cpu", "read", "reduce", "engine", "certify", "2 cpu", "read", "reduce", "engine", "certify"}; !slices.Equal(table.Header, header) {
		t.Errorf("%q, want %q", table.Header, header)
	}
}

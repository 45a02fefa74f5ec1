package bench_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"craig/internal/bench"
)

// TestGrowing: sizes double, up to the largest of a family, and each program is there with its definition.
func TestGrowing(t *testing.T) {
	dir := t.TempDir()
	tasks, err := bench.Growing([]string{"bits", "depth"}, 4, dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, task := range tasks {
		got = append(got, task.Set+" "+task.Name)
		for _, ext := range []string{".c", ".yml"} {
			if _, err := os.Stat(filepath.Join(dir, task.Set+"-"+task.Name+ext)); err != nil {
				t.Error(err)
			}
		}
	}
	if want := []string{"depth 32", "depth 64", "depth 128", "depth 256", "depth 512", "bits 8", "bits 16", "bits 32", "bits 64"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if again, err := bench.Tasks(tasks[0].File); err != nil || len(again) != 1 {
		t.Errorf("the definition is read as %v, %v", again, err)
	}
}

// TestGrowth: exponents are those of the two largest programs of a family, where both times are worth it.
func TestGrowth(t *testing.T) {
	row := func(set, size string, read, certify float64) bench.Outcome {
		return bench.Outcome{
			Task: bench.Task{Set: set, Name: size, Lines: 7}, Verdict: "TRUE", CPU: time.Second, Memory: 3 << 20,
			Phases: []bench.Stat{{Name: "read", Value: read}, {Name: "certify", Value: certify / 2}, {Name: "certify", Value: certify / 2}},
		}
	}
	table := bench.Growth([]bench.Outcome{
		row("loops", "8", 9, 9), row("loops", "16", 0.1, 0.2), row("loops", "32", 0.2, 0.8),
		row("bits", "8", 0.1, 0.001), row("bits", "16", 0.1, 0.4),
		row("depth", "32", 1, 1),
	})
	want := [][]string{
		{"loops", "8", "TRUE", "7", "9.00", "9.00", "1.00", "3"},
		{"loops", "16", "TRUE", "7", "0.10", "0.20", "1.00", "3"},
		{"loops", "32", "TRUE", "7", "0.20", "0.80", "1.00", "3"},
		{"", "", "", "", "^1.0", "^2.0", "^0.0", ""},
		{"bits", "8", "TRUE", "7", "0.10", "0.00", "1.00", "3"},
		{"bits", "16", "TRUE", "7", "0.10", "0.40", "1.00", "3"},
		{"", "", "", "", "^0.0", "", "^0.0", ""},
		{"depth", "32", "TRUE", "7", "1.00", "1.00", "1.00", "3"},
	}
	if !slices.EqualFunc(table.Rows, want, slices.Equal[[]string]) {
		t.Errorf("%q", table.Rows)
	}
}

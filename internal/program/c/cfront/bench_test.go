package cfront

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
)

// task is a task definition of SV-COMP, as far as this test needs it.
type task struct {
	InputFiles string `yaml:"input_files"`
	Properties []struct {
		PropertyFile string `yaml:"property_file"`
	} `yaml:"properties"`
	Options struct {
		DataModel string `yaml:"data_model"`
	} `yaml:"options"`
}

// benchTasks lists the task definitions of the benchmarks; the test is skipped without them.
func benchTasks(tb testing.TB) []string {
	root := os.Getenv("CRAIG_BENCH")
	if root == "" {
		tb.Skip("CRAIG_BENCH is not set")
	}
	files, err := filepath.Glob(filepath.Join(root, "tasks", "*", "*.yml"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no tasks under %s: %v", root, err)
	}
	return files
}

func readTask(tb testing.TB, yml string) (Options, string) {
	text, err := os.ReadFile(yml)
	if err != nil {
		tb.Fatal(err)
	}
	var t task
	if err := yaml.Unmarshal(text, &t); err != nil {
		tb.Fatalf("%s: %v", yml, err)
	}
	opts := Options{ILP32: t.Options.DataModel != "LP64", Properties: []string{}}
	for _, p := range t.Properties {
		switch filepath.Base(p.PropertyFile) {
		case "unreach-label.prp":
			opts.ErrorLabel = "ERROR"
		case "unreach-call.prp":
			opts.Properties = []string{"unreach-call"}
		}
	}
	return opts, filepath.Join(filepath.Dir(yml), t.InputFiles)
}

// TestBenchmarks: at least 99 in 100 real programs are read, and what is read is well formed.
func TestBenchmarks(t *testing.T) {
	files := benchTasks(t)
	if !testenv.Long() {
		some := files[:0]
		for i, f := range files {
			if i%8 == 0 {
				some = append(some, f)
			}
		}
		files = some
	}
	failed, bytes := 0, int64(0)
	start := time.Now()
	for _, yml := range files {
		opts, file := readTask(t, yml)
		if info, err := os.Stat(file); err == nil {
			bytes += info.Size()
		}
		p, err := Read(context.Background(), opts, file)
		if err != nil {
			failed++
			t.Logf("%s: %v", yml, err)
			continue
		}
		if err := ircheck.Check(p); err != nil {
			t.Errorf("%s: %v", yml, err)
		}
	}
	t.Logf("%d tasks, %d not read, %.1f MB/s", len(files), failed, float64(bytes)/1e6/time.Since(start).Seconds())
	if failed*100 > len(files) {
		t.Errorf("%d of %d tasks were not read", failed, len(files))
	}
}

const tenLines = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), s = 0;
	for (int i = 0; i < n; i++)
		s += 2;
	if (s % 2)
		reach_error();
	return 0;
}
`

// BenchmarkSmall reads a program of ten lines.
func BenchmarkSmall(b *testing.B) {
	file := filepath.Join(b.TempDir(), "small.c")
	if err := os.WriteFile(file, []byte(tenLines), 0o666); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Read(context.Background(), Options{}, file); err != nil {
			b.Fatal(err)
		}
	}
}

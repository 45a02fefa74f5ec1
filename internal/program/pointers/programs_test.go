package pointers_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestPrograms: what the analysis says of these programs holds, with the statements that looking at lives of objects adds and without them,
// with calls and inlined, whatever pointers of unknown origin lead to.
func TestPrograms(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../../examples/*.c", "../../../testdata/*/*.c"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	for i, file := range files {
		if !testenv.Long() && i%12 != 0 {
			continue
		}
		check(t, file)
	}
}

var tasks = flag.Int("pointers.tasks", 40, "`N` of the tasks below CRAIG_BENCH in TestTasks; 0 takes all")

// TestTasks is TestPrograms for the tasks below CRAIG_BENCH.
func TestTasks(t *testing.T) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	testenv.NeedsLong(t)
	files, err := filepath.Glob(filepath.Join(bench, "tasks", "*", "*.[ci]"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tasks: ", err)
	}
	step := 1
	if *tasks > 0 {
		step = max(1, len(files) / *tasks)
	}
	for i := 0; i < len(files); i += step {
		check(t, files[i])
	}
}

func check(t *testing.T, file string) {
	for _, opts := range []cfront.Options{
		{},
		{Properties: []string{"valid-deref", "valid-free", "valid-memtrack"}},
		{Unknown: cfront.Unknown{UnknownPointers: cfront.Any}},
		{Unknown: cfront.Unknown{UnknownFunctions: cfront.Havoc}},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		p := prepare.New(opts, nil, file)
		q, err := p.Inlined(ctx)
		if err == nil && q.Doubt != nil {
			t.Errorf("%s, inlined, %s: %v", file, strings.Join(opts.Properties, ","), q.Doubt)
		}
		if q, err = p.Interprocedural(ctx); err == nil && q.Doubt != nil {
			t.Errorf("%s, with calls, %s: %v", file, strings.Join(opts.Properties, ","), q.Doubt)
		}
		cancel()
	}
}

package outlined

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/svcomp"
	"craig/internal/testenv"
)

// TestOutlinesOfSets says of which tasks of the sets that are TRUE there is an outline.
func TestOutlinesOfSets(t *testing.T) {
	if !testenv.Night() {
		t.Skip("at night: NIGHT asks for it")
	}
	tasks, _ := filepath.Glob(filepath.Join(os.Getenv("CRAIG_BENCH"), "tasks", "conc-*", "*.yml"))
	if len(tasks) == 0 {
		t.Skip("no tasks: CRAIG_BENCH says where they are")
	}
	all, some := 0, 0
	for _, task := range tasks {
		def, err := svcomp.ReadDefinition(task)
		if err != nil || len(def.Files) != 1 {
			t.Logf("%s: %v", task, err)
			continue
		}
		text, err := os.ReadFile(def.Files[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range def.Properties {
			if v.Expected == nil || !*v.Expected {
				continue
			}
			all++
			property := strings.TrimSuffix(filepath.Base(v.File), ".prp")
			begun := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			p, err := Find(ctx, prepare.New(cfront.Options{ILP32: def.ILP32, Properties: []string{property}}, fstest.MapFS{"p.c": {Data: text}}, "p.c"), run.Options{Workers: 1})
			cancel()
			why := fmt.Sprint(err)
			if err == nil {
				some++
				why = fmt.Sprintf("%d threads, %d assertions, %d obligations, %d answers believed", p.Threads, p.Count.Assertions, p.Count.Obligations, p.Unchecked.Answers)
			}
			t.Logf("%s %s, %.1f s: %s", filepath.Base(task), property, time.Since(begun).Seconds(), why)
		}
	}
	t.Logf("%d of %d have an outline", some, all)
}

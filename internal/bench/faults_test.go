package bench

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"craig/internal/work"
)

var faultTasks = flag.Int("faults.tasks", 80, "tasks of the tests of faults")

// quick answers every task at once: TRUE, or that it cannot be read if its definition is broken.
type quick struct{ ran atomic.Int64 }

func (q *quick) Run(_ context.Context, j work.Job) (work.Answer, error) {
	q.ran.Add(1)
	file := j.Args[slices.Index(j.Args, "--task")+1]
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "format_version") {
		return work.Answer{Status: exitInput, Err: "craig: " + file + ": not a task"}, nil
	}
	return work.Answer{Out: []byte(`{"schema":1,"verdict":"TRUE"}`), CPU: time.Millisecond, Wall: time.Millisecond}, nil
}

// many is a folder with tasks, the middle one of which is broken.
func many(t *testing.T) (tasks []Task, broken string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "p.prp"), []byte("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for i := range *faultTasks {
		text := fmt.Sprintf("format_version: '2.0'\ninput_files: %d.c\nproperties: [{property_file: p.prp, expected_verdict: true}]\n", i)
		if i == *faultTasks/2 {
			text, broken = "\x00{{{ not YAML: [", fmt.Sprintf("%05d", i)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.yml", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tasks, err := Tasks(dir)
	if err != nil || len(tasks) != *faultTasks {
		t.Fatal(len(tasks), err)
	}
	return tasks, broken
}

// TestBrokenAmongMany: a broken definition is named, with its reason, and all others have their answers.
func TestBrokenAmongMany(t *testing.T) {
	tasks, broken := many(t)
	outcomes, err := (&Pool{Program: []string{os.Args[0]}, Jobs: 4, Runner: new(quick)}).Run(t.Context(), tasks, []Column{{Name: "a"}})
	if err != nil || len(outcomes) != len(tasks) {
		t.Fatal(len(outcomes), err)
	}
	for _, o := range outcomes {
		switch {
		case o.Task.Name == broken && (o.Judgement != Unknown || o.Reason != "input" || !strings.Contains(o.Detail, broken)):
			t.Errorf("the broken one: %+v", o)
		case o.Task.Name != broken && o.Judgement != Right:
			t.Errorf("%+v", o)
		}
	}
	if _, err := Tasks(tasks[*faultTasks/2].File); err == nil {
		t.Error("a broken definition that is named by itself is taken")
	}
}

// TestTwoRunsOneStore: of two runs at once on one store each has all outcomes, and there is one for each key. The clock goes
// back meanwhile.
func TestTwoRunsOneStore(t *testing.T) {
	tasks, _ := many(t)
	file := filepath.Join(t.TempDir(), "store")
	var both sync.WaitGroup
	runner := new(quick)
	for i := range 2 {
		s, err := OpenStore(file)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Begin(Run{Began: time.Now().Add(time.Duration(i) * time.Hour)}); err != nil {
			t.Fatal(err)
		}
		both.Go(func() {
			p := &Pool{Program: []string{os.Args[0]}, Jobs: 4, Runner: runner, Store: s}
			if outcomes, err := p.Run(t.Context(), tasks, []Column{{Name: "a"}}); err != nil || len(outcomes) != len(tasks) {
				t.Error(len(outcomes), err)
			}
			if err := s.End(time.Now().Add(-24 * time.Hour)); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	s, err := OpenStore(file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n, err := s.Len(); err != nil || n != len(tasks) {
		t.Errorf("%d outcomes of %d tasks: %v", n, len(tasks), err)
	}
	runs, err := s.Runs()
	if err != nil || len(runs) != 2 {
		t.Fatal(runs, err)
	}
	for _, r := range runs {
		if r.Tasks != len(tasks) || r.Ended.IsZero() {
			t.Errorf("%+v", r)
		}
		list, err := s.Outcomes(r.ID)
		if err != nil || len(list) != len(tasks) {
			t.Error(len(list), err)
		}
		var page strings.Builder
		if err := (&ReportPage{Runs: []Run{r}, Outcomes: list}).Write(&page); err != nil || !strings.Contains(page.String(), "ended") {
			t.Error(err)
		}
	}
	t.Logf("%d tasks in two runs at once: %d ran, %d are stored", len(tasks), runner.ran.Load(), len(tasks))
}

package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var counterexamples = flag.Bool("counterexamples", false, "TestCounterexamples looks at every task of the sets, not at a sample")

// outOfTime matches answers that more time may change.
var outOfTime = regexp.MustCompile(`time was up|deadline|UNKNOWN\(timeout\)|timeout|did not end|kept being unrolled`)

// TestCounterexamples: of the answers FALSE on the task sets, craig's witness is confirmed, and no replay rejects one. Witnesses of programs
// with threads, of format 2.2, are not checked, and craig says so. Every 120th task with such an answer expected is looked at, all of them with -counterexamples.
func TestCounterexamples(t *testing.T) {
	sets := os.Getenv("CRAIG_BENCH")
	if sets == "" {
		t.Skip("wants CRAIG_BENCH")
	}
	tasks, err := filepath.Glob(filepath.Join(sets, "tasks", "*", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	n := 0
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "expected_verdict: false") {
			continue
		}
		if n++; n%120 != 1 && !*counterexamples {
			continue
		}
		dir := t.TempDir()
		result, witness := filepath.Join(dir, "result.json"), filepath.Join(dir, "witness.yml")
		status, _ := craigStatus(t, "verify", "--quiet", "--timeout", "20s", "--memory", "3GiB", "--json", result, "--witness", witness, "--task", task)
		if status != exitFalse {
			counts["no FALSE"]++
			continue
		}
		if status, out := craigStatus(t, "witness", "check", "--timeout", "60s", "--memory", "3GiB", "--task", task, witness); strings.Contains(out, "of format 2.2 are not checked") {
			counts["witness not checked"]++
		} else {
			counts[fmt.Sprintf("witness %d", status)]++
			if status != exitConfirmed && !(status == exitUndecided && outOfTime.MatchString(out)) {
				t.Errorf("%s: the witness: %s", task, out)
			}
		}
		status, out := craigStatus(t, "replay", "--timeout", "60s", result)
		counts[fmt.Sprintf("replay %d", status)]++
		if status != exitConfirmed && status != exitUndecided {
			t.Errorf("%s: the replay: %s", task, out)
		}
	}
	t.Log(counts)
	if counts["witness 0"] == 0 || counts["replay 0"] == 0 {
		t.Error("nothing was confirmed")
	}
}

package cli

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

var again = flag.Duration("again", 0, "TestSetsCertifiedAgain verifies every task of the sets with arrays with this limit, such as 20s")

// TestSetsCertifiedAgain has z3 certify every TRUE of the public sets arrays and arrays-quantified, given facts about all elements with
// their quantifiers. None may be rejected; what is left open is logged.
func TestSetsCertifiedAgain(t *testing.T) {
	sets := os.Getenv("CRAIG_BENCH")
	if *again == 0 || sets == "" {
		t.Skip("wants -again DURATION and CRAIG_BENCH")
	}
	testenv.NeedsTool(t, "z3")
	dir := t.TempDir()
	bin := filepath.Join(dir, "craig")
	if out, err := exec.Command("go", "build", "-o", bin, "craig/cmd/craig").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	results := []string{"certify", "--solver", "z3", "--quantifiers"}
	tasks := 0
	for _, set := range []string{"arrays", "arrays-quantified"} {
		files, err := filepath.Glob(filepath.Join(sets, "tasks", set, "*.yml"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no tasks in %s: %v", set, err)
		}
		for _, f := range files {
			tasks++
			result := filepath.Join(dir, set+"."+strings.TrimSuffix(filepath.Base(f), ".yml")+".json")
			out, _ := exec.Command(bin, "verify", "--task", f, "--quiet", "--progress", "none", "--timeout", again.String(), "--json", result).Output()
			switch verdict := strings.TrimSpace(string(out)); {
			case verdict == "TRUE":
				results = append(results, result)
			case !strings.HasPrefix(verdict, "FALSE"):
				t.Logf("%s: %s", f, verdict)
			}
		}
	}
	if len(results) == 4 {
		t.Fatal("none is TRUE")
	}
	out, err := exec.Command(bin, results...).CombinedOutput()
	for line := range bytes.Lines(out) {
		if !bytes.Contains(line, []byte(": confirmed: TRUE")) {
			t.Logf("%s", bytes.TrimSpace(line))
		}
	}
	t.Logf("%d tasks, %d TRUE: %v", tasks, len(results)-4, err)
	if bytes.Contains(out, []byte(": rejected")) {
		t.Error("z3 rejects a proof that is certified")
	}
}

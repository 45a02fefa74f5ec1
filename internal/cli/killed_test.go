package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/testenv"
)

// TestKilled: a run of craig check that is killed, by a signal that it cannot handle, goes on where it was; and in the end it says
// what a run says that nobody has killed.
func TestKilled(t *testing.T) {
	testenv.NeedsLong(t)
	dir := t.TempDir()
	var text strings.Builder
	text.WriteString("#include <assert.h>\n")
	for i := range 8 {
		fmt.Fprintf(&text, "int f%d(unsigned n) { int i = 0; while (i < (int)(n %% 100)) i++; assert(i >= 0 && i < 1%02d); return i; }\n", i, 12*i)
	}
	file := filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	command := func(cache string) *exec.Cmd {
		return exec.Command("craig", "check", "--jobs", "1", "--confirm", "never", "--progress", "none", "--property", "unreach-call", "--timeout", "60s",
			"--cache", filepath.Join(dir, cache), "--json", "-", file)
	}
	kept := func(cache string) int {
		files, err := filepath.Glob(filepath.Join(dir, cache, "??", "*"))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range files {
			if !strings.HasPrefix(filepath.Base(f), "new") { // not yet whole
				n++
			}
		}
		return n
	}
	type report struct {
		Functions []struct {
			Name, Verdict string
			Cached        bool
		}
	}
	run := func(cache string) (verdicts string, cached int) {
		out, err := command(cache).Output()
		var r report
		if json.Unmarshal(out, &r) != nil || len(r.Functions) != 8 {
			t.Fatalf("%v: %s", err, out)
		}
		for _, f := range r.Functions {
			verdicts += f.Name + " " + f.Verdict + "\n"
			if f.Cached {
				cached++
			}
		}
		return verdicts, cached
	}
	c := command("killed")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for kept("killed") < 3 { // the unit, and two functions
		time.Sleep(time.Millisecond)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	before := kept("killed")
	got, cached := run("killed")
	if cached != before-1 {
		t.Errorf("%d functions were known to the run after, of %d", cached, before-1)
	}
	if want, _ := run("whole"); got != want {
		t.Errorf("after it was killed:\n%swhole:\n%s", got, want)
	}
}

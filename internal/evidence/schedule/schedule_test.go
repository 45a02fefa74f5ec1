package schedule

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"craig/internal/testenv"
)

// TestTurns: turns by chance lead to a lost update, which a program without them hardly ever has, and never where updates are atomic.
func TestTurns(t *testing.T) {
	cc := testenv.NeedsTool(t, "gcc")
	for update, lost := range map[string]bool{"x++": true, "__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST)": false} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			Name:  string(Runtime),
			"a.c": "#include <pthread.h>\nint x; void *f(void *p) { " + update + "; return p; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); " + update + "; pthread_join(a, 0); return x != 2; }",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		run := func(args ...string) {
			cmd := exec.Command(cc, args...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Skipf("%v: %s", err, out)
			}
		}
		run(append(Flags(), "-O0", "-c", "a.c")...)
		flags, support := Linking("unreach-call", Flags())
		run(append(append(flags, "-o", "program", "a.o"), support...)...)
		n, found := Until(t.Context(), 2*time.Second, func(n int) bool {
			cmd := exec.CommandContext(context.Background(), filepath.Join(dir, "program"))
			cmd.Env = []string{Seed + "=" + strconv.Itoa(n)}
			return cmd.Run() != nil
		})
		if found != lost {
			t.Errorf("%s: an update is lost in %d executions: %t", update, n, found)
		}
	}
}

// TestRace reads what ThreadSanitizer writes.
func TestRace(t *testing.T) {
	const text = `==================
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 4 at 0x55 by main thread:
    #0 main /tmp/a.c:13 (program+0x1)
    #1 start /tmp/b.c:14 (program+0x1)

  Previous write of size 4 at 0x55 by thread T1:
    #0 f /tmp/a.c:6 (program+0x2)

SUMMARY: ThreadSanitizer: data race /tmp/a.c:13 in main
==================
`
	for line, want := range map[int]bool{13: true, 6: true, 14: false, 1: false} {
		if got := Race(text, line); got != want {
			t.Errorf("line %d: %t", line, got)
		}
	}
	if Race("  #0 main /tmp/a.c:13 (program+0x1)", 13) {
		t.Error("a race without a report")
	}
}

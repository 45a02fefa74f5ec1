package work

import (
	"runtime"
	"testing"

	"craig/internal/testenv"
)

// TestMemory: what a process has had resident is measured, not what we have; that of its children counts.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("where /proc tells")
	}
	testenv.NeedsTool(t, "sh")
	ballast := make([]byte, 200<<20)
	for i := 0; i < len(ballast); i += 4096 {
		ballast[i] = 1
	}
	run := func(script string) int64 {
		a, err := Local{Program: []string{"sh", "-c", script}}.Run(t.Context(), Job{})
		if err != nil || a.Status != 0 {
			t.Fatal(err, a)
		}
		return a.Memory
	}
	if m := run("sleep 0.2"); m <= 0 || m > 100<<20 {
		t.Errorf("a shell takes %d MiB", m>>20)
	}
	if m := run("head -c 250000000 /dev/zero | sed s/x/y/ > /dev/null; true"); m < 230<<20 {
		t.Errorf("a line of 250 MB takes %d MiB", m>>20)
	}
	runtime.KeepAlive(ballast)
}

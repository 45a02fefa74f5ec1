package limit

import (
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// TestProcessorUsed: what processes take that were started counts while they run, with those that they start, and when they have ended.
func TestProcessorUsed(t *testing.T) {
	before := ProcessorUsed()
	c := exec.Command("sh", "-c", "(while :; do :; done) & wait")
	if err := c.Start(); err != nil {
		t.Skip(err)
	}
	const enough = 100 * time.Millisecond
	for end := time.Now().Add(time.Minute); ProcessorUsed()-before < enough; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("a process that works has taken %v in a minute", ProcessorUsed()-before)
		}
	}
	for _, child := range children(c.Process.Pid) {
		if err := exec.Command("kill", "-9", strconv.Itoa(child)).Run(); err != nil {
			t.Error(err)
		}
	}
	c.Wait() // with the status of a process that was killed
	if got := ProcessorUsed() - before; got < enough {
		t.Errorf("a process that has ended has taken %v", got)
	}
}

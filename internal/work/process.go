package work

import (
	"context"
	"os/exec"
	"time"

	"craig/internal/group"
	"craig/internal/limit"
)

// worker is a process with its limits, and then what it used.
type worker struct {
	cmd       *exec.Cmd
	limit     time.Duration // 0: none
	processor time.Duration // of processors; 0: none
	memory    int64         // 0: none

	wall, cpu time.Duration
	peak      int64
}

// run starts the worker and waits for it, and kills it with all that it started when it exceeds a
// limit (killed says which) or ctx ends.
func (w *worker) run(ctx context.Context) (killed string, err error) {
	group.Own(w.cmd)
	start := time.Now()
	if err := w.cmd.Start(); err != nil {
		return "", err
	}
	done := make(chan error, 1)
	go func() { done <- w.cmd.Wait() }()
	var late <-chan time.Time
	if w.limit > 0 {
		timer := time.NewTimer(w.limit + startUp)
		defer timer.Stop()
		late = timer.C
	}
	look := 2 * time.Millisecond // at first often: many processes are short
	watch := time.NewTimer(look)
	defer watch.Stop()
	for {
		select {
		case err := <-done:
			w.wall = time.Since(start)
			w.cpu = w.cmd.ProcessState.UserTime() + w.cmd.ProcessState.SystemTime()
			w.peak = max(w.peak, peakMemory(w.cmd.ProcessState))
			return killed, err
		case <-ctx.Done():
			group.Kill(w.cmd)
		case <-late:
			killed = "time"
			group.Kill(w.cmd)
		case <-watch.C:
			look = min(2*look, 50*time.Millisecond)
			watch.Reset(look)
			w.peak = max(w.peak, residentPeak(w.cmd.Process.Pid))
			if w.processor > 0 && killed == "" && limit.ProcessorOf(w.cmd.Process.Pid) > w.processor+startUp {
				killed = "processor time"
				group.Kill(w.cmd)
			}
			if w.memory == 0 {
				continue
			}
			if used := residentMemory(w.cmd.Process.Pid); used > w.memory && killed == "" {
				killed = "memory"
				group.Kill(w.cmd)
			}
		}
	}
}

// startUp is what starting and ending a process may take on a busy machine, on top of the limit.
const startUp = 2 * time.Second

package native

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"craig/internal/group"
)

const (
	maxOutput   = 64 << 20 // how much of the output of a program is kept
	maxMessages = 1 << 20  // of a compiler's
	// NotRun is the failure where programs are compiled that the machine does not run.
	NotRun = "the machine does not run what is compiled"
)

// Run says how a program is run that was built.
type Run struct {
	Program string
	Args    []string
	Work    string        // the folder in which it runs, which is made
	Env     []string      // more of its environment, of which it has little
	Time    time.Duration // 0: as long as the context says
	Files   int           // kilobytes that it may write; 0: the shell sets no limits
	Seconds int           // of processor time, likewise
	Output  int           // how many bytes of its output are kept; 0: maxOutput
}

// Execution is what became of a run.
type Execution struct {
	Stdout   string
	Stderr   string
	Status   int
	Signal   syscall.Signal // that ended it; 0 if none did
	TimedOut bool
	Err      error // it could not be run
}

// Execute runs a program, and ends what it has started.
func Execute(ctx context.Context, r Run) (x Execution) {
	if r.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.Time)
		defer cancel()
	}
	if err := os.Mkdir(r.Work, 0o700); err != nil {
		return Execution{Err: err}
	}
	name, args := Absolute(r.Program), r.Args
	if r.Files > 0 { // the shell sets the limits: no core, blocks of 512 bytes
		limits := fmt.Sprintf(`ulimit -c 0; ulimit -f %d; ulimit -t %d; exec "$0" "$@"`, 2*r.Files, r.Seconds)
		name, args = "/bin/sh", append([]string{"-c", limits, name}, args...)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = r.Work
	cmd.Env = append([]string{"LC_ALL=C", "PATH=/usr/bin:/bin", "HOME=" + r.Work, "TMPDIR=" + r.Work}, r.Env...)
	most := cmp.Or(r.Output, maxOutput)
	out, errs := &output{most: most}, &output{most: most}
	cmd.Stdout, cmd.Stderr = out, errs
	group.Own(cmd)
	cmd.Cancel = func() error { return group.Kill(cmd) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	_ = group.Kill(cmd) // what it has left behind; there may be nothing
	x = Execution{Stdout: out.text.String(), Stderr: errs.text.String(), TimedOut: ctx.Err() != nil}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		x.Status = exit.ExitCode()
		if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			x.Signal = ws.Signal()
		} else if x.Status == 126 && strings.Contains(x.Stderr, "Exec format error") { // the shell says so
			x.Err = syscall.ENOEXEC
		}
	} else if err != nil && !x.TimedOut {
		x.Err = err
	}
	return x
}

// Failure says that it did not end as it should, with the status 0; nil if it did.
func (x Execution) Failure() error {
	switch {
	case x.Err != nil:
		return x.Err
	case x.Signal != 0:
		return fmt.Errorf("signal: %s", x.Signal)
	case x.Status != 0:
		return fmt.Errorf("exit status %d", x.Status)
	}
	return nil
}

// output keeps the beginning of what is written to it. It has no other methods of a buffer, by which all would be read.
type output struct {
	text bytes.Buffer
	most int
}

func (o *output) Write(p []byte) (int, error) {
	if room := o.most - o.text.Len(); room > 0 {
		o.text.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

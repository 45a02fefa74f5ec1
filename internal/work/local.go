package work

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// Local runs jobs as processes of this machine.
type Local struct {
	Program []string  // the command, to which the arguments of jobs are added
	Env     []string  // of the processes; nil is ours
	Stderr  io.Writer // nil, or what gets standard error too, as it comes
}

// Run implements Runner. A job that goes on after ctx has ended is killed with all that it has started.
func (l Local) Run(ctx context.Context, j Job) (Answer, error) {
	cmd := exec.Command(l.Program[0], slices.Concat(l.Program[1:], j.Args)...)
	cmd.Dir, cmd.Env = j.Dir, l.Env
	holdLifeline(cmd)
	if j.In != nil {
		cmd.Stdin = bytes.NewReader(j.In)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &tail{buf: &stderr}
	if l.Stderr != nil {
		cmd.Stderr = io.MultiWriter(cmd.Stderr, l.Stderr)
	}
	w := worker{cmd: cmd, limit: j.Time + j.Time/10, processor: j.CPU + j.CPU/10, memory: j.Memory + j.Memory/10}
	killed, err := w.run(ctx)
	if ctx.Err() != nil {
		return Answer{}, context.Cause(ctx)
	}
	a := Answer{Out: stdout.Bytes(), Err: strings.TrimSpace(stderr.String()), Killed: killed, Wall: w.wall, CPU: w.cpu, Memory: w.peak}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		a.Status = exit.ExitCode()
	case err != nil:
		a.Failed = err
	}
	return a, nil
}

// tail keeps the first and the last of what is written.
type tail struct {
	buf *bytes.Buffer
}

const tailSize = 8 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.buf.Write(p)
	if n := t.buf.Len(); n > 4*tailSize {
		b := t.buf.Bytes()
		kept := append(append(b[:tailSize:tailSize], "\n…\n"...), b[n-tailSize:]...)
		t.buf.Reset()
		t.buf.Write(kept)
	}
	return len(p), nil
}

package tool

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Result is what a tool said.
type Result struct {
	Verdict  string // TRUE, FALSE, UNKNOWN
	Property string // of FALSE
	Reason   string // of UNKNOWN, in a word or two
	Detail   string // of UNKNOWN: the last lines of the output
}

// tailLines is how many lines of the output are shown where no verdict was found.
const tailLines = 12

// maxLine bounds a line of the output; what is longer is read as several.
const maxLine = 64 << 10

// Run runs the tool on a task, with options of a column. What goes wrong with the tool is a Result too; the error is
// of a tool that is not there, or of the machine. All processes of the tool are ended when it returns.
func (a *Adapter) Run(ctx context.Context, t Task, l Limits, options []string) (*Result, error) {
	if _, ok := a.Properties[t.propertyName()]; !ok && len(a.Properties) > 0 {
		return &Result{Verdict: "UNKNOWN", Reason: "property", Detail: fmt.Sprintf("The adapter of %s does not know %s.", a.Name, t.propertyName())}, nil
	}
	folder, err := os.MkdirTemp("", "craig-tool")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	for _, f := range a.Write {
		if err := os.WriteFile(filepath.Join(folder, f.Name), []byte(f.Text), 0o666); err != nil {
			return nil, err
		}
	}
	deadline := time.Time{}
	if l.Time > 0 {
		deadline = time.Now().Add(l.Time)
	}
	for _, step := range []struct {
		command []string
		last    bool
	}{{a.Prepare, false}, {a.Command, true}} {
		command := step.command
		if len(command) == 0 {
			continue
		}
		args, err := a.arguments(command, t, l, options, folder)
		if err != nil {
			return &Result{Verdict: "UNKNOWN", Reason: "input", Detail: err.Error()}, nil
		}
		o := &output{rules: a.Verdicts, matched: make([]string, len(a.Verdicts)), hit: make([]bool, len(a.Verdicts))}
		status, ended, err := watched(ctx, args, folder, deadline, l.Memory, o)
		switch {
		case err != nil:
			return nil, err
		case ended != "":
			return &Result{Verdict: "UNKNOWN", Reason: ended, Detail: o.text()}, nil
		case step.last:
			return a.judge(o, status, t), nil
		case status != 0:
			return &Result{Verdict: "UNKNOWN", Reason: "input", Detail: args[0] + ": " + o.text()}, nil
		}
	}
	panic("no command")
}

// judge finds the verdict.
func (a *Adapter) judge(o *output, status int, t Task) *Result {
	for i, r := range a.Verdicts {
		if r.line != nil && !o.hit[i] || r.Exit != nil && *r.Exit != status {
			continue
		}
		word, rest, _ := strings.Cut(strings.TrimSuffix(strings.ReplaceAll(r.Verdict, "$1", o.matched[i]), ")"), "(")
		switch res := (&Result{Verdict: word}); word {
		case "TRUE":
			return res
		case "FALSE":
			if res.Property = rest; rest == "" {
				res.Property = t.propertyName()
			}
			if res.Property == "unreach-label" {
				res.Property = "unreach-call"
			}
			return res
		default:
			if res.Reason = rest; rest == "" {
				res.Reason = "unknown"
			}
			res.Detail = o.text()
			return res
		}
	}
	res := &Result{Verdict: "UNKNOWN", Reason: "no verdict", Detail: o.text()}
	if status != 0 {
		res.Reason = fmt.Sprintf("exit %d", status)
	}
	return res
}

// output is what a tool writes, of which rules and the last lines are kept.
type output struct {
	rules []Rule

	mu      sync.Mutex
	hit     []bool
	matched []string // the first group of the first line that matched
	last    []string
}

// read reads lines until the end.
func (o *output) read(r io.Reader) {
	lines := bufio.NewReaderSize(r, maxLine)
	for {
		text, err := lines.ReadSlice('\n')
		if len(text) > 0 {
			o.line(strings.TrimRight(string(text), "\r\n"))
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

func (o *output) line(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, r := range o.rules {
		if o.hit[i] || r.line == nil {
			continue
		}
		if m := r.line.FindStringSubmatch(text); m != nil {
			o.hit[i] = true
			if len(m) > 1 {
				o.matched[i] = m[1]
			}
		}
	}
	if o.last = append(o.last, text); len(o.last) > tailLines {
		o.last = o.last[1:]
	}
}

func (o *output) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := strings.TrimSpace(strings.Join(o.last, "\n"))
	if len(text) > 4<<10 {
		text = "…" + text[len(text)-4<<10:]
	}
	return strings.ToValidUTF8(text, "?")
}

// grace is how long processes have between being asked to end and being killed.
const grace = 2 * time.Second

// watched runs a command in a folder until it ends, or until a limit or ctx does: then ended says which.
func watched(ctx context.Context, args []string, folder string, deadline time.Time, memory int64, o *output) (status int, ended string, err error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = folder
	r, w, err := os.Pipe()
	if err != nil {
		return 0, "", err
	}
	defer r.Close()
	cmd.Stdout, cmd.Stderr = w, w
	g := ownGroup(cmd)
	err = cmd.Start()
	w.Close()
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("%s: %w", args[0], errNotInstalled)
		}
		return 0, "", err
	}
	defer g.kill()
	done := make(chan error, 1)
	go func() {
		done <- cmd.Wait()
	}()
	read := make(chan struct{})
	go func() {
		o.read(r)
		close(read)
	}()
	var late <-chan time.Time
	if !deadline.IsZero() {
		timer := time.NewTimer(time.Until(deadline))
		defer timer.Stop()
		late = timer.C
	}
	watch := time.NewTicker(100 * time.Millisecond)
	defer watch.Stop()
	over, killing := ctx.Done(), (<-chan time.Time)(nil)
	end := func(why string) {
		ended, over, late = why, nil, nil
		g.ask()
		killing = time.After(grace)
	}
	for {
		select {
		case <-over:
			end("interrupted")
		case <-late:
			end("timeout")
		case <-killing:
			g.kill()
		case <-watch.C:
			if memory > 0 && ended == "" && g.memory() > memory {
				end("memory")
			}
		case err := <-done:
			g.kill() // what it has left behind holds the pipe open
			select {
			case <-read:
			case <-time.After(grace):
				r.SetReadDeadline(time.Now())
			}
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				return 0, ended, err
			}
			return cmd.ProcessState.ExitCode(), ended, nil
		}
	}
}

// AskVersion asks the tool for its version; "" is one that it does not tell.
func (a *Adapter) AskVersion(ctx context.Context) (string, error) {
	command := a.Version.Command
	if len(command) == 0 {
		_, err := exec.LookPath(a.Command[0])
		if err != nil {
			return "", fmt.Errorf("%s: %w", a.Command[0], errNotInstalled)
		}
		return "", nil
	}
	folder, err := os.MkdirTemp("", "craig-tool")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	pattern := regexp.MustCompile(`(.*\S.*)`)
	if a.Version.Line != "" {
		pattern = regexp.MustCompile(a.Version.Line)
	}
	o := &output{rules: []Rule{{line: pattern}}, hit: make([]bool, 1), matched: make([]string, 1)}
	_, _, err = watched(ctx, slices.Clone(command), folder, time.Now().Add(time.Minute), 0, o)
	return strings.TrimSpace(o.matched[0]), err
}

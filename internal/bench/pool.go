package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/resultfile"
)

// Exit statuses of craig verify that matter here.
const (
	exitUsage = 64
	exitInput = 65
	exitIO    = 74
)

// Pool runs tasks on this machine.
type Pool struct {
	Program []string      // the worker's command, without verify: nothing is added but options
	Jobs    int           // workers at a time, at least 1
	Time    time.Duration // the limit of each worker; 0 is none
	Memory  int64         // likewise, in bytes

	Findings *Findings // nil, or what overrules the published verdicts
	Store    *Store    // nil, or where outcomes are kept and found again
	// Done is nil or told each outcome as it comes, one at a time.
	Done func(done, total int, o Outcome)
}

// UsageError is a column that the worker does not understand.
type UsageError struct {
	Column string
	Text   string // what the worker said
}

func (e *UsageError) Error() string { return fmt.Sprintf("column %s: %s", e.Column, e.Text) }

// Run runs every task in every column. The outcomes are in order: tasks as given, for each the
// columns as given. When ctx ends, workers are killed, and the outcomes that are there are
// returned with ctx's error. A *UsageError ends the run too, since every task would fail likewise.
func (p *Pool) Run(ctx context.Context, tasks []Task, columns []Column) ([]Outcome, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type job struct{ task, column int }
	jobs := make(chan job)
	go func() {
		defer close(jobs)
		for t := range tasks {
			for c := range columns {
				select {
				case jobs <- job{t, c}:
				case <-ctx.Done():
					return
				}
			}
		}
	}()

	keys := newKeys(p)
	outcomes := make([]*Outcome, len(tasks)*len(columns))
	done := 0
	var mu sync.Mutex // guards outcomes, done, Store, Done
	var workers sync.WaitGroup
	for range max(p.Jobs, 1) {
		workers.Go(func() {
			for j := range jobs {
				task, column := tasks[j.task], columns[j.column]
				var key string
				if p.Store != nil {
					key = keys.of(task, column)
				}
				mu.Lock()
				o, kept := p.Store.find(key)
				mu.Unlock()
				o.Task, o.Column = task, column.Name // which may have other names by now
				if !kept {
					var err error
					if o, err = p.run(ctx, task, column); err != nil {
						cancel(err)
						return
					}
				}
				mu.Lock()
				if !kept {
					if err := p.Store.add(key, o); err != nil {
						cancel(err)
					}
				}
				p.Findings.judge(&o, column)
				outcomes[j.task*len(columns)+j.column] = &o
				done++
				if p.Done != nil {
					p.Done(done, len(outcomes), o)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	var list []Outcome
	for _, o := range outcomes {
		if o != nil {
			list = append(list, *o)
		}
	}
	return list, context.Cause(ctx)
}

// run runs one worker. The error is ctx's or a *UsageError.
func (p *Pool) run(ctx context.Context, t Task, c Column) (Outcome, error) {
	args := append(p.Program[1:len(p.Program):len(p.Program)], "--json", "-", "--quiet", "--progress", "none", "--task", t.File)
	if t.Property != "" {
		args = append(args, "--property", t.Property)
	}
	if p.Time > 0 {
		args = append(args, "--timeout", p.Time.String())
	} else {
		args = append(args, "--timeout", "none")
	}
	if p.Memory > 0 {
		args = append(args, "--memory", fmt.Sprintf("%dB", p.Memory))
	}
	cmd := exec.Command(p.Program[0], slices.Concat(args, c.Args, t.Args)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &tail{buf: &stderr}
	w := worker{cmd: cmd, limit: p.Time + p.Time/10, memory: p.Memory + p.Memory/10}
	killed, err := w.run(ctx)
	if ctx.Err() != nil {
		return Outcome{}, context.Cause(ctx)
	}
	o := Outcome{Task: t, Column: c.Name, Wall: w.wall, CPU: w.cpu, Memory: w.peak}
	text := strings.TrimSpace(stderr.String())
	var exit *exec.ExitError
	status := 0
	switch {
	case killed != "":
		o.crashed("killed: "+killed, "it did not keep its own limit and was killed from outside")
		return o, nil
	case errors.As(err, &exit):
		status = exit.ExitCode()
	case err != nil:
		o.crashed("not started", err.Error())
		return o, nil
	}
	if status == exitUsage {
		return o, &UsageError{c.Name, text}
	}
	if status == exitInput || status == exitIO {
		o.Verdict, o.Reason, o.Detail = "UNKNOWN(input)", "input", text
		return o, nil
	}
	var doc resultfile.Document
	if err := json.Unmarshal(stdout.Bytes(), &doc); err != nil || doc.Schema != resultfile.Schema {
		o.crashed(fmt.Sprintf("exit %d", status), text)
		return o, nil
	}
	o.judge(&doc)
	return o, nil
}

// crashed makes the outcome one of a worker that failed.
func (o *Outcome) crashed(reason, detail string) {
	o.Judgement, o.Verdict, o.Reason, o.Detail = Crashed, "UNKNOWN("+reason+")", reason, detail
}

// judge takes over a result file.
func (o *Outcome) judge(doc *resultfile.Document) {
	o.Verdict, o.Lost = doc.Line(), doc.Lost
	for _, s := range doc.Stats {
		o.Stats = append(o.Stats, Stat{s.Name, s.Value})
	}
	switch doc.Verdict {
	case verdict.True.String(), verdict.False.String():
		switch answer := doc.Verdict == verdict.True.String(); {
		case o.Task.Expected == nil:
			o.Judgement = Unjudged
		case *o.Task.Expected == answer:
			o.Judgement = Right
			if sub := o.Task.Subproperty; !answer && sub != "" && doc.Property != sub {
				o.Judgement, o.Detail = Wrong, "another property is violated than "+sub
			}
		default:
			o.Judgement = Wrong
		}
	default:
		o.Reason, o.Detail = doc.Reason, doc.Detail
		if doc.Bug != "" {
			o.Judgement, o.Detail = Crashed, doc.Bug
		}
	}
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

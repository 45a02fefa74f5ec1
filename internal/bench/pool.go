package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// Exit statuses of craig verify that matter here.
const (
	exitUsage = 64
	exitInput = 65
	exitIO    = 74
)

// Pool runs tasks.
type Pool struct {
	Program []string      // the worker's command, without verify: nothing is added but options
	Jobs    int           // tasks under way at a time, at least 1
	Time    time.Duration // the limit of each task; 0 is none
	CPU     time.Duration // likewise of processor time, in columns of craig
	Memory  int64         // likewise, in bytes

	Runner   work.Runner       // who runs the tasks; nil is processes of this machine
	Findings *Findings         // nil, or what overrules the published verdicts
	Store    Store             // nil, or where outcomes are kept and found again
	Tools    map[string]string // the versions of the tools of columns, by their adapters
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
	r := &poolRun{Pool: p, tasks: tasks, columns: columns, keys: newKeys(p), outcomes: make([]*Outcome, len(tasks)*len(columns))}
	if r.Runner == nil {
		r.Runner = work.Local{Program: p.Program[:1]}
	}
	work.Each(ctx, p.Jobs, len(r.outcomes), func(i int) {
		if err := r.one(ctx, i); err != nil {
			cancel(err)
		}
	})
	var list []Outcome
	for _, o := range r.outcomes {
		if o != nil {
			list = append(list, *o)
		}
	}
	return list, context.Cause(ctx)
}

// poolRun is a run of a pool.
type poolRun struct {
	*Pool
	tasks   []Task
	columns []Column
	keys    *keys

	mu       sync.Mutex // guards what follows, and Store, Findings and Done
	outcomes []*Outcome
	count    int // of outcomes
}

// one takes the outcome at a place from the store, or runs its task.
func (r *poolRun) one(ctx context.Context, i int) error {
	task, column := r.tasks[i/len(r.columns)], r.columns[i%len(r.columns)]
	var key string
	var kept Outcome
	var result []byte
	found := false
	if r.Store != nil {
		key = r.keys.of(task, column)
		r.mu.Lock()
		var err error
		kept, found, err = r.Store.Find(key)
		r.mu.Unlock()
		if err != nil {
			return err
		}
	}
	if !found {
		var err error
		if kept, result, err = r.run(ctx, task, column); err != nil {
			return err
		}
	}
	o := kept
	kept.Task, kept.Column = Task{}, "" // which may be others in other runs
	o.Task, o.Column = task, column.Name
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Findings.judge(&o, column)
	if r.Store != nil {
		if err := r.Store.Add(key, i, kept, o, result); err != nil {
			return err
		}
	}
	r.outcomes[i] = &o
	r.count++
	if r.Done != nil {
		r.Done(r.count, len(r.outcomes), o)
	}
	return nil
}

// run runs a task. What comes with the outcome is its result file for the store; the error is ctx's or a *UsageError.
func (p *poolRun) run(ctx context.Context, t Task, c Column) (Outcome, []byte, error) {
	args, files := p.Program[1:len(p.Program):len(p.Program)], p.keys.files(t, c)
	adapter, options := c.Tool()
	options = slices.Concat(options, t.Args)
	if adapter != "" {
		args, options = []string{"tool", "run", adapter}, append([]string{"--"}, options...)
	} else {
		options = append([]string{"--quiet", "--progress", "none"}, options...)
	}
	args = append(args, "--json", "-", "--task", t.File)
	if t.Property != "" {
		args = append(args, "--property", t.Property)
	}
	if p.Time > 0 {
		args = append(args, "--timeout", p.Time.String())
	} else {
		args = append(args, "--timeout", "none")
	}
	processor := p.CPU
	if adapter != "" {
		processor = 0
	}
	if processor > 0 {
		args = append(args, "--cpu-timeout", processor.String())
	}
	if p.Memory > 0 {
		args = append(args, "--memory", fmt.Sprintf("%dB", p.Memory))
	}
	a, err := p.Runner.Run(ctx, work.Job{Args: append(args, options...), Files: files, Time: p.Time, CPU: processor, Memory: p.Memory})
	if err != nil {
		return Outcome{}, nil, err
	}
	o := Outcome{Task: t, Column: c.Name, Worker: a.Worker, Wall: a.Wall, CPU: a.CPU, Memory: a.Memory}
	text, status := a.Err, a.Status
	switch {
	case a.Killed != "":
		o.crashed("killed: "+a.Killed, "it did not keep its own limit and was killed from outside")
		return o, nil, nil
	case a.Failed != nil:
		o.crashed("not started", a.Failed.Error())
		return o, nil, nil
	}
	if status == exitUsage {
		return o, nil, &UsageError{c.Name, text}
	}
	if status == exitInput || status == exitIO {
		o.Verdict, o.Reason, o.Detail = "UNKNOWN(input)", "input", text
		return o, nil, nil
	}
	var doc resultfile.Document
	if err := json.Unmarshal(a.Out, &doc); err != nil || doc.Schema != resultfile.Schema {
		o.crashed(fmt.Sprintf("exit %d", status), text)
		return o, nil, nil
	}
	o.judge(&doc)
	var result []byte
	if p.Store != nil {
		result = pack(a.Out, &doc)
	}
	return o, result, nil
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
	if u := doc.Unchecked; u != nil {
		o.Stats = append(o.Stats, Stat{unchecked, float64(u.Answers)})
	}
	if u := doc.Unfollowed; u != nil {
		o.Stats = append(o.Stats, Stat{unfollowed, float64(u.Steps)})
	}
	for _, p := range doc.Phases {
		o.Phases = append(o.Phases, Stat{p.Name, p.Seconds})
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

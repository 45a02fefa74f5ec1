package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"craig/internal/ask"
	"craig/internal/work"
)

// same is the same for questions about the same program, whoever is to answer them.
func same(q *ask.Question) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d %s", q.Property, q.Entry, q.Label, q.Bits, q.Text))
	return hex.EncodeToString(sum[:8])
}

// What is remembered.
const (
	maxKept   = 40        // jobs
	maxResult = 64 << 20  // bytes of one result file, and of its page
	maxStored = 256 << 20 // bytes of all results
)

// jobs are all jobs of a server.
type jobs struct {
	ctx     context.Context
	o       Options
	running chan struct{}
	work    sync.WaitGroup

	mu    sync.Mutex
	all   []*job // in the order in which they came
	count int
}

func newJobs(ctx context.Context, o Options) *jobs {
	return &jobs{ctx: ctx, o: o, running: make(chan struct{}, max(o.Running, 1))}
}

func (js *jobs) wait() { js.work.Wait() }

// add begins a job, or has it wait, if not too many do.
func (js *jobs) add(q ask.Question) (*job, bool) {
	js.mu.Lock()
	defer js.mu.Unlock()
	open := 0
	for _, j := range js.all {
		if !j.state().Done {
			open++
		}
	}
	if open >= max(js.o.Running, 1)+js.o.Waiting || js.ctx.Err() != nil {
		return nil, false
	}
	for i := 0; i < len(js.all) && len(js.all) >= maxKept; i++ { // the oldest that is done goes
		if js.all[i].state().Done {
			js.all = slices.Delete(js.all, i, i+1)
			break
		}
	}
	js.count++
	ctx, cancel := context.WithCancel(js.ctx)
	j := &job{id: NewToken(), number: js.count, question: q, cancel: cancel, ended: make(chan struct{}), asked: time.Now(), program: same(&q), search: search{names: js.o.Kinds, kinds: make([]int, len(js.o.Kinds))}}
	js.all = append(js.all, j)
	js.work.Go(func() {
		defer cancel()
		defer close(j.ended)
		select {
		case js.running <- struct{}{}:
			defer func() { <-js.running }()
			j.run(ctx, js.o)
			js.forget()
		case <-ctx.Done():
			j.finish("stopped", "")
		}
	})
	return j, true
}

// forget drops the results of the oldest jobs, if all together are too large.
func (js *jobs) forget() {
	js.mu.Lock()
	defer js.mu.Unlock()
	size := 0
	for _, j := range slices.Backward(js.all) {
		j.mu.Lock()
		if size += len(j.result) + len(j.page) + len(j.search.text); size > maxStored {
			j.result, j.page, j.search.text = nil, nil, nil
		}
		j.mu.Unlock()
	}
}

func (js *jobs) find(id string) *job {
	js.mu.Lock()
	defer js.mu.Unlock()
	if i := slices.IndexFunc(js.all, func(j *job) bool { return j.id == id }); i >= 0 {
		return js.all[i]
	}
	return nil
}

func (js *jobs) list() []State {
	js.mu.Lock()
	defer js.mu.Unlock()
	list := []State{}
	for _, j := range js.all {
		list = append(list, j.state())
	}
	return list
}

// job is a question, and what is known of its answer.
type job struct {
	id       string
	number   int
	question ask.Question
	cancel   context.CancelFunc
	ended    chan struct{}
	asked    time.Time
	program  string

	mu      sync.Mutex
	began   time.Time
	took    time.Duration
	done    bool
	verdict string
	message string
	search  search
	partial []byte   // of standard error: a line that has not ended
	said    []string // lines that are no steps
	result  []byte
	page    []byte
}

// State is what a page shows of a job.
type State struct {
	ID       string         `json:"id"`
	Number   int            `json:"number"`
	Name     string         `json:"name"`
	Property string         `json:"property"`
	Engine   string         `json:"engine"`
	Running  bool           `json:"running"`
	Done     bool           `json:"done"`
	Seconds  float64        `json:"seconds"`
	Verdict  string         `json:"verdict"`
	Message  string         `json:"message"`
	Kinds    map[string]int `json:"kinds"`  // of steps
	Labels   []string       `json:"labels"` // the last ones
	Page     bool           `json:"page"`
	Program  string         `json:"program"` // the same for jobs with the same program, function and property
}

func (j *job) state() State {
	j.mu.Lock()
	defer j.mu.Unlock()
	st := State{ID: j.id, Number: j.number, Name: j.question.Name, Property: j.question.Property, Engine: j.question.Engine, Running: !j.began.IsZero() && !j.done,
		Done: j.done, Seconds: j.took.Seconds(), Verdict: j.verdict, Message: j.message, Kinds: j.search.counts(), Labels: append([]string{}, j.search.last...), Page: j.page != nil, Program: j.program}
	if st.Running {
		st.Seconds = time.Since(j.began).Seconds()
	}
	return st
}

func (j *job) json() []byte { j.mu.Lock(); defer j.mu.Unlock(); return j.result }
func (j *job) html() []byte { j.mu.Lock(); defer j.mu.Unlock(); return j.page }

func (j *job) finish(verdict, message string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done, j.verdict, j.message = true, verdict, message
	if !j.began.IsZero() {
		j.took = time.Since(j.began)
	}
}

// Write reads standard error as it comes.
func (j *job) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.partial = append(j.partial, p...)
	for {
		i := bytes.IndexByte(j.partial, '\n')
		if i < 0 {
			if len(j.partial) > 1<<20 { // a label of any length
				j.partial = j.partial[:1<<10]
			}
			return len(p), nil
		}
		line := j.partial[:i]
		j.partial = j.partial[i+1:]
		if !j.search.take(line) && len(j.said) < 20 {
			j.said = append(j.said, string(line[:min(i, 4096)]))
		}
	}
}

// run answers the question.
func (j *job) run(ctx context.Context, o Options) {
	j.mu.Lock()
	j.began = time.Now()
	j.mu.Unlock()
	files := Files{Result: filepath.Join(o.Dir, j.id+".json"), Page: filepath.Join(o.Dir, j.id+".html")}
	defer os.Remove(files.Result)
	defer os.Remove(files.Page)
	runner := work.Local{Program: o.Program, Stderr: j}
	a, err := runner.Run(ctx, work.Job{Args: o.Args(j.question, files), In: []byte(j.question.Text), Dir: o.Dir, Time: time.Duration(j.question.Seconds) * time.Second, Memory: o.Memory})
	switch {
	case err != nil:
		j.finish("stopped", "")
		return
	case a.Failed != nil:
		j.finish("failed", a.Failed.Error())
		return
	case a.Killed != "":
		j.finish("UNKNOWN("+map[string]string{"time": "timeout", "processor time": "timeout", "memory": "memory"}[a.Killed]+")", "It took too much "+a.Killed+" and was killed.")
		return
	}
	result, err := read(files.Result)
	if err != nil {
		j.finish("no answer", "The result cannot be shown: "+err.Error()+".")
		return
	}
	var doc struct{ Verdict, Property, Reason, Detail string }
	if json.Unmarshal(result, &doc) != nil || doc.Verdict == "" {
		j.mu.Lock()
		said := strings.Join(j.said, "\n")
		j.mu.Unlock()
		j.finish("no answer", said)
		return
	}
	line := doc.Verdict
	switch doc.Verdict {
	case "FALSE":
		line += "(" + doc.Property + ")"
	case "UNKNOWN":
		line += "(" + doc.Reason + ")"
	}
	page, err := read(files.Page)
	if err != nil {
		doc.Detail = strings.TrimSpace(doc.Detail + " The page cannot be shown: " + err.Error() + ".")
	}
	j.mu.Lock()
	j.result, j.page = result, page
	j.mu.Unlock()
	j.finish(line, doc.Detail)
}

// read reads a file of a job; nil if it has written none.
func read(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case os.IsNotExist(err):
		return nil, nil
	case err != nil:
		return nil, err
	case info.Size() > maxResult:
		return nil, fmt.Errorf("it has %d bytes, of at most %d", info.Size(), maxResult)
	}
	return os.ReadFile(name)
}

package portfolio_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/portfolio"
	"craig/internal/program/ir"
)

// says is an engine with a fixed answer, after wait is closed or ctx is done.
func says(name string, v verdict.Verdict, err error, wait <-chan struct{}) *engine.Engine {
	return &engine.Engine{Name: name, Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		select {
		case <-wait:
		case <-ctx.Done():
			return &verdict.Result{Reason: "timeout"}, nil
		}
		task.Event(engine.Event{Kind: engine.Expand})
		return &verdict.Result{Verdict: v, Reason: verdict.Reason(name)}, err
	}}
}

// panics is an engine with a bug.
func panics(name string) *engine.Engine {
	return &engine.Engine{Name: name, Run: func(context.Context, *engine.Task) (*verdict.Result, error) { panic("oops") }}
}

// TestRun: who answers, and who is lost.
func TestRun(t *testing.T) {
	now, never := make(chan struct{}), make(chan struct{})
	close(now)
	broken := errors.New("broken")
	unknown := says("unknown", verdict.Unknown, nil, now)
	proof := says("proof", verdict.True, nil, now)
	slow := says("slow", verdict.False, nil, never)
	fault := says("fault", verdict.True, broken, now)
	lie := says("lie", verdict.True, nil, now)   // the judge says so
	open := says("open", verdict.True, nil, now) // the judge does not know
	of := func(es ...*engine.Engine) portfolio.Lane { return portfolio.Of(1, es...) }
	judge := func(_ context.Context, e *engine.Engine, _ *verdict.Result) (bool, error) {
		switch e.Name {
		case "lie":
			return false, errors.New("a lie")
		case "open":
			return false, nil
		case "trap":
			panic("the judge")
		}
		return true, nil
	}
	for _, c := range []struct {
		name  string
		lanes []portfolio.Lane
		want  string // who answers
		ok    bool
		lost  string
	}{
		{"one", []portfolio.Lane{of(proof)}, "proof", true, ""},
		{"the next takes over", []portfolio.Lane{of(unknown, proof)}, "proof", true, ""},
		{"the last has the reason", []portfolio.Lane{of(unknown, says("last", verdict.Unknown, nil, now))}, "last", false, ""},
		{"the quick lane wins", []portfolio.Lane{of(slow), of(unknown, proof)}, "proof", true, ""},
		{"nobody knows", []portfolio.Lane{of(unknown), of(says("other", verdict.Unknown, nil, now))}, "unknown", false, ""},
		{"an error", []portfolio.Lane{of(unknown), of(fault)}, "unknown", false, "fault: broken"},
		{"an error, and the next takes over", []portfolio.Lane{of(fault, proof)}, "proof", true, "fault: broken"},
		{"an error, and another lane goes on", []portfolio.Lane{of(fault), of(unknown, proof)}, "proof", true, "fault: broken"},
		{"a panic alone", []portfolio.Lane{of(panics("bad"))}, "", false, "bad: panic: oops"},
		{"a panic, and the next takes over", []portfolio.Lane{of(panics("bad"), proof)}, "proof", true, "bad: panic: oops"},
		{"panics everywhere", []portfolio.Lane{of(panics("bad")), of(panics("bad"), panics("worse"))}, "", false, "bad: panic: oops|bad: panic: oops|worse: panic: oops"},
		{"a lie, and the next takes over", []portfolio.Lane{of(lie, proof)}, "proof", true, "lie: a lie"},
		{"a lie alone", []portfolio.Lane{of(lie)}, "", false, "lie: a lie"},
		{"an open proof, and the next takes over", []portfolio.Lane{of(open, proof)}, "proof", true, ""},
		{"a panic of the judge", []portfolio.Lane{of(says("trap", verdict.True, nil, now), proof)}, "proof", true, "trap: panic: the judge"},
	} {
		for _, processors := range []int{1, 2, 8} {
			events := 0 // without a lock: calls do not overlap
			task := &engine.Task{Event: func(engine.Event) { events++ }}
			lanes := c.lanes
			if c.name == "an error, and another lane goes on" { // which is not faster
				first := make(chan struct{})
				lanes = []portfolio.Lane{of(&engine.Engine{Name: "fault", Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
					defer time.AfterFunc(20*time.Millisecond, func() { close(first) })
					return nil, broken
				}}), of(says("proof", verdict.True, nil, first))}
			}
			a, ok, losses := portfolio.Run(context.Background(), task, judge, limit.Budget{Processors: processors}, lanes...)
			name := ""
			if a.Engine != nil {
				name = a.Engine.Name
			}
			var lost []string
			for _, l := range losses {
				lost = append(lost, l.Engine.Name+": "+l.Err.Error())
				if strings.Contains(l.Err.Error(), "panic") && len(l.Stack) == 0 {
					t.Errorf("%s: no stack", c.name)
				}
			}
			slices.Sort(lost)
			if name != c.want || ok != c.ok || strings.Join(lost, "|") != c.lost {
				t.Errorf("%s, %d processors: %q says %v, %v; lost %q; want %q, %v, %q", c.name, processors, name, a.Result, ok, lost, c.want, c.ok, c.lost)
			}
		}
	}
}

// TestEnd: lanes that wait for their turn, and those that have it, end with the context.
func TestEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var begun atomic.Int32
	busy := &engine.Engine{Name: "busy", Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		if begun.Add(1) == 3 {
			cancel()
		}
		for ctx.Err() == nil {
			task.Event(engine.Event{})
		}
		return &verdict.Result{Reason: "timeout"}, nil
	}}
	l := portfolio.Of(1, busy)
	if _, ok, losses := portfolio.Run(ctx, &engine.Task{}, nil, limit.Budget{Processors: 1}, l, l, l, l, l); ok || len(losses) > 0 {
		t.Error(ok, losses)
	}
}

// TestHeadStart: a lane that is second begins when the first one has made its steps or has ended.
func TestHeadStart(t *testing.T) {
	for _, steps := range []int{10, 1000, 100_000} {
		var made atomic.Int64
		begun := make(chan int64, 1)
		first := &engine.Engine{Name: "first", Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			for range steps {
				made.Add(1)
				task.Event(engine.Event{})
			}
			return &verdict.Result{}, nil
		}}
		second := &engine.Engine{Name: "second", Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
			begun <- made.Load()
			return &verdict.Result{}, nil
		}}
		l := portfolio.Of(1, second)
		l.Delayed = true
		start := time.Now()
		portfolio.Run(context.Background(), &engine.Task{}, nil, limit.Budget{Processors: 2}, portfolio.Of(1, first), l)
		slow := time.Since(start) > 100*time.Millisecond // the machine is busy, and the head start may have run out
		if n := <-begun; !slow && n < min(int64(steps), 1000) {
			t.Errorf("of %d steps only %d have been made", steps, n)
		}
	}
}

// TestMemory: lanes are stopped from the last one on while memory is scarce; the first one goes on.
func TestMemory(t *testing.T) {
	var used atomic.Int64
	used.Store(100)
	stopped := make(chan string, 3)
	hungry := func(name string) *engine.Engine {
		return &engine.Engine{Name: name, Run: func(ctx context.Context, _ *engine.Task) (*verdict.Result, error) {
			<-ctx.Done()
			if used.Add(-20); used.Load() == 60 {
				defer close(stopped)
			}
			stopped <- name
			return &verdict.Result{Reason: "timeout"}, nil
		}}
	}
	first := &engine.Engine{Name: "first", Run: func(ctx context.Context, _ *engine.Task) (*verdict.Result, error) {
		var names []string
		for name := range stopped {
			names = append(names, name)
		}
		if strings.Join(names, " ") != "c b" || ctx.Err() != nil {
			t.Errorf("%q have been stopped, and the first one's context has ended with %v", names, ctx.Err())
		}
		return &verdict.Result{Reason: "done"}, nil
	}}
	limits := limit.Budget{Processors: 4, Memory: 100, Used: used.Load}
	done := portfolio.Of(1, first, &engine.Engine{Name: "end", Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
		return &verdict.Result{Verdict: verdict.True}, nil
	}})
	judge := func(context.Context, *engine.Engine, *verdict.Result) (bool, error) { return true, nil }
	if _, ok, _ := portfolio.Run(context.Background(), &engine.Task{}, judge, limits, done, portfolio.Of(1, says("a", verdict.Unknown, nil, make(chan struct{}))), portfolio.Of(1, hungry("b")), portfolio.Of(1, hungry("c"))); !ok {
		t.Error("no answer")
	}
}

// TestNothing: only programs without goals are proved by doing nothing.
func TestNothing(t *testing.T) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	p.Main = f
	f.Entry = p.NewLoc(f, ir.Pos{})
	head := p.NewLoc(f, ir.Pos{})
	p.Locs[head].Loop = true
	task := &engine.Task{Program: p}
	r, err := portfolio.Nothing.Run(context.Background(), task)
	if err != nil || r.Verdict != verdict.True || len(r.Proof.(verdict.Invariants)) != 2 {
		t.Errorf("got %v, %v", r, err)
	}
	task.Goals = []ir.Loc{head}
	if r, err := portfolio.Nothing.Run(context.Background(), task); err != nil || r.Verdict != verdict.Unknown {
		t.Errorf("got %v, %v", r, err)
	}
}

// TestSlowJudgement: evidence that takes long to check does not keep the verdict of another lane
// waiting, and ends when that has settled the matter.
func TestSlowJudgement(t *testing.T) {
	now, judging := make(chan struct{}), make(chan struct{})
	close(now)
	heavy := says("heavy", verdict.True, nil, now)
	light := says("light", verdict.True, nil, judging)
	judge := func(ctx context.Context, e *engine.Engine, _ *verdict.Result) (bool, error) {
		if e.Name == "light" {
			return true, nil
		}
		close(judging)
		select {
		case <-ctx.Done():
		case <-time.After(time.Minute):
			t.Error("the other lane had to wait")
		}
		return false, nil
	}
	a, ok, losses := portfolio.Run(context.Background(), &engine.Task{}, judge, limit.Budget{Processors: 2}, portfolio.Of(1, heavy), portfolio.Of(1, light))
	if !ok || a.Engine.Name != "light" || len(losses) > 0 {
		t.Errorf("got %v, %v, %v", a, ok, losses)
	}
}

package portfolio_test

import (
	"context"
	"errors"
	"testing"

	"craig/engine"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/portfolio"
	"craig/program/ir"
)

// says is an engine with a fixed answer, after wait is closed or ctx is done.
func says(name string, v verdict.Verdict, err error, wait <-chan struct{}) *engine.Engine {
	return &engine.Engine{Name: name, Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		select {
		case <-wait:
		case <-ctx.Done():
			return &verdict.Result{Reason: "timeout"}, nil
		}
		if task.Event != nil {
			task.Event(engine.Event{Kind: engine.Expand})
		}
		return &verdict.Result{Verdict: v, Reason: name}, err
	}}
}

func stages(es ...*engine.Engine) portfolio.Lane {
	var l portfolio.Lane
	for _, e := range es {
		l = append(l, portfolio.Stage{Engine: e})
	}
	return l
}

// TestRun: who answers.
func TestRun(t *testing.T) {
	now, never := make(chan struct{}), make(chan struct{})
	close(now)
	broken := errors.New("broken")
	unknown := says("unknown", verdict.Unknown, nil, now)
	proof := says("proof", verdict.True, nil, now)
	slow := says("slow", verdict.False, nil, never)
	fault := says("fault", verdict.True, broken, now)
	for _, c := range []struct {
		name  string
		lanes []portfolio.Lane
		want  string
		err   error
	}{
		{"one", []portfolio.Lane{stages(proof)}, "proof", nil},
		{"the next takes over", []portfolio.Lane{stages(unknown, proof)}, "proof", nil},
		{"the last has the reason", []portfolio.Lane{stages(unknown, says("last", verdict.Unknown, nil, now))}, "last", nil},
		{"the quick lane wins", []portfolio.Lane{stages(slow), stages(unknown, proof)}, "proof", nil},
		{"nobody knows", []portfolio.Lane{stages(unknown), stages(says("other", verdict.Unknown, nil, now))}, "unknown", nil},
		{"a fault is told", []portfolio.Lane{stages(unknown), stages(fault)}, "fault", broken},
		{"an answer is better than a fault", []portfolio.Lane{stages(fault), stages(proof)}, "proof", nil},
	} {
		task := &engine.Task{Event: func(engine.Event) {}}
		if a := portfolio.Run(context.Background(), task, c.lanes...); a.Engine.Name != c.want || a.Err != c.err {
			t.Errorf("%s: %s says %v, %v; want %s", c.name, a.Engine.Name, a.Result, a.Err, c.want)
		}
	}
}

// TestRunPanic: a panic in a lane reaches the caller, and the other lanes are stopped.
func TestRunPanic(t *testing.T) {
	bad := &engine.Engine{Name: "bad", Run: func(context.Context, *engine.Task) (*verdict.Result, error) { panic("bad") }}
	defer func() {
		if p, ok := recover().(*certify.Panic); !ok || p.Value != "bad" || len(p.Stack) == 0 {
			t.Errorf("recovered %v", p)
		}
	}()
	portfolio.Run(context.Background(), &engine.Task{}, stages(says("slow", verdict.True, nil, make(chan struct{}))), stages(bad))
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
	if err != nil || r.Verdict != verdict.True || len(r.Invariants) != 2 {
		t.Errorf("got %v, %v", r, err)
	}
	task.Goals = []ir.Loc{head}
	if r, err := portfolio.Nothing.Run(context.Background(), task); err != nil || r.Verdict != verdict.Unknown {
		t.Errorf("got %v, %v", r, err)
	}
}

package check

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/work"
)

// runnerFunc is a function as a work.Runner.
type runnerFunc func(ctx context.Context, j work.Job) (work.Answer, error)

func (f runnerFunc) Run(ctx context.Context, j work.Job) (work.Answer, error) { return f(ctx, j) }

// TestRunnerFails: a runner that cannot run jobs any more ends the run with its error, whatever it was asked for; nothing is reported as
// looked at.
func TestRunnerFails(t *testing.T) {
	broken := errors.New("the queue has lost it")
	for _, at := range []string{"list", "verify", "replay"} {
		r := &runner{file: "a.c", keys: map[string]string{"true": "1", "false": "2", "unknown": "3"}}
		_, err := Run(t.Context(), []*Unit{{File: "a.c"}}, Options{Commands: words{}, Jobs: 2, Rounds: 2, Confirm: ConfirmAll, Runner: runnerFunc(func(ctx context.Context, j work.Job) (work.Answer, error) {
			if j.Args[0] == at {
				return work.Answer{}, broken
			}
			return r.Run(ctx, j)
		})})
		if err != broken {
			t.Errorf("%s: %v", at, err)
		}
	}
}

// TestNotStarted: that nobody could look at a function is told, and is not what the next run takes it for.
func TestNotStarted(t *testing.T) {
	cache := &Cache{Dir: t.TempDir()}
	r := &runner{file: "a.c", keys: map[string]string{"true": "1", "false": "2", "unknown": "3"}}
	dying := true
	opts := Options{Commands: words{}, Jobs: 1, Rounds: 2, Confirm: ConfirmNever, Cache: cache, Runner: runnerFunc(func(ctx context.Context, j work.Job) (work.Answer, error) {
		if dying && j.Args[0] == "verify" {
			return work.Answer{Failed: errors.New("workers died of it")}, nil
		}
		return r.Run(ctx, j)
	})}
	var got []string
	for range 2 {
		report, err := Run(t.Context(), []*Unit{{File: "a.c"}}, opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Functions {
			got = append(got, f.Verdict+" "+f.Detail)
		}
		dying = false
	}
	if len(got) != 6 || got[0] != "UNKNOWN workers died of it" || !strings.HasPrefix(got[3], "TRUE") {
		t.Errorf("%q", got)
	}
}

// TestApart: what workers have read counts only if it is what is here; else the unit is read here, and its files go with the jobs.
func TestApart(t *testing.T) {
	t.Chdir(t.TempDir())
	r := &runner{file: "a.c", keys: map[string]string{"true": "1", "false": "2", "unknown": "3"}}
	var here []string
	_, err := Run(t.Context(), []*Unit{{File: "a.c"}}, Options{Commands: words{}, Jobs: 1, Rounds: 1, Confirm: ConfirmNever, Runner: r, // it does not say what it has read
		Here: runnerFunc(func(ctx context.Context, j work.Job) (work.Answer, error) {
			here = append(here, j.Args[0])
			return r.Run(ctx, j)
		})})
	if err != nil || !slices.Equal(here, []string{"list"}) {
		t.Errorf("%v, %q", err, here)
	}
	here = nil
	absolute := filepath.Join(t.TempDir(), "a.c")
	keys := 0
	_, err = Run(t.Context(), []*Unit{{File: absolute}}, Options{Commands: words{}, Jobs: 1, Rounds: 1, Confirm: ConfirmNever,
		Runner: runnerFunc(func(ctx context.Context, j work.Job) (work.Answer, error) {
			keys++
			other := &runner{file: "a.c", keys: map[string]string{"true": "1", "false": "other", "unknown": "3"}}
			return other.Run(ctx, j)
		}),
		Here: runnerFunc(func(ctx context.Context, j work.Job) (work.Answer, error) {
			here = append(here, strings.Join(j.Args[:2], " "))
			return r.Run(ctx, j)
		})})
	if err != nil || !slices.Equal(here, []string{"list " + absolute, "verify false"}) || keys != 3 {
		t.Errorf("%v, %q, and %d jobs elsewhere", err, here, keys)
	}
}

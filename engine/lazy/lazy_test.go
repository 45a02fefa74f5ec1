package lazy_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/engine"
	"craig/engine/lazy"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/alias"
	"craig/program/cfront"
	"craig/program/ir"
)

// load reads a C file without inlining its calls.
func load(t *testing.T, opts cfront.Options, file string) *ir.Program {
	t.Helper()
	ctx := context.Background()
	p, err := cfront.Read(ctx, opts, file)
	if err == nil {
		err = alias.ResolveCalls(ctx, p, alias.Options{})
	}
	if err == nil {
		err = alias.Regions(ctx, p, alias.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t *testing.T, ctx context.Context, p *ir.Program) *verdict.Result {
	t.Helper()
	res, err := lazy.New(lazy.Config{}).Run(ctx, &engine.Task{
		Program: p, Goals: p.ErrorLocs(),
		NewSolver:       func(st *term.Store) smt.Solver { return smt.New(st) },
		NewInterpolator: func(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestTry(t *testing.T) {
	pat := os.Getenv("TRY")
	if pat == "" {
		t.Skip()
	}
	files, _ := filepath.Glob(pat)
	for _, f := range files {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		p := load(t, cfront.Options{ILP32: true}, f)
		start := time.Now()
		res := run(t, ctx, p)
		switch res.Verdict {
		case verdict.True:
			if err := certify.Summaries(ctx, p, res.Summaries, func(st *term.Store) smt.Solver { return smt.New(st) }, 1); err != nil {
				fmt.Println("REJECTED", f, err)
			}
		case verdict.False:
			if _, err := certify.Unsafe(ctx, p, res.Trace); err != nil {
				fmt.Println("NOT REPLAYED", f, err)
			}
		}
		cancel()
		fmt.Printf("%-40s %s %s %s %.2fs", filepath.Base(f), res.Verdict, res.Reason, res.Detail, time.Since(start).Seconds())
		for _, s := range res.Stats {
			fmt.Printf(" %s=%v", s.Name, s.Value)
		}
		fmt.Println()
		if os.Getenv("SHOW") != "" {
			for l, info := range p.Locs {
				if s, ok := res.Summaries[ir.Loc(l)]; ok {
					fmt.Printf("   %v %s: safe %v; excludes %v\n", l, info.Func.Name, s.Safe, s.Excludes)
				}
			}
		}
	}
}

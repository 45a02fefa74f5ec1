package run

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/engine/explicit"
	"craig/internal/engine/registry"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// TestHesitantSolver: a solver that gives up on some queries costs engines the answer at worst. They
// do not panic, and what they claim all the same is certified. Each variant has every sixth program, and at night all.
func TestHesitantSolver(t *testing.T) {
	testenv.NeedsLong(t)
	t.Parallel()
	files, err := filepath.Glob("../../testdata/papers/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	every := 6
	if testenv.Night() {
		every = 1
	}
	asking := slices.DeleteFunc(variants(t), func(v variant) bool { return v.engine.Name == explicit.Name }) // which asks no solver
	for k, v := range asking {
		t.Run(v.name, func(t *testing.T) {
			answered := 0
			for i := k % every; i < len(files); i += every {
				file := files[i]
				load := enginetest.Sliced
				if v.engine.Modular {
					load = enginetest.Calls
				}
				p := load(t, cfront.Options{}, file)
				n := []int{2, 8, 32}[i%3]
				if hesitate(t, v.engine, p, fmt.Sprintf("%s, one query in %d", file, n), uint64(i), n) {
					answered++
				}
			}
			if answered == 0 {
				t.Error("no answer at all")
			}
		})
	}
}

// hesitate runs an engine with a solver that gives up on one query in n, and says whether it has
// a verdict.
func hesitate(t *testing.T, e *engine.Engine, p *ir.Program, what string, seed uint64, n int) bool {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v\n%s", what, r, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second/2)
	defer cancel()
	task := enginetest.Task(p, nil)
	enginetest.Hesitant(task, seed, n)
	res := enginetest.Run(ctx, t, e, task)
	if err := enginetest.Certify(p, res); err != nil {
		t.Errorf("%s: %v is rejected: %v", what, res.Verdict, err)
	}
	return res.Verdict != verdict.Unknown
}

type variant struct {
	name   string
	engine *engine.Engine
}

// variants are all engines, each with its defaults and with every word of one of its options.
func variants(t *testing.T) (vs []variant) {
	t.Helper()
	for _, c := range registry.Engines() {
		add := func(name, flag, word string) {
			e, err := c.With(map[string]string{flag: word})
			if err != nil {
				t.Fatal(err)
			}
			vs = append(vs, variant{name, e})
		}
		add(c.Name, "", "")
		for _, f := range c.Options {
			for _, w := range f.Values {
				if w != f.Default {
					add(c.Name+" "+f.Name+"="+w, f.Name, w)
				}
			}
		}
	}
	return vs
}

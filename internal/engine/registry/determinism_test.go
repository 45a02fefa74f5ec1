package registry_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/engine/registry"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// maxSteps bounds the steps of an engine that are compared, so that no run is ended by time.
const maxSteps = 60

// TestDeterministic: each engine takes the same steps, in the same order and with the same formulas, in
// two runs on each of the papers' programs.
func TestDeterministic(t *testing.T) {
	files, err := filepath.Glob(enginetest.Papers + "/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for _, spec := range registry.Engines() {
		t.Run(spec.Name, func(t *testing.T) {
			compared := 0
			for i, file := range files {
				if i%4 != 0 && !testenv.Long() {
					continue
				}
				first := steps(t, spec, file)
				second := steps(t, spec, file)
				for i := range min(len(first), len(second)) {
					if first[i] != second[i] {
						t.Errorf("%s: step %d is %s, and then %s", filepath.Base(file), i, first[i], second[i])
						break
					}
				}
				if len(first) != len(second) {
					t.Errorf("%s: %d steps, and then %d", filepath.Base(file), len(first), len(second))
				}
				compared += len(first)
			}
			if compared < testenv.Count(20, 100) {
				t.Errorf("only %d steps were compared", compared)
			}
		})
	}
}

// steps are the first steps of an engine on a program.
func steps(t *testing.T, spec registry.Spec, file string) (list []string) {
	e, err := spec.With(nil)
	if err != nil {
		t.Fatal(err)
	}
	load := enginetest.Sliced
	if e.Modular {
		load = enginetest.Calls
	}
	p := load(t, cfront.Options{}, file)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	enginetest.Run(ctx, t, e, enginetest.Task(p, func(ev engine.Event) {
		if len(list) == maxSteps {
			cancel()
			return
		}
		text := fmt.Sprintf("%s at %d, node %d, %d", ev.Kind, ev.Loc, ev.Node, ev.Other)
		if ev.Term.Valid() {
			text += ": " + ev.Term.String()
		}
		list = append(list, text)
	}))
	return list
}

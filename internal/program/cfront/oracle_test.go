package cfront

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/harness"
	"craig/internal/program/cfront/source"
)

// TestSurroundingsOracle compares the surroundings of the core with those of the front end without it, for the files in CRAIG_ORACLE (patterns; a word
// with + joins files of one program).
func TestSurroundingsOracle(t *testing.T) {
	if os.Getenv("CRAIG_ORACLE") == "" {
		t.Skip()
	}
	variants := []Environment{
		{Valid: true}, {Valid: true, Overlap: true, Initial: true}, {Valid: true, Null: NullNever, Bytes: true, ForPeople: true},
		{Valid: true, Null: NullAlways, Lengths: LengthsOne, Depth: 3, Overlap: true},
	}
	total, same, reported := 0, 0, 0
	var oldTime, newTime time.Duration
	reasons := map[string]int{}
	for _, word := range strings.Fields(os.Getenv("CRAIG_ORACLE")) {
		var programs [][]string
		if strings.Contains(word, "+") {
			programs = append(programs, strings.Split(word, "+"))
		} else {
			list, _ := filepath.Glob(word)
			for _, f := range list {
				programs = append(programs, []string{f})
			}
		}
		for _, files := range programs {
			base := Options{Properties: []string{"null", "bounds"}, Environment: Environment{Valid: true}, Include: strings.Fields(os.Getenv("CRAIG_INCLUDE"))}
			if strings.Contains(files[0], "_Bool32") {
				base.ILP32 = true
			}
			from := NewFiles(nil)
			var prog *core.Program
			var refusal *coreRefusal
			var err error
			for _, system := range []bool{false, true} {
				cfg := base.sourceConfig(from, system)
				cfg.Contracts = new(source.Contracts)
				prog, refusal, err = elaborate(cfg, elab.Config{}, nil, files)
				if err == nil && refusal == nil && undeclared(prog) == 0 {
					break
				}
			}
			if err != nil || refusal != nil {
				reasons[fmt.Sprint("unread by core ", files[0])]++
				continue
			}
			var entries []string
			for _, u := range prog.Units {
				for _, g := range u.Globals {
					if d, ok := g.(*core.FuncDef); ok && d.Func.Var.Name != "main" && prog.Place(d.Func.Pos).File == files[d.Func.Pos.Unit] && !slices.Contains(entries, d.Func.Var.Name) {
						entries = append(entries, d.Func.Var.Name)
					}
				}
			}
			for _, entry := range entries {
				opts := base
				opts.Entry = entry
				props, err := askedFor(&opts)
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				known := bindingsFor(opts, props, from, files)
				r, begins, err := reached(t.Context(), opts, props, from, files, known)
				oldTime += time.Since(start)
				if err != nil {
					reasons[fmt.Sprint("unread by old: ", err)]++
					if known != nil {
						known.busy.Unlock()
					}
					continue
				}
				for _, v := range variants {
					r.opts.Environment, opts.Environment = v, v
					want, err := r.environment(begins, false)
					start := time.Now()
					got, err2 := harness.Make(prog, (&coreReader{opts: opts}).harnessConfig(false))
					newTime += time.Since(start)
					total++
					if err != nil || err2 != nil {
						var p *harness.Problem
						errors.As(err2, &p)
						if (err == nil) == (err2 == nil) {
							same++
						} else {
							reasons[fmt.Sprintf("problem: old %v, new %v", err, err2)]++
						}
						continue
					}
					var diff []string
					if got.Text != want.Text {
						diff = append(diff, "text", lineDiff(want.Text, got.Text))
					}
					var a, b []string
					for _, n := range want.Notes {
						a = append(a, fmt.Sprint(n.Pos.Line, n.Aspect, n.Text))
					}
					for _, n := range got.Notes {
						b = append(b, fmt.Sprint(n.Pos.Line, n.Aspect, n.Text))
					}
					if !slices.Equal(a, b) {
						diff = append(diff, "notes", lineDiff(strings.Join(a, "\n"), strings.Join(b, "\n")))
					}
					if !reflect.DeepEqual(want.Paths, got.Paths) && len(want.Paths)+len(got.Paths) > 0 {
						diff = append(diff, "paths")
					}
					if !slices.Equal(want.Unset, got.Unset) {
						diff = append(diff, fmt.Sprint("unset ", want.Unset, got.Unset))
					}
					if !slices.Equal(want.Results, got.Results) {
						diff = append(diff, fmt.Sprint("results ", want.Results, got.Results))
					}
					if want.File != got.File || len(diff) > 0 {
						if reported++; reported <= 40 {
							t.Logf("%s %s %+v:\n%s", files, entry, v, strings.Join(diff, "\n"))
						}
						break
					}
					same++
				}
				if known != nil {
					known.busy.Unlock()
				}
			}
		}
	}
	var list []string
	for r, n := range reasons {
		list = append(list, fmt.Sprintf("%d %s", n, r))
	}
	sort.Strings(list)
	t.Logf("%d of %d the same, %d functions differ, old %v, new %v\n%s", same, total, reported, oldTime, newTime, strings.Join(list, "\n"))
}

func lineDiff(a, b string) string {
	dir, _ := os.MkdirTemp("", "oracle")
	defer os.RemoveAll(dir)
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	cut := func(l []string) []string { return l[:min(len(l), 8)] }
	return "- " + strings.Join(cut(x), "\n- ") + "\n+ " + strings.Join(cut(y), "\n+ ")
}

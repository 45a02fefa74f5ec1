package cells_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/bmc"
	"craig/internal/engine/dagger"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/cells"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
)

const programs = "../../engine/elements/testdata/"

var plans = []cells.Plan{{Each: 1}, {Each: 1, Shared: true}, {Each: 2}}

// TestWellFormed: a program with cells is a program, without arrays, and the one it is made of is as it was.
func TestWellFormed(t *testing.T) {
	files, err := filepath.Glob(programs + "*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for _, file := range files {
		p := enginetest.Reduced(t, cfront.Options{}, file)
		before := text(t, p)
		for _, plan := range plans {
			q, ok := cells.Make(p, plan)
			if !ok {
				t.Errorf("%s: no cells", file)
				continue
			}
			if err := ircheck.Check(q.Program); err != nil {
				t.Errorf("%s, %v: %v", file, plan, err)
			}
			q.AllVars(func(v *ir.Var) {
				if v.Type.Kind == ir.Memory {
					t.Errorf("%s, %v: %s is left", file, plan, v.Name)
				}
			})
		}
		if text(t, p) != before {
			t.Errorf("%s was changed", file)
		}
	}
}

func text(t *testing.T, p *ir.Program) string {
	t.Helper()
	var b strings.Builder
	if err := ir.Print(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestErrorsStay: where an execution reaches an error one of the program with cells does, although that
// reads most elements as unknown values. In the first two programs no single element decides: a read that
// ended executions at other elements would hide the error.
func TestErrorsStay(t *testing.T) {
	for _, name := range []string{"two-reads", "checking-loop", "initialise-bug", "maximum-bug", "structs-bug"} {
		p := enginetest.Reduced(t, cfront.Options{}, programs+name+".c")
		for _, plan := range plans {
			q, ok := cells.Make(p, plan)
			if !ok {
				t.Errorf("%s: no cells", name)
				continue
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			res := enginetest.Run(ctx, t, bmc.New(bmc.Config{}), enginetest.Task(q.Program, nil))
			cancel()
			if res.Verdict != verdict.False {
				t.Errorf("%s, %v: %s", name, plan, res.Verdict)
			}
		}
	}
}

// TestLift: what is proved of a program with a cell is a proof of the program, as a fact about all elements.
func TestLift(t *testing.T) {
	p := enginetest.Inlined(t, cfront.Options{}, programs+"initialise.c")
	small, lift, err := reduce.Program(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	q, ok := cells.Make(small, cells.Plan{Each: 1})
	if !ok {
		t.Fatal("no cells")
	}
	least, back, err := reduce.Program(context.Background(), q.Program)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res := enginetest.Run(ctx, t, dagger.New(dagger.Config{}), enginetest.Task(least, nil))
	if res.Verdict != verdict.True {
		t.Fatal(res.Verdict, res.Detail)
	}
	for _, f := range res.Proof.(verdict.Invariants) {
		bound, all, ok := q.Lift.Elements(back.Invariants(f.Store(), res.Proof.(verdict.Invariants)))
		if !ok || len(bound) != 1 {
			t.Fatalf("the proof is not lifted: %q", bound)
		}
		proof := verdict.Elements{Bound: bound, Invariants: lift.Invariants(f.Store(), all)}
		if err := certify.Proof(ctx, p, proof, enginetest.NewSolver, 1); err != nil {
			t.Error(err)
		}
		break
	}
}

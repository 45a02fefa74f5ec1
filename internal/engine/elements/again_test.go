package elements_test

import (
	"context"
	"errors"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/internal/testenv"
)

var again = flag.Bool("again", false, "TestCertifiedAgain takes all programs")

// TestCertifiedAgain has z3 check the proofs of the programs under testdata, whose facts about all elements it is given with their
// quantifiers. What the certifier accepts by instances it must not find violated; with -again and -v the test counts
// what it confirms and what it leaves open.
func TestCertifiedAgain(t *testing.T) {
	testenv.NeedsTool(t, "z3")
	z3, err := solvers.WithQuantifiers("z3")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/*.c")
	lists, also := filepath.Glob("testdata/lists/*.c")
	if err != nil || also != nil {
		t.Fatal(err, also)
	}
	if !*again {
		files, lists = []string{"testdata/initialise.c"}, []string{"testdata/lists/equal.c"}
	}
	confirmed, open := 0, 0
	for _, file := range append(files, lists...) {
		if enginetest.Wanted(t, file) == verdict.False {
			continue
		}
		p := enginetest.Inlined(t, cfront.Options{}, file)
		engine, keep := elements.New(), []*ir.Var{}
		if filepath.Base(filepath.Dir(file)) == "lists" {
			engine, keep = elements.Lists(), append(keep, p.Global(ir.BlocksName))
		}
		small, lift, err := reduce.Program(t.Context(), p, keep...)
		if err != nil {
			t.Fatal(err)
		}
		res := enginetest.Run(t.Context(), t, engine, enginetest.Task(small, nil))
		if res.Verdict != verdict.True {
			t.Fatalf("%s: %s", file, res.Detail)
		}
		proof := res.Proof.(verdict.Elements)
		for _, f := range proof.Invariants {
			proof.Invariants = lift.Invariants(f.Store(), proof.Invariants)
			break
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		err = certify.Proof(ctx, p, proof, z3, 1)
		cancel()
		var r *certify.Rejection
		switch {
		case err == nil:
			confirmed++
		case errors.As(err, &r) && r.Undecided:
			open++
			t.Logf("%s: %v", file, err)
		default:
			t.Errorf("%s: z3 refutes what is certified: %v", file, err)
		}
	}
	t.Logf("%d proofs confirmed by z3, %d open", confirmed, open)
}

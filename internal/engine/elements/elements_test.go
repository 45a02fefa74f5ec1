package elements_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/csource"
	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
	"craig/logic/term"
)

// invariants are what a proof says of all elements, as people read it.
func invariants(p *ir.Program, proof verdict.Proof) string {
	var b strings.Builder
	for _, inv := range csource.LoopInvariants(p, proof) {
		b.WriteString(inv.Pos.String()[strings.LastIndexByte(inv.Pos.File, '/')+1:])
		b.WriteString(":\n")
		for _, f := range inv.All {
			b.WriteString("    " + f + "\n")
		}
		if inv.MoreAll > 0 {
			b.WriteString("    more\n")
		}
	}
	return b.String()
}

// lifted is the proof of the reduced program as one of the whole.
func lifted(t *testing.T, file string, proof verdict.Elements) (*ir.Program, verdict.Elements) {
	t.Helper()
	p := enginetest.Inlined(t, cfront.Options{}, file)
	_, lift, err := reduce.Program(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range proof.Invariants {
		proof.Invariants = lift.Invariants(f.Store(), proof.Invariants)
		break
	}
	return p, proof
}

// TestPrograms: what the engine says of the programs under testdata is right, the certifier accepts it,
// and the invariants are those of the golden files. The unsafe twins are not proved.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	sums, _ := filepath.Glob("testdata/s*s/*.c") // sums, strides
	if err != nil || len(files) == 0 || len(sums) == 0 {
		t.Fatal("no programs: ", err)
	}
	others := len(files)
	files = append(files, sums...)
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if i >= others {
				testenv.Nightly(t, i, 4)
			}
			switch filepath.Base(file) {
			case "insertion.c", "selection.c", "bubble.c", "row.c": // which take most of the time of all
				testenv.NeedsLong(t)
			}
			testenv.Sample(t, i, 3)
			want := enginetest.Wanted(t, file)
			small := enginetest.Reduced(t, cfront.Options{}, file)
			limit := time.Minute
			if want == verdict.False {
				limit = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			res := enginetest.Run(ctx, t, elements.New(), enginetest.Task(small, nil))
			switch {
			case want == verdict.False && res.Verdict == verdict.True:
				t.Fatal("TRUE of a program with an error")
			case res.Verdict == verdict.False:
				if err := enginetest.Certify(enginetest.Inlined(t, cfront.Options{}, file), res); err != nil {
					t.Fatal(err)
				}
				return
			case want == verdict.False:
				return
			case res.Verdict != verdict.True:
				t.Fatalf("%s: %s", res.Verdict, res.Detail)
			}
			p, proof := lifted(t, file, res.Proof.(verdict.Elements))
			if err := certify.Proof(ctx, p, proof, enginetest.NewSolver, 1); err != nil {
				t.Fatal(err)
			}
			text := invariants(p, proof)
			about := func(s string) bool { return strings.Contains(text, s) }
			if !slices.ContainsFunc([]string{"for all ", "sum(", "count(", "more"}, about) {
				t.Errorf("nothing about all elements:\n%s", text)
			}
			enginetest.Golden(t, strings.TrimSuffix(file, ".c")+".golden", text)
		})
	}
}

// TestDamaged: a proof of which an invariant lacks a fact, or has a stronger one, is not accepted, unless what
// is left is a proof.
func TestDamaged(t *testing.T) {
	const file = "testdata/initialise.c"
	small := enginetest.Reduced(t, cfront.Options{}, file)
	res := enginetest.Run(t.Context(), t, elements.New(), enginetest.Task(small, nil))
	p, proof := lifted(t, file, res.Proof.(verdict.Elements))
	accepted := func(l ir.Loc, f term.Term) bool {
		damaged := verdict.Elements{Bound: proof.Bound, Invariants: verdict.Invariants{}}
		for at, f := range proof.Invariants {
			damaged.Invariants[at] = f
		}
		damaged.Invariants[l] = f
		return certify.Proof(t.Context(), p, damaged, enginetest.NewSolver, 1) == nil
	}
	all := 0
	for l, f := range proof.Invariants {
		st := f.Store()
		var others []term.Term
		fact := st.True()
		for _, c := range term.Conjuncts(f) {
			if says.OfElements(proof, c) {
				fact = c
			} else {
				others = append(others, c)
			}
		}
		if fact.IsTrue() {
			continue
		}
		all++
		wrong := []term.Term{st.True(), st.False()}
		for i := range fact.Args() { // without a premise, or without what it says
			wrong = append(wrong, st.Or(slices.Delete(slices.Clone(fact.Args()), i, i+1)...))
		}
		for _, wrong := range wrong {
			if accepted(l, st.And(append(slices.Clone(others), wrong)...)) {
				t.Errorf("%s instead of %s is accepted", wrong, fact)
			}
		}
		if !accepted(l, f) {
			t.Error("the proof itself is not accepted")
		}
	}
	if all == 0 {
		t.Error("there are no facts about all elements")
	}
	for _, bad := range [][]string{{p.Main.Locals[0].Name}, {proof.Bound[0], proof.Bound[0]}, {""}, nil} {
		if certify.Proof(t.Context(), p, verdict.Elements{Bound: bad, Invariants: proof.Invariants}, enginetest.NewSolver, 1) == nil {
			t.Errorf("the bound variables %q are accepted", bad)
		}
	}
}

// TestLists: what the engine for lists says of the programs under testdata/lists is right, the certifier accepts it, and the
// invariants are those of the golden files. The unsafe twins are not proved.
func TestLists(t *testing.T) {
	files, err := filepath.Glob("testdata/lists/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := enginetest.Wanted(t, file)
			p := enginetest.Inlined(t, cfront.Options{}, file)
			small, lift, err := reduce.Program(t.Context(), p, p.Global(ir.BlocksName))
			if err != nil {
				t.Fatal(err)
			}
			limit := time.Minute
			if want == verdict.False {
				limit = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			res := enginetest.Run(ctx, t, elements.Lists(), enginetest.Task(small, nil))
			switch {
			case want == verdict.False && res.Verdict == verdict.True:
				t.Fatal("TRUE of a program with an error")
			case want == verdict.False:
				return
			case res.Verdict != verdict.True:
				t.Fatalf("%s: %s", res.Verdict, res.Detail)
			}
			proof := res.Proof.(verdict.Elements)
			for _, f := range proof.Invariants {
				proof.Invariants = lift.Invariants(f.Store(), proof.Invariants)
				break
			}
			if err := certify.Proof(ctx, p, proof, enginetest.NewSolver, 1); err != nil {
				t.Fatal(err)
			}
			enginetest.Golden(t, strings.TrimSuffix(file, ".c")+".golden", invariants(p, proof))
		})
	}
}

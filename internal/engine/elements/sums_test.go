package elements_test

import (
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
	"craig/logic/term"
)

// TestForgedSums: a proof about sums is not accepted with other addends, nor for a program with an error.
func TestForgedSums(t *testing.T) {
	files, err := filepath.Glob("testdata/sums/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for i, file := range files {
		if enginetest.Wanted(t, file) != verdict.True {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			testenv.Sample(t, i, 4)
			small := enginetest.Reduced(t, cfront.Options{}, file)
			res := enginetest.Run(t.Context(), t, elements.New(), enginetest.Task(small, nil))
			p, proof := lifted(t, file, res.Proof.(verdict.Elements))
			if err := certify.Proof(t.Context(), p, proof, enginetest.NewSolver, 1); err != nil {
				t.Fatal(err)
			}
			enginetest.Agree(t, p, proof, nil)
			bug := enginetest.Inlined(t, cfront.Options{}, strings.TrimSuffix(file, ".c")+"-bug.c")
			if certify.Proof(t.Context(), bug, proof, enginetest.NewSolver, 1) == nil {
				t.Error("it is a proof of the program with an error")
			}
			for n, sum := range proof.Sums {
				a := sum.Addend
				st := a.Store()
				k := st.Var(sum.Index, term.Int)
				for what, addend := range map[string]term.Term{
					"nothing":     st.Int(0),
					"the index":   k,
					"one more":    st.Add(a, st.Int(1)),
					"twice":       st.Add(a, a),
					"the next":    st.Subst(a, map[term.Term]term.Term{k: st.Add(k, st.Int(1))}),
					"every other": st.Subst(a, map[term.Term]term.Term{k: st.Add(k, k)}),
				} {
					forged := proof
					forged.Sums = append([]verdict.Sum{}, proof.Sums...)
					forged.Sums[n].Addend = addend
					err := certify.Proof(t.Context(), p, forged, enginetest.NewSolver, 1)
					if err == nil {
						t.Errorf("%s instead of the addend %s is accepted", what, a)
					}
					enginetest.Agree(t, p, forged, err)
				}
			}
		})
	}
}

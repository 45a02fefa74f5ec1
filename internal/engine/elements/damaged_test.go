package elements_test

import (
	"context"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/internal/testenv"
	"craig/logic/smt"
	"craig/logic/term"
)

var damaged = flag.Int("damaged", testenv.Count(16, 40), "how many damaged proofs TestDamagedProofs makes")

// damages lists formulas that differ from f in one place, over the variables of f and others.
func damages(f term.Term, bound []string, others []term.Term) (list []term.Term) {
	st := f.Store()
	parts := term.Conjuncts(f)
	with := func(i int, g term.Term) {
		c := slices.Clone(parts)
		c[i] = g
		if g := st.And(c...); g != f {
			list = append(list, g)
		}
	}
	for i, c := range parts {
		with(i, st.True())
		with(i, st.Not(c))
		ds := []term.Term{c}
		if c.Op() == term.Or {
			ds = c.Args()
		}
		for j, d := range ds {
			to := func(e term.Term) {
				all := slices.Clone(ds)
				all[j] = e
				with(i, st.Or(all...))
			}
			to(st.False()) // without a premise, or what it says
			to(st.Not(d))
			switch d.Op() {
			case term.LeZero, term.EqZero: // another constant
				for _, by := range []int64{-1, 1, 4} {
					to(st.CompareZero(d.Op(), st.Add(d.Arg(0), st.Int(by))))
				}
				to(st.Le(st.Int(0), d.Arg(0)))
			}
			xs := term.Vars(d, map[term.Term]bool{}, nil)
			for _, x := range xs { // another variable, another array, another element
				for _, y := range append(slices.Clone(others), xs...) {
					if x != y && x.Sort() == y.Sort() {
						to(st.Subst(d, map[term.Term]term.Term{x: y}))
					}
				}
				if slices.Contains(bound, x.Name()) {
					to(st.Subst(d, map[term.Term]term.Term{x: st.Add(x, st.Int(1))}))
					to(st.Subst(d, map[term.Term]term.Term{x: st.Sub(x, st.Int(1))}))
					to(st.Subst(d, map[term.Term]term.Term{x: st.Int(0)}))
				}
			}
		}
	}
	return list
}

// TestDamagedProofs damages proofs: a fact is dropped or negated, loses or changes a premise, a constant, an element, an
// array, or stands at another loop. What the certifier accepts by instances, z3, which is given the quantifiers, must not refute.
func TestDamagedProofs(t *testing.T) {
	testenv.NeedsTool(t, "z3")
	z3, err := solvers.WithQuantifiers("z3")
	if err != nil {
		t.Fatal(err)
	}
	_, seed := testenv.Random(*damaged)
	r := rand.New(rand.NewPCG(17+seed, uint64(*damaged)))
	names := []string{"initialise", "copy", "partition", "structs", "maximum", "search", "string", "matrix", "cancel", "total"}
	if *damaged <= 40 {
		names = names[:4]
	}
	accepted, refuted, open, all := 0, 0, 0, 0
	for _, name := range names {
		file := filepath.Join("testdata", name+".c")
		res := enginetest.Run(t.Context(), t, elements.New(), enginetest.Task(enginetest.Reduced(t, cfront.Options{}, file), nil))
		if res.Verdict != verdict.True {
			t.Fatalf("%s: %s", name, res.Detail)
		}
		p, proof := lifted(t, file, res.Proof.(verdict.Elements))
		check := func(inv verdict.Invariants, newSolver func(*term.Store) smt.Solver, limit time.Duration) error {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			return certify.Proof(ctx, p, verdict.Elements{Bound: proof.Bound, Invariants: inv}, newSolver, 1)
		}
		violated := func(err error) bool {
			var r *certify.Rejection
			return errors.As(err, &r) && !r.Undecided
		}
		if err := check(proof.Invariants, z3, 10*time.Second); violated(err) {
			t.Errorf("%s: z3 refutes the proof: %v", name, err)
		} else if err != nil {
			t.Logf("%s: z3 with quantifiers: %v", name, err)
		}
		heads := slices.Sorted(maps.Keys(proof.Invariants))
		var others []term.Term
		seen := map[term.Term]bool{}
		for _, l := range heads {
			others = term.Vars(proof.Invariants[l], seen, others)
		}
		var tries []verdict.Invariants
		try := func(l ir.Loc, f term.Term) {
			inv := maps.Clone(proof.Invariants)
			inv[l] = f
			tries = append(tries, inv)
		}
		for _, l := range heads {
			for _, f := range damages(proof.Invariants[l], proof.Bound, others) {
				try(l, f)
			}
			for _, m := range heads { // the invariant of another loop
				if m != l {
					try(l, proof.Invariants[m])
				}
			}
		}
		r.Shuffle(len(tries), func(i, j int) { tries[i], tries[j] = tries[j], tries[i] })
		for _, inv := range tries[:min(len(tries), *damaged/len(names))] {
			all++
			if check(inv, enginetest.NewSolver, 10*time.Second) != nil {
				continue
			}
			accepted++
			switch err := check(inv, z3, 2*time.Second); {
			case violated(err):
				refuted++
				t.Errorf("%s: accepted, and z3 refutes it: %v", name, err)
				for _, l := range heads {
					if inv[l] != proof.Invariants[l] {
						t.Errorf("at %d: %v\ninstead of %v", l, inv[l], proof.Invariants[l])
					}
				}
			case err != nil:
				open++
			}
		}
	}
	t.Logf("%d damaged proofs: %d accepted, of which z3 refutes %d and leaves %d open", all, accepted, refuted, open)
	if accepted == all {
		t.Error("nothing is rejected")
	}
}

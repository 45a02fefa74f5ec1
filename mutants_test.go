package craig

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/smtlib"
	"craig/logic/term"
	"craig/program/ir"
)

// TestMutants verifies the papers' programs and damages the certificates. Those that cannot be
// right must be rejected: a reachable location's invariant negated or replaced by false. Others
// (a conjunct dropped, a bound moved, two invariants swapped) may be right by chance: z3 decides,
// if it is there. A changed input may lead to the error as well: then the certifier's own trace
// says so.
func TestMutants(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	files, err := filepath.Glob("testdata/papers/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	var z3 func(*term.Store) smt.Solver
	if _, err := exec.LookPath("z3"); err == nil {
		z3 = func(st *term.Store) smt.Solver {
			s, err := smtlib.NewExternal(st, "z3")
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	var c counts
	for i, file := range files {
		if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), "// verdict: ") {
			t.Fatalf("%s does not say its verdict: %v", file, err)
		}
		each, cancel := context.WithTimeout(ctx, 2*time.Second)
		res, err := Verify(each, Options{Workers: 1}, file)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case res.Verdict == verdict.True && res.Summaries != nil:
			c.summaries(ctx, t, file, res)
		case res.Verdict == verdict.True:
			c.proof(ctx, t, file, res, z3, i%4 == 0)
		case res.Verdict == verdict.False:
			c.trace(ctx, t, file, res)
		}
	}
	t.Logf("%d proofs, %d mutants: %d rejected, %d right as well, %d checked with z3; %d traces, %d changed: %d rejected, %d lead to the error as well",
		c.proofs, c.rejected+c.right, c.rejected, c.right, c.compared, c.traces, c.strayed+c.confirmed, c.strayed, c.confirmed)
	if c.proofs == 0 || c.rejected == 0 || c.traces == 0 || c.strayed == 0 {
		t.Error("nothing was tested")
	}
}

type counts struct {
	proofs, rejected, right, compared int
	traces, strayed, confirmed        int
}

// proof checks the mutants of a proof; with z3 too if compare is set.
func (c *counts) proof(ctx context.Context, t *testing.T, file string, res *Result, z3 func(*term.Store) smt.Solver, compare bool) {
	c.proofs++
	var locs []ir.Loc
	for l := range res.Invariants {
		locs = append(locs, l)
	}
	slices.Sort(locs)
	st := res.Invariants[locs[0]].Store()
	check := func(what string, wrong bool, change func(map[ir.Loc]term.Term)) {
		inv := map[ir.Loc]term.Term{}
		for l, f := range res.Invariants {
			inv[l] = f
		}
		change(inv)
		err := certify.Safe(ctx, res.Program, inv, nativeSolver, 1)
		if err != nil {
			c.rejected++
		} else {
			c.right++
			if wrong {
				t.Errorf("%s: %s: a wrong proof passes", file, what)
			}
		}
		if compare && z3 != nil && ctx.Err() == nil {
			c.compared++
			if other := certify.Safe(ctx, res.Program, inv, z3, 1); (other == nil) != (err == nil) {
				t.Errorf("%s: %s: with our solver %v, with z3 %v", file, what, err, other)
			}
		}
	}
	for i, l := range locs {
		f := res.Invariants[l]
		// Whatever comes along the executions of the loop-free prefix reaches a loop of these
		// small programs, unless its invariant is false.
		reached := !f.IsFalse() && (l == res.Program.Main.Entry || len(locs) == 2)
		check("negated", reached && !f.IsTrue(), func(m map[ir.Loc]term.Term) { m[l] = st.Not(f) })
		check("false", reached, func(m map[ir.Loc]term.Term) { m[l] = st.False() })
		check("missing", reached, func(m map[ir.Loc]term.Term) { delete(m, l) })
		parts := term.Conjuncts(f)
		for k, p := range parts {
			rest := append(slices.Clone(parts[:k]), parts[k+1:]...)
			check("a conjunct dropped", false, func(m map[ir.Loc]term.Term) { m[l] = st.And(rest...) })
			if p.Op() == term.LeZero {
				for _, d := range []int64{-1, 1} {
					moved := st.Le(st.Add(p.Arg(0), st.Int(d)), st.Int(0))
					check("a bound moved", false, func(m map[ir.Loc]term.Term) { m[l] = st.And(append(slices.Clone(rest), moved)...) })
				}
				flipped := st.Ge(p.Arg(0), st.Int(0))
				check("a bound flipped", false, func(m map[ir.Loc]term.Term) { m[l] = st.And(append(slices.Clone(rest), flipped)...) })
			}
		}
		if i > 0 {
			check("swapped", false, func(m map[ir.Loc]term.Term) { m[l], m[locs[i-1]] = m[locs[i-1]], m[l] })
		}
	}
}

// summaries checks that each summary of a proof is needed, and that none may claim more.
func (c *counts) summaries(ctx context.Context, t *testing.T, file string, res *Result) {
	c.proofs++
	for l, sum := range res.Summaries {
		st := sum.Safe.Store()
		for what, m := range map[string]verdict.Summary{
			"nothing is safe":     {Safe: st.False(), Excludes: sum.Excludes},
			"every exit excluded": {Safe: sum.Safe, Excludes: st.True()},
			"negated":             {Safe: sum.Safe, Excludes: st.Not(sum.Excludes)},
		} {
			if l == res.Program.Main.Entry && what != "nothing is safe" {
				continue // nobody sees Main's exit
			}
			changed := map[ir.Loc]verdict.Summary{}
			for k, s := range res.Summaries {
				changed[k] = s
			}
			changed[l] = m
			if err := certify.Summaries(ctx, res.Program, changed, nativeSolver, 1); err == nil {
				t.Errorf("%s: %s at %d: a wrong proof passes", file, what, l)
			}
			c.rejected++
		}
	}
}

// trace checks the mutants of a counterexample.
func (c *counts) trace(ctx context.Context, t *testing.T, file string, res *Result) {
	c.traces++
	for i := range res.Trace.Path {
		v, ok := res.Trace.Input[i]
		if !ok {
			continue
		}
		for _, w := range []num.Int{v.Add(num.I(1)), v.Sub(num.I(1)), v.Neg(), num.I(0), num.I(1 << 20)} {
			tr := *res.Trace
			tr.Input = map[int]num.Int{}
			for k, x := range res.Trace.Input {
				tr.Input[k] = x
			}
			tr.Input[i] = w
			got, err := certify.Unsafe(ctx, res.Program, &tr)
			if err != nil {
				c.strayed++
				continue
			}
			c.confirmed++
			if last := res.Program.Edges[got.Path[len(got.Path)-1]]; last.To != got.Error || res.Program.Locs[got.Error].Error == "" {
				t.Errorf("%s: a trace that does not end in an error is confirmed", file)
			}
		}
	}
}

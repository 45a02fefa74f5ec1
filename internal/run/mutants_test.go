package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/engine/lazy"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/native"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// TestMutants verifies the papers' programs and damages the certificates: invariants and
// summaries lose, gain or change a part, change places or get lost; inputs of executions change.
// What comes out may be right by chance. Of proofs an oracle decides that with z3, of executions
// gcc does: the certifier has to say the same. Every 24th of the proofs' mutants is looked at, every eighth
// at night, and all of them with CRAIG_MUTANTS=all.
func TestMutants(t *testing.T) {
	testenv.NeedsLong(t)
	t.Parallel()
	var c counts
	patience := time.Minute
	if c.all = os.Getenv("CRAIG_MUTANTS") == "all"; c.all {
		patience = time.Hour
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	files, err := filepath.Glob("../../testdata/papers/*.c")
	if more, _ := filepath.Glob("../../examples/*.c"); err != nil || len(files) == 0 || len(more) == 0 {
		t.Fatal("no programs: ", err)
	} else {
		files = append(files, more...)
	}
	for _, file := range files {
		engines := []*engine.Engine{nil}
		if strings.Contains(file, "lazy-") {
			engines = append(engines, lazy.New(lazy.Config{})) // its proofs are summaries
		}
		for _, e := range engines {
			each, cancel := context.WithTimeout(ctx, 5*time.Second)
			res, err := Verify(each, prepare.New(meaning(file), nil, file), Options{Workers: 1, Engine: e})
			cancel()
			switch {
			case err != nil:
				t.Fatal(err)
			case res.Verdict == verdict.True:
				c.proof(ctx, t, file, res)
			case res.Verdict == verdict.False:
				c.trace(ctx, t, file, res)
			}
		}
	}
	t.Logf("%d proofs with %d mutants: %d rejected, %d right as well, %d undecided; z3 agrees on %d (%d wrong, %d right), the second generator of conditions on %d",
		c.proofs, c.rejected+c.right+c.undecided, c.rejected, c.right, c.undecided, c.wrong+c.fine, c.wrong, c.fine, c.agreed)
	t.Logf("%d executions with %d mutants: %d rejected, %d lead to the error as well; gcc agrees on %d",
		c.traces, c.aliased+c.confirmed, c.aliased, c.confirmed, c.compiled)
	if c.proofs == 0 || c.rejected == 0 || c.traces == 0 || c.aliased == 0 || c.agreed == 0 || testenv.Has("z3") && c.wrong == 0 {
		t.Error("nothing was tested")
	}
}

// meaning is what the file is asked for.
func meaning(file string) cfront.Options {
	if strings.Contains(file, "examples") {
		return cfront.Options{Properties: []string{"unreach-call", "no-overflow"}}
	}
	return cfront.Options{}
}

type counts struct {
	all                                bool
	seen                               int // mutants of proofs, those that are not looked at too
	proofs, rejected, right, undecided int
	wrong, fine                        int // what z3 says
	agreed                             int // with the conditions that are made a second time
	traces, aliased, confirmed         int
	compiled                           int
}

// proof checks the mutants of a proof.
func (c *counts) proof(ctx context.Context, t *testing.T, file string, res *Result) {
	switch res.Proof.(type) {
	case verdict.Summaries, verdict.Contracts, verdict.Invariants:
	default:
		return // other kinds have tests of their own
	}
	if !slices.ContainsFunc(res.Program.Locs, func(l *ir.LocInfo) bool { return l != nil && l.IsGoal() }) {
		return // nothing is to be shown, whatever the formulas say
	}
	sums, _ := res.Proof.(verdict.Summaries)
	if sums == nil {
		sums = verdict.Summaries{}
		for l, f := range formulasOf(res) {
			sums[l] = verdict.Summary{Safe: f}
		}
	}
	check := func(what string, sums map[ir.Loc]verdict.Summary) {
		if c.seen++; !c.all && (c.seen%8 != 0 || c.seen%24 != 0 && !testenv.Night()) {
			return
		}
		err := certify.Proof(ctx, res.Program, like(res, sums), solvers.Native, 1)
		if enginetest.Agree(t, res.Program, like(res, sums), err) {
			c.agreed++
		}
		var r *certify.Rejection
		switch {
		case err == nil:
			c.right++
		case errors.As(err, &r) && r.Undecided:
			c.undecided++
			return
		default:
			c.rejected++
		}
		if !testenv.Has("z3") || ctx.Err() != nil {
			return
		}
		switch holds, known := valid(ctx, t, res.Program, sums); {
		case !known:
		case holds != (err == nil):
			t.Errorf("%s: %s: valid according to z3: %v; the certifier says %v", file, what, holds, err)
		case holds:
			c.fine++
		default:
			c.wrong++
		}
	}
	c.proofs++
	if err := certify.Proof(ctx, res.Program, res.Proof, solvers.Native, 1); err != nil {
		t.Errorf("%s: a second look: %v", file, err)
	}
	if holds, known := true, true; testenv.Has("z3") {
		if holds, known = valid(ctx, t, res.Program, sums); known && !holds {
			t.Errorf("%s: z3 does not find the proof in order", file)
		}
	}
	var locs []ir.Loc
	for l := range sums {
		locs = append(locs, l)
	}
	slices.Sort(locs)
	with := func(l ir.Loc, s verdict.Summary) map[ir.Loc]verdict.Summary {
		m := map[ir.Loc]verdict.Summary{}
		for k, old := range sums {
			m[k] = old
		}
		m[l] = s
		return m
	}
	for i, l := range locs {
		s := sums[l]
		for _, f := range mutations(s.Safe) {
			check(fmt.Sprintf("at %d %s instead of %s", l, f, s.Safe), with(l, verdict.Summary{Safe: f, Excludes: s.Excludes}))
		}
		if s.Excludes.Valid() && res.Program.Locs[l].Func != res.Program.Main { // nobody sees Main's exit
			for _, f := range mutations(s.Excludes) {
				check(fmt.Sprintf("at %d excludes %s instead of %s", l, f, s.Excludes), with(l, verdict.Summary{Safe: s.Safe, Excludes: f}))
			}
		}
		without := with(l, s)
		delete(without, l)
		check(fmt.Sprintf("without %d", l), without)
		for _, k := range locs[:i] {
			swapped := with(l, sums[k])
			swapped[k] = s
			check(fmt.Sprintf("%d and %d swapped", l, k), swapped)
		}
	}
}

// like is a proof of the kind of the result's, with other formulas.
func like(res *Result, sums map[ir.Loc]verdict.Summary) verdict.Proof {
	if _, ok := res.Proof.(verdict.Summaries); ok {
		return verdict.Summaries(sums)
	}
	inv := map[ir.Loc]term.Term{}
	for l, s := range sums {
		inv[l] = s.Safe
	}
	if _, ok := res.Proof.(verdict.Contracts); ok {
		return verdict.Contracts(inv)
	}
	return verdict.Invariants(inv)
}

// formulasOf are the formulas of a proof that has no summaries.
func formulasOf(res *Result) map[ir.Loc]term.Term {
	if c, ok := res.Proof.(verdict.Contracts); ok {
		return c
	}
	inv, _ := res.Proof.(verdict.Invariants)
	return inv
}

// mutations are formulas that differ from f in one place.
func mutations(f term.Term) (list []term.Term) {
	st := f.Store()
	add := func(g term.Term) {
		if g != f && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	add(st.Not(f))
	add(st.True())
	add(st.False())
	if f.Op() == term.And || f.Op() == term.Or {
		join := st.And
		if f.Op() == term.Or {
			join = st.Or
		}
		for i, part := range f.Args() {
			rest := append(slices.Clone(f.Args()[:i]), f.Args()[i+1:]...)
			add(join(rest...))
			if len(list) > 60 {
				continue // of long formulas every part, but not every change
			}
			for _, g := range mutations(part) {
				add(join(append(slices.Clone(rest), g)...))
			}
		}
		add(st.And(f.Args()...))
		add(st.Or(f.Args()...))
	}
	if f.Op() == term.Not {
		for _, g := range mutations(f.Arg(0)) {
			add(st.Not(g))
		}
	}
	if f.Op() != term.LeZero && f.Op() != term.EqZero {
		return list
	}
	e := f.Arg(0)
	for _, d := range []int64{-1, 1} {
		add(st.CompareZero(f.Op(), st.Add(e, st.Int(d)))) // a bound moves
	}
	add(st.CompareZero(term.LeZero, e))
	add(st.CompareZero(term.EqZero, e))
	add(st.CompareZero(term.LeZero, st.Neg(e))) // and flips
	if vars := term.Vars(e, map[term.Term]bool{}, nil); len(vars) > 1 && vars[0].Sort() == vars[1].Sort() {
		x, y := vars[0], vars[1]
		add(st.Subst(f, map[term.Term]term.Term{x: y, y: x}))
		add(st.Subst(f, map[term.Term]term.Term{x: st.Neg(x)}))
	}
	return list
}

// trace checks the mutants of a counterexample.
func (c *counts) trace(ctx context.Context, t *testing.T, file string, res *Result) {
	c.traces++
	if _, err := Certify(ctx, res.Program, &res.Result, nil, 1); err != nil {
		t.Errorf("%s: a second look: %v", file, err)
	}
	other := *res.Trace
	other.Goal.Property = "div-by-zero"
	if _, err := Certify(ctx, res.Program, &verdict.Result{Verdict: verdict.False, Trace: &other}, nil, 1); err == nil {
		t.Errorf("%s: an execution to another error is confirmed", file)
	}
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
			got, err := counterexample.Unsafe(ctx, res.Program, &tr)
			if err != nil {
				c.aliased++
			} else {
				c.confirmed++
				if !res.Program.Locs[got.Error].IsGoal() || !got.Long() && res.Program.Edges[got.Path[len(got.Path)-1]].To != got.Error {
					t.Errorf("%s: a trace that does not end in an error is confirmed", file)
				}
			}
			if n := c.aliased + c.confirmed; !c.all && n%50 != 1 || native.Find() == "" {
				continue
			}
			prog := replay.Program{IR: res.Program, Options: meaning(file), Sources: res.Sources}
			out, failure := replay.Run(ctx, prog, &tr, replay.Limits{Time: 5 * time.Second})
			switch {
			case failure != nil:
				t.Fatal(failure)
			case out.Answer == replay.Undecided || len(out.Problems) > 0:
			case (out.Answer == replay.Confirmed) != (err == nil):
				t.Errorf("%s: with input %d %s instead of %s gcc's program is %s (%s), the certifier says %v",
					file, i, w, v, out.Answer, out.Reason, err)
			default:
				c.compiled++
			}
		}
	}
}

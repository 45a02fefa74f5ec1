package certify_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certexec"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// TestRandomPrefixes: a proof that begins where an execution is after some steps is accepted on tiny programs if it has what is reachable from there,
// and with a state less, another length, or an error that is reachable it is not.
func TestRandomPrefixes(t *testing.T) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawTiny(t)
		entry := g.p.Main.Entry
		for _, v := range g.vars { // most values are known at first
			var first ir.Stmt = &ir.Skip{}
			if rapid.IntRange(0, 5).Draw(t, "known") > 0 {
				first = &ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, int64(rapid.IntRange(0, 3).Draw(t, "value")))}
			}
			before := g.p.NewLoc(g.p.Main, ir.Pos{})
			g.p.NewEdge(before, entry, first, ir.Pos{})
			entry = before
		}
		g.p.Main.Entry = entry
		bad := false
		for s := range g.reach() {
			bad = bad || g.p.Locs[s.loc].IsGoal()
		}
		proof := verdict.Prefix{
			Loc:        ir.Loc(rapid.IntRange(1, len(g.p.Locs)-2).Draw(t, "location")), // all but the entry
			Visits:     rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(t, "visits"),
			Invariants: verdict.Invariants{},
		}
		out := certexec.Run(context.Background(), g.p, certexec.Options{MaxSteps: 100, State: true, At: proof.Loc, Visits: proof.Visits})
		if out.End == certexec.StepLimit { // the certifier would follow it for long
			t.Skip("a loop without an end")
		}
		proof.Steps = out.Steps
		there := map[state]bool{}
		if out.End == certexec.Arrived {
			there = g.from(proof.Loc, out.State)
		}
		wrong := rapid.SampledFrom([]string{"nothing", "nothing", "length", "state"}).Draw(t, "wrong")
		if wrong == "length" {
			proof.Steps += rapid.SampledFrom([]int{-1, 1, 2}).Draw(t, "longer")
		}
		var missing state
		if wrong == "state" {
			var all []state
			for l := range g.p.Locs {
				for _, s := range allStates(ir.Loc(l)) {
					if there[s] && !g.p.Locs[l].IsGoal() {
						all = append(all, s)
					}
				}
			}
			if len(all) > 0 {
				missing = rapid.SampledFrom(all).Draw(t, "missing")
			}
		}
		st := term.NewStore()
		c := sem.New(st, g.p)
		for l := ir.Loc(1); int(l) < len(g.p.Locs); l++ {
			if g.p.Locs[l].IsGoal() {
				continue
			}
			var cases []term.Term
			for _, s := range allStates(l) {
				if there[s] && s != missing {
					cases = append(cases, st.And(st.Eq(c.Var(g.vars[0]), st.Int(s.val[0])), st.Eq(c.Var(g.vars[1]), st.Int(s.val[1]))))
				}
			}
			if len(cases) > 0 || l == missing.loc {
				proof.Invariants[l] = st.Or(cases...)
			}
		}
		err := certify.Proof(context.Background(), g.p, proof, native, 1)
		if err == nil { // else the second generator may know more: that x - x is 0, say
			enginetest.Agree(t, g.p, proof, err)
		}
		badThere := false
		for s := range there {
			badThere = badThere || g.p.Locs[s.loc].IsGoal()
		}
		switch {
		case err == nil && bad:
			t.Fatalf("an error is reachable and the proof accepted:\n%s", g.p)
		case err == nil && (out.End != certexec.Arrived || wrong == "length" || missing.loc != 0):
			t.Fatalf("accepted from location %d, visit %d, after %d steps (%v), without %v:\n%s", proof.Loc, proof.Visits, proof.Steps, out.End, missing, g.p)
		case err != nil && out.End == certexec.Arrived && wrong == "nothing" && !badThere:
			t.Fatalf("rejected from location %d, visit %d, after %d steps: %v\n%s", proof.Loc, proof.Visits, proof.Steps, err, g.p)
		case err == nil:
			accepted++
		default:
			rejected++
		}
	})
	t.Logf("%d accepted, %d rejected", accepted, rejected)
}

// from lists what is reachable from a location with the values that are known there, and any others.
func (g *tiny) from(l ir.Loc, known certexec.State) map[state]bool {
	var queue []state
	for _, s := range allStates(l) {
		same := true
		for i, v := range g.vars {
			if k, ok := known.Vars[v]; ok {
				n, _ := k.Int64()
				same = same && n == s.val[i]
			}
		}
		if same {
			queue = append(queue, s)
		}
	}
	return g.closure(queue)
}

package portfolio_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/smt"
	"craig/logic/term"
)

// bounded counts to 10 from 0; the error is more than N.
const bounded = `ir 1
func main
local 1 main::x i32 c"x"
entry 1
exit 4
loc 1
edge 1 -> 2: main::x := 0:i32
loc 2 loop
edge 2 -> 3: assume (main::x < 10:i32) then
edge 3 -> 5: assume (main::x >= 10:i32) else
loc 3
edge 4 -> 2: main::x := (main::x + 1:i32)
loc 4
loc 5
edge 5 -> 6: assume (main::x > N:i32) then
edge 6 -> 4: assume (main::x <= N:i32) else
loc 6 error "unreach-call"
end
main main
`

// TestFacts: facts that exclude the error are a proof; others hold, but prove nothing.
func TestFacts(t *testing.T) {
	for n, want := range map[string]bool{"10": true, "9": false} {
		p := irtest.Parse(t, strings.ReplaceAll(bounded, "N:i32", n+":i32"))
		newSolver := func(st *term.Store) smt.Solver { return smt.New(st) }
		inv, safe := portfolio.Facts(context.Background(), p, newSolver)
		if safe != want || len(inv) != 2 {
			t.Fatalf("%s: %v, %v", n, inv, safe)
		}
		r, err := portfolio.Octagons(inv).Run(context.Background(), &engine.Task{Program: p})
		if err != nil {
			t.Fatal(err)
		}
		if err := certify.Safe(context.Background(), p, r.Proof.(verdict.Invariants), newSolver, 1); (err == nil) != want {
			t.Errorf("%s: %v", n, err)
		}
		p.Locs[6].Goal = ir.Goal{} // inductive they are in any case
		if err := certify.Safe(context.Background(), p, r.Proof.(verdict.Invariants), newSolver, 1); err != nil {
			t.Errorf("%s: %v", n, err)
		}
	}
}

package certify_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/solvers"
	"craig/logic/num"
	"craig/logic/term"
)

// rounds: x counts down in an inner loop and y in the outer one; an input keeps each of them.
const rounds = `ir 1
global 3 $heap p64
func main
local 1 main::x i32 c"x"
local 2 main::y i32 c"y"
entry 1
exit 9
loc 1
loc 2 loop
loc 3
loc 4 loop
loc 5
loc 6
loc 7
loc 8
loc 9
edge 1 -> 2: havoc main::y call "nondet"
edge 2 -> 3: assume (main::y > 0:i32)
edge 2 -> 9: assume !(main::y > 0:i32)
edge 3 -> 4: havoc main::x call "nondet"
edge 4 -> 5: assume (main::x > 0:i32)
edge 4 -> 6: assume !(main::x > 0:i32)
edge 5 -> 4: main::x := (main::x - 1:i32)
edge 6 -> 2: main::y := (main::y - 1:i32)
edge 7 -> 8: skip
end
main main
`

// TestRanks: a proof that the loops end, and what makes it none.
func TestRanks(t *testing.T) {
	st := term.NewStore()
	x, y, heap := st.Var("main::x", term.Int), st.Var("main::y", term.Int), st.Var("$heap", term.Int)
	n := st.Int
	all := func(fs ...term.Term) []term.Term { return fs }
	for _, c := range []struct {
		name         string
		outer, inner []term.Term
		at           term.Term // the invariant of the inner head
		from, to     string    // of the text
		want         string    // "": it is one
	}{
		{"a proof", all(y, n(1), n(0)), all(y, n(0), x), st.Gt(y, n(0)), "", "", ""},
		{"with more than is needed", all(st.Add(y, n(5)), n(1), n(0)), all(st.Add(y, n(5)), n(0), x), st.Gt(y, n(0)), "", "", ""},
		{"none at the inner loop", all(y, n(1), n(0)), nil, st.Gt(y, n(0)), "", "", "a cycle without a rank"},
		{"none at the outer loop, whose rounds come to the inner one", nil, all(y, n(0), x), st.Gt(y, n(0)), "", "", ""},
		{"shorter", all(y, n(1)), all(y, n(0), x), st.Gt(y, n(0)), "", "", "differ in length"},
		{"the inner loop is entered without a decrease", all(y, n(0), n(0)), all(y, n(0), x), st.Gt(y, n(0)), "", "", "decrease"},
		{"negative where it decides", all(st.Sub(y, n(9)), n(1), n(0)), all(st.Sub(y, n(9)), n(0), x), st.Gt(y, n(0)), "", "", "decrease"},
		{"negative without the invariant", all(y, n(1), n(0)), all(y, n(0), x), st.True(), "", "", "decrease"},
		{"an earlier place gets larger", nil, all(y, st.Neg(x), x), st.Gt(y, n(0)), "", "", "decrease"},
		{"an invariant that does not hold", all(y, n(1), n(0)), all(y, n(0), x), st.And(st.Gt(y, n(0)), st.Le(x, n(7))), "", "", "consecution"},
		{"not reached, it says", all(y, n(1), n(0)), all(y, n(0), x), st.False(), "", "", "consecution"},
		{"of the heap", all(y, n(1), n(0)), all(y, n(0), st.Sub(x, heap)), st.Gt(y, n(0)), "", "", "mentions $heap"},
		{"of no variable", all(y, n(1), n(0)), all(y, n(0), st.Var("main::z", term.Int)), st.Gt(y, n(0)), "", "", "mentions main::z"},
		{"no integer", all(y, n(1), n(0)), all(y, n(0), st.Gt(x, n(0))), st.Gt(y, n(0)), "", "", "no integer"},
		{"the loop stays", all(y, n(1), n(0)), all(y, n(0), x), st.Gt(y, n(0)), "(main::x - 1:i32)", "(main::x - 0:i32)", "decrease"},
		{"the outer loop stays", all(y, n(1), n(0)), all(y, n(0), x), st.Gt(y, n(0)), "(main::y - 1:i32)", "(main::y - 0:i32)", "decrease"},
		{"a goal", all(y, n(1), n(0)), all(y, n(0), x), st.Gt(y, n(0)), "loc 9\n", "loc 9 error \"bounds\"\n", "safety"},
		{"the end of the heap", all(y, n(1), n(0)), all(y, n(0), x), st.Gt(y, n(0)), "skip", "assume ($heap <= 9:p64)", "the end of the heap"},
		{"blocks are counted", all(y, n(1), n(0)), all(y, n(0), x), st.Gt(y, n(0)), "skip", "$heap := 9:p64", "the end of the heap"},
	} {
		text := strings.Replace(rounds, c.from, c.to, 1)
		if c.want == "safety" {
			text = strings.Replace(text, "exit 9", "exit 8", 1)
		}
		proof := verdict.Ranks{
			Invariants: verdict.Invariants{1: st.True(), 2: st.True(), 4: c.at},
			Tuples:     map[ir.Loc][]term.Term{},
		}
		if c.outer != nil {
			proof.Tuples[2] = c.outer
		}
		if c.inner != nil {
			proof.Tuples[4] = c.inner
		}
		p := irtest.Numbered(t, text)
		err := certify.Ranks(context.Background(), p, proof, solvers.Native, 1)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if c.want == "the end of the heap" {
			if err := certify.Ranks(context.Background(), certify.Endings(p), proof, solvers.Native, 1); err != nil {
				t.Errorf("%s, of which Endings has made something else: %v", c.name, err)
			}
		}
	}
}

// TestUnending: an execution without an end, and what makes it none.
func TestUnending(t *testing.T) {
	stays := strings.Replace(rounds, "(main::x - 1:i32)", "(main::x - 0:i32)", 1)
	st := term.NewStore()
	x := st.Var("main::x", term.Int)
	at := verdict.Invariants{4: st.Gt(x, st.Int(0))}
	for _, c := range []struct {
		name     string
		from, to string
		path     []ir.EdgeID
		head     ir.Loc
		y, x     int64
		inv      verdict.Invariants
		want     string // "": it is one
	}{
		{"an execution", "", "", []ir.EdgeID{1, 2, 4}, 4, 1, 1, at, ""},
		{"its loop ends", "(main::x - 0:i32)", "(main::x - 1:i32)", []ir.EdgeID{1, 2, 4}, 4, 1, 1, at, "consecution"},
		{"an input that leaves it", "", "", []ir.EdgeID{1, 2, 4}, 4, 1, 0, at, "consecution"},
		{"another way", "", "", []ir.EdgeID{1, 2, 4}, 4, 0, 1, at, "safety"},
		{"too little is known", "", "", []ir.EdgeID{1, 2, 4}, 4, 1, 1, verdict.Invariants{4: st.True()}, "safety"},
		{"too short a path", "", "", []ir.EdgeID{1, 2}, 4, 1, 1, at, "where the execution stays"},
		{"steps that do not follow", "", "", []ir.EdgeID{1, 4}, 4, 1, 1, at, "does not follow"},
		{"what C leaves open", `havoc main::x call "nondet"`, `havoc main::x open "x"`, []ir.EdgeID{1, 2, 4}, 4, 1, 1, at, "consecution"},
		{"what was never set", `havoc main::x call "nondet"`, `havoc main::x uninitialised "x"`, []ir.EdgeID{1, 2, 4}, 4, 1, 1, at, "consecution"},
		{"no value of its type", "", "", []ir.EdgeID{1, 2, 4}, 4, 1 << 40, 1, at, "no value of its type"},
	} {
		p := irtest.Numbered(t, strings.Replace(stays, c.from, c.to, 1))
		tr := &verdict.Trace{Path: c.path, Error: c.head, Goal: ir.Violates(counterexample.NonTermination), Forever: &verdict.Forever{Inputs: map[ir.EdgeID]num.Int{}, Invariants: c.inv}}
		tr.SetInput(0, num.I(c.y))
		tr.SetInput(2, num.I(c.x))
		err := counterexample.Unending(context.Background(), p, tr, solvers.Native, 1)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

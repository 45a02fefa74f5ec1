package arcs_test

import (
	"testing"

	"craig/internal/program/arcs"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// TestArcs: the arcs of a loop with a branch: one to its head, two around it, one out of it to the error,
// which joins nothing but was asked for. Their values are those of the variables that are still read.
func TestArcs(t *testing.T) {
	p := irtest.Parse(t, `ir 1
func main
local 1 main::x i32
local 2 main::y i32
entry 1
exit 2
loc 1
edge 1 -> 3: main::x := 0:i32
loc 3 loop
edge 2 -> 4: assume (main::x < 9:i32) then
edge 3 -> 5: assume (main::x >= 9:i32) else
loc 4
edge 4 -> 6: havoc main::y call "input"
loc 6
edge 5 -> 7: assume (main::y < 0:i32) then
edge 6 -> 8: assume (main::y >= 0:i32) else
loc 7
edge 7 -> 3: main::x := (main::x + 2:i32)
loc 8
edge 8 -> 3: main::x := (main::x + 1:i32)
loc 5
edge 9 -> 9: assume (main::x > 10:i32) then
edge 10 -> 2: assume (main::x <= 10:i32) else
loc 9 error "unreach-call"
loc 2
end
main main
`)
	st := term.NewStore()
	a := arcs.New(sem.New(st, p), p.Main, p.ErrorLocs())
	if got := len(a.Joins); got != 3 || a.Joins[0] != 1 || a.Joins[1] != 3 {
		t.Fatalf("joins %v", a.Joins)
	}
	x := st.Var("main::x", term.Int)
	entry := a.From(1, nil)
	if len(entry) != 1 || entry[0].To != 3 || len(entry[0].Vals) != 1 || entry[0].Vals[0] != st.Int(0) {
		t.Errorf("from the entry: %+v", entry)
	}
	head := a.From(3, []term.Term{x})
	if len(head) != 3 {
		t.Fatalf("%d arcs from the head", len(head))
	}
	for i, want := range []struct {
		to    ir.Loc
		path  int
		vals  []term.Term
		input int
	}{
		{3, 4, []term.Term{st.Add(x, st.Int(2))}, 1},
		{3, 4, []term.Term{st.Add(x, st.Int(1))}, 1},
		{9, 2, nil, 0},
	} {
		got := head[i]
		if got.To != want.to || len(got.Path) != want.path || len(got.Input) != want.input || len(got.Vals) != len(want.vals) || len(got.Vals) > 0 && got.Vals[0] != want.vals[0] {
			t.Errorf("arc %d: %+v", i, got)
		}
	}
	if out := head[2].Cond; out != st.Lt(st.Int(10), x) && out != st.And(st.Le(st.Int(9), x), st.Lt(st.Int(10), x)) {
		t.Errorf("the way to the error assumes %v", out)
	}
	if none := a.From(3, []term.Term{st.Int(9)}); len(none) != 0 {
		t.Errorf("from 9 there are arcs: %+v", none)
	}
}

// TestJoins: where two paths meet is a join, and what the arcs to it and from it take are all edges, each once.
func TestJoins(t *testing.T) {
	p := irtest.Parse(t, `func main
local 1 x i32
local 2 y i32
entry 1
exit 2
loc 1
edge 1 -> 3: assume (x < 0:i32) then
edge 2 -> 4: assume (x >= 0:i32) else
loc 3
edge 3 -> 5: y := 1:i32
loc 4
edge 4 -> 5: y := 2:i32
loc 5
edge 5 -> 6: assume (y < x) then
edge 6 -> 2: assume (y >= x) else
loc 6
edge 7 -> 2: x := y
loc 2
end
main main
`)
	st := term.NewStore()
	a := arcs.New(sem.New(st, p), p.Main, nil)
	if len(a.Joins) != 3 || a.Joins[0] != 1 || a.Joins[1] != 5 || a.Joins[2] != 2 {
		t.Fatalf("joins %v", a.Joins)
	}
	times := map[ir.EdgeID]int{}
	for _, l := range a.Joins {
		vals := make([]term.Term, len(a.Live[l]))
		for i, v := range a.Live[l] {
			vals[i] = a.Var(v)
		}
		for _, arc := range a.From(l, vals) {
			for _, id := range arc.Path {
				times[id]++
			}
		}
	}
	for id := ir.EdgeID(1); id <= 7; id++ {
		if times[id] != 1 {
			t.Errorf("edge %d is on %d arcs", id, times[id])
		}
	}
}

package looptree_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
)

func TestLoopsOf(t *testing.T) {
	// 2 is the head of 2 to 5, 3 that of 3 and 4.
	p := irtest.Automaton(t, [][]int{{2}, {3, 6}, {4}, {3, 5}, {2}, {}})
	l := looptree.Of(p, p.Main)
	if got, want := fmt.Sprint(l.Flat, l.Heads), "[1 2 3 4 5 6] [2 3]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for loc, want := range map[ir.Loc]string{1: "0 0", 2: "2 1", 3: "3 2", 4: "3 2", 5: "2 1", 6: "0 0"} {
		if got := fmt.Sprint(l.Head[loc], l.Depth[loc]); got != want {
			t.Errorf("location %d: got %s, want %s", loc, got, want)
		}
	}
	if l.Outer[3] != 2 || l.Outer[2] != 0 || !l.Contains(2, 4) || l.Contains(3, 5) || l.Contains(2, 6) {
		t.Errorf("nesting: %v", l.Outer)
	}
}

// Members are the locations that Contains says are in a component.
func TestLoopMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		succ := make([][]int, n)
		for i := range n - 1 {
			succ[i] = rapid.SliceOfN(rapid.IntRange(2, n), 0, 3).Draw(t, "succ")
		}
		p := irtest.Automaton(t, succ)
		l := looptree.Of(p, p.Main)
		for _, h := range l.Heads {
			in := []ir.Loc{}
			for _, loc := range l.Flat {
				if l.Contains(h, loc) {
					in = append(in, loc)
				}
			}
			if got := l.Members(h); fmt.Sprint(got) != fmt.Sprint(in) {
				t.Fatalf("of %d: got %v, want %v", h, got, in)
			}
		}
	})
}

package graph_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtest"
)

func heads(p *ir.Program) []int {
	hs := []int{}
	for l, info := range p.Locs {
		if info != nil && info.Loop {
			hs = append(hs, l)
		}
	}
	return hs
}

func TestMarkLoops(t *testing.T) {
	for _, c := range []struct {
		name  string
		succ  [][]int
		given []int
		want  string
	}{
		{"a goto backwards", [][]int{{2}, {3}, {2, 4}, {}}, nil, "[2]"},
		{"do … while (0)", [][]int{{2}, {3}, {}}, []int{2}, "[]"},
		{"a mark that is there stays", [][]int{{2}, {3}, {2, 4}, {}}, []int{3}, "[3]"},
		{"two loops, one marked", [][]int{{2}, {3}, {2, 4}, {5}, {4, 6}, {}}, []int{2}, "[2 4]"},
		{"nested", [][]int{{2}, {3}, {4, 3}, {2, 5}, {}}, nil, "[2 3]"},
		{"two entries", [][]int{{2, 3}, {3}, {2, 4}, {}}, nil, "[2]"},
		{"an unreachable cycle", [][]int{{4}, {3}, {2}, {}}, nil, "[2]"},
		{"a self-loop", [][]int{{2}, {2, 3}, {}}, nil, "[2]"},
	} {
		p := irtest.Automaton(t, c.succ, c.given...)
		graph.MarkLoops(p)
		if got := fmt.Sprint(heads(p)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// Whatever is marked before, Check finds no cycle without a mark afterwards.
func TestMarkLoopsCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		succ := make([][]int, n)
		for i := range n - 1 { // the exit has no successors, the entry no predecessors
			succ[i] = rapid.SliceOfN(rapid.IntRange(2, n), 0, 3).Draw(t, "succ")
		}
		p := irtest.Automaton(t, succ, rapid.SliceOfN(rapid.IntRange(1, n), 0, 3).Draw(t, "marked")...)
		graph.MarkLoops(p)
		if err := ircheck.Check(p); err != nil {
			t.Fatal(err)
		}
	})
}

package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtext"
)

// automaton is a program whose locations 1 to n have these successors; 1 is the entry, n the exit.
func automaton(t interface{ Fatal(...any) }, succ [][]int, loops ...int) *ir.Program {
	var b strings.Builder
	fmt.Fprintf(&b, "func main\nentry 1\nexit %d\n", len(succ))
	edge := 0
	for i, to := range succ {
		fmt.Fprintf(&b, "loc %d\n", i+1)
		for _, w := range to {
			edge++
			fmt.Fprintf(&b, "edge %d -> %d: skip\n", edge, w)
		}
	}
	b.WriteString("end\nmain main")
	p, err := irtext.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range loops {
		p.Locs[l].Loop = true
	}
	return p
}

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
		p := automaton(t, c.succ, c.given...)
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
		p := automaton(t, succ, rapid.SliceOfN(rapid.IntRange(1, n), 0, 3).Draw(t, "marked")...)
		graph.MarkLoops(p)
		if err := ircheck.Check(p); err != nil {
			t.Fatal(err)
		}
	})
}

func TestLoopsOf(t *testing.T) {
	// 2 is the head of 2 to 5, 3 that of 3 and 4.
	p := automaton(t, [][]int{{2}, {3, 6}, {4}, {3, 5}, {2}, {}})
	l := graph.LoopsOf(p, p.Main)
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
		p := automaton(t, succ)
		l := graph.LoopsOf(p, p.Main)
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

package portfolio_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"craig/internal/portfolio"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/smt"
	"craig/logic/term"
)

// filling is a program with a loop that fills memory, and before it a number of statements.
func filling(before int) string {
	var b strings.Builder
	b.WriteString("ir 1\nptr 64\nglobal 3 a mem32\nfunc main\nlocal 1 main::i p64\nlocal 2 main::n p64\nentry 1\nexit 4\n")
	b.WriteString("loc 1\nedge 1 -> 5: main::i := 0:p64\n")
	for l := 5; l < 5+before; l++ {
		fmt.Fprintf(&b, "loc %d\nedge %d -> %d: havoc main::n call \"nondet\"\n", l, l, l+1)
	}
	fmt.Fprintf(&b, "loc %d\nedge 2 -> 2: havoc main::n call \"nondet\"\n", 5+before)
	b.WriteString("loc 2 loop\nedge 3 -> 3: assume (main::i < main::n) then\nedge 4 -> 4: assume (main::i >= main::n) else\n")
	b.WriteString("loc 3\nedge 100 -> 2: store[a](main::i, 1:i32)\nloc 4 error \"unreach-call\"\nend\nmain main\n")
	return b.String()
}

// TestShareOfUnroll: unroll has as much of the processors as the tracer where memory is accessed and loops are few for so many
// statements, and half of it otherwise.
func TestShareOfUnroll(t *testing.T) {
	newSolver := func(st *term.Store) smt.Solver { return smt.New(st) }
	shares := func(p *ir.Program) map[string]int {
		lanes, _ := portfolio.Plan(t.Context(), p, newSolver)
		m := map[string]int{}
		for _, l := range lanes {
			m[l.Engines[len(l.Engines)-1].Name] = l.Share
		}
		return m
	}
	few, many := shares(irtest.Parse(t, filling(40))), shares(irtest.Parse(t, filling(4)))
	if few["unroll"] != few["tracer"] || 2*many["unroll"] != many["tracer"] {
		t.Errorf("with few loops %v, with many %v", few, many)
	}
}

// machine is a program with a loop that compares a variable with so many constants, and accesses memory or not.
func machine(tests int, memory bool) string {
	var b strings.Builder
	b.WriteString("ir 1\nptr 64\nglobal 3 a mem32\nfunc main\nlocal 1 main::x i32\nlocal 2 main::n p64\nentry 1\nexit 4\n")
	b.WriteString("loc 1\nedge 1 -> 2: main::x := 0:i32\nloc 2 loop\n")
	for i := range tests {
		l, next := 2, 6+i
		if i > 0 {
			l = 5 + i
			fmt.Fprintf(&b, "loc %d\n", l)
		}
		fmt.Fprintf(&b, "edge %d -> 4: assume (main::x < -%d:i32) then\nedge %d -> %d: assume (main::x >= -%d:i32) else\n", 2*i+2, i+1, 2*i+3, next, i+1)
	}
	last := "havoc main::x call \"nondet\""
	if memory {
		last = "store[a](main::n, 1:i32)"
	}
	fmt.Fprintf(&b, "loc %d\nedge 900 -> 2: %s\nloc 4 error \"unreach-call\"\nend\nmain main\n", 5+tests, last)
	return b.String()
}

// TestShareOfValues: values has a processor, at once, where a loop is hundreds of comparisons with constants, by order too, and no memory is
// accessed.
func TestShareOfValues(t *testing.T) {
	newSolver := func(st *term.Store) smt.Solver { return smt.New(st) }
	of := func(p *ir.Program) portfolio.Lane {
		lanes, _ := portfolio.Plan(t.Context(), p, newSolver)
		return lanes[slices.IndexFunc(lanes, func(l portfolio.Lane) bool { return l.Engines[0].Name == "values" })]
	}
	for _, c := range []struct {
		tests  int
		memory bool
		large  bool
	}{{100, false, true}, {99, false, false}, {100, true, false}} {
		if l := of(irtest.Parse(t, machine(c.tests, c.memory))); (l.Share >= 24) != c.large || l.Delayed == c.large {
			t.Errorf("%d comparisons, memory %v: share %d, delayed %v", c.tests, c.memory, l.Share, l.Delayed)
		}
	}
}

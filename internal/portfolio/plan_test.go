package portfolio_test

import (
	"fmt"
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

// Package irtest reads programs that tests have as text.
package irtest

import (
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtext"
)

// Parse is the program of the text, which ircheck.Check accepts; otherwise the test fails at once.
func Parse(t testing.TB, text string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse(strings.NewReader(text))
	if err == nil {
		err = ircheck.Check(p)
	}
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// Automaton is a program whose locations 1 to n have these successors; 1 is the entry, n the exit.
func Automaton(t interface{ Fatal(...any) }, succ [][]int, loops ...int) *ir.Program {
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

package polynomial_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/abstract/polynomial"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/smt"
	"craig/logic/term"
)

// adding adds STEP to s in each round; x is odd or even when the loop begins.
const adding = `ir 1
func main
local 1 main::n u32 c"n"
local 2 main::i u32 c"i"
local 3 main::s u32 c"s"
entry 1
exit 5
loc 1
edge 1 -> 2: havoc main::n call "input"
loc 2
edge 2 -> 3: main::i := 0:u32
loc 3
edge 3 -> 4: main::s := 0:u32
loc 4 loop
edge 4 -> 6: assume (main::i < main::n) then
edge 5 -> 5: assume (main::i >= main::n) else
loc 5
loc 6
edge 6 -> 7: main::s := (main::s + STEP)
loc 7
edge 7 -> 4: main::i := (main::i + 1:u32)
end
main main
`

// TestInvariants: sums of counters are polynomials modulo 2^32, of constants linear ones; what is none is not reported.
func TestInvariants(t *testing.T) {
	for step, want := range map[string]string{
		"main::i":             "(main::i - main::i*main::i + 2*main::s) mod 8589934592 == 0",
		"main::n":             "(main::s - main::n*main::i) mod 4294967296 == 0",
		"3:u32":               "(main::s - 3*main::i) mod 4294967296 == 0",
		"(main::s + 1:u32)":   "",
		"(main::i & 255:u32)": "main::s mod 2 == 0 || main::i mod 4 != 1", // of small numbers a polynomial, but not inductive
	} {
		p := irtest.Parse(t, strings.ReplaceAll(adding, "STEP", step))
		st := term.NewStore()
		inv := polynomial.Invariants(context.Background(), p, st, nil, func(st *term.Store) smt.Solver { return smt.New(st) },
			func(map[ir.Loc]term.Term) bool { return false })
		got := ""
		if len(inv) > 0 {
			got = inv[4].String()
		}
		if got != want && want != "" && !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", step, got, want)
		}
	}
}

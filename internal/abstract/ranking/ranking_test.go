package ranking_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/abstract/ranking"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir/irtext"
	"craig/internal/solvers"
	"craig/logic/term"
)

// loop is a loop over x and y, with a condition and two ways through it, between which an input chooses.
const loop = `ir 1
func main
local 1 main::x u8
local 2 main::y u8
local 3 main::c u8
entry 1
exit 9
loc 1
edge 1 -> 2: skip
loc 2 loop
edge 2 -> 3: assume COND
edge 3 -> 9: assume !COND
loc 3
edge 4 -> 4: havoc main::c call "nondet"
loc 4
edge 5 -> 5: assume (main::c == 0:u8)
edge 6 -> 6: assume (main::c != 0:u8)
loc 5
edge 7 -> 2: ONE
loc 6
edge 8 -> 7: TWO
loc 7
edge 9 -> 2: MORE
loc 9
end
main main
`

// TestFind: tuples that are found are ranks, and what is found of which loops.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, cond, one, two, more string
		places                     int // 0: nothing is found
	}{
		{"down", "(main::x > 0:u8)", "main::x := (main::x - 1:u8)", "main::x := (main::x - 1:u8)", "skip", 1},
		{"up to a wrap", "(main::x != 0:u8)", "main::x := (main::x + 1:u8)", "main::x := (main::x + 1:u8)", "skip", 1},
		{"one or the other", "((main::x > 0:u8) && (main::y > 0:u8))", "main::x := (main::x - 1:u8)", "main::y := (main::y - 1:u8)", "skip", 1},
		{"one after the other", "((main::x > 0:u8) && (main::y > 0:u8))", "main::y := (main::y - 1:u8)", "main::x := (main::x - 1:u8)", `havoc main::y call "nondet"`, 2},
		{"it may stay", "(main::x > 0:u8)", "main::x := (main::x - 1:u8)", "skip", "skip", 0},
		{"past zero", "(main::x != 0:u8)", "main::x := (main::x - 2:u8)", "main::x := (main::x - 2:u8)", "skip", 0},
	} {
		text := strings.NewReplacer("COND", c.cond, "ONE", c.one, "TWO", c.two, "MORE", c.more).Replace(loop)
		p, err := irtext.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		r := ranking.Find(context.Background(), p, nil, solvers.Native)
		if r.Complete() != (c.places > 0) || c.places > 0 && len(r.Tuples[2]) != c.places {
			t.Errorf("%s: %v, want %d places", c.name, r.Tuples, c.places)
			continue
		}
		if !r.Complete() {
			continue
		}
		st := term.NewStore()
		proof := verdict.Ranks{Invariants: verdict.Invariants{1: st.True(), 2: st.True()}, Tuples: r.Tuples}
		if err := certify.Ranks(context.Background(), p, proof, solvers.Native, 1); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

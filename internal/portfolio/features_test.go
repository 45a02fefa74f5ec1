package portfolio_test

import (
	"testing"

	"craig/internal/portfolio"
	"craig/internal/program/ir/irtest"
)

// counting has a loop in a loop, a product of variables, a bit operation, and comparisons.
const counting = `ir 1
func main
local 1 main::x i32 c"x"
local 2 main::y i32 c"y"
entry 1
exit 6
loc 1
edge 1 -> 2: havoc main::x call "nondet"
loc 2 loop
edge 2 -> 3: assume (main::x == 7:i32) then
edge 3 -> 6: assume (main::x != 7:i32) else
loc 3 loop
edge 4 -> 4: assume (main::y < main::x) then
edge 5 -> 2: assume (main::y >= main::x) else
loc 4
edge 6 -> 5: main::y := (main::y * main::x)
loc 5
edge 7 -> 3: main::y := (((main::y + main::x) * 2:i32) & 6:i32)
loc 6 error "unreach-call"
end
main main
`

func TestFeatures(t *testing.T) {
	p := irtest.Parse(t, counting)
	want := portfolio.Features{Errors: 1, Edges: 7, Branches: 2, Loops: 2, Depth: 2, Products: 1, Sums: 1, Bits: 1, Switches: 1, Orders: 1, Tests: 1}
	if got := portfolio.FeaturesOf(p); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

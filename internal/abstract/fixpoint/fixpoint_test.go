package fixpoint_test

import (
	"context"
	"testing"

	"craig/internal/abstract/domain/interval"
	"craig/internal/abstract/fixpoint"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
)

const nested = `ir 1
ptr 64
signed undefined
func main
local 1 main::i i32
local 2 main::j i32
local 3 main::n i32
entry 1
exit 9
loc 1
edge 1 -> 2: main::i := 0:i32
loc 2 loop
edge 2 -> 3: assume (main::i < 10:i32) then
edge 3 -> 9: assume (main::i >= 10:i32) else
loc 3
edge 4 -> 4: main::j := main::i
loc 4 loop
edge 5 -> 5: assume (main::j < main::n) then
edge 6 -> 7: assume (main::j >= main::n) else
loc 5
edge 7 -> 6: assume inrange((main::j + 1:i32))
loc 6
edge 8 -> 4: main::j := (main::j + 1:i32)
loc 7
edge 9 -> 8: assume inrange((main::i + 1:i32))
loc 8
edge 10 -> 2: main::i := (main::i + 1:i32)
loc 9
end
main main
`

func TestNestedLoops(t *testing.T) {
	p := irtest.Parse(t, nested)
	d := interval.New(p)
	states, err := fixpoint.Run(context.Background(), p, p.Main, d, d.Top(), fixpoint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if bad := fixpoint.Check(p, p.Main, d, states); len(bad) > 0 {
		t.Errorf("no post-fixpoint along the edges %v", bad)
	}
	for l, want := range map[ir.Loc]string{
		2: "main::i [0, 10]",
		4: "main::i [0, 9], main::j [0, 2147483647]",
		5: "main::i [0, 9], main::j [0, 2147483646], main::n [1, 2147483647]",
		9: "main::i [10, 10]",
	} {
		if got := d.String(states[l]); got != want {
			t.Errorf("location %d: %s, want %s", l, got, want)
		}
	}
}

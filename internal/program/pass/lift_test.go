package pass_test

import (
	"context"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/pass"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestWayRangeOfCell: a guard of the simplified program reads the cell that a variable was assigned
// from, and so tells every invariant there that the cell holds a byte. The program itself reads
// the cell before the loop only: what comes back has to say it.
func TestWayRangeOfCell(t *testing.T) {
	p := irtest.Parse(t, `object 1 global "bytes" size 4 align 1 addr 65536
global 1 bytes mem8
func main
local 2 main::n i32
local 3 main::i i32
result 4 main::$result i32
entry 1
exit 2
loc 1
edge 1 -> 3: main::n := (cast.i32(load.u8[bytes](65536:p64)) + 0:i32)
loc 3
edge 2 -> 4: main::i := 0:i32
loc 4 loop
edge 3 -> 5: assume (main::i < main::n) then
edge 4 -> 2: assume (main::i >= main::n) else
loc 5
edge 5 -> 4: main::i := (main::i + 1:i32)
loc 2
end
main main`)
	q, way := pass.Simplify(p)
	q.AllVars(func(v *ir.Var) {
		if v.Name == "main::n" {
			t.Fatalf("n was not replaced\n%s", q)
		}
	})
	st := term.NewStore()
	back := way.Invariants(st, map[ir.Loc]term.Term{p.Main.Entry: st.True(), 4: st.True()})
	c := sem.New(st, p)
	cell := st.Select(c.Var(p.Globals[0]), st.Int(65536))
	for _, outside := range []term.Term{st.Lt(cell, st.Int(0)), st.Gt(cell, st.Int(255))} {
		s := smt.New(st)
		s.Assert(back[4])
		s.Assert(outside)
		if ans := s.Check(context.Background()); ans.Status != smt.Unsat {
			t.Errorf("%s allows %s: %v", back[4], outside, ans.Status)
		}
	}
}

package vm_test

import (
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/ir/irtest"
	"craig/internal/program/vm"
)

// TestStatements: what one statement has computed is used by the next ones only as long as it holds. The executions with inputs are the
// interpreter's; without, they end as is said.
func TestStatements(t *testing.T) {
	const head = `ptr 64
signed wrap
global 1 n mem32
global 2 m mem32
func f
param 20 f::a i32
param 21 f::b i32
result 22 f::r i32
entry 101
exit 103
loc 101
edge 101 -> 102: assume (f::a > 3:i32) then
edge 105 -> 104: assume (f::a <= 3:i32) else
loc 102
edge 102 -> 103: f::r := call f(f::b, f::a)
loc 104
edge 103 -> 103: f::r := ((f::a * 10:i32) + f::b)
loc 103
end
func main
local 4 main::x i32
local 5 main::y i32
local 6 main::i i8
local 7 main::u u32
result 8 main::r i32
`
	for _, c := range []struct {
		statements []string
		open       vm.End
	}{
		{[]string{"main::r := call f(5:i32, 2:i32)"}, vm.Exited},
		{[]string{"store[m](8:p64, 3:i32)", "main::x := (load.i32[m](8:p64) + 1:i32)", "store[m](8:p64, 4:i32)", "main::r := (main::x + load.i32[m](8:p64))"}, vm.Exited},
		{[]string{"store[m](9:p64, 3:i32)", "n := m", "store[m](9:p64, 4:i32)", "main::r := load.i32[n](9:p64)"}, vm.Exited},
		{[]string{"main::x := 3:i32", "main::r := (main::x + 1:i32)", "main::x := 4:i32", "main::r := (main::r + (main::x + 1:i32))"}, vm.Exited},
		{[]string{"assume (main::x == 0:i32)", "store[m](8:p64, main::x)", "main::r := load.i32[m](8:p64)"}, vm.Open},
		{[]string{"assume (main::x == 0:i32) then\nedge 90 -> 2: assume (main::x != 0:i32) else"}, vm.Open},
		{[]string{"main::i := -5:i8", "main::u := cast.u32((cast.i32(main::i) % 3:i32))", "main::r := num.i32((main::u > 7:u32))"}, vm.Exited},
		{[]string{"main::i := -5:i8", "main::u := cast.u32((cast.i32(main::i) >> 1:i32))", "main::r := num.i32((main::u > 7:u32))"}, vm.Exited},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "%sentry 1\nexit %d\n", head, len(c.statements)+1)
		for i, s := range c.statements {
			fmt.Fprintf(&b, "loc %d\nedge %d -> %d: %s\n", i+1, i+1, i+2, s)
		}
		fmt.Fprintf(&b, "loc %d\nend\nmain main\n", len(c.statements)+1)
		p := irtest.Parse(t, b.String())
		code, err := vm.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		if _, problem := compare(t, p, code, 1, true, 100); problem != "" {
			t.Errorf("%s: %s", c.statements, problem)
		}
		if out := code.Run(t.Context(), vm.Options{MaxSteps: 100}); out.End != c.open {
			t.Errorf("%s: %s without inputs, want %s", c.statements, out.End, c.open)
		}
	}
}

package pass_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/pass"
)

// lastCalls has f, which calls g last, which calls f last with its first arguments exchanged, until n is 0; they write to memory.
const lastCalls = `object 1 global "a" size 400 align 4
func f
param 2 f::x i32 c"x"
param 3 f::y i32 c"y"
param 4 f::n i32 c"n"
result 5 f::$result i32
local 6 f::$1 i32
entry 1
exit 2
loc 1
edge 1 -> 3: assume (f::n == 0:i32) then
edge 2 -> 4: assume (f::n != 0:i32) else
loc 3
edge 3 -> 2: f::$result := f::x
loc 4
edge 4 -> 5: store((&1:p64 +p (cast.i64(f::n) * 4:i64)), f::x)
loc 5
edge 5 -> 6: f::$1 := call g(f::x, f::y, f::n)
loc 6
edge 6 -> 2: f::$result := f::$1
loc 2
end
func g
param 7 g::x i32 c"x"
param 8 g::y i32 c"y"
param 9 g::n i32 c"n"
result 10 g::$result i32
entry 10
exit 11
loc 10
edge 10 -> 11: g::$result := call f(g::y, g::x, (g::n - 1:i32))
loc 11
end
func main
local 12 main::i i32 c"i"
result 13 main::$result i32
entry 20
exit 21
loc 20
edge 20 -> 22: main::i := call f(3:i32, 4:i32, 25:i32)
loc 22
edge 21 -> 21: main::$result := main::i
loc 21
end
main main`

// TestLastCalls: recursion at the end of functions becomes a loop, however deep it goes, with arguments that are exchanged at once; not
// where something comes after the call, where variables have addresses, or where no memory is accessed.
func TestLastCalls(t *testing.T) {
	for _, c := range []struct {
		what     string
		old, new string
		loop     bool
	}{
		{what: "as it is", loop: true},
		{what: "the result is changed", old: "f::$result := f::$1", new: "f::$result := (f::$1 + 0:i32)"},
		{what: "the result is another", old: "f::$result := f::$1", new: "f::$result := f::x"},
		{what: "memory is written after it", old: "f::$result := f::$1", new: "store(&1:p64, f::$1)"},
		{what: "no memory", old: "store((&1:p64 +p (cast.i64(f::n) * 4:i64)), f::x)", new: "skip"},
		{what: "a variable with an address", old: `object 1 global "a" size 400 align 4`,
			new: "object 1 local \"a\" size 400 align 4 func f\nobject 2 func \"f\" size 1 align 1 func f"},
	} {
		text := lastCalls
		if c.old != "" {
			text = strings.Replace(text, c.old, c.new, 1)
		}
		q, err := pass.Inline(t.Context(), irtest.Parse(t, text), pass.InlineOptions{MaxDepth: 3})
		if err != nil {
			t.Fatal(c.what, err)
		}
		if err := ircheck.Check(q); err != nil {
			t.Fatal(c.what, err)
		}
		loop, cut := false, false
		for _, l := range q.Locs {
			loop = loop || l != nil && l.Loop
			cut = cut || l != nil && l.Goal.Kind == ir.Recursion
		}
		if loop != c.loop || cut == c.loop {
			t.Errorf("%s: a loop: %v, cut off: %v", c.what, loop, cut)
		}
		if !c.loop {
			continue
		}
		out := interp.Run(context.Background(), q, interp.Inputs{}, interp.Options{})
		if n, _ := out.Result.Int64(); out.End != interp.Exited || n != 4 {
			t.Errorf("%s: %v, %v", c.what, out.End, out.Result)
		}
	}
}

package pass_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"craig/program/interp"
	"craig/program/ir"
	"craig/program/ir/irtest"
	"craig/program/pass"
)

const callTwice = `global 1 g i32 c"g"
object 1 local "o" size 4 align 4 func f
object 2 func "f" size 1 align 1 func f
func f @"x.c":1:1
param 2 f::x i32 c"x"
result 3 f::$result i32
local 4 f::y i32 c"y"
entry 1
exit 2
loc 1
edge 1 -> 3: store(&1:p64, f::x)
edge 2 -> 3: f::y := (f::x + 1:i32)
loc 3 loop
edge 3 -> 2: f::$result := (f::y + load.i32(&1:p64))
edge 4 -> 3: skip
loc 2
loc 4
edge 5 -> 2: g := 5:i32
end
func main
local 5 main::a i32 c"a"
entry 10
exit 11
loc 10
edge 10 -> 12: main::a := call f(1:i32) @"x.c":7:3
loc 12
edge 11 -> 11: call f(main::a) @"x.c":8:3
loc 11
end
main main`

func TestInline(t *testing.T) {
	q, err := pass.Inline(irtest.Parse(t, callTwice), pass.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(q); err != nil {
		t.Fatal(err)
	}
	var names []string
	q.AllVars(func(v *ir.Var) { names = append(names, v.Name) })
	want := "[g main::f#1::x main::f#1::y main::f#1::$result main::a main::f#2::x main::f#2::y main::f#2::$result]"
	if got := fmt.Sprint(names); len(got) != len(want) {
		t.Errorf("variables %s\nwant      %s", got, want)
	}
	// Of each instance: its own object; y may be read before it is written; the result is taken.
	for _, s := range []string{
		`object 2 local "o" size 4 align 4 func main`,
		`object 3 local "o" size 4 align 4 func main`,
		`main::f#1::x := 1:i32 @"x.c":7:3 origin 10`,
		`havoc main::f#1::y uninitialised "y" @"x.c":7:3 origin 10 aux`,
		`main::a := main::f#1::$result @"x.c":7:3 origin 10 aux`,
		`main::f#2::x := main::a @"x.c":8:3 origin 11`,
		`origin 3 calls @"x.c":8:3`,
	} {
		if !strings.Contains(q.String(), s) {
			t.Errorf("there is no %s in\n%s", s, q)
		}
	}
	if strings.Contains(q.String(), "g := 5") {
		t.Error("an unreachable location was copied")
	}
}

func TestInlineLimit(t *testing.T) {
	// f0 calls f1 twice, f1 calls f2 twice, …
	var b strings.Builder
	loc := 1
	const n = 24
	for i := range n {
		fmt.Fprintf(&b, "func f%d\nentry %d\nexit %d\nloc %d\nedge %d -> %d: ", i, loc, loc+2, loc, loc, loc+1)
		if i < n-1 {
			fmt.Fprintf(&b, "call f%d()\nloc %d\nedge %d -> %d: call f%d()\nloc %d\nend\n", i+1, loc+1, loc+1, loc+2, i+1, loc+2)
		} else {
			fmt.Fprintf(&b, "skip\nloc %d\nedge %d -> %d: skip\nloc %d\nend\n", loc+1, loc+1, loc+2, loc+2)
		}
		loc += 3
	}
	b.WriteString("main f0")
	_, err := pass.Inline(irtest.Parse(t, b.String()), pass.InlineOptions{MaxEdges: 10_000})
	if err == nil || !strings.Contains(err.Error(), "more than 10000 edges") {
		t.Errorf("got %v", err)
	}
}

// The program of an instance in a loop: every round begins with an unknown y.
func TestInlineFreshLocals(t *testing.T) {
	p := irtest.Parse(t, `func f
result 1 f::$result i32
local 2 f::y i32
entry 1
exit 2
loc 1
edge 1 -> 3: f::$result := f::y
loc 3
edge 2 -> 2: f::y := 7:i32
loc 2
end
func main
local 3 main::i i32
local 4 main::r i32
result 5 main::$result i32
entry 10
exit 11
loc 10
edge 10 -> 12: main::i := 0:i32
loc 12 loop
edge 11 -> 13: assume (main::i < 2:i32) then
edge 12 -> 14: assume (main::i >= 2:i32) else
loc 13
edge 13 -> 15: main::r := call f()
loc 15
edge 14 -> 12: main::i := (main::i + 1:i32)
loc 14
edge 15 -> 11: main::$result := main::r
loc 11
end
main main`)
	q, err := pass.Inline(p, pass.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := interp.Run(context.Background(), q, interp.Inputs{}, interp.Options{})
	if out.End != interp.Exited || !out.Result.IsZero() {
		t.Errorf("%s, %s: the second call saw the first one's y", out.End, out.Result)
	}
}

func TestBlocks(t *testing.T) {
	p := irtest.Parse(t, `func main
local 1 main::x i32
entry 1
exit 2
loc 1
edge 1 -> 3: main::x := 0:i32
loc 3
edge 2 -> 4: skip
loc 4 loop
edge 3 -> 5: assume (main::x < 5:i32) then
edge 4 -> 6: assume (main::x >= 5:i32) else
loc 5
edge 5 -> 4: main::x := (main::x + 1:i32)
loc 6
edge 6 -> 2: skip
loc 2
end
main main`)
	got := fmt.Sprint(pass.Blocks(p))
	if want := "[{1 4 [1 2]} {4 4 [3 5]} {4 2 [4 6]}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

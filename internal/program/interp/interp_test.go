package interp_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/pass"
	"craig/logic/num"
)

// main wraps edges into a program with a few variables.
func main(edges string) string {
	return `object 1 global "a" size 8 align 4 zero
object 2 local "b" size 4 align 4 func main
object 3 heap "malloc" size -1 align 16
global 1 m mem32
global 2 n mem32
func main
result 3 main::r i32
local 4 main::x i32
local 5 main::u u8
local 6 main::p p64
local 7 main::w u128
entry 1
exit 2
loc 1
` + edges + `
loc 2
end
main main`
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, edges string
		end         interp.End
		result      int64
		reason      string
	}{
		{name: "arithmetic", edges: `edge 1 -> 2: main::r := ((7:i32 / -2:i32) * (-7:i32 % 4:i32))`, end: interp.Exited, result: 9},
		{name: "wrap", edges: "edge 1 -> 3: main::u := (200:u8 + 100:u8)\nloc 3\nedge 2 -> 2: main::r := cast.i32(main::u)", end: interp.Exited, result: 44},
		{name: "cast", edges: `edge 1 -> 2: main::r := cast.i32(cast.i8(cast.u8(-1:i32)))`, end: interp.Exited, result: -1},
		{name: "shift", edges: `edge 1 -> 2: main::r := ((-9:i32 >> 1:u8) + (1:i32 << 4:i64))`, end: interp.Exited, result: 11},
		{name: "choice", edges: `edge 1 -> 2: main::r := ((false || (true && !(false))) ? 3:i32 : (1:i32 / 0:i32))`, end: interp.Exited, result: 3},
		{name: "division by zero", edges: `edge 1 -> 2: main::r := (1:i32 / main::x)`, end: interp.Undefined, reason: "the quotient of 1 and 0"},
		{name: "overflow", edges: `edge 1 -> 2: assume inrange((2147483647:i32 + 1:i32)) aux`, end: interp.OutOfRange},
		{name: "overflow unnoticed", edges: `edge 1 -> 2: main::r := (2147483647:i32 + 1:i32)`, end: interp.Undefined, reason: "2147483648 is no value of type i32"},
		{name: "assumption", edges: `edge 1 -> 2: assume (main::x != 0:i32)`, end: interp.Blocked},
		{name: "error", edges: "edge 1 -> 3: skip\nloc 3 error \"unreach-call\"", end: interp.Reached},
		{name: "endless", edges: "edge 1 -> 3: skip\nloc 3 loop\nedge 2 -> 3: skip", end: interp.StepLimit},
		{name: "bytes", edges: "edge 1 -> 3: store((&1:p64 +p 2:i64), 4660:u32)\nloc 3\nedge 2 -> 2: main::r := load.i32(&1:p64)", end: interp.Exited, result: 0x12340000},
		{name: "wide", edges: "edge 1 -> 3: main::w := 340282366920938463463374607431768211455:u128\nloc 3\nedge 2 -> 2: main::r := cast.i32(main::w)", end: interp.Exited, result: -1},
		{name: "outside", edges: "edge 1 -> 2: store((&1:p64 +p 5:i64), 0:i32)", end: interp.Undefined, reason: "a write of 4 bytes"},
		{name: "null", edges: "edge 1 -> 2: main::r := load.i32(0:p64)", end: interp.Undefined, reason: "a read of 4 bytes at 0"},
		{name: "heap", edges: `edge 1 -> 3: main::p := alloc(8:u64, &3) zero
loc 3
edge 2 -> 4: store((main::p +p 4:i32), 5:i32)
loc 4
edge 3 -> 2: main::r := (load.i32((main::p +p 4:i32)) + load.i32(main::p))`, end: interp.Exited, result: 5},
		{name: "heap end", edges: "edge 1 -> 3: main::p := alloc(8:u64, &3)\nloc 3\nedge 3 -> 2: main::r := load.i32((main::p +p 8:i32))", end: interp.Undefined, reason: "a read"},
		{name: "regions", edges: `edge 1 -> 3: m := 3:mem32
loc 3
edge 2 -> 4: n := m
loc 4
edge 3 -> 5: store[m](8:p64, 4:i32)
loc 5
edge 4 -> 2: main::r := ((load.i32[m](8:p64) * 10:i32) + load.i32[n](8:p64))`, end: interp.Exited, result: 43},
		{name: "clobber", edges: `edge 1 -> 3: store(&1:p64, &2:p64)
loc 3
edge 2 -> 4: store(&2:p64, 7:i32)
loc 4
edge 3 -> 5: main::p := clobber approximation "f" (inner &1:p64)
loc 5
edge 4 -> 2: main::r := (load.i32(load.p64(&1:p64)) + cast.i32(main::p))`, end: interp.Exited, result: 0},
		{name: "clobber data", edges: `edge 1 -> 3: store(&1:p64, &2:p64)
loc 3
edge 2 -> 4: store(&2:p64, 7:i32)
loc 4
edge 3 -> 5: clobber approximation "f" (data &1:p64, kept &2:p64)
loc 5
edge 4 -> 2: main::r := (load.i32(&2:p64) + cast.i32(load.p64(&1:p64)))`, end: interp.Exited, result: 7},
		{name: "no wrap", edges: "edge 1 -> 2: main::u := (200:u8 +! 100:u8)", end: interp.Undefined, reason: "NoWrap"},
		{name: "branch", edges: `edge 1 -> 3: assume (main::x > 0:i32) then
edge 2 -> 4: assume (main::x <= 0:i32) else
loc 3
edge 3 -> 2: main::r := 1:i32
loc 4
edge 4 -> 2: main::r := 2:i32`, end: interp.Exited, result: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := irtest.Parse(t, main(c.edges))
			out := interp.Run(context.Background(), p, interp.Inputs{}, interp.Options{MaxSteps: 1000})
			if got, _ := out.Result.Int64(); out.End != c.end || got != c.result || !strings.Contains(out.Reason, c.reason) {
				t.Errorf("got %s, %d, %q; want %s, %d, %q", out.End, got, out.Reason, c.end, c.result, c.reason)
			}
		})
	}
}

// What is unknown is asked once, and copies of a region agree on it.
func TestUnknownCells(t *testing.T) {
	p := irtest.Parse(t, main(`edge 1 -> 3: havoc m approximation "m"
loc 3
edge 2 -> 4: n := m
loc 4
edge 3 -> 5: havoc main::x call "input"
loc 5
edge 4 -> 6: store[n](4:p64, 1:i32)
loc 6
edge 5 -> 2: main::r := ((load.i32[m](8:p64) - load.i32[n](8:p64)) + (load.i32[m](4:p64) + main::x))`))
	asked := 0
	out := interp.Run(context.Background(), p, interp.Inputs{
		Scalar: func(e *ir.Edge, n int) num.Int { return num.I(1000) },
		Cell: func(e *ir.Edge, n int, addr num.Int, ty ir.Type) num.Int {
			asked++
			if e.ID != 1 || n != 0 || ty != ir.Int(32, true) {
				t.Errorf("asked for edge %d, %d, type %s", e.ID, n, ty)
			}
			return num.I(int64(asked))
		},
	}, interp.Options{})
	if got, _ := out.Result.Int64(); got != 1002 || asked != 2 {
		t.Errorf("result %d after %d questions", got, asked)
	}
	if in, _ := out.Input[2].Int64(); in != 1000 || len(out.Input) != 1 {
		t.Errorf("inputs %v", out.Input)
	}
	if m := out.Memory[0]; len(m) != 2 || m["8"].String() != "1" || m["4"].String() != "2" {
		t.Errorf("memory %v", out.Memory)
	}
}

// fibonacci calls itself twice; its argument is kept in byte memory.
const fibonacci = `object 1 local "keep" size 4 align 4 func fib
func fib
param 1 fib::n i32
result 2 fib::$result i32
local 3 fib::a i32
local 4 fib::b i32
entry 1
exit 2
loc 1
edge 1 -> 3: live &1
loc 3
edge 2 -> 4: store(&1:p64, fib::n)
loc 4
edge 3 -> 5: assume (fib::n < 2:i32) then
edge 4 -> 6: assume (fib::n >= 2:i32) else
loc 5
edge 5 -> 2: fib::$result := fib::n
loc 6
edge 6 -> 7: fib::a := call fib((fib::n - 1:i32))
loc 7
edge 7 -> 8: fib::b := call fib((load.i32(&1:p64) - 2:i32))
loc 8
edge 8 -> 2: fib::$result := (fib::a + fib::b)
loc 2
end
func main
result 10 main::$result i32
entry 10
exit 11
loc 10
edge 20 -> 11: main::$result := call fib(%s)
loc 11
end
main main`

func TestRecursion(t *testing.T) {
	for _, c := range []struct{ n, want string }{{"1:i32", "1"}, {"5:i32", "5"}, {"15:i32", "610"}} {
		p := irtest.Parse(t, strings.ReplaceAll(fibonacci, "%s", c.n))
		out := interp.Run(context.Background(), p, interp.Inputs{}, interp.Options{})
		if out.End != interp.Exited || out.Result.String() != c.want {
			t.Errorf("fib(%s): %s, %s", c.n, out.End, out.Result)
		}
		q, err := pass.Inline(t.Context(), p, pass.InlineOptions{MaxDepth: 6})
		if err != nil {
			t.Fatal(err)
		}
		if err := ircheck.Check(q); err != nil {
			t.Fatal(err)
		}
		out = interp.Run(context.Background(), q, interp.Inputs{}, interp.Options{})
		switch {
		case c.n == "15:i32":
			if out.End != interp.Reached || q.Locs[out.At].Goal.Kind != ir.Recursion {
				t.Errorf("fib(%s) inlined: %s", c.n, out.End)
			}
		case out.End != interp.Exited || out.Result.String() != c.want:
			t.Errorf("fib(%s) inlined: %s, %s, %s", c.n, out.End, out.Reason, out.Result)
		}
	}
}

// Two edges are open, and an assumption after each of them decides.
func TestAhead(t *testing.T) {
	for x, want := range map[string]int64{"1": 1, "2": 2} {
		p := irtest.Parse(t, main("edge 1 -> 3: main::x := "+x+`:i32
loc 3
edge 2 -> 4: assume (main::x > 0:i32)
edge 3 -> 5: assume (main::x > 0:i32)
loc 4
edge 4 -> 6: assume (main::x == 1:i32)
loc 5
edge 5 -> 7: skip
loc 7
edge 6 -> 8: assume (main::x != 1:i32)
loc 6
edge 7 -> 2: main::r := 1:i32
loc 8
edge 8 -> 2: main::r := 2:i32`))
		out := interp.Run(context.Background(), p, interp.Inputs{}, interp.Options{})
		if got, _ := out.Result.Int64(); out.End != interp.Exited || got != want {
			t.Errorf("x = %s: %s, %d", x, out.End, got)
		}
	}
}

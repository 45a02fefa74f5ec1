package pass_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/pass"

	"pgregory.net/rapid"
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
	q, err := pass.Inline(t.Context(), irtest.Parse(t, callTwice), pass.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(q); err != nil {
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
		`origin 3 in 2`,
		`instance 2 f copy 2 calls @"x.c":8:3`,
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
	_, err := pass.Inline(t.Context(), irtest.Parse(t, b.String()), pass.InlineOptions{MaxEdges: 10_000})
	if err == nil || !strings.Contains(err.Error(), "more than 10000 edges") {
		t.Errorf("got %v", err)
	}
}

// TestInlineEnds: once its time is over, no program is made.
func TestInlineEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p, err := pass.Inline(ctx, irtest.Parse(t, callTwice), pass.InlineOptions{}); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", p, err)
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
	q, err := pass.Inline(t.Context(), p, pass.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := interp.Run(context.Background(), q, interp.Inputs{}, interp.Options{})
	if out.End != interp.Exited || !out.Result.IsZero() {
		t.Errorf("%s, %s: the second call saw the first one's y", out.End, out.Result)
	}
}

// withCalls is the text of n functions, f0 the first, that do nothing but call others: fi those that calls(i)
// says, one after the other.
func withCalls(n int, calls func(i int) []int) string {
	var b strings.Builder
	loc, edge := 1, 0
	for i := range n {
		exit := loc
		fmt.Fprintf(&b, "func f%d @\"x.c\":%d:1\nentry %d\nexit %d\n", i, i+1, loc+1, exit)
		for _, k := range calls(i) {
			loc++
			edge++
			fmt.Fprintf(&b, "loc %d\nedge %d -> %d: call f%d() @\"x.c\":%d:9\n", loc, edge, loc+1, k, i+1)
		}
		loc++
		edge++
		fmt.Fprintf(&b, "loc %d\nedge %d -> %d: skip\nloc %d\nend\n", loc, edge, exit, exit)
		loc++
	}
	return b.String() + "main f0"
}

// TestInlineSize: what does not fit is refused before it is built, and nothing that fits is.
func TestInlineSize(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(r, "functions")
		recursive := rapid.Bool().Draw(r, "recursive")
		calls := make([][]int, n)
		for i := range calls {
			lowest := i + 1
			if recursive {
				lowest = 0
			}
			for range rapid.IntRange(0, 3).Draw(r, "calls") {
				if lowest < n {
					calls[i] = append(calls[i], rapid.IntRange(lowest, n-1).Draw(r, "callee"))
				}
			}
		}
		text := withCalls(n, func(i int) []int { return calls[i] })
		p := irtest.Parse(t, text)
		inline := func(most int) (int, error) {
			q, err := pass.Inline(t.Context(), p, pass.InlineOptions{MaxDepth: 1, MaxEdges: most})
			if err != nil {
				return 0, err
			}
			edges := 0
			for _, e := range q.Edges {
				if e != nil {
					edges++
				}
			}
			return edges, nil
		}
		edges, err := inline(1_000_000)
		if err != nil {
			r.Fatalf("%v in\n%s", err, text)
		}
		if _, err := inline(edges); err != nil {
			r.Errorf("%d edges are too many: %v in\n%s", edges, err, text)
		}
		var large *pass.TooLarge
		if _, err := inline(edges - 1); edges > 1 && !recursive && (!errors.As(err, &large) || large.Func == "") {
			r.Errorf("%d edges fit where one less is allowed, or it is not said where: %v, in\n%s", edges, err, text)
		}
	})
}

// TestInlineTooLarge: 2^40 copies, calls nested too deep, and the same with recursion besides, are
// seen to be too many at once.
func TestInlineTooLarge(t *testing.T) {
	const n = 40
	twice := func(i int) []int {
		if i == n-1 {
			return nil
		}
		return []int{i + 1, i + 1}
	}
	for _, g := range []struct {
		name, want string
		n          int
		calls      func(i int) []int
	}{
		{"twice", "x.c:39:9: with its calls inlined the program has more than 1000000 edges (at a call of f39)", n, twice},
		{"twice, with recursion", "more than 1000000 edges", n, func(i int) []int { return append(twice(i), i, 0) }},
		{"deep", "the calls of the program are nested too deep to be inlined (", 6000, func(i int) []int {
			return []int{i + 1}[:min(1, 5999-i)]
		}},
	} {
		_, err := pass.Inline(t.Context(), irtest.Parse(t, withCalls(g.n, g.calls)), pass.InlineOptions{})
		if err == nil || !strings.Contains(err.Error(), g.want) {
			t.Errorf("%s: got %v", g.name, err)
		}
	}
}

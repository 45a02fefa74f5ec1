package pass_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/pass"
)

// calling is a program of n small functions and a main function that calls one after the other.
func calling(n int) string {
	var b strings.Builder
	for i := range n {
		l := 3*i + 1
		fmt.Fprintf(&b, "func f%d\nparam %d f%d::x i32 c\"x\"\nlocal %d f%d::y i32 c\"y\"\nentry %d\nexit %d\n", i, 2*i+1, i, 2*i+2, i, l, l+1)
		fmt.Fprintf(&b, "loc %d\nedge %d -> %d: f%d::y := f%d::x\nloc %d\nedge %d -> %d: skip\nloc %d\nend\n", l, l, l+2, i, i, l+2, l+1, l+1, l+1)
	}
	l := 3*n + 1
	fmt.Fprintf(&b, "func main\nentry %d\nexit %d\n", l, l+n)
	for i := range n {
		fmt.Fprintf(&b, "loc %d\nedge %d -> %d: call f%d(1:i32)\n", l+i, l+i, l+i+1, i)
	}
	fmt.Fprintf(&b, "loc %d\nend\nmain main", l+n)
	return b.String()
}

// TestGrowth: the memory that passes take is proportional to the size of the program, however many functions it has.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(p *ir.Program)
	}{
		{"MarkLoops", func(p *ir.Program) { graph.MarkLoops(p) }},
		{"Inline", func(p *ir.Program) {
			if _, err := pass.Inline(t.Context(), p, pass.InlineOptions{}); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		allocated := func(n int) uint64 {
			p := irtest.Parse(t, calling(n))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c.f(p)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		allocated(50)
		small, large := allocated(300), allocated(3000)
		if large > 15*small {
			t.Errorf("%s: %d bytes for 300 functions, %d for 3000", c.name, small, large)
		}
	}
}

// TestUnread: variables of which each is read by what writes the next go, up to the one that is needed.
func TestUnread(t *testing.T) {
	p := irtest.Parse(t, `func main
local 1 main::n i32 c"n"
local 2 main::a i32 c"a"
local 3 main::b i32 c"b"
local 4 main::c i32 c"c"
entry 1
exit 3
loc 1
edge 1 -> 2: havoc main::n call "input"
loc 2 loop
edge 2 -> 3: assume (main::n < 1:i32)
edge 3 -> 4: main::a := (main::a + main::n)
loc 4
edge 4 -> 5: main::b := (main::b + main::a)
loc 5
edge 5 -> 2: main::c := (main::b + main::n)
loc 3
end
main main`)
	q, _ := pass.Simplify(p)
	if got := fmt.Sprint(q.Main.Locals); got != "[main::n]" {
		t.Errorf("left are %s in\n%s", got, q)
	}
}

package calls_test

import (
	"slices"
	"strings"
	"testing"

	"craig/internal/program/calls"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
)

// even and odd call each other; main calls even and log; nothing calls lost.
const mutual = `ir 1
global 1 a i32
global 2 b i32
global 3 c i32
global 4 d i32
func even
entry 1
exit 2
loc 1
edge 1 -> 3: a := b
loc 3
edge 2 -> 2: call odd()
loc 2
end
func odd
entry 4
exit 5
loc 4
edge 3 -> 6: call even()
edge 4 -> 6: call log()
loc 6
edge 5 -> 5: skip
loc 5
end
func log
entry 7
exit 8
loc 7
edge 6 -> 8: havoc c call "input"
loc 8
end
func lost
entry 9
exit 10
loc 9
edge 7 -> 10: call log()
loc 10
end
func main
entry 11
exit 12
loc 11
edge 8 -> 13: call even()
loc 13
edge 9 -> 14: call log()
loc 14
edge 10 -> 12: d := d
loc 12
end
main main
`

func names(fs []*ir.Func) string {
	var s []string
	for _, f := range fs {
		s = append(s, f.Name)
	}
	return strings.Join(s, " ")
}

func vars(vs []*ir.Var) string {
	var s []string
	for _, v := range vs {
		s = append(s, v.Name)
	}
	return strings.Join(s, " ")
}

// TestGraph: who calls whom, and what follows for globals.
func TestGraph(t *testing.T) {
	p := irtest.Parse(t, mutual)
	g := calls.Of(p)
	if got := names(g.Funcs); got != "main even odd log" {
		t.Errorf("functions: %s", got)
	}
	var comps []string
	for _, c := range g.Comps {
		slices.SortFunc(c, func(f, h *ir.Func) int { return strings.Compare(f.Name, h.Name) })
		comps = append(comps, names(c))
	}
	if got := strings.Join(comps, ", "); got != "log, even odd, main" {
		t.Errorf("components: %s", got)
	}
	effects := g.Effects()
	for name, want := range map[string]struct {
		recursive     bool
		sites         int
		reads, writes string
	}{
		"main": {false, 2, "b d", "a c d"},
		"even": {true, 1, "b", "a c"},
		"odd":  {true, 2, "b", "a c"},
		"log":  {false, 0, "", "c"},
	} {
		f := p.Funcs[slices.IndexFunc(p.Funcs, func(f *ir.Func) bool { return f.Name == name })]
		e := effects[f]
		if g.Recursive(f) != want.recursive || len(g.Sites(f)) != want.sites || vars(e.Reads) != want.reads || vars(e.Writes) != want.writes {
			t.Errorf("%s: recursive %v, %d sites, reads %q, writes %q", name, g.Recursive(f), len(g.Sites(f)), vars(e.Reads), vars(e.Writes))
		}
	}
	if even, odd := g.Funcs[1], g.Funcs[2]; !g.Mutual(even, odd) || g.Mutual(even, g.Funcs[0]) {
		t.Error("who may call each other")
	}
}

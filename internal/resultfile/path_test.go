package resultfile

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// TestIsPath: a trace whose numbers are of another program is none of this one.
func TestIsPath(t *testing.T) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	a, b := p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
	e := p.NewEdge(a, b, &ir.Skip{}, ir.Pos{}).ID
	for _, c := range []struct {
		path []ir.EdgeID
		at   ir.Loc
		want bool
	}{
		{[]ir.EdgeID{e}, b, true},
		{[]ir.EdgeID{e, e + 1}, b, false},
		{[]ir.EdgeID{0}, b, false},
		{[]ir.EdgeID{-1}, b, false},
		{nil, b + 1, false},
		{nil, 0, false},
	} {
		if got := isPath(p, &verdict.Trace{Path: c.path, Error: c.at}); got != c.want {
			t.Errorf("%v to %d: %v", c.path, c.at, got)
		}
	}
}

package pass

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// TestUninitialised compares with liveness at the entry, variable by variable.
func TestUninitialised(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := ir.NewProgram()
		p.NewLoc(p.NewFunc("other", ir.Pos{}), ir.Pos{})
		f := p.NewFunc("f", ir.Pos{})
		ty := ir.Int(32, true)
		vars := []*ir.Var{p.NewParam(f, "p", "p", ty, ir.Pos{}), p.NewResult(f, ty)}
		for i := range rapid.IntRange(1, 140).Draw(t, "locals") {
			vars = append(vars, p.NewLocal(f, fmt.Sprint("v", i), "", ty, ir.Pos{}))
		}
		locs := make([]ir.Loc, rapid.IntRange(2, 12).Draw(t, "locations"))
		for i := range locs {
			locs[i] = p.NewLoc(f, ir.Pos{})
		}
		f.Entry, f.Exit = locs[0], locs[len(locs)-1]
		for _, l := range locs[:len(locs)-1] {
			for range rapid.IntRange(0, 3).Draw(t, "edges") {
				a, b := rapid.SampledFrom(vars).Draw(t, "written"), rapid.SampledFrom(vars).Draw(t, "read")
				var s ir.Stmt = &ir.Skip{}
				switch rapid.IntRange(0, 2).Draw(t, "kind") {
				case 0:
					s = &ir.Assign{Var: a, Expr: ir.VarExpr(b)}
				case 1:
					s = &ir.Havoc{Var: a, Source: ir.FromUninitialised}
				}
				p.NewEdge(l, rapid.SampledFrom(locs[1:]).Draw(t, "to"), s, ir.Pos{})
			}
		}
		var want []*ir.Var
		uses := newDefUse(p, f)
		f.AllVars(func(v *ir.Var) {
			at := ir.Loc(0)
			if v == f.Result {
				at = f.Exit
			}
			if uses.solve(v, at); uses.live(f.Entry) && !slices.Contains(f.Params, v) {
				want = append(want, v)
			}
		})
		if got := uninitialised(p, f, graph.PartOf(p, f)); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v in\n%s", got, want, p)
		}
	})
}

// TestCurrent: after a substitution the edges that read a variable are listed once each, and only they.
func TestCurrent(t *testing.T) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	ty := ir.Int(32, true)
	v, w := p.NewLocal(f, "v", "", ty, ir.Pos{}), p.NewLocal(f, "w", "", ty, ir.Pos{})
	a, b := p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
	first := p.NewEdge(a, b, &ir.Assign{Var: w, Expr: ir.VarExpr(v)}, ir.Pos{})
	second := p.NewEdge(a, b, &ir.Assign{Var: v, Expr: ir.VarExpr(w)}, ir.Pos{})
	uses := newDefUse(p, f)
	second.Stmt = &ir.Assign{Var: v, Expr: ir.VarExpr(v)}
	uses.reads[v] = append(uses.reads[v], second.ID, second.ID)
	if got, want := uses.current(v), []ir.EdgeID{first.ID, second.ID}; !slices.Equal(got, want) {
		t.Errorf("v is read by %v, want %v", got, want)
	}
	if got := uses.current(w); len(got) != 0 {
		t.Errorf("w is read by %v, want none", got)
	}
}

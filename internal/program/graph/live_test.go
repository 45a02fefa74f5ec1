package graph_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// TestLiveVars compares with the definition: a variable is live where there is a way to an edge that reads it, and no edge
// before that one writes it.
func TestLiveVars(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, succ := edges(t)
		p := ir.NewProgram()
		f := p.NewFunc("main", ir.Pos{})
		for range n {
			p.NewLoc(f, ir.Pos{})
		}
		f.Entry, f.Exit, p.Main = 1, ir.Loc(n), f
		var vars []*ir.Var
		many := rapid.SampledFrom([]int{1, 3, 70, 130}).Draw(t, "variables")
		for range many {
			vars = append(vars, p.NewTemp(f, ir.Int(32, true), ir.Pos{}))
		}
		a := rapid.SampledFrom(vars)
		for from := range n {
			for _, to := range succ(from) {
				var s ir.Stmt = &ir.Skip{}
				switch rapid.IntRange(0, 3).Draw(t, "statement") {
				case 0:
					s = &ir.Assign{Var: a.Draw(t, "written"), Expr: ir.VarExpr(a.Draw(t, "read"))}
				case 1:
					s = &ir.Havoc{Var: a.Draw(t, "written")}
				}
				p.NewEdge(ir.Loc(from+1), ir.Loc(to+1), s, ir.Pos{})
			}
		}
		size, follow := graph.OfFunc(p, f)
		order := graph.ReversePostOrder(size, follow, int(f.Entry))
		live := graph.LiveVars(p, order)
		for _, l := range order {
			var want []*ir.Var
			for _, v := range vars {
				if readFrom(p, ir.Loc(l), v, map[ir.Loc]bool{}) {
					want = append(want, v)
				}
			}
			if !slices.Equal(live[l], want) {
				t.Fatalf("%d variables are live at %d, not %d:\n%v", len(live[l]), l, len(want), p)
			}
		}
	})
}

// readFrom says that an execution from l may read v before it writes it.
func readFrom(p *ir.Program, l ir.Loc, v *ir.Var, seen map[ir.Loc]bool) bool {
	if seen[l] {
		return false
	}
	seen[l] = true
	for _, id := range p.Locs[l].Out {
		e, read := p.Edges[id], false
		ir.EachRead(e.Stmt, func(x *ir.Var) { read = read || x == v })
		if read || ir.Written(e.Stmt) != v && readFrom(p, e.To, v, seen) {
			return true
		}
	}
	return false
}

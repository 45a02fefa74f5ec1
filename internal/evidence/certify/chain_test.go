package certify_test

import (
	"context"
	"fmt"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// chain is k diamonds in a row, each adding 1 or 2 to x on two sides that meet again; x < k at
// the end is an error.
func chain(k int) (*ir.Program, *ir.Var, []ir.Loc) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	f.Defined = true
	p.Main = f
	i32 := ir.Int(32, true)
	x, c := p.NewLocal(f, "x", "x", i32, ir.Pos{}), p.NewLocal(f, "c", "c", i32, ir.Pos{})
	at := p.NewLoc(f, ir.Pos{})
	f.Entry = at
	step := func(s ir.Stmt) {
		next := p.NewLoc(f, ir.Pos{})
		p.NewEdge(at, next, s, ir.Pos{})
		at = next
	}
	step(&ir.Assign{Var: x, Expr: ir.ConstInt(i32, 0)})
	var joins []ir.Loc
	for range k {
		step(&ir.Havoc{Var: c, Name: "input"})
		then, els, join := p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
		p.NewBranch(at, ir.Compare(ir.OpGt, ir.VarExpr(c), ir.ConstInt(i32, 0)), then, els, ir.Pos{})
		for d, l := range []ir.Loc{then, els} {
			p.NewEdge(l, join, &ir.Assign{Var: x, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(x), ir.ConstInt(i32, int64(d+1)))}, ir.Pos{})
		}
		at = join
		joins = append(joins, join)
	}
	bad := p.NewLoc(f, ir.Pos{})
	f.Exit = p.NewLoc(f, ir.Pos{})
	p.Locs[bad].Goal = ir.Violates("unreach-call")
	p.NewBranch(at, ir.Compare(ir.OpLt, ir.VarExpr(x), ir.ConstInt(i32, int64(k))), bad, f.Exit, ir.Pos{})
	return p, x, joins
}

// BenchmarkChain: what a chain of branches costs without and with invariants where they meet.
func BenchmarkChain(b *testing.B) {
	for _, k := range []int{10, 30, 100, 300} {
		p, x, joins := chain(k)
		st := term.NewStore()
		v := st.Var(x.Name, term.Int)
		plain := map[ir.Loc]term.Term{p.Main.Entry: st.True()}
		rich := map[ir.Loc]term.Term{p.Main.Entry: st.True()}
		for i, l := range joins {
			rich[l] = st.And(st.Ge(v, st.Int(int64(i+1))), st.Le(v, st.Int(int64(2*i+2))))
		}
		for i, inv := range []map[ir.Loc]term.Term{plain, rich} {
			b.Run(fmt.Sprintf("%s/%d", []string{"plain", "rich"}[i], k), func(b *testing.B) {
				for range b.N {
					if err := certify.Safe(context.Background(), p, inv, native, 1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

package certify_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// drawMachine is a random program with one loop, whose body is a sequence of decisions after which the variables
// mostly have constants: one block with many joins. The head of the loop is returned.
func drawMachine(t *rapid.T) (*tiny, ir.Loc) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	f.Defined = true
	p.Main = f
	u2 := ir.Int(2, false)
	g := &tiny{p: p}
	g.vars[0], g.vars[1] = p.NewLocal(f, "x", "x", u2, ir.Pos{}), p.NewLocal(f, "y", "y", u2, ir.Pos{})
	pick := func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }
	variable := func() *ir.Var { return g.vars[pick("variable", 2)] }
	constant := func() *ir.Expr { return ir.ConstInt(u2, int64(pick("constant", 4))) }
	operand := func() *ir.Expr {
		if pick("operand", 3) > 0 {
			return constant()
		}
		return ir.VarExpr(variable())
	}
	newLoc := func() ir.Loc { return p.NewLoc(f, ir.Pos{}) }
	assign := func(from, to ir.Loc) {
		var s ir.Stmt
		switch pick("statement", 8) {
		case 0:
			s = &ir.Skip{}
		case 1:
			s = &ir.Havoc{Var: variable(), Name: "input"}
		case 2:
			s = &ir.Assign{Var: variable(), Expr: ir.Binary(ir.OpAdd, ir.VarExpr(variable()), operand())}
		default:
			s = &ir.Assign{Var: variable(), Expr: operand()}
		}
		p.NewEdge(from, to, s, ir.Pos{})
	}
	entry, half, head, bad := newLoc(), newLoc(), newLoc(), newLoc()
	p.NewEdge(entry, half, &ir.Assign{Var: g.vars[0], Expr: constant()}, ir.Pos{})
	p.NewEdge(half, head, &ir.Assign{Var: g.vars[1], Expr: constant()}, ir.Pos{})
	p.Locs[bad].Goal = ir.Violates("unreach-call")
	at := head
	for n := rapid.IntRange(1, 6).Draw(t, "decisions"); n > 0; n-- {
		yes, no, join := newLoc(), newLoc(), newLoc()
		op := rapid.SampledFrom([]ir.Op{ir.OpEq, ir.OpEq, ir.OpLe}).Draw(t, "op")
		p.NewBranch(at, ir.Compare(op, ir.VarExpr(variable()), operand()), yes, no, ir.Pos{})
		assign(yes, join)
		if pick("error", 8) == 0 {
			p.NewBranch(no, ir.Compare(ir.OpEq, ir.VarExpr(variable()), constant()), bad, join, ir.Pos{})
		} else {
			assign(no, join)
		}
		at = join
	}
	p.NewEdge(at, head, &ir.Skip{}, ir.Pos{})
	f.Entry, f.Exit = entry, newLoc()
	return g, head
}

// TestRandomMachines: of loops that make decisions and set constants the certifier accepts exactly the invariants that
// are inductive and exclude the error.
func TestRandomMachines(t *testing.T) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g, head := drawMachine(t)
		st := term.NewStore()
		c := sem.New(st, g.p)
		reach := g.reach()
		set := map[state]bool{}
		var cases []term.Term
		mutate := rapid.IntRange(-16, 15).Draw(t, "mutate")
		for i, s := range allStates(head) {
			if reach[s] != (i == mutate) {
				set[s] = true
				cases = append(cases, st.And(st.Eq(c.Var(g.vars[0]), st.IntNum(num.I(s.val[0]))), st.Eq(c.Var(g.vars[1]), st.IntNum(num.I(s.val[1])))))
			}
		}
		entry := g.p.Main.Entry
		sets := map[ir.Loc]map[state]bool{entry: {}, head: set}
		for _, s := range allStates(entry) {
			sets[entry][s] = true
		}
		inv := map[ir.Loc]term.Term{entry: st.True(), head: st.Or(cases...)}
		err := certify.Safe(context.Background(), g.p, inv, native, 1)
		enginetest.Agree(t, g.p, verdict.Invariants(inv), err)
		if want := g.holds(sets); want != (err == nil) {
			t.Fatalf("by definition %v, the certifier says %v:\n%s", want, err, g.p)
		}
		if err == nil {
			accepted++
		} else {
			rejected++
		}
	})
	t.Logf("%d accepted, %d rejected", accepted, rejected)
}

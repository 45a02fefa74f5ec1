package certify_test

import (
	"context"
	"slices"
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

// celled is a random program over a truth value, by which it finds its way in a region, and two cells of two bits, signed or not.
type celled struct {
	p      *ir.Program
	x, mem *ir.Var
	cell   ir.Type
}

// contents is a location with the truth value and the cells.
type contents struct {
	loc  ir.Loc
	x    int64
	cell [2]int64
}

// drawCelled draws a program that stores to cells and reads them, and gives all of memory contents anew: one number for all cells, or any.
func drawCelled(t *rapid.T) *celled {
	p := ir.NewProgram()
	p.Signed = ir.SignedWrap
	f := p.NewFunc("main", ir.Pos{})
	f.Defined = true
	p.Main = f
	g := &celled{p: p, cell: ir.Int(2, rapid.Bool().Draw(t, "signed"))}
	g.mem = p.NewGlobal("mem", "", ir.Mem(2), ir.Pos{})
	g.x = p.NewLocal(f, "x", "x", ir.Int(1, false), ir.Pos{})
	pick := func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }
	low, _ := g.cell.Min().Int64()
	constant := func() *ir.Expr { return ir.ConstInt(g.cell, low+int64(pick("constant", 4))) }
	address := func() *ir.Expr {
		if k := pick("address", 3); k < 2 {
			return ir.ConstInt(p.PtrType(), int64(k))
		}
		return ir.Cast(p.PtrType(), ir.VarExpr(g.x))
	}
	operand := func() *ir.Expr {
		if pick("operand", 2) == 0 {
			return constant()
		}
		return ir.LoadFrom(g.mem, g.cell, address())
	}
	var locs []ir.Loc
	for range rapid.IntRange(3, 6).Draw(t, "locations") {
		locs = append(locs, p.NewLoc(f, ir.Pos{}))
	}
	last := len(locs) - 1
	f.Entry, f.Exit = locs[0], p.NewLoc(f, ir.Pos{})
	p.Locs[locs[last]].Goal = ir.Violates("unreach-call")
	next := rapid.SampledFrom(slices.Concat(locs[1:last], locs[1:last], locs[1:last], []ir.Loc{f.Exit, locs[last]}))
	for _, l := range locs[:last] {
		var s ir.Stmt
		switch pick("kind", 8) {
		case 0, 1:
			op := rapid.SampledFrom([]ir.Op{ir.OpEq, ir.OpLt, ir.OpLe}).Draw(t, "op")
			p.NewBranch(l, ir.Compare(op, operand(), operand()), next.Draw(t, "then"), next.Draw(t, "else"), ir.Pos{})
			continue
		case 2:
			s = &ir.Assign{Var: g.x, Expr: ir.OfBool(g.x.Type, ir.Compare(ir.OpLt, operand(), operand()))}
		case 3:
			s = &ir.Havoc{Var: g.x, Name: "input"}
		case 4:
			s = &ir.Assign{Var: g.mem, Expr: ir.ConstInt(g.mem.Type, low+int64(pick("contents", 4)))}
		case 5:
			s = &ir.Havoc{Var: g.mem}
		default:
			v := operand()
			if pick("sum", 2) == 0 {
				v = ir.Binary(rapid.SampledFrom([]ir.Op{ir.OpAdd, ir.OpSub}).Draw(t, "op"), v, operand())
			}
			s = &ir.Store{Region: g.mem, Addr: address(), Val: v}
		}
		p.NewEdge(l, next.Draw(t, "to"), s, ir.Pos{})
	}
	return g
}

// value is what e is in s.
func (g *celled) value(e *ir.Expr, s contents) int64 {
	known := *e
	known.Args = nil
	for _, a := range e.Args {
		known.Args = append(known.Args, ir.ConstInt(a.Type, g.value(a, s)))
	}
	switch e.Op {
	case ir.OpVar:
		return s.x
	case ir.OpLoad:
		return s.cell[g.value(e.Args[0], s)]
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		known = *ir.Compare(e.Op, known.Args[0], known.Args[1])
	case ir.OpOfBool:
		known = *ir.OfBool(e.Type, known.Args[0])
	}
	folded := g.p.Mode().Fold(&known)
	if !folded.IsConst() {
		panic(e.String())
	}
	k, _ := folded.Val.Int64()
	return k
}

// all are the states at a location.
func (g *celled) all(l ir.Loc) (list []contents) {
	low, _ := g.cell.Min().Int64()
	for i := range int64(32) {
		list = append(list, contents{l, i & 1, [2]int64{low + i>>1&3, low + i>>3}})
	}
	return list
}

// next lists the successors of a state.
func (g *celled) next(s contents) (list []contents) {
	if g.p.Locs[s.loc].IsGoal() {
		return nil
	}
	for _, id := range g.p.Locs[s.loc].Out {
		e := g.p.Edges[id]
		n := contents{e.To, s.x, s.cell}
		switch x := e.Stmt.(type) {
		case *ir.Assume:
			if g.value(x.Cond, s) == 0 {
				continue
			}
		case *ir.Store:
			n.cell[g.value(x.Addr, s)] = g.value(x.Val, s)
		case *ir.Assign:
			if k := g.value(x.Expr, s); x.Var == g.x {
				n.x = k
			} else {
				n.cell = [2]int64{k, k}
			}
		case *ir.Havoc:
			for _, any := range g.all(e.To) {
				if x.Var == g.x {
					any.cell = s.cell
				} else {
					any.x = s.x
				}
				list = append(list, any)
			}
			continue
		}
		list = append(list, n)
	}
	return list
}

// TestRandomContents: on tiny programs with memory the certifier accepts exactly the proofs that are proofs by definition: a cell holds a value of its
// type at first and after it was given any, and no more is known of it. The invariants are the reachable states at every location, but for one that is added or left out.
func TestRandomContents(t *testing.T) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawCelled(t)
		reach := map[contents]bool{}
		for queue := g.all(g.p.Main.Entry); len(queue) > 0; queue = queue[1:] {
			if !reach[queue[0]] {
				reach[queue[0]] = true
				queue = append(queue, g.next(queue[0])...)
			}
		}
		linked := map[ir.Loc]bool{g.p.Main.Entry: true} // by edges: what no path leads to is not checked
		for queue := []ir.Loc{g.p.Main.Entry}; len(queue) > 0; queue = queue[1:] {
			for _, to := range g.p.Succs(queue[0], nil) {
				if !linked[to] && !g.p.Locs[to].IsGoal() {
					linked[to] = true
					queue = append(queue, to)
				}
			}
		}
		st := term.NewStore()
		c := sem.New(st, g.p)
		// A cell that the program does not read may hold anything for the certifier, which is then taken for the nearest value of the type.
		holds := func(k, v int64) term.Term {
			cell := c.Expr(ir.LoadFrom(g.mem, g.cell, ir.ConstInt(g.p.PtrType(), k)), c.Var)
			switch num.I(v) {
			case g.cell.Min():
				return st.Le(cell, st.Int(v))
			case g.cell.Max():
				return st.Ge(cell, st.Int(v))
			}
			return st.Eq(cell, st.Int(v))
		}
		claimed := map[contents]bool{}
		inv := map[ir.Loc]term.Term{}
		for l := ir.Loc(1); int(l) < len(g.p.Locs); l++ {
			if !linked[l] {
				continue
			}
			mutate := rapid.IntRange(0, 400).Draw(t, "mutate")
			var not []term.Term // shorter than the states themselves, of which memory mostly allows all
			for i, s := range g.all(l) {
				if reach[s] != (i == mutate) {
					claimed[s] = true
					continue
				}
				not = append(not, st.And(st.Eq(c.Var(g.x), st.Int(s.x)), holds(0, s.cell[0]), holds(1, s.cell[1])))
			}
			inv[l] = st.Not(st.Or(not...))
		}
		want := true
		for _, s := range g.all(g.p.Main.Entry) {
			want = want && claimed[s]
		}
		for s := range claimed {
			for _, n := range g.next(s) {
				want = want && claimed[n] // nothing is claimed at an error
			}
		}
		err := certify.Safe(context.Background(), g.p, inv, native, 1)
		enginetest.Agree(t, g.p, verdict.Invariants(inv), err)
		if err == nil {
			accepted++
		} else {
			rejected++
		}
		if want != (err == nil) {
			t.Fatalf("by definition %v, the certifier says %v:\n%s", want, err, g.p)
		}
	})
	t.Logf("%d accepted, %d rejected", accepted, rejected)
	if accepted == 0 || rejected == 0 {
		t.Error("nothing was tested")
	}
}

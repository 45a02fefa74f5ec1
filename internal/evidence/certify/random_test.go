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

// tiny is a random program over two variables of two bits, small enough to look at every state.
type tiny struct {
	p    *ir.Program
	vars [2]*ir.Var
}

// state is a location with the values of the variables.
type state struct {
	loc ir.Loc
	val [2]int64
}

func drawTiny(t *rapid.T) *tiny {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	f.Defined = true
	p.Main = f
	u2 := ir.Int(2, false)
	g := &tiny{p: p}
	g.vars[0], g.vars[1] = p.NewLocal(f, "x", "x", u2, ir.Pos{}), p.NewLocal(f, "y", "y", u2, ir.Pos{})
	n := rapid.IntRange(2, 6).Draw(t, "locations")
	var locs []ir.Loc
	for range n + 1 {
		locs = append(locs, p.NewLoc(f, ir.Pos{}))
	}
	exit := p.NewLoc(f, ir.Pos{})
	f.Entry, f.Exit = locs[0], exit
	p.Locs[locs[n]].Goal = ir.Violates("unreach-call")
	anyLoc := rapid.SampledFrom(append(locs, exit))
	v := func() *ir.Var { return g.vars[rapid.IntRange(0, 1).Draw(t, "var")] }
	operand := func() *ir.Expr {
		if rapid.Bool().Draw(t, "const") {
			return ir.ConstInt(u2, int64(rapid.IntRange(0, 3).Draw(t, "k")))
		}
		return ir.VarExpr(v())
	}
	for _, l := range locs[:n] {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0, 1:
			op := rapid.SampledFrom([]ir.Op{ir.OpEq, ir.OpLt, ir.OpLe}).Draw(t, "op")
			p.NewBranch(l, ir.Compare(op, operand(), operand()), anyLoc.Draw(t, "then"), anyLoc.Draw(t, "else"), ir.Pos{})
		case 2:
			p.NewEdge(l, anyLoc.Draw(t, "to"), &ir.Havoc{Var: v(), Name: "input"}, ir.Pos{})
		case 3: // both sides open, as a slice may leave them
			p.NewEdge(l, anyLoc.Draw(t, "to"), &ir.Skip{}, ir.Pos{})
			p.NewEdge(l, anyLoc.Draw(t, "to"), &ir.Skip{}, ir.Pos{})
		default:
			e := ir.Binary(rapid.SampledFrom([]ir.Op{ir.OpAdd, ir.OpSub}).Draw(t, "op"), operand(), operand())
			p.NewEdge(l, anyLoc.Draw(t, "to"), &ir.Assign{Var: v(), Expr: e}, ir.Pos{})
		}
	}
	return g
}

// next lists the successors of a state.
func (g *tiny) next(s state) []state {
	value := func(e *ir.Expr) int64 {
		r := ir.Subst(e, func(v *ir.Var) *ir.Expr {
			if v == g.vars[0] {
				return ir.ConstInt(v.Type, s.val[0])
			}
			return ir.ConstInt(v.Type, s.val[1])
		})
		k, _ := g.p.Mode().Fold(r).Val.Int64()
		return k
	}
	set := func(to ir.Loc, v *ir.Var, k int64) state {
		n := state{to, s.val}
		if v == g.vars[0] {
			n.val[0] = k
		} else {
			n.val[1] = k
		}
		return n
	}
	var to []state
	if g.p.Locs[s.loc].IsGoal() {
		return nil
	}
	for _, id := range g.p.Locs[s.loc].Out {
		e := g.p.Edges[id]
		switch x := e.Stmt.(type) {
		case *ir.Skip:
			to = append(to, state{e.To, s.val})
		case *ir.Assume:
			if value(x.Cond) != 0 {
				to = append(to, state{e.To, s.val})
			}
		case *ir.Assign:
			to = append(to, set(e.To, x.Var, value(x.Expr)))
		case *ir.Havoc:
			for k := range int64(4) {
				to = append(to, set(e.To, x.Var, k))
			}
		}
	}
	return to
}

func allStates(l ir.Loc) []state {
	var all []state
	for x := range int64(4) {
		for y := range int64(4) {
			all = append(all, state{l, [2]int64{x, y}})
		}
	}
	return all
}

// reach lists what is reachable from the entry.
func (g *tiny) reach() map[state]bool { return g.closure(allStates(g.p.Main.Entry)) }

// closure lists what is reachable from states, which are among it.
func (g *tiny) closure(queue []state) map[state]bool {
	seen := map[state]bool{}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if !seen[s] {
			seen[s] = true
			queue = append(queue, g.next(s)...)
		}
	}
	return seen
}

// holds checks by definition what the certifier decides by formulas, with the locations of inv
// as cut points. A run that never comes to one violates nothing.
func (g *tiny) holds(inv map[ir.Loc]map[state]bool) bool {
	for _, s := range allStates(g.p.Main.Entry) {
		if !inv[s.loc][s] {
			return false
		}
	}
	for _, set := range inv {
		for start := range set {
			seen := map[state]bool{}
			queue := g.next(start)
			for len(queue) > 0 {
				s := queue[0]
				queue = queue[1:]
				if seen[s] {
					continue
				}
				seen[s] = true
				if g.p.Locs[s.loc].IsGoal() {
					return false
				}
				if at, ok := inv[s.loc]; ok {
					if !at[s] {
						return false
					}
				} else {
					queue = append(queue, g.next(s)...)
				}
			}
		}
	}
	return true
}

// TestRandomProofs: on tiny programs the certifier accepts exactly the proofs that are proofs by
// definition. The invariants are the reachable states, more or less, at every location or at
// some; then only that nothing wrong is accepted is checked, since the certifier adds cut points.
func TestRandomProofs(t *testing.T) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawTiny(t)
		reach := g.reach()
		bad := false
		for s := range reach {
			bad = bad || g.p.Locs[s.loc].IsGoal()
		}
		linked := map[ir.Loc]bool{g.p.Main.Entry: true} // by edges
		for queue := []ir.Loc{g.p.Main.Entry}; len(queue) > 0; queue = queue[1:] {
			if g.p.Locs[queue[0]].IsGoal() {
				continue
			}
			for _, to := range g.p.Succs(queue[0], nil) {
				if !linked[to] {
					linked[to] = true
					queue = append(queue, to)
				}
			}
		}
		st := term.NewStore()
		c := sem.New(st, g.p)
		sets := map[ir.Loc]map[state]bool{}
		inv := map[ir.Loc]term.Term{}
		all := true
		for l := ir.Loc(1); int(l) < len(g.p.Locs); l++ {
			if g.p.Locs[l].IsGoal() || !linked[l] { // what no path leads to is not checked
				continue
			}
			if l != g.p.Main.Entry && rapid.IntRange(0, 5).Draw(t, "leave out") == 0 {
				all = false
				continue
			}
			sets[l] = map[state]bool{}
			var cases []term.Term
			mutate := rapid.IntRange(0, 120).Draw(t, "mutate")
			for i, s := range allStates(l) {
				if reach[s] != (i == mutate) {
					sets[l][s] = true
					cases = append(cases, st.And(st.Eq(c.Var(g.vars[0]), st.IntNum(num.I(s.val[0]))), st.Eq(c.Var(g.vars[1]), st.IntNum(num.I(s.val[1])))))
				}
			}
			inv[l] = st.Or(cases...)
		}
		err := certify.Safe(context.Background(), g.p, inv, native, 1)
		enginetest.Agree(t, g.p, verdict.Invariants(inv), err)
		if err == nil {
			accepted++
			if bad {
				t.Fatalf("an error is reachable and the proof accepted:\n%s", g.p)
			}
		} else {
			rejected++
		}
		if want := g.holds(sets); all && want != (err == nil) {
			t.Fatalf("by definition %v, the certifier says %v:\n%s", want, err, g.p)
		}
	})
	t.Logf("%d accepted, %d rejected", accepted, rejected)
}

package fold_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"craig/internal/abstract/fold"
	"craig/internal/evidence/certify"
	"craig/internal/program/graph/looptree"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

func newSolver(st *term.Store) smt.Solver { return smt.New(st) }

const counter = `ir 1
ptr 64
signed undefined
func main
local 1 main::i u32
local 2 main::c u8
local 3 main::n u32
entry 1
exit 9
loc 1
edge 1 -> 2: main::i := 0:u32
loc 2 loop
edge 2 -> 3: assume (main::i < 100:u32) then
edge 3 -> 5: assume (main::i >= 100:u32) else
loc 3
edge 4 -> 4: main::c := cast.u8((main::i + 5:u32))
loc 4
edge 5 -> 2: main::i := (main::i + 1:u32)
loc 5
edge 6 -> 6: assume (main::i == 100:u32) then
edge 7 -> 8: assume (main::i != 100:u32) else
loc 6
edge 8 -> 9: main::n := (main::n + main::i)
loc 8 error "unreach-call"
loc 9
end
main main
`

func TestFold(t *testing.T) {
	p := irtest.Parse(t, counter)
	before := p.String()
	q, facts, err := fold.Fold(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(q); err != nil {
		t.Fatal(err)
	}
	if p.String() != before {
		t.Error("Fold has changed its argument")
	}
	for id, want := range map[ir.EdgeID]string{
		2: "assume (main::i < 100:u32)",
		4: "main::c := cast.u8!((main::i +! 5:u32))",
		5: "main::i := (main::i +! 1:u32)",
		6: "skip",
		8: "main::n := (main::n + 100:u32)",
	} {
		if got := ir.StmtString(q.Edges[id].Stmt); got != want {
			t.Errorf("edge %d: %s, want %s", id, got, want)
		}
	}
	if q.Edges[7] != nil || q.Locs[8] != nil {
		t.Error("the error location is not reached, and still there")
	}
	c := sem.New(term.NewStore(), p)
	if got := facts.At(c, 2).String(); got != "main::i <= 100" {
		t.Errorf("the fact at the loop is %s", got)
	}
	inv, safe := facts.Safe(c)
	if !safe {
		t.Fatal("not safe")
	}
	if err := certify.Safe(context.Background(), p, inv, newSolver, 1); err != nil {
		t.Error(err)
	}
}

// generator makes a random program of nested branches and loops.
type generator struct {
	*rapid.T
	p    *ir.Program
	vars []*ir.Var
}

var types = []ir.Type{ir.Int(8, true), ir.Int(8, false), ir.Int(32, true), ir.Int(32, false)}

func (g *generator) expr(ty ir.Type, depth int) *ir.Expr {
	if depth == 0 {
		if g.oneIn(3) {
			return ir.ConstInt(ty, int64(rapid.IntRange(0, 100).Draw(g.T, "constant")))
		}
		for {
			v := rapid.SampledFrom(g.vars).Draw(g.T, "variable")
			return ir.Cast(ty, ir.VarExpr(v))
		}
	}
	from := rapid.SampledFrom(types).Draw(g.T, "type")
	x := g.expr(from, depth-1)
	switch rapid.IntRange(0, 3).Draw(g.T, "operator") {
	case 0:
		x = ir.Binary(ir.OpMul, x, ir.ConstInt(from, int64(rapid.IntRange(0, 5).Draw(g.T, "factor"))))
	case 1:
		x = ir.Binary(ir.OpSub, x, g.expr(from, depth-1))
	case 2:
		x = ir.Binary(ir.OpDiv, x, ir.ConstInt(from, int64(rapid.IntRange(1, 9).Draw(g.T, "divisor"))))
	default:
		x = ir.Binary(ir.OpAdd, x, g.expr(from, depth-1))
	}
	return ir.Cast(ty, x)
}

func (g *generator) oneIn(n int) bool { return rapid.IntRange(1, n).Draw(g.T, "choice") == 1 }

func (g *generator) cond() *ir.Expr {
	ty := rapid.SampledFrom(types).Draw(g.T, "type")
	return ir.Compare(ir.OpEq+ir.Op(rapid.IntRange(0, 5).Draw(g.T, "relation")), g.expr(ty, 1), g.expr(ty, rapid.IntRange(0, 1).Draw(g.T, "depth")))
}

// block adds statements after l and returns where they end.
func (g *generator) block(l ir.Loc, depth int) ir.Loc {
	p, main := g.p, g.p.Main
	for range rapid.IntRange(1, 3).Draw(g.T, "statements") {
		next := p.NewLoc(main, ir.Pos{})
		v := rapid.SampledFrom(g.vars).Draw(g.T, "written")
		switch kind := rapid.IntRange(0, 5).Draw(g.T, "statement"); {
		case kind == 0:
			p.NewEdge(l, next, &ir.Havoc{Var: v}, ir.Pos{})
		case kind <= 2 || depth == 0:
			e := g.expr(v.Type, 2)
			mid := p.NewLoc(main, ir.Pos{})
			p.NewEdge(l, mid, &ir.Assume{Cond: g.inRange(e)}, ir.Pos{})
			p.NewEdge(mid, next, &ir.Assign{Var: v, Expr: e}, ir.Pos{})
		case kind == 3:
			yes, no := p.NewLoc(main, ir.Pos{}), p.NewLoc(main, ir.Pos{})
			p.NewBranch(l, g.cond(), yes, no, ir.Pos{})
			p.NewEdge(g.block(yes, depth-1), next, &ir.Skip{}, ir.Pos{})
			p.NewEdge(g.block(no, depth-1), next, &ir.Skip{}, ir.Pos{})
		default:
			head, body := p.NewLoc(main, ir.Pos{}), p.NewLoc(main, ir.Pos{})
			p.Locs[head].Loop = true
			p.NewEdge(l, head, &ir.Skip{}, ir.Pos{})
			p.NewBranch(head, g.cond(), body, next, ir.Pos{})
			p.NewEdge(g.block(body, depth-1), head, &ir.Skip{}, ir.Pos{})
		}
		l = next
	}
	return l
}

// inRange says that no signed operation in e overflows.
func (g *generator) inRange(e *ir.Expr) *ir.Expr {
	c := ir.True()
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op >= ir.OpNeg && x.Op <= ir.OpShl && x.Type.IsSigned() {
			c = ir.And(ir.InRange(x), c)
		}
		return true
	})
	return c
}

func program(t *rapid.T) *ir.Program {
	p := ir.NewProgram()
	p.Main = p.NewFunc("main", ir.Pos{})
	p.Main.Defined = true
	g := &generator{T: t, p: p}
	for _, ty := range types {
		for _, name := range []string{"x", "y"} {
			g.vars = append(g.vars, p.NewLocal(p.Main, name+ty.String(), name, ty, ir.Pos{}))
		}
	}
	p.Main.Entry = p.NewLoc(p.Main, ir.Pos{})
	p.Main.Exit = g.block(p.Main.Entry, 2)
	return p
}

// TestSameRuns: the folded program does the same steps on the same inputs.
func TestSameRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		if err := ircheck.Check(p); err != nil {
			t.Fatal(err)
		}
		q, _, err := fold.Fold(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if err := ircheck.Check(q); err != nil {
			t.Fatalf("%v\n%s\n%s", err, p, q)
		}
		seed := rapid.Uint64().Draw(t, "inputs")
		in := interp.Inputs{
			Scalar: func(e *ir.Edge, n int) num.Int {
				return num.I(int64((seed ^ uint64(e.ID)<<3 ^ uint64(n)) * 0x9e3779b97f4a7c15 >> 40))
			},
			Initial: func(v *ir.Var) num.Int { return num.I(int64((seed + uint64(v.ID)) * 0x9e3779b97f4a7c15 >> 40)) },
		}
		a := interp.Run(context.Background(), p, in, interp.Options{MaxSteps: 2000})
		b := interp.Run(context.Background(), q, in, interp.Options{MaxSteps: 2000})
		for _, o := range []*interp.Outcome{&a, &b} {
			if o.End == interp.OutOfRange { // edges that are never taken are gone
				o.End = interp.Blocked
			}
		}
		if a.End != b.End || a.At != b.At || len(a.Path) != len(b.Path) {
			t.Fatalf("%s at %d after %d steps, folded: %s at %d after %d steps (%s)\n%s\n%s", a.End, a.At, len(a.Path), b.End, b.At, len(b.Path), b.Reason, p, q)
		}
		for i := range a.Path {
			if a.Path[i] != b.Path[i] {
				t.Fatalf("step %d is edge %d, folded: %d", i, a.Path[i], b.Path[i])
			}
		}
	})
}

// TestInductive: the facts at the loops are inductive. What they exclude is made an error
// location, so that a proof shows that too.
func TestInductive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		_, facts, err := fold.Fold(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		loops := looptree.Of(p, p.Main)
		if len(loops.Heads) == 0 {
			return
		}
		for l, info := range p.Locs {
			if info != nil && !facts.Reached(ir.Loc(l)) && len(info.Out) == 0 {
				info.Goal = ir.Violates("unreach-call")
			}
		}
		c := sem.New(term.NewStore(), p)
		inv, safe := facts.Safe(c)
		if !safe {
			t.Fatal("not safe")
		}
		if err := certify.Safe(context.Background(), p, inv, newSolver, 1); err != nil {
			t.Fatalf("%v\n%s", err, p)
		}
	})
}

// TestEquivalent: under the facts at its source, a folded statement means what it meant, as long as
// no signed operation in it overflows: a statement comes after an assumption that says so.
func TestEquivalent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		q, facts, err := fold.Fold(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		c := sem.New(term.NewStore(), p)
		st := c.Store
		solver := smt.New(st)
		p.AllVars(func(v *ir.Var) { solver.Assert(c.Range(v.Type, c.Var(v))) })
		for id, e := range p.Edges {
			if e == nil {
				continue
			}
			var differ term.Term
			var old, now, defined []term.Term
			ir.Exprs(e.Stmt, func(x *ir.Expr) {
				old = append(old, c.Expr(x, c.Var))
				ir.Walk(x, func(x *ir.Expr) bool {
					if x.Type.Kind == ir.Integer && x.Type.Signed {
						defined = append(defined, c.Range(x.Type, c.Expr(x, c.Var)))
					}
					return x.Op != ir.OpInRange
				})
			})
			switch f := q.Edges[id]; {
			case f == nil && facts.Reached(e.From): // the edge is gone: its condition is false
				differ = old[0]
			case f == nil:
				continue
			case f.Stmt == e.Stmt:
				continue
			default:
				ir.Exprs(f.Stmt, func(x *ir.Expr) { now = append(now, c.Expr(x, c.Var)) })
				if len(now) == 0 {
					now = append(now, st.True())
				}
				differ = st.Not(st.Eq(old[0], now[0]))
			}
			solver.Push()
			solver.Assert(facts.At(c, e.From))
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond) // most take one
			if ans := solver.Check(ctx, st.And(append(defined, differ)...)); ans.Status == smt.Sat {
				t.Fatalf("edge %d (%s) is folded wrongly under %s\n%s\n%s", id, ir.StmtString(e.Stmt), facts.At(c, e.From), p, q)
			}
			cancel()
			solver.Pop()
		}
	})
}

package pass_test

import (
	"pgregory.net/rapid"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// gen builds random inlined programs: structured code over a few variables of two bits, with
// infinite loops, dead ends, Aux assumptions and error locations.
type gen struct {
	t    *rapid.T
	p    *ir.Program
	vars []*ir.Var
	size int
	loop []ir.Loc // heads of the loops around, for continue
}

var u2 = ir.Int(2, false)

func randomProgram(t *rapid.T) *ir.Program {
	p := ir.NewProgram()
	g := &gen{t: t, p: p, size: rapid.IntRange(1, 25).Draw(t, "size")}
	p.Main = p.NewFunc("main", ir.Pos{})
	p.Main.Defined = true
	for i, name := range []string{"a", "b", "c", "d"} {
		cname := name
		if i == 3 {
			cname = "" // a temporary
		}
		if i < 2 {
			g.vars = append(g.vars, p.NewGlobal(name, cname, u2, ir.Pos{}))
		} else {
			g.vars = append(g.vars, p.NewLocal(p.Main, name, cname, u2, ir.Pos{}))
		}
	}
	p.Main.Entry = p.NewLoc(p.Main, ir.Pos{})
	p.Main.Exit = p.NewLoc(p.Main, ir.Pos{})
	start := p.NewLoc(p.Main, ir.Pos{})
	g.edge(p.Main.Entry, start, &ir.Skip{})
	end := g.block(start, 3)
	if end != 0 {
		g.edge(end, p.Main.Exit, &ir.Skip{})
	}
	graph.MarkLoops(p)
	return p
}

func (g *gen) pick(n int, label string) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }

func (g *gen) edge(from, to ir.Loc, s ir.Stmt) *ir.Edge { return g.p.NewEdge(from, to, s, ir.Pos{}) }

func (g *gen) loc() ir.Loc { return g.p.NewLoc(g.p.Main, ir.Pos{}) }

func (g *gen) variable() *ir.Var { return g.vars[g.pick(len(g.vars), "var")] }

func (g *gen) expr() *ir.Expr {
	switch g.pick(4, "expr") {
	case 0:
		return ir.ConstInt(u2, int64(g.pick(4, "const")))
	case 1:
		return ir.VarExpr(g.variable())
	case 2:
		return ir.Binary(ir.OpAdd, ir.VarExpr(g.variable()), ir.ConstInt(u2, 1))
	}
	return ir.Binary(ir.OpSub, ir.VarExpr(g.variable()), ir.VarExpr(g.variable()))
}

func (g *gen) cond() *ir.Expr {
	op := []ir.Op{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe}[g.pick(4, "op")]
	if g.pick(3, "kind") == 0 {
		return ir.Compare(op, ir.VarExpr(g.variable()), ir.VarExpr(g.variable()))
	}
	return ir.Compare(op, ir.VarExpr(g.variable()), ir.ConstInt(u2, int64(g.pick(4, "const"))))
}

// block adds statements from at; it returns where they end, 0 if nowhere.
func (g *gen) block(at ir.Loc, depth int) ir.Loc {
	for n := g.pick(5, "statements"); n > 0 && at != 0 && g.size > 0; n-- {
		g.size--
		at = g.statement(at, depth)
	}
	return at
}

func (g *gen) statement(at ir.Loc, depth int) ir.Loc {
	next := g.loc()
	kind := g.pick(16, "statement")
	if depth == 0 {
		kind %= 8
	}
	switch kind {
	default:
		g.edge(at, next, &ir.Assign{Var: g.variable(), Expr: g.expr()})
	case 4:
		g.edge(at, next, &ir.Havoc{Var: g.variable(), Name: "input"})
	case 5:
		g.edge(at, next, &ir.Assume{Cond: g.cond()})
	case 6:
		g.edge(at, next, &ir.Assume{Cond: g.cond()}).Aux = true
	case 7:
		g.edge(at, next, &ir.Skip{})
	case 8, 9, 10: // if
		then, els := g.loc(), g.loc()
		g.p.NewBranch(at, g.cond(), then, els, ir.Pos{})
		open := false
		for _, l := range []ir.Loc{g.block(then, depth-1), g.block(els, depth-1)} {
			if l != 0 {
				g.edge(l, next, &ir.Skip{})
				open = true
			}
		}
		if !open {
			return 0
		}
	case 11, 12: // while
		head := g.loc()
		g.edge(at, head, &ir.Skip{})
		body := g.loc()
		g.p.NewBranch(head, g.cond(), body, next, ir.Pos{})
		g.loop = append(g.loop, head)
		if end := g.block(body, depth-1); end != 0 {
			g.edge(end, head, &ir.Skip{})
		}
		g.loop = g.loop[:len(g.loop)-1]
	case 13: // for ever
		head := g.loc()
		g.edge(at, head, &ir.Skip{})
		g.loop = append(g.loop, head)
		if end := g.block(head, depth-1); end != 0 {
			g.edge(end, head, &ir.Skip{})
		}
		g.loop = g.loop[:len(g.loop)-1]
		return 0
	case 14: // if (c) error
		bad := g.loc()
		g.p.Locs[bad].Goal = ir.Violates("unreach-call")
		g.p.NewBranch(at, g.cond(), bad, next, ir.Pos{})
	case 15: // if (c) abort, continue or go on
		away := g.loc()
		g.p.NewBranch(at, g.cond(), away, next, ir.Pos{})
		if len(g.loop) > 0 && g.pick(2, "continue") == 0 {
			g.edge(away, g.loop[len(g.loop)-1], &ir.Skip{})
		}
	}
	return next
}

// state is the values of the variables, by their order in gen.
type state [4]uint8

func stateEnv(p *ir.Program, names []string) func(*ir.Var) int {
	index := map[string]int{}
	for i, n := range names {
		index[n] = i
	}
	return func(v *ir.Var) int { return index[v.Name] }
}

var varNames = []string{"a", "b", "main::c", "main::d"}

// evaluate is a tiny evaluator of its own for the expressions that gen makes.
func evaluate(e *ir.Expr, s state, index func(*ir.Var) int) int {
	arg := func(i int) int { return evaluate(e.Args[i], s, index) }
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	switch e.Op {
	case ir.OpConst:
		v, _ := e.Val.Int64()
		return int(v)
	case ir.OpVar:
		return int(s[index(e.Var)])
	case ir.OpAdd:
		return (arg(0) + arg(1)) & 3
	case ir.OpSub:
		return (arg(0) - arg(1)) & 3
	case ir.OpEq:
		return truth(arg(0) == arg(1))
	case ir.OpNe:
		return truth(arg(0) != arg(1))
	case ir.OpLt:
		return truth(arg(0) < arg(1))
	case ir.OpLe:
		return truth(arg(0) <= arg(1))
	case ir.OpGt:
		return truth(arg(0) > arg(1))
	case ir.OpGe:
		return truth(arg(0) >= arg(1))
	case ir.OpNot:
		return 1 - arg(0)
	}
	panic("evaluate: " + e.String())
}

// successors calls f on the states that an edge leads to.
func successors(e *ir.Edge, s state, index func(*ir.Var) int, f func(state)) {
	switch st := e.Stmt.(type) {
	case *ir.Skip:
		f(s)
	case *ir.Assume:
		if evaluate(st.Cond, s, index) == 1 {
			f(s)
		}
	case *ir.Assign:
		s[index(st.Var)] = uint8(evaluate(st.Expr, s, index))
		f(s)
	case *ir.Havoc:
		for x := range 4 {
			s[index(st.Var)] = uint8(x)
			f(s)
		}
	}
}

type config struct {
	l ir.Loc
	s state
}

// reachable explores every execution from the given configurations, not going on at locations
// for which stop holds (but from a configuration that is given).
func reachable(p *ir.Program, from []config, stop func(ir.Loc) bool) map[config]bool {
	index := stateEnv(p, varNames)
	seen := map[config]bool{}
	work := append([]config(nil), from...)
	given := len(work)
	for i := 0; i < len(work); i++ {
		c := work[i]
		if i >= given && stop(c.l) {
			continue
		}
		for _, id := range p.Locs[c.l].Out {
			e := p.Edges[id]
			successors(e, c.s, index, func(s state) {
				if n := (config{e.To, s}); !seen[n] {
					seen[n] = true
					work = append(work, n)
				}
			})
		}
	}
	return seen
}

func allStates(l ir.Loc) []config {
	var cs []config
	for k := range 256 {
		cs = append(cs, config{l, state{uint8(k & 3), uint8(k >> 2 & 3), uint8(k >> 4 & 3), uint8(k >> 6)}})
	}
	return cs
}

func never(ir.Loc) bool { return false }

var _ = num.I

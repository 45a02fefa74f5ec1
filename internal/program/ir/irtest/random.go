package irtest

import (
	"fmt"
	"math/rand/v2"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// maker makes random programs with loops, branches, memory and calls.
type maker struct {
	*rand.Rand
	p     *ir.Program
	f     *ir.Func
	at    ir.Loc
	vars  []*ir.Var // that may be written
	read  []*ir.Var // and those that are only read
	mem   []*ir.Var
	cells []ir.Type
	funcs []*ir.Func
	made  []*ir.Expr // expressions of the function, which come again
	addrs map[int][]*ir.Expr
}

func (g *maker) step(s ir.Stmt) {
	next := g.p.NewLoc(g.f, ir.Pos{})
	g.p.NewEdge(g.at, next, s, ir.Pos{})
	g.at = next
}

var makerTypes = []ir.Type{ir.Int(32, true), ir.Int(32, true), ir.Int(32, false), ir.Int(64, true), ir.Int(64, false), ir.Int(8, false), ir.Int(8, true), ir.Int(16, true)}

func (g *maker) constant(t ir.Type) *ir.Expr {
	v := []int64{0, 1, 2, 3, 5, 7, 31, 100, -1, -2, 1 << 15, 1<<31 - 1, -1 << 31, 1 << 40, 1 << 62, 1<<63 - 1, -1 << 63}[g.IntN(17)]
	return ir.Const(t, t.Wrap(num.I(v)))
}

// value is an expression of a type, a new one or one that there has been.
func (g *maker) value(t ir.Type, depth int) *ir.Expr {
	if len(g.made) > 0 && g.IntN(3) == 0 {
		if e := g.made[g.IntN(len(g.made))]; e.Type == t {
			return e
		}
	}
	e := g.fresh(t, depth)
	g.made = append(g.made, e)
	return e
}

func (g *maker) fresh(t ir.Type, depth int) *ir.Expr {
	if depth == 0 || g.IntN(4) == 0 {
		if g.IntN(3) == 0 {
			return g.constant(t)
		}
		all := append(append([]*ir.Var{}, g.vars...), g.read...)
		v := all[g.IntN(len(all))]
		return ir.Cast(t, ir.VarExpr(v))
	}
	switch k := g.IntN(14); k {
	case 0:
		i := g.IntN(len(g.mem))
		return ir.Cast(t, ir.LoadFrom(g.mem[i], g.cells[i], g.address(i, depth-1)))
	case 1:
		return ir.OfBool(t, g.cond(depth-1))
	case 2:
		return &ir.Expr{Op: ir.OpIte, Type: t, Args: []*ir.Expr{g.cond(depth - 1), g.value(t, depth-1), g.value(t, depth-1)}}
	case 3:
		return ir.Cast(t, g.value(makerTypes[g.IntN(len(makerTypes))], depth-1))
	case 4:
		return ir.Binary(ir.OpShr, g.value(t, depth-1), ir.ConstInt(ir.Int(32, true), int64(g.IntN(int(t.Bits)))))
	case 5:
		return ir.Binary(ir.OpShl, g.value(t, depth-1), ir.ConstInt(ir.Int(32, true), int64(g.IntN(5))))
	case 6:
		op := []ir.Op{ir.OpDiv, ir.OpRem, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr}[g.IntN(6)]
		return ir.Binary(op, g.value(t, depth-1), g.value(t, depth-1))
	case 7:
		return ir.Neg(g.value(t, depth-1))
	case 8:
		return ir.Compl(g.value(t, depth-1))
	}
	op := []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd}[g.IntN(7)]
	return ir.Binary(op, g.value(t, depth-1), g.value(t, depth-1))
}

// address is one in a region, mostly near the beginning.
func (g *maker) address(i, depth int) *ir.Expr {
	if old := g.addrs[i]; len(old) > 0 && g.IntN(2) == 0 {
		return old[g.IntN(len(old))]
	}
	long := ir.Int(64, true)
	size := int64(max(g.cells[i].Bits/8, 1))
	at := ir.Binary(ir.OpMul, ir.Cast(long, ir.Binary(ir.OpAnd, g.value(ir.Int(32, false), depth), ir.ConstInt(ir.Int(32, false), 63))), ir.ConstInt(long, size))
	if g.IntN(20) == 0 {
		at = ir.Cast(long, g.value(ir.Int(16, true), depth))
	}
	e := ir.PtrAdd(ir.ConstInt(g.p.PtrType(), int64(4096*(i+1))), at)
	g.addrs[i] = append(g.addrs[i], e)
	return e
}

func (g *maker) cond(depth int) *ir.Expr {
	t := makerTypes[g.IntN(len(makerTypes))]
	switch k := g.IntN(12); {
	case k == 0 && depth > 0:
		return ir.And(g.cond(depth-1), g.cond(depth-1))
	case k == 1 && depth > 0:
		return ir.Or(g.cond(depth-1), g.cond(depth-1))
	case k == 2 && depth > 0:
		return &ir.Expr{Op: ir.OpNot, Type: ir.Bool, Args: []*ir.Expr{g.cond(depth - 1)}}
	case k == 3:
		t = ir.Int(32, true)
		return ir.InRange(&ir.Expr{Op: ir.OpAdd, Type: t, Args: []*ir.Expr{g.value(t, 1), g.value(t, 0)}})
	}
	op := ir.OpEq + ir.Op(g.IntN(6))
	return ir.Compare(op, g.value(t, depth), g.value(t, max(depth-1, 0)))
}

func (g *maker) statement(depth int) {
	switch k := g.IntN(20); {
	case k < 4 && depth > 0: // a loop
		i := g.p.NewTemp(g.f, ir.Int(32, true), ir.Pos{})
		g.step(&ir.Assign{Var: i, Expr: ir.ConstInt(i.Type, 0)})
		head, body, after := g.at, g.p.NewLoc(g.f, ir.Pos{}), g.p.NewLoc(g.f, ir.Pos{})
		g.p.NewBranch(head, ir.Compare(ir.OpLt, ir.VarExpr(i), ir.ConstInt(i.Type, int64(1+g.IntN(12)))), body, after, ir.Pos{})
		g.at, g.p.Locs[head].Loop = body, true
		g.read = append(g.read, i)
		for range 1 + g.IntN(4) {
			g.statement(depth - 1)
		}
		g.read = g.read[:len(g.read)-1]
		next := ir.Binary(ir.OpAdd, ir.VarExpr(i), ir.ConstInt(i.Type, 1))
		if g.IntN(2) == 0 {
			g.step(&ir.Assume{Cond: ir.InRange(next)})
		}
		g.step(&ir.Assign{Var: i, Expr: next})
		g.p.NewEdge(g.at, head, &ir.Skip{}, ir.Pos{})
		g.at = after
	case k < 7 && depth > 0: // a branch
		yes, no, after := g.p.NewLoc(g.f, ir.Pos{}), g.p.NewLoc(g.f, ir.Pos{}), g.p.NewLoc(g.f, ir.Pos{})
		g.p.NewBranch(g.at, g.cond(2), yes, no, ir.Pos{})
		g.at = yes
		g.statement(depth - 1)
		g.p.NewEdge(g.at, after, &ir.Skip{}, ir.Pos{})
		g.at = no
		g.statement(depth - 1)
		g.p.NewEdge(g.at, after, &ir.Skip{}, ir.Pos{})
		g.at = after
	case k < 10:
		i := g.IntN(len(g.mem))
		g.step(&ir.Store{Region: g.mem[i], Addr: g.address(i, 1), Val: g.value(g.cells[i], 2)})
	case k == 10:
		g.step(&ir.Skip{})
	case k == 11 && g.IntN(6) == 0:
		v := g.vars[g.IntN(len(g.vars))]
		g.step(&ir.Havoc{Var: v, Source: ir.FromCall})
	case k == 12 && g.IntN(6) == 0:
		g.step(&ir.Havoc{Var: g.mem[g.IntN(len(g.mem))], Source: ir.FromCall})
	case k < 15 && len(g.funcs) > 0:
		f := g.funcs[g.IntN(len(g.funcs))]
		s := &ir.Call{Callee: f}
		for _, v := range f.Params {
			s.Args = append(s.Args, g.value(v.Type, 1))
		}
		for _, v := range g.vars {
			if v.Type == f.Result.Type {
				s.Result = v
			}
		}
		g.step(s)
	case k == 15 && g.IntN(4) == 0:
		g.step(&ir.Assume{Cond: g.cond(1)})
	default:
		v := g.vars[g.IntN(len(g.vars))]
		e := g.value(v.Type, 3)
		if v.Type.IsSigned() && g.p.Signed == ir.SignedUndefined && g.IntN(8) > 0 { // one that does not overflow
			u := ir.Int(v.Type.Bits, false)
			e = ir.Cast(v.Type, g.value(u, 3))
		}
		if e.Op >= ir.OpAdd && e.Op <= ir.OpMul && g.IntN(4) == 0 {
			g.step(&ir.Assume{Cond: ir.InRange(e)})
		}
		g.step(&ir.Assign{Var: v, Expr: e})
	}
}

// recurse has f call itself, a few times.
func (g *maker) recurse(f *ir.Func) {
	t := f.Params[0].Type
	some := func(op ir.Op, k int64) *ir.Expr {
		return ir.Compare(op, ir.VarExpr(f.Params[0]), ir.ConstInt(t, k))
	}
	yes, after := g.p.NewLoc(g.f, ir.Pos{}), g.p.NewLoc(g.f, ir.Pos{})
	g.p.NewBranch(g.at, ir.And(some(ir.OpGt, 0), some(ir.OpLt, 6)), yes, after, ir.Pos{})
	s := &ir.Call{Callee: f, Args: []*ir.Expr{ir.Binary(ir.OpSub, ir.VarExpr(f.Params[0]), ir.ConstInt(t, 1))}, Result: g.vars[2]}
	for _, v := range f.Params[1:] {
		s.Args = append(s.Args, g.value(v.Type, 1))
	}
	g.p.NewEdge(yes, after, s, ir.Pos{})
	g.at = after
}

// function makes the body of f.
func (g *maker) function(f *ir.Func, statements int) {
	g.f, f.Defined, g.made, g.addrs = f, true, nil, map[int][]*ir.Expr{}
	f.Entry = g.p.NewLoc(f, ir.Pos{})
	g.at = f.Entry
	globals := g.vars
	for k, t := range makerTypes {
		v := g.p.NewLocal(f, fmt.Sprintf("v%d", k), "", t, ir.Pos{})
		g.vars = append(g.vars[:len(g.vars):len(g.vars)], v)
		if g.IntN(12) > 0 {
			g.step(&ir.Assign{Var: v, Expr: g.constant(t)})
		}
	}
	for range statements {
		g.statement(2)
	}
	if f.Result != nil && g.IntN(2) == 0 {
		g.recurse(f)
		g.statement(2)
	}
	if f.Result != nil {
		g.step(&ir.Assign{Var: f.Result, Expr: g.value(f.Result.Type, 1)})
	}
	f.Exit = g.p.NewLoc(f, ir.Pos{})
	g.p.NewEdge(g.at, f.Exit, &ir.Skip{}, ir.Pos{})
	g.vars = globals
}

// Random is the program of a number: with loops, branches, regions and calls, all memory in regions, and operations of all kinds, some of
// which have no value or overflow. ircheck.Check accepts it.
func Random(seed uint64) *ir.Program {
	g := &maker{Rand: rand.New(rand.NewPCG(seed, 7)), p: ir.NewProgram()}
	g.p.PtrBits, g.p.Signed = 64, []ir.Signed{ir.SignedUndefined, ir.SignedWrap}[g.IntN(2)]
	if g.IntN(4) == 0 {
		g.p.PtrBits = 32
	}
	g.vars = append(g.vars, g.p.NewGlobal("g", "g", ir.Int(32, true), ir.Pos{}), g.p.NewGlobal("h", "h", ir.Int(64, false), ir.Pos{}))
	for i, t := range []ir.Type{ir.Int(32, true), ir.Int(8, false)} {
		g.mem = append(g.mem, g.p.NewGlobal(fmt.Sprintf("m%d", i), "", ir.Mem(t.Bits), ir.Pos{}))
		g.cells = append(g.cells, t)
	}
	for k := range g.IntN(3) {
		f := g.p.NewFunc(fmt.Sprintf("f%d", k), ir.Pos{})
		for i, t := range []ir.Type{makerTypes[0], makerTypes[g.IntN(len(makerTypes))]}[:1+g.IntN(2)] {
			g.p.NewParam(f, fmt.Sprintf("p%d", i), "", t, ir.Pos{})
		}
		g.p.NewResult(f, ir.Int(32, true))
		g.read = append(g.read, f.Params...)
		g.function(f, 2+g.IntN(3))
		g.read = nil
		g.funcs = append(g.funcs, f)
	}
	f := g.p.NewFunc("main", ir.Pos{})
	g.p.Main = f
	g.function(f, 3)
	// What main does is done in a loop, after the regions have got a content.
	first := f.Entry
	g.f, f.Entry = f, g.p.NewLoc(f, ir.Pos{})
	g.at = f.Entry
	for i, v := range g.vars {
		g.step(&ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, int64(i))})
	}
	for _, m := range g.mem {
		if g.IntN(8) > 0 {
			g.step(&ir.Assign{Var: m, Expr: ir.Const(m.Type, num.I(3))})
		}
	}
	g.p.NewEdge(g.at, first, &ir.Skip{}, ir.Pos{})
	return g.p
}

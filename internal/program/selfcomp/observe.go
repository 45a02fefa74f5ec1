package selfcomp

import (
	"fmt"
	"slices"

	"craig/internal/program/ir"
)

// Observe puts into p, whose calls are inlined and whose memory has not been taken apart, what is observed: an error location behind each observation.
// Until Product is called, whether it is come to is open.
func Observe(p *ir.Program, opts Options, of Functions) *Composition {
	c := &Composition{p: p, seen: map[ir.Type]*ir.Var{}, of: of}
	c.leak = p.NewGlobal("$differs", "", ir.Int(8, false), ir.Pos{})
	for _, f := range p.Funcs {
		for _, l := range slices.Clone(f.Locs) {
			c.observe(l, opts)
		}
	}
	return c
}

// seenAt is an expression that is observed.
type seenAt struct {
	x    *ir.Expr
	what string
	pos  ir.Pos
}

// observe has what the edges out of l compute with observed, in front of them.
func (c *Composition) observe(l ir.Loc, opts Options) {
	var list []seenAt
	for _, id := range c.p.Locs[l].Out {
		e := c.p.Edges[id]
		add := func(x *ir.Expr, what string) {
			if constant(x) || slices.ContainsFunc(list, func(s seenAt) bool { return s.what == what && ir.Equal(s.x, x) }) {
				return
			}
			list = append(list, seenAt{x, what, e.Pos})
		}
		addresses(e.Stmt, add)
		if !e.Pos.InModel() { // where what is computed is not how the library computes it
			operands(e.Stmt, opts, add)
		}
	}
	if len(list) == 0 {
		return
	}
	out := c.p.Locs[l].Out
	c.p.Locs[l].Out = nil
	at := l
	for _, s := range list {
		at = c.point(at, s)
	}
	for _, id := range out {
		c.p.Edges[id].From = at
	}
	c.p.Locs[at].Out = out
}

// addresses calls add on what a statement lets see of memory.
func addresses(s ir.Stmt, add func(x *ir.Expr, what string)) {
	address := func(x *ir.Expr) {
		for x.Op == ir.OpPtrAdd && x.Args[1].IsConst() { // which is seen where the rest of it is
			x = x.Args[0]
		}
		add(x, "the address of an access")
	}
	ir.Exprs(s, func(x *ir.Expr) {
		ir.Walk(x, func(x *ir.Expr) bool {
			if x.Op == ir.OpLoad {
				address(x.Args[0])
			}
			return true
		})
	})
	switch s := s.(type) {
	case *ir.Store:
		address(s.Addr)
	case *ir.Alloc:
		if s.Size != nil {
			add(s.Size, "the size of a block")
		}
	case *ir.Free:
		if s.Addr != nil {
			add(s.Addr, "the address of what is freed")
		}
	}
}

// operands calls add on the operands that a statement lets see.
func operands(s ir.Stmt, opts Options, add func(x *ir.Expr, what string)) {
	ir.Exprs(s, func(x *ir.Expr) {
		ir.Walk(x, func(x *ir.Expr) bool {
			switch {
			case x.Op == ir.OpDiv && x.Args[0].Op == ir.OpPtrDiff: // by the size of elements
			case x.Op == ir.OpDiv || x.Op == ir.OpRem:
				add(x.Args[0], "the operand of a division")
				add(x.Args[1], "the operand of a division")
			case x.Op == ir.OpMul && opts.Multiplications:
				add(x.Args[0], "the operand of a multiplication")
				add(x.Args[1], "the operand of a multiplication")
			case (x.Op == ir.OpShl || x.Op == ir.OpShr) && opts.Shifts:
				add(x.Args[1], "by how much is shifted")
			}
			return true
		})
	})
}

// constant tells whether an expression has the same value in all executions.
func constant(x *ir.Expr) bool {
	varies := false
	ir.Walk(x, func(x *ir.Expr) bool {
		varies = varies || x.Op == ir.OpVar || x.Op == ir.OpLoad
		return !varies
	})
	return !varies
}

// point has x observed at a location, and returns the one behind it.
func (c *Composition) point(at ir.Loc, s seenAt) ir.Loc {
	p := c.p
	v := c.seen[s.x.Type]
	if v == nil {
		v = p.NewGlobal("$seen."+s.x.Type.String(), "", s.x.Type, ir.Pos{})
		c.seen[s.x.Type] = v
	}
	check, next := c.loc(at, s.pos), c.loc(at, s.pos)
	zero := ir.ConstInt(c.leak.Type, 0)
	assign := p.NewEdge(at, check, &ir.Assign{Var: v, Expr: s.x}, s.pos)
	same := p.NewEdge(check, next, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.VarExpr(c.leak), zero)}, s.pos)
	not := p.NewEdge(check, c.goal(at, s.pos, s.what), &ir.Assume{Cond: ir.Compare(ir.OpNe, ir.VarExpr(c.leak), zero)}, s.pos)
	assign.Aux, same.Aux, not.Aux = true, true, true
	c.at = append(c.at, point{assign.ID, same.ID, not.ID})
	return next
}

// loc is a new location of the same function and the same calls as near.
func (c *Composition) loc(near ir.Loc, pos ir.Pos) ir.Loc {
	info := c.p.Locs[near]
	l := c.p.NewLoc(info.Func, pos)
	c.p.Locs[l].Instance = info.Instance
	return l
}

// goal is an error location for an observation that differs.
func (c *Composition) goal(near ir.Loc, pos ir.Pos, what string) ir.Loc {
	l := c.loc(near, pos)
	c.p.Locs[l].Goal, c.p.Locs[l].Why = ir.Violates(Property), fmt.Sprintf("%s depends on a secret", what)
	return l
}

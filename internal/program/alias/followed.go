package alias

import "craig/internal/program/ir"

// A followed bit is one that is indeterminate. Where an object begins without a value, the execution may
// choose to follow any of its bits; where that is copied, it may follow the copy instead. So for
// every way on which an indeterminate bit comes to a read, there is an execution that follows it; and no other one
// comes to an error. While none is followed, the address is above all objects, so that what holds in a loop that
// gives values to one element after the other is simple: the address is above those that have one.
type followed struct {
	a   *facts
	at  *ir.Var // the address of its byte
	bit *ir.Var // its number in that; nil if no part of a byte is ever written or read
}

// newFollowed is nil if no check is about indeterminate bits.
func (a *facts) newFollowed() *followed {
	asked, parts := false, false
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			ir.Walk(s.Cond, func(x *ir.Expr) bool { // beside others, where it may be a device that is read
				if x.Op == ir.OpDefined {
					lo, _ := x.Args[1].Val.Int64()
					hi, _ := x.Args[2].Val.Int64()
					asked, parts = true, parts || lo != 0 || hi%8 != 0
				}
				return true
			})
		case *ir.CopyShadow:
			parts = parts || s.Lo != 0 || s.Hi%8 != 0
		}
	}
	if !asked {
		return nil
	}
	f := &followed{a: a, at: a.p.NewGlobal(ir.FollowedName, "", a.p.PtrType(), ir.Pos{})}
	if parts {
		// Its type has no other values: checkcoverage has nothing assumed before the program begins.
		f.bit = a.p.NewGlobal("$followed.bit", "", ir.Int(3, false), ir.Pos{})
	}
	return f
}

// none is the address while no bit is followed.
func (f *followed) none() *ir.Expr { return ir.Const(f.at.Type, f.at.Type.Max()) }

// among says that the bit is one of those from lo to hi, counted from addr.
func (f *followed) among(addr *ir.Expr, lo, hi int64) *ir.Expr {
	at := ir.VarExpr(f.at)
	move := func(k int64) *ir.Expr {
		if k == 0 {
			return addr
		}
		return ir.PtrAdd(addr, ir.ConstInt(f.a.word(true), k))
	}
	if lo == 0 && hi%8 == 0 {
		if hi == 8 {
			return ir.Compare(ir.OpEq, addr, at)
		}
		return ir.And(ir.Compare(ir.OpLe, addr, at), ir.Compare(ir.OpLt, at, move(hi/8)))
	}
	any := ir.False()
	for i := lo / 8; 8*i < hi; i++ {
		c := ir.Compare(ir.OpEq, move(i), at)
		bit := func(op ir.Op, k int64) *ir.Expr {
			return ir.Compare(op, ir.VarExpr(f.bit), ir.ConstInt(f.bit.Type, k))
		}
		if lo > 8*i {
			c = ir.And(c, bit(ir.OpGe, lo-8*i))
		}
		if hi < 8*i+8 {
			c = ir.And(c, bit(ir.OpLt, hi-8*i))
		}
		any = ir.Or(any, c)
	}
	return any
}

// some says that a bit is followed, where a pointer of unknown origin, which may have any value, is compared with its
// address: where known is false.
func (f *followed) some(known bool) *ir.Expr {
	if known {
		return ir.True()
	}
	return ir.Compare(ir.OpLt, ir.VarExpr(f.at), f.none())
}

// defined is what the OpDefined e says, for addr, its rewritten address.
func (f *followed) defined(e, addr *ir.Expr, known bool) *ir.Expr {
	lo, _ := e.Args[1].Val.Int64()
	hi, _ := e.Args[2].Val.Int64()
	return ir.Not(ir.And(f.some(known), f.among(addr, lo, hi)))
}

// follow has the address become x if c holds.
func (f *followed) follow(c, x *ir.Expr) ir.Stmt {
	return &ir.Assign{Var: f.at, Expr: ir.Ite(c, x, ir.VarExpr(f.at))}
}

// begun notes that s begins an object of size bytes at addr, in fn.
func (f *followed) begun(s *ir.Alloc, addr, size *ir.Expr, fn *ir.Func, pos ir.Pos) []ir.Stmt {
	if f == nil {
		return nil
	}
	within := func(x *ir.Expr) *ir.Expr {
		return ir.And(ir.Compare(ir.OpLe, addr, x), ir.Compare(ir.OpLt, x, ir.PtrAdd(addr, size)))
	}
	if s.Zero {
		return []ir.Stmt{f.follow(within(ir.VarExpr(f.at)), f.none())}
	}
	choice := ir.VarExpr(f.a.p.NewTemp(fn, f.at.Type, pos))
	return []ir.Stmt{&ir.Havoc{Var: choice.Var, Source: ir.FromGhost, Name: "followed"}, f.follow(within(choice), choice)}
}

// carried replaces the CopyShadow s in fn, whose rewritten addresses are to and, unless it is nil, from. known is as in some, of from.
func (f *followed) carried(s *ir.CopyShadow, to, from *ir.Expr, known bool, fn *ir.Func, pos ir.Pos) []ir.Stmt {
	if f == nil {
		return nil
	}
	there := f.among(to, s.Lo, s.Hi)
	if from == nil {
		return []ir.Stmt{f.follow(there, f.none())}
	}
	choice := ir.VarExpr(f.a.p.NewTemp(fn, ir.Int(8, false), pos))
	moved := ir.And(ir.And(f.some(known), f.among(from, s.Lo, s.Hi)), ir.ToBool(choice))
	at := ir.VarExpr(f.at)
	copied := ir.PtrAdd(to, ir.PtrDiff(f.a.word(true), at, from))
	return []ir.Stmt{
		&ir.Havoc{Var: choice.Var, Source: ir.FromGhost, Name: "followed"},
		&ir.Assign{Var: f.at, Expr: ir.Ite(moved, copied, ir.Ite(there, f.none(), at))},
	}
}

func (f *followed) atEntry() []ir.Stmt {
	if f == nil {
		return nil
	}
	to := []ir.Stmt{&ir.Assign{Var: f.at, Expr: f.none()}}
	if f.bit != nil {
		to = append(to, &ir.Havoc{Var: f.bit, Source: ir.FromGhost, Name: "followed"})
	}
	return to
}

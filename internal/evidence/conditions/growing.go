package conditions

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// ageless fails if the program is none on a machine whose memory has no end, in which addresses are no more than the ages of blocks: if it does anything with an address but
// read and write there, add to it, keep it, and ask whether it is null or another one; if numbers and addresses share memory; or if a block may be at an address that is not
// above all before it.
func (g *generator) ageless() {
	heap := g.p.Global(ir.HeapName)
	if heap == nil || g.p.Math || len(g.p.Devices) > 0 {
		fail("memory has an end")
	}
	holds := map[*ir.Var]bool{} // of regions: addresses, not numbers
	first := g.firstAddress(heap)
	for _, e := range g.p.Edges {
		if e == nil || e == first {
			continue
		}
		access := func(region *ir.Var, t ir.Type) {
			if is, seen := holds[region]; seen && is != isPointer(t) {
				fail("%s: memory holds addresses and numbers", ir.StmtString(e.Stmt))
			}
			holds[region] = isPointer(t)
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if !keepsAge(x) {
					fail("%s tells addresses", ir.StmtString(e.Stmt))
				}
				if x.Op == ir.OpLoad {
					access(x.Region, x.Type)
				}
				return true
			})
		})
		raises, only := true, true
		switch s := e.Stmt.(type) {
		case *ir.Skip:
		case *ir.Assume:
			if e.Branch == 0 {
				ir.EachRead(s, func(v *ir.Var) { only = only && v != heap })
			}
		case *ir.Store:
			access(s.Region, s.Val.Type)
		case *ir.Havoc:
			raises = s.Var != heap
		case *ir.Assign:
			only = s.Var.Type.Kind != ir.Memory || s.Expr.Op == ir.OpConst
			raises = s.Var != heap || raised(s.Expr, heap)
		default:
			only = false
		}
		if !only {
			fail("%s is no statement of a machine whose memory has no end", ir.StmtString(e.Stmt))
		}
		if !raises {
			fail("%s: a block may be at an address that is not above all before it", ir.StmtString(e.Stmt))
		}
	}
	for _, o := range g.p.Objects {
		if begin := first.Stmt.(*ir.Assign).Expr.Val; !o.Addr.IsZero() && (o.Size < 0 || begin.Cmp(o.Addr.Add(num.I(o.Size))) <= 0) {
			fail("an object is not below the first block")
		}
	}
}

func isPointer(t ir.Type) bool { return t.Kind == ir.Pointer }

// null says that x is the null pointer, or the number 0.
func null(x *ir.Expr) bool { return x.Op == ir.OpConst && x.Val.IsZero() }

// keepsAge says that the operator of x makes an address of nothing but addresses, and of an address nothing else but what is there, and whether it is null, or another one.
func keepsAge(x *ir.Expr) bool {
	at := slices.ContainsFunc(x.Args, func(a *ir.Expr) bool { return isPointer(a.Type) })
	switch x.Op {
	case ir.OpConst:
		return !isPointer(x.Type) || null(x)
	case ir.OpVar, ir.OpAddr, ir.OpLoad, ir.OpEq, ir.OpNe, ir.OpIte:
		return true
	case ir.OpPtrAdd:
		return !isPointer(x.Args[1].Type)
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return !at || slices.ContainsFunc(x.Args, null)
	case ir.OpCast:
		return isPointer(x.Type) == at || null(x.Args[0])
	}
	return !at && !isPointer(x.Type) && (x.Op < ir.OpInObject || x.Op > ir.OpExtent)
}

// firstAddress is the edge by which the heap begins at an address, before executions part, and which nothing leads back to.
func (g *generator) firstAddress(heap *ir.Var) *ir.Edge {
	came := map[ir.Loc]int{}
	for _, l := range g.p.Main.Locs {
		for _, e := range g.out(l) {
			came[e.To]++
		}
	}
	for l := g.p.Main.Entry; len(g.out(l)) == 1 && came[l] <= 1; {
		e := g.out(l)[0]
		if l == g.p.Main.Entry && came[l] > 0 {
			break
		}
		if s, is := e.Stmt.(*ir.Assign); is && s.Var == heap && s.Expr.Op == ir.OpConst {
			return e
		} else if ir.Written(e.Stmt) == heap {
			break
		}
		l = e.To
	}
	fail("it is not known where the first block is")
	return nil
}

// raised says that x is the end of the heap and something that is not negative.
func raised(x *ir.Expr, heap *ir.Var) bool {
	for x.Op == ir.OpPtrAdd {
		by := x.Args[1]
		if by.Type.Kind != ir.Integer || by.Type.IsSigned() && (by.Op != ir.OpConst || by.Val.Sign() < 0) {
			return false
		}
		x = x.Args[0]
	}
	return x.Op == ir.OpVar && x.Var == heap
}

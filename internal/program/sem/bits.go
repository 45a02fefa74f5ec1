package sem

import "craig/internal/program/ir"

// WorksOnBits reports whether p has operators on bits, or products and quotients of variables: questions about
// such programs are decided best by bits.
func WorksOnBits(p *ir.Program) bool {
	found := false
	look := func(x *ir.Expr) bool {
		switch x.Op {
		case ir.OpShl, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpCompl:
			found = true
		case ir.OpMul, ir.OpDiv, ir.OpRem:
			found = found || !x.Args[0].IsConst() && !x.Args[1].IsConst()
		}
		return !found
	}
	for _, e := range p.Edges {
		if e != nil {
			ir.Exprs(e.Stmt, func(x *ir.Expr) { ir.Walk(x, look) })
		}
	}
	return found
}

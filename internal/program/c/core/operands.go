package core

import "iter"

// Operands are the expressions whose values x, which may be nil, computes with, from left to right, whether or not each is evaluated. The places
// of Load, AddrOf and Decay are none.
func Operands(x Expr) iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		switch x := x.(type) {
		case *Unary:
			yield(x.X)
		case *Binary:
			_ = yield(x.X) && yield(x.Y)
		case *PtrAdd:
			_ = yield(x.X) && yield(x.N)
		case *PtrDiff:
			_ = yield(x.X) && yield(x.Y)
		case *Convert:
			yield(x.X)
		case *Checked:
			yield(x.X)
		case *Cond:
			_ = yield(x.X) && yield(x.Then) && yield(x.Else)
		case *Logical:
			_ = yield(x.X) && yield(x.Y)
		}
	}
}

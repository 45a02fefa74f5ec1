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
		case *Quantifier:
			yield(x.X)
		case *Question:
			for _, a := range x.Args {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// Uses tells whether x reads a variable, or takes its address.
func Uses(x Expr, v *Var) bool {
	switch x := x.(type) {
	case *Load:
		return placeUses(x.X, v)
	case *AddrOf:
		return placeUses(x.X, v)
	case *Decay:
		return placeUses(x.X, v)
	}
	for y := range Operands(x) {
		if Uses(y, v) {
			return true
		}
	}
	return false
}

func placeUses(x Place, v *Var) bool {
	switch x := x.(type) {
	case *VarPlace:
		return x.Var == v
	case *DerefPlace:
		return Uses(x.X, v)
	case *FieldPlace:
		return placeUses(x.X, v)
	case *PartPlace:
		return placeUses(x.X, v)
	}
	return true
}

package core

import "craig/internal/program/c/types"

// SameMembers is 1 if all members of two structures of one type are equal, and otherwise 0. It is nil unless they consist of integers and pointers
// without padding, so that they are equal if their bytes are.
func SameMembers(tt *types.Table, a, b Place) Expr {
	s := &sameness{tt: tt, at: a.Pos()}
	if !s.places(a, b) || s.size != a.Type().SizeOf() {
		return nil
	}
	return s.all
}

type sameness struct {
	tt   *types.Table
	at   Pos
	all  Expr
	size int64 // of what has been compared
}

func (s *sameness) places(a, b Place) bool {
	in := s.tt.Basic(types.Int)
	switch t := a.Type(); {
	case t.Quals&types.Volatile != 0:
		return false
	case t.Kind == types.Struct:
		for i := range t.Record.Fields {
			f := &t.Record.Fields[i]
			of := func(x Place) Place { return &FieldPlace{At: s.at, X: x, Field: f, Typ: f.Type.With(x.Type().Quals)} }
			if f.Bits || !s.places(of(a), of(b)) {
				return false
			}
		}
	case t.Kind == types.Array && !t.IsVariable() && t.Len <= 256:
		for i := range t.Len {
			of := func(x Place) Place {
				to := s.tt.Pointer(x.Type().Elem)
				n := &IntConst{At: s.at, Value: types.IntOf(i), Typ: in}
				return &DerefPlace{At: s.at, X: &PtrAdd{At: s.at, X: &Decay{At: s.at, X: x, Typ: to}, N: n, Typ: to}, Typ: x.Type().Elem}
			}
			if !s.places(of(a), of(b)) {
				return false
			}
		}
	case t.IsInteger(), t.Kind == types.Pointer:
		s.size += t.SizeOf()
		x, y := Expr(&Load{At: s.at, X: a}), Expr(&Load{At: s.at, X: b})
		if w := s.tt.Promote(x.Type()); t.IsInteger() && w != x.Type() {
			x, y = &Convert{At: s.at, X: x, Typ: w}, &Convert{At: s.at, X: y, Typ: w}
		}
		same := Expr(&Binary{At: s.at, Op: Eq, X: x, Y: y, Typ: in})
		if s.all != nil {
			same = &Logical{At: s.at, X: s.all, Y: same, Typ: in}
		}
		s.all = same
	default:
		return false
	}
	return true
}

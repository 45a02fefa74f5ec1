package harness

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// How far the program goes from a pointer by constants: as key[7], a copy of 16 bytes, and key[i] in a loop of so many rounds do. That tells how many elements
// there are where nothing else says it.

// span is the numbers from lo to hi.
type span struct{ lo, hi int64 }

// add is s and so many elements of a size.
func (s span) add(by span, size int64) span {
	if by.hi > mostReached || size > mostReached {
		return span{0, 2 * mostReached} // too far
	}
	return span{s.lo + by.lo*size, s.hi + by.hi*size}
}

// accessed records that a place is used.
func (s *scanner) accessed(x *core.DerefPlace) {
	size := sizeOf(x.Typ)
	if x.Typ.Kind == types.Array || size <= 0 { // its elements are what is used
		return
	}
	if p, at, ok := s.lvaluePlace(x); ok {
		s.bytes[p] = max(s.bytes[p], at.hi+size)
	} else if p != none {
		s.unknown[p] = true
	}
}

// pointerPlace is the pointer that x is some bytes behind. It is known also where ok is false, if only the number of bytes is not known.
func (s *scanner) pointerPlace(x core.Expr) (p key, at span, ok bool) {
	switch x := s.strip(x).(type) {
	case *core.Load:
		if x.Type().Kind == types.Pointer {
			if p = s.placeKey(x.X); p != none {
				return p, span{}, true
			}
		}
	case *core.PtrAdd:
		by, known := s.span(x.N)
		if x.Sub {
			by = span{-by.hi, -by.lo}
		}
		p, at, ok = s.pointerPlace(x.X)
		return p, at.add(by, sizeOf(x.Typ.Elem)), ok && known && sizeOf(x.Typ.Elem) > 0
	case *core.AddrOf:
		return s.lvaluePlace(x.X)
	case *core.Decay:
		return s.lvaluePlace(x.X)
	}
	return none, span{}, false
}

// lvaluePlace is the pointer that a place lies some bytes behind.
func (s *scanner) lvaluePlace(x core.Place) (p key, at span, ok bool) {
	if d, ok := x.(*core.DerefPlace); ok {
		return s.pointerPlace(d.X)
	}
	return none, span{}, false
}

// anyPlace is pointerPlace without the number of bytes.
func (s *scanner) anyPlace(x core.Expr) key {
	p, _, _ := s.pointerPlace(x)
	return p
}

// counter is the variable that x is, a number; nil if it is none.
func (s *scanner) counter(x core.Expr) *core.Var {
	if l, ok := s.strip(x).(*core.Load); ok {
		if v, ok := l.X.(*core.VarPlace); ok && isInteger(v.Var.Type) {
			return v.Var
		}
	}
	return nil
}

// constants finds which variables of a function are given constants only.
func (s *scanner) constants(b *core.Block) {
	core.EachStmt(b, func(st core.Stmt) {
		switch st := st.(type) {
		case *core.Assign:
			s.constantValue(st.Dst, st.Src)
		case *core.Declare:
			if e, ok := st.Init.(*core.ExprInit); ok {
				s.constantValue(&core.VarPlace{Var: st.Var}, e.X)
			}
		case *core.Call:
			s.constantValue(st.Dst, nil)
		case *core.Builtin:
			s.constantValue(st.Dst, nil)
		}
	})
}

// constantValue records that a place, if it is a variable of the function, is given the value of x, or any if that is nil.
func (s *scanner) constantValue(dst core.Place, x core.Expr) {
	p, ok := dst.(*core.VarPlace)
	if !ok || p.Var.Temp || p.Var.Storage != core.Auto && p.Var.Storage != core.Param {
		return
	}
	v := p.Var
	if x != nil {
		if c, ok := constant(s.strip(x)); ok && !s.others[v] {
			old, known := s.spans[v]
			if !known {
				old = span{c, c}
			}
			s.spans[v] = span{min(old.lo, c), max(old.hi, c)}
			return
		}
	}
	s.others[v] = true
	delete(s.spans, v)
}

// span is which values the number x has, as far as constants and the loops around it tell.
func (s *scanner) span(x core.Expr) (v span, ok bool) {
	x = s.strip(x)
	if c, ok := constant(x); ok {
		return span{c, c}, true
	}
	if l, ok := x.(*core.Load); ok {
		p, isVar := l.X.(*core.VarPlace)
		if !isVar {
			return span{}, false
		}
		if is, known := s.rounds[p.Var]; known {
			return is, true
		}
		is, known := s.spans[p.Var]
		return is, known
	}
	b, isBinary := x.(*core.Binary)
	if !isBinary {
		return span{}, false
	}
	left, known := s.span(b.X)
	right, known2 := s.span(b.Y)
	c, isConstant := constant(s.strip(b.Y))
	switch b.Op {
	case core.Add:
		v, ok = span{left.lo + right.lo, left.hi + right.hi}, known && known2
	case core.Sub:
		v, ok = span{left.lo - right.hi, left.hi - right.lo}, known && known2
	case core.Mul:
		near := left.lo >= 0 && right.lo >= 0 && left.hi <= mostReached && right.hi <= mostReached
		v, ok = span{left.lo * right.lo, left.hi * right.hi}, known && known2 && near
	case core.Rem:
		return span{0, c - 1}, isConstant && c > 0
	case core.Div:
		if !isConstant || c <= 0 {
			return span{}, false
		}
		return span{left.lo / c, left.hi / c}, known
	case core.Shl, core.Shr:
		if !known || !isConstant || c < 0 || c > 16 || left.lo < 0 || left.hi > mostReached {
			return span{}, false
		}
		v, ok = span{left.lo << c, left.hi << c}, true
		if b.Op == core.Shr {
			v = span{left.lo >> c, left.hi >> c}
		}
	case core.And:
		for _, side := range []core.Expr{b.X, b.Y} {
			if c, ok := constant(s.strip(side)); ok && c >= 0 {
				return span{0, c}, true
			}
		}
	}
	return v, ok && v.lo >= -mostReached && v.hi <= mostReached
}

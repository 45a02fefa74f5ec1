package core

import "craig/internal/program/c/types"

// Called is the function that an expression is the address of; nil if it is computed.
func Called(x Expr) *Var {
	if a, ok := x.(*AddrOf); ok {
		if v, ok := a.X.(*VarPlace); ok && v.Var.Type.Kind == types.Func {
			return v.Var
		}
	}
	return nil
}

// Unconverted is an expression without the conversions around it.
func Unconverted(x Expr) Expr {
	for {
		c, ok := x.(*Convert)
		if !ok {
			return x
		}
		x = c.X
	}
}

// LiteralText is the text of an expression that is a literal; false if it is none.
func LiteralText(x Expr) (string, bool) {
	d, ok := Unconverted(x).(*Decay)
	if !ok {
		return "", false
	}
	l, ok := d.X.(*LiteralPlace)
	if !ok || l.Literal.Type.Elem.SizeOf() != 1 {
		return "", false
	}
	return l.Literal.Text0(), true
}

// Pointee is the type of the objects that a pointer argument points to, without the conversions around it; nil if it has no size.
func Pointee(x Expr) *types.Type {
	t := x.Type()
	for {
		c, ok := x.(*Convert)
		if !ok || c.X.Type().Kind != types.Pointer {
			break
		}
		x = c.X
		t = x.Type()
	}
	if t.Kind != types.Pointer || !t.Elem.IsComplete() || t.Elem.IsVariable() || t.Elem.SizeOf() <= 0 {
		return nil
	}
	return t.Elem
}

// Direct tells whether no pointer leads to a place.
func Direct(x Place) bool {
	for {
		f, ok := x.(*FieldPlace)
		if !ok {
			break
		}
		x = f.X
	}
	_, deref := x.(*DerefPlace)
	return !deref
}

// Items counts the values of an initializer.
func Items(x Init) int {
	l, ok := x.(*ListInit)
	if !ok {
		return 1
	}
	n := 0
	for _, e := range l.Elems {
		n += Items(e.Init)
	}
	return n
}

// Zeros tells whether an initializer consists of zeros, so that GCC clears the object with its padding.
func Zeros(x Init) bool {
	switch x := x.(type) {
	case *ExprInit:
		n, ok := Unconverted(x.X).(*IntConst)
		return ok && n.Value.IsZero()
	case *ListInit:
		for _, e := range x.Elems {
			if !Zeros(e.Init) {
				return false
			}
		}
		return true
	}
	return false
}

// HasAttr tells whether the variable has an attribute of that name.
func (v *Var) HasAttr(name string) bool {
	for _, a := range v.Attrs {
		if a.Name == name {
			return true
		}
	}
	return false
}

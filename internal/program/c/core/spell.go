package core

import (
	"strconv"

	"craig/internal/program/c/types"
)

// Spelled is a place as a program may write it, for people; "" if it is not known how.
func Spelled(x Place) string {
	switch x := x.(type) {
	case *VarPlace:
		return x.Var.Name
	case *DerefPlace:
		if add, ok := unchecked(x.X).(*PtrAdd); ok && !add.Sub {
			if array, n := spelled(add.X), spelled(add.N); array != "" && n != "" {
				return array + "[" + n + "]"
			}
			return ""
		}
		if p := spelled(x.X); p != "" {
			return "*" + p
		}
	case *FieldPlace:
		object := x.X
		for f, ok := object.(*FieldPlace); ok && f.Field.Name == ""; f, ok = object.(*FieldPlace) { // an anonymous member
			object = f.X
		}
		of, dot := Spelled(object), "."
		if d, ok := object.(*DerefPlace); ok {
			if _, element := unchecked(d.X).(*PtrAdd); !element {
				of, dot = spelled(d.X), "->"
			}
		}
		if of != "" && x.Field.Name != "" {
			return of + dot + x.Field.Name
		}
	}
	return ""
}

func unchecked(x Expr) Expr {
	if c, ok := x.(*Checked); ok {
		return c.X
	}
	return x
}

func spelled(x Expr) string {
	switch x := unchecked(x).(type) {
	case *IntConst:
		if x.Text != "" {
			return x.Text
		}
		if n, ok := x.Value.Int64(); ok {
			return strconv.FormatInt(n, 10)
		}
	case *Load:
		return Spelled(x.X)
	case *Decay:
		return Spelled(x.X)
	case *AddrOf:
		if of := Spelled(x.X); of != "" {
			return "(&" + of + ")"
		}
	case *Convert:
		of := spelled(x.X)
		if of != "" && x.Explicit && x.Typ.Kind == types.Pointer {
			return "((" + x.Typ.String() + ")" + of + ")"
		}
		return of
	}
	return ""
}

package ir

import "craig/logic/num"

// A pointer that becomes an integer and a pointer again, unchanged, belongs to the object that it belonged to. So properties
// that track pointers are decided where each integer that is converted to a pointer has come from one, by way of
// variables, parameters and results that hold nothing else, but for numbers of no object, such as 0. Integers in memory, and those with
// which something was computed, are not followed.

// Carriers are the integer variables of a program that hold nothing but pointers.
type Carriers struct {
	p     *Program
	other map[*Var]bool // what they are not: variables that may hold another number
}

// FindCarriers finds them.
func FindCarriers(p *Program) *Carriers {
	c := &Carriers{p: p, other: map[*Var]bool{}}
	type definition struct {
		v    *Var
		from *Expr
	}
	var all []definition
	byPointer := false // functions are called whose parameters are not seen here
	for _, v := range p.Main.Params {
		c.other[v] = true
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		v := Written(e.Stmt)
		switch s := e.Stmt.(type) {
		case *Assign:
			all = append(all, definition{v, s.Expr})
			continue
		case *Havoc:
			if s.Source == FromUninitialised { // it is no pointer's value, and using it as one is an error
				continue
			}
		case *Call:
			if s.Callee == nil {
				byPointer = true
				break
			}
			for i, prm := range s.Callee.Params {
				if i >= len(s.Args) {
					c.other[prm] = true
				} else {
					all = append(all, definition{prm, s.Args[i]})
				}
			}
			if v != nil && s.Callee.Result != nil {
				all = append(all, definition{v, VarExpr(s.Callee.Result)})
				continue
			}
		}
		c.other[v] = true
	}
	for _, f := range p.Funcs {
		for _, prm := range f.Params {
			c.other[prm] = c.other[prm] || byPointer
		}
	}
	for again := true; again; {
		again = false
		for _, d := range all {
			if d.v != nil && d.v.Type.Kind == Integer && !c.other[d.v] && (d.v.Type.Bits < p.PtrBits || !c.Carries(d.from)) {
				c.other[d.v], again = true, true
			}
		}
	}
	return c
}

// Carries says that the integer e has the value of a pointer that is in or near an object, or that of no object.
func (c *Carriers) Carries(e *Expr) bool {
	switch {
	case c.p.Math || e.Type.Kind != Integer:
		return false
	case e.IsConst():
		return ReservedAddress(c.p.PtrBits, e.Val)
	case e.Type.Bits < c.p.PtrBits:
		return false
	}
	switch e.Op {
	case OpVar:
		return !c.other[e.Var]
	case OpIte:
		return c.Carries(e.Args[1]) && c.Carries(e.Args[2])
	case OpCast:
		if e.Args[0].Type.Kind == Pointer {
			return c.kept(e.Args[0])
		}
		return c.Carries(e.Args[0])
	}
	return false
}

// kept says that nothing was added to the pointer e since it was kept, when it was in or near its object, that might lead out of there.
func (c *Carriers) kept(e *Expr) bool {
	switch e.Op {
	case OpVar, OpLoad, OpAddr:
		return true
	case OpConst:
		return ReservedAddress(c.p.PtrBits, e.Val)
	case OpPtrAdd:
		root, off := e.Args[0], e.Args[1]
		return root.Op == OpAddr && off.IsConst() && off.Val.Sign() >= 0 && !num.I(root.Obj.Size).Less(off.Val)
	case OpIte:
		return c.kept(e.Args[1]) && c.kept(e.Args[2])
	case OpCast:
		return e.Args[0].Type.Kind == Pointer && c.kept(e.Args[0]) || c.Carries(e.Args[0])
	}
	return false
}

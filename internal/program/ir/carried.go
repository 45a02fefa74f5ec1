package ir

import "craig/logic/num"

// A pointer that becomes an integer and a pointer again, unchanged, belongs to the object that it belonged to. So properties
// that track pointers are decided where each integer that is converted to a pointer has come from one, by way of
// variables, parameters and results that hold nothing else, but for numbers of no object, such as 0. A part of an object that is accessed by
// the object's name alone, such as a member of a local structure, is like a variable. Other integers in memory, and those with which something was
// computed, are not followed.

// Conversion is a pointer that is made of an integer.
type Conversion struct {
	From *Expr
	Pos  Pos
}

// Uncarried is the first conversion in a list of an integer that may be no pointer's value; nil if there is none.
func (p *Program) Uncarried(list []Conversion) *Conversion {
	if len(list) == 0 {
		return nil
	}
	c := FindCarriers(p)
	for i := range list {
		if !c.Carries(list[i].From) {
			return &list[i]
		}
	}
	return nil
}

// Carriers are the integer variables of a program that hold nothing but pointers.
type Carriers struct {
	p     *Program
	other map[*Var]bool // what they are not: variables that may hold another number
	cells map[cellKey]*Var
}

// cellKey is a part of an object.
type cellKey struct {
	of   *Object
	off  int64
	bits uint8
}

// cell is what a part of an object at an address is instead of a variable; nil if the address is not the object's own, by a number.
func (c *Carriers) cell(addr *Expr, t Type) *Var {
	root, off := Root(addr), int64(0)
	if addr != root {
		n, ok := addr.Args[1].Val.Int64()
		if !ok || addr.Args[0] != root || !addr.Args[1].IsConst() {
			return nil
		}
		off = n
	}
	if root.Op != OpAddr {
		return nil
	}
	k := cellKey{root.Obj, off, t.Bits}
	if c.cells[k] == nil {
		c.cells[k] = &Var{Type: Int(t.Bits, false)}
		c.other[c.cells[k]] = t.Kind == Float
	}
	return c.cells[k]
}

// findCells finds the parts of objects that are accessed by the objects' names alone, and overlap no other ones.
func (c *Carriers) findCells() {
	escaped := map[*Object]bool{}
	written := false // memory may be, by what is not seen here
	direct := func(addr *Expr, t Type) bool { return c.cell(addr, t) != nil }
	var walk func(e *Expr)
	walk = func(e *Expr) {
		switch {
		case e.Op == OpAddr:
			escaped[e.Obj] = true
			return
		case e.Op == OpLoad && e.Region == nil && direct(e.Args[0], e.Type):
			return
		case asks(e.Op):
			for _, a := range e.Args {
				if Root(a).Op != OpAddr {
					walk(a)
				}
			}
			return
		}
		for _, a := range e.Args {
			walk(a)
		}
	}
	for _, e := range c.p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *Store:
			if s.Region != nil || !direct(s.Addr, s.Val.Type) {
				walk(s.Addr)
			}
			walk(s.Val)
			continue
		case *Free:
			if s.Addr == nil || s.Addr.Op == OpAddr {
				continue
			}
		case *CopyShadow:
			continue
		case *Clobber:
			written = true
		}
		Exprs(e.Stmt, walk)
	}
	for k, v := range c.cells {
		for l := range c.cells {
			c.other[v] = c.other[v] || l != k && l.of == k.of && l.off < k.off+int64(k.bits/8) && k.off < l.off+int64(l.bits/8)
		}
		static := k.of.Kind == GlobalObject
		c.other[v] = c.other[v] || escaped[k.of] || static && (written || !k.of.Zero || k.of.Data != "") || !static && k.of.Kind != LocalObject
	}
}

// asks tells whether an operation is about where an address lies, and reads nothing there.
func asks(op Op) bool {
	switch op {
	case OpInObject, OpInDevice, OpKnown, OpWritable, OpDefined, OpNoneDangling, OpFreeable, OpTracked, OpTraceable, OpAmong, OpOverlap:
		return true
	}
	return false
}

// FindCarriers finds them.
func FindCarriers(p *Program) *Carriers {
	c := &Carriers{p: p, other: map[*Var]bool{}, cells: map[cellKey]*Var{}}
	c.findCells()
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
		case *Store:
			if s.Region == nil {
				all = append(all, definition{c.cell(s.Addr, s.Val.Type), s.Val})
			}
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
			if d.v != nil && d.v.Type.Kind == Integer && !c.other[d.v] && (d.v.Type.Bits < p.PtrBits || !c.Carries(d.from) && !(d.from.Type.Kind == Pointer && c.kept(d.from))) {
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
	case OpLoad:
		v := c.cell(e.Args[0], e.Type)
		return e.Region == nil && v != nil && !c.other[v]
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

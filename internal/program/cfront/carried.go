package cfront

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A pointer that becomes an integer and a pointer again, unchanged, belongs to the object that it belonged to. So properties
// that track pointers are decided where each integer that is converted to a pointer has come from one, by way of
// variables, parameters and results that hold nothing else, but for numbers of no object, such as 0. Integers in memory, and those with
// which something was computed, are not followed.

// A conversion of an integer to a pointer.
type conversion struct {
	from *ir.Expr
	pos  ir.Pos
}

// carriers are the integer variables of a program that hold nothing but pointers.
type carriers struct {
	p     *ir.Program
	other map[*ir.Var]bool // what they are not: variables that may hold another number
}

// checkConversions notes the first conversion of an integer that may be no pointer's value, for properties that track pointers.
// It comes after all functions have been lowered.
func (r *reader) checkConversions() {
	if r.tracks() == "" || r.limit != nil || len(r.conversions) == 0 {
		return
	}
	c := findCarriers(r.prog)
	for _, k := range r.conversions {
		if !c.carries(k.from) {
			r.cannotTrack(k.pos, "an integer is converted to a pointer")
			r.limit.Number = true
			return
		}
	}
}

func findCarriers(p *ir.Program) *carriers {
	c := &carriers{p: p, other: map[*ir.Var]bool{}}
	type definition struct {
		v    *ir.Var
		from *ir.Expr
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
		v := ir.Written(e.Stmt)
		switch s := e.Stmt.(type) {
		case *ir.Assign:
			all = append(all, definition{v, s.Expr})
			continue
		case *ir.Havoc:
			if s.Source == ir.FromUninitialised { // it is no pointer's value, and using it as one is an error
				continue
			}
		case *ir.Call:
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
				all = append(all, definition{v, ir.VarExpr(s.Callee.Result)})
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
			if d.v != nil && d.v.Type.Kind == ir.Integer && !c.other[d.v] && (d.v.Type.Bits < p.PtrBits || !c.carries(d.from)) {
				c.other[d.v], again = true, true
			}
		}
	}
	return c
}

// carries says that the integer e has the value of a pointer that is in or near an object, or that of no object.
func (c *carriers) carries(e *ir.Expr) bool {
	switch {
	case c.p.Math || e.Type.Kind != ir.Integer:
		return false
	case e.IsConst():
		return ir.ReservedAddress(c.p.PtrBits, e.Val)
	case e.Type.Bits < c.p.PtrBits:
		return false
	}
	switch e.Op {
	case ir.OpVar:
		return !c.other[e.Var]
	case ir.OpIte:
		return c.carries(e.Args[1]) && c.carries(e.Args[2])
	case ir.OpCast:
		if e.Args[0].Type.Kind == ir.Pointer {
			return c.kept(e.Args[0])
		}
		return c.carries(e.Args[0])
	}
	return false
}

// kept says that nothing was added to the pointer e since it was kept, when it was in or near its object, that might lead out of there.
func (c *carriers) kept(e *ir.Expr) bool {
	switch e.Op {
	case ir.OpVar, ir.OpLoad, ir.OpAddr:
		return true
	case ir.OpConst:
		return ir.ReservedAddress(c.p.PtrBits, e.Val)
	case ir.OpPtrAdd:
		root, off := e.Args[0], e.Args[1]
		return root.Op == ir.OpAddr && off.IsConst() && off.Val.Sign() >= 0 && !num.I(root.Obj.Size).Less(off.Val)
	case ir.OpIte:
		return c.kept(e.Args[1]) && c.kept(e.Args[2])
	case ir.OpCast:
		return e.Args[0].Type.Kind == ir.Pointer && c.kept(e.Args[0]) || c.carries(e.Args[0])
	}
	return false
}

package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// The size of an array of variable length is computed once, where its type is written: when a
// declaration, a type name or a function's parameters are reached, C11 6.7.6.2. Here it is kept in a
// variable, which everything that needs the size of the type reads.

// evaluateSizes computes the sizes of the arrays of variable length that n writes.
func (f *fn) evaluateSizes(n cc.Node) { f.evaluate(f.r.extents[n]) }

func (f *fn) evaluate(types []*ctype) {
	size := f.r.types.size
	for _, t := range types {
		if f.constOnly {
			f.notConst = true
			return
		}
		pos := f.pos(t.vla)
		n := f.convert(f.rvalue(t.vla), size, pos)
		if f.extents == nil {
			f.extents = map[*ctype]*ir.Var{}
		}
		v := f.extents[t]
		if v == nil {
			v = f.temp(size.ir(), pos)
			f.extents[t] = v
		}
		bytes := f.fold(ir.Binary(ir.OpMul, n.e, f.sizeOf(t.elemC, pos).e))
		f.emit(&ir.Assign{Var: v, Expr: bytes}, pos)
	}
}

// typeName is a type that an expression names; the sizes in it are computed.
func (f *fn) typeName(n *cc.TypeName) *ctype {
	f.evaluateSizes(n)
	return f.r.typeNames[n].t
}

// extent is the size in bytes of an array whose size is variable.
func (f *fn) extent(t *ctype, pos ir.Pos) *ir.Expr {
	size := f.r.types.size.ir()
	switch v := f.extents[t]; {
	case v != nil:
		return ir.VarExpr(v)
	case f.constOnly:
		f.notConst = true
		return ir.ConstInt(size, 0)
	case t.len >= 0:
		return f.fold(ir.Binary(ir.OpMul, ir.ConstInt(size, t.len), f.sizeOf(t.elemC, pos).e))
	}
	return f.havoc(size, ir.FromApproximation, "", pos) // a jump has passed over its declaration
}

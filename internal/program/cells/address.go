package cells

import (
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Addr is the address of the element with that index, in formulas.
func (l *Layout) Addr(ctx *sem.Context, index term.Term) term.Term {
	if l.Index.Kind == ir.Pointer {
		return index
	}
	st := ctx.Store
	a := st.Add(st.Mul(st.IntNum(l.Stride), index), st.IntNum(l.Offset))
	if l.Base != nil {
		a = st.Add(a, ctx.Var(l.Base))
	}
	return a
}

// IndexOf is the index of the element at addr, in formulas, if one is there.
func (l *Layout) IndexOf(ctx *sem.Context, addr term.Term) term.Term {
	st := ctx.Store
	return st.Div(st.Sub(addr, l.Addr(ctx, st.Int(0))), st.IntNum(l.Stride))
}

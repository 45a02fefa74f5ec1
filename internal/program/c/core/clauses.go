package core

import "craig/internal/program/c/types"

// SpeaksOf tells whether the value of a place decides what another place is.
func (t Target) SpeaksOf(other Target) bool {
	if other.Place == nil {
		return false
	}
	found := false
	var expr func(x Expr)
	var inner func(x Place)
	inner = func(x Place) { // the expressions in a place
		switch x := x.(type) {
		case *DerefPlace:
			expr(x.X)
		case *FieldPlace:
			inner(x.X)
		case *PartPlace:
			inner(x.X)
		}
	}
	expr = func(x Expr) {
		switch x := x.(type) {
		case nil:
			return
		case *Load:
			for p := x.X; p != nil; {
				found = found || samePlace(p, other.Place)
				f, ok := p.(*FieldPlace)
				if !ok {
					break
				}
				p = f.X
			}
			inner(x.X)
		case *AddrOf:
			inner(x.X)
		case *Decay:
			inner(x.X)
		}
		for y := range Operands(x) {
			expr(y)
		}
	}
	expr(t.Base)
	expr(t.Size)
	if t.Place != nil {
		inner(t.Place)
	}
	return found
}

func samePlace(a, b Place) bool {
	switch a := a.(type) {
	case *VarPlace:
		b, ok := b.(*VarPlace)
		return ok && a.Var == b.Var
	case *FieldPlace:
		b, ok := b.(*FieldPlace)
		return ok && a.Field == b.Field && samePlace(a.X, b.X)
	case *DerefPlace:
		b, ok := b.(*DerefPlace)
		return ok && sameExpr(a.X, b.X)
	}
	return false
}

func sameExpr(a, b Expr) bool {
	switch a := a.(type) {
	case *IntConst:
		b, ok := b.(*IntConst)
		return ok && a.Value == b.Value
	case *Load:
		b, ok := b.(*Load)
		return ok && samePlace(a.X, b.X)
	case *Decay:
		b, ok := b.(*Decay)
		return ok && samePlace(a.X, b.X)
	case *AddrOf:
		b, ok := b.(*AddrOf)
		return ok && samePlace(a.X, b.X)
	case *Convert:
		b, ok := b.(*Convert)
		return ok && a.Typ == b.Typ && sameExpr(a.X, b.X)
	case *PtrAdd:
		b, ok := b.(*PtrAdd)
		return ok && a.Sub == b.Sub && sameExpr(a.X, b.X) && sameExpr(a.N, b.N)
	}
	return false
}

// InObjects is a condition: all places that an expression reads by way of pointers lie in objects; nil if it reads none. ok is false where it has a
// choice, so that not all of them count.
func InObjects(tt *types.Table, x Expr, at Pos) (condition Expr, ok bool) {
	w := &inObjects{tt: tt, at: at, ok: true}
	w.expr(x)
	return w.all, w.ok
}

type inObjects struct {
	tt  *types.Table
	at  Pos
	all Expr
	ok  bool
}

// place looks at what a place is made of, and tells whether there is a pointer in it.
func (w *inObjects) place(p Place) bool {
	switch p := p.(type) {
	case *DerefPlace:
		w.expr(p.X)
		return true
	case *FieldPlace:
		return w.place(p.X)
	case *PartPlace:
		return w.place(p.X)
	}
	return false
}

func (w *inObjects) expr(x Expr) {
	switch x := x.(type) {
	case *Load:
		w.read(x.X)
	case *Decay:
		w.place(x.X)
	case *AddrOf:
		w.place(x.X)
	case *Cond, *Logical:
		before := w.all
		for y := range Operands(x) {
			w.expr(y)
		}
		w.ok = w.ok && w.all == before
		return
	}
	for y := range Operands(x) {
		w.expr(y)
	}
}

// read adds that a place may be read, behind what finds it.
func (w *inObjects) read(p Place) {
	if f, ok := p.(*FieldPlace); ok && f.Field.Bits { // which has no address
		p = f.X
	}
	if !w.place(p) {
		return
	}
	addr := &Convert{At: w.at, X: &AddrOf{At: w.at, X: p, Typ: w.tt.Pointer(p.Type())}, Typ: w.tt.VoidPtr, Explicit: true}
	size := &IntConst{At: w.at, Value: types.IntOf(p.Type().SizeOf()), Typ: w.tt.Size.Main()}
	truth := w.tt.Basic(types.Int)
	q := Expr(&Question{At: w.at, What: Readable, Args: []Expr{addr, size}, Typ: truth})
	if w.all != nil {
		q = &Logical{At: w.at, X: w.all, Y: q, Typ: truth}
	}
	w.all = q
}

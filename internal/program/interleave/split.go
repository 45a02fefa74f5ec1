package interleave

import (
	"slices"

	"craig/internal/program/ir"
)

// Weaver puts statements between accesses.
type Weaver struct {
	P    *ir.Program
	A    *Accesses
	Word uint8 // how many bits are accessed at once; what is wider is accessed in several words
}

// Location puts point behind the accesses on the edges that leave l.
func (w *Weaver) Location(l ir.Loc, point ir.Stmt, with *Access) {
	out := append([]ir.EdgeID(nil), w.P.Locs[l].Out...)
	if len(out) == 0 {
		return
	}
	reads, writes, wide := 0, 0, false
	for _, id := range out {
		s := w.P.Edges[id].Stmt
		n := 0
		ir.Exprs(s, func(e *ir.Expr) {
			ir.Walk(e, func(e *ir.Expr) bool {
				if w.shared(e, with) {
					n++
					wide = wide || w.words(e.Type) > 1
				}
				return true
			})
		})
		reads = max(reads, n)
		if xs, all := w.A.Written(s); Meets(xs, all, true, with) {
			writes++
			if t, ok := writtenType(s); ok {
				wide = wide || w.words(t) > 1
			}
		}
	}
	switch first := w.P.Edges[out[0]]; {
	case reads == 0 && writes == 0:
	case len(out) == 1 && reads+writes == 1 && !wide && !again(first.Stmt) && first.To != l:
		w.after(first, point)
	default:
		w.split(l, out, point, with)
	}
}

// shared tells whether e itself reads what an interrupt may change.
func (w *Weaver) shared(e *ir.Expr, with *Access) bool {
	xs, all := w.A.Read(e)
	return Meets(xs, all, false, with)
}

// again tells whether s may be executed in several steps, between which interrupts come: it is done twice then.
func again(s ir.Stmt) bool {
	_, ok := s.(*ir.Clobber)
	return ok
}

// writtenType is the type of what s writes to a variable or to memory.
func writtenType(s ir.Stmt) (ir.Type, bool) {
	switch s := s.(type) {
	case *ir.Store:
		return s.Val.Type, true
	case *ir.Assign:
		return s.Var.Type, true
	}
	return ir.Type{}, false
}

// words is in how many parts values of type t are accessed. Pointers are accessed at once.
func (w *Weaver) words(t ir.Type) int {
	if w.P.Math || !t.IsNumber() || t.Bits <= w.Word || t.Bits%w.Word != 0 {
		return 1
	}
	return int(t.Bits / w.Word)
}

// after puts statements between e and its target.
func (w *Weaver) after(e *ir.Edge, stmts ...ir.Stmt) {
	for i := len(stmts) - 1; i >= 0; i-- {
		mid := w.P.NewLoc(w.P.Locs[e.From].Func, e.Pos)
		to := e.To
		w.P.Redirect(e.ID, mid)
		w.P.NewEdge(mid, to, stmts[i], e.Pos).Aux = true
	}
}

// split reads, before l is left, what its edges read that interrupts may change, each with point behind
// it; and writes then.
func (w *Weaver) split(l ir.Loc, out []ir.EdgeID, point ir.Stmt, with *Access) {
	p, info := w.P, w.P.Locs[l]
	pos := p.Edges[out[0]].Pos
	at := l
	step := func(s ir.Stmt) {
		next := p.NewLoc(info.Func, pos)
		p.NewEdge(at, next, s, pos).Aux = true
		at = next
	}
	info.Out = nil
	type read struct {
		e   *ir.Expr
		nth int
		as  *ir.Expr
	}
	var before []read
	for _, id := range out {
		e := p.Edges[id]
		count := map[*ir.Expr]int{}
		var replace func(x *ir.Expr) *ir.Expr
		replace = func(x *ir.Expr) *ir.Expr {
			mine := w.shared(x, with)
			var args []*ir.Expr
			for _, a := range x.Args {
				args = append(args, replace(a))
			}
			y := x
			if !slices.Equal(args, x.Args) { // else what is known of x is known of y
				y = ir.Rebuild(x, args)
			}
			if !mine {
				return y
			}
			// The edges of a branch read the same once.
			var same *ir.Expr
			for _, b := range before {
				if ir.Equal(b.e, x) {
					same = b.e
					break
				}
			}
			if same == nil {
				same = x
			}
			n := count[same]
			count[same]++
			for _, b := range before {
				if b.e == same && b.nth == n {
					return b.as
				}
			}
			as := w.read(y, info.Func, pos, point, step)
			before = append(before, read{same, n, as})
			return as
		}
		xs, all := w.A.Written(e.Stmt)
		writes := Meets(xs, all, true, with)
		e.Stmt = ir.MapExprs(e.Stmt, replace)
		if !writes {
			continue
		}
		switch t, ok := writtenType(e.Stmt); {
		case ok && w.words(t) > 1:
			w.write(e, info.Func, point)
		case again(e.Stmt):
			w.after(e, point, e.Stmt, point)
		default:
			w.after(e, point)
		}
	}
	for _, id := range out {
		p.Edges[id].From = at
	}
	p.Locs[at].Out = append(p.Locs[at].Out, out...)
}

// read is a temporary with what e reads, in words one after the other: from the lowest or from the highest on.
func (w *Weaver) read(e *ir.Expr, f *ir.Func, pos ir.Pos, point ir.Stmt, step func(ir.Stmt)) *ir.Expr {
	n := w.words(e.Type)
	if n == 1 {
		t := w.P.NewTemp(f, e.Type, pos)
		step(&ir.Assign{Var: t, Expr: e})
		step(point)
		return ir.VarExpr(t)
	}
	raw := ir.Int(e.Type.Bits, false)
	up := w.order(f, pos, step)
	var value *ir.Expr
	for i := range n {
		t := w.P.NewTemp(f, raw, pos)
		step(&ir.Assign{Var: t, Expr: ir.Cast(raw, e)})
		step(point)
		part := ir.Ite(up, w.part(raw, ir.VarExpr(t), i), w.part(raw, ir.VarExpr(t), n-1-i))
		if value == nil {
			value = part
		} else {
			value = ir.Binary(ir.OpAdd, value, part)
		}
	}
	t := w.P.NewTemp(f, e.Type, pos)
	step(&ir.Assign{Var: t, Expr: ir.Cast(e.Type, value)})
	return ir.VarExpr(t)
}

// order is a condition that may hold or not: whether words are accessed from the lowest on.
func (w *Weaver) order(f *ir.Func, pos ir.Pos, step func(ir.Stmt)) *ir.Expr {
	up := w.P.NewTemp(f, ir.Int(1, false), pos)
	step(&ir.Havoc{Var: up, Source: ir.FromInterrupt, Name: "the lower word first"})
	return ir.Compare(ir.OpNe, ir.VarExpr(up), ir.ConstInt(up.Type, 0))
}

// part is the word number i of e, where it is in e, and 0 elsewhere: e/2^k%2^word*2^k.
func (w *Weaver) part(t ir.Type, e *ir.Expr, i int) *ir.Expr {
	shift := ir.ConstInt(t, int64(i)*int64(w.Word))
	low := ir.Cast(t, ir.Cast(ir.Int(w.Word, false), ir.Binary(ir.OpShr, e, shift)))
	return ir.Binary(ir.OpShl, low, shift)
}

// write has e, which assigns or stores a value of several words, do that word by word, in either order.
func (w *Weaver) write(e *ir.Edge, f *ir.Func, point ir.Stmt) {
	var place, val *ir.Expr
	store := func(v *ir.Expr) ir.Stmt { return nil }
	switch s := e.Stmt.(type) {
	case *ir.Store:
		place, val = ir.Load(s.Val.Type, s.Addr), s.Val
		store = func(v *ir.Expr) ir.Stmt { return &ir.Store{Addr: s.Addr, Val: v} }
	case *ir.Assign:
		place, val = ir.VarExpr(s.Var), s.Expr
		store = func(v *ir.Expr) ir.Stmt { return &ir.Assign{Var: s.Var, Expr: v} }
	}
	t, n := val.Type, w.words(val.Type)
	raw := ir.Int(t.Bits, false)
	whole := w.P.NewTemp(f, raw, e.Pos)
	e.Stmt = &ir.Assign{Var: whole, Expr: ir.Cast(raw, val)}
	var stmts []ir.Stmt
	up := w.order(f, e.Pos, func(s ir.Stmt) { stmts = append(stmts, s) })
	for i := range n {
		old, now := ir.Cast(raw, place), ir.VarExpr(whole)
		with := func(i int) *ir.Expr { // the word i of now, and the others of old
			return ir.Binary(ir.OpAdd, ir.Binary(ir.OpSub, old, w.part(raw, old, i)), w.part(raw, now, i))
		}
		stmts = append(stmts, store(ir.Cast(t, ir.Ite(up, with(i), with(n-1-i)))), point)
	}
	w.after(e, stmts...)
}

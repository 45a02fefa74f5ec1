package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// A lowering rewrites the accesses of one program.
type lowering struct {
	*facts
	owner  *owners
	tables map[*part]bool // see findTables
	mixed  map[int32]bool // unknown objects in whose room an access may be that may also be in another
	frees  *frees
	flags  *flags

	// Of the statements in hand: what has to be assumed in front of them, and what is havocked
	// before that for reading of it what is unknown (floats as integers, and the like).
	conds  []*ir.Expr
	havocs []unknown
	layout []layoutValue
	nans   []*ir.Var
	lost   []*ir.Expr // likewise, but other executions come to a limit
	edge   *ir.Edge
	loads  [][2]*ir.Expr // in its statement, and what is instead of them

	told     *findings
	computed map[*ir.Var]bool // see computedFloats; nil until needed
}

// location rewrites the statements of l's edges.
func (w *lowering) location(l ir.Loc) {
	out := append([]ir.EdgeID(nil), w.p.Locs[l].Out...)
	shared := len(out) == 1 || len(out) > 0 && w.p.Edges[out[0]].Branch > 0
	w.conds, w.havocs, w.layout, w.nans, w.lost = nil, nil, nil, nil, nil
	for _, id := range out {
		e := w.p.Edges[id]
		if !shared {
			w.conds, w.havocs, w.layout, w.nans, w.lost = nil, nil, nil, nil, nil
		}
		w.statement(e)
		if pre := w.pre(); !shared && len(pre) > 0 {
			insertOn(w.p, e, pre)
		}
	}
	if pre := w.pre(); shared && len(pre) > 0 {
		insertBefore(w.p, l, w.p.Edges[out[0]].Pos, pre)
	}
}

// pre lists what is needed in front of the statements in hand.
func (w *lowering) pre() []ir.Stmt {
	var pre []ir.Stmt
	for _, h := range w.havocs {
		pre = append(pre, &ir.Havoc{Var: h.v, Source: ir.FromApproximation, Name: ir.CExpr(h.addr)})
	}
	for _, h := range w.layout {
		pre = append(pre, &ir.Havoc{Var: h.v, Source: h.source, Name: "address"})
	}
	for _, v := range w.nans {
		pre = append(pre, &ir.Havoc{Var: v, Source: ir.FromUnspecified, Name: "NaN"})
	}
	assume := func(conds []*ir.Expr) {
		c := ir.True()
		for _, d := range conds {
			c = ir.And(c, d)
		}
		pre = append(pre, &ir.Assume{Cond: c})
	}
	if len(w.lost) > 0 {
		assume(w.lost)
		w.refused = append(w.refused, refusal{stmt: pre[len(pre)-1], kind: ir.Undecided})
	}
	if len(w.conds) > 0 {
		assume(w.conds)
	}
	return pre
}

func (w *lowering) statement(e *ir.Edge) {
	w.edge = e
	if s, ok := e.Stmt.(*ir.Store); ok && s.Region == nil {
		addr, val := w.expr(s.Addr, ir.True()), w.expr(s.Val, ir.True())
		acc := w.access(s.Addr, bytes(s.Val.Type))
		w.valid(acc, addr, ir.True())
		stmts := w.write(acc, addr, w.openNaN(acc, val))
		if acc.part != nil && acc.part.kind == cellsPart && val.Type.Kind == ir.Pointer {
			stmts = append(w.owner.leads.stored(w.owner, addr, val), stmts...)
		}
		e.Stmt = stmts[0]
		insertAfter(w.p, e, stmts[1:])
		return
	}
	if s, ok := e.Stmt.(*ir.Free); ok {
		addr := s.Addr
		if addr != nil {
			addr = w.expr(addr, ir.True())
			w.owner.claim(e, s.Addr, addr, nil)
		}
		stmts := append(w.owner.freed(s, addr), &ir.Skip{})
		e.Stmt = stmts[0]
		insertAfter(w.p, e, stmts[1:max(len(stmts)-1, 1)])
		return
	}
	if s, ok := e.Stmt.(*ir.CopyShadow); ok {
		to, from := w.expr(s.To, ir.True()), s.From
		if from != nil {
			from = w.expr(from, ir.True())
		}
		stmts := append(w.owner.follow.carried(s, to, from, from != nil && w.owner.suspects(s.From).known, w.p.Locs[e.From].Func, e.Pos), &ir.Skip{})
		e.Stmt = stmts[0]
		insertAfter(w.p, e, stmts[1:max(len(stmts)-1, 1)])
		return
	}
	if s, ok := e.Stmt.(*ir.Assume); ok && s.Fault != nil {
		w.loads = nil
		cond := w.expr(s.Cond, ir.True())
		e.Stmt = &ir.Assume{Cond: cond, Fault: s.Fault.Map(w.operand)}
	} else {
		e.Stmt = ir.MapExprs(e.Stmt, func(x *ir.Expr) *ir.Expr { return w.expr(x, ir.True()) })
	}
	w.owner.explainNull(e)
}

// operand is an operand of a fault, with what the condition has for its loads; nil if it has others, or pointers. Nothing is asked of the table of what pointers point to, which is about the program without faults.
func (w *lowering) operand(e *ir.Expr) *ir.Expr {
	if i := slices.IndexFunc(w.loads, func(l [2]*ir.Expr) bool { return ir.Equal(l[0], e) }); i >= 0 {
		return w.loads[i][1]
	}
	if e.Op == ir.OpLoad || e.Type.Kind == ir.Pointer {
		return nil
	}
	args := make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		if args[i] = w.operand(a); args[i] == nil {
			return nil
		}
	}
	return ir.Rebuild(e, args)
}

// expr rewrites the loads in e, which is evaluated if guard holds.
func (w *lowering) expr(e *ir.Expr, guard *ir.Expr) *ir.Expr {
	if n, mask, ok := w.masked(e); ok {
		return w.masks(e, w.expr(n, guard), w.expr(mask, guard))
	}
	if pointers := ir.ComparesPointers(e); pointers && w.compared(e).Open || !pointers && w.dependsOnLayout(e) {
		args := make([]*ir.Expr, len(e.Args))
		for i, arg := range e.Args {
			args[i] = w.expr(arg, guard)
		}
		if e.Type.Kind == ir.Logical && e.Args[0].Type.Kind == ir.Integer {
			if c := w.flags.some(e.Args...); c != nil {
				switch e.Op {
				case ir.OpNe, ir.OpGe, ir.OpGt: // the other side of a branch is the negation in form, too
					e = ir.Not(e)
					return ir.Not(ir.Ite(c, w.open(e, args), ir.Rebuild(e, args)))
				}
				return ir.Ite(c, w.open(e, args), ir.Rebuild(e, args))
			}
		}
		return w.open(e, args)
	}
	switch e.Op {
	case ir.OpConst, ir.OpVar, ir.OpAddr:
		return e
	case ir.OpLoad:
		addr := w.expr(e.Args[0], guard)
		if e.Region != nil {
			return ir.LoadFrom(e.Region, e.Type, addr)
		}
		acc := w.access(e.Args[0], bytes(e.Type))
		w.valid(acc, addr, guard)
		w.inTable(acc, addr, guard)
		value := w.read(acc, addr, e.Type)
		w.loads = append(w.loads, [2]*ir.Expr{e, value})
		return value
	case ir.OpInDevice:
		addr := w.expr(e.Args[0], guard)
		width, _ := e.Args[1].Val.Int64()
		return w.inDevice(e.Args[0], addr, width)
	case ir.OpKnown:
		return ir.Truth(w.owner.known(e.Args[0]))
	case ir.OpTracked, ir.OpTraceable:
		tracked, lost, blocks := w.owner.leaks.tracked(!e.Args[0].Val.IsZero())
		if e.Op == ir.OpTraceable {
			return ir.Or(tracked, lost)
		}
		w.owner.explainLeft(w.edge, blocks)
		w.owner.claim(w.edge, nil, nil, blocks)
		return tracked
	case ir.OpCounted:
		return ir.Truth(w.owner.counted())
	case ir.OpAllFreed:
		all, blocks := w.owner.allFreed()
		w.owner.explainLeft(w.edge, blocks)
		w.owner.claim(w.edge, nil, nil, blocks)
		return all
	case ir.OpWritable:
		return w.owner.writable(e.Args[0], w.expr(e.Args[0], guard))
	case ir.OpNoneDangling:
		return w.owner.forgotten(e.Args[0])
	case ir.OpFreeable:
		p := w.expr(e.Args[0], guard)
		w.owner.explain(w.edge, e.Args[0], p, 0)
		w.owner.claim(w.edge, e.Args[0], p, nil)
		return w.owner.freeable(e.Args[0], p)
	case ir.OpDefined:
		addr := w.expr(e.Args[0], guard)
		bits, _ := e.Args[2].Val.Int64()
		w.owner.explainValue(w.edge, e.Args[0], addr, (bits+7)/8)
		return w.owner.follow.defined(e, addr, w.owner.suspects(e.Args[0]).known)
	case ir.OpInObject:
		addr := w.expr(e.Args[0], guard)
		width, _ := e.Args[1].Val.Int64()
		w.owner.explain(w.edge, e.Args[0], addr, width)
		w.owner.claim(w.edge, e.Args[0], addr, nil)
		return w.owner.inside(e, addr)
	case ir.OpAmong:
		p, at, size := w.expr(e.Args[0], guard), w.expr(e.Args[1], guard), w.expr(e.Args[2], guard)
		return ir.And(ir.Compare(ir.OpLe, p, at), ir.Compare(ir.OpLt, at, ir.PtrAdd(p, size)))
	case ir.OpOverlap:
		var args [4]*ir.Expr
		for i, arg := range e.Args {
			args[i] = w.expr(arg, guard)
		}
		return w.owner.overlap(e, args)
	case ir.OpStart, ir.OpExtent:
		p, otherwise := w.expr(e.Args[0], guard), w.expr(e.Args[1], guard)
		return w.owner.span(e, p, otherwise)
	case ir.OpLAnd, ir.OpLOr:
		l := w.expr(e.Args[0], guard)
		more := l
		if e.Op == ir.OpLOr {
			more = ir.Not(l)
		}
		return ir.Rebuild(e, []*ir.Expr{l, w.expr(e.Args[1], ir.And(guard, more))})
	case ir.OpIte:
		c := w.expr(e.Args[0], guard)
		return ir.Rebuild(e, []*ir.Expr{c, w.expr(e.Args[1], ir.And(guard, c)), w.expr(e.Args[2], ir.And(guard, ir.Not(c)))})
	}
	args := make([]*ir.Expr, len(e.Args))
	changed := false
	for i, arg := range e.Args {
		args[i] = w.expr(arg, guard)
		changed = changed || args[i] != arg
	}
	switch e.Op {
	case ir.OpEq, ir.OpNe:
		return w.equality(e, args[0], args[1])
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpPtrDiff:
		if e.Args[0].Type.Kind == ir.Pointer {
			return w.order(e, args[0], args[1])
		}
		if w.isNumber(e.Args[0]) && w.isNumber(e.Args[1]) {
			return w.order(e, args[0], args[1])
		}
	case ir.OpSub:
		if w.isNumber(e.Args[0]) && w.isNumber(e.Args[1]) && !w.cut(e) {
			return w.order(e, args[0], args[1])
		}
	}
	if !changed {
		return e
	}
	return ir.Rebuild(e, args)
}

// valid requires that an access, if guard holds, is to memory that it may touch.
func (w *lowering) valid(acc *access, addr, guard *ir.Expr) {
	c := w.inside(acc, addr)
	if c.IsTrue() {
		return
	}
	c = ir.Or(ir.Not(guard), c)
	if w.byNumber(acc) && w.told.finds(w.edge, acc.addr) {
		w.lost = append(w.lost, c)
		return
	}
	for _, d := range w.conds {
		if ir.Equal(c, d) {
			return
		}
	}
	w.conds = append(w.conds, c)
	switch {
	case !w.opts.Bounds:
		note(w.p, w.edge.Pos, ir.Assumption, "executions that access memory outside its objects are outside the answer")
	case !w.opts.Null:
		note(w.p, w.edge.Pos, ir.Assumption, "executions that access memory through a null pointer are outside the answer (property null looks for them)")
	}
}

// inside is the condition that addr, acc's rewritten address, is that of memory that acc may
// touch.
func (w *lowering) inside(acc *access, addr *ir.Expr) *ir.Expr {
	pt := acc.part
	if pt.kind == emptyPart {
		return ir.False()
	}
	if addr.Op == ir.OpAddr || addr.Op == ir.OpPtrAdd && addr.Args[0].Op == ir.OpAddr && addr.Args[1].IsConst() {
		return ir.True()
	}
	classes := acc.touched
	if pt.kind <= splitPart {
		return ir.Compare(ir.OpEq, addr, w.address(classes[0].Obj, classes[0].Off))
	}
	for _, c := range classes {
		if w.objs[c.Obj].Fixed { // null may be meant
			return ir.True()
		}
	}
	if w.opts.Unknown == Any {
		for _, c := range classes {
			if w.objs[c.Obj].Kind == ir.UnknownObject {
				return notNull(w.p, addr)
			}
		}
	}
	var rooms []room
	unknown := false
	for _, c := range classes {
		o := &w.objs[c.Obj]
		from, to := int64(0), o.Size-acc.width
		switch {
		case o.Kind == ir.UnknownObject && o.Align != 0:
			// Unknown pointers of different origins have different values: each origin has a room
			// around the address of its object.
			reach := w.space.Unknown - w.space.Unknown/16 // see separate
			from, to, unknown = -reach, reach-acc.width, true
		case !o.Single || len(o.members) > 0 || c.Off+c.Width > o.Size:
			return notNull(w.p, addr)
		}
		if r := (room{c.Obj, from, to}); !slices.Contains(rooms, r) {
			rooms = append(rooms, r)
		}
	}
	if unknown && len(rooms) > 1 {
		for _, r := range rooms {
			w.mixed[r.obj] = true
		}
	}
	if !unknown || len(rooms) > maxRooms { // what is between the first and the last
		slices.SortFunc(rooms, func(a, b room) int { return w.objs[a.obj].Addr.Cmp(w.objs[b.obj].Addr) })
		first, last := rooms[0], rooms[len(rooms)-1]
		return ir.And(ir.Compare(ir.OpLe, w.address(first.obj, first.from), addr), ir.Compare(ir.OpLe, addr, w.address(last.obj, last.to)))
	}
	any := ir.False()
	for _, r := range rooms {
		any = ir.Or(any, ir.And(ir.Compare(ir.OpLe, w.address(r.obj, r.from), addr), ir.Compare(ir.OpLe, addr, w.address(r.obj, r.to))))
	}
	return any
}

// room is where an access to an object may be, in bytes from its address.
type room struct {
	obj      int32
	from, to int64
}

// maxRooms bounds the rooms that a condition lists one by one.
const maxRooms = 4

func notNull(p *ir.Program, addr *ir.Expr) *ir.Expr {
	return ir.Compare(ir.OpGt, addr, ir.Const(p.PtrType(), num.I(0)))
}

// read is the value of type ty at addr.
func (w *lowering) read(acc *access, addr *ir.Expr, ty ir.Type) *ir.Expr {
	pt := acc.part
	switch pt.kind {
	case scalarPart:
		return w.convert(acc, ir.VarExpr(pt.vars[0]), ty)
	case cellsPart:
		return w.convert(acc, ir.LoadFrom(pt.vars[0], pt.cell, addr), ty)
	case containerPart:
		return w.convert(acc, slice(ir.VarExpr(pt.vars[0]), w.p.BytesFrom(bytes(pt.cell), acc.touched[0].Off-pt.base, acc.width), acc.width), ty)
	case splitPart, unitsPart:
		u := ir.Int(uint8(8*acc.width), false)
		sum := ir.ConstInt(u, 0)
		for i := int64(0); i < acc.width; i += bytes(pt.cell) {
			b := fit(ir.Cast(u, w.unitAt(acc, addr, i)))
			sum = fit(ir.Binary(ir.OpAdd, sum, fit(ir.Binary(ir.OpMul, b, ir.Const(u, num.Pow2(uint(8*w.p.BytesFrom(acc.width, i, bytes(pt.cell)))))))))
		}
		return w.convert(acc, sum, ty)
	}
	return w.unknown(acc, ty)
}

// unitAt is the unit at the i-th byte of an access to units.
func (w *lowering) unitAt(acc *access, addr *ir.Expr, i int64) *ir.Expr {
	pt := acc.part
	if pt.kind == splitPart {
		return ir.VarExpr(pt.vars[(acc.touched[0].Off-pt.base+i)/bytes(pt.cell)])
	}
	return ir.LoadFrom(pt.vars[0], pt.cell, ir.PtrAdd(addr, ir.ConstInt(w.word(true), i)))
}

// write lists the statements that store val at addr.
func (w *lowering) write(acc *access, addr, val *ir.Expr) []ir.Stmt {
	pt := acc.part
	switch pt.kind {
	case scalarPart:
		return []ir.Stmt{&ir.Assign{Var: pt.vars[0], Expr: w.convert(acc, val, pt.cell)}}
	case cellsPart:
		return []ir.Stmt{&ir.Store{Region: pt.vars[0], Addr: addr, Val: w.convert(acc, val, pt.cell)}}
	case containerPart:
		v := ir.VarExpr(pt.vars[0])
		off := w.p.BytesFrom(bytes(pt.cell), acc.touched[0].Off-pt.base, acc.width)
		part := w.convert(acc, w.convert(acc, val, ir.Int(uint8(8*acc.width), false)), pt.cell)
		if 8*acc.width < int64(pt.cell.Bits) {
			// v - 2^8off·old + 2^8off·new
			scale := ir.Const(pt.cell, num.Pow2(uint(8*off)))
			old := fit(ir.Cast(pt.cell, slice(v, off, acc.width)))
			part = fit(ir.Binary(ir.OpAdd, fit(ir.Binary(ir.OpSub, v, fit(ir.Binary(ir.OpMul, scale, old)))),
				fit(ir.Binary(ir.OpMul, scale, fit(part)))))
		}
		return []ir.Stmt{&ir.Assign{Var: pt.vars[0], Expr: part}}
	case splitPart, unitsPart:
		return w.writeUnits(acc, addr, val)
	}
	return []ir.Stmt{&ir.Skip{}}
}

func (w *lowering) writeUnits(acc *access, addr, val *ir.Expr) []ir.Stmt {
	pt := acc.part
	fn := w.p.Locs[w.edge.From].Func
	var stmts []ir.Stmt
	hold := func(x *ir.Expr) *ir.Expr {
		if x.IsConst() {
			return x
		}
		t := w.p.NewTemp(fn, x.Type, w.edge.Pos)
		stmts = append(stmts, &ir.Assign{Var: t, Expr: x})
		return ir.VarExpr(t)
	}
	val = hold(w.convert(acc, val, ir.Int(uint8(8*acc.width), false)))
	if pt.kind == unitsPart && hasLoad(addr) {
		addr = hold(addr)
	}
	for i := int64(0); i < acc.width; i += bytes(pt.cell) {
		b := w.p.Mode().Fold(slice(val, w.p.BytesFrom(acc.width, i, bytes(pt.cell)), bytes(pt.cell)))
		at := w.unitAt(acc, addr, i)
		if pt.kind == splitPart {
			stmts = append(stmts, &ir.Assign{Var: at.Var, Expr: b})
		} else {
			stmts = append(stmts, &ir.Store{Region: at.Region, Addr: at.Args[0], Val: b})
		}
	}
	return stmts
}

// convert is x as a ty: a float as its bit pattern, and the other way round. Of one of a width that is not modelled
// nothing is known.
func (w *lowering) convert(acc *access, x *ir.Expr, ty ir.Type) *ir.Expr {
	switch {
	case x.Type == ty:
		return x
	case x.Type.IsNumber() && ty.IsNumber():
		return ir.Cast(ty, x)
	}
	return w.unknown(acc, ty)
}

// unknown stands for an unknown value read at addr.
type unknown struct {
	addr *ir.Expr
	v    *ir.Var
}

// unknown is a value of type ty of which nothing is known, the same for all reads of the same
// address by the statements in hand: those of a branch have to agree.
func (w *lowering) unknown(acc *access, ty ir.Type) *ir.Expr {
	for _, h := range w.havocs {
		if h.v.Type == ty && ir.Equal(h.addr, acc.addr) {
			return ir.VarExpr(h.v)
		}
	}
	if acc.part.kind != emptyPart {
		note(w.p, w.edge.Pos, ir.Overapproximated, "the bytes of a floating-point number are unknown")
	}
	t := w.p.NewTemp(w.p.Locs[w.edge.From].Func, ty, w.edge.Pos)
	w.havocs = append(w.havocs, unknown{acc.addr, t})
	return ir.VarExpr(t)
}

// slice is the bytes off to off+width of the unsigned v, from its lowest one, unsigned.
func slice(v *ir.Expr, off, width int64) *ir.Expr {
	if width*8 == int64(v.Type.Bits) {
		return v
	}
	v = ir.Binary(ir.OpDiv, v, ir.Const(v.Type, num.Pow2(uint(8*off))))
	v = ir.Binary(ir.OpRem, v, ir.Const(v.Type, num.Pow2(uint(8*width))))
	return fit(ir.Cast(ir.Int(uint8(8*width), false), v))
}

// fit marks e, whose mathematical value fits its type.
func fit(e *ir.Expr) *ir.Expr {
	if e.Type.IsSigned() || e.Op != ir.OpCast && (e.Op < ir.OpNeg || e.Op > ir.OpShl || e.Op == ir.OpDiv || e.Op == ir.OpRem || e.Op == ir.OpCompl) {
		return e
	}
	c := *e
	c.NoWrap = true
	return &c
}

func hasLoad(e *ir.Expr) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpLoad
		return !found
	})
	return found
}

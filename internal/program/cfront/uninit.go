package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// Property uninit is violated where a value is read that nothing has given the object. A local variable that is not in
// memory has another one beside it that says so; of memory ir.Carry does. What copies bytes without
// looking at them is no read: assignment of structures, functions such as memcpy, and an assignment from one
// object of character type to another, which is how programs write these themselves.

// scopes says that the beginnings and ends of scopes matter for what objects hold.
func (r *reader) scopes() bool { return r.lifetimes() != "" || r.props["uninit"] != "" }

// unsetMark is the variable that says whether v, which is one, has no value yet: 1, or 0.
func (r *reader) unsetMark(f *fn, v *variable) {
	if r.props["uninit"] == "" || f.constOnly || f.r.scratch == f.ir || v.place.v == nil || r.prog.Surrounds(v.pos) {
		return
	}
	if r.noValue == nil {
		r.noValue = map[*ir.Var]*ir.Var{}
	}
	r.noValue[v.place.v] = r.prog.NewLocal(f.ir, "$unset."+v.name, "", ir.Int(8, false), v.pos)
}

// markUnset has v, if it is a variable, have no value.
func (f *fn) markUnset(v *variable, is bool, pos ir.Pos) {
	f.setMark(f.r.placeOf(f, v).v, is, pos)
}

func (f *fn) setMark(v *ir.Var, is bool, pos ir.Pos) {
	if mark := f.r.noValue[v]; mark != nil && v != nil {
		f.graph.emit(&ir.Assign{Var: mark, Expr: ir.OfBool(mark.Type, ir.Truth(is))}, pos)
	}
}

// tellsResult tells whether property uninit is about the results of calls of a function of u.
func (r *reader) tellsResult(f *fn, u *unit) bool {
	return r.props["uninit"] != "" && !f.constOnly && f.ir != r.scratch && !(u != nil && u.models)
}

// returns notes whether the function gives a value where it ends.
func (f *fn) returns(valued bool, pos ir.Pos) {
	if f.f != nil && f.r.tellsResult(f, f.unit) && f.r.resultType(f.f).kind != kVoid {
		f.graph.emit(&ir.Assign{Var: f.r.noResult(), Expr: ir.OfBool(ir.Int(8, false), ir.Truth(!valued))}, pos)
	}
}

// noResult is the variable that says whether the function that ended last has ended without giving a value.
func (r *reader) noResult() *ir.Var {
	if r.resultMark == nil {
		r.resultMark = r.prog.NewGlobal("$unset.result", "", ir.Int(8, false), ir.Pos{})
	}
	return r.resultMark
}

// gives sees to it that the call, which has ended, has given a value, if that is used. A structure that is not given has members without.
func (f *fn) gives(c *callSite, t *ctype) {
	u := (*unit)(nil)
	if c.g != nil {
		u = c.g.unit
	}
	if c.used && t.kind != kVoid && !t.isAgg() && f.r.tellsResult(f, f.unit) && f.r.tellsResult(f, u) {
		f.require(ir.Not(ir.ToBool(ir.VarExpr(f.r.noResult()))), "uninit", "", c.pos)
	}
}

// emit adds a statement, and what it means for which bits are indeterminate.
func (f *fn) emit(s ir.Stmt, pos ir.Pos) *edge {
	f.keeps(s, pos)
	if f.r.props["uninit"] == "" || f.constOnly {
		return f.graph.emit(s, pos)
	}
	if h, ok := s.(*ir.Havoc); !ok || h.Source != ir.FromUninitialised {
		f.setMark(ir.Written(s), false, pos)
	}
	if st, ok := s.(*ir.Store); ok && st.Region == nil && f.moving == 0 && !f.static {
		f.graph.emit(&ir.Carry{To: st.Addr, Hi: 8 * int64((st.Val.Type.Bits+7)/8)}, pos)
	}
	return f.graph.emit(s, pos)
}

// valued sees to it that the scalar at p has a value, which is read.
func (f *fn) valued(p place, pos ir.Pos) {
	if f.r.props["uninit"] == "" || f.moving > 0 || f.static || f.constOnly || f.unchecked {
		return
	}
	switch {
	case p.v != nil:
		if mark := f.r.noValue[p.v]; mark != nil {
			f.require(ir.Not(ir.ToBool(ir.VarExpr(mark))), "uninit", "", pos)
		}
	case p.bits != nil:
		lo := int64(p.bits.shift)
		f.require(ir.Defined(p.addr, lo, lo+int64(p.bits.width)), "uninit", "", pos)
	case p.addr != nil && p.t.isScalar():
		f.require(ir.Defined(p.addr, 0, 8*valueBytes(p.t)), "uninit", "", pos)
	}
}

// valueBytes are the bytes of a scalar of type t that its value depends on: a long double of the x87 has 10.
func valueBytes(t *ctype) int64 {
	if t.kind == kFloat && t.blurred() && t.size >= 12 {
		return 10
	}
	return t.size
}

// moveBits does what copies the size bytes at from to those at to, which are indeterminate then if they were.
func (f *fn) moveBits(to, from place, size int64, pos ir.Pos, copy func()) {
	if f.r.props["uninit"] == "" || to.addr == nil || from.addr == nil || f.static {
		copy()
		return
	}
	if f.moving == 0 && size > 0 {
		f.graph.emit(&ir.Carry{To: to.addr, From: from.addr, Hi: 8 * size}, pos)
	}
	f.moving++
	copy()
	f.moving--
}

// copyByte is an assignment to p from n, if both are objects in memory that it only copies.
func (f *fn) copyByte(p place, n cc.ExpressionNode, pos ir.Pos) bool {
	n = strip(n)
	if f.r.props["uninit"] == "" || f.static || !p.inMemory() || !f.designates(n) || !f.copies(p.t, f.r.exprType(n).t) {
		return false
	}
	m := f.mark()
	q := f.lvalue(n)
	f.freezePlace(m, &p, pos)
	if !q.inMemory() {
		f.store(p, f.convert(f.load(q, pos), p.t, pos), pos)
		return true
	}
	f.moveBits(p, q, p.t.size, pos, func() { f.store(p, f.convert(f.load(q, pos), p.t, pos), pos) })
	return true
}

// copies says that an assignment of an object of type from to one of type to only copies it.
func (f *fn) copies(to, from *ctype) bool {
	return isByte(to) && isByte(from) || f.unit.models && to == from && to.isInt()
}

// isByte says that t is a type of characters.
func isByte(t *ctype) bool { return t != nil && t.kind == kInt && t.size == 1 }

// given notes that the library gives values to size bytes at addr.
func (f *fn) given(addr *ir.Expr, size int64, pos ir.Pos) {
	if f.r.props["uninit"] != "" && size > 0 {
		f.graph.emit(&ir.Carry{To: addr, Hi: 8 * size}, pos)
	}
}

// storeBits stores the unit of the bit-field p.
func (f *fn) storeBits(p place, unit *ir.Expr, pos ir.Pos) *edge {
	if f.r.props["uninit"] != "" && f.moving == 0 && !f.static {
		lo := int64(p.bits.shift)
		f.graph.emit(&ir.Carry{To: p.addr, Lo: lo, Hi: lo + int64(p.bits.width)}, pos)
	}
	f.moving++
	defer func() { f.moving-- }()
	return f.emit(&ir.Store{Addr: p.addr, Val: unit}, pos)
}

// valuedMembers is valued for the members of the structure at p, which the library reads.
func (f *fn) valuedMembers(p place, pos ir.Pos) {
	cells, ok := f.r.types.flat(p.t)
	if !ok && f.r.props["uninit"] != "" {
		f.follow(ir.False(), pos)
		return
	}
	for _, c := range cells {
		f.valued(p.at(f.r, c), pos)
	}
}

// mayRead has the answer be open where the first object that the pointer v leads to, which a function without a body may read, has a
// scalar without a value.
func (f *fn) mayRead(v value, pos ir.Pos) {
	t := f.r.types.elem(v.t)
	f.r.types.complete(t)
	if v.e == nil || t.size <= 0 || t.kind == kFunc || v.e.Op == ir.OpAddr && v.e.Obj.Kind == ir.StringObject {
		return
	}
	addr := f.settled(v.e, pos)
	if t.isScalar() {
		f.follow(ir.Defined(addr, 0, 8*valueBytes(t)), pos)
		return
	}
	cells, _ := f.r.types.flat(t)
	for _, x := range cells {
		p := place{t: t, addr: addr}.at(f.r, x)
		lo, hi := int64(0), 8*valueBytes(x.t)
		if p.bits != nil {
			lo, hi = int64(p.bits.shift), int64(p.bits.shift)+int64(p.bits.width)
		}
		f.follow(ir.Defined(p.addr, lo, hi), pos)
	}
}

// handOver evaluates the arguments of a function without a body, which uses their values, and may give
// values to what pointers lead to.
func (f *fn) handOver(c *callSite) {
	params, _ := f.r.paramTypes(c.g.t.fun)
	gives := false
	for i, v := range f.arguments(c.args, params) {
		switch {
		case v.t.kind != kPointer:
		case i >= len(params) || params[i].kind != kPointer || params[i].elemQ&qConst == 0:
			gives = true
		default:
			f.mayRead(v, c.pos)
		}
	}
	if gives {
		f.r.note(ir.Overapproximated, c.pos, "%s has no body: whether it gives values to what its arguments point to is unknown", c.g.cname)
		f.follow(ir.False(), c.pos)
	}
}

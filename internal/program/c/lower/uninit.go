package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Of what is read a goal may demand that it has been given a value. A local variable that is not in memory has another one beside it that says
// whether it has none; of memory ir.CopyShadow does. What copies bytes without looking at them is no read: assignment of structures, functions
// such as memcpy, and an assignment from one object of character type to another, which is how programs write these themselves.

// mark makes the variable that says whether v has no value yet.
func (p *program) mark(x *variable, v *ir.Var) *ir.Var {
	if p.conf.Memory.Given != "" && !x.unit.model {
		p.marks.noValue[v] = p.out.NewLocal(x.owner.ir, "$unset."+x.v.Name, "", ir.Int(8, false), x.unit.pos(x.v.Pos))
	}
	return v
}

// unset says whether a variable has no value.
func (b *builder) unset(v *ir.Var, is bool, pos ir.Pos) {
	if mark := b.p.marks.noValue[v]; mark != nil {
		b.append(&ir.Assign{Var: mark, Expr: ir.OfBool(mark.Type, ir.Truth(is))}, pos)
	}
}

// writesValues notes what a statement gives values.
func (b *builder) writesValues(s ir.Stmt, pos ir.Pos) {
	if h, ok := s.(*ir.Havoc); !ok || h.Source != ir.FromUninitialised {
		if v := ir.Written(s); v != nil {
			b.unset(v, false, pos)
		}
	}
	if st, ok := s.(*ir.Store); ok && st.Region == nil {
		b.givesBits(st.Addr, 0, 8*int64((st.Val.Type.Bits+7)/8), pos)
	}
}

func (b *builder) givesBits(addr *ir.Expr, lo, hi int64, pos ir.Pos) {
	if b.p.conf.Memory.Given != "" && b.moving == 0 && !b.static && lo < hi {
		b.append(&ir.CopyShadow{To: addr, Lo: lo, Hi: hi}, pos)
	}
}

// moves does what copies size bytes from one address to another, which have no values then if they had none; with from nil, they get some.
func (b *builder) moves(to, from *ir.Expr, size int64, pos ir.Pos, copy func()) {
	if b.p.conf.Memory.Given != "" && b.moving == 0 && !b.static && size > 0 {
		b.append(&ir.CopyShadow{To: to, From: from, Hi: 8 * size}, pos)
	}
	b.moving++
	copy()
	b.moving--
}

// writesBytes notes that the library gives values to n bytes; n is nil if that is not known.
func (b *builder) writesBytes(to, n *ir.Expr, pos ir.Pos) {
	if b.p.conf.Memory.Given == "" {
		return
	}
	if n != nil && n.IsConst() {
		if size, ok := n.Val.Int64(); ok {
			b.moves(to, nil, size, pos, func() {})
			return
		}
	}
	b.either(b.fold(ir.ToBool(to)), pos, func() { b.follow(ir.False(), pos) }, func() {})
}

// forgets takes the values of size bytes away.
func (b *builder) forgets(to *ir.Expr, size int64, pos ir.Pos) {
	if b.p.conf.Memory.Given != "" && size > 0 {
		none, _ := b.room("$none", ir.ConstInt(b.p.size(), size), pos)
		b.moves(to, none, size, pos, func() {})
	}
}

// valued sees to it that what is read has been given a value, if a goal demands it.
func (b *builder) valued(p place, pos ir.Pos) {
	if b.moving > 0 || !core.Demands(p.goals, core.Given) {
		return
	}
	switch {
	case p.v != nil:
		if mark := b.p.marks.noValue[p.v]; mark != nil {
			b.require(ir.Not(ir.ToBool(ir.VarExpr(mark))), core.Given, p.goals, leftOut{}, pos, &ir.Fault{Kind: ir.FaultUnset, Name: p.v.CName})
		}
	case p.bits != nil:
		lo := int64(p.bits.Shift)
		b.require(ir.Defined(p.addr, lo, lo+int64(p.bits.Width)), core.Given, p.goals, leftOut{}, pos)
	default:
		b.require(ir.Defined(p.addr, 0, 8*layout.ValueBytes(p.t)), core.Given, p.goals, leftOut{}, pos)
	}
}

// maxGiven bounds the bytes of which every one is asked whether it has a value.
const maxGiven = 1 << 20

// valuedBytes sees to it that size bytes that the library reads have values; size is -1 if that is not known.
func (l *look) valuedBytes(p *ir.Expr, size int64) {
	switch {
	case l.p.conf.Memory.Given == "":
	case size < 0 || size > maxGiven:
		l.follow(ir.False(), l.pos)
	case size > 0:
		l.require(ir.Defined(p, 0, 8*size), core.Given, l.demand, leftOut{}, l.pos)
	}
}

// mayRead has the answer be open where the first object that a pointer leads to, which a function may read, has a scalar without a value; or,
// with certainly, has that be an error.
func (b *builder) mayRead(p *ir.Expr, t *types.Type, certainly bool, pos ir.Pos) {
	if b.p.conf.Memory.Given == "" || p == nil || t.Kind == types.Func || t.Kind == types.Void || !t.IsComplete() || t.SizeOf() <= 0 || p.Op == ir.OpAddr && p.Obj.Kind == ir.StringObject {
		return
	}
	demand := func(c *ir.Expr) {
		if certainly {
			b.demand(c, b.p.conf.Memory.Given, pos)
		} else {
			b.follow(c, pos)
		}
	}
	f := b.p.layout.Flatten(t)
	if !f.OK {
		b.follow(ir.False(), pos)
	}
	for _, c := range f.Cells {
		lo, hi := int64(0), 8*layout.ValueBytes(c.Type)
		if c.Bits != nil {
			lo, hi = int64(c.Bits.Shift), int64(c.Bits.Shift+c.Bits.Width)
		}
		demand(ir.Defined(b.p.move(p, c.Off), lo, hi))
	}
}

// handOver evaluates the arguments of a function without a body, which uses their values, and may give values to what pointers lead to.
func (b *builder) handOver(c *core.Call, pos ir.Pos) {
	params, gives := c.Fun.Type().Elem.Sig.Params, false
	for i, a := range c.Args {
		switch {
		case layout.IsAggregate(a.Type()):
			b.drop(a)
		case b.p.conf.Memory.Given == "" || a.Type().Kind != types.Pointer:
			b.expr(a)
		case i >= len(params) || params[i].Type.Kind != types.Pointer || params[i].Type.Elem.Quals&types.Const == 0:
			b.expr(a)
			gives = true
		default:
			b.mayRead(b.settled(b.expr(a), pos), core.Unconverted(a).Type().Elem, false, pos)
		}
	}
	if gives {
		b.p.note(ir.Overapproximated, pos, "%s has no body: whether it gives values to what its arguments point to is unknown", core.Called(c.Fun).Name)
		b.follow(ir.False(), pos)
	}
}

// copiesCharacter is an assignment of an object to another one that only copies it: of characters; in models, of integers of any type.
func (b *builder) copiesCharacter(dst core.Place, src core.Expr, pos ir.Pos) bool {
	if b.p.conf.Memory.Given == "" {
		return false
	}
	from := src
	if c, ok := src.(*core.Convert); ok && !c.Explicit {
		from = c.X
	}
	l, ok := from.(*core.Load)
	isByte := func(t *types.Type) bool { return t.IsInteger() && t.Kind != types.Bool && t.SizeOf() == 1 }
	if to := dst.Type().Main(); !ok || !(isByte(to) && isByte(l.Type())) && !(b.unit.model && to == l.Type().Main() && to.IsInteger()) {
		return false
	}
	p, q := b.place(dst), b.place(l.X)
	if p.addr == nil || q.addr == nil || p.bits != nil || q.bits != nil || l.X.Type().Quals&types.Volatile != 0 {
		return false
	}
	p.addr = b.settled(p.addr, pos)
	b.moves(p.addr, b.settled(q.addr, pos), p.t.SizeOf(), pos, func() { b.store(p, b.expr(src), pos).Aux = false })
	return true
}

// noResult is the variable that says whether the function that ended last has ended without giving a value.
func (b *builder) noResult(is bool, pos ir.Pos) {
	if b.p.conf.Memory.Given == "" || b.unit.model {
		return
	}
	if b.p.marks.resultMark == nil {
		b.p.marks.resultMark = b.p.out.NewGlobal("$unset.result", "", ir.Int(8, false), ir.Pos{})
	}
	b.append(&ir.Assign{Var: b.p.marks.resultMark, Expr: ir.OfBool(ir.Int(8, false), ir.Truth(is))}, pos)
}

// hasResult sees to it that a call, which has ended, has given a value, if a goal demands it.
func (b *builder) hasResult(c *core.Call, pos ir.Pos) {
	if core.Demands(c.Goals, core.Given) {
		b.require(ir.Not(ir.ToBool(ir.VarExpr(b.p.marks.resultMark))), core.Given, c.Goals, leftOut{}, pos)
	}
}

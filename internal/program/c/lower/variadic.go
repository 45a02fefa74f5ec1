package lower

import (
	"strconv"

	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Variable arguments travel as a list in memory, see layout.SlotSize.
const (
	listParameter = "$arguments"
	listCursor    = "overflow_arg_area" // gcc's name
)

// scratch is the address of a new object, of zeros, that lives until the function returns.
func (b *builder) scratch(name string, size, align int64, pos ir.Pos) *ir.Expr {
	if b.f != nil && b.f.recursive {
		o := b.p.out.NewObject(ir.HeapObject, name, size, align, pos)
		o.Automatic = true
		v := b.temp(b.p.out.PtrType(), pos)
		b.emit(&ir.Alloc{Result: v, Size: ir.ConstInt(b.p.size(), size), Site: o, Zero: true}, pos)
		return ir.VarExpr(v)
	}
	o := b.p.out.NewObject(ir.LocalObject, name, size, align, pos)
	o.Func = b.ir
	b.emit(&ir.Alloc{Site: o, Zero: true}, pos)
	return ir.AddrOf(b.p.out.PtrType(), o)
}

// passVariable puts the arguments of a call that no parameter takes in a list, and gives its address.
// It also gives what ends the lives of the list and of what is in it, when the call has ended.
func (b *builder) passVariable(args []core.Expr, pos ir.Pos) (list *ir.Expr, end func()) {
	type value struct {
		e    *ir.Expr
		from place
	}
	var values []value
	for _, a := range args {
		if layout.IsAggregate(a.Type()) {
			values = append(values, value{from: b.aggregate(a)})
		} else {
			values = append(values, value{e: b.settled(b.expr(a), pos)})
		}
	}
	b.lists++
	name := b.ir.Name + "::" + listParameter + strconv.Itoa(b.lists)
	list = b.scratch(name, layout.SlotSize*int64(len(args)+1), 16, pos)
	tagType := ir.Int(32, true)
	objects := []place{{addr: list}}
	put := func(at int64, e *ir.Expr) {
		b.emit(&ir.Store{Addr: b.p.move(list, at), Val: ir.Cast(layout.InMemory(e.Type), e)}, pos)
	}
	for i, a := range args {
		t := a.Type()
		tag, off, copied := b.p.layout.Slot(t)
		at := layout.SlotSize * int64(i)
		put(at+layout.SlotTag, ir.ConstInt(tagType, tag))
		switch v := values[i]; {
		case v.e == nil:
			copy := b.scratch(name+"."+strconv.Itoa(i), max(t.SizeOf(), 1), t.AlignOf(), pos)
			b.copyAt(t, copy, b.accessed(v.from, false, pos), false, pos)
			objects = append(objects, place{t: t.Main(), addr: copy})
			put(at+off, copy)
		case copied:
			copy := b.scratch(name+"."+strconv.Itoa(i), t.SizeOf(), t.AlignOf(), pos)
			b.store(place{t: t.Main(), addr: copy}, v.e, pos)
			objects = append(objects, place{t: t.Main(), addr: copy})
			put(at+off, copy)
		default:
			put(at+off, v.e)
		}
	}
	return list, func() {
		for i, o := range objects {
			if i > 0 {
				b.unlink(o, pos)
			}
			if b.p.conf.Memory.Lives {
				b.emit(&ir.Free{Addr: o.addr}, pos)
			}
		}
	}
}

// cursor is the place of the address that a va_list has.
func (b *builder) cursor(x core.Place, pos ir.Pos) place {
	q := b.place(x)
	q.goals = b.p.conf.Memory.Goals()
	switch t := q.t; {
	case t.Kind == types.Array && t.Elem.IsRecord():
		q.t = t.Elem
	case t.Kind == types.Pointer && t.Elem.IsRecord(): // a parameter
		q = b.object(t.Elem, b.settled(b.load(q, pos), pos), pos)
	}
	return b.cursorIn(q, pos)
}

// cursorIn is the place of the address that a va_list has, which is q: a pointer or a structure.
func (b *builder) cursorIn(q place, pos ir.Pos) place {
	if q.t.Kind == types.Pointer {
		return q
	}
	if q.t.IsRecord() && q.addr != nil {
		for i := range q.t.Record.Fields {
			if f := &q.t.Record.Fields[i]; f.Name == listCursor {
				return place{t: f.Type.Main(), addr: b.p.move(b.settled(q.addr, pos), f.Offset), goals: q.goals}
			}
		}
	}
	refuse(pos, "va_list")
	panic("unreachable")
}

// Where a property is about the lives of objects, a region of its own says, by the address of where a list has its own, whether it has begun.

// begunLists is that region; nil if the program does not need it. The scan finds that out.
func (p *program) begunLists() *ir.Var {
	return p.region(&p.regions.begun, "$begun", p.listsBegin)
}

// begin sees to it that a list, which begins, has not begun.
func (b *builder) beginList(x core.Place, p place, pos ir.Pos) {
	begun := b.p.begunLists()
	if begun == nil || p.addr == nil {
		return
	}
	is := b.copied(ir.LoadFrom(begun, b.p.size(), p.addr), pos)
	b.definedIf(b.fold(ir.Compare(ir.OpEq, is, ir.ConstInt(is.Type, 0))), "va_start", pos)
	b.setBegun(p.addr, true, pos)
	if core.Direct(x) && ir.Root(p.addr).Op != ir.OpAddr || ir.Root(p.addr).Op == ir.OpAddr && ir.Root(p.addr).Obj.Kind == ir.LocalObject {
		b.listsHere = append(b.listsHere, p.addr)
	}
}

func (b *builder) setBegun(addr *ir.Expr, is bool, pos ir.Pos) {
	if begun := b.p.begunLists(); begun != nil && addr != nil {
		b.emit(&ir.Store{Region: begun, Addr: addr, Val: ir.OfBool(b.p.size(), ir.Truth(is))}, pos)
	}
}

// list looks at a va_list that a function of the library is given.
func (l *look) list(x given) {
	next := x.e
	if x.t.Elem.IsRecord() {
		next = l.settled(l.load(l.cursorIn(l.object(x.t.Elem, x.e, l.pos), l.pos), l.pos), l.pos)
	}
	if l.p.conf.Memory.Lives {
		l.definedIf(l.fold(ir.ToBool(next)), "va_end", l.pos)
	}
	l.access(l.object(l.p.tt.Basic(types.Int), next, l.pos), false, l.pos)
}

// vaStart is va_start, which takes a va_list and the name of a parameter.
func (b *builder) vaStart(c *builtinCall) {
	if b.f == nil || b.f.list == nil || len(c.Args) == 0 || c.Args[0].Place == nil {
		refuse(c.pos, "builtin %s", c.Name)
	}
	p := b.cursor(c.Args[0].Place, c.pos)
	b.beginList(c.Args[0].Place, p, c.pos)
	b.store(p, ir.VarExpr(b.f.list), c.pos).Aux = false
}

// vaEnd is va_end. Where a property is about the lives of objects, it leaves a null pointer in the list; otherwise it does nothing.
func (b *builder) vaEnd(c *builtinCall) {
	if b.p.conf.Memory.Lives && len(c.Args) > 0 && c.Args[0].Place != nil {
		p := b.cursor(c.Args[0].Place, c.pos)
		b.next(p, c.pos)
		b.setBegun(p.addr, false, c.pos)
		b.store(p, ir.ConstInt(b.p.out.PtrType(), 0), c.pos)
	}
	b.emit(&ir.Skip{}, c.pos).Aux = false
}

// next is where the next argument of a list is. If va_end has ended the list, C leaves the use undefined; compilers go on with the list.
func (b *builder) next(p place, pos ir.Pos) *ir.Expr {
	e := b.copied(b.load(p, pos), pos) // the list may be a variable
	if b.p.conf.Memory.Lives {
		b.definedIf(b.fold(ir.ToBool(e)), "va_end", pos)
	}
	return e
}

func (b *builder) vaCopy(c *builtinCall) {
	if len(c.Args) != 2 || c.Args[0].Place == nil || c.Args[1].Place == nil {
		refuse(c.pos, "builtin %s", c.Name)
	}
	from := b.next(b.cursor(c.Args[1].Place, c.pos), c.pos)
	p := b.cursor(c.Args[0].Place, c.pos)
	b.beginList(c.Args[0].Place, p, c.pos)
	b.store(p, from, c.pos).Aux = false
}

// vaArg is va_arg: the value of the next variable argument. Executions in which there is none, or one of another type, are left out.
func (b *builder) vaArg(c *builtinCall) {
	if len(c.Args) != 2 || c.Args[0].Place == nil || c.Args[1].Type == nil {
		refuse(c.pos, "builtin %s", c.Name)
	}
	t := c.Args[1].Type.Main()
	if !t.IsScalar() && !layout.IsAggregate(t) {
		refuse(c.pos, "va_arg of %s", layout.WideName(t))
	}
	b.p.note(ir.Assumption, c.pos, "executions in which va_arg finds no argument, or one of another type, are outside the answer")
	cursor := b.cursor(c.Args[0].Place, c.pos)
	next := b.next(cursor, c.pos)
	tag, off, copied := b.p.layout.Slot(t)
	if t.Kind != types.Enum && t.IsScalar() && b.p.tt.PromoteArg(t) != t {
		tag = -1 // no argument has that type after the promotions
	}
	is := b.settled(b.load(b.object(b.p.tt.Basic(types.Int), b.p.move(next, layout.SlotTag), c.pos), c.pos), c.pos)
	b.emit(&ir.Assume{Cond: ir.Compare(ir.OpEq, is, ir.ConstInt(is.Type, tag))}, c.pos)
	b.store(cursor, b.p.move(next, layout.SlotSize), c.pos)
	at := b.p.move(next, off)
	if copied {
		at = b.settled(b.load(b.object(b.p.tt.VoidPtr, at, c.pos), c.pos), c.pos)
	}
	if layout.IsAggregate(t) {
		if c.Dst != nil {
			b.copy(b.place(c.Dst), b.object(t, at, c.pos), true, c.pos)
		}
		return
	}
	e := b.load(b.object(t, at, c.pos), c.pos)
	if c.Dst == nil {
		b.settled(e, c.pos)
		return
	}
	b.store(b.place(c.Dst), e, c.pos).Aux = false
}

package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Variable arguments travel as a list in memory, to which a function that takes them gets a pointer
// as its last parameter. A list has a slot for each argument and one for its end:
//
//	 0  what the argument is, see slot; 0 in the last one
//	 2  an integer of 2 bytes, where int has no more
//	 4  an integer of 4 bytes
//	 8  an integer of 8 bytes
//	16  a pointer
//	24  a double
//	32  the address of a copy of an argument of another type
//
// so that values of one kind lie at one distance from each other. A va_list has the address of the
// slot that is next: it is a pointer with 16 or 32 bits, and with 64 the third member of a structure, an
// array of one, which functions that it is passed to advance.
const (
	slotSize                                                           = 40
	slotTag, slotHalf, slotInt, slotLong, slotPtr, slotFloat, slotCopy = 0, 2, 4, 8, 16, 24, 32

	listParameter = "$arguments"
	listCursor    = "overflow_arg_area" // of the structure: gcc's name
)

// slot says how an argument of a promoted type lies in its slot: what the slot says that it is, where
// it lies there, in which type, and whether only its address does.
func (r *reader) slot(t *ctype) (tag, off int64, as *ctype, copied bool) {
	tt := r.types
	switch {
	case t.kind == kInt && t.size == 2 && tt.intT.size == 2:
		return -2, slotHalf, tt.ofWidth(16, t.signed), false
	case t.kind == kInt && t.size == 4:
		return 1, slotInt, tt.ofWidth(32, t.signed), false
	case t.kind == kInt && t.size == 8:
		return 2, slotLong, tt.ofWidth(64, t.signed), false
	case t.kind == kPointer:
		return 3, slotPtr, t, false
	case t.kind == kFloat && t.size == 8:
		return 4, slotFloat, t, false
	}
	key := fmt.Sprintf("%d %d %d", t.kind, t.size, t.rank)
	if t.isAgg() {
		key = fmt.Sprintf("%s %s", t.name, r.signature(t))
	}
	tag, ok := r.slotTags[key]
	if !ok {
		tag = int64(len(r.slotTags)) + 5
		r.slotTags[key] = tag
	}
	return tag, slotCopy, t, true
}

// passVariable puts the arguments of a call that no parameter takes in a list, and gives its address.
func (f *fn) passVariable(vs []value, pos ir.Pos) *ir.Expr {
	types := f.r.types
	block := types.withAlign(types.arrayOf(types.uchar, 0, slotSize*int64(len(vs)+1)), 16)
	f.r.objects++
	list := f.localObject(fmt.Sprintf("%s::$arguments%d", f.ir.Name, f.r.objects), block, pos, true).addr
	at := func(i, off int64, t *ctype) place {
		return place{t: t, addr: f.r.offset(list, slotSize*i+off), direct: true}
	}
	for i, v := range vs {
		tag, off, as, copied := f.r.slot(v.t)
		f.store(at(int64(i), slotTag, types.intT), f.number(types.intT, num.I(tag)), pos)
		if copied {
			object := f.tempObject(v.t, pos)
			f.store(object, v, pos)
			as, v = types.voidPtr, value{t: types.voidPtr, e: object.addr}
		}
		f.store(at(int64(i), off, as), f.convert(v, as, pos), pos)
	}
	f.store(at(int64(len(vs)), slotTag, types.intT), f.number(types.intT, num.I(0)), pos)
	return list
}

// withVariable adds to the arguments of a call of a function of type t, in which vs were evaluated,
// those for which it has no parameters.
func (f *fn) withVariable(args []*ir.Expr, t *funcType, vs []value, pos ir.Pos) []*ir.Expr {
	if !t.variadic {
		return args
	}
	return append(args, f.passVariable(vs, pos))
}

// cursor is the place of the address that a va_list has, which an expression names.
func (f *fn) cursor(n cc.ExpressionNode) (place, bool) {
	types := f.r.types
	if types.ptrBits < 64 {
		p := f.lvalue(n)
		return p, p.t.kind == kPointer
	}
	p := f.pointee(n)
	m, ok := types.member(p.t, listCursor)
	if !ok {
		return place{}, false
	}
	return p.field(f.r, m), true
}

func (f *fn) noList(pos ir.Pos) { f.r.fail(pos, "", "this is no va_list") }

// builtinVaStart is va_start, which takes a va_list and the name of a parameter.
func (f *fn) builtinVaStart(c *callSite) value {
	switch {
	case len(c.args) == 0 || f.ir == nil || f.f == nil || f.f.list == nil:
		f.r.fail(c.pos, "", "va_start in a function without variable arguments")
	default:
		p, ok := f.cursor(c.args[0])
		if !ok {
			f.noList(c.pos)
			break
		}
		f.beginList(c)
		f.store(p, value{t: p.t, e: ir.VarExpr(f.f.list)}, c.pos)
	}
	return value{t: f.r.types.void}
}

// openLists are the va_lists that have begun in a function and not ended.
type openLists struct {
	cursors map[*ir.Var]*ir.Var // of one that is not in memory: by its cursor, whether it has begun
	at      []*ir.Var           // of those in memory: where the cursors of some are, or null
	more    *ir.Var             // whether there are more
}

// listsInMemory is how many lists in memory a function remembers.
const listsInMemory = 2

// beginList is what va_start and va_copy have in common, where a property is about the lives of objects: the list must not have begun. Of one of
// static storage duration what it holds tells that, too, since va_end leaves null in it.
func (f *fn) beginList(c *callSite) value {
	none := value{t: f.r.types.void}
	p, ok := f.cursor(c.args[0])
	if !ok || f.r.lifetimes() == "" || f.constOnly {
		return none
	}
	if v, ok := f.listNamed(c.args[0]); ok && !v.auto {
		f.definedIf(ir.Not(ir.ToBool(f.load(p, c.pos).e)), "va_start", c.pos)
	} else if p.v != nil {
		begun := f.begun.cursors[p.v]
		if begun == nil {
			if f.begun.cursors == nil {
				f.begun.cursors = map[*ir.Var]*ir.Var{}
			}
			begun = f.atEntry(f.r.types.intT.ir(), c.pos)
			f.begun.cursors[p.v] = begun
		}
		f.definedIf(ir.Not(ir.ToBool(ir.VarExpr(begun))), "va_start", c.pos)
		f.emit(&ir.Assign{Var: begun, Expr: ir.ConstInt(begun.Type, 1)}, c.pos)
	} else if p.addr != nil {
		f.beginAt(p.addr, c.pos)
	}
	return none
}

// atEntry is a variable that is 0, or null, where the function begins.
func (f *fn) atEntry(t ir.Type, pos ir.Pos) *ir.Var {
	v := f.temp(t, pos)
	f.insert(mark{at: f.entry}, pos, func() { f.emit(&ir.Assign{Var: v, Expr: ir.Const(t, num.I(0))}, pos) })
	return v
}

// beginAt is for the beginning of the list whose cursor is at addr. It must be none of those that have begun; if there are more than the function
// remembers, it may be one of them.
func (f *fn) beginAt(addr *ir.Expr, pos ir.Pos) {
	lists := &f.begun
	if lists.more == nil {
		lists.more = f.atEntry(f.r.types.boolT.ir(), pos)
		for range listsInMemory {
			lists.at = append(lists.at, f.atEntry(f.r.prog.PtrType(), pos))
		}
	}
	addr = f.settled(addr, pos)
	fine := ir.Not(ir.ToBool(ir.VarExpr(lists.more)))
	for _, v := range lists.at {
		fine = ir.And(fine, ir.Compare(ir.OpNe, ir.VarExpr(v), addr))
	}
	f.definedIf(fine, "va_start", pos)
	room := ir.False()
	for _, v := range lists.at {
		was := f.settled(ir.VarExpr(v), pos)
		f.emit(&ir.Assign{Var: v, Expr: ir.Ite(ir.Or(room, ir.ToBool(was)), was, addr)}, pos)
		room = ir.Or(room, ir.Not(ir.ToBool(was)))
	}
	f.emit(&ir.Assign{Var: lists.more, Expr: ir.OfBool(lists.more.Type, ir.Or(ir.ToBool(ir.VarExpr(lists.more)), ir.Not(room)))}, pos)
}

// endList is for the end of the list whose cursor is p.
func (f *fn) endList(p place, pos ir.Pos) {
	if begun := f.begun.cursors[p.v]; begun != nil {
		f.emit(&ir.Assign{Var: begun, Expr: ir.ConstInt(begun.Type, 0)}, pos)
	}
	if p.addr == nil || f.begun.more == nil {
		return
	}
	addr := f.settled(p.addr, pos)
	for _, v := range f.begun.at {
		f.emit(&ir.Assign{Var: v, Expr: ir.Ite(ir.Compare(ir.OpEq, ir.VarExpr(v), addr), ir.Const(v.Type, num.I(0)), ir.VarExpr(v))}, pos)
	}
}

// listNamed is the variable that n names.
func (f *fn) listNamed(n cc.ExpressionNode) (*variable, bool) {
	x, ok := strip(n).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return nil, false
	}
	v, ok := f.r.denoted(x).(*variable)
	return v, ok
}

// builtinVaEnd is va_end. Where a property is about the lives of objects, it leaves a null pointer in the list; otherwise it does nothing.
func (f *fn) builtinVaEnd(c *callSite) value {
	if len(c.args) > 0 {
		p, ok := f.cursor(c.args[0])
		switch {
		case !ok:
			f.noList(c.pos)
		case f.r.lifetimes() != "":
			f.notEnded(f.load(p, c.pos).e, c.pos)
			f.endList(p, c.pos)
			f.store(p, value{t: p.t, e: ir.Const(p.t.ir(), num.I(0))}, c.pos)
		}
	}
	return value{t: f.r.types.void}
}

// notEnded is for a use of a va_list that holds next. If va_end has ended the list, C leaves the use undefined; compilers go on with
// the list.
func (f *fn) notEnded(next *ir.Expr, pos ir.Pos) {
	if f.r.lifetimes() != "" && !f.constOnly {
		f.definedIf(ir.ToBool(next), "va_end", pos)
	}
}

// definedIf is for a use of a va_list, or of two objects that may overlap, that C defines if cond holds. Whether it is an error of memory
// otherwise is an approximation.
func (f *fn) definedIf(cond *ir.Expr, name string, pos ir.Pos) {
	f.either(cond, pos, func() {}, func() {
		harmful := f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, name, pos)
		f.require(ir.Not(ir.ToBool(harmful)), "bounds", "", pos)
	})
}

// begunArgument checks a va_list that a function of the library is given.
func (f *fn) begunArgument(v value, pos ir.Pos) {
	if v.e == nil || v.t.kind != kPointer || f.r.lifetimes() == "" || f.constOnly {
		return
	}
	next := v.e
	if f.r.types.ptrBits >= 64 {
		elem := f.r.types.elem(v.t)
		m, ok := f.r.types.member(elem, listCursor)
		if !ok {
			return
		}
		next = f.load(place{t: elem, addr: v.e}.field(f.r, m), pos).e
	}
	next = f.settled(next, pos)
	f.notEnded(next, pos)
	f.access(place{t: f.r.types.intT, addr: next}, false, pos)
}

// vaArgType is the type that va_arg reads, whose arguments package source has made a list and sizeof the
// type.
func (r *reader) vaArgType(args []cc.ExpressionNode) *ctype {
	if len(args) == 2 {
		if x, ok := strip(args[1]).(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionSizeofType {
			t := r.typeNames[x.TypeName].t
			r.types.complete(t)
			return t.unaligned()
		}
	}
	return r.types.intT
}

// builtinVaArg is va_arg: the value of the next variable argument.
func (f *fn) builtinVaArg(c *callSite) value {
	types, t := f.r.types, f.r.vaArgType(c.args)
	if len(c.args) == 0 {
		return f.unknownCall(c)
	}
	cursor, ok := f.cursor(c.args[0])
	switch {
	case !ok:
		f.noList(c.pos)
		return f.number(types.intT, num.I(0))
	case !t.isScalar() && !t.isAgg() || t.size < 0:
		f.r.fail(c.pos, "", "va_arg of a type that arguments do not have")
		return f.number(types.intT, num.I(0))
	}
	f.r.note(ir.Assumption, c.pos, "executions in which va_arg finds no argument, or one of another type, are outside the answer")
	next := f.settled(f.load(cursor, c.pos).e, c.pos)
	f.notEnded(next, c.pos)
	tag, off, as, copied := f.r.slot(t)
	if types.argument(t) != t && t.enum == nil {
		tag = -1 // no argument has that type after the promotions
	}
	is := f.load(place{t: types.intT, addr: f.r.offset(next, slotTag)}, c.pos).e
	f.emit(&ir.Assume{Cond: ir.Compare(ir.OpEq, is, ir.ConstInt(is.Type, tag))}, c.pos)
	f.store(cursor, value{t: cursor.t, e: f.r.offset(next, slotSize)}, c.pos)
	p := place{t: as, addr: f.r.offset(next, off)}
	if copied {
		p.t = types.voidPtr
		p = place{t: t, addr: f.settled(f.load(p, c.pos).e, c.pos)}
	}
	v := f.load(p, c.pos)
	if as != t && !copied {
		v = f.convert(v, t, c.pos)
	}
	return v
}

// vaList says that n, the first argument of a call of f, is a va_list that the call itself uses, not a
// pointer to it that it hands over.
func vaList(f *function) bool {
	switch f.cname {
	case "__builtin_va_start", "__builtin_va_end", "__builtin_va_arg", "__craig_begin":
		return f.def == nil
	}
	return false
}

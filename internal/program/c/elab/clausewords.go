package elab

// The words of clauses that C does not have: \result, \valid and their kin, of ACSL and of CBMC.

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// logicIdent is a word of a clause; nil if it is none.
func (u *unit) logicIdent(x *syntax.Ident) *operand {
	at := u.pos(x.NamePos)
	var o operand
	switch x.Name {
	case `\result`, "__CPROVER_return_value":
		if u.saying.result == nil {
			u.noContract(x.NamePos)
		}
		o = operand{typ: u.saying.result().Type, p: u.varPlace(u.saying.result(), at), fixed: true}
	case `\true`:
		o = value(u.smallInt(1, at))
	case `\false`:
		o = value(u.smallInt(0, at))
	case `\null`:
		o = value(&core.Convert{At: at, X: u.smallInt(0, at), Typ: u.tt.VoidPtr, Explicit: true})
	default:
		if !strings.HasPrefix(x.Name, `\`) {
			return nil
		}
		u.noContract(x.NamePos)
	}
	return &o
}

// logicCall is a function of clauses; nil if it is none.
func (u *unit) logicCall(x *syntax.Call, id *syntax.Ident) *operand {
	at := u.pos(id.NamePos)
	args := func(n int) {
		if len(x.Args) != n {
			u.noContract(id.NamePos)
		}
	}
	pointer := func(i int) core.Expr {
		o := u.rvalue(u.expr(x.Args[i]))
		if o.typ.Kind != types.Pointer && !o.typ.IsInteger() {
			u.noContract(id.NamePos)
		}
		return u.convert(o, u.tt.VoidPtr, implicit).x
	}
	ask := func(w core.What, t *types.Type, args ...core.Expr) *operand {
		o := value(&core.Question{At: at, What: w, Args: args, Typ: t.Main()})
		return &o
	}
	truth := u.tt.Basic(types.Int)
	switch id.Name {
	case "__CPROVER_same_object":
		args(2)
		return ask(core.SameObject, truth, pointer(0), pointer(1))
	case "__CPROVER_POINTER_OFFSET", `\offset`:
		args(1)
		return ask(core.Offset, u.tt.Size, pointer(0))
	case "__CPROVER_OBJECT_SIZE", `\block_length`:
		args(1)
		return ask(core.Extent, u.tt.Size, pointer(0))
	case "__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok":
		if len(x.Args) == 1 {
			return u.valid(x.Args, false, id)
		}
		args(2)
		size := u.convert(u.rvalue(u.expr(x.Args[1])), u.tt.Size, implicit).x
		if u.saying != nil {
			u.saying.wants = append(u.saying.wants, core.Room{X: u.rvalue(u.expr(x.Args[0])).x, Size: size})
		}
		return ask(core.Readable, truth, pointer(0), size)
	}
	if u.saying == nil {
		return nil
	}
	switch id.Name {
	case `\old`, "__CPROVER_old":
		args(1)
		o := u.keptValue(x.Args[0], u.saying.old)
		return &o
	case `\at`:
		args(2)
		if u.saying.statement {
			u.noContract(id.NamePos)
		}
		label, _ := unparen(x.Args[1]).(*syntax.Ident)
		if label == nil {
			u.noContract(id.NamePos)
		}
		switch label.Name {
		case "Here":
			o := u.expr(x.Args[0])
			return &o
		case "Pre", "Old":
			o := u.keptValue(x.Args[0], u.saying.old)
			return &o
		case "LoopEntry":
			return u.loopEntry(x)
		}
		u.noContract(id.NamePos)
	case "__CPROVER_loop_entry":
		args(1)
		return u.loopEntry(x)
	case "__CPROVER_is_freeable":
		args(1)
		return ask(core.Freeable, truth, pointer(0))
	case `\freeable`:
		args(1)
		p := pointer(0)
		null := u.convert(value(u.smallInt(0, at)), u.tt.VoidPtr, implicit).x
		o := value(&core.Logical{At: at, X: &core.Binary{At: at, Op: core.Ne, X: p, Y: null, Typ: truth}, Y: ask(core.Freeable, truth, pointer(0)).x, Typ: truth})
		return &o
	case `\base_addr`:
		args(1)
		char := u.tt.Pointer(u.tt.Basic(types.Char))
		o := value(&core.PtrAdd{At: at, Sub: true, X: u.convert(value(pointer(0)), char, explicit).x, N: ask(core.Offset, u.tt.Size, pointer(0)).x, Typ: char})
		return &o
	case `\fresh`, "__CPROVER_is_fresh":
		args(2)
		return u.fresh(x, id)
	case `\valid`, `\valid_read`:
		if len(x.Args) == 0 {
			u.noContract(id.NamePos)
		}
		return u.valid(x.Args, id.Name == `\valid`, id)
	case `\separated`:
		return u.separated(x, at)
	case `\max`, `\min`, `\abs`:
		return u.extreme(x, id)
	}
	if strings.HasPrefix(id.Name, `\`) || id.Name == "__CPROVER_was_freed" {
		u.noContract(id.NamePos)
	}
	return nil
}

func (u *unit) loopEntry(x *syntax.Call) *operand {
	if u.saying.entries == nil {
		u.noContract(x.Lparen)
	}
	o := u.keptValue(x.Args[0], u.saying.entries)
	return &o
}

// region is where a set of places such as p, or p + (0 .. n - 1), begins, and its size in bytes. Each call evaluates it again.
func (u *unit) region(x syntax.Expr) (p operand, size core.Expr) {
	at := u.pos(syntax.Start(x))
	elem := func(p operand) core.Expr {
		if p.typ.Kind != types.Pointer {
			u.noContract(syntax.Start(x))
		}
		n := int64(1)
		if t := p.typ.Elem; t.Kind != types.Void {
			if !t.IsComplete() || t.IsVariable() || t.SizeOf() <= 0 {
				u.noContract(syntax.Start(x))
			}
			n = t.SizeOf()
		}
		return u.intConst(types.IntOf(n), u.tt.Size.Main(), at)
	}
	b, sum := unparen(x).(*syntax.Binary)
	var r *syntax.Range
	if sum && b.Op == syntax.Add {
		r, _ = unparen(b.Y).(*syntax.Range)
	}
	if r == nil {
		p = u.rvalue(u.expr(x))
		return p, elem(p)
	}
	if r.Low == nil || r.High == nil {
		u.noContract(r.At)
	}
	val := func(x syntax.Expr) operand {
		o := u.rvalue(u.expr(x))
		if !o.typ.IsInteger() {
			u.noContract(r.At)
		}
		return o
	}
	base := u.rvalue(u.expr(b.X))
	p = base
	if l, ok := unparen(r.Low).(*syntax.Literal); !ok || l.Text != "0" {
		p = u.operate(syntax.Add, base, val(r.Low), r.At)
	}
	high, op := r.High, syntax.Lt
	one := int64(1)
	if n := lessOne(high); n != nil { // which may not wrap, as numbers of C may
		high, op, one = n, syntax.Le, 0
	}
	wide := func(x syntax.Expr) operand { return u.convert(val(x), u.tt.Size, explicit) }
	count := u.operate(syntax.Sub, wide(high), wide(r.Low), r.At)
	if one > 0 {
		count = u.operate(syntax.Add, count, value(u.intConst(types.IntOf(one), u.tt.Size.Main(), at)), r.At)
	}
	bytes := u.operate(syntax.Mul, value(elem(base)), count, r.At)
	none := u.intConst(types.IntOf(0), u.tt.Size.Main(), at)
	return p, &core.Cond{At: at, X: u.operate(op, val(high), val(r.Low), r.At).x, Then: none, Else: bytes.x, Typ: u.tt.Size.Main()}
}

// lessOne is n of n - 1; nil if it is not that.
func lessOne(x syntax.Expr) syntax.Expr {
	b, ok := unparen(x).(*syntax.Binary)
	if !ok || b.Op != syntax.Sub {
		return nil
	}
	if l, ok := b.Y.(*syntax.Literal); !ok || l.Text != "1" {
		return nil
	}
	return b.X
}

// valid is \valid and \valid_read of several sets of places.
func (u *unit) valid(list []syntax.Expr, written bool, id *syntax.Ident) *operand {
	at, truth := u.pos(id.NamePos), u.tt.Basic(types.Int)
	var all core.Expr
	and := func(x core.Expr) {
		if all != nil {
			x = &core.Logical{At: at, X: all, Y: x, Typ: truth}
		}
		all = x
	}
	for _, a := range list {
		p, size := u.region(a)
		and(&core.Question{At: at, What: core.Readable, Args: []core.Expr{u.convert(p, u.tt.VoidPtr, implicit).x, size}, Typ: truth})
		if written {
			p, _ := u.region(a)
			and(&core.Question{At: at, What: core.Writable, Args: []core.Expr{u.convert(p, u.tt.VoidPtr, implicit).x}, Typ: truth})
		}
		if u.saying != nil {
			p, size := u.region(a)
			u.saying.wants = append(u.saying.wants, core.Room{X: p.x, Size: size})
		}
	}
	o := value(all)
	return &o
}

// separated is that no two sets of places have a byte in common.
func (u *unit) separated(x *syntax.Call, at core.Pos) *operand {
	truth := u.tt.Basic(types.Int)
	all := core.Expr(u.smallInt(1, at))
	void := func(x syntax.Expr) core.Expr {
		p, _ := u.region(x)
		return u.convert(p, u.tt.VoidPtr, implicit).x
	}
	offset := func(x syntax.Expr) operand {
		return value(&core.Question{At: at, What: core.Offset, Args: []core.Expr{void(x)}, Typ: u.tt.Size.Main()})
	}
	before := func(a, b syntax.Expr) core.Expr { // a ends where b begins, or earlier
		_, n := u.region(a)
		end := u.operate(syntax.Add, offset(a), value(n), x.Lparen)
		return u.operate(syntax.Le, end, offset(b), x.Lparen).x
	}
	for i, a := range x.Args {
		for _, b := range x.Args[:i] {
			same := &core.Question{At: at, What: core.SameObject, Args: []core.Expr{void(a), void(b)}, Typ: truth}
			apart := &core.Logical{At: at, Or: true, X: before(a, b), Y: before(b, a), Typ: truth}
			all = &core.Logical{At: at, X: all, Y: &core.Logical{At: at, Or: true, X: &core.Unary{At: at, Op: core.Not, X: same, Typ: truth}, Y: apart, Typ: truth}, Typ: truth}
		}
	}
	o := value(all)
	return &o
}

// extreme is the greater or smaller of two numbers, or the absolute value of one. Integers are compared as numbers, whatever their types are.
func (u *unit) extreme(x *syntax.Call, id *syntax.Ident) *operand {
	at := u.pos(id.NamePos)
	n := 2
	if id.Name == `\abs` {
		n = 1
	}
	if len(x.Args) != n {
		u.noContract(id.NamePos)
	}
	real := false
	for _, a := range x.Args {
		o := u.rvalue(u.expr(a))
		if !o.typ.IsInteger() && !o.typ.IsReal() {
			u.noContract(id.NamePos)
		}
		real = real || o.typ.IsReal()
	}
	arg := func(i int) operand {
		o := u.rvalue(u.expr(x.Args[i]))
		if real {
			return o
		}
		return u.convert(o, u.tt.Basic(types.LongLong), explicit)
	}
	if n == 1 {
		zero := u.convert(value(u.smallInt(0, at)), arg(0).typ, implicit)
		negated := &core.Unary{At: at, Op: core.Neg, X: u.promote(arg(0)).x, Typ: u.promote(arg(0)).typ}
		o := value(&core.Cond{At: at, X: u.operate(syntax.Lt, arg(0), zero, x.Lparen).x, Then: negated, Else: u.promote(arg(0)).x, Typ: negated.Typ})
		return &o
	}
	op := syntax.Gt
	if id.Name == `\min` {
		op = syntax.Lt
	}
	a, b, t := u.usual(arg(0), arg(1))
	o := value(&core.Cond{At: at, X: u.operate(op, arg(0), arg(1), x.Lparen).x, Then: a.x, Else: b.x, Typ: t})
	return &o
}

// fresh is that a pointer leads to so many bytes of an object of its own; in what is ensured it is, besides, one that has been allocated during the call.
// Of ACSL it is the whole object.
func (u *unit) fresh(x *syntax.Call, id *syntax.Ident) *operand {
	at, truth := u.pos(id.NamePos), u.tt.Basic(types.Int)
	if u.saying.fresh == nil || len(u.bound) > 0 {
		u.noContract(id.NamePos)
	}
	if u.saying.fresh.Ensures && u.fn.core.Var.Type.Sig.Result.IsRecord() { // which is in memory: to which objects pointers in it lead is only approximated
		u.noContract(id.NamePos)
	}
	size := func() core.Expr { return u.convert(u.rvalue(u.expr(x.Args[1])), u.tt.Size, implicit).x }
	ask := func(w core.What, args ...core.Expr) *core.Question {
		p := u.rvalue(u.expr(x.Args[0]))
		if p.typ.Kind != types.Pointer {
			u.noContract(id.NamePos)
		}
		return &core.Question{At: at, What: w, Args: append([]core.Expr{u.convert(p, u.tt.VoidPtr, implicit).x}, args...), Typ: truth}
	}
	apart := ask(core.Apart, size())
	apart.New = &core.Fresh{Ensures: u.saying.fresh.Ensures, Seen: u.temp(truth, at), Start: u.temp(u.tt.VoidPtr, at)}
	all := &core.Logical{At: at, X: ask(core.Readable, size()), Y: apart, Typ: truth}
	if id.Name == `\fresh` {
		whole := u.operate(syntax.Eq, u.asked(core.Extent, x.Args[0]), value(size()), id.NamePos).x
		begin := u.operate(syntax.Eq, u.asked(core.Offset, x.Args[0]), value(u.smallInt(0, at)), id.NamePos).x
		all = &core.Logical{At: at, X: all, Y: &core.Logical{At: at, X: begin, Y: whole, Typ: truth}, Typ: truth}
	}
	u.saying.wants = append(u.saying.wants, core.Room{X: u.rvalue(u.expr(x.Args[0])).x, Size: size()})
	o := value(all)
	return &o
}

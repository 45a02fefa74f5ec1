package elab

// The words of clauses that C does not have: \result, \valid and their kin, of ACSL and of CBMC.

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/spell"
)

// logicIdent is a word of a clause; nil if it is none.
func (u *unit) logicIdent(x *syntax.Ident) *operand {
	at := u.pos(x.NamePos)
	var o operand
	switch x.Name {
	case `\result`, "__CPROVER_return_value":
		if u.saying.result == nil {
			u.fail(x.NamePos, "the result is known in what a function ensures", "%s in a clause that is not about the return of a function", x.Name)
		}
		o = operand{typ: u.saying.result().Type, p: u.varPlace(u.saying.result(), at), fixed: true}
	case `\true`:
		o = value(u.smallInt(1, at))
	case `\false`:
		o = value(u.smallInt(0, at))
	case `\null`:
		o = value(&core.Convert{At: at, X: u.smallInt(0, at), Typ: u.tt.VoidPtr, Explicit: true})
	default:
		switch {
		case u.lost[x.Name] && u.scope.lookup(x.Sym) == nil:
			u.noContract(x.NamePos, "%s belongs to a clause that is left out", x.Name)
		case strings.HasPrefix(x.Name, `\`):
			u.unknownWord(x)
		}
		return nil
	}
	return &o
}

// wordsOfACSL are those that are known.
var wordsOfACSL = []string{`\result`, `\old`, `\at`, `\valid`, `\valid_read`, `\separated`, `\null`, `\true`, `\false`, `\forall`, `\exists`, `\let`,
	`\max`, `\min`, `\abs`, `\block_length`, `\offset`, `\nothing`, `\from`, `\fresh`, `\freeable`, `\base_addr`}

// insteadOf are words of ACSL that are not supported, with what to do instead.
var insteadOf = map[string]string{
	`\initialized`: "property uninit is about reads of what has no value", `\allocable`: "malloc says whether there is memory",
	`\dangling`:           "property bounds is about uses of pointers to what does not live any more",
	"__CPROVER_was_freed": "write !__CPROVER_r_ok(p, 0) of a parameter p, or of __CPROVER_old(p)",
}

// unknownWord leaves a clause out for a word of it; one that is misspelt is a mistake.
func (u *unit) unknownWord(x *syntax.Ident) {
	if hint := insteadOf[x.Name]; hint != "" {
		u.noContract(x.NamePos, "%s is not supported: %s", x.Name, hint)
	}
	if near := spell.Nearest(x.Name, wordsOfACSL); near != "" && near != x.Name {
		u.fail(x.NamePos, "docs/contracts.md has the words that are known", "%s is not supported; was %s meant?", x.Name, near)
	}
	u.noContract(x.NamePos, "%s is not supported", x.Name)
}

// wrongArgs reports a word that is given another number of arguments.
func (u *unit) wrongArgs(id *syntax.Ident, n int) {
	u.fail(id.NamePos, "docs/contracts.md has the words that are known", "%s is not given as many arguments as it has: %d", id.Name, n)
}

// logicCall is a function of clauses; nil if it is none.
func (u *unit) logicCall(x *syntax.Call, id *syntax.Ident) *operand {
	at := u.pos(id.NamePos)
	args := func(n int) {
		if len(x.Args) != n {
			u.wrongArgs(id, n)
		}
	}
	pointer := func(i int) core.Expr {
		o := u.rvalue(u.expr(x.Args[i]))
		if o.typ.Kind != types.Pointer && !o.typ.IsInteger() {
			u.fail(syntax.Start(x.Args[i]), "", "%s wants a pointer", id.Name)
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
		label, _ := unparen(x.Args[1]).(*syntax.Ident)
		if label == nil {
			u.fail(id.NamePos, "Pre, Old, LoopEntry and Here are known", `\at wants the name of a label`)
		}
		switch label.Name {
		case "Here":
			o := u.expr(x.Args[0])
			return &o
		case "Pre", "Old":
			to := u.saying.old
			if label.Name == "Pre" && u.saying.call != nil {
				to = u.saying.call
			}
			o := u.keptValue(x.Args[0], to)
			return &o
		case "LoopEntry":
			return u.loopEntry(x)
		}
		u.noContract(id.NamePos, `\at is supported with the labels Pre, Old, LoopEntry and Here only`)
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
			u.wrongArgs(id, 1)
		}
		return u.valid(x.Args, id.Name == `\valid`, id)
	case `\separated`:
		return u.separated(x, at)
	case `\max`, `\min`, `\abs`:
		return u.extreme(x, id)
	}
	if strings.HasPrefix(id.Name, `\`) || id.Name == "__CPROVER_was_freed" {
		u.unknownWord(id)
	}
	if u.lost[id.Name] && u.scope.lookup(id.Sym) == nil {
		u.noContract(id.NamePos, "%s belongs to a clause that is left out", id.Name)
	}
	return nil
}

func (u *unit) loopEntry(x *syntax.Call) *operand {
	if u.saying.entries == nil {
		u.fail(syntax.Start(x), "say it in a loop invariant", "the value at the beginning of a loop, in what is no invariant of it")
	}
	o := u.keptValue(x.Args[0], u.saying.entries)
	return &o
}

// region is where a set of places such as p, or p + (0 .. n - 1), begins, and its size in bytes. Each call evaluates it again.
func (u *unit) region(x syntax.Expr) (p operand, size core.Expr) {
	at := u.pos(syntax.Start(x))
	elem := func(p operand) core.Expr {
		if p.typ.Kind != types.Pointer {
			u.fail(syntax.Start(x), "", "a pointer is wanted here")
		}
		n := int64(1)
		if t := p.typ.Elem; t.Kind != types.Void {
			if !t.IsComplete() || t.IsVariable() || t.SizeOf() <= 0 {
				u.fail(syntax.Start(x), "", "the size of what this pointer leads to is not known: %v", t)
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
		u.fail(r.At, "write p + (low .. high)", "a range that is not understood")
	}
	val := func(x syntax.Expr) operand {
		o := u.rvalue(u.expr(x))
		if !o.typ.IsInteger() {
			u.fail(r.At, "", "the ends of a range are integers")
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
		u.noContract(id.NamePos, "%s needs %d terms, not a range of them: say it with \\forall and \\exists", id.Name, n)
	}
	real := false
	for _, a := range x.Args {
		o := u.rvalue(u.expr(a))
		if !o.typ.IsInteger() && !o.typ.IsReal() {
			u.fail(syntax.Start(a), "", "%s wants numbers", id.Name)
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

// compareExactly is a comparison in ACSL: of a signed and an unsigned integer as numbers, where C would make the signed one unsigned.
func (u *unit) compareExactly(op syntax.Op, a, b operand, pos syntax.Pos) operand {
	if !a.typ.IsInteger() || !b.typ.IsInteger() {
		return u.operate(op, a, b, pos)
	}
	a, b = u.promote(a), u.promote(b)
	t := u.tt.Usual(a.typ, b.typ)
	if a.typ.IsSigned() == b.typ.IsSigned() || t.IsSigned() {
		return u.operate(op, a, b, pos)
	}
	signed, number := a, b
	if b.typ.IsSigned() {
		signed, number = b, a
	}
	if wide := u.tt.Basic(types.LongLong); t.SizeOf() < wide.SizeOf() {
		return u.operate(op, u.convert(a, wide, implicit), u.convert(b, wide, implicit), pos)
	}
	if n, ok := u.fold.Int(signed.x); ok && n.Sign() >= 0 {
		return u.operate(op, a, b, pos)
	}
	if n, ok := u.fold.Int(number.x); ok && u.tt.Wrap(signed.typ, n) == n {
		return u.operate(op, u.convert(a, signed.typ, implicit), u.convert(b, signed.typ, implicit), pos)
	}
	// What is negative is less than every unsigned number, and no other one changes by a conversion.
	at, truth := u.pos(pos), u.tt.Basic(types.Int)
	negative := u.operate(syntax.Lt, signed, value(u.smallInt(0, at)), pos).x
	less := op == syntax.Ne || (op == syntax.Lt || op == syntax.Le) == a.typ.IsSigned() && op != syntax.Eq
	if !less {
		negative = &core.Unary{At: at, Op: core.Not, X: negative, Typ: truth}
	}
	return value(&core.Logical{At: at, Or: less, X: negative, Y: u.operate(op, a, b, pos).x, Typ: truth})
}

// fresh is that a pointer leads to so many bytes of an object of its own; in what is ensured it is, besides, one that has been allocated during the call.
// Of ACSL it is the whole object.
func (u *unit) fresh(x *syntax.Call, id *syntax.Ident) *operand {
	at, truth := u.pos(id.NamePos), u.tt.Basic(types.Int)
	if u.saying.fresh == nil || len(u.bound) > 0 {
		u.noContract(id.NamePos, "%s is supported in what functions require and ensure, outside of quantifiers, only", id.Name)
	}
	size := func() core.Expr { return u.convert(u.rvalue(u.expr(x.Args[1])), u.tt.Size, implicit).x }
	ask := func(w core.What, args ...core.Expr) *core.Question {
		p := u.rvalue(u.expr(x.Args[0]))
		if p.typ.Kind != types.Pointer {
			u.fail(syntax.Start(x.Args[0]), "", "%s wants a pointer", id.Name)
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

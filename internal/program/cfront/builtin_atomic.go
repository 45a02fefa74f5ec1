package cfront

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// GCC's __atomic_ and __sync_ builtins. A program has one thread here (a call that makes another is
// not modelled), so that an atomic operation is what it does to its object, whatever the memory
// order; a weak compare-and-exchange fails only if the values differ, as on x86.
//
// Arithmetic wraps, also of signed types. That on pointers counts in bytes.

func atomicBuiltins() map[string]handler {
	h := map[string]handler{
		"__atomic_load":                atomic(2, atomicLoad),
		"__atomic_load_n":              atomic(1, atomicLoad),
		"__atomic_store":               atomic(2, atomicStore),
		"__atomic_store_n":             atomic(2, atomicStore),
		"__atomic_exchange":            atomic(3, atomicExchange),
		"__atomic_exchange_n":          atomic(2, atomicExchange),
		"__atomic_compare_exchange":    atomic(3, atomicCompareExchange),
		"__atomic_compare_exchange_n":  atomic(3, atomicCompareExchange),
		"__atomic_test_and_set":        (*fn).atomicTestAndSet,
		"__atomic_clear":               (*fn).atomicClear,
		"__atomic_thread_fence":        (*fn).builtinNothing,
		"__atomic_signal_fence":        (*fn).builtinNothing,
		"__atomic_always_lock_free":    (*fn).atomicLockFree,
		"__atomic_is_lock_free":        (*fn).atomicLockFree,
		"__sync_synchronize":           (*fn).builtinNothing,
		"__sync_lock_test_and_set":     atomic(2, atomicExchange),
		"__sync_lock_release":          atomic(1, atomicRelease),
		"__sync_bool_compare_and_swap": atomic(3, syncCompareAndSwap),
		"__sync_val_compare_and_swap":  atomic(3, syncCompareAndSwap),
	}
	for _, op := range []string{"add", "sub", "and", "or", "xor", "nand"} {
		h["__atomic_fetch_"+op] = atomic(2, atomicUpdate(op, false))
		h["__atomic_"+op+"_fetch"] = atomic(2, atomicUpdate(op, true))
		h["__sync_fetch_and_"+op] = atomic(2, atomicUpdate(op, false))
		h["__sync_"+op+"_and_fetch"] = atomic(2, atomicUpdate(op, true))
	}
	return h
}

// atomicBase is the name without the size of the object that may end it, and that size, 0 if the
// name has none: __sync_fetch_and_add_4, __atomic_load_8.
func atomicBase(name string) (base string, size int64) {
	if !strings.HasPrefix(name, "__atomic_") && !strings.HasPrefix(name, "__sync_") {
		return name, 0
	}
	if i := strings.LastIndexByte(name, '_'); i > 0 {
		if n, err := strconv.Atoi(name[i+1:]); err == nil && n > 0 && n <= 16 && n&(n-1) == 0 {
			return name[:i], int64(n)
		}
	}
	return name, 0
}

// atomicResult is the type of a call of an atomic builtin whose result has the type of the object;
// nil of the others.
func (r *reader) atomicResult(name string, args []cc.ExpressionNode) *ctype {
	base, size := atomicBase(name)
	if !returnsObject(base) || len(args) == 0 {
		return nil
	}
	if size > 0 {
		return r.unsignedOf(size)
	}
	if t := r.valueType(args[0]); t.kind == kPointer {
		return r.types.elem(t).unaligned()
	}
	return nil
}

// returnsObject tells whether a builtin returns a value of the object's type.
func returnsObject(base string) bool {
	switch base {
	case "__atomic_load_n", "__atomic_exchange_n", "__sync_val_compare_and_swap", "__sync_lock_test_and_set":
		return true
	case "__atomic_load", "__atomic_exchange": // with a size at the end
		return true
	}
	return strings.HasPrefix(base, "__atomic_fetch_") || strings.HasSuffix(base, "_fetch") || strings.HasPrefix(base, "__sync_fetch_and_")
}

// unsignedOf is the unsigned type of so many bytes.
func (r *reader) unsignedOf(size int64) *ctype {
	return r.types.unsignedOf(size)
}

// atomicCall is a call of an atomic builtin: the object, and the values of the further arguments.
type atomicCall struct {
	f   *fn
	c   *callSite
	obj place
}

// atomic is a handler with at least so many arguments, the first of which points to the object.
func atomic(args int, do func(a *atomicCall) value) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) < args {
			f.r.fail(c.pos, "", "%s needs %d arguments", c.g.cname, args)
			return f.number(f.r.types.intT, num.I(0))
		}
		a := &atomicCall{f: f, c: c}
		if _, size := atomicBase(c.g.cname); size > 0 {
			a.obj = place{t: f.r.unsignedOf(size), addr: f.rvalue(c.args[0]).e}
			if a.obj.addr == nil || a.obj.t == nil {
				f.r.fail(c.pos, "", "%s needs a pointer", c.g.cname)
				return f.number(f.r.types.intT, num.I(0))
			}
		} else {
			a.obj = f.pointee(c.args[0])
		}
		if a.obj.t.kind == kVoid || a.obj.t.kind == kFunc || a.obj.t.size < 0 {
			f.r.fail(c.pos, "", "%s needs a pointer to a complete type", c.g.cname)
			return f.number(f.r.types.intT, num.I(0))
		}
		return do(a)
	}
}

// scalar tells whether the object is an integer or a pointer, and fails if it is not.
func (a *atomicCall) scalar() bool {
	if a.obj.t.isInt() || a.obj.t.kind == kPointer {
		return true
	}
	a.f.r.fail(a.c.pos, "", "%s needs a pointer to an integer or to a pointer", a.c.g.cname)
	return false
}

// argument evaluates argument i, converted to the object's type.
func (a *atomicCall) argument(i int, saved ...*value) value {
	f := a.f
	m := f.mark()
	v := f.convert(f.rvalue(a.c.args[i]), a.obj.t, a.c.pos)
	f.freezePlace(m, &a.obj, a.c.pos)
	f.freeze(m, a.c.pos, saved...)
	return v
}

// target is the place that argument i points to.
func (a *atomicCall) target(i int, saved ...*place) place {
	f := a.f
	m := f.mark()
	p := f.pointee(a.c.args[i])
	f.freezePlace(m, &a.obj, a.c.pos)
	for _, s := range saved {
		f.freezePlace(m, s, a.c.pos)
	}
	return p
}

// rest evaluates the arguments from i on, memory orders and those that GCC ignores.
func (a *atomicCall) rest(i int, saved ...*value) {
	f := a.f
	if i >= len(a.c.args) {
		return
	}
	m := f.mark()
	f.effects(a.c.args[i:])
	f.freezePlace(m, &a.obj, a.c.pos)
	f.freeze(m, a.c.pos, saved...)
}

// old is the value of the object now.
func (a *atomicCall) old() value {
	v := a.f.load(a.obj, a.c.pos)
	if v.e != nil {
		v.e = a.f.saved(v.e, a.c.pos)
	}
	return v
}

func (a *atomicCall) store(v value) { a.f.store(a.obj, v, a.c.pos) }

// void is the result of a builtin that has none.
func (a *atomicCall) void() value { return value{t: a.f.r.types.void} }

// atomicLoad is __atomic_load_n and, of any type, __atomic_load, which stores what it reads.
func atomicLoad(a *atomicCall) value {
	if _, size := atomicBase(a.c.g.cname); size == 0 && a.c.g.cname == "__atomic_load" {
		to := a.target(1)
		a.rest(2)
		a.copy(to, a.obj)
		return a.void()
	}
	a.rest(1)
	return a.copied()
}

// copied is the object's value, which later stores do not change.
func (a *atomicCall) copied() value {
	if !a.obj.t.isAgg() {
		return a.old()
	}
	p := a.f.tempPlace(a.obj.t, a.c.pos)
	a.f.copyAggregate(p, a.obj, a.c.pos)
	return value{t: a.obj.t, agg: p}
}

// copy copies the object, or to it.
func (a *atomicCall) copy(to, from place) {
	v := a.f.load(from, a.c.pos)
	a.f.store(to, a.f.convert(v, to.t, a.c.pos), a.c.pos)
}

func atomicStore(a *atomicCall) value {
	if a.c.g.cname == "__atomic_store" {
		from := a.target(1)
		a.rest(2)
		a.copy(a.obj, from)
		return a.void()
	}
	v := a.argument(1)
	a.rest(2, &v)
	a.store(v)
	return a.void()
}

func atomicExchange(a *atomicCall) value {
	if a.c.g.cname == "__atomic_exchange" {
		from := a.target(1)
		to := a.target(2, &from)
		a.rest(3)
		old := a.copied()
		a.copy(a.obj, from)
		a.f.store(to, a.f.convert(old, to.t, a.c.pos), a.c.pos)
		return a.void()
	}
	v := a.argument(1)
	a.rest(2, &v)
	old := a.copied()
	a.store(v)
	return old
}

// atomicRelease is __sync_lock_release, which stores 0.
func atomicRelease(a *atomicCall) value {
	a.rest(1)
	a.f.zeroPlace(a.obj, a.c.pos)
	return a.void()
}

// atomicCompareExchange is the bool __atomic_compare_exchange_n(object, expected, desired, weak,
// success, failure), or without _n, where desired is pointed to.
func atomicCompareExchange(a *atomicCall) value {
	f, pos, bool := a.f, a.c.pos, a.f.r.types.boolT
	expected := a.target(1)
	var desired value
	if a.c.g.cname == "__atomic_compare_exchange" {
		from := a.target(2, &expected)
		desired = f.load(from, pos)
		if desired.e != nil {
			desired = f.convert(value{t: desired.t, e: f.saved(desired.e, pos)}, a.obj.t, pos)
		}
	} else {
		desired = a.argument(2)
	}
	m := f.mark()
	a.rest(3, &desired)
	f.freezePlace(m, &expected, pos)
	if a.obj.t.isAgg() || a.obj.t.kind == kFloat || !expected.t.isScalar() {
		f.unsound(pos, "%s of structures and floating-point numbers is not supported", a.c.g.cname)
		return f.unknown(bool, ir.FromApproximation, "", pos)
	}
	old, want := a.old(), f.convert(f.load(expected, pos), a.obj.t, pos)
	same := f.temp(bool.ir(), pos)
	f.emit(&ir.Assign{Var: same, Expr: ir.OfBool(same.Type, ir.Compare(ir.OpEq, old.e, want.e))}, pos)
	yes, no, end := f.node(pos), f.node(pos), f.node(pos)
	f.branch(ir.ToBool(ir.VarExpr(same)), yes, no, pos)
	f.cur = yes
	a.store(desired)
	f.jump(end, pos)
	f.cur = no
	f.store(expected, f.convert(old, expected.t, pos), pos)
	f.jump(end, pos)
	f.cur = end
	return value{t: bool, e: ir.VarExpr(same)}
}

// syncCompareAndSwap is __sync_bool_compare_and_swap and __sync_val_compare_and_swap.
func syncCompareAndSwap(a *atomicCall) value {
	f, pos := a.f, a.c.pos
	if !a.scalar() {
		return a.copied()
	}
	want := a.argument(1)
	desired := a.argument(2, &want)
	a.rest(3, &want, &desired)
	old := a.old()
	want.e = f.saved(want.e, pos)
	same := ir.Compare(ir.OpEq, old.e, want.e)
	yes, end := f.node(pos), f.node(pos)
	f.branch(same, yes, end, pos)
	f.cur = yes
	a.store(desired)
	f.jump(end, pos)
	f.cur = end
	if base, _ := atomicBase(a.c.g.cname); base == "__sync_bool_compare_and_swap" {
		t := f.r.types.boolT
		return value{t: t, e: ir.OfBool(t.ir(), same)}
	}
	return old
}

// atomicUpdate is a read-modify-write operation. It gives the old value or, if after is set, the new one.
func atomicUpdate(op string, after bool) func(a *atomicCall) value {
	return func(a *atomicCall) value {
		f, pos := a.f, a.c.pos
		if !a.scalar() {
			return a.copied()
		}
		t := a.obj.t
		unsigned := f.r.types.ullong
		if t.size == 16 {
			unsigned = f.r.types.uint128
		}
		m := f.mark()
		operand := f.rvalue(a.c.args[1])
		if t.kind == kInt {
			operand = f.convert(operand, t, pos) // what the program does; the rest wraps
		}
		operand = f.castTo(operand, unsigned, pos)
		f.freezePlace(m, &a.obj, pos)
		a.rest(2, &operand)
		old := a.old()
		v := f.updated(op, f.castTo(old, unsigned, pos), operand)
		updated := f.castTo(v, t, pos)
		if t.kind == kPointer && (op == "add" || op == "sub") {
			off := f.cast(f.r.types.ptrdiff.ir(), operand.e)
			if op == "sub" {
				off = f.fold(ir.Neg(off))
			}
			updated = value{t: t, e: ir.PtrAdd(old.e, off)}
		}
		if after {
			updated.e = f.saved(updated.e, pos)
			a.store(updated)
			return updated
		}
		a.store(updated)
		return old
	}
}

// updated is the result of an operation on two unsigned numbers, which wraps.
func (f *fn) updated(op string, a, b value) value {
	e := f.fold(ir.Binary(map[string]ir.Op{"add": ir.OpAdd, "sub": ir.OpSub, "and": ir.OpAnd, "or": ir.OpOr, "xor": ir.OpXor, "nand": ir.OpAnd}[op], a.e, b.e))
	if op == "nand" {
		e = f.fold(ir.Compl(e))
	}
	return value{t: a.t, e: e}
}

// flag is the byte that the argument of __atomic_test_and_set and __atomic_clear points to.
func (f *fn) flag(c *callSite) (place, bool) {
	if len(c.args) == 0 {
		f.r.fail(c.pos, "", "%s needs an argument", c.g.cname)
		return place{}, false
	}
	v := f.rvalue(c.args[0])
	if v.t.kind != kPointer || v.e == nil {
		f.r.fail(c.pos, "", "%s needs a pointer", c.g.cname)
		return place{}, false
	}
	m := f.mark()
	f.effects(c.args[1:])
	f.freeze(m, c.pos, &v)
	return place{t: f.r.types.uchar, addr: v.e}, true
}

func (f *fn) atomicTestAndSet(c *callSite) value {
	t := f.r.types.boolT
	p, ok := f.flag(c)
	if !ok {
		return f.number(t, num.I(0))
	}
	old := f.saved(f.load(p, c.pos).e, c.pos)
	f.store(p, f.number(p.t, num.I(1)), c.pos)
	return value{t: t, e: ir.OfBool(t.ir(), ir.ToBool(old))}
}

func (f *fn) atomicClear(c *callSite) value {
	if p, ok := f.flag(c); ok {
		f.store(p, f.number(p.t, num.I(0)), c.pos)
	}
	return value{t: f.r.types.void}
}

// atomicLockFree is whether objects of a size are lock free: those of up to 8 bytes are, on x86; of
// 16, and where the size is not constant, it is not known.
func (f *fn) atomicLockFree(c *callSite) value {
	t := f.r.types.boolT
	if len(c.args) == 0 {
		return f.number(t, num.I(0))
	}
	if n, ok := f.r.constant(f.unit, c.args[0]); ok && (n != 16 || c.g.cname == "__atomic_always_lock_free") {
		f.effects(c.args[1:])
		return f.number(t, num.I(truth(n == 1 || n == 2 || n == 4 || n == 8)))
	}
	f.effects(c.args)
	return f.unknown(t, ir.FromApproximation, "", c.pos)
}

package lower

import (
	"slices"
	"strings"

	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/c/thread"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// gcc's __atomic_ and __sync_ functions. An atomic operation is what it does to its object, of which other threads see nothing before it is done;
// a weak compare-and-exchange fails only if the values differ, as on x86.
//
// Arithmetic wraps, also of signed types. That on pointers counts in bytes.

func init() { // breaks the cycle from the table to its users
	for word, do := range map[string]func(a *atomicCall) *ir.Expr{
		"load": atomicLoad, "store": atomicStore, "exchange": atomicExchange, "compare": atomicCompare, "swapped": atomicSwapped, "swap": atomicSwap,
		"set": atomicSet, "clear": atomicRelease, "release": atomicRelease,
	} {
		atomics["atomic-"+word] = do
	}
	for word, op := range map[string]ir.Op{"add": ir.OpAdd, "sub": ir.OpSub, "and": ir.OpAnd, "or": ir.OpOr, "xor": ir.OpXor, "nand": ir.OpAnd} {
		atomics["atomic-"+word+"-old"] = atomicUpdate(op, word == "nand", false)
		atomics["atomic-"+word+"-new"] = atomicUpdate(op, word == "nand", true)
	}
	for word, do := range atomics {
		builtins[word] = atomic(do)
	}
}

var atomics = map[string]func(a *atomicCall) *ir.Expr{}

// atomicCall is a call of such a function with its object, and the values of its arguments.
type atomicCall struct {
	*builtinCall
	b    *builder
	obj  place
	args []*ir.Expr
}

func atomic(do func(a *atomicCall) *ir.Expr) func(b *builder, c *builtinCall) {
	return func(b *builder, c *builtinCall) {
		a := &atomicCall{builtinCall: c, b: b}
		for i, x := range c.Args {
			if x.X == nil || layout.IsAggregate(x.X.Type()) || i == 0 && x.X.Type().Kind != types.Pointer {
				refuse(c.pos, "builtin %s", c.Name)
			}
			a.args = append(a.args, b.settled(b.expr(x.X), c.pos))
		}
		if b.p.out.Threads != nil && thread.Weaker(a.row, a.args) {
			b.unsound(c.pos, "memory orders that are weaker than memory_order_seq_cst, or not constant, are not supported")
		}
		a.obj = a.target(0)
		var result *ir.Expr // what other arguments point to is no part of the operation: others may race for it
		others := slices.ContainsFunc(a.row.Params[1:], func(q library.Param) bool { return q.Class == library.Pointer })
		b.atomicallyIf(!others, c.pos, func() { result = do(a) })
		if c.Dst != nil {
			b.store(b.place(c.Dst), b.cast(b.scalar(c.Type, c.pos), result), c.pos).Aux = false
		}
	}
}

// target is the object that an argument points to.
func (a *atomicCall) target(i int) place {
	t := a.Args[i].X.Type().Elem
	if a.row.Does == "atomic-set" || a.row.Does == "atomic-clear" { // of a byte, whatever is there
		t = a.b.p.tt.Basic(types.UChar)
	}
	if !t.IsScalar() && !(t.Kind == types.Void && i == 0) {
		refuse(a.pos, "builtin %s", a.Name)
	}
	return a.b.object(t, a.args[i], a.pos)
}

// old is the value of the object now.
func (a *atomicCall) old() *ir.Expr { return a.b.copied(a.b.load(a.obj, a.pos), a.pos) }

// store stores a value, which is converted to the object's type.
func (a *atomicCall) store(to place, e *ir.Expr) {
	if t := a.b.scalar(to.t, a.pos); t.IsFloat() != e.Type.IsFloat() {
		refuse(a.pos, "builtin %s", a.Name)
	} else if to.t.Kind == types.Bool {
		e = ir.OfBool(t, a.b.isTrue(e))
	} else if !t.IsFloat() {
		if t.Kind == ir.Pointer && e.Type.Kind == ir.Integer {
			a.b.fromInteger(e, a.pos)
		}
		e = a.b.cast(t, e)
	}
	a.b.store(to, e, a.pos)
}

// pointsTo tells whether an argument points to the value that is meant.
func (a *atomicCall) pointsTo(i int) bool { return a.row.Params[i].Class == library.Pointer }

// given is the value of an argument, or what it points to.
func (a *atomicCall) given(i int) *ir.Expr {
	if a.pointsTo(i) {
		return a.b.copied(a.b.load(a.target(i), a.pos), a.pos)
	}
	return a.args[i]
}

func atomicLoad(a *atomicCall) (old *ir.Expr) {
	a.b.atomicallyIf(true, a.pos, func() { old = a.old() })
	if len(a.row.Params) > 1 && a.pointsTo(1) {
		a.store(a.target(1), old)
	}
	return old
}

func atomicStore(a *atomicCall) *ir.Expr {
	e := a.given(1)
	a.b.atomicallyIf(true, a.pos, func() { a.store(a.obj, e) })
	return nil
}

func atomicExchange(a *atomicCall) (old *ir.Expr) {
	e := a.given(1)
	a.b.atomicallyIf(true, a.pos, func() {
		old = a.old()
		a.store(a.obj, e)
	})
	if a.pointsTo(1) {
		a.store(a.target(2), old)
	}
	return old
}

// atomicCompare is the bool __atomic_compare_exchange_n(object, expected, desired, weak, success, failure), or without _n, where desired is
// pointed to.
func atomicCompare(a *atomicCall) *ir.Expr {
	expected, desired, want := a.target(1), a.given(2), a.given(1)
	var old, same *ir.Expr
	a.b.atomicallyIf(true, a.pos, func() {
		old = a.old()
		same = a.swapIf(old, want, desired)
	})
	a.b.either(ir.ToBool(same), a.pos, func() {}, func() { a.store(expected, old) })
	return same
}

// swapIf stores a value if the old one is as is wanted, and gives whether it is.
func (a *atomicCall) swapIf(old, want, desired *ir.Expr) *ir.Expr {
	if old.Type.IsFloat() {
		refuse(a.pos, "builtin %s", a.Name)
	}
	same := a.b.copied(ir.OfBool(ir.Int(1, false), a.b.fold(ir.Compare(ir.OpEq, old, a.b.cast(old.Type, want)))), a.pos)
	a.b.either(ir.ToBool(same), a.pos, func() { a.store(a.obj, desired) }, func() {})
	return same
}

func atomicSwapped(a *atomicCall) *ir.Expr { return a.swapIf(a.old(), a.args[1], a.args[2]) }
func atomicSwap(a *atomicCall) *ir.Expr {
	old := a.old()
	a.swapIf(old, a.args[1], a.args[2])
	return old
}

// atomicSet is __atomic_test_and_set.
func atomicSet(a *atomicCall) *ir.Expr {
	old := a.old()
	a.store(a.obj, ir.ConstInt(old.Type, 1))
	return ir.OfBool(ir.Int(1, false), ir.ToBool(old))
}

// atomicRelease is __sync_lock_release, which stores 0, and __atomic_clear.
func atomicRelease(a *atomicCall) *ir.Expr {
	a.store(a.obj, ir.ConstInt(a.b.scalar(a.obj.t, a.pos), 0))
	return nil
}

// atomicUpdate is a read-modify-write operation. It gives the old value or, if after is set, the new one.
func atomicUpdate(op ir.Op, not, after bool) func(a *atomicCall) *ir.Expr {
	return func(a *atomicCall) *ir.Expr {
		old := a.old()
		if old.Type.IsFloat() || a.obj.t.Kind == types.Bool {
			refuse(a.pos, "builtin %s", a.Name)
		}
		updated := a.b.copied(a.b.exact(a.pos).Update(op, old, a.args[1], a.b.p.offset(), not), a.pos)
		a.store(a.obj, updated)
		return map[bool]*ir.Expr{true: updated, false: old}[after]
	}
}

// lockFree is whether objects of a size are lock free: those of up to 8 bytes are, on x86; of 16, and where the size is not constant, it is not
// known.
func (b *builder) lockFree(c *builtinCall) {
	i := ir.Int(32, true)
	n := b.expr(c.Args[0].X)
	e := b.havoc(i, ir.FromApproximation, c.Name, c.pos)
	if k, ok := n.Val.Int64(); ok && n.IsConst() && (k != 16 || strings.Contains(c.row.Does, "always")) {
		e = ir.OfBool(ir.Int(32, true), ir.Truth(k == 1 || k == 2 || k == 4 || k == 8))
	}
	for _, x := range c.Args[1:] {
		if x.X != nil {
			b.drop(x.X)
		}
	}
	if c.Dst != nil {
		t := b.scalar(c.Type, c.pos)
		b.store(b.place(c.Dst), ir.OfBool(t, ir.ToBool(e)), c.pos).Aux = false
	}
}

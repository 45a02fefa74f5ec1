package lower

import (
	"maps"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/thread"
	"craig/internal/program/ir"
)

// threads are the functions of threads for which there is code, of programs that make threads.
var threads map[string]func(b *builder, c *knownCall)

func init() { // breaks the cycle from the table to its users
	begin, end := sync(ir.AtomicBegin), sync(ir.AtomicEnd)
	returned, self := register(func(x *ir.Threads) *ir.Var { return x.Returned }), register(func(x *ir.Threads) *ir.Var { return x.Self })
	slot := register(func(x *ir.Threads) *ir.Var { return x.Slot })
	threads = map[string]func(b *builder, c *knownCall){
		thread.Create: (*builder).spawn, thread.Self: self, thread.CreateC11: (*builder).spawn, thread.SelfC11: self, thread.Section + "begin": begin, thread.Section + "end": end,
	}
	maps.Copy(needed, thread.Needed)
	maps.Copy(shared, map[string]func(b *builder, c *knownCall){
		"__craig_atomic_begin": begin, "__craig_atomic_end": end, "__craig_acquired": sync(ir.Acquired), "__craig_join": sync(ir.Join),
		"__craig_waits": sync(ir.Waits), "__craig_held_by": sync(ir.HeldBy), "__craig_until": sync(ir.Until),
		"__craig_gets": sync(ir.Gets), "__craig_reads": sync(ir.GetsToRead), "__craig_gives": sync(ir.Gives), "__craig_makes": sync(ir.Makes), "__craig_unlocks": sync(ir.Unlocks), "__craig_end": sync(ir.End), "__craig_breach": sync(ir.Breach), "__craig_slot": slot, "__craig_index": func(b *builder, c *knownCall) { sync(ir.Indexes)(b, c); slot(b, c) }, "__craig_returned": returned, "__craig_returns": returned,
		"__craig_misuse": func(b *builder, c *knownCall) {
			b.p.errors++
			b.goal(ir.Violates(thread.Locks), c.pos).Why, _ = core.LiteralText(c.Args[0])
		},
		"__craig_many_keys": func(b *builder, c *knownCall) { b.unsound(c.pos, "more than 4 keys of threads are not supported") },
	})
}

// makesThreads is what ends the first attempt at a program that makes threads.
type makesThreads struct{}

// threading is what a function of threads means in a program that makes them; nil, nil if it means there what it means elsewhere.
func (p *program) threading(v *core.Var, pos ir.Pos) (*core.Var, *meaning) {
	row := library.Lookup(v.Name)
	switch name, ours := thread.Model(row, p.conf.Threading); {
	case p.out.Threads == nil && (thread.Makes(v.Name) || name != "" && (p.conf.Threading.OfLocks() || row.Kind == library.Unsupported && !p.conf.Memory.Lives && p.conf.Memory.Given == "")):
		panic(makesThreads{})
	case p.out.Threads == nil:
	case p.conf.Memory.Lives || p.conf.Memory.Given != "":
		refuse(pos, "threads and the lives of objects")
	case threads[v.Name] != nil:
		return nil, &meaning{threads[v.Name], row}
	case name != "":
		return p.link.Model(name), nil
	case ours:
		return nil, &meaning{(*builder).unsupported, row}
	}
	return nil, nil
}

func sync(op ir.SyncOp) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		s := &ir.Sync{Op: op}
		if len(c.Args) > 0 {
			s.Handle = b.copied(b.cast(thread.Handle(b.p.out, op), b.expr(c.Args[0])), c.pos)
		}
		for _, s := range thread.Steps(b.p.out, s) {
			b.emit(s, c.pos).Aux = c.pos.InModel()
		}
	}
}

// spawn is the call of a function (thread, attributes, start, argument), or without attributes.
func (b *builder) spawn(c *knownCall) {
	n, result := thread.Start(b.p.out, c.v.Name)
	b.count(c, n+2)
	handle, arg := b.settled(b.expr(c.Args[0]), c.pos), b.copied(b.expr(c.Args[n+1]), c.pos)
	call := &ir.Call{Args: []*ir.Expr{arg}, Result: b.temp(result, c.pos)}
	for _, attributes := range c.Args[1:n] {
		b.drop(attributes)
	}
	if v := core.Called(core.Unconverted(c.Args[n])); v == nil {
		call.Target = b.copied(b.expr(c.Args[n]), c.pos)
	} else if f := b.p.denoted(v, b.unit, c.pos); f == nil || f.def == nil || f.v.Type.Sig.Variadic || len(f.ir.Params) > 0 && !slices.EqualFunc(call.Args, f.ir.Params, func(a *ir.Expr, p *ir.Var) bool { return a.Type == p.Type }) {
		refuse(c.pos, "thread of a function that has no body, or another type")
	} else {
		call.Callee = f.ir
	}
	b.cur = thread.Spawn(b.p.out, b.ir, b.cur, call, c.pos, func(at ir.Loc) ir.Loc { b.cur = at; b.initialiseStatics(thread.Own); return b.cur })
	t := c.Args[0].Type().Elem.Main()
	b.store(place{t: t, addr: handle}, b.cast(b.scalar(t, c.pos), ir.VarExpr(b.p.out.Threads.Made)), c.pos)
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: ir.ConstInt(to.Type, 0)}, c.pos) })
}

// register gives a variable of the thread, or sets it to the argument.
func register(of func(*ir.Threads) *ir.Var) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		if v := of(b.p.out.Threads); len(c.Args) > 0 {
			b.emit(&ir.Assign{Var: v, Expr: b.expr(c.Args[0])}, c.pos)
		} else {
			b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: b.cast(to.Type, ir.VarExpr(v))}, c.pos) })
		}
	}
}

// atomicallyIf does something, of which other threads see nothing before it is done if that is asked for.
func (b *builder) atomicallyIf(atomic bool, pos ir.Pos, do func()) {
	if atomic = atomic && b.p.out.Threads != nil; atomic {
		b.emit(&ir.Sync{Op: ir.AtomicBegin}, pos)
	}
	do()
	if atomic {
		b.emit(&ir.Sync{Op: ir.AtomicEnd}, pos)
	}
}

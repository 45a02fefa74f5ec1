package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// object is an object that the library reads or writes through a pointer, which is not null if a property demands that.
func (b *builder) object(t *types.Type, addr *ir.Expr, pos ir.Pos) place {
	p := place{t: t.Main(), addr: addr, goals: b.p.conf.Memory.Goals()}
	b.notNull(addr, p.goals, pos)
	return p
}

// access sees to it that the bytes of a place lie in an object, if a goal demands it of the pointer that leads there.
func (b *builder) access(p place, written bool, pos ir.Pos) {
	if b.static || p.addr == nil || !core.Demands(p.goals, core.Inside) {
		return
	}
	b.inside(p.addr, p.size(), written, p.goals, pos)
}

// size is how many bytes an access to a place is of.
func (p place) size() int64 {
	if p.bits != nil {
		return p.bits.Bytes
	}
	return p.t.SizeOf()
}

// inside sees to it that size bytes at an address lie in the object that it was derived from. Whether the pointer may be null, another goal says.
func (b *builder) inside(addr *ir.Expr, size int64, written bool, goals []core.Goal, pos ir.Pos) {
	root := ir.Root(addr)
	if written && root.Op == ir.OpAddr && root.Obj.ReadOnly() {
		b.require(ir.False(), core.Inside, goals, leftOut{}, pos)
		return
	}
	if size <= 0 || b.plainlyInside(addr, size) || root.IsConst() && root.Val.IsZero() {
		return
	}
	b.follow(ir.Known(addr), pos)
	c := ir.InObject(addr, size)
	if root.Op != ir.OpAddr {
		if written {
			c = ir.And(c, ir.Writable(addr))
		}
		if b.p.conf.Memory.Null == "" {
			c = ir.Or(ir.Not(ir.ToBool(root)), c)
		}
	}
	b.require(c, core.Inside, goals, leftOut{}, pos)
}

// plainlyInside tells whether it is plain that the bytes at an address lie in their object.
func (b *builder) plainlyInside(addr *ir.Expr, size int64) bool {
	lo, hi := num.I(0), num.I(0)
	if addr.Op == ir.OpPtrAdd {
		lo, hi = b.p.mode.Bounds(addr.Args[1])
		addr = addr.Args[0]
	}
	return size == 0 && lo.IsZero() && hi.IsZero() || addr.Op == ir.OpAddr && lo.Sign() >= 0 && !num.I(addr.Obj.Size).Less(hi.Add(num.I(size)))
}

// follow leads to the location of what is not decided unless c holds.
func (b *builder) follow(c *ir.Expr, pos ir.Pos) {
	if c.IsTrue() {
		return
	}
	next, lost := b.loc(pos), b.loc(pos)
	b.p.out.Loc(lost).Goal.Kind = ir.Undecided
	b.edge(b.cur, next, &ir.Assume{Cond: c}, pos)
	b.edge(b.cur, lost, &ir.Assume{Cond: ir.Not(c)}, pos)
	b.cur = next
}

// keeps sees to it, where it has to be known to which objects pointers belong, that a pointer that was moved stays in its object or near it where s
// keeps it. Where it does not, the property is not decided: C does not define what happens, but it is no access. An access in the same
// expression needs no such check, since it tells the object by the pointer that was moved.
func (b *builder) keeps(s ir.Stmt, pos ir.Pos) {
	if !b.p.conf.Memory.Tracks() {
		return
	}
	switch s := s.(type) {
	case *ir.Assign:
		b.kept(s.Expr, pos)
	case *ir.Store:
		b.kept(s.Val, pos)
	case *ir.Call:
		for _, x := range s.Args {
			b.kept(x, pos)
		}
	}
}

// kept is keeps for a value, if it is a pointer.
func (b *builder) kept(e *ir.Expr, pos ir.Pos) {
	if e.Op == ir.OpIte {
		b.kept(e.Args[1], pos)
		b.kept(e.Args[2], pos)
	}
	if e.Op != ir.OpPtrAdd || b.plainlyInside(e, 0) || ir.Root(e).IsConst() {
		return
	}
	if b.static {
		panic(&Refusal{Pos: pos, Reason: "pointer to something outside of an object", Untracked: "a pointer to something outside of an object is computed"})
	}
	b.follow(ir.InObject(e, 0), pos)
}

// fromInteger notes that a pointer is made of an integer. Those of small numbers are not meant to belong to an object.
func (b *builder) fromInteger(e *ir.Expr, pos ir.Pos) {
	if b.p.conf.Memory.Tracks() && !(e.IsConst() && (ir.ReservedAddress(b.p.out.PtrBits, e.Val) || b.p.out.IsDevice(e.Val))) {
		b.p.conversions = append(b.p.conversions, ir.Conversion{From: e, Pos: pos})
	}
}

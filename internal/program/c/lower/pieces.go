package lower

import (
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// copyBytes is memcpy, or memmove of one object, of objects that are known to have the same pieces; false if they are not.
func copyBytes(overlap bool) func(b *builder, c *knownCall) bool {
	return func(b *builder, c *knownCall) bool {
		if len(c.Args) != 3 {
			return false
		}
		t, u := core.Pointee(c.Args[0]), core.Pointee(c.Args[1])
		count, list := b.p.layout.PiecesIn(t, b.expr(c.Args[2]))
		if count == 0 || u == nil || u.SizeOf() != t.SizeOf() || overlap && count > 1 {
			return false
		}
		if other, ok := b.p.layout.Pieces(u); !ok || !slices.Equal(list, other) {
			return false
		}
		to, from := b.settled(b.expr(c.Args[0]), c.pos), b.settled(b.expr(c.Args[1]), c.pos)
		goals := b.p.conf.Memory.Goals()
		whole := func(at *ir.Expr) place { return place{t: b.p.tt.Array(t, count), addr: at, goals: goals} }
		b.access(whole(from), false, c.pos)
		b.access(whole(to), true, c.pos)
		if !overlap {
			n := ir.ConstInt(b.p.size(), count*t.SizeOf())
			b.apart(to, n, from, n, strings.TrimPrefix(c.v.Name, "__builtin_"), c.pos)
		}
		b.moves(to, from, count*t.SizeOf(), c.pos, func() { b.copyPieces(t, count, list, to, from, c.pos) })
		b.whole(c, to)
		return true
	}
}

// copyPieces copies count objects of type t piece by piece.
func (b *builder) copyPieces(t *types.Type, count int64, list []layout.Piece, to, from *ir.Expr, pos ir.Pos) {
	for i := range count {
		values := make([]*ir.Expr, len(list))
		for k, q := range list {
			values[k] = ir.Load(q.Type, b.p.move(from, i*t.SizeOf()+q.Off))
			if len(list) > 1 {
				values[k] = b.settled(values[k], pos)
			}
		}
		for k, q := range list {
			b.emit(&ir.Store{Addr: b.p.move(to, i*t.SizeOf()+q.Off), Val: values[k]}, pos)
		}
	}
}

// fillBytes is memset of objects whose pieces are known, with a constant.
func fillBytes(b *builder, c *knownCall) bool {
	if len(c.Args) != 3 {
		return false
	}
	t, v := core.Pointee(c.Args[0]), b.expr(c.Args[1])
	count, list := b.p.layout.PiecesIn(t, b.expr(c.Args[2]))
	if count == 0 || !v.IsConst() {
		return false
	}
	low := ir.Int(8, false).Wrap(v.Val)
	to := b.settled(b.expr(c.Args[0]), c.pos)
	b.access(place{t: b.p.tt.Array(t, count), addr: to, goals: b.p.conf.Memory.Goals()}, true, c.pos)
	b.moves(to, nil, count*t.SizeOf(), c.pos, func() {
		for i := range count {
			for _, q := range list {
				n := num.Int{}
				for range q.Type.Bits / 8 {
					n = n.Shl(8).Add(low)
				}
				b.emit(&ir.Store{Addr: b.p.move(to, i*t.SizeOf()+q.Off), Val: ir.Const(q.Type, q.Type.Wrap(n))}, c.pos)
			}
		}
	})
	b.whole(c, to)
	return true
}

// whole ends a call that gives the address to: its last edge is the statement.
func (b *builder) whole(c *knownCall, to *ir.Expr) {
	b.p.out.Edge(b.p.out.Loc(b.cur).In[0]).Aux = false
	if c.Dst != nil {
		b.store(b.place(c.Dst), to, c.pos)
	}
}

package cfront

import (
	"cmp"
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// The representation of an object is all of its bytes: those of its members and the padding between
// them, which includes the bits of a unit that no bit-field has. memcpy and memset are about the
// representation. An assignment is about the members: what it makes of the padding, C does not say.

// piece is a part of a representation that is copied at once.
type piece struct {
	off int64
	t   ir.Type
	pad bool // some of its bits belong to no member
}

// pieces lists the parts of t's representation in order, which cover it; ok is false if there are too
// many.
func (tt *typeTable) pieces(t *ctype) (ps []piece, ok bool) {
	cells, ok := tt.flat(t)
	if !ok || t.size < 0 || t.size > 16*maxCells {
		return nil, false
	}
	covered := make([]bool, t.size)
	add := func(off, size int64, t ir.Type, pad bool) {
		ps = append(ps, piece{off, t, pad})
		for i := off; i < off+size; i++ {
			covered[i] = true
		}
	}
	units := map[[2]int64]uint8{} // the width of the fields in each unit
	for _, c := range cells {
		switch {
		case c.bits != nil:
			units[[2]int64{c.off, c.bits.unit}] += c.bits.width
		case c.t.blurred():
			for _, w := range words(c.off, c.off+c.t.size, 8) {
				add(w.off, w.size, ir.Int(uint8(8*w.size), false), false)
			}
		default:
			add(c.off, c.t.size, c.t.mem(), false)
		}
	}
	for _, c := range cells {
		if c.bits == nil || slices.Contains(covered[c.off:c.off+c.bits.unit], true) {
			continue
		}
		used := units[[2]int64{c.off, c.bits.unit}]
		add(c.off, c.bits.unit, unitType(c.bits), int64(used) < 8*c.bits.unit)
	}
	for from := int64(0); from < t.size; from++ {
		to := from
		for to < t.size && !covered[to] {
			to++
		}
		for _, w := range words(from, to, 8) {
			add(w.off, w.size, ir.Int(uint8(8*w.size), false), true)
		}
	}
	slices.SortFunc(ps, func(p, q piece) int { return cmp.Compare(p.off, q.off) })
	return ps, true
}

type word struct{ off, size int64 }

// words are the aligned words of at most limit bytes that make up the bytes from from to to.
func words(from, to, limit int64) (ws []word) {
	for from < to {
		size := limit
		for from%size != 0 || from+size > to {
			size /= 2
		}
		ws = append(ws, word{from, size})
		from += size
	}
	return ws
}

// pieceAt is the address of a piece of the aggregate in memory at p.
func (p place) pieceAt(r *reader, q piece) *ir.Expr { return r.offset(p.addr, q.off) }

// copyRepresentation copies all bytes of an object in memory; ok is false, and nothing done, if there
// are too many pieces. The objects may overlap.
func (f *fn) copyRepresentation(to, from place, pos ir.Pos) (ok bool) {
	ps, ok := f.r.types.pieces(to.t)
	if !ok {
		return false
	}
	f.dereference(from, pos)
	f.overwrite(to, pos)
	values := make([]*ir.Expr, len(ps))
	for i, q := range ps {
		values[i] = f.peek(q.t, from.pieceAt(f.r, q), pos)
		if len(ps) > 1 {
			t := f.temp(q.t, pos)
			f.emit(&ir.Assign{Var: t, Expr: values[i]}, pos)
			values[i] = ir.VarExpr(t)
		}
	}
	for i, q := range ps {
		f.poke(to.pieceAt(f.r, q), values[i], pos)
	}
	return true
}

// fillRepresentation sets all bytes of an object in memory to b; ok is false, and nothing done, if
// there are too many pieces.
func (f *fn) fillRepresentation(p place, b byte, pos ir.Pos) (ok bool) {
	ps, ok := f.r.types.pieces(p.t)
	if !ok {
		return false
	}
	f.overwrite(p, pos)
	for _, q := range ps {
		v := num.Int{}
		for range (q.t.Bits + 7) / 8 {
			v = v.Shl(8).Add(num.I(int64(b)))
		}
		f.poke(p.pieceAt(f.r, q), ir.Const(q.t, q.t.Wrap(v)), pos)
	}
	return true
}

// padded tells whether some bits of t belong to no member.
func (tt *typeTable) padded(t *ctype) bool {
	if ps, ok := tt.pieces(t); ok {
		return slices.ContainsFunc(ps, func(q piece) bool { return q.pad })
	}
	switch t.kind {
	case kArray:
		return tt.padded(tt.elem(t))
	case kStruct:
		if lay := tt.layout(t); lay != nil {
			return len(gaps(lay, t.size)) > 0 || slices.ContainsFunc(lay.fields, func(m field) bool { return tt.padded(m.t) })
		}
	}
	return false
}

// gaps are the bytes of a struct that no member has, in words.
func gaps(lay *layout, size int64) (ws []word) {
	end := int64(0)
	for _, m := range lay.fields {
		n := max(m.t.size, 0)
		if m.bits != nil {
			n = m.bits.unit
		}
		ws = append(ws, words(end, max(end, m.off), 8)...)
		end = max(end, m.off+n)
	}
	return append(ws, words(end, max(end, size), 8)...)
}

// forgetPadding makes the padding of the object in memory at p unknown. Bit-fields beside it lose
// their values with it.
func (f *fn) forgetPadding(p place, pos ir.Pos) {
	types := f.r.types
	if p.addr == nil || !types.padded(p.t) {
		return
	}
	if ps, ok := types.pieces(p.t); ok {
		for _, q := range ps {
			if q.pad {
				f.forgetBytes(p, word{q.off, int64(q.t.Bits) / 8}, pos)
			}
		}
		return
	}
	switch p.t.kind {
	case kArray:
		e := types.elem(p.t)
		f.forEach(p.t.len, pos, func(i *ir.Expr) {
			off := f.fold(ir.Binary(ir.OpMul, i, ir.ConstInt(i.Type, e.size)))
			f.forgetPadding(place{t: e, addr: ir.PtrAdd(p.addr, off), direct: true}, pos)
		})
	case kStruct:
		lay := types.layout(p.t)
		for _, w := range gaps(lay, p.t.size) {
			f.forgetBytes(p, w, pos)
		}
		for _, m := range lay.fields {
			if m.bits == nil {
				f.forgetPadding(p.field(f.r, m), pos)
			}
		}
	}
}

// forgetBytes makes some bytes of the object in memory at p unknown.
func (f *fn) forgetBytes(p place, w word, pos ir.Pos) {
	v := f.havoc(ir.Int(uint8(8*w.size), false), ir.FromOpen, "padding", pos)
	f.poke(f.r.offset(p.addr, w.off), v, pos)
}

// loseBits tells whether forgetPadding forgets the bit-field c of t.
func (tt *typeTable) loseBits(t *ctype, c cell) bool {
	if c.bits == nil {
		return false
	}
	ps, _ := tt.pieces(t)
	return slices.ContainsFunc(ps, func(q piece) bool {
		return q.pad && q.off < c.off+c.bits.unit && c.off < q.off+int64(q.t.Bits)/8
	})
}

// allZero tells whether an initialiser consists of zeros, so that GCC clears the object with its
// padding.
func (f *fn) allZero(n *cc.Initializer) bool {
	if n.Case == cc.InitializerExpr {
		e := strip(n.AssignmentExpression)
		for {
			c, ok := e.(*cc.CastExpression)
			if !ok {
				break
			}
			e = strip(c.CastExpression)
		}
		v, ok := f.r.constant(f.unit, e)
		return ok && v == 0
	}
	return f.zeroList(n.InitializerList)
}

// zeroList is allZero for a list.
func (f *fn) zeroList(l *cc.InitializerList) bool {
	for ; l != nil; l = l.InitializerList {
		if !f.allZero(l.Initializer) {
			return false
		}
	}
	return true
}

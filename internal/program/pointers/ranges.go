package pointers

import (
	"cmp"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// ranges checks what is assumed of what is read in tables: in the ranges of a class are the numbers of all its cells in an object whose
// contents are known at the entry, and which nothing writes after it.
func (l *Lowering) ranges() {
	classes := slices.SortedFunc(maps.Keys(l.t.Ranges), func(a, b ir.Class) int {
		return cmp.Or(cmp.Compare(a.Obj, b.Obj), cmp.Compare(a.Off, b.Off), cmp.Compare(a.Stride, b.Stride), cmp.Compare(a.Width, b.Width))
	})
	for _, k := range classes {
		o := &l.t.Objects[k.Obj]
		l.need(o.Single && !l.many[k.Obj] && l.made[o.Object] == nil, "%s is taken for a table", o.Name)
		found := false
		for i := range l.t.Parts {
			part := &l.t.Parts[i]
			if !slices.ContainsFunc(part.Classes, func(c ir.Class) bool { return c.Obj == k.Obj && c.Overlaps(k) }) {
				continue
			}
			found = true
			l.need(part.Region && part.Width == k.Width && part.Cell.Kind == ir.Integer && width(part.Cell) == k.Width, "%s is taken for a table of other numbers", o.Name)
			l.need(!l.writes(part.Vars[0]), "%s is written, and taken for a table", o.Name)
			l.within(k, part.Cell, l.t.Ranges[k])
		}
		l.need(found, "%s is taken for a table, and in no part of memory", o.Name)
	}
}

// writes says that something writes v after the entry.
func (l *Lowering) writes(v *ir.Var) bool {
	entry := l.from(l.p.Main.Entry, 0)
	return slices.ContainsFunc(l.p.Edges, func(e *ir.Edge) bool {
		return e != nil && ir.Written(e.Stmt) == v && !slices.Contains(entry, e.Stmt)
	})
}

// within checks the numbers, of type t, in the cells of a class.
func (l *Lowering) within(k ir.Class, t ir.Type, ranges []ir.Range) {
	o := l.t.Objects[k.Obj].Object
	off := k.Off
	if k.Stride > 0 {
		off = (off%k.Stride + k.Stride) % k.Stride
	}
	for ; 0 <= off && off+k.Width <= o.Size; off += k.Stride {
		n, ok := num.Int{}, true
		for i := k.Width - 1; i >= 0; i-- {
			b, known := initial(o, off+l.p.BytesFrom(k.Width, i, 1))
			n, ok = n.Mul(num.I(256)).Add(num.I(int64(b))), ok && known
		}
		n = t.Wrap(n)
		ok = ok && slices.ContainsFunc(ranges, func(r ir.Range) bool { return !n.Less(r.Low) && !r.High.Less(n) })
		if l.need(ok, "%s has another number at %d than is assumed", o.Name, off); !ok || k.Stride == 0 {
			return
		}
	}
}

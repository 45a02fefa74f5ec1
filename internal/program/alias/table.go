package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// mostListed is how many cells the large tables of a program that nothing writes have at most, together, whose contents are
// listed at the entry: proofs take time that is quadratic in them. Beyond it only the range of what an access reads is known.
const mostListed = 1 << 13

// largeTable is how many cells a large table has at least.
const largeTable = 1 << 10

// findTables finds the parts of memory that are tables of which only the range is known.
func (a *facts) findTables() map[*part]bool {
	tables := map[*part]bool{}
	for _, pt := range a.parts {
		o := &a.objs[pt.obj()]
		if pt.kind == cellsPart && len(pt.objs) == 1 && pt.cell.Kind == ir.Integer && o.Kind == ir.GlobalObject && o.Data != "" &&
			o.Single && len(o.members) == 0 && a.cellsIn(pt) >= largeTable {
			tables[pt] = true
		}
	}
	if len(tables) == 0 {
		return nil
	}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Store); ok && s.Region == nil {
			delete(tables, a.access(s.Addr, bytes(s.Val.Type)).part)
		}
	}
	for _, c := range a.clobbers {
		objs, all := a.written(c)
		for pt := range tables {
			if all || objs[pt.obj()] {
				delete(tables, pt)
			}
		}
	}
	n := int64(0)
	for pt := range tables {
		n += a.cellsIn(pt)
	}
	if n <= mostListed {
		return nil
	}
	return tables
}

// cellsIn counts the cells of a part that lie in its object.
func (a *facts) cellsIn(pt *part) int64 {
	n := int64(0)
	for _, c := range pt.classes {
		n += a.cellsOf(c)
	}
	return n
}

// cellsOf counts the cells of c in its object.
func (a *facts) cellsOf(c ir.Class) int64 {
	size := a.objs[c.Obj].Size
	switch {
	case c.Off < 0 || c.Off+c.Width > size:
		return 0
	case c.Stride == 0:
		return 1
	}
	return (size-c.Width-c.Off)/c.Stride + 1
}

// unlisted is the statement that says nothing of the contents of a table.
func (w *contents) unlisted(pt *part) ir.Stmt {
	note(w.p, w.objs[pt.obj()].Pos, ir.Overapproximated, "of the contents of a large table only the range is known")
	return &ir.Havoc{Var: pt.vars[0], Source: ir.FromApproximation, Name: pt.vars[0].CName}
}

// inTable has what acc reads in a table, if guard holds, be in the spans of the cells that it may touch.
func (w *lowering) inTable(acc *access, addr, guard *ir.Expr) {
	pt := acc.part
	if !w.tables[pt] {
		return
	}
	x := ir.LoadFrom(pt.vars[0], pt.cell, addr)
	some := ir.False()
	for _, c := range acc.touched {
		if w.cellsOf(c) == 0 {
			return // outside
		}
		s := w.spansOf(pt, c)
		some = ir.Or(some, ir.Or(has(s[0], x), has(s[1], x)))
	}
	w.conds = append(w.conds, ir.Or(ir.Not(guard), some))
}

func has(s ir.Range, x *ir.Expr) *ir.Expr {
	return ir.And(ir.Compare(ir.OpLe, ir.Const(x.Type, s.Low), x), ir.Compare(ir.OpLe, x, ir.Const(x.Type, s.High)))
}

// spansOf are two spans with the numbers in the cells of c, which are of pt and lie in its object: those below the widest gap
// between them, and those above, since a number far from the others often stands for none.
func (w *lowering) spansOf(pt *part, c ir.Class) []ir.Range {
	if s, ok := w.t.Ranges[c]; ok {
		return s
	}
	numbers := make([]num.Int, w.cellsOf(c))
	for i := range numbers {
		numbers[i] = datum(w.p, w.objs[c.Obj].Object, pt.cell, c.Off+int64(i)*c.Stride).Val
	}
	slices.SortFunc(numbers, num.Int.Cmp)
	at, widest := 0, num.Int{} // the gap is before it
	for i := range numbers {
		if gap := numbers[i].Sub(numbers[max(i-1, 0)]); widest.Less(gap) {
			at, widest = i, gap
		}
	}
	s := []ir.Range{{Low: numbers[0], High: numbers[max(at-1, 0)]}, {Low: numbers[at], High: numbers[len(numbers)-1]}}
	if damage.ranges != nil {
		damage.ranges(s)
	}
	w.t.Ranges[c] = s
	return s
}

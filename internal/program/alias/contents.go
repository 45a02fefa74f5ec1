package alias

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// maxCells bounds how many cells of an object are set one by one.
const maxCells = 256

// contents says what memory contains before it is written.
//
// The variables of an object that exists once are set where its life begins: at the entry, or
// at its Alloc. A region of several objects is zero or unknown at the entry as a whole, and
// the cells of objects for which that is not right are set one by one. Cells of the heap need
// nothing more, since no address is used twice.
type contents struct {
	*facts
	cyclic []bool
	heap   num.Int // the first address of the heap

	begins map[int32]*ir.Edge // where the life of an object begins, if not at the entry
	byObj  map[int32][]*part
	zeros  map[*part]bool      // regions that are zero at the entry
	open   map[*part]*ir.Havoc // of those that are unknown there
	owner  *owners
	tables map[*part]bool // see findTables
}

// word is the integer type of the width of a pointer.
func (a *facts) word(signed bool) ir.Type { return ir.Int(a.p.PtrBits, signed) }

// prepare lists the statements for the entry. It has to come before edges are changed.
func (w *contents) prepare() []ir.Stmt {
	w.begins = map[int32]*ir.Edge{}
	w.zeros = map[*part]bool{}
	w.open = map[*part]*ir.Havoc{}
	for _, e := range w.p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Alloc); ok {
			if obj := w.object(s.Site); w.objs[obj].Single {
				w.begins[obj] = e
			}
		}
	}
	w.byObj = map[int32][]*part{}
	var entry []ir.Stmt
	for _, pt := range w.parts {
		for _, o := range pt.objs {
			w.byObj[o] = append(w.byObj[o], pt)
		}
		entry = w.atEntry(pt, entry)
	}
	return entry
}

// atEntry appends what makes pt's contents right at the entry.
func (w *contents) atEntry(pt *part, to []ir.Stmt) []ir.Stmt {
	if pt.kind <= splitPart {
		if w.begins[pt.obj()] != nil {
			return to
		}
		if w.objs[pt.obj()].Data != "" {
			return w.setData(pt, to)
		}
		return w.setVars(pt, w.objs[pt.obj()].Zero, w.p.Main, to)
	}
	objs := pt.objs
	if len(objs) == 1 && w.begins[objs[0]] != nil {
		return to
	}
	if w.tables[pt] {
		return append(to, w.unlisted(pt))
	}
	zero, unknown := 0, 0
	for _, o := range objs {
		switch {
		case w.begins[o] != nil:
		case w.zero(o) && !w.outside(pt, o):
			zero++
		default:
			unknown++
		}
	}
	if unknown == 0 && zero > 0 {
		w.zeros[pt] = true
		to = append(to, &ir.Assign{Var: pt.vars[0], Expr: ir.ConstInt(pt.vars[0].Type, 0)})
		for _, o := range objs {
			if w.objs[o].Data != "" {
				to = w.setDataCells(pt, o, to)
			}
		}
		return to
	}
	w.open[pt] = &ir.Havoc{Var: pt.vars[0], Source: w.source(objs), Name: pt.vars[0].CName}
	to = append(to, w.open[pt])
	for _, o := range objs {
		if w.objs[o].Data != "" {
			to = w.setDataCells(pt, o, to)
		} else if w.begins[o] == nil && w.objs[o].Single && w.objs[o].Zero {
			to = w.setCells(pt, o, w.address(o, 0), true, w.objs[o].Size, w.p.Main, to)
		}
	}
	return to
}

// outside says whether pt has cells after (or in front of) object o, which are memory of their
// own: what o begins with says nothing about them.
func (w *contents) outside(pt *part, o int32) bool {
	size := w.objs[o].Size
	for _, c := range pt.classes {
		if c.Obj == w.objs[o].Rep && size >= 0 && (c.Off < 0 || c.Off+c.Width > size) {
			return true
		}
	}
	return false
}

// zero says whether the cells of o are zero before they are written; of a heap object: at all
// its sites.
func (w *contents) zero(o int32) bool {
	if w.objs[o].Kind != ir.HeapObject || w.objs[o].Single {
		return w.objs[o].Zero
	}
	for _, e := range w.p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Alloc); ok && s.Site == w.objs[o].Object && !s.Zero {
			return false
		}
	}
	return true
}

func (w *contents) source(objs []int32) ir.Source {
	for _, o := range objs {
		if k := w.objs[o].Kind; k == ir.UnknownObject || k == ir.GlobalObject {
			return ir.FromParameter
		}
	}
	return ir.FromUninitialised
}

// setVars appends what makes the variables of a part at constant addresses zero or unknown, in the
// function fn.
func (w *contents) setVars(pt *part, zero bool, fn *ir.Func, to []ir.Stmt) []ir.Stmt {
	for i := range pt.vars {
		if zero {
			to = w.setVar(pt, i, func(t ir.Type, _ int64) *ir.Expr { return ir.ConstInt(t, 0) }, fn, to)
		} else {
			to = append(to, w.unknown(pt, i))
		}
	}
	return to
}

func (w *contents) unknown(pt *part, i int) ir.Stmt {
	return &ir.Havoc{Var: pt.vars[i], Source: w.source([]int32{pt.obj()}), Name: pt.vars[i].CName}
}

// setVar appends what gives the i-th variable of a part at constant addresses the contents that its object
// has there. What lies beyond the object, or in front of it, is memory of its own and unknown.
func (w *contents) setVar(pt *part, i int, contents func(t ir.Type, off int64) *ir.Expr, fn *ir.Func, to []ir.Stmt) []ir.Stmt {
	v := pt.vars[i]
	n := bytes(v.Type)
	off, size := pt.base+int64(i)*n, w.objs[pt.obj()].Size
	from, end := min(max(-off, 0), n), n // of the bytes in the object
	if size >= 0 {
		end = min(max(size-off, 0), n)
	}
	switch {
	case !v.Type.IsNumber() || from >= end:
		return append(to, w.unknown(pt, i))
	case from == 0 && end == n:
		return append(to, &ir.Assign{Var: v, Expr: contents(v.Type, off)})
	case pt.kind != containerPart: // then no access is to the bytes in the object alone
		return append(to, w.unknown(pt, i))
	}
	around := w.p.NewTemp(fn, v.Type, w.objs[pt.obj()].Pos)
	to = append(to, &ir.Havoc{Var: around, Source: ir.FromUninitialised, Name: v.CName})
	shift := func(op ir.Op, e *ir.Expr, bytes int64) *ir.Expr {
		return ir.Binary(op, e, ir.ConstInt(v.Type, 8*bytes))
	}
	low, high := w.p.BytesFrom(n, from, end-from), n-w.p.BytesFrom(n, from, end-from)-(end-from) // bytes of the variable below and above these
	e := shift(ir.OpShl, ir.Cast(v.Type, contents(ir.Int(uint8(8*(end-from)), false), off+from)), low)
	if low > 0 {
		e = ir.Binary(ir.OpAdd, e, ir.Cast(v.Type, ir.Cast(ir.Int(uint8(8*low), false), ir.VarExpr(around))))
	}
	if high > 0 {
		e = ir.Binary(ir.OpAdd, e, shift(ir.OpShl, shift(ir.OpShr, ir.VarExpr(around), n-high), n-high))
	}
	return append(to, &ir.Assign{Var: v, Expr: e})
}

// setCells appends stores that make the cells of object o, which has size bytes at base, zero or
// unknown, in the function fn. If there are too many, nothing is known of the region.
func (w *contents) setCells(pt *part, o int32, base *ir.Expr, zero bool, size int64, fn *ir.Func, to []ir.Stmt) []ir.Stmt {
	offs, few := w.cellOffsets(pt, o, size, maxCells)
	region := pt.vars[0]
	if !few {
		note(w.p, w.objs[o].Pos, ir.Overapproximated, "the initial contents of a large object are unknown")
		if !w.objs[o].Single && !w.zeros[pt] { // new on the heap
			if zero && w.open[pt] != nil { // what they are is not kept
				w.open[pt].Source = ir.FromApproximation
			}
			return to
		}
		return append(to, &ir.Havoc{Var: region, Source: ir.FromApproximation, Name: region.CName})
	}
	for _, off := range offs {
		val := ir.ConstInt(pt.cell, 0)
		if !zero || !pt.cell.IsNumber() {
			t := w.p.NewTemp(fn, pt.cell, w.objs[o].Pos)
			to = append(to, &ir.Havoc{Var: t, Source: ir.FromUninitialised, Name: region.CName})
			val = ir.VarExpr(t)
		}
		to = append(to, &ir.Store{Region: region, Addr: ir.PtrAdd(base, ir.ConstInt(w.word(true), off)), Val: val})
	}
	return to
}

// cellOffsets lists where in object o, which has size bytes, cells of pt begin; few is false if
// there may be more than limit. What begins in front of o is memory of its own.
func (w *contents) cellOffsets(pt *part, o int32, size, limit int64) (offs []int64, few bool) {
	step := max(bytes(pt.cell), 1)
	if size < 0 || size > limit*step {
		return nil, false
	}
	seen := map[int64]bool{}
	for _, c := range pt.classes {
		if c.Obj != w.objs[o].Rep {
			continue
		}
		for off := c.Off; off+c.Width <= size; off += c.Stride {
			for b := off; b < off+c.Width; b += step {
				if b >= 0 && !seen[b] {
					seen[b] = true
					offs = append(offs, b)
				}
			}
			if c.Stride == 0 {
				break
			}
		}
	}
	return offs, true
}

// maxData bounds how many cells of a literal are set.
const maxData = 1 << 14

// datum is what a cell of type t at off in an object contains at first, by the object's Data.
func datum(p *ir.Program, o *ir.Object, t ir.Type, off int64) *ir.Expr {
	v := num.Int{}
	for i := bytes(t) - 1; i >= 0; i-- {
		v = v.Shl(8)
		if at := off + p.BytesFrom(bytes(t), i, 1); 0 <= at && at < int64(len(o.Data)) {
			v = v.Add(num.I(int64(o.Data[at])))
		}
	}
	return ir.Const(t, t.Wrap(v))
}

// setData appends what makes the variables of a part of a literal or a table what they are in it.
func (w *contents) setData(pt *part, to []ir.Stmt) []ir.Stmt {
	for i := range pt.vars {
		to = w.setVar(pt, i, func(t ir.Type, off int64) *ir.Expr { return datum(w.p, w.objs[pt.obj()].Object, t, off) }, w.p.Main, to)
	}
	return to
}

// setDataCells appends stores of the cells of pt that lie in the literal or table o.
func (w *contents) setDataCells(pt *part, o int32, to []ir.Stmt) []ir.Stmt {
	obj, region := w.objs[o].Object, pt.vars[0]
	limit := int64(maxData)
	if obj.Kind == ir.GlobalObject {
		limit = obj.Size
	}
	offs, few := w.cellOffsets(pt, o, obj.Size, limit)
	if !few || !pt.cell.IsNumber() {
		note(w.p, obj.Pos, ir.Overapproximated, "the contents of a string literal are unknown")
		return append(to, &ir.Havoc{Var: region, Source: ir.FromApproximation, Name: region.CName})
	}
	for _, off := range offs {
		if val := datum(w.p, obj, pt.cell, off); !w.zeros[pt] || !val.Val.IsZero() {
			to = append(to, &ir.Store{Region: region, Addr: w.address(o, off), Val: val})
		}
	}
	return to
}

// allocs replaces the Allocs among the first edges of the program. The result is the variable
// $heap, nil if there is no need for it.
func (w *contents) allocs(edges int) *ir.Var {
	var heap *ir.Var
	for id := 1; id < edges; id++ {
		e := w.p.Edges[id]
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Alloc)
		if !ok {
			continue
		}
		obj := w.object(s.Site)
		stmts, fn := []ir.Stmt{}, w.p.Locs[e.From].Func
		switch {
		case s.Result == nil:
			stmts = append(stmts, w.owner.begun(obj, s, nil, fn, e.Pos)...)
		case w.objs[obj].Single:
			stmts = append(stmts, &ir.Assign{Var: s.Result, Expr: ir.AddrOf(w.p.PtrType(), s.Site)})
			stmts = append(stmts, w.owner.begun(obj, s, nil, fn, e.Pos)...)
		default:
			if heap == nil {
				heap = w.p.NewGlobal(ir.HeapName, "", w.p.PtrType(), ir.Pos{})
			}
			stmts = append(w.aligned(s, heap), w.owner.begun(obj, s, ir.VarExpr(heap), fn, e.Pos)...)
			stmts = append(stmts, w.grow(e, s, heap)...)
		}
		if stmts = w.begin(e, s, obj, stmts); len(stmts) == 0 {
			stmts = append(stmts, &ir.Skip{})
		}
		e.Stmt = stmts[0]
		insertAfter(w.p, e, stmts[1:])
	}
	return heap
}

// aligned moves the heap to where a block of the alignment of s may begin.
func (w *contents) aligned(s *ir.Alloc, heap *ir.Var) []ir.Stmt {
	if s.Site.Align <= heapAlign {
		return nil
	}
	word := w.word(false)
	align := ir.ConstInt(word, s.Site.Align)
	rest := ir.Binary(ir.OpRem, ir.Cast(word, ir.VarExpr(heap)), align)
	zero := ir.ConstInt(word, 0)
	gap := ir.Ite(ir.Compare(ir.OpEq, rest, zero), zero, ir.Binary(ir.OpSub, align, rest))
	return []ir.Stmt{&ir.Assign{Var: heap, Expr: ir.PtrAdd(ir.VarExpr(heap), gap)}}
}

// grow takes memory from the heap. Executions that exhaust it are cut off; where blocks may be large
// enough for that, a note says so.
func (w *contents) grow(e *ir.Edge, s *ir.Alloc, heap *ir.Var) []ir.Stmt {
	h := ir.VarExpr(heap)
	stmts := []ir.Stmt{&ir.Assign{Var: s.Result, Expr: h}}
	size := w.roundUp(s.Size)
	next := ir.PtrAdd(h, size)
	if !size.IsConst() {
		next = ir.PtrAdd(next, ir.ConstInt(w.word(false), heapAlign+w.gap))
	}
	if v, ok := s.Size.Val.Int64(); (!s.Size.IsConst() || !ok || v >= 1<<24 || w.p.PtrBits == 16) && (w.cyclic[e.ID] || w.p.PtrBits < 64) {
		note(w.p, e.Pos, ir.Assumption, "executions in which all blocks of the heap together exceed the address space are outside the answer")
	}
	limit := w.heapEnd()
	stmts = append(stmts, &ir.Assign{Var: heap, Expr: next})
	return append(stmts, &ir.Assume{Cond: ir.Compare(ir.OpLe, h, ir.Const(heap.Type, limit))})
}

// heapEnd is an address that no block is beyond: objects and devices come before the heap, or behind it.
func (w *contents) heapEnd() num.Int {
	end := w.p.PtrType().Max().Sub(num.I(w.space.Top))
	for _, d := range w.p.Devices {
		if from := num.I(d.From - w.space.Device); w.heap.Less(from) && from.Less(end) {
			end = from
		}
	}
	return end
}

// begin appends what makes the contents right where the life of an object begins.
func (w *contents) begin(e *ir.Edge, s *ir.Alloc, obj int32, to []ir.Stmt) []ir.Stmt {
	fn := w.p.Locs[e.From].Func
	single := w.objs[obj].Single
	for _, pt := range w.byObj[obj] {
		objs := pt.objs
		region := pt.vars[0]
		switch {
		case pt.kind <= splitPart:
			to = w.setVars(pt, s.Zero, fn, to)
		case single && len(objs) == 1 && s.Zero && w.outside(pt, obj):
			to = append(to, &ir.Havoc{Var: region, Source: ir.FromUninitialised, Name: region.CName})
			to = w.setCells(pt, obj, w.address(obj, 0), true, w.objs[obj].Size, fn, to)
		case single && len(objs) == 1 && s.Zero:
			to = append(to, &ir.Assign{Var: region, Expr: ir.ConstInt(region.Type, 0)})
		case single && len(objs) == 1:
			to = append(to, &ir.Havoc{Var: region, Source: ir.FromUninitialised, Name: region.CName})
		case single && !w.cyclic[e.ID] && s.Zero == w.zeros[pt]:
			// The cells still are as they were at the entry.
		case single:
			to = w.setCells(pt, obj, w.address(obj, 0), s.Zero, w.objs[obj].Size, fn, to)
		case s.Zero && !w.zeros[pt]:
			size := int64(-1)
			if v, ok := s.Size.Val.Int64(); s.Size.IsConst() && ok {
				size = v
			}
			to = w.setCells(pt, obj, ir.VarExpr(s.Result), true, size, fn, to)
		}
	}
	return to
}

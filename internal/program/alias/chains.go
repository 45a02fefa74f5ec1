package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// A cell is a place that may hold a pointer to a block, at the end of a chain of such places that begins
// at a variable.
type cell struct {
	guard *ir.Expr    // the chain leads here
	value *ir.Expr    // the pointer; nil: it is not known how to read it
	at    *ir.Targets // what it may point to
	depth int
}

// chains are what cells lead to.
type chains struct {
	*leaks
	held    map[int32]*ir.Expr // by placed block: a pointer leads to it
	watched *ir.Expr           // a pointer leads to the watched block; nil: none does
	open    map[int32]*ir.Expr // by block: a pointer that is not followed may lead to it
	work    []cell
	taken   int
}

// Bounds of what is followed.
const (
	maxChain = 3  // cells one after the other
	maxTaken = 16 // cells in all
	maxSlots = 16 // cells of one array
)

// follow goes from variables along pointers; the local ones are among them if frames is set.
func (l *leaks) follow(frames bool) *chains {
	c := &chains{leaks: l, held: map[int32]*ir.Expr{}, open: map[int32]*ir.Expr{}}
	add := func(v *ir.Var) {
		if at := l.t.Variable(v); v.CName != "" && len(*at) > 0 && v.Type.IsNumber() {
			x := cell{guard: ir.True(), at: at}
			if v.Type.Bits == l.p.PtrBits {
				x.value = ir.Cast(l.p.PtrType(), ir.VarExpr(v))
			}
			c.work = append(c.work, x)
		}
	}
	for _, v := range l.p.Globals {
		add(v)
	}
	if frames {
		l.p.Main.AllVars(add)
	}
	for i := range l.objs {
		o := int32(i)
		switch l.objs[o].Kind {
		case ir.GlobalObject:
			c.cells(o, func(off int64) *ir.Expr { return l.address(o, off) }, ir.True(), 0, !l.placed(o))
		case ir.LocalObject:
			if frames {
				c.cells(o, func(off int64) *ir.Expr { return l.address(o, off) }, l.living(o), 0, !l.placed(o))
			}
		case ir.HeapObject:
			if frames && l.objs[o].Automatic { // of a function that calls itself, or of alloca
				c.cells(o, nil, ir.True(), 0, true)
			}
		}
	}
	for len(c.work) > 0 {
		x := c.work[0]
		c.work = c.work[1:]
		c.step(x)
	}
	return c
}

// cells adds what is stored in object o, if guard holds; at is the address of a byte of it. If blind is set,
// it is not known how to read that.
func (c *chains) cells(o int32, at func(int64) *ir.Expr, guard *ir.Expr, depth int, blind bool) {
	x := &c.objs[c.objs[o].Rep]
	for _, k := range x.Contents {
		if !c.reachesBlock(k.At) {
			continue
		}
		var offs []int64
		pt := c.partOf(k.Class)
		known := !blind && x.Rep == o && len(x.members) == 0 && pt != nil && k.Class.Width == c.ptrSize && bytes(pt.cell) == c.ptrSize
		size := c.objs[o].Size
		switch {
		case !known:
		case pt.kind == scalarPart || k.Class.Stride == 0 && pt.kind == cellsPart:
			offs = []int64{k.Class.Off}
		case pt.kind == cellsPart && size >= 0 && size/k.Class.Stride <= maxSlots:
			for off := k.Class.Off; off+k.Class.Width <= size; off += k.Class.Stride {
				offs = append(offs, off)
			}
		default:
			known = false
		}
		if !known {
			c.work = append(c.work, cell{guard: guard, at: k.At, depth: depth})
		}
		for _, off := range offs {
			v := ir.VarExpr(pt.vars[0])
			if pt.kind == cellsPart {
				v = ir.LoadFrom(pt.vars[0], pt.cell, at(off))
			}
			if !pt.cell.IsNumber() {
				c.work = append(c.work, cell{guard: guard, at: k.At, depth: depth})
				continue
			}
			c.work = append(c.work, cell{guard: guard, value: ir.Cast(c.p.PtrType(), v), at: k.At, depth: depth})
		}
	}
}

// partOf is the part whose accesses are those of class k; nil if there is none.
func (c *chains) partOf(k ir.Class) *part {
	for _, pt := range c.parts {
		for _, d := range pt.classes {
			if d == k {
				return pt
			}
		}
	}
	return nil
}

// reachesBlock says that there may be a pointer to a block, or to what leads to one.
func (c *chains) reachesBlock(at *ir.Targets) bool { return len(c.beyond(at)) > 0 }

// beyond are the blocks that a pointer may lead to, over any number of steps.
func (l *leaks) beyond(at *ir.Targets) []int32 {
	blocks, known := l.blocks[at]
	if !known {
		blocks = l.search(at)
		l.blocks[at] = blocks
	}
	return blocks
}

// search finds what beyond says.
func (l *leaks) search(at *ir.Targets) (blocks []int32) {
	seen := map[int32]bool{}
	work := []*ir.Targets{at}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range *n {
			if t.Obj == unknownAddress || seen[t.Obj] {
				continue
			}
			seen[t.Obj] = true
			for _, o := range append([]int32{t.Obj}, l.objs[t.Obj].members...) {
				if l.isBlock(o) && !slices.Contains(blocks, o) {
					blocks = append(blocks, o)
				}
			}
			for _, k := range l.objs[l.objs[t.Obj].Rep].Contents {
				work = append(work, k.At)
			}
		}
	}
	return blocks
}

// step notes what x leads to, and adds the cells there.
func (c *chains) step(x cell) {
	if c.taken++; x.value == nil || c.taken > maxTaken {
		c.giveUp(x)
		return
	}
	here := ir.False() // the pointer is in a placed object
	watched := false
	for _, t := range *x.at {
		switch {
		case t.Obj == unknownAddress || !c.isBlock(t.Obj) && len(c.objs[t.Obj].members) == 0 || !c.placed(t.Obj) && !c.watchable(t.Obj):
		case c.placed(t.Obj):
			in := ir.And(x.guard, c.near(t.Obj, x.value))
			here = ir.Or(here, c.near(t.Obj, x.value))
			c.held[t.Obj] = ir.Or(orFalse(c.held[t.Obj]), in)
		default:
			watched = true
		}
	}
	if watched {
		c.watched = ir.Or(orFalse(c.watched), ir.And(x.guard, c.watch.near(x.value)))
	}
	for _, t := range *x.at {
		o := t.Obj
		leads := o != unknownAddress && slices.ContainsFunc(c.objs[c.objs[o].Rep].Contents, func(k ir.Content) bool { return c.reachesBlock(k.At) })
		kind := c.objs[o].Kind
		if !leads || kind == ir.GlobalObject || kind == ir.LocalObject && len(c.objs[o].members) == 0 { // which are there already, while they live
			continue
		}
		inside := x
		inside.value = nil
		switch {
		case x.depth >= maxChain || !c.isBlock(o) || len(c.objs[o].members) > 0:
			c.giveUp(inside)
		case c.placed(o):
			guard := ir.And(x.guard, ir.And(c.near(o, x.value), c.living(o)))
			c.cells(o, func(off int64) *ir.Expr { return ir.PtrAdd(c.base(o), ir.ConstInt(c.word(true), off)) }, guard, x.depth+1, false)
		case t.Stride != 0 || c.marks == nil || !c.watchable(o):
			c.giveUp(inside)
		default:
			start := ir.PtrAdd(x.value, ir.ConstInt(c.word(true), -t.Off))
			guard := ir.And(x.guard, ir.Compare(ir.OpEq, ir.LoadFrom(c.marks.region, ir.Int(32, false), start), c.mark(o)))
			c.cells(o, func(off int64) *ir.Expr { return ir.PtrAdd(start, ir.ConstInt(c.word(true), off)) }, guard, x.depth+1, false)
		}
	}
}

// giveUp says that x is not followed.
func (c *chains) giveUp(x cell) {
	for _, o := range c.beyond(x.at) {
		c.open[o] = ir.Or(orFalse(c.open[o]), x.guard)
	}
}

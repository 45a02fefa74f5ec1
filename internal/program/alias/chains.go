package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// A cell is a place that may hold a pointer to a block, at the end of a chain of such places that begins
// at a variable.
type cell struct {
	guard *ir.Expr // the chain leads here
	value *ir.Expr // the pointer; nil: it is not known how to read it
	node  int32    // what it may point to
	depth int
}

// chains are what cells lead to.
type chains struct {
	*leaks
	held    map[int32]*ir.Expr // by placed block: a pointer leads to it
	watched *ir.Expr           // a pointer leads to the watched block; nil: none does
	open    map[int32]*ir.Expr // by block: a pointer that is not followed may lead to it
	blocks  map[int32][]int32  // by node: what beyond has said
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
	c := &chains{leaks: l, held: map[int32]*ir.Expr{}, open: map[int32]*ir.Expr{}, blocks: map[int32][]int32{}}
	add := func(v *ir.Var) {
		if v.CName != "" && v.ID < len(l.varNode) && l.varNode[v.ID] != 0 && v.Type.IsNumber() {
			x := cell{guard: ir.True(), node: l.varNode[v.ID]}
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
		switch l.objs[o].ir.Kind {
		case ir.GlobalObject:
			c.cells(o, func(off int64) *ir.Expr { return l.address(o, off) }, ir.True(), 0, !l.placed(o))
		case ir.LocalObject:
			if frames {
				c.cells(o, func(off int64) *ir.Expr { return l.address(o, off) }, l.living(o), 0, !l.placed(o))
			}
		case ir.HeapObject:
			if frames && l.objs[o].ir.Automatic { // of a function that calls itself, or of alloca
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
	x := &c.objs[c.objs[o].rep]
	for _, k := range x.contents {
		if !c.leadsToBlock(k.node) {
			continue
		}
		var offs []int64
		pt := c.partOf(k.class)
		known := !blind && x.rep == o && len(x.members) == 0 && pt != nil && k.class.width == c.ptrSize && bytes(pt.cell) == c.ptrSize
		size := c.objs[o].ir.Size
		switch {
		case !known:
		case pt.kind == scalarPart || k.class.stride == 0 && pt.kind == cellsPart:
			offs = []int64{k.class.off}
		case pt.kind == cellsPart && size >= 0 && size/k.class.stride <= maxSlots:
			for off := k.class.off; off+k.class.width <= size; off += k.class.stride {
				offs = append(offs, off)
			}
		default:
			known = false
		}
		if !known {
			c.work = append(c.work, cell{guard: guard, node: k.node, depth: depth})
		}
		for _, off := range offs {
			v := ir.VarExpr(pt.vars[0])
			if pt.kind == cellsPart {
				v = ir.LoadFrom(pt.vars[0], pt.cell, at(off))
			}
			if !pt.cell.IsNumber() {
				c.work = append(c.work, cell{guard: guard, node: k.node, depth: depth})
				continue
			}
			c.work = append(c.work, cell{guard: guard, value: ir.Cast(c.p.PtrType(), v), node: k.node, depth: depth})
		}
	}
}

// partOf is the part whose accesses are those of class k; nil if there is none.
func (c *chains) partOf(k class) *part {
	for _, pt := range c.parts {
		for _, d := range pt.classes {
			if d == k {
				return pt
			}
		}
	}
	return nil
}

// leadsToBlock says that there may be a pointer to a block, or to what leads to one.
func (c *chains) leadsToBlock(node int32) bool { return len(c.beyond(node)) > 0 }

// beyond are the blocks that a pointer may lead to, over any number of steps.
func (c *chains) beyond(node int32) []int32 {
	blocks, known := c.blocks[node]
	if !known {
		blocks = c.search(node)
		c.blocks[node] = blocks
	}
	return blocks
}

// search finds what beyond says.
func (c *chains) search(node int32) (blocks []int32) {
	seen := map[int32]bool{}
	work := []int32{node}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range c.pts(n) {
			if t.obj == anyInteger || seen[t.obj] {
				continue
			}
			seen[t.obj] = true
			for _, o := range append([]int32{t.obj}, c.objs[t.obj].members...) {
				if c.isBlock(o) && !slices.Contains(blocks, o) {
					blocks = append(blocks, o)
				}
			}
			for _, k := range c.objs[c.objs[t.obj].rep].contents {
				work = append(work, k.node)
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
	for _, t := range c.pts(x.node) {
		switch {
		case t.obj == anyInteger || !c.isBlock(t.obj) && len(c.objs[t.obj].members) == 0 || !c.placed(t.obj) && !c.watchable(t.obj):
		case c.placed(t.obj):
			in := ir.And(x.guard, c.near(t.obj, x.value))
			here = ir.Or(here, c.near(t.obj, x.value))
			c.held[t.obj] = ir.Or(orFalse(c.held[t.obj]), in)
		default:
			watched = true
		}
	}
	if watched {
		c.watched = ir.Or(orFalse(c.watched), ir.And(x.guard, c.watch.near(x.value)))
	}
	for _, t := range c.pts(x.node) {
		o := t.obj
		leads := o != anyInteger && slices.ContainsFunc(c.objs[c.objs[o].rep].contents, func(k content) bool { return c.leadsToBlock(k.node) })
		kind := c.objs[o].ir.Kind
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
		case t.stride != 0 || c.marks == nil || !c.watchable(o):
			c.giveUp(inside)
		default:
			start := ir.PtrAdd(x.value, ir.ConstInt(c.word(true), -t.off))
			guard := ir.And(x.guard, ir.Compare(ir.OpEq, ir.LoadFrom(c.marks.region, ir.Int(32, false), start), c.mark(o)))
			c.cells(o, func(off int64) *ir.Expr { return ir.PtrAdd(start, ir.ConstInt(c.word(true), off)) }, guard, x.depth+1, false)
		}
	}
}

// giveUp says that x is not followed.
func (c *chains) giveUp(x cell) {
	for _, o := range c.beyond(x.node) {
		c.open[o] = ir.Or(orFalse(c.open[o]), x.guard)
	}
}

package pointers

import (
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// split checks how memory is going to be split, and what comparisons of pointers decide.
func (c *checker) split() {
	recursive := c.functions()
	for _, e := range c.p.Edges {
		if e == nil || c.doubt != nil {
			continue
		}
		if _, called := recursive[c.p.Locs[e.From].Func]; !called {
			continue // it has arguments in no execution
		}
		c.pos = e.Pos
		ir.Exprs(e.Stmt, func(root *ir.Expr) {
			ir.Walk(root, func(x *ir.Expr) bool {
				if !c.seen[x] {
					return false
				}
				delete(c.seen, x)
				if x.Op == ir.OpLoad && x.Region == nil {
					c.access(x.Args[0], x.Type)
				}
				if ir.ComparesPointers(x) {
					c.comparison(x)
				}
				return c.doubt == nil
			})
		})
		if s, ok := e.Stmt.(*ir.Store); ok && s.Region == nil {
			c.access(s.Addr, s.Val.Type)
		}
	}
	c.pos = ir.Pos{}
	c.disjoint()
	c.once()
	for i := range c.t.Objects {
		o := &c.t.Objects[i]
		c.need(o.Kind != ir.LocalObject || !o.Single || !recursive[o.Func], "%s is taken for one object in recursion", o.Name)
	}
	c.places()
}

// access: all places that an access may be to are in its part, and if that is a variable, there is one such place.
func (c *checker) access(addr *ir.Expr, ty ir.Type) {
	width := width(ty)
	a, ok := c.t.Access(addr, width)
	c.need(ok, "nothing is said of an access")
	c.need(len(*c.at(addr)) > 0, "an access leads nowhere")
	if !ok {
		return
	}
	for _, k := range c.touched(addr, width) {
		c.need(slices.ContainsFunc(a.Touched, func(in ir.Class) bool {
			return in.Obj == k.Obj && in.Width == k.Width && contains(in.Target, k.Target)
		}), "an access may be to %s at %d", c.t.Objects[k.Obj].Name, k.Off)
	}
	if a.Part < 0 {
		c.need(len(a.Touched) == 0, "an access is taken to be undefined")
		return
	}
	part := &c.t.Parts[a.Part]
	for _, in := range a.Touched {
		c.need(slices.Contains(part.Classes, in), "an access may leave its part of memory")
	}
	c.need(part.Units || part.Cell == ty || int64(part.Cell.Bits) == 8*part.Width, "a cell does not hold all bits of what is stored")
	c.need(!part.Fixed || len(a.Touched) == 1, "an access to one of several places is taken to be to one variable")
}

// comparison: what a comparison of two pointers decides is so wherever objects lie. Those that may be of one object have an order, and addresses of
// different ones differ, but for the end of one and the beginning of the next, and for bytes that literals share.
func (c *checker) comparison(e *ir.Expr) {
	k := c.t.Compared(e)
	ps, qs := c.placed(e.Args[0]), c.placed(e.Args[1])
	if k.Open || len(ps) == 0 || len(qs) == 0 {
		return
	}
	apart := true
	unknown := slices.ContainsFunc(append(slices.Clone(ps), qs...), func(t ir.Target) bool { return c.indistinct(&c.t.Objects[t.Obj]) })
	for _, t := range ps {
		for _, u := range qs {
			o, n := &c.t.Objects[t.Obj], &c.t.Objects[u.Obj]
			apart = apart && o.Rep != n.Rep
			if e.Op != ir.OpEq && e.Op != ir.OpNe {
				c.need(c.leftOpen(k.Decided, o, n, unknown) || ir.IsOffset(e), "the order of pointers into %s and %s is decided", o.Name, n.Name)
				continue
			}
			if k.Any || o.Rep == n.Rep {
				continue
			}
			meet := func(may bool, at, other int64) {
				first, second := ir.Target{Obj: t.Obj, Off: at}, ir.Target{Obj: u.Obj, Off: other}
				c.need(!may || !contains(t, first) || !contains(u, second) || slices.Contains(k.Meet, ir.Meeting{First: first, Second: second}),
					"%s at %d and %s at %d are taken for different", o.Name, at, n.Name, other)
			}
			meet(o.Single && n.Single && o.Size > 0, o.Size, 0)
			meet(o.Single && n.Single && n.Size > 0, 0, n.Size)
			for i := int64(1); i <= tail(o.Object, n.Object); i++ {
				meet(true, o.Size-i, n.Size-i)
			}
		}
	}
	c.need(!apart || e.Op == ir.OpEq || e.Op == ir.OpNe, "the order of pointers into different objects is decided")
}

// leftOpen says that d does not hold of addresses in o and in n, from the beginning to the end, if these may be different objects. The order of pointers of
// unknown origin is that of craig's layout, and so is that of blocks if they are compared with these.
func (c *checker) leftOpen(d *ir.Decided, o, n *ir.PointsObject, unknown bool) bool {
	placed := func(o *ir.PointsObject) bool { return o.Single && o.Size >= 0 && !c.indistinct(o) }
	if o.Rep == n.Rep && (o.Kind != ir.HeapObject || o.Single || o.Once) || unknown && !(placed(o) && placed(n)) {
		return true
	}
	if d == nil {
		return false
	}
	has := func(list []int32, o *ir.PointsObject) bool {
		return slices.ContainsFunc(list, func(i int32) bool { return c.t.Objects[i].Object == o.Object })
	}
	for _, i := range append(slices.Clone(d.In), d.Outside...) {
		if !placed(&c.t.Objects[i]) {
			return false // its addresses are not known
		}
	}
	if d.Near > 0 && placed(o) && placed(n) {
		near := num.I(d.Near)
		if o.Addr.Less(n.Addr.Add(num.I(n.Size)).Add(near)) && n.Addr.Less(o.Addr.Add(num.I(o.Size)).Add(near)) {
			return false
		}
	}
	if d.Unless {
		return has(d.Outside, o) && has(d.Outside, n)
	}
	return len(d.Outside) == 0 || has(d.Outside, o) || has(d.Outside, n)
}

// indistinct says that an object is of unknown origin, or stands for others: it is not told apart by its addresses.
func (c *checker) indistinct(o *ir.PointsObject) bool {
	return o.Kind == ir.UnknownObject || o.Kind == ir.LibraryObject || c.many[o.Rep]
}

// placed are the targets of e in objects of the program.
func (c *checker) placed(e *ir.Expr) (list ir.Targets) {
	for _, t := range *c.at(e) {
		if t.Obj != 0 && !c.t.Objects[t.Obj].Fixed {
			list = append(list, t)
		}
	}
	return list
}

// tail is how many bytes two literals may share, if all of the shorter one is the end of the longer one.
func tail(o, n *ir.Object) (k int64) {
	if o.Kind != ir.StringObject || n.Kind != ir.StringObject {
		return 0
	}
	at := func(o *ir.Object, i int64) byte { // the i-th byte from the end
		if i = o.Size - i; i < int64(len(o.Data)) {
			return o.Data[i]
		}
		return 0
	}
	for k = 1; k <= min(o.Size, n.Size); k++ {
		if at(o, k) != at(n, k) {
			return 0
		}
	}
	return k - 1
}

// touched are the places that an access may be to: those in the objects that it may point into, or, if all are outside of these,
// those, as memory of its own.
func (c *checker) touched(addr *ir.Expr, width int64) []ir.Class {
	var inside, outside []ir.Class
	for _, t := range *c.at(addr) {
		o := &c.t.Objects[t.Obj]
		if t.Obj == 0 || o.Fixed {
			continue
		}
		room := o.Size - width // the last offset in the object
		limited := o.Size >= 0 && !c.many[t.Obj]
		switch {
		case limited && (t.Off < 0 || t.Off > room):
			outside = append(outside, ir.Class{Target: t, Width: width})
			continue
		case limited && t.Stride > 0 && t.Off+t.Stride > room:
			t.Stride = 0
		}
		if unit := min(width, c.word); t.Stride > 0 && t.Stride < unit {
			t.Off, t.Stride = 0, unit // it is aligned
		}
		inside = append(inside, ir.Class{Target: t, Width: width})
	}
	if len(inside) == 0 {
		return outside
	}
	return inside
}

// place is a class of a part.
type place struct {
	ir.Class
	part int
}

// apart: no two parts have a byte in common, and within a part an access is to whole cells.
func (c *checker) disjoint() {
	byObject := map[int32][]place{}
	for i := range c.t.Parts {
		for _, k := range c.t.Parts[i].Classes {
			byObject[k.Obj] = append(byObject[k.Obj], place{k, i})
			if c.t.Any != 0 && k.Obj == c.t.Any {
				c.unknownPlace(k, i)
			}
		}
		c.cells(&c.t.Parts[i])
	}
	for _, places := range byObject {
		slices.SortFunc(places, func(a, b place) int { return int(min(max(a.Off-b.Off, -1), 1)) })
		widest := int64(0) // of those without a stride
		var fixed, strided []place
		for _, p := range places {
			if p.Stride > 0 {
				strided = append(strided, p)
			} else {
				fixed = append(fixed, p)
				widest = max(widest, p.Width)
			}
		}
		for i, p := range fixed {
			for _, q := range fixed[i+1:] {
				if q.Off >= p.Off+widest {
					break
				}
				c.pair(p, q)
			}
		}
		for i, p := range strided {
			c.pair(p, p)
			for _, q := range strided[i+1:] {
				c.pair(p, q)
			}
			for _, q := range fixed {
				c.pair(p, q)
			}
		}
	}
}

// pair: two classes that meet are in one part, and if its cells are accessed as a whole, the same cells or none.
func (c *checker) pair(p, q place) {
	if !meet(p.Class, q.Class) {
		return
	}
	name := c.t.Objects[p.Obj].Name
	c.need(p.part == q.part, "two parts of memory have bytes of %s at %d and %d in common", name, p.Off, q.Off)
	if part := &c.t.Parts[p.part]; part.Region && !part.Units {
		g := gcd(p.Stride, q.Stride)
		c.need(g == 0 && p.Off == q.Off || g >= part.Width && (p.Off-q.Off)%g == 0, "cells of %s overlap", name)
	}
}

// cells: the places of a part are what it says that its cells are.
func (c *checker) cells(part *ir.Part) {
	first := map[int32]int64{}
	c.need(width(part.Cell) == part.Width, "cells have another width than their type")
	for _, k := range part.Classes {
		name := c.t.Objects[k.Obj].Name
		if _, ok := first[k.Obj]; !ok {
			first[k.Obj] = k.Off
		}
		off := k.Off - first[k.Obj]
		if part.Fixed {
			off = k.Off - part.Base
			c.need(k.Obj == part.Classes[0].Obj && k.Stride == 0 && c.t.Objects[k.Obj].Single && 0 <= off && off+k.Width <= part.Size,
				"places of %s are taken for one variable", name)
			c.need(!c.t.Objects[k.Obj].Fuzzy || c.t.Objects[k.Obj].Kind != ir.UnknownObject, "an object for several pointers of unknown origin is a variable")
		}
		if part.Units || part.Fixed && k != part.Classes[0] {
			c.need(part.Cell.Kind == ir.Integer && !part.Cell.Signed && int64(part.Cell.Bits) == 8*part.Width, "what is accessed in pieces of %s is no unsigned number", name)
		}
		switch w := part.Width; {
		case part.Units:
			c.need(off%w == 0 && k.Stride%w == 0 && k.Width%w == 0, "an access is not to whole units of %s", name)
		case part.Region:
			c.need(k.Width == w, "an access is not to one cell of %s", name)
		default:
			c.need(part.Size <= w, "a variable is smaller than what is accessed of %s", name)
		}
	}
}

// unknownPlace: what an unknown pointer, which may lead to any object, is used for is in the part of all cells that it may be.
func (c *checker) unknownPlace(k ir.Class, part int) {
	for i := range c.t.Parts {
		for _, q := range c.t.Parts[i].Classes {
			c.need(i == part || q.Width != k.Width && q.Width != 1 && k.Width != 1,
				"an access through an unknown pointer may be to %s", c.t.Objects[q.Obj].Name)
		}
	}
}

// once: a block that is said to be made once, or to have a known size, has.
func (c *checker) once() {
	made := map[*ir.Object]int{}
	for _, e := range c.p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Alloc)
		if !ok || s.Result == nil {
			continue
		}
		c.pos = e.Pos
		made[s.Site]++
		i, _ := c.t.Of(s.Site)
		if o := &c.t.Objects[i]; o.Single || o.Once {
			c.need(made[s.Site] == 1 && !c.again[e.ID], "several blocks are taken for one")
			size, ok := s.Size.Val.Int64()
			c.need(!o.Single || s.Size.IsConst() && ok && size == o.Size, "a block has another size")
		}
	}
	c.pos = ir.Pos{}
}

// functions says of each function that is called, or is Main, whether it may be called again while it is active.
func (c *checker) functions() map[*ir.Func]bool {
	index := map[*ir.Func]int{}
	for i, f := range c.p.Funcs {
		index[f] = i
	}
	calls := make([][]int, len(c.p.Funcs))
	for _, e := range c.p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Call); ok && s.Callee != nil {
			from := index[c.p.Locs[e.From].Func]
			calls[from] = append(calls[from], index[s.Callee])
		}
	}
	recursive := map[*ir.Func]bool{}
	for _, group := range graph.Components(len(calls), func(i int) []int { return calls[i] }, index[c.p.Main]) {
		for _, i := range group {
			recursive[c.p.Funcs[i]] = len(group) > 1 || slices.Contains(calls[i], i)
		}
	}
	return recursive
}

// places: no two objects have an address in common, their ends included, and blocks without a place come after all.
func (c *checker) places() {
	var objs []*ir.Object
	for i := 1; i < len(c.t.Objects); i++ {
		if o := &c.t.Objects[i]; !o.Fixed && (o.Kind != ir.HeapObject || o.Single) {
			objs = append(objs, o.Object)
		}
	}
	slices.SortFunc(objs, func(a, b *ir.Object) int { return a.Addr.Cmp(b.Addr) })
	end := num.Int{}
	for _, o := range objs {
		c.need(end.Less(o.Addr), "%s is where another object is", o.Name)
		end = o.Addr.Add(num.I(max(o.Size, 0)))
	}
	c.need(end.Less(c.t.Heap), "the heap begins where an object is")
}

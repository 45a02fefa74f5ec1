package elab

// Initializers: C11 6.7.9, and GNU's ranges.

import (
	"slices"
	"sort"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// initNode is an object that is being initialized, or a part of one. Parts that are in no list are zero.
type initNode struct {
	typ   *types.Type
	bits  *types.Field
	set   bool
	value operand       // of a scalar, or of a structure that is initialized with one
	text  *core.Literal // of an array of characters
	parts []initPart    // in the order of the text; those of a union: one
	end   int64         // behind the last of them
}

// initPart is the member, or the elements from lo to hi, that a node is about.
type initPart struct {
	lo, hi int64
	node   *initNode
}

// initReader reads one initializer.
type initReader struct {
	u       *unit
	static  bool
	pending []*operand // values that a later effect might change
}

// cursor is a place in a list in braces.
type cursor struct {
	list  []syntax.InitElem
	i     int
	led   int      // one more than the index of an element whose designators were followed
	value *operand // of the element at i, once it was evaluated
}

func (c *cursor) next() { c.i, c.value = c.i+1, nil }

// initialize reads the initializer of an object of type t. It returns the type, which is complete where t is an array without a length,
// and nil for the initializer of an object that is zero.
func (u *unit) initialize(t *types.Type, x syntax.Expr, static bool) (core.Init, *types.Type) {
	r := &initReader{u: u, static: static}
	n := &initNode{typ: t}
	if static {
		u.list.static++
		code := u.scratch(func() { r.object(n, x) })
		u.list.static--
		if len(code) > 0 {
			u.fail(syntax.Start(x), "", "the initializer of an object of static storage duration has an effect")
		}
	} else {
		r.object(n, x)
	}
	if t.Kind == types.Array && t.Len < 0 && !t.Variable {
		t = u.tt.Array(t.Elem, n.length()).Aligned(t.Explicit)
		n.typ = t
	}
	return r.finish(n), t
}

// object initializes a whole object.
func (r *initReader) object(n *initNode, x syntax.Expr) {
	x = unparen(x)
	switch v := x.(type) {
	case *syntax.InitList:
		r.braces(n, v)
		return
	case *syntax.Compound:
		if r.static || n.typ.Kind == types.Array {
			t := r.u.typeName(v.Type)
			if t.Kind == types.Array && n.typ.Kind == types.Array || r.u.tt.Compatible(t.Main(), n.typ.Main()) && !t.IsScalar() {
				r.braces(n, v.Init) // GNU
				return
			}
		}
	}
	c := &cursor{list: []syntax.InitElem{{Value: x}}}
	if n.typ.Kind == types.Array {
		if !r.literal(n, c) {
			r.u.fail(syntax.Start(x), "a list in braces was wanted", "an array is initialized with a value")
		}
		return
	}
	r.leaf(n, c)
}

// braces initializes an object with a list.
func (r *initReader) braces(n *initNode, l *syntax.InitList) {
	c := &cursor{list: l.Elems}
	n.clear()
	n.set = true
	switch {
	case n.typ.Kind == types.Array:
		if len(c.list) == 1 && len(c.list[0].Designators) == 0 {
			if _, ok := unparen(c.list[0].Value).(*syntax.String); ok && r.literal(n, c) {
				return
			}
		}
	case n.typ.IsRecord():
		if !n.typ.Record.Complete {
			r.u.fail(l.Lbrace, "", "an object of the incomplete type %v is initialized", n.typ)
		}
	case n.typ.Kind == types.Vector:
	default:
		if len(c.list) == 0 {
			n.value = r.u.convert(value(r.u.smallInt(0, r.u.pos(l.Lbrace))), n.typ, implicit)
			return
		}
		if inner, ok := c.list[0].Value.(*syntax.InitList); ok {
			r.braces(n, inner)
			return
		}
		if len(c.list[0].Designators) > 0 {
			r.u.fail(c.list[0].Designators[0].At, "", "a designator for an object of type %v", n.typ)
		}
		r.leaf(n, c)
		return
	}
	next := int64(0)
	for c.i < len(c.list) {
		if ds := c.list[c.i].Designators; len(ds) > 0 {
			next = r.designate(n, ds, c)
			continue
		}
		i := n.member(next)
		if i < 0 {
			c.next() // too many: gcc warns
			continue
		}
		r.part(n.child(r, i, i, true), c)
		next = i + 1
	}
}

// designate initializes what designators lead to, and what follows it up to the next designator. It returns the index that is next in n.
func (r *initReader) designate(n *initNode, ds []syntax.Designator, c *cursor) int64 {
	lo, hi, path := r.index(n, &ds[0])
	child := n.child(r, lo, hi, len(ds) == 1 && len(path) == 0)
	for _, i := range path {
		inner := child.child(r, i, i, true)
		if len(ds) == 1 && i == path[len(path)-1] && inner != nil {
			// the rest of the anonymous structure comes after its member
			r.part(inner, c)
			r.fill(child, i+1, c)
			return hi + 1
		}
		child = inner
	}
	if len(ds) == 1 {
		r.part(child, c)
		return hi + 1
	}
	if child.typ.Kind != types.Array && !child.typ.IsRecord() {
		r.u.fail(ds[1].At, "", "a designator for an object of type %v", child.typ)
	}
	next := r.designate(child, ds[1:], c)
	r.fill(child, next, c)
	return hi + 1
}

// index is what a designator names: the elements from lo to hi or a member, with the way from there through anonymous members.
func (r *initReader) index(n *initNode, d *syntax.Designator) (lo, hi int64, path []int64) {
	u := r.u
	if d.Name == "" {
		if n.typ.Kind != types.Array {
			u.fail(d.At, "", "an index for an object of type %v", n.typ)
		}
		lo = u.constInt64(d.Index, "the index")
		hi = lo
		if d.Last != nil {
			hi = u.constInt64(d.Last, "the index")
		}
		if lo < 0 || hi < lo || n.typ.Len >= 0 && hi >= n.typ.Len {
			u.fail(d.At, "", "the index is out of the bounds of %v", n.typ)
		}
		return lo, hi, nil
	}
	if !n.typ.IsRecord() {
		u.fail(d.At, "", "a member is named for an object of type %v", n.typ)
	}
	fields := n.typ.Record.Find(d.Name)
	if fields == nil {
		u.fail(d.At, u.nearestMember(n.typ, d.Name), "%v has no member %s", n.typ, d.Name)
	}
	t := n.typ
	for i, f := range fields {
		k := int64(fieldIndex(t.Record, f))
		if i == 0 {
			lo, hi = k, k
		} else {
			path = append(path, k)
		}
		t = f.Type
	}
	return lo, hi, path
}

func fieldIndex(r *types.Record, f *types.Field) int {
	for i := range r.Fields {
		if &r.Fields[i] == f {
			return i
		}
	}
	return -1
}

// fill initializes members of n from one on with elements that have no designators, where the braces around them were left out.
func (r *initReader) fill(n *initNode, next int64, c *cursor) {
	for c.i < len(c.list) && (len(c.list[c.i].Designators) == 0 || c.led == c.i+1) {
		i := n.member(next)
		if i < 0 {
			return
		}
		r.part(n.child(r, i, i, true), c)
		next = i + 1
		if n.typ.Kind == types.Union {
			return
		}
	}
}

// part initializes a part with the element at c, and with those after it if its braces were left out.
func (r *initReader) part(n *initNode, c *cursor) {
	e := &c.list[c.i]
	if l, ok := e.Value.(*syntax.InitList); ok {
		c.next()
		r.braces(n, l)
		return
	}
	if v, ok := unparen(e.Value).(*syntax.Compound); ok && r.static && (n.typ.IsRecord() || n.typ.Kind == types.Array || n.typ.Kind == types.Vector) {
		if t := r.u.typeName(v.Type); t.Main() == n.typ.Main() { // GNU
			c.next()
			r.braces(n, v.Init)
			return
		}
	}
	switch {
	case n.typ.Kind == types.Array:
		if r.literal(n, c) {
			return
		}
	case n.typ.IsRecord() || n.typ.Kind == types.Vector:
		if o := r.evaluate(c); o.typ.Kind == n.typ.Kind && r.u.tt.Compatible(o.typ.Unqual(), n.typ.Unqual()) {
			r.leaf(n, c)
			return
		}
	default:
		r.leaf(n, c)
		return
	}
	if n.value.x != nil || n.text != nil {
		n.clear()
	}
	n.set = true
	before := c.i
	c.led = before + 1 // its designators, if it has some, led here
	r.fill(n, 0, c)
	if c.i > before {
		return
	}
	if n.member(0) >= 0 {
		r.u.fail(syntax.Start(e.Value), "", "%v cannot be initialized with this", n.typ)
	}
	if len(e.Designators) > 0 { // an empty structure
		c.next()
	}
}

// evaluate is the value of the element at c, once.
func (r *initReader) evaluate(c *cursor) *operand {
	if c.value == nil {
		x := c.list[c.i].Value
		mark := len(r.u.out)
		var o operand
		if s, ok := unparen(x).(*syntax.String); ok {
			o = place(r.u.stringPlace(s))
		} else {
			o = r.u.expr(x)
			if o.typ.Kind != types.Array {
				o = r.u.rvalue(o)
			}
		}
		if len(r.u.out) > mark && r.u.changes(r.u.out[mark:]) {
			r.u.settle(mark, r.pending...)
			r.pending = r.pending[:0]
		}
		c.value = &o
	}
	return c.value
}

// literal initializes an array of characters with the string literal at c, if one is there.
func (r *initReader) literal(n *initNode, c *cursor) bool {
	if _, ok := unparen(c.list[c.i].Value).(*syntax.String); !ok || !n.typ.Elem.IsInteger() {
		return false
	}
	l := r.evaluate(c).p.(*core.LiteralPlace).Literal
	if n.typ.Elem.SizeOf() != l.Type.Elem.SizeOf() {
		return false
	}
	c.next()
	n.clear()
	n.set, n.text = true, l
	return true
}

// leaf initializes an object that is no array with the value at c.
func (r *initReader) leaf(n *initNode, c *cursor) {
	x := c.list[c.i].Value
	at := syntax.Start(x)
	o := r.u.rvalue(*r.evaluate(c))
	c.next()
	o = r.u.assignable(o, n.typ, at, "an initializer")
	if n.bits != nil {
		o = r.u.convert(o, n.bits.ValueType(), implicit)
	}
	if r.static && !n.typ.IsRecord() && !r.u.fold.Static(o.x) {
		if name := builtinCalled(r.u.out); name != "" { // which gcc may evaluate
			r.u.refuse(at, "builtin "+name, "a constant that is made by %s", name)
		}
		r.u.fail(at, "", "the initializer of an object of static storage duration is no constant")
	}
	if r.static && n.typ.IsRecord() {
		r.u.fail(at, "", "the initializer of an object of static storage duration is no constant")
	}
	n.clear()
	n.set, n.value = true, o
	if !r.static && r.u.depends(o.x) {
		r.pending = append(r.pending, &n.value)
	}
}

// clear forgets what initialized a node.
func (n *initNode) clear() { n.set, n.value, n.text, n.parts, n.end = false, operand{}, nil, nil, 0 }

// member is the first index from i on that can be initialized; -1 if there is none.
func (n *initNode) member(i int64) int64 {
	if n.typ.Kind == types.Array || n.typ.Kind == types.Vector {
		if n.typ.Len >= 0 && i >= n.typ.Len {
			return -1
		}
		return i
	}
	fields := n.typ.Record.Fields
	for ; i < int64(len(fields)); i++ {
		if f := &fields[i]; !f.Bits || f.Name != "" {
			return i
		}
	}
	return -1
}

// child is the node of the elements from lo to hi, or of a member. whole tells that it is initialized as a whole.
func (n *initNode) child(r *initReader, lo, hi int64, whole bool) *initNode {
	if n.value.x != nil || n.text != nil {
		r.u.refuseAt(r.where(n), "overridden initializer", "a part of what was initialized as a whole is initialized again")
	}
	n.set = true
	if n.typ.Kind == types.Union && len(n.parts) > 0 && n.parts[0].lo != lo {
		n.parts, n.end = nil, 0
	}
	if lo >= n.end {
		return n.add(lo, hi)
	}
	// Not in order: what was there is found or cut.
	overlap := false
	for i := range n.parts {
		p := &n.parts[i]
		switch {
		case p.lo == lo && p.hi == hi:
			return p.node
		case p.lo > hi || p.hi < lo:
		case lo <= p.lo && hi >= p.hi:
			p.lo, p.hi = 0, -1 // overwritten
		default:
			overlap = true
		}
	}
	n.parts = slices.DeleteFunc(n.parts, func(p initPart) bool { return p.hi < p.lo })
	if overlap {
		if old := n.cut(lo, hi); !whole { // the rest of the element stays
			c := n.add(lo, hi)
			if len(old) != 1 {
				r.u.refuseAt(r.where(n), "overridden initializer", "parts of several elements are initialized again")
			}
			*c = *old[0].copy()
			return c
		}
	}
	return n.add(lo, hi)
}

// cut takes the elements from lo to hi out of ranges, and returns what those were.
func (n *initNode) cut(lo, hi int64) (old []*initNode) {
	var rest []initPart
	for _, p := range n.parts {
		if p.lo > hi || p.hi < lo {
			rest = append(rest, p)
			continue
		}
		old = append(old, p.node)
		if p.lo < lo {
			rest = append(rest, initPart{p.lo, lo - 1, p.node})
		}
		if p.hi > hi {
			rest = append(rest, initPart{hi + 1, p.hi, p.node.copy()})
		}
	}
	n.parts = rest
	return old
}

// copy is a node like n that can be changed by itself.
func (n *initNode) copy() *initNode {
	c := *n
	c.parts = slices.Clone(n.parts)
	for i := range c.parts {
		c.parts[i].node = c.parts[i].node.copy()
	}
	return &c
}

// where is a position in a node.
func (r *initReader) where(n *initNode) core.Pos {
	switch {
	case n.value.x != nil:
		return n.value.x.Pos()
	case n.text != nil:
		return n.text.Pos
	}
	for _, p := range n.parts {
		if at := r.where(p.node); at != (core.Pos{}) {
			return at
		}
	}
	return core.Pos{}
}

func (n *initNode) add(lo, hi int64) *initNode {
	c := &initNode{}
	if n.typ.Kind == types.Array || n.typ.Kind == types.Vector {
		c.typ = n.typ.Elem
	} else {
		f := &n.typ.Record.Fields[lo]
		c.typ = f.Type
		if f.Bits {
			c.bits = f
		}
	}
	n.parts = append(n.parts, initPart{lo, hi, c})
	n.end = max(n.end, hi+1)
	return c
}

// length is how many elements of an array without a length are initialized.
func (n *initNode) length() int64 {
	if n.text != nil {
		return n.text.Type.Len
	}
	return n.end
}

// finish is a node as an initializer of the core.
func (r *initReader) finish(n *initNode) core.Init {
	switch {
	case n.text != nil:
		return &core.LiteralInit{Literal: n.text}
	case n.value.x != nil:
		return &core.ExprInit{X: n.value.x}
	}
	l := &core.ListInit{At: r.where(n), Typ: n.typ}
	if !sort.SliceIsSorted(n.parts, func(i, j int) bool { return n.parts[i].lo < n.parts[j].lo }) {
		sort.SliceStable(n.parts, func(i, j int) bool { return n.parts[i].lo < n.parts[j].lo })
	}
	l.Elems = make([]core.InitElem, 0, len(n.parts))
	for _, p := range n.parts {
		if !p.node.set {
			continue
		}
		e := core.InitElem{Init: r.finish(p.node)}
		if n.typ.Kind == types.Array || n.typ.Kind == types.Vector {
			e.Index, e.Last = p.lo, p.hi
		} else {
			e.Field = &n.typ.Record.Fields[p.lo]
		}
		l.Elems = append(l.Elems, e)
	}
	return l
}

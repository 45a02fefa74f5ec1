package cfront

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// initer initialises one object, C11 6.7.9.
type initer struct {
	f *fn
	// zero: the object is in memory and already zero, so that zeros need no stores; until a
	// designator may have led back to something that was initialised before.
	zero   bool
	active map[unionPlace]int64 // of a union: the member that was initialised last
	done   map[*ir.Var]bool     // of an aggregate in variables: those that have been initialised
	table  *table               // nil: all numbers are stored
	static bool
	path   []int64         // the numbers of the members around the item that is initialised
	given  map[string]bool // by path: aggregates that one expression has initialised, a member each
}

// initialiseVariable gives the object at p, which is new, its initial value. What an aggregate's
// initialiser does not mention is zero; an aggregate in memory is zero already.
func (f *fn) initialiseVariable(p place, n *cc.Initializer, static bool) {
	pos := f.pos(n)
	aggregate := p.t.isAgg() || p.t.kind == kArray
	in := &initer{f: f, zero: p.addr != nil && (static || aggregate), done: map[*ir.Var]bool{}, static: static, given: map[string]bool{}}
	if aggregate && !static && !f.allZero(n) {
		in.unpad(p, pos)
	}
	if static {
		in.table = f.tableOf(p, n)
	}
	in.object(p, n)
	if in.table != nil {
		in.table.end()
	}
	if p.cells != nil && n.Case == cc.InitializerInitList || p.cells != nil && p.t.kind == kArray {
		in.rest(p, pos)
	}
}

// initialise fills an aggregate or scalar from the list of a compound literal.
func (f *fn) initialise(p place, l *cc.InitializerList, pos ir.Pos) {
	in := &initer{f: f, done: map[*ir.Var]bool{}, given: map[string]bool{}}
	if p.addr != nil {
		in.zero = true // begun with zeros
		if !f.static && !f.zeroList(l) {
			in.unpad(p, pos)
		}
	}
	in.braced(p, l, pos)
	if p.cells != nil {
		in.rest(p, pos)
	}
}

// unpad makes the padding of a new object unknown.
func (in *initer) unpad(p place, pos ir.Pos) {
	f := in.f
	f.forgetPadding(p, pos)
	cells, _ := f.r.types.flat(p.t)
	for _, c := range cells {
		if p.addr != nil && f.r.types.loseBits(p.t, c) {
			f.zeroPlace(p.at(f.r, c), pos)
		}
	}
}

// rest makes zero what was not initialised of an aggregate in variables.
func (in *initer) rest(p place, pos ir.Pos) {
	cells, _ := in.f.r.types.flat(p.t)
	for _, c := range cells {
		if q := p.at(in.f.r, c); q.v != nil && !in.done[q.v] {
			in.f.zeroPlace(q, pos)
		}
	}
}

// object initialises p with an expression or a list in braces.
func (in *initer) object(p place, n *cc.Initializer) {
	f, pos := in.f, in.f.pos(n)
	if n.Case == cc.InitializerInitList {
		in.braced(p, n.InitializerList, pos)
		return
	}
	e := n.AssignmentExpression
	if s, ok := stringLiteral(e); ok && p.t.kind == kArray {
		in.text(p, s, pos)
		return
	}
	if p.v != nil && p.t.isScalar() {
		in.mark(p)
		f.assignTo(p, e, pos)
		return
	}
	v, constant := value{}, false
	if f.static && !f.r.mode.Math && p.t.isScalar() { // a constant that overflows wraps
		v, constant = f.r.constantValue(f.unit, e)
	}
	if !constant {
		v = f.rvalue(e)
	}
	if p.t.kind == kArray { // an array from a compound literal
		if d, ok := strip(e).(*cc.PostfixExpression); ok && d.Case == cc.PostfixExpressionComplit && v.e != nil {
			f.copyAggregate(p, place{t: p.t, addr: v.e}, pos)
			return
		}
		f.r.fail(pos, "", "an array needs an initialiser in braces")
		return
	}
	in.put(p, f.convert(v, p.t, pos), pos)
}

// put stores a value.
func (in *initer) put(p place, v value, pos ir.Pos) {
	in.mark(p)
	if in.zero && v.e != nil && v.e.IsConst() && v.e.Val.IsZero() && p.addr != nil {
		return
	}
	if in.zero && v.float != nil && *v.float == 0 && p.addr != nil {
		return
	}
	if in.table != nil && in.table.put(p, v) {
		return
	}
	in.f.store(p, v, pos)
}

// mark notes that p has been initialised.
func (in *initer) mark(p place) {
	if p.v != nil {
		in.done[p.v] = true
	}
	if p.cells != nil {
		cells, _ := in.f.r.types.flat(p.t)
		for _, c := range cells {
			if q := p.at(in.f.r, c); q.v != nil {
				in.done[q.v] = true
			}
		}
	}
}

// braced initialises p with a list in braces.
func (in *initer) braced(p place, l *cc.InitializerList, pos ir.Pos) {
	if l == nil { // {}: zero
		if !p.inMemory() && p.cells == nil {
			in.f.zeroPlace(p, pos)
		} else if p.addr != nil && !in.zero {
			in.f.zeroPlace(p, pos)
		}
		return
	}
	if !p.t.isAgg() && p.t.kind != kArray {
		in.object(p, l.Initializer)
		return
	}
	if p.t.kind == kOpaque { // a vector
		for ; l != nil; l = l.InitializerList {
			if l.Initializer.Case == cc.InitializerExpr {
				in.f.effect(l.Initializer.AssignmentExpression)
			}
		}
		in.f.r.note(ir.Overapproximated, pos, "vectors and complex numbers are unknown")
		in.mark(p)
		in.f.havocAggregate(p, ir.FromApproximation, "", pos)
		return
	}
	if p.t.kind == kArray && l.Designation == nil && l.Initializer.Case == cc.InitializerExpr && l.InitializerList == nil {
		if s, ok := stringLiteral(l.Initializer.AssignmentExpression); ok && in.f.r.types.elem(p.t).isInt() {
			in.text(p, s, pos)
			return
		}
	}
	in.fill(p, &l, true, nil)
}

// sub is the i-th subobject of p.
func (in *initer) sub(p place, i int64) place {
	types := in.f.r.types
	if p.t.kind == kArray {
		e := types.elem(p.t)
		q := place{t: e}
		if p.cells != nil {
			q.cells, q.bit = p.cells, p.bit+i*e.size*8
			return q.scalar()
		}
		q.addr = in.f.r.offset(p.addr, i*e.size)
		if p.t.len < 0 {
			grow(q)
		}
		return q
	}
	return p.field(in.f.r, types.layout(p.t).fields[i])
}

// grow makes the object of a struct large enough for an element of its flexible array.
func grow(p place) {
	base, off := p.addr, num.I(0)
	if base.Op == ir.OpPtrAdd && base.Args[1].IsConst() {
		base, off = base.Args[0], base.Args[1].Val
	}
	if n, ok := off.Int64(); ok && base.Op == ir.OpAddr && base.Obj.Size >= 0 {
		base.Obj.Size = max(base.Obj.Size, n+p.t.size)
	}
}

// fill initialises the subobjects of p with items of a list, and moves *l after them. It stops
// when p is full, or, outside braces, at the next designator, which belongs to an outer list.
// path designates where the first item goes.
func (in *initer) fill(p place, l **cc.InitializerList, braced bool, path *cc.DesignatorList) {
	n := in.f.r.members(p.t)
	first := int64(0) // of the subobjects that have not been reached
	for i := int64(0); *l != nil; first = max(first, i) {
		d := path
		path = nil
		if d == nil && (*l).Designation != nil {
			if !braced {
				return
			}
			d = (*l).Designation.DesignatorList
			in.zero = false
		}
		if d == nil {
			if n >= 0 && i >= n {
				if !braced {
					return
				}
				*l = (*l).InitializerList // an excess item
				continue
			}
			in.activate(p, i)
			q := in.sub(p, i)
			in.override(q, *l, i < first || !braced)
			in.member(i, q, l)
			i++
			continue
		}
		lo, hi, rest, ok := in.f.r.designated(in.f.unit, p.t, d)
		if !ok {
			in.f.r.fail(in.f.pos((*l).Initializer), "", "a designator that fits no member")
			*l = nil
			return
		}
		here := *l
		once := lo < hi && rest == nil && in.f.r.changes(here.Initializer)
		for i = lo; i <= hi; i++ {
			if once && i > lo { // evaluated once, as GCC has it
				in.again(in.sub(p, lo), in.sub(p, i), in.f.pos(here.Initializer))
				continue
			}
			*l = here
			in.activate(p, i)
			if q := in.sub(p, i); rest == nil {
				in.override(q, *l, i < first || !braced)
				in.member(i, q, l)
			} else {
				in.path = append(in.path, i)
				if in.given[fmt.Sprint(in.path)] {
					in.f.unsound(in.f.pos(here.Initializer), "compilers differ in what is left of an aggregate that an expression has initialised when a later designator names a member of it")
				}
				in.fill(q, l, false, rest)
				in.path = in.path[:len(in.path)-1]
			}
		}
	}
}

// member initialises q, the i-th member, with the next items.
func (in *initer) member(i int64, q place, l **cc.InitializerList) {
	in.path = append(in.path, i)
	n := (*l).Initializer
	in.given[fmt.Sprint(in.path)] = !in.static && q.t.isAgg() && n.Case == cc.InitializerExpr && in.f.r.wholeItem(q.t, *l)
	in.item(q, l)
	in.path = in.path[:len(in.path)-1]
}

// again gives q what p has been initialised with.
func (in *initer) again(p, q place, pos ir.Pos) {
	in.mark(q)
	if p.t.isScalar() {
		in.f.store(q, in.f.load(p, pos), pos)
		return
	}
	in.f.copyAggregate(q, p, pos)
}

// changes tells whether evaluating an initialiser may change something.
func (r *reader) changes(n *cc.Initializer) bool {
	if n.Case == cc.InitializerExpr {
		return r.hasEffects(n.AssignmentExpression)
	}
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		if r.changes(l.Initializer) {
			return true
		}
	}
	return false
}

// hasEffects tells whether evaluating n may change something.
func (r *reader) hasEffects(n cc.ExpressionNode) bool {
	n = strip(n)
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		return true
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			if r.hasEffects(l.AssignmentExpression) {
				return true
			}
		}
		return false
	case *cc.CastExpression:
		return r.hasEffects(x.CastExpression)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return r.hasEffects(x.PostfixExpression) || r.hasEffects(x.ExpressionList)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return r.hasEffects(x.PostfixExpression)
		case cc.PostfixExpressionCall, cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return true
		case cc.PostfixExpressionComplit:
			for l := x.InitializerList; l != nil; l = l.InitializerList {
				if r.changes(l.Initializer) {
					return true
				}
			}
			return false
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
			return true
		}
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionStmt
	}
	return slices.ContainsFunc(operands(n), func(sub cc.ExpressionNode) bool { return !isNilNode(sub) && r.hasEffects(sub) })
}

// override undoes what an earlier item has initialised of p, if a list is about to initialise it and
// there may have been one.
func (in *initer) override(p place, l *cc.InitializerList, again bool) {
	if again && !in.zero && l.Initializer.Case == cc.InitializerInitList {
		in.restart(p)
	}
}

// unionPlace is where a union lies that is being initialised.
type unionPlace struct {
	root *ir.Object
	v    *ir.Var
	off  int64
	t    *ctype
}

// activate is told that the i-th member of p is about to be initialised. Of a union, that undoes what
// an earlier item has initialised through another member.
func (in *initer) activate(p place, i int64) {
	if p.t.kind != kUnion || p.addr == nil {
		return
	}
	at := unionPlace{t: p.t}
	base := p.addr
	if base.Op == ir.OpPtrAdd && base.Args[1].IsConst() {
		at.off, _ = base.Args[1].Val.Int64()
		base = base.Args[0]
	}
	at.root, at.v = base.Obj, base.Var
	if last, ok := in.active[at]; ok && last != i {
		in.restart(p)
	}
	if in.active == nil {
		in.active = map[unionPlace]int64{}
	}
	in.active[at] = i
}

// restart undoes what an earlier item has initialised of p, since a list overrides all of it.
func (in *initer) restart(p place) {
	if p.cells == nil {
		in.f.zeroPlace(p, ir.Pos{})
		return
	}
	cells, _ := in.f.r.types.flat(p.t)
	for _, c := range cells {
		delete(in.done, p.at(in.f.r, c).v)
	}
}

// item initialises p with the first item of the list, or with as many as p has scalars, if the
// item is no list, no string for an array and no value of p's own type.
func (in *initer) item(p place, l **cc.InitializerList) {
	n := (*l).Initializer
	whole := in.f.r.wholeItem(p.t, *l)
	if whole || in.f.r.members(p.t) == 0 {
		*l = (*l).InitializerList
		if whole {
			in.object(p, n)
		}
		return
	}
	// without braces: a designation of the item has already been followed
	item := **l
	item.Designation = nil
	rest := &item
	in.fill(p, &rest, false, nil)
	*l = rest
	if rest == &item {
		*l = item.InitializerList // nothing fitted
	}
}

// text initialises an array of characters with a string literal.
func (in *initer) text(p place, s *cc.PrimaryExpression, pos ir.Pos) {
	e := in.f.r.types.elem(p.t)
	codes, _ := in.f.r.text(s)
	n := p.t.len
	if n < 0 {
		n = int64(len(codes))
	}
	for i := int64(0); i < n; i++ {
		c := int64(0)
		if i < int64(len(codes)) {
			c = codes[i]
		} else if in.zero {
			break
		}
		in.put(in.sub(p, i), in.f.number(e, num.I(c)), pos)
	}
}

// stringPlace is the object of a string literal; equal literals share one.
func (f *fn) stringPlace(x *cc.PrimaryExpression) place {
	codes, e := f.r.text(x)
	return f.textPlace(codes, e.size, f.r.exprType(x).t, f.pos(x))
}

// textPlace is the object of a literal of type t with these code units.
func (f *fn) textPlace(codes []int64, size int64, t *ctype, pos ir.Pos) place {
	r := f.r
	key := literalKey{data: contents(codes, size, r.types.machine.BigEndian), size: t.size}
	o := r.strings[key]
	if o == nil {
		o = r.object(ir.StringObject, "\""+printable(codes)+"\"", t, pos)
		o.Zero, o.Data = true, key.data
		r.strings[key] = o
	}
	return place{t: t, addr: ir.AddrOf(r.prog.PtrType(), o), direct: true}
}

// textOf is the address of a literal with that text.
func (f *fn) textOf(text string, pos ir.Pos) *ir.Expr {
	codes := make([]int64, len(text))
	for i := range len(text) {
		codes[i] = int64(int8(text[i]))
	}
	return f.textPlace(codes, 1, f.r.types.arrayOf(f.r.types.char, 0, int64(len(text)+1)), pos).addr
}

// literalKey identifies a literal: by its bytes without the zeros at the end, and its size.
type literalKey struct {
	data string
	size int64
}

// contents are the bytes of code units of a size, without zeros at the end.
func contents(codes []int64, size int64, bigEndian bool) string {
	b := make([]byte, 0, int64(len(codes))*size)
	for _, c := range codes {
		for i := range size {
			if bigEndian {
				i = size - 1 - i
			}
			b = append(b, byte(c>>(8*i)))
		}
	}
	return strings.TrimRight(string(b), "\x00")
}

// printable is the beginning of a text for names.
func printable(codes []int64) string {
	var b []byte
	for _, c := range codes {
		if len(b) >= 24 {
			break
		}
		if c >= ' ' && c < 127 && c != '"' && c != '\\' {
			b = append(b, byte(c))
		} else if c != 0 {
			b = append(b, '?')
		}
	}
	return string(b)
}

// compoundLiteral is (T){ … } as an object.
func (f *fn) compoundLiteral(x *cc.PostfixExpression) place {
	t := f.typeName(x.TypeName)
	f.r.types.complete(t)
	pos := f.pos(x)
	var p place
	if f.static {
		f.r.objects++
		o := f.r.object(ir.GlobalObject, "$literal"+num.I(int64(f.r.objects)).String(), t, pos)
		o.Zero = true
		p = place{t: t, addr: ir.AddrOf(f.r.prog.PtrType(), o), direct: true}
	} else {
		f.r.objects++
		p = f.localObject(f.ir.Name+"::$literal"+num.I(int64(f.r.objects)).String(), t, pos, true)
		f.literalEnds(p, pos)
	}
	f.initialise(p, x.InitializerList, pos)
	return p
}

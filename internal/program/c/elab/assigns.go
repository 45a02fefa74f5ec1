package elab

// What assigns clauses name: C's lvalues, ranges of elements, and CBMC's words for parts of objects.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// joined are the places of two clauses.
func joined(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return a + ", " + b
}

// targets are the places of a clause.
func (u *unit) targets(c syntax.Clause) (list []core.Target) {
	for _, p := range c.Places {
		var t core.Target
		pre := u.before(p.X, func() {
			u.logic(&saying{kind: c.Kind, old: new([]core.Saved)}, func() core.Expr {
				t = u.target(p.X)
				if p.If != nil {
					t.If = u.scalar(u.expr(p.If), syntax.Start(p.If), "a condition")
				}
				return nil
			})
		})
		if pre != nil {
			u.noContract(syntax.Start(p.X), "a place with effects is not supported")
		}
		list = append(list, t)
	}
	return list
}

// target is a place without its condition.
func (u *unit) target(x syntax.Expr) (t core.Target) {
	x = unparen(x)
	switch y := x.(type) {
	case *syntax.Call:
		if id, ok := unparen(y.Fun).(*syntax.Ident); ok && u.partOfObject(y, id, &t) {
			return t
		}
	case *syntax.Index:
		if r, ok := unparen(y.Index).(*syntax.Range); ok {
			return u.elementsBetween(y.X, r)
		}
	case *syntax.Unary:
		b, ok := unparen(y.X).(*syntax.Binary)
		if !ok || y.Op != syntax.Deref || b.Op != syntax.Add {
			break
		}
		if r, ok := unparen(b.Y).(*syntax.Range); ok {
			return u.elementsBetween(b.X, r)
		}
	}
	o := u.expr(x)
	if o.p == nil || o.typ.Kind == types.Func || !o.typ.IsComplete() || o.typ.IsVariable() {
		u.fail(syntax.Start(x), "name each place in C, or a range p[0 .. n - 1]", "this is no place that could be assigned")
	}
	t.Place = o.p
	return t
}

// char is a pointer to bytes.
func (u *unit) char() *types.Type { return u.tt.Pointer(u.tt.Basic(types.Char)) }

// asked is what is asked of a pointer, as a number of bytes.
func (u *unit) asked(w core.What, x syntax.Expr) operand {
	p := u.convert(u.rvalue(u.expr(x)), u.tt.VoidPtr, implicit).x
	return value(&core.Question{At: u.pos(syntax.Start(x)), What: w, Args: []core.Expr{p}, Typ: u.tt.Size.Main()})
}

// partOfObject is CBMC's word for a part of an object: the whole, from a pointer to the end, or as many bytes as are said.
func (u *unit) partOfObject(x *syntax.Call, id *syntax.Ident, t *core.Target) bool {
	args := 1
	switch id.Name {
	default:
		return false
	case "__CPROVER_object_upto":
		args = 2
	case "__CPROVER_object_whole", "__CPROVER_POINTER_OBJECT", "__CPROVER_object_from", "__CPROVER_typed_target":
	}
	if len(x.Args) != args {
		u.wrongArgs(id, args)
	}
	if id.Name == "__CPROVER_typed_target" {
		*t = u.target(x.Args[0])
		return true
	}
	p := u.rvalue(u.expr(x.Args[0]))
	if p.typ.Kind != types.Pointer {
		u.fail(syntax.Start(x.Args[0]), "", "%s wants a pointer", id.Name)
	}
	at := u.pos(id.NamePos)
	t.Base = u.convert(p, u.char(), explicit).x
	switch id.Name {
	case "__CPROVER_object_upto":
		t.Elem = p.typ.Elem
		t.Size = u.convert(u.rvalue(u.expr(x.Args[1])), u.tt.Size, implicit).x
	case "__CPROVER_object_from":
		t.Elem = p.typ.Elem
		t.Size = u.operate(syntax.Sub, u.asked(core.Extent, x.Args[0]), u.asked(core.Offset, x.Args[0]), id.NamePos).x
	default:
		t.Base = &core.PtrAdd{At: at, Sub: true, X: t.Base, N: u.asked(core.Offset, x.Args[0]).x, Typ: u.char()}
		t.Size = u.asked(core.Extent, x.Args[0]).x
	}
	return true
}

// elementsBetween is p[low .. high]. Where one end is missing, or both, the range begins, or ends, with the elements that the array has, or the object that a pointer
// leads to.
func (u *unit) elementsBetween(p syntax.Expr, r *syntax.Range) (t core.Target) {
	at := u.pos(r.At)
	if r.Low != nil && r.High != nil {
		sum := &syntax.Binary{X: p, OpPos: r.At, Op: syntax.Add, Y: &syntax.Paren{Lparen: r.At, X: r}}
		q, size := u.region(sum)
		return core.Target{Base: u.convert(q, u.char(), explicit).x, Size: size, Elem: q.typ.Elem}
	}
	o := u.expr(p)
	isArray := o.typ.Kind == types.Array
	size := int64(-1)
	if isArray && !o.typ.IsVariable() {
		size = o.typ.SizeOf()
	}
	v := u.rvalue(o)
	if v.typ.Kind != types.Pointer || !v.typ.Elem.IsComplete() || v.typ.Elem.IsVariable() || v.typ.Elem.SizeOf() <= 0 || isArray && size < 0 {
		u.fail(r.At, "write p[low .. high]", "a range that is not understood")
	}
	wide := u.tt.Basic(types.LongLong)
	long := func(o operand) operand { return u.convert(o, wide, explicit) }
	number := func(n int64) operand { return long(value(u.smallInt(n, at))) }
	op := func(op syntax.Op, a, b operand) operand { return u.operate(op, a, b, r.At) }
	elem := func() operand { return number(v.typ.Elem.SizeOf()) }
	from := func() operand {
		switch {
		case r.Low != nil:
			return op(syntax.Mul, long(u.rvalue(u.expr(r.Low))), elem())
		case isArray:
			return number(0)
		}
		return op(syntax.Sub, number(0), op(syntax.Mul, op(syntax.Div, long(u.asked(core.Offset, p)), elem()), elem()))
	}
	to := func() operand {
		switch {
		case r.High != nil:
			return op(syntax.Mul, op(syntax.Add, long(u.rvalue(u.expr(r.High))), number(1)), elem())
		case isArray:
			return number(size)
		}
		left := op(syntax.Sub, long(u.asked(core.Extent, p)), long(u.asked(core.Offset, p)))
		return op(syntax.Mul, op(syntax.Div, left, elem()), elem())
	}
	t.Elem = v.typ.Elem
	t.Base = &core.PtrAdd{At: at, X: u.convert(v, u.char(), explicit).x, N: from().x, Typ: u.char()}
	bytes := &core.Cond{At: at, X: op(syntax.Gt, to(), from()).x, Then: op(syntax.Sub, to(), from()).x, Else: number(0).x, Typ: wide.Main()}
	t.Size = u.convert(value(bytes), u.tt.Size, explicit).x
	return t
}

// growing adds the places of a loop to a frame: those that speak of another one, as a[0 .. i-1] does where i is assigned too, grow.
func (u *unit) growing(f *core.Frame, list []core.Target, may bool) {
	for i, t := range list {
		grows := false
		for j, other := range list {
			grows = grows || may && i != j && t.SpeaksOf(other)
		}
		if grows {
			f.Grows = append(f.Grows, t)
		} else {
			f.Targets = append(f.Targets, t)
		}
	}
}

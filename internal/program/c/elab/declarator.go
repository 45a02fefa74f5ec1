package elab

// Declarators: C11 6.7.6.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// quals are the qualifiers of the syntax as those of types.
func quals(q syntax.Quals) types.Quals {
	var r types.Quals
	if q&syntax.Const != 0 {
		r |= types.Const
	}
	if q&syntax.Volatile != 0 {
		r |= types.Volatile
	}
	if q&syntax.Restrict != 0 {
		r |= types.Restrict
	}
	if q&syntax.Atomic != 0 {
		r |= types.Atomic
	}
	return r
}

// typeName is the type that a type name stands for.
func (u *unit) typeName(n *syntax.TypeName) *types.Type {
	s := u.specifiers(n.Specs)
	t, a := u.declared(s, n.Decl, nil)
	if a.align > 0 {
		t = t.Aligned(a.align)
	}
	return t
}

// declared is the type that a declarator gives its name, with the attributes of the specifiers and the declarator. Where
// params is not nil, the declarator is that of a function's definition, whose parameters are declared in the open scope and
// added to params.
func (u *unit) declared(s *spec, d *syntax.Declarator, params *[]*object) (*types.Type, attrs) {
	a := s.attrs
	t := s.typ
	if a.mode != "" {
		t = u.mode(t, &a)
	}
	if a.vector > 0 {
		t = u.vector(t, a.vector, d.Start)
		a.vector = 0
	}
	for i := len(d.Parts) - 1; i >= 0; i-- {
		switch p := d.Parts[i].(type) {
		case *syntax.Pointer:
			var pa attrs
			u.attributes(&pa, p.Attrs)
			t = u.tt.Pointer(t)
			if p.Quals&syntax.Restrict != 0 {
				u.restrictable(t, p.At)
			}
			t = t.With(quals(p.Quals)).Aligned(pa.last)
		case *syntax.Array:
			// A parameter's outermost array is a pointer: see adjust.
			t = u.array(t, p)
		case *syntax.Func:
			keep := params
			if i != 0 {
				keep = nil
			}
			t = u.function(t, p, keep)
		}
	}
	u.attributes(&a, d.Attrs)
	if a.mode != "" {
		t = u.mode(t, &a)
	}
	if a.vector > 0 {
		t = u.vector(t, a.vector, d.Start)
	}
	return t, a
}

// mode is a type with the attribute mode, which is done with then.
func (u *unit) mode(t *types.Type, a *attrs) *types.Type {
	m, err := u.tt.Mode(t, a.mode)
	if err != nil {
		u.refuse(a.modeAt, "attribute mode", "%v", err)
	}
	a.mode = ""
	return m
}

// vector makes a vector of the scalar type inside t (GNU: the attribute reaches through pointers, arrays and functions).
func (u *unit) vector(t *types.Type, n int64, at syntax.Pos) *types.Type {
	switch t.Kind {
	case types.Pointer:
		return u.tt.Pointer(u.vector(t.Elem, n, at)).With(t.Quals)
	case types.Array:
		return u.tt.Array(u.vector(t.Elem, n, at), t.Len)
	case types.Func:
		sig := *t.Sig
		sig.Result = u.vector(sig.Result, n, at)
		return u.tt.Function(sig)
	}
	v, err := u.tt.VectorOf(t, n)
	if err != nil {
		u.fail(at, "", "%v", err)
	}
	return v.With(t.Quals)
}

// array is the type of an array of elements of type t.
func (u *unit) array(t *types.Type, p *syntax.Array) *types.Type {
	switch {
	case t.Kind == types.Func:
		u.fail(p.Lbrack, "an array of pointers to functions may be meant", "an array of functions")
	case !t.IsComplete() && !(t.Kind == types.Array && t.IsVariable()):
		if t.Kind == types.Array && t.Variable {
			break
		}
		u.fail(p.Lbrack, "", "an array of elements whose type, %s, is incomplete", t)
	}
	if p.Star {
		return u.tt.VariableArray(t, nil)
	}
	if p.Len == nil {
		return u.tt.Array(t, -1)
	}
	var x operand
	code := u.scratch(func() { x = u.rvalue(u.expr(p.Len)) })
	if !x.typ.IsInteger() {
		u.fail(p.Len.Pos(), "", "the length of an array is an integer, not %s", x.typ)
	}
	if v, ok := u.fold.Int(x.x); ok && len(code) == 0 {
		if v.Sign() < 0 {
			u.fail(syntax.Start(p.Len), "", "the length of the array is negative")
		}
		size := max(t.SizeOf(), 1)
		k, fits := v.Int64()
		if !fits || k > u.tt.Machine.LargestArray()/size {
			u.fail(syntax.Start(p.Len), "", "the array is too large")
		}
		u.toNearest(x.x)
		return u.tt.Array(t, k)
	}
	if u.inPrototype > 0 {
		return u.tt.VariableArray(t, nil)
	}
	if u.fn == nil {
		u.fail(syntax.Start(p.Len), "", "the length of an array outside of functions is a constant")
	}
	u.emit(code...)
	return u.tt.VariableArray(t, u.frozen(u.convert(x, u.tt.Size, implicit).x, p.Lbrack))
}

// function is the type of a function that returns t.
func (u *unit) function(t *types.Type, p *syntax.Func, keep *[]*object) *types.Type {
	switch t.Kind {
	case types.Func:
		u.fail(p.Lparen, "", "a function that returns a function")
	case types.Array:
		u.fail(p.Lparen, "", "a function that returns an array")
	}
	sig := types.Sig{Result: t, Variadic: p.Variadic, Proto: !p.Empty && len(p.Names) == 0}
	if keep == nil {
		u.scope.enter()
		u.inPrototype++
		defer func() {
			u.scope.leave()
			u.inPrototype--
		}()
	}
	for _, x := range p.Params {
		s := u.specifiers(x.Specs)
		pt, a := u.declared(s, x.Decl, nil)
		if a.align > 0 && s.explicitAlign {
			u.fail(x.Specs.Start, "", "_Alignas of a parameter")
		}
		elements := int64(0)
		if pt.Kind == types.Array {
			elements = max(pt.Len, 0)
		}
		pt = u.adjust(pt, x.Decl)
		if pt.Kind == types.Void {
			u.fail(x.Specs.Start, "", "a parameter of type void")
		}
		if keep != nil && !pt.IsComplete() {
			u.fail(x.Specs.Start, "", "a parameter whose type, %s, is incomplete", pt)
		}
		param := types.Param{Type: pt}
		o := &object{kind: variable, typ: pt, pos: x.Specs.Start}
		if x.Decl.Name != nil {
			param.Name, o.name, o.pos = x.Decl.Name.Name, x.Decl.Name.Name, x.Decl.Name.NamePos
			if u.scope.local(x.Decl.Name.Sym) != nil {
				u.fail(o.pos, "", "two parameters have the name %s", o.name)
			}
			u.scope.declare(x.Decl.Name.Sym, o)
		}
		o.v = &core.Var{Name: o.name, Type: pt, Storage: core.Param, Elements: elements}
		if keep != nil {
			*keep = append(*keep, o)
		}
		sig.Params = append(sig.Params, param)
	}
	return u.tt.Function(sig)
}

// adjust makes the type of a parameter of that of its declarator: C11 6.7.6.3 p7, p8.
func (u *unit) adjust(t *types.Type, d *syntax.Declarator) *types.Type {
	switch t.Kind {
	case types.Array:
		p := u.tt.Pointer(t.Elem)
		if len(d.Parts) > 0 {
			if a, ok := d.Parts[0].(*syntax.Array); ok {
				return p.With(quals(a.Quals))
			}
		}
		return p
	case types.Func:
		return u.tt.Pointer(t)
	}
	return t
}

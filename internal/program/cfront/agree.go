package cfront

import (
	"slices"

	"craig/internal/program/ir"
)

// Files of one program may declare one function or variable with different types, which linkers do not notice. C leaves open what such a
// program does. Here all of it has the type of its definition; a note says so where compiled code may do something else.

// declaration is what a file says of a name that another file declares too.
type declaration struct {
	t   *ctype
	pos ir.Pos
}

// disagreements notes what is used, defined, and declared with different types.
func (r *reader) disagreements() {
	look := func(name string, t *ctype, others []declaration) {
		for _, d := range others {
			if !r.agree(t, d.t) {
				r.note(ir.Assumption, d.pos, "%s"+OtherTypes, name)
				return
			}
		}
	}
	for _, f := range r.functions {
		if f.used && f.def != nil && !f.unit.models {
			look(f.cname, f.t, f.others)
		}
	}
	for _, v := range r.globals {
		if v.used && v.defined {
			look(v.name, v.t, v.others)
		}
	}
}

// sameSymbols rejects names of one object for the assembler, or of an alias, that are declared with incompatible types.
func (r *reader) sameSymbols() {
	for _, v := range r.variables {
		e := r.entity(v, -1)
		if w, ok := e.(*variable); e != v && v.t != nil && (!ok || w.t != nil && !compatible(v.t, w.t)) {
			r.fail(v.pos, "give both the same type", "%s is another name of something that is declared with another type", v.name)
		}
	}
}

// agree tells whether code that is compiled for one of two types does with values of the other what it is meant to: they are represented
// and passed alike. What pointers lead to is looked at by its address, as the program does.
func (r *reader) agree(a, b *ctype) bool {
	if a, b = a.unaligned(), b.unaligned(); a == b {
		return true
	}
	switch {
	case a.kind != b.kind:
		return false
	case a.kind == kInt:
		return a.size == b.size && (a.signed == b.signed || a.rank >= rankInt) // shorter ones are passed with their sign
	case a.kind == kFloat:
		return a.rank == b.rank && a.size == b.size
	case a.kind == kArray:
		return r.agree(a.elemC, b.elemC) && (a.len < 0 || b.len < 0 || a.len == b.len)
	case a.kind == kFunc:
		return r.agreeOnCalls(a.fun, b.fun)
	case a.kind == kStruct || a.kind == kUnion:
		la, lb := r.types.layout(a), r.types.layout(b)
		return la == nil || lb == nil || a.size == b.size && slices.EqualFunc(la.fields, lb.fields, func(x, y field) bool {
			return x.off == y.off && (x.bits == nil) == (y.bits == nil) && (x.bits == nil || *x.bits == *y.bits) && r.agree(x.t, y.t)
		})
	case a.kind == kOpaque:
		return compatible(a, b)
	}
	return true // pointers, void, _Bool
}

// agreeOnCalls is agree of functions. One without a prototype takes what calls pass.
func (r *reader) agreeOnCalls(f, g *funcType) bool {
	switch {
	case !r.agree(f.result, g.result):
		return false
	case !f.proto || !g.proto:
		return true
	}
	return f.variadic == g.variadic && slices.EqualFunc(f.params, g.params, func(p, q *param) bool { return r.agree(p.t, q.t) })
}

// declaredElsewhere notes that u declares f, which another file has declared before.
func (f *function) declaredElsewhere(u *unit, t *ctype, pos ir.Pos) {
	if f.unit == u || f.unit.models || u.models {
		return
	}
	if len(f.others) == 0 {
		f.others = append(f.others, declaration{f.t, f.pos})
	}
	f.others = append(f.others, declaration{t, pos})
}

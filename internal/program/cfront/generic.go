package cfront

import (
	"modernc.org/cc/v4"
)

// compatible tells whether two types are, C11 6.2.7, without their outermost qualifiers.
func compatible(a, b *ctype) bool {
	a, b = a.unaligned(), b.unaligned()
	if a == b {
		return true
	}
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case kVoid, kBool:
		return true
	case kInt:
		if a.enum != nil && b.enum != nil {
			return false
		}
		return a.bits == b.bits && a.signed == b.signed && a.rank == b.rank && a.plain == b.plain
	case kFloat:
		return a.rank == b.rank && a.size == b.size
	case kPointer:
		return a.elemQ == b.elemQ && compatible(a.elemC, b.elemC)
	case kArray:
		return a.elemQ == b.elemQ && compatible(a.elemC, b.elemC) && (a.len < 0 || b.len < 0 || a.len == b.len)
	case kFunc:
		return compatibleFunctions(a.fun, b.fun)
	case kOpaque:
		return a.elemC != nil && b.elemC != nil && a.size == b.size && compatible(a.elemC, b.elemC) ||
			a.elemC == nil && b.elemC == nil && a.size == b.size && a.rank == b.rank
	}
	return false
}

func compatibleFunctions(f, g *funcType) bool {
	if !compatible(f.result, g.result) {
		return false
	}
	switch {
	case f.proto && g.proto:
		if len(f.params) != len(g.params) || f.variadic != g.variadic {
			return false
		}
		for i, p := range f.params {
			if !compatible(p.t, g.params[i].t) {
				return false
			}
		}
	case f.proto || g.proto:
		// the one without a prototype gets its arguments promoted
		if g.proto {
			f, g = g, f
		}
		if f.variadic {
			return false
		}
		for i, p := range f.params {
			if p.t.kind == kInt && p.t.rank < rankInt || p.t.kind == kBool || p.t.kind == kFloat && p.t.rank == rankFloat {
				if i >= len(g.params) { // of an old-style definition the types are as written
					return false
				}
			}
		}
	}
	return true
}

// composite is the composite type of compatible types, as far as it matters: the length of an
// array that one of them has, and a prototype.
func (tt *typeTable) composite(a, b *ctype) *ctype {
	switch {
	case a == b || a.kind != b.kind:
		return a
	case a.kind == kArray:
		e := tt.composite(a.elemC, b.elemC)
		n := a.len
		if n < 0 {
			if a.vla == nil && b.vla != nil {
				return b
			}
			n = b.len
		}
		if a.vla != nil && n < 0 || e == a.elemC && n == a.len {
			return a
		}
		if b.len == n && e == b.elemC {
			return b
		}
		return tt.arrayOf(e, a.elemQ|b.elemQ, n)
	case a.kind == kPointer:
		return tt.pointerToQ(tt.composite(a.elemC, b.elemC), a.elemQ|b.elemQ)
	case a.kind == kFunc && !a.fun.proto && b.fun.proto:
		return b
	}
	return a
}

// association is the branch of a _Generic that its expression selects; nil if none does.
func (r *reader) association(g *cc.GenericSelection) *cc.GenericAssociation {
	t := r.valueType(g.AssignmentExpression)
	var otherwise *cc.GenericAssociation
	for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			otherwise = a
			continue
		}
		if u := r.typeNames[a.TypeName]; u.t != nil && u.q == 0 && compatible(t, u.t) {
			return a
		}
	}
	if otherwise == nil {
		r.fail(r.pos(g), "", "no association of _Generic has the type of its expression")
	}
	return otherwise
}

// sameTypes is the value of __builtin_types_compatible_p, whose arguments package source has put
// into sizeof.
func (r *reader) sameTypes(args []cc.ExpressionNode) int64 {
	var types []*ctype
	for _, a := range args {
		if x, ok := strip(a).(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionSizeofType {
			types = append(types, r.typeNames[x.TypeName].t)
		}
	}
	if len(types) == 2 && compatible(types[0], types[1]) {
		return 1
	}
	return 0
}

package layout

import (
	"slices"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Leads notes in v, of type t, what it points to, if that is known. It is v.
func (l *Table) Leads(v *ir.Var, t *types.Type) *ir.Var {
	if t.Kind != types.Pointer || t.Elem.Quals&types.Volatile != 0 || !t.Elem.IsComplete() || t.Elem.IsVariable() || t.Elem.SizeOf() <= 0 {
		return v
	}
	to := t.Elem.Unqual()
	if known, ok := l.leadsTo[to]; ok {
		v.Leads = known
		return v
	}
	var known *ir.Pointee
	if f := l.Flatten(to); f.OK && !f.Volatile {
		known = &ir.Pointee{Size: to.SizeOf(), Cells: l.Named(f, 0, "")}
	}
	l.leadsTo[to], v.Leads = known, known
	return v
}

// Reached notes the scalars of a member that is reached through a pointer, for people.
func (l *Table) Reached(m *types.Field, out *ir.Program) {
	if m.Bits || l.members[m] {
		return
	}
	l.members[m] = true
	f := l.Flatten(m.Type)
	if !f.OK {
		return
	}
	for _, cell := range l.Named(f, m.Offset, m.Name) {
		if !slices.Contains(out.Members, cell) {
			out.Members = append(out.Members, cell)
		}
	}
}

// Object notes in an object, of type t, which scalars it has. It is the object.
func (l *Table) Object(o *ir.Object, t *types.Type) *ir.Object {
	if f := l.Flatten(t); f.OK && o.Kind != ir.StringObject {
		o.Cells = l.Named(f, 0, "")
	} else if o.Kind == ir.GlobalObject || o.Kind == ir.LocalObject {
		o.Shape, o.ShapeSize = l.Outline(t), o.Size
	}
	return o
}

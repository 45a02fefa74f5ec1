package csource

import (
	"slices"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// root is the variable that a designator begins with.
func root(designator string) string {
	if i := strings.IndexAny(designator, ".["); i >= 0 {
		return designator[:i]
	}
	return designator
}

// meant says whether the name of x, which is one of those that at sees, means x there, and no other variable of that name.
func (v *Scopes) meant(at *ir.LocInfo, x *ir.Var) bool {
	name := root(x.CName)
	other, param := false, false
	v.prog.AllVars(func(y *ir.Var) {
		if y.Pos != x.Pos && root(y.CName) == name && at.Sees(y) {
			other = true
			param = param || y.Func != nil && x.Func == nil
		}
	})
	if !other {
		return true
	}
	if pos := HeadPos(at); len(v.files) > 0 {
		if src, here, ok := ctext.Locate(v.files, pos, func(*ctext.Source, int) bool { return true }); ok {
			if declared, ok := v.names.Innermost(name, src, here); ok {
				return declared == x.Pos
			}
		}
	}
	return !param // a local variable hides a global one
}

// sees says whether o, or what is in it, has a name at a place.
func (v *Scopes) sees(at *ir.LocInfo, o *ir.Object) bool {
	if env := v.prog.Environment; env != nil && o.Pos.File == env.Name() {
		return false
	}
	return o.Kind != ir.LocalObject || o.Func == nil || o.Func.Name == at.Func.Name && o.Instance == at.Instance
}

// given is what the function that the surroundings call knows a variable of theirs as: p->x, where p is its parameter and still what it
// was called with.
func (v *Scopes) given(at *ir.LocInfo, x *ir.Var) (string, bool) {
	env := v.prog.Environment
	if env == nil || at.Function() != env.Function || len(at.Calls()) != 1 || x.Home == nil { // without a home it may be a pointer to a block
		return "", false
	}
	path := env.Paths[root(x.CName)]
	return env.Shown(x.CName), path != "" && v.fixed(at, path)
}

// fixed says whether the only local variable of that name is a pointer that is written once, which is, of a parameter, by the call.
func (v *Scopes) fixed(at *ir.LocInfo, name string) bool {
	if v.writes == nil {
		v.writes = map[*ir.Var]int{}
		for _, e := range v.prog.Edges {
			if e != nil {
				v.writes[ir.Written(e.Stmt)]++
			}
		}
	}
	var list []*ir.Var
	v.prog.AllVars(func(x *ir.Var) {
		if root(x.CName) == name && at.Sees(x) {
			list = append(list, x)
		}
	})
	return len(list) == 1 && list[0].Func != nil && list[0].CName == name && list[0].Type.Kind == ir.Pointer && v.writes[list[0]] == 1
}

// pointer says whether t is a variable or a cell that holds an address.
func (v *Scopes) pointer(t term.Term) bool {
	if t.Op() == term.Select {
		base, whole := sumOf(t.Arg(1)).konst.Int()
		if !whole {
			return false
		}
		o, off := v.cells.find(base)
		return o != nil && slices.ContainsFunc(o.Cells, func(c ir.Cell) bool { return c.Offset == off && c.Type.Kind == ir.Pointer })
	}
	x, ok := v.Value(t)
	return ok && x.Var.Type.Kind == ir.Pointer
}

// ErrorPlace is where a location that is an error is in the program's own files: of one in a model of a library function, where that is called.
func ErrorPlace(l *ir.LocInfo) ir.Pos {
	places := l.Places()
	for _, at := range places {
		if !at.InModel() {
			return at
		}
	}
	return places[0]
}

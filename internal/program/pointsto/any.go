package pointsto

import "craig/internal/program/ir"

// Under Any there is one unknown object. What is stored through a pointer to it may be read
// everywhere, what is stored anywhere may be read through such a pointer, and its parts are
// those of all cells with the same width.

// unknownAny is the unknown object under Any.
func (a *analysis) unknownAny(pos ir.Pos) int32 {
	if a.anyObj == 0 {
		a.anyObj = a.object(&ir.Object{Name: "*(unknown)", Kind: ir.UnknownObject, Size: -1, Pos: pos})
		a.objs[a.anyObj].collapsed = true
		a.content(a.whole(a.anyObj))
		for i := range a.objs {
			for _, s := range a.objs[i].loads {
				a.loadAny(s)
			}
		}
	}
	return a.anyObj
}

// loadAny is what a load of s reads because of unknown pointers.
func (a *analysis) loadAny(s subscription) {
	if a.anyObj == 0 {
		return
	}
	a.copy(a.contentOf[a.whole(a.anyObj)], s.to, offset{})
	if s.class.Obj != a.anyObj {
		return
	}
	for i := range a.objs {
		for _, k := range a.objs[i].contents {
			a.copy(k.node, s.to, offset{})
		}
	}
}

// callAny lists the functions that an unknown pointer may point to for a call.
func (a *analysis) callAny(c *indirect) []*ir.Object {
	var fs []*ir.Object
	for i := range a.objs {
		o := a.objs[i].ir
		if o.Kind == ir.FuncObject && o.Func != nil && o.Func.Defined && len(o.Func.Params) == len(c.stmt.Args) {
			fs = append(fs, o)
		}
	}
	return fs
}

// whole is the class of all pointers in an object whose offsets do not matter.
func (a *analysis) whole(o int32) class {
	return class{Target: target{Obj: o, Stride: 1}, Width: a.ptrSize}
}

// mayAlias says that an access through an unknown pointer may be to a cell of class c, and c
// accesses through it are of class u: they have the same width, or one is of bytes.
func mayAlias(u, c class) bool { return u.Width == c.Width || u.Width == 1 || c.Width == 1 }

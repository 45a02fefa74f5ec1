package same

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// types tells whether values of both types mean the same in memory and to operators. What pointers lead to and what variables have may be const in one of
// them alone; of members that are const both are. Structures belong together one to one: what was one type on one side is one on the other, so that memory
// is accessed by the same types.
func (c *comparison) types(a, b *types.Type) bool {
	if a.Kind != b.Kind || (a.Quals^b.Quals)&^types.Const != 0 || a.Explicit != b.Explicit || a.Width != b.Width || a.BitInt != b.BitInt || a.Len != b.Len || a.Variable != b.Variable {
		return false
	}
	switch a.Kind {
	case types.Pointer, types.Complex, types.Vector:
		return c.types(a.Elem, b.Elem)
	case types.Array:
		if a.Variable {
			x, ok1 := a.Size.(core.Expr)
			y, ok2 := b.Size.(core.Expr)
			if ok1 != ok2 || ok1 && !c.expr(x, y) {
				return false
			}
		}
		return c.types(a.Elem, b.Elem)
	case types.Func:
		return c.sigs(a.Sig, b.Sig)
	case types.Struct, types.Union:
		return c.structures(a.Record, b.Record)
	case types.Enum:
		return a.Enum.Under == b.Enum.Under && a.Enum.Under != nil
	}
	return a.Main() == b.Main()
}

func (c *comparison) sigs(a, b *types.Sig) bool {
	if a.Variadic != b.Variadic || a.Proto != b.Proto || a.Old != b.Old || len(a.Params) != len(b.Params) || !c.types(a.Result, b.Result) {
		return false
	}
	for i := range a.Params {
		if !c.types(a.Params[i].Type, b.Params[i].Type) {
			return false
		}
	}
	return true
}

// structures tells whether two structures have the same layout. A member may have another name, if the other side has neither of the two elsewhere: members
// that change places are not the same.
func (c *comparison) structures(a, b *types.Record) bool {
	if a == b {
		return true // of a function that both files declare
	}
	if known, together := c.records.known(a, b); known {
		return together
	}
	c.records.join(a, b)
	if a.Union != b.Union || a.Complete != b.Complete || a.Size != b.Size || a.Align != b.Align || a.Flexible != b.Flexible || a.Attrs.Transparent != b.Attrs.Transparent || len(a.Fields) != len(b.Fields) {
		return false
	}
	if !a.Complete {
		return a.Tag == b.Tag
	}
	for i := range a.Fields {
		f, g := &a.Fields[i], &b.Fields[i]
		if f.Name != g.Name && (f.Name == "" || g.Name == "" || a.Find(g.Name) != nil || b.Find(f.Name) != nil) {
			return false
		}
		if f.Bits != g.Bits || f.Width != g.Width || f.Offset != g.Offset || f.Bit != g.Bit || constant(f.Type) != constant(g.Type) || !c.types(f.Type, g.Type) {
			return false
		}
	}
	return true
}

// plain tells whether two types of one side are the same but for what is const, and for the file that defines a structure.
func (c *comparison) plain(a, b *types.Type) bool {
	switch {
	case a.Main() == b.Main(), a.IsRecord() && c.tt.Compatible(a.Unqual(), b.Unqual()):
		return true
	case a.Kind != b.Kind || a.Explicit != b.Explicit:
		return false
	case a.Kind == types.Pointer:
		return (a.Elem.Quals^b.Elem.Quals)&^types.Const == 0 && c.plain(a.Elem, b.Elem)
	case a.Kind == types.Array:
		return a.Len == b.Len && !a.Variable && !b.Variable && (a.Elem.Quals^b.Elem.Quals)&^types.Const == 0 && c.plain(a.Elem, b.Elem)
	}
	return false
}

// index is the number of a member of a structure.
func index(r *types.Record, f *types.Field) int {
	for i := range r.Fields {
		if &r.Fields[i] == f {
			return i
		}
	}
	return -1
}

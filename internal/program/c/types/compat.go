package types

// Compatible tells whether two types are compatible, C11 6.2.7. Structures of different files are compatible if they have
// the same tag, members with the same names and compatible types, in the same order.
func (tt *Table) Compatible(a, b *Type) bool { return (&comparison{tt: tt}).compatible(a, b) }

// comparison remembers which structures it compares, since they may contain pointers to themselves.
type comparison struct {
	tt   *Table
	open map[[2]*Record]bool
}

func (c *comparison) compatible(a, b *Type) bool {
	if a == b || a.main == b.main && a.Quals == b.Quals {
		return true
	}
	if a.Quals != b.Quals || a.Width != b.Width || a.BitInt != b.BitInt {
		return false
	}
	if a.Kind != b.Kind {
		switch {
		case a.Kind == Enum && a.Enum.Under != nil:
			return a.Enum.Under == b.main
		case b.Kind == Enum && b.Enum.Under != nil:
			return b.Enum.Under == a.main
		}
		return false
	}
	switch a.Kind {
	case Pointer, Complex:
		return c.compatible(a.Elem, b.Elem)
	case Vector:
		return a.Len == b.Len && c.compatible(a.Elem, b.Elem)
	case Array:
		return (a.Len == b.Len || a.Len < 0 || b.Len < 0) && c.compatible(a.Elem, b.Elem)
	case Func:
		return c.functions(a.Sig, b.Sig)
	case Struct, Union:
		return c.records(a.Record, b.Record)
	case Enum:
		return c.enums(a.Enum, b.Enum)
	}
	return a.main == b.main
}

func (c *comparison) functions(a, b *Sig) bool {
	if !c.compatible(a.Result.main, b.Result.main) {
		return false
	}
	if a.Proto && b.Proto {
		if a.Variadic != b.Variadic || len(a.Params) != len(b.Params) {
			return false
		}
		for i := range a.Params {
			if !c.compatible(a.Params[i].Type.main, b.Params[i].Type.main) {
				return false
			}
		}
		return true
	}
	if b.Proto {
		a, b = b, a
	}
	switch { // b has no prototype
	case a.Proto && a.Variadic:
		return false
	case a.Proto && b.Old:
		if len(a.Params) != len(b.Params) {
			return false
		}
		for i := range a.Params {
			if !c.compatible(a.Params[i].Type.main, c.tt.PromoteArg(b.Params[i].Type)) {
				return false
			}
		}
	case a.Proto:
		for _, p := range a.Params {
			if c.tt.PromoteArg(p.Type) != p.Type.main && p.Type.Kind != Enum {
				return false
			}
		}
	}
	return true
}

// records compares structures that are not the same one: those of different files.
func (c *comparison) records(a, b *Record) bool {
	if a == b {
		return true
	}
	if a.Tag != b.Tag {
		return false
	}
	if !a.Complete || !b.Complete {
		return a.Tag != ""
	}
	if len(a.Fields) != len(b.Fields) || a.Size != b.Size {
		return false
	}
	if c.open == nil {
		c.open = map[[2]*Record]bool{}
	}
	key := [2]*Record{a, b}
	if c.open[key] {
		return true
	}
	c.open[key] = true
	for i := range a.Fields {
		f, g := &a.Fields[i], &b.Fields[i]
		if f.Name != g.Name || f.Bits != g.Bits || f.Width != g.Width || f.Bit != g.Bit || f.Offset != g.Offset || !c.compatible(f.Type, g.Type) {
			return false
		}
	}
	return true
}

func (c *comparison) enums(a, b *EnumType) bool {
	if a == b {
		return true
	}
	if a.Tag != b.Tag || len(a.Consts) != len(b.Consts) || a.Under == nil || b.Under == nil {
		return false
	}
	values := map[string]Integer{}
	for _, k := range a.Consts {
		values[k.Name] = k.Value
	}
	for _, k := range b.Consts {
		if v, ok := values[k.Name]; !ok || v != k.Value {
			return false
		}
	}
	return true
}

// Composite is the composite type of two compatible types: it has what either says.
func (tt *Table) Composite(a, b *Type) *Type {
	if a == b {
		return a
	}
	c := tt.composite(a, b)
	return c.With(a.Quals).Aligned(max(a.Explicit, b.Explicit))
}

func (tt *Table) composite(a, b *Type) *Type {
	switch {
	case a.Kind != b.Kind: // an enumeration and its integer type
		return a.main
	case a.Kind == Pointer:
		return tt.Pointer(tt.Composite(a.Elem, b.Elem))
	case a.Kind == Array:
		e := tt.Composite(a.Elem, b.Elem)
		switch {
		case a.Len >= 0:
			return tt.Array(e, a.Len)
		case b.Len >= 0:
			return tt.Array(e, b.Len)
		case a.Variable && a.Size != nil:
			return tt.VariableArray(e, a.Size)
		case b.Variable:
			return tt.VariableArray(e, b.Size)
		case a.Variable:
			return tt.VariableArray(e, nil)
		}
		return tt.Array(e, -1)
	case a.Kind == Func:
		return tt.compositeFunction(a, b)
	case a.IsRecord() && !a.Record.Complete:
		return b.main
	}
	return a.main
}

func (tt *Table) compositeFunction(a, b *Type) *Type {
	if !a.Sig.Proto {
		a, b = b, a
	}
	s := *a.Sig
	s.Result = tt.Composite(a.Sig.Result, b.Sig.Result.With(a.Sig.Result.Quals))
	if !b.Sig.Proto || !s.Proto {
		if !s.Proto && b.Sig.Old {
			return b.main
		}
		return tt.Function(s)
	}
	s.Params = append([]Param(nil), s.Params...)
	for i := range s.Params {
		p, q := &s.Params[i], b.Sig.Params[i]
		p.Type = tt.Composite(p.Type, q.Type.main.With(p.Type.Quals))
		if p.Name == "" {
			p.Name = q.Name
		}
	}
	return tt.Function(s)
}

package belief

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// tooLong are calls of memset, memcpy and memmove with a constant length that is more than there is of a variable, or behind a member of a structure, whatever the function is given; and of
// strcpy to a block that has as many bytes as strlen says of the same text, without one for its end.
func tooLong(f *core.Func) (list []Index) {
	lengths, blocks := map[*core.Var]string{}, map[*core.Var]string{} // the texts whose lengths variables are, and of which blocks have the length
	spelled := func(x core.Expr) string {
		if l, ok := pointer(x); ok && core.Unconverted(x) == core.Expr(l) {
			return core.Spelled(l.X)
		}
		return ""
	}
	give := func(dst core.Place, text string, to map[*core.Var]string) {
		if v, ok := dst.(*core.VarPlace); ok {
			delete(lengths, v.Var)
			delete(blocks, v.Var)
			if text != "" {
				to[v.Var] = text
			}
		}
	}
	copied := func(dst core.Place, x core.Expr) {
		v := variable(x)
		if text := blocks[v]; text != "" {
			give(dst, text, blocks)
			return
		}
		give(dst, lengths[v], lengths)
	}
	core.EachStmt(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			copied(s.Dst, s.Src)
		case *core.Declare:
			if x, ok := s.Init.(*core.ExprInit); ok {
				copied(&core.VarPlace{Var: s.Var}, x.X)
			}
		case *core.Call:
			name := called(s)
			switch {
			case name == "strlen" && len(s.Args) == 1 && s.Dst != nil:
				give(s.Dst, spelled(s.Args[0]), lengths)
				return
			case name == "malloc" && len(s.Args) == 1 && s.Dst != nil:
				give(s.Dst, lengths[variable(s.Args[0])], blocks)
				return
			case name == "strcpy" && len(s.Args) == 2:
				if text := blocks[variable(s.Args[0])]; text != "" && text == spelled(s.Args[1]) {
					list = append(list, Index{At: s.Args[0].Pos(), Outside: true, Short: "the block has no room for the end of " + text})
				}
			case slices.Contains([]string{"memset", "memcpy", "memmove"}, name) && len(s.Args) == 3:
				bytes, ok := small(s.Args[2])
				for i, a := range s.Args[:2] {
					if size, known := room(a); ok && known && bytes > size && (i == 0 || name != "memset") {
						list = append(list, Index{At: a.Pos(), Outside: true, Short: "the length is a constant, and more than there is"})
						break
					}
				}
			}
			if s.Dst != nil {
				give(s.Dst, "", blocks)
			}
		}
	})
	return list
}

// room is how many bytes there are where a pointer leads that is the address of a variable, or of a member: up to the end of the variable, or of the outermost structure.
func room(x core.Expr) (size int64, ok bool) {
	var p core.Place
	switch x := core.Unconverted(x).(type) {
	case *core.AddrOf:
		p = x.X
	case *core.Decay:
		p = x.X
	default:
		return 0, false
	}
	offset, last := int64(0), false
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			fields := q.X.Type().Unqual().Record.Fields
			last = last || q.Field.Type.Kind == types.Array && q.Field.Name == fields[len(fields)-1].Name // there may be more of it
			offset += q.Field.Offset
			p = q.X
			continue
		case *core.VarPlace:
			if t := q.Var.Type; t.IsComplete() && !t.IsVariablyModified() && (q.Var.Storage == core.Auto || offset > 0 || t.IsRecord()) {
				return t.SizeOf() - offset, !last
			}
		case *core.DerefPlace:
			if t := q.Type(); offset > 0 && t.IsRecord() && t.IsComplete() && !last {
				return t.SizeOf() - offset, true
			}
		}
		return 0, false
	}
}

// small is the value of a constant expression with sums and products, if that is no larger than objects are.
func small(x core.Expr) (int64, bool) {
	switch x := x.(type) {
	case *core.IntConst:
		n, ok := x.Value.Int64()
		return n, ok && n >= 0 && n < 1<<30
	case *core.Convert:
		return small(x.X)
	case *core.Binary:
		a, ok := small(x.X)
		b, is := small(x.Y)
		n := int64(-1)
		switch x.Op {
		case core.Add:
			n = a + b
		case core.Sub:
			n = a - b
		case core.Mul:
			n = a * b
		}
		return n, ok && is && n >= 0 && n < 1<<30
	}
	return 0, false
}

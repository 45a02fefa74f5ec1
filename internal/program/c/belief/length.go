package belief

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// tooLong are calls of memset, memcpy and memmove with a constant length that is more than there is of a variable, or behind a member of a structure, whatever the function is given.
func tooLong(f *core.Func) (list []Index) {
	core.EachStmt(f.Body, func(s core.Stmt) {
		c, ok := s.(*core.Call)
		if !ok || !slices.Contains([]string{"memset", "memcpy", "memmove"}, called(c)) || len(c.Args) != 3 {
			return
		}
		bytes, ok := small(c.Args[2])
		for i, a := range c.Args[:2] {
			if size, known := room(a); ok && known && bytes > size && (i == 0 || called(c) != "memset") {
				list = append(list, Index{At: a.Pos(), Outside: true, Short: "the length is a constant, and more than there is"})
				break
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
			if t := q.Var.Type; t.IsComplete() && !t.IsVariablyModified() && (q.Var.Storage == core.Auto || q.Var.Local || q.Var.Defined || offset > 0 || t.IsRecord()) {
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

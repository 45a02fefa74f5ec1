package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/ir"
)

// Nodes of the core are where their operators are written; traces and witnesses speak of where statements and expressions begin.

// start is where an expression begins.
func (b *builder) start(x core.Expr) ir.Pos { return b.pos(first(x)) }

// startOf is where a statement begins.
func (b *builder) startOf(s core.Stmt) ir.Pos {
	switch s := s.(type) {
	case *core.Assign:
		if v, ok := s.Dst.(*core.VarPlace); ok && v.Var.Temp {
			return b.pos(least(s.At, first(s.Src)))
		}
		return b.pos(least(s.At, firstPlace(s.Dst)))
	case *core.Call:
		return b.pos(least(s.At, first(s.Fun)))
	case *core.Eval:
		return b.pos(least(s.At, first(s.X)))
	}
	return b.pos(s.Pos())
}

// least is the position that comes first, of two in one file.
func least(p, q core.Pos) core.Pos {
	if q != (core.Pos{}) && p.Unit == q.Unit && (q.Used < p.Used || p == (core.Pos{})) {
		return q
	}
	return p
}

func first(x core.Expr) core.Pos {
	at := x.Pos()
	switch x := x.(type) {
	case *core.Load:
		return least(at, firstPlace(x.X))
	case *core.AddrOf:
		return least(at, firstPlace(x.X))
	case *core.Decay:
		return least(at, firstPlace(x.X))
	}
	for y := range core.Operands(x) {
		at = least(at, first(y))
	}
	return at
}

func firstPlace(x core.Place) core.Pos {
	switch x := x.(type) {
	case *core.DerefPlace:
		return least(x.At, first(x.X))
	case *core.FieldPlace:
		return least(x.At, firstPlace(x.X))
	}
	return x.Pos()
}

package core

// Nodes are where their operators are written; traces and witnesses speak of where statements and expressions begin.

// Begin is where an expression begins.
func Begin(x Expr) Pos {
	at := x.Pos()
	switch x := x.(type) {
	case *Load:
		return least(at, beginOfPlace(x.X))
	case *AddrOf:
		return least(at, beginOfPlace(x.X))
	case *Decay:
		return least(at, beginOfPlace(x.X))
	}
	for y := range Operands(x) {
		at = least(at, Begin(y))
	}
	return at
}

// BeginOf is where a statement begins.
func BeginOf(s Stmt) Pos {
	switch s := s.(type) {
	case *Assign:
		if v, ok := s.Dst.(*VarPlace); ok && v.Var.Temp {
			return least(s.At, Begin(s.Src))
		}
		return least(s.At, beginOfPlace(s.Dst))
	case *Call:
		return least(s.At, Begin(s.Fun))
	case *Eval:
		return least(s.At, Begin(s.X))
	}
	return s.Pos()
}

func beginOfPlace(x Place) Pos {
	switch x := x.(type) {
	case *DerefPlace:
		return least(x.At, Begin(x.X))
	case *FieldPlace:
		return least(x.At, beginOfPlace(x.X))
	}
	return x.Pos()
}

// least is the position that comes first, of two in one file.
func least(p, q Pos) Pos {
	if q != (Pos{}) && p.Unit == q.Unit && (q.Used < p.Used || p == (Pos{})) {
		return q
	}
	return p
}

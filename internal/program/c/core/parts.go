package core

// EachStmt calls do for each statement of a block, which may be nil, and of the blocks in it, before those in it.
func EachStmt(b *Block, do func(s Stmt)) {
	if b == nil {
		return
	}
	for _, s := range b.List {
		do(s)
		for _, c := range inner(s) {
			EachStmt(c, do)
		}
	}
}

// Replace puts for each statement of a block, which may be nil, and of the blocks in it, what by gives.
func Replace(b *Block, by func(s Stmt) []Stmt) {
	if b == nil {
		return
	}
	var list []Stmt
	for _, s := range b.List {
		list = append(list, by(s)...)
		for _, c := range inner(s) {
			Replace(c, by)
		}
	}
	b.List = list
}

// parts visits expressions, which it may change, and places, operands first.
type parts struct {
	onExpr  func(at *Expr)
	onPlace func(x Place)
}

// Parts calls expr for each expression in a statement, operands first, and place for each place. Those in blocks of the statement are none of them.
func Parts(s Stmt, expr func(at *Expr), place func(x Place)) {
	p := parts{expr, place}
	switch s := s.(type) {
	case *Assign:
		p.place(s.Dst)
		p.expr(&s.Src)
	case *Call:
		p.place(s.Dst)
		p.expr(&s.Fun)
		for i := range s.Args {
			p.expr(&s.Args[i])
		}
	case *Builtin:
		p.place(s.Dst)
		for i := range s.Args {
			p.expr(&s.Args[i].X)
			p.place(s.Args[i].Place)
		}
	case *Eval:
		p.expr(&s.X)
	case *Declare:
		p.init(s.Init)
	case *If:
		p.expr(&s.X)
	case *Switch:
		p.expr(&s.X)
	case *GotoPtr:
		p.expr(&s.X)
	case *Return:
		p.expr(&s.X)
	case *Claim:
		p.expr(&s.X)
	case *Keep:
		p.expr(&s.X)
	case *Asm:
		for _, list := range [][]AsmOperand{s.Outputs, s.Inputs} {
			for i := range list {
				p.expr(&list[i].X)
				p.place(list[i].Place)
			}
		}
	}
}

// InitParts is Parts of an initializer, which may be nil.
func InitParts(x Init, expr func(at *Expr), place func(x Place)) { parts{expr, place}.init(x) }

func (p parts) init(x Init) {
	switch x := x.(type) {
	case *ExprInit:
		p.expr(&x.X)
	case *ListInit:
		for _, e := range x.Elems {
			p.init(e.Init)
		}
	}
}

func (p parts) place(x Place) {
	switch x := x.(type) {
	case nil:
		return
	case *DerefPlace:
		p.expr(&x.X)
	case *FieldPlace:
		p.place(x.X)
	case *PartPlace:
		p.place(x.X)
	}
	p.onPlace(x)
}

func (p parts) expr(at *Expr) {
	switch x := (*at).(type) {
	case nil:
		return
	case *Load:
		p.place(x.X)
	case *AddrOf:
		p.place(x.X)
	case *Decay:
		p.place(x.X)
	case *Checked:
		p.expr(&x.X)
	case *Unary:
		p.expr(&x.X)
	case *Binary:
		p.expr(&x.X)
		p.expr(&x.Y)
	case *PtrAdd:
		p.expr(&x.X)
		p.expr(&x.N)
	case *PtrDiff:
		p.expr(&x.X)
		p.expr(&x.Y)
	case *Convert:
		p.expr(&x.X)
	case *Cond:
		p.expr(&x.X)
		p.expr(&x.Then)
		p.expr(&x.Else)
	case *Logical:
		p.expr(&x.X)
		p.expr(&x.Y)
	case *Quantifier:
		p.expr(&x.X)
	case *Question:
		for i := range x.Args {
			p.expr(&x.Args[i])
		}
	}
	p.onExpr(at)
}

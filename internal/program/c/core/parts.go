package core

// EachStmt calls do for each statement of a block, which may be nil, and of the blocks in it, before those in it.
func EachStmt(b *Block, do func(s Stmt)) {
	if b == nil {
		return
	}
	for _, s := range b.List {
		do(s)
		for _, c := range Inner(s) {
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
		for _, c := range Inner(s) {
			Replace(c, by)
		}
	}
	b.List = list
}

// Parts calls expr for each expression in a statement, operands first, and place for each place. Those in blocks of the statement are none of them.
func Parts(s Stmt, expr func(at *Expr), place func(x Place)) { visitor(expr, place).own(s) }

// InitParts is Parts of an initializer, which may be nil.
func InitParts(x Init, expr func(at *Expr), place func(x Place)) { visitor(expr, place).Init(x) }

func visitor(expr func(at *Expr), place func(x Place)) *Rewriter {
	return &Rewriter{
		Place: func(x Place) Place { place(x); return x },
		Expr:  func(x Expr) Expr { expr(&x); return x },
	}
}

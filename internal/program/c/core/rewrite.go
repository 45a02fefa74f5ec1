package core

// Rewriter changes a function where it is: each of its functions, which may be nil, gets what stands somewhere, whose parts have been
// changed, and returns what is to stand there.
type Rewriter struct {
	Place func(x Place) Place
	Expr  func(x Expr) Expr
	Stmt  func(s Stmt) []Stmt // instead of s, whose parts have been changed
	Call  func(c *Call)       // before the parts of a call are changed
}

// Block changes a block, which may be nil.
func (r *Rewriter) Block(b *Block) {
	if b == nil {
		return
	}
	var list []Stmt
	for _, s := range b.List {
		r.parts(s)
		if r.Stmt == nil {
			list = append(list, s)
		} else {
			list = append(list, r.Stmt(s)...)
		}
	}
	b.List = list
}

func (r *Rewriter) parts(s Stmt) {
	r.own(s)
	for _, b := range Inner(s) {
		r.Block(b)
	}
}

// own changes the parts of a statement that are no blocks.
func (r *Rewriter) own(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		r.place(&s.Dst)
		r.expr(&s.Src)
	case *Call:
		if r.Call != nil {
			r.Call(s)
		}
		r.place(&s.Dst)
		r.expr(&s.Fun)
		for i := range s.Args {
			r.expr(&s.Args[i])
		}
	case *Builtin:
		r.place(&s.Dst)
		for i := range s.Args {
			r.expr(&s.Args[i].X)
			r.place(&s.Args[i].Place)
		}
	case *Eval:
		r.expr(&s.X)
	case *Declare:
		r.Init(s.Init)
	case *If:
		r.expr(&s.X)
	case *Switch:
		r.expr(&s.X)
	case *GotoPtr:
		r.expr(&s.X)
	case *Return:
		r.expr(&s.X)
	case *Asm:
		for _, list := range [][]AsmOperand{s.Outputs, s.Inputs} {
			for i := range list {
				r.expr(&list[i].X)
				r.place(&list[i].Place)
			}
		}
	case *Claim:
		r.expr(&s.X)
	case *Keep:
		r.expr(&s.X)
	case *Variant:
		for i := range s.Measures {
			r.expr(&s.Measures[i])
		}
	case *Forget:
		r.place(&s.Place)
		for i := range s.From {
			r.expr(&s.From[i])
		}
	case *FrameBegin: // which the other statements of the frame share
		for _, list := range [][]Target{s.Targets, s.Grows} {
			for i := range list {
				t := &list[i]
				r.expr(&t.If)
				r.place(&t.Place)
				r.expr(&t.Base)
				r.expr(&t.Size)
			}
		}
	}
}

// Init changes an initializer, which may be nil.
func (r *Rewriter) Init(x Init) {
	switch x := x.(type) {
	case *ExprInit:
		r.expr(&x.X)
	case *ListInit:
		for _, e := range x.Elems {
			r.Init(e.Init)
		}
	}
}

func (r *Rewriter) place(at *Place) {
	switch x := (*at).(type) {
	case nil:
		return
	case *DerefPlace:
		r.expr(&x.X)
	case *FieldPlace:
		r.place(&x.X)
	case *PartPlace:
		r.place(&x.X)
	}
	if r.Place != nil {
		*at = r.Place(*at)
	}
}

func (r *Rewriter) expr(at *Expr) {
	switch x := (*at).(type) {
	case nil:
		return
	case *Load:
		r.place(&x.X)
	case *AddrOf:
		r.place(&x.X)
	case *Decay:
		r.place(&x.X)
	case *Unary:
		r.expr(&x.X)
	case *Binary:
		r.expr(&x.X)
		r.expr(&x.Y)
	case *PtrAdd:
		r.expr(&x.X)
		r.expr(&x.N)
	case *PtrDiff:
		r.expr(&x.X)
		r.expr(&x.Y)
	case *Convert:
		r.expr(&x.X)
	case *Checked:
		r.expr(&x.X)
	case *Cond:
		r.expr(&x.X)
		r.expr(&x.Then)
		r.expr(&x.Else)
	case *Logical:
		r.expr(&x.X)
		r.expr(&x.Y)
	case *Quantifier:
		r.expr(&x.X)
	case *Question:
		for i := range x.Args {
			r.expr(&x.Args[i])
		}
	}
	if r.Expr != nil {
		*at = r.Expr(*at)
	}
}

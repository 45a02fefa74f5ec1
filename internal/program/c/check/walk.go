package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

func (a *adder) block(b *core.Block) {
	if b == nil {
		return
	}
	for _, s := range b.List {
		if a.skips == nil || !a.skips(s) {
			a.stmt(s)
			continue
		}
		for _, c := range core.Inner(s) {
			a.block(c)
		}
	}
}

func (a *adder) stmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.Assign:
		a.place(s.Dst)
		a.accessed(s.Dst)
		a.expr(&s.Src)
	case *core.Call:
		if s.Dst != nil {
			a.place(s.Dst)
			a.accessed(s.Dst)
		}
		a.expr(&s.Fun)
		a.pointer(&s.Fun)
		for i := range s.Args {
			a.expr(&s.Args[i])
		}
		a.gives(s)
	case *core.Builtin:
		if s.Dst != nil {
			a.place(s.Dst)
			a.accessed(s.Dst)
		}
		for i := range s.Args {
			a.expr(&s.Args[i].X)
			if s.Args[i].Place != nil {
				a.place(s.Args[i].Place)
				a.accessed(s.Args[i].Place)
			}
		}
	case *core.Eval:
		a.dropped(&s.X)
	case *core.Declare:
		a.init(s.Init)
	case *core.Block:
		a.block(s)
	case *core.If:
		a.expr(&s.X)
		a.block(s.Then)
		a.block(s.Else)
	case *core.Loop:
		a.block(s.Body)
		a.block(s.Step)
	case *core.Switch:
		a.expr(&s.X)
		a.block(s.Body)
	case *core.GotoPtr:
		a.expr(&s.X)
	case *core.Return:
		a.expr(&s.X)
	case *core.Asm:
		for _, list := range [][]core.AsmOperand{s.Outputs, s.Inputs} {
			for i := range list {
				a.expr(&list[i].X)
				if list[i].Place != nil {
					a.place(list[i].Place)
					a.accessed(list[i].Place)
				}
			}
		}
	}
}

// dropped is expr for a value that nobody needs. A structure is not read then, as GCC has it; and a variable need not have been given a value.
func (a *adder) dropped(at *core.Expr) {
	switch x := (*at).(type) {
	case *core.Convert:
		if x.Typ.Kind == types.Void {
			a.dropped(&x.X)
			return
		}
	case *core.Load:
		a.place(x.X)
		if x.X.Type().IsScalar() {
			a.accessed(x.X)
			if _, ok := x.X.(*core.VarPlace); !ok {
				a.given(x)
			}
		}
		return
	}
	a.expr(at)
}

func (a *adder) init(x core.Init) {
	switch x := x.(type) {
	case *core.ExprInit:
		a.expr(&x.X)
	case *core.ListInit:
		for _, e := range x.Elems {
			a.init(e.Init)
		}
	}
}

func (a *adder) place(x core.Place) {
	switch x := x.(type) {
	case *core.DerefPlace:
		a.expr(&x.X)
		a.index(&x.X, false)
	case *core.FieldPlace:
		a.place(x.X)
	case *core.PartPlace:
		a.place(x.X)
	}
}

// expr changes the expression at x, which may be nil, from its operands to itself.
func (a *adder) expr(at *core.Expr) {
	switch x := (*at).(type) {
	case *core.Checked: // it is used twice
	case *core.Load:
		a.place(x.X)
		a.accessed(x.X)
		a.given(x)
	case *core.AddrOf:
		if d, ok := x.X.(*core.DerefPlace); ok {
			a.expr(&d.X)
			a.index(&d.X, true)
			return
		}
		a.place(x.X)
	case *core.Decay:
		a.place(x.X)
	case *core.Unary:
		a.expr(&x.X)
		a.check(at)
	case *core.Binary:
		a.expr(&x.X)
		a.expr(&x.Y)
		a.check(at)
	case *core.PtrAdd:
		a.expr(&x.X)
		a.expr(&x.N)
	case *core.PtrDiff:
		a.expr(&x.X)
		a.expr(&x.Y)
	case *core.Convert:
		a.expr(&x.X)
		a.check(at)
	case *core.Cond:
		a.expr(&x.X)
		a.expr(&x.Then)
		a.expr(&x.Else)
	case *core.Logical:
		a.expr(&x.X)
		a.expr(&x.Y)
	case *core.Quantifier:
		a.expr(&x.X)
	case *core.Question:
		for i := range x.Args {
			a.expr(&x.Args[i])
		}
	}
}

func (a *adder) check(at *core.Expr) {
	if list := a.goals(*at); len(list) > 0 {
		*at = &core.Checked{X: *at, Goals: list}
	}
}

package harness

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// unwritten tells whether v is a static variable, a number or a pointer, that its file never changes: it has the value that it is initialised with, whoever
// calls the functions of the file, and whenever.
func (f *facts) unwritten(v *core.Var) bool {
	return v.Linkage == core.Internal && !v.Local && v.Defined && (isArithmetic(v.Type) || v.Type.Kind == types.Pointer) && !f.changed[v] && !f.anything
}

// changes finds what the program may change, in all its functions.
func (f *facts) changes(prog *core.Program) {
	expr := func(at *core.Expr) {
		if a, ok := (*at).(*core.AddrOf); ok {
			f.change(a.X)
		}
	}
	place := func(core.Place) {}
	statement := func(s core.Stmt) {
		core.Parts(s, expr, place)
		switch s := s.(type) {
		case *core.Assign:
			f.change(s.Dst)
		case *core.Call:
			f.change(s.Dst)
		case *core.Builtin:
			f.change(s.Dst)
			for _, a := range s.Args {
				f.change(a.Place)
			}
		case *core.Asm:
			for _, list := range [][]core.AsmOperand{s.Outputs, s.Inputs} {
				for _, o := range list {
					f.change(o.Place)
				}
			}
		case *core.Forget:
			f.change(s.Place)
		case *core.Opaque:
			f.anything = true
		}
	}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				core.InitParts(g.Var.Init, expr, place)
				f.changed[g.Var] = f.changed[g.Var] || g.Var.AsmName != ""
				f.anything = f.anything || aliased(g.Var)
			case *core.FuncDef:
				f.anything = f.anything || aliased(g.Func.Var)
				core.EachStmt(g.Func.Body, statement)
				core.EachStmt(g.Func.Leave, statement)
			case *core.FileAsm:
				f.anything = true
			}
		}
	}
}

// aliased tells whether v is perhaps another name of a variable.
func aliased(v *core.Var) bool {
	for _, a := range v.Attrs {
		if a.Name == "alias" {
			return true
		}
	}
	return false
}

// change says that the variable that a place is a part of, if it is one, may be changed.
func (f *facts) change(x core.Place) {
	for {
		switch y := x.(type) {
		case *core.VarPlace:
			f.changed[y.Var] = true
			return
		case *core.FieldPlace:
			x = y.X
		case *core.PartPlace:
			x = y.X
		default:
			return
		}
	}
}

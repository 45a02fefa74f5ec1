package harness

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// unwritten tells whether v is a static variable, a number, a pointer, or an array of these, that its file never changes: it has the value that it is
// initialised with, whoever calls the functions of the file, and whenever. Of an array only elements are read, and its address goes nowhere.
func (f *facts) unwritten(v *core.Var) bool {
	t := v.Type
	for t.Kind == types.Array {
		t = t.Elem
	}
	return v.Linkage == core.Internal && !v.Local && v.Defined && (isArithmetic(t) || t.Kind == types.Pointer) && !f.changed[v] && f.decays[v] == 0 && !f.anything
}

// changes finds what the program may change, in all its functions.
func (f *facts) changes(prog *core.Program) {
	expr := func(at *core.Expr) {
		switch x := (*at).(type) {
		case *core.AddrOf:
			f.change(x.X)
		case *core.Decay:
			if v, ok := x.X.(*core.VarPlace); ok {
				f.decays[v.Var]++
			}
		case *core.Load:
			if v := arrayOf(x.X); v != nil {
				f.decays[v]--
			}
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

// arrayOf is the array that a place is an element of; nil if it is not seen to be one.
func arrayOf(x core.Place) *core.Var {
	for {
		d, ok := x.(*core.DerefPlace)
		if !ok {
			return nil
		}
		p := d.X
		for p != nil {
			switch y := p.(type) {
			case *core.Checked:
				p = y.X
				continue
			case *core.PtrAdd:
				p = y.X
				continue
			}
			break
		}
		a, ok := p.(*core.Decay)
		if !ok {
			return nil
		}
		if v, ok := a.X.(*core.VarPlace); ok {
			return v.Var
		}
		x = a.X
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

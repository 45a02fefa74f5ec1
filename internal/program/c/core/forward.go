package core

import "craig/internal/program/c/types"

// Function is the variable of the definition with a name: that of external linkage, and otherwise the first one. It is nil if there is none.
func (p *Program) Function(name string) (first *Var) {
	for _, u := range p.Units {
		for _, g := range u.Globals {
			d, ok := g.(*FuncDef)
			if !ok || d.Func.Var.Name != name {
				continue
			}
			if v := d.Func.Var; v.Linkage == External {
				return v
			} else if first == nil {
				first = v
			}
		}
	}
	return first
}

// Forward is a definition of v that calls another function of its type, which has a prototype and no variable arguments, and returns what that returns.
func Forward(tt *types.Table, v, to *Var) *Func {
	at, sig := v.Pos, to.Type.Sig
	call := &Call{At: at, Fun: &AddrOf{At: at, X: &VarPlace{At: at, Var: to}, Typ: tt.Pointer(to.Type)}}
	def := &Func{Var: v, Pos: at, Body: &Block{At: at, List: []Stmt{call}, End: at}, End: at}
	for _, p := range sig.Params {
		x := &Var{Name: p.Name, Type: p.Type.Main(), Pos: at, Unit: v.Unit, Storage: Param}
		def.Params = append(def.Params, x)
		call.Args = append(call.Args, &Load{At: at, X: &VarPlace{At: at, Var: x}})
	}
	if sig.Result.Kind != types.Void {
		r := &Var{Type: sig.Result, Pos: at, Unit: v.Unit, Temp: true}
		def.Temps = []*Var{r}
		call.Dst = &VarPlace{At: at, Var: r}
		def.Body.List = append(def.Body.List, &Return{At: at, X: &Load{At: at, X: &VarPlace{At: at, Var: r}}})
	}
	return def
}

// Unusual is something of a program that is executed without being named, or is something else by the name that it has for the assembler; why is "" if
// there is nothing of that.
func (p *Program) Unusual() (at Pos, why string) {
	named := func(v *Var) bool { return v.AsmName == "" || v.AsmName == v.Name }
	for _, u := range p.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *VarDef:
				for _, a := range g.Var.Attrs {
					switch a.Name {
					case "constructor", "destructor", "alias":
						return g.Var.Pos, "attribute " + a.Name
					}
				}
				if g.Var.Defined && !named(g.Var) {
					return g.Var.Pos, "name for the assembler"
				}
			case *FuncDef:
				if !named(g.Func.Var) {
					return g.Func.Var.Pos, "name for the assembler"
				}
			}
		}
	}
	return Pos{}, ""
}

// Names tells whether the text names a function or variable in an expression that it does not define, and that is one of those.
func (p *Program) Names(those func(v *Var) bool) bool {
	for _, u := range p.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*VarDef); ok && d.Var.Mentioned && !d.Var.Defined && those(d.Var) {
				return true
			}
		}
	}
	return false
}

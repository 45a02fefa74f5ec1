package core

import "strings"

// StandIns is a function that tells of a variable or function of a program whether it is one that the program gives by other means than a definition: that is
// an alias of another one, has the name of another one for the linker, or is made by assembly at file scope.
func StandIns(prog *Program) func(v *Var) bool {
	defined, names, assembly := map[*Var]bool{}, map[string]bool{}, ""
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch d := g.(type) {
			case *VarDef:
				if d.Var.Defined {
					defined[d.Var] = true
				}
			case *FuncDef:
				defined[d.Func.Var] = true
			case *FileAsm:
				assembly += d.Text + "\n"
			}
		}
	}
	for v := range defined {
		names[v.Name] = names[v.Name] || v.AsmName == v.Name
		names[v.AsmName] = true
	}
	return func(v *Var) bool {
		for _, a := range v.Attrs {
			if a.Name == "alias" || a.Name == "ifunc" || a.Name == "weakref" {
				return true
			}
		}
		name := v.Name
		if v.AsmName != "" {
			name = v.AsmName
		}
		_, known := names[name]
		return v.Linkage == External && !defined[v] && (names[name] || known && v.AsmName != "" || strings.Contains(assembly, name))
	}
}

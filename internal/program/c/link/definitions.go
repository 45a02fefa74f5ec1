package link

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Definitions knows what names with external linkage mean: in a program, and in those files of models of the library that have been asked for.
type Definitions struct {
	Prog    *core.Program
	Defs    map[*core.Var]*core.Func
	Externs map[string]*core.Var // variables of external linkage, by name: those of the program that came first

	model  func(name string) *core.Program
	models map[string]*core.Var // functions of models, by name; nil: there is none
	of     map[*core.Var]*core.Program
	read   map[*core.Program]bool
}

// New finds the definitions of a program. model is the program of the file of models that has the function of the library with this name, nil if there is none;
// it may be nil itself.
func New(prog *core.Program, model func(name string) *core.Program) *Definitions {
	l := &Definitions{
		Prog: prog, Defs: map[*core.Var]*core.Func{}, Externs: map[string]*core.Var{},
		model: model, models: map[string]*core.Var{}, of: map[*core.Var]*core.Program{}, read: map[*core.Program]bool{},
	}
	l.add(prog)
	return l
}

// add enters the definitions of a program.
func (l *Definitions) add(prog *core.Program) {
	l.read[prog] = true
	for _, unit := range prog.Units {
		for _, g := range unit.Globals {
			switch g := g.(type) {
			case *core.FuncDef:
				l.Define(g.Func, prog)
				if prog != l.Prog && g.Func.Var.Linkage == core.External {
					l.models[g.Func.Var.Name] = g.Func.Var
				}
			case *core.VarDef:
				if v := g.Var; v.Linkage == core.External && v.Type.Kind != types.Func && l.Externs[v.Name] == nil {
					l.Externs[v.Name] = v
				}
			}
		}
	}
}

// Define enters a function, which has the positions of a program.
func (l *Definitions) Define(f *core.Func, prog *core.Program) { l.Defs[f.Var], l.of[f.Var] = f, prog }

// Of is the program in which a function is defined; nil if it is not.
func (l *Definitions) Of(v *core.Var) *core.Program { return l.of[v] }

// Model is the function of a model with this name; nil if there is none.
func (l *Definitions) Model(name string) *core.Var {
	if v, ok := l.models[name]; ok {
		return v
	}
	l.models[name] = nil
	if l.model != nil {
		if prog := l.model(name); prog != nil && !l.read[prog] {
			l.add(prog)
		}
	}
	return l.models[name]
}

// Extern is the variable that v is in all files.
func (l *Definitions) Extern(v *core.Var) *core.Var {
	if v.Linkage == core.External && v.Type.Kind != types.Func {
		if w := l.Externs[v.Name]; w != nil {
			return w
		}
	}
	return v
}

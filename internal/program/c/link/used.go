package link

import (
	"strings"

	"craig/internal/program/c/core"
)

// Used are the names of the functions that an execution from some functions may come to, as far as names tell: what their bodies name, what
// initializers of variables do, and constructors and destructors.
func Used(prog *core.Program, roots ...string) map[string]bool {
	bodies := map[string][]*core.Func{}
	used := map[string]bool{}
	next := append([]string{}, roots...)
	mention := func(x core.Place) {
		if p, ok := x.(*core.VarPlace); ok {
			next = append(next, p.Var.Name)
		}
	}
	expr := func(*core.Expr) {}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				core.InitParts(g.Var.Init, expr, mention)
				next = append(next, namedBy(g.Var)...)
			case *core.FuncDef:
				v := g.Func.Var
				bodies[v.Name] = append(bodies[v.Name], g.Func)
				next = append(next, namedBy(v)...)
			}
		}
	}
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		if used[name] {
			continue
		}
		used[name] = true
		for _, f := range bodies[name] {
			for _, b := range []*core.Block{f.Body, f.Leave} {
				core.EachStmt(b, func(s core.Stmt) {
					core.Parts(s, expr, mention)
					switch s := s.(type) {
					case *core.Asm:
						for name := range bodies { // its text may call any
							next = append(next, name)
						}
					case *core.Declare:
						if s.Var.Storage == core.Static {
							core.InitParts(s.Var.Init, expr, mention)
						}
					}
				})
			}
		}
	}
	return used
}

// namedBy are the functions that attributes have called: v itself, what it is an alias of, and what is done when it ends.
func namedBy(v *core.Var) (names []string) {
	for _, a := range v.Attrs {
		switch a.Name {
		case "constructor", "destructor", "alias", "cleanup", "ifunc", "weakref":
			names = append(names, v.Name)
			for _, x := range a.Args {
				names = append(names, strings.Trim(x, `"`))
			}
		}
	}
	if v.AsmName != "" {
		names = append(names, v.Name, v.AsmName)
	}
	return names
}

// WithoutBodies takes away the bodies of functions.
func WithoutBodies(prog *core.Program, of map[*core.Var]bool) {
	prog.Partial = prog.Partial || len(of) > 0
	for _, u := range prog.Units {
		kept := u.Globals[:0]
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok && of[d.Func.Var] {
				d.Func.Var.Defined = false
				continue
			}
			kept = append(kept, g)
		}
		u.Globals = kept
	}
}

package elab

import (
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/program/c/core"
)

// replaces notes that a further definition of a function, which has one in another file, is there since that one is not meant to be its body. It
// is false if it is a mistake.
func (u *unit) replaces(o *object) bool {
	here := func(g core.Global) bool {
		d, ok := g.(*core.FuncDef)
		return ok && d.Func.Var == o.v
	}
	if o.v.Linkage != core.External || !slices.Contains(u.conf.WithoutBody, o.v.Name) || slices.ContainsFunc(u.core.Globals, here) {
		return false
	}
	u.replaced[o.v] = true
	return true
}

// fileLocal begins the names that CBMC gives static functions of one file.
const fileLocal = "__CPROVER_file_local_"

// removeBodies takes the definitions of functions away that are to have none.
func (e *program) removeBodies() {
	if len(e.conf.WithoutBody) == 0 {
		return
	}
	for _, u := range e.prog.Units {
		u.Globals = slices.DeleteFunc(u.Globals, func(g core.Global) bool {
			d, ok := g.(*core.FuncDef)
			if !ok || e.replaced[d.Func.Var] {
				return false
			}
			v, names := d.Func.Var, e.conf.WithoutBody
			local := v.Linkage == core.Internal && slices.Contains(names, fileLocal+mangled(filepath.Base(e.prog.Place(d.Func.Pos).File))+"_"+v.Name)
			if !local && !slices.Contains(names, v.Name) {
				return false
			}
			v.Defined, e.prog.Partial = false, true
			return true
		})
	}
}

// mangled is a file name in an identifier.
func mangled(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '_'
	}, name)
}

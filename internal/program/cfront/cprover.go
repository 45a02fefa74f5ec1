package cfront

import (
	"path/filepath"
	"strings"

	"craig/internal/program/ir"
)

// Names that mean something to CBMC.
const (
	uninterpreted = "__CPROVER_uninterpreted_" // functions of which only that is known
	fileLocal     = "__CPROVER_file_local_"    // static functions, with the file
)

// uninterpreted is a call of a function whose result is determined by its arguments, in a way that is not
// known. That equal arguments give equal results is not modelled.
func (f *fn) uninterpreted(c *callSite) value {
	f.used(c)
	f.r.note(ir.Overapproximated, c.pos, "%s: that equal arguments give equal results is not modelled", c.g.cname)
	return f.unknown(f.r.resultType(c.g), ir.FromApproximation, c.g.cname, c.pos)
}

// fileLocals gives names such as __CPROVER_file_local_list_c_grow the meaning that goto-cc gives them: the static
// function grow of list.c. Where the program defines such a name, that definition takes the place of the static
// function's.
func (r *reader) fileLocals() {
	statics := map[string][]*function{}
	for _, g := range r.functions {
		if u := g.unit; u != nil && u.statics[g.cname] == any(g) {
			name := fileLocal + mangled(filepath.Base(g.pos.File)) + "_" + g.cname
			statics[name] = append(statics[name], g)
		}
	}
	for name, list := range statics {
		f, ok := r.externs[name].(*function)
		if !ok {
			continue
		}
		if f.def == nil {
			for _, g := range list {
				if g.def != nil {
					f.alias, f.unit = g.cname, g.unit
					break
				}
			}
			continue
		}
		for _, g := range list {
			if g.def != nil {
				r.note(ir.Assumption, f.pos, "%s stands for the function %s of %s", name, g.cname, g.pos.File)
			}
			g.alias, g.def = name, nil
		}
	}
}

// removeBodies takes the bodies of functions away that are to have none. Static functions of any file are meant
// too, and names of fileLocals mean those of their file.
func (r *reader) removeBodies() {
	for _, f := range r.functions {
		local := f.unit != nil && f.unit.statics[f.cname] == any(f)
		for _, name := range r.opts.WithoutBody {
			if f.def == nil || f.kept || f.unit.models {
				continue
			}
			if name == f.cname || local && name == fileLocal+mangled(filepath.Base(f.pos.File))+"_"+f.cname {
				f.def = nil
			}
		}
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

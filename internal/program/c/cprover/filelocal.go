package cprover

import (
	"path/filepath"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// fileLocal begins names that goto-cc gives static functions, with the file.
const fileLocal = "__CPROVER_file_local_"

// fileLocals gives names such as __CPROVER_file_local_list_c_grow their meaning: the static function grow of list.c. Where the program defines such a
// name, that definition takes the place of the static function's.
func fileLocals(prog *core.Program) (stands []Stands) {
	named := map[string]*core.Var{}
	statics := map[string][]*core.Func{}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				if v := g.Var; v.Linkage == core.External && strings.HasPrefix(v.Name, fileLocal) && named[v.Name] == nil {
					named[v.Name] = v
				}
			case *core.FuncDef:
				v := g.Func.Var
				switch {
				case v.Linkage == core.Internal:
					name := fileLocal + mangled(filepath.Base(prog.Place(g.Func.Pos).File)) + "_" + v.Name
					statics[name] = append(statics[name], g.Func)
				case strings.HasPrefix(v.Name, fileLocal):
					named[v.Name] = v
				}
			}
		}
	}
	means := map[*core.Var]*core.Var{}
	for name, v := range named {
		for _, f := range statics[name] {
			if !prog.Types.Compatible(f.Var.Type, v.Type) {
				continue
			}
			if !v.Defined {
				means[v] = f.Var
				break
			}
			means[f.Var] = v
			stands = append(stands, Stands{Name: name, For: f.Var.Name, File: prog.Place(f.Pos).File, At: v.Pos})
		}
	}
	if len(means) == 0 {
		return nil
	}
	rename := func(x core.Place) {
		if p, ok := x.(*core.VarPlace); ok && p.Var.Type.Kind == types.Func && means[p.Var] != nil {
			p.Var = means[p.Var]
		}
	}
	nothing := func(*core.Expr) {}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				core.InitParts(g.Var.Init, nothing, rename)
			case *core.FuncDef:
				for _, b := range []*core.Block{g.Func.Body, g.Func.Leave} {
					core.EachStmt(b, func(s core.Stmt) { core.Parts(s, nothing, rename) })
				}
			}
		}
	}
	return stands
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

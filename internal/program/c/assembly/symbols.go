package assembly

import (
	"cmp"
	"strings"

	"craig/internal/program/c/core"
)

// symbols has each statement that uses a name that the program does not define, and that assembly at file scope may, be one of which nothing is
// known. Where an initializer has the address of one, that goes for the beginning of each function.
func symbols(prog *core.Program, files []string) {
	named := map[*core.Var]bool{}
	mayDefine := func(v *core.Var) bool {
		if v.Defined || v.Linkage != core.External {
			return false
		}
		is, known := named[v]
		if !known {
			for _, text := range files {
				is = is || names(text, cmp.Or(v.AsmName, v.Name))
			}
			named[v] = is
		}
		return is
	}
	opaque := func(v *core.Var, at core.Pos) core.Stmt {
		return &core.Opaque{At: at, Why: v.Name + ", which assembly at file scope may define,"}
	}
	var everywhere *core.Var
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.VarDef); ok {
				core.InitParts(d.Var.Init, func(*core.Expr) {}, func(x core.Place) {
					if v, ok := x.(*core.VarPlace); ok && mayDefine(v.Var) {
						everywhere = v.Var
					}
				})
			}
		}
	}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok {
				continue
			}
			for _, b := range []*core.Block{d.Func.Body, d.Func.Leave} {
				core.Replace(b, func(s core.Stmt) []core.Stmt {
					list := []core.Stmt{s}
					core.Parts(s, func(*core.Expr) {}, func(x core.Place) {
						if v, ok := x.(*core.VarPlace); ok && len(list) == 1 && mayDefine(v.Var) {
							list = []core.Stmt{opaque(v.Var, s.Pos()), s}
						}
					})
					return list
				})
			}
			if everywhere != nil {
				d.Func.Body.List = append([]core.Stmt{opaque(everywhere, d.Func.Body.At)}, d.Func.Body.List...)
			}
		}
	}
}

// names tells whether a text of assembly has a name as a word.
func names(text, name string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		before, after := text[:from+at], text[from+at+len(name):]
		if (before == "" || !inName(before[len(before)-1])) && (after == "" || !inName(after[0])) {
			return true
		}
		from += at + 1
	}
}

func inName(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

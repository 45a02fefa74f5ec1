package link

import "craig/internal/program/c/core"

// Replace has something that the core does not describe in the place of the bodies of functions. It is false if one of them has no definition.
// Bodies that a compiler may use in the place of others, which are elsewhere, are left out.
func Replace(prog *core.Program, with map[*core.Var]*core.Opaque) bool {
	n := 0
	for _, u := range prog.Units {
		kept := u.Globals[:0]
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok || with[d.Func.Var] == nil {
				kept = append(kept, g)
				continue
			}
			if v := d.Func.Var; v.Extern && v.Inline && v.HasAttr("gnu_inline") {
				v.Defined = false
				kept = append(kept, &core.VarDef{Var: v})
				n++
				continue
			}
			kept = append(kept, g)
			s, f := with[d.Func.Var], d.Func
			f.Body = &core.Block{At: f.Body.At, List: []core.Stmt{s}, End: f.Body.End}
			f.Temps, f.Leave, f.Result = nil, nil, nil
			n++
		}
		u.Globals = kept
	}
	prog.Partial = prog.Partial || n > 0
	return n == len(with)
}

package link

import "craig/internal/program/c/core"

// Replace has something that the core does not describe in the place of the bodies of functions. It is false if one of them has no definition.
func Replace(prog *core.Program, with map[*core.Var]*core.Opaque) bool {
	n := 0
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok || with[d.Func.Var] == nil {
				continue
			}
			s, f := with[d.Func.Var], d.Func
			f.Body = &core.Block{At: f.Body.At, List: []core.Stmt{s}, End: f.Body.End}
			f.Temps, f.Leave, f.Result = nil, nil, nil
			n++
		}
	}
	prog.Partial = prog.Partial || n > 0
	return n == len(with)
}

package belief

import "craig/internal/program/c/core"

// ClampedIn are the parameters of a function that it makes smaller where they are too large, as in if (i > 4) i = 4: it goes on with them then, so that it does not refuse what callers
// give, but corrects what it believes to come.
func ClampedIn(f *core.Func) (list []string) {
	too := map[*core.Var]bool{}
	tooLarge := func(x core.Expr) *core.Var {
		c, ok := core.Unconverted(x).(*core.Binary)
		switch {
		case !ok:
		case c.Op == core.Gt || c.Op == core.Ge:
			return variable(c.X)
		case c.Op == core.Lt || c.Op == core.Le:
			return variable(c.Y)
		}
		return nil
	}
	core.EachStmt(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.If:
			v := tooLarge(s.X)
			core.EachStmt(s.Then, func(s core.Stmt) {
				if a, ok := s.(*core.Assign); ok && v != nil {
					if to, ok := a.Dst.(*core.VarPlace); ok && to.Var == v {
						too[v] = true
					}
				}
			})
		case *core.Assign:
			c, ok := core.Unconverted(s.Src).(*core.Cond)
			to, is := s.Dst.(*core.VarPlace)
			if ok && is && (tooLarge(c.X) == to.Var || variable(c.Then) == to.Var || variable(c.Else) == to.Var) {
				too[to.Var] = true
			}
		}
	})
	for _, v := range f.Params {
		if too[v] {
			list = append(list, v.Name)
		}
	}
	return list
}

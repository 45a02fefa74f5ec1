package link

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// resolved is what a name means in the end.
func (l *linker) resolved(v *core.Var) *core.Var {
	for range len(l.means) + 1 {
		w := l.means[v]
		if w == nil {
			return v
		}
		v = w
	}
	return v // an alias of itself
}

// rename has all uses of names be uses of what they mean.
func (l *linker) rename() {
	for v := range l.means {
		if w := l.resolved(v); w.Type.Kind != types.Func {
			w.Type = l.prog.Types.Composite(w.Type, v.Type.Unqual().With(w.Type.Quals))
		}
	}
	for _, u := range l.prog.Units {
		kept := u.Globals[:0]
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				if l.means[g.Var] != nil {
					continue
				}
				l.init(g.Var.Init)
			case *core.FuncDef:
				l.block(g.Func.Body)
				l.block(g.Func.Leave)
			}
			kept = append(kept, g)
		}
		u.Globals = kept
	}
}

func (l *linker) block(b *core.Block) {
	core.EachStmt(b, func(s core.Stmt) {
		core.Parts(s, l.expr, l.place)
		if d, ok := s.(*core.Declare); ok && d.Var.Storage == core.Static {
			l.init(d.Var.Init)
		}
	})
}

func (l *linker) init(x core.Init) { core.InitParts(x, l.expr, l.place) }

// expr renames the function that an expression is the address of, whose type may be another one.
func (l *linker) expr(at *core.Expr) {
	a, ok := (*at).(*core.AddrOf)
	if !ok {
		return
	}
	p, ok := a.X.(*core.VarPlace)
	if !ok || p.Var.Type.Kind != types.Func || l.means[p.Var] == nil {
		return
	}
	p.Var = l.resolved(p.Var)
	if to := l.prog.Types.Pointer(p.Var.Type); to != a.Typ {
		was := a.Typ
		a.Typ = to
		if !l.prog.Types.Compatible(to, was) {
			*at = &core.Convert{At: a.At, X: a, Typ: was}
		}
	}
}

func (l *linker) place(x core.Place) {
	if p, ok := x.(*core.VarPlace); ok && p.Var.Type.Kind != types.Func {
		p.Var = l.resolved(p.Var)
	}
}

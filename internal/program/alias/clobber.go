package alias

import "craig/internal/program/ir"

// A clobber is a Clobber statement.
type clobber struct {
	stmt *ir.Clobber
	edge *ir.Edge
}

// written are the objects that c may write; all says that it may be any.
func (a *facts) written(c clobber) (objs map[int32]bool, all bool) {
	objs = map[int32]bool{}
	r := a.t.Clobbers[c.stmt]
	for _, n := range []*ir.Targets{r.Deep, r.Data} {
		for _, t := range *n {
			if t.Obj == unknownAddress || a.objs[t.Obj].Kind == ir.FuncObject || a.objs[t.Obj].Kind == ir.StringObject && !a.many(t.Obj) {
				continue
			}
			objs[t.Obj] = true
			for _, m := range a.objs[t.Obj].members {
				objs[m] = true
			}
			all = all || t.Obj == a.anyObj
		}
	}
	return objs, all
}

// lowerClobbers replaces the Clobbers by Havocs of what they may write.
func (w *contents) lowerClobbers() {
	for _, c := range w.clobbers {
		var stmts []ir.Stmt
		objs, all := w.written(c)
		for _, pt := range w.parts {
			stmts = w.overwrite(c, pt, objs, all, stmts)
		}
		if v := c.stmt.Result; v != nil {
			stmts = append(stmts, &ir.Havoc{Var: v, Source: resultSource(c.stmt.Source), Name: c.stmt.Name})
		}
		if len(stmts) == 0 {
			stmts = append(stmts, &ir.Skip{})
		}
		c.edge.Stmt = stmts[0]
		insertAfter(w.p, c.edge, stmts[1:])
	}
}

// resultSource is where the result comes from of a function whose effects come from source.
func resultSource(source ir.Source) ir.Source {
	if source == ir.FromEffect {
		return ir.FromCall
	}
	return source
}

// given says that the function is sure to reach o, since it has its address.
func (c clobber) given(o *ir.Object) bool {
	for _, r := range c.stmt.Roots {
		if root := ir.Root(r.Ptr); r.Reach != ir.Inner && root.Op == ir.OpAddr && root.Obj == o {
			return true
		}
	}
	return false
}

// overwrite appends what makes those cells of pt unknown that lie in objs.
func (w *contents) overwrite(c clobber, pt *part, objs map[int32]bool, all bool, to []ir.Stmt) []ir.Stmt {
	var hit []int32
	few := true // they are known cells, and not many
	source := c.stmt.Source
	for _, o := range pt.objs {
		if !all && !objs[o] {
			continue
		}
		hit = append(hit, o)
		if !c.given(w.objs[o].Object) {
			source = ir.FromApproximation
		}
		x := &w.objs[o]
		few = few && x.Single && x.Rep == o && len(x.members) == 0 && x.Size >= 0 && x.Size <= maxCells
	}
	if len(hit) == 0 {
		return to
	}
	if len(hit) == len(pt.objs) || pt.kind <= splitPart || !few {
		if len(hit) < len(pt.objs) {
			source = ir.FromApproximation
		}
		for _, v := range pt.vars {
			to = append(to, &ir.Havoc{Var: v, Source: source, Name: c.stmt.Name})
		}
		return to
	}
	fn := w.p.Locs[c.edge.From].Func
	for _, o := range hit {
		offs, _ := w.cellOffsets(pt, o, w.objs[o].Size, maxCells)
		for _, off := range offs {
			t := w.p.NewTemp(fn, pt.cell, c.edge.Pos)
			to = append(to, &ir.Havoc{Var: t, Source: source, Name: c.stmt.Name},
				&ir.Store{Region: pt.vars[0], Addr: w.address(o, off), Val: ir.VarExpr(t)})
		}
	}
	return to
}

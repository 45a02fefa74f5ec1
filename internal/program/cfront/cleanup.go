package cfront

import (
	"slices"

	"craig/internal/program/ir"
)

// A variable with attribute cleanup has a function that is called with its address when its scope is
// left: at its end, by return, break, continue or goto; not by exit or longjmp. The functions of
// several variables are called in the reverse order of their declarations.

// leaveTo calls the functions of the variables whose scopes a jump leaves that keeps the first depth
// of those in scope.
func (f *fn) leaveTo(depth int, pos ir.Pos) {
	for i := len(f.cleanups) - 1; i >= depth; i-- {
		f.cleanUp(f.cleanups[i], pos)
	}
}

// closeScope leaves a scope at its end.
func (f *fn) closeScope(depth int, pos ir.Pos) {
	f.leaveTo(depth, pos)
	f.cleanups = f.cleanups[:depth]
}

// cleanUp calls the function of v, if it has one, and ends its life.
func (f *fn) cleanUp(v *variable, pos ir.Pos) {
	if v.frame != nil {
		f.leaveFrame(v.frame, pos)
		return
	}
	defer f.over(v, pos)
	if v.cleanup == nil {
		return
	}
	g := f.r.functionOf(v.cleanup, 1)
	if g == nil {
		f.r.fail(v.pos, "", "attribute cleanup needs a function")
		return
	}
	c := &callSite{g: g, pos: pos}
	switch {
	case f.r.isError(g):
		f.errorEdge(pos)
	case g.def != nil && len(g.params) == 1:
		arg := f.convert(value{t: f.r.types.pointerTo(v.t), e: v.place.addr}, g.params[0].t, pos)
		f.emitCall(c, &ir.Call{Callee: f.r.irFunc(g), Args: f.pass([]value{arg}, pos)}, f.r.resultType(g))
	default:
		f.unsound(pos, "%s as the function of attribute cleanup is not supported", g.cname)
	}
}

// leavingGoto is a goto out of the scope of variables with attribute cleanup: which scopes it leaves is
// known once its label has been placed.
type leavingGoto struct {
	from, label *node
	cleanups    []*variable
	pos         ir.Pos
}

// goTo jumps to a label.
func (f *fn) goTo(label *node, pos ir.Pos) {
	if len(f.cleanups) == 0 && !f.r.scopes() {
		f.jump(label, pos)
		return
	}
	f.leaving = append(f.leaving, leavingGoto{f.cur, label, append([]*variable(nil), f.cleanups...), pos})
	f.cur = f.node(pos)
}

// resolveLeaving completes the gotos that goTo has left open.
func (f *fn) resolveLeaving() {
	for _, g := range f.leaving {
		f.cur = g.from
		common := 0
		for common < min(len(g.cleanups), len(g.label.cleanups)) && g.cleanups[common] == g.label.cleanups[common] {
			common++
		}
		f.cleanups = slices.DeleteFunc(slices.Clone(g.cleanups), func(v *variable) bool {
			// A jump back to before a declaration does not leave the block.
			return v.cleanup == nil && v.frame == nil && !v.t.variable() && slices.Contains(g.label.blocks, v.block) && !slices.Contains(g.label.cleanups, v)
		})
		f.leaveTo(common, g.pos)
		f.enterBy(g.label.cleanups[common:])
		f.jump(g.label, g.pos)
	}
	f.cleanups = nil
}

// kept is a value that no longer depends on variables, since functions that may change them are
// called before it is used.
func (f *fn) kept(v value, pos ir.Pos) value {
	switch {
	case v.e != nil && !v.e.IsConst():
		t := f.temp(v.e.Type, pos)
		f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
		v.e = ir.VarExpr(t)
	case v.agg.t != nil:
		p := f.tempAggregate(v.t, pos)
		f.copyAggregate(p, v.agg, pos)
		v.agg = p
	}
	return v
}

package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// leaks decides OpTracked and OpTraceable, for the end of main or for a place where the program exits.
//
// A block is tracked if a pointer leads to it from a variable, directly or through cells of other blocks
// that live. Chains are followed for some steps, with a condition for each cell (chains.go). A block that
// lives is lost for sure if none of these leads to it, and nothing is left out that might.
type leaks struct {
	*owners
	blocks map[*ir.Targets][]int32 // what beyond has said
	said   map[bool]*trackedBlocks // what tracked has said: with local variables, and without
}

// trackedBlocks is what tracked says.
type trackedBlocks struct {
	tracked, lost *ir.Expr
	blocks        []ir.Owner
}

// findLeaks has to come after the parts are made, and before edges are changed.
func (w *owners) findLeaks() {
	if !slices.ContainsFunc(w.checks, func(e *ir.Expr) bool { return e.Op == ir.OpTracked }) {
		return
	}
	w.leaks = &leaks{owners: w, blocks: map[*ir.Targets][]int32{}, said: map[bool]*trackedBlocks{}}
}

// tracked says that all blocks that live are tracked for sure, lost that one is lost for sure, and lists the
// blocks. If frames is set, local variables are still there. It is the same wherever it is asked.
func (l *leaks) tracked(frames bool) (tracked, lost *ir.Expr, blocks []ir.Owner) {
	if l.said[frames] == nil {
		var x trackedBlocks
		x.tracked, x.lost, x.blocks = l.find(frames)
		l.said[frames] = &x
	}
	x := l.said[frames]
	return x.tracked, x.lost, x.blocks
}

// find finds what tracked says.
func (l *leaks) find(frames bool) (tracked, lost *ir.Expr, blocks []ir.Owner) {
	tracked, lost = ir.True(), ir.False()
	c := l.follow(frames)
	sure := len(l.clobbers) == 0 && !(frames && len(l.p.Funcs) > 1)
	block := func(alive, held, open *ir.Expr, o ir.Owner) {
		o.Held = held
		blocks = append(blocks, o)
		tracked = ir.And(tracked, ir.Or(ir.Not(alive), held))
		if sure {
			lost = ir.Or(lost, ir.And(alive, ir.And(ir.Not(held), ir.Not(open))))
		}
	}
	watched, open := false, ir.False()
	for i := range l.objs {
		o := int32(i)
		switch {
		case !l.isBlock(o):
		case l.placed(o):
			block(ir.Compare(ir.OpEq, ir.VarExpr(l.lives[o]), life(alive)), orFalse(c.held[o]), orFalse(c.open[o]), l.owner(o))
		case l.watchable(o):
			watched, open = true, ir.Or(open, orFalse(c.open[o]))
		default:
			return ir.False(), ir.False(), nil
		}
	}
	if watched {
		kind := ir.Compare(ir.OpEq, ir.VarExpr(l.watch.kind), ir.ConstInt(l.watch.kind.Type, 0))
		block(ir.And(kind, l.watch.is(alive)), orFalse(c.watched), open, l.watch.owner())
	}
	return tracked, lost, blocks
}

func orFalse(e *ir.Expr) *ir.Expr {
	if e == nil {
		return ir.False()
	}
	return e
}

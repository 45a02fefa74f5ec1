package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
)

// Where a property is about the lives of objects, a region of its own says by its address what a handle is, such as a stream. A program has
// that if it closes some.
const (
	otherHandle = iota // it has not been seen opened
	openHandle
	closedHandle
)

// region is a region of the program that no pointer leads to, and that is 0 at first; nil if the program does not need it. The scan finds that
// out.
func (p *program) region(at **ir.Var, name string, needed bool) *ir.Var {
	if needed && *at == nil {
		*at = p.out.NewGlobal(name, "", ir.Type{Kind: ir.Memory, Bits: p.out.PtrBits}, ir.Pos{})
	}
	return *at
}

func (p *program) handles() *ir.Var {
	return p.region(&p.regions.handles, "$handles", p.uses.closesHandles)
}

// clearRegions has the regions be 0.
func (b *builder) clearRegions() {
	for _, r := range []*ir.Var{b.p.begunLists(), b.p.handles()} {
		if r != nil {
			b.emit(&ir.Assign{Var: r, Expr: ir.ConstInt(r.Type, 0)}, ir.Pos{})
		}
	}
}

// handle notes that the program calls a function that closes a handle, if the row's function does.
func (s *scanner) handle(row *library.Function) {
	for i := range row.Params {
		if row.Use(i).Closes && s.p.conf.Memory.Lives {
			s.p.uses.closesHandles = true
		}
	}
}

// setHandle notes that the handle at p is open or closed now.
func (b *builder) setHandle(p *ir.Expr, state int64, pos ir.Pos) {
	if h := b.p.handles(); h != nil {
		b.emit(&ir.Store{Region: h, Addr: p, Val: ir.ConstInt(b.p.size(), state)}, pos)
	}
}

// open checks that the handle at p is open; closes says that the call closes it, so that one that is closed is closed twice.
func (l *look) open(p *ir.Expr, closes bool) {
	l.touch(p, 1, true)
	h := l.p.handles()
	if h == nil {
		return
	}
	is := func(state int64) *ir.Expr {
		return ir.Compare(ir.OpEq, ir.LoadFrom(h, l.p.size(), p), ir.ConstInt(l.p.size(), state))
	}
	goals := l.demand
	if free := l.p.conf.Memory.Free; closes && free != "" {
		goals = []core.Goal{{Demand: core.Inside, Property: free}}
	}
	l.require(ir.Not(is(closedHandle)), core.Inside, goals, leftOut{"valid-deref", "handles that are used after they have been closed"}, l.pos)
	if l.p.conf.Surroundings == nil {
		l.follow(is(openHandle), l.pos)
	}
}

package cfront

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// __CPROVER_is_fresh(p, n) says in what is required that p leads to n bytes of an object of its own: no other is_fresh that is
// required leads into it. In what is ensured the object is, besides, a block of the heap that has been allocated during the call. As
// for frames (frame.go), an address is chosen when the function is called, any there is, and no block that is allocated during the
// call has it; so where p is fresh, whatever was chosen is none of its bytes.

// freshness is what is_fresh needs in one function.
type freshness struct {
	mine *ir.Var // whether the address was chosen by this call
	seen []freshObject
	kind string // of the clauses that are evaluated
}

// freshObject is what an is_fresh has led to.
type freshObject struct {
	kind        string
	seen, start *ir.Var
}

func freshHandlers() map[string]handler {
	return map[string]handler{
		"__craig_older":    (*fn).freshBegin,
		"__craig_apart":    (*fn).freshApart,
		"__craig_writable": (*fn).objectWritable,
		"__craig_freeable": (*fn).objectFreeable,
	}
}

// older is the address that calls choose; 0: none has.
func (r *reader) olderByte() *ir.Var {
	if r.older == nil {
		r.older = r.prog.NewGlobal("$older", "", r.prog.PtrType(), ir.Pos{})
		r.inits.emit(&ir.Assign{Var: r.older, Expr: ir.ConstInt(r.older.Type, 0)}, ir.Pos{})
	}
	return r.older
}

// freshBegin chooses the address, or leaves the choice to another call.
func (f *fn) freshBegin(c *callSite) value {
	none := f.number(f.r.types.intT, num.I(0))
	if f.replaces() || f.r.props["unreach-call"] == "" || f.constOnly || f.fresh.mine != nil {
		return none
	}
	older := f.r.olderByte()
	mine := f.temp(f.r.types.boolT.ir(), c.pos)
	f.fresh.mine = mine
	f.emit(&ir.Assign{Var: mine, Expr: ir.ConstInt(mine.Type, 0)}, c.pos)
	perhaps := f.havoc(mine.Type, ir.FromGhost, "older", c.pos)
	yes, end := f.node(c.pos), f.node(c.pos)
	f.branch(ir.And(ir.Not(ir.ToBool(ir.VarExpr(older))), ir.ToBool(perhaps)), yes, end, c.pos)
	f.cur = yes
	f.emit(&ir.Assign{Var: mine, Expr: ir.ConstInt(mine.Type, 1)}, c.pos)
	f.emit(&ir.Havoc{Var: older, Source: ir.FromGhost, Name: "older"}, c.pos)
	f.emit(&ir.Assume{Cond: ir.ToBool(ir.VarExpr(older))}, c.pos)
	f.jump(end, c.pos)
	f.cur = end
	return none
}

// freshEnd ends the choice where the function is left.
func (f *fn) freshEnd(pos ir.Pos) {
	if f.fresh.mine == nil {
		return
	}
	older := f.r.olderByte()
	kept := ir.Ite(ir.ToBool(ir.VarExpr(f.fresh.mine)), ir.ConstInt(older.Type, 0), ir.VarExpr(older))
	f.emit(&ir.Assign{Var: older, Expr: kept}, pos)
}

// freshApart is the part of is_fresh that is not about the size: 1 if the object is as new as it has to be, and that of no other.
func (f *fn) freshApart(c *callSite) value {
	r := f.r
	p := f.settled(f.convert(f.rvalue(c.args[0]), r.types.voidPtr, c.pos).e, c.pos)
	n := f.settled(f.convert(f.rvalue(c.args[1]), r.types.size, c.pos).e, c.pos)
	start := f.temp(p.Type, c.pos)
	f.emit(&ir.Assign{Var: start, Expr: ir.Start(p, f.havoc(p.Type, ir.FromApproximation, "__CPROVER_is_fresh", c.pos))}, c.pos)
	fine := ir.True()
	if f.fresh.kind == "ensures" && f.fresh.mine != nil {
		old := ir.Among(p, ir.VarExpr(r.olderByte()), n)
		fine = ir.And(fine, ir.Not(ir.And(ir.ToBool(ir.VarExpr(f.fresh.mine)), old)))
	}
	for _, x := range f.fresh.seen {
		if x.kind == f.fresh.kind {
			fine = ir.And(fine, ir.Not(ir.And(ir.ToBool(ir.VarExpr(x.seen)), ir.Compare(ir.OpEq, ir.VarExpr(x.start), ir.VarExpr(start)))))
		}
	}
	result := f.settled(ir.OfBool(r.types.intT.ir(), fine), c.pos)
	seen := f.temp(r.types.boolT.ir(), c.pos)
	f.insert(mark{at: f.entry}, c.pos, func() {
		f.emit(&ir.Assign{Var: seen, Expr: ir.ConstInt(seen.Type, 0)}, c.pos)
	})
	f.emit(&ir.Assign{Var: seen, Expr: ir.ConstInt(seen.Type, 1)}, c.pos)
	f.fresh.seen = append(f.fresh.seen, freshObject{f.fresh.kind, seen, start})
	return value{t: r.types.intT, e: result}
}

// guardFresh keeps the chosen address out of the blocks that are allocated during calls that have chosen.
func (r *reader) guardFresh(fns []*fn) {
	if r.older == nil {
		return
	}
	during := calledBy(fns, func(f *fn) bool { return f.fresh.mine != nil })
	for _, f := range fns {
		if !during[f] {
			continue
		}
		w := &guard{f: f}
		for _, e := range append([]*edge(nil), f.edges...) {
			if a, ok := e.stmt.(*ir.Alloc); ok && a.Result != nil && a.Size != nil && a.Site != nil && a.Site.Kind == ir.HeapObject && !a.Site.Automatic {
				w.after(e, ir.Not(ir.Among(ir.VarExpr(a.Result), ir.VarExpr(r.older), a.Size)))
			}
		}
	}
}

// calledBy are the functions that chosen ones may come to, and these.
func calledBy(fns []*fn, chosen func(*fn) bool) map[*fn]bool {
	callees := calleesOf(fns)
	set := map[*fn]bool{}
	var work []*fn
	add := func(f *fn) {
		if !set[f] {
			set[f] = true
			work = append(work, f)
		}
	}
	for _, f := range fns {
		if chosen(f) {
			add(f)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		for _, e := range work[0].edges {
			for _, f := range callees(e) {
				add(f)
			}
		}
	}
	return set
}

// objectWritable is 1 if what the argument points into may be written, as far as its declaration says.
func (f *fn) objectWritable(c *callSite) value {
	p := f.settled(f.convert(f.rvalue(c.args[0]), f.r.types.voidPtr, c.pos).e, c.pos)
	return f.ofBool(ir.Writable(p))
}

// objectFreeable is 1 if free may be given the argument: null, or the beginning of a block of the heap that lives.
func (f *fn) objectFreeable(c *callSite) value {
	p := f.settled(f.convert(f.rvalue(c.args[0]), f.r.types.voidPtr, c.pos).e, c.pos)
	f.follow(ir.Known(p), c.pos)
	return f.ofBool(ir.Freeable(p))
}

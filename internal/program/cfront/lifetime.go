package cfront

import (
	"cmp"
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// The properties valid-deref, valid-free, valid-memtrack and valid-memcleanup are about the lives of
// objects: ir.Free ends them, where a block is freed and where the scope of a local variable in memory
// is left; ir.Alloc begins them. For other properties there are such statements for blocks alone: they do nothing, but
// another block may have the address of one that was freed, see package alias.

// lifetimes is a property that is about the lives of objects; "" if none is asked for.
func (r *reader) lifetimes() string {
	deref := r.props["bounds"]
	if deref != "valid-deref" {
		deref = ""
	}
	return cmp.Or(deref, r.props["valid-free"], r.props["valid-memtrack"], r.props["valid-memcleanup"])
}

// free is a call of free for the pointer p.
func (f *fn) free(p *ir.Expr, pos ir.Pos) {
	if p.IsConst() && p.Val.IsZero() {
		f.emit(&ir.Skip{}, pos).aux = false
		return
	}
	if f.r.lifetimes() != "" {
		f.follow(ir.Known(p), pos)
		f.require(ir.Freeable(p), "valid-free", "", pos)
	}
	f.emit(&ir.Free{Addr: p}, pos).aux = false
}

// ends has the life of v, which begins here, end with its scope.
func (f *fn) ends(v *variable) {
	if !f.r.scopes() || f.static || v.place.addr == nil && len(f.pointers(v)) == 0 && f.r.noValue[v.place.v] == nil || slices.Contains(f.cleanups, v) {
		return
	}
	v.block = f.block()
	f.cleanups = append(f.cleanups, v)
}

// pointers are, for valid-memtrack, the pointers that v consists of if it is not in memory: when its
// scope is left, they lead nowhere any more.
func (f *fn) pointers(v *variable) (vs []*ir.Var) {
	if f.r.props["valid-memtrack"] == "" {
		return nil
	}
	all := []*ir.Var{v.place.v}
	for _, bit := range slices.Sorted(maps.Keys(v.place.cells)) {
		all = append(all, v.place.cells[bit])
	}
	for _, x := range all {
		if x != nil && x.Type.Kind == ir.Pointer {
			vs = append(vs, x)
		}
	}
	return vs
}

// literalEnds has the life of the compound literal at p end with its block.
func (f *fn) literalEnds(p place, pos ir.Pos) {
	switch {
	case f.r.lifetimes() == "" || p.addr == nil:
	case p.addr.Op == ir.OpAddr:
		f.ends(&variable{t: p.t, place: p, made: true, auto: true, pos: pos})
	default:
		f.unsound(pos, "the life of a compound literal in a recursive function is not followed")
	}
}

// block is the number of the innermost block that is open.
func (f *fn) block() int {
	if len(f.blocks) == 0 {
		return 0
	}
	return f.blocks[len(f.blocks)-1]
}

// over ends the life of v, whose scope is left.
func (f *fn) over(v *variable, pos ir.Pos) {
	switch {
	case !f.r.scopes():
	case v.place.addr != nil:
		f.emit(&ir.Free{Addr: v.place.addr}, pos)
	default:
		for _, x := range f.pointers(v) {
			f.emit(&ir.Assign{Var: x, Expr: ir.ConstInt(x.Type, 0)}, pos).pos = ir.Pos{} // which the program does not say
		}
	}
}

// enterBy begins the lives of the variables into whose scopes a jump leads, past their declarations.
func (f *fn) enterBy(vs []*variable) {
	if !f.r.scopes() {
		return
	}
	for _, v := range vs {
		if v.owner != nil && !v.t.variable() {
			f.begin(v, false)
			f.markUnset(v, true, v.pos)
		}
	}
}

// enterCase is enterBy for the label l of a switch statement, which the edges so far lead to.
func (f *fn) enterCase(n *cc.LabeledStatement, l *node, pos ir.Pos) *node {
	vs := f.cleanups[min(f.caseDepth[n], len(f.cleanups)):]
	if !f.r.scopes() || len(vs) == 0 {
		return l
	}
	before := f.cur
	f.cur = l
	f.enterBy(vs)
	next := f.node(pos)
	f.jump(next, pos)
	f.cur = before
	return next
}

// endOfMain is atEnd for the end of the entry, or of what craig has put around it. What a function other than main
// leaves, its callers may still free.
func (f *fn) endOfMain(end ir.Pos) {
	e := f.r.prog.Environment
	if !f.r.surrounds(end) {
		f.atEnd(false, end)
		return
	}
	for _, g := range f.r.functions {
		if g.cname != e.Function || g.def == nil {
			continue
		}
		end = f.r.endOf(g.def.CompoundStatement) // what is noted of the surroundings themselves is not said
		if e.Function == "main" {
			f.atEnd(false, end)
			return
		}
	}
	if p := cmp.Or(f.r.props["valid-memtrack"], f.r.props["valid-memcleanup"]); p != "" {
		f.r.note(ir.Assumption, end, "blocks that are left when %s returns are outside the answer (property %s)", e.Function, p)
	}
}

// atEnd is for the properties about what is left at the end of the program: at the end of main or,
// with frames, where it exits while functions are active.
func (f *fn) atEnd(frames bool, pos ir.Pos) {
	track, clean := f.r.props["valid-memtrack"], f.r.props["valid-memcleanup"]
	if track == "" && clean == "" {
		return
	}
	if clean != "" {
		f.follow(ir.Counted(), pos)
		f.require(ir.AllFreed(), "valid-memcleanup", "", pos)
		return
	}
	f.follow(ir.Traceable(frames), pos)
	f.require(ir.Tracked(frames), "valid-memtrack", "", pos)
}

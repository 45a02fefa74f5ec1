package cfront

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Frames: what a function with an assigns clause may write. At the beginning of a call a byte of memory that the
// clause does not name, or the number of a variable that it does not name, is chosen, any there is; a write to it
// before the call ends is an error. So one byte stands for all of them, and what is called is looked at as the
// function itself is. Calls that are active at once share the choice: one of them is chosen to be looked at.
//
// Not looked at are blocks and local variables whose lives begin during the call, which the choice leaves out;
// static variables of functions; and what the library keeps for itself, errno among it. Addresses of blocks are
// never used again (see ir.Object), so that the choice stays what it was when a block is freed.

// framing is the choice, in variables of the program.
type framing struct {
	byte    *ir.Var  // the address; 0: no call is looked at
	number  *ir.Var  // of a variable; 0: none
	several bool     // more than one call may have a frame at once
	names   []string // of the functions that have one
	loops   []ir.Pos // that have one

	late, grows *ir.Var // see loopframe.go; nil if no places grow

	numbers map[*ir.Var]int64 // of the variables of the program that can be written and have no address
}

// frame is the frame of a function or of a loop in it.
type frame struct {
	end    *node      // behind the choice
	mine   *ir.Var    // whether this call has been chosen; nil: it always is
	choice *ir.Assume // what is left out of it, which is not known before all objects are

	loop   bool
	grows  bool               // some of its places do
	inner  map[*variable]bool // declared in the loop
	inside *node              // where places are compared with what has been written: the byte is among them
}

func frameHandlers() map[string]handler {
	return map[string]handler{
		"__craig_assigns":  (*fn).frameBegin,
		"__craig_target":   (*fn).frameTarget,
		"__craig_range":    (*fn).frameRange,
		"__craig_assigned": (*fn).frameEnd,
		loopAssigns:        (*fn).loopFrame,
		loopEntries:        (*fn).nothing,
		loopValue:          (*fn).loopEntry,
		"__craig_instance": (*fn).instanceOfAll,
	}
}

// frames is the choice of the program, made at its first use.
func (r *reader) frames() *framing {
	if r.framing != nil {
		return r.framing
	}
	address := r.prog.PtrType()
	g := &framing{numbers: map[*ir.Var]int64{}}
	g.byte = r.prog.NewGlobal("$kept", "", address, ir.Pos{})
	g.number = r.prog.NewGlobal("$keptvariable", "", r.types.intT.ir(), ir.Pos{})
	g.several = len(r.framed) > 1
	for _, f := range r.framed {
		g.several = g.several || f.recursive
	}
	r.inits.emit(&ir.Assign{Var: g.byte, Expr: ir.ConstInt(address, 0)}, ir.Pos{})
	r.inits.emit(&ir.Assign{Var: g.number, Expr: ir.ConstInt(g.number.Type, 0)}, ir.Pos{})
	r.framing = g
	return g
}

func (g *framing) idle() *ir.Expr {
	return ir.And(ir.Compare(ir.OpEq, ir.VarExpr(g.byte), ir.ConstInt(g.byte.Type, 0)),
		ir.Compare(ir.OpEq, ir.VarExpr(g.number), ir.ConstInt(g.number.Type, 0)))
}

// frameBegin begins the choice.
func (f *fn) frameBegin(c *callSite) value {
	none := f.number(f.r.types.intT, num.I(0))
	if f.replaces() {
		return none
	}
	if f.r.props["unreach-call"] == "" || f.constOnly || f.frame != nil {
		return none
	}
	g := f.r.frames()
	g.names = append(g.names, contracted(f.f.cname))
	f.frame = &frame{end: f.node(c.pos)}
	if f.out == f.exit {
		f.out = f.node(f.exit.pos)
	}
	if g.several {
		f.frame.mine = f.temp(f.r.types.boolT.ir(), c.pos)
		f.emit(&ir.Assign{Var: f.frame.mine, Expr: ir.ConstInt(f.frame.mine.Type, 0)}, c.pos)
	}
	f.choose(f.frame, c.pos)
	f.reading = f.frame
	for _, v := range f.f.params {
		if p := f.r.placeOf(f, v); p.addr != nil {
			f.spare(p.addr, ir.ConstInt(f.r.types.size.ir(), max(v.t.size, 0)), c.pos)
		}
	}
	return none
}

// choose makes the choice for a frame, or none: then the execution goes on at its end.
func (f *fn) choose(l *frame, pos ir.Pos) {
	g := f.r.frames()
	if g.several {
		perhaps := f.havoc(f.r.types.boolT.ir(), ir.FromGhost, "kept", pos)
		yes := f.node(pos)
		f.branch(ir.And(g.idle(), ir.ToBool(perhaps)), yes, l.end, pos)
		f.cur = yes
	}
	if l.mine != nil {
		f.emit(&ir.Assign{Var: l.mine, Expr: ir.ConstInt(l.mine.Type, 1)}, pos)
	}
	for _, v := range []*ir.Var{g.byte, g.number} {
		f.emit(&ir.Havoc{Var: v, Source: ir.FromGhost, Name: "kept"}, pos)
	}
	l.choice = &ir.Assume{Cond: ir.True()}
	f.emit(l.choice, pos)
}

// touches is the condition that the byte is among size bytes at addr.
func (g *framing) touches(addr, size *ir.Expr) *ir.Expr {
	return ir.Among(addr, ir.VarExpr(g.byte), size)
}

// spare leaves bytes out of the choice.
func (f *fn) spare(addr, size *ir.Expr, pos ir.Pos) {
	f.except(f.r.frames().touches(addr, size), pos)
}

// except leaves out of the choice what a condition holds of; of a choice that has been made, it goes where that is compared.
func (f *fn) except(chosen *ir.Expr, pos ir.Pos) {
	if l := f.reading; l != nil && l.inside != nil {
		next := f.node(pos)
		f.branch(chosen, l.inside, next, pos)
		f.cur = next
		return
	}
	f.emit(&ir.Assume{Cond: ir.Not(chosen)}, pos)
}

// frameTarget leaves out an lvalue, the second argument, if the first one holds.
func (f *fn) frameTarget(c *callSite) value {
	if f.replaces() && len(c.args) == 2 {
		return f.noteChange(c, func() change {
			p := f.lvalue(c.args[1])
			if p.addr != nil {
				p.addr = f.settled(p.addr, c.pos)
			}
			return change{place: p}
		})
	}
	if f.reading == nil || len(c.args) != 2 {
		return f.number(f.r.types.intT, num.I(0))
	}
	g := f.r.frames()
	return f.conditionally(c, func() {
		p := f.lvalue(c.args[1])
		numbered := func(v *ir.Var) {
			f.except(ir.Compare(ir.OpEq, ir.VarExpr(g.number), ir.ConstInt(g.number.Type, g.numberOf(v))), c.pos)
		}
		switch {
		case p.v != nil:
			numbered(p.v)
		case p.cells != nil:
			cells, _ := f.r.types.flat(p.t)
			for _, cell := range cells {
				if q := p.at(f.r, cell); q.v != nil {
					numbered(q.v)
				}
			}
		case p.addr == nil:
		case p.bits != nil:
			from, to := p.bits.bytes()
			f.r.note(ir.Assumption, c.pos, "bit-fields that share a byte with one that %s assigns may be written", f.f.cname)
			f.spare(f.r.offset(p.addr, from), ir.ConstInt(f.r.types.size.ir(), to-from), c.pos)
		default:
			size := ir.ConstInt(f.r.types.size.ir(), max(p.t.size, 0))
			if p.t.variable() {
				size = f.sizeOf(p.t, c.pos).e
			}
			f.spare(p.addr, size, c.pos)
		}
	})
}

// frameRange leaves out as many bytes as the third argument says where the second one points, if the first one
// holds.
func (f *fn) frameRange(c *callSite) value {
	if f.reading == nil && !f.replaces() || len(c.args) != 3 {
		return f.number(f.r.types.intT, num.I(0))
	}
	span := func() (p, size *ir.Expr, elem *ctype) {
		v := f.rvalue(c.args[1])
		p = f.settled(f.convert(v, f.r.types.voidPtr, c.pos).e, c.pos)
		return p, f.settled(f.convert(f.rvalue(c.args[2]), f.r.types.size, c.pos).e, c.pos), f.r.types.elem(v.t)
	}
	if f.replaces() {
		return f.noteChange(c, func() change {
			p, size, elem := span()
			return change{base: p, size: size, elem: elem}
		})
	}
	return f.conditionally(c, func() {
		p, size, _ := span()
		f.spare(p, size, c.pos)
	})
}

// conditionally does something where the first argument of a call holds.
func (f *fn) conditionally(c *callSite, do func()) value {
	unchecked := f.unchecked
	f.unchecked = true
	yes, end := f.node(c.pos), f.node(c.pos)
	f.condition(c.args[0], yes, end)
	f.cur = yes
	do()
	f.jump(end, c.pos)
	f.cur = end
	f.unchecked = unchecked
	return f.number(f.r.types.intT, num.I(0))
}

// frameEnd ends the choice.
func (f *fn) frameEnd(c *callSite) value {
	if f.reading != nil {
		f.jump(f.reading.end, c.pos)
		f.cur = f.reading.end
		f.reading = nil
	}
	return f.number(f.r.types.intT, num.I(0))
}

// leaveFrame ends a frame, if there is one, where its function or loop is left.
func (f *fn) leaveFrame(l *frame, pos ir.Pos) {
	if l == nil {
		return
	}
	g := f.r.frames()
	end := f.node(pos)
	if l.mine != nil {
		mine := f.node(pos)
		f.branch(ir.ToBool(ir.VarExpr(l.mine)), mine, end, pos)
		f.cur = mine
	}
	over := []*ir.Var{g.byte, g.number}
	if l.loop { // it may begin again
		over = append(over, l.mine)
	}
	if l.grows {
		over = append(over, g.grows)
	}
	for _, v := range over {
		f.emit(&ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, 0)}, pos)
	}
	f.jump(end, pos)
	f.cur = end
}

// numberOf is the number of a variable.
func (g *framing) numberOf(v *ir.Var) int64 {
	if g.numbers[v] == 0 {
		g.numbers[v] = int64(len(g.numbers) + 1)
	}
	return g.numbers[v]
}

// bytes are those of its unit that a bit-field has a part of.
func (b *bits) bytes() (from, to int64) {
	return int64(b.at) / 8, (int64(b.at) + int64(b.width) + 7) / 8
}

// narrowed notes which bytes of the unit a store to a bit-field changes.
func (f *fn) narrowed(e *edge, b *bits) {
	if f.narrow == nil {
		f.narrow = map[*edge][2]int64{}
	}
	from, to := b.bytes()
	f.narrow[e] = [2]int64{from, to}
}

// guardFrames checks the writes of all functions, which are lowered, against the choice.
func (r *reader) guardFrames(fns []*fn) {
	g := r.framing
	if g == nil {
		return
	}
	own := map[*ir.Object]bool{} // of the library, and static variables of functions
	shared := map[*ir.Var]bool{} // the variables that have to be named
	for _, o := range r.prog.Objects {
		own[o] = o.Kind == ir.LibraryObject
	}
	for _, p := range r.handovers {
		if p.addr != nil {
			own[p.addr.Obj] = true
		}
	}
	for _, v := range r.globals {
		if !v.made {
			continue
		}
		p := v.place
		hidden := v.owner != nil || v.unit.models || v.name == "errno" || !v.defined && library.LookupVariable(v.name) != nil
		if p.addr != nil && p.addr.Op == ir.OpAddr {
			own[p.addr.Obj] = own[p.addr.Obj] || hidden
		}
		if hidden {
			continue
		}
		if p.v != nil {
			shared[p.v] = true
		}
		for _, v := range p.cells {
			shared[v] = true
		}
	}
	r.withinFrames(fns, func(f *fn) {
		w := &guard{f: f, g: g, own: own, shared: shared}
		w.loopLocals()
		for _, e := range slices.Clone(f.edges) {
			w.edge(e)
		}
		w.locals()
	})
}

// withinFrames visits the functions that a call with a frame may come to.
func (r *reader) withinFrames(fns []*fn, visit func(*fn)) {
	of, seen := map[*ir.Func]*fn{}, map[*fn]bool{}
	var work []*fn
	add := func(f *fn) {
		if f != nil && !seen[f] {
			seen[f] = true
			work = append(work, f)
		}
	}
	for _, f := range fns {
		of[f.ir] = f
		if f.frame != nil || len(f.loops) > 0 {
			add(f)
		}
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		for _, e := range f.edges {
			c, ok := e.stmt.(*ir.Call)
			switch {
			case !ok:
			case c.Callee != nil:
				add(of[c.Callee])
			default:
				for _, h := range fns {
					if h.f != nil && h.f.obj != nil {
						add(h)
					}
				}
			}
		}
	}
	for _, f := range fns {
		if seen[f] {
			visit(f)
		}
	}
}

// guard checks the writes of one function.
type guard struct {
	f      *fn
	g      *framing
	own    map[*ir.Object]bool
	shared map[*ir.Var]bool

	loops   map[*ir.Var][]*frame    // by the local variables that these would have to name
	objects map[*ir.Object][]*frame // the same
}

func (w *guard) edge(e *edge) {
	switch s := e.stmt.(type) {
	case *ir.Store:
		root := ir.Root(s.Addr)
		if root.Op == ir.OpAddr && (root.Obj.Kind == ir.LocalObject && !w.mayBeKept(root.Obj) || w.own[root.Obj]) {
			return
		}
		from, to := int64(0), int64(s.Val.Type.Bits+7)/8
		if part, ok := w.f.narrow[e]; ok {
			from, to = part[0], part[1]
		}
		w.refuse(e, w.g.touches(w.f.r.offset(s.Addr, from), ir.ConstInt(w.f.r.types.size.ir(), to-from)), ir.Violates("unreach-call"))
	case *ir.Assign:
		w.variable(e, s.Var)
	case *ir.Havoc:
		w.variable(e, s.Var)
	case *ir.Call:
		w.variable(e, s.Result)
	case *ir.Alloc:
		w.variable(e, s.Result)
		switch {
		case s.Result != nil && s.Size != nil:
			w.after(e, ir.Not(w.g.touches(ir.VarExpr(s.Result), s.Size)))
		case s.Site != nil && w.mayBeKept(s.Site):
			w.after(e, w.without(ir.True(), s.Site))
		}
	case *ir.Clobber:
		w.variable(e, s.Result)
		w.clobber(e, s)
	}
}

func (w *guard) variable(e *edge, v *ir.Var) {
	if v != nil && w.loops[v] != nil {
		mine := ir.False()
		for _, l := range w.loops[v] {
			mine = ir.Or(mine, ir.ToBool(ir.VarExpr(l.mine)))
		}
		w.refuse(e, ir.And(mine, ir.Compare(ir.OpEq, ir.VarExpr(w.g.number), ir.ConstInt(w.g.number.Type, w.g.numberOf(v)))), ir.Violates("unreach-call"))
	}
	if v != nil && w.shared[v] {
		w.refuse(e, ir.Compare(ir.OpEq, ir.VarExpr(w.g.number), ir.ConstInt(w.g.number.Type, w.g.numberOf(v))), ir.Violates("unreach-call"))
	}
}

// clobber is about a call that writes what is not known exactly: if the byte may be among it, nothing is decided.
func (w *guard) clobber(e *edge, s *ir.Clobber) {
	size := w.f.r.types.size.ir()
	for _, root := range s.Roots {
		if o := ir.Root(root.Ptr); root.Reach == ir.Kept || o.Op == ir.OpAddr && w.own[o.Obj] {
			continue
		}
		bad := ir.Not(w.g.idle())
		if root.Reach == ir.Data {
			any := ir.Const(size, size.Max())
			start := ir.Start(root.Ptr, ir.ConstInt(w.f.r.prog.PtrType(), 0))
			bad = w.g.touches(start, ir.Extent(root.Ptr, any))
		}
		w.f.r.note(ir.Unmodelled, e.pos, "what %s writes is not compared with what may be assigned", s.Name)
		w.refuse(e, bad, ir.Goal{Kind: ir.Unsupported})
	}
}

// refuse leads from where an edge begins to a goal if the condition holds.
func (w *guard) refuse(e *edge, bad *ir.Expr, goal ir.Goal) {
	f := w.f
	from, mid, wrong := e.from, f.node(e.pos), f.node(e.pos)
	wrong.goal = goal
	if !goal.IsLimit() {
		f.r.errors++
		wrong.why = "written, though not named by what may be assigned: see the assigns clause of " + strings.Join(w.g.owners(), ", or that of ")
	}
	for i, x := range from.out {
		if x == e {
			from.out = slices.Delete(from.out, i, i+1)
			break
		}
	}
	e.from = mid
	mid.out = append(mid.out, e)
	f.edge(from, mid, &ir.Assume{Cond: ir.Not(bad)}, e.pos)
	if w.g.grows == nil || goal.IsLimit() {
		f.edge(from, wrong, &ir.Assume{Cond: bad}, e.pos)
		return
	}
	either, later := f.node(e.pos), f.node(e.pos)
	grows := ir.ToBool(ir.VarExpr(w.g.grows))
	f.edge(from, either, &ir.Assume{Cond: bad}, e.pos)
	f.edge(either, wrong, &ir.Assume{Cond: ir.Not(grows)}, e.pos)
	f.edge(either, later, &ir.Assume{Cond: grows}, e.pos)
	f.edge(later, mid, &ir.Assign{Var: w.g.late, Expr: ir.ConstInt(w.g.late.Type, 1)}, e.pos)
}

// after assumes something behind an edge.
func (w *guard) after(e *edge, c *ir.Expr) {
	f := w.f
	mid, to := f.node(e.pos), e.to
	for i, x := range to.in {
		if x == e {
			to.in = slices.Delete(to.in, i, i+1)
			break
		}
	}
	e.to = mid
	mid.in = append(mid.in, e)
	f.edge(mid, to, &ir.Assume{Cond: c}, e.pos)
}

// owners are those of assigns clauses, for people.
func (g *framing) owners() []string {
	names := slices.Clone(g.names)
	for _, pos := range g.loops {
		names = append(names, fmt.Sprintf("the loop at line %d", pos.Line))
	}
	return names
}

// without says that the byte is not of an object.
func (w *guard) without(c *ir.Expr, o *ir.Object) *ir.Expr {
	if o.Size <= 0 {
		return c
	}
	f := w.f
	return ir.And(c, ir.Not(w.g.touches(ir.AddrOf(f.r.prog.PtrType(), o), ir.ConstInt(f.r.types.size.ir(), o.Size))))
}

// locals leaves out the local variables of the function, where it begins, and where the choice for a call of it is
// made these and all that need not be named. Of a loop, what is declared in it need not be.
func (w *guard) locals() {
	f := w.f
	locals, all := ir.True(), ir.True()
	kept := map[*frame]*ir.Expr{}
	for _, l := range f.loops {
		kept[l] = ir.True()
	}
	for _, o := range f.r.prog.Objects {
		local := o.Kind == ir.LocalObject && o.Func == f.ir
		if local {
			locals = w.without(locals, o)
		}
		if local || w.own[o] {
			all = w.without(all, o)
		}
		for _, l := range f.loops {
			if w.own[o] || local && !slices.Contains(w.objects[o], l) {
				kept[l] = w.without(kept[l], o)
			}
		}
	}
	if f.frame != nil {
		f.frame.choice.Cond = all
	}
	for _, l := range f.loops {
		l.choice.Cond = kept[l]
	}
	if locals.IsTrue() && len(f.loops) == 0 {
		return
	}
	f.insert(mark{at: f.entry}, f.ir.Pos, func() {
		f.emit(&ir.Assume{Cond: locals}, f.ir.Pos)
		for _, l := range f.loops { // which a jump may enter
			f.emit(&ir.Assign{Var: l.mine, Expr: ir.ConstInt(l.mine.Type, 0)}, f.ir.Pos)
		}
	})
}

// loopLocals finds the local variables that loops would have to name.
func (w *guard) loopLocals() {
	w.loops, w.objects = map[*ir.Var][]*frame{}, map[*ir.Object][]*frame{}
	for _, l := range w.f.loops {
		for _, v := range slices.Concat(w.f.f.params, w.f.f.locals) {
			if !v.made || l.inner[v] {
				continue
			}
			if v.place.v != nil {
				w.loops[v.place.v] = append(w.loops[v.place.v], l)
			}
			for _, x := range v.place.cells {
				w.loops[x] = append(w.loops[x], l)
			}
			if a := v.place.addr; a != nil && a.Op == ir.OpAddr {
				w.objects[a.Obj] = append(w.objects[a.Obj], l)
			}
		}
	}
}

// mayBeKept tells whether an object is of a local variable that a loop would have to name.
func (w *guard) mayBeKept(o *ir.Object) bool { return w.objects[o] != nil }

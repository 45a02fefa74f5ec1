package cfront

import (
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
	byte    *ir.Var // the address; 0: no call is looked at
	number  *ir.Var // of a variable; 0: none
	several bool    // more than one call may have a frame at once

	owners map[*fn][]*frame   // what may be active in a function when it is called, see frameowner.go
	within map[*edge][]*frame // the loops around an edge that have one

	late, grows *ir.Var // see loopframe.go; nil if no places grow

	numbers map[*ir.Var]int64 // of the variables of the program that can be written and have no address
}

// frame is the frame of a function or of a loop in it.
type frame struct {
	end    *node      // behind the choice
	mine   *ir.Var    // whether this call has been chosen; nil: it always is
	choice *ir.Assume // what is left out of it, which is not known before all objects are
	name   string     // the function, or the loop, for people
	said   string     // the places as they are written
	span   [2]int     // of a loop: which edges of the function are in it, from and to

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
	f.frame = &frame{end: f.node(c.pos), name: contracted(f.f.cname), said: f.words(c)}
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

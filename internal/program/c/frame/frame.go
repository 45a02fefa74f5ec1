// Package frame checks what functions and loops with an assigns clause write, in ir. Where a call, or a loop, begins, a byte of memory that the
// clause does not name, or the number of a variable that it does not name, is chosen, any there is; a write to it before the call or
// the loop ends is an error. So one byte stands for all of them, and what is called is looked at as the function itself is. Calls that are active at once
// share the choice: one of them is chosen to be looked at.
//
// Not looked at are blocks and local variables whose lives begin during the call, which the choice leaves out; static variables of
// functions; and what the library keeps for itself, errno among it. Addresses of blocks are never used again (see ir.Object), so that the choice stays
// what it was when a block is freed.
//
//	frame.go  where frames begin and end
//	guard.go  the writes
//	owner.go  what is said of a write
package frame

import (
	"craig/internal/program/c/claim"
	"craig/internal/program/c/core"
	"craig/internal/program/ir"
)

// Machine adds to an automaton, see package claim.
type Machine interface {
	claim.Machine
	Branch(c *ir.Expr, yes, no ir.Loc, pos ir.Pos)
	// Place is a variable, or the bytes of memory from low up to high behind addr. partly tells that others share bytes with it.
	Place(x core.Place) (v *ir.Var, addr, size *ir.Expr, partly bool)
	Func() *ir.Func
}

// Frames are those of a program, which share variables of it.
type Frames struct {
	out         *ir.Program
	Several     bool    // more than one call or loop may have one at once
	byte        *ir.Var // the address; 0: no call is looked at
	number      *ir.Var // of a variable; 0: none
	late, grows *ir.Var // whether anything has been written that growing places have to have, and whether the frame that is looked at has such places

	numbers map[*ir.Var]int64 // of the variables of the program that can be written and have no address
	frames  map[*core.Frame]*open
	list    []*open
	written map[ir.Stmt]string // the lvalues of statements
	narrow  map[ir.Stmt][2]int64
}

// open is a frame in the automaton of a function.
type open struct {
	*core.Frame
	fn      *ir.Func
	mine    *ir.Var    // whether this call has been chosen; nil: it always is
	choice  *ir.Assume // what is left out of it, which is not known before all objects are
	span    [2]int     // of a loop: which edges of the function are in it, from and to
	vars    map[*ir.Var]bool
	objects map[*ir.Object]bool
}

// New makes the variables of the frames of a program.
func New(out *ir.Program) *Frames {
	g := &Frames{out: out, numbers: map[*ir.Var]int64{}, frames: map[*core.Frame]*open{}, written: map[ir.Stmt]string{}, narrow: map[ir.Stmt][2]int64{}}
	g.byte = out.NewGlobal("$kept", "", out.PtrType(), ir.Pos{})
	g.number = out.NewGlobal("$keptvariable", "", ir.Int(32, true), ir.Pos{})
	g.late = out.NewGlobal("$keptwritten", "", ir.Int(1, false), ir.Pos{})
	g.grows = out.NewGlobal("$keptgrows", "", ir.Int(1, false), ir.Pos{})
	return g
}

// Initialise gives the variables the values that they have at first.
func (g *Frames) Initialise(m Machine) {
	if g == nil {
		return
	}
	for _, v := range []*ir.Var{g.byte, g.number, g.late, g.grows} {
		g.set(m, v, 0, ir.Pos{})
	}
}

func (g *Frames) set(m Machine, v *ir.Var, n int64, pos ir.Pos) {
	m.Emit(&ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, n)}, pos)
}

func (g *Frames) idle() *ir.Expr {
	return ir.And(ir.Compare(ir.OpEq, ir.VarExpr(g.byte), ir.ConstInt(g.byte.Type, 0)), g.chosen(0))
}

// chosen is that the variable with a number is chosen.
func (g *Frames) chosen(n int64) *ir.Expr {
	return ir.Compare(ir.OpEq, ir.VarExpr(g.number), ir.ConstInt(g.number.Type, n))
}

// touches is the condition that the byte is among size bytes at addr.
func (g *Frames) touches(addr, size *ir.Expr) *ir.Expr {
	return ir.Among(addr, ir.VarExpr(g.byte), size)
}

// numberOf is the number of a variable.
func (g *Frames) numberOf(v *ir.Var) int64 {
	if g.numbers[v] == 0 {
		g.numbers[v] = int64(len(g.numbers) + 1)
	}
	return g.numbers[v]
}

// Do lowers a statement of a frame. Expressions in it are evaluated without goals.
func (g *Frames) Do(m Machine, s core.Stmt, pos ir.Pos) {
	switch s := s.(type) {
	case *core.FrameBegin:
		g.begin(m, s.Frame, pos)
	case *core.FrameEnd:
		l := g.frames[s.Frame]
		if s.Last {
			l.span[1] = len(g.out.Edges)
		}
		g.end(m, l, pos)
	case *core.FrameGrown:
		g.grown(m, g.frames[s.Frame], pos)
	}
}

// begin makes the choice for a frame, or none.
func (g *Frames) begin(m Machine, f *core.Frame, pos ir.Pos) {
	l := &open{Frame: f, fn: m.Func(), vars: map[*ir.Var]bool{}, objects: map[*ir.Object]bool{}}
	g.frames[f], g.list = l, append(g.list, l)
	truth, end := ir.Int(1, false), m.Loc(pos)
	if g.Several || f.Loop {
		l.mine = m.Temp(truth, pos)
		g.set(m, l.mine, 0, pos)
	}
	if g.Several {
		perhaps := m.Temp(truth, pos)
		m.Emit(&ir.Havoc{Var: perhaps, Source: ir.FromGhost, Name: "kept"}, pos)
		yes := m.Loc(pos)
		m.Branch(ir.And(g.idle(), ir.ToBool(ir.VarExpr(perhaps))), yes, end, pos)
		m.Continue(yes)
	}
	if l.mine != nil {
		g.set(m, l.mine, 1, pos)
	}
	for _, v := range []*ir.Var{g.byte, g.number} {
		m.Emit(&ir.Havoc{Var: v, Source: ir.FromGhost, Name: "kept"}, pos)
	}
	l.choice = &ir.Assume{Cond: ir.True()}
	m.Emit(l.choice, pos)
	except := func(chosen *ir.Expr) { m.Emit(&ir.Assume{Cond: ir.Not(chosen)}, pos) }
	for _, v := range f.Vars {
		p, addr, size, _ := m.Place(&core.VarPlace{At: v.Pos, Var: v})
		switch {
		case !f.Loop && addr != nil: // a parameter
			except(g.touches(addr, size))
		case f.Loop && p != nil:
			l.vars[p] = true
		case f.Loop && addr != nil && addr.Op == ir.OpAddr:
			l.objects[addr.Obj] = true
		}
	}
	for _, t := range f.Targets {
		g.target(m, t, except, pos)
	}
	if len(f.Grows) > 0 {
		g.set(m, g.late, 0, pos)
		g.set(m, g.grows, 1, pos)
	}
	m.Jump(end, pos)
	m.Continue(end)
	l.span[0] = len(g.out.Edges)
}

// target gives the condition that the choice is a place, where that counts.
func (g *Frames) target(m Machine, t core.Target, is func(*ir.Expr), pos ir.Pos) {
	next := m.Loc(pos)
	if t.If != nil {
		yes := m.Loc(pos)
		m.Guard(t.If, yes, next, false)
		m.Continue(yes)
	}
	if t.Place == nil {
		p := m.Kept(m.Expr(t.Base), pos)
		is(g.touches(p, m.Kept(m.Expr(t.Size), pos)))
	} else if v, addr, size, partly := m.Place(t.Place); v != nil {
		is(g.chosen(g.numberOf(v)))
	} else {
		if partly {
			m.Note(ir.Assumption, pos, "bit-fields that share a byte with one that "+m.Func().Name+" assigns may be written")
		}
		is(g.touches(addr, size))
	}
	m.Jump(next, pos)
	m.Continue(next)
}

// end ends a frame where its function or loop is left.
func (g *Frames) end(m Machine, l *open, pos ir.Pos) {
	end := m.Loc(pos)
	if l.mine != nil {
		mine := m.Loc(pos)
		m.Branch(ir.ToBool(ir.VarExpr(l.mine)), mine, end, pos)
		m.Continue(mine)
	}
	over := []*ir.Var{g.byte, g.number}
	if l.Loop { // it may begin again
		over = append(over, l.mine)
	}
	if len(l.Grows) > 0 {
		over = append(over, g.grows)
	}
	for _, v := range over {
		g.set(m, v, 0, pos)
	}
	m.Jump(end, pos)
	m.Continue(end)
}

// grown is where an iteration ends: whatever was written, outside the places that the loop began with, has to be in the places that grow.
func (g *Frames) grown(m Machine, l *open, pos ir.Pos) {
	written, mine, fine := m.Loc(pos), m.Loc(pos), m.Loc(pos)
	m.Branch(ir.ToBool(ir.VarExpr(l.mine)), mine, fine, pos)
	m.Continue(mine)
	m.Branch(ir.ToBool(ir.VarExpr(g.late)), written, fine, pos)
	m.Continue(written)
	for _, t := range l.Grows {
		g.target(m, t, func(chosen *ir.Expr) {
			next := m.Loc(pos)
			m.Branch(chosen, fine, next, pos)
			m.Continue(next)
		}, pos)
	}
	m.Wrong("the loop has written what its assigns clause does not name, as it stands after this iteration: it names "+placeNames(l.Said), pos)
	m.Continue(fine)
}

// Wrote notes the lvalue that the statements of edges write to.
func (g *Frames) Wrote(edges []*ir.Edge, lvalue string) {
	for _, e := range edges {
		if e != nil {
			g.written[e.Stmt] = lvalue
		}
	}
}

// Narrow notes which bytes of its unit a store to a bit-field changes: those of width bits from shift on.
func (g *Frames) Narrow(s ir.Stmt, shift, width int64) {
	if g == nil {
		return
	}
	low, high := Bytes(shift, width)
	g.narrow[s] = [2]int64{low, high}
}

// Bytes are those that width bits from shift on have a part of.
func Bytes(shift, width int64) (low, high int64) { return shift / 8, (shift + width + 7) / 8 }

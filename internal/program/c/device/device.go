// Package device has ranges of addresses in a program that are no memory but registers of devices, from automaton to automaton. A read there gives any value,
// and a write changes nothing. Where it is not plain whether an address is one of a device, the program asks (ir.OpInDevice), which alias answers
// for most: only a pointer that was made of a number can lead there.
package device

import (
	"cmp"

	"craig/internal/program/c/automaton"
	"craig/internal/program/ir"
)

// Insert changes the accesses of a program that has p.Devices, and what is demanded of the pointers through which they are made. A read of which it is not
// plain that it is none of a device must be in one statement, and once in it. names are those of the places that are read into variables.
func Insert(p *ir.Program, names map[*ir.Var]string) {
	if len(p.Devices) == 0 {
		return
	}
	d := &devices{p: p, names: names}
	for _, f := range p.Funcs {
		for _, l := range append([]ir.Loc(nil), f.Locs...) {
			d.location(l)
		}
	}
	if d.found {
		p.Notes = append(p.Notes, ir.Note{Kind: ir.Assumption, Pos: d.first, Text: "what lies at the addresses of devices is no memory: a read there gives any value, and a write changes nothing"})
	}
	automaton.Renumber(p)
}

type devices struct {
	p     *ir.Program
	names map[*ir.Var]string
	found bool
	first ir.Pos // of an access that may be to a device
}

// On says of width bytes at an address whether they are a device's: surely, perhaps, or neither.
func On(p *ir.Program, addr *ir.Expr, width int64) (surely, perhaps bool) {
	root := ir.Root(addr)
	if len(p.Devices) == 0 || root.Op == ir.OpAddr {
		return false, false
	}
	at := root.Val
	if addr != root {
		if addr.Op != ir.OpPtrAdd || addr.Args[0] != root || !addr.Args[1].IsConst() {
			return false, true
		}
		at = at.Add(addr.Args[1].Val)
	}
	if !root.IsConst() {
		return false, true
	}
	for _, d := range p.Devices {
		if (p.Math || p.PtrType().Fits(at)) && d.Holds(at, width) {
			return true, false
		}
	}
	return false, false
}

// in is the condition that width bytes at an address are a device's.
func (d *devices) in(addr *ir.Expr, width int64) *ir.Expr {
	switch surely, perhaps := On(d.p, addr, width); {
	case surely:
		return ir.True()
	case perhaps:
		return ir.InDevice(addr, width)
	}
	return ir.False()
}

// location changes the statements that leave a location. What they read may be a device's comes before.
func (d *devices) location(l ir.Loc) {
	out := append([]ir.EdgeID(nil), d.p.Loc(l).Out...)
	if len(out) == 0 {
		return
	}
	r := reads{devices: d, f: d.p.Loc(l).Func, at: l, pos: d.p.Edge(out[0]).Pos}
	stmts := make([]ir.Stmt, len(out))
	for i, id := range out {
		r.nth, r.name = 0, "a register"
		if a, ok := d.p.Edge(id).Stmt.(*ir.Assign); ok {
			r.name = cmp.Or(d.names[a.Var], r.name)
		}
		stmts[i] = ir.MapExprs(d.p.Edge(id).Stmt, func(e *ir.Expr) *ir.Expr { return ir.Map(e, r.expr) })
	}
	if r.at != l {
		d.p.Loc(r.at).Out = out
		d.p.Loc(l).Out = d.p.Loc(l).Out[len(out):]
		for _, id := range out {
			d.p.Edge(id).From = r.at
		}
	}
	for i, id := range out {
		e := d.p.Edge(id)
		e.Stmt = stmts[i]
		switch s := e.Stmt.(type) {
		case *ir.Store:
			if s.Region == nil {
				d.unless(e, s.Addr, int64(s.Val.Type.Bits+7)/8, &ir.Skip{})
			}
		case *ir.CopyShadow: // which says of bits whether they have values
			if e = d.unless(e, s.To, (s.Hi+7)/8, &ir.Skip{}); s.From != nil {
				d.unless(e, s.From, (s.Hi+7)/8, &ir.CopyShadow{To: s.To, Lo: s.Lo, Hi: s.Hi})
			}
		}
	}
}

// unless has the statement of an edge be executed only if width bytes at an address are no device's, and otherwise another one. It returns the edge with
// the statement.
func (d *devices) unless(e *ir.Edge, addr *ir.Expr, width int64, otherwise ir.Stmt) *ir.Edge {
	switch surely, perhaps := On(d.p, addr, width); {
	case surely:
		d.note(e.Pos)
		e.Stmt = otherwise
	case perhaps:
		d.note(e.Pos)
		d.p.RemoveEdge(e.ID)
		yes, no := d.ask(e.From, addr, width, e.Pos)
		d.p.NewEdge(yes, e.To, otherwise, e.Pos).Aux = e.Aux
		kept := d.p.NewEdge(no, e.To, e.Stmt, e.Pos)
		kept.Aux = e.Aux
		return kept
	}
	return e
}

// ask goes from a location to one of two, by whether width bytes at an address are a device's.
func (d *devices) ask(from ir.Loc, addr *ir.Expr, width int64, pos ir.Pos) (yes, no ir.Loc) {
	f := d.p.Loc(from).Func
	yes, no = d.p.NewLoc(f, pos), d.p.NewLoc(f, pos)
	y, n := d.p.NewBranch(from, ir.InDevice(addr, width), yes, no, pos)
	y.Aux, n.Aux = true, true
	return yes, no
}

func (d *devices) note(at ir.Pos) {
	if d.first.Line == 0 && !at.InModel() {
		d.first = at
	}
	d.found = true
}

// reads are those of the statements that leave a location.
type reads struct {
	*devices
	f    *ir.Func
	at   ir.Loc // where they are made
	pos  ir.Pos
	nth  int    // of the statement
	name string // of what that reads
	made []read
}

// read is a read that has been made, the nth of its statement: the two sides of a branch read the same.
type read struct {
	e, as *ir.Expr
	nth   int
}

// expr is an expression whose operands have been changed.
func (r *reads) expr(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.OpKnown, ir.OpWritable: // an access that begins in a device, and ends elsewhere, is known to be wrong
		return ir.Or(r.in(e.Args[0], 1), e)
	case ir.OpInObject:
		width, _ := e.Args[1].Val.Int64()
		return ir.Or(r.in(e.Args[0], width), e)
	case ir.OpDefined:
		hi, _ := e.Args[2].Val.Int64()
		return ir.Or(r.in(e.Args[0], (hi+7)/8), e)
	case ir.OpLoad:
		if e.Region == nil {
			return r.load(e)
		}
	}
	return e
}

func (r *reads) load(e *ir.Expr) *ir.Expr {
	addr, width := e.Args[0], int64(e.Type.Bits+7)/8
	surely, perhaps := On(r.p, addr, width)
	if !surely && !perhaps {
		return e
	}
	r.note(r.pos)
	nth := r.nth
	r.nth++
	for _, m := range r.made {
		if m.nth == nth && ir.Equal(m.e, e) {
			return m.as
		}
	}
	v := r.p.NewTemp(r.f, e.Type, r.pos)
	end := r.p.NewLoc(r.f, r.pos)
	register, memory := &ir.Havoc{Var: v, Source: ir.FromVolatile, Name: r.name}, &ir.Assign{Var: v, Expr: e}
	step := func(from ir.Loc, s ir.Stmt) { r.p.NewEdge(from, end, s, r.pos).Aux = true }
	if surely {
		step(r.at, register)
	} else {
		yes, no := r.ask(r.at, addr, width, r.pos)
		step(yes, register)
		step(no, memory)
	}
	r.at = end
	r.made = append(r.made, read{e, ir.VarExpr(v), nth})
	return ir.VarExpr(v)
}

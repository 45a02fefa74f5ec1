package lower

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/frame"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
)

// machine is a builder for other packages.
type machine struct{ *builder }

func (m machine) Loc(pos ir.Pos) ir.Loc                           { return m.loc(pos) }
func (m machine) At() ir.Loc                                      { return m.cur }
func (m machine) Continue(at ir.Loc)                              { m.cur = at }
func (m machine) Emit(s ir.Stmt, pos ir.Pos)                      { m.emit(s, pos) }
func (m machine) Jump(to ir.Loc, pos ir.Pos)                      { m.jump(to, pos) }
func (m machine) Guard(x core.Expr, yes, no ir.Loc, negated bool) { m.guard(x, yes, no, negated) }
func (m machine) Expr(x core.Expr) *ir.Expr                       { return m.expr(x) }
func (m machine) Truth(x core.Expr) *ir.Expr                      { return m.truth(x) }
func (m machine) Block(x *core.Block)                             { m.block(x) }
func (m machine) Variable(v *core.Var) *ir.Var                    { return m.home(v, m.pos(v.Pos)).v }
func (m machine) Temp(t ir.Type, pos ir.Pos) *ir.Var              { return m.temp(t, pos) }
func (m machine) Kept(e *ir.Expr, pos ir.Pos) *ir.Expr            { return m.settled(e, pos) }
func (m machine) Cast(t ir.Type, e *ir.Expr) *ir.Expr             { return m.cast(t, e) }
func (m machine) Scalar(x core.Expr) ir.Type                      { return m.scalar(x.Type(), m.start(x)) }
func (m machine) Follow(c *ir.Expr, pos ir.Pos)                   { m.follow(c, pos) }
func (m machine) Pos(at core.Pos) ir.Pos                          { return m.pos(at) }
func (m machine) Where(why string)                                { m.p.out.Loc(m.cur).Why = why }
func (m machine) Types() (size, offset ir.Type)                   { return m.p.size(), m.p.offset() }

func (m machine) Static() bool                       { return m.static }
func (m machine) Unsupported(why string, pos ir.Pos) { m.unsound(pos, "%s", why) }

func (m machine) Func() *ir.Func           { return m.ir }
func (m machine) Fold(e *ir.Expr) *ir.Expr { return m.fold(e) }

func (m machine) Branch(c *ir.Expr, yes, no ir.Loc, pos ir.Pos) { m.branch(c, yes, no, pos) }

func (m machine) Place(x core.Place) (v *ir.Var, addr, size *ir.Expr, partly bool) {
	p := m.place(x)
	if p.bits == nil {
		return p.v, p.addr, ir.ConstInt(m.p.size(), max(x.Type().SizeOf(), 0)), false
	}
	low, high := frame.Bytes(int64(p.bits.Shift), int64(p.bits.Width))
	return nil, m.p.move(p.addr, low), ir.ConstInt(m.p.size(), high-low), true
}

func (m machine) Note(kind ir.NoteKind, pos ir.Pos, text string) { m.p.note(kind, pos, "%s", text) }

func (m machine) Assign(to *core.Var, x core.Expr, pos ir.Pos) {
	m.assign(&core.VarPlace{At: to.Pos, Var: to}, x, pos)
}

func (m machine) Unknown(t ir.Type, pos ir.Pos) *ir.Expr {
	return m.havoc(t, ir.FromApproximation, "", pos)
}

func (m machine) Wrong(why string, pos ir.Pos) {
	m.fail(pos).Why = why
}

// guardFrames checks what functions and loops with an assigns clause write.
func (p *program) guardFrames() {
	if p.frames == nil {
		return
	}
	own, shared := map[*ir.Object]bool{}, map[*ir.Var]bool{}
	for _, o := range p.handovers {
		own[o] = true
	}
	for _, x := range p.statics {
		v := x.v
		hidden := x.owner != nil || v.Written() != v.Name || x.unit.model || v.Name == errnoName || !v.Defined && library.LookupVariable(v.Name) != nil
		switch {
		case x.v1 != nil && !hidden:
			shared[x.v1] = true
		case hidden && x.addr != nil && x.addr.Op == ir.OpAddr:
			own[x.addr.Obj] = true
		}
	}
	var list []frame.Function
	for _, f := range p.functions {
		list = append(list, frame.Function{Func: f.ir, Name: f.v.Name, Model: f.unit.model, Addressed: f.obj != nil})
	}
	p.errors += p.frames.Guard(list, own, shared)
}

// wrote notes which lvalue the statements from an edge on write to.
func (b *builder) wrote(s *core.Assign, from int) {
	text := strings.TrimSpace(b.unit.prog.Written(core.BeginOf(s), s.At))
	b.p.frames.Wrote(b.p.out.Edges[from:], text)
}

// changed gives a place any value.
func (b *builder) changed(s *core.Forget, pos ir.Pos) {
	p, source := b.place(s.Place), ir.FromEffect
	switch {
	case s.Ghost:
		source = ir.FromGhost
	case s.Approximates != "":
		source = ir.FromApproximation
		b.p.note(ir.Overapproximated, pos, "%s", s.Approximates)
	}
	switch {
	case p.v != nil && s.Leads:
		c := &ir.Clobber{Result: p.v, Source: source}
		for _, x := range s.From {
			c.Roots = append(c.Roots, ir.ClobberRoot{Ptr: b.settled(b.expr(x), pos), Reach: ir.Kept})
		}
		b.emit(c, pos)
	case p.v != nil:
		b.emit(&ir.Havoc{Var: p.v, Source: source, Name: s.Name}, pos)
	case layout.IsAggregate(p.t):
		b.anything(p, source, s.Name, pos)
	default:
		v := b.p.layout.Leads(b.temp(b.scalar(p.t, pos), pos), p.t)
		b.emit(&ir.Havoc{Var: v, Source: source, Name: s.Name}, pos)
		b.store(p, ir.VarExpr(v), pos)
	}
}

// isNew is that a block of the heap that is allocated has no byte at the address that a call has chosen, see core.Fresh.
func (b *builder) isNew(a *ir.Alloc, pos ir.Pos) {
	if v := b.p.link.Prog.Older; v != nil && b.p.variables[v] != nil && a.Result != nil && a.Size != nil && a.Site != nil && a.Site.Kind == ir.HeapObject && !a.Site.Automatic {
		b.emit(&ir.Assume{Cond: ir.Not(ir.Among(ir.VarExpr(a.Result), ir.VarExpr(b.home(v, pos).v), a.Size))}, pos)
	}
}

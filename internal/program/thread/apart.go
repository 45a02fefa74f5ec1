package thread

import (
	"context"

	"craig/internal/program/alias"
	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// maxApart is how many locations the product has at most that comes with the codes of threads side by side.
const maxApart = 40_000

// SideBySide are p's threads side by side; nil if p makes no threads. p is changed.
func SideBySide(ctx context.Context, p *ir.Program, opts alias.Options, properties []string, limit int) (*ir.Apart, error) {
	b, err := forApart(ctx, p, opts, properties, limit)
	if err != nil || b == nil {
		return nil, err
	}
	return apart(b), nil
}

// ForOutline is SideBySide, and besides a product like Product's, in which other threads move behind each atomic section and at each head of a loop, too. places
// are of the locations of the product at which any thread may move, or one in an atomic section.
func ForOutline(ctx context.Context, p *ir.Program, opts alias.Options, properties []string, limit int) (x *ir.Apart, q *ir.Program, places map[ir.Loc]ir.Whereabouts, err error) {
	b, err := forApart(ctx, p, opts, properties, limit)
	if err != nil || b == nil {
		return nil, nil, nil, err
	}
	x = apart(b)
	b.fine, b.places = true, map[ir.Loc]ir.Whereabouts{}
	q, err = product(ctx, b)
	return x, q, b.places, err
}

// forApart is what takes threads apart, if SideBySide does.
func forApart(ctx context.Context, p *ir.Program, opts alias.Options, properties []string, limit int) (*builder, error) {
	if p.Threads == nil || limit < Any || limit == InTurn {
		return nil, nil
	}
	return newBuilder(ctx, p, opts, properties, limit, true)
}

// apart makes the codes of b side by side.
func apart(b *builder) *ir.Apart {
	q := b.p.Clone()
	main := q.Main
	q.Funcs = []*ir.Func{main}
	x := &ir.Apart{Program: q, Starts: make([]ir.Loc, len(b.codes)), Ops: map[ir.EdgeID]ir.ThreadOp{}, Memory: map[ir.EdgeID]int{}, Slots: map[int]*ir.Var{}, Frees: map[ir.EdgeID]bool{}}
	own := make([]map[*ir.Var]*ir.Var, len(b.codes))
	for i := range b.codes {
		own[i] = map[*ir.Var]*ir.Var{}
		for _, v := range registers(b.regs) {
			own[i][v] = q.NewGlobal(ofCode(v, i), "", v.Type, ir.Pos{}) // the names of the product
		}
		if x.Selves = append(x.Selves, own[i][b.regs.Self]); many(b.codes, i) {
			v := q.NewGlobal(ofCode(b.regs.Slot, i), "", b.regs.Slot.Type, ir.Pos{})
			own[i][b.regs.Slot], x.Slots[i] = v, v
		}
		if b.codes[i].copy {
			x.Copies = append(x.Copies, [2]int{i - 1, i})
		}
	}
	m := &aparter{b: b, q: q, x: x, own: own, frees: make([][]*ir.Edge, len(b.codes))}
	for _, e := range b.p.Edges {
		if e != nil {
			ir.EachRead(e.Stmt, func(v *ir.Var) { m.self = m.self || v == b.regs.Self })
		}
	}
	first := q.NewLoc(main, q.Main.Pos)
	at := m.numbered(first, 0)
	q.NewEdge(at, q.Main.Entry, &ir.Skip{}, q.Main.Pos)
	main.Entry, x.Starts[0] = first, first
	for i, c := range b.codes {
		for _, l := range reached(b.p, c.start, within) { // with the points between accesses
			m.location(i, l)
		}
	}
	used := map[ir.Loc]bool{}
	for _, l := range reached(q, first, all) {
		used[l] = true
	}
	q.RemoveLocs(main, func(l ir.Loc) bool { return !used[l] && l != main.Exit })
	m.freed()
	for _, e := range q.Edges {
		if e != nil {
			if n := memory(e.Stmt); n > 0 {
				x.Memory[e.ID] = n
				_, x.Frees[e.ID] = e.Stmt.(*ir.Free)
				x.Frees[e.ID] = x.Frees[e.ID] && n == 1
			}
		}
	}
	return x
}

// freed says in the graph that what any other thread does may come after a block is freed: what reads the graph asks for that, and only that, see package alias.
func (m *aparter) freed() {
	for i, frees := range m.frees {
		for _, e := range frees {
			for j, l := range m.x.Starts {
				if j == 0 {
					l = m.b.p.Main.Entry
				}
				if j != i && l != 0 && m.q.Locs[e.To] != nil {
					m.edge(e.To, l, &ir.Skip{}, e.Pos, ir.ThreadOp{Kind: ir.BeginsThread})
				}
			}
		}
	}
}

// memory is how often a statement accesses memory that others may see.
func memory(s ir.Stmt) (n int) {
	ir.Exprs(s, func(e *ir.Expr) {
		ir.Walk(e, func(e *ir.Expr) bool {
			if e.Op == ir.OpLoad {
				n++
			}
			return true
		})
	})
	switch s := s.(type) {
	case *ir.Store, *ir.Clobber, *ir.CopyShadow:
		n++
	case *ir.Free:
		if s.Addr != nil {
			n++
		}
	}
	return n
}

// aparter makes an Apart.
type aparter struct {
	b     *builder
	q     *ir.Program
	x     *ir.Apart
	own   []map[*ir.Var]*ir.Var // of each thread: its registers
	frees [][]*ir.Edge          // of each thread: those that free blocks
	self  bool                  // threads look at their own numbers
}

// step adds an edge to a new location.
func (m *aparter) step(from ir.Loc, s ir.Stmt, pos ir.Pos, op ir.ThreadOp) ir.Loc {
	to := m.q.NewLoc(m.q.Main, pos)
	m.q.Locs[to].Instance, m.q.Locs[to].Origin = m.q.Locs[from].Instance, m.q.Locs[from].Origin
	m.edge(from, to, s, pos, op)
	return to
}

func (m *aparter) edge(from, to ir.Loc, s ir.Stmt, pos ir.Pos, op ir.ThreadOp) {
	e := m.q.NewEdge(from, to, s, pos)
	if e.Aux = true; op.Kind != 0 {
		m.x.Ops[e.ID] = op
	}
}

// limit is a goal behind a location.
func (m *aparter) limit(from ir.Loc, s ir.Stmt, pos ir.Pos, op ir.ThreadOp, why string) {
	l := m.step(from, s, pos, op)
	m.q.Locs[l].Goal, m.q.Locs[l].Why = ir.Goal{Kind: ir.Unsupported}, why
}

// numbered gives thread i a number that no other one has.
func (m *aparter) numbered(at ir.Loc, i int) ir.Loc {
	v, pos := m.x.Selves[i], m.q.Main.Pos
	at = m.step(at, &ir.Havoc{Var: v, Source: ir.FromCall, Name: ir.ThreadNumber}, pos, ir.ThreadOp{})
	differs := ir.And(ir.Compare(ir.OpGe, ir.VarExpr(v), ir.ConstInt(v.Type, 1)), ir.Compare(ir.OpLe, ir.VarExpr(v), ir.Const(v.Type, largest(v.Type))))
	for j, w := range m.x.Selves {
		if i > 0 && j != i && m.x.Slots[i] == nil && m.x.Slots[j] == nil { // certificates have it of those
			differs = ir.And(differs, ir.Compare(ir.OpNe, ir.VarExpr(v), ir.VarExpr(w))) // that of one that has not been made is given later
		}
	}
	at = m.step(at, &ir.Assume{Cond: differs}, pos, ir.ThreadOp{})
	if slot := m.x.Slots[i]; slot != nil {
		at = m.step(at, &ir.Havoc{Var: slot, Source: ir.FromCall, Name: "the number by which locks know a thread"}, pos, ir.ThreadOp{})
		at = m.step(at, &ir.Assume{Cond: ir.Compare(ir.OpGt, ir.VarExpr(slot), ir.ConstInt(slot.Type, int64(len(m.x.Selves))))}, pos, ir.ThreadOp{})
	}
	return at
}

// location makes of what leaves a location of thread i what an Apart has.
func (m *aparter) location(i int, l ir.Loc) {
	out := append([]ir.EdgeID(nil), m.q.Locs[l].Out...)
	var spawns []*ir.Edge
	for _, id := range out {
		if e := m.q.Edges[id]; isSync(e.Stmt, ir.Spawn) {
			spawns = append(spawns, e)
		}
	}
	for _, id := range out {
		e := m.q.Edges[id]
		s, ok := e.Stmt.(*ir.Sync)
		if !ok {
			e.Stmt = m.stmt(i, e.Stmt)
			if free, ok := e.Stmt.(*ir.Free); ok && free.Addr != nil {
				m.frees[i] = append(m.frees[i], e)
			}
			continue
		}
		switch s.Op {
		case ir.AtomicBegin:
			e.Stmt, m.x.Ops[id] = &ir.Skip{}, ir.ThreadOp{Kind: ir.Enters}
		case ir.Waits:
			e.Stmt, m.x.Ops[id] = &ir.Skip{}, ir.ThreadOp{Kind: ir.EntersWaiting}
		case ir.AtomicEnd, ir.Acquired:
			e.Stmt, m.x.Ops[id] = &ir.Skip{}, ir.ThreadOp{Kind: ir.Leaves}
		case ir.Yield, ir.Begun, ir.Gets, ir.Gives, ir.Makes, ir.Unlocks:
			e.Stmt = &ir.Skip{}
		case ir.HeldBy:
			m.q.RemoveEdge(id)
			h := m.q.NewTemp(m.q.Main, s.Handle.Type, e.Pos)
			at := m.step(l, &ir.Assign{Var: h, Expr: m.expr(i, s.Handle)}, e.Pos, ir.ThreadOp{})
			m.edge(at, e.To, &ir.Skip{}, e.Pos, ir.ThreadOp{Kind: ir.WaitsFor, Handle: h})
		case ir.Until:
			h := m.expr(i, s.Handle)
			e.Stmt, m.x.Ops[id] = &ir.Assume{Cond: ir.Compare(ir.OpNe, h, ir.ConstInt(h.Type, 0))}, ir.ThreadOp{Kind: ir.WaitsUntil}
		case ir.End:
			e.Stmt, m.x.Ops[id] = &ir.Skip{}, ir.ThreadOp{Kind: ir.Ends}
		case ir.Spawn:
			m.q.RemoveEdge(id)
		case ir.Spawned:
			m.q.RemoveEdge(id)
			m.makes(i, l, e, spawns)
		case ir.Join:
			m.q.RemoveEdge(id)
			m.joins(i, l, e, m.expr(i, s.Handle))
		default:
			m.q.RemoveEdge(id)
			m.limit(l, &ir.Skip{}, e.Pos, ir.ThreadOp{}, "an operation of threads that is not followed here")
		}
	}
}

// makes adds the steps by which thread i makes one of those that begin with spawns, and goes on at the target of e.
func (m *aparter) makes(i int, l ir.Loc, e *ir.Edge, spawns []*ir.Edge) {
	var made []int
	for _, spawn := range spawns {
		child := 0
		for j, c := range m.b.codes {
			if c.spawn == spawn.ID {
				child = j
			}
		}
		next := ir.ThreadOp{Kind: ir.NextMade, Threads: append([]int{child}, made...)}
		if m.x.Slots[child] != nil {
			next = ir.ThreadOp{}
		} else {
			made = append(made, child)
		}
		at := m.step(l, &ir.Skip{}, e.Pos, next)
		at = m.numbered(at, child)
		at = m.step(at, &ir.Assign{Var: m.own[i][m.b.regs.Made], Expr: ir.VarExpr(m.x.Selves[child])}, e.Pos, ir.ThreadOp{})
		for next := spawn.To; ; {
			if len(m.b.p.Locs[next].Out) != 1 {
				m.limit(at, &ir.Skip{}, e.Pos, ir.ThreadOp{}, "how a variable of the thread gets its first value is not followed")
				break
			}
			g := m.b.p.Edges[m.b.p.Locs[next].Out[0]]
			next = g.To
			if isSync(g.Stmt, ir.Begun) {
				m.x.Starts[child] = next
				m.edge(at, e.To, &ir.Skip{}, e.Pos, ir.ThreadOp{Kind: ir.MakesThread, Threads: []int{child}})
				m.edge(at, next, &ir.Skip{}, e.Pos, ir.ThreadOp{Kind: ir.BeginsThread})
				break
			}
			if !isSync(g.Stmt, ir.Yield) { // nobody else sees it before it begins
				at = m.step(at, g.Stmt, g.Pos, ir.ThreadOp{})
			}
		}
	}
	if len(made) == 0 && len(spawns) > 0 {
		return // any number of them
	}
	m.limit(l, &ir.Skip{}, e.Pos, ir.ThreadOp{Kind: ir.AllMade, Threads: made}, "more threads are made than are followed")
}

// joins adds the steps by which thread i goes on at the target of e where another one has ended.
func (m *aparter) joins(i int, l ir.Loc, e *ir.Edge, handle *ir.Expr) {
	h := m.q.NewTemp(m.q.Main, handle.Type, e.Pos)
	at := m.step(l, &ir.Assign{Var: h, Expr: handle}, e.Pos, ir.ThreadOp{})
	is := func(j int) *ir.Expr { return ir.Compare(ir.OpEq, ir.VarExpr(h), ir.VarExpr(m.x.Selves[j])) }
	var others []int
	for j := range m.x.Selves {
		if j == i && i == 0 && !m.self {
			continue // nobody knows its number
		}
		if j == i {
			m.limit(at, &ir.Assume{Cond: is(j)}, e.Pos, ir.ThreadOp{}, "what a thread does that joins itself is left open by POSIX")
			continue
		}
		if m.x.Slots[j] != nil {
			continue
		}
		others = append(others, j)
		has := m.step(at, &ir.Assume{Cond: is(j)}, e.Pos, ir.ThreadOp{Kind: ir.HasEnded, Threads: []int{j}})
		m.edge(has, e.To, &ir.Assign{Var: m.own[i][m.b.regs.Returned], Expr: ir.VarExpr(m.own[j][m.b.regs.Returned])}, e.Pos, ir.ThreadOp{})
	}
	none := ir.ThreadOp{Kind: ir.NoneOf, Threads: others, Handle: h}
	if len(m.x.Copies) > 0 { // one of any number of them, of which it is not known whether it has ended
		at = m.step(at, &ir.Skip{}, e.Pos, none)
		for j := range m.x.Selves {
			if j != i && m.x.Slots[j] != nil {
				m.edge(at, e.To, &ir.Assign{Var: m.own[i][m.b.regs.Returned], Expr: ir.VarExpr(m.own[j][m.b.regs.Returned])}, e.Pos, ir.ThreadOp{})
			}
		}
		return
	}
	m.limit(at, &ir.Skip{}, e.Pos, none, "what is joined is no thread")
}

// copier gives statements of thread i its registers.
func (m *aparter) copier(i int) *interleave.Copier {
	return &interleave.Copier{Object: func(o *ir.Object) *ir.Object { return o }, Var: func(v *ir.Var) *ir.Var {
		if own := m.own[i][v]; own != nil {
			return own
		}
		return v
	}}
}

func (m *aparter) expr(i int, e *ir.Expr) *ir.Expr { return m.copier(i).Expr(e) }
func (m *aparter) stmt(i int, s ir.Stmt) ir.Stmt   { return m.copier(i).Stmt(s) }

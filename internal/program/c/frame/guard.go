package frame

import (
	"slices"

	"craig/internal/program/ir"
)

// Function is a function of the program.
type Function struct {
	*ir.Func
	Name      string
	Model     bool // of the library
	Addressed bool // calls through pointers may come there
}

// Guard compares the writes of functions with the choice. own are objects, and shared the variables that have to be named, others than local ones.
func (g *Frames) Guard(functions []Function, own map[*ir.Object]bool, shared map[*ir.Var]bool) (errors int) {
	w := &guard{Frames: g, functions: functions, own: own, shared: shared, of: map[*ir.Func]Function{}}
	for _, o := range g.out.Objects {
		own[o] = own[o] || o.Kind == ir.LibraryObject
	}
	for _, f := range functions {
		w.of[f.Func] = f
		if f.Addressed {
			w.anywhere = append(w.anywhere, f.Func)
		}
	}
	w.findOwners()
	for _, f := range w.reached() {
		w.function(f)
	}
	return w.errors
}

// guard is one run of Guard.
type guard struct {
	*Frames
	functions []Function
	own       map[*ir.Object]bool
	shared    map[*ir.Var]bool
	of        map[*ir.Func]Function
	anywhere  []*ir.Func
	errors    int

	owners map[*ir.Func][]*open // what may be active in a function when it is called
	within map[ir.EdgeID][]*open

	f       Function
	loops   map[*ir.Var][]*open    // by the local variables that these would have to name
	objects map[*ir.Object][]*open // the same
}

// edges are those of a function.
func (w *guard) edges(f *ir.Func) (list []*ir.Edge) {
	for _, l := range f.Locs {
		for _, id := range w.out.Loc(l).Out {
			list = append(list, w.out.Edge(id))
		}
	}
	return list
}

// callees are the functions that the statement of an edge may call.
func (w *guard) callees(e *ir.Edge) []*ir.Func {
	c, ok := e.Stmt.(*ir.Call)
	switch {
	case !ok:
		return nil
	case c.Callee == nil:
		return w.anywhere
	}
	return []*ir.Func{c.Callee}
}

// reached are the functions that a call with a frame may come to.
func (w *guard) reached() (list []Function) {
	seen := map[*ir.Func]bool{}
	var work []*ir.Func
	add := func(f *ir.Func) {
		if !seen[f] {
			seen[f] = true
			work = append(work, f)
		}
	}
	for _, l := range w.list {
		add(l.fn)
	}
	for ; len(work) > 0; work = work[1:] {
		for _, e := range w.edges(work[0]) {
			for _, f := range w.callees(e) {
				add(f)
			}
		}
	}
	for _, f := range w.functions {
		if seen[f.Func] {
			list = append(list, f)
		}
	}
	return list
}

func (w *guard) function(f Function) {
	w.f, w.loops, w.objects = f, map[*ir.Var][]*open{}, map[*ir.Object][]*open{}
	var mine []*open
	for _, l := range w.list {
		if l.fn != f.Func {
			continue
		}
		mine = append(mine, l)
		for v := range l.vars {
			w.loops[v] = append(w.loops[v], l)
		}
		for o := range l.objects {
			w.objects[o] = append(w.objects[o], l)
		}
	}
	for _, e := range w.edges(f.Func) {
		w.edge(e)
	}
	w.locals(mine)
}

func (w *guard) edge(e *ir.Edge) {
	switch s := e.Stmt.(type) {
	case *ir.Store:
		root := ir.Root(s.Addr)
		if root.Op == ir.OpAddr && (root.Obj.Kind == ir.LocalObject && w.objects[root.Obj] == nil || w.own[root.Obj]) {
			return
		}
		from, to := int64(0), int64(s.Val.Type.Bits+7)/8
		if part, ok := w.narrow[s]; ok {
			from, to = part[0], part[1]
		}
		addr := s.Addr
		if from > 0 {
			addr = ir.PtrAdd(addr, ir.ConstInt(w.offset(), from))
		}
		w.refuse(e, w.touches(addr, ir.ConstInt(w.size(), to-from)), ir.Violates("unreach-call"))
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
			w.after(e, ir.Not(w.touches(ir.VarExpr(s.Result), s.Size)))
		case s.Site != nil && w.objects[s.Site] != nil:
			w.after(e, w.without(ir.True(), s.Site))
		}
	case *ir.Clobber:
		w.variable(e, s.Result)
		w.clobber(e, s)
	}
}

func (w *guard) size() ir.Type   { return ir.Int(w.out.PtrBits, false) }
func (w *guard) offset() ir.Type { return ir.Int(w.out.PtrBits, true) }

func (w *guard) variable(e *ir.Edge, v *ir.Var) {
	if v == nil {
		return
	}
	if list := w.loops[v]; list != nil {
		mine := ir.False()
		for _, l := range list {
			mine = ir.Or(mine, ir.ToBool(ir.VarExpr(l.mine)))
		}
		w.refuse(e, ir.And(mine, w.chosen(w.numberOf(v))), ir.Violates("unreach-call"))
	}
	if w.shared[v] {
		w.refuse(e, w.chosen(w.numberOf(v)), ir.Violates("unreach-call"))
	}
}

// clobber is about a call that writes what is not known exactly: if the byte may be among it, nothing is decided.
func (w *guard) clobber(e *ir.Edge, s *ir.Clobber) {
	for _, root := range s.Roots {
		if o := ir.Root(root.Ptr); root.Reach == ir.Kept || o.Op == ir.OpAddr && w.own[o.Obj] {
			continue
		}
		bad := ir.Not(w.idle())
		if root.Reach == ir.Data {
			start := ir.Start(root.Ptr, ir.ConstInt(w.out.PtrType(), 0))
			bad = w.touches(start, ir.Extent(root.Ptr, ir.Const(w.size(), w.size().Max())))
		}
		text := "what " + s.Name + " writes is not compared with what may be assigned"
		if !slices.ContainsFunc(w.out.Notes, func(n ir.Note) bool { return n.Text == text }) {
			w.out.Notes = append(w.out.Notes, ir.Note{Kind: ir.Unmodelled, Pos: e.Pos, Text: text})
		}
		w.refuse(e, bad, ir.Goal{Kind: ir.Unsupported})
	}
}

// refuse leads from where an edge begins to a goal if the condition holds.
func (w *guard) refuse(e *ir.Edge, bad *ir.Expr, goal ir.Goal) {
	from := e.From
	mid, wrong := w.out.NewLoc(w.f.Func, e.Pos), w.out.NewLoc(w.f.Func, e.Pos)
	info := w.out.Loc(wrong)
	if info.Goal = goal; !goal.IsLimit() {
		w.errors++
		info.Why = w.why(e)
	}
	begin := w.out.Loc(from)
	begin.Out = slices.DeleteFunc(begin.Out, func(id ir.EdgeID) bool { return id == e.ID })
	e.From = mid
	w.out.Loc(mid).Out = append(w.out.Loc(mid).Out, e.ID)
	w.add(from, mid, &ir.Assume{Cond: ir.Not(bad)}, e.Pos)
	if goal.IsLimit() {
		w.add(from, wrong, &ir.Assume{Cond: bad}, e.Pos)
		return
	}
	either, later := w.out.NewLoc(w.f.Func, e.Pos), w.out.NewLoc(w.f.Func, e.Pos)
	grows := ir.ToBool(ir.VarExpr(w.grows))
	w.add(from, either, &ir.Assume{Cond: bad}, e.Pos)
	w.add(either, wrong, &ir.Assume{Cond: ir.Not(grows)}, e.Pos)
	w.add(either, later, &ir.Assume{Cond: grows}, e.Pos)
	w.add(later, mid, &ir.Assign{Var: w.late, Expr: ir.ConstInt(w.late.Type, 1)}, e.Pos)
}

// add adds an auxiliary edge.
func (w *guard) add(from, to ir.Loc, s ir.Stmt, pos ir.Pos) {
	w.out.NewEdge(from, to, s, pos).Aux = true
}

// after assumes something behind an edge.
func (w *guard) after(e *ir.Edge, c *ir.Expr) {
	mid, to := w.out.NewLoc(w.f.Func, e.Pos), e.To
	w.out.Redirect(e.ID, mid)
	w.add(mid, to, &ir.Assume{Cond: c}, e.Pos)
}

// without says that the byte is not of an object.
func (w *guard) without(c *ir.Expr, o *ir.Object) *ir.Expr {
	if o.Size <= 0 {
		return c
	}
	return ir.And(c, ir.Not(w.touches(ir.AddrOf(w.out.PtrType(), o), ir.ConstInt(w.size(), o.Size))))
}

// locals leaves out the local variables of the function, where it begins, and where the choice for a call of it is made these and all that need not
// be named. Of a loop, what is declared in it need not be.
func (w *guard) locals(mine []*open) {
	locals := ir.True()
	for _, l := range mine {
		l.choice.Cond = ir.True()
	}
	loops := false
	for _, l := range mine {
		loops = loops || l.Loop
	}
	for _, o := range w.out.Objects {
		local := o.Kind == ir.LocalObject && o.Func == w.f.Func
		if local {
			locals = w.without(locals, o)
		}
		for _, l := range mine {
			if w.own[o] || local && !l.objects[o] {
				l.choice.Cond = w.without(l.choice.Cond, o)
			}
		}
	}
	if locals.IsTrue() && !loops {
		return
	}
	entry := w.out.Loc(w.f.Entry)
	pos := w.f.Pos
	next := w.out.NewLoc(w.f.Func, pos)
	w.out.Loc(next).Out, entry.Out = entry.Out, nil
	for _, id := range w.out.Loc(next).Out {
		w.out.Edge(id).From = next
	}
	at := w.f.Entry
	for _, l := range mine { // which a jump may enter
		if l.Loop {
			to := w.out.NewLoc(w.f.Func, pos)
			w.add(at, to, &ir.Assign{Var: l.mine, Expr: ir.ConstInt(l.mine.Type, 0)}, pos)
			at = to
		}
	}
	w.add(at, next, &ir.Assume{Cond: locals}, pos)
}

package alias

import (
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// A program may find out the number of an address by branches: of each of its bits whether it is set, or of one number
// after the other whether it is that. What it makes of what it has found is a number of which no source is known, and may be a
// pointer to the object all the same. So it is followed what such branches tell: by way of what they have executed or not, of variables
// and memory, of functions and calls through pointers. An access through a pointer that is made of a number that the program computes,
// and that tells of an address, is not followed beyond the objects that it is known to lead to: such executions come to a limit.

// tells is what a value may say of addresses, and in how many steps it is made of constants, inputs and addresses, up to made. What is
// computed in a loop, or of two values that tell something, comes to that; fewer steps choose among a few constants.
type tells uint8

const (
	partOf tells = 1 << iota // it is computed from the number of an address, whose objects points-to knows
	told                     // it depends on a branch or comparison that an address decides, or on what is read where one says
	step
	made        = 8 * step
	ofAddresses = partOf | told
)

// or is what is known of a value that may be one or the other.
func (t tells) or(u tells) tells { return (t|u)&ofAddresses | max(t&^ofAddresses, u&^ofAddresses) }

// said is what is told by that a value that t describes decides something.
func (t tells) said() tells {
	if t&ofAddresses != 0 {
		return told
	}
	return 0
}

// findings says of which values an address may be found out.
type findings struct {
	*facts
	vars    map[*ir.Var]tells
	places  map[int32]map[ir.Class]tells // by object
	all     tells                        // of all places
	layout  map[*ir.Expr]bool            // see depends
	open    []bool                       // by edge: what addresses tell decides whether it is executed
	called  map[*ir.Func]bool            // likewise all of a function
	regions map[*ir.Func]*regions
	seen    map[ir.Loc]bool // branches whose regions are open
	after   map[ir.Loc]bool // places from which on all edges are open
	tested  bool            // an execution may end where an address is not what the program has guessed
	changed bool
}

// findTold follows what branches tell of addresses; nil if nothing does.
func (a *facts) findTold() *findings {
	f := &findings{facts: a, vars: map[*ir.Var]tells{}, places: map[int32]map[ir.Class]tells{}, layout: map[*ir.Expr]bool{},
		open: make([]bool, len(a.p.Edges)), called: map[*ir.Func]bool{}, regions: map[*ir.Func]*regions{}, seen: map[ir.Loc]bool{}, after: map[ir.Loc]bool{}}
	any := false
	for _, e := range a.p.Edges {
		if e != nil {
			ir.Exprs(e.Stmt, func(x *ir.Expr) {
				ir.Walk(x, func(y *ir.Expr) bool {
					any = any || f.depends(y)
					return !any
				})
			})
		}
	}
	if !any {
		return nil
	}
	for f.changed = true; f.changed; {
		f.changed = false
		for _, e := range a.p.Edges {
			if e != nil {
				f.edge(e)
			}
		}
		for _, c := range a.calls {
			callees, _ := a.callees(c)
			for _, o := range callees {
				f.call(c.edge, c.stmt, o.Func)
			}
		}
	}
	return f
}

// depends says that the numbers of addresses decide the value of e.
func (f *findings) depends(e *ir.Expr) bool {
	if len(e.Args) == 0 {
		return false
	}
	d, ok := f.layout[e]
	if !ok {
		_, _, masked := f.masked(e)
		d = masked || f.dependsOnLayout(e)
		f.layout[e] = d
	}
	return d
}

// isOpen says that what addresses tell decides whether e is executed.
func (f *findings) isOpen(e *ir.Edge) bool { return f.open[e.ID] || f.called[f.p.Locs[e.From].Func] }

// edge follows the statement of e.
func (f *findings) edge(e *ir.Edge) {
	here := tells(0)
	if f.isOpen(e) {
		here = told
	}
	switch s := e.Stmt.(type) {
	case *ir.Assign:
		f.set(s.Var, f.expr(s.Expr).or(here))
	case *ir.Havoc:
		if s.Source != ir.FromUninitialised {
			f.set(s.Var, here)
		}
	case *ir.Clobber:
		if s.Result != nil {
			f.set(s.Result, here)
		}
	case *ir.Alloc:
		if s.Result != nil {
			f.set(s.Result, here)
		}
	case *ir.Store:
		if s.Region == nil {
			f.store(s.Addr, bytes(s.Val.Type), f.expr(s.Val).or(f.expr(s.Addr).said()).or(here))
		}
	case *ir.Call:
		if s.Callee != nil {
			f.call(e, s, s.Callee)
		}
	case *ir.Assume:
		// an assumption of the answer, as that nothing overflows, is no test by the program
		switch {
		case !e.Aux || len(f.p.Locs[e.From].Out) != 1:
			if f.expr(s.Cond).said() != 0 {
				f.branch(e, s.Cond)
			}
		case !onlyRanges(s.Cond) && !f.tested && (f.isOpen(e) || f.expr(s.Cond).said() != 0):
			f.tested, f.changed = true, true // a division by what the program has guessed is a test
		}
	}
}

// onlyRanges says that an assumption is only that nothing overflows.
func onlyRanges(cond *ir.Expr) bool {
	switch cond.Op {
	case ir.OpInRange, ir.OpConst:
		return true
	case ir.OpLAnd, ir.OpLOr, ir.OpNot:
		return !slices.ContainsFunc(cond.Args, func(x *ir.Expr) bool { return !onlyRanges(x) })
	}
	return false
}

// call passes arguments and result of a call.
func (f *findings) call(e *ir.Edge, s *ir.Call, callee *ir.Func) {
	here := tells(0)
	if f.isOpen(e) || s.Target != nil && f.expr(s.Target).said() != 0 {
		here = told
		if !f.called[callee] {
			f.called[callee], f.changed = true, true
		}
	}
	for i, v := range callee.Params {
		if i < len(s.Args) {
			f.set(v, f.expr(s.Args[i]).or(here))
		}
	}
	if s.Result != nil && callee.Result != nil {
		f.set(s.Result, f.vars[callee.Result].or(here))
	}
}

// set notes what an assignment to v may give it.
func (f *findings) set(v *ir.Var, t tells) {
	if old := f.vars[v]; old.or(t) != old {
		f.vars[v], f.changed = old.or(t), true
	}
}

// store notes what a store of width bytes makes known of memory.
func (f *findings) store(addr *ir.Expr, width int64, t tells) {
	if t == 0 {
		return
	}
	f.all = f.all.or(t)
	for _, u := range f.pointees(addr) {
		if u.Obj == unknownAddress {
			continue
		}
		c := f.place(u, width)
		if f.places[c.Obj] == nil {
			f.places[c.Obj] = map[ir.Class]tells{}
		}
		if old := f.places[c.Obj][c]; old.or(t) != old {
			f.places[c.Obj][c], f.changed = old.or(t), true
		}
	}
}

// pointees is what points-to knows of e.
func (f *findings) pointees(e *ir.Expr) []ir.Target { return f.at(e) }

// load is what is known of what e reads.
func (f *findings) load(e *ir.Expr) tells {
	t := f.expr(e.Args[0]).said()
	if e.Region != nil {
		return t
	}
	if f.anyObj != 0 {
		t = t.or(f.all)
	}
	for _, u := range f.pointees(e.Args[0]) {
		if u.Obj == unknownAddress {
			continue
		}
		c := f.place(u, bytes(e.Type))
		for k, stored := range f.places[c.Obj] {
			if t.or(stored) != t && k.Overlaps(c) {
				t = t.or(stored)
			}
		}
	}
	if e.Type.Kind == ir.Pointer && !f.mayBeNumbered(e) {
		t &= ofAddresses
	}
	return t
}

// mayBeNumbered says that a pointer may be made of a number.
func (f *findings) mayBeNumbered(e *ir.Expr) bool {
	return f.isConstant(e) || slices.ContainsFunc(f.pointees(e), func(t ir.Target) bool {
		return t.Obj == unknownAddress || f.ofNumber != 0 && f.objs[t.Obj].Rep == f.objs[f.ofNumber].Rep
	})
}

// isConstant says that a pointer is near constants only, such as null.
func (f *findings) isConstant(e *ir.Expr) bool {
	ts := f.pointees(e)
	return len(ts) > 0 && !slices.ContainsFunc(ts, func(t ir.Target) bool { return t.Obj == unknownAddress || !f.objs[t.Obj].Fixed })
}

// expr is what is known of the value of e.
func (f *findings) expr(e *ir.Expr) tells {
	switch e.Op {
	case ir.OpConst, ir.OpAddr:
		return 0
	case ir.OpVar:
		return f.vars[e.Var]
	case ir.OpLoad:
		return f.load(e)
	}
	t, n, values := tells(0), tells(0), 0 // n are the steps of all operands, values those that tell something
	for i, arg := range e.Args {
		u := f.expr(arg)
		if e.Op == ir.OpIte && i == 0 || e.Op == ir.OpPtrAdd && i == 1 {
			u = u.said()
		}
		if n = min(n+u&^ofAddresses, made); u.said() != 0 {
			values++
		}
		t = t.or(u)
	}
	switch {
	case e.Type.Kind == ir.Logical:
		if f.depends(e) {
			t |= told
		}
		return t.said()
	case f.depends(e):
		t |= partOf
	}
	switch {
	case e.Op == ir.OpIte || e.Op == ir.OpCast:
		return t
	case e.Op == ir.OpPtrAdd:
		if f.isConstant(e.Args[0]) {
			break
		}
		return t
	case f.isAddress(e):
		return t
	case values > 1:
		return t&ofAddresses | made
	}
	return t&ofAddresses | min(n+step, made)
}

// isAddress says that an integer is an address in or near known objects, which has been moved: as with pointers, it leads to no others.
func (f *findings) isAddress(e *ir.Expr) bool {
	if e.Op != ir.OpAdd && e.Op != ir.OpSub {
		return false
	}
	whole := func(x *ir.Expr) bool { n := f.number(x); return n == wholeNumber || n == movedNumber }
	return (whole(e.Args[0]) || e.Op == ir.OpAdd && whole(e.Args[1])) &&
		!slices.ContainsFunc(f.pointees(e), func(t ir.Target) bool { return t.Obj == unknownAddress })
}

// finds says that an access at edge through addr may be to what the program has found out.
func (f *findings) finds(edge *ir.Edge, addr *ir.Expr) bool {
	if f == nil {
		return false
	}
	t := f.expr(addr)
	return t&made != 0 && (t&told != 0 || f.tested || f.isOpen(edge))
}

// regions says what follows from branches of a function.
type regions struct {
	graph.Part
	after *graph.Tree // the postdominators
	stuck []bool      // an execution may stay forever
}

// regionsOf are the regions of fn.
func (f *findings) regionsOf(fn *ir.Func) *regions {
	if r := f.regions[fn]; r != nil {
		return r
	}
	w := graph.PartOf(f.p, fn)
	var exits []int
	for _, l := range fn.Locs {
		if info := f.p.Locs[l]; l == fn.Exit || len(info.Out) == 0 && !info.IsGoal() {
			exits = append(exits, w.Vertex(l))
		}
	}
	r := &regions{Part: w, after: graph.PostDominators(w.N, w.Succ, exits), stuck: make([]bool, w.N)}
	var cycles []int
	for _, c := range graph.Components(w.N, w.Succ, w.Vertex(fn.Entry)) {
		if r.after.Idom[c[0]] < 0 && graph.IsCycle(c, w.Succ) {
			cycles = append(cycles, c...)
		}
	}
	if len(cycles) > 0 {
		r.stuck = graph.Reachable(w.N, graph.Reverse(w.N, w.Succ), cycles...)
		for v := range r.stuck {
			r.stuck[v] = r.stuck[v] && r.after.Idom[v] < 0
		}
	}
	f.regions[fn] = r
	return r
}

// branch opens what is executed or not by the branch at e's beginning, which an address decides: all up to where its sides meet.
func (f *findings) branch(e *ir.Edge, cond *ir.Expr) {
	l := e.From
	if f.seen[l] {
		return
	}
	f.seen[l], f.changed = true, true
	r := f.regionsOf(f.p.Locs[l].Func)
	v := r.Vertex(l)
	end := r.after.Idom[v]
	forever := end < 0 || end == r.N && l != f.p.Locs[l].Func.Exit || len(f.p.Locs[l].Out) == 1
	for _, to := range r.Succ(v) {
		forever = forever || r.stuck[to]
	}
	if forever {
		f.tested = true
		f.openAfter(l)
		return
	}
	assigned, stores, loops := map[*ir.Var]bool{}, false, false
	seen := map[int]bool{v: true}
	for stack := []int{v}; len(stack) > 0; {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, id := range f.p.Locs[r.Loc(u)].Out {
			x := f.p.Edges[id]
			f.open[id] = true
			switch s := x.Stmt.(type) {
			case *ir.Store, *ir.Call, *ir.Clobber:
				stores = true
			default:
				assigned[ir.Written(s)] = true
			}
			to := r.Vertex(x.To)
			loops = loops || to == v
			if to != end && !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	if loops && !f.tested { // a loop whose condition nothing in it changes is a test, too
		changes := false
		ir.Walk(cond, func(y *ir.Expr) bool {
			changes = changes || y.Op == ir.OpVar && (assigned[y.Var] || stores) || y.Op == ir.OpLoad && stores
			return !changes
		})
		f.tested = !changes
	}
}

// openAfter opens all that may be executed after l.
func (f *findings) openAfter(l ir.Loc) {
	for stack := []ir.Loc{l}; len(stack) > 0; {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f.after[u] {
			continue
		}
		f.after[u] = true
		for _, id := range f.p.Locs[u].Out {
			f.open[id] = true
			stack = append(stack, f.p.Edges[id].To)
		}
	}
}

// byNumber says that an access may be through a number that was converted to a pointer.
func (a *facts) byNumber(acc *access) bool {
	return a.ofNumber != 0 && slices.ContainsFunc(acc.touched, func(c ir.Class) bool { return a.objs[c.Obj].Rep == a.objs[a.ofNumber].Rep })
}

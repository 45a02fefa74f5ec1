package conditions

import (
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of executions: how many edges are followed, how many there are between two checkpoints, and how many assumptions are looked at to see
// that an edge leads nowhere.
const (
	maxEdges = 2_000_000
	stretch  = 1000
	maxAhead = 100
)

// run is an execution that nothing unknown decides. Where it goes is found by values that are known. Stretch by stretch, from the values
// at a checkpoint, the conditions say it again without them: each value that is assigned has a name, no other edge can be taken, addresses
// are those that are known, and the values at the next checkpoint are reached.
type run struct {
	*paths // from the last checkpoint on
	edges  int
	memory map[*ir.Var]*region
	stack  []frame // the first one has the globals, too

	named map[*slot]term.Term
	is    map[term.Term]term.Term // the values of names that are known
	wrote []*slot
	reach term.Term   // what has been assumed of what is unknown
	not   []term.Term // what must not be possible
}

// frame is a call that is active.
type frame struct {
	call *ir.Call // nil for Main
	to   ir.Loc   // after it
	vars map[*ir.Var]*slot
}

// region has the cells that were read or written; all others hold fill, or what is not known.
type region struct {
	fill  *num.Int
	cells map[string]*slot
}

// slot is a variable or a cell: what it holds if that is known.
type slot struct {
	value *num.Int
	addr  num.Int // of a cell
}

// execution hands out the conditions of a proof that is an execution, or of one that begins with it.
func (g *generator) execution() {
	if g.proof.Steps > maxEdges {
		fail("%w: the execution has %d edges, and more than %d are not followed", ErrOpen, g.proof.Steps, maxEdges)
	}
	r := &run{memory: map[*ir.Var]*region{}, stack: []frame{{vars: map[*ir.Var]*slot{}}}}
	r.begin(g)
	visits := 0
	for at := g.p.Main.Entry; ; {
		if top := r.top(); top.call != nil && at == top.call.Callee.Exit {
			at = r.back()
			continue
		}
		if g.proof.Kind == Prefix && at == g.proof.Loc {
			visits++
		}
		switch {
		case g.p.Locs[at].IsGoal():
			fail("the execution reaches an error")
		case visits > 0 && visits == g.proof.Visits && r.edges != g.proof.Steps:
			fail("the execution comes to %s after %d edges", g.place(at), r.edges)
		case visits > 0 && visits == g.proof.Visits:
			r.end("comes to "+g.place(at), true)
			r.rest()
			return
		case r.edges == maxEdges:
			fail("%w: the execution has more than %d edges", ErrOpen, maxEdges)
		case r.edges > 0 && r.edges%stretch == 0:
			r.end("comes to its checkpoint at "+g.place(at), true)
			r.begin(g)
		}
		e := r.taken(at)
		switch {
		case e == nil && g.proof.Kind == Prefix:
			fail("the execution ends before it comes to where the invariants begin")
		case e == nil && g.proof.Steps != 0 && g.proof.Steps != r.edges:
			fail("the execution has %d edges", r.edges)
		case e == nil:
			r.end("ends at "+g.place(at), false)
			return
		}
		at = r.execute(e)
		r.edges++
	}
}

func (r *run) top() frame { return r.stack[len(r.stack)-1] }

// begin begins a stretch, with terms of its own.
func (r *run) begin(g *generator) {
	r.paths = g.newPaths(g.p.Main, annotation{}, g.p.Main.Entry)
	r.of = r
	r.named, r.is, r.wrote, r.reach, r.not = map[*slot]term.Term{}, map[term.Term]term.Term{}, nil, r.st.True(), nil
}

// end hands out the condition of a stretch; with checkpoint, what it has changed is there as it is known.
func (r *run) end(how string, checkpoint bool) {
	for _, x := range r.wrote {
		if checkpoint && x.value != nil {
			r.assert(r.st.Eq(r.named[x], r.st.IntNum(*x.value)))
		}
	}
	r.goals = []goal{{fmt.Sprintf("the execution %s, after %d edges", how, r.edges), r.st.Or(r.not...), 0}}
	r.yieldGoals()
}

// assert has the condition say that f holds here.
func (r *run) assert(f term.Term) {
	if bad := r.st.And(r.reach, r.st.Not(f)); !bad.IsFalse() {
		r.not = append(r.not, bad)
	}
}

func (r *run) fact(f, about term.Term) { r.nodes[0].facts = append(r.nodes[0].facts, fact{f, about}) }

// known is the value of t, if that is known.
func (r *run) known(t term.Term) *num.Int {
	if n, ok := r.st.Subst(t, r.is).IntValue(); ok {
		return &n
	}
	return nil
}

// variable and load are what expressions read.
func (r *run) variable(v *ir.Var) term.Term { return r.read(r.slot(v), v) }

func (r *run) load(x *ir.Expr, addr term.Term) term.Term {
	as := &ir.Var{Name: x.Region.Name, Type: x.Type}
	if c := r.cell(x.Region, addr); c != nil {
		return r.read(c, as)
	}
	return r.unknown(as)
}

func (r *run) slot(v *ir.Var) *slot {
	vars := r.stack[0].vars
	if v.Func != nil {
		vars = r.top().vars
	}
	if vars[v] == nil {
		vars[v] = &slot{}
	}
	return vars[v]
}

// cell is the one at an address, which must be the one that is known; nil if none is.
func (r *run) cell(v *ir.Var, addr term.Term) *slot {
	at := r.known(addr)
	if at == nil {
		return nil
	}
	r.assert(r.st.Eq(addr, r.st.IntNum(*at)))
	m := r.memory[v]
	if m == nil {
		m = &region{cells: map[string]*slot{}}
		r.memory[v] = m
	}
	key := at.String()
	if m.cells[key] == nil {
		m.cells[key] = &slot{value: m.fill, addr: *at}
	}
	return m.cells[key]
}

// name is a new name for a value of v, which is value if that is known.
func (r *run) name(v *ir.Var, value *num.Int) term.Term {
	x := r.unknown(v)
	if value != nil {
		if r.is[x] = r.st.IntNum(*value); !v.Type.Fits(*value) {
			delete(r.names, x)
		}
	}
	return x
}

// read is the name of what x holds, a value of v; if it has none yet it is as the checkpoint has it.
func (r *run) read(x *slot, v *ir.Var) term.Term {
	if !r.named[x].Valid() {
		r.named[x] = r.name(v, x.value)
		if x.value != nil {
			r.fact(r.st.Eq(r.named[x], r.st.IntNum(*x.value)), r.named[x])
		}
	}
	return r.named[x]
}

// assign has x hold a value of v, which gets a name.
func (r *run) assign(x *slot, v *ir.Var, value term.Term) {
	x.value = r.known(value)
	if value.Op() != term.Var {
		n := r.name(v, x.value)
		is := r.st.Eq(n, value)
		if x.value == nil {
			is = r.st.Implies(r.reach, is) // what is assumed may be what makes it fit
		}
		r.fact(is, n)
		value = n
	}
	r.named[x] = value
	r.wrote = append(r.wrote, x)
}

// taken is the edge that is taken at a location, nil if there is none. Another one must lead nowhere: what is assumed on it, or in front of the
// next statement or choice, does not hold.
func (r *run) taken(at ir.Loc) *ir.Edge {
	for _, far := range []int{1, maxAhead} {
		var open []*ir.Edge
		dead := r.st.True()
		for _, e := range r.out(at) {
			if f, ok := r.blocked(e, far); ok {
				dead = r.st.And(dead, r.st.Not(f))
			} else {
				open = append(open, e)
			}
		}
		switch len(open) {
		case 0:
			r.assert(dead)
			return nil
		case 1:
			r.assert(dead)
			return open[0]
		}
	}
	fail("%w: at %s the execution depends on what is unknown", ErrOpen, r.place(at))
	return nil
}

// blocked is what is assumed on an edge and at most so many after it, if it is known not to hold.
func (r *run) blocked(e *ir.Edge, far int) (all term.Term, ok bool) {
	for all = r.st.True(); far > 0; far-- {
		if x, ok := e.Stmt.(*ir.Assume); ok {
			f := r.expr(x.Cond, nil)
			if all = r.st.And(all, f); r.st.Subst(f, r.is).IsFalse() {
				return all, true
			}
		} else if _, ok := e.Stmt.(*ir.Skip); !ok {
			break
		}
		after := r.out(e.To)
		if len(after) != 1 {
			break
		}
		e = after[0]
	}
	return all, false
}

// execute executes an edge, and gives the location after it.
func (r *run) execute(e *ir.Edge) ir.Loc {
	switch x := e.Stmt.(type) {
	case *ir.Assume:
		if f := r.expr(x.Cond, nil); !r.st.Subst(f, r.is).IsTrue() {
			f = r.st.And(r.reach, f)
			r.reach = r.st.Fresh("at", term.Bool)
			r.fact(r.st.Implies(r.reach, f), r.reach)
		}
	case *ir.Assign:
		if x.Var.Type.Kind != ir.Memory {
			r.assign(r.slot(x.Var), x.Var, r.expr(x.Expr, nil))
			break
		}
		if x.Expr.Op != ir.OpConst {
			fail("%w: at %s the execution copies a region", ErrOpen, r.place(e.From))
		}
		r.memory[x.Var] = &region{fill: &x.Expr.Val, cells: map[string]*slot{}}
	case *ir.Store:
		value := r.expr(x.Val, nil)
		c := r.cell(x.Region, r.expr(x.Addr, nil))
		if c == nil {
			fail("%w: at %s the execution stores at an unknown address", ErrOpen, r.place(e.From))
		}
		r.assign(c, &ir.Var{Name: x.Region.Name, Type: x.Val.Type}, value)
	case *ir.Havoc:
		if x.Var.Type.Kind == ir.Memory {
			delete(r.memory, x.Var)
			break
		}
		r.assign(r.slot(x.Var), x.Var, r.unknown(x.Var))
	case *ir.Call:
		vars := map[*ir.Var]*slot{}
		for i, v := range x.Callee.Params {
			vars[v] = &slot{}
			r.assign(vars[v], v, r.expr(x.Args[i], nil))
		}
		r.stack = append(r.stack, frame{x, e.To, vars})
		return x.Callee.Entry
	}
	return e.To
}

// back ends the last call, and gives the location after it.
func (r *run) back() ir.Loc {
	top := r.top()
	to := top.call.Result
	var result term.Term
	if to != nil {
		result = r.variable(top.call.Callee.Result)
	}
	for _, x := range top.vars {
		x.value = nil // it is of no checkpoint
	}
	if r.stack = r.stack[:len(r.stack)-1]; to != nil {
		r.assign(r.slot(to), to, result)
	}
	return top.to
}

// rest hands out the conditions of the invariants that hold where the execution has ended, and after it.
func (r *run) rest() {
	a := r.invariants(r.f)
	delete(a.at, r.f.Entry)
	b := r.newPaths(r.f, a, r.proof.Loc)
	now := b.nodes[0].state
	r.p.AllVars(func(v *ir.Var) {
		if m := r.memory[v]; m != nil {
			now[v] = b.array(v, m)
		} else if v.Type.Kind != ir.Memory && r.slot(v).value != nil {
			now[v] = b.st.IntNum(*r.slot(v).value)
		}
	})
	if cut := r.cutPoints(r.f, a); cut[r.proof.Loc] {
		b.must(b.here(a.at[r.proof.Loc], 0), 0, "where the execution ends the invariant of "+r.place(r.proof.Loc)+" holds")
	} else {
		b.leaving(cut)
	}
	b.yieldGoals()
	r.procedure(r.f, a)
}

// array is a region as a term.
func (b *paths) array(v *ir.Var, m *region) term.Term {
	t := b.own(v, "")
	if m.fill != nil {
		t = b.st.ConstArray(sortOf(v.Type), b.st.IntNum(*m.fill))
	}
	for _, key := range slices.Sorted(maps.Keys(m.cells)) {
		c, value := m.cells[key], b.st.Fresh(v.Name, term.Int)
		if c.value != nil {
			value = b.st.IntNum(*c.value)
		}
		t = b.st.Store(t, b.st.IntNum(c.addr), value)
	}
	return t
}

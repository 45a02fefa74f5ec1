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
	*generator
	yield   func(Condition) error
	edges   int
	globals map[*ir.Var]*slot
	regions map[*ir.Var]*region
	stack   []frame
	of      *stretchOf
}

// stretchOf is what there is from one checkpoint to the next.
type stretchOf struct {
	*paths
	is    map[term.Term]term.Term // the values of names that are known
	slots []*slot                 // those that have names
	reach term.Term               // what has been assumed of what is unknown
	not   []term.Term             // what must not be possible
}

// frame is a call that is active.
type frame struct {
	f    *ir.Func
	call *ir.Edge
	vars map[*ir.Var]*slot
}

// region has the cells that were read or written; all others hold fill, or what is not known.
type region struct {
	fill  *num.Int
	cells map[string]*slot
}

// slot is a variable or a cell: what it holds if that is known, and its name in the stretch by.
type slot struct {
	value *num.Int
	addr  num.Int // of a cell
	name  term.Term
	by    *stretchOf
	wrote bool // in it
}

// execution hands out the conditions of a proof that is an execution, or of one that begins with it.
func (g *generator) execution(yield func(Condition) error) error {
	if g.proof.Steps > maxEdges {
		return fmt.Errorf("%w: the execution has %d edges, and more than %d are not followed", ErrOpen, g.proof.Steps, maxEdges)
	}
	r := &run{generator: g, yield: yield, globals: map[*ir.Var]*slot{}, regions: map[*ir.Var]*region{}}
	r.stack = []frame{{f: g.p.Main, vars: map[*ir.Var]*slot{}}}
	r.begin()
	visits := 0
	for at := g.p.Main.Entry; ; {
		top := r.stack[len(r.stack)-1]
		switch {
		case g.p.Locs[at].IsGoal():
			return fmt.Errorf("the execution reaches an error")
		case at == top.f.Exit && top.call != nil:
			r.leave()
			at = top.call.To
			continue
		case g.proof.Kind == Prefix && at == g.proof.Loc:
			if visits++; visits == g.proof.Visits {
				if r.edges != g.proof.Steps {
					return fmt.Errorf("the execution comes to %s after %d edges", g.place(at), r.edges)
				}
				if err := r.end("comes to "+g.place(at), true); err != nil {
					return err
				}
				return r.rest()
			}
		}
		if r.edges == maxEdges {
			return fmt.Errorf("%w: the execution has more than %d edges", ErrOpen, maxEdges)
		}
		if r.edges > 0 && r.edges%stretch == 0 {
			if err := r.end("comes to its checkpoint at "+g.place(at), true); err != nil {
				return err
			}
			r.begin()
		}
		e, err := r.next(at)
		switch {
		case err != nil:
			return err
		case e == nil && g.proof.Kind == Prefix:
			return fmt.Errorf("the execution ends before it comes to where the invariants begin")
		case e == nil && g.proof.Steps != 0 && g.proof.Steps != r.edges:
			return fmt.Errorf("the execution has %d edges", r.edges)
		case e == nil:
			return r.end("ends at "+g.place(at), false)
		}
		if err := r.step(e); err != nil {
			return err
		}
		r.edges++
		if at = e.To; r.stack[len(r.stack)-1].call == e {
			at = e.Stmt.(*ir.Call).Callee.Entry
		}
	}
}

// begin begins a stretch, with terms of its own.
func (r *run) begin() {
	b := r.newPaths(r.p.Main, annotation{})
	b.start(r.p.Main.Entry)
	r.of = &stretchOf{paths: b, is: map[term.Term]term.Term{}, reach: b.st.True()}
	b.of = r
}

// end hands out the condition of a stretch; with checkpoint, what it has changed is there as it is known.
func (r *run) end(how string, checkpoint bool) error {
	s := r.of
	for _, x := range s.slots {
		if checkpoint && x.wrote && x.value != nil {
			s.must(s.st.Eq(x.name, s.st.IntNum(*x.value)))
		}
		x.name, x.by, x.wrote = term.Term{}, nil, false // so that the terms are garbage
	}
	s.goal(0, fmt.Sprintf("the execution %s, after %d edges", how, r.edges), s.st.Or(s.not...))
	return r.yield(s.conditions()[0])
}

// must has the condition say that f holds here.
func (s *stretchOf) must(f term.Term) {
	if bad := s.st.And(s.reach, s.st.Not(f)); !bad.IsFalse() {
		s.not = append(s.not, bad)
	}
}

func (s *stretchOf) fact(f, about term.Term) {
	s.nodes[0].facts = append(s.nodes[0].facts, fact{f, about})
}

// known is the value of t, if that is known.
func (s *stretchOf) known(t term.Term) *num.Int {
	if n, ok := s.st.Subst(t, s.is).IntValue(); ok {
		return &n
	}
	return nil
}

// variable and load are what expressions read.
func (r *run) variable(v *ir.Var) term.Term { return r.of.named(r.slot(v), v.Name, v.Type) }

func (r *run) load(x *ir.Expr, addr term.Term) term.Term {
	if c := r.cell(x.Region, addr); c != nil {
		return r.of.named(c, x.Region.Name, x.Type)
	}
	return r.of.any(x.Region.Name, x.Type)
}

func (r *run) slot(v *ir.Var) *slot {
	vars := r.globals
	if v.Func != nil {
		vars = r.stack[len(r.stack)-1].vars
	}
	if vars[v] == nil {
		vars[v] = &slot{}
	}
	return vars[v]
}

func (r *run) region(v *ir.Var) *region {
	if r.regions[v] == nil {
		r.regions[v] = &region{cells: map[string]*slot{}}
	}
	return r.regions[v]
}

// cell is the one at an address, which must be the one that is known; nil if none is.
func (r *run) cell(v *ir.Var, addr term.Term) *slot {
	at := r.of.known(addr)
	if at == nil {
		return nil
	}
	r.of.must(r.of.st.Eq(addr, r.of.st.IntNum(*at)))
	m := r.region(v)
	key := at.String()
	if m.cells[key] == nil {
		m.cells[key] = &slot{value: m.fill, addr: *at}
	}
	return m.cells[key]
}

// any is a new name for any value of a type.
func (s *stretchOf) any(name string, t ir.Type) term.Term {
	x := s.st.Fresh(name, term.Int)
	s.types[x] = t
	return x
}

// named is the name of what x holds; if it has none yet it is as the checkpoint has it.
func (s *stretchOf) named(x *slot, name string, t ir.Type) term.Term {
	if x.by != s {
		x.name, x.by = s.any(name, t), s
		s.slots = append(s.slots, x)
		if x.value != nil {
			delete(s.types, x.name)
			s.is[x.name] = s.st.IntNum(*x.value)
			s.fact(s.st.Eq(x.name, s.is[x.name]), x.name)
		}
	}
	return x.name
}

// assign has x hold a value, which gets a name.
func (s *stretchOf) assign(x *slot, name string, t ir.Type, value term.Term) {
	if x.value = s.known(value); value.Op() != term.Var {
		n, f := s.any(name, t), value
		if f = s.st.Eq(n, value); x.value == nil {
			f = s.st.Implies(s.reach, f) // what is assumed may be what makes it fit
		} else if s.is[n] = s.st.IntNum(*x.value); !t.Fits(*x.value) {
			delete(s.types, n)
		}
		s.fact(f, n)
		value = n
	}
	s.put(x, value)
}

func (s *stretchOf) put(x *slot, name term.Term) {
	if x.by != s {
		s.slots = append(s.slots, x)
	}
	x.name, x.by, x.wrote = name, s, true
}

// next is the edge that is taken at a location, nil if there is none. Another one must lead nowhere: what is assumed on it, or in front of the
// next statement or choice, does not hold.
func (r *run) next(at ir.Loc) (e *ir.Edge, err error) {
	s := r.of
	for _, far := range []int{1, maxAhead} {
		var open []*ir.Edge
		var dead []term.Term
		for _, id := range r.p.Locs[at].Out {
			if x := r.p.Edges[id]; x == nil {
				continue
			} else if f, ok := r.blocked(x, far); ok {
				dead = append(dead, s.st.Not(f))
			} else {
				open = append(open, x)
			}
		}
		if len(open) > 1 {
			continue
		}
		for _, f := range dead {
			s.must(f)
		}
		if len(open) == 0 {
			return nil, nil
		}
		return open[0], nil
	}
	return nil, fmt.Errorf("%w: at %s the execution depends on what is unknown", ErrOpen, r.place(at))
}

// blocked is what is assumed on an edge and at most so many after it, if it is known not to hold.
func (r *run) blocked(e *ir.Edge, far int) (all term.Term, ok bool) {
	s := r.of
	all = s.st.True()
	for ; far > 0; far-- {
		switch x := e.Stmt.(type) {
		case *ir.Assume:
			f := s.expr(x.Cond, nil)
			if all = s.st.And(all, f); s.st.Subst(f, s.is).IsFalse() {
				return all, true
			}
		case *ir.Skip:
		default:
			return all, false
		}
		to := r.p.Locs[e.To]
		if to.IsGoal() || len(to.Out) != 1 || r.p.Edges[to.Out[0]] == nil {
			break
		}
		e = r.p.Edges[to.Out[0]]
	}
	return all, false
}

// step executes an edge.
func (r *run) step(e *ir.Edge) error {
	s := r.of
	switch x := e.Stmt.(type) {
	case *ir.Assume:
		if f := s.expr(x.Cond, nil); !s.st.Subst(f, s.is).IsTrue() {
			before := s.reach
			s.reach = s.st.Fresh("at", term.Bool)
			s.fact(s.st.Implies(s.reach, s.st.And(before, f)), s.reach)
		}
	case *ir.Assign:
		if x.Var.Type.Kind == ir.Memory {
			to := &region{fill: &x.Expr.Val, cells: map[string]*slot{}}
			if x.Expr.Op == ir.OpVar {
				from := r.region(x.Expr.Var)
				to.fill = from.fill
				for _, key := range slices.Sorted(maps.Keys(from.cells)) {
					c := from.cells[key]
					to.cells[key] = &slot{value: c.value, addr: c.addr}
					s.put(to.cells[key], s.named(c, x.Var.Name, x.Var.Type))
				}
			}
			r.regions[x.Var] = to
			break
		}
		s.assign(r.slot(x.Var), x.Var.Name, x.Var.Type, s.expr(x.Expr, nil))
	case *ir.Store:
		value := s.expr(x.Val, nil)
		c := r.cell(x.Region, s.expr(x.Addr, nil))
		if c == nil {
			return fmt.Errorf("%w: at %s the execution stores at an unknown address", ErrOpen, r.place(e.From))
		}
		s.assign(c, x.Region.Name, x.Val.Type, value)
	case *ir.Havoc:
		if x.Var.Type.Kind == ir.Memory {
			delete(r.regions, x.Var)
			break
		}
		v := r.slot(x.Var)
		v.value = nil
		s.put(v, s.any(x.Var.Name, x.Var.Type))
	case *ir.Call:
		vars := map[*ir.Var]*slot{}
		for i, v := range x.Callee.Params {
			vars[v] = &slot{}
			s.assign(vars[v], v.Name, v.Type, s.expr(x.Args[i], nil))
		}
		r.stack = append(r.stack, frame{x.Callee, e, vars})
	}
	return nil
}

// leave ends the last call.
func (r *run) leave() {
	top := r.stack[len(r.stack)-1]
	to := top.call.Stmt.(*ir.Call).Result
	var result term.Term
	if to != nil {
		result = r.variable(top.f.Result)
	}
	for _, x := range top.vars {
		x.value = nil // it is of no checkpoint
	}
	if r.stack = r.stack[:len(r.stack)-1]; to != nil {
		r.of.assign(r.slot(to), to.Name, to.Type, result)
	}
}

// rest hands out the conditions of the invariants that hold where the execution has ended, and after it.
func (r *run) rest() error {
	f := r.p.Main
	a := r.invariants(f)
	delete(a.at, f.Entry)
	b := r.newPaths(f, a)
	b.start(r.proof.Loc)
	now := b.nodes[0].state
	r.p.AllVars(func(v *ir.Var) {
		if m := r.regions[v]; m != nil {
			now[v] = b.contents(v, m)
		} else if v.Type.Kind != ir.Memory && r.slot(v).value != nil {
			now[v] = b.st.IntNum(*r.slot(v).value)
		}
	})
	if cuts := cutPoints(r.p, f, a); cuts.is[r.proof.Loc] {
		b.goal(0, "where the execution ends the invariant of "+r.place(r.proof.Loc)+" holds", b.not(a.at[r.proof.Loc], b.here(0)))
	} else {
		b.leaving(cuts)
	}
	return each(append(b.conditions(), r.procedure(f, a)...), r.yield)
}

// contents is a region as an array.
func (b *paths) contents(v *ir.Var, m *region) term.Term {
	t := b.own(v, "")
	if m.fill != nil {
		t = b.st.ConstArray(sortOf(v.Type), b.st.IntNum(*m.fill))
	}
	for _, key := range slices.Sorted(maps.Keys(m.cells)) {
		c := m.cells[key]
		if c.value != nil {
			t = b.st.Store(t, b.st.IntNum(c.addr), b.st.IntNum(*c.value))
		} else if m.fill != nil {
			t = b.st.Store(t, b.st.IntNum(c.addr), b.st.Fresh(v.Name, term.Int))
		}
	}
	return t
}

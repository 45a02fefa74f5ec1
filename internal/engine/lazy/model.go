package lazy

import (
	"slices"

	"craig/internal/program/arcs"
	"craig/internal/program/calls"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// model is a program as the algorithm sees it: each procedure as a graph of nodes and arcs.
type model struct {
	*sem.Context
	graph *calls.Graph
	procs []*proc // those that Main may call, Main first, in the order in which they are met
	of    map[*ir.Func]*proc
	abort term.Term // f′
}

// proc is a procedure.
type proc struct {
	fn     *ir.Func
	cyclic bool      // it has a loop, or may call itself
	writes []*ir.Var // the globals that it or its callees may write, by ID; of Main none count
	nodes  []*node   // in reverse post-order, the entry first
	at     map[ir.Loc]*node
	live   map[ir.Loc][]*ir.Var // variables that matter to what happens from there, by ID
}

// node is a location between arcs: an entry or exit, a goal, a place where paths meet, an end of
// a call.
type node struct {
	proc   *proc
	loc    ir.Loc
	rank   int // in reverse post-order
	vars   []*ir.Var
	syms   []term.Term // theirs
	ranges []term.Term // of vars and of the exit variables
	arcs   []*arc
	goal   bool
	dist   int // arcs to a goal or an exit
	labels []*label
}

// arc is a path from a node to the next, or a call. Its terms are over the source's variables and
// over inputs of its own.
type arc struct {
	from, to *node
	cond     term.Term
	vals     []term.Term // of the target's variables; of a call: those the callee does not set
	inputs   []arcs.Input
	path     []ir.EdgeID
	back     bool // a retreating edge
	call     *call
	labels   []*label
	avoid    map[place]term.Term // see search.avoided
}

// call is what is special about an arc that is a call edge.
type call struct {
	callee    *proc
	recursive bool        // the callee may call the caller
	args      []term.Term // of the variables of the callee's entry
	unset     []term.Term // those of args that stand for uninitialised locals
	returned  []*ir.Var   // by variable of the target: the callee's exit variable it takes; or nil
}

// place is a label at the end of an arc: of the target, or of the callee's entry.
type place struct {
	label *label
	inner bool
}

// label is a formula of an annotation. No execution from its place that starts in formula takes
// at most bound decrements of τ and leaves the procedure by a transition that formula excludes.
type label struct {
	formula term.Term
	bound   int     // unbounded: any number
	witness witness // a state in formula; nil: none is known
}

const unbounded = int(^uint(0) >> 1)

// exits are the variables in which a procedure's caller sees its exit: its result and the globals
// that it may write.
func (p *proc) exits() []*ir.Var { return p.live[p.fn.Exit] }

// prime is v′.
func (m *model) prime(v *ir.Var) term.Term { return sem.Exit(v).Term(m.Store) }

// newModel prepares the procedures that p.Main may call, with nodes where paths meet, or at every
// location.
func newModel(c *sem.Context, goals []ir.Loc, every bool) *model {
	m := &model{Context: c, of: map[*ir.Func]*proc{}, abort: c.Store.Var("$abort'", term.Bool)}
	m.collect()
	m.liveness()
	isGoal := make([]bool, len(c.Program.Locs))
	for _, g := range goals {
		isGoal[g] = true
	}
	for _, p := range m.procs {
		m.nodes(p, isGoal, every)
	}
	for _, p := range m.procs {
		for _, n := range p.nodes {
			m.arcs(n)
		}
	}
	for _, p := range m.procs {
		for _, n := range p.nodes {
			for _, a := range n.arcs {
				p.cyclic = p.cyclic || a.back || a.call != nil && a.call.recursive
			}
		}
	}
	m.distances()
	return m
}

func (m *model) collect() {
	g := calls.Of(m.Program)
	m.graph = g
	effects := g.Effects()
	for _, f := range g.Funcs {
		p := &proc{fn: f, writes: effects[f].Writes, at: map[ir.Loc]*node{}, live: map[ir.Loc][]*ir.Var{}}
		m.of[f] = p
		m.procs = append(m.procs, p)
	}
	m.procs[0].writes = nil // nobody sees what Main leaves behind
}

func byID(a, b *ir.Var) int { return a.ID - b.ID }

// insert adds v to a list in order of IDs, if it is not there.
func insert(vs []*ir.Var, v *ir.Var) ([]*ir.Var, bool) {
	i, found := slices.BinarySearchFunc(vs, v, byID)
	if found {
		return vs, false
	}
	return slices.Insert(vs, i, v), true
}

func contains(vs []*ir.Var, v *ir.Var) bool {
	_, found := slices.BinarySearchFunc(vs, v, byID)
	return found
}

// liveness computes which variables matter at each location: those whose value may be read, or
// may be what the procedure leaves behind.
func (m *model) liveness() {
	for _, p := range m.procs {
		vs := slices.Clone(p.writes)
		if p.fn.Result != nil && p != m.procs[0] {
			vs, _ = insert(vs, p.fn.Result)
		}
		p.live[p.fn.Exit] = vs
	}
	for changed := true; changed; {
		changed = false
		for _, p := range m.procs {
			n, succ := graph.OfFunc(m.Program, p.fn)
			order := graph.ReversePostOrder(n, succ, int(p.fn.Entry))
			for again := true; again; {
				again = false
				for i := len(order) - 1; i >= 0; i-- {
					again = m.liveAt(p, ir.Loc(order[i])) || again
				}
				changed = changed || again
			}
		}
	}
}

// liveAt adds to what is live at l; true if it grows.
func (m *model) liveAt(p *proc, l ir.Loc) (grown bool) {
	live := p.live[l]
	add := func(v *ir.Var) {
		var isNew bool
		if live, isNew = insert(live, v); isNew {
			grown = true
		}
	}
	if m.Program.Loc(l).IsGoal() || l == p.fn.Exit {
		return false
	}
	for _, id := range m.Program.Loc(l).Out {
		e := m.Program.Edge(id)
		ir.EachRead(e.Stmt, add)
		set := ir.Written(e.Stmt)
		if _, ok := e.Stmt.(*ir.Store); ok {
			set = nil
		}
		var callee *proc
		if c, ok := e.Stmt.(*ir.Call); ok {
			callee = m.of[c.Callee]
			for _, v := range callee.live[callee.fn.Entry] {
				if v.Func == nil {
					add(v)
				}
			}
		}
		for _, v := range p.live[e.To] {
			if v != set && (callee == nil || !contains(callee.writes, v)) {
				add(v)
			}
		}
	}
	p.live[l] = live
	return grown
}

// nodes makes the nodes of p.
func (m *model) nodes(p *proc, isGoal []bool, every bool) {
	prog := m.Program
	n, succ := graph.OfFunc(prog, p.fn)
	rank := make([]int, n)
	order := graph.ReversePostOrder(n, succ, int(p.fn.Entry))
	for i, v := range order {
		rank[v] = i
	}
	wanted := map[ir.Loc]bool{p.fn.Entry: true, p.fn.Exit: true}
	for _, v := range order {
		l := ir.Loc(v)
		if every || isGoal[l] || prog.Loc(l).Loop || len(prog.Loc(l).In) > 1 {
			wanted[l] = true
		}
		for _, id := range prog.Loc(l).Out {
			e := prog.Edge(id)
			if rank[e.To] <= rank[l] {
				wanted[e.To] = true
			}
			if _, ok := e.Stmt.(*ir.Call); ok {
				wanted[l], wanted[e.To] = true, true
			}
		}
	}
	for i, v := range order {
		l := ir.Loc(v)
		if !wanted[l] {
			continue
		}
		nd := &node{proc: p, loc: l, rank: i, vars: p.live[l], goal: isGoal[l]}
		for _, v := range nd.vars {
			nd.syms = append(nd.syms, m.Var(v))
			nd.ranges = append(nd.ranges, m.Range(v.Type, m.Var(v)))
		}
		for _, v := range p.exits() {
			nd.ranges = append(nd.ranges, m.Range(v.Type, m.prime(v)))
		}
		p.nodes = append(p.nodes, nd)
		p.at[l] = nd
	}
}

// arcs makes the arcs that leave n.
func (m *model) arcs(n *node) {
	if n.goal && m.Program.Loc(n.loc).IsGoal() || n.loc == n.proc.fn.Exit {
		return
	}
	w := &walk{n: n, state: m.NewState()}
	m.walk(w, n.loc)
}

// walk is the path from a node to where the execution is.
type walk struct {
	n      *node
	state  *sem.State
	cond   []term.Term
	path   []ir.EdgeID
	inputs []arcs.Input
}

func (m *model) walk(w *walk, l ir.Loc) {
	for _, id := range m.Program.Loc(l).Out {
		e := m.Program.Edge(id)
		if c, ok := e.Stmt.(*ir.Call); ok {
			m.call(w.n, e, c)
			continue
		}
		mark, conds, inputs := w.state.Mark(), len(w.cond), len(w.inputs)
		w.path = append(w.path, id)
		assumed := w.state.Exec(e.Stmt)
		if h, ok := e.Stmt.(*ir.Havoc); ok {
			w.inputs = append(w.inputs, arcs.Input{At: len(w.path) - 1, Term: w.state.Get(h.Var)})
		}
		w.cond = append(w.cond, assumed)
		if to := w.n.proc.at[e.To]; assumed.IsFalse() {
			// nothing goes on
		} else if to != nil {
			m.arrive(w, to)
		} else {
			m.walk(w, e.To)
		}
		w.state.Undo(mark)
		w.path, w.cond, w.inputs = w.path[:len(w.path)-1], w.cond[:conds], w.inputs[:inputs]
	}
}

func (m *model) arrive(w *walk, to *node) {
	cond := m.Store.And(w.cond...)
	if cond.IsFalse() {
		return
	}
	a := &arc{from: w.n, to: to, avoid: map[place]term.Term{}, cond: cond, path: slices.Clone(w.path), inputs: slices.Clone(w.inputs), back: to.rank <= w.n.rank}
	for _, v := range to.vars {
		a.vals = append(a.vals, w.state.Get(v))
	}
	w.n.arcs = append(w.n.arcs, a)
}

// call makes the arc of a call edge, whose source is a node.
func (m *model) call(n *node, e *ir.Edge, s *ir.Call) {
	q := m.of[s.Callee]
	c := &call{callee: q, recursive: m.graph.Mutual(q.fn, n.proc.fn)}
	a := &arc{from: n, to: n.proc.at[e.To], avoid: map[place]term.Term{}, cond: m.Store.True(), path: []ir.EdgeID{e.ID}, call: c}
	a.back = a.to.rank <= n.rank
	var cells []term.Term
	for _, v := range q.live[q.fn.Entry] {
		arg := m.Var(v)
		if i := slices.Index(q.fn.Params, v); i >= 0 {
			arg = m.Expr(s.Args[i], m.Var)
			cells = m.Loads(s.Args[i], m.Var, cells)
		} else if v.Func != nil {
			arg = m.Store.Fresh(v.Name, sem.Sort(v.Type))
			c.unset = append(c.unset, arg)
			cells = append(cells, m.Range(v.Type, arg))
		}
		c.args = append(c.args, arg)
	}
	a.cond = m.Store.And(cells...)
	for _, v := range a.to.vars {
		var from *ir.Var
		if v == s.Result {
			from = q.fn.Result
		} else if contains(q.writes, v) {
			from = v
		}
		c.returned = append(c.returned, from)
		a.vals = append(a.vals, m.Var(v))
	}
	n.arcs = append(n.arcs, a)
}

// distances computes how far each node is from a goal or from its procedure's exit, and orders
// the arcs by it: what ends soon comes first.
func (m *model) distances() {
	const far = 1 << 30
	for _, p := range m.procs {
		for _, n := range p.nodes {
			n.dist = far
			if n.goal || n.loc == p.fn.Exit {
				n.dist = 0
			}
		}
	}
	length := func(a *arc) int {
		d := a.to.dist + 1
		if a.call != nil {
			d += a.call.callee.nodes[0].dist
		}
		return min(d, far)
	}
	for changed := true; changed; {
		changed = false
		for _, p := range m.procs {
			for i := len(p.nodes) - 1; i >= 0; i-- {
				n := p.nodes[i]
				for _, a := range n.arcs {
					if d := length(a); d < n.dist {
						n.dist, changed = d, true
					}
				}
			}
		}
	}
	for _, p := range m.procs {
		for _, n := range p.nodes {
			slices.SortStableFunc(n.arcs, func(a, b *arc) int { return length(a) - length(b) })
		}
	}
}

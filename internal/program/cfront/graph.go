package cfront

import (
	"cmp"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// node is a location under construction.
type node struct {
	pos     ir.Pos
	goal    ir.Goal
	why     string // of a goal, for people
	loopPos ir.Pos // of the loop statement whose cycles go through here
	label   ir.Pos // of a label that stands here
	keep    bool   // entry and exit: no skip is contracted into them
	in, out []*edge
	id      ir.Loc
	mark    int // 0 not reached, 1 on the stack of the search, 2 done
	loop    bool

	cleanups []*variable // of a label: those whose scopes are open
	blocks   []int       // of a label: those that are open
}

// edge is an edge under construction.
type edge struct {
	from, to *node
	stmt     ir.Stmt
	pos      ir.Pos
	branch   uint8
	label    bool // of a comparison with a case label
	aux      bool
	before   int               // the statement that begins here, from 1 on; 0: none
	written  cc.ExpressionNode // the lvalue that is stored to; nil if there is none in the source
}

// graph is a function's automaton under construction. Statements are added at cur, which is
// never nil: what follows a jump is a node without in-edges, dropped in the end.
type graph struct {
	entry, exit *node
	cur         *node
	nodes       []*node
	edges       []*edge
}

func newGraph(begin, end ir.Pos) *graph {
	g := &graph{}
	g.entry, g.exit = g.node(begin), g.node(end)
	g.entry.keep, g.exit.keep = true, true
	g.cur = g.entry
	return g
}

func (g *graph) node(pos ir.Pos) *node {
	n := &node{pos: pos}
	g.nodes = append(g.nodes, n)
	return n
}

func (g *graph) edge(from, to *node, s ir.Stmt, pos ir.Pos) *edge {
	e := &edge{from: from, to: to, stmt: s, pos: pos, aux: true}
	from.out = append(from.out, e)
	to.in = append(to.in, e)
	g.edges = append(g.edges, e)
	return e
}

// emit adds a statement at cur.
func (g *graph) emit(s ir.Stmt, pos ir.Pos) *edge {
	next := g.node(pos)
	e := g.edge(g.cur, next, s, pos)
	g.cur = next
	return e
}

// jump connects cur to a node and leaves cur unreachable.
func (g *graph) jump(to *node, pos ir.Pos) *edge {
	e := g.edge(g.cur, to, &ir.Skip{}, pos)
	g.cur = g.node(pos)
	return e
}

// branch leaves cur by two edges.
func (g *graph) branch(c *ir.Expr, yes, no *node, pos ir.Pos) {
	switch {
	case c.IsTrue():
		g.jump(yes, pos)
	case c.IsFalse():
		g.jump(no, pos)
	default:
		a := g.edge(g.cur, yes, &ir.Assume{Cond: c}, pos)
		b := g.edge(g.cur, no, &ir.Assume{Cond: ir.Not(c)}, pos)
		a.branch, b.branch, a.aux, b.aux = 1, 2, false, false
		g.cur = g.node(pos)
	}
}

// mark is a place in the order of emission, to insert statements at later.
type mark struct {
	at    *node
	edges int
}

func (g *graph) mark() mark { return mark{g.cur, len(g.edges)} }

// changed tells whether anything was emitted since m.
func (g *graph) changed(m mark) bool { return g.cur != m.at || len(g.edges) != m.edges }

// insert lets add emit statements before everything that was emitted since m. No edge of before
// m may lead to a node of after m, except through m.at.
func (g *graph) insert(m mark, pos ir.Pos, add func()) {
	next, cur := g.node(pos), g.cur
	for _, e := range m.at.out {
		e.from = next
	}
	next.out, m.at.out = m.at.out, nil
	g.cur = m.at
	add()
	g.edge(g.cur, next, &ir.Skip{}, pos)
	g.cur = cur
	if cur == m.at {
		g.cur = next
	}
}

// splice emits what another graph has, from its entry to its cur.
func (g *graph) splice(h *graph) {
	g.nodes = append(g.nodes, h.nodes...)
	g.edges = append(g.edges, h.edges...)
	h.entry.keep, h.exit.keep = false, false
	g.edge(g.cur, h.entry, &ir.Skip{}, h.entry.pos)
	g.cur = h.cur
}

// finish drops what cannot be reached, contracts the skips that are no statements of their own,
// finds the loops, and adds the automaton to f.
func (g *graph) finish(p *ir.Program, f *ir.Func) {
	g.search()
	for _, n := range g.nodes {
		n.in = live(n.in)
		if n.mark == 0 && n != g.exit {
			n.out = nil
		}
	}
	for _, n := range g.nodes {
		if n.mark != 0 {
			g.contract(n)
		}
	}
	g.shortenEntry()
	for _, n := range g.nodes {
		n.mark, n.loop = 0, false
	}
	g.search()
	f.Defined = true
	for _, n := range g.nodes {
		if n.mark == 0 && n != g.exit {
			continue
		}
		n.id = p.NewLoc(f, n.pos)
		info := p.Loc(n.id)
		info.Goal, info.Why = n.goal, n.why
		info.Loop = n.loop
		if n.loop {
			info.LoopPos = cmp.Or(n.loopPos, n.label, n.pos)
		}
	}
	f.Entry, f.Exit = g.entry.id, g.exit.id
	for _, n := range g.nodes {
		if n.mark == 0 {
			continue
		}
		for _, e := range n.out {
			x := p.NewEdge(n.id, e.to.id, e.stmt, e.pos)
			x.Branch, x.Case, x.Aux = e.branch, e.label, e.aux
			if e.before > 0 {
				s := &p.Statements[e.before-1]
				s.Edges = append(s.Edges, x.ID)
			}
		}
	}
}

// live keeps the edges that leave reached nodes.
func live(in []*edge) []*edge {
	keep := in[:0]
	for _, e := range in {
		if e.from.mark != 0 {
			keep = append(keep, e)
		}
	}
	return keep
}

// search marks what can be reached from the entry, and the targets of retreating edges of the
// depth-first search as loop heads: every cycle has one.
func (g *graph) search() {
	type frame struct {
		n *node
		i int
	}
	stack := []frame{{g.entry, 0}}
	g.entry.mark = 1
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i == len(top.n.out) {
			top.n.mark = 2
			stack = stack[:len(stack)-1]
			continue
		}
		to := top.n.out[top.i].to
		top.i++
		switch to.mark {
		case 0:
			to.mark = 1
			stack = append(stack, frame{to, 0})
		case 1:
			to.loop = true
		}
	}
}

// shortenEntry lets the entry begin with the statement after its auxiliary skip, if nothing else
// leads there.
func (g *graph) shortenEntry() {
	for len(g.entry.out) == 1 {
		e := g.entry.out[0]
		n := e.to
		if _, skip := e.stmt.(*ir.Skip); !skip || !e.aux || len(n.in) != 1 || n.keep || n.goal != (ir.Goal{}) {
			return
		}
		for _, x := range n.out {
			x.from = g.entry
		}
		g.entry.out, n.out, n.in = n.out, nil, nil
	}
}

// contract merges n into the target of its only edge, an auxiliary skip.
func (g *graph) contract(n *node) {
	if len(n.out) != 1 || n.keep || n.goal != (ir.Goal{}) {
		return
	}
	e := n.out[0]
	if _, skip := e.stmt.(*ir.Skip); !skip || !e.aux || e.to == n {
		return
	}
	to := e.to
	for i, x := range to.in {
		if x == e {
			to.in = append(to.in[:i:i], to.in[i+1:]...)
			break
		}
	}
	for _, x := range n.in {
		x.to = to
		to.in = append(to.in, x)
	}
	to.why = cmp.Or(to.why, n.why)
	to.loopPos, to.label = cmp.Or(to.loopPos, n.loopPos), cmp.Or(to.label, n.label)
	n.in, n.out, n.mark = nil, nil, 0
}

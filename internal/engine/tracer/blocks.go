package tracer

import (
	"cmp"
	"slices"

	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// block is a straight-line piece of the program: nodes of the symbolic execution tree are stored,
// looked up and labelled at the starts of blocks only. Within a block every location has one way
// in and one way out, so that subsumption at a later location is the same as subsumption at the
// start.
//
// Blocks start at the entry, at joins, at the targets of branches, at loop heads and at error
// locations.
type block struct {
	loc   ir.Loc
	chain []*ir.Edge // from loc to end
	end   ir.Loc
	out   []arc // out of end: the branches, or the one way on to another block; none: terminal
	count int   // statements and guards of chain, as nodes are counted
	error bool  // loc is a goal

	head  *loop     // loc is a loop head
	given term.Term // an invariant of another engine at loc; may be invalid
	pure  *effect
}

// arc is a way out of a block.
type arc struct {
	edge   *ir.Edge // nil: nothing is executed on the way
	to     *block
	effect *effect
}

// loop is a component of the weak topological order.
type loop struct {
	head     ir.Loc
	modified []*ir.Var        // assigned somewhere in the component, in order of IDs
	modifies map[*ir.Var]bool // the same
	learned  []term.Term      // what RefineAndRestart locked at instances of the head
	guards   []guard          // what branches in the loop and after it test
	guarded  bool             // guards has been computed
	edges    []*ir.Edge       // within the loop; nil until asked for
}

// program is the ir program as blocks.
type program struct {
	*ir.Program
	loops  *looptree.Loops
	blocks []*block // by location; nil where no block starts
	heads  map[ir.Loc]*loop
	entry  *block
}

// newProgram cuts p into blocks; goals are the error locations.
func newProgram(p *ir.Program, goals []ir.Loc) *program {
	g := &program{
		Program: p,
		loops:   looptree.Of(p, p.Main),
		blocks:  make([]*block, len(p.Locs)),
		heads:   map[ir.Loc]*loop{},
	}
	isGoal := map[ir.Loc]bool{}
	for _, l := range goals {
		isGoal[l] = true
	}
	for _, h := range g.loops.Heads {
		g.heads[h] = g.newLoop(h)
	}
	starts := func(l ir.Loc) bool {
		info := p.Locs[l]
		if l == p.Main.Entry || g.heads[l] != nil || info.Loop || isGoal[l] || len(info.In) != 1 {
			return true
		}
		return len(p.Locs[p.Edges[info.In[0]].From].Out) > 1
	}
	var get func(l ir.Loc) *block
	var todo []*block
	get = func(l ir.Loc) *block {
		if g.blocks[l] == nil {
			b := &block{loc: l, end: l, error: isGoal[l], head: g.heads[l]}
			g.blocks[l] = b
			todo = append(todo, b)
		}
		return g.blocks[l]
	}
	g.entry = get(p.Main.Entry)
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b.error {
			continue
		}
		for {
			out := p.Locs[b.end].Out
			if len(out) != 1 {
				for _, id := range out {
					e := p.Edges[id]
					b.out = append(b.out, arc{edge: e, to: get(e.To)})
				}
				break
			}
			e := p.Edges[out[0]]
			b.chain = append(b.chain, e)
			b.end = e.To
			if !e.Aux {
				b.count++
			}
			if starts(e.To) {
				b.out = []arc{{to: get(e.To)}}
				break
			}
		}
	}
	return g
}

func (g *program) newLoop(head ir.Loc) *loop {
	l := &loop{head: head, modifies: map[*ir.Var]bool{}}
	for _, e := range g.edgesOf(l) {
		if v := ir.Written(e.Stmt); v != nil && !l.modifies[v] {
			l.modifies[v] = true
			l.modified = append(l.modified, v)
		}
	}
	sortVars(l.modified)
	return l
}

// edgesOf lists the edges within the loop, in order.
func (g *program) edgesOf(l *loop) []*ir.Edge {
	if l.edges == nil {
		for _, loc := range g.loops.Members(l.head) {
			for _, id := range g.Locs[loc].Out {
				if e := g.Edges[id]; g.within(l, e.To) {
					l.edges = append(l.edges, e)
				}
			}
		}
	}
	return l.edges
}

// stated says whether a proof states an invariant at the start of b: at the entry and at the heads
// of loops.
func (g *program) stated(b *block) bool {
	return b == g.entry || b.head != nil || g.Locs[b.loc].Loop
}

// within says whether loc is part of the loop.
func (g *program) within(l *loop, loc ir.Loc) bool { return g.loops.Contains(l.head, loc) }

func sortVars(vs []*ir.Var) {
	slices.SortFunc(vs, func(a, b *ir.Var) int { return cmp.Compare(a.ID, b.ID) })
}

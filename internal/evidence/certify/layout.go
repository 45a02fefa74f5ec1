package certify

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// layout finds the locations between the source and the targets and sorts them topologically.
func (e *encoder) layout() {
	p := e.prog
	isTarget := map[ir.Loc]bool{}
	for _, t := range e.targets {
		isTarget[t] = true
	}
	inner := func(l ir.Loc) bool { return !e.cuts.isCut[l] && !p.Locs[l].IsGoal() }

	// Backwards from the targets: which inner locations can reach one.
	useful := map[ir.Loc]bool{}
	var stack []ir.Loc
	back := func(l ir.Loc) {
		for _, id := range p.Locs[l].In {
			ed := p.Edges[id]
			if ed != nil && inner(ed.From) && !useful[ed.From] {
				useful[ed.From] = true
				stack = append(stack, ed.From)
			}
		}
	}
	for _, t := range e.targets {
		back(t)
	}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		back(l)
	}

	// Forwards from the source, depth first: the reverse of the order in which locations are
	// left is topological.
	type frame struct {
		loc  ir.Loc
		next int
	}
	seen := map[ir.Loc]bool{}
	var post []ir.Loc
	frames := []frame{{loc: e.src}}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.next == len(p.Locs[f.loc].Out) {
			post = append(post, f.loc)
			frames = frames[:len(frames)-1]
			continue
		}
		ed := p.Edges[p.Locs[f.loc].Out[f.next]]
		f.next++
		if ed != nil && inner(ed.To) && useful[ed.To] && !seen[ed.To] {
			seen[ed.To] = true
			frames = append(frames, frame{loc: ed.To})
		}
	}
	slices.Reverse(post)

	at := map[ir.Loc]int{} // inner locations and the source
	for _, l := range post {
		at[l] = len(e.nodes)
		e.nodes = append(e.nodes, node{loc: l})
	}
	for _, t := range e.targets {
		e.nodes = append(e.nodes, node{loc: t, target: true})
	}
	for i := range e.nodes {
		n := &e.nodes[i]
		if i == 0 && !n.target {
			continue
		}
		for _, id := range p.Locs[n.loc].In {
			ed := p.Edges[id]
			if ed == nil {
				continue
			}
			if from, ok := at[ed.From]; ok {
				n.in = append(n.in, inEdge{edge: ed, from: from})
				e.nodes[from].outs++
			}
		}
	}
}

// liveness finds the variables that the block assigns, and for each location those of them whose
// value there can still matter to a guard or to the invariant of a target.
func (e *encoder) liveness() {
	e.index = map[*ir.Var]int{}
	for i := range e.nodes {
		for _, in := range e.nodes[i].in {
			if v := ir.Written(in.edge.Stmt); v != nil {
				if _, ok := e.index[v]; !ok {
					e.index[v] = len(e.vars)
					e.vars = append(e.vars, v)
				}
			}
		}
	}
	for i := range e.nodes {
		e.nodes[i].live = newBitset(len(e.vars))
	}
	for i := len(e.nodes) - 1; i >= 0; i-- {
		n := &e.nodes[i]
		if n.target {
			e.mention(e.wanted(n.loc), n.live)
		}
		for _, in := range n.in { // nodes come after those their edges leave
			e.before(in.edge.Stmt, n.live, e.nodes[in.from].live)
			if f := e.cuts.formulas[in.edge.ID]; f.Valid() {
				e.mention(e.st.Import(f), e.nodes[in.from].live) // others may be reading f
			}
		}
	}
}

// mention adds the variables of a formula of e.st to live.
func (e *encoder) mention(f term.Term, live bitset) {
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if v := e.byName[x.Name()]; v != nil {
			if k, ok := e.index[v]; ok {
				live.add(k)
			}
			if s := e.cuts.sumOf(v); s != nil {
				for _, d := range s.deps {
					if k, ok := e.index[d]; ok {
						live.add(k)
					}
				}
			}
		}
	}
}

// before adds to live what must be live before s if after is live after it.
func (e *encoder) before(s ir.Stmt, after, live bitset) {
	set := -1
	if v := ir.Written(s); v != nil {
		set = e.index[v]
	}
	for w := range after {
		bits := after[w]
		if set >= 0 && set/64 == w {
			bits &^= 1 << (set % 64)
		}
		live[w] |= bits
	}
	if _, guard := s.(*ir.Assume); !guard && (set < 0 || !after.has(set)) {
		return // what it computes is not needed
	}
	ir.EachRead(s, func(v *ir.Var) {
		if i, ok := e.index[v]; ok {
			live.add(i)
		}
	})
}

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset    { return make(bitset, (n+63)/64) }
func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bitset) add(i int)      { b[i/64] |= 1 << (i % 64) }

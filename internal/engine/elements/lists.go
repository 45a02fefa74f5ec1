package elements

import (
	"context"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/cells"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Lists makes the engine for blocks of the heap that pointers link: it looks for facts about all blocks that live, in
// programs of which the region ir.BlocksName tells where these are.
func Lists() *engine.Engine {
	return &engine.Engine{
		Name: "lists",
		Doc: "Facts about all blocks of lists: that each link is null or leads to a block that lives, and in which order they are.\n\n" +
			"Guessed from the program, filtered as in Flanagan, Leino, FME 2001.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) { return start(ctx, task, true) },
	}
}

// lists are the words that facts about lists are made of.
type lists struct {
	blocks, heap, watched term.Term
	fields                []field
	marks                 []num.Int // of sites
	steps                 []num.Int // from one block to the next
	places                []num.Int // where the first blocks are
	states                []state
}

// field is a member of blocks that holds pointers.
type field struct {
	region term.Term
	off    num.Int
}

// state is a variable that is given constants only.
type state struct {
	v      term.Term
	values []num.Int
}

// Limits of the words: programs with more are left alone.
const (
	mostFields = 4
	mostPlaces = 6
	mostFlags  = 8
	mostLevels = 5
	mostParts  = 16 // pairs of a field and a pointer, where facts are about two blocks

	mostPointers = 8 // at one head; others are not spoken of

	mostBlocks = 18 // that facts are instantiated with on one path
)

// findLists collects the words; ok is false if the program has no lists, or too many words.
func (s *search) findLists() (ok bool) {
	p := s.task.Program
	blocks, heap, watched := p.Global(ir.BlocksName), p.Global(ir.HeapName), p.Global(ir.WatchedName)
	if blocks == nil || heap == nil {
		return false
	}
	x := &lists{blocks: s.sem.Var(blocks), heap: s.sem.Var(heap)}
	if watched != nil {
		x.watched = s.sem.Var(watched)
	}
	for _, v := range p.Globals {
		if r := s.sem.Var(v); v.Type.Kind == ir.Memory && s.layouts[r] != nil {
			s.layouts[r] = &cells.Layout{Region: v, Elem: s.layouts[r].Elem, Index: p.PtrType(), Stride: num.I(1)}
		}
	}
	s.lists = x
	return s.layouts[x.blocks] != nil
}

// collect finds fields, sites and states by what the paths do.
func (x *lists) collect(s *search) {
	p := s.task.Program
	given := map[term.Term][]num.Int{}
	other := map[term.Term]bool{}
	for _, q := range s.paths {
		see := func(t term.Term) {
			term.Walk(t, func(t term.Term) {
				if t.Op() == term.Select || t.Op() == term.Store_ {
					x.access(s, t)
				}
			})
		}
		see(q.cond)
		var places []num.Int // relative to where the heap was
		for _, v := range s.sortedAfter(q) {
			a := q.after[v]
			see(a)
			switch {
			case v == x.heap:
				places = addNum(places, x.above(s, a))
			case v == x.blocks:
				for t := a; t.Op() == term.Store_; t = t.Arg(0) {
					if m, ok := t.Arg(2).IntValue(); ok && !m.IsZero() {
						x.marks = addNum(x.marks, m)
						places = addNum(places, x.above(s, t.Arg(1)))
						if c, ok := t.Arg(1).IntValue(); ok {
							x.places = addNum(x.places, c)
						}
					}
				}
			case v.Sort() == term.Int:
				leaves(a, func(t term.Term) {
					if c, ok := t.IntValue(); ok {
						given[v] = addNum(given[v], c)
					} else if t != v {
						other[v] = true
					}
				})
			}
			if c, ok := a.IntValue(); ok && v == x.heap {
				x.places = addNum(x.places, c)
			}
		}
		slices.SortFunc(places, num.Int.Cmp)
		for i := 1; i < len(places); i++ {
			x.steps = addNum(x.steps, places[i].Sub(places[i-1]))
		}
	}
	slices.SortFunc(x.places, num.Int.Cmp)
	slices.SortFunc(x.steps, num.Int.Cmp)
	p.AllVars(func(v *ir.Var) {
		t := s.sem.Var(v)
		if vs := given[t]; v.Type.Kind == ir.Integer && !other[t] && len(vs) > 1 && len(vs) <= mostLevels {
			x.states = append(x.states, state{t, vs})
		}
	})
}

// above is how far addr is above the heap, if that is known; else nothing.
func (x *lists) above(s *search, addr term.Term) (d num.Int) {
	if c, ok := s.st.Sub(addr, x.heap).IntValue(); ok {
		return c
	}
	return num.Int{}
}

// access notes a field of blocks: a pointer in memory at a constant distance from a variable.
func (x *lists) access(s *search, t term.Term) {
	r := t.Arg(0)
	for r.Op() == term.Store_ {
		r = r.Arg(0)
	}
	l := s.layouts[r]
	if l == nil || l.Elem.Kind != ir.Pointer || r == x.blocks {
		return
	}
	off := num.Int{}
	a := t.Arg(1)
	if a.IsConst() {
		return
	}
	if a.Op() == term.Sum {
		for _, v := range a.Args() {
			if c, ok := s.st.Sub(a, v).IntValue(); ok {
				off = c
			}
		}
	}
	if f := (field{r, off}); !slices.ContainsFunc(x.fields, func(g field) bool { return g.region == r && g.off.Eq(off) }) {
		x.fields = append(x.fields, f)
	}
}

// leaves calls f with what t may be.
func leaves(t term.Term, f func(term.Term)) {
	if t.Op() == term.Ite {
		leaves(t.Arg(1), f)
		leaves(t.Arg(2), f)
		return
	}
	f(t)
}

func addNum(list []num.Int, c num.Int) []num.Int {
	if slices.ContainsFunc(list, c.Eq) {
		return list
	}
	return append(list, c)
}

// prove looks for a proof by facts about lists.
func (x *lists) prove(s *search) *verdict.Result {
	x.collect(s)
	if len(x.fields) == 0 || len(x.fields) > mostFields || len(x.places) > mostPlaces || len(x.states) > mostFlags || len(x.steps) == 0 {
		return incomplete("the program has no lists, or too many kinds of them")
	}
	s.scalars()
	for bound := 1; bound <= 2; bound++ {
		for _, h := range s.heads[1:] {
			for _, f := range s.facts[h] {
				f.dead = false
			}
			g := &listFacts{lists: x, s: s, h: h, st: s.st}
			g.find()
			g.variables()
			g.blocksOf()
			if bound == 2 {
				g.pairs()
			}
		}
		s.filter()
		if s.ctx.Err() != nil {
			break
		}
		if proof, ok := s.proof(); ok {
			return &verdict.Result{Verdict: verdict.True, Proof: proof}
		}
	}
	return incomplete("facts about all blocks that follow the program's own words do not prove it")
}

// block is the start of the block that t, a read or a write of a field, is in.
func (x *lists) block(s *search, t term.Term) term.Term {
	r := t.Arg(0)
	for r.Op() == term.Store_ {
		r = r.Arg(0)
	}
	for _, f := range x.fields {
		if f.region == r && !f.off.IsZero() {
			if i := s.st.Sub(t.Arg(1), s.st.IntNum(f.off)); i.Op() != term.Sum {
				return i
			}
		}
	}
	return t.Arg(1)
}

// loaded notes the pointers that are read on the way: where they lead there may be a block.
func (x *lists) loaded(q *setting, t term.Term) {
	term.Walk(t, func(t term.Term) {
		if t.Op() != term.Select {
			return
		}
		if l := q.layout(t.Arg(0)); l != nil && l.Elem.Kind == ir.Pointer {
			q.speak(t)
		}
	})
}

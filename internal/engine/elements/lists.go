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
	leads                 term.Term // not valid: there is none
	fields                []field
	marks                 []num.Int // of sites
	steps                 []num.Int // from one block to the next
	places                []num.Int // where the first blocks are
	fixed                 []num.Int // of these, where the only block of a site is
	states                []state
	data                  *data
	cells                 []*cellSet
	followed              term.Term // the address of a bit that has no value
	ends                  []num.Int // see findEnds
	pointed               []pointed
	through               map[term.Term][]field // by variable: what is accessed at distances from where it leads
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
	x := &lists{blocks: s.sem.Var(blocks), heap: s.sem.Var(heap), data: &data{}}
	if watched != nil {
		x.watched = s.sem.Var(watched)
	}
	if v := p.Global(ir.LeadsName); v != nil && watched != nil {
		x.leads = s.sem.Var(v)
	}
	if v := p.Global(ir.FollowedName); v != nil {
		x.followed = s.sem.Var(v)
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
							x.fixed = addNum(x.fixed, c)
						}
					}
				}
			case v.Sort() == term.Int:
				leaves(a, func(t term.Term) {
					x.placed(s, v, t)
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
	x.slotsLed(s)
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
	if x.slot(s, r, a) || a.IsConst() {
		return
	}
	if a.Op() == term.Sum {
		for _, v := range a.Args() {
			if c, ok := s.st.Sub(a, v).IntValue(); ok {
				off = c
			}
		}
	}
	f := field{r, off}
	x.led(s, f, s.st.Sub(a, s.st.IntNum(off)))
	if !slices.ContainsFunc(x.fields, func(g field) bool { return g.region == r && g.off.Eq(off) }) {
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
	if !x.begin(s) {
		return incomplete("the program has no lists, or too many kinds of them")
	}
	for _, at := range x.order() {
		x.stage(s, at)
		if s.ctx.Err() != nil {
			break
		}
		if proof, ok := s.proof(); ok {
			return &verdict.Result{Verdict: verdict.True, Proof: proof}
		}
	}
	return incomplete("facts about all blocks that follow the program's own words do not prove it")
}

// begin finds the words; ok is false if there are none, or too many.
func (x *lists) begin(s *search) (ok bool) {
	x.collect(s)
	if len(x.fields) == 0 || len(x.fields) > mostFields || len(x.places) > mostPlaces || len(x.states) > mostFlags || len(x.steps) == 0 {
		return false
	}
	x.findData(s)
	x.findEnds(s)
	s.scalars()
	s.sample()
	x.findCells(s)
	return true
}

// stage adds the guesses of a stage, and leaves the facts that are inductive together.
func (x *lists) stage(s *search, at listStage) {
	for _, h := range s.heads[1:] {
		for _, f := range s.facts[h] {
			f.dead = false
		}
		x.guess(s, h, at)
	}
	s.filter()
}

// listStage is what is guessed: what suffices for many programs comes first.
type listStage int

const (
	links   listStage = iota // any block
	several                  // any cell, where a region has several kinds
	orders                   // any two blocks
	numbers                  // numbers in any block: clauses of one literal; later stages have one more each
)

// order is the order of stages.
func (x *lists) order() []listStage {
	first := []listStage{links}
	if len(x.cells) > 0 {
		first = append(first, several)
	}
	switch {
	case len(x.data.of) == 0 && len(x.data.both) == 0:
		return append(first, orders)
	case x.watched.Valid() || x.followed.Valid():
		return append(first, orders, numbers, numbers+1, numbers+2)
	}
	return append(first, numbers, numbers+1, orders, numbers+2, numbers+3)
}

// guess makes the facts of a stage for one head.
func (x *lists) guess(s *search, h ir.Loc, at listStage) {
	g := &listFacts{lists: x, s: s, h: h, st: s.st, tables: map[int]*table{}}
	g.find()
	switch {
	case at >= numbers:
		g.numbers(int(at-numbers) + 1)
	case at == orders:
		g.pairs()
	case at == several:
		g.several()
	default:
		g.variables()
		g.blocksOf()
		g.leading()
		g.values()
	}
}

// block is the start of the block that t, a read or a write of a field, is in.
func (x *lists) block(s *search, t term.Term) term.Term {
	r := t.Arg(0)
	for r.Op() == term.Store_ {
		r = r.Arg(0)
	}
	for _, f := range slices.Concat(x.fields, x.data.fields) {
		if (f.region == r || r == x.leads) && !f.off.IsZero() {
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

// values are blocks to try in a state: those that variables lead to, the first ones, and the last ones.
func (x *lists) values(state *sampled) (list []int64) {
	marked := state.regions[x.blocks]
	if marked == nil {
		return nil
	}
	var all []int64
	for addr, m := range marked.cells {
		if m != 0 {
			all = append(all, addr)
		}
	}
	slices.Sort(all)
	if len(all) <= mostValues {
		return all
	}
	list = append(slices.Clone(all[:3]), all[len(all)-3:]...)
	var led []int64
	for _, v := range state.vals {
		if _, ok := slices.BinarySearch(all, v); ok {
			led = append(led, v)
		}
	}
	slices.Sort(led)
	for _, v := range led {
		if len(list) < mostValues && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return list
}

// junk is what memory at addr contains before anything is written there, by the number n: also large numbers, and
// addresses of blocks.
func (x *lists) junk(n, addr int64, t ir.Type) int64 {
	switch {
	case t.Kind == ir.Pointer && n%2 == 1 && len(x.places) > 0 && len(x.steps) > 0:
		first, _ := x.places[len(x.places)-1].Int64()
		step, _ := x.steps[0].Int64()
		if addr < first {
			return first
		}
		return first + ((addr-first)/step+n/2%3-1)*step // its own block, or one beside it
	case t.Kind == ir.Integer && t.Bits > 16 && n%3 == 2:
		return 1<<14 + n
	case t.Bits == 1:
		return n & 1
	}
	return n
}

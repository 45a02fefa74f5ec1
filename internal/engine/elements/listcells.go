package elements

import (
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// cellSet are the cells of one region that hold links: members of blocks that live, and cells at fixed addresses such as
// the buckets of a hash table. A pointer to a pointer leads to any of them. What is said of them is said of all alike, by
// their addresses: "each of these cells is null, or leads to a block that lives", "no two lead to the same".
type cellSet struct {
	region  term.Term
	members []member
	slots   []slots
}

// member is a field of the blocks of one site, or of all sites.
type member struct {
	off  num.Int
	mark num.Int // 0: of all
}

// slots are the cells from first to last, which are step apart.
type slots struct{ first, step, last num.Int }

// Limits of cells: regions with more are left alone.
const (
	mostMembers = 6
	mostSlots   = 4 // lists of slots, and slots that are told one by one
	mostPointed = 40
	mostStarts  = 60 // of blocks that a cell may be in, on one path
)

// slot notes cells at fixed addresses of the region r, if that is where addr is.
func (x *lists) slot(s *search, r, addr term.Term) bool {
	base, step := addr, num.Int{}
	if addr.Op() == term.Sum {
		if !addr.Num().IsInt() {
			return false
		}
		base = s.st.IntNum(addr.Num().Num())
		for i := range addr.NumArgs() {
			if !addr.Coeff(i).IsInt() {
				return false
			}
			step = step.Gcd(addr.Coeff(i).Num())
		}
	}
	c, ok := base.IntValue()
	if !ok {
		return false
	}
	for _, o := range s.task.Program.Objects {
		if o.Addr.IsZero() || o.Size <= 0 {
			continue
		}
		width := int64(s.task.Program.PtrBits / 8)
		at := c.Sub(o.Addr)
		end := num.I(o.Size - width)
		if at.Sign() < 0 || at.Cmp(end) > 0 {
			continue
		}
		n := slots{c, num.I(width), c}
		if !step.IsZero() {
			_, rest := at.DivMod(step)
			n.first = o.Addr.Add(rest)
			count, _ := end.Sub(rest).DivMod(step)
			n.step, n.last = step, n.first.Add(count.Mul(step))
		}
		x.addSlots(r, n)
		return true
	}
	return false
}

// pointed is a variable that is given the address of an object at a known place, or of a part of it.
type pointed struct{ v, addr term.Term }

// placed notes that v is given addr, if that is such an address.
func (x *lists) placed(s *search, v, addr term.Term) {
	if p := (pointed{v, addr}); addr != v && (addr.IsConst() || addr.Op() == term.Sum) && !slices.Contains(x.pointed, p) && len(x.pointed) < mostPointed {
		x.pointed = append(x.pointed, p)
	}
}

// led notes that f is accessed through the variable v.
func (x *lists) led(s *search, f field, v term.Term) {
	if x.through == nil {
		x.through = map[term.Term][]field{}
	}
	if !slices.ContainsFunc(x.through[v], func(g field) bool { return g.region == f.region && g.off.Eq(f.off) }) {
		x.through[v] = append(x.through[v], f)
	}
}

// slotsLed notes the slots that are accessed through variables only.
func (x *lists) slotsLed(s *search) {
	for _, p := range x.pointed {
		for _, f := range x.through[p.v] {
			x.slot(s, f.region, s.st.Add(p.addr, s.st.IntNum(f.off)))
		}
	}
}

// addSlots notes slots of r that are not among others.
func (x *lists) addSlots(r term.Term, n slots) {
	c := x.cellsOf(r)
	within := func(a, b slots) bool {
		return b.first.Cmp(a.first) <= 0 && a.last.Cmp(b.last) <= 0 && b.step.Divides(a.first.Sub(b.first)) && (a.first.Eq(a.last) || b.step.Divides(a.step))
	}
	if slices.ContainsFunc(c.slots, func(m slots) bool { return within(n, m) }) {
		return
	}
	c.slots = append(slices.DeleteFunc(c.slots, func(m slots) bool { return within(m, n) }), n)
}

// cellsOf are the cells of the region r.
func (x *lists) cellsOf(r term.Term) *cellSet {
	for _, c := range x.cells {
		if c.region == r {
			return c
		}
	}
	c := &cellSet{region: r}
	x.cells = append(x.cells, c)
	return c
}

// findCells decides which members of blocks are cells: those that were null, or led to a block or to a cell, wherever executions
// came to a head. Regions with cells of one kind need no words of their own.
func (x *lists) findCells(s *search) {
	var found []*cellSet
	for _, c := range x.cells {
		if len(c.slots) > mostSlots {
			continue
		}
		var offs []num.Int
		for _, f := range x.fields {
			if f.region == c.region {
				offs = addNum(offs, f.off)
			}
		}
		for _, off := range offs {
			bad := map[int64]bool{}
			good := map[int64]bool{}
			for _, h := range s.heads {
				for _, state := range s.states[h] {
					x.judge(c, state, off, offs, good, bad)
				}
			}
			for mark := range bad {
				delete(good, mark)
			}
			var marks []num.Int
			for _, m := range x.marks {
				if w, ok := m.Int64(); ok && good[w] {
					marks = append(marks, m)
				}
			}
			if len(marks) == len(x.marks) {
				marks = []num.Int{{}}
			}
			for _, m := range marks {
				c.members = append(c.members, member{off, m})
			}
		}
		if len(c.members) > 0 && len(c.members) <= mostMembers && len(c.members)+len(c.slots) > 1 {
			found = append(found, c)
		}
	}
	x.cells = found
}

// judge looks at what is at off in the blocks of a state: good and bad are by the marks of the blocks.
func (x *lists) judge(c *cellSet, state *sampled, off num.Int, offs []num.Int, good, bad map[int64]bool) {
	marked, links := state.regions[x.blocks], state.regions[c.region]
	if marked == nil || links == nil {
		return
	}
	lives := func(addr int64) bool { return marked.cells[addr] != 0 }
	d, _ := off.Int64()
	for addr, m := range marked.cells {
		if m == 0 {
			continue
		}
		v := links.at(addr + d)
		led := v == 0 || lives(v) || slices.ContainsFunc(c.slots, func(n slots) bool { return n.has(v) }) ||
			slices.ContainsFunc(offs, func(o num.Int) bool { w, _ := o.Int64(); return lives(v - w) })
		if led {
			good[m] = true
		} else {
			bad[m] = true
		}
	}
}

// has says that one of the slots is at addr.
func (n slots) has(addr int64) bool {
	a := num.I(addr)
	return n.first.Cmp(a) <= 0 && a.Cmp(n.last) <= 0 && n.step.Divides(a.Sub(n.first))
}

// tell lists the slots, if there are few.
func (n slots) tell() (list []num.Int, ok bool) {
	for a := n.first; a.Cmp(n.last) <= 0; a = a.Add(n.step) {
		if len(list) == mostSlots {
			return nil, false
		}
		list = append(list, a)
	}
	return list, true
}

// in says that a cell is at p.
func (g *listFacts) in(c *cellSet, p term.Term) term.Term {
	var any []term.Term
	for _, m := range c.members {
		start := g.st.Sub(p, g.st.IntNum(m.off))
		if m.mark.IsZero() {
			any = append(any, g.lives(start))
		} else {
			any = append(any, g.isA(start, m.mark))
		}
	}
	for _, n := range c.slots {
		if list, ok := n.tell(); ok {
			for _, a := range list {
				any = append(any, g.st.Eq(p, g.st.IntNum(a)))
			}
			continue
		}
		among := g.st.And(g.st.Ge(p, g.st.IntNum(n.first)), g.st.Le(p, g.st.IntNum(n.last)))
		rest := g.st.Mod(g.st.Sub(p, g.st.IntNum(n.first)), g.st.IntNum(n.step))
		any = append(any, g.st.And(among, g.st.Eq(rest, g.st.Int(0))))
	}
	return g.st.Or(any...)
}

// cellFacts guesses facts about cells: any, and any two.
func (g *listFacts) cellFacts(c *cellSet) {
	st, k, l := g.st, g.s.bound[0], g.s.bound[1]
	one, two := g.cellTable(c, 1), g.cellTable(c, 2)
	no := st.Not(g.in(c, k))
	to := st.Select(c.region, k)
	null := g.null(to)
	g.factIn(one, 1, no, null, g.lives(to))
	g.factIn(one, 1, no, null, g.lives(to), g.in(c, to))
	if len(g.marks) > 1 {
		for _, m := range g.marks {
			g.factIn(one, 1, no, null, g.isA(to, m))
		}
	}
	for _, v := range g.ptrs {
		g.factIn(one, 0, g.in(c, v))
		g.factIn(one, 0, g.null(v), g.in(c, v))
		g.factIn(one, 1, no, st.Ne(to, v))
		g.factIn(one, 1, no, g.null(v), st.Ne(to, v))
		at := st.Select(c.region, v)
		g.factIn(one, 0, g.null(at))
		g.factIn(one, 0, st.Not(g.null(at)))
		g.factIn(one, 0, g.null(v), st.Ne(at, v))
		for _, w := range g.ptrs {
			if v != w {
				g.factIn(one, 0, st.Eq(at, w))
				g.factIn(one, 1, no, st.Eq(k, v), st.Ne(to, w))
			}
		}
	}
	g.factIn(two, 2, no, st.Not(g.in(c, l)), st.Eq(k, l), null, st.Ne(to, st.Select(c.region, l)))
}

// cellTable is what is so in states in which executions came there, of cells.
func (g *listFacts) cellTable(c *cellSet, bound int) *table {
	t := &table{s: g.s, bits: map[term.Term][]uint64{}}
	for _, state := range g.s.states[g.h] {
		var at []int64
		for _, b := range g.s.lists.values(state) {
			for _, m := range c.members {
				if w, ok := m.off.Int64(); ok && len(at) < mostValues {
					at = append(at, b+w)
				}
			}
		}
		for _, n := range c.slots {
			all, few := n.tell()
			if !few {
				all = []num.Int{n.first, n.first.Add(n.step), n.last}
			}
			for _, a := range all {
				if w, ok := a.Int64(); ok {
					at = append(at, w)
				}
			}
		}
		slices.Sort(at)
		for i, k := range at {
			if bound == 1 {
				t.rows = append(t.rows, row{state, k, k})
				continue
			}
			for _, l := range at[i+1:] {
				t.rows = append(t.rows, row{state, k, l})
			}
		}
	}
	return t
}

// several guesses facts about cells, and those about variables that the contents of single slots take part in.
func (g *listFacts) several() {
	var ptrs []term.Term
	for _, c := range g.cells {
		for _, n := range c.slots {
			if n.first.Eq(n.last) && len(ptrs) < 2 {
				ptrs = append(ptrs, g.st.Select(c.region, g.st.IntNum(n.first)))
			}
		}
	}
	if len(ptrs) > 0 {
		g.ptrs = append(ptrs, g.ptrs...)
		g.variables()
		g.blocksOf()
	}
	for _, c := range g.cells {
		g.disjoint(c)
		g.cellFacts(c)
	}
}

// disjoint guesses that no block is so near to another that a cell would be a member of both.
func (g *listFacts) disjoint(c *cellSet) {
	k := g.s.bound[0]
	for i, m := range c.members {
		for _, n := range c.members[:i] {
			if d := m.off.Sub(n.off).Abs(); !d.IsZero() {
				g.fact(1, g.gone(k), g.gone(g.plus(k, d)))
			}
		}
	}
}

// cell notes the cell that t reads or writes, and where blocks would have to begin of which it is a member.
func (x *lists) cell(q *setting, t term.Term) {
	l, a := q.layout(t.Arg(0)), t.Arg(1)
	for _, c := range x.cells {
		if q.s.layouts[c.region] != l {
			continue
		}
		if !term.Contains(a, q.s.bound[0]) && !term.Contains(a, q.s.bound[1]) {
			q.speak(a)
		} else if !slices.Contains(q.indices, a) {
			q.single = add(q.single, a, mostStarts)
		}
		for _, m := range c.members {
			b := q.s.st.Sub(a, q.s.st.IntNum(m.off))
			if !slices.Contains(q.indices, b) {
				q.single = add(q.single, b, mostStarts)
			}
		}
	}
}

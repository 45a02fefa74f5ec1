package predicate

import (
	"cmp"
	"slices"

	"craig/internal/logic/bdd"
	"craig/logic/num"
	"craig/logic/term"
)

// encoding has the atoms of a transition in groups.
type encoding struct {
	st     *term.Store
	groups []*group
	place  map[term.Term]place // of atoms, as leaf chooses
	of     []*group            // by half of the variable
	sums   map[term.Term]*group
}

// place says where an atom is encoded.
type place struct {
	group *group
	index int
}

// encode puts atoms into groups, in the order of their ranks.
func encode(st *term.Store, atoms []term.Term, b *Block) *encoding {
	e := &encoding{st: st, place: map[term.Term]place{}, sums: map[term.Term]*group{}}
	for _, a := range atoms {
		l, ok := lineOf(a)
		g := e.sums[l.sum]
		if !ok || g == nil {
			g = &group{sum: l.sum, vars: variables(a)}
			e.groups = append(e.groups, g)
		}
		if ok {
			e.sums[l.sum] = g
			g.lines = append(g.lines, l)
		}
		e.place[a] = place{g, len(g.atoms)}
		g.atoms = append(g.atoms, a)
	}
	for _, g := range e.groups {
		for _, x := range term.Vars(g.atoms[0], map[term.Term]bool{}, nil) {
			g.rank += b.Rank(x) / float64(len(g.vars))
		}
		g.classify(st, b.Range)
	}
	slices.SortStableFunc(e.groups, func(g, h *group) int { return cmp.Compare(g.rank, h.rank) })
	for _, g := range e.groups {
		g.first = 2 * int32(len(e.of))
		for range g.bits {
			e.of = append(e.of, g)
		}
	}
	return e
}

// encodes tells whether the atoms of f are encoded.
func (e *encoding) encodes(f term.Term) bool {
	ok := true
	atoms(f, map[term.Term]bool{}, func(a term.Term) {
		_, known := e.place[a]
		ok = ok && known
	})
	return ok
}

// groupsOf are the groups of the atoms, in their order.
func (e *encoding) groupsOf(atoms []term.Term) []*group {
	in := map[*group]bool{}
	for _, a := range atoms {
		in[e.place[a].group] = true
	}
	return slices.DeleteFunc(slices.Clone(e.groups), func(g *group) bool { return !in[g] })
}

// independent tells whether any classes of the groups of the atoms, and of the other atoms, are possible
// together: sums that share no variable.
func (e *encoding) independent(atoms, others []term.Term) bool {
	gs, hs := e.groupsOf(atoms), e.groupsOf(others)
	for _, g := range gs {
		if !g.plain() {
			return false
		}
		for _, h := range hs {
			if g != h && g.shares(h) {
				return false
			}
		}
	}
	return true
}

// plain tells whether the values of the group are all that there may be: it is a Boolean variable, or a sum of
// integer variables.
func (g *group) plain() bool {
	if !g.sum.Valid() {
		return g.atoms[0].Op() == term.Var
	}
	plain := g.sum.Op() != term.Mul
	term.Walk(g.sum, func(x term.Term) {
		switch x.Op() {
		case term.Var, term.Sum, term.Const:
		default:
			plain = false
		}
	})
	return plain
}

// possible is what the theory says of the groups of some atoms, by themselves and together with others.
func (s *system) possible(atoms, others []term.Term) int32 {
	n := bdd.True
	gs, hs := s.groupsOf(atoms), s.groupsOf(others)
	for _, g := range slices.Backward(gs) {
		n = s.And(g.where(s.Manager, false, func(c int) bool { return g.classes[c].possible }), n)
	}
	// Three sums of which one is the sum or the difference of the others; two of them share a variable.
	seen := map[[3]int32]bool{}
	for _, x := range gs {
		for _, y := range hs {
			if x == y || !x.sum.Valid() || !y.sum.Valid() || !x.shares(y) {
				continue
			}
			for _, sign := range []num.Int{num.I(1), num.I(-1)} {
				sum, flip := s.st.Add(x.sum, s.st.Scale(sign.Rat(), y.sum)), num.I(1)
				if s.sums[sum] == nil {
					sum, flip = s.st.Neg(sum), num.I(-1)
				}
				z := s.sums[sum]
				if z == nil || !slices.Contains(gs, z) && !slices.Contains(hs, z) {
					continue
				}
				key := [3]int32{x.first, y.first, z.first}
				if slices.Sort(key[:]); !seen[key] {
					seen[key] = true
					n = s.And(n, triple(s.Manager, x, y, z, sign, flip))
				}
			}
		}
	}
	return n
}

// shares tells whether the groups have a common variable.
func (g *group) shares(h *group) bool {
	for x := range g.vars {
		if h.vars[x] {
			return true
		}
	}
	return false
}

// triple is the relation of the classes of three sums where z = flip·(x + sign·y).
func triple(b *bdd.Manager, x, y, z *group, sign, flip num.Int) int32 {
	gs := []*group{x, y, z}
	order := []int{0, 1, 2}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(gs[i].first, gs[j].first) })
	together := map[[3]int]bool{} // classes of the groups in their order
	try := func(p, q num.Int) {
		if !x.possible(p) || !y.possible(q) {
			return
		}
		var key [3]int
		for k, i := range order {
			key[k] = gs[i].class([]num.Int{p, q, p.Add(sign.Mul(q)).Mul(flip)}[i])
		}
		together[key] = true
	}
	for _, p := range x.points {
		for _, q := range y.points {
			try(p, q)
		}
		for _, r := range z.points { // p + sign·q = flip·r
			try(p, sign.Mul(flip.Mul(r).Sub(p)))
		}
	}
	for _, q := range y.points {
		for _, r := range z.points {
			try(flip.Mul(r).Sub(sign.Mul(q)), q)
		}
	}
	return gs[order[0]].choose(b, false, func(c int) int32 {
		return gs[order[1]].choose(b, false, func(d int) int32 {
			return gs[order[2]].where(b, false, func(e int) bool { return together[[3]int{c, d, e}] })
		})
	})
}

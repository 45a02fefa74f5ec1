package predicate

import (
	"cmp"
	"context"
	"slices"

	"craig/internal/logic/bdd"
	"craig/logic/term"
)

// The Boolean abstraction of a transition whose steps are known, by decision diagrams.
//
// Cavada, Cimatti, Franzén, Kalyanasundaram, Roveri, Shyamasundar, "Computing predicate
// abstractions by integrating BDDs and SMT solvers", FMCAD 2007. The predicates after a step are
// formulas over atoms before it; so, backwards from the predicates, each point of the transition has the atoms
// that the rest of it needs. Forwards, the image of a label is a set of valuations of them at each
// point, the union over the steps that lead there, each the relation between the atoms before and
// after, with those before quantified. What the theory says of the atoms over one sum of integers is in
// how they are encoded (sums.go); that one sum is the sum or the difference of two others is
// conjoined; more of several sums together is not known. So the image is the strongest Boolean combination if no two
// sums share a variable, and implied by it in any case.

// maxNodes bounds the diagrams of a transition, maxAtoms its atoms, maxWork their sum over the steps;
// fewer than fewNodes are never collected.
const (
	maxNodes = 3_000_000
	maxAtoms = 3000
	maxWork  = 100_000
	fewNodes = 100_000
)

// system is a transition over atoms: those of the transition, of the predicates and of labels.
type system struct {
	*bdd.Manager
	*encoding
	block  *Block
	preds  []term.Term
	exact  bool    // images are the strongest
	begin  int32   // what is possible where it begins
	end    int32   // what is possible where it ends
	merges []int32 // relations between classes that the predicates do not distinguish
	cubes  []int32 // by merge: the group
	moves  []move
	known  map[term.Term]int32 // diagrams of formulas
	kept   int                 // nodes after the last collection
}

// move is a step over diagrams: the conjunction of relations, after each of which the variables of a cube are
// quantified. The first is the condition, the others are between groups after the step and those before.
type move struct{ relations, cubes []int32 }

// symbolic is the image of the label; ok is false if there is no Block, or the diagrams would be
// too large, exact if the image may not be the strongest.
func (e *Edge) symbolic(ctx context.Context, label term.Term, preds []term.Term) (f term.Term, exact, ok bool) {
	if e.Block == nil || e.tooLarge == len(preds)+1 {
		return f, false, false
	}
	if e.labels == nil {
		e.labels = newAtomSet()
	}
	e.labels.add(label)
	s := e.system
	if s == nil || len(s.preds) != len(preds) || !s.encodes(label) {
		s = e.newSystem(preds)
	}
	if s != nil {
		f, ok = s.image(ctx, label)
	}
	if e.system = s; s == nil || s.Full {
		e.system, e.tooLarge = nil, len(preds)+1
		return f, false, false
	}
	return f, s.exact, ok
}

// newSystem makes the diagrams of the transition; nil if there would be too many atoms, or if one of them speaks
// of a variable that means nothing where it is needed.
func (e *Edge) newSystem(preds []term.Term) *system {
	b, st := e.Block, e.Store
	// The atoms that each point needs, and those over inputs, by step.
	need, inputs := make([]*atomSet, b.Points), make([]*atomSet, len(b.Steps))
	for i := range need {
		need[i] = newAtomSet()
	}
	for _, q := range preds {
		need[b.Points-1].add(q)
	}
	before := make([]map[term.Term]term.Term, len(b.Steps)) // by step: atoms after it, over those before
	total := 0
	for i, step := range slices.Backward(b.Steps) {
		from := newAtomSet()
		from.add(step.Cond)
		before[i] = map[term.Term]term.Term{}
		for _, a := range need[step.To].all {
			for x := range variables(a) {
				if !step.After[x].Valid() {
					return nil
				}
			}
			before[i][a] = st.Subst(a, step.After)
			from.add(before[i][a])
		}
		inputs[i] = newAtomSet()
		for _, a := range from.all {
			if vars := variables(a); slices.ContainsFunc(step.Inputs, func(x term.Term) bool { return vars[x] }) {
				inputs[i].add(a)
			} else {
				need[step.From].add(a)
			}
		}
		if total += len(from.all); total > maxWork {
			return nil
		}
	}
	begin := newAtomSet()
	for _, a := range slices.Concat(need[0].all, e.labels.all) {
		begin.add(a)
	}
	all := newAtomSet()
	for _, set := range slices.Concat(need, inputs, []*atomSet{begin}) {
		for _, a := range set.all {
			all.add(a)
		}
	}
	if len(all.all) > maxAtoms {
		return nil
	}
	s := &system{Manager: bdd.New(maxNodes), encoding: encode(st, all.all, b), block: b, preds: slices.Clone(preds), known: map[term.Term]int32{}}
	s.exact = s.independent(begin.all, begin.all)
	s.begin = s.possible(begin.all, begin.all)
	s.end = s.possible(need[b.Points-1].all, need[b.Points-1].all)
	for i, step := range b.Steps {
		both := slices.Concat(need[step.From].all, inputs[i].all)
		s.exact = s.exact && s.independent(inputs[i].all, both)
		cond := s.And(s.diagram(step.Cond), s.possible(inputs[i].all, both))
		s.moves = append(s.moves, s.move(cond, step, need[step.To].all, before[i]))
	}
	for _, g := range s.groupsOf(need[b.Points-1].all) {
		if n := s.relation(g, need[b.Points-1].all, nil); n != s.relation(g, g.atoms, nil) {
			s.merges, s.cubes = append(s.merges, n), append(s.cubes, cube(s.Manager, []*group{g}))
		}
	}
	return s
}

// relation is that between the group after a step and what is before it, as far as the atoms go; before has them
// over those before, nil if they do not change.
func (s *system) relation(g *group, needed []term.Term, before map[term.Term]term.Term) int32 {
	n := g.where(s.Manager, true, func(int) bool { return true })
	for _, a := range needed {
		if p := s.place[a]; p.group == g {
			f := a
			if before != nil {
				f = before[a]
			}
			n = s.And(n, s.Iff(g.holds(s.Manager, p.index, true), s.diagram(f)))
		}
	}
	return n
}

// move makes the diagrams of a step, after which the atoms are needed.
func (s *system) move(cond int32, step Step, needed []term.Term, before map[term.Term]term.Term) move {
	m := move{relations: []int32{cond}}
	stays := map[*group]bool{}
	for _, g := range s.groupsOf(needed) {
		stays[g] = true
		for x := range g.vars {
			stays[g] = stays[g] && step.After[x] == x
		}
		if !stays[g] {
			m.relations = append(m.relations, s.relation(g, needed, before))
		}
	}
	last := map[*group]int{} // after which relation it is not needed
	for i, r := range m.relations {
		s.Support(r, func(v int32) {
			if g := s.of[v/2]; v%2 == 0 {
				last[g] = i
			}
		})
	}
	gone := make([][]*group, len(m.relations))
	for _, g := range s.groups {
		if !stays[g] {
			gone[last[g]] = append(gone[last[g]], g)
		}
	}
	for _, gs := range gone {
		m.cubes = append(m.cubes, cube(s.Manager, gs))
	}
	return m
}

// diagram is the one of a formula over known atoms.
func (s *system) diagram(f term.Term) int32 {
	if n, ok := s.known[f]; ok {
		return n
	}
	var n int32
	switch f.Op() {
	case term.True:
		n = bdd.True
	case term.False:
	case term.And:
		n = bdd.True
		for _, a := range s.upwards(f.Args()) {
			n = s.And(a, n)
		}
	case term.Or:
		for _, a := range s.upwards(f.Args()) {
			n = s.Or(a, n)
		}
	case term.Not:
		n = s.Not(s.diagram(f.Arg(0)))
	default:
		a, negated := leaf(f)
		p := s.place[a]
		if n = p.group.holds(s.Manager, p.index, false); negated {
			n = s.Not(n)
		}
	}
	s.known[f] = n
	return n
}

// upwards are the diagrams of formulas, those that begin deepest first: so what is made from
// them in between is small.
func (s *system) upwards(fs []term.Term) []int32 {
	ds := make([]int32, len(fs))
	for i, f := range fs {
		ds[i] = s.diagram(f)
	}
	slices.SortFunc(ds, func(a, b int32) int { return cmp.Or(cmp.Compare(s.Nodes[b].V, s.Nodes[a].V), cmp.Compare(a, b)) })
	return ds
}

// image is the image of a label whose atoms are encoded; ok is false if time or space is up.
func (s *system) image(ctx context.Context, label term.Term) (f term.Term, ok bool) {
	sets := make([]int32, s.block.Points)
	sets[0] = s.And(s.diagram(label), s.begin)
	for i, step := range s.block.Steps {
		if sets[step.From] == bdd.False {
			continue
		}
		s.tidy(sets)
		r, m := sets[step.From], s.moves[i]
		for k := range m.relations {
			r = s.AndExists(r, m.relations[k], m.cubes[k])
		}
		sets[step.To] = s.Or(sets[step.To], s.Lower(r))
		if s.Full || ctx.Err() != nil {
			return f, false
		}
	}
	r := s.And(sets[s.block.Points-1], s.end)
	for i, m := range s.merges {
		r = s.Lower(s.AndExists(r, m, s.cubes[i]))
	}
	if s.Full {
		return f, false
	}
	return s.formula(r), true
}

// tidy forgets diagrams that are not needed once they are many; sets are needed besides those of the transition.
func (s *system) tidy(sets []int32) {
	if len(s.Nodes) < max(fewNodes, 3*s.kept) {
		return
	}
	clear(s.known)
	roots := []*int32{&s.begin, &s.end}
	for _, list := range [][]int32{sets, s.merges, s.cubes} {
		for i := range list {
			roots = append(roots, &list[i])
		}
	}
	for _, m := range s.moves {
		for i := range m.relations {
			roots = append(roots, &m.relations[i], &m.cubes[i])
		}
	}
	s.Collect(roots)
	s.kept = len(s.Nodes)
}

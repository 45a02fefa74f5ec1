package predicate

import "craig/logic/term"

// leaf is the atom that stands for f and its negation.
func leaf(f term.Term) (atom term.Term, negated bool) {
	if f.Op() == term.LeZero || f.Op() == term.LtZero {
		if g := f.Store().Not(f); g.Op() == f.Op() && g.ID() < f.ID() {
			return g, true
		}
	}
	return f, false
}

// atoms calls visit for the atoms of f, each as leaf chooses, perhaps more than once. Formulas that are in seen
// are left out.
func atoms(f term.Term, seen map[term.Term]bool, visit func(a term.Term)) {
	if f.IsConst() || seen[f] {
		return
	}
	seen[f] = true
	switch f.Op() {
	case term.And, term.Or, term.Not:
		for _, g := range f.Args() {
			atoms(g, seen, visit)
		}
	default:
		a, _ := leaf(f)
		visit(a)
	}
}

// atomSet is a set of atoms, in the order in which they came.
type atomSet struct {
	seen map[term.Term]bool // formulas whose atoms are there
	has  map[term.Term]bool
	all  []term.Term
}

func newAtomSet() *atomSet { return &atomSet{map[term.Term]bool{}, map[term.Term]bool{}, nil} }

func (s *atomSet) add(f term.Term) {
	atoms(f, s.seen, func(a term.Term) {
		if !s.has[a] {
			s.has[a] = true
			s.all = append(s.all, a)
		}
	})
}

// variables are those of f.
func variables(f term.Term) map[term.Term]bool {
	vars := map[term.Term]bool{}
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		vars[x] = true
	}
	return vars
}

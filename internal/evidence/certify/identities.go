package certify

import (
	"context"
	"math/big"

	"craig/internal/evidence/identity"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/solver"
	"craig/logic/term"
)

// Limits of identities: a block with more is left to the solver.
const (
	maxIdentityPaths = 200
	maxIdentityEdges = 20_000
)

// Identities is Safe with identities as hints: an equation of an invariant that one of them gives on each path need not be asked of the
// solver, nor an error location that no path comes to, since it contradicts an equation.
func Identities(ctx context.Context, p *ir.Program, inv verdict.Invariants, ids []verdict.Identity, newSolver func(*term.Store) solver.Solver, workers int) error {
	if HasCalls(p) {
		return Safe(ctx, p, inv, newSolver, workers)
	}
	cuts, err := cutPoints(p, inv)
	if err != nil {
		return err
	}
	cuts.identities = ids
	return checkAll(ctx, conditions(p, cuts), newSolver, workers)
}

// algebra follows the paths of a condition from its cut point, and shows equations by identities.
type algebra struct {
	*encoder
	state *sem.State
	read  *identity.Reader
	types map[term.Term]ir.Type // of unknown values
	ids   []verdict.Identity    // in terms of this store

	equal, unequal []term.Term // sums that are 0, and that are not, on the path
	least          []term.Term // sums that are not greater than 0
	paths, edges   int

	open map[ir.Loc]map[term.Term]bool // what of invariants is not shown
}

// left is what the solver has to be asked of each target, which is nothing where identities show all: the invariant, or without some
// conjuncts. It is nil if there are no identities, or too many paths.
func (e *encoder) left() map[ir.Loc]term.Term {
	if len(e.cuts.identities) == 0 || e.src == 0 || e.cuts.formulas != nil || e.cuts.instantiated() {
		return nil
	}
	a := &algebra{
		encoder: e, state: e.sem.NewState(), types: map[term.Term]ir.Type{},
		open: map[ir.Loc]map[term.Term]bool{},
	}
	a.state.Input = func(v *ir.Var) term.Term {
		x := e.st.Fresh(v.Name, e.sem.Var(v).Sort())
		a.types[x] = v.Type
		return x
	}
	for _, v := range programVars(e.prog) {
		a.types[e.sem.Var(v)] = v.Type
	}
	for _, id := range e.cuts.identities {
		a.ids = append(a.ids, imported(e.st, id))
	}
	a.assume(e.invariant(e.src))
	if !a.walk(e.src) {
		return nil
	}
	left := map[ir.Loc]term.Term{}
	for _, t := range e.targets {
		var fs []term.Term
		for _, c := range term.Conjuncts(e.invariant(t)) {
			if a.open[t][c] {
				fs = append(fs, c)
			}
		}
		left[t] = e.st.And(fs...)
	}
	return left
}

func imported(st *term.Store, id verdict.Identity) verdict.Identity {
	to := verdict.Identity{Scale: id.Scale}
	for _, m := range id.Parts {
		n := verdict.Multiple{Equation: st.Import(m.Equation)}
		for _, t := range m.Times {
			x := verdict.Monomial{Coeff: t.Coeff}
			for _, v := range t.Vars {
				x.Vars = append(x.Vars, st.Import(v))
			}
			n.Times = append(n.Times, x)
		}
		to.Parts = append(to.Parts, n)
	}
	return to
}

// assume notes what f says to be 0, or not to be.
func (a *algebra) assume(f term.Term) {
	for _, c := range term.Conjuncts(f) {
		switch {
		case isEquation(c):
			a.equal = append(a.equal, c.Arg(0))
		case c.Op() == term.Not && isEquation(c.Arg(0)):
			a.unequal = append(a.unequal, c.Arg(0).Arg(0))
		case c.Op() == term.LeZero && c.Arg(0).Sort() == term.Int:
			a.least = append(a.least, c.Arg(0))
		}
	}
}

func isEquation(f term.Term) bool { return f.Op() == term.EqZero && f.Arg(0).Sort() == term.Int }

// walk follows all paths from l. It is false if they are too many.
func (a *algebra) walk(l ir.Loc) bool {
	for _, id := range a.prog.Locs[l].Out {
		edge := a.prog.Edges[id]
		if edge == nil {
			continue
		}
		if a.edges++; a.edges > maxIdentityEdges {
			return false
		}
		mark, equal, unequal, least := a.state.Mark(), len(a.equal), len(a.unequal), len(a.least)
		assumed := a.state.Exec(edge.Stmt)
		if !assumed.IsFalse() {
			a.assume(assumed)
			if a.cuts.isCut[edge.To] || a.prog.Locs[edge.To].IsGoal() {
				if a.paths++; a.paths > maxIdentityPaths {
					return false
				}
				a.arrive(edge.To)
			} else if !a.walk(edge.To) {
				return false
			}
		}
		a.state.Undo(mark)
		a.equal, a.unequal, a.least = a.equal[:equal], a.unequal[:unequal], a.least[:least]
	}
	return true
}

// arrive notes what identities do not show at the end of the path.
func (a *algebra) arrive(to ir.Loc) {
	a.read = identity.NewReader(identity.Tighter(a.least, a.within))
	for _, c := range term.Conjuncts(a.invariant(to)) {
		if a.open[to][c] {
			continue
		}
		if f := a.now(c); f.IsTrue() || isEquation(f) && a.vanishes(f.Arg(0)) || f.IsFalse() && a.impossible() {
			continue
		}
		if a.open[to] == nil {
			a.open[to] = map[term.Term]bool{}
		}
		a.open[to][c] = true
	}
}

// now is f, over the program's variables, at the end of the path.
func (a *algebra) now(f term.Term) term.Term {
	m := map[term.Term]term.Term{}
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if v := a.byName[x.Name()]; v != nil {
			m[x] = a.state.Get(v)
		}
	}
	return a.st.Subst(f, m)
}

// impossible says that what the path takes not to be 0 is 0.
func (a *algebra) impossible() bool {
	for _, s := range a.unequal {
		if a.vanishes(s) {
			return true
		}
	}
	return false
}

// vanishes says that the sum s is 0 on the path: it is 0 whatever its variables are, or an identity gives it. Where the values of s are closer to
// 0 than a power of 2, it is enough to know that modulo that.
func (a *algebra) vanishes(s term.Term) bool {
	bits := identity.Bits(s, a.within)
	p, ok := a.read.Of(s, bits)
	if !ok {
		return false
	}
	if p.IsZero(bits) {
		return true
	}
	for _, id := range a.ids {
		if a.gives(id, p, bits) {
			return true
		}
	}
	return false
}

// gives computes the sum of an identity, whose equations have to be among those of the path.
func (a *algebra) gives(id verdict.Identity, p identity.Poly, bits uint) bool {
	scale := id.Scale.Big()
	if scale.Sign() == 0 || bits > 0 && scale.Bit(0) == 0 {
		return false
	}
	rest := identity.Poly{}
	if !rest.Add(p, scale) {
		return false
	}
	for _, m := range id.Parts {
		if !isEquation(m.Equation) {
			return false
		}
		q, ok := a.read.Of(m.Equation.Arg(0), bits)
		times, fits := identity.FromMonomials(m.Times)
		if !ok || !fits || !a.knows(q, bits) {
			return false
		}
		product, ok := times.Times(q)
		if !ok || !rest.Add(product, big.NewInt(-1)) {
			return false
		}
	}
	return rest.IsZero(bits)
}

// knows says that q is 0 by an equation of the path.
func (a *algebra) knows(q identity.Poly, bits uint) bool {
	for _, s := range a.equal {
		if p, ok := a.read.Of(s, bits); ok && p.Same(q, bits) {
			return true
		}
	}
	return false
}

// within are the ends of the type of an unknown value.
func (a *algebra) within(x term.Term) (lo, hi *big.Int, ok bool) {
	t, ok := a.types[x]
	if !ok || a.sem.Range(t, x).IsTrue() {
		return nil, nil, false
	}
	return t.Min().Big(), t.Max().Big(), true
}

// Package predicate computes predicate abstractions of transitions: what of a set of predicates
// holds after an edge, as one conjunction (Cartesian) or as a disjunction of conjunctions
// (Boolean).
//
// Graf, Saïdi, "Construction of abstract state graphs with PVS", CAV 1997; Ball, Podelski,
// Rajamani, "Boolean and Cartesian abstraction for model checking C programs", TACAS 2001.
//
// Where the steps of the transition are known, decision diagrams compute the Boolean abstraction (image.go).
// Otherwise, and for the Cartesian one: instead of two queries for each predicate, a model says which literals are
// still possible, and one query asks for a model in which one of them fails. For the Boolean abstraction each model
// is then generalised to the literals that hold on all executions along its path; an execution on
// another path, or from another disjunct of the label, gets a conjunction of its own. That is the
// strongest Boolean combination wherever the literals left open on a path are independent.
package predicate

import (
	"context"
	"slices"

	"craig/logic/smt"
	"craig/logic/term"
)

// Edge is a transition whose abstract posts are remembered. Labels and predicates are formulas
// over the variables before; After gives for each of them the one after.
type Edge struct {
	Store  *term.Store
	Solver smt.Solver // has the transition asserted, and nothing else
	After  map[term.Term]term.Term
	// Path are assumptions that keep an execution to the path that it takes in a model.
	Path func(smt.Model) []term.Term
	// Block is the transition in steps; nil if that is not known.
	Block *Block
	// Precise asks for the strongest Boolean abstractions even where that takes enumeration.
	Precise bool
	// Queries counts what the solver was asked.
	Queries int

	system    *system
	labels    *atomSet // the atoms of labels
	many      bool     // fewCubes were not enough
	tooLarge  int      // 1 + the number of predicates with which the diagrams were too large
	cartesian map[query]term.Term
	boolean   map[query]term.Term
	dead      map[term.Term]bool
}

// query is a label and the number of predicates: those of a location are never taken away.
type query struct {
	label   term.Term
	preds   int
	precise bool
}

// maxCubes bounds the disjuncts of an image that is found by enumeration; beyond, the Cartesian abstraction is
// taken. Up to fewCubes sharpen an image by diagrams that may not be the strongest.
const (
	fewCubes = 30
	maxCubes = 1000
)

// Dead tells whether no execution from the label takes the edge; not knowing is false.
func (e *Edge) Dead(ctx context.Context, label term.Term) bool {
	dead, ok := e.dead[label]
	if !ok {
		dead = label.IsFalse() || e.check(ctx, label).Status == smt.Unsat
		if e.dead == nil {
			e.dead = map[term.Term]bool{}
		}
		if ctx.Err() == nil {
			e.dead[label] = dead
		}
	}
	return dead
}

// KnownDead is Dead where that has been asked before, otherwise false.
func (e *Edge) KnownDead(label term.Term) bool { return e.dead[label] }

// Cartesian is the conjunction of the predicates, and negations of predicates, that hold after
// the edge from the label. More predicates may be added to preds from one call to the next.
func (e *Edge) Cartesian(ctx context.Context, label term.Term, preds []term.Term) term.Term {
	if e.Dead(ctx, label) {
		return e.Store.False()
	}
	key := query{label, len(preds), e.Precise}
	if f, ok := e.cartesian[key]; ok {
		return f
	}
	e.Solver.Push()
	e.Solver.Assert(label)
	f := e.Store.And(e.holding(ctx, nil, preds, nil)...)
	e.Solver.Pop()
	if e.cartesian == nil {
		e.cartesian = map[query]term.Term{}
	}
	if ctx.Err() == nil {
		e.cartesian[key] = f
	}
	return f
}

// Boolean is a disjunction of conjunctions of predicates and negations of predicates, one of which
// holds after the edge from the label. More predicates may be added to preds from one call to
// the next.
func (e *Edge) Boolean(ctx context.Context, label term.Term, preds []term.Term) term.Term {
	key := query{label, len(preds), e.Precise}
	if f, ok := e.boolean[key]; ok {
		return f
	}
	f, exact, ok := e.symbolic(ctx, label, preds)
	if !ok {
		f = e.Store.True()
	}
	if !ok || !exact && (e.Precise || !e.many) {
		limit := maxCubes
		if ok && !e.Precise {
			limit = fewCubes
		}
		g, few := e.enumerate(ctx, label, preds, limit)
		if e.many = e.many || !few && limit == fewCubes; !few && limit == maxCubes {
			g, few = e.Cartesian(ctx, label, preds), true
		}
		if few {
			f = e.Store.And(f, g)
		}
	}
	e.remember(ctx, key, f)
	return f
}

func (e *Edge) remember(ctx context.Context, key query, f term.Term) {
	if e.boolean == nil {
		e.boolean = map[query]term.Term{}
	}
	if ctx.Err() == nil {
		e.boolean[key] = f
	}
}

// enumerate covers the models by conjunctions; ok is false if that was too hard.
func (e *Edge) enumerate(ctx context.Context, label term.Term, preds []term.Term, limit int) (f term.Term, ok bool) {
	e.Solver.Push()
	defer e.Solver.Pop()
	e.Solver.Assert(label)
	var cubes []term.Term
	for range limit {
		ans := e.check(ctx)
		switch ans.Status {
		case smt.Unsat:
			return Weakest(e.Store, cubes), true
		case smt.Unknown:
			return f, false
		}
		cube := e.Store.And(e.holding(ctx, ans.Model, preds, e.Path(ans.Model))...)
		if cube.IsTrue() {
			return cube, true
		}
		cubes = append(cubes, cube)
		e.Solver.Assert(e.Store.Not(e.after(cube)))
	}
	return f, false
}

// holding are the literals over the predicates that hold in all models under the assumptions, of
// which m is one; without m it is looked for. An unknown answer leaves none.
func (e *Edge) holding(ctx context.Context, m smt.Model, preds, assumptions []term.Term) []term.Term {
	st := e.Store
	if m == nil {
		ans := e.check(ctx, assumptions...)
		if ans.Status != smt.Sat {
			return nil
		}
		m = ans.Model
	}
	var lits []term.Term
	for _, q := range preds {
		if !m.Eval(e.after(q)).IsTrue() {
			q = st.Not(q)
		}
		lits = append(lits, q)
	}
	for len(lits) > 0 {
		ans := e.check(ctx, append(slices.Clone(assumptions), st.Not(e.after(st.And(lits...))))...)
		switch ans.Status {
		case smt.Unsat:
			return lits
		case smt.Unknown:
			return nil
		}
		lits = slices.DeleteFunc(lits, func(l term.Term) bool { return !ans.Model.Eval(e.after(l)).IsTrue() })
	}
	return nil
}

// after is a formula over the variables before as one over those after.
func (e *Edge) after(f term.Term) term.Term { return e.Store.Subst(f, e.After) }

func (e *Edge) check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	e.Queries++
	return e.Solver.Check(ctx, assumptions...)
}

// Weakest is the disjunction of conjunctions, without those that have all conjuncts of another.
func Weakest(st *term.Store, cubes []term.Term) term.Term {
	var all []term.Term
	for _, c := range cubes {
		all = append(all, term.Disjuncts(c)...)
	}
	sets := make([]map[term.Term]bool, len(all))
	for i, c := range all {
		sets[i] = map[term.Term]bool{}
		for _, l := range term.Conjuncts(c) {
			sets[i][l] = true
		}
	}
	var keep []term.Term
	for i, c := range all {
		weaker := func(j int) bool { // whether all[j] makes c superfluous
			if j == i || len(sets[j]) > len(sets[i]) || len(sets[j]) == len(sets[i]) && j > i {
				return false
			}
			for l := range sets[j] {
				if !sets[i][l] {
					return false
				}
			}
			return true
		}
		covered := false
		for j := range all {
			covered = covered || weaker(j)
		}
		if !covered {
			keep = append(keep, c)
		}
	}
	return st.Or(keep...)
}

package interpolate

import (
	"context"
	"errors"
	"slices"

	"craig/internal/logic/qe"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// Limits of the search for a simpler interpolant: samples of each side, terms that half-spaces speak of, and
// the size of the formulas that are sampled.
const (
	maxSamples    = 6
	maxDimensions = 12
	maxSampled    = 1500
)

// beautify looks for a simpler interpolant of node k, between A, the part with the interpolants of its
// children, and B, the parent's part with those of the siblings and the negation of the parent's.
//
// [Albarghouthi, McMillan 2013], Sec. 4: samples SA of A and SB of B, convex each, are separated by as few
// half-spaces as a greedy assignment of the pairs SA × SB to half-spaces finds; the candidate is
// ∨ a ∈ SA ∧ b ∈ SB half(a, b). What A has outside of it, and B inside, are new samples. A half-space for
// several pairs is a solution of linear constraints by Farkas' lemma; of the solutions one that few terms occur in, with
// coefficients ±1 where that can be, is preferred, and before that the atoms in prefer.
//
// Deviations: a sample is a projection of A or B around a model, and not a disjunct of a normal form; half-spaces
// are assigned in the order of the samples, and not by a search for the fewest.
func (j *Job) beautify(ctx context.Context, k int, prefer []term.Term) {
	old := j.Itps[k]
	if weight(old) < halfspaceWeight {
		return
	}
	st := j.Store
	p := j.Tree.Parent[k]
	as := []term.Term{j.Parts[k]}
	for _, c := range j.Tree.children[k] {
		as = append(as, j.Itps[c])
	}
	bs := []term.Term{j.Parts[p], st.Not(j.Itps[p])}
	for _, c := range j.Tree.children[p] {
		if c != k {
			bs = append(bs, j.Itps[c])
		}
	}
	s := &sampler{Job: j, shared: j.known(func(i int) bool { return j.Tree.Inside(i, k) })}
	outside := j.known(func(i int) bool { return !j.Tree.Inside(i, k) })
	for name := range s.shared {
		if !outside[name] {
			delete(s.shared, name)
		}
	}
	a, b := st.And(as...), st.And(bs...)
	if term.Size(a)+term.Size(b) > maxSampled {
		return
	}
	for range 2 * maxSamples {
		i, ok := s.candidate(prefer)
		if !ok || weight(i) >= weight(old) {
			return
		}
		grown := false
		for _, side := range []struct {
			f   term.Term
			out *[]polytope
		}{{st.And(a, st.Not(i)), &s.as}, {st.And(b, i), &s.bs}} {
			sample, found, err := s.sample(ctx, side.f)
			if err != nil || found && len(*side.out) == maxSamples {
				return
			}
			if found {
				*side.out = append(*side.out, sample)
				grown = true
			}
		}
		if !grown {
			j.Itps[k] = i
			j.Stats.Simplified++
			return
		}
	}
}

const halfspaceWeight = 1000

// weight orders interpolants by how simple they are: half-spaces count most, then the terms in them, then
// the digits of their coefficients.
func weight(f term.Term) int {
	n := 0
	term.Walk(f, func(t term.Term) {
		switch t.Op() {
		case term.LeZero, term.LtZero:
			n += halfspaceWeight
		case term.EqZero:
			n += 3 * halfspaceWeight / 2 // less than two half-spaces
		case term.Sum:
			n += 10*t.NumArgs() + t.Num().Num().BitLen()
			for i := range t.Args() {
				n += t.Coeff(i).Num().BitLen()
			}
		case term.Var, term.Not, term.Const:
		default:
			n += 100
		}
	})
	return n
}

// polytope is a conjunction of inequalities.
type polytope []halfspace

// halfspace is Σ coef·t + c <= 0.
type halfspace struct {
	ts    []term.Term
	coefs []num.Rat
	c     num.Rat
}

// readHalfspace reads e <= 0; ok is false if e is a constant or not of integers.
func readHalfspace(e term.Term) (h halfspace, ok bool) {
	switch e.Op() {
	case term.Const:
		return h, false
	case term.Sum:
		h.ts, h.c = e.Args(), e.Num()
		for i := range h.ts {
			h.coefs = append(h.coefs, e.Coeff(i))
		}
	default:
		h.ts, h.coefs = []term.Term{e}, []num.Rat{num.R(1, 1)}
	}
	return h, e.Sort() == term.Int
}

// linear reads e <= 0 if e speaks of terms over shared symbols only.
func (s *sampler) linear(e term.Term) (halfspace, bool) {
	h, ok := readHalfspace(e)
	for _, t := range h.ts {
		for name := range SymbolsOf(t) {
			if !s.shared[name] {
				return h, false
			}
		}
	}
	return h, ok
}

// sampler has samples of both sides.
type sampler struct {
	*Job
	shared map[string]bool
	as, bs []polytope
}

// sample is a convex part of the projection of f on the shared symbols; found is false if f has no model.
func (s *sampler) sample(ctx context.Context, f term.Term) (p polytope, found bool, err error) {
	e := s.Solver
	e.Push()
	defer e.Pop()
	e.Assert(f)
	ans := e.Check(ctx)
	switch ans.Status {
	case solver.Unsat:
		return nil, false, nil
	case solver.Unknown:
		return nil, false, errors.New(ans.Reason)
	}
	cube := s.Store.And(implicant(f, ans.Model, nil)...)
	g := qe.MBP(s.Store, unknownVars(cube, s.shared), cube, ans.Model)
	for _, c := range term.Conjuncts(g) {
		switch c.Op() {
		case term.LeZero:
			if h, ok := s.linear(c.Arg(0)); ok {
				p = append(p, h)
			}
		case term.EqZero:
			for _, e := range [2]term.Term{c.Arg(0), s.Store.Neg(c.Arg(0))} {
				if h, ok := s.linear(e); ok {
					p = append(p, h)
				}
			}
		case term.Not:
			if d := c.Arg(0); d.Op() == term.EqZero && d.Arg(0).Sort() == term.Int {
				e := d.Arg(0)
				if v := ans.Model.Eval(e); v.Num().Sign() > 0 {
					e = s.Store.Neg(e)
				}
				if h, ok := s.linear(s.Store.Add(e, s.Store.Int(1))); ok {
					p = append(p, h)
				}
			}
		}
	}
	return p, true, nil
}

// implicant appends literals that are true in a model of f and imply f.
func implicant(f term.Term, m solver.Model, ls []term.Term) []term.Term {
	st := f.Store()
	negated := f.Op() == term.Not
	g := f
	if negated {
		g = f.Arg(0)
	}
	sub := func(a term.Term) term.Term {
		if negated {
			return st.Not(a)
		}
		return a
	}
	switch op := g.Op(); {
	case op == term.And && !negated || op == term.Or && negated:
		for _, a := range g.Args() {
			ls = implicant(sub(a), m, ls)
		}
		return ls
	case op == term.And || op == term.Or:
		best := term.Term{}
		for _, a := range g.Args() {
			if a = sub(a); m.Eval(a).IsTrue() && (!best.Valid() || term.Size(a) < term.Size(best)) {
				best = a
			}
		}
		return implicant(best, m, ls)
	case op == term.Eq && g.Arg(0).Sort() == term.Bool:
		for _, a := range g.Args() {
			if !m.Eval(a).IsTrue() {
				a = st.Not(a)
			}
			ls = implicant(a, m, ls)
		}
		return ls
	}
	return append(ls, f)
}

// candidate separates the samples: every pair belongs to a half-space, the first that can be
// changed so that it separates this pair too.
func (s *sampler) candidate(prefer []term.Term) (term.Term, bool) {
	type group struct {
		as, bs []int
		half   term.Term
	}
	var groups []*group
	var disjuncts []term.Term
	for i := range s.as {
		for j := range s.bs {
			placed := false
			for _, g := range groups {
				as, bs := with(g.as, i), with(g.bs, j)
				if half, ok := s.separate(as, bs, prefer); ok {
					g.as, g.bs, g.half = as, bs, half
					placed = true
					break
				}
			}
			if placed {
				continue
			}
			half, ok := s.separate([]int{i}, []int{j}, prefer)
			if !ok {
				return half, false
			}
			groups = append(groups, &group{[]int{i}, []int{j}, half})
		}
	}
	for i := range s.as {
		var conjuncts []term.Term
		for j := range s.bs {
			at := slices.IndexFunc(groups, func(g *group) bool { return slices.Contains(g.as, i) && slices.Contains(g.bs, j) })
			conjuncts = append(conjuncts, groups[at].half)
		}
		disjuncts = append(disjuncts, s.Store.And(conjuncts...))
	}
	return s.Store.Or(disjuncts...), true
}

// with is the list with x.
func with(list []int, x int) []int {
	if slices.Contains(list, x) {
		return list
	}
	return append(slices.Clip(list), x)
}

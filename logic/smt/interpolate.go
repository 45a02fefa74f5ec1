package smt

import (
	"context"

	"craig/internal/logic/sat"
	"craig/logic/smt/internal/interpolate"
	"craig/logic/term"
)

// Method is how interpolants come about.
type Method uint8

const (
	// ByProof reads interpolants off a refutation. Where a lemma mixes the sides of a cut, it is
	// Backward for that one.
	ByProof = Method(interpolate.ByProof)
	// Backward takes weakest preconditions: an interpolant is what its parent's part, as far as an
	// unsatisfiable core needs it, wants for the parent's interpolant.
	Backward = Method(interpolate.Backward)
	// Forward takes strongest postconditions: an interpolant is what the children's interpolants
	// and the part, as far as a core needs it, say about the symbols that are shared. Where that
	// has no quantifier-free form it is Backward for that one.
	Forward = Method(interpolate.Forward)
)

// Simplification is what is done to interpolants afterwards.
type Simplification uint8

const (
	// Drop drops conjuncts, one node after the other, that the parent does not need.
	Drop = Simplification(interpolate.Drop)
	// Fewest also looks for a formula with few half-spaces and small coefficients
	// [Albarghouthi, McMillan 2013].
	Fewest = Simplification(interpolate.Fewest)
	// Untouched leaves them as they are.
	Untouched = Simplification(interpolate.Untouched)
)

// InterpolatorStats counts which method gave how many interpolants.
type InterpolatorStats struct {
	Proof, Backward, Forward, Failed int64
	Simplified                       int64 // by Fewest, of any
}

// Separate looks for a half-space over integers, a single inequality, that is true in all the points and false
// wherever all of the inequalities outside are true: one of prefer, or one with few
// terms, coefficients ±1 where that can be, and a constant near 0. Of outside it uses what is e <= 0. ok is false if
// there is none.
func Separate(st *term.Store, points []Model, outside, prefer []term.Term) (half term.Term, ok bool) {
	return interpolate.Separate(st, points, outside, prefer)
}

// Strength selects the propositional rules, and what theory lemmas contribute, when interpolants
// are read off a refutation; from the strongest to the weakest.
type Strength uint8

const (
	McMillan Strength = iota // [McMillan 2003]
	Pudlak                   // symmetric [Pudlák 1997]
	// Dual has the dual of McMillan's rules: I is Dual for (A, B) if ¬I is McMillan's for (B, A)
	// [D'Silva, Kroening, Purandare, Weissenbacher 2010]. In a tree with branches, whose interpolants need not
	// fit together then, it is Pudlak.
	Dual
)

// interpolator is the package's Interpolator.
//
// It takes an unsatisfiable core of the parts and refutes it with a Native that records its proof,
// in which every gate belongs to one part and every atom speaks of variables that occur together in
// one part, and reads the partial interpolants off the proof (partial.go). What that does not give
// is computed from a neighbour (weakest.go), and everything is simplified (beautiful.go).
type interpolator struct {
	st       *term.Store
	solver   *Native // for cores and simplification; without assertions between calls
	method   Method
	strength Strength
	shape    Simplification
	prefer   func() []term.Term
	stats    InterpolatorStats
}

// InterpolatorOption configures an Interpolator.
type InterpolatorOption func(*interpolator)

// WithMethod selects the method.
func WithMethod(m Method) InterpolatorOption {
	return func(p *interpolator) { p.method = m }
}

// WithStrength selects the propositional rules of ByProof.
func WithStrength(s Strength) InterpolatorOption {
	return func(p *interpolator) { p.strength = s }
}

// WithSimplification selects what is done to interpolants afterwards.
func WithSimplification(s Simplification) InterpolatorOption {
	return func(p *interpolator) { p.shape = s }
}

// WithPreferred has Fewest use the atoms that atoms lists, where they serve. It is asked
// at every call.
func WithPreferred(atoms func() []term.Term) InterpolatorOption {
	return func(p *interpolator) { p.prefer = atoms }
}

// NewInterpolator makes an Interpolator for terms of st.
func NewInterpolator(st *term.Store, opts ...InterpolatorOption) TreeInterpolator {
	p := &interpolator{st: st, solver: New(st)}
	for _, o := range opts {
		o(p)
	}
	return p
}

// Interpolate decides the conjunction of the parts and interpolates.
func (p *interpolator) Interpolate(ctx context.Context, parts []term.Term) (Answer, []term.Term) {
	if len(parts) == 0 {
		return p.solver.Check(ctx), nil
	}
	ans, itps := p.InterpolateTree(ctx, parts, interpolate.Sequence(len(parts)))
	if itps == nil {
		return ans, nil
	}
	return ans, append([]term.Term{p.st.True()}, itps...)
}

// InterpolateTree decides the conjunction of the parts and interpolates.
func (p *interpolator) InterpolateTree(ctx context.Context, parts []term.Term, parent []int) (Answer, []term.Term) {
	if len(parent) != len(parts) || !interpolate.ValidTree(parent) {
		panic("smt: the parents do not make a tree")
	}
	blasted := p.solver.stats.Blasted
	needed, ans := p.core(ctx, parts)
	if ans.Status != Unsat {
		return ans, nil
	}
	n := len(parts)
	j := &interpolate.Job{Store: p.st, Solver: p.solver, NewSolver: func(st *term.Store) Solver { return New(st) }, Method: interpolate.Method(p.method), Shape: interpolate.Simplification(p.shape), Prefer: p.prefer, Stats: (*interpolate.Stats)(&p.stats),
		Tree: interpolate.NewTree(parent), Parts: parts, Needed: needed, Itps: make([]term.Term, n)}
	j.Itps[n-1] = p.st.False()
	if p.method == ByProof {
		p.fromProof(ctx, j, p.solver.stats.Blasted > blasted)
	}
	if why := j.Finish(ctx); why != "" {
		p.stats.Failed++
		ans.Reason = why
		return ans, nil
	}
	return ans, j.Itps
}

// core decides the parts and returns of each what the refutation needs: less to prove again, and
// less for the interpolants to speak of.
func (p *interpolator) core(ctx context.Context, parts []term.Term) ([]term.Term, Answer) {
	p.solver.Push()
	defer p.solver.Pop()
	var cs []term.Term
	for _, f := range parts {
		cs = append(cs, term.Conjuncts(f)...)
	}
	ans := p.solver.Check(ctx, cs...)
	if ans.Status != Unsat {
		return nil, ans
	}
	in := map[term.Term]bool{}
	for _, c := range ans.Core {
		in[c] = true
	}
	needed := make([]term.Term, len(parts))
	for i, f := range parts {
		var cs []term.Term
		for _, c := range term.Conjuncts(f) {
			if in[c] {
				cs = append(cs, c)
			}
		}
		needed[i] = p.st.And(cs...)
	}
	return needed, Answer{Status: Unsat}
}

// maxProofFinals bounds the final checks of an interpolating run, which may not use all of the
// integer reasoning.
const maxProofFinals = 500

// fromProof refutes the parts with a recorded proof and enters the interpolants that it gives. With bits it was by their bits that the
// parts were seen to contradict each other.
func (p *interpolator) fromProof(ctx context.Context, j *interpolate.Job, bits bool) {
	parts := make([][]term.Term, len(j.Needed))
	for i := range parts {
		parts[i] = j.Needed[i : i+1]
	}
	rec := &recorder{}
	e := newNative(j.Store, rec)
	strength := p.strength
	if strength == Dual && j.Tree.Branches() {
		strength = Pudlak
	}
	pf := newReader(e, parts, j.Tree, strength)
	rec.reader = pf
	if bits { // this proof would take what the search did not have
		e.atMost = linearFinals
	}
	if e.refute(ctx, parts).Status != Unsat {
		return
	}
	pf.ids = rec.needed()
	pf.partial = make([]term.Term, len(rec.steps))
	for k := range len(j.Parts) - 1 {
		j.Itps[k] = pf.interpolant(k)
	}
}

// refute decides the conjunction of the parts' formulas with a recorded proof.
func (e *Native) refute(ctx context.Context, parts [][]term.Term) Answer {
	e.ctx = ctx
	for i, fs := range parts {
		e.part = int32(i)
		for _, f := range fs {
			for _, g := range term.Conjuncts(f) {
				e.stack = append(e.stack, entry{f: g})
				n, l := e.formula(g, positive)
				if n != 0 {
					e.use(n)
				}
				e.sat.AddTagged(sat.Origin{Kind: asserted, Index: e.part}, l)
			}
		}
	}
	return e.solve(len(e.stack))
}

// Stats returns the counters.
func (p *interpolator) Stats() InterpolatorStats { return p.stats }

package smt

import (
	"context"
	"slices"

	"craig/internal/logic/proof"
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/interpolate"
	"craig/logic/smt/internal/simplex"
	"craig/logic/term"
)

// Refutation shows that formulas have no model: a list of clauses, each with the reason why it holds, the
// last one empty.
type Refutation interface {
	// Check returns nil if every step holds: then the formulas have no model. Otherwise the error says
	// which step is wrong, or too hard to check, and why. It shares no code with what finds refutations.
	Check() error
	// Len is the number of steps.
	Len() int
}

// Refute decides the conjunction of fs from scratch and, if it is Unsat, says why; otherwise the refutation
// is nil. It does without some of the reasoning over integers that a Solver uses, so that it may answer
// Unknown where that one does not.
func Refute(ctx context.Context, st *term.Store, fs ...term.Term) (Answer, Refutation) {
	ans, x := refute(ctx, st, fs)
	if ans.Status != Unsat {
		return ans, nil
	}
	return ans, x.refutation()
}

// refute is Refute, and if the answer is Unsat what writes the refutation.
func refute(ctx context.Context, st *term.Store, fs []term.Term) (Answer, *export) {
	rec := &recorder{}
	e := newNative(st, rec)
	rec.reader = newReader(e, [][]term.Term{fs}, interpolate.NewTree(interpolate.Sequence(1)), McMillan)
	ans := e.refute(ctx, [][]term.Term{fs})
	if ans.Status != Unsat {
		return ans, nil
	}
	return Answer{Status: Unsat}, &export{e: e, out: &proof.Refutation{Inputs: slices.Clone(fs)}, atomOf: map[sat.Var]proof.Lit{}}
}

// export writes what a recorder recorded as a refutation.
type export struct {
	e      *Native
	out    *proof.Refutation
	atomOf map[sat.Var]proof.Lit
}

func (x *export) refutation() *proof.Refutation {
	rec := x.e.rec
	at := map[sat.ClauseID]int{}
	for _, id := range rec.needed() {
		s := &rec.steps[id]
		step := proof.Step{Clause: x.clause(s.lits)}
		switch s.kind {
		case assertion:
			step.Rule = proof.Input
		case original:
			step.Rule = proof.Definition
		case theorem:
			step.Rule, step.Cases = proof.Lemma, s.cases
			if s.split != nil {
				x.cut(s, &step)
			}
		case lemmaStep:
			step.Rule, step.Coefs = proof.Farkas, s.coefs
			if s.why == divisible {
				step.Rule = proof.Divisible
			}
		case derived:
			step.Rule = proof.Resolution
			for _, c := range s.chain {
				step.Premises = append(step.Premises, at[c])
			}
		}
		at[id] = len(x.out.Steps)
		x.out.Steps = append(x.out.Steps, step)
	}
	return x.out
}

func (x *export) clause(lits []sat.Lit) []proof.Lit {
	var out []proof.Lit
	for _, l := range lits {
		a, ok := x.atomOf[l.Var()]
		if !ok {
			x.out.Atoms = append(x.out.Atoms, x.atom(l.Var()))
			a = proof.Lit(len(x.out.Atoms))
			x.atomOf[l.Var()] = a
		}
		if l.IsNeg() {
			a = -a
		}
		out = append(out, a)
	}
	return out
}

// atom is what a variable of the SAT solver means.
func (x *export) atom(v sat.Var) proof.Atom {
	e := x.e
	if v == e.trueLit.Var() {
		return proof.Atom{Formula: e.st.True()}
	}
	if n := e.ownerOf(v); n != 0 {
		return proof.Atom{Formula: e.nodes[n].t}
	}
	a := e.atomOfVar(v)
	s := x.sum(simplex.RatForm{Terms: rationals(e.ar.definition(a.v))})
	s.Const = a.bound.R.Neg()
	return proof.Atom{Sum: s, Strict: !a.bound.D.IsZero()}
}

func rationals(ms []simplex.Monomial) []simplex.RatMonomial {
	out := make([]simplex.RatMonomial, len(ms))
	for i, m := range ms {
		out[i] = simplex.RatMonomial{Var: m.Var, Coeff: m.Coeff.Rat()}
	}
	return out
}

func (x *export) sum(f simplex.RatForm) proof.Sum {
	s := proof.Sum{Const: f.Const}
	for _, m := range f.Terms {
		s.Coefs = append(s.Coefs, m.Coeff)
		s.Terms = append(s.Terms, x.e.nodes[x.e.nodeOfVar[m.Var]].t)
	}
	return s
}

// bounded is form <= bound.
type bounded struct {
	form  []simplex.Monomial
	bound simplex.Value
}

// cut finds out why a cut holds: the coefficients of both sides of its split.
func (x *export) cut(s *step, to *proof.Step) {
	a := x.e.ar
	var ks []bounded
	for _, l := range s.lits { // negated
		at := x.e.atomOfVar(l.Var())
		k := bounded{a.definition(at.v), at.bound}
		if !l.IsNeg() {
			k = bounded{negatedForm(k.form), at.next.Mul(num.I(-1).Rat())}
		}
		ks = append(ks, k)
	}
	if coefs, ok := x.farkas(ks); ok {
		to.Rule, to.Coefs = proof.Farkas, coefs
		return
	}
	form := s.split.at.Integral().Terms
	low, lowOK := x.farkas(append(ks[:len(ks):len(ks)], bounded{form, simplex.Int(s.split.bound)}))
	next := simplex.Int(s.split.bound.Add(num.I(1)).Neg())
	high, highOK := x.farkas(append(ks[:len(ks):len(ks)], bounded{negatedForm(form), next}))
	if lowOK && highOK {
		to.Rule, to.Coefs, to.Others, to.At, to.Bound = proof.Split, low, high, x.sum(s.split.at), s.split.bound
	}
}

func negatedForm(f []simplex.Monomial) []simplex.Monomial {
	return simplex.Form{Terms: f}.Negated().Terms
}

// farkas are the coefficients with which constraints contradict each other over the rationals.
func (x *export) farkas(ks []bounded) ([]num.Rat, bool) {
	s := &simplex.Tableau{}
	vars := map[int32]int32{}
	var rows []int32
	for _, k := range ks {
		var row []simplex.Monomial
		for _, m := range k.form {
			v, ok := vars[m.Var]
			if !ok {
				v = s.NewVar(false)
				vars[m.Var] = v
			}
			row = append(row, simplex.Monomial{Var: v, Coeff: m.Coeff})
		}
		v := s.NewVar(false)
		s.Define(v, simplex.SortForm(row))
		rows = append(rows, v)
	}
	refuted := false
	for i, v := range rows {
		if !s.AssertUpper(v, ks[i].bound, sat.Lit(i)) {
			refuted = true
			break
		}
	}
	if !refuted && s.Check() {
		return nil, false
	}
	coefs := make([]num.Rat, len(ks))
	for i, l := range s.Conflict {
		coefs[l] = coefs[l].Add(s.Farkas[i])
	}
	return coefs, true
}

// Package falsify looks for values with which a step of a refutation that could not be shown is wrong. The checker of refutations does not need
// to know: for it what is not shown is not shown.
package falsify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"craig/internal/logic/proof"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of the search for counterexamples.
const (
	maxSteps = 60        // from one random model
	maxTerms = 2000      // of a clause
	maxEvals = 1_000_000 // of terms
	maxCells = 3         // of an array
)

// Check is what r.Check says, but of a lemma that was too hard to show the error says that it is wrong, with values, if some are found.
func Check(r interface{ Check() error }) error {
	err := r.Check()
	var at *proof.Wrong
	if of, ok := r.(*proof.Refutation); ok && errors.Is(err, proof.ErrTooHard) && errors.As(err, &at) {
		if x := counterexample(of, of.Steps[at.Step].Clause); x != "" {
			return fmt.Errorf("%s: that does not follow from what the operators mean: consider %s", at.What, x)
		}
	}
	return err
}

// counterexample looks for values with which all literals of a clause are false. It returns them as a
// text, or "" if there may be none.
func counterexample(of *proof.Refutation, clause []proof.Lit) string {
	x := &sample{of: of, known: map[term.Term]bool{}, r: rand.New(rand.NewPCG(1, 1)), pool: []num.Int{{}, num.I(1), num.I(-1), num.I(2), num.I(5)}}
	for _, f := range of.Inputs {
		x.st = f.Store()
		for _, v := range term.Vars(f, map[term.Term]bool{}, nil) {
			x.known[v] = true
		}
	}
	size := x.reads(clause)
	if size == 0 {
		return ""
	}
	for range maxEvals / maxSteps / size {
		x.values, x.order = map[term.Term]term.Term{}, nil
		best := x.falsified(clause)
		for range maxSteps {
			if best == len(clause) {
				return x.String()
			}
			// Another value for one of the terms, if that is not worse.
			if len(x.order) == 0 {
				break
			}
			t := x.order[x.r.IntN(len(x.order))]
			old := x.values[t]
			x.values[t] = x.any(t.Sort())
			if n := x.falsified(clause); n >= best {
				best = n
			} else {
				x.values[t] = old
			}
		}
	}
	return ""
}

// sample is a random model.
type sample struct {
	of     *proof.Refutation
	known  map[term.Term]bool // the variables of the inputs
	st     *term.Store
	r      *rand.Rand
	pool   []num.Int
	values map[term.Term]term.Term
	order  []term.Term // of the keys
}

// reads collects the constants of the clause and counts its terms; 0 if the clause is too large, or if it
// may hold by the choice of an index at which two arrays differ.
func (x *sample) reads(clause []proof.Lit) int {
	terms, chosen, equal := 0, false, false
	seen := map[string]bool{}
	look := func(t term.Term) {
		terms += term.Size(t)
		if terms > maxTerms {
			return
		}
		term.Walk(t, func(u term.Term) {
			if v := u.Num(); (u.Op() == term.Const || u.Op() == term.Sum) && v.IsInt() && !seen[v.String()] {
				seen[v.String()] = true
				for d := int64(-1); d <= 1; d++ {
					x.pool = append(x.pool, v.Num().Add(num.I(d)), v.Num().Neg().Add(num.I(d)))
				}
			}
			chosen = chosen || u.Op() == term.Var && !x.known[u]
			equal = equal || u.Op() == term.Eq && u.Arg(0).Sort().IsArray()
		})
	}
	for _, l := range clause {
		a := &x.of.Atoms[max(l, -l)-1]
		if a.Formula.Valid() {
			look(a.Formula)
		}
		for _, t := range a.Sum.Terms {
			look(t)
		}
	}
	if terms > maxTerms || chosen && equal {
		return 0
	}
	return max(1, terms)
}

// falsified counts the literals that are false.
func (x *sample) falsified(clause []proof.Lit) int {
	n := 0
	for _, l := range clause {
		if holds, ok := x.holds(&x.of.Atoms[max(l, -l)-1]); ok && holds != (l > 0) {
			n++
		}
	}
	return n
}

func (x *sample) holds(a *proof.Atom) (holds, ok bool) {
	if a.Formula.Valid() {
		v, ok := x.st.Eval(a.Formula, x.value)
		return ok && v.IsTrue(), ok
	}
	sum := a.Sum.Const
	for i, t := range a.Sum.Terms {
		v, ok := x.st.Eval(t, x.value)
		if !ok || v.Op() != term.Const { // elements of other sorts count as integers
			return false, false
		}
		sum = sum.Add(a.Sum.Coefs[i].Mul(v.Num()))
	}
	return sum.Sign() < 0 || sum.IsZero() && !a.Strict, true
}

// value is that of a variable, an application or a division by 0; always the same of one term.
func (x *sample) value(t term.Term) (term.Term, bool) {
	v, ok := x.values[t]
	if !ok {
		v = x.any(t.Sort())
		x.values[t] = v
		x.order = append(x.order, t)
	}
	return v, true
}

// any is some value of a sort, often one that another term has.
func (x *sample) any(s term.Sort) term.Term {
	if n := len(x.order); n > 0 && x.r.IntN(2) == 0 {
		if v := x.values[x.order[x.r.IntN(n)]]; v.Sort() == s {
			return v
		}
	}
	switch {
	case s == term.Bool:
		return x.st.Bool(x.r.IntN(2) == 0)
	case s == term.Int:
		return x.st.IntNum(x.pool[x.r.IntN(len(x.pool))])
	case s == term.Real:
		n := x.pool[x.r.IntN(len(x.pool))].Rat()
		return x.st.RealNum(n.Div(num.I(int64(1 + x.r.IntN(2))).Rat()))
	case s.IsArray():
		a := x.st.ConstArray(s, x.any(s.Elem()))
		for range x.r.IntN(maxCells + 1) {
			a = x.st.Store(a, x.any(s.Index()), x.any(s.Elem()))
		}
		return a
	}
	return x.st.Var(fmt.Sprintf("%s!%d", s, x.r.IntN(4)), s)
}

// String lists the values.
func (x *sample) String() string {
	var parts []string
	for _, t := range x.order {
		parts = append(parts, fmt.Sprintf("%s = %s", t, x.values[t]))
	}
	return strings.Join(parts, ", ")
}

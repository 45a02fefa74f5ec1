// Package qe eliminates quantifiers: exactly (Exists), and around one model (MBP).
//
// Both work cube by cube. A projector assumes the formula, choosing one disjunct wherever there
// is a choice, until there are only linear constraints, and then eliminates one variable after
// the other:
//
//   - by an equality a·x = s;
//   - over the rationals by Fourier and Motzkin, or around a model by its greatest lower bound
//     [Loos, Weispfenning 1993];
//   - over the integers by the same where the shadow is exact, by the dark shadow [Pugh 1991],
//     and else by the test points of [Cooper 1972]: x = (s + d)/a for a bound a·x ≥ s.
//
// The two differ only in who chooses: Exists tries all choices one after the other, MBP asks the
// model [Komuravelli, Gurfinkel, Chaki 2014; Bjørner, Janota 2015].
//
// Quotients and remainders by constants get an auxiliary variable for the quotient, which is
// eliminated with the others; a[i] for an array a that is to be eliminated gets one for each
// index that differs; what is still in the way (products, functions of x, …) takes the value of x
// in the model, and is too hard for Exists.
package qe

import (
	"context"
	"strconv"

	"craig/logic/num"
	"craig/logic/term"
)

// Model gives values to terms; every smt.Model is one.
type Model interface {
	Eval(t term.Term) term.Term
}

// MBP is a conjunction g without vars such that g ⇒ ∃ vars. f, and g is true in the model, of
// which f must be true; for a model of ¬f it is false. Variables of uninterpreted sorts for which
// no other term of the same value is in f are not eliminated.
func MBP(st *term.Store, vars []term.Term, f term.Term, m Model) term.Term {
	p := newProjector(context.Background(), st, vars)
	p.model = m
	return p.run(f)
}

// maxCubes bounds how many combinations of choices Exists tries.
const maxCubes = 4000

// Exists is a formula without vars that is equivalent to ∃ vars. f. ok is false if that was too
// hard or ctx is done.
func Exists(ctx context.Context, st *term.Store, vars []term.Term, f term.Term) (g term.Term, ok bool) {
	return ExistsWithin(ctx, st, vars, f, maxCubes)
}

// ExistsWithin is Exists that gives up after so many combinations of choices.
func ExistsWithin(ctx context.Context, st *term.Store, vars []term.Term, f term.Term, most int) (g term.Term, ok bool) {
	var cubes []term.Term
	c := &choices{}
	for range most {
		p := newProjector(ctx, st, vars)
		p.choices = c
		g := p.run(f)
		if p.hard || ctx.Err() != nil {
			return term.Term{}, false
		}
		cubes = append(cubes, g)
		if g.IsTrue() || !c.next() {
			return st.Or(cubes...), true
		}
	}
	return term.Term{}, false
}

// Project is Exists by a solver: next returns a model of f and the negation of what was found so
// far, and false when there is none. exact is false if max models were not enough; then g implies
// ∃ vars. f, and no more. An error of next is returned as it is.
func Project(st *term.Store, vars []term.Term, f term.Term, max int, next func(rest term.Term) (Model, bool, error)) (g term.Term, exact bool, err error) {
	g = st.False()
	for range max {
		m, ok, err := next(st.And(f, st.Not(g)))
		if err != nil {
			return g, false, err
		}
		if !ok {
			return g, true, nil
		}
		g = st.Or(g, MBP(st, vars, f, m))
	}
	return g, false, nil
}

// choices is a path in the tree of choices, for trying all of them by depth-first search.
type choices struct {
	path  []choice
	depth int // of the current run
}

type choice struct{ taken, of int }

// take is the next choice of the current run.
func (c *choices) take(of int) int {
	if c.depth == len(c.path) {
		c.path = append(c.path, choice{0, of})
	}
	c.depth++
	return c.path[c.depth-1].taken
}

// next goes to the next path; false if all have been tried.
func (c *choices) next() bool {
	c.depth = 0
	for n := len(c.path); n > 0; n-- {
		last := &c.path[n-1]
		if last.taken++; last.taken < last.of {
			return true
		}
		c.path = c.path[:n-1]
	}
	return false
}

// kind is the relation of a constraint.
type kind uint8

const (
	le      kind = iota // e ≤ 0
	lt                  // e < 0, over Real
	eq                  // e = 0
	divides             // n | e, over Int
	other               // e is a formula: a literal that is not arithmetic
)

// constraint is a literal that mentions variables to be eliminated.
type constraint struct {
	kind kind
	e    term.Term
	n    num.Int // of divides, positive
}

// projector eliminates variables from one cube.
type projector struct {
	ctx     context.Context
	st      *term.Store
	model   Model    // or nil
	choices *choices // or nil

	vars  []term.Term // in the order given, auxiliary ones after them
	left  map[term.Term]bool
	aux   map[term.Term]bool
	value map[term.Term]term.Term // of auxiliary variables in the model
	has   map[term.Term]bool      // cache of mentions

	quotient map[[2]term.Term]term.Term // auxiliary variables by dividend and divisor
	reads    map[term.Term][]read       // by array variable

	cons []constraint
	out  []term.Term // without variables to be eliminated
	dead bool        // the cube is false
	hard bool        // given up
}

// read is an element of an array that is to be eliminated.
type read struct{ index, elem term.Term }

func newProjector(ctx context.Context, st *term.Store, vars []term.Term) *projector {
	p := &projector{
		ctx: ctx, st: st,
		left:     map[term.Term]bool{},
		aux:      map[term.Term]bool{},
		value:    map[term.Term]term.Term{},
		has:      map[term.Term]bool{},
		quotient: map[[2]term.Term]term.Term{},
		reads:    map[term.Term][]read{},
	}
	for _, v := range vars {
		if !p.left[v] {
			p.left[v] = true
			p.vars = append(p.vars, v)
		}
	}
	return p
}

// run projects one cube of f.
func (p *projector) run(f term.Term) term.Term {
	f = p.substituteBools(p.substituteEqualities(f))
	p.assume(f)
	p.eliminate()
	if p.dead {
		return p.st.False()
	}
	return p.st.And(p.strongest(p.out)...)
}

// strongest drops inequalities that say less than another one about the same sum.
func (p *projector) strongest(fs []term.Term) []term.Term {
	best := map[term.Term]int{} // by the sum without its constant: the place in out
	var out []term.Term
	for _, f := range fs {
		for _, g := range term.Conjuncts(f) {
			if g.Op() == term.LeZero {
				base, c := p.withoutConstant(g.Arg(0))
				if i, ok := best[base]; ok {
					if _, d := p.withoutConstant(out[i].Arg(0)); d.Less(c) {
						out[i] = g
					}
					continue
				}
				best[base] = len(out)
			}
			out = append(out, g)
		}
	}
	return out
}

// withoutConstant splits a sum into its terms and its constant.
func (p *projector) withoutConstant(e term.Term) (base term.Term, c num.Rat) {
	if e.Op() != term.Sum {
		return e, c
	}
	if e.Sort() == term.Int {
		return p.st.Sub(e, p.st.IntNum(e.Num().Num())), e.Num()
	}
	return p.st.Sub(e, p.st.RealNum(e.Num())), e.Num()
}

// mentions says whether t contains a variable that is to be eliminated.
func (p *projector) mentions(t term.Term) bool {
	if v, ok := p.has[t]; ok {
		return v
	}
	term.Walk(t, func(u term.Term) {
		if _, ok := p.has[u]; ok {
			return
		}
		v := p.left[u]
		for _, a := range u.Args() {
			v = v || p.has[a]
		}
		p.has[u] = v
	})
	return p.has[t]
}

// fresh is a new auxiliary variable that stands for t, a term over the others with a value. Every
// projector has the same auxiliary variables, so that the store does not grow with each; results
// never mention them.
func (p *projector) fresh(t term.Term) term.Term {
	v := p.st.Var("qe!"+strconv.Itoa(len(p.aux))+"!"+t.Sort().String(), t.Sort())
	p.left[v], p.aux[v], p.has[v] = true, true, true
	p.vars = append(p.vars, v)
	if p.model != nil {
		p.value[v] = p.eval(t)
	}
	return v
}

// eval is t's value in the model.
func (p *projector) eval(t term.Term) term.Term {
	v, ok := p.st.Eval(t, func(u term.Term) (term.Term, bool) {
		if v, ok := p.value[u]; ok {
			return v, true
		}
		return p.model.Eval(u), true
	})
	if !ok {
		return p.model.Eval(t)
	}
	return v
}

// pick chooses one of the options, of which at least one holds, or the cube is false: then it is
// dead, and the result is -1.
func (p *projector) pick(options ...term.Term) int {
	var open []int
	for i, o := range options {
		if o.IsTrue() {
			return i
		}
		if !o.IsFalse() {
			open = append(open, i)
		}
	}
	switch {
	case len(open) == 0:
		p.dead = true
		return -1
	case p.model != nil:
		for _, i := range open {
			if p.eval(options[i]).IsTrue() {
				return i
			}
		}
		p.dead = true
		return -1
	case len(open) == 1:
		return open[0]
	}
	return open[p.choices.take(len(open))]
}

// substituteEqualities uses conjuncts x = t of the whole formula, which takes no choice.
func (p *projector) substituteEqualities(f term.Term) term.Term {
	for {
		x, t := p.definition(f)
		if !x.Valid() {
			return f
		}
		delete(p.left, x)
		p.forget()
		f = p.st.Subst(f, map[term.Term]term.Term{x: t})
	}
}

// forget empties the cache of mentions, after a variable has gone.
func (p *projector) forget() { clear(p.has) }

// definition looks for a conjunct that says x = t for a variable x to be eliminated.
func (p *projector) definition(f term.Term) (x, t term.Term) {
	for _, c := range term.Conjuncts(f) {
		switch c.Op() {
		case term.EqZero:
			if x, t := p.solve(c.Arg(0)); x.Valid() {
				return x, t
			}
		case term.Eq:
			for i, x := range c.Args() {
				if t := c.Arg(1 - i); p.left[x] && !term.Contains(t, x) {
					return x, t
				}
			}
		case term.Var:
			if p.left[c] {
				return c, p.st.True()
			}
		case term.Not:
			if x := c.Arg(0); p.left[x] {
				return x, p.st.False()
			}
		}
	}
	return term.Term{}, term.Term{}
}

// solve solves e = 0 for a variable with coefficient ±1 (over Real, any coefficient).
func (p *projector) solve(e term.Term) (x, t term.Term) {
	for i, x := range summands(e) {
		if !p.left[x] {
			continue
		}
		c := coefficient(e, i)
		if e.Sort() == term.Int && !c.Abs().IsOne() {
			continue
		}
		rest := p.st.Sub(e, p.st.Scale(c, x))
		if !term.Contains(rest, x) {
			return x, p.st.Scale(c.Inv().Neg(), rest)
		}
	}
	return term.Term{}, term.Term{}
}

// summands are the terms of a sum, and coefficient(e, i) their coefficients.
func summands(e term.Term) []term.Term {
	switch e.Op() {
	case term.Sum:
		return e.Args()
	case term.Const:
		return nil
	}
	return []term.Term{e}
}

func coefficient(e term.Term, i int) num.Rat {
	if e.Op() == term.Sum {
		return e.Coeff(i)
	}
	return num.R(1, 1)
}

// substituteBools chooses the values of Boolean variables.
func (p *projector) substituteBools(f term.Term) term.Term {
	m := map[term.Term]term.Term{}
	for _, v := range p.vars {
		if v.Sort() == term.Bool && p.left[v] && p.mentions(f) && term.Contains(f, v) {
			m[v] = p.st.Bool(p.pick(v, p.st.Not(v)) == 0)
		}
	}
	for v := range m {
		delete(p.left, v)
	}
	p.forget()
	return p.st.Subst(f, m)
}

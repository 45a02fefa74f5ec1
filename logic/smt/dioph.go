package smt

import (
	"maps"
	"slices"

	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
)

// dioph solves the equations among the bounds over the integers [Griggio 2012]: variables are
// eliminated one after the other; where no coefficient is 1, a new variable takes the place of a
// combination with smaller coefficients. An equation whose coefficients have a divisor that its
// constant has not is a conflict. Otherwise the solution tells which remainders a sum can have.
type dioph struct {
	a    *arith
	eqs  []equation
	subs map[int32]*equation // solved: x = form + c
	next int32               // the next new variable; they are negative

	fixed []int32     // by original equation: the fixed variable it comes from
	defs  []*equation // by new variable, from -1 down: its definition, form + c = 0
	steps int
}

// equation is Σ form + c = 0, and at the same time Σ by·(original equations), up to integer
// multiples of definitions of new variables.
type equation struct {
	form  map[int32]num.Int
	c     num.Int
	by    map[int32]num.Rat
	large bool // a number was too large to go on
}

// maxDioph bounds the work: equations, variables of one, and digits.
const (
	maxEquations = 60
	maxDiophSize = 60
	maxDiophBits = 128
	maxDiophStep = 4000
)

// equations collects the equations among the bounds in use; ok is false if there are too many.
func (a *arith) equations() (*dioph, bool) {
	d := &dioph{a: a, subs: map[int32]*equation{}, next: -1}
	for v := range a.Vars {
		x := &a.Vars[v]
		if !x.IsInt || a.uses[v] == 0 || !x.Lower.Known || !x.Upper.Known || x.Lower.Value.Cmp(x.Upper.Value) != 0 {
			continue
		}
		eq := equation{form: map[int32]num.Int{}, c: x.Lower.Value.R.Num().Neg(), by: map[int32]num.Rat{}}
		for _, m := range a.definition(int32(v)) {
			eq.form[m.Var] = m.Coeff
		}
		eq.by[int32(len(d.fixed))] = num.I(1).Rat()
		d.fixed = append(d.fixed, int32(v))
		d.eqs = append(d.eqs, eq)
	}
	return d, len(d.eqs) > 0 && len(d.eqs) <= maxEquations
}

// vars returns the variables of an equation in order.
func (q *equation) vars() []int32 {
	vs := make([]int32, 0, len(q.form))
	for v := range q.form {
		vs = append(vs, v)
	}
	slices.Sort(vs)
	return vs
}

// addMul adds k·r to q.
func (q *equation) addMul(k num.Int, r *equation) {
	for v, c := range r.form {
		n := q.form[v].Add(k.Mul(c))
		if n.IsZero() {
			delete(q.form, v)
		} else {
			q.form[v] = n
		}
	}
	q.c = q.c.Add(k.Mul(r.c))
	for i, c := range r.by {
		q.by[i] = q.by[i].Add(k.Rat().Mul(c))
	}
	q.large = q.large || q.c.BitLen() > maxDiophBits
}

// apply substitutes what is solved.
func (d *dioph) apply(q *equation) {
	for {
		x, found := int32(0), false
		for v := range q.form {
			if d.subs[v] != nil && (!found || v < x) {
				x, found = v, true
			}
		}
		if !found {
			return
		}
		q.addMul(q.form[x].Neg(), d.subs[x]) // subs[x] is x + … = 0
		d.steps++
		if d.steps > maxDiophStep || q.large {
			d.steps = maxDiophStep + 1
			return
		}
	}
}

// normalise divides by the gcd of the coefficients; false if the constant is no multiple of it.
func (q *equation) normalise() (g num.Int, ok bool) {
	for _, c := range q.form {
		g = g.Gcd(c)
	}
	if !g.Divides(q.c) {
		return g, false
	}
	if !g.IsZero() && !g.IsOne() {
		for v, c := range q.form {
			q.form[v], _ = c.QuoRem(g)
		}
		q.c, _ = q.c.QuoRem(g)
		inv := g.Rat().Inv()
		for i, c := range q.by {
			q.by[i] = c.Mul(inv)
		}
	}
	return g, true
}

// solve eliminates. It returns an equation without integer solution, if it finds one; done is
// false if it was too much work.
func (d *dioph) solve() (bad *equation, done bool) {
	for i := range d.eqs {
		q := &d.eqs[i]
		for {
			d.apply(q)
			if d.steps > maxDiophStep || len(q.form) > maxDiophSize {
				return nil, false
			}
			if g, ok := q.normalise(); !ok {
				if !g.IsZero() {
					inv := g.Rat().Inv()
					for i, c := range q.by {
						q.by[i] = c.Mul(inv)
					}
					return q, true
				}
				return nil, true // a contradiction over the rationals: not ours to find
			}
			if len(q.form) == 0 {
				break
			}
			if d.eliminate(q) {
				break
			}
			d.steps += len(q.form)
		}
	}
	return nil, true
}

// eliminate solves q for a variable with coefficient ±1, or makes q's coefficients smaller.
func (d *dioph) eliminate(q *equation) bool {
	k, found := int32(0), false
	for _, v := range q.vars() {
		if !found || q.form[v].Abs().Less(q.form[k].Abs()) {
			k, found = v, true
		}
	}
	a := q.form[k]
	if a.Abs().IsOne() {
		s := &equation{form: map[int32]num.Int{}, by: map[int32]num.Rat{}}
		s.addMul(a, q) // a·a = 1
		d.subs[k] = s
		return true
	}
	// New t = x_k + Σ q_j·x_j + q_c, where a_j = a·q_j + r_j: substitute x_k.
	t := d.next
	d.next--
	def := &equation{form: map[int32]num.Int{k: num.I(1), t: num.I(-1)}, by: map[int32]num.Rat{}}
	for _, v := range q.vars() {
		if v == k {
			continue
		}
		if quo := nearest(q.form[v], a); !quo.IsZero() {
			def.form[v] = quo
		}
	}
	def.c = nearest(q.c, a)
	d.subs[k] = def
	d.defs = append(d.defs, &equation{form: maps.Clone(def.form), c: def.c})
	d.steps++
	return false
}

// nearest is the integer nearest to a/b.
func nearest(a, b num.Int) num.Int {
	return num.Quo(a, b).Add(num.R(1, 2)).Floor()
}

// conflict is the clause of an equation without solution, with its coefficients.
func (d *dioph) conflict(q *equation) (clause []sat.Lit, coefs []num.Rat) {
	a := d.a
	a.out = a.out[:0]
	for i, v := range d.fixed {
		if c, ok := q.by[int32(i)]; ok && !c.IsZero() {
			x := &a.Vars[v]
			a.out = append(a.out, x.Upper.Lit.Not(), x.Lower.Lit.Not())
			coefs = append(coefs, c, num.Rat{})
		}
	}
	return a.out, coefs
}

// diophantine looks for a conflict among the equations, and for bounds that their solution
// tightens, which become clauses. more tells that it found some.
func (e *Native) diophantine() (conflict []sat.Lit, more bool) {
	d, ok := e.ar.equations()
	if !ok {
		return nil, false
	}
	bad, done := d.solve()
	if bad != nil {
		c, coefs := d.conflict(bad)
		e.rec.because(divisible, coefs)
		return c, false
	}
	if !done {
		return nil, false
	}
	return nil, e.tighten(d)
}

// tighten adds clauses that move the bounds of sums to the next value that the solution of the
// equations allows.
func (e *Native) tighten(d *dioph) bool {
	a := e.ar
	var found []cut
	for v := range a.Vars {
		x := &a.Vars[v]
		if !x.IsInt || a.uses[v] == 0 || !x.Lower.Known && !x.Upper.Known {
			continue
		}
		if x.Lower.Known && x.Upper.Known && x.Lower.Value.Cmp(x.Upper.Value) == 0 {
			continue
		}
		q := &equation{form: map[int32]num.Int{}, by: map[int32]num.Rat{}}
		for _, m := range a.definition(int32(v)) {
			q.form[m.Var] = m.Coeff
		}
		d.apply(q)
		if d.steps > maxDiophStep {
			return false
		}
		var g num.Int
		for _, c := range q.form {
			g = g.Gcd(c)
		}
		if g.IsZero() || g.IsOne() {
			continue
		}
		rem := mod(q.c, g) // v ≡ rem mod g
		reasons := func(first sat.Lit) []sat.Lit {
			cl := []sat.Lit{first}
			for i, w := range d.fixed {
				if c := q.by[int32(i)]; !c.IsZero() {
					cl = append(cl, a.Vars[w].Upper.Lit.Not(), a.Vars[w].Lower.Lit.Not())
				}
			}
			return cl
		}
		if x.Upper.Known {
			u := x.Upper.Value.R.Num()
			if t := u.Sub(mod(u.Sub(rem), g)); t.Less(u) {
				found = append(found, cut{append(reasons(x.Upper.Lit.Not()), a.upperLit(int32(v), simplex.Int(t))), e.splitOf(d, q, g, t)})
			}
		}
		x = &a.Vars[v]
		if x.Lower.Known {
			l := x.Lower.Value.R.Num()
			if t := l.Add(mod(rem.Sub(l), g)); l.Less(t) {
				found = append(found, cut{append(reasons(x.Lower.Lit.Not()), a.lowerLit(int32(v), simplex.Int(t))), e.splitOf(d, q, g, t.Sub(num.I(1)))})
			}
		}
	}
	return e.addCuts(found)
}

// splitOf is for a proof that a sum with the value q.form + q.c, where g divides the coefficients,
// is at most t or at least t + g, for a t that it can have. New variables are written as what they
// stand for.
func (e *Native) splitOf(d *dioph, q *equation, g, t num.Int) split {
	if e.rec == nil {
		return split{}
	}
	form := maps.Clone(q.form)
	var c num.Int
	for i := len(d.defs) - 1; i >= 0; i-- { // a definition mentions older variables only
		x := int32(-1 - i)
		k, ok := form[x]
		if !ok {
			continue
		}
		delete(form, x)
		for v, m := range d.defs[i].form {
			if v != x {
				form[v] = form[v].Add(k.Mul(m))
			}
		}
		c = c.Add(k.Mul(d.defs[i].c))
	}
	var at simplex.RatForm
	inv := g.Rat().Inv()
	for _, v := range (&equation{form: form}).vars() {
		at.Add(form[v].Rat().Mul(inv), d.a.definition(v))
	}
	bound := num.Quo(t.Sub(q.c).Sub(c), g).Floor()
	return split{at, bound}
}

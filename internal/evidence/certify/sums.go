package certify

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// Sums are defined, not assumed: whatever the state, there is exactly one array with P[0] = 0 and P[k+1] = P[k] + addend(k) for all
// integers k. So a formula that speaks of a sum in a state may be given any consequence of that. These are, at the indices that the
// formulas of a condition speak of and those next to them:
//
//   - the definition, where nothing is known of the state but names;
//   - where a region is store(r, p, v), what the sum is by that of r: the lemma of stores, which define has a solver show by induction;
//   - where paths meet, that the sum is the one of the path that is taken;
//   - where the addends are between constants, that differences of sums are between multiples of these: by induction on the distance.

// sum is a verdict.Sum of a program.
type sum struct {
	v      *ir.Var // its name
	index  string
	addend term.Term
	deps   []*ir.Var        // the variables of the addend
	stores map[*ir.Var]bool // regions for which the lemma of stores has been shown

	least, most bounded // of addends
}

// bounded is a number, if there is one.
type bounded struct {
	n  num.Int
	ok bool
}

// summed is a sum in a state: an array P.
type summed struct {
	*sum
	values map[*ir.Var]term.Term // of deps
	P      term.Term
	done   map[term.Term]bool // indices of which something has been said
	at     []term.Term        // those of them that formulas speak of
	begun  bool
}

// join is what a variable is where paths meet: one of values, as taken says.
type join struct{ taken, values []term.Term }

// sumsOf are the sums of a proof of p, which are complained about if they are none.
func sumsOf(p *ir.Program, proof verdict.Elements) (list []*sum, err error) {
	names := map[string]bool{"": true}
	vars := map[string]*ir.Var{}
	for _, v := range programVars(p) {
		vars[v.Name] = v
	}
	p.AllVars(func(v *ir.Var) {
		for _, at := range sem.Moments {
			names[sem.Value{Var: v, At: at}.Name()] = true
		}
	})
	for _, name := range proof.Bound {
		names[name] = true
	}
	wrong := func(format string, args ...any) error {
		return &Rejection{Reason: fmt.Sprintf(format, args...), Prog: p}
	}
	for _, s := range proof.Sums {
		if names[s.Name] {
			return nil, wrong("the sum %q has the name of another one", s.Name)
		}
		names[s.Name] = true
		if !s.Addend.Valid() || s.Addend.Sort() != term.Int {
			return nil, wrong("what %s adds up is no integer", s.Name)
		}
		if vars[s.Index] != nil || s.Index == "" {
			return nil, wrong("the index of %s has the name of a variable", s.Name)
		}
		q := &sum{v: &ir.Var{Name: s.Name, Type: ir.Type{Kind: ir.Memory}}, index: s.Index, addend: s.Addend, stores: map[*ir.Var]bool{}}
		for _, x := range term.Vars(s.Addend, map[term.Term]bool{}, nil) {
			v := vars[x.Name()]
			switch {
			case x.Name() == s.Index && x.Sort() == term.Int:
			case v == nil || x.Sort() != sem.Sort(v.Type):
				return nil, wrong("what %s adds up mentions %s, which is no variable of the program", s.Name, x.Name())
			default:
				q.deps = append(q.deps, v)
			}
		}
		q.least, q.most = extremes(s.Addend)
		list = append(list, q)
	}
	for _, s := range list {
		if slices.ContainsFunc(list, func(q *sum) bool { return q.v.Name == s.index }) {
			return nil, wrong("the index of %s has the name of a sum", s.v.Name)
		}
	}
	for l, f := range proof.Invariants { // order does not matter: any complaint is a bug of the engine
		for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
			is := func(s *sum) bool { return s.v.Name == x.Name() }
			if slices.ContainsFunc(list, is) && x.Sort() != sem.Sort(ir.Type{Kind: ir.Memory}) {
				return nil, &Rejection{To: l, Reason: fmt.Sprintf("the sum %s is no array", x.Name()), Prog: p}
			}
		}
	}
	return list, nil
}

// extremes are constants between which t is whatever its variables are.
func extremes(t term.Term) (least, most bounded) {
	switch t.Op() {
	case term.Const:
		n, ok := t.IntValue()
		return bounded{n, ok}, bounded{n, ok}
	case term.Ite:
		l, m := extremes(t.Arg(1))
		k, n := extremes(t.Arg(2))
		if k.ok && k.n.Less(l.n) {
			l.n = k.n
		}
		if n.ok && m.n.Less(n.n) {
			m.n = n.n
		}
		l.ok, m.ok = l.ok && k.ok, m.ok && n.ok
		return l, m
	}
	return least, most
}

// instantiated says that the invariants speak of all elements or of sums, so that instances of these are taken.
func (c *cutSet) instantiated() bool { return len(c.bound) > 0 || len(c.sums) > 0 }

// sumOf is the sum that has the name v; nil for a variable of the program.
func (c *cutSet) sumOf(v *ir.Var) *sum {
	for _, s := range c.sums {
		if s.v == v {
			return s
		}
	}
	return nil
}

// define adds the sums, and shows for each and each of its regions the lemma of stores, if that is so.
func (c *cutSet) define(ctx context.Context, p *ir.Program, sums []*sum, newSolver func(*term.Store) solver.Solver) error {
	c.sums = sums
	for _, s := range sums {
		c.byName[s.v.Name] = s.v
		for _, d := range s.deps {
			if d.Type.Kind == ir.Memory {
				s.stores[d] = s.lemma(ctx, p, d, newSolver)
			}
		}
	}
	return ctx.Err()
}

// lemma shows that for all t the lemma of stores in a region holds, by induction: it holds at 0, and if at t, then at t + 1 and at t - 1.
func (s *sum) lemma(ctx context.Context, p *ir.Program, region *ir.Var, newSolver func(*term.Store) solver.Solver) bool {
	st := term.NewStore()
	context := sem.New(st, p)
	before, after := map[*ir.Var]term.Term{}, map[*ir.Var]term.Term{}
	for _, d := range s.deps {
		before[d], after[d] = context.Var(d), context.Var(d)
	}
	addr, t := st.Fresh("addr", term.Int), st.Fresh("t", term.Int)
	after[region] = st.Store(before[region], addr, st.Fresh("val", term.Int))
	sort := sem.Sort(ir.Type{Kind: ir.Memory})
	a := &summed{sum: s, values: before, P: st.Fresh("P", sort)}
	b := &summed{sum: s, values: after, P: st.Fresh("Q", sort)}
	i, ok := a.indexOf(st, region, addr)
	if !ok {
		return false
	}
	holds := func(t term.Term) term.Term { return stored(st, a, b, i, t) }
	next := st.Add(t, st.Int(1))
	steps := st.And(a.step(st, next), b.step(st, next))
	for _, q := range []term.Term{
		st.And(a.first(st), b.first(st), st.Not(holds(st.Int(0)))),
		st.And(steps, holds(t), st.Not(holds(next))),
		st.And(steps, holds(next), st.Not(holds(t))),
	} {
		one := newSolver(st)
		one.Assert(q)
		ans := one.Check(ctx)
		solver.Close(one)
		if ans.Status != solver.Unsat {
			return false
		}
	}
	return true
}

// stored is the lemma of stores: b is a with one cell changed, that of the addend i. The sum up to t grows by as much as the addend does, if that is one
// of them; sums up to negative indices have the addends from there to -1, negated.
func stored(st *term.Store, a, b *summed, i, t term.Term) term.Term {
	zero := st.Int(0)
	grown := st.Sub(b.addendAt(st, i), a.addendAt(st, i))
	up := st.Ite(st.And(st.Le(zero, i), st.Lt(i, t)), grown, zero)
	down := st.Ite(st.And(st.Le(t, i), st.Lt(i, zero)), grown, zero)
	return st.Eq(st.Select(b.P, t), st.Sub(st.Add(st.Select(a.P, t), up), down))
}

// addendAt is the addend of index k.
func (z *summed) addendAt(st *term.Store, k term.Term) term.Term {
	m := map[term.Term]term.Term{st.Var(z.index, term.Int): k}
	for _, d := range z.deps {
		m[st.Var(d.Name, sem.Sort(d.Type))] = z.values[d]
	}
	return st.Subst(st.Import(z.addend), m)
}

// first and step are the definition: P[0] = 0, and P[t] = P[t-1] + addend(t-1).
func (z *summed) first(st *term.Store) term.Term {
	return st.Eq(st.Select(z.P, st.Int(0)), st.Int(0))
}

func (z *summed) step(st *term.Store, t term.Term) term.Term {
	last := st.Sub(t, st.Int(1))
	return st.Eq(st.Select(z.P, t), st.Add(st.Select(z.P, last), z.addendAt(st, last)))
}

// indexOf is the index of the addend that reads the region at addr, if any does; ok is false if addends may read it at several places, or not at
// one that is linear in the index.
func (z *summed) indexOf(st *term.Store, region *ir.Var, addr term.Term) (i term.Term, ok bool) {
	r, k := st.Var(region.Name, sem.Sort(region.Type)), st.Var(z.index, term.Int)
	var cell term.Term
	several := false
	term.Walk(st.Import(z.addend), func(t term.Term) {
		for n := range t.NumArgs() {
			switch {
			case t.Op() == term.Select && n == 0 && t.Arg(0) == r:
				several = several || cell.Valid() && cell != t.Arg(1)
				cell = t.Arg(1)
			case t.Arg(n) == r:
				several = true
			}
		}
	})
	if several || !cell.Valid() || mentions(cell, r) {
		return i, false
	}
	at := func(k term.Term, t term.Term) term.Term {
		return st.Subst(t, map[term.Term]term.Term{st.Var(z.index, term.Int): k})
	}
	rest := at(st.Int(0), cell)
	c, ok := st.Sub(at(st.Int(1), cell), rest).IntValue()
	if !ok || c.IsZero() || st.Add(st.Mul(st.IntNum(c), k), rest) != cell {
		return i, false
	}
	m := map[term.Term]term.Term{}
	for _, d := range z.deps {
		m[st.Var(d.Name, sem.Sort(d.Type))] = z.values[d]
	}
	rest = st.Subst(rest, m)
	if c.Sign() < 0 {
		return st.Div(st.Sub(rest, addr), st.IntNum(c.Neg())), true
	}
	return st.Div(st.Sub(addr, rest), st.IntNum(c)), true
}

// sumIn is a sum in a state.
func (e *encoder) sumIn(s *sum, env state) term.Term {
	values := map[*ir.Var]term.Term{}
	for _, d := range s.deps {
		values[d] = e.sem.Var(d)
		if i, ok := e.index[d]; ok {
			values[d] = e.value(env, i)
		}
	}
	return e.sumOver(s, values).P
}

// sumOver is a sum where the variables of its addend have these values.
func (e *encoder) sumOver(s *sum, values map[*ir.Var]term.Term) *summed {
	same := true
	for _, d := range s.deps {
		same = same && values[d] == e.sem.Var(d)
	}
	for _, z := range e.summed {
		if z.sum == s && !slices.ContainsFunc(s.deps, func(d *ir.Var) bool { return z.values[d] != values[d] }) {
			return z
		}
	}
	z := &summed{sum: s, values: values, done: map[term.Term]bool{}, P: e.st.Var(s.v.Name, sem.Sort(s.v.Type))}
	if !same {
		z.P = e.st.Fresh(s.v.Name, z.P.Sort())
	}
	e.summed = append(e.summed, z)
	return z
}

// unfold says of all sums that have come up what they are at the indices that have.
func (e *encoder) unfold() {
	var at []term.Term
	for _, s := range e.cuts.sums {
		e.sumIn(s, nil)
	}
	for _, a := range e.accesses {
		if e.cuts.sumOf(a.region) != nil && !slices.Contains(at, a.addr) {
			at = append(at, a.addr)
		}
	}
	for i := 0; i < len(e.summed); i++ { // which makes others
		z := e.summed[i]
		if !z.begun {
			z.begun = true
			e.assert(z.first(e.st))
		}
		for _, t := range at {
			e.tell(z, t)
		}
	}
}

// tell says what z is at t and next to it.
func (e *encoder) tell(z *summed, t term.Term) {
	if slices.Contains(z.at, t) {
		return
	}
	st := e.st
	before, next := st.Sub(t, st.Int(1)), st.Add(t, st.Int(1))
	by := e.related(z)
	for _, t := range []term.Term{before, t, next} {
		if !z.done[t] && by != nil {
			e.assert(by(t))
		}
		z.done[t] = true
	}
	if by == nil {
		for _, t := range []term.Term{t, next} {
			f := z.step(st, t)
			e.assert(f)
			e.ranges(f)
			term.Walk(f, func(u term.Term) {
				if u.Op() == term.Select {
					if r := e.arrays[u.Arg(0)]; r != nil {
						e.accessed(r, u.Arg(1))
					}
				}
			})
		}
		for _, u := range z.at {
			e.between(z, t, u)
			e.between(z, u, t)
		}
	}
	z.at = append(z.at, t)
}

// between says of which size z[u] - z[t] is where t <= u.
func (e *encoder) between(z *summed, t, u term.Term) {
	st := e.st
	times, grown := st.Sub(u, t), st.Sub(st.Select(z.P, u), st.Select(z.P, t))
	if z.least.ok {
		e.assert(st.Implies(st.Le(t, u), st.Ge(grown, st.Mul(st.IntNum(z.least.n), times))))
	}
	if z.most.ok {
		e.assert(st.Implies(st.Le(t, u), st.Le(grown, st.Mul(st.IntNum(z.most.n), times))))
	}
}

// related is how z is made of other sums; nil if by nothing but its definition.
func (e *encoder) related(z *summed) func(t term.Term) term.Term {
	st := e.st
	for _, d := range z.deps {
		v := z.values[d]
		if v.Op() == term.Store_ && z.stores[d] {
			values := map[*ir.Var]term.Term{}
			for _, d := range z.deps {
				values[d] = z.values[d]
			}
			values[d] = v.Arg(0)
			a := e.sumOver(z.sum, values)
			if i, ok := a.indexOf(st, d, v.Arg(1)); ok {
				e.accessed(d, v.Arg(1))
				return func(t term.Term) term.Term { return stored(st, a, z, i, t) }
			}
		}
		j, joined := e.joins[v]
		if !joined {
			continue
		}
		var from []*summed
		for k := range j.taken {
			values := map[*ir.Var]term.Term{}
			for _, d := range z.deps {
				values[d] = z.values[d]
				if other, ok := e.joins[values[d]]; ok && &other.taken[0] == &j.taken[0] {
					values[d] = other.values[k]
				}
			}
			from = append(from, e.sumOver(z.sum, values))
		}
		return func(t term.Term) term.Term {
			var all []term.Term
			for k, a := range from {
				all = append(all, st.Implies(j.taken[k], st.Eq(st.Select(z.P, t), st.Select(a.P, t))))
			}
			return st.And(all...)
		}
	}
	return nil
}

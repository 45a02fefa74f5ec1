package conditions

import (
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Sum is an array that each state defines: Name[0] is 0, and Name[k+1] is Name[k] and the addend with k for Index, for all integers k.
type Sum struct {
	Name, Index string
	Addend      term.Term
}

// sumVar is a sum as a name that formulas speak of.
type sumVar struct {
	Sum
	v    *ir.Var
	over []*ir.Var // the variables of its addend
}

// addition is a sum where the variables of its addend have values.
type addition struct {
	*sumVar
	values map[*ir.Var]term.Term
	array  term.Term
}

// merge says which of values is taken where executions meet.
type merge struct{ taken, values []term.Term }

// defineSums complains about sums that are none, and names the others.
func (g *generator) defineSums() {
	taken := map[string]bool{"": true}
	for _, name := range g.proof.Bound {
		taken[name] = true
	}
	for _, s := range g.proof.Sums {
		if v, _ := g.spoken(s.Name); v != nil || taken[s.Name] {
			fail("the sum %q has the name of another one", s.Name)
		}
		taken[s.Name] = true
		if !s.Addend.Valid() || s.Addend.Sort() != term.Int {
			fail("what %s adds up is no integer", s.Name)
		}
		q := &sumVar{Sum: s, v: &ir.Var{Name: s.Name, Type: ir.Type{Kind: ir.Memory}}}
		for _, x := range term.Vars(s.Addend, map[term.Term]bool{}, nil) {
			v := g.vars[x.Name()]
			switch {
			case x.Name() == s.Index && v == nil:
			case v == nil || x.Sort() != sortOf(v.Type):
				fail("what %s adds up mentions %s", s.Name, x.Name())
			default:
				q.over = append(q.over, v)
			}
		}
		g.sums = append(g.sums, q)
	}
	for _, s := range g.sums {
		if g.sumNamed(s.Index) != nil || s.Index == "" {
			fail("the index of %s has the name of another one", s.Name)
		}
	}
}

// sumNamed is the sum of that name, or nil.
func (g *generator) sumNamed(name string) *sumVar {
	for _, s := range g.sums {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// sum is a sum in a state.
func (b *paths) sum(s *sumVar, now state) term.Term {
	values := map[*ir.Var]term.Term{}
	for _, v := range s.over {
		values[v] = b.value(now, v)
	}
	return b.addition(s, values).array
}

func (b *paths) addition(s *sumVar, values map[*ir.Var]term.Term) *addition {
	same := true
	for _, v := range s.over {
		same = same && values[v] == b.own(v, "")
	}
	for _, z := range b.added {
		if z.sumVar == s && maps.Equal(z.values, values) {
			return z
		}
	}
	z := &addition{s, values, b.st.Var(s.Name, sortOf(s.v.Type))}
	if !same {
		z.array = b.st.Fresh(s.Name, sortOf(s.v.Type))
	}
	b.names[z.array] = s.v
	b.added = append(b.added, z)
	return z
}

// addend is that of index k.
func (b *paths) addend(z *addition, k term.Term) term.Term {
	m := map[term.Term]term.Term{b.st.Var(z.Index, term.Int): k}
	for v, t := range z.values {
		m[b.st.Var(v.Name, sortOf(v.Type))] = t
	}
	return b.st.Subst(b.st.Import(z.Addend), m)
}

// steps is the definition at 0, and from t to t + 1.
func (b *paths) steps(z *addition, t term.Term) []term.Term {
	st := b.st
	return []term.Term{
		st.Eq(st.Select(z.array, st.Int(0)), st.Int(0)),
		st.Eq(st.Select(z.array, st.Add(t, st.Int(1))), st.Add(st.Select(z.array, t), b.addend(z, t))),
	}
}

// grown is the lemma of stores: z is y with another value at addr in a region. ok is false if the addend does not read that region in one place that is
// linear in the index.
func (b *paths) grown(z, y *addition, region *ir.Var, addr term.Term) (lemma func(t term.Term) term.Term, ok bool) {
	st := b.st
	k, r, f := st.Var(z.Index, term.Int), st.Var(region.Name, sortOf(region.Type)), st.Import(z.Addend)
	var places []term.Term
	reads := 0
	term.Walk(f, func(t term.Term) {
		for n, a := range t.Args() {
			if a == r {
				reads++
				if t.Op() == term.Select && n == 0 {
					places = append(places, t.Arg(1))
				}
			}
		}
	})
	if len(places) != 1 || reads != 1 || term.Contains(places[0], r) {
		return nil, false
	}
	from := func(v int64) term.Term {
		return st.Subst(places[0], map[term.Term]term.Term{k: st.Int(v)})
	}
	c, ok := st.Sub(from(1), from(0)).IntValue()
	if !ok || c.IsZero() || st.Add(st.Mul(st.IntNum(c), k), from(0)) != places[0] {
		return nil, false
	}
	m := map[term.Term]term.Term{}
	for v, t := range y.values {
		m[st.Var(v.Name, sortOf(v.Type))] = t
	}
	distance := st.Sub(addr, st.Subst(from(0), m))
	if c.Sign() < 0 {
		distance = st.Neg(distance)
	}
	i, zero := st.Div(distance, st.IntNum(c.Abs())), st.Int(0)
	more := st.Sub(b.addend(z, i), b.addend(y, i))
	return func(t term.Term) term.Term {
		before := st.And(st.Le(zero, i), st.Lt(i, t))
		after := st.And(st.Lt(i, zero), st.Le(t, i))
		return st.Eq(st.Sub(st.Select(z.array, t), st.Select(y.array, t)), st.Ite(before, more, st.Ite(after, st.Neg(more), zero)))
	}, true
}

// lemmas hands out the conditions of the lemma of stores, by induction: it holds for 0, and for t + 1 if and only if for t.
func (g *generator) lemmas() {
	for _, s := range g.sums {
		for _, region := range s.over {
			if region.Type.Kind != ir.Memory {
				continue
			}
			b := g.newPaths(g.p.Main, annotation{}, g.p.Main.Entry)
			st, addr, t := b.st, b.st.Fresh("addr", term.Int), b.st.Fresh("t", term.Int)
			y := b.addition(s, b.valuesOf(s))
			values := maps.Clone(y.values)
			values[region] = st.Store(values[region], addr, st.Fresh("value", term.Int))
			z := b.addition(s, values)
			lemma, ok := b.grown(z, y, region, addr)
			if !ok {
				continue
			}
			facts := append(b.steps(y, t), b.steps(z, t)...)
			next := lemma(st.Add(t, st.Int(1)))
			for _, c := range []Condition{
				{"begins", facts, st.Not(lemma(st.Int(0)))},
				{"goes up", append(slices.Clone(facts), lemma(t)), st.Not(next)},
				{"goes down", append(slices.Clone(facts), next), st.Not(lemma(t))},
			} {
				c.About = fmt.Sprintf("the lemma about stores in %s and the sum %s %s", region.Name, s.Name, c.About)
				if err := g.yield(c); err != nil {
					panic(stop{err})
				}
			}
		}
	}
}

// valuesOf are the names of variables' values at the source.
func (b *paths) valuesOf(s *sumVar) map[*ir.Var]term.Term {
	values := map[*ir.Var]term.Term{}
	for _, v := range s.over {
		values[v] = b.own(v, "")
	}
	return values
}

// defined are facts, and what is so of the sums that they speak of at the indices at which they do, and one before and one after.
func (b *paths) defined(facts []term.Term) []term.Term {
	if len(b.sums) == 0 {
		return facts
	}
	for _, s := range b.sums {
		b.addition(s, b.valuesOf(s))
	}
	var at []term.Term
	for _, f := range facts {
		term.Walk(f, func(t term.Term) {
			if t.Op() != term.Select || b.names[t.Arg(0)] == nil || b.sumNamed(b.names[t.Arg(0)].Name) == nil {
				return
			}
			if !slices.Contains(at, t.Arg(1)) {
				at = append(at, t.Arg(1))
			}
		})
	}
	st := b.st
	for n := 0; n < len(b.added); n++ { // the facts may make others
		z := b.added[n]
		related := b.related(z)
		for _, t := range at {
			for _, d := range []int64{-1, 0, 1} {
				t := st.Add(t, st.Int(d))
				switch {
				case related != nil:
					facts = append(append(facts, related(t)...), b.steps(z, t)[0])
				case d < 1:
					facts = append(facts, b.steps(z, t)...)
				}
			}
			for _, u := range at {
				facts = append(facts, b.between(z, t, u)...)
			}
		}
	}
	seen := map[term.Term]bool{}
	return slices.DeleteFunc(facts, func(f term.Term) bool {
		was := seen[f]
		seen[f] = true
		return was
	})
}

// related says how z is made of others, by stores or where executions meet; nil if it is not.
func (b *paths) related(z *addition) func(t term.Term) []term.Term {
	for _, v := range z.over {
		now := z.values[v]
		if now.Op() == term.Store_ {
			values := maps.Clone(z.values)
			values[v] = now.Arg(0)
			y := b.addition(z.sumVar, values)
			if lemma, ok := b.grown(z, y, v, now.Arg(1)); ok {
				return func(t term.Term) []term.Term { return []term.Term{lemma(t)} }
			}
		}
		m, ok := b.merged[now]
		if !ok {
			continue
		}
		var of []*addition
		for i := range m.taken {
			values := maps.Clone(z.values)
			for w, x := range values {
				if o, ok := b.merged[x]; ok && o.taken[0] == m.taken[0] {
					values[w] = o.values[i]
				}
			}
			of = append(of, b.addition(z.sumVar, values))
		}
		return func(t term.Term) (list []term.Term) {
			for i, y := range of {
				list = append(list, b.st.Implies(m.taken[i], b.st.Eq(b.st.Select(z.array, t), b.st.Select(y.array, t))))
			}
			return list
		}
	}
	return nil
}

// between says that z grows by no less and no more than what its addends are between, for each index from t to u.
func (b *paths) between(z *addition, t, u term.Term) (list []term.Term) {
	st := b.st
	f := st.Import(z.Addend)
	if f.Op() != term.Ite || !f.Arg(1).IsConst() || !f.Arg(2).IsConst() || t == u {
		return nil
	}
	grown := st.Sub(st.Select(z.array, u), st.Select(z.array, t))
	low, high := f.Arg(1), f.Arg(2)
	if high.Num().Less(low.Num()) {
		low, high = high, low
	}
	many := st.Sub(u, t)
	return []term.Term{
		st.Implies(st.Le(t, u), st.Le(st.Mul(low, many), grown)),
		st.Implies(st.Le(t, u), st.Le(grown, st.Mul(high, many))),
	}
}

package ufo

import (
	"cmp"
	"slices"

	"craig/abstract/domain/predicate"
	"craig/logic/term"
	"craig/program/ir"
)

// transfer is an edge as a function of the state before it and of inputs: the values at the joins of
// its block by cases, whose conditions speak of the beginning. Nil if they are too many. Where an
// execution may take several steps at once an input decides.
func (p *poster) transfer(f *flow, to int) *predicate.Transfer {
	g, st := p.graph, p.st
	cases := predicate.Cases{}
	when := map[*point]term.Term{f.start: f.start.control}
	into := map[*point][]*step{}
	taken := map[*step]term.Term{}
	rank := map[term.Term]float64{}     // of inputs
	ranges := map[term.Term]term.Term{} // of inputs
	for i := 0; i < len(f.steps); {
		at := f.steps[i].source
		first := i
		for i < len(f.steps) && f.steps[i].source == at {
			i++
		}
		here, ok := when[at]
		if !ok {
			var any []term.Term
			for _, s := range into[at] {
				any = append(any, taken[s])
			}
			here = st.Or(any...)
			when[at] = here
			for k, x := range at.vals {
				if x.Op() != term.Var || cases[x] != nil || into[at][0].arc.Vals[k] == x {
					continue
				}
				if cases[x], ok = merge(cases, into[at], taken, k); !ok {
					return nil
				}
			}
		}
		rest := here // where none of the steps before is taken
		for j, s := range f.steps[first:i] {
			conds := term.Conjuncts(s.arc.Cond)
			for _, in := range s.arc.Input {
				rank[in.Term] = float64(g.arcs.Rank[s.from])
				h := g.prog.Edge(s.arc.Path[in.At]).Stmt.(*ir.Havoc)
				ranges[in.Term] = g.arcs.Range(h.Var.Type, in.Term)
				conds = slices.DeleteFunc(slices.Clone(conds), func(f term.Term) bool {
					return slices.Contains(term.Conjuncts(ranges[in.Term]), f)
				})
			}
			cond, ok := cases.Formula(st.And(conds...))
			if !ok {
				return nil
			}
			taken[s] = st.And(here, cond)
			// The steps after it that may be taken as well.
			if others := f.steps[first+j+1 : i]; slices.ContainsFunc(others, func(o *step) bool { return !excludes(st, s.arc.Cond, o.arc.Cond) }) {
				choice := st.Fresh("choice", term.Bool)
				rank[choice] = float64(g.arcs.Rank[s.from])
				taken[s] = st.And(rest, choice, cond)
				rest = st.And(rest, st.Not(choice))
				here = rest
			}
			if s.target != nil {
				into[s.target] = append(into[s.target], s)
			}
		}
	}
	t := &predicate.Transfer{After: predicate.Cases{}, Rank: func(x term.Term) float64 {
		if r, ok := rank[x]; ok {
			return r
		}
		return p.ranks()[x]
	}}
	t.Range = func(x term.Term) term.Term {
		if r, ok := ranges[x]; ok {
			return r
		}
		if v := g.arcs.VarOf(x); v != nil {
			return g.arcs.Range(v.Type, x)
		}
		return st.True()
	}
	var any []term.Term
	for _, s := range f.into[to] {
		any = append(any, taken[s])
	}
	t.Guard = st.Or(any...)
	for k, x := range g.live(to) {
		var ok bool
		if t.After[g.arcs.Var(x)], ok = merge(cases, f.into[to], taken, k); !ok {
			return nil
		}
	}
	return t
}

// merge has the cases of the k-th value after the steps.
func merge(cases predicate.Cases, steps []*step, taken map[*step]term.Term, k int) ([]predicate.Case, bool) {
	var all []predicate.Case
	at := map[term.Term]int{}
	for _, s := range steps {
		vals, ok := cases.Value(s.arc.Vals[k])
		if !ok {
			return nil, false
		}
		st := taken[s].Store()
		for _, c := range vals {
			c.When = st.And(c.When, taken[s])
			if i, known := at[c.Value]; known {
				all[i].When = st.Or(all[i].When, c.When)
			} else {
				at[c.Value] = len(all)
				all = append(all, c)
			}
		}
	}
	return all, len(all) <= maxCases
}

// maxCases bounds the values that a variable may have at a join.
const maxCases = 64

// excludes tells, from the outside, whether two conditions cannot hold at once.
func excludes(st *term.Store, a, b term.Term) bool {
	other := term.Conjuncts(b)
	for _, f := range term.Conjuncts(a) {
		if slices.Contains(other, st.Not(f)) {
			return true
		}
	}
	return st.And(a, b).IsFalse()
}

// ranks orders the program variables by where, on average, the steps of the longest block that
// changes them do so; those that none changes, by where they are asked for. So what one part of a long
// block speaks of is together.
func (p *poster) ranks() map[term.Term]float64 {
	if p.rank != nil {
		return p.rank
	}
	g := p.graph
	var flows []*flow
	for v := range g.locs {
		if v != g.err {
			flows = append(flows, g.flow(v, g.program(v), newScope(p.st)))
		}
	}
	slices.SortStableFunc(flows, func(a, b *flow) int { return cmp.Compare(len(b.steps), len(a.steps)) })
	var changed, asked []map[term.Term]float64
	for _, f := range flows {
		c, a := p.touched(f)
		changed, asked = append(changed, c), append(asked, a)
	}
	p.rank = map[term.Term]float64{}
	for _, ranks := range append(changed, asked...) {
		for x, r := range ranks {
			if _, ok := p.rank[x]; !ok {
				p.rank[x] = r
			}
		}
	}
	return p.rank
}

// touched are the mean positions of the steps that change variables, and of those whose conditions
// ask for them.
func (p *poster) touched(f *flow) (changed, asked map[term.Term]float64) {
	g := p.graph
	changed, asked = map[term.Term]float64{}, map[term.Term]float64{}
	n, m := map[term.Term]float64{}, map[term.Term]float64{}
	for _, s := range f.steps {
		at := float64(g.arcs.Rank[s.from])
		value := map[term.Term]term.Term{}
		before := map[term.Term]term.Term{} // values to variables
		for i, x := range g.arcs.Live[s.from] {
			v := g.arcs.Var(x)
			value[v] = s.source.vals[i]
			if _, ok := before[s.source.vals[i]]; !ok {
				before[s.source.vals[i]] = v
			}
		}
		for i, x := range g.arcs.Live[s.arc.To] {
			if v := g.arcs.Var(x); s.arc.Vals[i] != value[v] {
				n[v]++
				changed[v] += (at - changed[v]) / n[v]
			}
		}
		for _, x := range term.Vars(s.arc.Cond, map[term.Term]bool{}, nil) {
			if v, ok := before[x]; ok {
				m[v]++
				asked[v] += (at - asked[v]) / m[v]
			}
		}
	}
	return changed, asked
}

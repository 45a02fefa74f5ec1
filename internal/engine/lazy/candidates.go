package lazy

import (
	"slices"

	"craig/internal/logic/qe"
	"craig/logic/smt"
	"craig/logic/term"
)

// This file strengthens by predicate abstraction over what the labels consist of, as
// [McMillan 2010, Sec. 2.2] suggests: candidates are conjunctions of one or two literals, at
// entries and where cycles are cut, and the greatest inductive set of them is found from the
// models that break it.

const (
	maxPrimed   = 24   // literals over exit variables, by cut point
	maxSums     = 24   // more of them, which come from sums
	maxUnprimed = 10   // other literals
	maxSummed   = 8    // literals of one query of which sums are made
	maxQuery    = 2000 // terms of a query of which hints are made
)

// candidate is a formula that may be a label of a cut point.
type candidate struct {
	formula term.Term
	on      term.Term // Boolean: it is assumed where executions end
	in      bool
}

// hints are literals for candidates of a cut point.
type hints struct {
	lits, sums []term.Term
	has        map[term.Term]bool
}

func (s *search) hintsOf(n *node) *hints {
	h := s.hints[n]
	if h == nil {
		h = &hints{has: map[term.Term]bool{}}
		s.hints[n] = h
	}
	return h
}

// big says whether an inequality has a constant such as only the bounds of types have.
func big(f term.Term) bool {
	e := f.Arg(0)
	return e.Op() == term.Sum && e.Num().Abs().Num().BitLen() > 24
}

// hint remembers the literals of a formula over n's variables.
func (s *search) hint(n *node, f term.Term) {
	h := s.hintsOf(n)
	add := func(t term.Term) {
		if !h.has[t] {
			h.has[t] = true
			h.lits = append(h.lits, t)
		}
	}
	st := s.Store
	term.Walk(f, func(t term.Term) {
		switch t.Op() {
		case term.EqZero:
			zero, e := st.Int(0), t.Arg(0)
			if e.Sort() != term.Int || big(t) {
				return
			}
			for _, g := range []term.Term{st.Le(e, zero), st.Ge(e, zero), st.Lt(e, zero), st.Gt(e, zero), t} {
				add(g)
			}
		case term.LeZero:
			if !big(t) {
				add(t)
				add(st.Not(t))
			}
		}
	})
}

// hintQuery remembers what is asked for at a procedure's entry: what a model of the query says of
// the variables there and of the exit variables.
func (s *search) hintQuery(n *node, vals []term.Term, fr *frame, m smt.Model) {
	h := s.hintsOf(n)
	if len(h.lits) > 4*maxPrimed {
		return
	}
	st := s.Store
	fs := slices.Clone(s.cond)
	own := subst(fr.primes, s.here(n.proc).primes)
	own[fr.abort] = s.abort
	for up := fr; up != nil; up = up.up {
		fs = append(fs, up.post...)
	}
	f := st.Subst(st.And(fs...), own)
	keep := map[term.Term]bool{s.abort: true}
	for i, v := range n.syms {
		f = st.And(f, st.Eq(v, vals[i]))
		keep[v] = true
	}
	for _, v := range n.proc.exits() {
		keep[s.prime(v)] = true
	}
	if term.Size(f) > maxQuery {
		return
	}
	var away []term.Term
	for _, v := range term.Vars(f, map[term.Term]bool{}, nil) {
		switch {
		case keep[v]:
		case v.Sort().IsArray():
			return // memory at the beginning of the path
		default:
			away = append(away, v)
		}
	}
	back := subst(n.syms, vals)
	for i, v := range n.proc.exits() {
		back[s.prime(v)] = fr.primes[i]
	}
	back[s.abort] = fr.abort
	s.counts.projected++
	g := qe.MBP(st, away, f, evaluator{s.Store, m, back})
	s.hint(n, g)
	s.sums(n, term.Conjuncts(g))
}

// sums are consequences of inequalities: each one over exit variables together with one or two
// others, so that a lemma need not speak of the bounds that one query happens to have.
func (s *search) sums(n *node, fs []term.Term) {
	st := s.Store
	exit := map[term.Term]bool{}
	for _, v := range n.proc.exits() {
		exit[s.prime(v)] = true
	}
	var primed, plain []term.Term // sums that are at most 0
	for _, f := range fs {
		var es []term.Term
		switch {
		case f.NumArgs() != 1 || big(f):
			continue
		case f.Op() == term.LeZero:
			es = []term.Term{f.Arg(0)}
		case f.Op() == term.EqZero && f.Arg(0).Sort() == term.Int:
			es = []term.Term{f.Arg(0), st.Neg(f.Arg(0))}
		}
		if slices.ContainsFunc(term.Vars(f, map[term.Term]bool{}, nil), func(v term.Term) bool { return exit[v] }) {
			primed = append(primed, es...)
		} else {
			plain = append(plain, es...)
		}
	}
	if len(primed) == 0 {
		primed = plain
	}
	if len(primed) > maxSummed || len(plain) > maxSummed {
		return
	}
	h := s.hintsOf(n)
	add := func(e term.Term) {
		if f := st.Le(e, st.Int(0)); f.Op() == term.LeZero && !h.has[f] {
			h.has[f] = true
			h.sums = append(h.sums, f)
		}
	}
	for _, p := range primed {
		for i, u := range plain {
			add(st.Add(p, u))
			for _, w := range plain[:i] {
				add(st.Add(p, u, w))
			}
		}
	}
}

// evaluator evaluates terms that a model knows by other names.
type evaluator struct {
	st   *term.Store
	m    smt.Model
	back map[term.Term]term.Term
}

func (e evaluator) Eval(t term.Term) term.Term { return e.m.Eval(e.st.Subst(t, e.back)) }

// candidatesOf makes the candidates of a cut point: those that executions suggest, or the others.
func (s *search) candidatesOf(n *node, guess bool) (cs []*candidate) {
	if n.goal {
		return nil // a goal is reached here
	}
	st := s.Store
	for _, l := range n.labels {
		s.hint(n, l.formula)
	}
	for _, a := range n.arcs {
		if a.call == nil {
			s.hint(n, a.cond)
		}
	}
	known, exit := map[term.Term]bool{}, map[term.Term]bool{}
	for _, v := range n.syms {
		known[v] = true
	}
	for _, v := range n.proc.exits() {
		known[s.prime(v)], exit[s.prime(v)] = true, true
	}
	var primed, plain, sums, safe []term.Term
	h := s.hintsOf(n)
	for i, f := range slices.Concat(h.lits, h.sums) {
		ours, primes := true, false
		for _, v := range term.Vars(f, map[term.Term]bool{}, nil) {
			ours = ours && known[v]
			primes = primes || exit[v]
		}
		switch {
		case !ours:
		case i >= len(h.lits):
			if len(sums) >= maxSums {
				continue
			}
			if primes {
				sums = append(sums, f)
			} else {
				safe = append(safe, f)
			}
		case primes && len(primed) < maxPrimed:
			primed = append(primed, f)
		case !primes && len(plain) < maxUnprimed:
			plain = append(plain, f)
		}
	}
	has := map[term.Term]bool{st.False(): true}
	add := func(f term.Term) {
		if !has[f] {
			has[f] = true
			cs = append(cs, &candidate{formula: f, on: st.Fresh("on", term.Bool), in: true})
		}
	}
	for _, l := range n.labels {
		if l.bound != unbounded {
			add(l.formula)
		}
	}
	if guess && n == s.procs[0].nodes[0] {
		add(s.abort) // no goal is reached, for what the callees exclude
	}
	if !n.proc.cyclic {
		return cs // what it excludes follows from its callees
	}
	if guess {
		if n == n.proc.nodes[0] {
			for _, g := range s.guesses(n.proc, plain) {
				add(st.And(g, st.Not(s.abort)))
			}
			add(st.And(s.positive(n), s.abort))
		}
		return cs
	}
	for _, p := range slices.Concat(primed, sums) {
		add(st.And(p, st.Not(s.abort)))
	}
	for _, u := range safe {
		add(st.And(u, s.abort))
	}
	for _, u := range plain {
		add(st.And(u, s.abort))
		for _, p := range primed {
			add(st.And(u, p, st.Not(s.abort)))
		}
	}
	return cs
}

// cuts are the nodes between which the procedures have no cycles: entries and targets of
// retreating edges.
func (s *search) cuts() (ns []*node) {
	for _, p := range s.procs {
		head := map[*node]bool{p.nodes[0]: true}
		for _, n := range p.nodes {
			for _, a := range n.arcs {
				if a.back {
					head[a.to] = true
				}
			}
		}
		for _, n := range p.nodes {
			if head[n] {
				ns = append(ns, n)
			}
		}
	}
	return ns
}

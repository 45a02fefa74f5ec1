package instances

import (
	"cmp"
	"context"
	"slices"

	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// Bounds of one Check.
const (
	maxLemmas   = 20_000
	maxAtOnce   = 30  // instances of one quantified formula in one round
	maxPerRound = 300 // of all
)

// search is one Check.
type search struct {
	s       *Solver
	ctx     context.Context
	matters map[*quantified]polarity
	order   []*quantified
	lemmas  []Lemma

	// The terms in use.
	byHead map[string][]term.Term
	heads  []string
	bySort map[term.Sort][]term.Term
	sorts  []term.Sort
	ages   map[term.Term]int // how many instances led to it

	indices map[term.Sort][]term.Term // of reads and stores, by the sort of the array
}

func (s *Solver) newSearch(ctx context.Context) *search {
	return &search{s: s, ctx: ctx, matters: map[*quantified]polarity{}, byHead: map[string][]term.Term{}, bySort: map[term.Sort][]term.Term{}, ages: map[term.Term]int{}, indices: map[term.Sort][]term.Term{}}
}

// know takes the terms and the quantified formulas of f, which is asserted or assumed, into account.
func (r *search) know(f term.Term, age int) { r.knowOthers(f, term.Term{}, age) }

// knowOthers is know for a lemma about the quantified formula app, which does not matter the more for that.
func (r *search) knowOthers(f, app term.Term, age int) {
	r.index(r.s.abstract(f), age)
	r.s.occurrences(f, func(g term.Term, p polarity) {
		if g != app {
			r.care(r.s.quantified(g), p, age)
		}
	})
}

// care has a quantified formula matter.
func (r *search) care(q *quantified, p polarity, age int) {
	before, known := r.matters[q]
	r.matters[q] = before | p
	if !known {
		r.order = append(r.order, q)
		if len(q.known) == 0 {
			q.age = age
		}
		for _, l := range q.known {
			if !l.Witness {
				r.assert(l, q.age+1)
			}
		}
		for _, i := range q.inner {
			r.care(i, positive|negative, age)
		}
	}
	if p&positive != 0 && before&positive == 0 {
		r.assert(r.s.witness(q), q.age)
	}
}

// index notes the subterms of t, which has no quantifiers.
func (r *search) index(t term.Term, age int) {
	term.Walk(t, func(u term.Term) {
		if _, ok := r.ages[u]; ok {
			return
		}
		r.ages[u] = age
		if h := head(u); h != "" {
			if r.byHead[h] == nil {
				r.heads = append(r.heads, h)
			}
			r.byHead[h] = append(r.byHead[h], u)
		}
		if u.Op() == term.Select || u.Op() == term.Store_ {
			s := u.Arg(0).Sort()
			r.indices[s] = append(r.indices[s], u.Arg(1))
		}
		if s := u.Sort(); s != term.Bool {
			if r.bySort[s] == nil {
				r.sorts = append(r.sorts, s)
				if s.IsArray() {
					for _, e := range []term.Sort{s.Index(), s.Elem()} {
						if isElement(e) && len(r.bySort[e]) == 0 {
							r.element(e)
						}
					}
				}
			}
			r.bySort[s] = append(r.bySort[s], u)
		}
	})
}

// element makes a sort have a term: an uninterpreted one a constant, others two that differ.
func (r *search) element(s term.Sort) {
	st := r.s.st
	switch {
	case s == term.Bool:
		return
	case s == term.Int:
		r.index(st.Int(0), 0)
		r.index(st.Int(1), 0)
		return
	case s == term.Real:
		r.index(st.RealNum(num.Rat{}), 0)
		r.index(st.RealNum(num.I(1).Rat()), 0)
		return
	case s.IsArray():
		if len(r.bySort[s.Elem()]) == 0 {
			r.element(s.Elem())
		}
		es := r.bySort[s.Elem()]
		if s.Elem() == term.Bool {
			es = []term.Term{st.False(), st.True()}
		}
		for _, e := range es[:min(len(es), 2)] {
			r.index(st.ConstArray(s, e), 0)
		}
		return
	}
	if !r.s.elements[s].Valid() {
		r.s.elements[s] = r.s.st.Fresh("element", s)
	}
	x := r.s.elements[s]
	r.ages[x] = 0
	if r.bySort[s] == nil {
		r.sorts = append(r.sorts, s)
	}
	r.bySort[s] = append(r.bySort[s], x)
}

// ageOf is how many instances led to a term.
func (r *search) ageOf(t term.Term) int {
	if n, ok := r.ages[t]; ok {
		return n
	}
	n := 0
	for _, a := range t.Args() {
		n = max(n, r.ageOf(a))
	}
	return n
}

// assert adds a lemma.
func (r *search) assert(l Lemma, age int) {
	r.lemmas = append(r.lemmas, l)
	r.s.Ground.Assert(r.s.abstract(l.Says))
	r.knowOthers(l.Says, l.Formula, age)
}

// witness is the lemma that names the witnesses of q.
func (s *Solver) witness(q *quantified) Lemma {
	for _, l := range q.known {
		if l.Witness {
			return l
		}
	}
	l := Lemma{Formula: q.app, Witness: true}
	m := map[term.Term]term.Term{}
	for _, v := range q.vars {
		w := s.st.Fresh("witness", v.Sort())
		m[v] = w
		l.Terms = append(l.Terms, w)
	}
	l.Says = s.st.Or(s.st.Not(q.app), s.st.Subst(q.body, m))
	q.known = append(q.known, l)
	return l
}

// instantiate adds an instance of q, if it is new.
func (r *search) instantiate(q *quantified, terms []term.Term, age int) bool {
	if q.used[key(terms)] {
		return false
	}
	q.used[key(terms)] = true
	m := map[term.Term]term.Term{}
	for i, v := range q.vars {
		m[v] = terms[i]
	}
	l := Lemma{Formula: q.app, Terms: slices.Clone(terms), Says: r.s.st.Or(q.app, r.s.st.Not(r.s.st.Subst(q.body, m)))}
	q.known = append(q.known, l)
	r.assert(l, age)
	return true
}

// run decides what is asserted.
func (r *search) run(assumptions []term.Term) smt.Answer {
	for {
		ans := r.s.Ground.Check(r.ctx, assumptions...)
		if ans.Status != smt.Sat {
			return ans
		}
		m := r.newTotal(ans.Model)
		doubtful := r.doubtful(m)
		added, undecided := r.byMatching(doubtful, m), false
		if !added {
			added, undecided = r.byModel(doubtful, m)
		}
		switch {
		case r.ctx.Err() != nil:
			return smt.Answer{Reason: ended(r.ctx)}
		case added && len(r.lemmas) > maxLemmas:
			return smt.Answer{Reason: "incomplete: too many instances of quantified formulas"}
		case !added && undecided:
			return smt.Answer{Reason: "incomplete: no instance of a quantified formula refutes the candidate model"}
		case !added:
			ans.Model = m
			return ans
		}
	}
}

// ended is the reason of an answer after ctx was done.
func ended(ctx context.Context) string {
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return cause.Error()
	}
	return "timeout"
}

// doubtful are the quantified formulas that are false in a model where that matters.
func (r *search) doubtful(m *total) []*quantified {
	var list []*quantified
	for _, q := range r.order {
		if r.matters[q]&negative != 0 && m.inner.Eval(q.name).IsFalse() {
			list = append(list, q)
		}
	}
	return list
}

// byMatching adds instances that patterns find, those from the oldest terms first. It reports whether it did.
func (r *search) byMatching(qs []*quantified, m *total) (added bool) {
	var all []candidate
	for _, q := range qs {
		found := r.match(q, m)
		slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.age, b.age) })
		all = append(all, found[:min(len(found), maxAtOnce)]...)
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.age, b.age) })
	for _, c := range all[:min(len(all), maxPerRound)] {
		added = r.instantiate(c.q, c.terms, c.age) || added
	}
	return added
}

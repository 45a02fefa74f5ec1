package instances

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"craig/logic/num"
	"craig/logic/term"
)

// Patterns are terms with variables of a quantified formula, made of functions and reads of arrays. A list of them has all
// variables that any has; where one has all of them it is a list by itself.

// maxPatterns bounds the lists of patterns of a quantified formula.
const maxPatterns = 4

// choosePatterns has lists of patterns for q: small terms that have all variables; otherwise one list that has as many as can be had.
func (s *Solver) choosePatterns(q *quantified) [][]term.Term {
	var all []term.Term
	has := map[term.Term][]term.Term{}
	s.inside(q, func(t term.Term) {
		if t.Op() != term.Apply && t.Op() != term.Select || s.games.Occurs(t) || has[t] != nil {
			return
		}
		for _, v := range term.Vars(t, nil, nil) {
			if slices.Contains(q.vars, v) {
				has[t] = append(has[t], v)
			}
		}
		if len(has[t]) > 0 {
			all = append(all, t)
		}
	})
	slices.SortStableFunc(all, func(a, b term.Term) int { return cmp.Compare(term.Size(a), term.Size(b)) })
	var lists [][]term.Term
	for _, t := range all {
		if len(has[t]) == len(q.vars) && len(lists) < maxPatterns {
			lists = append(lists, []term.Term{t})
		}
	}
	if len(lists) > 0 {
		return lists
	}
	slices.SortStableFunc(all, func(a, b term.Term) int { return cmp.Compare(len(has[b]), len(has[a])) })
	covered := map[term.Term]bool{}
	var list []term.Term
	for _, t := range all {
		if slices.ContainsFunc(has[t], func(v term.Term) bool { return !covered[v] }) {
			list = append(list, t)
			for _, v := range has[t] {
				covered[v] = true
			}
		}
	}
	return [][]term.Term{list}
}

// inside calls f with every term in the body of q, and in those of quantified formulas in it, that has none of their variables.
func (s *Solver) inside(q *quantified, f func(term.Term)) {
	var hidden []term.Term
	var look func(body term.Term)
	look = func(body term.Term) {
		term.Walk(body, func(t term.Term) {
			if !s.is(t) {
				if !s.Occurs(t) && !mentions(t, hidden) {
					f(t)
				}
				return
			}
			d := s.expand(t)
			hidden = append(hidden, d.vars...)
			look(d.body)
		})
	}
	look(q.shape)
}

// boundsOf has, for each variable, the terms at which an inequality or equality in the body about it alone changes, and those beside
// them.
func (s *Solver) boundsOf(q *quantified) map[term.Term][]term.Term {
	bounds := map[term.Term][]term.Term{}
	s.inside(q, func(a term.Term) {
		if op := a.Op(); op != term.LeZero && op != term.LtZero && op != term.EqZero || a.Arg(0).Op() != term.Sum {
			return
		}
		sum := a.Arg(0)
		for i, x := range sum.Args() {
			c := sum.Coeff(i)
			if !slices.Contains(q.vars, x) || !c.Abs().IsInt() || !c.Abs().Num().IsOne() {
				continue
			}
			b, one := s.st.Sub(x, s.st.Scale(c, sum)), s.st.RealNum(num.I(1).Rat())
			if x.Sort() == term.Int {
				one = s.st.Int(1)
			}
			if !mentions(b, q.vars) && !slices.Contains(bounds[x], b) {
				bounds[x] = append(bounds[x], b, s.st.Sub(b, one), s.st.Add(b, one))
			}
		}
	})
	return bounds
}

// head is by what terms are found that may match a pattern; "" for what is none.
func head(t term.Term) string {
	switch t.Op() {
	case term.Apply:
		return t.Name()
	case term.Select:
		return "\x00select " + t.Arg(0).Sort().String()
	}
	return ""
}

// candidate is an instance that may be wanted.
type candidate struct {
	q     *quantified
	terms []term.Term
	age   int
}

// maxSteps bounds the steps of matching in one round, for each quantified formula.
const maxSteps = 100_000

// matching looks for terms for the variables of q.
type matching struct {
	*search
	m     *total
	q     *quantified
	bound []term.Term
	steps int
	seen  map[string]bool // by values
	found []candidate
}

// match has the instances of q that are not yet known and that the model violates, as far as patterns find them.
func (r *search) match(q *quantified, m *total) []candidate {
	k := &matching{search: r, m: m, q: q, bound: make([]term.Term, len(q.vars)), seen: map[string]bool{}}
	for _, list := range q.patterns {
		k.steps = 0
		k.list(list)
	}
	if q.opaque { // no model decides it
		k.steps = 0
		k.rest(0)
	}
	return k.found
}

func (k *matching) list(patterns []term.Term) {
	if len(patterns) == 0 {
		k.rest(0)
		return
	}
	p := patterns[0]
	for _, u := range slices.Clone(k.byHead[head(p)]) {
		k.args(p, u, 0, func() { k.list(patterns[1:]) })
	}
}

// maxNumbers bounds the values of numbers that are tried for a variable that no pattern has.
const maxNumbers = 12

// rest gives terms to the variables that no pattern has.
func (k *matching) rest(i int) {
	for i < len(k.bound) && k.bound[i].Valid() {
		i++
	}
	if i == len(k.bound) {
		k.instance()
		return
	}
	if k.step() {
		return
	}
	terms := k.q.bounds[k.q.vars[i]]
	for _, t := range append(terms[:len(terms):len(terms)], k.representatives(k.q.vars[i].Sort(), k.m, maxNumbers)...) {
		k.bound[i] = t
		k.rest(i + 1)
	}
	k.bound[i] = term.Term{}
}

// representatives are terms of a sort, one for each value; of numbers and arrays at most so many.
func (r *search) representatives(s term.Sort, m *total, most int) []term.Term {
	if s == term.Bool {
		return []term.Term{r.s.st.False(), r.s.st.True()}
	}
	if len(r.bySort[s]) == 0 {
		r.element(s)
	}
	var list []term.Term
	seen := map[term.Term]bool{}
	for _, t := range r.bySort[s] {
		if v, ok := m.value(t); ok && !seen[v] && (isElement(s) || len(list) < most) {
			seen[v] = true
			list = append(list, t)
		}
	}
	return list
}

// isElement says whether the sort is uninterpreted.
func isElement(s term.Sort) bool { return s != term.Bool && !s.IsNumeric() && !s.IsArray() }

// step counts a step; it reports whether there have been too many.
func (k *matching) step() bool {
	k.steps++
	if k.steps%256 == 0 && k.ctx.Err() != nil {
		k.steps = maxSteps
	}
	return k.steps > maxSteps
}

// args matches the arguments of p from i on with those of u, of the same head.
func (k *matching) args(p, u term.Term, i int, then func()) {
	if i == p.NumArgs() {
		then()
		return
	}
	k.match1(p.Arg(i), u.Arg(i), func() { k.args(p, u, i+1, then) })
}

// match1 matches p with t and calls then with every way to do so. What it does not look into matches anything: an
// instance is valid in any case.
func (k *matching) match1(p, t term.Term, then func()) {
	if k.step() {
		return
	}
	at := slices.Index(k.q.vars, p)
	switch {
	case at >= 0 && k.bound[at].Valid():
		if k.same(k.bound[at], t) {
			then()
		}
	case at >= 0:
		k.bound[at] = t
		then()
		k.bound[at] = term.Term{}
	case !mentions(p, k.q.vars):
		if k.same(p, t) {
			then()
		}
	case head(p) != "":
		for _, u := range k.byHead[head(p)] {
			if k.same(u, t) {
				k.args(p, u, 0, then)
			}
		}
	case p.Op() == term.Mod && p.Arg(1).IsConst(): // a bit vector
		k.match1(p.Arg(0), t, then)
	case p.Op() == term.Sum:
		k.sum(p, t, then)
	default:
		then()
	}
}

// sum matches a sum by the one variable in it that has no value yet, if its coefficient is 1 or -1.
func (k *matching) sum(p, t term.Term, then func()) {
	st := k.s.st
	at, from := -1, 0
	for i, a := range p.Args() {
		j := slices.Index(k.q.vars, a)
		switch {
		case j >= 0 && !k.bound[j].Valid() && at < 0 && p.Coeff(i).Abs().IsInt() && p.Coeff(i).Abs().Num().IsOne():
			at, from = j, i
		case j >= 0 && k.bound[j].Valid(), !mentions(a, k.q.vars):
		default:
			then()
			return
		}
	}
	if at < 0 {
		then()
		return
	}
	m := map[term.Term]term.Term{}
	for j, b := range k.bound {
		if b.Valid() {
			m[k.q.vars[j]] = b
		}
	}
	x := p.Arg(from)
	rest := st.Subst(st.Sub(p, st.Scale(p.Coeff(from), x)), m)
	k.bound[at] = st.Scale(p.Coeff(from), st.Sub(t, rest))
	then()
	k.bound[at] = term.Term{}
}

func (k *matching) same(a, b term.Term) bool {
	if a == b {
		return true
	}
	v, ok1 := k.m.value(a)
	w, ok2 := k.m.value(b)
	return ok1 && ok2 && v == w
}

// instance notes the instance for the terms that are bound, if the model violates it.
func (k *matching) instance() {
	if k.step() || k.q.used[key(k.bound)] {
		return
	}
	m := map[term.Term]term.Term{}
	values := make([]term.Term, len(k.bound))
	age := 0
	for i, t := range k.bound {
		v, ok := k.m.value(t)
		if !ok {
			v = t
		}
		values[i] = v
		m[k.q.vars[i]] = v
		age = max(age, k.ageOf(t))
	}
	text := key(values)
	if k.seen[text] {
		return
	}
	if v, ok := k.m.value(k.s.st.Subst(k.q.shape, m)); !k.q.opaque && ok && v.IsFalse() {
		return
	}
	k.seen[text] = true
	k.found = append(k.found, candidate{q: k.q, terms: slices.Clone(k.bound), age: age + 1})
}

// key tells lists of terms apart.
func key(ts []term.Term) string {
	var b strings.Builder
	for _, t := range ts {
		b.WriteString(strconv.Itoa(int(t.ID())))
		b.WriteByte(' ')
	}
	return b.String()
}

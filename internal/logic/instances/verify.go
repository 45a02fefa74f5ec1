package instances

import (
	"slices"

	"craig/logic/smt"
	"craig/logic/term"
)

// Bounds of what is decided in a model.
const (
	maxTuples   = 2_000  // of elements for the variables of a quantified formula
	maxElements = 60     // of a sort, where numbers are quantified besides
	maxWritten  = 20_000 // terms of a formula with its functions written out
)

// byModel decides the quantified formulas in the model. It reports whether instances were added that the model violates, and
// whether a formula could not be decided.
func (r *search) byModel(qs []*quantified, m *total) (added, undecided bool) {
	for _, q := range qs {
		if r.ctx.Err() != nil {
			return added, true
		}
		a, u := r.decide(q, m)
		added, undecided = added || a, undecided || u
	}
	return added, undecided
}

func (r *search) decide(q *quantified, m *total) (added, undecided bool) {
	finite := true
	for _, v := range q.vars {
		finite = finite && (isElement(v.Sort()) || v.Sort() == term.Bool)
	}
	switch {
	case finite:
		return r.enumerate(q, m)
	case q.opaque:
		return false, true
	}
	f, ok := r.written(q, m)
	if !ok {
		return false, true
	}
	if f.IsFalse() {
		return false, false
	}
	n := smt.New(r.s.st)
	vector := false // a variable stands for a bit vector
	term.Walk(f, func(u term.Term) {
		vector = vector || u.Op() == term.Mod && slices.Contains(q.vars, u.Arg(0))
	})
	if r.s.bits || vector {
		n.PreferBits()
	}
	n.Quick()
	n.Assert(f)
	var elements []term.Term
	for _, v := range q.vars {
		if !isElement(v.Sort()) {
			continue
		}
		r.representatives(v.Sort(), m, 1) // has one at least
		es := m.universe(v.Sort())
		any := make([]term.Term, len(es))
		for i, e := range es {
			any[i] = r.s.st.Eq(v, e)
			if !slices.Contains(elements, e) {
				elements = append(elements, e)
			}
		}
		n.Assert(r.s.st.Or(any...))
	}
	term.Walk(f, func(u term.Term) {
		if u.Op() == term.Var && isElement(u.Sort()) && !slices.Contains(q.vars, u) && !slices.Contains(elements, u) {
			elements = append(elements, u)
		}
	})
	if len(elements) > maxElements {
		return false, true
	}
	for i, a := range elements {
		for _, b := range elements[:i] {
			if a.Sort() == b.Sort() {
				n.Assert(r.s.st.Ne(a, b))
			}
		}
	}
	ans := n.Check(r.ctx)
	switch ans.Status {
	case smt.Unsat:
		return false, false
	case smt.Unknown:
		return false, true
	}
	terms := make([]term.Term, len(q.vars))
	for i, v := range q.vars {
		if terms[i], ok = r.termFor(ans.Model.Eval(v), func(e term.Term) bool { return ans.Model.Eval(e) == ans.Model.Eval(v) }, m); !ok {
			return false, true
		}
	}
	added = r.instantiate(q, terms, r.oldest(terms)+1)
	return added, !added
}

func (r *search) oldest(terms []term.Term) int {
	n := 0
	for _, t := range terms {
		n = max(n, r.ageOf(t))
	}
	return n
}

// termFor is a term that has the value v in m; of an uninterpreted sort, the value of the element that is says so of.
func (r *search) termFor(v term.Term, is func(term.Term) bool, m *total) (term.Term, bool) {
	for _, t := range r.bySort[v.Sort()] {
		w, ok := m.value(t)
		if !ok {
			continue
		}
		if !isElement(v.Sort()) && w == v || isElement(v.Sort()) && is(w) {
			return t, true
		}
	}
	return v, v.IsConst() || v.Sort() == term.Bool
}

// universe are the elements of an uninterpreted sort.
func (m *total) universe(s term.Sort) []term.Term {
	if es := m.elements[s]; len(es) > 0 {
		return es
	}
	return []term.Term{m.defaultOf(s)}
}

// enumerate decides a formula about elements by trying all.
func (r *search) enumerate(q *quantified, m *total) (added, undecided bool) {
	lists := make([][]term.Term, len(q.vars))
	tuples := 1
	for i, v := range q.vars {
		lists[i] = r.representatives(v.Sort(), m, 0)
		if isElement(v.Sort()) && len(lists[i]) < len(m.universe(v.Sort())) {
			return false, true
		}
		if tuples *= len(lists[i]); tuples > maxTuples {
			return false, true
		}
	}
	terms := make([]term.Term, len(q.vars))
	var try func(int)
	try = func(i int) {
		if i < len(terms) {
			for _, t := range lists[i] {
				terms[i] = t
				try(i + 1)
			}
			return
		}
		if q.used[key(terms)] {
			return
		}
		if !q.opaque {
			sub := map[term.Term]term.Term{}
			for j, v := range q.vars {
				sub[v] = terms[j]
			}
			v, ok := m.value(r.s.st.Subst(q.shape, sub))
			if ok && v.IsFalse() {
				return
			}
			undecided = undecided || !ok
		}
		added = r.instantiate(q, terms, r.oldest(terms)+1) || added
	}
	try(0)
	return added, undecided
}

// written is the body of q with everything but its variables as the model has it. ok is false if that cannot be written.
func (r *search) written(q *quantified, m *total) (f term.Term, ok bool) {
	st := r.s.st
	done := map[term.Term]term.Term{}
	ok = true
	n := 0
	term.Walk(q.shape, func(t term.Term) {
		if n += 1 + t.NumArgs(); !ok || n > maxWritten {
			ok = false
			return
		}
		args := make([]term.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = done[a]
		}
		switch t.Op() {
		case term.Var:
			done[t] = t
			if !slices.Contains(q.vars, t) {
				done[t], ok = m.value(t)
			} else if t.Sort().IsArray() {
				ok = false
			}
		case term.Apply:
			f := m.tables[t.Name()]
			if f == nil {
				done[t] = m.defaultOf(t.Sort())
				return
			}
			v := f.otherwise
			for _, p := range f.points {
				same := make([]term.Term, len(args))
				for i, a := range args {
					if a.Sort().IsArray() {
						ok = false
						return
					}
					same[i] = st.Eq(a, p.Arg(i))
				}
				v = st.Ite(st.And(same...), f.values[p], v)
				n++
			}
			done[t] = v
		case term.Div, term.Mod:
			if !args[1].IsConst() || args[1].Num().IsZero() {
				ok = false
				return
			}
			done[t] = st.Rebuild(t, args)
		default:
			if len(args) == 0 {
				done[t] = t
			} else {
				done[t] = st.Rebuild(t, args)
			}
		}
	})
	return done[q.shape], ok
}

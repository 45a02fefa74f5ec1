package instances

import (
	"slices"

	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// total is a model that knows the value of every function everywhere: what the solver's model says of the terms in use, and
// elsewhere the value that the function has most often. Its elements of uninterpreted sorts are the values of the terms in use.
type total struct {
	st       *term.Store
	inner    smt.Model
	names    map[term.Term]term.Term // of quantified formulas
	tables   map[string]*table       // by function
	elements map[term.Sort][]term.Term
	memo     map[term.Term]term.Term
	inUse    map[term.Term]int       // the terms whose values the solver's model has
	arrays   map[term.Term]term.Term // what takes the place of the solver's values of variables
}

// table is a function.
type table struct {
	points    []term.Term // applications to constants
	values    map[term.Term]term.Term
	otherwise term.Term
}

// newTotal is the total model for what the solver's model says.
func (r *search) newTotal(inner smt.Model) *total {
	m := &total{st: r.s.st, inner: inner, names: map[term.Term]term.Term{}, tables: map[string]*table{},
		elements: map[term.Sort][]term.Term{}, memo: map[term.Term]term.Term{}, inUse: r.ages}
	for _, q := range r.s.apps {
		m.names[q.app] = q.name
	}
	for _, s := range r.sorts {
		if isElement(s) {
			for _, t := range r.bySort[s] {
				m.element(inner.Eval(t))
			}
		}
	}
	defer r.completeArrays(m)
	for _, h := range r.heads {
		u := r.byHead[h][0]
		if u.Op() != term.Apply {
			continue
		}
		t := &table{values: map[term.Term]term.Term{}}
		count := map[term.Term]int{}
		for _, u := range r.byHead[h] {
			args := make([]term.Term, u.NumArgs())
			for i, a := range u.Args() {
				args[i] = inner.Eval(a)
			}
			p := m.st.Rebuild(u, args)
			if _, ok := t.values[p]; ok {
				continue
			}
			v := inner.Eval(u)
			t.values[p], t.points = v, append(t.points, p)
			if count[v]++; !t.otherwise.Valid() || count[v] > count[t.otherwise] {
				t.otherwise = v
			}
		}
		m.tables[h] = t
	}
	return m
}

// element notes v if it is an element of an uninterpreted sort.
func (m *total) element(v term.Term) {
	if s := v.Sort(); isElement(s) && !slices.Contains(m.elements[s], v) {
		m.elements[s] = append(m.elements[s], v)
	}
}

// defaultOf is a value of a sort.
func (m *total) defaultOf(s term.Sort) term.Term {
	switch {
	case s == term.Bool:
		return m.st.False()
	case s == term.Int:
		return m.st.Int(0)
	case s == term.Real:
		return m.st.RealNum(num.Rat{})
	case s.IsArray():
		return m.st.ConstArray(s, m.defaultOf(s.Elem()))
	case len(m.elements[s]) > 0:
		return m.elements[s][0]
	}
	return m.st.Var(s.String()+"!val!0", s)
}

// Otherwise is the value of a function to result where no term in use says otherwise. It is never an element that no term in use has:
// the quantified formulas were not decided for such an element.
func (m *total) Otherwise(function string, result term.Sort) term.Term {
	if t := m.tables[function]; t != nil {
		return t.otherwise
	}
	return m.defaultOf(result)
}

// ask is the value of a variable, or of a function or a division by 0 at constant arguments.
func (m *total) ask(t term.Term) (term.Term, bool) {
	switch t.Op() {
	case term.Var:
		if a, ok := m.arrays[t]; ok {
			return a, true
		}
		if es := m.elements[t.Sort()]; slices.Contains(es, t) {
			return t, true
		}
		if _, ok := m.inUse[t]; !ok && !t.Sort().IsNumeric() && t.Sort() != term.Bool {
			return m.defaultOf(t.Sort()), true // no element that is not among those of the terms in use
		}
		return m.inner.Eval(t), true
	case term.Apply:
		f := m.tables[t.Name()]
		if f == nil {
			return m.defaultOf(t.Sort()), true
		}
		if v, ok := f.values[t]; ok {
			return v, true
		}
		for i, a := range t.Args() {
			if a.Sort().IsArray() { // one array may be written in several ways
				return m.atArray(f, t, i)
			}
		}
		return f.otherwise, true
	}
	return m.inner.Eval(t), true
}

// atArray is the value of a function at constant arguments of which the i-th is an array. ok is false if it cannot be told whether a
// point has these arguments.
func (m *total) atArray(f *table, t term.Term, i int) (v term.Term, ok bool) {
	for _, p := range f.points {
		same := true
		for j := range t.NumArgs() {
			if j < i || !t.Arg(j).Sort().IsArray() {
				same = same && p.Arg(j) == t.Arg(j)
				continue
			}
			equal, ok := m.st.Eval(m.st.Eq(p.Arg(j), t.Arg(j)), func(u term.Term) (term.Term, bool) { return u, true })
			if !ok {
				return v, false
			}
			same = same && equal.IsTrue()
		}
		if same {
			return f.values[p], true
		}
	}
	return f.otherwise, true
}

// value is a ground term's value; ok is false if it cannot be told.
func (m *total) value(t term.Term) (v term.Term, ok bool) {
	if t.IsConst() {
		return t, true
	}
	if v, ok := m.memo[t]; ok {
		return v, v.Valid()
	}
	if _, ok := m.inUse[t]; ok && !t.Sort().IsArray() {
		v = m.inner.Eval(t)
		m.memo[t] = v
		return v, true
	}
	if v, ok = m.st.Eval(t, m.ask); !ok {
		v = term.Term{}
	}
	m.memo[t] = v
	return v, ok
}

// Eval is a term's value. Of a quantified formula it is what its name says.
func (m *total) Eval(t term.Term) term.Term {
	if n, ok := m.names[t]; ok {
		return m.inner.Eval(n)
	}
	if v, ok := m.value(t); ok {
		return v
	}
	return m.inner.Eval(t)
}

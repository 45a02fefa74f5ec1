package instances

import (
	"slices"

	"craig/logic/term"
)

// completeArrays has arrays that are said to be equal agree at the indices that no term in use speaks of: on the element of a constant
// array that one of them is made of, if there is one. And it has arrays have elements there that some term in use has.
func (r *search) completeArrays(m *total) {
	st := m.st
	parent := map[term.Term]term.Term{}
	var find func(term.Term) term.Term
	find = func(x term.Term) term.Term {
		if p, ok := parent[x]; ok && p != x {
			return find(p)
		}
		return x
	}
	var order []term.Term
	for _, q := range r.order {
		if len(q.arrays) == 0 || !m.inner.Eval(q.name).IsFalse() {
			continue
		}
		a, b := r.bottom(q.arrays[0], m), r.bottom(q.arrays[1], m)
		for _, x := range []term.Term{a, b} {
			if _, ok := parent[x]; !ok {
				parent[x] = x
				order = append(order, x)
			}
		}
		if a, b = find(a), find(b); a != b {
			parent[a] = b
		}
	}
	elements := map[term.Term]term.Term{} // by class
	for _, x := range order {
		if x.Op() == term.ConstArray {
			if v, ok := m.value(x.Arg(0)); ok && !elements[find(x)].Valid() {
				elements[find(x)] = v
			}
		}
	}
	arrays := map[term.Term]term.Term{}
	strange := func(a term.Term) (found bool) {
		term.Walk(a, func(u term.Term) { found = found || isElement(u.Sort()) && !slices.Contains(m.elements[u.Sort()], u) })
		return found
	}
	for _, s := range r.sorts {
		if !s.IsArray() || s.Elem().IsArray() || s.Index().IsArray() {
			continue
		}
		for _, x := range r.bySort[s] {
			if _, ok := parent[x]; !ok && x.Op() == term.Var && strange(m.inner.Eval(x)) {
				order = append(order, x)
			}
		}
	}
	for _, x := range order {
		if x.Op() != term.Var {
			continue
		}
		s := x.Sort()
		rest := elements[find(x)]
		if !rest.Valid() {
			rest = m.defaultOf(s.Elem())
		}
		a, before := st.ConstArray(s, rest), m.inner.Eval(x)
		seen := map[term.Term]bool{}
		for _, i := range r.indices[s] {
			k, ok := m.value(i)
			if !ok || seen[k] {
				continue
			}
			seen[k] = true
			if v, ok := m.value(st.Select(before, k)); ok {
				a = st.Store(a, k, v)
			}
		}
		arrays[x] = a
	}
	clear(m.memo)
	m.arrays = arrays
	for _, s := range r.sorts { // elements that no term has are elements all the same
		if s.IsArray() {
			for _, x := range r.bySort[s] {
				if v, ok := m.value(x); ok {
					term.Walk(v, m.element)
				}
			}
		}
	}
}

// bottom is what an array is made of by stores, in a model.
func (r *search) bottom(a term.Term, m *total) term.Term {
	for {
		switch a.Op() {
		case term.Store_:
			a = a.Arg(0)
			continue
		case term.Ite:
			if v, ok := m.value(a.Arg(0)); ok {
				if v.IsTrue() {
					a = a.Arg(1)
				} else {
					a = a.Arg(2)
				}
				continue
			}
		}
		return a
	}
}

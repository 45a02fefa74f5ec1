package tracer

import (
	"craig/logic/num"
	"craig/logic/term"
)

// literal is an atom over the integers as a set of values of a linear form without constant, or
// something else that is compared as it is (form not Valid).
type literal struct {
	form term.Term
	rel  relation
	b    num.Int
}

type relation uint8

const (
	le relation = iota // form <= b
	ge
	eq
	ne
)

// forms remembers the literals that atoms are.
type forms struct {
	st   *term.Store
	memo map[term.Term]literal
}

func newForms(st *term.Store) *forms { return &forms{st: st, memo: map[term.Term]literal{}} }

// of takes an atom or its negation apart.
func (fs *forms) of(t term.Term) literal {
	l, ok := fs.memo[t]
	if !ok {
		l = fs.split(t)
		fs.memo[t] = l
	}
	return l
}

func (fs *forms) split(t term.Term) literal {
	atom, negated := t, false
	if t.Op() == term.Not {
		atom, negated = t.Arg(0), true
	}
	if op := atom.Op(); op != term.LeZero && op != term.EqZero {
		return literal{}
	}
	s := atom.Arg(0)
	if s.Sort() != term.Int {
		return literal{}
	}
	if s.Op() != term.Sum {
		s2 := literal{form: s, b: num.I(0)}
		return s2.rel_(atom.Op(), negated, false)
	}
	c := s.Num().Num()
	flip := s.Coeff(0).Sign() < 0
	coeffs := make([]num.Rat, s.NumArgs())
	for i := range coeffs {
		coeffs[i] = s.Coeff(i)
		if flip {
			coeffs[i] = coeffs[i].Neg()
		}
	}
	l := literal{form: fs.st.Linear(term.Int, coeffs, s.Args(), num.Rat{}), b: c.Neg()}
	if flip {
		l.b = c
	}
	return l.rel_(atom.Op(), negated, flip)
}

func (l literal) rel_(op term.Op, negated, flip bool) literal {
	switch {
	case op == term.EqZero && negated:
		l.rel = ne
	case op == term.EqZero:
		l.rel = eq
	case flip:
		l.rel = ge
	default:
		l.rel = le
	}
	return l
}

// term is the literal as a formula.
func (fs *forms) term(l literal) term.Term {
	b := fs.st.IntNum(l.b)
	switch l.rel {
	case le:
		return fs.st.Le(l.form, b)
	case ge:
		return fs.st.Ge(l.form, b)
	case eq:
		return fs.st.Eq(l.form, b)
	}
	return fs.st.Ne(l.form, b)
}

// implies says that l's set is part of m's; both have the same form.
func (l literal) implies(m literal) bool {
	c := l.b.Cmp(m.b)
	switch l.rel {
	case le:
		return m.rel == le && c <= 0 || m.rel == ne && c < 0
	case ge:
		return m.rel == ge && c >= 0 || m.rel == ne && c > 0
	case eq:
		return m.contains(l.b)
	}
	return m.rel == ne && c == 0
}

func (l literal) contains(v num.Int) bool {
	c := v.Cmp(l.b)
	switch l.rel {
	case le:
		return c <= 0
	case ge:
		return c >= 0
	case eq:
		return c == 0
	}
	return c != 0
}

// covers says that l ∨ m is everything.
func (l literal) covers(m literal) bool {
	next := func(a, b num.Int) bool { return !a.Add(num.I(1)).Less(b) } // a + 1 >= b
	switch {
	case l.rel == ne:
		return m.contains(l.b)
	case m.rel == ne:
		return l.contains(m.b)
	case l.rel == le && m.rel == ge:
		return next(l.b, m.b)
	case l.rel == ge && m.rel == le:
		return next(m.b, l.b)
	}
	return false
}

// disjoint says that l ∧ m is nothing.
func (l literal) disjoint(m literal) bool { return l.negation().covers(m.negation()) }

// negation of an eq or ne is exact; so are those of bounds, over the integers.
func (l literal) negation() literal {
	switch l.rel {
	case le:
		return literal{l.form, ge, l.b.Add(num.I(1))}
	case ge:
		return literal{l.form, le, l.b.Sub(num.I(1))}
	case eq:
		l.rel = ne
	default:
		l.rel = eq
	}
	return l
}

// clause simplifies a disjunction by the set of values that its literals on one linear form
// leave out, an interval without some points:
//
//	x <= 1 || x <= 3 → x <= 3     x <= 3 || x >= 2 → true     x != 1 || x = 2 → x != 1
//	x <= -1 || x = 0 → x <= 0     x <= -1 || x = 0 || x >= 1 → true
func (s *search) clause(f term.Term) term.Term {
	if f.Op() != term.Or {
		return f
	}
	args := f.Args()
	lits := s.lits[:0]
	twice := false
	for i, t := range args {
		lits = append(lits, s.forms.of(t))
		for _, l := range lits[:i] {
			twice = twice || l.form.Valid() && l.form == lits[i].form
		}
	}
	s.lits = lits
	if !twice {
		return f
	}
	out := make([]term.Term, 0, len(args))
	for i, t := range args {
		form := lits[i].form
		if !form.Valid() {
			out = append(out, t)
			continue
		}
		var left set
		first := true
		for j, l := range lits {
			if l.form == form {
				first = first && j >= i
				left.cut(l.negation())
			}
		}
		switch {
		case !first:
		case left.empty():
			return s.st.True()
		default:
			out = left.outside(s.forms, form, out)
		}
	}
	return s.st.Or(out...)
}

// set is an interval of integers without some points. The zero value is all of them.
type set struct {
	lo, hi       num.Int
	hasLo, hasHi bool
	without      []num.Int
}

// cut intersects the set with a literal's.
func (s *set) cut(l literal) {
	if l.rel != le && l.rel != ne && (!s.hasLo || s.lo.Less(l.b)) {
		s.lo, s.hasLo = l.b, true
	}
	if l.rel != ge && l.rel != ne && (!s.hasHi || l.b.Less(s.hi)) {
		s.hi, s.hasHi = l.b, true
	}
	if l.rel == ne {
		s.without = append(s.without, l.b)
	}
	for changed := true; changed && !s.empty(); {
		changed = false
		for _, v := range s.without {
			if s.hasLo && v.Eq(s.lo) {
				s.lo = s.lo.Add(num.I(1))
				changed = true
			}
			if s.hasHi && v.Eq(s.hi) {
				s.hi = s.hi.Sub(num.I(1))
				changed = true
			}
		}
	}
}

func (s *set) empty() bool { return s.hasLo && s.hasHi && s.hi.Less(s.lo) }

// outside appends literals whose disjunction says that form is not in s, which is not empty.
func (s *set) outside(fs *forms, form term.Term, out []term.Term) []term.Term {
	if s.hasLo && s.hasHi && s.lo.Eq(s.hi) {
		return append(out, fs.term(literal{form, ne, s.lo}))
	}
	if s.hasLo {
		out = append(out, fs.term(literal{form, le, s.lo.Sub(num.I(1))}))
	}
	if s.hasHi {
		out = append(out, fs.term(literal{form, ge, s.hi.Add(num.I(1))}))
	}
	for i, v := range s.without {
		inside := !(s.hasLo && v.Less(s.lo)) && !(s.hasHi && s.hi.Less(v))
		for _, w := range s.without[:i] {
			inside = inside && !v.Eq(w)
		}
		if inside {
			out = append(out, fs.term(literal{form, eq, v}))
		}
	}
	return out
}

// simplify drops clauses that others imply by the sets of values of their literals, and literals
// that single-literal clauses without a candidate contradict.
func (s *search) simplify(l label) label {
	if len(l) < 2 {
		return l
	}
	units := map[term.Term][]literal{}
	for _, c := range l {
		if c.cand == nil && c.f.Op() != term.Or {
			if lit := s.forms.of(c.f); lit.form.Valid() {
				units[lit.form] = append(units[lit.form], lit)
			}
			if c.f.IsFalse() {
				return falseLabel(s.st)
			}
		}
	}
	seen := map[clause]bool{}
	out := make(label, 0, len(l))
	for _, c := range l {
		if len(units) > 0 {
			c.f = s.given(units, c.f, c.cand == nil)
		}
		if c.f.IsTrue() || seen[c] || c.cand != nil && seen[clause{f: c.f}] {
			continue
		}
		seen[c] = true
		out = append(out, c)
	}
	return s.absorb(out)
}

// given simplifies the clause f by literals that hold beside it; own says that f may be one of
// them.
func (s *search) given(units map[term.Term][]literal, f term.Term, own bool) term.Term {
	if f.Op() != term.Or {
		lit := s.forms.of(f)
		for _, u := range units[lit.form] {
			if lit.form.Valid() && u.implies(lit) && (!own || !lit.implies(u)) {
				return s.st.True()
			}
		}
		return f
	}
	var out []term.Term
	for i, t := range f.Args() {
		lit := s.forms.of(t)
		gone := false
		if lit.form.Valid() {
			for _, u := range units[lit.form] {
				if u.implies(lit) {
					return s.st.True()
				}
				gone = gone || u.disjoint(lit)
			}
		}
		if gone && out == nil {
			out = append(make([]term.Term, 0, f.NumArgs()), f.Args()[:i]...)
		} else if !gone && out != nil {
			out = append(out, t)
		}
	}
	if out == nil {
		return f
	}
	return s.st.Or(out...)
}

// maxAbsorb bounds the clauses that absorb compares.
const maxAbsorb = 40

// absorb drops clauses that another one implies literal by literal:
//
//	C ∧ (C ∨ D) → C     (x <= 1 ∨ D) ∧ (x <= 2 ∨ D) → x <= 1 ∨ D
func (s *search) absorb(l label) label {
	if len(l) > maxAbsorb {
		return l
	}
	out := make(label, 0, len(l))
	for i, c := range l {
		gone := false
		for j, d := range l {
			if i == j || c.f.Op() != term.Or || d.cand != nil && d.cand != c.cand || !s.stronger(d.f, c.f) {
				continue
			}
			// Of two that imply each other the first stays.
			if j < i || !s.stronger(c.f, d.f) {
				gone = true
				break
			}
		}
		if !gone {
			out = append(out, c)
		}
	}
	return out
}

// stronger says that every disjunct of d implies one of c.
func (s *search) stronger(d, c term.Term) bool {
	ds := term.Disjuncts(d)
	if len(ds) > c.NumArgs() {
		return false
	}
	for _, t := range ds {
		l := s.forms.of(t)
		found := false
		for _, u := range c.Args() {
			if t == u {
				found = true
				break
			}
			if l.form.Valid() {
				if m := s.forms.of(u); m.form == l.form && l.implies(m) {
					found = true
					break
				}
			}
		}
		if !found {
			return false
		}
	}
	return true
}

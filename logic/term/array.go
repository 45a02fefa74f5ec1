package term

// Select is the element of a at i; it looks through stores at indices that differ by a constant.
func (s *Store) Select(a, i Term) Term {
	need(a.Sort().IsArray() && a.Sort().Index() == i.Sort(), "select", a, i)
	for {
		switch {
		case a.n.op == ConstArray: // const(e)[i] → e
			return a.n.args[0]
		case a.n.op == Store_ && a.n.args[1] == i: // store(a, i, e)[i] → e
			return a.n.args[2]
		case a.n.op == Store_ && distinct(a.n.args[1], i): // store(a, j, e)[i] → a[i] for j - i constant, not 0
			a = a.n.args[0]
		default:
			if a.n.op == Store_ {
				if r := s.rangesOf(a); r != nil {
					return s.selectRanges(r, i)
				}
			}
			return s.mk2(Select, a.Sort().Elem(), a, i)
		}
	}
}

// maxOverwrite bounds how deep Store looks for a store that it overwrites.
const maxOverwrite = 32

// Store is a with e at i.
func (s *Store) Store(a, i, e Term) Term {
	need(a.Sort().IsArray() && a.Sort().Index() == i.Sort() && a.Sort().Elem() == e.Sort(), "store", a, i, e)
	if e.n.op == Select && e.n.args[0] == a && e.n.args[1] == i { // store(a, i, a[i]) → a
		return a
	}
	if a.n.op == ConstArray && a.n.args[0] == e { // store(const(e), i, e) → const(e)
		return a
	}
	// store(store(store(a, i, f), j, g), i, e) → store(store(a, j, g), i, e) for j - i constant, not 0
	var above [maxOverwrite]Term
	n := 0
	for b := a; b.n.op == Store_ && n < maxOverwrite; b = b.n.args[0] {
		if b.n.args[1] == i {
			a = b.n.args[0]
			for n--; n >= 0; n-- {
				a = s.mk3(Store_, a.Sort(), a, above[n].n.args[1], above[n].n.args[2])
			}
			return s.Store(a, i, e)
		}
		if !distinct(b.n.args[1], i) {
			break
		}
		above[n] = b
		n++
	}
	return s.mk3(Store_, a.Sort(), a, i, e)
}

// ConstArray is the array of that sort that is e everywhere.
func (s *Store) ConstArray(sort Sort, e Term) Term {
	need(sort.IsArray() && sort.Elem() == e.Sort(), "const array", e)
	return s.mk1(ConstArray, sort, e)
}

// cells reads an array constant: stores of constants at constant indices over a ConstArray of a
// constant. The map has the elements by index. constant says what counts as a constant; two of
// them are equal if and only if they are the same term.
func cells(t Term, constant func(Term) bool) (at map[Term]Term, rest Term, ok bool) {
	at = map[Term]Term{}
	for ; t.n.op == Store_; t = t.n.args[0] {
		i, e := t.n.args[1], t.n.args[2]
		if !constant(i) || !constant(e) {
			return nil, Term{}, false
		}
		if _, ok := at[i]; !ok {
			at[i] = e
		}
	}
	if t.n.op != ConstArray || !constant(t.n.args[0]) {
		return nil, Term{}, false
	}
	return at, t.n.args[0], true
}

// equalArrays compares two array constants. ok is false if one is no constant, or if the answer
// depends on how many indices there are.
func equalArrays(a, b Term, constant func(Term) bool) (same, ok bool) {
	if bottom(a).n.op != ConstArray || bottom(b).n.op != ConstArray {
		return false, false
	}
	x, r, ok1 := cells(a, constant)
	y, q, ok2 := cells(b, constant)
	if !ok1 || !ok2 {
		return false, false
	}
	for i, e := range x {
		f, ok := y[i]
		if !ok {
			f = q
		}
		if e != f {
			return false, true
		}
	}
	for i, f := range y {
		if _, ok := x[i]; !ok && f != r {
			return false, true
		}
	}
	if r == q {
		return true, true
	}
	return false, a.Sort().Index().IsNumeric() // infinitely many other indices
}

// bottom is what is left of t without its stores.
func bottom(t Term) Term {
	for t.n.op == Store_ {
		t = t.n.args[0]
	}
	return t
}

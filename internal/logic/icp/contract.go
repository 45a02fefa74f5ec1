package icp

import (
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

const (
	fromInt = term.FloatFromInt
	mul     = term.FloatMul
)

// passes is how often a box is narrowed at most before it is split.
const passes = 6

// narrow evaluates a box and takes from it what the formulas that must hold exclude. It is false if nothing is left.
func (s *search) narrow(b *state) bool {
	for range passes {
		s.last = s.clean(b)
		if !s.evaluate(&s.last) {
			return false
		}
		for n := range s.nodes {
			b.sets[n], b.ints[n] = b.sets[n].Meet(s.last.sets[n]), b.ints[n].Meet(s.last.ints[n])
			b.signs[n] &= s.last.signs[n]
			if b.truth[n] == open {
				b.truth[n] = s.last.truth[n]
			}
		}
		if !s.forward(b) {
			return false
		}
		changed := false
		for _, r := range s.roots {
			t := &task{compiled: s.compiled, state: b}
			ok := t.hold(r.node, true)
			if r.assumption >= 0 && (t.changed || !ok) {
				s.used[r.assumption] = true
			}
			if !ok {
				return false
			}
			changed = changed || t.changed
		}
		if !changed {
			return true
		}
	}
	return s.forward(b)
}

// task narrows a box by one formula.
type task struct {
	*compiled
	*state
	changed bool
}

// hold takes away what makes the formula n other than wanted. It is false if nothing is left.
func (t *task) hold(n int, wanted bool) bool {
	nd := &t.nodes[n]
	if v := t.truth[n]; v != open && v != truthOf(wanted) {
		return false
	}
	switch nd.kind {
	case free:
		if t.truth[n] == open {
			t.truth[n], t.changed = truthOf(wanted), true
		}
	case not:
		return t.hold(nd.args[0], !wanted)
	case and, or:
		if wanted == (nd.kind == and) { // all of them
			for _, a := range nd.args {
				if !t.hold(a, wanted) {
					return false
				}
			}
			return true
		}
		left := -1 // the only one that may be
		for _, a := range nd.args {
			switch t.truth[a] {
			case truthOf(wanted):
				return true
			case open:
				if left >= 0 {
					return true
				}
				left = a
			}
		}
		return left >= 0 && t.hold(left, wanted)
	case same:
		for i := range 2 {
			if v := t.truth[nd.args[i]]; v != open && !t.hold(nd.args[1-i], (v == yes) == wanted) {
				return false
			}
		}
	case within:
		s := nd.yes
		if !wanted {
			s = nd.no
		}
		return t.meet(nd.args[0], s)
	case equal:
		if wanted {
			t.held[n] = true
			both := t.sets[nd.args[0]].Meet(t.sets[nd.args[1]])
			return t.meet(nd.args[0], both) && t.meet(nd.args[1], both)
		}
	case atMost:
		if wanted {
			return t.bound(nd.args[0], num.I(1), num.Int{})
		}
		return t.bound(nd.args[0], num.I(-1), num.I(-1))
	case nothing:
		if wanted {
			return t.bound(nd.args[0], num.I(1), num.Int{}) && t.bound(nd.args[0], num.I(-1), num.Int{})
		}
	}
	return true
}

// meet narrows the set of a pattern, and of what it is a copy of.
func (t *task) meet(n int, s float.Set) bool {
	r := t.sets[n].Meet(s)
	if r == t.sets[n] {
		return !r.IsEmpty()
	}
	t.sets[n], t.changed = r, true
	if r.IsEmpty() {
		return false
	}
	switch nd := &t.nodes[n]; nd.kind {
	case negate:
		return t.meet(nd.args[0], r.NegSet())
	case absolute:
		m := r
		if !r.NoNumber() {
			m.Lo = -r.Hi
		}
		return t.meet(nd.args[0], m)
	case select3:
		switch t.truth[nd.args[0]] {
		case yes:
			return t.meet(nd.args[1], r)
		case no:
			return t.meet(nd.args[2], r)
		}
	}
	return true
}

// bound uses sign·x ≤ most.
func (t *task) bound(n int, sign, most num.Int) bool {
	nd := &t.nodes[n]
	switch nd.kind {
	case sum:
		rest, missing := nd.constant.Mul(sign), -1 // the only one without a bound
		for i, a := range nd.args {
			switch x := t.ints[a].Scale(nd.coeffs[i].Mul(sign)); {
			case x.Below:
				rest = rest.Add(x.Lo)
			case missing >= 0:
				return true
			default:
				missing = i
			}
		}
		for i, a := range nd.args {
			if missing >= 0 && i != missing {
				continue
			}
			k := nd.coeffs[i].Mul(sign)
			others := rest
			if missing < 0 {
				others = rest.Sub(t.ints[a].Scale(k).Lo)
			}
			q, _ := most.Sub(others).DivMod(k) // Euclid's: for k < 0 rounded up
			one := num.I(1)
			if k.Sign() < 0 {
				q, one = q.Neg(), num.I(-1)
			}
			if !t.bound(a, one, q) {
				return false
			}
		}
		return true
	case key:
		if k, ok := most.Int64(); ok && !t.sets[nd.args[0]].NaN {
			s := float.Set{Lo: -int64(nd.format.Inf()), Hi: k}
			if sign.Sign() < 0 {
				s = float.Set{Lo: -k, Hi: int64(nd.format.Inf())}
			}
			return t.meet(nd.args[0], s)
		}
		return true
	case select3:
		switch t.truth[nd.args[0]] {
		case yes:
			return t.bound(nd.args[1], sign, most)
		case no:
			return t.bound(nd.args[2], sign, most)
		}
	}
	x := t.ints[n]
	if sign.Sign() > 0 && (!x.Above || most.Less(x.Hi)) {
		x.Hi, x.Above = most, true
	} else if low := most.Neg(); sign.Sign() < 0 && (!x.Below || x.Lo.Less(low)) {
		x.Lo, x.Below = low, true
	} else {
		return true
	}
	t.ints[n], t.changed = x, true
	return !x.Empty()
}

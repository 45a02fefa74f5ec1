package elements

import (
	"math/bits"
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// eval evaluates terms in a row of a table, in machine words. What does not fit has no value.
type eval struct {
	s *search
	row
}

func (e *eval) truth(t term.Term) (v, ok bool) {
	switch t.Op() {
	case term.True:
		return true, true
	case term.False:
		return false, true
	case term.Not:
		v, ok = e.truth(t.Arg(0))
		return !v, ok
	case term.And, term.Or:
		all := t.Op() == term.And
		known := true
		for i := range t.NumArgs() {
			v, ok := e.truth(t.Arg(i))
			if ok && v != all {
				return v, true
			}
			known = known && ok
		}
		return all, known
	case term.Eq:
		if t.Arg(0).Sort() != term.Bool {
			return false, false
		}
		a, ok := e.truth(t.Arg(0))
		b, also := e.truth(t.Arg(1))
		return a == b, ok && also
	case term.LeZero, term.LtZero, term.EqZero:
		if t.Arg(0).Sort() != term.Int {
			return false, false
		}
		n, ok := e.num(t.Arg(0))
		switch t.Op() {
		case term.LeZero:
			return n <= 0, ok
		case term.LtZero:
			return n < 0, ok
		}
		return n == 0, ok
	}
	return false, false
}

func (e *eval) num(t term.Term) (v int64, ok bool) {
	switch t.Op() {
	case term.Const:
		return word(t.Num())
	case term.Var:
		switch t {
		case e.s.bound[0]:
			return e.k, true
		case e.s.bound[1]:
			return e.l, true
		}
		return e.state.vals[t], t.Sort() == term.Int
	case term.Sum:
		sum, ok := word(t.Num())
		for i := range t.NumArgs() {
			c, fits := word(t.Coeff(i))
			if ok = ok && fits; !ok {
				return 0, false
			}
			a, known := e.num(t.Arg(i))
			if !known {
				return 0, false
			}
			if a, ok = times(c, a); !ok {
				return 0, false
			}
			if sum, ok = plus(sum, a); !ok {
				return 0, false
			}
		}
		return sum, ok
	case term.Mul:
		v = 1
		for i := range t.NumArgs() {
			a, known := e.num(t.Arg(i))
			if !known {
				return 0, false
			}
			if v, ok = times(v, a); !ok {
				return 0, false
			}
		}
		return v, true
	case term.Div, term.Mod:
		a, known := e.num(t.Arg(0))
		b, also := e.num(t.Arg(1))
		if !known || !also || b <= 0 {
			return 0, false
		}
		q, r := a/b, a%b
		if r < 0 {
			q, r = q-1, r+b
		}
		if t.Op() == term.Div {
			return q, true
		}
		return r, true
	case term.Ite:
		c, known := e.truth(t.Arg(0))
		if !known {
			return 0, false
		}
		if c {
			return e.num(t.Arg(1))
		}
		return e.num(t.Arg(2))
	case term.Select:
		a, known := e.num(t.Arg(1))
		if i := slices.IndexFunc(e.s.sums, func(x *aggregate) bool { return x.P == t.Arg(0) }); i >= 0 {
			return e.sum(e.s.sums[i].addend, a, known)
		}
		r := e.state.regions[t.Arg(0)]
		if r == nil || !known {
			return 0, false
		}
		return r.at(a), true
	}
	return 0, false
}

// sum is the sum of the addends of 0 to n-1, or the negative of those of n to -1.
func (e *eval) sum(addend term.Term, n int64, ok bool) (v int64, known bool) {
	if !ok || n > mostAdded || n < -mostAdded {
		return 0, false
	}
	of := *e
	for of.k = min(n, 0); of.k < max(n, 0); of.k++ {
		a, known := of.num(addend)
		if v, ok = plus(v, a); !ok || !known {
			return 0, false
		}
	}
	if n < 0 {
		v = -v
	}
	return v, true
}

// word is n if it is a machine word.
func word(n num.Rat) (int64, bool) {
	if !n.IsInt() {
		return 0, false
	}
	return n.Num().Int64()
}

func times(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 || lo >= 1<<63 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func abs(a int64) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

func plus(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

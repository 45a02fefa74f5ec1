package bitproof

import (
	"craig/logic/num"
	"craig/logic/term"
)

// span is where a number lies; ok is false if there are no bounds.
type span struct {
	lo, hi num.Int
	ok     bool
}

// noZero says that the number is not 0.
func (s span) noZero() bool { return s.ok && (s.lo.Sign() > 0 || s.hi.Sign() < 0) }

// largest is the largest absolute value.
func (s span) largest() num.Int {
	if lo := s.lo.Abs(); s.hi.Abs().Less(lo) {
		return lo
	}
	return s.hi.Abs()
}

// quotient and remainder are where those by m lie; they have no bounds if m may be 0.
func quotient(a, m span) span {
	if m.ok && m.lo.Sign() > 0 && m.lo.Eq(m.hi) {
		lo, _ := a.lo.DivMod(m.lo)
		hi, _ := a.hi.DivMod(m.lo)
		return span{lo, hi, a.ok}
	}
	n := a.largest()
	return span{n.Neg(), n, a.ok && m.noZero()}
}

func remainder(m span) span { return span{num.Int{}, m.largest().Sub(num.I(1)), m.noZero()} }

// bounds are what single conjuncts say of a value that has no definition of its own.
type bounds struct{ lo, hi *num.Int }

// bound learns, from conjuncts that hold, where values lie: k·x + c ≤ 0, and x = t where t has bounds.
func (e *encoder) bound(fs []term.Term) {
	for again := true; again; {
		again = false
		clear(e.spans)
		for _, f := range fs {
			switch f.Op() {
			case term.LeZero:
				again = e.atMostZero(f.Arg(0), num.I(1).Rat()) || again
			case term.EqZero:
				a := f.Arg(0)
				again = e.atMostZero(a, num.I(1).Rat()) || again
				again = e.atMostZero(a, num.I(-1).Rat()) || again
			}
		}
	}
}

// atMostZero learns from sign·s ≤ 0 about terms of s that have no bound there yet.
func (e *encoder) atMostZero(s term.Term, sign num.Rat) bool {
	if s.Sort() != term.Int {
		return false
	}
	args, coeff, c := parts(s)
	found := false
	for i, x := range args {
		k := coeff[i].Mul(sign)
		b := e.bounds[x]
		if b == nil {
			b = &bounds{}
		}
		if !isValue(x) || !coeff[i].Abs().Eq(num.I(1).Rat()) || !c.IsInt() || k.Sign() > 0 && b.hi != nil || k.Sign() < 0 && b.lo != nil {
			continue
		}
		least, ok := c.Num(), true // of the rest, times sign
		if sign.Sign() < 0 {
			least = least.Neg()
		}
		for j, y := range args {
			if j == i {
				continue
			}
			sp, m := e.span(y), coeff[j].Mul(sign)
			if ok = ok && sp.ok && m.IsInt(); !ok {
				break
			}
			if m.Sign() > 0 {
				least = least.Add(m.Num().Mul(sp.lo))
			} else {
				least = least.Add(m.Num().Mul(sp.hi))
			}
		}
		if !ok {
			continue
		}
		if found = true; k.Sign() > 0 { // x ≤ -least
			hi := least.Neg()
			b.hi = &hi
		} else { // least ≤ x
			b.lo = &least
		}
		e.bounds[x] = b
	}
	return found
}

// parts are the terms of a sum, and its constant.
func parts(s term.Term) (args []term.Term, coeff []num.Rat, c num.Rat) {
	if v, ok := s.IntValue(); ok {
		return nil, nil, v.Rat()
	}
	if s.Op() != term.Sum {
		return []term.Term{s}, []num.Rat{num.I(1).Rat()}, num.Rat{}
	}
	for i := range s.Args() {
		coeff = append(coeff, s.Coeff(i))
	}
	return s.Args(), coeff, s.Num()
}

// isValue reports whether nothing but bounds is known of t.
func isValue(t term.Term) bool {
	switch t.Op() {
	case term.Var, term.Apply:
		return true
	case term.Select:
		return t.Arg(0).Op() == term.Var
	}
	return false
}

// span is where t lies.
func (e *encoder) span(t term.Term) span {
	if v, ok := t.IntValue(); ok {
		return span{v, v, true}
	}
	if sp, ok := e.spans[t]; ok {
		return sp
	}
	sp := e.spanOf(t)
	e.spans[t] = sp
	return sp
}

func (e *encoder) spanOf(t term.Term) span {
	if t.Sort() != term.Int {
		return span{}
	}
	arg := func(i int) span { return e.span(t.Arg(i)) }
	switch t.Op() {
	case term.Sum:
		if !t.Num().IsInt() {
			return span{}
		}
		r := span{t.Num().Num(), t.Num().Num(), true}
		for i := range t.Args() {
			a, k := arg(i), t.Coeff(i)
			if !a.ok || !k.IsInt() {
				return span{}
			}
			if k.Sign() < 0 {
				a.lo, a.hi = a.hi, a.lo
			}
			r.lo, r.hi = r.lo.Add(k.Num().Mul(a.lo)), r.hi.Add(k.Num().Mul(a.hi))
		}
		return r
	case term.Mul:
		r := arg(0)
		for i := 1; i < t.NumArgs() && r.ok; i++ {
			a := arg(i)
			r = hull(a.ok, r.lo.Mul(a.lo), r.lo.Mul(a.hi), r.hi.Mul(a.lo), r.hi.Mul(a.hi))
		}
		return r
	case term.Ite:
		a, b := arg(1), arg(2)
		return hull(a.ok && b.ok, a.lo, a.hi, b.lo, b.hi)
	case term.BitAnd, term.BitOr, term.BitXor:
		a, b := arg(0), arg(1)
		if !a.ok || !b.ok {
			return span{}
		}
		top := num.Pow2(uint(max(bits(a.lo, a.hi), bits(b.lo, b.hi)) - 1))
		r := span{top.Neg(), top.Sub(num.I(1)), true}
		if a.lo.Sign() >= 0 && b.lo.Sign() >= 0 || t.Op() == term.BitAnd && (a.lo.Sign() >= 0 || b.lo.Sign() >= 0) {
			r.lo = num.Int{}
		}
		for _, x := range [2]span{a, b} {
			if t.Op() == term.BitAnd && x.lo.Sign() >= 0 && x.hi.Less(r.hi) {
				r.hi = x.hi
			}
		}
		return r
	case term.Mod:
		return remainder(arg(1))
	case term.Div:
		return quotient(arg(0), arg(1))
	case term.Float:
		o := t.FloatOp()
		if o.Kind == term.FloatToInt {
			most := num.Pow2(uint(o.Bits))
			return span{most.Neg(), most, true}
		}
		return span{num.Int{}, num.Pow2(uint(o.Format.Width())).Sub(num.I(1)), true}
	case term.Shl:
		a, s := arg(0), arg(1)
		if k, ok := s.hi.Int64(); ok && a.ok && s.ok && k <= maxShift {
			p := num.Pow2(uint(max(k, 0)))
			return hull(true, a.lo, a.hi, a.lo.Mul(p), a.hi.Mul(p))
		}
	case term.Shr:
		a := arg(0)
		return hull(a.ok, a.lo, a.hi, num.Int{}, num.I(-1))
	}
	if t.Op() == term.Select {
		if sp := e.readSpan(t.Arg(0), t.Arg(1)); sp.ok {
			return sp
		}
	}
	if d := e.defs[t]; d.Valid() {
		if sp := e.span(d); sp.ok {
			return sp
		}
	}
	if isValue(t) {
		if b := e.bounds[t]; b != nil && b.lo != nil && b.hi != nil && !b.hi.Less(*b.lo) {
			return span{*b.lo, *b.hi, true}
		}
	}
	return span{}
}

// readSpan is where what array a has at an index lies.
func (e *encoder) readSpan(a, index term.Term) span {
	at := func(a term.Term) span { return e.span(a.Store().Select(a, index)) }
	switch a.Op() {
	case term.ConstArray:
		return e.span(a.Arg(0))
	case term.Var:
		if d := e.defs[a]; d.Valid() {
			return at(d)
		}
	case term.Ite:
		x, y := at(a.Arg(1)), at(a.Arg(2))
		return hull(x.ok && y.ok, x.lo, x.hi, y.lo, y.hi)
	case term.Store_:
		v, rest := e.span(a.Arg(2)), at(a.Arg(0))
		return hull(v.ok && rest.ok, v.lo, v.hi, rest.lo, rest.hi)
	}
	return span{}
}

// maxShift is by how much numbers are shifted at most.
const maxShift = 256

func hull(ok bool, vs ...num.Int) span {
	r := span{vs[0], vs[0], ok}
	for _, v := range vs[1:] {
		if v.Less(r.lo) {
			r.lo = v
		}
		if r.hi.Less(v) {
			r.hi = v
		}
	}
	return r
}

package term

import (
	"slices"

	"craig/logic/num"
)

// Mod is the Euclidean remainder: 0 <= r < |b|.
func (s *Store) Mod(a, b Term) Term {
	need(a.Sort() == Int && b.Sort() == Int, "mod", a, b)
	n, ok := b.IntValue()
	if !ok || n.IsZero() {
		return s.mk2(Mod, Int, s.without(a, b), b)
	}
	return s.modConst(a, n.Abs()) // a mod -n → a mod n
}

// without is a, of which multiples of b are taken away: (x + p·b) mod b → x mod b. With b = 0 the
// argument is the same.
func (s *Store) without(a, b Term) Term {
	if a.n.op == Const {
		return a
	}
	x := s.newSum()
	x.add(one, a)
	kept := x.ms[:0]
	for _, m := range x.ms {
		if m.t != b && !(m.t.n.op == Mul && slices.Contains(m.t.n.args, b)) {
			kept = append(kept, m)
		}
	}
	x.ms = kept
	return s.finish(x, Int)
}

// modConst is a mod n for n > 0.
func (s *Store) modConst(a Term, n num.Int) Term {
	b := s.newSum()
	b.add(one, a)
	nr := n.Rat()
	// (c·(x mod m) + y) mod n → (c·x + y) mod n if n divides c·m
	for i := 0; i < len(b.ms); i++ {
		for b.ms[i].t.n.op == Mod {
			x := b.ms[i]
			m, ok := x.t.n.args[1].IntValue()
			if !ok || m.IsZero() || !n.Divides(x.c.Num().Mul(m)) {
				break
			}
			last := len(b.ms) - 1
			b.ms[i] = b.ms[last]
			b.ms = b.ms[:last]
			b.add(x.c, x.t.n.args[0])
			if i >= len(b.ms) {
				break
			}
		}
	}
	b.normalise()
	// (c·x + y) mod n → (c'·x + y) mod n for the c' ≡ c of least absolute value
	kept := b.ms[:0]
	for _, m := range b.ms {
		if _, r := residue(m.c.Num(), n); !r.IsZero() {
			kept = append(kept, mono{m.t, r.Rat()})
		}
	}
	b.ms = kept
	_, r := residue(b.c.Num(), n)
	b.c = r.Rat()

	if k, ok := b.quotient(n); ok { // s mod n → s - k·n if k·n ≤ s < (k + 1)·n by the form of s
		b.c = b.c.Sub(k.Mul(n).Rat())
		return s.finish(b, Int)
	}
	// (g·s + g·c + c₀) mod g·m → g·((s + c) mod m) + c₀ for 0 ≤ c₀ < g
	if g := b.content(n); !g.IsOne() {
		c, c0 := b.c.Num().DivMod(g)
		b.c = c.Mul(g).Rat()
		b.scale(num.Quo(num.I(1), g))
		m, _ := n.QuoRem(g)
		_, c = residue(c, m)
		b.c = c.Rat()
		rest := s.mk2(Mod, Int, s.sum(b, Int), s.IntNum(m))
		s.free(b)
		r := s.newSum()
		r.add(g.Rat(), rest)
		r.c = c0.Rat()
		return s.finish(r, Int)
	}
	t := s.mk2(Mod, Int, s.sum(b, Int), s.constant(nr, Int))
	s.free(b)
	return t
}

// residue is c = q·n + r with -n/2 < r ≤ n/2.
func residue(c, n num.Int) (q, r num.Int) {
	q, r = c.DivMod(n)
	if n.Less(r.Add(r)) {
		q, r = q.Add(num.I(1)), r.Sub(n)
	}
	return q, r
}

// content is the greatest common divisor of n and the coefficients.
func (b *sum) content(n num.Int) num.Int {
	for _, m := range b.ms {
		n = n.Gcd(m.c.Num())
	}
	return n
}

// Div is the Euclidean quotient on Int, division on Real.
func (s *Store) Div(a, b Term) Term {
	need(a.Sort().IsNumeric() && a.Sort() == b.Sort(), "div", a, b)
	if b.n.op != Const || b.n.num.IsZero() {
		return s.mk2(Div, a.Sort(), a, b)
	}
	if a.Sort() == Real { // x / c → (1/c)·x
		return s.Scale(b.n.num.Inv(), a)
	}
	n := b.n.num.Num()
	if n.Sign() < 0 { // a div -n → -(a div n)
		return s.Neg(s.divConst(a, n.Neg()))
	}
	return s.divConst(a, n)
}

// divConst is a div n for n > 0.
func (s *Store) divConst(a Term, n num.Int) Term {
	if n.IsOne() { // a div 1 → a
		return a
	}
	b, out := s.newSum(), s.newSum()
	b.add(one, a)
	// (Σ (qᵢ·n + rᵢ)·xᵢ) div n → Σ qᵢ·xᵢ + (Σ rᵢ·xᵢ) div n, with the residues of Mod, so that
	// quotient and remainder are those of one sum.
	kept := b.ms[:0]
	for _, m := range b.ms {
		q, r := residue(m.c.Num(), n)
		out.add(q.Rat(), m.t)
		if !r.IsZero() {
			kept = append(kept, mono{m.t, r.Rat()})
		}
	}
	b.ms = kept
	q, r := residue(b.c.Num(), n)
	b.c, out.c = r.Rat(), q.Rat()

	k, ok := b.quotient(n)
	switch {
	case ok: // s div n → k if k·n ≤ s < (k + 1)·n by the form of s
		out.c = out.c.Add(k.Rat())
	default:
		// (g·s + c) div g·m → (s + c div g) div m
		if g := b.content(n); !g.IsOne() {
			c, _ := b.c.Num().DivMod(g)
			b.c = num.Rat{}
			b.scale(num.Quo(num.I(1), g))
			b.c = c.Rat()
			n, _ = n.QuoRem(g)
			if n.IsOne() {
				out.add(one, s.sum(b, Int))
			} else {
				out.add(one, s.divConst(s.sum(b, Int), n))
			}
			break
		}
		// (x div m + c) div n → (x + c·m) div (m·n) for m > 0
		if x := b.ms[0]; len(b.ms) == 1 && x.c.IsOne() && x.t.n.op == Div {
			if m, ok := x.t.n.args[1].IntValue(); ok && m.Sign() > 0 {
				b.ms = b.ms[:0]
				b.c = b.c.Mul(m.Rat())
				b.add(one, x.t.n.args[0])
				b.normalise()
				out.add(one, s.divConst(s.sum(b, Int), m.Mul(n)))
				break
			}
		}
		out.add(one, s.mk2(Div, Int, s.sum(b, Int), s.IntNum(n)))
	}
	s.free(b)
	return s.finish(out, Int)
}

// quotient is the k with k·n ≤ b < (k + 1)·n, if the form of b shows one; n > 0.
func (b *sum) quotient(n num.Int) (k num.Int, ok bool) {
	lo, hi := b.c.Num(), b.c.Num()
	for _, m := range b.ms {
		l, h, ok := bounds(m.t, 3)
		if !ok {
			return num.Int{}, false
		}
		c := m.c.Num()
		if c.Sign() < 0 {
			l, h = h, l
		}
		lo, hi = lo.Add(c.Mul(l)), hi.Add(c.Mul(h))
	}
	k, _ = lo.DivMod(n)
	h, _ := hi.DivMod(n)
	return k, k.Eq(h)
}

// bounds are l ≤ t ≤ h that follow from the form of an integer term, looking at most depth deep.
func bounds(t Term, depth int) (l, h num.Int, ok bool) {
	if depth == 0 {
		return l, h, false
	}
	switch t.n.op {
	case Const:
		v := t.n.num.Num()
		return v, v, true
	case Mod:
		n, ok := t.n.args[1].IntValue()
		return num.Int{}, n.Abs().Sub(num.I(1)), ok && !n.IsZero()
	case Float:
		switch o := t.FloatOp(); o.Kind {
		case FloatToInt:
			return num.Pow2(uint(o.Bits)).Neg(), num.Pow2(uint(o.Bits)), true
		default:
			return num.Int{}, num.Pow2(uint(o.Format.Width())).Sub(num.I(1)), true
		}
	case BitAnd: // 0 ≤ x & c ≤ c for c ≥ 0
		for _, a := range t.n.args {
			if c, ok := a.IntValue(); ok && c.Sign() >= 0 {
				return num.Int{}, c, true
			}
		}
	case Ite:
		l1, h1, ok1 := bounds(t.n.args[1], depth-1)
		l2, h2, ok2 := bounds(t.n.args[2], depth-1)
		if l2.Less(l1) {
			l1 = l2
		}
		if h1.Less(h2) {
			h1 = h2
		}
		return l1, h1, ok1 && ok2
	case Sum:
		l, h = t.n.num.Num(), t.n.num.Num()
		for i, a := range t.n.args {
			x, y, ok := bounds(a, depth-1)
			if !ok {
				return l, h, false
			}
			c := t.n.coeff[i].Num()
			if c.Sign() < 0 {
				x, y = y, x
			}
			l, h = l.Add(c.Mul(x)), h.Add(c.Mul(y))
		}
		return l, h, true
	}
	return l, h, false
}

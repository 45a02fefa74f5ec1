// Package identity computes with polynomials over integer terms, exactly or modulo a power of 2, for checkers: it
// searches for nothing. What is no sum, product or remainder counts as a variable.
package identity

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/logic/term"
)

// Limits of polynomials.
const (
	maxDegree    = 16
	maxMonomials = 400
)

// Poly is a polynomial with integer coefficients: its monomials by their factors. No coefficient is nil.
type Poly map[string]monomial

type monomial struct {
	coeff *big.Int
	of    []term.Term // by ID
}

// Reader reads terms of one store as polynomials, each once. Within gives the ends of the values that a variable has: a sum that wraps
// where it cannot is the sum.
type Reader struct {
	known  map[read]Poly
	within Within
}

// Within gives the ends of the values that a variable may have; ok is false if none are known.
type Within func(x term.Term) (lo, hi *big.Int, ok bool)

type read struct {
	t    term.Term
	bits uint
}

// NewReader makes a reader.
func NewReader(within Within) *Reader { return &Reader{map[read]Poly{}, within} }

// Of is a polynomial that t, an integer, is equal to modulo 2^bits, and equal to if bits is 0; it is not to be
// changed. ok is false if it is too large.
func (r *Reader) Of(t term.Term, bits uint) (p Poly, ok bool) {
	p, ok = r.known[read{t, bits}]
	if !ok {
		if p, ok = r.read(t, bits); !ok {
			p = nil
		}
		r.known[read{t, bits}] = p
	}
	return p, p != nil
}

func (r *Reader) read(t term.Term, bits uint) (p Poly, ok bool) {
	switch t.Op() {
	case term.Const:
		v, ok := t.IntValue()
		return constant(v.Big()), ok
	case term.Sum:
		c := t.Num()
		p = constant(c.Num().Big())
		for i, a := range t.Args() {
			k := t.Coeff(i)
			q, ok := r.Of(a, bits)
			if !ok || !k.IsInt() || !p.Add(q, k.Num().Big()) {
				return nil, false
			}
		}
		return p, c.IsInt()
	case term.Mul:
		p = constant(big.NewInt(1))
		for _, a := range t.Args() {
			q, ok := r.Of(a, bits)
			if !ok {
				return nil, false
			}
			if p, ok = p.Times(q); !ok {
				return nil, false
			}
		}
		return p, true
	case term.Mod:
		m, ok := t.Arg(1).IntValue()
		if !ok || m.Sign() <= 0 {
			break
		}
		q, ok := r.Of(t.Arg(0), bits)
		if k, power := m.Log2(); !ok || power && bits > 0 && k >= bits {
			return q, ok
		}
		// a mod m = a for 0 ≤ a < m
		if lo, hi, ok := ends(t.Arg(0), r.within); ok && lo.Sign() >= 0 && hi.Cmp(m.Big()) < 0 {
			return q, true
		}
		// a mod m = a - m·(a div m)
		p = Poly{}
		p.add(new(big.Int).Neg(m.Big()), []term.Term{t.Store().Div(t.Arg(0), t.Arg(1))})
		return p, p.Add(q, big.NewInt(1))
	}
	return variable(t), true
}

func constant(c *big.Int) Poly {
	p := Poly{}
	p.add(c, nil)
	return p
}

func variable(t term.Term) Poly {
	p := Poly{}
	p.add(big.NewInt(1), []term.Term{t})
	return p
}

// FromMonomials is the sum of monomials.
func FromMonomials(ms []verdict.Monomial) (p Poly, ok bool) {
	p = Poly{}
	for _, m := range ms {
		if len(m.Vars) > maxDegree {
			return nil, false
		}
		p.add(m.Coeff.Big(), m.Vars)
	}
	return p, len(p) <= maxMonomials
}

// add adds a monomial.
func (p Poly) add(c *big.Int, of []term.Term) {
	of = slices.Clone(of)
	slices.SortFunc(of, func(a, b term.Term) int { return int(int64(a.ID()) - int64(b.ID())) })
	var key strings.Builder
	for _, t := range of {
		key.WriteString(strconv.FormatUint(uint64(t.ID()), 10))
		key.WriteByte('.')
	}
	k := key.String()
	sum := new(big.Int).Set(c)
	if m, ok := p[k]; ok {
		sum.Add(sum, m.coeff)
	}
	if sum.Sign() == 0 {
		delete(p, k)
	} else {
		p[k] = monomial{sum, of}
	}
}

// Add adds c·q to p. It reports whether that is not too large.
func (p Poly) Add(q Poly, c *big.Int) bool {
	for _, m := range q {
		p.add(new(big.Int).Mul(c, m.coeff), m.of)
	}
	return len(p) <= maxMonomials
}

// Times is p·q, if that is not too large.
func (p Poly) Times(q Poly) (r Poly, ok bool) {
	r = Poly{}
	for _, m := range p {
		for _, n := range q {
			if len(m.of)+len(n.of) > maxDegree || len(r) > maxMonomials {
				return nil, false
			}
			r.add(new(big.Int).Mul(m.coeff, n.coeff), slices.Concat(m.of, n.of))
		}
	}
	return r, len(r) <= maxMonomials
}

// IsZero says that p is 0 modulo 2^bits, and 0 if bits is 0, whatever its variables are.
func (p Poly) IsZero(bits uint) bool {
	for _, m := range p {
		if bits == 0 || m.coeff.TrailingZeroBits() < bits {
			return false
		}
	}
	return true
}

// Same says that p is q or -q, modulo 2^bits if that is not 0.
func (p Poly) Same(q Poly, bits uint) bool {
	for _, sign := range []int64{-1, 1} {
		d := Poly{}
		if d.Add(p, big.NewInt(1)) && d.Add(q, big.NewInt(sign)) && d.IsZero(bits) {
			return true
		}
	}
	return false
}

// Bits is the least number of bits such that t is 0 if it is 0 modulo 2^bits, since its values are not as far from 0 as
// that; 0 if none is known.
func Bits(t term.Term, within Within) uint {
	lo, hi, ok := ends(t, within)
	if !ok {
		return 0
	}
	return uint(max(lo.BitLen(), hi.BitLen(), 1))
}

// ends are the ends of the values of a sum of constants, remainders and variables.
func ends(t term.Term, within Within) (lo, hi *big.Int, ok bool) {
	switch t.Op() {
	case term.Const:
		v, ok := t.IntValue()
		return v.Big(), v.Big(), ok
	case term.Var:
		return within(t)
	case term.Mod:
		if m, ok := t.Arg(1).IntValue(); ok && m.Sign() > 0 {
			return new(big.Int), new(big.Int).Sub(m.Big(), big.NewInt(1)), true
		}
	case term.Sum:
		c := t.Num()
		lo, hi = new(big.Int).Set(c.Num().Big()), new(big.Int).Set(c.Num().Big())
		for i, a := range t.Args() {
			l, h, ok := ends(a, within)
			k := t.Coeff(i)
			if !ok || !k.IsInt() {
				return nil, nil, false
			}
			if k.Sign() < 0 {
				l, h = h, l
			}
			lo.Add(lo, new(big.Int).Mul(k.Num().Big(), l))
			hi.Add(hi, new(big.Int).Mul(k.Num().Big(), h))
		}
		return lo, hi, c.IsInt()
	}
	return nil, nil, false
}

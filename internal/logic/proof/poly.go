package proof

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/logic/num"
	"craig/logic/term"
)

// poly is a polynomial over terms that arithmetic does not look into.
type poly struct {
	ms    []monomial  // by key, without zeros
	c     num.Rat     // the constant
	noted []term.Term // Mod terms that were expanded
}

// monomial is c·Π ts.
type monomial struct {
	key string // the IDs of ts
	ts  []term.Term
	c   num.Rat
}

// maxMonomials bounds a polynomial.
const maxMonomials = 400

var errLarge = fmt.Errorf("the polynomials are too large: %w", ErrTooHard)

func constant(c num.Rat) *poly { return &poly{c: c} }

func opaque(t term.Term) *poly {
	return &poly{ms: []monomial{{strconv.Itoa(int(t.ID())), []term.Term{t}, num.I(1).Rat()}}}
}

// plus is p + k·q.
func (p *poly) plus(k num.Rat, q *poly) *poly {
	out := &poly{c: p.c.Add(k.Mul(q.c)), noted: join(p.noted, q.noted)}
	i, j := 0, 0
	for i < len(p.ms) || j < len(q.ms) {
		switch {
		case j == len(q.ms) || i < len(p.ms) && p.ms[i].key < q.ms[j].key:
			out.ms = append(out.ms, p.ms[i])
			i++
		case i == len(p.ms) || q.ms[j].key < p.ms[i].key:
			m := q.ms[j]
			if m.c = m.c.Mul(k); !m.c.IsZero() {
				out.ms = append(out.ms, m)
			}
			j++
		default:
			m := p.ms[i]
			if m.c = m.c.Add(k.Mul(q.ms[j].c)); !m.c.IsZero() {
				out.ms = append(out.ms, m)
			}
			i, j = i+1, j+1
		}
	}
	return out
}

func (p *poly) scale(k num.Rat) *poly {
	return (&poly{noted: p.noted}).plus(k, p)
}

// times is p·q.
func (p *poly) times(q *poly) (*poly, error) {
	out := p.scale(q.c)
	out.noted = join(p.noted, q.noted)
	for _, m := range q.ms {
		part := &poly{}
		for _, n := range append([]monomial{{c: p.c}}, p.ms...) {
			if n.c.IsZero() {
				continue
			}
			ts := append(slices.Clone(n.ts), m.ts...)
			slices.SortFunc(ts, func(a, b term.Term) int { return int(a.ID()) - int(b.ID()) })
			var ids []string
			for _, t := range ts {
				ids = append(ids, strconv.Itoa(int(t.ID())))
			}
			part.ms = append(part.ms, monomial{strings.Join(ids, "*"), ts, n.c.Mul(m.c)})
		}
		slices.SortFunc(part.ms, func(a, b monomial) int { return strings.Compare(a.key, b.key) })
		if out = out.plus(num.I(1).Rat(), part); len(out.ms) > maxMonomials {
			return nil, errLarge
		}
	}
	return out, nil
}

func join(a, b []term.Term) []term.Term {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	out := slices.Clone(a)
	for _, t := range b {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// integral says that the polynomial without its constant has integer values only.
func (p *poly) integral() bool {
	for _, m := range p.ms {
		if !m.c.IsInt() {
			return false
		}
		for _, t := range m.ts {
			if t.Sort() == term.Real {
				return false
			}
		}
	}
	return true
}

// degree is that of the largest monomial.
func (p *poly) degree() int {
	n := 0
	for _, m := range p.ms {
		n = max(n, len(m.ts))
	}
	return n
}

// linear says that there are no products.
func (p *poly) linear() bool { return p.degree() <= 1 }

// sum reads a Sum.
func (c *checker) sum(s Sum) (*poly, error) {
	if len(s.Coefs) != len(s.Terms) {
		return nil, errors.New("not as many coefficients as terms")
	}
	p := constant(s.Const)
	for i, t := range s.Terms {
		if !t.Valid() || t.Sort() == term.Bool || t.Sort().IsArray() {
			return nil, errors.New("a sum of what is no number")
		}
		q, err := c.poly(t)
		if err != nil {
			return nil, err
		}
		p = p.plus(s.Coefs[i], q)
	}
	return p, nil
}

// poly reads a term that is no array and not Bool.
func (c *checker) poly(t term.Term) (*poly, error) {
	if p, ok := c.polys[t]; ok {
		return p, nil
	}
	p, err := c.expand(t)
	if err == nil {
		c.polys[t] = p
	}
	return p, err
}

func (c *checker) expand(t term.Term) (*poly, error) {
	st := t.Store()
	one := num.I(1).Rat()
	args := func(coefs ...num.Rat) (*poly, error) {
		p := &poly{}
		for i, a := range t.Args() {
			q, err := c.poly(a)
			if err != nil {
				return nil, err
			}
			p = p.plus(coefs[i], q)
		}
		return p, nil
	}
	switch t.Op() {
	case term.Const:
		return constant(t.Num()), nil
	case term.ToReal:
		return c.poly(t.Arg(0))
	case term.Sum:
		p := constant(t.Num())
		for i, a := range t.Args() {
			q, err := c.poly(a)
			if err != nil {
				return nil, err
			}
			p = p.plus(t.Coeff(i), q)
		}
		return p, nil
	case term.Mul:
		p := constant(one)
		for _, a := range t.Args() {
			q, err := c.poly(a)
			if err != nil {
				return nil, err
			}
			if p, err = p.times(q); err != nil {
				return nil, err
			}
		}
		return p, nil
	case term.Mod: // x mod m = x - m·(x div m)
		m, ok := t.Arg(1).IntValue()
		if !ok || m.IsZero() {
			break
		}
		x, err := c.poly(t.Arg(0))
		if err != nil {
			return nil, err
		}
		q, err := c.poly(st.Div(t.Arg(0), t.Arg(1)))
		if err != nil {
			return nil, err
		}
		p := x.plus(m.Neg().Rat(), q)
		p.noted = join(p.noted, []term.Term{t})
		return p, nil
	case term.BitOr, term.BitXor: // x | y = x + y - (x & y), x ^ y = x + y - 2·(x & y)
		p, err := args(one, one)
		if err != nil {
			return nil, err
		}
		k := one
		if t.Op() == term.BitXor {
			k = num.I(2).Rat()
		}
		and, err := c.poly(st.BitAnd(t.Arg(0), t.Arg(1)))
		if err != nil {
			return nil, err
		}
		return p.plus(k.Neg(), and), nil
	case term.BitAnd:
		for i := range 2 {
			if m, ok := t.Arg(i).IntValue(); ok {
				return c.masked(t.Arg(1-i), m)
			}
		}
	}
	return opaque(t), nil
}

// masked is x & m, bit by bit of m: 2^i·((x div 2^i) mod 2), where (x div 2^i) mod 2 times 2^i is
// (x mod 2^(i+1)) - (x mod 2^i). For m < 0 it is x - (x & ¬m).
func (c *checker) masked(x term.Term, m num.Int) (*poly, error) {
	st, one := x.Store(), num.I(1)
	if m.Sign() < 0 {
		p, err := c.poly(x)
		if err != nil {
			return nil, err
		}
		q, err := c.masked(x, m.Neg().Sub(one))
		if err != nil {
			return nil, err
		}
		return p.plus(one.Neg().Rat(), q), nil
	}
	p := &poly{}
	for i := range uint(m.BitLen()) {
		if m.Shr(i).And(one).IsZero() {
			continue
		}
		for k, s := range [2]num.Rat{one.Rat(), one.Neg().Rat()} {
			q, err := c.poly(st.Mod(x, st.IntNum(num.Pow2(i+1-uint(k)))))
			if err != nil {
				return nil, err
			}
			p = p.plus(s, q)
		}
	}
	return p, nil
}

// relation is what a constraint says of its polynomial.
type relation uint8

const (
	inequality relation = iota // ≤ 0, or < 0
	equation                   // = 0
)

// constraint is p ≤ 0, or p < 0 if strict.
type constraint struct {
	p      *poly
	strict bool
}

func (k constraint) String() string {
	var b strings.Builder
	for _, m := range k.p.ms {
		fmt.Fprintf(&b, "%s·%v + ", m.c, m.ts)
	}
	rel := "<="
	if k.strict {
		rel = "<"
	}
	fmt.Fprintf(&b, "%s %s 0", k.p.c, rel)
	return b.String()
}

// not is the negation.
func (k constraint) not() constraint {
	return constraint{k.p.scale(num.I(-1).Rat()), !k.strict}.tight()
}

// tight is an equivalent constraint whose coefficients are coprime integers; if its values are
// integers it is not strict and its constant is an integer.
func (k constraint) tight() constraint {
	if len(k.p.ms) == 0 {
		return k
	}
	g, den := num.Int{}, num.I(1)
	for _, m := range k.p.ms {
		den = den.Lcm(m.c.Den())
	}
	for _, m := range k.p.ms {
		g = g.Gcd(m.c.Mul(den.Rat()).Num())
	}
	return constraint{k.p.scale(num.Quo(den, g)), k.strict}.rounded()
}

// rounded is an equivalent constraint that is not strict and has an integer as constant, if the
// sum has integer values.
func (k constraint) rounded() constraint {
	if !k.p.integral() {
		return k
	}
	p := *k.p
	if k.strict { // Σ < -c, so Σ ≤ ceil(-c) - 1
		p.c = p.c.Neg().Ceil().Sub(num.I(1)).Rat().Neg()
	} else {
		p.c = p.c.Neg().Floor().Rat().Neg()
	}
	return constraint{&p, false}
}

// fixed is the value of a constraint without terms.
func (k constraint) fixed() truth {
	switch s := k.p.c.Sign(); {
	case len(k.p.ms) > 0:
		return open
	case s < 0 || s == 0 && !k.strict:
		return yes
	}
	return no
}

// key is a text that constraints which are equivalent by their form share, and those equivalent
// to the negation with flipped; fixed is the value if it is known.
func (k constraint) key(kind relation) (key string, flipped bool, fixed truth) {
	if kind == equation {
		if len(k.p.ms) == 0 {
			if k.p.c.IsZero() {
				return "", false, yes
			}
			return "", false, no
		}
		p := k.p.scale(k.p.ms[0].c.Inv())
		if t := (constraint{p, false}).tight(); t.p.integral() {
			if q := p.scale(t.p.ms[0].c); !q.c.IsInt() {
				return "", false, no
			}
		}
		return "=" + p.text(), false, open
	}
	k = k.tight()
	if f := k.fixed(); f != open {
		return "", false, f
	}
	if k.p.ms[0].c.Sign() < 0 {
		k, flipped = k.not(), true
	}
	s := "<"
	if !k.strict {
		s = "<="
	}
	return s + k.p.text(), flipped, open
}

func (p *poly) text() string {
	var b strings.Builder
	for _, m := range p.ms {
		b.WriteString(m.c.String())
		b.WriteString("·")
		b.WriteString(m.key)
		b.WriteString("+")
	}
	b.WriteString(p.c.String())
	return b.String()
}

// arith reads an arithmetic atom: an inequality, or an equation between terms that are neither Bool
// nor arrays.
func (c *checker) arith(f term.Term) (kind relation, k constraint, ok bool) {
	var p *poly
	var err error
	switch f.Op() {
	case term.LeZero, term.LtZero:
		p, err = c.poly(f.Arg(0))
		return inequality, constraint{p, f.Op() == term.LtZero}, err == nil
	case term.EqZero:
		p, err = c.poly(f.Arg(0))
		return equation, constraint{p: p}, err == nil
	case term.Eq:
		if s := f.Arg(0).Sort(); s == term.Bool || s.IsArray() {
			return 0, k, false
		}
		return c.difference(f.Arg(0), f.Arg(1))
	}
	return 0, k, false
}

// difference is the equation a = b.
func (c *checker) difference(a, b term.Term) (relation, constraint, bool) {
	p, err := c.poly(a)
	if err != nil {
		return 0, constraint{}, false
	}
	q, err := c.poly(b)
	if err != nil {
		return 0, constraint{}, false
	}
	return equation, constraint{p: p.plus(num.I(-1).Rat(), q)}, true
}

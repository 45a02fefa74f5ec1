package polynomial

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// Summand is a product of a number and of terms.
type Summand struct {
	Coeff num.Int
	Of    []term.Term // by ID
}

func (s Summand) key() string {
	var b strings.Builder
	for _, t := range s.Of {
		b.WriteString(strconv.Itoa(int(t.ID())))
		b.WriteByte(' ')
	}
	return b.String()
}

// over is what s's factors have beyond those of t, if they have all of these.
func (s Summand) over(t Summand) (rest []term.Term, ok bool) {
	i := 0
	for _, x := range s.Of {
		if i < len(t.Of) && t.Of[i] == x {
			i++
		} else {
			rest = append(rest, x)
		}
	}
	return rest, i == len(t.Of)
}

// expansion is a sum of products, by rising keys.
type expansion []Summand

func (x expansion) degree() (d int) {
	for _, s := range x {
		d = max(d, len(s.Of))
	}
	return d
}

// times is c·m·x.
func (x expansion) times(c num.Int, m []term.Term) expansion {
	p := make(expansion, len(x))
	for i, s := range x {
		of := append(slices.Clone(s.Of), m...)
		slices.SortFunc(of, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
		p[i] = Summand{s.Coeff.Mul(c), of}
	}
	return p
}

// expander multiplies out, each term once, on a path.
type expander struct {
	*sem.Context
	known  map[modular]expansion
	ranges map[term.Term]span // of variables, where the path says more than their types
}

type span struct{ lo, hi num.Int }

// expand is an expander for paths with the conjuncts of f.
func expand(c *sem.Context, f term.Term) *expander {
	e := &expander{c, map[modular]expansion{}, map[term.Term]span{}}
	for _, g := range term.Conjuncts(f) {
		if g.Op() != term.LeZero || g.Arg(0).Op() != term.Sum || g.Arg(0).Sort() != term.Int {
			continue
		}
		for i := range g.Arg(0).NumArgs() {
			e.tighten(g.Arg(0), i)
		}
	}
	return e
}

// tighten notes what s ≤ 0 says of the variable of its part i.
func (e *expander) tighten(s term.Term, i int) {
	x, k := s.Arg(i), s.Coeff(i)
	lo, hi, ok := e.bounds(x)
	rest, _, known := e.bounds(e.Store.Sub(s, e.Store.Scale(k, x)))
	if !ok || !known || x.Op() != term.Var {
		return
	}
	// k·x ≤ -rest
	q, _ := rest.Neg().DivMod(k.Num().Abs())
	if k.Num().Sign() > 0 && q.Less(hi) {
		hi = q
	} else if k.Num().Sign() < 0 && lo.Less(q.Neg()) {
		lo = q.Neg()
	}
	e.ranges[x] = span{lo, hi}
}

type modular struct {
	t    term.Term
	bits uint
}

// Limits of expansions.
const (
	maxExpandedDegree = 12
	maxExpandedTerms  = 120
)

// collect adds up; modulo 2^bits if bits is not 0, where coefficients get as near to 0 as they may.
func collect(parts expansion, bits uint) (sum expansion, ok bool) {
	at := map[string]int{}
	for _, s := range parts {
		k := s.key()
		i, ok := at[k]
		if !ok {
			i = len(sum)
			at[k] = i
			sum = append(sum, Summand{num.I(0), s.Of})
		}
		sum[i].Coeff = sum[i].Coeff.Add(s.Coeff)
	}
	if bits > 0 {
		size := num.Pow2(bits)
		for i := range sum {
			_, c := sum[i].Coeff.DivMod(size)
			if size.Less(c.Shl(1)) {
				c = c.Sub(size)
			}
			sum[i].Coeff = c
		}
	}
	sum = slices.DeleteFunc(sum, func(s Summand) bool { return s.Coeff.IsZero() })
	slices.SortFunc(sum, func(a, b Summand) int { return cmp.Compare(a.key(), b.key()) })
	return sum, len(sum) <= maxExpandedTerms && sum.degree() <= maxExpandedDegree
}

// of is t multiplied out, modulo 2^bits if bits is not 0: wrapping to so many bits or more does not matter then.
func (e *expander) of(t term.Term, bits uint) (x expansion, ok bool) {
	k := modular{t, bits}
	if x, ok := e.known[k]; ok {
		return x, x != nil
	}
	x, ok = e.multiplied(t, bits)
	if ok && x == nil {
		x = expansion{}
	} else if !ok {
		x = nil
	}
	e.known[k] = x
	return x, ok
}

func (e *expander) multiplied(t term.Term, bits uint) (x expansion, ok bool) {
	switch t.Op() {
	case term.Const, term.Sum:
		var parts expansion
		parts = append(parts, Summand{Coeff: t.Num().Num()})
		for i := range t.NumArgs() {
			y, ok := e.of(t.Arg(i), bits)
			if !ok {
				return nil, false
			}
			parts = append(parts, y.times(t.Coeff(i).Num(), nil)...)
		}
		return collect(parts, bits)
	case term.Mul:
		x = expansion{{Coeff: num.I(1)}}
		for _, a := range t.Args() {
			y, ok := e.of(a, bits)
			if !ok {
				return nil, false
			}
			var parts expansion
			for _, s := range x {
				parts = append(parts, y.times(s.Coeff, s.Of)...)
			}
			if x, ok = collect(parts, bits); !ok {
				return nil, false
			}
		}
		return x, true
	case term.Mod:
		m, ok := t.Arg(1).IntValue()
		if !ok || m.Sign() <= 0 {
			break
		}
		y, ok := e.of(t.Arg(0), bits)
		if k, power := m.Log2(); !ok || power && bits > 0 && k >= bits {
			return y, ok
		}
		if lo, hi, ok := e.bounds(t.Arg(0)); ok && lo.Sign() >= 0 && hi.Less(m) {
			return y, true
		}
		quotient := Summand{m.Neg(), []term.Term{e.Store.Div(t.Arg(0), t.Arg(1))}}
		return collect(append(slices.Clone(y), quotient), bits)
	}
	return expansion{{num.I(1), []term.Term{t}}}, true
}

// modulus is the number of bits modulo two to which t may be looked at, if only whether it is 0 matters: it is less than
// that; 0 if no bounds are known.
func (e *expander) modulus(t term.Term) uint {
	lo, hi, ok := e.bounds(t)
	if !ok {
		return 0
	}
	return uint(max(lo.BitLen(), hi.BitLen(), 1))
}

func (e *expander) bounds(t term.Term) (lo, hi num.Int, ok bool) {
	switch t.Op() {
	case term.Var:
		if r, ok := e.ranges[t]; ok {
			return r.lo, r.hi, true
		}
		v := e.VarOf(t)
		if v == nil || v.Type.Kind != ir.Integer || e.Range(v.Type, t).IsTrue() {
			break
		}
		bits := uint(v.Type.Bits)
		if v.Type.Signed {
			return num.Pow2(bits - 1).Neg(), num.Pow2(bits - 1).Sub(num.I(1)), true
		}
		return num.I(0), num.Pow2(bits).Sub(num.I(1)), true
	case term.Mod:
		if m, isConst := t.Arg(1).IntValue(); isConst && m.Sign() > 0 {
			return num.I(0), m.Sub(num.I(1)), true
		}
	case term.Const, term.Sum:
		lo, hi = t.Num().Num(), t.Num().Num()
		for i := range t.NumArgs() {
			l, h, ok := e.bounds(t.Arg(i))
			if !ok {
				return lo, hi, false
			}
			k := t.Coeff(i).Num()
			if k.Sign() < 0 {
				l, h = h, l
			}
			lo, hi = lo.Add(k.Mul(l)), hi.Add(k.Mul(h))
		}
		return lo, hi, true
	}
	return lo, hi, false
}

package term

import (
	"cmp"
	"slices"

	"craig/logic/num"
)

// mono is c·t, with t neither constant nor Sum.
type mono struct {
	t Term
	c num.Rat
}

// sum is a sum in the making: Σ ms + c. Until normalise it may repeat terms and be unsorted.
type sum struct {
	ms []mono
	c  num.Rat
}

// newSum lends an empty buffer; give it back with free.
func (s *Store) newSum() *sum {
	if n := len(s.sums); n > 0 {
		b := s.sums[n-1]
		s.sums = s.sums[:n-1]
		return b
	}
	return new(sum)
}

func (s *Store) free(b *sum) {
	b.ms, b.c = b.ms[:0], num.Rat{}
	s.sums = append(s.sums, b)
}

// add adds k·t.
func (b *sum) add(k num.Rat, t Term) {
	switch {
	case k.IsZero():
	case t.n.op == Const:
		b.c = b.c.Add(k.Mul(t.n.num))
	case t.n.op != Sum:
		b.ms = append(b.ms, mono{t, k})
	case k.IsOne():
		for i, a := range t.n.args {
			b.ms = append(b.ms, mono{a, t.n.coeff[i]})
		}
		b.c = b.c.Add(t.n.num)
	default:
		for i, a := range t.n.args {
			b.ms = append(b.ms, mono{a, k.Mul(t.n.coeff[i])})
		}
		b.c = b.c.Add(k.Mul(t.n.num))
	}
}

// scale multiplies the sum by k, which is not 0.
func (b *sum) scale(k num.Rat) {
	if k.IsOne() {
		return
	}
	for i := range b.ms {
		b.ms[i].c = b.ms[i].c.Mul(k)
	}
	b.c = b.c.Mul(k)
}

// normalise sorts by ID, adds up coefficients of the same term and drops zeros.
func (b *sum) normalise() {
	ms := b.ms
	strict := true
	for i := 1; i < len(ms) && strict; i++ {
		strict = ms[i-1].t.n.id < ms[i].t.n.id
	}
	if strict {
		return // coefficients are not 0
	}
	if len(ms) <= 12 {
		for i := 1; i < len(ms); i++ {
			m, j := ms[i], i
			for ; j > 0 && ms[j-1].t.n.id > m.t.n.id; j-- {
				ms[j] = ms[j-1]
			}
			ms[j] = m
		}
	} else {
		slices.SortFunc(ms, func(x, y mono) int { return cmp.Compare(x.t.n.id, y.t.n.id) })
	}
	out := ms[:0]
	for i := 0; i < len(ms); {
		m := ms[i]
		for i++; i < len(ms) && ms[i].t == m.t; i++ {
			m.c = m.c.Add(ms[i].c)
		}
		if !m.c.IsZero() {
			out = append(out, m)
		}
	}
	b.ms = out
}

// sum makes the term of a normalised buffer.
func (s *Store) sum(b *sum, sort Sort) Term {
	switch {
	case len(b.ms) == 0:
		return s.constant(b.c, sort)
	case len(b.ms) == 1 && b.c.IsZero() && b.ms[0].c.IsOne():
		return b.ms[0].t
	}
	s.split(b)
	return s.mk(Sum, sort, "", b.c, s.args, s.coeffs)
}

// split lays the parts of b out in s.args and s.coeffs.
func (s *Store) split(b *sum) {
	s.args, s.coeffs = s.args[:0], s.coeffs[:0]
	for _, m := range b.ms {
		s.args, s.coeffs = append(s.args, m.t), append(s.coeffs, m.c)
	}
}

var one, minusOne = num.R(1, 1), num.R(-1, 1)

// Add is the sum of at least one term.
func (s *Store) Add(ts ...Term) Term {
	sort := ts[0].Sort()
	b := s.newSum()
	for _, t := range ts {
		need(sort.IsNumeric() && t.Sort() == sort, "+", ts[0], t)
		b.add(one, t)
	}
	return s.finish(b, sort)
}

// finish normalises, makes the term and frees the buffer.
func (s *Store) finish(b *sum, sort Sort) Term {
	b.normalise()
	t := s.sum(b, sort)
	s.free(b)
	return t
}

// Linear is Σ coeff[i]·ts[i] + c. Over Int the numbers are integers.
func (s *Store) Linear(sort Sort, coeff []num.Rat, ts []Term, c num.Rat) Term {
	b := s.newSum()
	for i, t := range ts {
		need(t.Sort() == sort && (sort == Real || coeff[i].IsInt()), "linear", t)
		b.add(coeff[i], t)
	}
	b.c = b.c.Add(c)
	need(sort == Real || b.c.IsInt(), "linear")
	return s.finish(b, sort)
}

func (s *Store) Sub(a, b Term) Term {
	need(a.Sort().IsNumeric() && a.Sort() == b.Sort(), "-", a, b)
	d := s.newSum()
	d.add(one, a)
	d.add(minusOne, b)
	return s.finish(d, a.Sort())
}

func (s *Store) Neg(a Term) Term { return s.Scale(minusOne, a) }

// Scale is c·a; over Int, c is an integer.
func (s *Store) Scale(c num.Rat, a Term) Term {
	need(a.Sort() == Real || a.Sort() == Int && c.IsInt(), "scale", a)
	b := s.newSum()
	b.add(c, a)
	return s.finish(b, a.Sort())
}

// maxProduct bounds the number of summands up to which products are multiplied out.
const maxProduct = 32

// Mul is the product; linear if a side is constant. Small sums are multiplied out, so that
// (i + 1)·n - i·n is n.
func (s *Store) Mul(a, b Term) Term {
	sort := a.Sort()
	need(sort.IsNumeric() && sort == b.Sort(), "*", a, b)
	if a.n.op == Const {
		return s.Scale(a.n.num, b) // c·x is linear
	}
	if b.n.op == Const {
		return s.Scale(b.n.num, a)
	}
	if summands(a)*summands(b) > maxProduct {
		return s.product(a, b)
	}
	// (Σ cᵢ·tᵢ + c)·(Σ dⱼ·uⱼ + d) → Σ cᵢ·dⱼ·(tᵢ·uⱼ) + Σ d·cᵢ·tᵢ + Σ c·dⱼ·uⱼ + c·d
	x, y, r := s.newSum(), s.newSum(), s.newSum()
	x.add(one, a)
	y.add(one, b)
	for _, m := range x.ms {
		for _, n := range y.ms {
			r.add(m.c.Mul(n.c), s.product(m.t, n.t))
		}
		r.add(m.c.Mul(y.c), m.t)
	}
	for _, n := range y.ms {
		r.add(n.c.Mul(x.c), n.t)
	}
	r.c = r.c.Add(x.c.Mul(y.c))
	s.free(x)
	s.free(y)
	return s.finish(r, sort)
}

func summands(t Term) int {
	if t.n.op != Sum {
		return 1
	}
	if t.n.num.IsZero() {
		return len(t.n.args)
	}
	return len(t.n.args) + 1
}

// product is the node of a·b, with the factors of both in the order of their IDs.
func (s *Store) product(a, b Term) Term {
	f := s.args[:0]
	for _, t := range [2]Term{a, b} {
		if t.n.op == Mul { // (x·y)·z → x·y·z
			f = append(f, t.n.args...)
		} else {
			f = append(f, t)
		}
	}
	s.args = f
	slices.SortFunc(f, byID)
	return s.mk(Mul, a.Sort(), "", num.Rat{}, f, nil)
}

// ToReal embeds the integers.
func (s *Store) ToReal(a Term) Term {
	need(a.Sort() == Int, "to_real", a)
	switch a.n.op {
	case Const: // to_real(c) → c
		return s.constant(a.n.num, Real)
	case Sum: // to_real(Σ cᵢ·tᵢ + c) → Σ cᵢ·to_real(tᵢ) + c
		b := s.newSum()
		for i, t := range a.n.args {
			b.add(a.n.coeff[i], s.ToReal(t))
		}
		b.c = a.n.num
		return s.finish(b, Real)
	}
	return s.mk1(ToReal, Real, a)
}

// ToInt is the floor.
func (s *Store) ToInt(a Term) Term {
	need(a.Sort() == Real, "to_int", a)
	// to_int(Σ cᵢ·to_real(xᵢ) + r) → Σ cᵢ·xᵢ + to_int(r) for integers cᵢ, and r takes the
	// fractional part of the constant.
	b, whole, rest := s.newSum(), s.newSum(), s.newSum()
	b.add(one, a)
	for _, m := range b.ms {
		if m.c.IsInt() && m.t.n.op == ToReal {
			whole.add(m.c, m.t.n.args[0])
		} else {
			rest.ms = append(rest.ms, m)
		}
	}
	floor := b.c.Floor().Rat()
	whole.c = floor
	rest.c = b.c.Sub(floor)
	if len(rest.ms) > 0 {
		rest.normalise()
		whole.add(one, s.mk1(ToInt, Int, s.sum(rest, Real)))
	}
	s.free(b)
	s.free(rest)
	return s.finish(whole, Int)
}

package qe

import (
	"craig/logic/num"
	"craig/logic/term"
)

// maxPoints bounds how many test points Exists tries for one variable, and how finely MBP divides
// by them before it prefers the value of the model.
const maxPoints = 256

// eliminateInt eliminates an integer variable that occurs as a summand only, with no equation
// where its coefficient is ±1.
func (p *projector) eliminateInt(x term.Term) {
	for i, c := range p.cons {
		if c.kind != eq {
			continue
		}
		for j, y := range summands(c.e) {
			if y == x {
				p.cons = append(p.cons[:i:i], p.cons[i+1:]...)
				k := coefficient(c.e, j).Num()
				rest := p.st.Sub(c.e, p.st.Scale(k.Rat(), x))
				if k.Sign() > 0 {
					rest = p.st.Neg(rest)
				}
				p.substitute(x, k.Abs(), rest)
				return
			}
		}
	}
	lower, upper, divs := p.isolate(x)
	switch {
	case len(divs) > 0:
		p.eliminateDivided(x, lower, upper, divs)
	case len(lower) == 0 || len(upper) == 0: // far enough out it holds
	case p.exactShadow(lower, upper) && p.few(lower, upper):
		for _, l := range lower {
			for _, u := range upper {
				p.add(constraint{kind: le, e: p.shadow(l, u, false)})
			}
		}
	case p.model != nil:
		p.underModel(x, lower, upper)
	default:
		p.enumerate(x, lower, upper)
	}
}

// shadow is e, where e ≤ 0 says that there is a rational x with l ≤ x ≤ u; of the dark shadow,
// that the bounds are so far apart that there is an integer.
func (p *projector) shadow(l, u bound, dark bool) term.Term {
	// l.a·x ≥ l.s and u.a·x ≤ u.s: u.a·l.s ≤ l.a·u.s
	e := p.st.Sub(p.st.Scale(u.a.Rat(), l.s), p.st.Scale(l.a.Rat(), u.s))
	if dark { // … + (l.a - 1)·(u.a - 1)
		one := num.I(1)
		e = p.st.Add(e, p.st.IntNum(l.a.Sub(one).Mul(u.a.Sub(one))))
	}
	return e
}

// exactShadow says that the shadows of all pairs are dark.
func (p *projector) exactShadow(lower, upper []bound) bool {
	for _, l := range lower {
		for _, u := range upper {
			if l.a.IsOne() || u.a.IsOne() {
				continue
			}
			if p.st.CompareZero(term.LeZero, p.shadow(l, u, false)) != p.st.CompareZero(term.LeZero, p.shadow(l, u, true)) {
				return false
			}
		}
	}
	return true
}

// underModel: the greatest lower bound in the model, or the least upper bound if they are fewer,
// by the dark shadow if the model allows that, and otherwise by a test point.
func (p *projector) underModel(x term.Term, lower, upper []bound) {
	l := p.tightest(lower, 1)
	u := p.tightest(upper, -1)
	fromBelow := len(lower) <= len(upper)
	gap := func(l, u bound) bool { return p.eval(p.shadow(l, u, true)).Num().Sign() <= 0 }
	below, above := true, true
	for _, v := range upper {
		below = below && gap(l, v)
	}
	for _, v := range lower {
		above = above && gap(v, u)
	}
	switch {
	case below && (fromBelow || !above):
		p.order(lower, l, 1)
		for _, v := range upper {
			p.add(constraint{kind: le, e: p.shadow(l, v, true)})
		}
	case above:
		p.order(upper, u, -1)
		for _, v := range lower {
			p.add(constraint{kind: le, e: p.shadow(v, u, true)})
		}
	default:
		p.testPoint(x, lower, upper, nil, l, num.I(1))
	}
}

// tightest is the bound with the greatest (sign 1) or least (sign -1) value in the model.
func (p *projector) tightest(bs []bound, sign int) bound {
	value := func(b bound) num.Rat { return num.Quo(p.eval(b.s).Num().Num(), b.a) }
	best := bs[0]
	for _, b := range bs[1:] {
		if value(b).Cmp(value(best)) == sign {
			best = b
		}
	}
	return best
}

// order says that g is the tightest of the lower (sign 1) or upper (sign -1) bounds bs.
func (p *projector) order(bs []bound, g bound, sign int64) {
	for _, b := range bs {
		if b != g { // lower: b.s/b.a ≤ g.s/g.a
			e := p.st.Sub(p.st.Scale(g.a.Rat(), b.s), p.st.Scale(b.a.Rat(), g.s))
			p.add(constraint{kind: le, e: p.st.Scale(num.R(sign, 1), e)})
		}
	}
}

// testPoint puts (l.s + d)/l.a for x, for the d of the model: x may be moved down by multiples
// of period as long as it is not below l.
func (p *projector) testPoint(x term.Term, lower, upper []bound, divs []constraint, l bound, period num.Int) {
	if step := l.a.Mul(period); num.I(maxPoints).Less(step) {
		p.restore(x, lower, upper, divs)
		p.fixValue(x)
		return
	}
	d := p.eval(x).Num().Num().Mul(l.a).Sub(p.eval(l.s).Num().Num())
	_, d = d.DivMod(l.a.Mul(period))
	p.restore(x, lower, upper, divs)
	p.substitute(x, l.a, p.st.Add(l.s, p.st.IntNum(d)))
}

// restore puts isolated constraints back.
func (p *projector) restore(x term.Term, lower, upper []bound, divs []constraint) {
	for _, b := range lower {
		p.cons = append(p.cons, constraint{kind: le, e: p.st.Sub(b.s, p.st.Scale(b.a.Rat(), x))})
	}
	for _, b := range upper {
		p.cons = append(p.cons, constraint{kind: le, e: p.st.Sub(p.st.Scale(b.a.Rat(), x), b.s)})
	}
	p.cons = append(p.cons, divs...)
}

// substitute puts s/a for x, a > 0, and says that a divides s.
func (p *projector) substitute(x term.Term, a num.Int, s term.Term) {
	cons := p.cons
	p.cons = nil
	delete(p.left, x)
	p.forget()
	for _, c := range cons {
		i := -1
		if c.kind != other {
			for j, y := range summands(c.e) {
				if y == x {
					i = j
				}
			}
		}
		if i < 0 {
			p.cons = append(p.cons, c)
			continue
		}
		// k·x + r, times a: k·s + a·r
		k := coefficient(c.e, i)
		r := p.st.Sub(c.e, p.st.Scale(k, x))
		c.e = p.st.Add(p.st.Scale(k, s), p.st.Scale(a.Rat(), r))
		c.n = c.n.Mul(a)
		p.add(c)
	}
	if !a.IsOne() {
		p.add(constraint{kind: divides, e: s, n: a})
	}
}

// eliminateDivided eliminates x where there are divisibilities about it.
func (p *projector) eliminateDivided(x term.Term, lower, upper []bound, divs []constraint) {
	st := p.st
	unbounded := len(lower) == 0 || len(upper) == 0
	if unbounded && len(divs) == 1 { // n | k·x + r for some x if gcd(k, n) | r
		c := divs[0]
		k, r := p.part(c.e, x)
		if g := k.Gcd(c.n); !g.IsOne() {
			p.add(constraint{kind: divides, e: r, n: g})
		}
		return
	}
	period := num.I(1)
	for _, c := range divs {
		k, _ := p.part(c.e, x)
		n, _ := c.n.QuoRem(k.Gcd(c.n))
		period = period.Lcm(n)
	}
	if unbounded { // some residue modulo the period
		d := p.residue(x, period)
		if p.hard {
			return
		}
		p.cons = append(p.cons, divs...)
		p.substitute(x, num.I(1), st.IntNum(d))
		return
	}
	if p.model != nil {
		p.testPoint(x, lower, upper, divs, p.tightest(lower, 1), period)
		return
	}
	p.cooper(x, lower, upper, divs, period)
}

// part splits e into k·x + r.
func (p *projector) part(e, x term.Term) (k num.Int, r term.Term) {
	for i, y := range summands(e) {
		if y == x {
			c := coefficient(e, i)
			return c.Num(), p.st.Sub(e, p.st.Scale(c, x))
		}
	}
	return num.Int{}, e
}

// residue is x modulo n in the model, or any by choice.
func (p *projector) residue(x term.Term, n num.Int) num.Int {
	if p.model != nil {
		_, d := p.eval(x).Num().Num().DivMod(n)
		return d
	}
	return num.I(int64(p.choose(n)))
}

// choose is a choice among the numbers below n; too many are too hard.
func (p *projector) choose(n num.Int) int {
	v, ok := n.Int64()
	if !ok || v > maxPoints {
		p.hard = true
		return 0
	}
	if v == 1 {
		return 0
	}
	return p.choices.take(int(v))
}

// cooper chooses a lower bound l and a d, and puts (l.s + d)/l.a for x.
func (p *projector) cooper(x term.Term, lower, upper []bound, divs []constraint, period num.Int) {
	if len(upper) < len(lower) { // with -x for x, upper bounds are lower ones
		lower, upper = upper, lower
		for i := range lower {
			lower[i].s = p.st.Neg(lower[i].s)
		}
		for i := range upper {
			upper[i].s = p.st.Neg(upper[i].s)
		}
		minus := map[term.Term]term.Term{x: p.st.Neg(x)}
		for i := range divs {
			divs[i].e = p.st.Subst(divs[i].e, minus)
		}
	}
	l := lower[p.choose(num.I(int64(len(lower))))]
	d := p.choose(l.a.Mul(period))
	if p.hard {
		return
	}
	p.restore(x, lower, upper, divs)
	p.substitute(x, l.a, p.st.Add(l.s, p.st.Int(int64(d))))
}

// enumerate is for bounds whose shadow is not exact: the values of x one by one, if its bounds
// are constants close together, else Cooper's test points.
func (p *projector) enumerate(x term.Term, lower, upper []bound) {
	if from, to, ok := p.interval(lower, upper); ok {
		n := to.Sub(from).Add(num.I(1))
		if n.Sign() <= 0 {
			p.dead = true
			return
		}
		if n.Cmp(num.I(maxPoints)) <= 0 {
			v := from.Add(num.I(int64(p.choose(n))))
			p.restore(x, lower, upper, nil)
			p.substitute(x, num.I(1), p.st.IntNum(v))
			return
		}
	}
	p.cooper(x, lower, upper, nil, num.I(1))
}

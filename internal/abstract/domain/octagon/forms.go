package octagon

import (
	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A Bound says that the sum of its terms is at most Max.
type Bound struct {
	Terms []Term // of distinct variables, no coefficient 0
	Max   num.Int
}

// Term is a variable of numbers with a coefficient.
type Term struct {
	Var   *ir.Var
	Coeff int64
}

// linear is Σ terms; ok is false where coefficients are large.
func (b Bound) linear() (l linear, ok bool) {
	l = constant(interval.One(num.I(0)))
	for _, t := range b.Terms {
		l.terms = append(l.terms, monomial{t.Var, t.Coeff})
	}
	return l, l.small()
}

// Entails says that b holds in all of s; true is a proof.
func (d *Domain) Entails(s State, b Bound) bool {
	if d.IsBottom(s) {
		return true
	}
	l, ok := b.linear()
	if !ok {
		return false
	}
	hi, ok := d.range_(s, l).Hi()
	return ok && !b.Max.Less(hi)
}

// WidenUpTo is Widen(a, b), except that bounds of one variable and octagonal ones of a pack stay
// as far as b has them, which is not less than a. Since nothing follows from them until the next
// statement, chains still become constant.
func (d *Domain) WidenUpTo(a, b State, bounds []Bound) State {
	w := d.Widen(a, b)
	if d.IsBottom(w) {
		return w
	}
	for _, k := range bounds {
		if !d.Entails(b, k) {
			continue
		}
		c, ok := k.Max.Int64()
		if !ok {
			continue
		}
		switch len(k.Terms) {
		case 1:
			t := k.Terms[0]
			switch t.Coeff {
			case 1:
				w.box = d.box.Restrict(w.box, t.Var, interval.AtMost(k.Max))
			case -1:
				w.box = d.box.Restrict(w.box, t.Var, interval.AtLeast(k.Max.Neg()))
			}
		case 2:
			w.octs = d.noted(w.octs, k.Terms[0], k.Terms[1], clamp(c))
		}
	}
	return w
}

// Between is the meet of w, which Widen or WidenUpTo has made, with h, which includes what w was made of.
// Unlike Meet it lets intervals and octagons learn nothing from each other: what the widening dropped from
// one of the two does not come back from the other.
func (d *Domain) Between(w, h State) State {
	if d.IsBottom(w) || d.IsBottom(h) {
		return d.Bottom()
	}
	return State{d.box.Meet(w.box, h.box), domain.Union(w.octs, h.octs, func(_ int, o, p *oct) *oct { return o.meet(p) })}
}

// noted is octs with t + u ≤ c, if that is octagonal and of one pack; nothing is concluded from it.
func (d *Domain) noted(octs *domain.Tree[*oct], t, u Term, c int64) *domain.Tree[*oct] {
	x, y := d.where[t.Var.ID], d.where[u.Var.ID]
	if x.pack < 0 || x.pack != y.pack || t.Coeff*t.Coeff != 1 || u.Coeff*u.Coeff != 1 {
		return octs
	}
	// V_j - V_i ≤ c with V_j = t and -V_i = u
	j, i := 2*x.index, 2*y.index+1
	if t.Coeff < 0 {
		j++
	}
	if u.Coeff < 0 {
		i--
	}
	o, ok := octs.Get(x.pack)
	if !ok {
		o = d.tops[x.pack]
	}
	if c >= o.entry(i, j) {
		return octs
	}
	o = o.clone()
	o.note(i, j, c)
	return octs.Set(x.pack, o)
}

// Bounds lists what s, which is not bottom, says of vars: the bounds of single variables that are
// not those of their types, and those of ±x ± y that do not follow from single ones.
func (d *Domain) Bounds(s State, vars []*ir.Var) []Bound {
	var bs []Bound
	packs := map[int][]*ir.Var{}
	for _, v := range vars {
		x, ty := d.single(s, v), d.typeOf(v.Type)
		if hi, ok := x.Hi(); ok {
			if most, ok := ty.Hi(); !ok || hi.Less(most) {
				bs = append(bs, Bound{[]Term{{v, 1}}, hi})
			}
		}
		if lo, ok := x.Lo(); ok {
			if least, ok := ty.Lo(); !ok || least.Less(lo) {
				bs = append(bs, Bound{[]Term{{v, -1}}, lo.Neg()})
			}
		}
		w := d.where[v.ID]
		if w.pack < 0 {
			continue
		}
		for _, u := range packs[w.pack] {
			bs = append(bs, d.pairs(s, v, u)...)
		}
		packs[w.pack] = append(packs[w.pack], v)
	}
	return bs
}

// single is v's value, by its interval and its octagon.
func (d *Domain) single(s State, v *ir.Var) interval.Value {
	x := d.box.Get(s.box, v)
	w := d.where[v.ID]
	if w.pack < 0 {
		return x
	}
	o, ok := s.octs.Get(w.pack)
	if !ok {
		return x
	}
	o = o.close()
	if hi, ok := bound(o.upper(w.index)); ok {
		x = x.Meet(interval.AtMost(hi))
	}
	if lo, ok := bound(o.negUpper(w.index)); ok {
		x = x.Meet(interval.AtLeast(lo.Neg()))
	}
	return x
}

// pairs lists the bounds of ±x ± y, of one pack, that say more than those of x and y.
func (d *Domain) pairs(s State, x, y *ir.Var) []Bound {
	var bs []Bound
	for _, sy := range []int64{1, -1} {
		v, _ := d.pair(s, x, y, sy > 0)
		w := d.single(s, x).Add(d.single(s, y).Mul(interval.One(num.I(sy))))
		if hi, ok := v.Hi(); ok {
			if most, ok := w.Hi(); !ok || hi.Less(most) {
				bs = append(bs, Bound{[]Term{{x, 1}, {y, sy}}, hi})
			}
		}
		if lo, ok := v.Lo(); ok {
			if least, ok := w.Lo(); !ok || least.Less(lo) {
				bs = append(bs, Bound{[]Term{{x, -1}, {y, -sy}}, lo.Neg()})
			}
		}
	}
	return bs
}

// Forget drops what s says of vars.
func (d *Domain) Forget(s State, vars ...*ir.Var) State {
	if d.IsBottom(s) {
		return s
	}
	for _, v := range vars {
		if !v.Type.IsNumber() {
			continue
		}
		s.box = d.box.Post(s.box, &ir.Edge{Stmt: &ir.Havoc{Var: v}})
		s = d.forget(s, v)
	}
	return s
}

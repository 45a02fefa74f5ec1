package octagon

import (
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A linear is Σ coeff·var + rest, where rest is some number of an interval.
type linear struct {
	terms []monomial // distinct variables, no coefficient 0
	rest  interval.Value
}

type monomial struct {
	v     *ir.Var
	coeff int64
}

// maxTerms bounds the variables of a linear form; others go into rest with their intervals.
const maxTerms = 4

func constant(v interval.Value) linear { return linear{rest: v} }

// scale is k·l.
func (l linear) scale(k int64) linear {
	if k == 0 {
		return constant(interval.One(num.I(0)))
	}
	r := linear{rest: l.rest.Mul(interval.One(num.I(k)))}
	for _, m := range l.terms {
		r.terms = append(r.terms, monomial{m.v, m.coeff * k})
	}
	return r
}

func (l linear) plus(m linear) linear {
	r := linear{rest: l.rest.Add(m.rest)}
	r.terms = append(r.terms, l.terms...)
next:
	for _, t := range m.terms {
		for i := range r.terms {
			if r.terms[i].v == t.v {
				r.terms[i].coeff += t.coeff
				continue next
			}
		}
		r.terms = append(r.terms, t)
	}
	kept := r.terms[:0]
	for _, t := range r.terms {
		if t.coeff != 0 {
			kept = append(kept, t)
		}
	}
	r.terms = kept
	return r
}

func (l linear) minus(m linear) linear { return l.plus(m.scale(-1)) }

// small says that coefficients cannot overflow soon.
func (l linear) small() bool {
	for _, m := range l.terms {
		if m.coeff > 1<<20 || m.coeff < -1<<20 {
			return false
		}
	}
	return len(l.terms) <= maxTerms
}

// linearise is a linear form that has e's value in every state of s.
func (d *Domain) linearise(s State, e *ir.Expr) linear {
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor && d.mayWrap(e) {
		if l, ok := d.mathematical(s, e); ok && d.range_(s, l).In(d.typeOf(e.Type)) {
			return l
		}
		return constant(d.box.Eval(s.box, e))
	}
	switch e.Op {
	case ir.OpVar:
		if e.Type.IsNumber() {
			return linear{terms: []monomial{{e.Var, 1}}, rest: interval.One(num.I(0))}
		}
	case ir.OpCast:
		l := d.linearise(s, e.Args[0])
		if e.NoWrap || d.p.Math || e.Type.Contains(e.Args[0].Type) || d.range_(s, l).In(d.typeOf(e.Type)) {
			return l
		}
	default:
		if l, ok := d.mathematical(s, e); ok {
			return l
		}
	}
	return constant(d.box.Eval(s.box, e))
}

// mathematical is a linear form of e's operation without wrapping.
func (d *Domain) mathematical(s State, e *ir.Expr) (l linear, ok bool) {
	switch e.Op {
	case ir.OpNeg:
		l = d.linearise(s, e.Args[0]).scale(-1)
	case ir.OpAdd, ir.OpPtrAdd:
		l = d.linearise(s, e.Args[0]).plus(d.linearise(s, e.Args[1]))
	case ir.OpSub, ir.OpPtrDiff:
		l = d.linearise(s, e.Args[0]).minus(d.linearise(s, e.Args[1]))
	case ir.OpMul:
		a, b := d.linearise(s, e.Args[0]), d.linearise(s, e.Args[1])
		if len(a.terms) == 0 {
			a, b = b, a
		}
		k, single := b.rest.Single()
		c, small := k.Int64()
		if len(b.terms) > 0 || !single || !small || c > 1<<20 || c < -1<<20 {
			return l, false
		}
		l = a.scale(c)
	default:
		return l, false
	}
	return l, l.small()
}

func (d *Domain) typeOf(t ir.Type) interval.Value { return d.box.Type(t) }

// mayWrap says that sem takes e modulo 2^Bits.
func (d *Domain) mayWrap(e *ir.Expr) bool {
	return !e.NoWrap && d.p.Mode().Wraps(e.Type) && e.Op != ir.OpRem && e.Op != ir.OpShr && e.Op < ir.OpAnd &&
		(e.Op != ir.OpDiv || e.Type.IsSigned())
}

// range_ has at least the values of l: by the intervals of its variables, and by the octagon for
// two of one pack with coefficients that differ in sign only.
func (d *Domain) range_(s State, l linear) interval.Value {
	r := l.rest
	terms := l.terms
	for len(terms) > 0 {
		m := terms[0]
		terms = terms[1:]
		paired := false
		for i, n := range terms {
			if n.coeff != m.coeff && n.coeff != -m.coeff {
				continue
			}
			if v, ok := d.pair(s, m.v, n.v, n.coeff == m.coeff); ok {
				r = r.Add(v.Mul(interval.One(num.I(m.coeff))))
				terms = append(append([]monomial(nil), terms[:i]...), terms[i+1:]...)
				paired = true
				break
			}
		}
		if !paired {
			r = r.Add(d.box.Get(s.box, m.v).Mul(interval.One(num.I(m.coeff))))
		}
	}
	return r
}

// pair is the range of x + y if plus, else of x - y, if they are in one pack.
func (d *Domain) pair(s State, x, y *ir.Var, plus bool) (interval.Value, bool) {
	a, b := d.where[x.ID], d.where[y.ID]
	if a.pack < 0 || a.pack != b.pack {
		return interval.Value{}, false
	}
	v, w := d.box.Get(s.box, x), d.box.Get(s.box, y)
	if !plus {
		w = w.Neg()
	}
	r := v.Add(w)
	o, ok := s.octs.Get(a.pack)
	if !ok {
		return r, true
	}
	o = o.close()
	j, i := 2*a.index, 2*b.index // V_j - V_i = x - y
	if plus {
		i ^= 1
	}
	if hi, ok := bound(o.entry(i, j)); ok {
		r = r.Meet(interval.AtMost(hi))
	}
	if lo, ok := bound(o.entry(j, i)); ok {
		r = r.Meet(interval.AtLeast(lo.Neg()))
	}
	return r, true
}

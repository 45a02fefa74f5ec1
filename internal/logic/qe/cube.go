package qe

import (
	"craig/logic/num"
	"craig/logic/term"
)

// assume adds f to the cube, choosing a disjunct wherever there is one that matters.
func (p *projector) assume(f term.Term) {
	st := p.st
	switch {
	case p.dead || p.hard:
		return
	case !p.mentions(f):
		p.finish(f)
		return
	}
	switch f.Op() {
	case term.And:
		for _, a := range f.Args() {
			p.assume(a)
		}
	case term.Or:
		p.assumeOne(f.Args()...)
	case term.Eq:
		a, b := f.Arg(0), f.Arg(1)
		if a.Sort() == term.Bool {
			p.assumeOne(st.And(a, b), st.And(st.Not(a), st.Not(b)))
		} else {
			p.add(constraint{kind: other, e: st.Eq(p.purify(a), p.purify(b))})
		}
	case term.LeZero:
		p.add(constraint{kind: le, e: p.purify(f.Arg(0))})
	case term.LtZero:
		p.add(constraint{kind: lt, e: p.purify(f.Arg(0))})
	case term.EqZero:
		if s, n, ok := divisibility(f); ok {
			p.add(constraint{kind: divides, e: p.purify(s), n: n})
		} else {
			p.add(constraint{kind: eq, e: p.purify(f.Arg(0))})
		}
	case term.Not:
		p.assumeNot(f)
	default:
		p.add(constraint{kind: other, e: p.rebuild(f)})
	}
}

func (p *projector) assumeNot(f term.Term) {
	st := p.st
	g := f.Arg(0)
	switch g.Op() {
	case term.And:
		options := make([]term.Term, g.NumArgs())
		for i, a := range g.Args() {
			options[i] = st.Not(a)
		}
		p.assumeOne(options...)
	case term.Or:
		for _, a := range g.Args() {
			p.assume(st.Not(a))
		}
	case term.Eq:
		a, b := g.Arg(0), g.Arg(1)
		if a.Sort() == term.Bool {
			p.assumeOne(st.And(a, st.Not(b)), st.And(st.Not(a), b))
		} else {
			p.add(constraint{kind: other, e: st.Ne(p.purify(a), p.purify(b))})
		}
	case term.EqZero:
		zero := st.Sub(g.Arg(0), g.Arg(0))
		p.assumeOne(st.Lt(g.Arg(0), zero), st.Gt(g.Arg(0), zero))
	default:
		p.add(constraint{kind: other, e: st.Not(p.rebuild(g))})
	}
}

// assumeOne assumes one of the options, whose disjunction is meant.
func (p *projector) assumeOne(options ...term.Term) {
	if i := p.pick(options...); i >= 0 {
		p.assume(options[i])
	}
}

// divisibility reads s' mod n = r as n | s.
func divisibility(f term.Term) (s term.Term, n num.Int, ok bool) {
	e := f.Arg(0)
	args := summands(e)
	if len(args) != 1 || args[0].Op() != term.Mod || !coefficient(e, 0).Abs().IsOne() {
		return s, n, false
	}
	n, ok = args[0].Arg(1).IntValue()
	if !ok || n.Sign() <= 0 {
		return s, n, false
	}
	r := num.Int{} // the sum is ±(s mod n) + c, and so s mod n = ∓c
	if e.Op() == term.Sum {
		r = e.Num().Num()
		if coefficient(e, 0).Sign() > 0 {
			r = r.Neg()
		}
	}
	if r.Sign() < 0 || !r.Less(n) {
		return s, n, false
	}
	st := f.Store()
	return st.Sub(args[0].Arg(0), st.IntNum(r)), n, true
}

// finish puts f, which mentions no variable any more, into the result.
func (p *projector) finish(f term.Term) {
	if f.IsFalse() {
		p.dead = true
	}
	p.out = append(p.out, f)
}

// add adds a constraint in canonical form: decided ones and those without variables go.
func (p *projector) add(c constraint) {
	if p.dead || p.hard {
		return
	}
	f := p.formula(c)
	switch {
	case !p.mentions(f):
		p.finish(f)
		return
	case c.kind == other:
		c.e = f
	case f.Op() == term.EqZero:
		if s, n, ok := divisibility(f); ok {
			c = constraint{divides, s, n}
		} else {
			c = constraint{kind: eq, e: p.purify(f.Arg(0))}
		}
	case f.Op() == term.LeZero:
		c = constraint{kind: le, e: f.Arg(0)}
	case f.Op() == term.LtZero:
		c = constraint{kind: lt, e: f.Arg(0)}
	default: // simplified to a formula with structure
		p.assume(f)
		return
	}
	p.cons = append(p.cons, c)
}

// formula is the constraint as a term.
func (p *projector) formula(c constraint) term.Term {
	switch c.kind {
	case le:
		return p.st.CompareZero(term.LeZero, c.e)
	case lt:
		return p.st.CompareZero(term.LtZero, c.e)
	case eq:
		return p.st.CompareZero(term.EqZero, c.e)
	case divides:
		return p.st.CompareZero(term.EqZero, p.st.Mod(c.e, p.st.IntNum(c.n)))
	}
	return c.e
}

// purify rewrites t, choosing and assuming as it goes, so that variables to be eliminated stand
// in sums, and where nothing can be done about it in other terms.
func (p *projector) purify(t term.Term) term.Term {
	st := p.st
	if p.dead || p.hard || !p.mentions(t) {
		return t
	}
	switch t.Op() {
	case term.Ite:
		switch p.pick(t.Arg(0), st.Not(t.Arg(0))) {
		case 0:
			p.assume(t.Arg(0))
			return p.purify(t.Arg(1))
		case 1:
			p.assume(st.Not(t.Arg(0)))
			return p.purify(t.Arg(2))
		}
		return t
	case term.Div, term.Mod:
		n, ok := t.Arg(1).IntValue()
		if !ok || n.Sign() <= 0 || t.Sort() != term.Int {
			return p.rebuild(t)
		}
		s := p.purify(t.Arg(0))
		if p.dead || !p.mentions(s) {
			return st.Rebuild(t, []term.Term{s, t.Arg(1)})
		}
		q := p.quotientOf(s, t.Arg(1), n)
		if t.Op() == term.Div {
			return q
		}
		return st.Sub(s, st.Scale(n.Rat(), q))
	case term.Select:
		return p.purifySelect(t.Arg(0), p.purify(t.Arg(1)))
	}
	return p.rebuild(t)
}

func (p *projector) rebuild(t term.Term) term.Term {
	args := make([]term.Term, t.NumArgs())
	for i, a := range t.Args() {
		if a.Sort() == term.Bool { // a formula as an argument: its value is chosen
			switch p.pick(a, p.st.Not(a)) {
			case 0:
				p.assume(a)
				args[i] = p.st.True()
			case 1:
				p.assume(p.st.Not(a))
				args[i] = p.st.False()
			default:
				return t
			}
			continue
		}
		args[i] = p.purify(a)
	}
	if len(args) == 0 {
		return t
	}
	return p.st.Rebuild(t, args)
}

// quotientOf is the auxiliary variable for s div n: n·q ≤ s < n·q + n.
func (p *projector) quotientOf(s, divisor term.Term, n num.Int) term.Term {
	st := p.st
	key := [2]term.Term{s, divisor}
	if q, ok := p.quotient[key]; ok && p.left[q] {
		return q
	}
	q := p.fresh(st.Div(s, divisor))
	p.quotient[key] = q
	r := st.Sub(s, st.Scale(n.Rat(), q))
	p.add(constraint{kind: le, e: st.Neg(r)})
	p.add(constraint{kind: le, e: st.Sub(r, st.IntNum(n.Sub(num.I(1))))})
	return q
}

// purifySelect is a[i] for a purified i, with stores, Ites and arrays to be eliminated resolved.
func (p *projector) purifySelect(a, i term.Term) term.Term {
	st := p.st
	for !p.dead && !p.hard {
		switch a.Op() {
		case term.Store_:
			j := p.purify(a.Arg(1))
			same := st.Eq(i, j)
			switch p.pick(same, st.Not(same)) {
			case 0:
				p.assume(same)
				return p.purify(a.Arg(2))
			case 1:
				p.assume(st.Not(same))
				a = a.Arg(0)
				continue
			}
			return st.Select(a, i)
		case term.Ite:
			switch p.pick(a.Arg(0), st.Not(a.Arg(0))) {
			case 0:
				p.assume(a.Arg(0))
				a = a.Arg(1)
				continue
			case 1:
				p.assume(st.Not(a.Arg(0)))
				a = a.Arg(2)
				continue
			}
			return st.Select(a, i)
		case term.ConstArray:
			return p.purify(a.Arg(0))
		case term.Var:
			if p.left[a] {
				return p.read(a, i)
			}
		}
		break
	}
	if a.Op() != term.Var && p.mentions(a) { // a[x][i], f(x)[i]
		a = p.rebuild(a)
	}
	return st.Select(a, i)
}

// read is the auxiliary variable for a[i], the same for equal indices.
func (p *projector) read(a, i term.Term) term.Term {
	st := p.st
	for _, r := range p.reads[a] {
		same := st.Eq(i, r.index)
		switch p.pick(same, st.Not(same)) {
		case 0:
			p.assume(same)
			return r.elem
		case 1:
			p.assume(st.Not(same))
		default:
			return r.elem
		}
	}
	e := p.fresh(st.Select(a, i))
	p.reads[a] = append(p.reads[a], read{i, e})
	return e
}

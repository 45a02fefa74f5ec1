package octagon

import (
	"slices"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Post executes one statement. A Call or Alloc may write any global variable.
func (d *Domain) Post(s State, e *ir.Edge) State {
	if d.IsBottom(s) {
		return s
	}
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		if stmt.Var.Type.Kind == ir.Memory {
			return s
		}
		return d.assign(s, e, stmt)
	case *ir.Assume:
		return d.Assume(s, stmt.Cond, true)
	case *ir.Havoc:
		s.box = d.box.Post(s.box, e)
		return d.forget(s, stmt.Var)
	case *ir.Call, *ir.Alloc:
		s.box = d.box.Post(s.box, e)
		for _, v := range d.p.Globals {
			s = d.forget(s, v)
		}
		if v := ir.Written(stmt); v != nil {
			s = d.forget(s, v)
		}
	}
	return s
}

// forget drops relations of v.
func (d *Domain) forget(s State, v *ir.Var) State {
	w := d.where[v.ID]
	if w.pack < 0 {
		return s
	}
	o, ok := s.octs.Get(w.pack)
	if !ok {
		return s
	}
	o = o.close().clone()
	o.forget(w.index)
	return d.with(s, w.pack, o)
}

// assign executes x := e, where e has a linear form: shifts of x keep all relations; otherwise the
// new x is related to each other variable y of the pack by the ranges of e - y and e + y.
func (d *Domain) assign(s State, e *ir.Edge, stmt *ir.Assign) State {
	x := stmt.Var
	w := d.where[x.ID]
	box := d.box.Post(s.box, e)
	l := d.linearise(s, stmt.Expr)
	if l.small() {
		box = d.box.Restrict(box, x, d.range_(s, l))
	}
	if w.pack < 0 || d.box.IsBottom(box) {
		s.box = box
		return s
	}
	o := d.oct(s, w.pack).close().clone()
	if len(l.terms) == 1 && l.terms[0].v == x && (l.terms[0].coeff == 1 || l.terms[0].coeff == -1) {
		if l.terms[0].coeff == -1 {
			o.negate(w.index)
		}
		lo, hi := bounds(l.rest)
		o.shift(w.index, lo, hi)
		return d.reduce(State{box, s.octs}, w.pack, o)
	}
	type relation struct {
		y           int
		diff, total interval.Value // x - y, x + y
	}
	var rs []relation
	var blocks []int32 // of variables in l: with others there is no more than single bounds say
	for _, m := range l.terms {
		if v := d.where[m.v.ID]; v.pack == w.pack {
			blocks = append(blocks, o.where[v.index].block)
		}
	}
	for i, y := range d.packs[w.pack] {
		if y == x || !slices.Contains(blocks, o.where[i].block) {
			continue
		}
		ly := linear{terms: []monomial{{y, 1}}, rest: interval.One(num.I(0))}
		rs = append(rs, relation{i, d.range_(s, l.minus(ly)), d.range_(s, l.plus(ly))})
	}
	o.forget(w.index)
	p := 2 * w.index
	d.inform(o, w.pack, box) // what follows from single variables then is no news
	for _, r := range rs {
		q := 2 * r.y
		lo, hi := bounds(r.diff)
		o.limit(q, p, hi)
		o.limit(p, q, inf64(lo))
		lo, hi = bounds(r.total)
		o.limit(q+1, p, hi)
		o.limit(p, q+1, inf64(lo))
	}
	return d.reduce(State{box, s.octs}, w.pack, o)
}

// bounds are v's as machine words, -inf and inf where there is none or a large one.
func bounds(v interval.Value) (lo, hi int64) {
	lo, hi = -inf, inf
	if k, ok := v.Lo(); ok {
		if c, ok := k.Int64(); ok && c > -far {
			lo = min(c, far)
		}
	}
	if k, ok := v.Hi(); ok {
		if c, ok := k.Int64(); ok && c < far {
			hi = max(c, -far)
		}
	}
	return lo, hi
}

// reduce puts o, which is its own, in the place of a pack's octagon, and lets it and the intervals
// of its variables learn from each other.
func (d *Domain) reduce(s State, pack int, o *oct) State {
	if d.IsBottom(s) {
		return s
	}
	if !o.closed {
		o = o.close()
	}
	d.inform(o, pack, s.box)
	if o.empty {
		return d.Bottom()
	}
	for i, v := range d.packs[pack] {
		x := interval.All()
		if hi, ok := bound(o.upper(i)); ok {
			x = x.Meet(interval.AtMost(hi))
		}
		if lo, ok := bound(o.negUpper(i)); ok {
			x = x.Meet(interval.AtLeast(lo.Neg()))
		}
		s.box = d.box.Restrict(s.box, v, x)
	}
	if d.IsBottom(s) {
		return s
	}
	return d.with(s, pack, o)
}

// inform gives o, which is its own and closed, the bounds of single variables.
func (d *Domain) inform(o *oct, pack int, box interval.State) {
	for i, v := range d.packs[pack] {
		lo, hi := bounds(d.box.Get(box, v))
		o.limit(2*i+1, 2*i, double(hi))
		o.limit(2*i, 2*i+1, double(inf64(lo)))
	}
}

// Assume keeps the states of s in which c has the truth value truth: at least those.
func (d *Domain) Assume(s State, c *ir.Expr, truth bool) State {
	if d.IsBottom(s) {
		return s
	}
	switch c.Op {
	case ir.OpNot:
		return d.Assume(s, c.Args[0], !truth)
	case ir.OpLAnd, ir.OpLOr:
		if (c.Op == ir.OpLAnd) == truth {
			return d.Assume(d.Assume(s, c.Args[0], truth), c.Args[1], truth)
		}
		return domain.AssumeAny[State](d, d.Assume, s, c, truth)
	}
	before := s
	s.box = d.box.Assume(s.box, c, truth)
	if d.IsBottom(s) {
		return d.Bottom()
	}
	switch {
	case c.Op == ir.OpInRange && truth:
		l, ok := d.mathematical(before, c.Args[0])
		if !ok {
			return d.learn(s, c)
		}
		ty := interval.OfType(c.Args[0].Type)
		lo, hi := bounds(ty)
		s = d.atMost(s, l, hi)
		s = d.atMost(s, l.scale(-1), inf64(lo))
	case c.Op >= ir.OpEq && c.Op <= ir.OpGe:
		op := c.Op
		if !truth {
			op = interval.Negate(op)
		}
		l := d.linearise(before, c.Args[0]).minus(d.linearise(before, c.Args[1]))
		if !l.small() {
			break
		}
		s = d.compare(s, op, l)
	}
	return d.learn(s, c)
}

// learn lets the packs of c's variables know what is new of single variables.
func (d *Domain) learn(s State, c *ir.Expr) State {
	ir.EachVar(c, func(v *ir.Var) {
		if w := d.where[v.ID]; w.pack >= 0 && !d.IsBottom(s) {
			s = d.reduce(s, w.pack, d.oct(s, w.pack).close().clone())
		}
	})
	return s
}

// compare keeps the states with l op 0.
func (d *Domain) compare(s State, op ir.Op, l linear) State {
	switch op {
	case ir.OpLe:
		return d.atMost(s, l, 0)
	case ir.OpLt:
		return d.atMost(s, l, -1)
	case ir.OpGe:
		return d.atMost(s, l.scale(-1), 0)
	case ir.OpGt:
		return d.atMost(s, l.scale(-1), -1)
	case ir.OpEq:
		return d.atMost(d.atMost(s, l, 0), l.scale(-1), 0)
	}
	lo, hi := bounds(d.range_(s, l))
	switch {
	case lo == 0 && hi == 0:
		return d.Bottom()
	case lo == 0:
		return d.atMost(s, l.scale(-1), -1)
	case hi == 0:
		return d.atMost(s, l, -1)
	}
	return s
}

// atMost keeps the states with l ≤ c.
func (d *Domain) atMost(s State, l linear, c int64) State {
	if c == inf || d.IsBottom(s) {
		return s
	}
	lowest := func(l linear) int64 {
		lo, _ := bounds(d.range_(s, l))
		return lo
	}
	if lo := lowest(l); lo != -inf && lo > c {
		return d.Bottom()
	}
	for i, m := range l.terms {
		for _, n := range l.terms[i+1:] {
			a, b := d.where[m.v.ID], d.where[n.v.ID]
			if a.pack < 0 || a.pack != b.pack || m.coeff != n.coeff && m.coeff != -n.coeff {
				continue
			}
			rest := linear{rest: l.rest}
			for _, t := range l.terms {
				if t != m && t != n {
					rest.terms = append(rest.terms, t)
				}
			}
			lo := lowest(rest)
			if lo == -inf {
				continue
			}
			// m.coeff·x + n.coeff·y ≤ c - lo
			k := m.coeff
			j, i := 2*a.index, 2*b.index+1
			if k < 0 {
				k, j = -k, j^1
			}
			if n.coeff < 0 {
				i ^= 1
			}
			o := d.oct(s, a.pack).close().clone()
			o.limit(i, j, floorDiv(clamp(c-lo), k))
			if s = d.reduce(s, a.pack, o); d.IsBottom(s) {
				return s
			}
		}
	}
	for i, m := range l.terms {
		rest := linear{rest: l.rest}
		rest.terms = append(append(rest.terms, l.terms[:i]...), l.terms[i+1:]...)
		lo := lowest(rest)
		if lo == -inf {
			continue
		}
		b := clamp(c - lo)
		switch {
		case b == inf:
		case m.coeff > 0:
			s.box = d.box.Restrict(s.box, m.v, interval.AtMost(num.I(floorDiv(b, m.coeff))))
		default:
			s.box = d.box.Restrict(s.box, m.v, interval.AtLeast(num.I(-floorDiv(b, -m.coeff))))
		}
		if d.IsBottom(s) {
			return s
		}
	}
	return s
}

// floorDiv is floor(a/k) for k > 0; no bound stays none.
func floorDiv(a, k int64) int64 {
	if a == inf {
		return inf
	}
	q := a / k
	if a%k < 0 {
		q--
	}
	return q
}

// Eval has at least the values that e may have in a state of s.
func (d *Domain) Eval(s State, e *ir.Expr) interval.Value {
	v := d.box.Eval(s.box, e)
	if !e.Type.IsNumber() || d.IsBottom(s) {
		return v
	}
	if l := d.linearise(s, e); l.small() {
		return v.Meet(d.range_(s, l))
	}
	return v
}

// Exact has at least the mathematical results of the arithmetic operation e.
func (d *Domain) Exact(s State, e *ir.Expr) interval.Value {
	v := d.box.Exact(s.box, e)
	if d.IsBottom(s) {
		return v
	}
	if l, ok := d.mathematical(s, e); ok {
		return v.Meet(d.range_(s, l))
	}
	return v
}

// Decide says whether a condition holds in all states of s, or in none. Always and Never are
// proofs, Unknown is not.
func (d *Domain) Decide(s State, c *ir.Expr) interval.Truth {
	if t := d.box.Decide(s.box, c); t != interval.Unknown || d.IsBottom(s) {
		return t
	}
	switch c.Op {
	case ir.OpNot:
		return d.Decide(s, c.Args[0]).Not()
	case ir.OpLAnd, ir.OpLOr:
		unit, zero := interval.Always, interval.Never
		if c.Op == ir.OpLOr {
			unit, zero = zero, unit
		}
		all := unit
		for _, a := range ir.Operands(c) {
			switch t := d.Decide(s, a); t {
			case zero:
				return zero
			case interval.Unknown:
				all = t
			}
		}
		return all
	case ir.OpInRange:
		if x := c.Args[0]; x.Op >= ir.OpNeg && x.Op <= ir.OpXor && d.Exact(s, x).In(interval.OfType(x.Type)) {
			return interval.Always
		}
		return interval.Unknown
	}
	if c.Op < ir.OpEq || c.Op > ir.OpGe {
		return interval.Unknown
	}
	l := d.linearise(s, c.Args[0]).minus(d.linearise(s, c.Args[1]))
	if !l.small() {
		return interval.Unknown
	}
	return interval.Compare(c.Op, d.range_(s, l), interval.One(num.I(0)))
}

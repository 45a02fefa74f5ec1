package bitproof

import (
	"craig/logic/num"
	"craig/logic/term"
)

// encoder makes the gates of formulas.
type encoder struct {
	c      *Circuit
	bounds map[term.Term]*bounds
	spans  map[term.Term]span
	defs   map[term.Term]term.Term // by variable: what a conjunct says that it is
	ages   map[term.Term]int
	words  map[term.Term]word
	truths map[term.Term]Lit
	within []Lit // what holds of values besides
}

func newEncoder(c *Circuit, fs []term.Term) *encoder {
	e := &encoder{c: c, bounds: map[term.Term]*bounds{}, spans: map[term.Term]span{}, defs: map[term.Term]term.Term{},
		ages: map[term.Term]int{}, words: map[term.Term]word{}, truths: map[term.Term]Lit{}}
	var all []term.Term
	for _, f := range fs {
		all = append(all, term.Conjuncts(f)...)
	}
	for _, f := range all {
		e.define(f)
	}
	e.bound(all)
	clear(e.spans)
	return e
}

// define notes what f, which holds, says that a variable is, if all variables of that are older. So no definition
// leads back to itself, and in every model the variable has that value.
func (e *encoder) define(f term.Term) {
	switch f.Op() {
	case term.Var:
		e.is(f, f.Store().True())
	case term.Not:
		g := f.Arg(0)
		if g.Op() == term.Var {
			e.is(g, f.Store().False())
		} else if g.Op() == term.Eq && g.Arg(0).Sort() == term.Bool && !e.is(g.Arg(0), f.Store().Not(g.Arg(1))) {
			e.is(g.Arg(1), f.Store().Not(g.Arg(0)))
		}
	case term.Eq:
		if !e.is(f.Arg(0), f.Arg(1)) {
			e.is(f.Arg(1), f.Arg(0))
		}
	case term.EqZero:
		args, coeff, c := parts(f.Arg(0))
		for i, x := range args {
			if k := coeff[i]; x.Op() == term.Var && x.Sort() == term.Int && k.Abs().Eq(num.I(1).Rat()) {
				// k·x + rest = 0, so that x = -rest/k = -k·rest.
				var ks []num.Rat
				var ts []term.Term
				whole := c.IsInt()
				for j, y := range args {
					if whole = whole && coeff[j].IsInt(); j != i {
						ks, ts = append(ks, coeff[j].Mul(k).Neg()), append(ts, y)
					}
				}
				if whole && e.is(x, x.Store().Linear(term.Int, ks, ts, c.Mul(k).Neg())) {
					return
				}
			}
		}
	}
}

func (e *encoder) is(x, t term.Term) bool {
	if x.Op() != term.Var || e.defs[x].Valid() || e.age(t) >= int(x.ID()) {
		return false
	}
	e.defs[x] = t
	return true
}

// age is the largest number of a variable of t.
func (e *encoder) age(t term.Term) int {
	if n, ok := e.ages[t]; ok {
		return n
	}
	n := 0
	if t.Op() == term.Var {
		n = int(t.ID())
	}
	for _, a := range t.Args() {
		n = max(n, e.age(a))
	}
	e.ages[t] = n
	return n
}

// formula is whether f holds.
func (e *encoder) formula(f term.Term) Lit {
	if l, ok := e.truths[f]; ok {
		return l
	}
	var l Lit
	switch f.Op() {
	case term.True:
		l = True
	case term.False:
		l = False
	case term.Not:
		l = -e.formula(f.Arg(0))
	case term.And:
		l = True
		for _, g := range f.Args() {
			l = e.c.and(l, e.formula(g))
		}
	case term.Or:
		l = False
		for _, g := range f.Args() {
			l = e.c.or(l, e.formula(g))
		}
	case term.Eq:
		if f.Arg(0).Sort() == term.Bool {
			l = -e.c.xor(e.formula(f.Arg(0)), e.formula(f.Arg(1)))
		}
	case term.LeZero, term.EqZero:
		l = e.compare(f)
	case term.Var:
		if d := e.defs[f]; d.Valid() {
			l = e.formula(d)
		}
	}
	if l == 0 {
		l = e.c.input(0)
	}
	e.truths[f] = l
	return l
}

// compare is p ≤ n or p = n, where p has the positive terms of a sum and n the others; 0 if these have no bits.
func (e *encoder) compare(f term.Term) Lit {
	args, coeff, c := parts(f.Arg(0))
	if f.Arg(0).Sort() != term.Int || !c.IsInt() {
		return 0
	}
	var sides [2]word
	for s := range sides {
		sum := num.Int{}
		if s == 0 == (c.Sign() > 0) {
			sum = c.Num().Abs()
		}
		w := number(sum, bits(sum, sum))
		for i, a := range args {
			k := coeff[i]
			if !k.IsInt() {
				return 0
			}
			if (k.Sign() > 0) != (s == 0) {
				continue
			}
			x, ok := e.word(a)
			if !ok {
				return 0
			}
			w = e.scaled(w, k.Num().Abs(), x, max(len(w), len(x)+k.Num().BitLen())+1)
		}
		sides[s] = w
	}
	if f.Op() == term.EqZero {
		return e.c.same(sides[0], sides[1])
	}
	return -e.c.less(sides[1], sides[0])
}

// scaled is w + k·x in n bits, for k ≥ 0.
func (e *encoder) scaled(w word, k num.Int, x word, n int) word {
	for i := range k.BitLen() {
		if !k.Shr(uint(i)).And(num.I(1)).IsZero() {
			w = e.c.plus(w, up(x, i), False, n)
		}
	}
	return w
}

// up is x·2^i.
func up(x word, i int) word {
	r := make(word, i, i+len(x))
	for j := range r {
		r[j] = False
	}
	return append(r, x...)
}

// word is t in as many bits as its span needs; ok is false if it has none.
func (e *encoder) word(t term.Term) (w word, ok bool) {
	if w, ok := e.words[t]; ok {
		return w, w != nil
	}
	if sp := e.span(t); sp.ok {
		n := bits(sp.lo, sp.hi)
		if w, ok = e.made(t, n); ok {
			w = w.wide(n)
		} else {
			w = e.value(sp, n)
		}
	}
	e.words[t] = w
	return w, w != nil
}

// value is any number in sp.
func (e *encoder) value(sp span, n int) word {
	w := make(word, n)
	for i := range w {
		w[i] = e.c.input(i)
	}
	e.within = append(e.within, -e.c.less(w, number(sp.lo, n)), -e.c.less(number(sp.hi, n), w))
	return w
}

// made is t by its operator, whose value has n bits; ok is false if that has no circuit here.
func (e *encoder) made(t term.Term, n int) (w word, ok bool) {
	if v, ok := t.IntValue(); ok {
		return number(v, n), true
	}
	if d := e.defs[t]; d.Valid() {
		if w, ok := e.word(d); ok {
			return w, true
		}
	}
	if t.Op() == term.Select {
		return e.read(t.Arg(0), t.Arg(1))
	}
	var args []word
	for i, a := range t.Args() {
		if t.Op() == term.Ite && i == 0 {
			args = append(args, nil)
			continue
		}
		w, ok := e.word(a)
		if !ok {
			return nil, false
		}
		args = append(args, w)
	}
	c := e.c
	switch t.Op() {
	case term.Sum:
		if !t.Num().IsInt() {
			return nil, false
		}
		w := number(t.Num().Num(), n)
		for i, x := range args {
			k := t.Coeff(i)
			if !k.IsInt() {
				return nil, false
			}
			if k.Sign() > 0 {
				w = e.scaled(w, k.Num(), x, n)
			} else {
				w = c.minus(w, e.scaled(word{False}, k.Num().Neg(), x, n), n)
			}
		}
		return w, true
	case term.Mul:
		w := args[0]
		for _, x := range args[1:] {
			w = c.times(w, x, n)
		}
		return w, true
	case term.Ite:
		return c.chooseWord(e.formula(t.Arg(0)), args[1], args[2], n), true
	case term.BitAnd, term.BitOr, term.BitXor:
		w := make(word, n)
		for i := range w {
			switch a, b := args[0].bit(i), args[1].bit(i); t.Op() {
			case term.BitAnd:
				w[i] = c.and(a, b)
			case term.BitOr:
				w[i] = c.or(a, b)
			default:
				w[i] = c.xor(a, b)
			}
		}
		return w, true
	case term.Float:
		return e.floats(t, args)
	case term.Div, term.Mod:
		if !e.span(t.Arg(1)).noZero() {
			return nil, false
		}
		q, r := e.divide(t, args[0], args[1])
		if t.Op() == term.Div {
			return q, true
		}
		return r, true
	case term.Shl, term.Shr:
		if len(args[0]) > maxShift {
			return nil, false
		}
		return e.shift(t.Op(), args[0], args[1], n), true
	}
	return nil, false
}

// divide is the quotient and the remainder of x by y, which is not 0; t is one of them.
func (e *encoder) divide(t term.Term, x, y word) (q, r word) {
	c := e.c
	if m, ok := t.Arg(1).IntValue(); ok {
		if k, ok := m.Log2(); ok {
			return x[min(int(k), len(x)-1):], append(x.wide(int(k)), False)
		}
	}
	// Any q and r with x = y·q + r and 0 ≤ r < |y|: there is one such pair.
	spans := [2]span{quotient(e.span(t.Arg(0)), e.span(t.Arg(1))), remainder(e.span(t.Arg(1)))}
	var both [2]word
	for i, sp := range spans {
		both[i] = e.value(sp, bits(sp.lo, sp.hi))
	}
	q, r = both[0], both[1]
	n := len(q) + len(y) + 1
	size := y // |y|
	if e.span(t.Arg(1)).hi.Sign() < 0 {
		size = c.minus(word{False}, y, len(y)+1)
	}
	e.within = append(e.within, c.same(x, c.plus(c.times(y, q, n), r, False, max(n, len(r))+1)), c.less(r, size))
	return q, r
}

// shift is x·2^s or floor(x / 2^s) in n bits, and x for s < 0.
func (e *encoder) shift(op term.Op, x, s word, n int) word {
	c := e.c
	r := x
	for i, b := range s[:len(s)-1] {
		by := maxShift
		if i < 8 {
			by = 1 << i
		}
		moved := make(word, max(n, len(x)))
		for j := range moved {
			switch {
			case op == term.Shr:
				moved[j] = r.bit(j + by)
			case j < by:
				moved[j] = False
			default:
				moved[j] = r.bit(j - by)
			}
		}
		r = c.chooseWord(b, moved, r, len(moved))
	}
	return c.chooseWord(s[len(s)-1], x, r, n)
}

// read is what array a has at an index.
func (e *encoder) read(a, index term.Term) (w word, ok bool) {
	switch a.Op() {
	case term.ConstArray:
		return e.word(a.Arg(0))
	case term.Var:
		if d := e.defs[a]; d.Valid() {
			return e.word(d.Store().Select(d, index))
		}
		return nil, false // any value within its bounds
	case term.Ite:
		x, okX := e.word(a.Store().Select(a.Arg(1), index))
		y, okY := e.word(a.Store().Select(a.Arg(2), index))
		if okX && okY {
			return e.c.chooseWord(e.formula(a.Arg(0)), x, y, max(len(x), len(y))), true
		}
	case term.Store_:
		i, okI := e.word(a.Arg(1))
		j, okJ := e.word(index)
		v, okV := e.word(a.Arg(2))
		rest, okR := e.word(a.Store().Select(a.Arg(0), index))
		if okI && okJ && okV && okR {
			return e.c.chooseWord(e.c.same(i, j), v, rest, max(len(v), len(rest))), true
		}
	}
	return nil, false
}

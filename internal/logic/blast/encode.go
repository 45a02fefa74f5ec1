package blast

import (
	"craig/internal/logic/interval"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// encoder makes the circuit.
type encoder struct {
	st *term.Store
	c  *circuit

	env       map[term.Term]known // of atomic terms
	ranges    map[term.Term]interval.Interval
	overlay   map[term.Term]known // while one of several cases is looked at: the bounds before
	changed   bool
	sharp     bool
	tracked   bool                        // bounds note the assumptions they come from
	implied   map[term.Term][]implication // by Boolean variable
	follows   map[term.Term]facts         // by Boolean variable: the bounds that it implies
	facts     int
	justified map[term.Term]term.Term // by Boolean variable: see justify
	backward  bool                    // consequences go by these, and not from variable to variable by implications

	encoding bool
	encoded

	defs map[term.Term]term.Term   // by variable: what it is defined to be, if that has bits
	by   map[term.Term][]term.Term // see divisors

	unpacked map[unpackKey]unpacked
	about    map[term.Term][]term.Term // see solve
	sets     map[unpackKey]float.Set   // see floatSet
}

// encoded is what terms have become.
type encoded struct {
	words   map[term.Term]word // the lowest bits of terms, as many as were asked for
	truths  map[term.Term]lit
	atoms   []term.Term // atomic terms that have a word or a truth value
	used    []term.Term // atomic terms whose bounds were used
	isUsed  map[term.Term]bool
	reads   map[term.Term][]term.Term // by array variable
	indexOf map[term.Term]word        // of reads
	axioms  []lit
	tables  map[term.Term]*table // by array; nil if it is none
}

func newEncoder(st *term.Store, lim Limits) *encoder {
	tick := lim.Tick
	if tick == nil {
		tick = func(int) {}
	}
	return &encoder{
		st: st, c: newCircuit(tick, lim.Nodes),
		env: map[term.Term]known{}, ranges: map[term.Term]interval.Interval{},
		encoded: encoded{words: map[term.Term]word{}, truths: map[term.Term]lit{}, isUsed: map[term.Term]bool{},
			reads: map[term.Term][]term.Term{}, indexOf: map[term.Term]word{}, tables: map[term.Term]*table{}},
		defs: map[term.Term]term.Term{}, by: map[term.Term][]term.Term{},
	}
}

// lacksBounds reports whether an atomic term has none.
func (e *encoder) lacksBounds(fs []term.Term) bool {
	found := false
	for _, f := range fs {
		term.Walk(f, func(t term.Term) {
			found = found || t.Sort() == term.Int && isAtomic(t) && !e.interval(t).Bounded()
		})
	}
	return found
}

// formula is f's truth value.
func (e *encoder) formula(f term.Term) lit {
	switch f.Op() {
	case term.True:
		return one
	case term.False:
		return zero
	case term.Not:
		return e.formula(f.Arg(0)).not()
	}
	if l, ok := e.truths[f]; ok {
		return l
	}
	var l lit
	switch f.Op() {
	case term.And:
		l = one
		for _, g := range f.Args() {
			l = e.c.and(l, e.formula(g))
		}
	case term.Or:
		l = zero
		for _, g := range f.Args() {
			l = e.c.or(l, e.formula(g))
		}
	case term.Eq:
		if f.Arg(0).Sort() == term.Bool {
			l = e.c.xor(e.formula(f.Arg(0)), e.formula(f.Arg(1))).not()
			break
		}
		l = e.free(f)
	case term.LeZero, term.EqZero:
		var ok bool
		if f.Arg(0).Sort() == term.Int {
			l, ok = e.compare(f)
		}
		if !ok {
			l = e.free(f)
		}
	default:
		if d := e.defs[f]; d.Valid() {
			e.atoms = append(e.atoms, f)
			l = e.formula(d)
		} else {
			l = e.free(f)
		}
	}
	e.truths[f] = l
	return l
}

// free is a variable for a formula that has no circuit.
func (e *encoder) free(f term.Term) lit {
	e.atoms = append(e.atoms, f)
	return e.c.input(maxBit)
}

// compare is an inequality or equality of integers, if what it speaks of has bounds.
func (e *encoder) compare(f term.Term) (l lit, ok bool) {
	defer func() {
		if x := recover(); x != nil {
			if x != unbounded {
				panic(x)
			}
			ok = false
		}
	}()
	l = e.compared(f)
	if by0 := e.divisionByZero(f); by0 != zero {
		l = e.c.mux(by0, e.free(f), l)
	}
	return l, true
}

// compared is compare where nothing is divided by 0.
func (e *encoder) compared(f term.Term) lit {
	s := f.Arg(0)
	args, coeff, c := []term.Term{s}, []num.Rat{num.I(1).Rat()}, num.Rat{}
	if s.Op() == term.Sum {
		args, coeff, c = s.Args(), nil, s.Num()
		for i := range args {
			coeff = append(coeff, s.Coeff(i))
		}
	}
	// Left ≤ right or left = right, where what is positive in s is on the left.
	var terms [2][]term.Term
	var coeffs [2][]num.Rat
	var rest [2]num.Rat
	for i, a := range args {
		side := 0
		if coeff[i].Sign() < 0 {
			side = 1
		}
		terms[side], coeffs[side] = append(terms[side], a), append(coeffs[side], coeff[i].Abs())
	}
	if c.Sign() < 0 {
		rest[1] = c.Abs()
	} else {
		rest[0] = c
	}
	var w [2]word
	for i := range w {
		w[i] = e.word(e.st.Linear(term.Int, coeffs[i], terms[i], rest[i]))
	}
	if f.Op() == term.EqZero {
		return e.c.equal(w[0], w[1])
	}
	return e.c.less(w[1], w[0]).not()
}

// word is all of a number.
func (e *encoder) word(t term.Term) word {
	i := e.interval(t)
	if !i.Bounded() {
		panic(unbounded)
	}
	return e.low(t, i.Width())
}

// low is t modulo 2^k, in k bits.
func (e *encoder) low(t term.Term, k int) word {
	if v, ok := t.IntValue(); ok {
		return constant(v, k)
	}
	if w, ok := e.words[t]; ok && len(w) >= k {
		return w[:k:k]
	}
	if k > maxWidth {
		panic(tooLarge)
	}
	i := e.interval(t)
	if i.Bounded() && k > i.Width() {
		return e.low(t, i.Width()).extend(k)
	}
	w := e.make(t, k, i)
	e.words[t] = w
	return w[:k:k]
}

// make is low, or more bits, for what is not known yet; if i, where t lies, is bounded, k is at most its width.
func (e *encoder) make(t term.Term, k int, i interval.Interval) word {
	switch t.Op() {
	case term.Var:
		if w, ok := e.defined(t, k); ok {
			return w
		}
	case term.Sum:
		return e.sum(t, k)
	case term.Mul:
		w := e.factor(t.Arg(0), k)
		for _, a := range t.Args()[1:] {
			w = e.c.mul(w, e.factor(a, k), k)
		}
		return w.extend(k)
	case term.BitAnd, term.BitOr, term.BitXor:
		x, y := e.low(t.Arg(0), k), e.low(t.Arg(1), k)
		r := make(word, k)
		for i := range r {
			switch t.Op() {
			case term.BitAnd:
				r[i] = e.c.and(x[i], y[i])
			case term.BitOr:
				r[i] = e.c.or(x[i], y[i])
			default:
				r[i] = e.c.xor(x[i], y[i])
			}
		}
		return r
	case term.Ite:
		s := e.formula(t.Arg(0))
		return e.c.muxWord(s, e.low(t.Arg(1), k), e.low(t.Arg(2), k))
	case term.Float:
		if len(e.divisors(t)) > 0 { // its range is an axiom
			panic(unbounded)
		}
		return e.floatTerm(t).extend(max(k, i.Width()))
	case term.Shl:
		return e.c.shl(e.factor(t.Arg(0), k), e.word(t.Arg(1)), k)
	case term.Shr:
		return e.c.shr(e.word(t.Arg(0)), e.word(t.Arg(1))).extend(k)
	case term.Div:
		if m, ok := t.Arg(1).IntValue(); ok {
			if p, ok := m.Log2(); ok {
				return e.low(t.Arg(0), k+int(p))[p:]
			}
		}
		q, _ := e.divide(t)
		return q.extend(k)
	case term.Mod:
		if m, ok := t.Arg(1).IntValue(); ok {
			if p, ok := m.Abs().Log2(); ok {
				if int(p) >= k {
					return e.low(t.Arg(0), k)
				}
				return append(e.low(t.Arg(0), int(p)), zero).extend(k)
			}
		}
		_, r := e.divide(t)
		return append(r[:len(r):len(r)], zero).extend(k)
	case term.Select:
		if a := t.Arg(0); a.Op() == term.Store_ {
			e.use(t)
			if w, ok := e.lookUp(a, t.Arg(1), k); ok {
				return w
			}
			same := e.c.equal(e.word(a.Arg(1)), e.word(t.Arg(1)))
			return e.c.muxWord(same, e.low(a.Arg(2), k), e.low(e.st.Select(a.Arg(0), t.Arg(1)), k))
		} else if a.Op() == term.ConstArray {
			return e.low(a.Arg(0), k)
		} else if a.Op() == term.Ite {
			s := e.formula(a.Arg(0))
			return e.c.muxWord(s, e.low(e.st.Select(a.Arg(1), t.Arg(1)), k), e.low(e.st.Select(a.Arg(2), t.Arg(1)), k))
		} else if d := e.defs[a]; d.Valid() {
			return e.low(e.st.Select(d, t.Arg(1)), k)
		}
	}
	return e.atom(t, k, i)
}

// factor is the lowest k bits of a number, or all of them if they are fewer.
func (e *encoder) factor(t term.Term, k int) word {
	if i := e.interval(t); i.Bounded() {
		k = min(k, i.Width())
	}
	return e.low(t, k)
}

// sum adds up.
func (e *encoder) sum(t term.Term, k int) word {
	var r word
	if !t.Num().IsZero() {
		r = constant(t.Num().Num(), k)
	}
	for i, a := range t.Args() {
		x, c := e.low(a, k), t.Coeff(i).Num()
		switch {
		case r == nil:
			r = e.c.scale(c, x)
		case c.Sign() < 0:
			r = e.c.sub(r, e.c.scale(c.Neg(), x))
		default:
			r = e.c.add(r, e.c.scale(c, x), zero)
		}
	}
	return r
}

// divide is the quotient and the remainder that t, one of them, asks for: any number if the divisor is 0.
func (e *encoder) divide(t term.Term) (q, r word) {
	return e.c.divide(e.word(t.Arg(0)), e.word(t.Arg(1)))
}

// atom gives an atomic term its bits, and says that they keep to its bounds.
func (e *encoder) atom(t term.Term, k int, i interval.Interval) word {
	if !isAtomic(t) {
		panic(unbounded)
	}
	if i.Bounded() {
		k = i.Width()
	}
	w := e.words[t]
	if w == nil {
		e.atoms = append(e.atoms, t)
		e.use(t)
		if t.Op() == term.Select && t.Arg(0).Op() == term.Var {
			if len(e.divisors(t)) > 0 { // that reads at one index are equal is an axiom
				panic(unbounded)
			}
			e.indexOf[t] = e.word(t.Arg(1))
			e.reads[t.Arg(0)] = append(e.reads[t.Arg(0)], t)
		}
	}
	w = w[:len(w):len(w)]
	for len(w) < k {
		switch {
		case len(w) == k-1 && i.Bounded() && i.Lo.Sign() >= 0: // the sign is known
			w = append(w, zero)
		case len(w) == k-1 && i.Bounded() && i.Hi.Sign() < 0:
			w = append(w, one)
		default:
			w = append(w, e.c.input(len(w)))
		}
	}
	if i.Bounded() {
		e.within(w, i)
	}
	return w
}

// within adds the axioms that w lies in i.
func (e *encoder) within(w word, i interval.Interval) {
	k := len(w)
	e.axioms = append(e.axioms, e.c.less(w, constant(i.Lo, max(k, interval.Bits(i.Lo)))).not(), e.c.less(constant(i.Hi, max(k, interval.Bits(i.Hi))), w).not())
}

func (e *encoder) use(t term.Term) {
	if !e.isUsed[t] {
		e.isUsed[t] = true
		e.used = append(e.used, t)
	}
}

// maxReads bounds how many reads of one array are compared with each other.
const maxReads = 200

// congruence says that reads of one array at one index have one value.
func (e *encoder) congruence() {
	for at := 0; at < len(e.atoms); at++ { // in order, and more may come
		t := e.atoms[at]
		if t.Op() != term.Select || e.indexOf[t] == nil {
			continue
		}
		others := e.reads[t.Arg(0)]
		if len(others) > maxReads {
			panic(tooLarge)
		}
		for _, o := range others {
			if o == t {
				break
			}
			x, y := e.words[t], e.words[o]
			n := min(len(x), len(y))
			if !e.interval(t).Bounded() || !e.interval(o).Bounded() {
				x, y = x[:n], y[:n]
			}
			same := e.c.equal(e.indexOf[t], e.indexOf[o])
			e.axioms = append(e.axioms, e.c.or(same.not(), e.c.equal(x, y)))
		}
	}
}

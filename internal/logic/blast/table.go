package blast

import (
	"craig/internal/logic/interval"
	"craig/logic/num"
	"craig/logic/term"
)

// table is an array of constants at constant indices.
type table struct {
	values map[string]num.Int // by index
	other  num.Int            // at all other indices, if known
	rest   bool               // that is known
	hull   interval.Interval  // of all values
}

// Limits of tables: how many entries they have, and how many bits the index of one that becomes a circuit.
const (
	leastTable   = 4
	mostTable    = 1 << 12
	maxIndexBits = 12
)

// tableOf is what the array a is if it is a table, written entry by entry; otherwise nil.
func (e *encoder) tableOf(a term.Term) *table {
	if t, ok := e.tables[a]; ok {
		return t
	}
	t := &table{values: map[string]num.Int{}}
	first := true
	note := func(v num.Int) {
		if first {
			t.hull, first = interval.Point(v), false
		}
		t.hull = t.hull.Hull(interval.Point(v))
	}
	b := a
	for ; b.Op() == term.Store_; b = b.Arg(0) {
		i, known := b.Arg(1).IntValue()
		v, constant := b.Arg(2).IntValue()
		if !known || !constant || len(t.values) > mostTable {
			e.tables[a] = nil
			return nil
		}
		e.c.tick(8)
		if _, written := t.values[i.String()]; !written {
			t.values[i.String()] = v
			note(v)
		}
	}
	if b.Op() == term.ConstArray {
		if t.other, t.rest = b.Arg(0).IntValue(); t.rest {
			note(t.other)
		}
	}
	if len(t.values) < leastTable {
		t = nil
	}
	e.tables[a] = t
	return t
}

// lookUp is the lowest k bits of what the table a has at an index, if that is one of few.
func (e *encoder) lookUp(a, index term.Term, k int) (w word, ok bool) {
	t := e.tableOf(a)
	index, scale, base := e.linear(index)
	at := e.interval(index)
	if t == nil || !at.Bounded() || at.Lo.Sign() < 0 || at.Width() > maxIndexBits+1 {
		return nil, false
	}
	bits := e.word(index)
	bits = bits[:len(bits)-1] // the sign is 0
	values := make([]num.Int, 1<<len(bits))
	for i := range values {
		v, written := t.values[scale.Mul(num.I(int64(i))).Add(base).String()]
		inside := at.Lo.Cmp(num.I(int64(i))) <= 0 && num.I(int64(i)).Cmp(at.Hi) <= 0
		switch {
		case written:
			values[i] = v
		case t.rest:
			values[i] = t.other
		case inside:
			return nil, false
		}
	}
	e.c.tick(k * len(values))
	truths := make([]bool, len(values))
	for j := range k {
		for i, v := range values {
			truths[i] = !v.Shr(uint(j)).And(num.I(1)).IsZero()
		}
		w = append(w, e.c.function(bits, truths))
	}
	return w, true
}

// linear is t = scale·x + base, as the addresses of elements are, where x is no remainder that wraps nothing.
func (e *encoder) linear(t term.Term) (x term.Term, scale, base num.Int) {
	x, scale = t, num.I(1)
	for {
		if x.Op() == term.Sum && x.NumArgs() == 1 {
			base = base.Add(scale.Mul(x.Num().Num()))
			scale = scale.Mul(x.Coeff(0).Num())
			x = x.Arg(0)
			continue
		}
		if x.Op() == term.Mod {
			if q, ok := e.quotient(x); ok {
				k, _ := x.Arg(1).IntValue()
				x = e.st.Sub(x.Arg(0), e.st.IntNum(q.Mul(k)))
				continue
			}
		}
		return x, scale, base
	}
}

// function is the gate for a truth table: an exclusive or, if it is affine, so that codes such as CRC are
// known to be linear however they are computed; otherwise a tree of decisions, the last bit first.
func (c *circuit) function(bits word, truths []bool) lit {
	if l, ok := c.affine(bits, truths); ok {
		return l
	}
	half := len(truths) / 2
	last := len(bits) - 1
	return c.mux(bits[last], c.function(bits[:last], truths[half:]), c.function(bits[:last], truths[:half]))
}

func (c *circuit) affine(bits word, truths []bool) (l lit, ok bool) {
	for i := range truths { // f(i) = f(i without its lowest bit) + f(that bit) + f(0)
		low := i & -i
		if truths[i] != (truths[i-low] != truths[low] != truths[0]) {
			return zero, false
		}
	}
	l = zero
	if truths[0] {
		l = one
	}
	for b, x := range bits {
		if truths[1<<b] != truths[0] {
			l = c.xor(l, x)
		}
	}
	return l, true
}

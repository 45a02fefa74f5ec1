package smtlib

import (
	"errors"

	"craig/logic/num"
	"craig/logic/term"
)

// encoder says bit operations to a solver that does not know them. All but x & y of two
// variables and shifts by a variable become linear; those stay functions, about which lemmas
// that always hold are asserted.
type encoder struct {
	st   *term.Store
	done map[term.Term]term.Term // encoded subterms
}

func newEncoder(st *term.Store) *encoder {
	return &encoder{st: st, done: map[term.Term]term.Term{}}
}

// encode makes f linear as far as it goes; the result is equivalent to f.
func (c *encoder) encode(f term.Term) term.Term {
	if g, ok := c.done[f]; ok {
		return g
	}
	var args []term.Term
	term.Walk(f, func(u term.Term) {
		if _, ok := c.done[u]; ok {
			return
		}
		args = args[:0]
		for _, a := range u.Args() {
			args = append(args, c.done[a])
		}
		c.done[u] = c.operation(u, args)
	})
	return c.done[f]
}

// operation is u over the encoded arguments.
func (c *encoder) operation(u term.Term, args []term.Term) term.Term {
	st := c.st
	switch u.Op() {
	case term.BitAnd:
		return c.and(args[0], args[1])
	case term.BitOr: // x | y = x + y - (x & y)
		return st.Sub(st.Add(args...), c.and(args[0], args[1]))
	case term.BitXor: // x ^ y = x + y - 2·(x & y)
		return st.Sub(st.Add(args...), st.Scale(num.R(2, 1), c.and(args[0], args[1])))
	}
	if len(args) == 0 {
		return u
	}
	return st.Rebuild(u, args)
}

// and is x & y. By a constant mask it is the sum of its runs of ones,
// x & (2^k - 2^j) = x mod 2^k - x mod 2^j.
func (c *encoder) and(x, y term.Term) term.Term {
	st := c.st
	if x.IsConst() {
		x, y = y, x
	}
	mask, ok := y.IntValue()
	if !ok || x.IsConst() {
		return st.BitAnd(x, y)
	}
	if mask.Sign() < 0 { // x & m = x - (x & ~m)
		return st.Sub(x, c.and(x, st.IntNum(mask.Neg().Sub(num.I(1)))))
	}
	bit := func(k uint) bool { return !mask.And(num.Pow2(k)).IsZero() }
	sum := st.Int(0)
	for k := uint(0); int(k) < mask.BitLen(); {
		if !bit(k) {
			k++
			continue
		}
		low := k
		for bit(k) {
			k++
		}
		run := st.Sub(st.Mod(x, st.IntNum(num.Pow2(k))), st.Mod(x, st.IntNum(num.Pow2(low))))
		sum = st.Add(sum, run)
	}
	return sum
}

// isOperation says that u is a bit operation that encode leaves.
func isOperation(u term.Term) bool {
	return u.Op() == term.BitAnd || u.Op() == term.Shl || u.Op() == term.Shr || u.Op() == term.Float
}

// lemmas are facts about the operations that are left in the encoded f.
func (c *encoder) lemmas(f term.Term) []term.Term {
	var ops, out []term.Term
	term.Walk(f, func(u term.Term) {
		if isOperation(u) {
			ops = append(ops, u)
		}
	})
	for _, u := range ops {
		out = append(out, c.facts(u)...)
	}
	return out
}

// facts hold for all values: bounds, and the exact meaning for small numbers.
func (c *encoder) facts(u term.Term) []term.Term {
	st := c.st
	if u.Op() == term.Float {
		return floatFacts(u)
	}
	x, y := u.Arg(0), u.Arg(1)
	zero := st.Int(0)
	if u.Op() != term.BitAnd {
		// x << y and x >> y for y up to 31
		fs := []term.Term{st.Implies(st.Le(y, zero), st.Eq(u, x))}
		for k := int64(1); k < 32; k++ {
			fs = append(fs, st.Implies(st.Eq(y, st.Int(k)), st.Eq(u, c.shift(u, st.Int(k)))))
		}
		return fs
	}
	natural := func(t term.Term) term.Term { return st.Le(zero, t) }
	const width = 8
	small := func(t term.Term) term.Term { return st.And(natural(t), st.Lt(t, st.Int(1<<width))) }
	sum := zero
	for k := uint(0); k < width; k++ {
		odd := func(t term.Term) term.Term {
			return st.Eq(st.Mod(st.Div(t, st.IntNum(num.Pow2(k))), st.Int(2)), st.Int(1))
		}
		sum = st.Add(sum, st.Ite(st.And(odd(x), odd(y)), st.IntNum(num.Pow2(k)), zero))
	}
	return []term.Term{
		st.Implies(natural(x), st.And(natural(u), st.Le(u, x))),
		st.Implies(natural(y), st.And(natural(u), st.Le(u, y))),
		st.Implies(st.And(small(x), small(y)), st.Eq(u, sum)),
	}
}

// shift is the shift u with the constant k in place of its second argument.
func (c *encoder) shift(u, k term.Term) term.Term {
	return c.st.Rebuild(u, []term.Term{u.Arg(0), k})
}

// floatFacts: the result of a floating-point operation is in range.
func floatFacts(u term.Term) []term.Term {
	st, o := u.Store(), u.FloatOp()
	lo, hi := num.Int{}, num.Pow2(uint(o.Format.Width())).Sub(num.I(1))
	if o.Kind == term.FloatToInt {
		hi = num.Pow2(uint(o.Bits))
		lo = hi.Neg()
	}
	return []term.Term{st.Le(st.IntNum(lo), u), st.Le(u, st.IntNum(hi))}
}

// refute is the lemma that gives u its value at these values of its arguments, or no term if
// value is that already.
func (c *encoder) refute(u, value term.Term, args []term.Term) (term.Term, error) {
	right := c.st.Rebuild(u, args)
	switch {
	case !right.IsConst():
		return term.Term{}, errors.New("a shift in its model is too large to compute")
	case right == value:
		return term.Term{}, nil
	}
	same := make([]term.Term, len(args))
	for i, a := range args {
		same[i] = c.st.Eq(u.Arg(i), a)
	}
	return c.st.Implies(c.st.And(same...), c.st.Eq(u, right)), nil
}

package same

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/types"
)

// A term is a value, or the contents of all memory, as a function of what a place begins with. Terms that are built alike are one, so that equal pointers
// are equal values; the converse does not hold.
//
// Memory is what has been done to it: store and call are functions of memory, and give memory. So two sides with the same memory have written the same, and made
// the same calls, in the same order.
type term struct {
	id     int
	op     string
	n      types.Integer // of a constant
	bits   int           // of an integer or pointer; otherwise 0
	signed bool
	args   []*term
}

// terms makes them.
type terms struct {
	all  map[string]*term
	more int // how many things have been given a name of their own
}

func (w *terms) raw(op string, bits int, signed bool, n types.Integer, args ...*term) *term {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %t %d %d", op, bits, signed, n.Hi, n.Lo)
	for _, a := range args {
		fmt.Fprintf(&b, " %d", a.id)
	}
	t := w.all[b.String()]
	if t == nil {
		t = &term{len(w.all), op, n, bits, signed, args}
		w.all[b.String()] = t
	}
	return t
}

// of is a function of terms of which nothing is known but that it is one.
func (w *terms) of(op string, args ...*term) *term {
	return w.raw(op, 0, false, types.Integer{}, args...)
}

// fresh is a value that is like no other.
func (w *terms) fresh(bits int, signed bool) *term {
	w.more++
	return w.raw(fmt.Sprint("fresh ", w.more), bits, signed, types.Integer{})
}

func (w *terms) num(n types.Integer, bits int, signed bool) *term {
	if bits > 0 && bits < 128 {
		n = n.Shl(uint(128 - bits))
		if signed {
			n = n.Shr(uint(128 - bits))
		} else {
			n = n.UShr(uint(128 - bits))
		}
	}
	return w.raw("const", bits, signed, n)
}

func (w *terms) small(n int64, bits int, signed bool) *term {
	return w.num(types.Integer{Lo: uint64(n), Hi: uint64(n >> 63)}, bits, signed)
}

func (t *term) isConst() bool { return t.op == "const" }
func (t *term) isNum(n int64) bool {
	k, ok := t.n.Int64()
	return t.isConst() && ok && k == n
}
func (t *term) isTruth() bool { return t.op == "eq" || t.op == "lt" || t.op == "test" }

// apply is an operation on integers, or addresses, modulo 2^bits, of which the equations below are known. Other operators are functions of which nothing is.
func (w *terms) apply(op string, bits int, signed bool, args ...*term) *term {
	var a, b *term
	if len(args) > 0 {
		a = args[0]
	}
	if len(args) > 1 {
		b = args[1]
	}
	switch op {
	case "add", "mul", "and", "or", "xor", "eq":
		if a.isConst() || !b.isConst() && a.id > b.id { // a ∘ b = b ∘ a; constants stand behind
			a, b = b, a
		}
	}
	num := func(n types.Integer) *term { return w.num(n, bits, signed) }
	truth := func(is bool) *term {
		if is {
			return w.small(1, bits, signed)
		}
		return w.small(0, bits, signed)
	}
	both := a != nil && b != nil && a.isConst() && b.isConst()
	switch op {
	case "add":
		switch {
		case both:
			return num(a.n.Add(b.n))
		case b.isNum(0): // a + 0 = a
			return a
		case b.isConst() && a.op == "add" && a.args[1].isConst() && a.bits == bits: // (a + m) + n = a + (m + n)
			return w.apply("add", bits, signed, a.args[0], num(a.args[1].n.Add(b.n)))
		}
	case "sub":
		switch {
		case a == b: // a - a = 0
			return w.small(0, bits, signed)
		case b.isConst(): // a - n = a + -n
			return w.apply("add", bits, signed, a, num(b.n.Neg()))
		}
	case "mul":
		switch {
		case both:
			return num(a.n.Mul(b.n))
		case b.isNum(0):
			return b
		case b.isNum(1):
			return a
		}
	case "and", "or", "xor":
		switch {
		case both && op == "and":
			return num(a.n.And(b.n))
		case both && op == "or":
			return num(a.n.Or(b.n))
		case both:
			return num(a.n.Xor(b.n))
		case a == b && op != "xor": // a & a = a | a = a
			return a
		case a == b, op == "and" && b.isNum(0): // a ^ a = a & 0 = 0
			return w.small(0, bits, signed)
		case b.isNum(0): // a | 0 = a ^ 0 = a
			return a
		}
	case "shl":
		if k, ok := b.n.Int64(); b.isConst() && ok && k >= 0 && k < int64(bits) { // a << k = a * 2^k
			return w.apply("mul", bits, signed, a, num(types.Integer{Lo: 1}.Shl(uint(k))))
		}
	case "shr":
		if k, ok := b.n.Int64(); b.isConst() && ok && k >= 0 && k < int64(bits) {
			switch {
			case k == 0:
				return a
			case a.isConst() && signed:
				return num(a.n.Shr(uint(k)))
			case a.isConst():
				return num(a.n.UShr(uint(k)))
			}
			b = w.small(k, 32, true)
		}
	case "div", "rem":
		switch k := log2(b); {
		case both && !b.n.IsZero() && !(signed && b.isNum(-1)):
			q, r := a.n.QuoRem(b.n, signed)
			if op == "div" {
				return num(q)
			}
			return num(r)
		case b.isNum(1) && op == "div":
			return a
		case k >= 0 && !signed && op == "div": // a / 2^k = a >> k
			return w.apply("shr", bits, signed, a, w.small(int64(k), 32, true))
		case k >= 0 && !signed: // a % 2^k = a & 2^k - 1
			return w.apply("and", bits, signed, a, num(b.n.Sub(types.Integer{Lo: 1})))
		}
	case "eq":
		switch {
		case a == b:
			return truth(true)
		case both:
			return truth(a.n == b.n)
		case b.isNum(0) && a.op == "eq" && a.args[1].isNum(0) && a.args[0].isTruth(): // !!a = a, of a truth value
			return w.raw(a.args[0].op, bits, signed, types.Integer{}, a.args[0].args...)
		}
	case "lt":
		switch {
		case a == b:
			return truth(false)
		case both && a.signed:
			return truth(a.n.Cmp(b.n) < 0)
		case both:
			return truth(a.n.UCmp(b.n) < 0)
		case !a.signed && b.isNum(0): // a < 0, without a sign
			return truth(false)
		case a.isConst(): // n < b = !(b < n + 1), unless n is the greatest
			next := w.num(a.n.Add(types.Integer{Lo: 1}), a.bits, a.signed)
			if a.signed && next.n.Cmp(a.n) < 0 || !a.signed && next.n.UCmp(a.n) < 0 {
				return truth(false)
			}
			return w.not(w.apply("lt", bits, signed, b, next))
		}
	case "conv":
		switch {
		case a.isConst():
			return num(a.n)
		case a.bits == bits && a.signed == signed:
			return a
		case a.op == "conv" && a.bits >= bits: // the low bits are those of what it was made of
			return w.apply("conv", bits, signed, a.args[0])
		case a.isTruth(): // which is 0 or 1 in any type with two bits and more
			if bits > 1 || !signed {
				return w.raw(a.op, bits, signed, types.Integer{}, a.args...)
			}
		}
	}
	if b != nil {
		return w.raw(op, bits, signed, types.Integer{}, append([]*term{a, b}, args[2:]...)...)
	}
	return w.raw(op, bits, signed, types.Integer{}, args...)
}

// not is !t, an int.
func (w *terms) not(t *term) *term {
	return w.apply("eq", 32, true, t, w.num(types.Integer{}, t.bits, t.signed))
}

// log2 is k where t is the constant 2^k; otherwise -1.
func log2(t *term) int {
	if t == nil || !t.isConst() || t.n.Sign() <= 0 {
		return -1
	}
	if k := t.n.BitLen() - 1; t.n == (types.Integer{Lo: 1}).Shl(uint(k)) {
		return k
	}
	return -1
}

// base takes what is added to an address off it, if that is constant.
func base(t *term) (b *term, off int64) {
	if t.op == "add" && t.args[1].isConst() {
		n, _ := t.args[1].n.Int64()
		return t.args[0], n
	}
	return t, 0
}

// width is how many bits a value of a term needs, as a signed number.
func width(t *term) int {
	switch {
	case t.isTruth():
		return 2
	case t.isConst():
		if n, ok := t.n.Int64(); ok {
			if n < 0 {
				n = ^n
			}
			return types.Integer{Lo: uint64(n)}.BitLen() + 1
		}
	case t.op == "conv" && t.args[0].bits > 0 && t.args[0].bits < t.bits && (t.signed || !t.args[0].signed):
		return min(t.bits, width(t.args[0]))
	}
	if t.bits > 0 && !t.signed {
		return t.bits + 1
	}
	return t.bits
}

// facts are what is known to hold: of truth values whether they are true, and which terms are which constants.
type facts struct {
	known map[*term]bool
	value map[*term]*term
}

// literal is the truth value that a term, which is not constant, stands for, without a type, and whether it is negated.
func (w *terms) literal(t *term) (lit *term, negated bool) {
	for {
		switch {
		case t.op == "conv" && t.args[0].isTruth():
			t = t.args[0]
		case t.op == "eq" && t.args[1].isNum(0) && t.args[0].isTruth():
			t, negated = t.args[0], !negated
		case t.isTruth():
			return w.raw(t.op, 32, true, types.Integer{}, t.args...), negated
		default:
			t, negated = w.raw("eq", 32, true, types.Integer{}, t, w.num(types.Integer{}, t.bits, t.signed)), !negated
		}
	}
}

// decide tells whether a term is 0, if that is known.
func (w *terms) decide(f *facts, t *term) (is, known bool) {
	if t.isConst() {
		return !t.n.IsZero(), true
	}
	lit, negated := w.literal(t)
	if is, known = f.known[lit]; known {
		return is != negated, true
	}
	if t = w.under(f, t, map[*term]*term{}); t.isConst() {
		return !t.n.IsZero(), true
	}
	lit, negated = w.literal(t)
	is, known = f.known[lit]
	return is != negated, known
}

// assume enters that a term is not 0, or is; false if that cannot be.
func (w *terms) assume(f *facts, t *term, is bool) bool {
	if was, known := w.decide(f, t); known {
		return was == is
	}
	lit, negated := w.literal(t)
	is = is != negated
	f.known[lit] = is
	if lit.op == "eq" && is && lit.args[1].isConst() {
		f.value[lit.args[0]] = lit.args[1]
	}
	return true
}

// under is a term with the constants that are known instead of what they are known of.
func (w *terms) under(f *facts, t *term, done map[*term]*term) *term {
	if len(f.value) == 0 || len(t.args) == 0 && f.value[t] == nil {
		return t
	}
	if r := done[t]; r != nil {
		return r
	}
	r := f.value[t]
	if r == nil {
		args := slices.Clone(t.args)
		changed := false
		for i := range args {
			args[i] = w.under(f, args[i], done)
			changed = changed || args[i] != t.args[i]
		}
		if r = t; changed {
			r = w.apply(t.op, t.bits, t.signed, args...)
		}
	}
	done[t] = r
	return r
}

package csource

import (
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Exact writes formulas as C expressions that have no undefined behaviour and mean the same:
// sums and products are of a type in which they cannot overflow.
type Exact struct {
	// Variable is how a variable is written at a place, with its type; ok is false if it is not
	// in scope there.
	Variable func(t term.Term) (name string, typ ir.Type, ok bool)
	// Array is the array that the region of memory t holds, if it is in scope there; else nil. See Arrays.
	Array func(t term.Term) *ir.Object
	// Cell is how a cell of memory that has no name is written, with its type, where it may be read: within says in C when that is, "" is always.
	Cell func(t term.Term) (text string, typ ir.Type, within string, ok bool)
	// Place is how what is at an address is written, if it is in scope there.
	Place func(addr num.Int) (name string, ok bool)

	within []string          // when the elements exist that the atom at hand reads
	whole  int               // how many conditions are being written that must not be weakened
	sizes  map[term.Term]int // of the terms seen: see size
}

// maxSize is from how many operands on a formula that is no conjunction is left out. C has no names
// for what terms share, so that a formula may become exponentially longer than its term.
const maxSize = 4_000

// size counts the operands of t written out, up to maxSize.
func (w *Exact) size(t term.Term) int {
	n, ok := w.sizes[t]
	if ok {
		return n
	}
	n = 1
	for _, a := range t.Args() {
		n = min(n+w.size(a), maxSize)
	}
	if w.sizes == nil {
		w.sizes = map[term.Term]int{}
	}
	w.sizes[t] = n
	return n
}

// A value has bounds, and is written so that C computes it in long long, or in __int128 if that
// does not hold the bounds.
type cvalue struct {
	text   string
	lo, hi num.Int
	wide   bool // of type __int128
}

var (
	// Int64 is long long.
	Int64      = ir.Type{Kind: ir.Integer, Bits: 64, Signed: true}
	int128Type = ir.Type{Kind: ir.Integer, Bits: 128, Signed: true}
)

// Formula writes t; what cannot be written is weakened (to 1 if positive, the polarity of t). The
// result is "1" for true and "0" for false.
func (w *Exact) Formula(t term.Term, positive bool) string {
	switch t.Op() {
	case term.True:
		return "1"
	case term.False:
		return "0"
	}
	if text, ok := w.numbers(t, positive); ok {
		return text
	}
	switch t.Op() {
	case term.And, term.Or:
		conj := t.Op() == term.And == positive
		if !conj && w.size(t) == maxSize {
			return "1"
		}
		return w.junction(w.equalities(t), conj, positive)
	case term.Not:
		return w.Formula(t.Arg(0), !positive)
	}
	if w.size(t) < maxSize {
		if text, ok := w.atom(t, positive); ok {
			return text
		}
	}
	return "1"
}

// junction writes a conjunction or disjunction, negated parts if not positive.
func (w *Exact) junction(args []term.Term, conj, positive bool) string {
	unit, zero, op := "1", "0", " && "
	if !conj {
		unit, zero, op = "0", "1", " || "
	}
	var parts []string
	if conj {
		args = w.together(args, positive)
	}
	for _, a := range args {
		switch s := w.Formula(a, positive); {
		case s == zero:
			return zero
		case s != unit && !contains(parts, s):
			parts = append(parts, s)
		}
	}
	switch len(parts) {
	case 0:
		return unit
	case 1:
		return parts[0]
	}
	return "(" + strings.Join(parts, op) + ")"
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// atom writes a comparison, which holds as well where it reads an element that does not exist.
func (w *Exact) atom(t term.Term, positive bool) (string, bool) {
	outer := w.within
	w.within = nil
	text, ok := w.comparison(t, positive)
	within := w.within
	w.within = outer
	if !ok || len(within) == 0 || text == "1" || text == "0" { // which holds of all elements, or of none
		return text, ok
	}
	return "(!(" + strings.Join(within, " && ") + ") || " + text + ")", w.whole == 0
}

// comparison writes one that has a value where all of within holds.
func (w *Exact) comparison(t term.Term, positive bool) (string, bool) {
	var op string
	switch t.Op() {
	case term.LeZero:
		op = map[bool]string{true: "<=", false: ">"}[positive]
	case term.LtZero:
		op = map[bool]string{true: "<", false: ">="}[positive]
	case term.EqZero, term.Eq:
		op = map[bool]string{true: "==", false: "!="}[positive]
	default:
		return "", false
	}
	if t.Op() == term.Eq {
		if t.Arg(0).Sort() != term.Int {
			return "", false
		}
		a, ok1 := w.value(t.Arg(0))
		b, ok2 := w.value(t.Arg(1))
		return "(" + a.text + " " + op + " " + b.text + ")", ok1 && ok2
	}
	sum := t.Arg(0)
	if text, ok := w.pointers(t, positive); ok {
		return text, true
	}
	if text, ok := w.null(t, positive); ok {
		return text, true
	}
	if sum.Op() != term.Sum {
		a, ok := w.value(sum)
		return "(" + a.text + " " + op + " 0)", ok
	}
	// Denominators away, then what is negative to the other side.
	scale := num.I(1)
	for i := range sum.NumArgs() {
		scale = scale.Lcm(sum.Coeff(i).Den())
	}
	scale = scale.Lcm(sum.Num().Den())
	var left, right []part
	for i := range sum.NumArgs() {
		v, ok := w.value(sum.Arg(i))
		c, isInt := sum.Coeff(i).Mul(scale.Rat()).Int()
		if !ok || !isInt {
			return "", false
		}
		if c.Sign() > 0 {
			left = append(left, part{c, v})
		} else {
			right = append(right, part{c.Neg(), v})
		}
	}
	k, _ := sum.Num().Mul(scale.Rat()).Int()
	lk, rk := num.I(0), k.Neg()
	if len(left) == 0 || len(right) > 0 && k.Sign() > 0 {
		lk, rk = k, num.I(0)
	}
	a, ok1 := add(left, lk)
	b, ok2 := add(right, rk)
	if holds, known := decided(a, op, b); ok1 && ok2 && known {
		return map[bool]string{true: "1", false: "0"}[holds], true
	}
	return "(" + a.text + " " + op + " " + b.text + ")", ok1 && ok2
}

// decided says whether a comparison holds of all values of the types.
func decided(a cvalue, op string, b cvalue) (holds, known bool) {
	less, more := a.hi.Less(b.lo), b.hi.Less(a.lo) // always
	switch op {
	case "<=":
		return !more, more || !b.lo.Less(a.hi)
	case "<":
		return less, less || !a.lo.Less(b.hi)
	case ">":
		return more, more || !b.lo.Less(a.hi)
	case ">=":
		return !less, less || !a.lo.Less(b.hi)
	case "==":
		return false, less || more
	}
	return true, less || more
}

// null writes that a pointer is null, or that it is not, which is what remains of an address of something without a name.
func (w *Exact) null(t term.Term, positive bool) (string, bool) {
	s := sumOf(t.Arg(0))
	if len(s.terms) != 1 || s.terms[0].t.Op() != term.Var {
		return "", false
	}
	name, typ, ok := w.Variable(s.terms[0].t)
	if !ok || typ.Kind != ir.Pointer {
		return "", false
	}
	c, bound := s.terms[0].c, s.konst.Div(s.terms[0].c).Neg() // c*p + k is compared with 0, p with the bound
	below, negative := c.Sign() > 0, bound.Sign() < 0
	switch {
	case bound.IsZero() && (t.Op() == term.EqZero || t.Op() == term.LeZero && below): // p <= 0
	case t.Op() == term.LeZero && !below && bound.Eq(num.I(1).Rat()): // 1 <= p
		positive = !positive
	case t.Op() == term.EqZero && positive && !bound.IsZero(), // p == 65536
		t.Op() == term.LeZero && !below && positive && !negative && !bound.IsZero(), // 65536 <= p
		t.Op() == term.LeZero && below && !positive && !negative:                    // 65536 < p
		positive = false
	default:
		return "", false
	}
	return "(" + name + map[bool]string{true: " == 0)", false: " != 0)"}[positive], true
}

// part is a factor times a value.
type part struct {
	c num.Int
	v cvalue
}

// add writes Σ c·v + k; ok is false if no type holds it.
func add(parts []part, k num.Int) (cvalue, bool) {
	sum := cvalue{lo: k, hi: k}
	// The sum of the magnitudes bounds what comes up on the way, in whatever order.
	bound := k.Abs()
	for _, p := range parts {
		lo, hi := p.v.lo.Mul(p.c), p.v.hi.Mul(p.c)
		if p.c.Sign() < 0 {
			lo, hi = hi, lo
		}
		sum.lo, sum.hi = sum.lo.Add(lo), sum.hi.Add(hi)
		m := lo.Abs()
		if hi.Abs().Cmp(m) > 0 {
			m = hi.Abs()
		}
		bound = bound.Add(m)
		sum.wide = sum.wide || p.v.wide
	}
	sum.wide = sum.wide || !Int64.Fits(bound)
	if !int128Type.Fits(bound) || !Int64.Fits(k) {
		return sum, false
	}
	var b strings.Builder
	for i, p := range parts {
		if !Int64.Fits(p.c) {
			return sum, false
		}
		if i > 0 {
			b.WriteString(" + ")
		}
		if one := num.I(1); !p.c.Eq(one) {
			b.WriteString(cast(Constant(p.c), sum.wide) + " * ")
		}
		b.WriteString(cast(p.v.text, sum.wide && !p.v.wide))
	}
	switch {
	case len(parts) == 0:
		b.WriteString(cast(Constant(k), sum.wide))
	case k.Sign() > 0:
		b.WriteString(" + " + Constant(k))
	case k.Sign() < 0 && !k.Eq(num.I(-1<<63)):
		b.WriteString(" - " + Constant(k.Neg()))
	case k.Sign() < 0:
		b.WriteString(" + " + Constant(k))
	}
	sum.text = b.String()
	return sum, true
}

func cast(text string, wide bool) string {
	if wide {
		return "(__int128)" + text
	}
	return text
}

// Constant writes an int64.
func Constant(v num.Int) string {
	n, _ := v.Int64()
	switch {
	case n == -1<<63:
		return "(-9223372036854775807LL - 1)"
	case n < 0:
		return "(" + v.String() + "LL)"
	case n > 1<<31-1:
		return v.String() + "LL"
	}
	return v.String()
}

// value writes an integer.
func (w *Exact) value(t term.Term) (cvalue, bool) {
	switch t.Op() {
	case term.Const:
		k, ok := t.IntValue()
		if !ok || !Int64.Fits(k) {
			return cvalue{}, false
		}
		return cvalue{text: Constant(k), lo: k, hi: k}, true
	case term.Var:
		name, typ, ok := w.Variable(t)
		if !ok {
			return w.cell(t)
		}
		if typ.Kind != ir.Integer || typ.Bits > 64 {
			return cvalue{}, false
		}
		return integer(name, typ), true
	case term.Sum:
		var parts []part
		for i := range t.NumArgs() {
			c, isInt := t.Coeff(i).Int()
			v, ok := w.value(t.Arg(i))
			if !isInt || !ok {
				return cvalue{}, false
			}
			parts = append(parts, part{c, v})
		}
		k, isInt := t.Num().Int()
		if !isInt {
			return cvalue{}, false
		}
		v, ok := add(parts, k)
		v.text = "(" + v.text + ")"
		return v, ok
	case term.Select:
		v, within, ok := w.element(t)
		if !ok {
			return w.cell(t)
		}
		w.only(within)
		return v, true
	case term.Mod, term.Div:
		return w.division(t)
	case term.Ite:
		c, ok0 := w.Whole(t.Arg(0))
		a, ok1 := w.value(t.Arg(1))
		b, ok2 := w.value(t.Arg(2))
		if !ok0 || !ok1 || !ok2 {
			return cvalue{}, false
		}
		v := cvalue{text: "(" + c + " ? " + a.text + " : " + b.text + ")", lo: a.lo, hi: a.hi, wide: a.wide || b.wide}
		if b.lo.Cmp(v.lo) < 0 {
			v.lo = b.lo
		}
		if b.hi.Cmp(v.hi) > 0 {
			v.hi = b.hi
		}
		return v, true
	}
	return cvalue{}, false
}

// only notes that the atom at hand has a value only where within holds.
func (w *Exact) only(within string) {
	if within != "" && !contains(w.within, within) {
		w.within = append(w.within, within)
	}
}

// integer is what the expression of an integer type is worth.
func integer(text string, typ ir.Type) cvalue {
	v := cvalue{text: "(long long)" + text, lo: typ.Min(), hi: typ.Max()}
	if typ.Bits == 64 && !typ.Signed {
		v.text, v.wide = "(__int128)"+text, true
	}
	return v
}

// Value writes an integer; ok is false if C cannot say it.
func (w *Exact) Value(t term.Term) (text string, ok bool) {
	v, ok := w.value(t)
	return v.text, ok
}

// Whole writes a condition that must not be weakened; ok is false if C cannot say it.
func (w *Exact) Whole(t term.Term) (string, bool) {
	w.whole++
	defer func() { w.whole-- }()
	if !w.writable(t) {
		return "", false
	}
	return w.Formula(t, true), true
}

func (w *Exact) writable(t term.Term) bool {
	switch t.Op() {
	case term.True, term.False:
		return true
	case term.And, term.Or, term.Not:
		for _, a := range t.Args() {
			if !w.writable(a) {
				return false
			}
		}
		return true
	}
	_, ok := w.atom(t, true)
	return ok
}

// division writes the Euclidean quotient or remainder by a positive constant.
func (w *Exact) division(t term.Term) (cvalue, bool) {
	a, ok := w.value(t.Arg(0))
	n, isConst := t.Arg(1).IntValue()
	if !ok || !isConst || n.Sign() <= 0 || !Int64.Fits(n.Add(n)) || !Int64.Fits(a.lo.Sub(n)) && !a.wide {
		return cvalue{}, false
	}
	d := Constant(n)
	mod := cvalue{lo: num.I(0), hi: n.Sub(num.I(1)), wide: a.wide}
	mod.text = "(" + a.text + " % " + d + ")"
	if a.lo.Sign() < 0 {
		mod.text = "((" + mod.text + " + " + d + ") % " + d + ")"
	}
	if t.Op() == term.Mod {
		return mod, true
	}
	return cvalue{
		text: "((" + a.text + " - " + mod.text + ") / " + d + ")",
		lo:   quotient(a.lo, n), hi: quotient(a.hi, n), wide: a.wide,
	}, true
}

func quotient(a, n num.Int) num.Int {
	q, _ := a.DivMod(n)
	return q
}

package smtlib

import (
	"context"
	"fmt"
	"strings"

	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// A question with floating-point operations is asked in the theory of bit vectors and floating-point numbers (QF_BVFP), whose
// meaning the process knows; as functions over integers they would be refuted value by value.
//
// A number is a bit vector in two's complement, as wide as the interval of its term needs, so that nothing overflows. Variables,
// reads of arrays and applications of functions have their bounds from the assertions, and are unknown otherwise; an atom that has
// no such form is an unknown truth value. So "unsat" is right, and a model is one if all assertions are true in it.
type vectors struct {
	st      *term.Store
	out     strings.Builder
	count   int
	bounds  map[term.Term]*span
	ints    map[term.Term]vector
	truths  map[term.Term]string
	results map[term.Term]string // of floating-point operations, as numbers
	asked   []term.Term          // atomic terms, whose values a model has if they are variables,
	names   []string             // and their names
}

// span is an interval. Either end may be missing.
type span struct{ lo, hi *num.Int }

// vector is an integer: a bit vector of some bits, and what lies between lo and hi.
type vector struct {
	text   string
	bits   int
	lo, hi num.Int
}

// maxBits bounds the width of what is computed.
const maxBits = 320

func newVectors(st *term.Store) *vectors {
	return &vectors{
		st: st, bounds: map[term.Term]*span{}, ints: map[term.Term]vector{}, truths: map[term.Term]string{}, results: map[term.Term]string{},
	}
}

// script asks for the conjunction of formulas.
func (v *vectors) script(fs []term.Term) string {
	for _, f := range fs {
		v.learn(f)
	}
	for _, f := range fs {
		text := v.formula(f)
		v.line("(assert %s)", text)
	}
	v.line("(check-sat)")
	return v.out.String()
}

func (v *vectors) line(format string, args ...any) { fmt.Fprintf(&v.out, format+"\n", args...) }

func (v *vectors) name() string {
	v.count++
	return fmt.Sprintf("x%d", v.count)
}

// define gives text a name.
func (v *vectors) define(sort, text string) string {
	name := v.name()
	v.line("(define-fun %s () %s %s)", name, sort, text)
	return name
}

// unknown declares something of a sort.
func (v *vectors) unknown(sort string) string {
	name := v.name()
	v.line("(declare-fun %s () %s)", name, sort)
	return name
}

// learn takes bounds of atomic terms from a formula that holds.
func (v *vectors) learn(f term.Term) {
	switch f.Op() {
	case term.And:
		for _, a := range f.Args() {
			v.learn(a)
		}
	case term.LeZero, term.EqZero:
		x, c, k := f.Arg(0), num.I(1), num.Int{}
		if x.Op() == term.Sum {
			factor, ok1 := x.Coeff(0).Int()
			constant, ok2 := x.Num().Int()
			if x.NumArgs() != 1 || !ok1 || !ok2 {
				return
			}
			x, c, k = x.Arg(0), factor, constant
		}
		if !atomic(x) || x.Sort() != term.Int {
			return
		}
		b := v.bounds[x]
		if b == nil {
			b = &span{}
			v.bounds[x] = b
		}
		if c.Sign() > 0 || f.Op() == term.EqZero { // c·x + k <= 0
			if hi, _ := k.Neg().DivMod(c); b.hi == nil || hi.Less(*b.hi) {
				b.hi = &hi
			}
		}
		if c.Sign() < 0 || f.Op() == term.EqZero {
			lo, rest := k.Neg().DivMod(c)
			if f.Op() == term.EqZero && !rest.IsZero() {
				return
			}
			if b.lo == nil || b.lo.Less(lo) {
				b.lo = &lo
			}
		}
	}
}

// atomic says that t is no operation.
func atomic(t term.Term) bool {
	return t.Op() == term.Var || t.Op() == term.Select || t.Op() == term.Apply
}

// formula is f as a term of sort Bool.
func (v *vectors) formula(f term.Term) string {
	if text, ok := v.truths[f]; ok {
		return text
	}
	text := ""
	switch f.Op() {
	case term.True, term.False:
		return f.Op().String()
	case term.And, term.Or, term.Not:
		parts := make([]string, f.NumArgs())
		for i, a := range f.Args() {
			parts[i] = v.formula(a)
		}
		text = "(" + f.Op().String() + " " + strings.Join(parts, " ") + ")"
	case term.LeZero, term.EqZero:
		if x, y, ok := v.sides(f.Arg(0)); ok {
			relation := map[term.Op]string{term.LeZero: "bvsle", term.EqZero: "="}[f.Op()]
			bits := max(x.bits, y.bits)
			text = fmt.Sprintf("(%s %s %s)", relation, x.as(bits), y.as(bits))
		}
	case term.Eq:
		if a, b := f.Arg(0), f.Arg(1); a.Sort() == term.Bool {
			text = "(= " + v.formula(a) + " " + v.formula(b) + ")"
		}
	}
	name := ""
	if text != "" {
		name = v.define("Bool", text)
	} else {
		name = v.unknown("Bool")
	}
	if f.Op() == term.Var {
		v.asked, v.names = append(v.asked, f), append(v.names, name)
	}
	v.truths[f] = name
	return name
}

// integer is a term of sort Int; ok is false if it has no bounds, or is no such term.
func (v *vectors) integer(t term.Term) (x vector, ok bool) {
	if x, ok = v.ints[t]; ok {
		return x, true
	}
	if t.Sort() != term.Int {
		return x, false
	}
	switch t.Op() {
	case term.Const:
		k, isInt := t.IntValue()
		x, ok = v.between(k, k), isInt
		x.text = Vector(k, x.bits)
		return x, ok && x.bits <= maxBits
	case term.Sum:
		x, ok = v.sum(t)
	case term.Mul:
		x, ok = v.product(t)
	case term.Div, term.Mod:
		x, ok = v.division(t)
	case term.Ite:
		x, ok = v.choice(t)
	case term.BitAnd, term.BitOr, term.BitXor:
		x, ok = v.bitwise(t)
	case term.Shl, term.Shr:
		x, ok = v.shift(t, nil)
	case term.Select:
		if x, ok = v.atom(t); !ok {
			x, ok = v.read(t)
		}
	case term.Float:
		x, ok = v.float(t)
	default:
		x, ok = v.atom(t)
	}
	if !ok || x.bits > maxBits {
		return x, false
	}
	x.text = v.define(vectorText(x.bits), x.text)
	v.ints[t] = x
	return x, true
}

// sides are x and y for t = x - y, with positive factors: sums are harder for processes than comparisons.
func (v *vectors) sides(t term.Term) (x, y vector, ok bool) {
	left, right := t, v.st.Int(0)
	if constant, isInt := t.Num().Int(); t.Op() == term.Sum && isInt {
		left = v.st.Int(0)
		for i, a := range t.Args() {
			if c := t.Coeff(i); c.Sign() < 0 {
				right = v.st.Add(right, v.st.Scale(c.Neg(), a))
			} else {
				left = v.st.Add(left, v.st.Scale(c, a))
			}
		}
		if constant.Sign() < 0 {
			right = v.st.Add(right, v.st.IntNum(constant.Neg()))
		} else {
			left = v.st.Add(left, v.st.IntNum(constant))
		}
	}
	if x, ok = v.integer(left); !ok {
		return x, y, false
	}
	y, ok = v.integer(right)
	return x, y, ok
}

func vectorText(bits int) string { return fmt.Sprintf("(_ BitVec %d)", bits) }

// between is a vector of the right width for an interval.
func (v *vectors) between(lo, hi num.Int) vector {
	magnitude := func(k num.Int) int {
		if k.Sign() < 0 {
			k = k.Neg().Sub(num.I(1))
		}
		return k.BitLen()
	}
	return vector{bits: 1 + max(magnitude(lo), magnitude(hi)), lo: lo, hi: hi}
}

// as is x with a number of bits: with its sign before it, or without its highest ones.
func (x vector) as(bits int) string {
	switch {
	case bits > x.bits:
		return fmt.Sprintf("((_ sign_extend %d) %s)", bits-x.bits, x.text)
	case bits < x.bits:
		return fmt.Sprintf("((_ extract %d 0) %s)", bits-1, x.text)
	}
	return x.text
}

func (v *vectors) atom(t term.Term) (x vector, ok bool) {
	b := v.bounds[t]
	if !atomic(t) || b == nil || b.lo == nil || b.hi == nil || b.hi.Less(*b.lo) {
		return x, false
	}
	x = v.between(*b.lo, *b.hi)
	if x.bits > maxBits {
		return x, false
	}
	if x.text = Vector(x.lo, x.bits); x.lo.Eq(x.hi) {
		v.asked, v.names = append(v.asked, t), append(v.names, x.text)
		return x, true
	}
	x.text = v.unknown(vectorText(x.bits))
	v.line("(assert (and (bvsle %s %s) (bvsle %[2]s %[3]s)))", Vector(x.lo, x.bits), x.text, Vector(x.hi, x.bits))
	v.asked, v.names = append(v.asked, t), append(v.names, x.text)
	return x, true
}

// read is a cell of an array that is written down.
func (v *vectors) read(t term.Term) (x vector, ok bool) {
	switch a, i := t.Arg(0), t.Arg(1); a.Op() {
	case term.ConstArray:
		return v.integer(a.Arg(0))
	case term.Store_:
		return v.integer(v.st.Ite(v.st.Eq(i, a.Arg(1)), a.Arg(2), v.st.Select(a.Arg(0), i)))
	}
	return x, false
}

func (v *vectors) sum(t term.Term) (x vector, ok bool) {
	lo, isInt := t.Num().Int()
	if !isInt {
		return x, false
	}
	hi, constant := lo, lo
	parts := make([]vector, t.NumArgs())
	factors := make([]num.Int, t.NumArgs())
	for i, a := range t.Args() {
		c, isInt := t.Coeff(i).Int()
		p, ok := v.integer(a)
		if !isInt || !ok {
			return x, false
		}
		from, to := p.lo.Mul(c), p.hi.Mul(c)
		if c.Sign() < 0 {
			from, to = to, from
		}
		lo, hi = lo.Add(from), hi.Add(to)
		parts[i], factors[i] = p, c
	}
	x = v.between(lo, hi)
	if x.bits > maxBits {
		return x, false
	}
	var terms []string
	for i, p := range parts {
		switch c := factors[i]; {
		case c.IsOne():
			terms = append(terms, p.as(x.bits))
		case c.Neg().IsOne():
			terms = append(terms, "(bvneg "+p.as(x.bits)+")")
		default:
			terms = append(terms, "(bvmul "+Vector(c, x.bits)+" "+p.as(x.bits)+")")
		}
	}
	if !constant.IsZero() || len(terms) == 0 {
		terms = append(terms, Vector(constant, x.bits))
	}
	if x.text = terms[0]; len(terms) > 1 {
		x.text = "(bvadd " + strings.Join(terms, " ") + ")"
	}
	return x, true
}

func (v *vectors) product(t term.Term) (x vector, ok bool) {
	parts := make([]vector, t.NumArgs())
	lo, hi := num.I(1), num.I(1)
	for i, a := range t.Args() {
		p, ok := v.integer(a)
		if !ok {
			return x, false
		}
		parts[i] = p
		corners := []num.Int{lo.Mul(p.lo), lo.Mul(p.hi), hi.Mul(p.lo), hi.Mul(p.hi)}
		lo, hi = corners[0], corners[0]
		for _, k := range corners {
			if k.Less(lo) {
				lo = k
			}
			if hi.Less(k) {
				hi = k
			}
		}
	}
	x = v.between(lo, hi)
	x.text = "(bvmul"
	for _, p := range parts {
		x.text += " " + p.as(x.bits)
	}
	x.text += ")"
	return x, true
}

// division is the Euclidean quotient or remainder by a positive constant.
func (v *vectors) division(t term.Term) (x vector, ok bool) {
	a, ok := v.integer(t.Arg(0))
	n, isConst := t.Arg(1).IntValue()
	if !ok || !isConst || n.Sign() <= 0 {
		return x, false
	}
	k, isPower := n.Log2()
	rest := v.between(num.Int{}, n.Sub(num.I(1)))
	lo, _ := a.lo.DivMod(n)
	hi, _ := a.hi.DivMod(n)
	quotient := v.between(lo, hi)
	switch {
	case t.Op() == term.Mod && isPower && k == 0:
		rest.text = Vector(num.Int{}, rest.bits)
		return rest, true
	case t.Op() == term.Mod && isPower:
		rest.text = "(concat #b0 " + a.as(int(k)) + ")"
		return rest, true
	case isPower:
		wide := vector{bits: max(a.bits, int(k)+1)}
		wide.text = fmt.Sprintf("(bvashr %s %s)", a.as(wide.bits), Vector(num.I(int64(k)), wide.bits))
		quotient.text = wide.as(quotient.bits)
		return quotient, true
	}
	bits := 1 + max(a.bits, rest.bits+1)
	remainder := vector{bits: bits, text: fmt.Sprintf("(bvsmod %s %s)", a.as(bits), Vector(n, bits))}
	if t.Op() == term.Mod {
		rest.text = remainder.as(rest.bits)
		return rest, true
	}
	wide := vector{bits: bits, text: fmt.Sprintf("(bvsdiv (bvsub %s %s) %s)", a.as(bits), remainder.text, Vector(n, bits))}
	quotient.text = wide.as(quotient.bits)
	return quotient, true
}

func (v *vectors) choice(t term.Term) (x vector, ok bool) {
	a, ok1 := v.integer(t.Arg(1))
	b, ok2 := v.integer(t.Arg(2))
	if n, short := lessThan(t.Arg(0), t.Arg(2)); !ok2 && short {
		b, ok2 = v.shift(t.Arg(2), &n)
	}
	if !ok1 || !ok2 {
		return x, false
	}
	lo, hi := a.lo, a.hi
	if b.lo.Less(lo) {
		lo = b.lo
	}
	if hi.Less(b.hi) {
		hi = b.hi
	}
	x = v.between(lo, hi)
	x.text = fmt.Sprintf("(ite %s %s %s)", v.formula(t.Arg(0)), a.as(x.bits), b.as(x.bits))
	return x, true
}

func (v *vectors) bitwise(t term.Term) (x vector, ok bool) {
	a, ok1 := v.integer(t.Arg(0))
	b, ok2 := v.integer(t.Arg(1))
	if !ok1 || !ok2 {
		return x, false
	}
	bits := max(a.bits, b.bits)
	most := num.Pow2(uint(bits - 1))
	x = v.between(most.Neg(), most.Sub(num.I(1)))
	op := map[term.Op]string{term.BitAnd: "bvand", term.BitOr: "bvor", term.BitXor: "bvxor"}[t.Op()]
	x.text = fmt.Sprintf("(%s %s %s)", op, a.as(bits), b.as(bits))
	return x, true
}

// lessThan is n for the condition that the distance of the left shift t is at least n.
func lessThan(f, t term.Term) (n num.Int, ok bool) {
	if f.Op() != term.LeZero || t.Op() != term.Shl || f.Arg(0).Op() != term.Sum {
		return n, false
	}
	if s := f.Arg(0); s.NumArgs() != 1 || s.Arg(0) != t.Arg(1) || !s.Coeff(0).Neg().IsOne() {
		return n, false
	}
	return f.Arg(0).Num().Int()
}

// shift is a shift by a distance that varies; below is what a distance to the left is less than where that matters.
func (v *vectors) shift(t term.Term, below *num.Int) (x vector, ok bool) {
	a, ok1 := v.integer(t.Arg(0))
	s, ok2 := v.integer(t.Arg(1))
	if !ok1 || !ok2 {
		return x, false
	}
	zero, op := num.Int{}, "bvashr"
	x = vector{lo: a.lo, hi: a.hi}
	if zero.Less(x.lo) {
		x.lo = zero
	}
	if x.hi.Sign() < 0 {
		x.hi = num.I(-1)
	}
	if t.Op() == term.Shl {
		most := s.hi
		if below != nil && below.Sub(num.I(1)).Less(most) {
			most = below.Sub(num.I(1))
		}
		k, small := most.Int64()
		if !small || k < 0 || k > maxBits {
			return x, false
		}
		if x.lo, x.hi, op = a.lo, a.hi, "bvshl"; x.lo.Sign() < 0 {
			x.lo = x.lo.Shl(uint(k))
		}
		if x.hi.Sign() > 0 {
			x.hi = x.hi.Shl(uint(k))
		}
	}
	x = v.between(x.lo, x.hi)
	wide := vector{bits: max(x.bits, s.bits, a.bits)}
	if wide.bits > maxBits {
		return x, false
	}
	by := s.as(wide.bits)
	wide.text = fmt.Sprintf("(ite (bvslt %s %s) %s (%s %[3]s %[1]s))", by, Vector(zero, wide.bits), a.as(wide.bits), op)
	x.text = wide.as(x.bits)
	return x, true
}

// number is the floating-point number of a format whose pattern t is.
func (v *vectors) number(t term.Term, f float.Format) (text string, ok bool) {
	x, ok := v.integer(t)
	if !ok {
		return "", false
	}
	if r, is := v.results[t]; is && t.FloatOp().Format == f {
		return r, true
	}
	return fmt.Sprintf("((_ to_fp %d %d) %s)", f.Exp, f.Sig, x.as(f.Width())), true
}

// float is the pattern of the result of an operation, or its result as an integer.
func (v *vectors) float(t term.Term) (x vector, ok bool) {
	o := t.FloatOp()
	mode := modes[o.Mode][0]
	from := o.Format
	if o.Kind == term.FloatConvert {
		from = o.From
	}
	args := make([]string, t.NumArgs())
	for i, a := range t.Args() {
		if o.Kind == term.FloatFromInt {
			n, ok := v.integer(a)
			if !ok {
				return x, false
			}
			args[i] = n.text
			continue
		}
		if args[i], ok = v.number(a, from); !ok {
			return x, false
		}
	}
	operands := strings.Join(args, " ")
	text := ""
	switch o.Kind {
	case term.FloatToInt:
		return v.rounded(o, mode, args[0]), true
	case term.FloatConvert, term.FloatFromInt:
		text = fmt.Sprintf("((_ to_fp %d %d) %s %s)", o.Format.Exp, o.Format.Sig, mode, operands)
	case term.FloatRem:
		text = "(fp.rem " + operands + ")"
	default:
		name := map[term.FloatKind]string{
			term.FloatAdd: "fp.add", term.FloatMul: "fp.mul", term.FloatDiv: "fp.div", term.FloatSqrt: "fp.sqrt", term.FloatFma: "fp.fma",
			term.FloatRound: "fp.roundToIntegral",
		}[o.Kind]
		if name == "" {
			return x, false
		}
		text = fmt.Sprintf("(%s %s %s)", name, mode, operands)
	}
	// The pattern is the one that stands for the number; of NaN, of which the theory has one, it is the usual one.
	width := o.Format.Width()
	r := v.define(fmt.Sprintf("(_ FloatingPoint %d %d)", o.Format.Exp, o.Format.Sig), text)
	pattern := v.unknown(vectorText(width))
	v.line("(assert (= ((_ to_fp %d %d) %s) %s))", o.Format.Exp, o.Format.Sig, pattern, r)
	v.line("(assert (=> (fp.isNaN %s) (= %s %s)))", r, pattern, Vector(float.Bits(o.Format.NaN()), width))
	v.results[t] = r
	x = v.between(num.Int{}, num.Pow2(uint(width)).Sub(num.I(1)))
	x.text = "(concat #b0 " + pattern + ")"
	return x, true
}

// rounded is a number as an integer between -2^Bits and 2^Bits, which it also is where it lies outside; NaN is -2^Bits.
func (v *vectors) rounded(o term.FloatOp, mode, number string) vector {
	limit := num.Pow2(uint(o.Bits))
	x := v.between(limit.Neg(), limit)
	bound := func(k num.Int, mode string) string {
		return fmt.Sprintf("((_ to_fp %d %d) %s %s)", o.Format.Exp, o.Format.Sig, mode, Vector(k, x.bits))
	}
	x.text = fmt.Sprintf("(ite (or (fp.isNaN %[1]s) (fp.leq %[1]s %[2]s)) %[3]s (ite (fp.geq %[1]s %[4]s) %[5]s ((_ fp.to_sbv %[6]d) %[7]s %[1]s)))",
		number, bound(limit.Neg(), "RTN"), Vector(limit.Neg(), x.bits), bound(limit, "RTP"), Vector(limit, x.bits), x.bits, mode)
	return x
}

// computesFloats says that a question has floating-point operations.
func (x *External) computesFloats(assumptions []term.Term) bool {
	has := func(f term.Term) bool {
		found, known := x.floats[f]
		if !known {
			term.Walk(f, func(u term.Term) { found = found || u.Op() == term.Float })
			if x.floats == nil {
				x.floats = map[term.Term]bool{}
			}
			x.floats[f] = found
		}
		return found
	}
	for _, fs := range append([][]term.Term{assumptions}, x.levels...) {
		for _, f := range fs {
			if has(f) {
				return true
			}
		}
	}
	return false
}

// checkVectors asks a process of its own for the question as one of bit vectors and floating-point numbers. ok is false if that
// gives no answer.
func (x *External) checkVectors(ctx context.Context, assumptions []term.Term) (answer smt.Answer, ok bool) {
	var fs []term.Term
	for _, level := range x.levels {
		fs = append(fs, level...)
	}
	fs = append(fs, assumptions...)
	v := newVectors(x.st)
	script := v.script(fs)
	p, err := startProcess(x.argv)
	if err != nil {
		return answer, false
	}
	defer p.kill()
	defer context.AfterFunc(ctx, p.kill)()
	p.w.Line("(set-option :print-success false)")
	p.w.Line("(set-option :produce-models true)")
	p.w.Line("(set-logic QF_BVFP)")
	p.w.Line("%s", script)
	e, err := p.reply()
	switch {
	case ctx.Err() != nil:
		return unknown(context.Cause(ctx).Error()), true
	case err == nil && e.Is("unsat"):
		return smt.Answer{Status: smt.Unsat, Core: assumptions}, true
	case err != nil || !e.Is("sat"):
		return answer, false
	}
	m := &model{st: x.st, values: map[term.Term]term.Term{}}
	if len(v.names) > 0 {
		p.w.Line("(get-value (%s))", strings.Join(v.names, " "))
		e, err := p.reply()
		if err != nil || len(e.List) != len(v.names) {
			return answer, false
		}
		for i, pair := range e.List {
			if len(pair.List) != 2 {
				return answer, false
			}
			if m.values[v.asked[i]], ok = v.value(v.asked[i], pair.List[1]); !ok {
				return answer, false
			}
		}
	}
	for _, f := range fs {
		if !m.Eval(f).IsTrue() {
			return answer, false
		}
	}
	return smt.Answer{Status: smt.Sat, Model: m}, len(x.all) == 0
}

// value reads what a process says a variable is.
func (v *vectors) value(t term.Term, e SExpr) (term.Term, bool) {
	if t.Sort() == term.Bool {
		return v.st.Bool(e.Is("true")), e.Is("true") || e.Is("false")
	}
	n, bits, ok := vectorLiteral(e)
	if ok && n.Cmp(num.Pow2(uint(bits-1))) >= 0 {
		n = n.Sub(num.Pow2(uint(bits)))
	}
	return v.st.IntNum(n), ok
}

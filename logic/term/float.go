package term

import (
	"fmt"
	"strconv"
	"strings"

	"craig/logic/float"
	"craig/logic/num"
)

// A floating-point number is its bit pattern, an integer from 0 up to but without 2^width. What
// rounds is the operator Float; it takes its operands modulo 2^width. What only looks at bits or
// compares is made of linear arithmetic and bit operations, which need operands in range: signs,
// classes, and the order of numbers, which is that of their keys (package float).

// FloatKind is what a FloatOp does.
type FloatKind uint8

const (
	FloatAdd     FloatKind = iota // x + y; x - y is x + -y, as NaNs are one
	FloatMul                      // x·y
	FloatDiv                      // x/y
	FloatSqrt                     // the square root of x
	FloatFma                      // x·y + z, rounded once
	FloatRem                      // IEEE's remainder
	FloatFmod                     // C's fmod
	FloatRound                    // x rounded to an integer, as the mode says
	FloatConvert                  // the number x of the format From
	FloatFromInt                  // any integer x as a number of the format
	FloatToInt                    // x as an integer, as the mode says, between -2^Bits and 2^Bits; NaN is -2^Bits
	numFloatKinds
)

var floatKinds = [numFloatKinds]struct {
	name  string
	args  int
	modal bool // the result depends on the mode
}{
	{"add", 2, true}, {"mul", 2, true}, {"div", 2, true}, {"sqrt", 1, true}, {"fma", 3, true},
	{"rem", 2, false}, {"fmod", 2, false}, {"round", 1, true}, {"from", 1, true}, {"from.int", 1, true}, {"to.int", 1, true},
}

// FloatOp is an operation on floating-point numbers. Its result is a pattern of Format, but that of
// FloatToInt an integer.
type FloatOp struct {
	Kind   FloatKind
	Format float.Format
	From   float.Format // of FloatConvert
	Mode   float.Mode   // float.NearestEven where the mode does not matter
	Bits   uint8        // of FloatToInt
}

// NumArgs is the number of operands.
func (o FloatOp) NumArgs() int { return floatKinds[o.Kind].args }

// code packs an operation into a number; floatOp unpacks it.
func (o FloatOp) code() int64 {
	c := int64(o.Kind)
	for _, f := range [...]uint8{o.Format.Exp, o.Format.Sig, o.From.Exp, o.From.Sig, uint8(o.Mode), o.Bits} {
		c = c<<8 | int64(f)
	}
	return c
}

func floatOp(c int64) FloatOp {
	at := func(i int) uint8 { return uint8(c >> (8 * i)) }
	return FloatOp{FloatKind(at(6)), float.Format{Exp: at(5), Sig: at(4)}, float.Format{Exp: at(3), Sig: at(2)}, float.Mode(at(1)), at(0)}
}

// String is the operation's name in SMT-LIB text: float64.add, float32.from.float64, float64.to.int.64.zero;
// a mode other than nearest even comes last. ParseFloatOp reads it.
func (o FloatOp) String() string {
	s := o.Format.String() + "." + floatKinds[o.Kind].name
	switch o.Kind {
	case FloatConvert:
		s += "." + o.From.String()
	case FloatToInt:
		s += "." + strconv.Itoa(int(o.Bits))
	}
	if o.Mode != float.NearestEven {
		s += "." + o.Mode.String()
	}
	return s
}

// ParseFloatOp reads the name of an operation.
func ParseFloatOp(name string) (o FloatOp, ok bool) {
	format, rest, _ := strings.Cut(name, ".")
	if o.Format, ok = float.ParseFormat(format); !ok {
		return o, false
	}
	for m := range float.NumModes {
		if before, found := strings.CutSuffix(rest, "."+m.String()); found {
			o.Mode, rest = m, before
		}
	}
	for k := range floatKinds {
		if floatKinds[k].name == rest && FloatKind(k) != FloatConvert && FloatKind(k) != FloatToInt {
			o.Kind = FloatKind(k)
			return o, o.valid()
		}
	}
	if bits, found := strings.CutPrefix(rest, "to.int."); found {
		n, err := strconv.ParseUint(bits, 10, 8)
		o.Kind, o.Bits = FloatToInt, uint8(n)
		return o, err == nil && o.valid()
	}
	from, found := strings.CutPrefix(rest, "from.")
	o.Kind = FloatConvert
	o.From, ok = float.ParseFormat(from)
	return o, found && ok && o.valid()
}

func (o FloatOp) valid() bool {
	return o.Format.Valid() && (o.Kind == FloatConvert) == o.From.Valid() &&
		(o.Kind == FloatToInt) == (o.Bits > 0) && o.Mode < float.NumModes && (floatKinds[o.Kind].modal || o.Mode == 0)
}

// Apply is the result for these operands.
func (o FloatOp) Apply(args ...num.Int) num.Int {
	f := o.Format
	if o.Kind == FloatFromInt {
		return float.Bits(f.FromInt(o.Mode, args[0]))
	}
	from := f
	if o.Kind == FloatConvert {
		from = o.From
	}
	var p [3]uint64
	for i, a := range args {
		p[i] = from.Pattern(a)
	}
	x, y, z := p[0], p[1], p[2]
	var r uint64
	switch o.Kind {
	case FloatAdd:
		r = f.Add(o.Mode, x, y)
	case FloatMul:
		r = f.Mul(o.Mode, x, y)
	case FloatDiv:
		r = f.Div(o.Mode, x, y)
	case FloatSqrt:
		r = f.Sqrt(o.Mode, x)
	case FloatFma:
		r = f.Fma(o.Mode, x, y, z)
	case FloatRem:
		r = f.Rem(x, y)
	case FloatFmod:
		r = f.Fmod(x, y)
	case FloatRound:
		r = f.Round(o.Mode, x)
	case FloatConvert:
		r = f.Convert(o.From, o.Mode, x)
	case FloatToInt:
		return f.ToInt(o.Mode, int(o.Bits), x)
	}
	return float.Bits(r)
}

// FloatOp is the operation of a Float.
func (t Term) FloatOp() FloatOp {
	c, _ := t.n.num.Num().Int64()
	return floatOp(c)
}

// Float applies a floating-point operation. An operation with a constant result is that constant.
func (s *Store) Float(o FloatOp, args ...Term) Term {
	if !o.valid() || len(args) != o.NumArgs() {
		panic(fmt.Sprintf("term: invalid floating-point operation %+v of %d operands", o, len(args)))
	}
	var v [3]num.Int
	constants := 0
	for i, a := range args {
		need(a.Sort() == Int, o.String(), a)
		if c, ok := a.IntValue(); ok {
			v[i] = c
			constants++
		}
	}
	if constants == len(args) { // evaluated
		return s.IntNum(o.Apply(v[:len(args)]...))
	}
	var sorted [3]Term
	copy(sorted[:], args)
	if o.Kind == FloatAdd || o.Kind == FloatMul || o.Kind == FloatFma { // x + y → y + x, and for products
		if sorted[0].n.id > sorted[1].n.id {
			sorted[0], sorted[1] = sorted[1], sorted[0]
		}
	}
	return s.mk(Float, Int, "", num.I(o.code()).Rat(), sorted[:len(args)], nil)
}

// FConst is the number with these bits.
func (s *Store) FConst(bits uint64) Term { return s.IntNum(float.Bits(bits)) }

// FAdd and its kin round to nearest even.

func (s *Store) FAdd(f float.Format, x, y Term) Term {
	return s.Float(FloatOp{Kind: FloatAdd, Format: f}, x, y)
}

func (s *Store) FSub(f float.Format, x, y Term) Term { return s.FAdd(f, x, s.FNeg(f, y)) }

func (s *Store) FMul(f float.Format, x, y Term) Term {
	return s.Float(FloatOp{Kind: FloatMul, Format: f}, x, y)
}

func (s *Store) FDiv(f float.Format, x, y Term) Term {
	return s.Float(FloatOp{Kind: FloatDiv, Format: f}, x, y)
}

func (s *Store) FSqrt(f float.Format, x Term) Term {
	return s.Float(FloatOp{Kind: FloatSqrt, Format: f}, x)
}

func (s *Store) FFma(f float.Format, x, y, z Term) Term {
	return s.Float(FloatOp{Kind: FloatFma, Format: f}, x, y, z)
}

// FRem is IEEE's remainder, FFmod C's fmod.
func (s *Store) FRem(f float.Format, x, y Term) Term {
	return s.Float(FloatOp{Kind: FloatRem, Format: f}, x, y)
}

func (s *Store) FFmod(f float.Format, x, y Term) Term {
	return s.Float(FloatOp{Kind: FloatFmod, Format: f}, x, y)
}

// FRound rounds to an integer: floor is float.Down, ceil float.Up, trunc float.ToZero, C's round
// float.NearestAway, its rint float.NearestEven.
func (s *Store) FRound(f float.Format, m float.Mode, x Term) Term {
	return s.Float(FloatOp{Kind: FloatRound, Format: f, Mode: m}, x)
}

// FConvert is the number x of the format from in the format to.
func (s *Store) FConvert(to, from float.Format, x Term) Term {
	return s.Float(FloatOp{Kind: FloatConvert, Format: to, From: from}, x)
}

// FFromInt is the number nearest to an integer.
func (s *Store) FFromInt(f float.Format, x Term) Term {
	return s.Float(FloatOp{Kind: FloatFromInt, Format: f}, x)
}

// FToInt is x rounded to an integer, between -2^64 and 2^64; what is less or greater is that, and NaN
// is -2^64. So the conversion to an integer type of at most 64 bits is defined if and only if
// the result is a value of the type.
func (s *Store) FToInt(f float.Format, m float.Mode, x Term) Term {
	return s.Float(FloatOp{Kind: FloatToInt, Format: f, Mode: m, Bits: 64}, x)
}

// half is the sign bit.
func (s *Store) half(f float.Format) Term { return s.FConst(f.SignBit()) }

// FIsNegative is the sign bit, also of zeros and NaNs.
func (s *Store) FIsNegative(f float.Format, x Term) Term { return s.Ge(x, s.half(f)) }

// FAbs and FNeg change the sign bit, also of a NaN.
func (s *Store) FAbs(f float.Format, x Term) Term { return s.Mod(x, s.half(f)) }

func (s *Store) FNeg(f float.Format, x Term) Term {
	if c, ok := x.IntValue(); ok {
		return s.FConst(f.Neg(f.Pattern(c)))
	}
	if x.n.op == Ite { // -(-y) → y
		if y, ok := s.negated(f, x); ok {
			return y
		}
	}
	h := s.half(f)
	return s.Ite(s.Ge(x, h), s.Sub(x, h), s.Add(x, h))
}

// negated is the y for x = FNeg(y).
func (s *Store) negated(f float.Format, x Term) (Term, bool) {
	y := s.Sub(x.n.args[1], s.half(f))
	for range 2 {
		if y.n.op != Sum || len(y.n.args) == 1 {
			h := s.half(f)
			if s.Ite(s.Ge(y, h), s.Sub(y, h), s.Add(y, h)) == x {
				return y, true
			}
		}
		y = s.Add(x.n.args[1], s.half(f))
	}
	return y, false
}

// FKey orders numbers: see float.Format.Key.
func (s *Store) FKey(f float.Format, x Term) Term {
	if c, ok := x.IntValue(); ok {
		return s.Int(f.Key(f.Pattern(c)))
	}
	h := s.half(f)
	return s.Ite(s.Lt(x, h), x, s.Sub(h, x))
}

// magnitudes says of both signs that |x| rel c, for the bits of c without a sign.
func (s *Store) magnitudes(f float.Format, rel func(a, b Term) Term, x Term, c uint64) Term {
	h := s.half(f)
	return s.Or(s.And(s.Lt(x, h), rel(x, s.FConst(c))), s.And(s.Ge(x, h), rel(s.Sub(x, h), s.FConst(c))))
}

func (s *Store) FIsNaN(f float.Format, x Term) Term  { return s.magnitudes(f, s.Gt, x, f.Inf()) }
func (s *Store) FIsInf(f float.Format, x Term) Term  { return s.magnitudes(f, s.Eq, x, f.Inf()) }
func (s *Store) FIsZero(f float.Format, x Term) Term { return s.magnitudes(f, s.Eq, x, 0) }

// FIsFinite excludes infinities and NaNs.
func (s *Store) FIsFinite(f float.Format, x Term) Term { return s.magnitudes(f, s.Lt, x, f.Inf()) }

// FIsNormal excludes zeros and subnormal numbers besides.
func (s *Store) FIsNormal(f float.Format, x Term) Term {
	return s.And(s.FIsFinite(f, x), s.magnitudes(f, s.Ge, x, f.MinNormal()))
}

func (s *Store) FIsSubnormal(f float.Format, x Term) Term {
	return s.And(s.magnitudes(f, s.Lt, x, f.MinNormal()), s.Not(s.FIsZero(f, x)))
}

// FEq, FLt and FLe are the comparisons of C and IEEE: false where an operand is NaN, and -0 = +0.
// Against a constant they are bounds on the bits.

func (s *Store) FLe(f float.Format, x, y Term) Term { return s.floatOrder(f, x, y, false) }
func (s *Store) FLt(f float.Format, x, y Term) Term { return s.floatOrder(f, x, y, true) }

func (s *Store) FEq(f float.Format, x, y Term) Term {
	for range 2 {
		if c, ok := x.IntValue(); ok {
			switch k := f.Pattern(c); {
			case f.IsNaN(k):
				return s.fls
			case f.IsZero(k):
				return s.FIsZero(f, y)
			}
			return s.Eq(x, y)
		}
		x, y = y, x
	}
	if x == y { // x = x unless it is NaN
		return s.Not(s.FIsNaN(f, x))
	}
	same := s.Or(s.Eq(x, y), s.And(s.FIsZero(f, x), s.FIsZero(f, y)))
	return s.And(s.Not(s.FIsNaN(f, x)), s.Not(s.FIsNaN(f, y)), same)
}

func (s *Store) floatOrder(f float.Format, x, y Term, strict bool) Term {
	first, firstConst := x.IntValue()
	second, secondConst := y.IntValue()
	k, h := int64(0), f.SignBit()
	if strict {
		k = 1
	}
	inf := int64(f.Inf())
	switch {
	case firstConst && f.IsNaN(f.Pattern(first)) || secondConst && f.IsNaN(f.Pattern(second)):
		return s.fls
	case firstConst && secondConst:
		return s.Bool(f.Key(f.Pattern(first))+k <= f.Key(f.Pattern(second)))
	case secondConst:
		return s.keyBetween(x, -inf, f.Key(f.Pattern(second))-k, h)
	case firstConst:
		return s.keyBetween(y, f.Key(f.Pattern(first))+k, inf, h)
	case x == y && strict: // x < x → false
		return s.fls
	case x == y:
		return s.Not(s.FIsNaN(f, x))
	}
	order := s.Le(s.Add(s.FKey(f, x), s.Int(k)), s.FKey(f, y))
	return s.And(s.Not(s.FIsNaN(f, x)), s.Not(s.FIsNaN(f, y)), order)
}

// keyBetween says that the key of x lies between bounds; h is the sign bit.
func (s *Store) keyBetween(x Term, lo, hi int64, h uint64) Term {
	if lo > hi {
		return s.fls
	}
	sign := s.FConst(h)
	between := func(lo, hi Term) Term { return s.And(s.Le(lo, x), s.Le(x, hi)) }
	var parts []Term
	if hi >= 0 { // positive, +0 included
		upper := s.Le(x, s.Int(hi))
		if lo > 0 {
			upper = between(s.Int(lo), s.Int(hi))
		}
		parts = append(parts, upper)
	}
	if lo <= 0 { // negative, -0 included: bits rise as keys fall
		parts = append(parts, between(s.Add(sign, s.Int(max(0, -hi))), s.Sub(sign, s.Int(lo))))
	}
	return s.Or(parts...)
}

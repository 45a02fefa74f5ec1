package term

import (
	"craig/logic/float"
	"craig/logic/num"
)

// Range are integers from Lo to Hi; all of them if it is not Known.
type Range struct {
	Lo, Hi num.Int
	Known  bool
}

// Set is the set of floating-point numbers with patterns in the range; what is out of bounds of the
// format is taken modulo 2^width, and has any pattern here.
func (r Range) Set(f float.Format) float.Set {
	if !r.Known || r.Lo.Sign() < 0 || r.Hi.BitLen() > f.Width() {
		return f.All()
	}
	return f.OfPatterns(f.Pattern(r.Lo), f.Pattern(r.Hi))
}

// Sets has the results of an operation that gives floating-point numbers, for operands in these sets; of
// FloatFromInt the operand is given as a Range to Range.
func (o FloatOp) Sets(args ...float.Set) float.Set {
	f := o.Format
	switch o.Kind {
	case FloatAdd:
		return f.AddSets(o.Mode, args[0], args[1])
	case FloatMul:
		return f.MulSets(o.Mode, args[0], args[1])
	case FloatDiv:
		return f.DivSets(o.Mode, args[0], args[1])
	case FloatSqrt:
		return f.SqrtSet(o.Mode, args[0])
	case FloatFma:
		return f.FmaSets(o.Mode, args[0], args[1], args[2])
	case FloatRem, FloatFmod:
		return f.ModSets(args[0], args[1], o.Kind == FloatRem)
	case FloatRound:
		return f.RoundSet(o.Mode, args[0])
	case FloatConvert:
		return f.ConvertSet(o.From, o.Mode, args[0])
	}
	return f.All()
}

// Range has the operation's results for operands in these ranges; it is Known. If there are none, it is any.
func (o FloatOp) Range(args ...Range) Range {
	f := o.Format
	switch o.Kind {
	case FloatFromInt:
		set := f.Numbers()
		if a := args[0]; a.Known {
			set = f.FromInts(o.Mode, a.Lo, a.Hi)
		}
		return patterns(f, set)
	case FloatToInt:
		if lo, hi, ok := f.ToInts(o.Mode, int(o.Bits), args[0].Set(f)); ok {
			return Range{lo, hi, true}
		}
		return Range{num.Pow2(uint(o.Bits)).Neg(), num.Pow2(uint(o.Bits)), true}
	}
	from := f
	if o.Kind == FloatConvert {
		from = o.From
	}
	var sets [3]float.Set
	for i, a := range args {
		sets[i] = a.Set(from)
	}
	return patterns(f, o.Sets(sets[:len(args)]...))
}

// patterns are limits of the patterns of results in a set.
func patterns(f float.Format, s float.Set) Range {
	lo, hi, ok := f.Patterns(s, true)
	if !ok {
		lo, hi = 0, f.SignBit()<<1-1
	}
	return Range{float.Bits(lo), float.Bits(hi), true}
}

package ir

// Handed says what a function finds in a parameter where a call does not know the parameter's type: the function is
// defined in the old style, or called through a pointer of another type.
type Handed uint8

const (
	HandedWhole   Handed = iota // the argument, converted to the type of the parameter
	HandedByte                  // the low byte of the argument, in a _Bool, whose value it is if it is 0 or 1
	HandedLow                   // the argument in the low bits; the others are unknown
	HandedNothing               // nothing that is known, and so in all parameters after it
)

// Hand tells what a function finds of an argument in a parameter of a type, as gcc has it: a caller extends integers to
// int, and a function reads as many bytes as its parameter has. oldStyle says that the function is defined in the old
// style, so that it takes a double for its float. The expression is the converted argument, the low byte, or the low bits.
func (p *Program) Hand(arg *Expr, param Type, oldStyle bool) (*Expr, Handed) {
	a := arg.Type
	words := func(t Type) int { return (int(t.Bits) + int(p.PtrBits) - 1) / int(p.PtrBits) }
	cast := func(t Type) *Expr {
		e := Cast(t, arg)
		if arg.IsConst() {
			e = p.Mode().Fold(e)
		}
		return e
	}
	switch {
	case a == param:
		return arg, HandedWhole
	case !a.IsNumber() || !param.IsNumber():
		return nil, HandedNothing
	case a.IsFloat() && param.IsFloat() && oldStyle && a.Bits > param.Bits:
		return FloatOp(OpFConvert, param, arg), HandedWhole
	case a.IsFloat() || param.IsFloat() || words(a) != words(param) && !p.Math:
		return nil, HandedNothing
	case param.Bits == 1 && a.Bits > 1 && !p.Math:
		return cast(Int(8, false)), HandedByte
	case param.Bits <= max(a.Bits, 32), p.Math, arg.IsConst() && arg.Val.Sign() >= 0:
		return cast(param), HandedWhole
	}
	return cast(Int(max(a.Bits, 32), a.IsSigned())), HandedLow
}

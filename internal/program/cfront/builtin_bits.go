package cfront

import (
	"math/big"
	mathbits "math/bits"
	"strings"

	"craig/logic/num"
)

func bitsBuiltins() map[string]handler {
	h := map[string]handler{}
	for name, compute := range map[string]func(*big.Int, int) (num.Int, bool){
		"popcount": ones, "parity": parity, "clz": leadingZeros, "ctz": trailingZeros, "ffs": firstSet, "clrsb": redundantSigns,
	} {
		for _, size := range []string{"", "l", "ll"} {
			h["__builtin_"+name+size] = bitsBuiltin(compute)
		}
	}
	for _, width := range []string{"16", "32", "64", "128"} {
		h["__builtin_bswap"+width] = bitsBuiltin(swapBytes)
	}
	return h
}

// bitsBuiltin is a function of the bits of one integer, such as __builtin_popcountl. Of a constant it
// is computed here, as GCC does it, so that it may stand in a constant expression; else the model is
// called. compute gets the argument modulo 2^width; ok is false where GCC leaves the result open.
func bitsBuiltin(compute func(x *big.Int, width int) (result num.Int, ok bool)) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) == 1 {
			if t := f.r.bitsType(c.g.cname); t != nil {
				if v, ok := f.r.constantValue(f.unit, c.args[0]); ok {
					x := f.convert(v, t, c.pos).e.Val.Big()
					if x.Sign() < 0 {
						x = new(big.Int).Add(x, new(big.Int).Lsh(big.NewInt(1), uint(t.bits)))
					}
					if n, ok := compute(x, int(t.bits)); ok {
						return f.number(f.r.resultType(c.g), n)
					}
				}
			}
		}
		if f.constOnly {
			return f.refuse()
		}
		return f.modelCall(c)
	}
}

// bitsType is the type of the argument of such a function, by its name.
func (r *reader) bitsType(name string) *ctype {
	tt := r.types
	name = strings.TrimPrefix(name, "__builtin_")
	if n, ok := strings.CutPrefix(name, "bswap"); ok {
		return map[string]*ctype{"16": tt.unsignedOf(2), "32": tt.unsignedOf(4), "64": tt.unsignedOf(8), "128": tt.unsignedOf(16)}[n]
	}
	for _, prefix := range []string{"popcount", "parity", "clrsb", "clz", "ctz", "ffs"} {
		if n, ok := strings.CutPrefix(name, prefix); ok {
			return map[string]*ctype{"": tt.uint, "l": tt.ulong, "ll": tt.ullong}[n]
		}
	}
	return nil
}

func ones(x *big.Int, _ int) (num.Int, bool) {
	n := 0
	for _, w := range x.Bits() {
		n += mathbits.OnesCount(uint(w))
	}
	return num.I(int64(n)), true
}

func parity(x *big.Int, width int) (num.Int, bool) {
	n, _ := ones(x, width)
	_, odd := n.DivMod(num.I(2))
	return odd, true
}

func leadingZeros(x *big.Int, width int) (num.Int, bool) {
	return num.I(int64(width - x.BitLen())), x.Sign() != 0
}

func trailingZeros(x *big.Int, _ int) (num.Int, bool) {
	return num.I(int64(x.TrailingZeroBits())), x.Sign() != 0
}

func firstSet(x *big.Int, _ int) (num.Int, bool) {
	if x.Sign() == 0 {
		return num.I(0), true
	}
	return num.I(int64(x.TrailingZeroBits()) + 1), true
}

// redundantSigns counts the bits after the first one that are equal to it.
func redundantSigns(x *big.Int, width int) (num.Int, bool) {
	if x.Bit(width-1) == 1 {
		x = new(big.Int).Xor(x, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
	}
	return num.I(int64(width - x.BitLen() - 1)), true
}

func swapBytes(x *big.Int, width int) (num.Int, bool) {
	b := x.FillBytes(make([]byte, width/8))
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return num.FromBig(new(big.Int).SetBytes(b)), true
}

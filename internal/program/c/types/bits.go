package types

import (
	"math/bits"
	"strings"
)

// FoldBits is the value of a call of one of gcc's functions that count or turn bits, such as __builtin_popcountl, with x, which has the type t of
// its parameter. It is not known for other functions, and where gcc leaves it open.
func FoldBits(name string, x Integer, t *Type) (Integer, bool) {
	name, ok := strings.CutPrefix(name, "__builtin_")
	if !ok || !t.IsInteger() || t.Bits() > 64 {
		return Integer{}, false
	}
	n, v := t.Bits(), x.Lo
	if n < 64 {
		v &= 1<<n - 1
	}
	switch name {
	case "bswap16", "bswap32", "bswap64":
		return Integer{Lo: bits.ReverseBytes64(v) >> (64 - n)}, true
	}
	switch strings.TrimRight(name, "l") {
	case "popcount":
		return UintOf(uint64(bits.OnesCount64(v))), true
	case "parity":
		return UintOf(uint64(bits.OnesCount64(v) & 1)), true
	case "ffs":
		if v == 0 {
			return Integer{}, true
		}
		return UintOf(uint64(bits.TrailingZeros64(v) + 1)), true
	case "clrsb":
		if v>>(n-1) != 0 {
			v = ^v & (1<<(n-1) - 1)
		}
		return UintOf(uint64(n - 1 - bits.Len64(v))), true
	case "clz", "ctz":
		if v == 0 {
			return Integer{}, false
		}
		if strings.HasPrefix(name, "clz") {
			return UintOf(uint64(n - bits.Len64(v))), true
		}
		return UintOf(uint64(bits.TrailingZeros64(v))), true
	}
	return Integer{}, false
}

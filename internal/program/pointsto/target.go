package pointsto

import "craig/internal/program/ir"

type (
	target = ir.Target // where Stride is not 0, Off is at least 0 and less than that
	class  = ir.Class
)

// farOffset bounds constant offsets, so that sums of a few do not overflow.
const farOffset = 1 << 40

func mkTarget(obj int32, off, stride int64) target {
	if stride < 0 {
		stride = -stride
	}
	if stride > farOffset || off > farOffset || off < -farOffset {
		stride = 1
	}
	if stride > 0 {
		if off %= stride; off < 0 {
			off += stride
		}
	}
	return target{Obj: obj, Off: off, Stride: stride}
}

// hull is the smallest target with the addresses of both, which are of one object.
func hull(t, u target) target {
	if t == u {
		return t
	}
	return mkTarget(t.Obj, t.Off, ir.GCD(ir.GCD(t.Stride, u.Stride), t.Off-u.Off))
}

// An offset maps targets along an edge of the constraint graph: it adds off and any multiple of
// stride. A stride of 1 forgets the offset.
type offset struct{ off, stride int64 }

// ofAddress is what arithmetic does that makes other numbers of addresses. Numbers that are no addresses do not pass it.
var ofAddress = offset{0, -1}

func (x offset) apply(t target) target {
	if x == (offset{}) {
		return t
	}
	if t.Obj == unknownAddress {
		return target{Obj: unknownAddress, Stride: 1}
	}
	return mkTarget(t.Obj, t.Off+x.off, ir.GCD(t.Stride, x.stride))
}

// compose is first x, then y.
func (x offset) compose(y offset) offset {
	if x.off+y.off > farOffset || x.off+y.off < -farOffset {
		return offset{0, 1}
	}
	return offset{x.off + y.off, ir.GCD(x.stride, y.stride)}
}

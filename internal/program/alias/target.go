package alias

import "strconv"

// A target is a set of addresses in one object: the offsets off + k·stride, for all integers k. A
// stride of 0 is the one offset off; otherwise 0 <= off < stride.
type target struct {
	obj         int32 // index into analysis.objs
	off, stride int64
}

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
	return target{obj, off, stride}
}

// covers says that t has all of u's addresses.
func (t target) covers(u target) bool {
	if t.obj != u.obj {
		return false
	}
	if t.stride == 0 {
		return u.stride == 0 && u.off == t.off
	}
	return u.stride%t.stride == 0 && (u.off-t.off)%t.stride == 0
}

// hull is the smallest target with the addresses of both, which are of one object.
func (t target) hull(u target) target {
	if t == u {
		return t
	}
	return mkTarget(t.obj, t.off, gcd(gcd(t.stride, u.stride), t.off-u.off))
}

// An xform maps targets along an edge of the constraint graph: it adds off and any multiple of
// stride. A stride of 1 forgets the offset.
type xform struct{ off, stride int64 }

// ofAddress is what arithmetic does that makes other numbers of addresses. Numbers that are no addresses do not pass it.
var ofAddress = xform{0, -1}

func (x xform) apply(t target) target {
	if x == (xform{}) {
		return t
	}
	if t.obj == anyInteger {
		return target{obj: anyInteger, stride: 1}
	}
	return mkTarget(t.obj, t.off+x.off, gcd(t.stride, x.stride))
}

// compose is first x, then y.
func (x xform) compose(y xform) xform {
	if x.off+y.off > farOffset || x.off+y.off < -farOffset {
		return xform{0, 1}
	}
	return xform{x.off + y.off, gcd(x.stride, y.stride)}
}

// A class is what an access touches in an object: width bytes at each of a target's addresses.
type class struct {
	target
	width int64
}

// overlaps says that the two classes, of one object, may share a byte.
func (c class) overlaps(d class) bool {
	g := gcd(c.stride, d.stride)
	if g == 0 {
		return c.off < d.off+d.width && d.off < c.off+c.width
	}
	delta := (d.off - c.off) % g
	if delta < 0 {
		delta += g
	}
	return delta < c.width || g-delta < d.width
}

// aligned says that two accesses, one in each class, are to the same bytes or to disjoint ones.
func (c class) aligned(d class) bool {
	if !c.overlaps(d) {
		return true
	}
	g := gcd(c.stride, d.stride)
	if g == 0 {
		return c.width == d.width && c.off == d.off
	}
	return c.width == d.width && (d.off-c.off)%g == 0 && g >= c.width
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// String writes the offsets: "8", or "4+12*".
func (t target) String() string {
	s := strconv.FormatInt(t.off, 10)
	if t.stride > 0 {
		s += "+" + strconv.FormatInt(t.stride, 10) + "*"
	}
	return s
}

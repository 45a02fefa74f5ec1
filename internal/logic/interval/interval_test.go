package interval

import (
	"testing"

	"craig/logic/num"
)

// few are intervals with ends from -3 to 3, or without.
func few() (list []Interval) {
	for lo := int64(-4); lo <= 3; lo++ {
		for hi := max(lo, -3); hi <= 4; hi++ {
			i := Interval{Below: lo > -4, Above: hi < 4}
			if i.Below {
				i.Lo = num.I(lo)
			}
			if i.Above {
				i.Hi = num.I(hi)
			}
			list = append(list, i)
		}
	}
	return list
}

func has(i Interval, v int64) bool {
	return (!i.Below || !num.I(v).Less(i.Lo)) && (!i.Above || !i.Hi.Less(num.I(v)))
}

// within bounds the numbers that are tried: beyond it nothing changes.
const within = 9

// TestIntervals: what is said of intervals is so of their elements, and where they have ends on all sides no less could be said.
func TestIntervals(t *testing.T) {
	for _, i := range few() {
		least, most, n := int64(within), int64(-within), 0
		for v := int64(-within); v <= within; v++ {
			if has(i, v) {
				least, most, n = min(least, v), max(most, v), n+1
			}
		}
		if i.Empty() || i.Splits() != (i.Bounded() && n > 1) || i.Natural() != (least >= 0) || i.Positive() != (least > 0) {
			t.Errorf("%+v: %t %t %t %t", i, i.Empty(), i.Splits(), i.Natural(), i.Positive())
		}
		if m, ok := i.Middle().Lo.Int64(); !ok || !has(i, m) {
			t.Errorf("%+v has the middle %d", i, m)
		}
		if i.Splits() {
			low, high := i.Halves()
			for v := int64(-within); v <= within; v++ {
				if has(i, v) != (has(low, v) != has(high, v)) {
					t.Errorf("%+v: %+v and %+v", i, low, high)
				}
			}
		}
		if i.Bounded() {
			w := uint(i.Width())
			if half := int64(1) << (w - 1); least < -half || most >= half || w > 1 && least >= -half/2 && most < half/2 {
				t.Errorf("%+v needs %d bits", i, w)
			}
		}
		for _, k := range []int64{-2, -1, 1, 3} {
			s := i.Scale(num.I(k))
			for v := int64(-within); v <= within; v++ {
				if has(i, v) != has(s, k*v) {
					t.Errorf("%d times %+v is %+v", k, i, s)
				}
			}
		}
		for _, j := range few() {
			meet, join, sum, product := i.Meet(j), i.Join(j), i.Add(j), i.Mul(j)
			if empty := i.Join(meet); meet.Empty() && empty != i {
				t.Errorf("%+v with the empty %+v is %+v", i, meet, empty)
			}
			outside := true
			for v := int64(-within); v <= within; v++ {
				outside = outside && !(has(i, v) && has(j, v))
				if has(meet, v) != (has(i, v) && has(j, v)) || has(i, v) && !has(join, v) || has(j, v) && !has(join, v) {
					t.Errorf("%+v and %+v: %+v, %+v", i, j, meet, join)
				}
				for w := int64(-within); w <= within; w++ {
					if has(i, v) && has(j, w) && (!has(sum, v+w) || !has(product, v*w)) {
						t.Errorf("%+v and %+v: %+v, %+v", i, j, sum, product)
					}
				}
			}
			if meet.Bounded() && meet.Empty() != outside {
				t.Errorf("%+v and %+v meet in %+v", i, j, meet)
			}
			if i.Bounded() && j.Bounded() {
				tight(t, i, j, sum, func(v, w int64) int64 { return v + w })
				tight(t, i, j, product, func(v, w int64) int64 { return v * w })
			}
		}
	}
}

// tight checks that the ends of r are results of op.
func tight(t *testing.T, i, j, r Interval, op func(v, w int64) int64) {
	t.Helper()
	ends := 0
	lo, _ := r.Lo.Int64()
	hi, _ := r.Hi.Int64()
	for v := int64(-3); v <= 3; v++ {
		for w := int64(-3); w <= 3; w++ {
			if x := op(v, w); has(i, v) && has(j, w) {
				if x == lo {
					ends |= 1
				}
				if x == hi {
					ends |= 2
				}
			}
		}
	}
	if ends != 3 || !r.Bounded() {
		t.Errorf("%+v and %+v: %+v is too wide", i, j, r)
	}
}

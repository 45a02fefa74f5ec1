package chart

import (
	"math"
	"strconv"
)

// span is an axis with the range that it shows and the pixels that it takes.
type span struct {
	Axis
	low, high float64 // values
	from, to  float64 // pixels
}

// newSpan is an axis over values.
func newSpan(a Axis, values []float64, from, to float64) span {
	s := span{Axis: a, low: math.Inf(1), high: math.Inf(-1), from: from, to: to}
	for _, m := range a.Marks {
		values = append(values, m.At)
	}
	if a.Max > a.Min {
		values = append(values, a.Min, a.Max)
	}
	for _, v := range values {
		if a.Scale == Log && v <= 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
	switch {
	case s.low > s.high: // nothing
		s.low, s.high = 1, 10
	case a.Scale == Log && s.low == s.high:
		s.low, s.high = s.low/2, s.high*2
	case s.low == s.high:
		s.high = s.low + 1
	}
	return s
}

// scaled is a value on the axis's scale.
func (s span) scaled(v float64) float64 {
	switch s.Scale {
	case Log:
		return math.Log(max(v, s.low))
	case LogFromZero:
		return math.Log1p(max(v, 0))
	}
	return v
}

// at is the pixel of a value.
func (s span) at(v float64) float64 {
	low, high := s.scaled(s.low), s.scaled(s.high)
	return s.from + (s.scaled(v)-low)/(high-low)*(s.to-s.from)
}

// ticks are about n values for labels, within the range.
func (s span) ticks(n int) (list []float64) {
	keep := func(v float64) {
		if v >= s.low-1e-9*math.Abs(s.low) && v <= s.high+1e-9*math.Abs(s.high) {
			list = append(list, v)
		}
	}
	if s.Scale == Linear {
		step := math.Pow(10, math.Floor(math.Log10((s.high-s.low)/float64(n))))
		for _, f := range []float64{1, 2, 5, 10} {
			if (s.high-s.low)/(step*f) <= float64(n) {
				step *= f
				break
			}
		}
		for i := math.Ceil(s.low/step - 1e-9); i*step <= s.high*(1+1e-9) && len(list) < 100; i++ {
			keep(i * step)
		}
		return list
	}
	low := s.low
	if s.Scale == LogFromZero {
		keep(0)
		low = max(low, 1)
	}
	factors := []float64{1}
	decades := math.Log10(s.high / low)
	if decades < 2.5 {
		factors = []float64{1, 2, 5}
	}
	every := max(1, int(math.Ceil(decades/float64(n))))
	first := int(math.Floor(math.Log10(low)))
	for e := first; math.Pow(10, float64(e)) <= s.high && e < first+400; e += every {
		for _, f := range factors {
			keep(f * math.Pow(10, float64(e)))
		}
	}
	return list
}

// label writes a value of a tick.
func label(v float64) string {
	if a := math.Abs(v); a >= 1e6 || a > 0 && a < 1e-4 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return strconv.FormatFloat(math.Round(v*1e6)/1e6+0, 'f', -1, 64) // + 0: no minus before it
}

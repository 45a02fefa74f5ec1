package icp

import (
	"math"

	"craig/internal/logic/interval"
	"craig/logic/float"
	"craig/logic/num"
)

// truth is a truth value that may be open.
type truth uint8

const (
	open truth = iota
	no
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return open
}

// isPoint says that a set has one number that is not 0.
func isPoint(s float.Set) bool { return s.Lo == s.Hi && !s.NaN && s.Lo != 0 }

// oneSign says that only the sign is open: of NaN, or of 0.
func oneSign(s float.Set) bool { return s.NoNumber() || s.Lo == 0 && s.Hi == 0 && !s.NaN }

// signs say which sign bits a pattern may have, where its set does not: that of a zero, or of NaN.
type signs uint8

const (
	positive signs = 1 << iota
	negative
)

func (s signs) flip() signs { return s>>1 | s<<1&negative }

// state has the values of nodes, by node.
type state struct {
	sets  []float.Set
	signs []signs // of patterns
	ints  []interval.Interval
	truth []truth
	held  []bool // formulas that must hold
}

func (b *state) clone() state {
	return state{
		append([]float.Set(nil), b.sets...), append([]signs(nil), b.signs...), append([]interval.Interval(nil), b.ints...),
		append([]truth(nil), b.truth...), append([]bool(nil), b.held...),
	}
}

// start has everything open.
func (c *compiled) start() state {
	n := len(c.nodes)
	b := state{make([]float.Set, n), make([]signs, n), make([]interval.Interval, n), make([]truth, n), make([]bool, n)}
	for i := range c.nodes {
		if nd := &c.nodes[i]; nd.pattern {
			b.sets[i], b.signs[i] = nd.format.All(), positive|negative
		}
	}
	return b
}

// forward evaluates all nodes by their arguments. It is false if a set has become empty.
func (c *compiled) forward(b *state) bool {
	for n := range c.nodes {
		nd := &c.nodes[n]
		switch {
		case nd.formula:
			if b.truth[n] == open {
				b.truth[n] = c.truthOf(b, nd)
			}
		case nd.pattern:
			if nd.kind != free {
				b.sets[n] = b.sets[n].Meet(c.setOf(b, nd))
				b.signs[n] &= c.signsOf(b, nd, b.sets[n])
			}
			if b.sets[n].IsEmpty() || b.signs[n] == 0 {
				return false
			}
		default:
			if nd.kind != free {
				b.ints[n] = b.ints[n].Meet(c.intervalOf(b, nd))
			}
			if b.ints[n].Empty() {
				return false
			}
		}
	}
	return true
}

func (c *compiled) setOf(b *state, nd *node) float.Set {
	f := nd.format
	switch nd.kind {
	case fixed:
		v, _ := nd.term.IntValue()
		return f.Single(f.Pattern(v))
	case negate:
		return b.sets[nd.args[0]].NegSet()
	case absolute:
		return b.sets[nd.args[0]].AbsSet()
	case select3:
		switch b.truth[nd.args[0]] {
		case yes:
			return b.sets[nd.args[1]]
		case no:
			return b.sets[nd.args[2]]
		}
		x, y := b.sets[nd.args[1]], b.sets[nd.args[2]]
		if cond := &c.nodes[nd.args[0]]; cond.kind == within { // a choice of what is compared
			if cond.args[0] == nd.args[1] {
				x = x.Meet(cond.yes)
			}
			if cond.args[0] == nd.args[2] {
				y = y.Meet(cond.no)
			}
		}
		return x.Join(y)
	case operate:
		if nd.op.Kind == fromInt {
			if i := b.ints[nd.args[0]]; i.Bounded() {
				return f.FromInts(nd.op.Mode, i.Lo, i.Hi)
			}
			return f.Numbers()
		}
		if nd.op.Kind == mul && nd.args[0] == nd.args[1] {
			s := b.sets[nd.args[0]]
			if s.NoNumber() {
				return s
			}
			a := s.AbsSet()
			square := func(k int64) int64 { return f.Key(f.Mul(nd.op.Mode, f.OfKey(k), f.OfKey(k))) }
			return float.Set{Lo: square(a.Lo), Hi: square(a.Hi), NaN: a.NaN}
		}
		var sets [3]float.Set
		for i, a := range nd.args {
			sets[i] = b.sets[a]
		}
		return nd.op.Sets(sets[:len(nd.args)]...)
	}
	return f.All()
}

// signsOf are the sign bits that a node may have, by its arguments and its set.
func (c *compiled) signsOf(b *state, nd *node, s float.Set) signs {
	r := positive | negative
	switch nd.kind {
	case fixed:
		v, _ := nd.term.IntValue()
		if r = positive; nd.format.Pattern(v)&nd.format.SignBit() != 0 {
			r = negative
		}
	case negate:
		r = b.signs[nd.args[0]].flip()
	case absolute:
		r = positive
	case operate: // NaN is the positive one
		switch {
		case s.NoNumber() || s.Lo > 0:
			r = positive
		case s.Hi < 0 && !s.NaN:
			r = negative
		case s.Lo == 0 && s.Hi == 0 && !s.NaN && nd.op.Kind != fromInt: // of operands that are known
			var v [3]num.Int
			for i, a := range nd.args {
				x, sign := b.sets[a], b.signs[a]
				if !isPoint(x) && !(oneSign(x) && sign != positive|negative) {
					return r
				}
				v[i] = patternOf(c.nodes[a].format, x, sign)
			}
			if r = positive; nd.format.Pattern(nd.op.Apply(v[:len(nd.args)]...))&nd.format.SignBit() != 0 {
				r = negative
			}
		}
	case select3:
		switch b.truth[nd.args[0]] {
		case yes:
			r = b.signs[nd.args[1]]
		case no:
			r = b.signs[nd.args[2]]
		default:
			r = b.signs[nd.args[1]] | b.signs[nd.args[2]]
		}
	}
	return r
}

func (c *compiled) intervalOf(b *state, nd *node) interval.Interval {
	switch nd.kind {
	case fixed:
		return interval.Point(nd.constant)
	case sum:
		r := interval.Point(nd.constant)
		for i, a := range nd.args {
			x := b.ints[a]
			x = x.Scale(nd.coeffs[i])
			r = r.Add(x)
		}
		return r
	case key:
		if s := b.sets[nd.args[0]]; !s.NaN {
			return interval.Span(num.I(s.Lo), num.I(s.Hi))
		}
		w := num.Pow2(uint(nd.format.Width() - 1))
		return interval.Span(w.Neg(), w)
	case modulo:
		all := interval.Span(num.Int{}, nd.constant.Sub(num.I(1)))
		if x := b.ints[nd.args[0]]; x.Bounded() && !x.Lo.Less(all.Lo) && !all.Hi.Less(x.Hi) {
			return x
		}
		return all
	case select3:
		switch b.truth[nd.args[0]] {
		case yes:
			return b.ints[nd.args[1]]
		case no:
			return b.ints[nd.args[2]]
		}
		return b.ints[nd.args[1]].Join(b.ints[nd.args[2]])
	case toInt:
		lo, hi, ok := nd.format.ToInts(nd.op.Mode, int(nd.op.Bits), b.sets[nd.args[0]])
		return interval.Interval{Lo: lo, Hi: hi, Below: ok, Above: ok}
	}
	return interval.Interval{}
}

func (c *compiled) truthOf(b *state, nd *node) truth {
	switch nd.kind {
	case fixed:
		return truthOf(nd.term.IsTrue())
	case not:
		return b.truth[nd.args[0]].not()
	case and, or:
		last := yes // of a conjunction without arguments
		stop := no
		if nd.kind == or {
			last, stop = no, yes
		}
		for _, a := range nd.args {
			switch t := b.truth[a]; {
			case t == stop:
				return stop
			case t == open:
				last = open
			}
		}
		return last
	case same:
		x, y := b.truth[nd.args[0]], b.truth[nd.args[1]]
		if x == open || y == open {
			return open
		}
		return truthOf(x == y)
	case within:
		a := nd.args[0]
		return nd.holds(b.sets[a], b.signs[a], c.nodes[a].kind == operate)
	case equal:
		x, y := b.sets[nd.args[0]], b.sets[nd.args[1]]
		switch {
		case nd.args[0] == nd.args[1]:
			return yes
		case x.Meet(y).IsEmpty():
			return no
		case x == y && isPoint(x) && !x.NaN:
			return yes
		}
	case atMost:
		switch i := b.ints[nd.args[0]]; {
		case i.Above && i.Hi.Sign() <= 0:
			return yes
		case i.Below && i.Lo.Sign() > 0:
			return no
		}
	case nothing:
		switch i := b.ints[nd.args[0]]; {
		case i.Bounded() && i.Lo.IsZero() && i.Hi.IsZero():
			return yes
		case i.Below && i.Lo.Sign() > 0 || i.Above && i.Hi.Sign() < 0:
			return no
		}
	}
	return open
}

// holds says whether all or none of the patterns of a set with these signs lie in the ranges of nd; canonical ones have
// one NaN.
func (nd *node) holds(s float.Set, signs signs, canonical bool) truth {
	f := nd.format
	all, none := true, true
	piece := func(lo, hi uint64) {
		inside := false
		for _, r := range nd.ranges {
			if r[0] <= lo && hi <= r[1] {
				inside = true
			}
			if r[0] <= hi && lo <= r[1] {
				none = false
			}
		}
		all = all && inside
	}
	h := f.SignBit()
	if signs&positive != 0 {
		if !s.NoNumber() && s.Hi >= 0 {
			piece(uint64(max(s.Lo, 0)), uint64(s.Hi))
		}
		if s.NaN && canonical {
			piece(f.NaN(), f.NaN())
		} else if s.NaN {
			piece(f.Inf()+1, h-1)
		}
	}
	if signs&negative != 0 {
		if !s.NoNumber() && s.Lo <= 0 {
			piece(h+uint64(max(-s.Hi, 0)), h+uint64(-s.Lo))
		}
		if s.NaN && !canonical {
			piece(h+f.Inf()+1, h<<1-1)
		}
	}
	switch {
	case all && !none:
		return yes
	case none && !all:
		return no
	}
	return open
}

// divide splits a set: NaN apart from numbers, negative from positive, then in the middle, of the numbers as long
// as that leads anywhere, and later of their order, so that it comes to an end.
func divide(f float.Format, s float.Set, splits uint8) (low, high float.Set) {
	switch {
	case s.NaN:
		return float.OnlyNaN(), float.Set{Lo: s.Lo, Hi: s.Hi}
	case s.Lo < 0 && s.Hi > 0:
		return float.Set{Lo: s.Lo, Hi: -1}, float.Set{Hi: s.Hi}
	}
	k := s.Lo + (s.Hi-s.Lo)/2
	if splits < 40 {
		x, y := real64(f, s.Lo), real64(f, s.Hi)
		if m := x/2 + y/2; math.Abs(x) < 1e9 && math.Abs(y) < 1e9 {
			k = f.Key(f.Convert(float.Binary64, float.NearestEven, math.Float64bits(m)))
		}
	}
	k = max(s.Lo, min(k, s.Hi-1))
	return float.Set{Lo: s.Lo, Hi: k}, float.Set{Lo: k + 1, Hi: s.Hi}
}

// real64 is a number as a float64.
func real64(f float.Format, k int64) float64 {
	return math.Float64frombits(float.Binary64.Convert(f, float.NearestEven, f.OfKey(k)))
}

// middle is one element of a set that is not empty.
func middle(f float.Format, s float.Set) float.Set {
	if s.NoNumber() {
		return s
	}
	s.NaN = false
	if s.Lo < 0 && s.Hi > 0 {
		return float.Set{}
	}
	if s.Lo < s.Hi {
		s, _ = divide(f, s, 0)
	}
	return float.Set{Lo: s.Hi, Hi: s.Hi}
}

// patternOf is a pattern in a set of one element.
func patternOf(f float.Format, s float.Set, sign signs) num.Int {
	x := f.NaN()
	if !s.NoNumber() {
		x = f.OfKey(s.Lo)
	}
	if sign == negative {
		x |= f.SignBit()
	}
	return float.Bits(x)
}

package icp

import (
	"math"

	"craig/logic/float"
	"craig/logic/term"
)

// Interval arithmetic takes the two x of x - x for different numbers, and so a filter's y + a·(x - y) for more than it
// is. So a node that is computed from the variables is seen as a function on real numbers besides, with a bound on
// how far all roundings together lead away from it. Of the function there are its derivatives over the box, by
// interval arithmetic: where f' is known, f(x) lies in f(m) + f'·(x - m) for the middle m of the box, and where f' does
// not change its sign, f is extreme at an end. [Moore 1966, Interval Analysis] calls these the mean value form and the
// monotonicity test.
//
// Real numbers are computed with float64, rounded outwards.

// form is a node as a function of the variables on real numbers.
type form struct {
	ok     bool
	values real    // over the box
	middle real    // in its middle
	err    float64 // the program's number differs by no more
	slopes []real  // by variable of forms
}

// maxInputs bounds the variables of forms.
const maxInputs = 8

// forms are those of all nodes; inputs are the nodes of the variables.
type forms struct {
	of      []form
	inputs  []int
	place   []int // by node: which input, or -1
	depends [][]int
	slopes  []real
	corner  []real
}

// newForms is nil where there are too many variables.
func newForms(c *compiled) *forms {
	f := &forms{of: make([]form, len(c.nodes)), place: make([]int, len(c.nodes)), depends: make([][]int, len(c.nodes)), corner: make([]real, len(c.nodes))}
	operates := 0
	for n := range c.nodes {
		f.place[n] = -1
		if c.nodes[n].kind == operate {
			operates++
		}
	}
	take := func(n int) {
		if c.nodes[n].kind == free && f.place[n] < 0 {
			f.place[n] = len(f.inputs)
			f.inputs = append(f.inputs, n)
		}
	}
	for n := range c.nodes {
		nd := &c.nodes[n]
		if nd.kind == operate || nd.kind == negate || nd.kind == absolute || nd.kind == select3 {
			for _, a := range nd.args {
				if !c.nodes[a].formula {
					take(a)
				}
			}
		}
	}
	if len(f.inputs) > maxInputs || len(f.inputs) == 0 || operates < 2 {
		return nil
	}
	f.slopes = make([]real, len(c.nodes)*len(f.inputs))
	for n := range f.of {
		f.of[n].slopes = f.slopes[n*len(f.inputs) : (n+1)*len(f.inputs)]
	}
	for n := range c.nodes { // what formulas compare
		nd := &c.nodes[n]
		if nd.kind != within && nd.kind != key {
			continue
		}
		a := nd.args[0]
		if f.depends[a] == nil {
			f.depends[a] = c.below(a)
		}
	}
	return f
}

// below lists the nodes that a pattern is computed from, in their order, itself last.
func (c *compiled) below(n int) (list []int) {
	seen := make([]bool, n+1)
	seen[n] = true
	for i := n; i >= 0; i-- {
		if seen[i] && !c.nodes[i].formula {
			for _, a := range c.nodes[i].args {
				seen[a] = true
			}
		}
	}
	for i := range seen {
		if seen[i] && !c.nodes[i].formula {
			list = append(list, i)
		}
	}
	return list
}

// sharpen narrows the sets of nodes by their forms. It is false if one becomes empty. The state is one in which sets
// follow from those of variables alone: derivatives are those on all of the way from the middle of the box.
func (f *forms) sharpen(c *compiled, b *state) bool {
	for n := range c.nodes {
		nd := &c.nodes[n]
		w := &f.of[n]
		w.ok = false
		if nd.formula || !nd.pattern && nd.kind != free && nd.kind != fixed {
			continue
		}
		if !f.make(c, b, n) {
			continue
		}
		w.ok = true
		if nd.kind != operate {
			continue
		}
		// The mean value form.
		v := w.middle
		for i, in := range f.inputs {
			if s := w.slopes[i]; s != (real{}) {
				x := f.of[in]
				v = v.add(s.mul(x.values.sub(x.middle)))
			}
		}
		if v = v.meet(w.values); v.finite() {
			w.values = v
		}
		if f.depends[n] != nil {
			for _, s := range w.slopes {
				if s != (real{}) && (s.lo >= 0 || s.hi <= 0) {
					low, high := f.extreme(c, b, n, false), f.extreme(c, b, n, true)
					if e := (real{low, high}).meet(w.values); e.finite() {
						w.values = e
					}
					break
				}
			}
		}
		if !f.apply(nd, b, n) {
			return false
		}
	}
	return true
}

// apply takes what the form excludes from the set of the node.
func (f *forms) apply(nd *node, b *state, n int) bool {
	w := &f.of[n]
	lo, hi := down(w.values.lo-w.err), up(w.values.hi+w.err)
	if math.IsNaN(lo) || math.IsNaN(hi) {
		return true
	}
	convert := func(m float.Mode, v float64) int64 {
		return nd.format.Key(nd.format.Convert(float.Binary64, m, math.Float64bits(v)))
	}
	b.sets[n] = b.sets[n].Meet(float.Set{Lo: convert(float.Down, lo), Hi: convert(float.Up, hi)})
	return !b.sets[n].IsEmpty()
}

// numbers is the set of a node as real numbers; ok is false if something else is in it.
func numbers(f float.Format, s float.Set) (x real, ok bool) {
	if s.NaN || s.NoNumber() || s.Lo <= -int64(f.Inf()) || s.Hi >= int64(f.Inf()) || f.Sig > 53 || f.Exp > 11 {
		return x, false
	}
	return real{real64(f, s.Lo), real64(f, s.Hi)}, true
}

// make computes the form of a node by those of its arguments. The set of the node has nothing but finite numbers.
func (f *forms) make(c *compiled, b *state, n int) bool {
	nd, w := &c.nodes[n], &f.of[n]
	clear(w.slopes)
	w.err = 0
	if !nd.pattern { // an integer
		i := b.ints[n]
		lo, ok1 := i.Lo.Int64()
		hi, ok2 := i.Hi.Int64()
		if !i.Bounded() || !ok1 || !ok2 || max(lo, -lo, hi, -hi) >= 1<<53 || f.place[n] < 0 && nd.kind == free {
			return false
		}
		w.values = real{float64(lo), float64(hi)}
		return f.leaf(n)
	}
	limits, ok := numbers(nd.format, b.sets[n])
	if !ok {
		return false
	}
	var x, y, z *form
	for i, a := range nd.args {
		if nd.kind == select3 && i == 0 {
			continue
		}
		if nd.kind == select3 && (b.truth[nd.args[0]] == open || (b.truth[nd.args[0]] == yes) != (i == 1)) {
			continue
		}
		if !f.of[a].ok {
			return false
		}
		switch {
		case x == nil:
			x = &f.of[a]
		case y == nil:
			y = &f.of[a]
		default:
			z = &f.of[a]
		}
	}
	switch nd.kind {
	case fixed:
		w.values, w.middle = limits, limits
		return limits.lo == limits.hi
	case free:
		w.values = limits
		return f.place[n] >= 0 && f.leaf(n)
	case select3:
		if x == nil {
			return false
		}
		w.values, w.middle, w.err = x.values, x.middle, x.err
		copy(w.slopes, x.slopes)
	case negate:
		w.values, w.middle, w.err = x.values.neg(), x.middle.neg(), x.err
		for i := range w.slopes {
			w.slopes[i] = x.slopes[i].neg()
		}
	case absolute:
		w.values, w.middle, w.err = x.values.abs(), x.middle.abs(), x.err
		for i, s := range x.slopes {
			switch {
			case x.values.lo >= 0:
				w.slopes[i] = s
			case x.values.hi <= 0:
				w.slopes[i] = s.neg()
			default:
				w.slopes[i] = real{-s.most(), s.most()}
			}
		}
	case operate:
		if !w.operate(nd, x, y, z, limits) {
			return false
		}
	default:
		return false
	}
	if !w.values.finite() || !w.middle.finite() || math.IsNaN(w.err) || math.IsInf(w.err, 0) {
		return false
	}
	for _, s := range w.slopes {
		if !s.finite() {
			return false
		}
	}
	return true
}

// leaf makes an input.
func (f *forms) leaf(n int) bool {
	w := &f.of[n]
	m := w.values.lo/2 + w.values.hi/2
	w.middle = exactly(m)
	if p := f.place[n]; p >= 0 {
		w.slopes[p] = exactly(1)
	}
	return w.values.finite() && !math.IsNaN(m)
}

// rounding bounds what one rounding to the format changes of a result within limits: half of a unit in the last place, or
// all of it where it is directed.
func rounding(nd *node, limits real) float64 {
	f := nd.format
	unit := math.Ldexp(1, -int(f.Sig))
	least := math.Ldexp(1, 2-1<<(f.Exp-1)-int(f.Sig)) // half of the least number; 0 if that underflows
	if least == 0 {
		least = math.SmallestNonzeroFloat64
	}
	e := up(up(limits.most()*unit) + least)
	if nd.op.Mode != float.NearestEven && nd.op.Mode != float.NearestAway {
		e = 2 * up(2*e)
	}
	return e
}

// operate computes the form of an operation.
func (w *form) operate(nd *node, x, y, z *form, limits real) bool {
	e := rounding(nd, limits)
	sum := func(vs ...float64) float64 {
		t := 0.0
		for _, v := range vs {
			t = up(t + v)
		}
		return t
	}
	// The program's operand is no further than err from the real one, and so are their least magnitudes.
	least := func(v *form) float64 {
		return down(min(math.Abs(v.values.lo), math.Abs(v.values.hi)) - v.err)
	}
	most := func(v *form) float64 { return sum(v.values.most(), v.err) }
	switch nd.op.Kind {
	case term.FloatAdd:
		w.values, w.middle, w.err = x.values.add(y.values), x.middle.add(y.middle), sum(x.err, y.err, e)
		for i := range w.slopes {
			w.slopes[i] = x.slopes[i].add(y.slopes[i])
		}
	case term.FloatMul:
		w.values, w.middle = x.values.mul(y.values), x.middle.mul(y.middle)
		if x == y {
			w.values, w.middle = x.values.square(), x.middle.square()
		}
		w.err = sum(up(x.values.most()*y.err), up(most(y)*x.err), e)
		for i := range w.slopes {
			w.slopes[i] = x.slopes[i].mul(y.values).add(y.slopes[i].mul(x.values))
		}
	case term.FloatDiv:
		if y.values.lo <= 0 && y.values.hi >= 0 || !(least(y) > 0) {
			return false
		}
		w.values, w.middle = x.values.div(y.values), x.middle.div(y.middle)
		w.err = sum(up(x.err/least(y)), up(w.values.most()*up(y.err/least(y))), e)
		for i := range w.slopes { // x'/y - (x/y)·y'/y
			w.slopes[i] = x.slopes[i].div(y.values).sub(w.values.mul(y.slopes[i]).div(y.values))
		}
	case term.FloatSqrt:
		if !(x.values.lo > 0) || !(least(x) > 0) {
			return false
		}
		w.values, w.middle = x.values.sqrt(), x.middle.sqrt()
		w.err = sum(up(x.err/down(2*down(math.Sqrt(least(x))))), e)
		for i := range w.slopes {
			w.slopes[i] = x.slopes[i].div(w.values.add(w.values))
		}
	case term.FloatFma:
		p := x.values.mul(y.values)
		w.values, w.middle = p.add(z.values), x.middle.mul(y.middle).add(z.middle)
		w.err = sum(up(x.values.most()*y.err), up(most(y)*x.err), z.err, e)
		for i := range w.slopes {
			w.slopes[i] = x.slopes[i].mul(y.values).add(y.slopes[i].mul(x.values)).add(z.slopes[i])
		}
	case term.FloatConvert, term.FloatFromInt:
		w.values, w.middle, w.err = x.values, x.middle, x.err
		if nd.op.Kind == term.FloatFromInt && limits.most() > math.Ldexp(1, int(nd.format.Sig)) ||
			nd.op.Kind == term.FloatConvert && (nd.op.From.Sig > nd.format.Sig || nd.op.From.Exp > nd.format.Exp) {
			w.err = sum(w.err, e)
		}
		copy(w.slopes, x.slopes)
	default:
		return false
	}
	return true
}

// extreme is a bound on the real values of a node, with the variables in which it is monotone at the end for the
// least, or greatest, value.
func (f *forms) extreme(c *compiled, b *state, n int, high bool) float64 {
	w := &f.of[n]
	for _, i := range f.depends[n] {
		nd, v := &c.nodes[i], &f.corner[i]
		arg := func(k int) real { return f.corner[nd.args[k]] }
		if i != n && !f.of[i].ok {
			continue // it is not needed, as n has a form
		}
		switch nd.kind {
		case fixed:
			*v = f.of[i].values
			continue
		case free:
			*v = f.of[i].values
			switch s := w.slopes[f.place[i]]; {
			case s.lo >= 0 && high, s.hi <= 0 && !high:
				v.lo = v.hi
			case s.lo >= 0, s.hi <= 0:
				v.hi = v.lo
			}
			continue
		case negate:
			*v = arg(0).neg()
		case absolute:
			*v = arg(0).abs()
		case select3:
			if b.truth[nd.args[0]] == yes {
				*v = arg(1)
			} else {
				*v = arg(2)
			}
		case operate:
			switch nd.op.Kind {
			case term.FloatAdd:
				*v = arg(0).add(arg(1))
			case term.FloatMul:
				if *v = arg(0).mul(arg(1)); nd.args[0] == nd.args[1] {
					*v = arg(0).square()
				}
			case term.FloatDiv:
				*v = arg(0).div(arg(1))
			case term.FloatSqrt:
				*v = arg(0).sqrt()
			case term.FloatFma:
				*v = arg(0).mul(arg(1)).add(arg(2))
			case term.FloatConvert, term.FloatFromInt:
				*v = arg(0)
			}
		}
		if m := v.meet(f.of[i].values); m.finite() {
			*v = m
		}
	}
	if high {
		return f.corner[n].hi
	}
	return f.corner[n].lo
}

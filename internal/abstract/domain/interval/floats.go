package interval

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/num"
)

// Floats is a set of floating-point numbers: from a least to a greatest one in their order, and perhaps NaN. Unlike
// float.Set it tells the two zeros apart.
type Floats struct {
	set   float.Set
	zeros uint8 // which zeros are in it, if the set has 0
}

const (
	plusZero uint8 = 1 << iota
	minusZero
	bothZeros = plusZero | minusZero
)

// AnyFloat has all numbers of the format, and NaN.
func AnyFloat(f float.Format) Floats { return Floats{f.All(), bothZeros} }

// OneFloat has the number with that pattern; of a NaN all patterns.
func OneFloat(f float.Format, x uint64) Floats {
	r := Floats{set: f.Single(x)}
	switch x {
	case 0:
		r.zeros = plusZero
	case f.SignBit():
		r.zeros = minusZero
	}
	return r
}

// floatsOf has what is in a set, with both zeros if it has 0.
func floatsOf(s float.Set) Floats { return Floats{s, bothZeros}.normal() }

// hasZero says that 0 lies between the least and the greatest number.
func (v Floats) hasZero() bool { return v.set.Lo <= 0 && 0 <= v.set.Hi }

// normal has one form for each set.
func (v Floats) normal() Floats {
	if !v.hasZero() {
		v.zeros = 0
	} else if v.zeros == 0 { // no end is a 0
		if v.set.Lo == 0 {
			v.set.Lo = 1
		}
		if v.set.Hi == 0 {
			v.set.Hi = -1
		}
	}
	v.set = v.set.Join(float.Nothing())
	return v
}

// IsEmpty says that nothing is in v, not even NaN.
func (v Floats) IsEmpty() bool { return v.set.IsEmpty() }

// Join is the least of these sets that has both.
func (v Floats) Join(w Floats) Floats {
	return Floats{v.set.Join(w.set), v.zeros | w.zeros}.normal()
}

// Meet is the intersection.
func (v Floats) Meet(w Floats) Floats {
	return Floats{v.set.Meet(w.set), v.zeros & w.zeros}.normal()
}

// In says whether v ⊆ w.
func (v Floats) In(w Floats) bool { return v.set.In(w.set) && v.zeros&^w.zeros == 0 }

// Patterns is the least interval that has the patterns of v, those of all NaNs if one is in it.
func (v Floats) Patterns(f float.Format) Value {
	r := Empty()
	add := func(lo, hi uint64) { r = r.Join(Range(float.Bits(lo), float.Bits(hi))) }
	if lo := max(v.set.Lo, 0); lo <= v.set.Hi {
		if lo == 0 && v.zeros&plusZero == 0 {
			lo = 1
		}
		if lo <= v.set.Hi {
			add(uint64(lo), uint64(v.set.Hi))
		}
	}
	if hi := min(v.set.Hi, 0); v.set.Lo <= hi {
		if hi == 0 && v.zeros&minusZero == 0 {
			hi = -1
		}
		if v.set.Lo <= hi {
			add(f.SignBit()+uint64(-hi), f.SignBit()+uint64(-v.set.Lo))
		}
	}
	if v.set.NaN {
		add(f.Inf()+1, f.SignBit()-1)
		add(f.SignBit()+f.Inf()+1, f.SignBit()<<1-1)
	}
	return r
}

// ofPatterns has at least the numbers with patterns in x.
func ofPatterns(f float.Format, x Value) Floats {
	if x.IsEmpty() {
		return Floats{set: float.Nothing()}
	}
	if !x.hasLo() || x.lo.Sign() < 0 {
		x = x.Meet(AtLeast(num.Int{}))
	}
	most := float.Bits(f.SignBit()<<1 - 1)
	if !x.hasHi() || most.Less(x.hi) {
		x = x.Meet(AtMost(most))
	}
	if x.IsEmpty() {
		return Floats{set: float.Nothing()}
	}
	lo, hi := f.Pattern(x.lo), f.Pattern(x.hi)
	r := Floats{set: f.OfPatterns(lo, hi)}
	if lo == 0 {
		r.zeros |= plusZero
	}
	if lo <= f.SignBit() && f.SignBit() <= hi {
		r.zeros |= minusZero
	}
	return r.normal()
}

// neg has the negations.
func (v Floats) neg() Floats {
	return Floats{v.set.NegSet(), v.zeros>>1 | v.zeros<<1&bothZeros}.normal()
}

// abs has the numbers without their signs.
func (v Floats) abs() Floats {
	r := Floats{set: v.set.AbsSet()}
	if v.zeros != 0 {
		r.zeros = plusZero
	}
	return r.normal()
}

// text is the set for people: [-1.0, 2.0], [0.0, inf] or NaN.
func (v Floats) text(f float.Format) string {
	if v.set.NoNumber() {
		return "NaN"
	}
	s := "[" + f.Text(f.OfKey(v.set.Lo)) + ", " + f.Text(f.OfKey(v.set.Hi)) + "]"
	if v.hasZero() && v.zeros != bothZeros {
		s += [...]string{" without 0.0 and -0.0", " without -0.0", " without 0.0"}[v.zeros]
	}
	if v.set.NaN {
		s += " or NaN"
	}
	return s
}

// isFloat says that t is a type of floats of which something is known.
func (d *Domain) isFloat(t ir.Type) bool { return t.IsFloat() && !d.mode.Math }

// Float has at least the values that e, of a Float type, may have in a state of s; of a NaN all.
func (d *Domain) Float(s State, e *ir.Expr) Floats {
	f := e.Type.Format()
	if s.bottom {
		return Floats{set: float.Nothing()}
	}
	arg := func(i int) Floats { return d.Float(s, e.Args[i]) }
	set := func(i int) float.Set { return arg(i).set }
	const even = float.NearestEven
	switch e.Op {
	case ir.OpConst:
		return OneFloat(f, e.Pattern())
	case ir.OpVar:
		return d.float(s, e.Var)
	case ir.OpCast: // of a pattern
		return ofPatterns(f, d.Eval(s, e.Args[0]).wrap(ir.Int(e.Type.Bits, false)))
	case ir.OpIte:
		switch d.Decide(s, e.Args[0]) {
		case Always:
			return arg(1)
		case Never:
			return arg(2)
		}
		return d.Float(d.Assume(s, e.Args[0], true), e.Args[1]).Join(d.Float(d.Assume(s, e.Args[0], false), e.Args[2]))
	case ir.OpFAdd:
		return floatsOf(f.AddSets(even, set(0), set(1)))
	case ir.OpFSub:
		return floatsOf(f.AddSets(even, set(0), set(1).NegSet()))
	case ir.OpFMul:
		r := floatsOf(f.MulSets(even, set(0), set(1)))
		if r.set.Lo <= 0 && ir.Equal(e.Args[0], e.Args[1]) { // a square
			r = r.Meet(Floats{float.Set{Hi: int64(f.Inf()), NaN: true}, plusZero})
		}
		return r
	case ir.OpFDiv:
		return floatsOf(f.DivSets(even, set(0), set(1)))
	case ir.OpFMod, ir.OpFRem:
		return floatsOf(f.ModSets(set(0), set(1), e.Op == ir.OpFRem))
	case ir.OpFFma:
		return floatsOf(f.FmaSets(even, set(0), set(1), set(2)))
	case ir.OpFSqrt:
		return floatsOf(f.SqrtSet(even, set(0)))
	case ir.OpFRint, ir.OpFRound, ir.OpFFloor, ir.OpFCeil, ir.OpFTrunc:
		mode := [...]float.Mode{float.NearestEven, float.NearestAway, float.Down, float.Up, float.ToZero}[e.Op-ir.OpFRint]
		return floatsOf(f.RoundSet(mode, set(0)))
	case ir.OpFNeg:
		return arg(0).neg()
	case ir.OpFAbs:
		return arg(0).abs()
	case ir.OpFConvert:
		return floatsOf(f.ConvertSet(e.Args[0].Type.Format(), even, set(0)))
	case ir.OpFOfInt:
		v := d.Eval(s, e.Args[0])
		r := Floats{f.Numbers(), plusZero}
		if v.IsEmpty() {
			return Floats{set: float.Nothing()}
		}
		if v.hasLo() {
			r.set.Lo = f.Key(f.FromInt(even, v.lo))
		}
		if v.hasHi() {
			r.set.Hi = f.Key(f.FromInt(even, v.hi))
		}
		return r.normal()
	}
	return AnyFloat(f)
}

// truncated has at least the float e without its fraction, as package sem has it of OpFToInt.
func (d *Domain) truncated(s State, e *ir.Expr) Value {
	lo, hi, ok := e.Type.Format().ToInts(float.ToZero, 64, d.Float(s, e).set)
	if !ok {
		return Empty()
	}
	return Range(lo, hi)
}

// float is v's value.
func (d *Domain) float(s State, v *ir.Var) Floats {
	if x, ok := s.floats.Get(v.ID); ok {
		return x
	}
	return AnyFloat(v.Type.Format())
}

// setFloat gives v a value.
func (d *Domain) setFloat(s State, v *ir.Var, x Floats) State {
	switch old, ok := s.floats.Get(v.ID); {
	case s.bottom:
	case x.IsEmpty():
		return d.Bottom()
	case x == AnyFloat(v.Type.Format()):
		s.floats = s.floats.Delete(v.ID)
	case !ok || old != x:
		s.floats = s.floats.Set(v.ID, x)
	}
	return s
}

// known says that x is not all that its variable may be.
func (d *Domain) known(id int, x Floats) bool { return x != AnyFloat(d.vars[id].Type.Format()) }

// widenFloats moves ends that are not stable to the next threshold of the format, then to infinity; w ⊇ v.
func (d *Domain) widenFloats(t ir.Type, v, w Floats) Floats {
	if v.set.NoNumber() || v == w {
		return w
	}
	ts, f := d.levels[t.Bits/64], t.Format()
	if w.set.Lo < v.set.Lo {
		i, exact := slices.BinarySearch(ts, w.set.Lo)
		switch {
		case exact:
		case i > 0:
			w.set.Lo = ts[i-1]
		default:
			w.set.Lo = -int64(f.Inf())
		}
	}
	if w.set.Hi > v.set.Hi {
		if i, _ := slices.BinarySearch(ts, w.set.Hi); i < len(ts) {
			w.set.Hi = ts[i]
		} else {
			w.set.Hi = int64(f.Inf())
		}
	}
	if w.hasZero() && !v.hasZero() { // so that no zero is added later
		w.zeros = bothZeros
	}
	return w.normal()
}

// narrowFloats takes the ends of w that are within those of v, where these are thresholds or infinities; w ⊆ v.
func (d *Domain) narrowFloats(t ir.Type, v, w Floats) Floats {
	inf := int64(t.Format().Inf())
	open := func(k int64) bool {
		_, found := slices.BinarySearch(d.levels[t.Bits/64], k)
		return found || k == inf || k == -inf
	}
	r := v
	r.set.NaN = w.set.NaN
	if w.set.NoNumber() {
		return r.normal()
	}
	if open(v.set.Lo) {
		r.set.Lo = w.set.Lo
	}
	if open(v.set.Hi) {
		r.set.Hi = w.set.Hi
	}
	return r.normal()
}

// collectLevels finds where ends of sets of floats stop when they are widened: at constants of the program, and at a few
// numbers of all sizes, for what converges to a limit that the program does not name.
func (d *Domain) collectLevels() {
	const most = 24 // constants of the program
	var found [2][]int64
	for _, e := range d.p.Edges {
		if e == nil {
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpConst && d.isFloat(x.Type) {
					f := x.Type.Format()
					for i, g := range [2]float.Format{float.Binary32, float.Binary64} {
						if y := g.Convert(f, float.NearestEven, x.Pattern()); g.IsFinite(y) && !g.IsZero(y) && len(found[i]) < 8*most {
							k := g.Key(y)
							found[i] = append(found[i], max(k, -k))
						}
					}
				}
				return true
			})
		})
	}
	if len(found[0])+len(found[1]) == 0 {
		return
	}
	for i, f := range [2]float.Format{float.Binary32, float.Binary64} {
		ts := found[i]
		slices.Sort(ts)
		ts = slices.Compact(ts)
		if len(ts) > most {
			thin := make([]int64, 0, most)
			for k := range most {
				thin = append(thin, ts[k*(len(ts)-1)/(most-1)])
			}
			ts = thin
		}
		for _, n := range [...]int64{1, 10, 1000, 1_000_000, 1_000_000_000_000} {
			ts = append(ts, f.Key(f.FromInt(float.NearestEven, num.I(n))))
		}
		ts = append(ts, int64(f.MaxFinite()))
		for _, k := range ts[:len(ts):len(ts)] {
			ts = append(ts, -k)
		}
		ts = append(ts, 0)
		slices.Sort(ts)
		d.levels[i] = slices.Compact(ts)
	}
}

package icp

import (
	"slices"

	"craig/internal/logic/solutions"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// conjuncts lists what must hold, with the assumption, or -1, that it comes from. What follows from literals that are
// assumed is among it: a for b and a ∨ ¬b; it comes from b.
func (c *compiler) conjuncts(asserted, assumptions []term.Term) (list []term.Term, holders []int) {
	holds := map[term.Term]int{}
	add := func(f term.Term, holder int) {
		for _, g := range term.Conjuncts(f) {
			if _, ok := holds[g]; !ok {
				holds[g] = holder
				list, holders = append(list, g), append(holders, holder)
			}
		}
	}
	for _, f := range asserted {
		add(f, -1)
	}
	for i, f := range assumptions {
		add(f, i)
	}
	for i := 0; i < len(list); i++ {
		if list[i].Op() != term.Or || holders[i] >= 0 {
			continue
		}
		left, holder, ok := term.Term{}, -1, true
		for _, g := range list[i].Args() {
			if g.Op() == term.Not {
				if h, holds := holds[g.Arg(0)]; holds && (holder < 0 || h < 0 || h == holder) {
					holder = max(h, holder)
					continue
				}
			}
			ok = ok && !left.Valid()
			left = g
		}
		if ok && left.Valid() {
			add(left, holder)
		}
	}
	return list, holders
}

// usedAs notes the formats of variables that an operation has for operands.
func (c *compiler) usedAs(t term.Term) {
	o := t.FloatOp()
	if !slices.Contains(c.all, o.Format) {
		c.all = append(c.all, o.Format)
	}
	f := o.Format
	switch o.Kind {
	case term.FloatConvert:
		f = o.From
		if !slices.Contains(c.all, f) {
			c.all = append(c.all, f)
		}
	case term.FloatFromInt:
		return
	}
	for _, a := range t.Args() {
		c.useAs(a, f)
	}
}

func (c *compiler) useAs(t term.Term, f float.Format) {
	switch t.Op() {
	case term.Var:
		c.formats[t] = f
	case term.Mod:
		switch {
		case t.Arg(1) == c.st.FConst(f.SignBit()):
			c.useAs(t.Arg(0), f)
			if t.Arg(0).Op() == term.Var {
				c.cuts[c.last(t.Arg(0), f)] = f
			}
		case t.Arg(0).Op() == term.Var && t == c.last(t.Arg(0), f):
			c.cuts[t] = f
		}
	case term.Ite:
		if y, ok := c.negated(f, t); ok {
			c.useAs(y, f)
			return
		}
		c.useAs(t.Arg(1), f)
		c.useAs(t.Arg(2), f)
	}
}

// last are the last bits of x that are a pattern of f.
func (c *compiler) last(x term.Term, f float.Format) term.Term {
	return c.st.Mod(x, c.st.IntNum(num.Pow2(uint(f.Width()))))
}

// magnitude is the pattern of which t is the absolute value, as the last bits without the sign.
func (c *compiler) magnitude(t term.Term, f float.Format) (x term.Term, ok bool) {
	if t.Arg(1) != c.st.FConst(f.SignBit()) {
		return x, false
	}
	if x = t.Arg(0); x.Op() == term.Var && !c.isPattern(x, f) {
		x = c.last(x, f)
	}
	return x, c.isPattern(x, f)
}

// inRange keeps the formats of those variables only that are asserted to be patterns: operations take others modulo
// a power of two. holders are the assumptions that say so, by conjunct, or -1.
func (c *compiler) inRange(conjuncts []term.Term, holders []int) {
	limit := num.Pow2(70)
	type bounds struct {
		low, high bool
		because   [2]int
	}
	have := map[term.Term]*bounds{}
	for i, g := range conjuncts {
		x := c.single(g)
		f, ok := c.formats[x]
		if !x.Valid() || !ok {
			continue
		}
		list, ok := solutions.Of(g, x, limit.Neg(), limit)
		if !ok {
			continue
		}
		b := have[x]
		if b == nil {
			b = &bounds{}
			have[x] = b
		}
		if !b.low && (len(list) == 0 || list[0].Lo.Sign() >= 0) {
			b.low, b.because[0] = true, holders[i]
		}
		if !b.high && (len(list) == 0 || list[len(list)-1].Hi.Less(num.Pow2(uint(f.Width())))) {
			b.high, b.because[1] = true, holders[i]
		}
	}
	for x := range c.formats {
		b := have[x]
		if b == nil || !b.low || !b.high {
			delete(c.formats, x)
			continue
		}
		for _, k := range b.because {
			if k >= 0 {
				c.defines[k] = true
			}
		}
	}
}

// negated is the y of which t is the negation.
func (c *compiler) negated(f float.Format, t term.Term) (y term.Term, ok bool) {
	if t.Op() != term.Ite {
		return y, false
	}
	half := c.st.FConst(f.SignBit())
	for _, y := range [2]term.Term{c.st.Sub(t.Arg(1), half), c.st.Add(t.Arg(1), half)} {
		if (y.Op() != term.Sum || y.NumArgs() > 1) && c.st.FNeg(f, y) == t {
			return y, true
		}
	}
	return y, false
}

// formatOf is a format of which t is a pattern.
func (c *compiler) formatOf(t term.Term) (f float.Format, ok bool) {
	for _, f := range c.all {
		if c.isPattern(t, f) {
			return f, true
		}
	}
	return f, false
}

// isPattern reports whether t is known to be a pattern of the format.
func (c *compiler) isPattern(t term.Term, f float.Format) (is bool) {
	k := patternKey{t, f}
	if is, ok := c.known[k]; ok {
		return is
	}
	defer func() { c.known[k] = is }()
	switch t.Op() {
	case term.Const:
		v, ok := t.IntValue()
		return ok && v.Sign() >= 0 && v.BitLen() <= f.Width()
	case term.Var:
		if g, ok := c.formats[t]; ok && g == f {
			return true
		}
		d, ok := c.defs[t]
		return ok && c.isPattern(d, f)
	case term.Float:
		o := t.FloatOp()
		return o.Format == f && o.Kind != term.FloatToInt
	case term.Mod:
		if g, ok := c.cuts[t]; ok && g == f {
			return true
		}
		_, ok := c.magnitude(t, f)
		return ok
	case term.Ite:
		if y, ok := c.negated(f, t); ok {
			return c.isPattern(y, f)
		}
		return c.isPattern(t.Arg(1), f) && c.isPattern(t.Arg(2), f)
	}
	return false
}

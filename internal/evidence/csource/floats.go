package csource

import (
	"cmp"
	"slices"
	"strings"

	"craig/internal/logic/solutions"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// Terms speak of a floating-point number by its bit pattern, an integer. A formula about one number and
// constants is written as comparisons of numbers; others, which compare patterns, have no notation in C.

// numbers writes a formula about the patterns of one floating-point variable or cell: "y >= -1.0 && y <= 2.5",
// with its precedence; ok is false if t is no such formula.
func (f *formula) numbers(t term.Term) (text string, prec int, ok bool) {
	x, format, ok := f.subject(t)
	if !ok {
		return "", 0, false
	}
	last := float.Bits(1<<format.Width() - 1)
	ranges, ok := solutions.Of(t, x, num.Int{}, last)
	if !ok {
		return "", 0, false
	}
	name, _ := f.name(x)
	return numbersIn(name, format, ranges)
}

// together makes one conjunct of those about one number.
func (f *formula) together(parts []term.Term) (list []term.Term) {
	place := map[term.Term]int{}
	for _, p := range parts {
		x, _, ok := f.subject(p)
		i, more := place[x]
		switch {
		case ok && more:
			list[i] = p.Store().And(list[i], p)
			continue
		case ok:
			place[x] = len(list)
		}
		list = append(list, p)
	}
	return list
}

// subject is the number that t speaks of, if that is all it speaks of beside constants.
func (f *formula) subject(t term.Term) (x term.Term, format float.Format, ok bool) {
	if f.format == nil {
		return t, format, false
	}
	return subject(t, f.format)
}

// subject is the only number that t speaks of; formatOf is the format of a term that is one.
func subject(t term.Term, formatOf func(term.Term) (float.Format, bool)) (x term.Term, format float.Format, ok bool) {
	ok = true
	var walk func(term.Term)
	walk = func(t term.Term) {
		if own, is := formatOf(t); is {
			ok = ok && (!format.Valid() || t == x)
			x, format = t, own
			return
		}
		switch t.Op() {
		case term.And, term.Or, term.Not, term.LeZero, term.EqZero, term.Sum, term.Const:
			for i := 0; ok && i < t.NumArgs(); i++ {
				walk(t.Arg(i))
			}
		default:
			ok = false
		}
	}
	walk(t)
	return x, format, ok && format.Valid()
}

// patterns says that t computes with the bit patterns of floating-point numbers.
func (f *formula) patterns(t term.Term) (found bool) {
	if f.format == nil {
		return false
	}
	term.Walk(t, func(u term.Term) {
		if _, ok := f.format(u); ok {
			found = true
		}
	})
	return found
}

// allowNaN is t, which is about the number x only, or the weaker formula that lets x be any NaN, where t
// tells one from another; true if x has no name.
func (f *formula) allowNaN(st *term.Store, t, x term.Term, format float.Format) term.Term {
	if !f.knows(x) {
		return st.True()
	}
	sign, inf := float.Bits(format.SignBit()), float.Bits(format.Inf())
	for _, u := range []term.Term{t, st.Or(t, st.And(st.Gt(x, st.IntNum(inf)), st.Lt(x, st.IntNum(sign))), st.Gt(x, st.IntNum(sign.Add(inf))))} {
		switch text, _, ok := f.numbers(u); {
		case text == "true":
			return st.True()
		case ok:
			return u
		}
	}
	return st.True()
}

// numbersIn writes that the pattern of the number called x is in one of the ranges. ok is false if that
// tells NaNs apart.
func numbersIn(x string, format float.Format, ranges []term.Range) (text string, prec int, ok bool) {
	parts, nans, of := spansIn(format, ranges)
	if !nans.IsZero() && !nans.Eq(of) {
		return "", 0, false
	}
	least, greatest := position(format, format.SignBit()|format.Inf()), position(format, format.Inf())
	everything := len(parts) == 1 && parts[0] == span{least, greatest}
	switch {
	case everything && !nans.IsZero():
		return "true", precUnary, true
	case everything:
		return "!isnan(" + x + ")", precUnary, true
	case len(parts) == 0 && nans.IsZero():
		return "false", precUnary, true
	}
	var list []string
	if !nans.IsZero() {
		list, prec = append(list, "isnan("+x+")"), precUnary
	}
	for _, p := range parts {
		s, own := p.text(x, format, least, greatest)
		list, prec = append(list, s), own
	}
	if len(list) > 1 {
		prec = precOr
	}
	return strings.Join(list, " || "), prec, true
}

// spansIn are the numbers whose patterns are in one of the ranges, how many NaNs are, and how many there are.
func spansIn(format float.Format, ranges []term.Range) (parts []span, nans, of num.Int) {
	for sign := range 2 {
		low := float.Bits(uint64(sign) << (format.Width() - 1))
		inf := low.Add(float.Bits(format.Inf()))
		top := low.Add(float.Bits(format.SignBit() - 1))
		of = of.Add(top.Sub(inf))
		for _, r := range ranges {
			if lo, hi := later(r.Lo, low), earlier(r.Hi, inf); !hi.Less(lo) {
				a, b := position(format, format.Pattern(lo)), position(format, format.Pattern(hi))
				parts = append(parts, span{min(a, b), max(a, b)})
			}
			if lo, hi := later(r.Lo, inf.Add(num.I(1))), earlier(r.Hi, top); !hi.Less(lo) {
				nans = nans.Add(hi.Sub(lo).Add(num.I(1)))
			}
		}
	}
	return joined(parts), nans, of
}

// A span is the numbers from one position to another.
type span struct{ low, high int64 }

// position orders the numbers of a format as they are ordered, -0 before +0, by successive integers: +0 has 0.
func position(format float.Format, pattern uint64) int64 {
	if format.IsNegative(pattern) {
		return format.Key(pattern) - 1
	}
	return format.Key(pattern)
}

// joined are spans that do not touch, in order.
func joined(parts []span) (list []span) {
	slices.SortFunc(parts, func(p, q span) int { return cmp.Compare(p.low, q.low) })
	for _, p := range parts {
		if n := len(list); n > 0 && p.low <= list[n-1].high+1 {
			list[n-1].high = max(list[n-1].high, p.high)
		} else {
			list = append(list, p)
		}
	}
	return list
}

// text says that x is in the span; least and greatest are the positions of the infinities.
func (p span) text(x string, format float.Format, least, greatest int64) (text string, prec int) {
	literal := func(position int64) string { return numberAt(position, format) }
	var parts []string
	switch {
	case p.low == least+1 && p.high == greatest-1:
		return "isfinite(" + x + ")", precUnary
	case p == span{-1, 0}:
		return x + " == 0.0", precCompare
	case p.low == p.high:
		parts = append(parts, x+" == "+literal(p.low))
	default:
		if p.low > least && (p.low != 0 || p.high == greatest) {
			parts = append(parts, x+" >= "+literal(p.low))
		}
		if p.high < greatest && (p.high != -1 || p.low == least) {
			parts = append(parts, x+" <= "+literal(p.high))
		}
	}
	switch { // a comparison takes the zeros for equal, and is false of NaNs
	case p.low == 0:
		parts = append(parts, "!signbit("+x+")")
	case p.high == -1:
		parts = append(parts, "signbit("+x+")")
	}
	if len(parts) > 1 {
		return strings.Join(parts, " && "), precAnd
	}
	return parts[0], precCompare
}

// numberAt writes the number at a position.
func numberAt(position int64, format float.Format) string {
	if position < 0 {
		position++
	}
	pattern := format.OfKey(position)
	text := format.Text(pattern)
	switch {
	case format.IsInf(pattern):
		return strings.Replace(text, "inf", "INFINITY", 1)
	case format == float.Binary32:
		return text + "f"
	}
	return text
}

func later(a, b num.Int) num.Int {
	if a.Less(b) {
		return b
	}
	return a
}

func earlier(a, b num.Int) num.Int {
	if a.Less(b) {
		return a
	}
	return b
}

package csource

import (
	"strings"

	"craig/internal/logic/solutions"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// A formula about one floating-point variable is written as comparisons with constants, without the macros of math.h. These do not
// tell zeros from each other, or NaNs, so that the formula may become weaker.

// format is that of a floating-point variable.
func (w *Exact) format(t term.Term) (f float.Format, ok bool) {
	if t.Op() != term.Var {
		return f, false
	}
	_, typ, ok := w.Variable(t)
	if !ok || !typ.IsFloat() {
		return f, false
	}
	return typ.Format(), true
}

// numbers writes t, or its negation, if it speaks of one floating-point variable and no other.
func (w *Exact) numbers(t term.Term, positive bool) (string, bool) {
	x, format, ok := subject(t, w.format)
	if !ok {
		return "", false
	}
	if !positive {
		t = t.Store().Not(t)
	}
	ranges, ok := solutions.Of(t, x, num.Int{}, float.Bits(1<<format.Width()-1))
	if !ok {
		return "", false
	}
	name, _, _ := w.Variable(x)
	return comparisons(name, format, ranges), true
}

// together makes one of the formulas about one number, of those that all hold, or of which, if not positive, none does.
func (w *Exact) together(args []term.Term, positive bool) (list []term.Term) {
	place := map[term.Term]int{}
	for _, a := range args {
		x, _, ok := subject(a, w.format)
		i, more := place[x]
		switch {
		case ok && more && positive:
			list[i] = a.Store().And(list[i], a)
			continue
		case ok && more:
			list[i] = a.Store().Or(list[i], a)
			continue
		case ok:
			place[x] = len(list)
		}
		list = append(list, a)
	}
	return list
}

// comparisons says that the pattern of x is in one of the ranges, or something weaker.
func comparisons(x string, format float.Format, ranges []term.Range) string {
	parts, nans, _ := spansIn(format, ranges)
	least, greatest := position(format, format.SignBit()|format.Inf()), position(format, format.Inf())
	for i := range parts { // both zeros, which are at -1 and 0
		if parts[i].high == -1 {
			parts[i].high = 0
		}
		if parts[i].low == 0 {
			parts[i].low = -1
		}
	}
	var list []string
	if !nans.IsZero() {
		list = append(list, x+" != "+x)
	}
	for _, p := range joined(parts) {
		switch {
		case p == span{least, greatest} && !nans.IsZero():
			return "1"
		case p == span{least, greatest}:
			return "(" + x + " == " + x + ")"
		case p.low == greatest:
			list = append(list, x+" > "+numberAt(greatest-1, format))
		case p.high == least:
			list = append(list, x+" < "+numberAt(least+1, format))
		case p.low == p.high || p == span{-1, 0}:
			list = append(list, x+" == "+numberAt(p.high, format))
		case p.low == least:
			list = append(list, x+" <= "+numberAt(p.high, format))
		case p.high == greatest:
			list = append(list, x+" >= "+numberAt(p.low, format))
		default:
			list = append(list, "("+x+" >= "+numberAt(p.low, format)+" && "+x+" <= "+numberAt(p.high, format)+")")
		}
	}
	switch {
	case len(list) == 0:
		return "0"
	case len(list) == 1 && list[0][0] == '(':
		return list[0]
	}
	return "(" + strings.Join(list, " || ") + ")"
}

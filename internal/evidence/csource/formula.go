// Package csource writes evidence in the words of the C source: formulas, the values of an execution,
// and whose variables they speak of.
//
//	scope.go       whose copy of a variable is meant at a location; what is at an address
//	formula.go     formulas for people
//	floats.go      comparisons of floating-point numbers
//	exact.go       formulas that a C compiler takes and that mean the same
//	invariants.go  what a proof says of loops and calls
//	elements.go    what it says of all elements of arrays
//	inputs.go      the inputs of an execution; what is at an address
//	tidy.go        formulas made shorter
package csource

import (
	"strings"

	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// formula writes a term over C variables as a C programmer would: sums with positive
// coefficients on both sides of a comparison, equalities instead of two inequalities, few
// parentheses. What C has no notation for (mathematical mod) is written in words.
type formula struct {
	// name is how a variable or a memory cell is written; ok is false if the reader does not
	// know it.
	name func(term.Term) (string, bool)
	// address writes a comparison of a pointer with a number, equal being == or !=; raw says that it is one, ok that
	// what is at the number has a name. nil takes all comparisons as they are.
	address func(atom term.Term, equal string) (text string, raw, ok bool)
	// format is the format of a floating-point variable or cell, of which t is the bit pattern; ok is false for
	// other terms. nil takes all for integers.
	format func(t term.Term) (format float.Format, ok bool)
}

// Precedence, as in C; higher binds tighter.
const (
	precOr = iota + 1
	precAnd
	precCompare
	precSum
	precProduct
	precUnary
)

func (f *formula) text(t term.Term) string {
	var b strings.Builder
	f.write(&b, t, 0)
	return b.String()
}

func (f *formula) write(b *strings.Builder, t term.Term, prec int) {
	open := func(own int) func() {
		if own >= prec {
			return func() {}
		}
		b.WriteByte('(')
		return func() { b.WriteByte(')') }
	}
	if s, ok := f.name(t); ok {
		b.WriteString(s)
		return
	}
	if s, own, ok := f.numbers(t); ok {
		defer open(own)()
		b.WriteString(s)
		return
	}
	switch t.Op() {
	case term.True:
		b.WriteString("true")
	case term.False:
		b.WriteString("false")
	case term.Const:
		if t.Num().Sign() < 0 {
			defer open(precUnary)()
		}
		b.WriteString(t.Num().String())
	case term.And:
		defer open(precAnd)()
		f.conjunction(b, t.Args())
	case term.Or:
		defer open(precOr)()
		for i, a := range t.Args() {
			if i > 0 {
				b.WriteString(" || ")
			}
			f.write(b, a, precOr+1)
		}
	case term.Not:
		if a := t.Arg(0); a.Op() == term.EqZero || a.Op() == term.Eq {
			defer open(precCompare)()
			f.atom(b, a, "!=")
			return
		}
		b.WriteByte('!')
		f.write(b, t.Arg(0), precUnary)
	case term.LeZero, term.LtZero, term.EqZero, term.Eq:
		defer open(precCompare)()
		f.atom(b, t, "==")
	case term.Sum:
		defer open(precSum)()
		f.sum(b, sumOf(t))
	case term.Mul:
		defer open(precProduct)()
		f.infix(b, t.Args(), " * ", precProduct)
	case term.Ite:
		defer open(0)()
		b.WriteByte('(')
		f.write(b, t.Arg(0), precOr)
		b.WriteString(" ? ")
		f.write(b, t.Arg(1), precOr)
		b.WriteString(" : ")
		f.write(b, t.Arg(2), precOr)
		b.WriteByte(')')
	case term.Div, term.Mod, term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr:
		// C's precedence of these surprises readers: always in parentheses.
		b.WriteByte('(')
		f.infix(b, t.Args(), map[term.Op]string{
			term.Div: " div ", term.Mod: " mod ", term.BitAnd: " & ", term.BitOr: " | ",
			term.BitXor: " ^ ", term.Shl: " << ", term.Shr: " >> ",
		}[t.Op()], precUnary)
		b.WriteByte(')')
	case term.ToReal, term.ToInt:
		f.write(b, t.Arg(0), prec)
	default:
		b.WriteString(t.String())
	}
}

func (f *formula) infix(b *strings.Builder, args []term.Term, op string, prec int) {
	for i, a := range args {
		if i > 0 {
			b.WriteString(op)
		}
		f.write(b, a, prec+1)
	}
}

// conjunction writes conjuncts, a pair s <= 0, -s <= 0 as an equality.
func (f *formula) conjunction(b *strings.Builder, parts []term.Term) {
	apart := parts
	parts = nil
	for _, p := range f.together(apart) {
		if _, _, ok := f.numbers(p); !ok && p.Op() == term.And { // as one it has no notation
			parts = append(parts, p.Args()...)
		} else {
			parts = append(parts, p)
		}
	}
	used := make([]bool, len(parts))
	first := true
	and := func() {
		if !first {
			b.WriteString(" && ")
		}
		first = false
	}
	for i, p := range parts {
		if used[i] {
			continue
		}
		and()
		if s, own, ok := f.numbers(p); ok && own >= precAnd {
			b.WriteString(s)
			continue
		}
		if p.Op() == term.LeZero {
			paired := false
			for j := i + 1; j < len(parts) && !paired; j++ {
				if !used[j] && parts[j].Op() == term.LeZero && opposite(p.Arg(0), parts[j].Arg(0)) {
					used[j], paired = true, true
				}
			}
			if paired {
				f.compare(b, sumOf(p.Arg(0)), "==")
				continue
			}
		}
		f.write(b, p, precAnd+1)
	}
}

// opposite says whether a = -b.
func opposite(a, b term.Term) bool {
	x, y := sumOf(a), sumOf(b)
	if len(x.terms) != len(y.terms) || !x.konst.Eq(y.konst.Neg()) {
		return false
	}
	for i := range x.terms {
		if x.terms[i].t != y.terms[i].t || !x.terms[i].c.Eq(y.terms[i].c.Neg()) {
			return false
		}
	}
	return true
}

// atom writes a comparison; equal is == or != for an equality.
func (f *formula) atom(b *strings.Builder, t term.Term, equal string) {
	if f.address != nil {
		if text, _, ok := f.address(t, equal); ok {
			b.WriteString(text)
			return
		}
	}
	switch t.Op() {
	case term.LeZero:
		f.compare(b, sumOf(t.Arg(0)), "<=")
	case term.LtZero:
		f.compare(b, sumOf(t.Arg(0)), "<")
	case term.EqZero:
		f.compare(b, sumOf(t.Arg(0)), equal)
	default:
		f.write(b, t.Arg(0), precCompare+1)
		b.WriteString(" " + equal + " ")
		f.write(b, t.Arg(1), precCompare+1)
	}
}

// sum is Σ c·t + konst.
type sum struct {
	terms []monomial
	konst num.Rat
}

type monomial struct {
	c num.Rat
	t term.Term
}

func sumOf(t term.Term) sum {
	switch t.Op() {
	case term.Const:
		return sum{konst: t.Num()}
	case term.Sum:
		s := sum{konst: t.Num()}
		for i := range t.NumArgs() {
			s.terms = append(s.terms, monomial{t.Coeff(i), t.Arg(i)})
		}
		return s
	}
	return sum{terms: []monomial{{num.I(1).Rat(), t}}}
}

var flipped = map[string]string{"<=": ">=", "<": ">", "==": "==", "!=": "!="}

// compare writes s op 0 with what is negative in s on the other side.
func (f *formula) compare(b *strings.Builder, s sum, op string) {
	var left, right sum
	for _, m := range s.terms {
		if m.c.Sign() > 0 {
			left.terms = append(left.terms, m)
		} else {
			right.terms = append(right.terms, monomial{m.c.Neg(), m.t})
		}
	}
	one := num.I(1).Rat()
	if len(left.terms) == 0 {
		left, right, op = right, left, flipped[op]
		s.konst = s.konst.Neg()
	}
	switch {
	case len(right.terms) == 0: // x <= 3
		right.konst = s.konst.Neg()
	case op == "<=" && s.konst.Eq(one): // x < y
		op = "<"
	case op == ">=" && s.konst.Eq(one.Neg()):
		op = ">"
	case s.konst.Sign() > 0:
		left.konst = s.konst
	default:
		right.konst = s.konst.Neg()
	}
	f.sum(b, left)
	b.WriteString(" " + op + " ")
	f.sum(b, right)
}

func (f *formula) sum(b *strings.Builder, s sum) {
	one := num.I(1).Rat()
	for i, m := range s.terms {
		c := m.c
		switch {
		case i > 0 && c.Sign() < 0:
			b.WriteString(" - ")
			c = c.Neg()
		case i > 0:
			b.WriteString(" + ")
		case c.Sign() < 0:
			b.WriteString("-")
			c = c.Neg()
		}
		if !c.Eq(one) {
			b.WriteString(c.String() + "*")
		}
		f.write(b, m.t, precProduct)
	}
	switch {
	case len(s.terms) == 0:
		b.WriteString(s.konst.String())
	case s.konst.Sign() > 0:
		b.WriteString(" + " + s.konst.String())
	case s.konst.Sign() < 0:
		b.WriteString(" - " + s.konst.Neg().String())
	}
}

// knows says whether every variable and cell of t has a name.
func (f *formula) knows(t term.Term) bool {
	if _, ok := f.name(t); ok {
		return true
	}
	if t.Op() == term.Var || t.Op() == term.Select || t.Op() == term.Apply || t.Op() == term.Store_ || t.Op() == term.ConstArray {
		return false
	}
	for _, a := range t.Args() {
		if !f.knows(a) {
			return false
		}
	}
	return true
}

// forget weakens t until it speaks of known variables only: an atom with others becomes true, one that compares
// a pointer with the number of an address, and one that computes with the bit patterns of floating-point numbers.
func (f *formula) forget(st *term.Store, t term.Term) term.Term {
	if x, format, ok := f.subject(t); ok {
		return f.allowNaN(st, t, x, format)
	}
	switch t.Op() {
	case term.And:
		parts := make([]term.Term, 0, t.NumArgs())
		for _, a := range f.together(t.Args()) {
			parts = append(parts, f.forget(st, a))
		}
		return st.And(parts...)
	case term.Or:
		parts := make([]term.Term, 0, t.NumArgs())
		for _, a := range t.Args() {
			parts = append(parts, f.forget(st, a))
		}
		return st.Or(parts...)
	case term.Not:
		switch a := t.Arg(0); a.Op() {
		case term.And, term.Or:
			parts := make([]term.Term, 0, a.NumArgs())
			for _, x := range a.Args() {
				parts = append(parts, f.forget(st, st.Not(x)))
			}
			if a.Op() == term.And {
				return st.Or(parts...)
			}
			return st.And(parts...)
		}
	}
	if f.address != nil {
		atom := t
		if t.Op() == term.Not {
			atom = t.Arg(0)
		}
		if _, raw, ok := f.address(atom, "=="); raw && !ok {
			if p, ok := aboveZero(t); ok && f.knows(p) {
				return st.Ne(p, st.Int(0))
			}
			return st.True()
		}
	}
	if !f.knows(t) || f.patterns(t) {
		return st.True()
	}
	return t
}

// aboveZero is p if t says that p is greater than some number that is not negative.
func aboveZero(t term.Term) (p term.Term, ok bool) {
	positive := t.Op() != term.Not
	if !positive {
		t = t.Arg(0)
	}
	if t.Op() != term.LeZero {
		return p, false
	}
	s := sumOf(t.Arg(0)) // k - c*p <= 0, or not c*p - k <= 0
	if len(s.terms) != 1 || (s.terms[0].c.Sign() < 0) != positive {
		return p, false
	}
	return s.terms[0].t, positive && s.konst.Sign() > 0 || !positive && s.konst.Sign() <= 0
}

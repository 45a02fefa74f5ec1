package smtlib

import (
	"strings"

	"craig/logic/term"
)

// Integers is a script that asks whether formulas of one store are possible together, over integers. Bit operations by constants are sums
// of remainders, others are functions of which some facts are known; floating-point operations are functions. So the answer "unsat"
// is right, and "sat" may not be.
func Integers(fs []term.Term) string {
	var b strings.Builder
	w := NewWriter(&b)
	w.Header("ALL")
	if len(fs) > 0 {
		enc := newEncoder(fs[0].Store())
		for _, f := range fs {
			g := enc.encode(f)
			for _, l := range enc.lemmas(g) {
				w.Assert(l)
			}
			w.Assert(g)
		}
	}
	w.Line("(check-sat)")
	_ = w.Flush() // a Builder takes everything
	return b.String()
}

// Vectors is Integers over bit vectors and floating-point numbers (QF_BVFP), where all operations have their meaning, and
// what has no bounds is unknown: of this too "unsat" is right. ok is false if Integers has the meaning of all operations as well.
func Vectors(fs []term.Term) (script string, ok bool) {
	for _, f := range fs {
		term.Walk(f, func(u term.Term) {
			switch u.Op() {
			case term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr, term.Float, term.Mul:
				ok = true
			}
		})
	}
	if !ok {
		return "", false
	}
	return "(set-logic QF_BVFP)\n" + newVectors(fs[0].Store()).script(fs), true
}

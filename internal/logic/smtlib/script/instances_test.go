package script_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// quantified makes random formulas with quantifiers over elements of a sort U, or over numbers: functions f and g, a predicate p, arrays
// of numbers, constants.
type quantified struct {
	*rand.Rand
	sort   string
	arrays bool
	bound  []string
}

func (v *quantified) pick(names ...string) string { return names[v.IntN(len(names))] }

func (v *quantified) term(depth int) string {
	if depth == 0 || v.IntN(3) == 0 {
		if len(v.bound) > 0 && v.IntN(3) > 0 {
			return v.pick(v.bound...)
		}
		if v.sort == "Int" && v.IntN(4) == 0 {
			return fmt.Sprint(v.IntN(3))
		}
		return v.pick("c", "d")
	}
	switch k := v.IntN(5); {
	case k == 0 && v.sort == "Int":
		return fmt.Sprintf("(%s %s %d)", v.pick("+", "-"), v.term(depth-1), 1+v.IntN(2))
	case k == 1:
		return fmt.Sprintf("(g %s %s)", v.term(depth-1), v.term(depth-1))
	case k <= 2 && v.arrays:
		return fmt.Sprintf("(select %s %s)", v.pick("a", "b", "(store a c d)"), v.term(depth-1))
	}
	return fmt.Sprintf("(f %s)", v.term(depth-1))
}

func (v *quantified) formula(depth int) string {
	if depth > 0 {
		switch v.IntN(5) {
		case 0, 1:
			return fmt.Sprintf("(%s %s %s)", v.pick("and", "or", "or", "=>", "="), v.formula(depth-1), v.formula(depth-1))
		case 2:
			return "(not " + v.formula(depth-1) + ")"
		case 3:
			return v.quantifier(depth - 1)
		}
	}
	switch v.IntN(4) {
	case 0:
		return fmt.Sprintf("(p %s)", v.term(1))
	case 1:
		if v.sort == "Int" {
			return fmt.Sprintf("(%s %s %s)", v.pick("<", "<="), v.term(2), v.term(1))
		}
	case 2:
		return fmt.Sprintf("(distinct %s %s)", v.term(1), v.term(1))
	}
	return fmt.Sprintf("(= %s %s)", v.term(2), v.term(1))
}

func (v *quantified) quantifier(depth int) string {
	n := len(v.bound)
	var vars []string
	for range 1 + v.IntN(2) {
		x := fmt.Sprintf("x%d", len(v.bound))
		v.bound = append(v.bound, x)
		vars = append(vars, fmt.Sprintf("(%s %s)", x, v.sort))
	}
	f := v.formula(depth)
	v.bound = v.bound[:n]
	return fmt.Sprintf("(%s (%s) %s)", v.pick("forall", "forall", "exists"), strings.Join(vars, " "), f)
}

// TestQuantified compares random formulas with quantifiers with z3 and cvc5.
func TestQuantified(t *testing.T) {
	count, seed := randomly(8)
	v := &quantified{Rand: rand.New(rand.NewPCG(seed, 79))}
	var all []question
	for range count {
		v.sort, v.arrays = v.pick("U", "Int"), v.IntN(3) == 0
		q := question{declared: fmt.Sprintf(`(declare-sort U 0)(declare-const c %[1]s)(declare-const d %[1]s)(declare-fun f (%[1]s) %[1]s)(declare-fun g (%[1]s %[1]s) %[1]s)
(declare-fun p (%[1]s) Bool)(declare-const a (Array %[1]s %[1]s))(declare-const b (Array %[1]s %[1]s))
`, v.sort)}
		for range 1 + v.IntN(2) {
			q.asserted += "(assert " + v.quantifier(1+v.IntN(2)) + ")"
		}
		for range v.IntN(3) {
			q.asserted += "(assert " + v.formula(2) + ")"
		}
		all = append(all, q)
	}
	againstOthers(t, "AUFLIA", all, false, "(set-option :timeout 2000)")
}

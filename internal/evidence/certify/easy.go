package certify

import (
	"context"
	"slices"

	"craig/logic/solver"
	"craig/logic/term"
)

// maxHard is how many parts short searches may leave open before the others are not asked.
const maxHard = 3

// easy asks for each part of the goals by itself, with short searches, if there are products: that a polynomial equality
// holds again is an identity, which the rest of an invariant hides. The answer is Sat or Unsat if that decides the goals; which is the goal
// that is possible. If not, left are the goals without the parts that are impossible: a goal keeps its place.
func (e *encoder) easy(ctx context.Context, goals []term.Term) (left []term.Term, ans solver.Answer, which int) {
	if !slices.ContainsFunc(goals, hasProduct) {
		return goals, ans, -1
	}
	end, ok := solver.Quick(e.solver)
	if !ok {
		return goals, ans, -1
	}
	defer end()
	left = make([]term.Term, len(goals))
	hard := 0
	for i, g := range goals {
		var open []term.Term
		for _, p := range e.parts(g) {
			if hard < maxHard && ctx.Err() == nil {
				switch ans := e.possible(ctx, p); ans.Status {
				case solver.Sat:
					return nil, ans, i
				case solver.Unsat:
					continue
				}
			}
			hard++
			open = append(open, p)
		}
		left[i] = e.st.Or(open...)
	}
	if hard == 0 {
		return nil, solver.Answer{Status: solver.Unsat}, -1
	}
	return left, solver.Answer{}, -1
}

func hasProduct(f term.Term) (found bool) {
	term.Walk(f, func(t term.Term) { found = found || t.Op() == term.Mul })
	return found
}

// parts are formulas whose disjunction is f: of a goal, that the place is reached and that one conjunct of its
// invariant does not hold.
func (e *encoder) parts(f term.Term) (parts []term.Term) {
	rest := []term.Term{f}
	if f.Op() == term.And {
		rest = slices.Clone(f.Args())
	}
	i := slices.IndexFunc(rest, func(g term.Term) bool { return len(e.cases(g)) > 1 })
	if i < 0 {
		return []term.Term{f}
	}
	cases := e.cases(rest[i])
	rest = slices.Delete(rest, i, i+1)
	for _, c := range cases {
		parts = append(parts, e.st.And(append(slices.Clip(rest), c)...))
	}
	return parts
}

// cases are formulas whose disjunction is f.
func (e *encoder) cases(f term.Term) (cases []term.Term) {
	switch {
	case f.Op() == term.Or:
		return f.Args()
	case f.Op() == term.Not && f.Arg(0).Op() == term.And:
		for _, c := range f.Arg(0).Args() {
			cases = append(cases, e.st.Not(c))
		}
		return cases
	}
	return []term.Term{f}
}

package term_test

import (
	"fmt"

	"craig/logic/num"
	"craig/logic/term"
)

// Terms of one store are equal if and only if they are the same value; sums and atoms have one
// form each.
func Example() {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	two := num.R(2, 1)

	a := st.Lt(st.Scale(two, x), st.Add(st.Scale(two, y), st.Int(3)))
	b := st.Le(x, st.Add(y, st.Int(1)))
	fmt.Println(a, a == b)
	fmt.Println(st.Not(a))
	fmt.Println(a.SMTLIB())
	// Output:
	// x <= y + 1 true
	// y + 2 <= x
	// (<= (+ x (* (- 1) y)) 1)
}

func ExampleStore_Subst() {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	post := st.Le(x, st.Int(10))
	// The weakest precondition of x := x + y.
	fmt.Println(st.Subst(post, map[term.Term]term.Term{x: st.Add(x, y)}))
	// Output: x + y <= 10
}

func ExampleStore_Eval() {
	st := term.NewStore()
	x := st.Var("x", term.Int)
	f := st.And(st.Le(st.Int(3), x), st.Eq(st.Mod(x, st.Int(2)), st.Int(1)))
	v, ok := st.Eval(f, func(t term.Term) (term.Term, bool) { return st.Int(7), t == x })
	fmt.Println(v, ok)
	// Output: true true
}

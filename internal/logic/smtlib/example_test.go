package smtlib_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/term"
)

// A script as commands over terms.
func ExampleReader() {
	st := term.NewStore()
	r := smtlib.NewReader(st, strings.NewReader(`
(declare-const x Int)
(assert (and (< 2 x) (< x 4)))
(assert (= x nowhere))
(check-sat)`))
	s := smt.New(st)
	for {
		c, err := r.Next()
		if err == io.EOF {
			return
		}
		switch {
		case err != nil:
			fmt.Println(err)
		case c.Name == "assert":
			s.Assert(c.Terms[0])
		case c.Name == "check-sat":
			fmt.Println(s.Check(context.Background()).Status)
		}
	}
	// Output:
	// line 4 column 14: unknown symbol nowhere
	// sat
}

// One question as a script.
func ExampleDump() {
	st := term.NewStore()
	x := st.Var("x", term.Int)
	err := smtlib.Dump(os.Stdout, smtlib.Query{Asserts: []term.Term{st.Lt(x, st.Int(3))}, Assumptions: []term.Term{st.Lt(st.Int(5), x)}})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// (set-option :global-declarations true)
	// (set-logic ALL)
	// (declare-fun x () Int)
	// (assert (<= x 2))
	// (declare-fun |assume 0| () Bool)
	// (assert (=> |assume 0| (<= (* (- 1) x) (- 6))))
	// (check-sat-assuming (|assume 0|))
}

package script_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"craig/internal/logic/smtlib/script"
)

func ExampleInterpreter_Run() {
	in := script.New(script.Config{}, os.Stdout)
	err := in.Run(context.Background(), strings.NewReader(`
(declare-const x Int)
(assert (! (= (* 3 x) 21) :named A))
(check-sat)
(get-value (x))
(assert (! (< x 7) :named B))
(check-sat)
(get-interpolants A B)
`))
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// sat
	// ((x 7))
	// unsat
	// ((= x 7))
}

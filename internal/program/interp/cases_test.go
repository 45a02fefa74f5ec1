package interp_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/num"
)

// among says that a number is in a range.
func among(r interp.Range, v num.Int) bool {
	for _, w := range r.Not {
		if v.Eq(w) {
			return false
		}
	}
	return !v.Less(r.Lo) && !r.Hi.Less(v)
}

// TestCases: every input of a program is in one of the cases, and with inputs of a case the program does what the case does. An assumption that was passed
// over may end it before.
func TestCases(t *testing.T) {
	cases, runs, whole := 0, 0, 0
	for seed := range uint64(200) {
		p := irtest.Random(seed)
		r := rand.New(rand.NewPCG(seed, 11))
		for _, e := range p.Edges { // more inputs
			if e == nil || r.IntN(5) > 0 {
				continue
			}
			if a, ok := e.Stmt.(*ir.Assign); ok && a.Var.Type.Kind == ir.Integer && a.Expr.Op == ir.OpConst {
				e.Stmt = &ir.Havoc{Var: a.Var, Source: ir.FromCall}
			}
		}
		var all []interp.Outcome
		complete := true
		for todo := [][]interp.Range{{}}; len(todo) > 0; {
			if len(all) == 40 {
				complete = false
				break
			}
			out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{Unknown: true, NoPath: true, Cases: todo[len(todo)-1], MaxSteps: 3000})
			all = append(all, out)
			todo = append(todo[:len(todo)-1], out.Left...)
		}
		// run is the execution with inputs, if they are those of the case.
		run := func(pick func(e *ir.Edge, n int) num.Int) interp.Outcome {
			return interp.Run(t.Context(), p, interp.Inputs{Scalar: pick}, interp.Options{NoPath: true, MaxSteps: 4000})
		}
		same := func(c, is interp.Outcome) bool {
			switch {
			case is.End == interp.Blocked || is.End == interp.OutOfRange || is.End == interp.Undefined: // at what was passed over, or as the case does
				return is.Steps <= c.Steps || c.End == interp.Open || c.End == interp.StepLimit
			case c.End == interp.Open, c.End == interp.StepLimit:
				return is.Steps >= c.Steps
			}
			return is.End == c.End && is.At == c.At && is.Steps == c.Steps
		}
		for _, c := range all {
			for k := range 3 {
				is := run(func(e *ir.Edge, n int) num.Int {
					for _, g := range c.Given {
						if g.Edge == e.ID && g.N == n {
							if v := g.Hi.Sub(num.I(int64(k - 1))); k > 0 && among(g.Range, v) {
								return v
							}
							return g.Lo
						}
					}
					return num.I(int64(n))
				})
				runs++
				if !same(c, is) {
					t.Fatalf("seed %d: a case ends %v at %d after %d steps, with inputs of it the program ends %v at %d after %d", seed, c.End, c.At, c.Steps, is.End, is.At, is.Steps)
				}
			}
		}
		cases += len(all)
		if !complete || len(all) == 1 {
			continue
		}
		whole++
		for range 10 {
			values := map[[2]int]num.Int{}
			pick := func(e *ir.Edge, n int) num.Int {
				k := [2]int{int(e.ID), n}
				if _, ok := values[k]; !ok {
					ty := e.Stmt.(*ir.Havoc).Var.Type
					b := append(irtest.Boundaries(ty), num.I(r.Int64N(20)-5))
					values[k] = ty.Wrap(b[r.IntN(len(b))])
				}
				return values[k]
			}
			is := run(pick)
			found := 0
			for _, c := range all {
				in := true
				for _, g := range c.Given {
					v, asked := values[[2]int{int(g.Edge), g.N}]
					in = in && (!asked || among(g.Range, v))
				}
				if in {
					found++
					if !same(c, is) {
						t.Fatalf("seed %d: a case ends %v at %d after %d steps, with inputs of it the program ends %v at %d after %d", seed, c.End, c.At, c.Steps, is.End, is.At, is.Steps)
					}
				}
			}
			if found == 0 {
				t.Fatalf("seed %d: inputs are in no case", seed)
			}
		}
	}
	if t.Logf("%d cases, %d executions, %d programs with several cases and no others", cases, runs, whole); cases < 500 || whole < 10 {
		t.Error("that is too few")
	}
}

// TestComparisons: each comparison of an input with a number on either side tells the values of the input apart as it comes out, each value in one case.
func TestComparisons(t *testing.T) {
	holds := map[string]func(a, b int64) bool{
		"==": func(a, b int64) bool { return a == b }, "!=": func(a, b int64) bool { return a != b }, "<": func(a, b int64) bool { return a < b },
		"<=": func(a, b int64) bool { return a <= b }, ">": func(a, b int64) bool { return a > b }, ">=": func(a, b int64) bool { return a >= b },
	}
	for op, is := range holds {
		for _, c := range []int64{-129, -128, -127, 0, 5, 126, 127, 128} {
			for _, swapped := range []bool{false, true} {
				left, right := "main::y", fmt.Sprintf("%d:i32", c)
				if swapped {
					left, right = right, left
				}
				text := fmt.Sprintf("(%s %s %s)", left, op, right)
				p := irtest.Numbered(t, "func main\nlocal 1 main::x i8\nlocal 2 main::y i32\nentry 1\nexit 4\nloc 1\nloc 2\nloc 3\nloc 4\nloc 9 error \"unreach-call\"\n"+
					"edge 1 -> 2: havoc main::x call \"input\"\nedge 2 -> 3: main::y := cast.i32(main::x)\nedge 3 -> 9: assume "+text+"\nedge 3 -> 4: assume !"+text+"\nend\nmain main\n")
				of := map[int64]int{}
				for todo := [][]interp.Range{{}}; len(todo) > 0; {
					out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{Unknown: true, NoPath: true, Cases: todo[len(todo)-1]})
					todo = append(todo[:len(todo)-1], out.Left...)
					for v := int64(-128); v < 128; v++ {
						if !among(out.Given[0].Range, num.I(v)) {
							continue
						}
						of[v]++
						a, b := v, c
						if swapped {
							a, b = c, v
						}
						if is(a, b) != (out.End == interp.Reached) {
							t.Fatalf("%s with %d: %v", text, v, out.End)
						}
					}
				}
				for v := int64(-128); v < 128; v++ {
					if of[v] != 1 {
						t.Fatalf("%s: %d is in %d cases", text, v, of[v])
					}
				}
			}
		}
	}
}

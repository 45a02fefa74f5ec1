package counterexample_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/num"
)

// chainProgram is a program that executes the statements, of which one that is a condition leads to the end where it does not hold; behind them is an
// error.
func chainProgram(t *testing.T, head string, statements ...string) *ir.Program {
	t.Helper()
	var b strings.Builder
	n := len(statements)
	fmt.Fprintf(&b, "%sfunc main\nlocal 11 x i32\nlocal 12 y i32\nlocal 13 z i32\nlocal 14 i i64\nlocal 15 p p64\nlocal 16 q p64\nentry 1\nexit 100\n", head)
	edge := 1
	for i, s := range statements {
		fmt.Fprintf(&b, "loc %d\n", i+1)
		if c, ok := strings.CutPrefix(s, "if "); ok {
			fmt.Fprintf(&b, "edge %d -> %d: assume %s then\nedge %d -> 100: assume !(%s) else\n", edge, i+2, c, edge+1, c)
			edge += 2
			continue
		}
		fmt.Fprintf(&b, "edge %d -> %d: %s\n", edge, i+2, s)
		edge++
	}
	fmt.Fprintf(&b, "loc %d error \"unreach-call\"\nloc 100\nend\nmain main\n", n+1)
	return irtest.Parse(t, b.String())
}

// TestForgedTraces: an execution that reaches the error is none if an approximation, what C leaves open, or an unknown pointer that happens to
// be the address of an object decides that; and only then. Inputs are 1, and those of pointers the address of the object.
func TestForgedTraces(t *testing.T) {
	const regions = "global 1 m mem32\nglobal 2 n mem32\nglobal 3 g p64\nobject 1 global \"a\" size 4 align 4 addr 1048576 zero\nobject 2 global \"b\" size 4 align 4 addr 1048640 zero\nobject 3 unknown \"*f\" size -1 align 16 addr 1099511627776\n" +
		"func f\nparam 31 f::a i32\nresult 32 f::r i32\nentry 201\nexit 202\nloc 201\nedge 501 -> 202: f::r := f::a\nloc 202\nend\n" +
		"func g\nresult 33 g::r i32\nentry 301\nexit 303\nloc 301\nedge 601 -> 302: havoc g::r magnitude \"g\"\nloc 302\nedge 602 -> 303: assume (g::r >= 0:i32)\nloc 303\nend\n" +
		"func h\nparam 34 h::a i32\nresult 35 h::r i32\nentry 401\nexit 402\nloc 401\nedge 701 -> 402: h::r := call g()\nloc 402\nend\n"
	for _, c := range []struct {
		name       string
		statements []string
		want       string // "", "approximated", "open", "address"
	}{
		{"an input", []string{`havoc x call "f"`, "if (x == 1:i32)"}, ""},
		{"an approximation", []string{`havoc x approximation "f"`, "if (x == 1:i32)"}, "approximated"},
		{"an approximation that does not matter", []string{`havoc x approximation "f"`, "y := 1:i32", "if (y == 1:i32)"}, ""},
		{"what is computed of one", []string{`havoc x approximation "f"`, "y := (x + 3:i32)", "if (y == 4:i32)"}, "approximated"},
		{"what was one and has changed", []string{`havoc x approximation "f"`, "x := 1:i32", "if (x == 1:i32)"}, ""},
		{"a cell that has one", []string{`havoc x approximation "f"`, "m := 0:mem32", "store[m](0:p64, x)", "if (load.i32[m](0:p64) == 1:i32)"}, "approximated"},
		{"another cell", []string{`havoc x approximation "f"`, "m := 0:mem32", "store[m](0:p64, x)", "if (load.i32[m](4:p64) == 0:i32)"}, ""},
		{"any cell, where one decides which", []string{`havoc p approximation "f"`, "m := 0:mem32", "store[m](p, 5:i32)", "if (load.i32[m](4:p64) == 0:i32)"}, "approximated"},
		{"a copy of a region", []string{`havoc x approximation "f"`, "m := 0:mem32", "store[m](0:p64, x)", "n := m", "if (load.i32[n](0:p64) == 1:i32)"}, "approximated"},
		{"a region that was filled again", []string{`havoc x approximation "f"`, "m := 0:mem32", "store[m](0:p64, x)", "m := 1:mem32", "if (load.i32[m](0:p64) == 1:i32)"}, ""},
		{"a side that decides without it", []string{`havoc x approximation "f"`, "y := 1:i32", "if ((x == 1:i32) || (y == 1:i32))"}, ""},
		{"a side that does not decide", []string{`havoc x approximation "f"`, "y := 1:i32", "if ((x == 1:i32) || (y == 2:i32))"}, "approximated"},
		{"a conjunction needs both", []string{`havoc x approximation "f"`, "y := 1:i32", "if ((x == 1:i32) && (y == 1:i32))"}, "approximated"},
		{"an argument and a result", []string{`havoc x approximation "f"`, "y := call f(x)", "if (y == 1:i32)"}, "approximated"},
		{"another argument, later", []string{`havoc x approximation "f"`, "y := call f(x)", "y := call f(1:i32)", "if (y == 1:i32)"}, ""},

		{"what is open", []string{`havoc x open "f"`, "if (x == 1:i32)"}, "open"},
		{"what is open and comes to the error in any case", []string{`havoc x open "f"`, "if ((x == 1:i32) || (x != 1:i32))"}, ""},
		{"what is open and does not matter", []string{`havoc x open "f"`, "y := 1:i32", "if (y == 1:i32)"}, ""},

		{"a magnitude", []string{`havoc x magnitude "f"`, "if (x >= 0:i32)", "if (x == 1:i32)"}, "open"},
		{"the sign of one", []string{`havoc x magnitude "f"`, "if (x >= 0:i32)", "if (x >= 0:i32)", "if ((x + 1:i32) != 0:i32)"}, "open"},
		{"the sign of one that is not too large", []string{`havoc x magnitude "f"`, "if ((x >= 0:i32) && (x < 2147483647:i32))", "if ((x + 1:i32) > 0:i32)"}, ""},
		{"a magnitude in a cell", []string{`havoc x magnitude "f"`, "if (x >= 0:i32)", "m := 0:mem32", "store[m](0:p64, x)", "n := m", "if (load.i32[n](0:p64) == 1:i32)"}, "open"},
		{"a magnitude that decides which cell", []string{`havoc x magnitude "f"`, "if (x >= 0:i32)", "m := 1:mem32", "if (load.i32[m](cast.p64(x)) == 1:i32)"}, "open"},
		{"a magnitude through a call", []string{`havoc x magnitude "f"`, "if (x >= 0:i32)", "y := call f(x)", "if (y == 1:i32)"}, "open"},
		{"a magnitude from a call", []string{"y := call h(1:i32)", "if (y == 1:i32)"}, "open"},
		{"a sign from a call", []string{"y := call h(1:i32)", "if (y >= 0:i32)"}, ""},
		{"two magnitudes", []string{`havoc x magnitude "f"`, "if (x >= 0:i32)", `havoc y magnitude "f"`, "if (y >= 0:i32)", "if (x == y)"}, "open"},

		{"an unknown pointer that is compared with an address", []string{`havoc p call "f"`, "if (p == &1:p64)"}, "address"},
		{"an unknown pointer that memory is read through", []string{`havoc p call "f"`, "if (load.i32[m](p) == 1:i32)"}, "address"},
		{"an unknown pointer that nothing uses", []string{`havoc p call "f"`, "y := 1:i32", "if (y == 1:i32)"}, "address"},
		{"a number that is made a pointer and is the address", []string{`havoc x call "f"`, "p := cast.p64((x * 1048576:i32))", "if (p == &1:p64)"}, "address"},
		{"one that is not", []string{`havoc x call "f"`, "p := cast.p64((x * 1048576:i32))", "if (p != &2:p64)"}, ""},
		{"an address", []string{"p := &1:p64", "if (p == &1:p64)"}, ""},
	} {
		p := chainProgram(t, regions, c.statements...)
		p.FreshPointers = true
		in := interp.Inputs{
			Scalar: func(e *ir.Edge, _ int) num.Int {
				if e.Stmt.(*ir.Havoc).Var.Type.Kind == ir.Pointer {
					return num.I(1048576)
				}
				return num.I(1)
			},
			Cell: func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(1) },
		}
		out := interp.Run(t.Context(), p, in, interp.Options{})
		if out.End != interp.Reached {
			t.Fatalf("%s: %s %s", c.name, out.End, out.Reason)
		}
		_, err := counterexample.Unsafe(t.Context(), p, &verdict.Trace{Path: out.Path, Input: out.Input, Memory: out.Memory, Error: out.At, Goal: p.Locs[out.At].Goal})
		var no *counterexample.NotReplayed
		got := ""
		switch {
		case err == nil:
		case !errors.As(err, &no):
			got = err.Error()
		case no.Aliases:
			got = "address"
		case no.Open:
			got = "open"
		default:
			got = "approximated"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.name, got, c.want, err)
		}
	}
}

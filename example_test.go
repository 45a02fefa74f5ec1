package craig_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"craig"
	"craig/evidence/verdict"
	"craig/program/cfront"
	"craig/program/ir"
)

// A program that is safe, with the loop invariants that prove it.
func ExampleVerify() {
	res, err := craig.Verify(context.Background(), craig.Options{}, "examples/lock.c")
	if err != nil {
		fmt.Println(err) // with the place in the C file
		return
	}
	fmt.Println(res.Verdict)
	for loc := range res.Invariants {
		if info := res.Program.Locs[loc]; info.Loop {
			fmt.Println("a loop invariant at line", info.LoopPos.Line)
		}
	}
	// Output:
	// TRUE
	// a loop invariant at line 27
}

// A program with an error, where it is, and an execution that leads there: the values of Input, put
// in where the path has a Havoc.
func ExampleVerify_counterexample() {
	res, err := craig.Verify(context.Background(), craig.Options{}, "examples/lock-bug.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Verdict, res.Trace.Property, "at line", res.Program.Locs[res.Trace.Error].Pos.Line)
	calls := 0
	for i, id := range res.Trace.Path {
		e := res.Program.Edges[id]
		if in, ok := e.Stmt.(*ir.Havoc); ok && in.Name == "more_work" && !res.Trace.Input[i].IsZero() {
			calls++
		}
	}
	fmt.Println("more_work says yes at least four times:", calls >= 4)
	// Output:
	// FALSE unreach-call at line 13
	// more_work says yes at least four times: true
}

// Another property, and a limit of time: the result is then Unknown, and says why.
func ExampleVerify_limits() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	opts := craig.Options{C: cfront.Options{Properties: []string{"no-overflow"}}}
	res, err := craig.Verify(ctx, opts, "examples/lock.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Verdict, res.Reason)
	// Output:
	// UNKNOWN timeout
}

// One engine instead of the portfolio, with an option of its own.
func ExampleEngines() {
	for _, c := range craig.Engines() {
		if c.Name != "ufo" {
			continue
		}
		e, err := c.New(func(flag string) string {
			if flag == "post" {
				return "boolean"
			}
			for _, f := range c.Flags {
				if f.Name == flag {
					return f.Default
				}
			}
			return ""
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		res, err := craig.Verify(context.Background(), craig.Options{Engine: e}, "examples/lock.c")
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(res.Verdict, res.Engine)
	}
	// Output:
	// TRUE ufo
}

// A proof is checked again, without the engines; a damaged one is rejected.
func ExampleCertify() {
	ctx := context.Background()
	res, err := craig.Verify(ctx, craig.Options{}, "examples/lock.c")
	if err != nil || res.Verdict != verdict.True {
		fmt.Println(err, res)
		return
	}
	fmt.Println(craig.Certify(ctx, res.Program, &res.Result, nil, 0))
	for loc, inv := range res.Invariants {
		res.Invariants[loc] = inv.Store().True()
	}
	err = craig.Certify(ctx, res.Program, &res.Result, nil, 0)
	fmt.Println(err != nil, errors.Is(err, context.Canceled))
	// Output:
	// <nil>
	// true false
}

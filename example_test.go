package craig_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"craig"
)

// A program that is safe, with the loop invariant that proves it.
func ExampleVerify() {
	res, err := craig.Verify(context.Background(), craig.Options{}, "examples/lock.c")
	if err != nil {
		fmt.Println(err) // with the place in the C file
		return
	}
	fmt.Println(res.Verdict)
	for _, inv := range res.Invariants {
		fmt.Println("a loop at line", inv.Pos.Line)
	}
	// Output:
	// TRUE
	// a loop at line 27
}

// A program with an error: where it is, and the execution that leads there.
func ExampleVerify_counterexample() {
	res, err := craig.Verify(context.Background(), craig.Options{}, "examples/lock-bug.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Line(), "at line", res.Execution.Error.Line)
	calls := 0
	for _, in := range res.Execution.Inputs {
		if strings.HasPrefix(in.Text, "more_work()") && !strings.HasSuffix(in.Text, " 0") {
			calls++
		}
	}
	fmt.Println("more_work says yes at least four times:", calls >= 4)
	// Output:
	// FALSE(unreach-call) at line 13
	// more_work says yes at least four times: true
}

// Another property, and a limit of time: the verdict is then Unknown, and says why.
func ExampleVerify_limits() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	opts := craig.Options{C: craig.C{Properties: []craig.Property{craig.NoOverflow}}}
	res, err := craig.Verify(ctx, opts, "examples/lock.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Verdict, res.Reason == craig.Timeout, res.Hint)
	// Output:
	// UNKNOWN true more time
}

const half = `#include "input.h"
int main(void)
{
	unsigned x = input(), y = x / 2;
	while (y > 0)
		y--;
	if (y != 0)
		reach_error();
	return 0;
}
`

// Files in memory, headers included.
func ExampleTexts() {
	files := craig.Texts{
		"half.c":  half,
		"input.h": "unsigned input(void);\nvoid reach_error(void);\n",
	}
	res, err := craig.Verify(context.Background(), craig.Options{FS: files}, "half.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Verdict, res.Files[0].Name)
	delete(files, "input.h")
	_, err = craig.Verify(context.Background(), craig.Options{FS: files}, "half.c")
	var wrong *craig.Error
	fmt.Println(errors.As(err, &wrong), wrong.Pos.Line)
	// Output:
	// TRUE half.c
	// true 1
}

// One engine instead of several, with an option of its own.
func ExampleOptions_engine() {
	opts := craig.Options{Engine: craig.UFO{Post: craig.PostBoolean}}
	res, err := craig.Verify(context.Background(), opts, "examples/lock.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Verdict, "by", res.Engine)
	// Output:
	// TRUE by ufo
}

// A result is written, read, and certified again.
func ExampleCertify() {
	ctx := context.Background()
	res, err := craig.Verify(ctx, craig.Options{}, "examples/lock.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file strings.Builder
	if _, err := res.WriteTo(&file); err != nil {
		fmt.Println(err)
		return
	}
	again, err := craig.ReadResult(ctx, strings.NewReader(file.String()), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Line(), "is certified:", craig.Certify(ctx, again, nil) == nil)
	// Output:
	// TRUE is certified: true
}

// Tests for both outcomes of every condition.
func ExampleCover() {
	files := craig.Texts{"sign.c": `int input(void);
int main(void)
{
	int x = input();
	if (x < 0)
		return -1;
	if (x < -5)
		return -2;
	return 1;
}
`}
	suite, err := craig.Cover(context.Background(), craig.CoverOptions{FS: files}, "sign.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(suite.Tests), "tests cover", suite.Count(craig.Covered), "goals")
	for _, g := range suite.Goals {
		if g.Status == craig.Unreachable {
			fmt.Println("line", g.Pos.Line, g.What, "is unreachable")
		}
	}
	// Output:
	// 2 tests cover 3 goals
	// line 7 condition true is unreachable
}

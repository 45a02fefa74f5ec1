// Package schedule has compiled programs with threads be executed in many ways: the compiler puts a call before each access to memory (as for
// ThreadSanitizer), and what is called there waits for a while or not, by chance. What a compiled program then does, it may do.
package schedule

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Runtime is a C file with what is called before accesses. It is not compiled with Flags itself.
//
//go:embed runtime/runtime.c
var Runtime []byte

// Name is the name of its file, and Seed the variable of the environment with a number that decides how long it waits.
const (
	Name = "schedule.c"
	Seed = "CRAIG_SCHEDULE"
)

// Interrupted tells whether an interrupt comes in t.
func Interrupted(p *ir.Program, t *verdict.Trace) bool {
	for i, id := range t.Path {
		if h, ok := p.Edges[id].Stmt.(*ir.Havoc); ok && h.Source == ir.FromInterrupt && !t.Input[i].IsZero() && !p.Threaded() {
			return true
		}
	}
	return false
}

// race is the property of which ThreadSanitizer itself is the judge.
const race = "no-data-race"

// Wants tells whether counterexamples to a property of p are looked for in this way.
func Wants(p *ir.Program, property string) bool {
	return p.Threaded() && (property == race || property == "unreach-call")
}

const sanitizer = "-fsanitize=thread"

// Flags are those that a program is compiled with.
func Flags() []string { return []string{sanitizer} }

// Linking are the flags and files that a program of so compiled files is linked with.
func Linking(property string, flags []string) (with, support []string) {
	if property == race {
		return flags, []string{"-pthread"}
	}
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == sanitizer }), []string{Name, "-pthread"}
}

// Until executes a program with the numbers from 1 on until found is true, for a time. n is how often.
func Until(ctx context.Context, limit time.Duration, execute func(n int) (found bool)) (n int, found bool) {
	for end := time.Now().Add(limit); ctx.Err() == nil && !found && (n == 0 || time.Now().Before(end)); {
		n++
		found = execute(n)
	}
	return n, found
}

// Found and NotFound say what has come of n executions.
func Found(property string, at ir.Pos, n int) string {
	what := "the compiled program reaches the error"
	if property == race {
		what = "ThreadSanitizer reports the data race"
	}
	return fmt.Sprintf("%s at line %d in the execution number %d, in which threads take turns by chance", what, at.Line, n)
}

func NotFound(n int) string {
	return fmt.Sprintf("%d executions of the compiled program, in which threads take turns by chance, do not come to it", n)
}

var (
	report = regexp.MustCompile(`(?s)WARNING: ThreadSanitizer: data race.*?\n={10}`)
	frame  = regexp.MustCompile(`(?m)^ +#0 .*?:(\d+)(?::\d+)? \(`)
)

// Race tells whether ThreadSanitizer has reported a data race in which one of both accesses is at a line.
func Race(stderr string, line int) bool {
	for _, text := range report.FindAllString(stderr, -1) {
		for _, m := range frame.FindAllStringSubmatch(text, -1) {
			if m[1] == strconv.Itoa(line) {
				return true
			}
		}
	}
	return false
}

// Package runtest has tests of verdicts fail at any failure of craig itself, also where the verdict is the
// expected one: an engine that panics, or that gives a proof or a trace which is none, is easily passed over
// where another engine answers, or where UNKNOWN is expected.
package runtest

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"craig/internal/run"
)

// Main is the TestMain of a package.
func Main(m *testing.M) { os.Exit(Tests{m}.Run()) }

// Tests are those of a package.
type Tests struct{ *testing.M }

// Run runs them. Its status is not 0 if one fails, or if craig has failed in one.
func (t Tests) Run() int {
	var mu sync.Mutex
	var bugs []string
	run.OnBug = func(b *run.Bug) {
		mu.Lock()
		defer mu.Unlock()
		bugs = append(bugs, fmt.Sprintf("%s: this is a bug in craig: %s", caller(), b))
	}
	status := t.M.Run()
	mu.Lock()
	defer mu.Unlock()
	for _, b := range bugs {
		fmt.Println(b)
	}
	if len(bugs) > 0 {
		fmt.Println("FAIL")
		status = max(status, 1)
	}
	return status
}

// Exit has a process that is craig for a test end at a failure of craig itself, with a status that no test expects.
func Exit() {
	run.OnBug = func(b *run.Bug) {
		fmt.Fprintf(os.Stderr, "this is a bug in craig: %s\n", b)
		os.Exit(99)
	}
}

// caller is the place in a test from where the run was called, not in its helpers, if it is in the same goroutine.
func caller() string {
	place := "a test"
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.File, "_test.go") {
			place = fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return place
		}
	}
}

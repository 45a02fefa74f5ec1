// Package testenv says what tests need that may be missing here, in the manner of Go's own internal/testenv.
// Only tests import it. What they miss by it, go test ./... shows in its last lines: see Main.
package testenv

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// Tests of verdicts make a hundred small programs a second, and what one of them leaves is garbage for the next: with its usual setting the garbage
// collector takes a third of their time. GOGC says otherwise; so do tests that run craig as a process of its own, which is not called *.test.
func init() {
	if os.Getenv("GOGC") == "" && strings.Contains(filepath.Base(os.Args[0]), ".test") {
		debug.SetGCPercent(300)
	}
}

// LongVariable is the environment variable that asks for the long tests, if it is not empty.
const LongVariable = "CRAIG_LONG"

// NeedsTool skips a test without the program of this name, and returns its path otherwise.
func NeedsTool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Skip(t, name)
	}
	return path
}

// Skip skips a test for want of something.
func Skip(t testing.TB, what string) {
	t.Helper()
	t.Skipf("needs %s", what)
}

// Has is whether there is a program of this name.
func Has(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// Long is whether long tests were asked for: CRAIG_LONG=1 go test ./...
func Long() bool { return os.Getenv(LongVariable) != "" }

// NeedsLong skips a long test that was not asked for. Long are the suites of many verdicts: without them a package
// takes less than 25 s of processor time (.ci/times).
func NeedsLong(t testing.TB) {
	t.Helper()
	if !Long() {
		t.Skipf("long: %s=1 asks for it", LongVariable)
	}
}

// Sample skips a case of a long table that was not asked for, but for every n-th: number i is taken if n divides it.
func Sample(t testing.TB, i, n int) {
	t.Helper()
	if i%n != 0 {
		NeedsLong(t)
	}
}

// Night is whether all cases of long tables were asked for: .ci/nightly sets NIGHT.
func Night() bool { return os.Getenv("NIGHT") != "" }

// Alternate skips every second case of a long table, those with odd numbers, but at night.
func Alternate(t testing.TB, i int) {
	t.Helper()
	Nightly(t, i, 2)
}

// Nightly skips a case of a long table but for every n-th, and but at night: number i is taken if n divides it.
func Nightly(t testing.TB, i, n int) {
	t.Helper()
	if i%n != 0 && !Night() {
		t.Skip("at night: NIGHT asks for it")
	}
}

// Count is how many random cases a test takes: the larger number if long tests were asked for.
func Count(usual, long int) int {
	if Long() {
		return long
	}
	return usual
}

// Random is how many random cases a test takes and the number of the first one, its seed: CRAIG_RANDOM and CRAIG_SEED say so, as .ci/nightly does
// with other seeds each night; else there are as many as usual, from 0 on.
func Random(usual int) (count int, seed uint64) {
	count = usual
	if n, err := strconv.Atoi(os.Getenv("CRAIG_RANDOM")); err == nil {
		count = n
	}
	seed, _ = strconv.ParseUint(os.Getenv("CRAIG_SEED"), 10, 64)
	return count, seed
}

// Main is the TestMain of the packages in needs/, which are named after what tests need. go test shows nothing that a
// package prints which passes; but it says "[no tests to run]" of one that has none, in this way. With -v it says what is skipped and how to have it.
func Main(m *testing.M, has bool, what, remedy string) {
	if has {
		os.Exit(m.Run())
	}
	fmt.Printf("skipped: the tests that need %s (%s)\n", what, remedy)
	fmt.Println("testing: warning: no tests to run")
}

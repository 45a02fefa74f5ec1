// Package irtest reads programs that tests have as text.
package irtest

import (
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtext"
)

// Parse is the program of the text, which ircheck.Check accepts; otherwise the test fails at once.
func Parse(t testing.TB, text string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse(strings.NewReader(text))
	if err == nil {
		err = ircheck.Check(p)
	}
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

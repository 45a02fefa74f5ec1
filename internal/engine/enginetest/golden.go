package enginetest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Log writes events to b, one a line: what happens, at which node and line of the C file, to which other
// node, with which formula.
func Log(p *ir.Program, b *strings.Builder) func(engine.Event) {
	return func(e engine.Event) {
		line := 0
		if e.Loc != 0 {
			line = p.Loc(e.Loc).Pos.Line
		}
		fmt.Fprintf(b, "%v v%d line %d", e.Kind, e.Node, line)
		if e.Other != 0 {
			fmt.Fprintf(b, " by v%d", e.Other)
		}
		if e.Term.Valid() {
			fmt.Fprintf(b, " %v", e.Term)
		}
		b.WriteString("\n")
	}
}

// Golden fails the test if got is not the text of a file. With UPDATE_GOLDEN in the environment the
// file is written instead.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("got\n%s\nwant\n%s%v", got, want, err)
	}
}

// Undecided says whether res leaves the question open: it is Unknown, or its execution ends at a limit.
func Undecided(res *verdict.Result) bool {
	return res.Verdict == verdict.Unknown || res.Verdict == verdict.False && res.Trace.Goal.IsLimit()
}

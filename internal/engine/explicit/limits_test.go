package explicit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/explicit"
	"craig/internal/evidence/certstates"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// program is the program with that text.
func program(t *testing.T, text string) *ir.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("int __VERIFIER_nondet_int(void); void reach_error(void);\n"+text), 0o666); err != nil {
		t.Fatal(err)
	}
	return enginetest.Inlined(t, cfront.Options{}, file)
}

// bits is a program whose rounds have 2^n executions, each to another state.
func bits(n int) string {
	var b strings.Builder
	b.WriteString("int main(void) { unsigned long s = 0; while (1) {\n")
	for range n {
		b.WriteString("s = s * 2; if (__VERIFIER_nondet_int() > 7) s = s + 1; s = s & 0xffffffffff;\n")
	}
	b.WriteString("if (s == 0xfffffffffff) reach_error(); } }\n")
	return b.String()
}

// TestLimits: one round with 2^40 executions ends when time is up, or states, or instructions, in the search and in the certifier.
func TestLimits(t *testing.T) {
	p := program(t, bits(40))
	over, cancel := context.WithCancel(context.Background())
	cancel()
	search := func(cfg explicit.Config) *explicit.Search {
		s, why := explicit.NewSearch(cfg, p)
		if s == nil {
			t.Fatal(why)
		}
		return s
	}
	s := search(explicit.Config{})
	for range 2 {
		if res := s.RunFor(context.Background(), nil, 100_000); res.Reason != verdict.Bound || s.Over() {
			t.Errorf("100,000 instructions: %s, %s", res.Reason, res.Detail)
		}
	}
	if res := s.Run(over, nil); res.Reason != verdict.Timeout || s.Over() {
		t.Errorf("no time: %s", res.Reason)
	}
	if res := search(explicit.Config{States: 5000}).Run(context.Background(), nil); res.Reason != verdict.Size {
		t.Errorf("5000 states: %s", res.Reason)
	}
	if res := search(explicit.Config{Bytes: 1 << 20}).Run(context.Background(), nil); res.Reason != verdict.Memory {
		t.Errorf("a megabyte: %s", res.Reason)
	}
	if out := certstates.Visit(over, p, nil); out.Why != "time was up" {
		t.Errorf("the certifier without time: %+v", out)
	}
}

// TestPieces: a search that is interrupted in the middle of the executions from a state finds what one finds that is not.
func TestPieces(t *testing.T) {
	p := program(t, bits(10))
	whole, _ := explicit.NewSearch(explicit.Config{States: 3000}, p)
	pieces, _ := explicit.NewSearch(explicit.Config{States: 3000}, p)
	want := whole.Run(context.Background(), nil)
	got := pieces.RunFor(context.Background(), nil, 5000)
	for n := 0; got.Reason == verdict.Bound; n++ {
		if n > 10_000 {
			t.Fatal("it does not come to an end")
		}
		got = pieces.RunFor(context.Background(), nil, 5000)
	}
	if got.Verdict != want.Verdict || got.Reason != want.Reason || fmt.Sprint(got.Stats) != fmt.Sprint(want.Stats) {
		t.Errorf("%s, %v; without interruption %s, %v", got.Verdict, got.Stats, want.Verdict, want.Stats)
	}
}

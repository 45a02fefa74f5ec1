package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/cfront"
)

// TestOutcomes: programs that were once decided wrongly, or not at all, with what the compiled program does.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct{ name, properties, text, want string }{
		{"bit-fields that have values, with memory", "uninit,valid-deref,valid-free", "int main(void) { struct { int a : 3, b : 5; } s = {0}; s.a = 5; return s.a + s.b; }", "TRUE"},
		{"bit-fields that have none, with memory", "uninit,valid-deref,valid-free", "int main(void) { struct { int a : 3, b : 5; } s; s.a = 5; return s.a + s.b; }", "FALSE(uninit)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.c")
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: strings.Split(c.properties, ",")}, nil, file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := res.Verdict.String()
			if res.Trace != nil {
				got += "(" + res.Trace.Goal.Property + ")"
			}
			if got != c.want {
				t.Errorf("%s %s, want %s of\n%s", got, res.Detail, c.want, c.text)
			}
		})
	}
}

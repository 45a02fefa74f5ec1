package elements_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/cfront"
)

var attacks = flag.Bool("attacks", false, "TestAttacked takes all programs, each for longer")

// TestAttacked: of programs with an error that look as if they had none nothing is proved, and the engine does not break
// down. Compiled by gcc, 45 of the 48 come to it with
// inputs by chance, the others by counterexamples.
func TestAttacked(t *testing.T) {
	text, err := os.ReadFile("testdata/attacks.txt")
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`(?m)^-- (\w+) --\n`).FindAllStringSubmatchIndex(string(text), -1)
	every, limit := 5, 200*time.Millisecond
	if *attacks {
		every, limit = 1, 10*time.Second
	}
	for i := 0; i < len(parts); i += every {
		name, body := string(text[parts[i][2]:parts[i][3]]), string(text[parts[i][1]:])
		if i+1 < len(parts) {
			body = string(text[parts[i][1]:parts[i+1][0]])
		}
		if !strings.Contains(body, "reach_error()") {
			t.Fatalf("%s has no error", name)
		}
		file := filepath.Join(t.TempDir(), name+".c")
		if err := os.WriteFile(file, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
		small := enginetest.Reduced(t, cfront.Options{}, file)
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		res := enginetest.Run(ctx, t, elements.New(), enginetest.Task(small, nil))
		cancel()
		if res.Verdict == verdict.True {
			t.Errorf("%s: TRUE of a program with an error", name)
		}
	}
}

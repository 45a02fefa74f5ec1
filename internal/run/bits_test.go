package run

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestBits: the programs of testdata/bits have the verdicts of their first lines, which the certifier accepts.
func TestBits(t *testing.T) { testVerdicts(t, "bits") }

// TestPolynomial: those of testdata/polynomial, which take equalities that are not linear.
func TestPolynomial(t *testing.T) { testVerdicts(t, "polynomial") }

// TestLastCalls: those of testdata/lastcalls, with recursion that is a loop.
func TestLastCalls(t *testing.T) { testVerdicts(t, "lastcalls") }

func testVerdicts(t *testing.T, folder string) {
	testenv.NeedsLong(t)
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/" + folder + "/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for i, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			testenv.Nightly(t, i+i/4, 4) // with an error, and without
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := verdict.True
			if bytes.HasPrefix(text, []byte("// verdict: FALSE")) {
				want = verdict.False
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != want {
				t.Errorf("%v by %s: %s", res.Verdict, res.Engine, res.Detail)
			}
		})
	}
}

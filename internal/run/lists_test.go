package run

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
)

// TestLists: of the programs in testdata/lives, which build linked structures, those that are wrong
// violate the property that they say; of the others no error is reported. (Most of those have lists of
// any length, for which proofs need facts about all nodes.)
func TestLists(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	files, _ := filepath.Glob("../../testdata/lives/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	expected := regexp.MustCompile(`(?m)^// verdict: (TRUE|FALSE)(?:\((.*)\))?$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := expected.FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s: no verdict", file)
		}
		limit := time.Minute
		if string(m[1]) == "TRUE" {
			limit = time.Second
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		opts := cfront.Options{Properties: []string{"valid-deref", "valid-free", "valid-memtrack"}}
		res, err := Verify(ctx, prepare.New(opts, nil, file), Options{})
		cancel()
		switch {
		case err != nil:
			t.Fatal(err)
		case string(m[1]) == "TRUE" && res.Verdict == verdict.False:
			t.Errorf("%s: %v", file, res.Trace.Goal)
		case string(m[1]) == "FALSE" && (res.Verdict != verdict.False || res.Trace.Goal.Property != string(m[2])):
			t.Errorf("%s: %v %s", file, res.Verdict, res.Detail)
		}
	}
}

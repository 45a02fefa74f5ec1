package elements_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestEnds: programs under testdata/ends are proved by facts about single elements and the order of places, without any about
// all elements. The unsafe twins are not proved.
func TestEnds(t *testing.T) {
	files, err := filepath.Glob("testdata/ends/*.c")
	if err != nil || len(files) < 2 {
		t.Fatal("no programs: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := enginetest.Wanted(t, file)
			p := enginetest.Reduced(t, cfront.Options{}, file)
			limit := time.Minute
			if want == verdict.False {
				limit = time.Second
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			res := enginetest.Run(ctx, t, elements.New(), enginetest.Task(p, nil))
			if want == verdict.False {
				if res.Verdict == verdict.True {
					t.Fatal("TRUE of a program with an error")
				}
				return
			}
			if res.Verdict != verdict.True {
				t.Fatalf("%s: %s", res.Verdict, res.Detail)
			}
			if _, ok := res.Proof.(verdict.Invariants); !ok {
				t.Errorf("the proof is %T", res.Proof)
			}
			if err := enginetest.Certify(p, res); err != nil {
				t.Error(err)
			}
		})
	}
}

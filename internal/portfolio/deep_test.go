package portfolio_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestDeep: loops of a thousand million rounds are proved by closed forms, and their broken twins are not.
func TestDeep(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/deep/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for i, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			want, limit := enginetest.Wanted(t, file), time.Minute
			if want == verdict.False {
				testenv.NeedsLong(t)
				testenv.Nightly(t, i/2, 4)
				limit = time.Second
			}
			p := enginetest.Reduced(t, cfront.Options{}, file)
			task := enginetest.Task(p, nil)
			_, task.Assume = portfolio.Plan(t.Context(), p, enginetest.NewSolver)
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			res := enginetest.Run(ctx, t, portfolio.Polynomials(), task)
			if err := enginetest.Certify(p, res); err != nil {
				t.Error(err)
			}
			// No proof is found of what is wrong; the execution that shows it is too long.
			if (res.Verdict == verdict.True) != (want == verdict.True) {
				t.Errorf("%v: %s", res.Verdict, res.Detail)
			}
		})
	}
}

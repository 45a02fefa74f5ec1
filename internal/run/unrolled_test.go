package run

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/engine/bmc"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
	"craig/logic/term"
)

// TestUnrolled: the programs of testdata/unrolled are decided by unrolling their loops, as their first
// lines say, and the certifier, which has accepted the evidence, accepts none that is changed: with a round less, and with a false
// invariant at each of at most four places.
func TestUnrolled(t *testing.T) {
	testenv.NeedsLong(t)
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/unrolled/*.c")
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
			res, err := Verify(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{Engine: bmc.Complete()})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != want {
				t.Fatalf("%v: %s", res.Verdict, res.Detail)
			}
			again := func(p verdict.Proof) error {
				r := res.Result
				r.Proof = p
				_, err := Certify(context.Background(), res.Program, &r, nil, 0)
				return err
			}
			proof, ok := res.Proof.(verdict.Unrolled)
			if !ok {
				return
			}
			var r *certify.Rejection
			if err := again(verdict.Unrolled{Rounds: proof.Rounds - 1, Invariants: proof.Invariants}); !errors.As(err, &r) {
				t.Errorf("with a round less: %v", err)
			}
			st := term.NewStore()
			locs := slices.Sorted(maps.Keys(proof.Invariants))
			for i := 0; i < len(locs); i += 1 + len(locs)/4 {
				l := locs[i]
				wrong := maps.Clone(proof.Invariants)
				wrong[l] = st.False()
				if err := again(verdict.Unrolled{Rounds: proof.Rounds, Invariants: wrong}); !errors.As(err, &r) {
					t.Errorf("with a false invariant: %v", err)
				}
			}
		})
	}
}

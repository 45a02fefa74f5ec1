package run

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/engine"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestExchangedFile: a file that is exchanged while it is verified does not get the verdict.
func TestExchangedFile(t *testing.T) {
	const good = "extern int input(void);\nvoid reach_error(void);\nint main(void) { int x = input(); while (x > 0) x--; if (x > 0) reach_error(); }\n"
	const bad = "void reach_error(void);\nint main(void) { reach_error(); }\n"
	file := filepath.Join(t.TempDir(), "p.c")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Error(err)
		}
	}
	write(good)
	exchanged := false
	exchange := func(engine.Event) {
		if !exchanged {
			exchanged = true
			write(bad)
		}
	}
	res, err := Verify(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{Engine: tracer.New(tracer.Config{}), Event: exchange})
	if err != nil || res.Verdict != verdict.True {
		t.Fatalf("%v %v", res, err)
	}
	if !exchanged {
		t.Fatal("the engine made no step")
	}
	sum := sha256.Sum256([]byte(good))
	if len(res.Sources) != 1 || res.Sources[0].SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("the verdict is of %v", res.Sources)
	}
}

package cfront_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/property"
)

// TestEachProperty: a program is read whatever property is asked for, and termination is refused beside another one.
func TestEachProperty(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.c")
	text := "int __VERIFIER_nondet_int(void);\nint main(void) { goto in; for (;;) { in: if (__VERIFIER_nondet_int()) return 0; } }\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range property.Names() {
		if _, err := cfront.Read(t.Context(), cfront.Options{Properties: []string{name}}, file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := cfront.Read(t.Context(), cfront.Options{Properties: []string{"termination", "null"}}, file)
	var refused *cfront.Unsupported
	if !errors.As(err, &refused) || refused.Property != "termination" {
		t.Errorf("termination beside null: %v", err)
	}
}

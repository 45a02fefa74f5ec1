package witness_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/witness"
)

// TestMacroControlled: a macro may be several statements, of which an if controls the first one, so that no braces are put around it.
func TestMacroControlled(t *testing.T) {
	dir := t.TempDir()
	file, name := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml")
	text := "extern void reach_error(void);\nint a;\n#define M a = 1; reach_error()\nint main(void) {\n\tif (a == 5)\n\t\tM;\n}\n"
	w := part("invariant_set", "2.1", "call(reach_error())", "  - invariant: {type: location_invariant, location: {file_name: p.c, line: 6, column: 3}, value: '1', format: c_expression}\n")
	for path, text := range map[string]string{file: text, name: w} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := witness.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	var unsupported *witness.Unsupported
	if _, err := witness.NewClaim(name, entries, file); !errors.As(err, &unsupported) {
		t.Error(err)
	}
}

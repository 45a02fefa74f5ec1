package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// TestIdentity: a program that Go has built has an identifier; what is none has a hash, which its contents decide.
func TestIdentity(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	id, err := identity(self)
	if err != nil || id == "" {
		t.Fatalf("%q, %v", id, err)
	}
	file := filepath.Join(t.TempDir(), "other")
	seen := map[string]bool{id: true}
	for _, text := range []string{"", "\x7fELF", "a script", "another script"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		id, err := identity(file)
		if err != nil || seen[id] {
			t.Errorf("%q: %q, %v", text, id, err)
		}
		seen[id] = true
	}
}

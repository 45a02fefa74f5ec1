package bounded

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReadFile: files to the limit are read, and larger ones, or those without an end, are errors.
func TestReadFile(t *testing.T) {
	for _, c := range []struct {
		size int
		fits bool
	}{{0, true}, {10, true}, {11, false}} {
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, make([]byte, c.size), 0o600); err != nil {
			t.Fatal(err)
		}
		if text, err := ReadFile(name, 10); (err == nil) != c.fits || err == nil && len(text) != c.size {
			t.Errorf("%d bytes: %d read, %v", c.size, len(text), err)
		}
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, err := ReadFile("/dev/zero", 10); err == nil {
			t.Error("/dev/zero was read to its end")
		}
	}
}

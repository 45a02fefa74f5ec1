package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestHalfWritten: of an output that could not be written to its end nothing stays, and no file that was not there before.
func TestHalfWritten(t *testing.T) {
	dir := t.TempDir()
	full := errors.New("no space left on device")
	half := func(w io.Writer) error {
		if _, err := io.WriteString(w, "task,verdict\na.yml,TRUE\n"); err != nil {
			return err
		}
		return full
	}
	for _, there := range []bool{false, true} {
		name := filepath.Join(dir, "out.csv")
		if there {
			if err := os.WriteFile(name, []byte("of an earlier run, and longer than what is written now"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out, err := openOutput(name, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := out.write(half); !errors.Is(err, full) {
			t.Errorf("%v", err)
		}
		out.discard()
		switch text, err := os.ReadFile(name); {
		case !there && !errors.Is(err, os.ErrNotExist):
			t.Errorf("%q, %v", text, err)
		case there && (err != nil || len(text) > 0):
			t.Errorf("%q, %v", text, err)
		}
	}
}

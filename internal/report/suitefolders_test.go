package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestSuiteFile: a file that cannot be written to its end is not there.
func TestSuiteFile(t *testing.T) {
	for _, want := range []error{nil, errors.New("no space left on device")} {
		dir := t.TempDir()
		err := suiteFile(dir, "metadata.xml", func(w io.Writer) error {
			io.WriteString(w, "<test")
			return want
		})
		_, missing := os.Stat(filepath.Join(dir, "metadata.xml"))
		if !errors.Is(err, want) || (missing == nil) != (want == nil) {
			t.Errorf("%v: %v, and of the file %v", want, err, missing)
		}
	}
}

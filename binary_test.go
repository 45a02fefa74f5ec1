package craig_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestNoMethodsByName: nothing in the command can call a method by a name that is known when it runs, as package text/template does. The linker would
// have to keep all methods of all types, which are 2 MB.
func TestNoMethodsByName(t *testing.T) {
	testenv.NeedsLong(t)
	file := filepath.Join(t.TempDir(), "craig")
	build := exec.Command("go", "build", "-ldflags=-s -dumpdep", "-o", file, "./cmd/craig")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	var edges bytes.Buffer
	build.Stderr = &edges
	if err := build.Run(); err != nil || edges.Len() == 0 {
		t.Fatalf("%v: %.1000s", err, edges.String())
	}
	for line := range strings.Lines(edges.String()) {
		// Those of reflect itself are there, but nothing reaches them.
		if from, to, _ := strings.Cut(line, " -> "); strings.Contains(to, "<ReflectMethod>") && !strings.HasPrefix(from, "reflect.") && !strings.HasPrefix(from, "type:reflect.") {
			t.Errorf("methods are called by their names: %s", line)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
}

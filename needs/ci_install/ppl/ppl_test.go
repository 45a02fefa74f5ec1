package ppl_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) {
	testenv.Main(m, testenv.Has("ppl-config") && testenv.Has("g++"), "the Parma Polyhedra Library", ".ci/install")
}

// TestLibrary: a program with the Parma Polyhedra Library is made, and runs.
func TestLibrary(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "a")
	cmd := exec.Command("g++", "-o", exe, "-x", "c++", "-", "-lppl", "-lgmpxx", "-lgmp")
	cmd.Stdin = strings.NewReader("#include <ppl.hh>\nint main() { return Parma_Polyhedra_Library::C_Polyhedron(2).is_empty(); }\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := exec.Command(exe).Run(); err != nil {
		t.Error(err)
	}
}

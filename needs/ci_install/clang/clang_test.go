package clang_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) {
	testenv.Main(m, testenv.Has("clang"), "clang, for MemorySanitizer and the layouts of other machines", ".ci/install")
}

// TestPrograms: clang makes programs with MemorySanitizer, which stop, and knows other machines.
func TestPrograms(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "a")
	cmd := exec.Command("clang", "-fsanitize=memory", "-o", exe, "-x", "c", "-")
	cmd.Stdin = strings.NewReader("#include <stdlib.h>\nint main(void) { int *p = malloc(4); return *p == 3; }\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe).CombinedOutput(); err == nil || !strings.Contains(string(out), "use-of-uninitialized-value") {
		t.Errorf("%v\n%s", err, out)
	}
	cmd = exec.Command("clang", "--target=avr", "-fsyntax-only", "-x", "c", "-")
	cmd.Stdin = strings.NewReader("_Static_assert(sizeof(int) == 2, \"\");\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

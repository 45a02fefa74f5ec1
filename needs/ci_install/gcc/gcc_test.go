package gcc_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) {
	testenv.Main(m, testenv.Has("gcc"), "gcc", ".ci/install")
}

// TestPrograms: gcc makes the programs that the tests run: with 64 and with 32 bits, and with sanitizers.
func TestPrograms(t *testing.T) {
	const program = "#include <stdio.h>\nint main(void) { return printf(\"%d\\n\", (int)sizeof(long)) != 2; }\n"
	for flags, want := range map[string]string{"-m64": "8\n", "-m32": "4\n", "-fsanitize=address,undefined": "8\n"} {
		exe := filepath.Join(t.TempDir(), "a")
		cmd := exec.Command("gcc", flags, "-o", exe, "-x", "c", "-")
		cmd.Stdin = strings.NewReader(program)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", flags, err, out)
		} else if out, err := exec.Command(exe).CombinedOutput(); flags == "-m32" && errors.Is(err, syscall.ENOEXEC) {
			t.Log("this kernel does not run programs of 32 bits")
		} else if err != nil || string(out) != want {
			t.Errorf("%s: %v %q, not %q", flags, err, out, want)
		}
	}
}

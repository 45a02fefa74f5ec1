package cli

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkStart measures a whole process, from its start to a certified verdict on a small
// program.
func BenchmarkStart(b *testing.B) {
	bin := filepath.Join(b.TempDir(), "craig")
	if out, err := exec.Command("go", "build", "-o", bin, "craig/cmd/craig").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for b.Loop() {
		if out, err := exec.Command(bin, "verify", "../../examples/lock.c").CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
}

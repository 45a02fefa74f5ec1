package csmith_test

import (
	"bytes"
	"os/exec"
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) {
	testenv.Main(m, testenv.Has("csmith"), "csmith", ".ci/install")
}

// TestPrograms: csmith writes one program for one seed, and another for another.
func TestPrograms(t *testing.T) {
	program := func(seed string) []byte {
		out, err := exec.Command("csmith", "--seed", seed).Output()
		if err != nil || !bytes.Contains(out, []byte("int main")) {
			t.Fatalf("%v\n%s", err, out)
		}
		return out
	}
	first := program("1")
	if !bytes.Equal(first, program("1")) || bytes.Equal(first, program("2")) {
		t.Error("a program is not that of its seed")
	}
}

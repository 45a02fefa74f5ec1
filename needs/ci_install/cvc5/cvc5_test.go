package cvc5_test

import (
	"os/exec"
	"strings"
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m, testenv.Has("cvc5"), "cvc5", ".ci/install") }

// TestAnswers: cvc5 decides what the tests ask it, several questions in a row.
func TestAnswers(t *testing.T) {
	cmd := exec.Command("cvc5", "--lang=smt2", "--incremental", "--quiet")
	cmd.Stdin = strings.NewReader("(set-logic ALL)(declare-const x Int)(push)(assert (< 0 x 1))(check-sat)(pop)(assert (< 0 x 2))(check-sat)")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "unsat\nsat\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

package z3_test

import (
	"os/exec"
	"strings"
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m, testenv.Has("z3"), "z3", ".ci/install") }

// TestAnswers: z3 decides what the tests ask it, integers and bits with quantifiers.
func TestAnswers(t *testing.T) {
	cmd := exec.Command("z3", "-in", "-smt2")
	cmd.Stdin = strings.NewReader(`(declare-const x Int)(push)(assert (< 0 x 1))(check-sat)(pop)
(assert (forall ((b (_ BitVec 8))) (bvule b (bvadd (_ bv254 8) ((_ int2bv 8) x)))))(check-sat)`)
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "unsat\nsat\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

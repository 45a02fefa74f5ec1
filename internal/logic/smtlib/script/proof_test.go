package script

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestProofsByZ3: with what it declares itself, and the declarations of the script, what a proof speaks of is well-sorted for z3.
func TestProofsByZ3(t *testing.T) {
	z3 := testenv.NeedsTool(t, "z3")
	atom := regexp.MustCompile(`^\(atom a\d+ (.*)\)$`)
	cases := regexp.MustCompile(`:cases \((.*)\)\)$`)
	for name, c := range map[string]struct{ declare, assert, made string }{
		"uninterpreted": {"(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-const b U)(declare-const number!1 Int)",
			"(assert (= (f a) b))(assert (= b a))(assert (distinct (f b) (f (f a))))", "(declare-fun number!1! (U) Int)"},
		"two sorts": {"(declare-sort U 0)(declare-sort |V v| 0)(declare-const a (Array U |V v|))(declare-const b (Array U |V v|))(declare-const i U)(declare-const j U)",
			"(assert (= b (store a i (select a j))))(assert (= i j))(assert (distinct a b))", "(declare-fun diff!1 () U)"},
		"extensional": {"(declare-const a (Array Int Int))(declare-const b (Array Int Int))(declare-fun f ((Array Int Int)) Int)",
			"(assert (= (store a 1 2) (store b 1 2)))(assert (= (select a 1) (select b 1)))(assert (distinct (f a) (f b)))", "(declare-fun diff!1 () Int)"},
		"converted": {"(declare-const a (_ FloatingPoint 5 11))(declare-const b (_ BitVec 8))",
			"(assert (= a ((_ to_fp 5 11) RNE b)))(assert (fp.isNaN a))", "(declare-fun float16.from.int (Int) Int)"},
		"split": {"(declare-const x Int)(declare-const y Int)", "(assert (and (< 1 (+ (* 3 x) (* 6 y))) (< (+ (* 3 x) (* 6 y)) 3)))", ""},
		"bits":  {"(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))", "(assert (bvult a b))(assert (bvult b a))", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := execute(t, Config{}, "(set-option :produce-proofs true)"+c.declare+c.assert+"(check-sat)(get-proof)")
			script, atoms := c.declare, 0
			for line := range strings.Lines(got) {
				line = strings.TrimSpace(line)
				if strings.HasPrefix(line, "(declare") {
					script += line + "\n"
				}
				if m := atom.FindStringSubmatch(line); m != nil {
					script += "(assert (or true " + m[1] + "))\n"
					atoms++
				}
				if m := cases.FindStringSubmatch(line); m != nil {
					script += "(assert (or true " + m[1] + "))\n"
				}
			}
			if atoms == 0 || !strings.Contains(got, c.made) {
				t.Errorf("no proof, or without %s: %.400s", c.made, got)
			}
			z := exec.Command(z3, "-in")
			z.Stdin = strings.NewReader(script)
			if out, _ := z.CombinedOutput(); len(out) > 0 {
				t.Errorf("z3 says: %.400s", out)
			}
		})
	}
}

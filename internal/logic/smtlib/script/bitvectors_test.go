package script_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/logic/smtlib/script"
)

// vectors makes random formulas of QF_BV, with every operator of the theory.
type vectors struct {
	*rand.Rand
	n int // width of the variables x, y and z
}

func (v *vectors) pick(names ...string) string { return names[v.IntN(len(names))] }

// of is a term of n bits.
func (v *vectors) of(n, depth int) string {
	if depth == 0 {
		if n == v.n && v.IntN(4) > 0 {
			return v.pick("x", "y", "z")
		}
		if v.IntN(2) == 0 {
			return fmt.Sprintf("(_ bv%d %d)", v.IntN(1<<min(n, 3)), n)
		}
		return "#b" + fmt.Sprintf("%0*b", n, v.Uint64()>>(64-n))
	}
	d := depth - 1
	switch v.IntN(12) {
	case 0:
		return fmt.Sprintf("(%s %s)", v.pick("bvnot", "bvneg"), v.of(n, d))
	case 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", v.pick("bvand", "bvor", "bvxor", "bvxnor", "bvnand", "bvnor"), v.of(n, d), v.of(n, d))
	case 4, 5:
		return fmt.Sprintf("(%s %s %s)", v.pick("bvadd", "bvsub", "bvmul"), v.of(n, d), v.of(n, d))
	case 6:
		return fmt.Sprintf("(%s %s %s)", v.pick("bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"), v.of(n, d), v.of(n, d))
	case 7:
		return fmt.Sprintf("(%s %s %s)", v.pick("bvshl", "bvlshr", "bvashr"), v.of(n, d), v.of(n, d))
	case 8:
		return fmt.Sprintf("(ite %s %s %s)", v.formula(d), v.of(n, d), v.of(n, d))
	case 9:
		if n == 1 {
			return fmt.Sprintf("(bvcomp %s %s)", v.of(v.n, d), v.of(v.n, d))
		}
		k := 1 + v.IntN(n-1)
		return fmt.Sprintf("(concat %s %s)", v.of(k, d), v.of(n-k, d))
	case 10:
		k := v.IntN(3)
		j := v.IntN(k + 1)
		return fmt.Sprintf("((_ extract %d %d) %s)", j+n-1, j, v.of(n+k, d))
	}
	if n > 1 && v.IntN(2) == 0 {
		k := 1 + v.IntN(n-1)
		return fmt.Sprintf("((_ %s %d) %s)", v.pick("zero_extend", "sign_extend"), n-k, v.of(k, d))
	}
	return fmt.Sprintf("((_ %s %d) %s)", v.pick("rotate_left", "rotate_right"), v.IntN(2*n), v.of(n, d))
}

func (v *vectors) formula(depth int) string {
	if depth > 0 && v.IntN(3) == 0 {
		return fmt.Sprintf("(%s %s %s)", v.pick("and", "or", "xor", "="), v.formula(depth-1), v.formula(depth-1))
	}
	n := v.n
	if v.IntN(4) == 0 {
		n = 1 + v.IntN(2*v.n)
	}
	rel := v.pick("=", "=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge")
	return fmt.Sprintf("(%s %s %s)", rel, v.of(n, depth), v.of(n, depth))
}

// TestBitVectors compares random formulas of QF_BV with z3 and cvc5, and has them confirm models.
// CRAIG_RANDOM is how many.
func TestBitVectors(t *testing.T) {
	count := 60
	if n, err := strconv.Atoi(os.Getenv("CRAIG_RANDOM")); err == nil {
		count = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("CRAIG_SEED"), 10, 64)
	var formulas []string
	var ours []string
	var models []string
	v := &vectors{Rand: rand.New(rand.NewPCG(seed, 77))}
	var text strings.Builder
	text.WriteString("(set-logic QF_BV)\n")
	for range count {
		v.n = []int{1, 2, 3, 4, 5, 8, 13, 32}[v.IntN(8)]
		depth := 1 + v.IntN(3)
		if v.n > 8 {
			depth = 2 // products and quotients of wide words are hard for everybody
		}
		f := fmt.Sprintf("(declare-const x (_ BitVec %[1]d))(declare-const y (_ BitVec %[1]d))(declare-const z (_ BitVec %[1]d))\n(assert %s)", v.n, v.formula(depth))
		if v.IntN(2) == 0 {
			f += fmt.Sprintf("(assert %s)", v.formula(depth))
		}
		formulas = append(formulas, f)
		var out bytes.Buffer
		in := script.New(script.Config{}, &out)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		if err := in.Run(ctx, strings.NewReader("(set-logic QF_BV)\n"+f+"\n(check-sat)(get-value (x y z))")); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		cancel()
		status, rest, _ := strings.Cut(out.String(), "\n")
		model := ""
		if status == "sat" {
			for _, pair := range strings.Split(strings.Trim(strings.TrimSpace(rest), "()"), ") (") {
				name, value, _ := strings.Cut(pair, " ")
				model += fmt.Sprintf("(assert (= %s %s))", name, value)
			}
		}
		ours, models = append(ours, status), append(models, model)
		fmt.Fprintf(&text, "(push 1)\n%s\n(check-sat)\n%s(check-sat)\n(pop 1)\n", f, model)
	}
	tally := map[string]int{}
	for _, cmd := range [][]string{{"z3", "-in", "-t:5000"}, {"cvc5", "--incremental", "--tlimit-per=5000", "-q"}} {
		path, err := exec.LookPath(cmd[0])
		if err != nil {
			t.Logf("no %s", cmd[0])
			continue
		}
		c := exec.Command(path, cmd[1:]...)
		c.Stdin = strings.NewReader(text.String())
		out, _ := c.Output()
		lines := strings.Fields(string(out))
		if len(lines) != 2*count {
			t.Fatalf("%s: %d answers to %d questions: %.300s", cmd[0], len(lines), 2*count, out)
		}
		for i, f := range formulas {
			tally[ours[i]]++
			if lines[2*i] != "unknown" && ours[i] != lines[2*i] {
				t.Errorf("%s, not %s as %s says:\n%s", ours[i], lines[2*i], cmd[0], f)
			}
			if models[i] != "" && lines[2*i+1] == "unsat" {
				t.Errorf("%s rejects the model %s of\n%s", cmd[0], models[i], f)
			}
		}
	}
	t.Log(tally)
}

// TestBitVectorScript has what a formula at random does not have.
func TestBitVectorScript(t *testing.T) {
	for text, want := range map[string]string{
		`(set-logic QF_BV)(assert (= (_ bv2 1) #b0))`: "(error \"line 1 column 29: bv2 needs more than 1 bits",
		`(set-logic QF_BV)(declare-const x (_ BitVec 12))(assert (= x #xabc))(check-sat)(get-value (x ((_ repeat 2) x) (bvult x #xfff)))`:                                                             "sat\n((x #xabc) (((_ repeat 2) x) #xabcabc) ((bvult x #xfff) true))\n",
		`(set-logic QF_BV)(define-fun f ((a (_ BitVec 3)) (p Bool)) (_ BitVec 3) (ite p a (bvnot a)))(assert (distinct (f #b101 false) #b010))(check-sat)`:                                            "unsat\n",
		`(set-logic QF_BV)(define-sort Byte () (_ BitVec 8))(declare-fun b () Byte)(assert (and (bvuaddo b #x01) (not (bvnego #x7f)) (bvsmulo #x10 #x10) (bvsdivo #x80 #xff)))(check-sat)(get-model)`: "sat\n(\n(define-fun b () (_ BitVec 8) #xff)\n)\n",
		`(declare-const x (_ BitVec 4))(assert (= (+ (bv2nat x) (sbv_to_int x)) (- 2 2)))(assert (= ((_ int_to_bv 4) 16) (bvand x #x7)))(check-sat)(get-value (x))`:                                   "sat\n((x #x0))\n",
		`(set-logic QF_BV)(declare-const x (_ BitVec 2))(push)(assert (! (bvult x #b01) :named low))(assert (= ((_ extract 0 0) x) #b1))(check-sat)(pop)(check-sat)`:                                  "unsat\nsat\n",
		`(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (= (bvadd x y #x01) (bvxor x y #x00)))(assert (distinct #b0 (bvredand x) (bvredor y)))(check-sat)`:      "unsat\n",
		`(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 5))(assert (= x y))`:                                                                                                                "(error \"line 1 column 74: = of sorts (_ BitVec 4) and (_ BitVec 5)",
		`(declare-const x (_ BitVec 0))`:                                   "(error \"line 1 column 18: a bit vector has at least one bit",
		`(declare-const x (_ BitVec 4))(assert (= ((_ extract 4 1) x) x))`: "(error \"line 1 column 43: extract needs indices",
		`(declare-const x Int)(assert (bvult x x))`:                        "(error \"line 1 column 37: argument 1 of bvult has sort Int, expected a bit vector",
		`(declare-fun f ((_ FloatingPoint 3 5)) Bool)`:                     "(error \"line 1 column 14: functions with arguments of sort (_ FloatingPoint 3 5) are not supported",
		`(declare-const a (Array Float32 Int))`:                            "(error \"line 1 column 18: arrays with indices of sort (_ FloatingPoint 8 24) are not supported",
		`(declare-const a (Array (Array (_ BitVec 1) Bool) Int))`:          "(error \"line 1 column 18: arrays with indices of sort (Array (_ BitVec 1) Bool) are not supported",
		`(set-logic QF_UF)(declare-sort U 0)(declare-fun concat (U U) U)(declare-const x U)(assert (distinct (concat x x) x))(check-sat)`: "sat\n",
	} {
		var out bytes.Buffer
		in := script.New(script.Config{}, &out)
		in.Run(context.Background(), strings.NewReader(text))
		if got := out.String(); !strings.HasPrefix(got, want) || want[0] != '(' && got != want {
			t.Errorf("%s\n%s, not %s", text, got, want)
		}
	}
}

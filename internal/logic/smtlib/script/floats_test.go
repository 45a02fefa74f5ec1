package script_test

import (
	"bufio"
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

// numbers makes random formulas of QF_BVFP, with every operator of the theory that has one meaning.
type numbers struct {
	*rand.Rand
	exp, sig int // the format of the variables x, y and z
	wide     bool
	formats  int // how many formats there are
}

func (v *numbers) pick(names ...string) string { return names[v.IntN(len(names))] }

func (v *numbers) mode() string {
	if v.IntN(3) > 0 {
		return "RNE"
	}
	return v.pick("RNE", "RNA", "RTP", "RTN", "RTZ", "roundTowardZero", "rm")
}

// literal is a constant of the format.
func (v *numbers) literal(exp, sig int) string {
	if v.IntN(3) == 0 {
		return fmt.Sprintf("(_ %s %d %d)", v.pick("+oo", "-oo", "+zero", "-zero", "NaN"), exp, sig)
	}
	if v.IntN(3) == 0 {
		return fmt.Sprintf("((_ to_fp %d %d) %s %s)", exp, sig, v.pick("RNE", "RNA", "RTP", "RTN", "RTZ"), v.pick("0.1", "1.0", "2.5", "0.3333", "1000000.0"))
	}
	e := v.Uint64() >> (64 - exp)
	if v.IntN(2) == 0 {
		e = uint64(1<<(exp-1)-1) + uint64(v.IntN(3))
	}
	f := v.Uint64() >> (64 - sig + 1)
	if v.IntN(2) == 0 {
		f &= 3 << (sig - 3)
	}
	return fmt.Sprintf("(fp #b%d #b%0*b #b%0*b)", v.IntN(2), exp, e, sig-1, f)
}

func (v *numbers) of(exp, sig, depth int) string {
	here := exp == v.exp && sig == v.sig
	if depth == 0 {
		if here && v.IntN(4) > 0 {
			return v.pick("x", "y", "z")
		}
		return v.literal(exp, sig)
	}
	d := depth - 1
	switch v.IntN(12) {
	case 0:
		return fmt.Sprintf("(%s %s)", v.pick("fp.abs", "fp.neg"), v.of(exp, sig, d))
	case 1, 2, 3, 4:
		return fmt.Sprintf("(%s %s %s %s)", v.pick("fp.add", "fp.sub", "fp.mul", "fp.div"), v.mode(), v.of(exp, sig, d), v.of(exp, sig, d))
	case 5:
		return fmt.Sprintf("(%s %s %s)", v.pick("fp.sqrt", "fp.roundToIntegral"), v.mode(), v.of(exp, sig, d))
	case 6:
		return fmt.Sprintf("(fp.fma %s %s %s %s)", v.mode(), v.of(exp, sig, d), v.of(exp, sig, d), v.of(exp, sig, d))
	case 7:
		if exp <= 5 {
			return fmt.Sprintf("(fp.rem %s %s)", v.of(exp, sig, d), v.of(exp, sig, d))
		}
	case 8:
		return fmt.Sprintf("(ite %s %s %s)", v.formula(d), v.of(exp, sig, d), v.of(exp, sig, d))
	case 9:
		other := [][2]int{{3, 5}, {5, 11}, {4, 4}, {8, 24}}[v.IntN(4)]
		if other[0] <= 5 || v.wide {
			return fmt.Sprintf("((_ to_fp %d %d) %s %s)", exp, sig, v.mode(), v.of(other[0], other[1], d))
		}
	case 10:
		return fmt.Sprintf("((_ %s %d %d) %s %s)", v.pick("to_fp", "to_fp_unsigned"), exp, sig, v.mode(), v.vector(1+v.IntN(12), d))
	case 11:
		return fmt.Sprintf("((_ to_fp %d %d) %s)", exp, sig, v.vector(exp+sig, d))
	}
	return fmt.Sprintf("(fp.add %s %s %s)", v.mode(), v.of(exp, sig, d), v.literal(exp, sig))
}

// vector is a bit vector; conversions are guarded, as what does not fit is not specified.
func (v *numbers) vector(n, depth int) string {
	if n == 8 && v.IntN(2) == 0 {
		return "b"
	}
	if depth == 0 || n < 2 || v.IntN(3) == 0 {
		return fmt.Sprintf("#b%0*b", n, v.Uint64()>>(64-n))
	}
	d := depth - 1
	if v.IntN(2) == 0 {
		return fmt.Sprintf("(%s %s %s)", v.pick("bvadd", "bvxor", "bvand"), v.vector(n, d), v.vector(n, d))
	}
	x, bound := v.of(v.exp, v.sig, d), fmt.Sprintf("((_ to_fp %d %d) RTZ %d.0)", v.exp, v.sig, min(1<<(min(n, 40)-1)-1, 100))
	return fmt.Sprintf("(ite (fp.leq (fp.abs %[1]s) %[2]s) (ite (fp.isNegative %[1]s) ((_ fp.to_sbv %[3]d) %[4]s %[1]s) ((_ fp.to_ubv %[3]d) %[4]s %[1]s)) ((_ fp.to_sbv %[3]d) RTZ ((_ to_fp %[5]d %[6]d) RNE 0.0)))",
		x, bound, n, v.mode(), v.exp, v.sig)
}

func (v *numbers) formula(depth int) string {
	if depth > 0 && v.IntN(3) == 0 {
		return fmt.Sprintf("(%s %s %s)", v.pick("and", "or", "xor", "="), v.formula(depth-1), v.formula(depth-1))
	}
	e, s := v.exp, v.sig
	switch v.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s %s)", v.pick("fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN", "fp.isNegative", "fp.isPositive"), v.of(e, s, depth))
	case 1:
		return fmt.Sprintf("(%s %s %s)", v.pick("=", "bvult", "bvsle"), v.vector(8, depth), v.vector(8, depth))
	}
	return fmt.Sprintf("(%s %s %s)", v.pick("=", "distinct", "fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq"), v.of(e, s, depth), v.of(e, s, depth))
}

// TestFloats compares random formulas of QF_BVFP with z3 and cvc5. Where we say sat, they are asked to confirm the
// model, which says as much and is quick; where not, they are asked the formula. Their limits are steps and not
// seconds, so that a loaded machine decides as much as an idle one. CRAIG_RANDOM is how many, then also of binary16,
// 32 and 64; CRAIG_SEED is where they begin, so that a large count can be split.
func TestFloats(t *testing.T) {
	count, formats := 50, 5
	if n, err := strconv.Atoi(os.Getenv("CRAIG_RANDOM")); err == nil {
		count, formats = n, 8
	}
	seed, _ := strconv.ParseUint(os.Getenv("CRAIG_SEED"), 10, 64)
	v := &numbers{Rand: rand.New(rand.NewPCG(seed, 78)), formats: formats}
	tally := map[string]int{}
	for left := count; left > 0 && !t.Failed(); left -= 500 {
		v.compare(t, min(left, 500), tally)
		t.Log(tally)
	}
	if 20*(tally["we unknown"]) > count {
		t.Errorf("%d of %d formulas are not decided", tally["we unknown"], count)
	}
}

// compare adds to tally what each solver says of count formulas; an answer that is not ours is an error.
func (v *numbers) compare(t *testing.T, count int, tally map[string]int) {
	var formulas, ours, models, questions []string
	for range count {
		f := [][2]int{{3, 3}, {3, 3}, {3, 5}, {3, 5}, {4, 4}, {5, 11}, {8, 24}, {11, 53}}[v.IntN(v.formats)]
		v.exp, v.sig, v.wide = f[0], f[1], f[0] > 5
		depth := 1 + v.IntN(3)
		if v.wide || v.sig > 8 {
			depth = 1
		}
		s := fmt.Sprintf("(declare-const x (_ FloatingPoint %[1]d %[2]d))(declare-const y (_ FloatingPoint %[1]d %[2]d))(declare-const z (_ FloatingPoint %[1]d %[2]d))(declare-const b (_ BitVec 8))(declare-const rm RoundingMode)\n(assert %[3]s)", v.exp, v.sig, v.formula(depth))
		if v.IntN(2) == 0 {
			s += fmt.Sprintf("(assert %s)", v.formula(depth))
		}
		status, model := decide(t, s)
		tally["we "+status]++
		formulas, ours, models = append(formulas, s), append(ours, status), append(models, model)
		questions = append(questions, fmt.Sprintf("(push 1)\n%s%s\n(check-sat)\n(pop 1)\n", s, model))
	}
	var names []string
	var answers [][]string
	for _, cmd := range [][]string{{"z3", "-in", "rlimit=4000000"}, {"cvc5", "--incremental", "--fp-exp", "--rlimit-per=400000", "-q"}} {
		path, err := exec.LookPath(cmd[0])
		if err != nil {
			t.Logf("no %s", cmd[0])
			continue
		}
		names = append(names, cmd[0])
		answers = append(answers, oracle(t, path, cmd[1:], questions))
	}
	// What one of them says against the other and us is logged, and what z3 says of remainders: it has
	// 0 < rem(-8, 3/64) false in the format of 3 and 5 bits, which is 1/64.
	for i, f := range formulas {
		if ours[i] == "unknown" {
			continue
		}
		agrees := false
		for _, lines := range answers {
			agrees = agrees || ours[i] == lines[i]
		}
		if agrees {
			tally["agreed"]++
		}
		for k, lines := range answers {
			if tally[names[k]+" "+lines[i]]++; lines[i] == "unknown" || lines[i] == ours[i] {
				continue
			}
			tally[names[k]+" differs"]++
			report := t.Errorf
			if agrees || names[k] == "z3" && strings.Contains(f, "fp.rem") {
				report = t.Logf
			}
			report("%s, not %s as %s says:\n%s%s", ours[i], lines[i], names[k], f, models[i])
		}
	}
}

// decide is what we say of a formula, and the model as assertions.
func decide(t *testing.T, formula string) (status, model string) {
	var out bytes.Buffer
	in := script.New(script.Config{}, &out)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := in.Run(ctx, strings.NewReader("(set-logic QF_BVFP)\n"+formula+"\n(check-sat)(get-value (x y z b rm))")); err != nil {
		t.Fatalf("%v\n%s", err, formula)
	}
	status, rest, _ := strings.Cut(out.String(), "\n")
	if status == "sat" {
		rest = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(rest), "("), ")")
		for _, pair := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(rest, "("), ")"), ") (") {
			name, value, _ := strings.Cut(pair, " ")
			model += fmt.Sprintf("(assert (= %s %s))", name, value)
		}
	}
	return status, model
}

// polynomial says that x - x^3/6 + x^5/120 - x^7/5040 leaves a range in which it stays for x from -1.5 to 1.5.
const polynomial = `(set-logic QF_FP)(declare-const x Float64)(define-fun xx () Float64 (fp.mul RNE x x))
(define-fun x3 () Float64 (fp.mul RNE xx x))(define-fun x5 () Float64 (fp.mul RNE x3 xx))(define-fun x7 () Float64 (fp.mul RNE x5 xx))
(define-fun y () Float64 (fp.sub RNE (fp.add RNE (fp.sub RNE x (fp.div RNE x3 ((_ to_fp 11 53) RNE 6.0)))
 (fp.div RNE x5 ((_ to_fp 11 53) RNE 120.0))) (fp.div RNE x7 ((_ to_fp 11 53) RNE 5040.0))))
(assert (fp.leq (fp.abs x) ((_ to_fp 11 53) RNE 1.5)))(assert (not (fp.leq (fp.abs y) ((_ to_fp 11 53) RNE 1.1))))(check-sat)`

// TestFloatScript has what a formula at random does not have.
func TestFloatScript(t *testing.T) {
	for text, want := range map[string]string{
		polynomial: "unsat\n", // boxes decide it, bits not in hours
		`(set-logic QF_FP)(declare-const x Float32)(declare-const r RoundingMode)(assert (and (= x (fp.add r x ((_ to_fp 8 24) RNE 1.0))) (fp.leq x ((_ to_fp 8 24) RNE 20000000.0)) (fp.isPositive x)))(check-sat)`: "sat\n",
		`(set-logic QF_FP)(declare-const x (_ FloatingPoint 5 11))(assert (fp.isNaN x))(check-sat)(get-value (x (fp.neg x) (_ -zero 3 3) roundTowardZero))(get-model)`:                                               "sat\n((x (_ NaN 5 11)) ((fp.neg x) (_ NaN 5 11)) ((_ -zero 3 3) (fp #b1 #b000 #b00)) (roundTowardZero RTZ))\n(\n(define-fun x () (_ FloatingPoint 5 11) (_ NaN 5 11))\n)\n",
		`(set-logic QF_FP)(declare-const r RoundingMode)(assert (distinct r RNE RNA RTP RTN))(check-sat)(get-value (r))`:                                                                                             "sat\n((r RTZ))\n",
		`(set-logic QF_FP)(declare-const r RoundingMode)(assert (distinct r RNE RNA RTP RTN RTZ))(check-sat)`:                                                                                                        "unsat\n",
		`(set-logic QF_BVFP)(declare-const b (_ BitVec 32))(assert (= ((_ to_fp 8 24) b) ((_ to_fp 8 24) RNE 0.1)))(check-sat)(get-value (b))`:                                                                       "sat\n((b #x3dcccccd))\n",
		`(set-logic QF_FP)(define-fun twice ((a Float64)) Float64 (fp.add RNE a a))(declare-const x Float64)(assert (fp.gt (twice x) (_ +oo 11 53)))(check-sat)`:                                                     "unsat\n",
		`(set-logic QF_FP)(declare-const x Float32)(assert (= (fp.min x (_ +zero 8 24)) (_ -zero 8 24)))(assert (= x (_ -zero 8 24)))(check-sat)`:                                                                    "sat\n",
		`(declare-const x Float32)(declare-const y Float64)(assert (fp.eq x y))`:                                                                                                                                     "(error \"line 1 column 68: argument 2 of fp.eq has sort (_ FloatingPoint 11 53), expected a floating-point number",
		`(declare-const x Float128)`:                             "(error \"line 1 column 18: the sort Float128 is not supported",
		`(declare-const x (_ FloatingPoint 15 113))`:             "(error \"line 1 column 18: floating-point formats of more than 64 bits are not supported",
		`(declare-const x (_ FloatingPoint 1 3))`:                "(error \"line 1 column 18: a floating-point format has at least",
		`(declare-const x Float32)(assert (fp.lt x 1))`:          "(error \"line 1 column 43: argument 2 of fp.lt has sort Int",
		`(declare-const x Float32)(assert (= x (fp.add x x x)))`: "(error \"line 1 column 47: argument 1 of fp.add has sort (_ FloatingPoint 8 24), expected a rounding mode",
		`(declare-const x Float32)(assert (= x (fp.sqrt RNE)))`:  "(error \"line 1 column 39: fp.sqrt with 1 arguments",
		`(declare-const x Float32)(assert ((_ to_fp 8 24) x))`:   "(error \"line 1 column 50: to_fp of a term of sort (_ FloatingPoint 8 24), expected a bit vector of 32 bits",
	} {
		var out bytes.Buffer
		in := script.New(script.Config{}, &out)
		in.Run(context.Background(), strings.NewReader(text))
		if got := out.String(); !strings.HasPrefix(got, want) || want[0] != '(' && got != want {
			t.Errorf("%s\n%s, not %s", text, got, want)
		}
	}
}

// oraclePatience is how long a solver may be silent: some questions are worked on where no limit of steps is looked at.
const oraclePatience = time.Minute

// oracle has an answer to each question, all asked of one process. Where a solver ends without an answer, as z3
// does at times, or is silent for too long, that is unknown, and the rest is asked of another process.
func oracle(t *testing.T, path string, args, questions []string) (lines []string) {
	for len(lines) < len(questions) {
		c := exec.Command(path, args...)
		c.Stdin = strings.NewReader("(set-logic QF_BVFP)\n" + strings.Join(questions[len(lines):], ""))
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		silent := time.AfterFunc(oraclePatience, func() { c.Process.Kill() })
		for in := bufio.NewScanner(out); in.Scan(); silent.Reset(oraclePatience) {
			switch s := in.Text(); {
			case s == "sat" || s == "unsat" || s == "unknown":
				lines = append(lines, s)
			case strings.HasPrefix(s, "(error"):
				c.Process.Kill()
				t.Fatalf("%s: %s", path, s)
			}
		}
		silent.Stop()
		if err := c.Wait(); len(lines) < len(questions) {
			if err == nil {
				t.Fatalf("%s ends after %d answers", path, len(lines))
			}
			t.Logf("%s: %v at\n%s", path, err, questions[len(lines)])
			lines = append(lines, "unknown")
		}
	}
	return lines
}

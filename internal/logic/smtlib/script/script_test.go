package script

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"craig/internal/logic/smtlib"
	"craig/internal/testenv"
	"craig/logic/smt"
	"craig/logic/term"
)

var update = flag.Bool("update", false, "write the golden files anew")

// execute runs a script and returns its answers.
func execute(t testing.TB, cfg Config, script string) string {
	t.Helper()
	var out bytes.Buffer
	if err := New(cfg, &out).Run(t.Context(), strings.NewReader(script)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestGolden runs testdata/*.smt2, with all checks, and compares with what is beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.smt2")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".smt2"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := execute(t, Config{Check: true, Version: "test"}, string(text))
			golden := strings.TrimSuffix(file, ".smt2") + ".out"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestModelsByZ3: with the definitions that get-model prints in place of the declarations, z3
// finds the assertions true.
func TestModelsByZ3(t *testing.T) {
	z3 := testenv.NeedsTool(t, "z3")
	for _, c := range []struct{ declare, assert string }{
		{"(declare-const x Int)(declare-fun f (Int) Int)", "(assert (and (= (f x) (+ x 1)) (= (f (f x)) 7) (= (f 0) (- 2))))"},
		{"(declare-const a (Array Int Int))(declare-const b (Array Int Int))", "(assert (and (distinct a b) (= (store a 1 2) (store b 1 2))))(assert (= 4 (select a 9)))"},
		{"(declare-const r Real)(declare-const |s t| Real)(declare-fun g (Real Bool) Bool)", "(assert (and (< r |s t| (+ r 0.125)) (g r true) (not (g |s t| true)) (= (* 7 r) 3)))"},
		{"(declare-const m (Array Int (Array Int Bool)))(declare-fun h ((Array Int Bool)) Int)", "(assert (and (select (select m 1) 2) (not (select (select m 1) 3)) (distinct (h (select m 1)) (h (select m 2)))))"},
		{"(declare-const x Int)(declare-const y Int)", "(assert (and (= (div x 0) 3) (= (mod y 0) 4) (distinct (div y 0) 3)))"},
	} {
		got := execute(t, Config{}, c.declare+c.assert+"(check-sat)(get-model)")
		model, ok := strings.CutPrefix(got, "sat\n(\n")
		if !ok {
			t.Errorf("%s: %s", c.assert, got)
			continue
		}
		assert := strings.ReplaceAll(strings.ReplaceAll(c.assert, "(div x 0)", "(div0 x)"), "(mod y 0)", "(mod0 y)")
		assert = strings.ReplaceAll(assert, "(div y 0)", "(div0 y)")
		cmd := exec.Command(z3, "-in")
		cmd.Stdin = strings.NewReader(strings.TrimSuffix(model, ")\n") + assert + "(check-sat)")
		if answer, err := cmd.CombinedOutput(); string(answer) != "sat\n" {
			t.Errorf("%s\n%s\nz3 says %s (%v)", c.assert, model, answer, err)
		}
	}
}

// TestProof: a proof ends with the empty clause, and is of what was asked.
func TestProof(t *testing.T) {
	got := execute(t, Config{Check: true}, `(set-option :produce-proofs true)
(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)
(assert (or (< x y) (< x 3)))(assert (and (>= x 3) (>= x y)))
(check-sat)(get-proof)(get-unsat-core)`)
	all, err := smtlib.ParseAll(strings.NewReader(got))
	if err != nil || len(all) != 3 || all[1].Head() != "proof" {
		t.Fatal(got, err)
	}
	steps := all[1].List
	if last := steps[len(steps)-1]; last.Head() != "clause" || len(last.List[2].List) != 0 || !strings.Contains(got, ":rule input") {
		t.Error(got)
	}
}

// TestDialogue: each command is answered before the next is read.
func TestDialogue(t *testing.T) {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error)
	go func() { done <- New(Config{}, out).Run(context.Background(), in) }()
	for _, c := range []struct{ command, answer string }{
		{"(declare-const x Int) (assert (> x 3))\n(check-sat)", "sat\n"},
		{"(get-value\n (x))", "((x 4))\n"},
		{"(frob)", "(error \"line 3 column 6: unknown command frob\")\n"},
	} {
		if _, err := commands.Write([]byte(c.command)); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 100)
		n, err := answers.Read(buf)
		if got := string(buf[:n]); err != nil || got != c.answer {
			t.Errorf("%s: %q %v", c.command, got, err)
		}
	}
	commands.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// hard is a script that takes longer than anybody waits.
const hard = `(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (and (> x 1) (> y 1) (= (* x x x) (+ (* y y y) (* z z z) 33)) (> z 100000)))
(check-sat)(get-info :reason-unknown)`

func TestLimits(t *testing.T) {
	if got, want := execute(t, Config{}, "(set-option :timeout 100)"+hard), "unknown\n(:reason-unknown timeout)\n"; got != want {
		t.Errorf("timeout: %q", got)
	}
	limited := "(set-option :reproducible-resource-limit 50)" + hard
	if got, want := execute(t, Config{}, limited), "unknown\n(:reason-unknown (incomplete \"resource limit\"))\n"; got != want {
		t.Errorf("resources: %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	if err := New(Config{}, &out).Run(ctx, strings.NewReader(hard)); err != nil || !strings.HasPrefix(out.String(), "unknown\n") {
		t.Errorf("cancelled: %q %v", &out, err)
	}
}

// TestExternal: the answers of an external solver, with values and cores.
func TestExternal(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		if !testenv.Has(name) {
			t.Log("no", name)
			continue
		}
		cfg := Config{Check: true, NewSolver: func(st *term.Store) smt.Solver {
			x, err := smtlib.NewExternal(st, name)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}}
		got := execute(t, cfg, `(set-option :produce-unsat-cores true)
(declare-sort U 0)(declare-const u U)(declare-fun f (U) Int)(declare-const x Int)
(assert (! (= (f u) (* 2 x)) :named even))(assert (! (< 6 (f u) 10) :named between))
(check-sat)(get-value (x (f u)))(get-model)
(assert (! (> x 5) :named big))(check-sat)(get-unsat-core)(get-interpolants even between big)(reset)(check-sat)`)
		want := `sat
((x 4) ((f u) 8))
(
(define-fun u () U (as @U!0 U))
(define-fun f ((x1 U)) Int (ite (= x1 (as @U!0 U)) 8 0))
(define-fun x () Int 4)
)
unsat
(even between big)
((= (+ (* 2 x) (* (- 1) (f u))) 0)
(<= x 4))
sat
`
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestHostile: short scripts that mean very much, and very long names, are answered soon.
func TestHostile(t *testing.T) {
	long := strings.Repeat("x", 1_000_000)
	bomb := func(first, step string, n int) string {
		s := "(let ((a " + first + ")) "
		for range n {
			s += "(let ((a " + step + ")) "
		}
		return s + "a" + strings.Repeat(")", n+1)
	}
	macros := "(define-fun f0 ((a Int)) Int (+ a (* a a)))"
	for i := range 30 {
		macros += strings.NewReplacer("N", string(rune('a'+i)), "M", string(rune('a'+i-1))).Replace("(define-fun fN ((a Int)) Int (fM (fM a)))")
	}
	macros = strings.ReplaceAll(macros, "f`", "f0")
	for name, c := range map[string]struct{ script, want string }{
		"parentheses": {strings.Repeat("(", 1_000_000), "(error \"line 1 column 50001: parentheses are nested deeper than 50000\")\n"},
		"closing":     {strings.Repeat(")", 1_000_000) + "(check-sat)", "(error \"line 1 column 1: unexpected )\")\nunknown\n"},
		"long symbol": {"(declare-const " + long + " Int)(assert (> " + long + " 3))(check-sat)(assert (> y" + long + " 3))",
			"sat\n(error \"line 1 column 2000058: unknown symbol y" + long[:39] + "…\")\n"},
		"sums":      {"(declare-const x Int)(assert (> 0 " + bomb("x", "(+ a a)", 2000) + "))(check-sat)", "sat\n"},
		"junctions": {"(declare-const p Bool)(declare-const q Bool)(assert " + bomb("p", "(and (or a q) (or a (not q)))", 2000) + ")(check-sat)", "sat\n"},
		"numeral":   {"(declare-const x Int)(assert (> x " + strings.Repeat("9", 100_000) + "))(check-sat)", "sat\n"},
		"NUL":       {"(declare-const x\x00 Int)(check-sat)(echo \"\xff\")", "(error \"line 1 column 17: unexpected character '\\x00'\")\nunknown\n\"\xff\"\n"},
		"levels":    {"(push 100000)(push 1)(check-sat)", "(error \"line 1 column 14: more than 100000 levels are not supported\")\nunknown\n"},
		"truncated": {"(check-sat)(assert (= 1", "sat\n(error \"line 1 column 20: this parenthesis is not closed\")\n"},
		"macros":    {macros, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := execute(t, Config{}, c.script)
			if c.want == "" {
				if !strings.Contains(got, "too large") {
					t.Errorf("%.300q", got)
				}
			} else if got != c.want {
				t.Errorf("%.300q, want %.300q", got, c.want)
			}
		})
	}
}

// FuzzScript: whatever the script, the answers are s-expressions, and there is no panic.
func FuzzScript(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.smt2")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var out bytes.Buffer
		if err := New(Config{Check: true}, &out).Run(ctx, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := smtlib.ParseAll(&out); err != nil {
			t.Errorf("%v in the answers", err)
		}
	})
}

// TestModelOfUnused asks for a model in which one element is all there is: a function that no formula speaks of has no other value.
func TestModelOfUnused(t *testing.T) {
	out := execute(t, Config{Check: true}, `
		(declare-sort U 0)
		(declare-fun c () U)
		(declare-fun d () U)
		(declare-fun f (U) U)
		(assert (= c d))
		(assert (forall ((x U)) (= x d)))
		(check-sat)
		(get-value ((= c (f c))))`)
	if !strings.HasPrefix(out, "sat\n") || strings.Contains(out, "false") {
		t.Error(out)
	}
}

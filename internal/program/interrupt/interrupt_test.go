package interrupt_test

import (
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/interrupt"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/logic/num"
)

// read has a program with its interrupts inserted.
func read(t *testing.T, x cfront.Interrupts, text string) *ir.Program {
	t.Helper()
	files := cfront.NewFiles(fstest.MapFS{"p.c": {Data: []byte("extern void reach_error(void); void cli(void); void sei(void);\n" + text)}})
	p, err := cfront.ReadFrom(t.Context(), cfront.Options{Interrupts: x}, files, "p.c")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := alias.ResolveCalls(t.Context(), p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := interrupt.Insert(t.Context(), p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(p); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if p.Interrupts != nil {
		t.Error("there are interrupts to be inserted yet")
	}
	return p
}

// executions is how many executions with random interrupts are tried.
const executions = 400

// reaches says that an execution with some interrupts reaches the error.
func reaches(t *testing.T, p *ir.Program, seed uint64) bool {
	r := rand.New(rand.NewPCG(seed, 1))
	in := interp.Inputs{Scalar: func(*ir.Edge, int) num.Int { return num.I(int64(r.IntN(3) / 2)) }}
	return interp.Run(t.Context(), p, in, interp.Options{NoPath: true, MaxSteps: 10_000}).End == interp.Reached
}

// TestInterrupts: what may be seen of handlers is, and what may not is not.
func TestInterrupts(t *testing.T) {
	one, two := cfront.Interrupts{Handlers: []string{"isr"}}, cfront.Interrupts{Handlers: []string{"isr", "other"}}
	nested, masked := two, one
	nested.Nested, masked.Masked = true, true
	const count = "int x; void isr(void) { x++; } "
	const step = "int x, y; void isr(void) { x = 1; x = 2; } void other(void) { y = x; } "
	for _, c := range []struct {
		name, text string
		x          cfront.Interrupts
		want       bool
	}{
		{"before the program", count + "int main(void) { if (x == 1) reach_error(); }", one, true},
		{"more than once", count + "int main(void) { if (x == 3) reach_error(); }", one, true},
		{"between two reads", count + "int main(void) { if (x == 0) if (x == 2) reach_error(); }", one, true},
		{"between two reads of a statement", count + "int main(void) { if (x - x != 0) reach_error(); }", one, true},
		{"it takes nothing away", count + "int main(void) { int a = x, b = x; if (b < a) reach_error(); }", one, false},
		{"between the parts of an addition", count + "int main(void) { x = 0; x += 1; if (x == 0) reach_error(); }", one, false},
		{"an increment is lost", "int x, n; void isr(void) { x++; n++; } int main(void) { x++; if (n == 1 && x == 1) reach_error(); }", one, true},
		{"not in what is not shared", count + "int y; int main(void) { y = 1; if (y != 1) reach_error(); }", one, false},
		{"in functions", count + "static int get(void) { return x; } int main(void) { if (get() != get()) reach_error(); }", one, true},
		{"not in itself", "int x, y; void isr(void) { x = 1; y = x; x = 2; } int main(void) { if (y == 2) reach_error(); }", one, false},
		{"not in a handler", step + "int main(void) { if (y == 1) reach_error(); }", two, false},
		{"in a handler before it", step + "int main(void) { if (y == 1) reach_error(); }", nested, true},
		{"after both", step + "int main(void) { if (y == 2) reach_error(); }", nested, true},
		{"switched off", count + "int main(void) { cli(); int a = x; int b = x; sei(); if (a != b) reach_error(); }", one, false},
		{"switched on again", count + "int main(void) { cli(); int a = x; sei(); int b = x; if (a != b) reach_error(); }", one, true},
		{"switched off at first", count + "int main(void) { if (x != 0) reach_error(); sei(); }", masked, false},
		{"a function of both", "int x; static void inc(void) { x++; } void isr(void) { inc(); } int main(void) { int a = x; inc(); if (x == a + 3) reach_error(); }", one, true},
		{"a wide number in two words", "long long x; void isr(void) { x = -1; } int main(void) { long long a = x; if (a != 0 && a != -1) reach_error(); }", one, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, c.x, c.text)
			got := false
			for seed := uint64(0); seed < executions && !got; seed++ {
				got = reaches(t, p, seed)
			}
			if got != c.want {
				t.Errorf("%s: reached %t", c.text, got)
			}
		})
	}
}

// TestWords: an access that is wider than a word is several.
func TestWords(t *testing.T) {
	const text = "extern void reach_error(void); long long x; void isr(void) { x = -1; } int main(void) { long long a = x; if (a != 0 && a != -1) reach_error(); }"
	files := cfront.NewFiles(fstest.MapFS{"p.c": {Data: []byte(text)}})
	p, err := cfront.ReadFrom(t.Context(), cfront.Options{ILP32: true, Interrupts: cfront.Interrupts{Handlers: []string{"isr"}}}, files, "p.c")
	if err != nil {
		t.Fatal(err)
	}
	if err := interrupt.Insert(t.Context(), p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	got := false
	for seed := uint64(0); seed < executions && !got; seed++ {
		got = reaches(t, p, seed)
	}
	if !got {
		t.Error("no read has one half of the number")
	}
}

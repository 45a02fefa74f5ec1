package ufo

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// write makes a program whose main runs code and then goes wrong if bad is true.
func write(t *testing.T, code, bad string) *ir.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.c")
	text := "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_error(void);\n" +
		"int main(void) { " + code + " if (" + bad + ") { ERROR: __VERIFIER_error(); } return 0; }\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return enginetest.Sliced(t, asTasks, file)
}

// TestFewRefinements: half-spaces that are true at all nodes of a loop head are inductive before the loop has been
// unwound often.
func TestFewRefinements(t *testing.T) {
	for _, c := range []struct {
		name, code, bad string
		most            int
	}{
		{"moved", "unsigned n = __VERIFIER_nondet_int(), x = n, y = 0; while (x > 0) { x--; y++; }", "y != n", 3},
		{"steps", "int i = 0, k = 0; while (__VERIFIER_nondet_int()) { i++; k += 2; }", "k < i", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, res := explore(Config{Post: True}, write(t, c.code, c.bad), 30*time.Second, nil)
			if res.Verdict != verdict.True || u.round-1 > c.most {
				t.Errorf("%v after %d refinements, want %v after at most %d", res.Verdict, u.round-1, verdict.True, c.most)
			}
		})
	}
}

// TestCounted: half-spaces are about what is computed and what that is related to, not about what takes constants.
func TestCounted(t *testing.T) {
	p := write(t, "int n = __VERIFIER_nondet_int(), x = n, y = 0, pc = 0, old = 0, in = 0;"+
		"while (x > 0) { x--; y++; in = __VERIFIER_nondet_int(); if (in == 7) { old = pc; pc = 1; } else if (pc == 1) pc = 2; }",
		"y != n && pc == old && in < 3")
	g := newCutGraph(sem.New(term.NewStore(), p), p.ErrorLocs())
	counted := g.counted()
	var names []string
	for _, l := range g.arcs.Joins {
		for i, x := range g.vars(l) {
			if name := g.arcs.Live[l][i].CName; counted[x] && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	if want := []string{"n", "x", "y"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

package cfront_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/assembly"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/cleanup"
	"craig/internal/program/c/condition"
	"craig/internal/program/c/contract"
	"craig/internal/program/c/core"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/cprover"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/isr"
	"craig/internal/program/c/scalarize"
)

// TestLeftAlone: what is made of contracts, conditions of witnesses, interrupts, assembly, functions that clean up, vectors and complex numbers leaves
// programs alone that have none of these, on which docs/evidence.md relies; and changes are noticed.
func TestLeftAlone(t *testing.T) {
	const plain = `
struct list { struct list *next; unsigned v : 5; double d; union { int i; char c[4]; } u; };
static struct list pool[4] = {{&pool[1], 3, 1.5, {7}}};
enum { A, B = 4 };
int printf(const char *, ...);
static int walk(struct list *l, int (*f)(int)) {
	int sum = 0;
again:
	for (unsigned i = 0; l && i < 4; i++, l = l->next) {
		switch (l->v) {
		case A: continue;
		case B: sum -= f(l->u.i++); break;
		default: sum += (int)(l->d * 2) << (i & 3);
		}
	}
	if (sum < 0) { sum = -sum; goto again; }
	do sum--; while (sum > 100 && !(sum % 7));
	return sum;
}
static int twice(int x) { return 2 * x; }
int main(int argc, char **argv) {
	int a[argc > 3 ? argc : 3];
	a[0] = walk(pool, argc > 1 ? twice : 0);
	return printf("%d %s\n", a[0], argv[0]) + (a[0] ? pool[1].u.c[2] : 0);
}
`
	for _, c := range []struct{ more, changes string }{
		{"", ""},
		{"static void done(int *p) { *p = 0; } void f(void) { int x __attribute__((cleanup(done))) = 1; }", "cleanup"},
		{"int g(int x) { __asm__(\"mov %1, %0\" : \"=r\"(x) : \"r\"(x)); return x; }", "assembly"},
		{"_Complex double h(_Complex double z) { return z + z; }", "scalarize"},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(plain+c.more), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Core(cfront.Options{}, elab.LeftToRight, file)
		if err != nil {
			t.Fatal(err)
		}
		changed := ""
		for _, pass := range []struct {
			name string
			do   func(p *core.Program)
		}{
			{"cprover", func(p *core.Program) { cprover.Program(p) }},
			{"isr", func(p *core.Program) { isr.Insert(isr.Config{}, p, "main") }},
			{"assembly", func(p *core.Program) { assembly.Program(p, isr.Switches) }},
			{"cleanup", func(p *core.Program) { cleanup.Program(p) }},
			{"contract", func(p *core.Program) { contract.Apply(contract.Config{Verified: "main", Goals: true}, p) }},
			{"condition", func(p *core.Program) { condition.Apply(p) }},
			{"scalarize", func(p *core.Program) { scalarize.Program(p, false) }},
		} {
			before := printed(p)
			pass.do(p)
			if printed(p) != before {
				changed = strings.TrimSpace(changed + " " + pass.name)
			}
		}
		if changed != c.changes {
			t.Errorf("%q is changed by %q, and not by %q", c.more, changed, c.changes)
		}
	}
}

// printed is a core as text, or why it cannot be printed.
func printed(p *core.Program) string {
	var b strings.Builder
	if err := coreprint.Print(&b, p, coreprint.PrintConfig{}); err != nil {
		return err.Error()
	}
	return b.String()
}

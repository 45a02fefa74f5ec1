package run

import (
	"testing"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/num"
)

const foreignStart = "void *malloc(unsigned long);\nvoid free(void *);\nvoid *memcpy(void *, const void *, unsigned long);\n" +
	"extern void reach_error(void);\nextern int input(void);\nextern unsigned long number(void);\n" +
	"struct s { int n; int *p; struct s *next; void (*f)(void); };\n" +
	"union cell { int n; int *p; unsigned long u; unsigned char b[8]; };\n" +
	"extern union cell *get(void);\nextern struct s *structure(void);\nextern int *pointer(void);\nextern struct s value(void);\n" +
	"extern struct s ext;\nint object, other[4];\nstruct s node;\nvoid called(void) { object = 3; }\n" +
	"int main(void) { int i = input() & 3, j = input() & 3, k = input();\n"

// TestForeignPointers: no FALSE rests on a pointer of unknown origin that points to an object of the program. Where the program has stored
// a pointer of its own in the same place, in the same execution, FALSE is right.
func TestForeignPointers(t *testing.T) {
	for _, test := range []struct {
		name, text string
		error      bool // FALSE is right; otherwise anything else
	}{
		{"another element", "union cell *e = get(); e[i].p = &object; if (i == j) return 0; *e[j].p = 3; if (object == 3) reach_error();", false},
		{"any element", "union cell *e = get(); e[i].p = &object; *e[j].p = 3; if (object == 3) reach_error();", true},
		{"another execution stores it", "union cell *e = get(); if (k) { e[i].p = &object; return 0; } *e[j].p = 3; if (object == 3) reach_error();", false},
		{"structures", "struct s *g = structure(); g[i].p = &object; if (i == j) return 0; *g[j].p = 3; if (object == 3) reach_error();", false},
		{"a structure by value", "struct s v = value(); if (k) v.p = &object; else { *v.p = 3; if (object == 3) reach_error(); }", false},
		{"or the program's", "struct s v = value(); if (k) v.p = &object; *v.p = 3; if (object == 3) reach_error();", true},
		{"an external structure", "if (k) { ext.p = &object; return 0; } *ext.p = 3; if (object == 3) reach_error();", false},
		{"a pointer behind a pointer", "struct s *g = structure(); if (k) { g->next = &node; node.p = &object; return 0; } if (g->next) { *g->next->p = 3; if (object == 3) reach_error(); }", false},
		{"a number", "int *p = (int *)number(); if (k) p = &object; *p = 3; if (k == 0 && object == 3) reach_error();", false},
		{"a number or the address", "int *p = (int *)number(); if (k) p = &object; *p = 3; if (object == 3) reach_error();", true},
		{"a number compared", "int *p = (int *)number(); if (p == &object) reach_error();", false},
		{"the address as a number", "unsigned long u = number(); if (k) u = (unsigned long)&object; int *p = (int *)u; *p = 3; if (k == 0 && object == 3) reach_error();", false},
		{"a union", "union cell *e = get(); e[j].u = number(); if (k) { e[j].p = &object; return 0; } *e[i].p = 3; if (object == 3) reach_error();", false},
		{"bytes", "union cell *e = get(); int *p; if (k) { p = &object; memcpy(e, &p, sizeof p); return 0; } memcpy(&p, e, sizeof p); *p = 3; if (object == 3) reach_error();", false},
		{"bytes of the program's", "union cell *e = get(); int *p = &object; memcpy(e, &p, sizeof p); p = 0; memcpy(&p, e, sizeof p); *p = 3; if (object == 3) reach_error();", true},
		{"byte by byte", "union cell *e = get(); int *p; unsigned n; e->p = &object; for (n = 0; n < sizeof p; n++) ((unsigned char *)&p)[n] = e->b[n]; *p = 3; if (object == 3) reach_error();", true},
		{"a function", "struct s *g = structure(); if (k) { g->f = called; return 0; } g->f(); if (object == 3) reach_error();", false},
		{"a function of the program", "struct s *g = structure(); if (k) g->f = called; g->f(); if (object == 3) reach_error();", true},
		{"a block", "union cell *e = get(); int *h = malloc(4); *h = 0; if (k) { e[j].p = h; return 0; } *e[i].p = 3; if (*h == 3) reach_error();", false},
		{"blocks of a list", "struct s *l = 0, *g = structure(); while (input()) { struct s *x = malloc(sizeof *x); x->n = 0; x->next = l; l = x; }\n" +
			"if (k) { g->next = l; return 0; } g->next->n = 3; if (l && l->n == 3) reach_error();", false},
		{"what was in an array before", "int *a[4]; a[i] = &object; if (i == j) return 0; *a[j] = 3; if (object == 3) reach_error();", true},
		{"what was in a block before", "int **a = malloc(4 * sizeof *a); a[i] = &object; if (i == j) return 0; *a[j] = 3; if (object == 3) reach_error();", true},
		{"not the address", "union cell *e = get(); e[i].p = &object; if (e[j].p != &object) reach_error();", true},
	} {
		for _, ilp32 := range []bool{false, true} {
			res := verify(t, cfront.Options{ILP32: ilp32}, foreignStart+test.text+"\nreturn 0; }")
			if (res.Verdict == verdict.False) != test.error {
				t.Errorf("%s, ILP32 %v: %s(%s), want FALSE: %v", test.name, ilp32, res.Verdict, res.Reason, test.error)
			}
		}
	}
}

// TestForeignPointersApart: an execution in which a pointer of unknown origin has been chosen to point to an object of the program is not
// confirmed, and there is another one in which it has not.
func TestForeignPointersApart(t *testing.T) {
	res := verify(t, cfront.Options{ILP32: true}, foreignStart+"union cell *e = get(); e[i].p = &object; *e[j].p = 3; if (i != j) reach_error();\nreturn 0; }")
	if res.Verdict != verdict.False {
		t.Fatal(res.Verdict, res.Detail)
	}
	at := num.Int{}
	for _, o := range res.Program.Objects {
		if o.Kind == ir.GlobalObject && o.Name == "object" {
			at = o.Addr
		}
	}
	changed := false
	for _, cells := range res.Trace.Memory {
		for addr, v := range cells {
			if !v.IsZero() {
				cells[addr], changed = at, true
			}
		}
	}
	if !changed || at.IsZero() {
		t.Fatalf("no pointer was read from memory: %v", res.Trace.Memory)
	}
	if _, err := counterexample.Unsafe(t.Context(), res.Program, res.Trace); !counterexample.UnknownAliases(err) {
		t.Errorf("confirmed, or another error: %v", err)
	}
	other := counterexample.Apart(t.Context(), res.Program, res.Trace, solvers.Native)
	if other == nil {
		t.Fatal("no other execution")
	}
	if _, err := counterexample.Unsafe(t.Context(), res.Program, other); err != nil {
		t.Errorf("the other execution is not confirmed: %v", err)
	}
}

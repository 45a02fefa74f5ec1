package run

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestChainsToBlocks: valid-memtrack where chains of pointers lead to blocks, and where the program exits
// while functions are active: their variables in scope count, others do not.
func TestChainsToBlocks(t *testing.T) {
	testenv.NeedsLong(t)
	for _, c := range []struct {
		name, text string
		lost       bool
	}{
		{"scope over at exit", "int main(void){ { int *p = malloc(4); } exit(0); }", true},
		{"caller holds", "void die(void){ exit(1); } int main(void){ int *p = malloc(4); if (nondet()) die(); free(p); return 0; }", false},
		{"callee returned its local", "void f(void){ int *p = malloc(4); } int main(void){ f(); exit(1); }", true},
		{"two calls deep, local array", "void g(int **a){ if (nondet()) abort(); } int main(void){ int *a[2]; a[0]=malloc(4); a[1]=malloc(4); g(a); free(a[0]); free(a[1]); return 0; }", false},
		{"array elem overwritten", "void g(int **a){ if (nondet()) abort(); } int main(void){ int *a[2]; a[0]=malloc(4); a[1]=malloc(4); a[1]=a[0]; g(a); free(a[0]); return 0; }", true},
		{"struct local", "struct s { int *p; int k; }; int main(void){ struct s s = { malloc(4), 1 }; if (nondet()) exit(2); free(s.p); return 0; }", false},
		{"struct local in callee", "struct s { int *p; int k; }; void f(void){ struct s s = { malloc(4), 1 }; s.k++; } int main(void){ f(); exit(2); }", true},
		{"doubly linked in global", "struct d { struct d *n, *p; } *g; int main(void){ g = malloc(sizeof *g); g->p = 0; g->n = malloc(sizeof *g); g->n->p = g; g->n->n = 0; return 0; }", false},
		{"cycle lost", "struct d { struct d *n, *p; }; int main(void){ struct d *a = malloc(sizeof *a), *b = malloc(sizeof *a); a->n=b; a->p=b; b->n=a; b->p=a; return 0; }", true},
		{"cycle lost in a loop", "struct d { struct d *n; }; int main(void){ struct d *h = 0, *last = 0; for (int i=0;i<3;i++){ struct d *x = malloc(sizeof *x); x->n = h; h = x; if (!last) last = x; } last->n = h; return 0; }", true},
		{"tree in global", "struct t { struct t *l, *r; } *g; struct t *mk(struct t *l, struct t *r){ struct t *x = malloc(sizeof *x); x->l=l; x->r=r; return x; } int main(void){ g = mk(mk(0,0), mk(0,0)); return 0; }", false},
		{"tree child overwritten", "struct t { struct t *l, *r; } *g; struct t *mk(struct t *l, struct t *r){ struct t *x = malloc(sizeof *x); x->l=l; x->r=r; return x; } int main(void){ g = mk(mk(0,0), mk(0,0)); g->l = g->r; return 0; }", true},
		{"loop-scope local at exit after loop", "int main(void){ for (int i=0;i<2;i++){ int *p = malloc(4); *p = i; } exit(0); }", true},
		{"loop-scope local inside loop exit first turn", "int main(void){ for (int i=0;i<2;i++){ int *p = malloc(4); *p = i; exit(0); } return 0; }", false},
		{"goto out of scope", "int main(void){ { int *p = malloc(4); *p = 1; if (nondet()) goto out; free(p); } return 0; out: exit(1); }", true},
		{"different callees at one call site", "int *k; static void a(void){ int *p = malloc(4); *p = 1; } static void b(void){ exit(0); } int main(void){ void (*f[2])(void) = {a, b}; for (int i=0;i<2;i++) f[i](); return 0; }", true},
		{"memset clears", "struct s { int *p; }; int main(void){ struct s s; s.p = malloc(4); memset(&s, 0, sizeof s); exit(0); }", true},
		{"stale local address in global", "int **g; void f(void){ int *p = malloc(4); g = &p; } int main(void){ f(); exit(0); }", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			text := "#include <stdlib.h>\n#include <string.h>\nextern int nondet(void);\n" + c.text + "\n"
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			res, err := Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"valid-memtrack"}}, nil, file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := verdict.True
			if c.lost {
				want = verdict.False
			}
			if res.Verdict != want {
				t.Errorf("%v (%s %s), want %v\n%s", res.Verdict, res.Reason, res.Detail, want, c.text)
			}
		})
	}
}

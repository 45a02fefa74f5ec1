package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestRacesWithFree: free accesses all of the block that it is given, and nothing else.
func TestRacesWithFree(t *testing.T) {
	const head = threadsHead + "struct s { int a, b, c[8]; } *p; extern int choose(void); extern void *realloc(void *, size_t); pthread_mutex_t m; pthread_t t; int *v[2]; void *f(void *q) {"
	const join = "pthread_join(t, 0); }"
	for i, tt := range []struct {
		name, text string
		want       verdict.Verdict
	}{
		{"a field", "p->b++; return 0; } int main(void) { p = malloc(sizeof *p); pthread_create(&t, 0, f, 0); free(p);" + join, verdict.False},
		{"behind the join", "p->b++; return 0; } int main(void) { p = malloc(sizeof *p); pthread_create(&t, 0, f, 0); pthread_join(t, 0); free(p); }", verdict.True},
		{"with a lock", "pthread_mutex_lock(&m); if (p) p->b++; pthread_mutex_unlock(&m); return 0; } int main(void) { p = malloc(sizeof *p); pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); free(p); p = 0; pthread_mutex_unlock(&m);" + join, verdict.True},
		{"what is behind the least size", "p->c[7]++; return 0; } int main(void) { int n = choose(); if (n < 40 || n > 60) return 0; p = malloc(n); pthread_create(&t, 0, f, 0); free(p);" + join, verdict.Unknown},
		{"another block", "p->b++; return 0; } int main(void) { p = malloc(sizeof *p); struct s *r = malloc(sizeof *p); pthread_create(&t, 0, f, 0); free(r); pthread_join(t, 0); free(p); }", verdict.True},
		{"twice", "free(q); return 0; } int main(void) { p = malloc(sizeof *p); pthread_create(&t, 0, f, p); if (choose()) free(p);" + join, verdict.False},
		{"handed over at the end", "struct s *z = q; z->b++; pthread_mutex_lock(&m); p = z; pthread_mutex_unlock(&m); return 0; } int main(void) { struct s *r = malloc(sizeof *p); pthread_create(&t, 0, f, r); pthread_mutex_lock(&m); struct s *z = p; pthread_mutex_unlock(&m); free(z);" + join, verdict.True},
		{"handed over too early", "struct s *z = q; pthread_mutex_lock(&m); p = z; pthread_mutex_unlock(&m); z->c[3]++; return 0; } int main(void) { struct s *r = malloc(sizeof *p); pthread_create(&t, 0, f, r); pthread_mutex_lock(&m); struct s *z = p; pthread_mutex_unlock(&m); free(z);" + join, verdict.False},
		{"the other one of an array", "*v[0] = 1; return 0; } int main(void) { v[0] = malloc(4); v[1] = malloc(8); pthread_create(&t, 0, f, 0); free(v[1]);" + join, verdict.True},
		{"any of an array", "v[1][1] = 1; return 0; } int main(void) { v[0] = malloc(4); v[1] = malloc(8); pthread_create(&t, 0, f, 0); free(v[choose() & 1]);" + join, verdict.False},
		{"by realloc", "p->b++; return 0; } int main(void) { p = malloc(sizeof *p); pthread_create(&t, 0, f, 0); struct s *r = realloc(p, 1000); pthread_join(t, 0); free(r); }", verdict.False},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			if res := verify(t, cfront.Options{Properties: []string{"no-data-race"}}, head+tt.text); res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

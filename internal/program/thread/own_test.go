package thread_test

import "testing"

// TestThreadLocal: variables that each thread has for itself begin in each with their first values, and pointers to those of others lead there.
func TestThreadLocal(t *testing.T) {
	const (
		one = "int main(void) { pthread_t a; x = 1; pthread_create(&a, 0, f, &x); pthread_join(a, 0); check(); }"
		two = "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0); check(); }"
	)
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"first values", "_Thread_local int x = 5; void *f(void *p) { if (x != 5) reach_error(); x = 6; return 0; } void check(void) { if (x != 1) reach_error(); }\n" + one, false},
		{"first values, of no thread", "int x = 5; void *f(void *p) { if (x != 5) reach_error(); x = 6; return 0; } void check(void) {}\n" + one, true},
		{"zero", "__thread int x; void *f(void *p) { if (x) reach_error(); return 0; } void check(void) {}\n" + one, false},
		{"structures and arrays", "__thread struct { int a; char b[4]; } s = { 7, \"ab\" }; int x; void *f(void *p) { if (s.a++ != 7 || s.b[1] != 'b' || s.b[2]) reach_error(); s.b[1] = 0; return 0; } void check(void) { if (s.a != 7) reach_error(); }\n#define g f\n" + two, false},
		{"a static one of a function", "int n(void) { static _Thread_local int i = 2; return i++; } void *f(void *p) { if (n() != 2 || n() != 3) reach_error(); return 0; } void check(void) { if (n() != 2) reach_error(); }\n#define g f\n" + two, false},
		{"a static one of a function, of no thread", "int n(void) { static int i = 2; return i++; } void *f(void *p) { if (n() != 2) reach_error(); return 0; } void check(void) {}\n#define g f\n" + two, true},
		{"that of the maker", "_Thread_local int x; void *f(void *p) { *(int *)p = 3; if (x) reach_error(); return 0; } void check(void) { if (x != 3) reach_error(); }\n" + one, false},
		{"that of the maker, which it sees", "_Thread_local int x; void *f(void *p) { *(int *)p = 3; return 0; } void check(void) { if (x == 3) reach_error(); }\n" + one, true},
		{"pointers to its own", "_Thread_local int x; int *q[2]; void *f(void *p) { q[0] = &x; return 0; } void *g(void *p) { q[1] = &x; return 0; } void check(void) { if (q[0] == q[1] || q[0] == &x) reach_error(); }\n" + two, false},
		{"one that others change", "_Thread_local int x; int *q; void *f(void *p) { q = &x; if (x) reach_error(); return 0; } void *g(void *p) { if (q) *q = 2; return 0; } void check(void) {}\n" + two, true},
		{"a thread that makes another", "_Thread_local int x = 5; void *g(void *p) { if (x != 5) reach_error(); x = 9; return 0; } void *f(void *p) { pthread_t b; x = 6; pthread_create(&b, 0, g, 0); pthread_join(b, 0); if (x != 6) reach_error(); return 0; } void check(void) { if (x != 1) reach_error(); }\n" + one, false},
		{"a thread that makes another with its own", "_Thread_local int x = 5; void *g(void *p) { *(int *)p = 9; return 0; } void *f(void *p) { pthread_t b; pthread_create(&b, 0, g, &x); pthread_join(b, 0); if (x != 9) reach_error(); return 0; } void check(void) { if (x != 1) reach_error(); }\n" + one, false},
		{"threads made in a loop", "_Thread_local int x = 5; void *f(void *p) { if (x++ != 5) reach_error(); return 0; } int main(void) { pthread_t a[2]; for (int i = 0; i < 2; i++) pthread_create(&a[i], 0, f, 0); for (int i = 0; i < 2; i++) pthread_join(a[i], 0); }", false},
		{"errno", "int x;\n#include <errno.h>\nvoid *f(void *p) { if (errno) reach_error(); errno = 3; return 0; } int main(void) { pthread_t a; errno = 4; pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (errno != 4) reach_error(); }", false},
		{"errno of the maker", "int x;\n#include <errno.h>\nvoid *f(void *p) { *(int *)p = 3; if (errno) reach_error(); return 0; } int main(void) { pthread_t a; errno = 4; pthread_create(&a, 0, f, &errno); pthread_join(a, 0); if (errno == 3) reach_error(); }", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reaches(t, "unreach-call", c.text); got != c.want {
				t.Errorf("%s: reached %t", c.text, got)
			}
		})
	}
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"its own", "_Thread_local int x; void *f(void *p) { x++; return 0; } void check(void) {}\n#define g f\n" + two, false},
		{"its own, with an address", "_Thread_local int x; void *f(void *p) { int *q = &x; ++*q; return 0; } void check(void) {}\n#define g f\n" + two, false},
		{"its first value", "_Thread_local int x = 3; void *f(void *p) { return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); x++; pthread_join(a, 0); }", false},
		{"that of the maker", "_Thread_local int x; void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, &x); x++; pthread_join(a, 0); }", true},
		{"that of the maker, later", "_Thread_local int x; void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, &x); pthread_join(a, 0); x++; }", false},
		{"of no thread", "int x; void *f(void *p) { x++; return 0; } void check(void) {}\n#define g f\n" + two, true},
	} {
		t.Run("races: "+c.name, func(t *testing.T) {
			if got := reaches(t, "no-data-race", c.text); got != c.want {
				t.Errorf("%s: a race: %t", c.text, got)
			}
		})
	}
}

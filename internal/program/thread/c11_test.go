package thread_test

import "testing"

// TestC11: threads.h, keys, and functions that are called once, by small programs of which the right and the broken ones stand side by side.
func TestC11(t *testing.T) {
	const two = "int main(void) { begin(); thrd_t a, b; thrd_create(&a, f, 0); thrd_create(&b, g, 0); int r; thrd_join(a, &r); thrd_join(b, 0); check(r); }"
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a lost update", "int x; int f(void *p) { x++; return 7; } void begin(void) {} void check(int r) { if (x != 2) reach_error(); }\n#define g f\n" + two, true},
		{"with a lock", "int x; mtx_t m; int f(void *p) { mtx_lock(&m); x++; mtx_unlock(&m); return 7; } void begin(void) { mtx_init(&m, mtx_plain); } void check(int r) { if (x != 2 || r != 7) reach_error(); }\n#define g f\n" + two, false},
		{"what is given to thrd_exit", "void h(void) { thrd_exit(-5); } int f(void *p) { h(); return 7; } void begin(void) {} void check(int r) { if (r != -5) reach_error(); }\n#define g f\n" + two, false},
		{"what is returned", "int f(void *p) { return -7; } void begin(void) {} void check(int r) { if (r == -7) reach_error(); }\n#define g f\n" + two, true},
		{"a lock of which the owner locks more", "int x; mtx_t m; int f(void *p) { mtx_lock(&m); mtx_lock(&m); mtx_unlock(&m); x++; mtx_unlock(&m); return 0; } void begin(void) { mtx_init(&m, mtx_plain | mtx_recursive); } void check(int r) { if (x != 2) reach_error(); }\n#define g f\n" + two, false},
		{"waiting with a lock that one has not locked", "int x; mtx_t m; cnd_t c; int f(void *p) { int r = cnd_wait(&c, &m); x++; if (r != thrd_error) mtx_unlock(&m); return 0; } void begin(void) { mtx_init(&m, mtx_recursive); } void check(int r) { if (x != 2) reach_error(); }\n#define g f\n" + two, true},
		{"a lock of which the owner locks more, unlocked as often", "int x; mtx_t m; int f(void *p) { mtx_lock(&m); mtx_lock(&m); mtx_unlock(&m); mtx_unlock(&m); x++; return 0; } void begin(void) { mtx_init(&m, mtx_recursive); } void check(int r) { if (x != 2) reach_error(); }\n#define g f\n" + two, true},
		{"who the threads are", "thrd_t s; int f(void *p) { s = thrd_current(); return 0; } int main(void) { thrd_t a; thrd_create(&a, f, 0); thrd_join(a, 0); if (!thrd_equal(s, a) || thrd_equal(s, thrd_current())) reach_error(); }", false},
		{"a condition", "int x; mtx_t m; cnd_t c; int f(void *p) { mtx_lock(&m); x = 1; cnd_signal(&c); mtx_unlock(&m); return 0; } int main(void) { thrd_t a; mtx_init(&m, mtx_plain); cnd_init(&c); thrd_create(&a, f, 0); mtx_lock(&m); while (!x) cnd_wait(&c, &m); if (x != 1) reach_error(); mtx_unlock(&m); }", false},
		{"a condition that is looked at once", "int x; mtx_t m; cnd_t c; int f(void *p) { mtx_lock(&m); x = 1; cnd_signal(&c); mtx_unlock(&m); return 0; } int main(void) { thrd_t a; mtx_init(&m, mtx_plain); cnd_init(&c); thrd_create(&a, f, 0); mtx_lock(&m); if (!x) cnd_wait(&c, &m); if (x != 1) reach_error(); mtx_unlock(&m); }", true},
		{"once", "int x; once_flag o = ONCE_FLAG_INIT; void h(void) { x++; } int f(void *p) { call_once(&o, h); if (x != 1) reach_error(); return 0; } void begin(void) {} void check(int r) { if (x != 1) reach_error(); }\n#define g f\n" + two, false},
		{"twice once", "int x; once_flag o = ONCE_FLAG_INIT, q = ONCE_FLAG_INIT; void h(void) { x++; } int f(void *p) { call_once(&o, h); return 0; } int g(void *p) { call_once(&q, h); return 0; } void begin(void) {} void check(int r) { if (x != 1) reach_error(); }\n" + two, true},
		{"once, without threads", "int x; pthread_once_t o = PTHREAD_ONCE_INIT; void h(void) { x++; } int main(void) { pthread_once(&o, h); pthread_once(&o, h); if (x != 1) reach_error(); }", false},
		{"keys of threads.h", "tss_t k; int x, y; void d(void *p) { ++*(int *)p; } int f(void *p) { if (tss_get(k)) reach_error(); tss_set(k, p); if (tss_get(k) != p) reach_error(); return 0; } int main(void) { thrd_t a; tss_create(&k, d); tss_set(k, &y); thrd_create(&a, f, &x); thrd_join(a, 0); if (x != 1 || y || tss_get(k) != &y) reach_error(); }", false},
		{"destructors, at the end and at pthread_exit", "pthread_key_t k; int x; void d(void *p) { ++*(int *)p; } void *f(void *p) { pthread_setspecific(k, &x); pthread_exit(0); } int main(void) { pthread_t a; pthread_key_create(&k, d); pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (x != 1) reach_error(); }", false},
		{"no destructor", "pthread_key_t k; int x; void d(void *p) { ++*(int *)p; } void *f(void *p) { pthread_setspecific(k, &x); pthread_setspecific(k, 0); return 0; } int main(void) { pthread_t a; pthread_key_create(&k, d); pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (x != 1) reach_error(); }", true},
		{"a destructor that sets the value again", "pthread_key_t k; int x; void d(void *p) { x++; pthread_setspecific(k, p); } void *f(void *p) { pthread_setspecific(k, &x); return 0; } int main(void) { pthread_t a; pthread_key_create(&k, d); pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (x != 4) reach_error(); }", false},
		{"main's end calls no destructor", "pthread_key_t k; int x; void d(void *p) { reach_error(); } int main(void) { pthread_key_create(&k, d); pthread_setspecific(k, &x); return 0; }", false},
		{"what is deleted", "pthread_key_t k; int x; void d(void *p) { reach_error(); } void *f(void *p) { pthread_setspecific(k, &x); pthread_key_delete(k); if (pthread_getspecific(k) || !pthread_setspecific(k, &x)) reach_error(); return 0; } int main(void) { pthread_t a; pthread_key_create(&k, d); pthread_create(&a, 0, f, 0); pthread_join(a, 0); }", false},
		{"the order of destructors", "pthread_key_t k, l; int x; void d(void *p) { x = x * 10 + *(int *)p; } void *f(void *p) { int i = 1, j = 2; pthread_setspecific(l, &j); pthread_setspecific(k, &i); pthread_exit(0); } int main(void) { pthread_t a; pthread_key_create(&k, d); pthread_key_create(&l, d); pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (x != 12) reach_error(); }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reaches(t, "unreach-call", "#include <threads.h>\n#include <pthread.h>\nextern void reach_error(void);\n#line 1\n"+c.text); got != c.want {
				t.Errorf("%s: reached %t", c.text, got)
			}
		})
	}
}

package run

import (
	"context"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestAnyThreadsC11: what is proved of any number of threads that use threads.h, keys and thread-local variables, and what is not; and what happens before
// threads are made and behind their joins. MANY makes any number of threads of a function.
func TestAnyThreadsC11(t *testing.T) {
	testenv.NeedsLong(t)
	const head = `#include <pthread.h>
#include <threads.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define MANY(f) while (__VERIFIER_nondet_int()) { thrd_t t; thrd_create(&t, f, 0); thrd_detach(t); }
#define MAIN(begin) int main(void) { mtx_init(&m, mtx_plain); mtx_init(&k, mtx_plain); mtx_init(&r, mtx_plain | mtx_recursive); cnd_init(&c); begin; MANY(__VERIFIER_nondet_int() ? f : g) }
int x, y, *out; mtx_t m, k, r; cnd_t c; once_flag o = ONCE_FLAG_INIT; tss_t key; pthread_rwlock_t rw;
void *one(void *q) { x++; return q; }
#line 1
`
	const f = "int f(void *q) "
	for i, tt := range []struct {
		name, text string
		want       verdict.Verdict // True, or Unknown
	}{
		{"a mutex", f + `{ mtx_lock(&m); x++; mtx_unlock(&m); return 0; } int g(void *q) { mtx_lock(&m); x--; mtx_unlock(&m); return 0; } MAIN(x = 1)`, verdict.True},
		{"two mutexes", f + `{ mtx_lock(&m); x++; mtx_unlock(&m); return 0; } int g(void *q) { mtx_lock(&k); x--; mtx_unlock(&k); return 0; } MAIN()`, verdict.Unknown},
		{"unlocked by another thread", f + `{ mtx_lock(&m); x++; mtx_unlock(&m); return 0; } int g(void *q) { mtx_unlock(&m); return 0; } MAIN()`, verdict.Unknown},
		{"made by a thread", f + `{ mtx_lock(&m); x++; mtx_unlock(&m); return 0; } int g(void *q) { mtx_init(&m, mtx_plain); return 0; } MAIN()`, verdict.Unknown},
		{"locked twice by its owner", f + `{ mtx_lock(&r); mtx_lock(&r); mtx_unlock(&r); x++; mtx_unlock(&r); return 0; } int g(void *q) { return 0; } MAIN()`, verdict.True},
		{"locked twice by its owner, unlocked twice", f + `{ mtx_lock(&r); mtx_lock(&r); mtx_unlock(&r); mtx_unlock(&r); x++; return 0; } int g(void *q) { return 0; } MAIN()`, verdict.Unknown},
		{"what tries", f + `{ if (mtx_trylock(&m) == thrd_success) { x++; mtx_unlock(&m); } return 0; } int g(void *q) { return 0; } MAIN()`, verdict.True},
		{"what tries and is busy", f + `{ if (mtx_trylock(&m) == thrd_busy) x++; else mtx_unlock(&m); return 0; } int g(void *q) { return 0; } MAIN()`, verdict.Unknown},
		{"waits for a time", f + `{ struct timespec t = {0}; if (mtx_timedlock(&m, &t) == thrd_success) { x++; mtx_unlock(&m); } return 0; } int g(void *q) { return 0; } MAIN()`, verdict.True},
		{"waits for a time, and goes on", f + `{ struct timespec t = {0}; if (mtx_timedlock(&m, &t) == thrd_success) mtx_unlock(&m); x++; return 0; } int g(void *q) { return 0; } MAIN()`, verdict.Unknown},
		{"waiting lets go of the mutex", f + `{ mtx_lock(&m); while (!x) cnd_wait(&c, &m); x--; mtx_unlock(&m); return 0; } int g(void *q) { mtx_lock(&m); x++; cnd_signal(&c); mtx_unlock(&m); return 0; } MAIN()`, verdict.True},
		{"waiting with another mutex", f + `{ mtx_lock(&m); mtx_lock(&k); cnd_wait(&c, &m); x++; mtx_unlock(&k); mtx_unlock(&m); return 0; } int g(void *q) { mtx_lock(&m); int n = x; cnd_wait(&c, &m); n = y; mtx_unlock(&m); mtx_lock(&k); y++; mtx_unlock(&k); return n; } MAIN()`, verdict.Unknown},
		{"once", `void h(void) { x = 1; } ` + f + `{ call_once(&o, h); return x; } int g(void *q) { call_once(&o, h); return 0; } MAIN()`, verdict.True},
		{"read without once", `void h(void) { x = 1; } ` + f + `{ call_once(&o, h); return 0; } int g(void *q) { return x; } MAIN()`, verdict.Unknown},
		{"written behind once", `void h(void) { x = 1; } ` + f + `{ call_once(&o, h); x = 2; return 0; } int g(void *q) { return 0; } MAIN()`, verdict.Unknown},
		{"thread-local", `_Thread_local int n; ` + f + `{ n++; return n; } int g(void *q) { static _Thread_local int n; return ++n; } MAIN(n = 1)`, verdict.True},
		{"main's thread-local variable by a pointer", `_Thread_local int n; ` + f + `{ ++*out; return 0; } int g(void *q) { return n; } MAIN(out = &n)`, verdict.Unknown},
		{"a thread's thread-local variable that it hands out", `_Thread_local int n; ` + f + `{ mtx_lock(&m); out = &n; mtx_unlock(&m); n++; return 0; } int g(void *q) { mtx_lock(&m); int *r = out; mtx_unlock(&m); if (r) ++*r; return 0; } MAIN()`, verdict.Unknown},
		{"values of keys", f + `{ int n = 0; tss_set(key, &n); int *v = tss_get(key); if (v) ++*v; return n; } int g(void *q) { return 0; } MAIN(tss_create(&key, 0))`, verdict.True},
		{"values of keys that threads share", f + `{ tss_set(key, &x); int *v = tss_get(key); if (v) ++*v; return 0; } int g(void *q) { return 0; } MAIN(tss_create(&key, 0))`, verdict.Unknown},
		{"a destructor without a lock", `void d(void *p) { x++; } ` + f + `{ tss_set(key, &y); return 0; } int g(void *q) { return 0; } MAIN(tss_create(&key, d))`, verdict.Unknown},
		{"a destructor with a lock", `void d(void *p) { mtx_lock(&m); x++; mtx_unlock(&m); } ` + f + `{ tss_set(key, &y); return 0; } int g(void *q) { return 0; } MAIN(tss_create(&key, d))`, verdict.True},
		{"a destructor, by thrd_exit", `void d(void *p) { x++; } ` + f + `{ tss_set(key, &y); thrd_exit(0); } int g(void *q) { return 0; } MAIN(tss_create(&key, d))`, verdict.Unknown},
		{"keys that threads make", `void d(void *p) { x++; } ` + f + `{ tss_t l; if (tss_create(&l, d) == thrd_success) tss_set(l, &y); return 0; } int g(void *q) { return 0; } MAIN()`, verdict.Unknown},
		{"a lock for reading, for a time", f + `{ struct timespec t = {0}; if (!pthread_rwlock_timedrdlock(&rw, &t)) { int n = x; pthread_rwlock_unlock(&rw); return n; } return 0; } int g(void *q) { struct timespec t = {0}; if (!pthread_rwlock_timedwrlock(&rw, &t)) { x++; pthread_rwlock_unlock(&rw); } return 0; } MAIN()`, verdict.True},
		{"writing with a lock for reading, for a time", f + `{ struct timespec t = {0}; if (!pthread_rwlock_timedrdlock(&rw, &t)) { x++; pthread_rwlock_unlock(&rw); } return 0; } int g(void *q) { return 0; } MAIN()`, verdict.Unknown},
		{"before any thread is made", f + `{ return x; } int main(void) { x = 1; MANY(f) }`, verdict.True},
		{"before one, but behind others", f + `{ return x; } int main(void) { while (__VERIFIER_nondet_int()) { x++; thrd_t t; thrd_create(&t, f, 0); } }`, verdict.Unknown},
		{"before one, but beside those of another place", f + `{ return x; } int main(void) { MANY(f) x++; pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); }`, verdict.Unknown},
		{"behind the join of one, beside others", f + `{ return x; } int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); MANY(f) pthread_join(t, 0); x++; }`, verdict.Unknown},
		{"behind the join of the last of many", f + `{ x++; return 0; } int main(void) { thrd_t t; int any = 0; while (__VERIFIER_nondet_int()) { thrd_create(&t, f, 0); any = 1; } if (any) thrd_join(t, 0); x++; }`, verdict.Unknown},
		{"behind the join of the first of many", f + `{ x++; return 0; } int main(void) { thrd_t t, u; thrd_create(&t, f, 0); while (__VERIFIER_nondet_int()) thrd_create(&u, f, 0); thrd_join(t, 0); x++; }`, verdict.Unknown},
		{"joined once by one number of two", f + `{ x++; return 0; } int h(void *q) { return 0; } int main(void) { MANY(h) thrd_t t, u; thrd_create(&t, h, 0); thrd_create(&u, f, 0); u = t; thrd_join(u, 0); x++; }`, verdict.Unknown},
		{"what a joined thread has returned", f + `{ mtx_lock(&m); x++; mtx_unlock(&m); return 1; } int main(void) { mtx_init(&m, mtx_plain); MANY(f) thrd_t t; int n; thrd_create(&t, f, 0); thrd_join(t, &n); if (n == 1) x++; }`, verdict.Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // what is not proved may take for ever
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"no-data-race"}, Threads: prepare.AnyThreads}, fstest.MapFS{"p.c": {Data: []byte(head + tt.text)}}, "p.c"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

// TestGuardedThreads: what locks protect of any number of threads, and what they do not. MANY makes any number of threads of f and g.
func TestGuardedThreads(t *testing.T) {
	testenv.NeedsLong(t)
	const head = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER, *p = &m; pthread_cond_t c; pthread_spinlock_t s; int x, y; pthread_mutex_t *to;
#define LOCK(m) pthread_mutex_lock(&m)
#define FREE(m) pthread_mutex_unlock(&m)
#define MANY { pthread_t t; for (int i = 0; i < 9000; i++) pthread_create(&t, 0, __VERIFIER_nondet_int() ? f : g, 0); }
#line 1
`
	const (
		f    = "void *f(void *q) "
		g    = " void *g(void *q) "
		both = f + "{ LOCK(m); LOCK(k); x++; FREE(k); LOCK(k); x--; FREE(k); FREE(m); return 0; }"
		ask  = " if (x) reach_error();"
		rw   = "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; "
	)
	for i, tt := range []struct {
		name, text string
		want       verdict.Verdict // True, or Unknown
	}{
		{"the outer lock", both + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY }", verdict.True},
		{"the inner lock", both + g + "{ LOCK(k);" + ask + " FREE(k); return 0; } int main(void) { MANY }", verdict.Unknown},
		{"no lock", both + g + "{" + ask + " return 0; } int main(void) { MANY }", verdict.Unknown},
		{"another value at first", f + "{ LOCK(m); x *= 2; x /= 2; FREE(m); return 0; } \n#define g f\nint main(void) { x = y = 7; MANY LOCK(m); if (x != y) reach_error(); FREE(m); }", verdict.True},
		{"another value later", f + "{ LOCK(m); x++; x--; FREE(m); return 0; } \n#define g f\nint main(void) { MANY LOCK(m); x = 1; FREE(m); LOCK(m);" + ask + " FREE(m); }", verdict.Unknown},
		{"changed by one of two functions", f + "{ LOCK(m); x = 0; FREE(m); return 0; }" + g + "{ LOCK(m); x = 1; FREE(m); return 0; } int main(void) { MANY LOCK(m);" + ask + " FREE(m); }", verdict.Unknown},
		{"changed before the second thread", f + "{ LOCK(m); x++; x--; FREE(m); return 0; } \n#define g f\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; MANY LOCK(m);" + ask + " FREE(m); }", verdict.Unknown},
		{"waiting lets go of it", f + "{ LOCK(m); x = 1; pthread_cond_wait(&c, &m); x = 0; FREE(m); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY }", verdict.Unknown},
		{"waiting where nothing is changed", f + "{ LOCK(m); pthread_cond_wait(&c, &m); x = 1; x = 0; FREE(m); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY }", verdict.True},
		{"waiting with a lock that one has not locked", f + "{ pthread_cond_wait(&c, &m); x = 1; x = 0; FREE(m); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &a); MANY }", verdict.Unknown},
		{"what waits until no time", f + "{ LOCK(m); x = 1; x = 0; struct timespec t = {0, -1}; if (pthread_cond_timedwait(&c, &m, &t) == 22) reach_error(); FREE(m); return 0; } \n#define g f\nint main(void) { MANY }", verdict.Unknown},
		{"what tries", f + "{ if (!pthread_mutex_trylock(&m)) { x = 1; x = 0; FREE(m); } return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY }", verdict.True},
		{"what tries and is busy", f + "{ if (pthread_mutex_trylock(&m)) { x = 1; x = 0; } else FREE(m); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY }", verdict.Unknown},
		{"by a pointer", f + "{ pthread_mutex_lock(p); x++; x--; pthread_mutex_unlock(p); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY }", verdict.True},
		{"by a pointer that is changed", f + "{ pthread_mutex_lock(p); x++; x--; pthread_mutex_unlock(p); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { if (__VERIFIER_nondet_int()) p = &k; MANY }", verdict.Unknown},
		{"a spin lock", f + "{ pthread_spin_lock(&s); x++; x--; pthread_spin_unlock(&s); return 0; }" + g + "{ pthread_spin_lock(&s);" + ask + " pthread_spin_unlock(&s); return 0; } int main(void) { pthread_spin_init(&s, 0); MANY }", verdict.True},
		{"a read-write lock", rw + f + "{ pthread_rwlock_wrlock(&rw); x++; x--; pthread_rwlock_unlock(&rw); return 0; }" + g + "{ pthread_rwlock_rdlock(&rw);" + ask + " pthread_rwlock_unlock(&rw); return 0; } int main(void) { MANY }", verdict.True},
		{"writing with a lock for reading", rw + f + "{ pthread_rwlock_rdlock(&rw); x++; x--; pthread_rwlock_unlock(&rw); return 0; }" + g + "{ pthread_rwlock_wrlock(&rw);" + ask + " pthread_rwlock_unlock(&rw); return 0; } int main(void) { MANY }", verdict.Unknown},
		{"reading behind a lock for reading", rw + f + "{ pthread_rwlock_wrlock(&rw); x++; x--; pthread_rwlock_unlock(&rw); return 0; }" + g + "{ pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw);" + ask + " return 0; } int main(void) { MANY }", verdict.Unknown},
		{"a writer that leaves something else", rw + f + "{ pthread_rwlock_wrlock(&rw); x = 1; pthread_rwlock_unlock(&rw); pthread_rwlock_wrlock(&rw); x = 0; pthread_rwlock_unlock(&rw); return 0; }" + g + "{ pthread_rwlock_rdlock(&rw);" + ask + " pthread_rwlock_unlock(&rw); return 0; } int main(void) { MANY }", verdict.Unknown},
		{"made again", f + "{ LOCK(m); x++; x--; FREE(m); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY pthread_mutex_init(&m, 0); }", verdict.Unknown},
		{"locked as memory", f + "{ if (__VERIFIER_nondet_int()) LOCK(m); x++; x--; return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { *(int *)&m = 2; MANY }", verdict.Unknown},
		{"written as memory", f + "{ LOCK(m); x++; x--; FREE(m); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY *(int *)&m = 0; }", verdict.Unknown},
		{"unlocked by another", f + "{ LOCK(m); x++; x--; FREE(m); return 0; }" + g + "{ LOCK(m);" + ask + " FREE(m); return 0; } int main(void) { MANY FREE(m); }", verdict.Unknown},
		{"a lock for each", f + "{ LOCK(m); x++; x--; FREE(m); LOCK(k); y++; y--; FREE(k); return 0; }" + g + "{ LOCK(m); LOCK(k); if (x + y) reach_error(); FREE(k); FREE(m); return 0; } int main(void) { MANY }", verdict.True},
		{"the locks of others", f + "{ LOCK(m); x++; x--; FREE(m); LOCK(k); y++; y--; FREE(k); return 0; }" + g + "{ LOCK(k); if (x + y) reach_error(); FREE(k); return 0; } int main(void) { MANY }", verdict.Unknown},
		{"structures", "struct { int a, b; } z; " + f + "{ LOCK(m); z.a++; z.b--; z.a--; z.b++; FREE(m); return 0; }" + g + "{ LOCK(m); if (z.a + z.b) reach_error(); FREE(m); return 0; } int main(void) { MANY }", verdict.True},
		{"a part of a structure without the lock", "struct { int a, b; } z; " + f + "{ LOCK(m); z.a++; z.a--; FREE(m); z.b++; return 0; }" + g + "{ LOCK(m); if (z.a) reach_error(); FREE(m); return 0; } int main(void) { MANY }", verdict.Unknown},
		{"in the hands of the first thread", f + "{ LOCK(m); x++; x--; FREE(m); return 0; }" + g + "{ return 0; } int main(void) { LOCK(m); x = 1; MANY x = 0; FREE(m); }", verdict.Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			limit := 20 * time.Second
			if tt.want == verdict.Unknown {
				limit = 4 * time.Second // several times what the proofs of the others take; without a proof it may go on for ever
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"unreach-call"}, Threads: prepare.GuardedThreads}, fstest.MapFS{"p.c": {Data: []byte(head + tt.text)}}, "p.c"), Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

// TestAnyLocks: misuse of locks where 100 threads are made: what is proved of any number of them, what is found with few, and what neither is.
func TestAnyLocks(t *testing.T) {
	testenv.NeedsLong(t)
	const head = `#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k; pthread_cond_t c; int x;
#define LOCK pthread_mutex_lock(&m);
#define FREE pthread_mutex_unlock(&m);
#line 1
`
	for i, tt := range []struct {
		name, thread, before, after string // what each thread does, and the first one before and after it makes them
		want                        verdict.Verdict
	}{
		{"locked twice", "LOCK if (__VERIFIER_nondet_int()) LOCK", "", "", verdict.False},
		{"a lock and its release", "LOCK x++; FREE", "", "", verdict.True},
		{"made first", "pthread_mutex_lock(&k); x++; pthread_mutex_unlock(&k);", "pthread_mutex_init(&k, 0);", "", verdict.True},
		{"what tries", "if (!pthread_mutex_trylock(&m)) { x++; FREE }", "", "", verdict.True},
		{"unlocked where trying has failed", "pthread_mutex_trylock(&m); FREE", "", "", verdict.False},
		{"unlocked by the first thread", "LOCK FREE", "", "FREE", verdict.False},
		{"destroyed beside threads", "LOCK FREE", "", "pthread_mutex_destroy(&m);", verdict.False},
		{"destroyed before", "LOCK FREE", "pthread_mutex_destroy(&m);", "", verdict.False},
		{"made twice", "", "pthread_mutex_init(&k, 0); pthread_mutex_init(&k, 0);", "", verdict.False},
		{"made once it has been used", "", "LOCK FREE pthread_mutex_init(&m, 0);", "", verdict.False},
		{"made beside threads that use it", "pthread_mutex_lock(&k); pthread_mutex_unlock(&k);", "", "pthread_mutex_init(&k, 0);", verdict.False},
		{"one that no thread uses, made beside threads", "LOCK FREE", "", "pthread_mutex_init(&k, 0);", verdict.Unknown},
		{"waits without it", "if (!x) pthread_cond_wait(&c, &m);", "", "", verdict.False},
		{"one of malloc, never made", "pthread_mutex_t *p = malloc(sizeof *p); if (p) pthread_mutex_lock(p);", "", "", verdict.False},
		{"an automatic one", "pthread_mutex_t p; pthread_mutex_init(&p, 0); pthread_mutex_lock(&p); pthread_mutex_unlock(&p);", "", "", verdict.Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			text := head + "void *f(void *q) { " + tt.thread + " return 0; }\nint main(void) { pthread_t t; " + tt.before + " for (int i = 0; i < 100; i++) pthread_create(&t, 0, f, 0); " + tt.after + " return 0; }\n"
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"locks"}}, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

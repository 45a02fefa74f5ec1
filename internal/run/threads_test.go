package run

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/solvers"
	"craig/internal/testenv"
)

// threadsHead declares what programs with threads use, as headers do.
const threadsHead = `typedef unsigned long pthread_t, size_t; typedef union { int __data[10]; long __align; } pthread_mutex_t; typedef union { int __data[14]; long __align; } pthread_rwlock_t;
typedef union { int __data[8]; long __align; } sem_t; typedef int pthread_once_t; typedef volatile int pthread_spinlock_t; typedef union { int __data[12]; long __align; } pthread_cond_t, pthread_attr_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_join(pthread_t, void **), pthread_detach(pthread_t);
extern int pthread_mutex_init(pthread_mutex_t *, const void *), pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_trylock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *), pthread_rwlock_wrlock(pthread_rwlock_t *), pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_spin_init(pthread_spinlock_t *, int), pthread_spin_lock(pthread_spinlock_t *), pthread_spin_unlock(pthread_spinlock_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *), pthread_cond_signal(pthread_cond_t *), pthread_once(pthread_once_t *, void (*)(void));
extern int sem_init(sem_t *, int, unsigned), sem_wait(sem_t *), sem_trywait(sem_t *), sem_post(sem_t *);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void), *malloc(size_t), free(void *);
extern int __VERIFIER_nondet_int(void);
`

// TestErrorBehindALimit: an error with few threads is found where an execution may make more than are followed, also if what is reduced shows it by an
// execution that the program does not have.
func TestErrorBehindALimit(t *testing.T) {
	const text = threadsHead + `int data; pthread_mutex_t m;
static void *f(void *p) { pthread_mutex_lock(&m); data = 1; pthread_mutex_unlock(&m); return p; }
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0) return 0;
	pthread_t *t = malloc(n * sizeof *t);
	for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0);
	for (int i = 0; i < n; i += 2) pthread_join(t[i], 0);
	free(t);
	return data;
}
`
	res := verify(t, cfront.Options{Properties: []string{"no-data-race"}}, text)
	if res.Verdict != verdict.False {
		t.Errorf("%s(%s): %s", res.Verdict, res.Reason, res.Detail)
	}
}

// TestRacesInParts: parts of one object are copied and written by two threads, with a lock and without; it was UNKNOWN, as the accesses of a thread that was taken apart
// were not found among those of the program.
func TestRacesInParts(t *testing.T) {
	const head = threadsHead + "extern void *memcpy(void *, const void *, unsigned long); pthread_mutex_t m; char a[4]; struct { int a, b; } x, y; struct { unsigned p : 3, q : 5; } z;\n"
	for _, c := range [][2]string{
		{"memcpy(a, a + 2, 2);", "a[2] = 1;"},
		{"x = y;", "y = x; y.b = x.a;"},
		{"z.p = 1;", "z.q = 2;"},
	} {
		for lock, want := range map[string]verdict.Verdict{"pthread_mutex_lock(&m);": verdict.True, "": verdict.False} {
			unlock := strings.Replace(lock, "lock", "unlock", 1)
			res := verify(t, cfront.Options{Properties: []string{"no-data-race"}}, head+"void *f(void *p) { "+lock+c[0]+unlock+" return p; }\n"+
				"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); "+lock+c[1]+unlock+" pthread_join(t, 0); }\n")
			if res.Verdict != want {
				t.Errorf("%s beside %s, lock %q: %v, not %v: %s", c[0], c[1], lock, res.Verdict, want, res.Detail)
			}
		}
	}
}

// TestResultsOfThreads: whether two threads access one place that a function without a body returns; only what is in an object is accessed.
func TestResultsOfThreads(t *testing.T) {
	const head = threadsHead + "struct s { int n, k; pthread_mutex_t m; }; struct t { int n; struct s s[2]; }; extern struct s *get(void), *other(void); extern struct t *outer(void); extern int *number(void); extern float *real(void); extern int choose(void); struct s o; pthread_mutex_t m;\n"
	const twice = "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }\n"
	with := func(f string) string {
		return "void *f(void *p) { struct s *s = get(); " + f + " return p; }\n" + twice
	}
	beside := func(main string) string {
		return "void *f(void *p) { get()->n = 1; return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); " + main + " pthread_join(t, 0); }\n"
	}
	for _, tt := range []struct {
		name, text string
		pointers   cfront.UnknownPointers
		want       verdict.Verdict
	}{
		{"one function", with("s->n = 1;"), cfront.Usual, verdict.False},
		{"one function, fresh", with("s->n = 1;"), cfront.Fresh, verdict.True},
		{"one function, any", with("s->n = 1;"), cfront.Any, verdict.False},
		{"with the lock beside it", with("pthread_mutex_lock(&s->m); s->n = 1; pthread_mutex_unlock(&s->m);"), cfront.Usual, verdict.True},
		{"with the lock of another result", with("struct s *q = get(); pthread_mutex_lock(&q->m); s->n = 1; pthread_mutex_unlock(&q->m);"), cfront.Usual, verdict.False},
		{"with one lock", with("pthread_mutex_lock(&m); s->n = 1; pthread_mutex_unlock(&m);"), cfront.Usual, verdict.True},
		{"of null alone", with("if (!s) s->n = 1;"), cfront.Usual, verdict.True},
		{"of null alone, without a call", "void *f(void *p) { struct s *s = choose() ? &o : 0; if (!s) s->k = 1; return p; }\n" + twice, cfront.Usual, verdict.True},
		{"two members", "void *f(void *p) { get()->n = 1; return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); get()->k = 1; pthread_join(t, 0); }\n", cfront.Usual, verdict.True},
		{"two functions", beside("other()->n = 1;"), cfront.Usual, verdict.False},
		{"two functions, fresh", beside("other()->n = 1;"), cfront.Fresh, verdict.True},
		{"two members, of two functions", beside("other()->k = 1;"), cfront.Usual, verdict.True},
		{"in a structure", beside("outer()->s[1].n = 1;"), cfront.Usual, verdict.False},
		{"another member of the structure", beside("outer()->s[1].k = 1; outer()->n = 2;"), cfront.Usual, verdict.True},
		{"a member", beside("*number() = 1;"), cfront.Usual, verdict.False},
		{"of another type", beside("*real() = 1;"), cfront.Usual, verdict.True},
	} {
		if res := verify(t, cfront.Options{Properties: []string{"no-data-race"}, Unknown: cfront.Unknown{UnknownPointers: tt.pointers}}, head+tt.text); res.Verdict != tt.want {
			t.Errorf("%s: %s(%s), want %s: %s", tt.name, res.Verdict, res.Reason, tt.want, res.Detail)
		}
	}
}

// anyMain is what follows the functions of threads: main makes any number of those.
const anyMain = `
int main(void) {
	int n = __VERIFIER_nondet_int();
	before();
	for (int i = 0; i < n; i++) { pthread_t t; pthread_create(&t, 0, ENTRY, 0); pthread_detach(t); }
	meanwhile();
}
`

// TestAnyThreads: what is proved where any number of threads is made, and what is not. The right ones are those that rely on locks, atomic sections and what happens
// before threads are made.
func TestAnyThreads(t *testing.T) {
	testenv.NeedsLong(t)
	const head = threadsHead + "int x, y, a[4]; pthread_mutex_t m, k, ms[2], *p = &m; pthread_rwlock_t rw; sem_t s; pthread_once_t o; pthread_spinlock_t sp; pthread_cond_t c; struct { int n; pthread_mutex_t m; } st[2];\n"
	for i, tt := range []struct {
		name, text string
		want       verdict.Verdict // True, or Unknown
	}{
		{"a mutex", `void *f(void *q) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return q; } void before(void) { x = 1; } void meanwhile(void) { f(0); }`, verdict.True},
		{"no mutex", `void *f(void *q) { x++; return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"main without the mutex", `void *f(void *q) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return q; } void before(void) {} void meanwhile(void) { x++; }`, verdict.Unknown},
		{"two mutexes", `void *f(void *q) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return q; } void *g(void *q) { pthread_mutex_lock(&k); x++; pthread_mutex_unlock(&k); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"reads alone", `void *f(void *q) { return x ? q : 0; } void before(void) { x = 1; } void meanwhile(void) { f(0); }`, verdict.True},
		{"through a pointer", `void add(int *v, pthread_mutex_t *l) { pthread_mutex_lock(l); ++*v; pthread_mutex_unlock(l); } void *f(void *q) { add(&x, &m); return q; } void *g(void *q) { add(&y, &k); return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"through a pointer, with the other lock", `void add(int *v, pthread_mutex_t *l) { pthread_mutex_lock(l); ++*v; pthread_mutex_unlock(l); } void *f(void *q) { add(&x, &m); return q; } void *g(void *q) { add(&x, &k); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"a pointer to a lock that changes", `void *f(void *q) { pthread_mutex_t *l = p; pthread_mutex_lock(l); x++; pthread_mutex_unlock(l); return q; } void before(void) {} void meanwhile(void) { pthread_mutex_lock(&m); p = &k; pthread_mutex_unlock(&m); }`, verdict.Unknown},
		{"a pointer to a lock that threads change", `void *f(void *q) { pthread_mutex_lock(&m); pthread_mutex_t *l = p; pthread_mutex_unlock(&m); pthread_mutex_lock(l); x++; pthread_mutex_unlock(l); return q; } void *g(void *q) { pthread_mutex_lock(&m); p = &k; pthread_mutex_unlock(&m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"locks in an array", `void *f(void *q) { int i = __VERIFIER_nondet_int() & 1; pthread_mutex_lock(&ms[i]); a[i]++; pthread_mutex_unlock(&ms[i]); return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"locks in an array, another element", `void *f(void *q) { int i = __VERIFIER_nondet_int() & 1, j = __VERIFIER_nondet_int() & 1; pthread_mutex_lock(&ms[i]); a[j]++; pthread_mutex_unlock(&ms[i]); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"locks in structures", `void *f(void *q) { int i = __VERIFIER_nondet_int() & 1; pthread_mutex_lock(&st[i].m); st[i].n++; pthread_mutex_unlock(&st[i].m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"locks in structures, those of others", `void *f(void *q) { int i = __VERIFIER_nondet_int() & 1; pthread_mutex_lock(&st[i].m); st[0].n++; pthread_mutex_unlock(&st[i].m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"locks in structures, crosswise", `void *f(void *q) { int i = __VERIFIER_nondet_int() & 1; pthread_mutex_lock(&st[i].m); st[1 - i].n++; pthread_mutex_unlock(&st[i].m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"what tries", `void *f(void *q) { if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); } return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"what tries and goes on", `void *f(void *q) { int r = pthread_mutex_trylock(&m); x++; if (!r) pthread_mutex_unlock(&m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"unlocked on one way", `void *f(void *q) { pthread_mutex_lock(&m); if (__VERIFIER_nondet_int()) pthread_mutex_unlock(&m); x++; return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"unlocked by another thread", `void *f(void *q) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return q; } void *g(void *q) { pthread_mutex_unlock(&m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"waiting lets go of the mutex", `void *f(void *q) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); x++; pthread_mutex_unlock(&m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"waiting with another mutex", `void *f(void *q) { pthread_mutex_lock(&m); pthread_mutex_lock(&k); pthread_cond_wait(&c, &k); pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&k); return q; } void *g(void *q) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"a lock for reading", `void *f(void *q) { pthread_rwlock_rdlock(&rw); int r = x; pthread_rwlock_unlock(&rw); return r ? q : 0; } void *g(void *q) { pthread_rwlock_wrlock(&rw); x++; pthread_rwlock_unlock(&rw); return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"writing with a lock for reading", `void *f(void *q) { pthread_rwlock_rdlock(&rw); x++; pthread_rwlock_unlock(&rw); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"a lock for reading that another one gives back", `void *f(void *q) { pthread_rwlock_wrlock(&rw); x++; pthread_rwlock_unlock(&rw); return q; } void *g(void *q) { pthread_rwlock_unlock(&rw); return q; } void before(void) {} void meanwhile(void) { pthread_rwlock_rdlock(&rw); int r = x; pthread_rwlock_unlock(&rw); }`, verdict.Unknown},
		{"a spin lock", `void *f(void *q) { pthread_spin_lock(&sp); x++; pthread_spin_unlock(&sp); return q; } void before(void) { pthread_spin_init(&sp, 0); } void meanwhile(void) {}`, verdict.True},
		{"a semaphore of one", `void *f(void *q) { sem_wait(&s); x++; sem_post(&s); return q; } void before(void) { sem_init(&s, 0, 1); } void meanwhile(void) {}`, verdict.True},
		{"a semaphore of two", `void *f(void *q) { sem_wait(&s); x++; sem_post(&s); return q; } void before(void) { sem_init(&s, 0, 2); } void meanwhile(void) {}`, verdict.Unknown},
		{"a semaphore that others post", `void *f(void *q) { sem_wait(&s); x++; sem_post(&s); return q; } void *g(void *q) { sem_post(&s); return q; } void before(void) { sem_init(&s, 0, 1); } void meanwhile(void) {}`, verdict.Unknown},
		{"a semaphore that is tried", `void *f(void *q) { sem_trywait(&s); x++; return q; } void before(void) { sem_init(&s, 0, 1); } void meanwhile(void) {}`, verdict.Unknown},
		{"made by a thread", `void *f(void *q) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"once", `void set(void) { x = 1; } void *f(void *q) { pthread_once(&o, set); return x ? q : 0; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"read without once", `void set(void) { x = 1; } void *f(void *q) { pthread_once(&o, set); return q; } void *g(void *q) { return x ? q : 0; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"written behind once", `void set(void) { x = 1; } void *f(void *q) { pthread_once(&o, set); x = 2; return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"atomic", `void *f(void *q) { __sync_fetch_and_add(&x, 1); return q; } void *g(void *q) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return q; } void before(void) { x = 1; } void meanwhile(void) {}`, verdict.True},
		{"atomic and not", `void *f(void *q) { __sync_fetch_and_add(&x, 1); return q; } void *g(void *q) { return x ? q : 0; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"volatile", `volatile int v; void *f(void *q) { v++; return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"a flag", `int ready; void *f(void *q) { if (__sync_fetch_and_add(&ready, 0) == 1) x++; return q; } void before(void) {} void meanwhile(void) { __sync_fetch_and_add(&ready, 1); }`, verdict.Unknown},
		{"a variable of the thread", `void *f(void *q) { int n = 0, *r = &n; ++*r; return q; } void before(void) {} void meanwhile(void) {}`, verdict.True},
		{"a variable of a thread that it hands out", `int *out; void *f(void *q) { int n = 0; pthread_mutex_lock(&m); out = &n; pthread_mutex_unlock(&m); n++; return q; } void *g(void *q) { pthread_mutex_lock(&m); int *r = out; pthread_mutex_unlock(&m); if (r) ++*r; return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"memory that is freed", `int *h; void *f(void *q) { pthread_mutex_lock(&m); ++*h; pthread_mutex_unlock(&m); return q; } void before(void) { h = malloc(4); } void meanwhile(void) { free(h); }`, verdict.Unknown},
		{"a thread that makes threads", `void *g(void *q) { x++; return q; } void *f(void *q) { pthread_t t; pthread_create(&t, 0, g, 0); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"members beside each other", `struct { int a : 4, b : 4; } bits; void *f(void *q) { pthread_mutex_lock(&m); bits.a = 1; pthread_mutex_unlock(&m); return q; } void *g(void *q) { pthread_mutex_lock(&k); bits.b = 1; pthread_mutex_unlock(&k); return q; } void before(void) {} void meanwhile(void) {}`, verdict.Unknown},
		{"what a thread returns", `void *f(void *q) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return &x; } void before(void) {} void meanwhile(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); ++*(int *)r; }`, verdict.Unknown},
		{"joined by the wrong number", `void *f(void *q) { x++; return q; } void *h(void *q) { return q; } void before(void) {} void meanwhile(void) { pthread_t t, u; pthread_create(&t, 0, h, 0); pthread_create(&u, 0, f, 0); u = t; pthread_join(u, 0); x++; }`, verdict.Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			entry := "f"
			if strings.Contains(tt.text, "*g(") {
				entry = "__VERIFIER_nondet_int() ? f : g"
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // what is not proved may take for ever
			defer cancel()
			text := head + tt.text + strings.Replace(anyMain, "ENTRY", entry, 1)
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"no-data-race"}, Threads: prepare.AnyThreads}, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

// TestAlteredProofOfAnyThreads: the proof for any number of threads is one of invariants, which the certifier checks.
func TestAlteredProofOfAnyThreads(t *testing.T) {
	const text = threadsHead + `int x, n; pthread_mutex_t m;
static void *f(void *q) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return q; }
int main(void) { while (__VERIFIER_nondet_int()) { pthread_t t; if (n < 3) n++; pthread_create(&t, 0, f, 0); } if (n > 3) x++; f(0); }
`
	prog := prepare.New(cfront.Options{Properties: []string{"no-data-race"}, Threads: prepare.AnyThreads}, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c")
	res, err := Verify(t.Context(), prog, Options{})
	if err != nil {
		t.Fatal(err)
	}
	inv, ok := res.Proof.(verdict.Invariants)
	if !ok || res.Threads != prepare.AnyThreads {
		t.Fatalf("%s(%s), %T: %s", res.Verdict, res.Reason, res.Proof, res.Detail)
	}
	accepts := func(inv verdict.Invariants) bool {
		p, err := Load(t.Context(), prog, verdict.True, Form{})
		if err != nil {
			t.Fatal(err)
		}
		return certify.Safe(t.Context(), p, inv, solvers.Native, 1) == nil
	}
	if !accepts(inv) {
		t.Error("the proof itself is rejected")
	}
	if accepts(verdict.Invariants{}) {
		t.Error("a proof without invariants is accepted")
	}
}

package thread_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

// more declares what header does not.
const more = `typedef union { int __data[12]; long __align; } pthread_cond_t; typedef union { char __size[32]; long __align; } sem_t; typedef union { char __size[56]; long __align; } pthread_rwlock_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t; typedef union { char __size[32]; long __align; } pthread_barrier_t;
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *), pthread_cond_signal(pthread_cond_t *), pthread_cond_broadcast(pthread_cond_t *);
extern int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *), pthread_mutexattr_init(pthread_mutexattr_t *), pthread_mutexattr_settype(pthread_mutexattr_t *, int), pthread_mutex_trylock(pthread_mutex_t *);
extern int sem_init(sem_t *, int, unsigned), sem_wait(sem_t *), sem_post(sem_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *), pthread_rwlock_wrlock(pthread_rwlock_t *), pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned), pthread_barrier_wait(pthread_barrier_t *);
#define LOCK(m) pthread_mutex_lock(&m)
#define UNLOCK(m) pthread_mutex_unlock(&m)
`

// deadlocked tells whether a program is found to have a deadlock, or not to have one.
func deadlocked(t *testing.T, text string) bool {
	t.Helper()
	prog := prepare.New(cfront.Options{Properties: []string{"no-deadlock"}}, fstest.MapFS{"p.c": {Data: []byte(header + more + text)}}, "p.c")
	res, err := run.Verify(t.Context(), prog, run.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if res.Verdict == verdict.Unknown {
		t.Fatalf("%s: UNKNOWN: %s", text, res.Detail)
	}
	return res.Verdict == verdict.False
}

// TestWaitsThatAreOpen: waits of which it is not known whether they end.
func TestWaitsThatAreOpen(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"in an atomic section", "pthread_mutex_t m; void *f(void *p) { __VERIFIER_atomic_begin(); LOCK(m); UNLOCK(m); __VERIFIER_atomic_end(); return 0; }\n" +
			"int main(void) { pthread_t a; LOCK(m); pthread_create(&a, 0, f, 0); pthread_join(a, 0); return 0; }"},
		{"for itself", "void *f(void *p) { pthread_join(pthread_self(), 0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); return 0; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog := prepare.New(cfront.Options{Properties: []string{"no-deadlock"}}, fstest.MapFS{"p.c": {Data: []byte(header + more + c.text)}}, "p.c")
			res, err := run.Verify(t.Context(), prog, run.Options{Workers: 1})
			if err != nil || res.Verdict != verdict.Unknown {
				t.Errorf("%s: %v %v", c.text, res.Verdict, err)
			}
		})
	}
}

// TestDeadlocks: what is a deadlock and what is none.
func TestDeadlocks(t *testing.T) {
	const (
		joined = "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }"
		left   = "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); return 0; }"
		mn     = "pthread_mutex_t m, n; void *f(void *p) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; } void *g(void *p) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; }\n"
		same   = "pthread_mutex_t m, n; void *f(void *p) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; }\n#define g f\n"
		wait   = "pthread_mutex_t m; pthread_cond_t c; int x; void *f(void *p) { LOCK(m); while (!x) pthread_cond_wait(&c, &m); UNLOCK(m); return 0; }\n"
	)
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"two orders", mn + joined, true},
		{"one order", same + joined, false},
		{"two orders, and nobody joins", mn + left, true},
		{"one order, and nobody joins", same + left, false},
		{"a lock that is kept", "pthread_mutex_t m; void *f(void *p) { LOCK(m); return 0; }\n#define g f\n" + joined, true},
		{"a lock that main keeps while it ends", "pthread_mutex_t m; void *f(void *p) { LOCK(m); UNLOCK(m); return 0; } int main(void) { pthread_t a; LOCK(m); pthread_create(&a, 0, f, 0); return 0; }", false},
		{"a lock that main keeps while it joins", "pthread_mutex_t m; void *f(void *p) { LOCK(m); UNLOCK(m); return 0; } int main(void) { pthread_t a; LOCK(m); pthread_create(&a, 0, f, 0); pthread_join(a, 0); UNLOCK(m); return 0; }", true},
		{"a lock that is locked twice", "pthread_mutex_t m; int main(void) { LOCK(m); LOCK(m); return 0; }", true},
		{"a lock that is locked twice beside an endless loop", "pthread_mutex_t m; void *f(void *p) { LOCK(m); LOCK(m); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); for (;;); }", true},
		{"two orders beside a thread that waits, and never for long", "pthread_rwlock_t l; " + mn + "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); for (;;) pthread_rwlock_rdlock(&l); }", true},
		{"an endless loop alone", "pthread_mutex_t m; void *f(void *p) { LOCK(m); UNLOCK(m); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); for (;;); }", false},
		{"a recursive lock", "pthread_mutex_t m; int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, 1); pthread_mutex_init(&m, &a); LOCK(m); LOCK(m); return 0; }", false},
		{"waiting without a lock that checks for errors", "pthread_mutex_t m; pthread_cond_t c; int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, 2); pthread_mutex_init(&m, &a); pthread_cond_wait(&c, &m); LOCK(m); return 0; }", false},
		{"a lock that checks for errors", "pthread_mutex_t m; int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, 2); pthread_mutex_init(&m, &a); LOCK(m); LOCK(m); return 0; }", false},
		{"a lock that is tried", "pthread_mutex_t m, n; void *f(void *p) { LOCK(m); if (!pthread_mutex_trylock(&n)) UNLOCK(n); UNLOCK(m); return 0; } void *g(void *p) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; }\n" + joined, false},
		{"a signal", wait + "void *g(void *p) { LOCK(m); x = 1; UNLOCK(m); pthread_cond_signal(&c); return 0; }\n" + joined, false},
		{"no signal", wait + "void *g(void *p) { LOCK(m); x = 1; UNLOCK(m); return 0; }\n" + joined, true},
		{"a signal without the lock", wait + "void *g(void *p) { pthread_cond_signal(&c); LOCK(m); x = 1; UNLOCK(m); return 0; }\n" + joined, true},
		{"one signal for two", wait + "#define g f\nint main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); LOCK(m); x = 1; pthread_cond_signal(&c); UNLOCK(m); pthread_join(a, 0); pthread_join(b, 0); return 0; }", true},
		{"a broadcast", wait + "int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); x = 1; pthread_cond_broadcast(&c); UNLOCK(m); pthread_join(a, 0); return 0; }", false},
		{"a semaphore", "sem_t s; void *f(void *p) { sem_wait(&s); return 0; } void *g(void *p) { sem_post(&s); return 0; }\n" + joined, false},
		{"a semaphore that nobody raises", "sem_t s; void *f(void *p) { sem_wait(&s); return 0; } void *g(void *p) { return 0; }\n" + joined, true},
		{"readers", "pthread_rwlock_t l, k; void *f(void *p) { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&k); pthread_rwlock_unlock(&k); pthread_rwlock_unlock(&l); return 0; } void *g(void *p) { pthread_rwlock_rdlock(&k); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&k); return 0; }\n" + joined, false},
		{"a reader and a writer", "pthread_rwlock_t l, k; void *f(void *p) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&k); pthread_rwlock_unlock(&k); pthread_rwlock_unlock(&l); return 0; } void *g(void *p) { pthread_rwlock_rdlock(&k); pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&k); return 0; }\n" + joined, true},
		{"a barrier", "pthread_barrier_t b; void *f(void *p) { pthread_barrier_wait(&b); return 0; } int main(void) { pthread_t a; pthread_barrier_init(&b, 0, 2); pthread_create(&a, 0, f, 0); pthread_barrier_wait(&b); pthread_join(a, 0); return 0; }", false},
		{"a barrier for more", "pthread_barrier_t b; void *f(void *p) { pthread_barrier_wait(&b); return 0; } int main(void) { pthread_t a; pthread_barrier_init(&b, 0, 3); pthread_create(&a, 0, f, 0); pthread_barrier_wait(&b); pthread_join(a, 0); return 0; }", true},
		{"a thread that keeps a lock and joins another", "pthread_mutex_t m; void *f(void *p) { LOCK(m); UNLOCK(m); return 0; } void *g(void *p) { pthread_t a; LOCK(m); pthread_create(&a, 0, f, 0); pthread_join(a, 0); UNLOCK(m); return 0; } int main(void) { pthread_t b; pthread_create(&b, 0, g, 0); for (;;); }", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := deadlocked(t, c.text); got != c.want {
				t.Errorf("%s: a deadlock: %t", c.text, got)
			}
		})
	}
}

// holding is a state of two threads that lock and unlock two mutexes, and of main, which joins them one after the other, or only the first one.
type holding struct {
	pc    [2]int
	owner [2]int // of each mutex, its thread plus 1
	join  int    // how many main has joined
}

// deadlocks enumerates the states, and tells whether one of them is a deadlock. 'a' and 'b' lock a mutex, 'A' and 'B' unlock it.
func deadlocks(threads [2]string, joins int) bool {
	seen, todo := map[holding]bool{}, []holding{{}}
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[w] || w.join == joins { // the program has ended
			continue
		}
		seen[w] = true
		// for whom each waits: 0 and 1 are the threads, 2 is main
		waits := [3]int{-1, -1, w.join}
		if w.pc[w.join] == len(threads[w.join]) {
			waits[2] = -1
			n := w
			n.join++
			todo = append(todo, n)
		}
		for i, list := range threads {
			if w.pc[i] == len(list) {
				continue
			}
			n := w
			n.pc[i]++
			m := int(list[w.pc[i]]|0x20) - 'a'
			if locks := list[w.pc[i]] >= 'a'; locks && w.owner[m] != 0 {
				waits[i] = w.owner[m] - 1
				continue
			} else if locks {
				n.owner[m] = i + 1
			} else {
				n.owner[m] = 0
			}
			todo = append(todo, n)
		}
		live := func(i int) bool { return i == 2 || w.pc[i] < len(threads[i]) }
		all := true
		for i := range waits {
			all = all && (!live(i) || waits[i] >= 0)
			for j, n := waits[i], 0; j >= 0 && n < 3; j, n = waits[j], n+1 { // a cycle
				if j == i {
					return true
				}
			}
		}
		if all {
			return true
		}
	}
	return false
}

// TestRandomDeadlocks: products of random programs have deadlocks where an enumeration of all states finds some.
func TestRandomDeadlocks(t *testing.T) {
	count, seed := testenv.Random(12)
	r := rand.New(rand.NewPCG(seed, 4))
	found := 0
	for range count {
		var threads [2]string
		text := "pthread_mutex_t a, b;\n"
		for i := range threads {
			held := map[byte]bool{}
			text += fmt.Sprintf("void *t%d(void *p) { ", i)
			for range 1 + r.IntN(4) {
				m := "ab"[r.IntN(2)]
				switch {
				case held[m] && r.IntN(6) > 0:
					held[m] = false
					threads[i] += string(m - 0x20)
					text += fmt.Sprintf("UNLOCK(%c); ", m)
				default:
					held[m] = true
					threads[i] += string(m)
					text += fmt.Sprintf("LOCK(%c); ", m)
				}
			}
			for _, m := range []byte("ab") {
				if held[m] && r.IntN(4) > 0 {
					threads[i] += string(m - 0x20)
					text += fmt.Sprintf("UNLOCK(%c); ", m)
				}
			}
			text += "return 0; }\n"
		}
		joins := 1 + r.IntN(2)
		text += "int main(void) { pthread_t x, y; pthread_create(&x, 0, t0, 0); pthread_create(&y, 0, t1, 0); pthread_join(x, 0); "
		if joins == 2 {
			text += "pthread_join(y, 0); "
		}
		text += "return 0; }\n"
		want := deadlocks(threads, joins)
		if want {
			found++
		}
		if got := deadlocked(t, text); got != want {
			t.Errorf("seed %d: %s\nhas a deadlock: %t, want %t", seed, text, got, want)
		}
	}
	t.Logf("%d of %d have deadlocks", found, count)
}

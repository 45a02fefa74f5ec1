package thread_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

// lockPrograms are programs that misuse locks, each behind one that does not: what the error says, or "" if there is none. GO makes a thread of f, END waits for it.
var lockPrograms = []struct{ name, text, wrong string }{
	{"a lock and its release", `int main(void) { L U L U return 0; }`, ""},
	{"locked twice", `int main(void) { L L return 0; }`, "locked again"},
	{"a recursive one, locked twice", `pthread_mutexattr_t a; int main(void) { pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); L L U U return 0; }`, ""},
	{"one that checks for errors, unlocked twice", `pthread_mutexattr_t a; int main(void) { pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &a); L U U return 0; }`, ""},
	{"a normal one, unlocked twice", `int main(void) { L U U return 0; }`, "that is not locked"},
	{"unlocked only where it is locked", `int main(void) { if (!pthread_mutex_trylock(&m)) U return 0; }`, ""},
	{"unlocked where trying has failed", `int main(void) { pthread_mutex_trylock(&m); U return 0; }`, "that is not locked"},
	{"each unlocks its own", `void *f(void *q) { L x++; U return q; } int main(void) { GO L x++; U END pthread_mutex_destroy(&m); return 0; }`, ""},
	{"unlocked by another thread", `void *f(void *q) { U return q; } int main(void) { L GO END return 0; }`, "does not have it"},
	{"destroyed once nobody uses it", `void *f(void *q) { L U return q; } int main(void) { pthread_mutex_init(&m, 0); GO END pthread_mutex_destroy(&m); return 0; }`, ""},
	{"destroyed while a thread may use it", `void *f(void *q) { L U return q; } int main(void) { pthread_mutex_init(&m, 0); GO pthread_mutex_destroy(&m); END return 0; }`, "destroyed"},
	{"made again", `int main(void) { pthread_mutex_init(&m, 0); L U pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0); L U return 0; }`, ""},
	{"used when it is destroyed", `int main(void) { pthread_mutex_init(&m, 0); pthread_mutex_destroy(&m); L return 0; }`, "has been destroyed"},
	{"made twice", `int main(void) { pthread_mutex_init(&m, 0); pthread_mutex_init(&m, 0); return 0; }`, "initialised already"},
	{"an automatic one", `int main(void) { for (int i = 0; i < 2; i++) { pthread_mutex_t k; pthread_mutex_init(&k, 0); pthread_mutex_lock(&k); pthread_mutex_unlock(&k); } return 0; }`, ""},
	{"an automatic one, never made", `int main(void) { struct s k; pthread_mutex_lock(&k.m); return 0; }`, "has not been initialised"},
	{"one of malloc", `int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 1; pthread_mutex_init(&p->m, 0); pthread_mutex_lock(&p->m); pthread_mutex_unlock(&p->m); return 0; }`, ""},
	{"one of malloc, never made", `int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 1; pthread_mutex_lock(&p->m); return 0; }`, "has not been initialised"},
	{"waits with the mutex", `void *f(void *q) { L x = 1; pthread_cond_broadcast(&c); U return q; } int main(void) { GO L while (!x) pthread_cond_wait(&c, &m); U pthread_cond_destroy(&c); END return 0; }`, ""},
	{"waits without the mutex", `int main(void) { pthread_cond_wait(&c, &m); return 0; }`, "with a mutex that it has not locked"},
	{"a condition for which a thread waits", `void *f(void *q) { L if (!x) pthread_cond_wait(&c, &m); U return q; } int main(void) { GO L x = 1; U pthread_cond_destroy(&c); END return 0; }`, "for which a thread waits"},
	{"reads twice", `int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); return 0; }`, ""},
	{"writes where it reads", `int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); return 0; }`, "by a thread that has it"},
	{"reads, and unlocks twice", `int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); return 0; }`, "that is not locked"},
	{"unlocks what another thread reads", `void *f(void *q) { pthread_rwlock_unlock(&l); return q; } int main(void) { pthread_rwlock_rdlock(&l); GO END return 0; }`, "does not have it"},
	{"a spin lock", `int main(void) { pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_spin_unlock(&s); pthread_spin_destroy(&s); return 0; }`, ""},
	{"a spin lock that is never made", `int main(void) { pthread_spin_lock(&s); return 0; }`, "has not been initialised"},
	{"a spin lock that another thread unlocks", `void *f(void *q) { pthread_spin_unlock(&s); return q; } int main(void) { pthread_spin_init(&s, 0); pthread_spin_lock(&s); GO END return 0; }`, "does not have it"},
	{"a semaphore that another thread posts", `void *f(void *q) { sem_post(&z); return q; } int main(void) { sem_init(&z, 0, 0); GO sem_wait(&z); END sem_destroy(&z); return 0; }`, ""},
	{"a semaphore that is never made", `int main(void) { sem_post(&z); return 0; }`, "has not been initialised"},
	{"a semaphore for which a thread waits", `void *f(void *q) { sem_wait(&z); return q; } int main(void) { sem_init(&z, 0, 0); GO sem_destroy(&z); END return 0; }`, "has been destroyed"},
	{"a barrier", `void *f(void *q) { pthread_barrier_wait(&b); return q; } int main(void) { pthread_barrier_init(&b, 0, 2); GO pthread_barrier_wait(&b); END pthread_barrier_destroy(&b); return 0; }`, ""},
	{"a barrier that is destroyed too early", `void *f(void *q) { pthread_barrier_wait(&b); return q; } int main(void) { pthread_barrier_init(&b, 0, 2); GO pthread_barrier_destroy(&b); return 0; }`, "destroyed"},
	{"mutexes of threads.h", `int main(void) { mtx_init(&t, mtx_recursive); mtx_lock(&t); mtx_lock(&t); mtx_unlock(&t); mtx_unlock(&t); return 0; }`, ""},
	{"a recursive mutex of threads.h, unlocked once too often", `int main(void) { mtx_init(&t, mtx_recursive); mtx_lock(&t); mtx_unlock(&t); mtx_unlock(&t); return 0; }`, "that is not locked"},
	{"chosen by an index", `int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i > 3) return 0; pthread_mutex_lock(&ms[i]); pthread_mutex_unlock(&ms[i]); return 0; }`, ""},
	{"another one than is locked", `int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i > 3) return 0; pthread_mutex_lock(&ms[i]); pthread_mutex_unlock(&ms[3 - i]); return 0; }`, "that is not locked"},
	{"a thread ends with a mutex", `void *f(void *q) { L return q; } int main(void) { GO END return 0; }`, ""},
}

const lockHead = `#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m, ms[4]; pthread_cond_t c; pthread_rwlock_t l; pthread_spinlock_t s; sem_t z; pthread_barrier_t b; mtx_t t; pthread_t h; int x; struct s { int n; pthread_mutex_t m; };
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
#define GO pthread_create(&h, 0, f, 0);
#define END pthread_join(h, 0);
#line 1
`

// misused is what is said of property locks of a program.
func misused(t *testing.T, text string) *run.Result {
	t.Helper()
	prog := prepare.New(cfront.Options{Properties: []string{"locks"}}, fstest.MapFS{"p.c": {Data: []byte(lockHead + text)}}, "p.c")
	res, err := run.Verify(t.Context(), prog, run.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return res
}

// TestLocks: what is misuse of locks and what is none.
func TestLocks(t *testing.T) {
	for i, tt := range lockPrograms {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 8)
			res := misused(t, tt.text)
			want := verdict.True
			if tt.wrong != "" {
				want = verdict.False
			}
			if res.Verdict != want {
				t.Fatalf("%s(%s), want %s: %s", res.Verdict, res.Reason, want, res.Detail)
			}
			if want == verdict.False {
				if why := res.Program.Locs[res.Trace.Error].Why; !strings.Contains(why, tt.wrong) {
					t.Errorf("the error says %q, want %q", why, tt.wrong)
				}
			}
		})
	}
}

// TestLocksOfOthers: what has become of locks that are not the program's own is not known.
func TestLocksOfOthers(t *testing.T) {
	for _, text := range []string{
		`extern pthread_mutex_t *get(void); int main(void) { pthread_mutex_t *p = get(); pthread_mutex_lock(p); return 0; }`,
		`extern pthread_mutex_t e; int main(void) { pthread_mutex_lock(&e); return 0; }`,
		`extern struct s *e; int main(void) { pthread_mutex_init(&e->m, 0); return 0; }`,
	} {
		if res := misused(t, text); res.Verdict != verdict.Unknown {
			t.Error(fmt.Sprint(res.Verdict), text)
		}
	}
}

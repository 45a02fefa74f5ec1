package run

import (
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestLockMadeAgain: a lock that is made again while threads may have it protects nothing. A thread that ends with it leaves 1 in x, and the next one that gets it
// sees that: no other thread that is followed accesses x without the lock, or gives it back with another value. The reason is asked for, since a proof that is
// not found in time is UNKNOWN, too.
func TestLockMadeAgain(t *testing.T) {
	const text = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x; pthread_mutex_t m;
void *f(void *p) { pthread_mutex_lock(&m); x = 1; return p; }
void *g(void *p) { pthread_mutex_lock(&m); if (x) reach_error(); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; for (int i = 0; i < 9; i++) pthread_create(&t, 0, __VERIFIER_nondet_int() ? f : g, 0); AGAIN }
`
	for again, want := range map[string]verdict.Verdict{"": verdict.True, "pthread_mutex_init(&m, 0);": verdict.Unknown} {
		p := prepare.New(cfront.Options{Properties: []string{"unreach-call"}, Threads: prepare.GuardedThreads}, fstest.MapFS{"p.c": {Data: []byte(strings.Replace(text, "AGAIN", again, 1))}}, "p.c")
		res, err := Verify(t.Context(), p, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != want || want == verdict.Unknown && !strings.Contains(res.Detail, "is made free where threads may have it") {
			t.Errorf("%q: %s(%s), want %s: %s", again, res.Verdict, res.Reason, want, res.Detail)
		}
	}
}

package run

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/engine/bmc"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// roundPrograms have errors that need as many threads or turns as their names say, and twins that have none: with the second text in the place of @.
var roundPrograms = []struct {
	name, property, text, broken, right string
}{
	{"four in a row", "unreach-call", `int n;
void *a(void *q) { if (n == 0) n = 1; return 0; } void *b(void *q) { if (n == 1) n = 2; return 0; }
void *c(void *q) { if (n == 2) n = 3; return 0; } void *d(void *q) { if (n == 3) n = 4; return 0; }
int main(void) { pthread_create(&t[0], 0, d, 0); pthread_create(&t[1], 0, c, 0); pthread_create(&t[2], 0, b, 0); pthread_create(&t[3], 0, a, 0); ALL(4) if (n @ 4) reach_error(); }`, "==", ">"},
	{"five add", "unreach-call", `int n; void *f(void *q) { int x = n; n = x + 1; return 0; }
int main(void) { MANY(5, 0) ALL(5) if (n == @) reach_error(); }`, "1", "0"},
	{"six add", "unreach-call", `int n; void *f(void *q) { int x = n; n = x + 1; return 0; }
int main(void) { MANY(6, 0) ALL(6) if (n == @) reach_error(); }`, "2", "7"},
	{"six one after the other", "unreach-call", `int n; void *f(void *q) { if (n == (int)(long)q) n++; return 0; }
int main(void) { MANY(6, (void *)i) if (n == @) reach_error(); }`, "6", "7"},
	{"five under a lock", "unreach-call", `int n; void *f(void *q) { int x; L x = n; @ n = x + 1; U return 0; }
int main(void) { MANY(5, 0) ALL(5) if (n == 3) reach_error(); }`, "U L", ""},
	{"five in atomic sections", "unreach-call", `int n; void *f(void *q) { __VERIFIER_atomic_begin(); int x = n; @ n = x + 1; __VERIFIER_atomic_end(); return 0; }
int main(void) { MANY(5, 0) ALL(5) if (n == 1) reach_error(); }`, "__VERIFIER_atomic_end(); __VERIFIER_atomic_begin();", ""},
	{"two with four turns", "unreach-call", `int x, y; void *f(void *q) { y += 1; y *= 2; if (x == 0) x = 1; y -= 3; y ^= 5; if (x == 2) x = 3; y += 7; y *= 3; if (x == 4) x = 5; y |= 1; return 0; }
void *g(void *q) { y += 9; y *= 5; if (x == 1) x = 2; y -= 8; y ^= 3; if (x == @) x = 4; y += 2; y *= 7; return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, g, 0); ALL(2) if (x == 5) reach_error(); }`, "3", "5"},
	{"a race of the last of five", "no-data-race", `int n, last; void *f(void *q) { L n++; int me = n; U if (me == 5) last++; return 0; }
int main(void) { MANY(5, 0) L int all = n; U if (all == 5) @ return 0; }`, "last++;", "{ ALL(5) last++; }"},
	{"an overflow of four", "no-overflow", `int n = 0x60000000 + @; void *f(void *q) { L n += 0x08000000; U return 0; }
int main(void) { MANY(4, 0) ALL(4) }`, "0", "-1"},
	{"four unlock", "locks", `int n; void *f(void *q) { L n++; int me = n; U if (me @ 4) U return 0; }
int main(void) { MANY(4, 0) ALL(4) }`, "==", ">"},
	{"threads that threads make", "unreach-call", `int n; void *d(void *q) { n += 1; return 0; }
void *c(void *q) { pthread_t t; pthread_create(&t, 0, d, 0); n += 1; pthread_join(t, 0); return 0; } void *b(void *q) { pthread_t t; pthread_create(&t, 0, c, 0); n += 1; pthread_join(t, 0); return 0; }
void *a(void *q) { pthread_t t; pthread_create(&t, 0, b, 0); n += 1; pthread_join(t, 0); return 0; }
int main(void) { pthread_create(t, 0, a, 0); ALL(1) if (n == @) reach_error(); }`, "1", "5"},
	{"six of a loop in a loop", "unreach-call", `int n; void *f(void *q) { L n += (long)q; U return 0; }
int main(void) { int k = 0; for (long i = 0; i < 2; i++) for (long j = 0; j < 3; j++) pthread_create(&t[k++], 0, f, (void *)(i * 3 + j)); ALL(6) if (n == @) reach_error(); }`, "15", "14"},
	{"four wait", "unreach-call", `int n, open; pthread_cond_t c = PTHREAD_COND_INITIALIZER; void *f(void *q) { L n++; @ (!open) pthread_cond_wait(&c, &m); U if (!open) reach_error(); return 0; }
int main(void) { MANY(4, 0) L if (n == 4) open = 1; pthread_cond_broadcast(&c); U }`, "if", "while"},
	{"what is returned", "unreach-call", `void *f(void *q) { return q; } int main(void) { MANY(5, (void *)(i + 1)) for (long i = 0; i < 5; i++) { void *r; pthread_join(t[i], &r); if ((long)r @) reach_error(); } }`, "== 5", "!= i + 1"},
	{"own variables and numbers", "unreach-call", `_Thread_local int own = 5; int n; void *f(void *q) { own++; if (own != 6 || pthread_self() != t[(long)q]) n++; return 0; }
int main(void) { for (long i = 0; i < 5; i++) { L pthread_create(&t[i], 0, g, (void *)i); U } ALL(5) if (n @) reach_error(); if (own != 5) reach_error(); }`, "< 1", "> 0"},
}

const roundHead = `#include <pthread.h>
extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_t t[20];
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
#define MANY(n, p) for (long i = 0; i < n; i++) pthread_create(&t[i], 0, f, p);
#define ALL(n) for (long i = 0; i < n; i++) pthread_join(t[i], 0);
void *f(void *); void *g(void *q) { L U return f(q); }
#line 1
`

// TestRounds: errors of more threads than a product has, or of many turns, are found; none is found where there is none.
func TestRounds(t *testing.T) {
	for _, tt := range roundPrograms {
		if strings.Contains(tt.text, "void *g(") {
			tt.text = strings.ReplaceAll(tt.text, "*g(", "*h(")
			tt.text = strings.ReplaceAll(tt.text, ", g,", ", h,")
		}
		t.Run(tt.name, func(t *testing.T) {
			verify := func(with string, opts cfront.Options, of Options, limit time.Duration) *Result {
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				opts.Properties = []string{tt.property}
				res, err := Verify(ctx, prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(roundHead + strings.Replace(tt.text, "@", with, 1))}}, "p.c"), of)
				if err != nil {
					t.Fatal(err)
				}
				return res
			}
			if res := verify(tt.broken, cfront.Options{Threads: prepare.RoundThreads}, Options{Engine: bmc.New(bmc.Config{})}, 20*time.Second); res.Verdict != verdict.False {
				t.Errorf("broken: %s(%s): %s", res.Verdict, res.Reason, res.Detail)
			}
			if !testenv.Long() {
				return
			}
			if res := verify(tt.broken, cfront.Options{}, Options{}, 20*time.Second); res.Verdict != verdict.False {
				t.Errorf("broken, all attempts: %s(%s): %s", res.Verdict, res.Reason, res.Detail)
			}
			if !testenv.Night() { // it takes all of the time
				return
			}
			if res := verify(tt.right, cfront.Options{Threads: prepare.RoundThreads}, Options{Engine: bmc.New(bmc.Config{})}, 3*time.Second); res.Verdict != verdict.Unknown {
				t.Errorf("right: %s", res.Verdict)
			}
		})
	}
}

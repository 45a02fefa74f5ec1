package run

import (
	"context"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// TestJoinedByArray: that any number of threads have ended, since the first one has joined all of them by an array of their numbers; and where it has not joined all of them. MAKE makes n
// threads of f.
func TestJoinedByArray(t *testing.T) {
	testenv.NeedsLong(t)
	const head = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x; pthread_t ts[100], us[100]; struct w { pthread_t t; int n; } ws[100];
void *f(void *q) { int y = x; return 0; }
#define MAIN(text) int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 100) return 0; text x = 1; return 0; }
#define MAKE for (int i = 0; i < n; i++) pthread_create(&ts[i], 0, f, 0);
#line 1
`
	for i, tt := range []struct {
		name, text string
		want       verdict.Verdict // True, or Unknown
	}{
		{"all", `MAIN(MAKE for (int i = 0; i < n; i++) pthread_join(ts[i], 0);)`, verdict.Unknown}, // TRUE with 3 threads instead of n
		{"all of structures", `MAIN(for (int i = 0; i < n; i++) pthread_create(&ws[i].t, 0, f, 0); for (int i = 0; i < n; i++) pthread_join(ws[i].t, 0);)`, verdict.Unknown},
		{"but the last one", `MAIN(MAKE for (int i = 0; i < n - 1; i++) pthread_join(ts[i], 0);)`, verdict.Unknown},
		{"but the first one", `MAIN(MAKE for (int i = 1; i < n; i++) pthread_join(ts[i], 0);)`, verdict.Unknown},
		{"but one", `MAIN(MAKE for (int i = 0; i < n; i++) if (i != 3) pthread_join(ts[i], 0);)`, verdict.Unknown},
		{"every other one", `MAIN(MAKE for (int i = 0; i < n; i += 2) pthread_join(ts[i], 0);)`, verdict.Unknown},
		{"up to some", `MAIN(MAKE for (int i = 0; i < n && __VERIFIER_nondet_int(); i++) pthread_join(ts[i], 0);)`, verdict.Unknown},
		{"those of one of two arrays", `MAIN(for (int i = 0; i < n; i++) { pthread_create(&ts[i], 0, f, 0); pthread_create(&us[i], 0, f, 0); } for (int i = 0; i < n; i++) pthread_join(ts[i], 0);)`, verdict.Unknown},
		{"with numbers that are overwritten", `MAIN(MAKE for (int i = 1; i < n; i++) ts[i] = ts[0]; pthread_join(ts[0], 0);)`, verdict.Unknown},
		{"with two numbers in each element", `MAIN(for (int i = 0; i < n; i++) pthread_create(&ts[i / 2], 0, f, 0); for (int i = 0; i < n / 2; i++) pthread_join(ts[i], 0);)`, verdict.Unknown},
		{"what is read, not joined", `MAIN(MAKE pthread_t h = ts[0]; for (int i = 0; i < n; i++) { pthread_t g = ts[i]; if (i == 0) pthread_join(h, 0); })`, verdict.Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"no-data-race"}, Threads: prepare.JoinedThreads}, fstest.MapFS{"p.c": {Data: []byte(head + tt.text)}}, "p.c"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

// TestJoinedWhereProductsWrap: where signed numbers wrap, different indices may be of one element.
func TestJoinedWhereProductsWrap(t *testing.T) {
	const text = `#include <pthread.h>
int x; pthread_t ts[5];
void *f(void *q) { if (q == 0) x = 1; return 0; }
int main(void) {
	long k = 0;
	for (int i = 0; i < 5; i++) { pthread_create((pthread_t *)((char *)ts + k * 8), 0, f, (void *)k); k += 1l << 61; }
	k = 0;
	pthread_join(*(pthread_t *)((char *)ts + k * 8), 0);
	x = 2;
	return 0;
}`
	res, err := Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"no-data-race"}, Threads: prepare.JoinedThreads, Signed: ir.SignedWrap}, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.Unknown {
		t.Errorf("%s, want UNKNOWN: %s", res.Verdict, res.Detail)
	}
}

// TestJoinedAfterOverwriting: a number is lost that the first thread overwrites after it has made others.
func TestJoinedAfterOverwriting(t *testing.T) {
	const text = `#include <pthread.h>
int x; pthread_t ts[3];
void *f(void *q) { if (q == 0) x = 1; return 0; }
int main(void) {
	for (long i = 0; i < 3; i++) pthread_create(&ts[i], 0, f, (void *)i);
	for (int i = 0; i < 1; i++) { ts[i] = ts[1]; pthread_t h = ts[i]; pthread_join(h, 0); }
	x = 2;
	return 0;
}`
	res, err := Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"no-data-race"}, Threads: prepare.JoinedThreads}, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.Unknown {
		t.Errorf("%s, want UNKNOWN: %s", res.Verdict, res.Detail)
	}
}

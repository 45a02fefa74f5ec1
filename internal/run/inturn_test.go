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

// TestThreadsInTurn: errors that executions have in which threads run as soon as they are made, and that there are no others among them. MANY makes six threads of f.
func TestThreadsInTurn(t *testing.T) {
	testenv.NeedsLong(t)
	const head = `#include <pthread.h>
extern void reach_error(void); int x, y, n, done, a[20]; pthread_mutex_t m; pthread_cond_t c; pthread_t t[20], s[20]; _Thread_local int tl = 5; void *r;
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
#define MANY(p) for (long i = 0; i < 6; i++) pthread_create(&t[i], 0, f, p);
#define ALL(n) for (long i = 0; i < n; i++) pthread_join(t[i], 0);
#line 1
`
	const (
		reach = "unreach-call"
		race  = "no-data-race"
		f     = "void *f(void *q) "
	)
	for i, tt := range []struct {
		name, property, text string
		want                 verdict.Verdict // False, or Unknown
	}{
		{"not all joined", race, f + "{ L x++; U return 0; } int main(void) { MANY(0) ALL(5) return x; }", verdict.False},
		{"all joined", race, f + "{ L x++; U return 0; } int main(void) { MANY(0) ALL(6) return x; }", verdict.Unknown},
		{"one of the first is not joined", race, f + "{ x++; return 0; } int main(void) { for (int i = 0; i < 6; i++) { pthread_create(&t[i], 0, f, 0); if (i != 4) pthread_join(t[i], 0); x++; } }", verdict.False},
		{"what all have counted", reach, f + "{ L x++; U return 0; } int main(void) { MANY(0) ALL(6) if (x == 6) reach_error(); }", verdict.False},
		{"what no number of them counts", reach, f + "{ L x++; U return 0; } int main(void) { MANY(0) ALL(6) if (x > 6) reach_error(); }", verdict.Unknown},
		{"what is returned", reach, f + "{ return q; } int main(void) { MANY((void *)(i + 1)) for (long i = 0; i < 6; i++) { pthread_join(t[i], &r); if (r != (void *)(i + 1)) reach_error(); } }", verdict.Unknown},
		{"variables of their own", reach, f + "{ if (tl != 5) reach_error(); tl++; return 0; } int main(void) { MANY(0) }", verdict.Unknown},
		{"what has to wait", reach, f + "{ L while (!done) pthread_cond_wait(&c, &m); x++; U return 0; } int main(void) { MANY(0) L if (x) reach_error(); done = 1; U }", verdict.Unknown},
		{"while the first one has the lock", reach, f + "{ L x = 1; U return 0; } int main(void) { L MANY(0) if (x) reach_error(); U }", verdict.Unknown},
		{"two with one number", reach, f + "{ return 0; } int main(void) { MANY(0) for (int i = 0; i < 6; i++) for (int j = 0; j < i; j++) if (pthread_equal(t[i], t[j])) reach_error(); }", verdict.Unknown},
		{"their own numbers", reach, f + "{ *(pthread_t *)q = pthread_self(); return 0; } int main(void) { MANY(&s[i]) for (int i = 0; i < 6; i++) { pthread_join(t[i], 0); if (s[i] != t[i] || s[i] == pthread_self()) reach_error(); } }", verdict.Unknown},
		{"what joins itself", reach, f + "{ pthread_join(pthread_self(), 0); reach_error(); return 0; } int main(void) { MANY(0) }", verdict.Unknown},
		{"made by threads", reach, "void *g(void *q) { L y++; U return 0; } " + f + "{ pthread_t z; pthread_create(&z, 0, g, 0); pthread_join(z, 0); L x++; if (y < x) reach_error(); U return 0; } int main(void) { MANY(0) }", verdict.Unknown},
		{"one after the other", race, f + "{ x++; return 0; } int main(void) { for (int i = 0; i < 6; i++) { pthread_create(&t[i], 0, f, 0); pthread_join(t[i], 0); x++; } }", verdict.Unknown},
		{"elements of their own", race, f + "{ *(int *)q = 1; return 0; } int main(void) { for (long i = 0; i < 6; i++) { a[i] = 0; pthread_create(&t[i], 0, f, &a[i]); } for (int i = 0; i < 6; i++) { pthread_join(t[i], 0); a[i]++; } }", verdict.Unknown},
		{"an element of another one", race, f + "{ *(int *)q = 1; return 0; } int main(void) { for (long i = 0; i < 6; i++) pthread_create(&t[i], 0, f, &a[i]); for (int i = 0; i < 5; i++) { pthread_join(t[i], 0); a[i + 1]++; } }", verdict.False},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // what is no error is looked for until then
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{tt.property}, Threads: prepare.InTurnThreads}, fstest.MapFS{"p.c": {Data: []byte(head + tt.text)}}, "p.c"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

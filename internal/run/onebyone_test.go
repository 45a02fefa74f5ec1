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

// TestThreadsOneByOne: programs that make more threads than are followed at a time, the most of them when others have ended.
func TestThreadsOneByOne(t *testing.T) {
	testenv.NeedsLong(t)
	const head = `#include <pthread.h>
extern void reach_error(void); int x, y, done; pthread_mutex_t m; pthread_cond_t c; pthread_t t, u; void *r;
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
#define C(f) pthread_create(&t, 0, f, 0);
#define J pthread_join(t, 0);
void *f(void *q) { x++; return 0; } void *g(void *q) { L y++; U return 0; } void *h(void *q) { return q; }
int main(void) {
#line 1
`
	const (
		reach = "unreach-call"
		race  = "no-data-race"
	)
	for i, tt := range []struct {
		name, property, text string
		want                 verdict.Verdict
	}{
		{"each joined", race, "C(f) J C(f) J C(f) J C(f) J C(f) J x++;", verdict.True},
		{"the last one is not joined", race, "C(f) J C(f) J C(f) J C(f) J C(f) x++;", verdict.False},
		{"one before the last is not joined", race, "C(f) J C(f) J C(f) J C(f) C(f) J x++;", verdict.Unknown},
		{"what they count", reach, "C(f) J C(f) J C(f) J C(f) J C(f) J if (x != 5) reach_error();", verdict.True},
		{"what they count is wrong", reach, "C(f) J C(f) J C(f) J C(f) J C(f) J if (x == 5) reach_error();", verdict.False},
		{"the last one may not have counted", reach, "C(g) u = t; C(g) J pthread_join(u, 0); C(g) J C(g) J C(g) if (y != 5) reach_error();", verdict.False},
		{"what they return", reach, "for (long i = 1; i < 2; i++) { pthread_create(&t, 0, h, (void *)i); pthread_join(t, &r); if (r != (void *)i) reach_error(); } C(h) pthread_join(t, &r); if (r) reach_error();", verdict.True},
		{"others do not move", race, "C(g) C(g) C(g) C(g) C(f) x++;", verdict.False},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, 4)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // what is not proved may take for ever
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{tt.property}, Threads: 1}, fstest.MapFS{"p.c": {Data: []byte(head + tt.text + " }\n")}}, "p.c"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s(%s), want %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

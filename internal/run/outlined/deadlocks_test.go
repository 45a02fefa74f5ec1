package outlined

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/engine/tracer"
	"craig/internal/evidence/outline"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/thread"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/internal/testenv"
)

// waiting are programs in which threads wait: of f, which is one, and g, which is one as well where a third is needed, and otherwise called by main behind h.
var waiting = []struct {
	name, text string
	right      bool // no threads wait for ever
	third      bool
}{
	{"one order", "void *f(void *p) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; } void *g(void *p) { return f(p); } void h(void) { }", true, false},
	{"two orders", "void *f(void *p) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; } void *g(void *p) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; } void h(void) { }", false, false},
	{"two orders beside a thread that goes on", "void *f(void *p) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; } void *g(void *p) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; } void h(void) { for (;;) x; }", false, true},
	{"twice", "void *f(void *p) { LOCK(m); LOCK(m); return 0; } void *g(void *p) { return 0; } void h(void) { for (;;) x; }", false, true},
	{"tried", "void *f(void *p) { LOCK(m); if (!pthread_mutex_trylock(&n)) UNLOCK(n); UNLOCK(m); return 0; } void *g(void *p) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; } void h(void) { }", true, false},
	{"kept", "void *f(void *p) { LOCK(m); return 0; } void *g(void *p) { return 0; } void h(void) { LOCK(m); UNLOCK(m); }", false, false},
	{"raised", "void *f(void *p) { sem_wait(&s); return 0; } void *g(void *p) { sem_post(&s); return 0; } void h(void) { }", true, false},
	{"raised once", "void *f(void *p) { sem_wait(&s); return 0; } void *g(void *p) { sem_post(&s); return 0; } void h(void) { sem_wait(&s); }", false, false},
	{"woken up", "void *f(void *p) { LOCK(m); while (!x) pthread_cond_wait(&c, &m); UNLOCK(m); return 0; } void *g(void *p) { LOCK(m); x = 1; UNLOCK(m); pthread_cond_signal(&c); return 0; } void h(void) { }", true, false},
	{"not woken up", "void *f(void *p) { LOCK(m); while (!x) pthread_cond_wait(&c, &m); UNLOCK(m); return 0; } void *g(void *p) { LOCK(m); x = 1; UNLOCK(m); return 0; } void h(void) { }", false, false},
	{"woken up too early", "void *f(void *p) { LOCK(m); while (!x) pthread_cond_wait(&c, &m); UNLOCK(m); return 0; } void *g(void *p) { pthread_cond_signal(&c); LOCK(m); x = 1; UNLOCK(m); return 0; } void h(void) { }", false, false},
	{"joined under a lock", "void *f(void *p) { LOCK(m); UNLOCK(m); return 0; } void *g(void *p) { return 0; } void h(void) { LOCK(m); }", false, false},
	{"joined under a lock beside a thread that goes on", "void *e(void *p) { LOCK(m); UNLOCK(m); return 0; } void *f(void *p) { for (;;) x; } void *g(void *p) { return 0; } void h(void) { pthread_t v; LOCK(m); pthread_create(&v, 0, e, 0); pthread_join(v, 0); }", false, false},
	{"a reader and a writer", "void *f(void *p) { RD(l); WR(k); UN(k); UN(l); return 0; } void *g(void *p) { RD(k); WR(l); UN(l); UN(k); return 0; } void h(void) { }", false, false},
	{"two readers", "void *f(void *p) { RD(l); RD(k); UN(k); UN(l); return 0; } void *g(void *p) { RD(k); RD(l); UN(l); UN(k); return 0; } void h(void) { }", true, false},
	{"a barrier", "void *f(void *p) { pthread_barrier_wait(&b); return 0; } void *g(void *p) { return 0; } void h(void) { pthread_barrier_wait(&b); }", true, false},
	{"a barrier for one more", "void *f(void *p) { return 0; } void *g(void *p) { return 0; } void h(void) { pthread_barrier_wait(&b); }", false, false},
}

// TestDeadlocks: there is an outline for programs in which no threads wait for ever, and for the others the obligations of deadlocks alone refuse one that proves all else.
func TestDeadlocks(t *testing.T) {
	proved := 0
	for _, c := range waiting {
		if !testenv.Night() && c.name != "raised" && c.name != "kept" && c.name != "two orders" && c.name != "twice" {
			continue
		}
		text := `#include <pthread.h>
#include <semaphore.h>
#define LOCK(m) pthread_mutex_lock(&m)
#define UNLOCK(m) pthread_mutex_unlock(&m)
#define RD(l) pthread_rwlock_rdlock(&l)
#define WR(l) pthread_rwlock_wrlock(&l)
#define UN(l) pthread_rwlock_unlock(&l)
pthread_mutex_t m, n; pthread_rwlock_t k, l; pthread_cond_t c; pthread_barrier_t b; sem_t s; volatile int x;
` + c.text + `
int main(void) { pthread_t t, u; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); `
		opts := cfront.Options{Properties: []string{"no-deadlock"}, Threads: 1 + strings.Count(c.text, "pthread_create")}
		if c.third {
			text += "pthread_create(&u, 0, g, 0); h(); pthread_join(u, 0); "
			opts.Threads = 2
		} else {
			text += "h(); g(0); "
		}
		text += "pthread_join(t, 0); return 0; }\n"
		files := fstest.MapFS{"p.c": {Data: []byte(text)}}
		_, err := Find(t.Context(), prepare.New(opts, files, "p.c"), run.Options{Workers: 1})
		if c.right {
			if err == nil {
				proved++
			} else {
				t.Logf("%s: %v", c.name, err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: there is an outline", c.name)
		}
		// What the product says once deadlocks count for nothing is an outline but for that.
		prog := prepare.New(opts, files, "p.c")
		x, product, places, err := prog.ForOutline(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range product.Edges {
			if e != nil && product.Locs[e.To].Goal == ir.Violates(thread.Deadlock) {
				product.RemoveEdge(e.ID)
			}
		}
		res := run.AttemptWhole(t.Context(), product, run.Options{Workers: 1, Engine: tracer.New(tracer.Config{})})
		inv, ok := res.Proof.(verdict.Invariants)
		if !ok {
			t.Fatalf("%s: %v", c.name, res.Verdict)
		}
		o := project(x, product, places, inv, false)
		if _, err := outline.Check(t.Context(), x, o, outline.Asks{}, solvers.Native); err != nil {
			t.Errorf("%s: that threads wait matters to other obligations: %v", c.name, err)
		}
		_, err = outline.Check(t.Context(), x, o, outline.Asks{Deadlocks: true}, solvers.Native)
		if no := (*outline.Rejection)(nil); !errors.As(err, &no) {
			t.Errorf("%s: threads wait, and the outline is accepted: %v", c.name, err)
		}
	}
	if proved == 0 {
		t.Error("no program has an outline")
	}
}

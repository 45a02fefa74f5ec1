package outlined

import (
	"errors"
	"fmt"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/outline"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/thread"
	"craig/internal/run"
	"craig/internal/testenv"
	"craig/logic/term"
)

// racing are accesses of two threads that race.
var racing = [][2]string{
	{"p[0] = 2", "free(p)"},
	{"free(p)", "free(p)"},
	{"int *z = &x; *z = 1", "int *z = &x; *z = 2"},
	{"x = 1", "x = 2"},
	{"v = 1", "v"},
	{"v = 1", "int k = v"},
	{"s1 = s2", "s2.a = 1"},
	{"s1 = s2", "s1 = s2"},
	{"struct s k = s1", "s1.b = 1"},
	{"a[1] = 1", "int i = y; if (i >= 0 && i < 4) a[i] = 1"},
	{"p[1] = 1", "p[1] = 2"},
	{"p[1] = 1", "((char *)p)[5] = 2"},
	{"p = 0", "free(p)"},
	{"memset(a, 0, sizeof a)", "a[2] = 1"},
	{"memcpy(a, a + 2, 4)", "a[2] = 1"},
	{"s1.f = 1", "s1.g = 1"},
	{"__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end()", "x"},
	{"__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end()", "x = 2"},
	{"pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m)", "pthread_mutex_lock(&n); x = 2; pthread_mutex_unlock(&n)"},
	{"pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); x = 3", "pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m)"},
	{"ready = 1; x = 1", "while (!ready); x = 2"},
	{"x = 1; ready = 1", "if (x) y = 1"},
	{"for (int i = 0; i < 3; i++) a[i] = i", "for (int i = 3; i > 1; i--) a[i] = i"},
	{"if (x == 1) y = 1", "if (y == 1) x = 1; x = 0"},
}

// TestRaces: what proves only that no error is reached is no proof that there are no races, where there are.
func TestRaces(t *testing.T) {
	for i, c := range racing {
		if !testenv.Night() && i%6 != 0 {
			continue
		}
		text := fmt.Sprintf(`#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int *p, x, y; volatile int v; int a[4]; struct s { int a, b; unsigned f : 3, g : 5; } s1, s2; _Atomic int ready; pthread_mutex_t m, n;
void *f(void *q) { %s; return 0; }
int main(void) { pthread_t t; p = malloc(16); if (!p) return 0; p[0] = 1; pthread_create(&t, 0, f, 0); %s; pthread_join(t, 0); return 0; }
`, c[0], c[1])
		opts := cfront.Options{Properties: []string{"unreach-call"}, Threads: 1}
		files := fstest.MapFS{"p.c": {Data: []byte(text)}}
		outlines := []outline.Outline{everywhere(t, prepare.New(opts, files, "p.c"))}
		if p, err := Find(t.Context(), prepare.New(opts, files, "p.c"), run.Options{Workers: 1}); err == nil {
			outlines = append(outlines, p.Outline)
		}
		opts.Properties = []string{thread.Race}
		for _, o := range outlines {
			_, err := Check(t.Context(), prepare.New(opts, files, "p.c"), func(*ir.Apart) (outline.Outline, error) { return o, nil })
			var no *outline.Rejection
			if doubt := (*ir.Doubt)(nil); !errors.As(err, &no) && !errors.As(err, &doubt) {
				t.Errorf("%s || %s: %v\n%s", c[0], c[1], err, text)
			}
		}
	}
}

// everywhere has the assertion true at each location outside of sections, as far as edges say.
func everywhere(t *testing.T, prog *prepare.Program) (o outline.Outline) {
	t.Helper()
	x, err := prog.SideBySide(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	st := term.NewStore()
	for _, start := range x.Starts {
		at := map[ir.Loc]term.Term{}
		depth := map[ir.Loc]int{start: 0}
		for todo := []ir.Loc{start}; len(todo) > 0; {
			l := todo[0]
			todo = todo[1:]
			if depth[l] == 0 && !x.Program.Locs[l].IsGoal() {
				at[l] = st.True()
			}
			for _, id := range x.Program.Locs[l].Out {
				op, e := x.Ops[id], x.Program.Edges[id]
				if _, seen := depth[e.To]; seen || op.Kind == ir.BeginsThread {
					continue
				}
				depth[e.To] = depth[l]
				switch op.Kind {
				case ir.Enters, ir.EntersWaiting:
					depth[e.To]++
				case ir.Leaves:
					depth[e.To]--
				}
				todo = append(todo, e.To)
			}
		}
		o.At, o.Inside = append(o.At, at), append(o.Inside, map[ir.Loc]term.Term{})
	}
	return o
}

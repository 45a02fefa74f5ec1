package outlined

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/outline"
	"craig/internal/logic/refuted"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/thread"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/internal/testenv"
	"craig/logic/term"
)

// subject is a program that has an outline.
type subject struct {
	name, property, text string
}

// short are small programs that are right.
var short = []subject{
	{"peterson", "unreach-call", `#include <pthread.h>
extern void reach_error(void);
int flag0, flag1, turn, x;
void *a(void *p) { flag0 = 1; turn = 1; while (1) { int f = flag1; if (!f) break; int t = turn; if (t == 0) break; }
 x = 0; if (x != 0) reach_error(); flag0 = 0; return 0; }
void *b(void *p) { flag1 = 1; turn = 0; while (1) { int f = flag0; if (!f) break; int t = turn; if (t == 1) break; }
 x = 1; if (x != 1) reach_error(); flag1 = 0; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
`},
	{"sections", "no-data-race", `#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int lock, c;
void *f(void *p) { __VERIFIER_atomic_begin(); __VERIFIER_assume(lock == 0); lock = 1; __VERIFIER_atomic_end(); c++; if (c != 1) reach_error(); c--;
 __VERIFIER_atomic_begin(); lock = 0; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); if (c) reach_error(); return 0; }
`},
	{"joined", "no-data-race", `#include <pthread.h>
extern void reach_error(void);
int x;
void *f(void *p) { x++; return 0; }
int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x++; if (x != 3) reach_error(); pthread_create(&t, 0, f, 0); pthread_join(t, 0); if (x != 4) reach_error(); }
`},
	{"many", "no-data-race", `#include <pthread.h>
extern void reach_error(void);
extern int any(void);
pthread_mutex_t m;
int x, y;
void *f(void *p) { pthread_mutex_lock(&m); if (x) reach_error(); x++; x--; pthread_mutex_unlock(&m); __sync_fetch_and_add(&y, 1); return 0; }
int main(void) { pthread_t t; y = 1; for (int i = any(); i > 0; i--) pthread_create(&t, 0, f, 0); return 0; }
`},
	{"deadlock", "no-deadlock", `#include <pthread.h>
pthread_mutex_t m, n;
int x;
void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
`},
}

// outlineOf is an outline of a program, with the fewest threads.
func outlineOf(t *testing.T, s subject, limit time.Duration) *Proof {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	p, err := Find(ctx, prepare.New(cfront.Options{Properties: []string{s.property}}, fstest.MapFS{"p.c": {Data: []byte(s.text)}}, "p.c"), run.Options{Workers: 1})
	if err != nil {
		t.Logf("%s, %s: %v", s.name, s.property, err)
	}
	return p
}

// alteration changes an outline, or the threads that it is said to be of. It is false if there is nothing to change.
type alteration struct {
	name  string
	alter func(r *rand.Rand, x *ir.Apart, o *outline.Outline) bool
}

// somewhere is one of the assertions.
func somewhere(r *rand.Rand, o *outline.Outline) (at map[ir.Loc]term.Term, l ir.Loc) {
	i := r.IntN(len(o.At))
	for len(o.At[i]) == 0 {
		i = r.IntN(len(o.At))
	}
	locs := slices.Sorted(maps.Keys(o.At[i]))
	return o.At[i], locs[r.IntN(len(locs))]
}

func changed(f func(r *rand.Rand, st *term.Store, t term.Term) term.Term) func(*rand.Rand, *ir.Apart, *outline.Outline) bool {
	return func(r *rand.Rand, _ *ir.Apart, o *outline.Outline) bool {
		at, l := somewhere(r, o)
		old := at[l]
		at[l] = f(r, old.Store(), old)
		return at[l] != old
	}
}

// without leaves out one of the parts of a formula.
func without(r *rand.Rand, list []term.Term) []term.Term {
	i := r.IntN(len(list))
	return slices.Delete(slices.Clone(list), i, i+1)
}

func disjuncts(st *term.Store, t term.Term) (list []term.Term) {
	for _, c := range term.Conjuncts(st.Not(t)) {
		list = append(list, st.Not(c))
	}
	return list
}

// dropOp has one operation of edges left out.
func dropOp(kinds ...ir.ThreadOpKind) func(*rand.Rand, *ir.Apart, *outline.Outline) bool {
	return func(r *rand.Rand, x *ir.Apart, _ *outline.Outline) bool {
		var ids []ir.EdgeID
		for _, id := range slices.Sorted(maps.Keys(x.Ops)) {
			if slices.Contains(kinds, x.Ops[id].Kind) {
				ids = append(ids, id)
			}
		}
		if len(ids) == 0 {
			return false
		}
		delete(x.Ops, ids[r.IntN(len(ids))])
		return true
	}
}

var alterations = []alteration{
	{"a disjunct less", changed(func(r *rand.Rand, st *term.Store, t term.Term) term.Term {
		return st.Or(without(r, disjuncts(st, t))...)
	})},
	{"a conjunct less", changed(func(r *rand.Rand, st *term.Store, t term.Term) term.Term {
		list := disjuncts(st, t)
		i := r.IntN(len(list))
		list[i] = st.And(without(r, term.Conjuncts(list[i]))...)
		return st.Or(list...)
	})},
	{"true", changed(func(_ *rand.Rand, st *term.Store, _ term.Term) term.Term { return st.True() })},
	{"false", changed(func(_ *rand.Rand, st *term.Store, _ term.Term) term.Term { return st.False() })},
	{"the opposite", changed(func(_ *rand.Rand, st *term.Store, t term.Term) term.Term { return st.Not(t) })},
	{"another number", changed(func(r *rand.Rand, st *term.Store, t term.Term) term.Term {
		var of []term.Term
		term.Walk(t, func(u term.Term) {
			if u.Op() == term.Var && u.Sort() == term.Int {
				of = append(of, u)
			}
		})
		if len(of) == 0 {
			return t
		}
		x := of[r.IntN(len(of))]
		return st.Subst(t, map[term.Term]term.Term{x: st.Add(x, st.Int(1))})
	})},
	{"another place", func(r *rand.Rand, _ *ir.Apart, o *outline.Outline) bool {
		at, l := somewhere(r, o)
		with, m := somewhere(r, o)
		old := at[l]
		at[l], with[m] = with[m], old
		return at[l] != old
	}},
	{"another thread", func(r *rand.Rand, _ *ir.Apart, o *outline.Outline) bool {
		at, l := somewhere(r, o)
		old, st := at[l], at[l].Store()
		a, b := st.Var(outline.Counter(0), term.Int), st.Var(outline.Counter(len(o.At)-1), term.Int)
		at[l] = st.Subst(old, map[term.Term]term.Term{a: b, b: a})
		return at[l] != old
	}},
	{"left out", func(r *rand.Rand, _ *ir.Apart, o *outline.Outline) bool {
		at, l := somewhere(r, o)
		delete(at, l)
		return true
	}},
	{"no section", func(r *rand.Rand, x *ir.Apart, _ *outline.Outline) bool {
		n := len(x.Ops)
		maps.DeleteFunc(x.Ops, func(_ ir.EdgeID, op ir.ThreadOp) bool {
			return op.Kind == ir.Enters || op.Kind == ir.EntersWaiting || op.Kind == ir.Leaves
		})
		return len(x.Ops) < n
	}},
	{"no waiting for an end", dropOp(ir.HasEnded)},
	{"a thread that is not made", dropOp(ir.MakesThread)},
	{"an assumption less", func(r *rand.Rand, x *ir.Apart, _ *outline.Outline) bool {
		return changeEdge(r, x, func(e *ir.Edge) ir.Stmt {
			if _, ok := e.Stmt.(*ir.Assume); ok {
				return &ir.Skip{}
			}
			return nil
		})
	}},
	{"an assignment less", func(r *rand.Rand, x *ir.Apart, _ *outline.Outline) bool {
		return changeEdge(r, x, func(e *ir.Edge) ir.Stmt {
			if ir.Written(e.Stmt) != nil {
				return &ir.Skip{}
			}
			return nil
		})
	}},
}

// changeEdge gives one of the edges another statement.
func changeEdge(r *rand.Rand, x *ir.Apart, to func(*ir.Edge) ir.Stmt) bool {
	var list []*ir.Edge
	for _, e := range x.Program.Edges {
		if e != nil && to(e) != nil {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		return false
	}
	e := list[r.IntN(len(list))]
	e.Stmt = to(e)
	return true
}

// copyOf can be altered.
func copyOf(p *Proof) (*ir.Apart, outline.Outline) {
	x := *p.Apart
	x.Program, x.Ops = p.Apart.Program.Clone(), maps.Clone(p.Apart.Ops)
	o := outline.Outline{}
	for i := range p.Outline.At {
		o.At, o.Inside = append(o.At, maps.Clone(p.Outline.At[i])), append(o.Inside, maps.Clone(p.Outline.Inside[i]))
	}
	return &x, o
}

// TestAltered alters outlines, and the threads that they are of. What is accepted all the same must be a proof: in no execution that is enumerated, edge by edge, an
// assertion fails, a goal is reached, or there is a race.
func TestAltered(t *testing.T) {
	subjects, each, limit := short[2:3], 1, 20*time.Second
	if testenv.Night() {
		subjects, each = short, 4
		files, _ := filepath.Glob("../../../testdata/litmus/*.c")
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, property := range []string{"unreach-call", thread.Race, thread.Deadlock} {
				subjects = append(subjects, subject{filepath.Base(file), property, string(text)})
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	tried, accepted, proofs := 0, map[string]int{}, 0
	for _, s := range subjects {
		p := outlineOf(t, s, limit)
		if p == nil {
			continue
		}
		proofs++
		if v := newJudge(p.Apart).enumerate(p.Outline, 20_000); v.fails(s.property) {
			t.Errorf("%s, %s: an outline that is accepted is none: %+v", s.name, s.property, v)
		}
		for _, a := range alterations {
			for range each {
				x, o := copyOf(p)
				if !a.alter(r, x, &o) {
					continue
				}
				tried++
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				_, err := outline.Check(ctx, x, o, asks([]string{s.property}), solvers.Believed(new(refuted.Tally)))
				cancel()
				if err != nil {
					if no := (*outline.Rejection)(nil); !errors.As(err, &no) && !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("%s: %v", a.name, err)
					}
					continue
				}
				accepted[a.name]++
				if v := newJudge(x).enumerate(o, 20_000); v.fails(s.property) {
					t.Errorf("%s, %s, %s: accepted, and none: %+v", s.name, s.property, a.name, v)
				}
			}
		}
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(accepted)) {
		names = append(names, fmt.Sprintf("%s %d", name, accepted[name]))
	}
	t.Logf("%d proofs, %d altered: %s are accepted, and proofs as far as they are enumerated", proofs, tried, strings.Join(names, ", "))
	if proofs == 0 {
		t.Error("no program has an outline")
	}
}

package schedule_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/schedule"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/testenv"
)

// TestTurns: turns by chance lead to a lost update, which a program without them hardly ever has, and never where updates are atomic.
func TestTurns(t *testing.T) {
	tools := native.Toolchain{Compiler: testenv.NeedsTool(t, "gcc")}
	for update, lost := range map[string]bool{"x++": true, "__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST)": false} {
		tools.Dir = t.TempDir()
		text := "#include <pthread.h>\nint x; void *f(void *p) { " + update + "; return p; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); " + update + "; pthread_join(a, 0); return x != 2; }"
		if failure := tools.Write(map[string][]byte{"a.c": []byte(text)}); failure != "" {
			t.Fatal(failure)
		}
		objects, failure := tools.Objects(t.Context(), append(schedule.Flags(), "-O0"), "a.c")
		if failure != "" {
			t.Skip(failure)
		}
		flags, support, failure := schedule.Link(t.Context(), tools, "unreach-call", schedule.Flags())
		if failure == "" {
			failure = tools.Link(t.Context(), native.Linking{Program: "program", Objects: objects, Flags: flags, Support: support, Define: tools.Stubs(t.Context(), flags)})
		}
		if failure != "" {
			t.Fatal(failure)
		}
		n, found := schedule.Until(t.Context(), time.Second/2, func(n int) bool {
			cmd := tools.Command(context.Background(), filepath.Join(tools.Dir, "program"))
			cmd.Env = schedule.Environment("unreach-call", n, "none")
			return cmd.Run() != nil
		})
		if found != lost {
			t.Errorf("%s: an update is lost in %d executions: %t", update, n, found)
		}
	}
}

// ordered are programs whose errors need threads to take turns in an order that chance hardly ever finds.
var ordered = []struct{ name, property, text string }{
	{"between two accesses", "unreach-call", `int x; void *f(void *p) { x++; x++; x++; return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); if (x == 2) reach_error(); }`},
	{"with a lock", "unreach-call", `int x, y; pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); if (y) x = 2; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_mutex_lock(&m); y = x == 1; pthread_mutex_unlock(&m); pthread_join(a, 0); if (x == 2) reach_error(); }`},
	{"an error in a macro", "unreach-call", "#define assert(c) do { if (!(c)) reach_error(); } while (0)\n" + `int x; void *f(void *p) { x = 1; x = 2; return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); assert(x != 1); }`},
	{"inputs of two threads", "unreach-call", `int x, y; void *f(void *p) { int n = __VERIFIER_nondet_int(); if (p) x = n; else y = n; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, &x); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); if (x == 17 && y == 23) reach_error(); }`},
	{"atomic sections", "unreach-call", `int x, y; void __VERIFIER_atomic_swap(void) { int n = x; x = y; y = n; } void *f(void *p) { __VERIFIER_atomic_swap(); return p; }
int main(void) { pthread_t a; x = 1; pthread_create(&a, 0, f, 0); __VERIFIER_atomic_begin(); int n = x, m = y; __VERIFIER_atomic_end(); pthread_join(a, 0); if (n == 0 && m == 1) reach_error(); }`},
	{"waiting for a condition", "unreach-call", `int x; pthread_mutex_t m; pthread_cond_t c; void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_wait(&c, &m); if (x == 2) x = 3; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_mutex_lock(&m); if (x == 1) x = 2; pthread_mutex_unlock(&m); pthread_join(a, 0); if (x == 3) reach_error(); }`},
	{"a race behind an order", "no-data-race", `int x, ready; pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); ready++; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); int r = ready; pthread_mutex_unlock(&m); if (r == 2)
	x = 1;
	return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_mutex_lock(&m); int r = ready == 1; ready += r; pthread_mutex_unlock(&m); if (r)
	x = 2;
	pthread_join(a, 0); }`},
	{"a race of threads of C11", "no-data-race", "#include <threads.h>\n" + `mtx_t l; int x; int f(void *p) { mtx_lock(&l); x = 1; mtx_unlock(&l);
	x = 2;
	return 0; }
int main(void) { thrd_t a; mtx_init(&l, 0); thrd_create(&a, f, 0);
	x = 3;
	thrd_join(a, 0); }`},
	{"a deadlock", "no-deadlock", `pthread_mutex_t m, k; void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&k); pthread_mutex_unlock(&k); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_mutex_lock(&k); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&k); pthread_join(a, 0); }`},
	{"a signal that nobody waits for", "no-deadlock", `pthread_mutex_t m; pthread_cond_t c; void *f(void *p) { pthread_cond_signal(&c); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_join(a, 0); }`},
	{"ten turns", "unreach-call", `int turn; void *f(void *p) { for (int i = 0; i < 5; i++) if (turn == 2 * i) turn = 2 * i + 1; return p; }
void *g(void *p) { for (int i = 0; i < 5; i++) if (turn == 2 * i + 1) turn = 2 * i + 2; return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0); if (turn == 10) reach_error(); }`},
}

const orderedHead = "#include <pthread.h>\nextern int __VERIFIER_nondet_int(void); extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); void reach_error(void) {}\n"

// TestOrder: compiled programs come to the error in the order of the execution that was found; the interpreter and the compiler agree on what it does.
func TestOrder(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for i, tt := range ordered {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i, len(ordered))
			opts := cfront.Options{Properties: []string{tt.property}}
			res, err := run.Verify(t.Context(), prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(orderedHead + tt.text)}}, "p.c"), run.Options{Workers: 1})
			if err != nil || res.Verdict != verdict.False {
				t.Fatal(res.Verdict, res.Detail, err)
			}
			out, err := replay.Run(t.Context(), replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace, replay.Limits{Time: 5 * time.Second})
			if err != nil || out.Answer != replay.Confirmed || !strings.Contains(out.Reason, "order") {
				t.Errorf("%v: %s, %v", out.Answer, out.Reason, err)
			}
		})
	}
}

// TestNoOrder: a compiled program is not said to have an error that it does not have, whatever the order: each is executed in that of another program.
func TestNoOrder(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for i, tt := range []struct{ name, old, new string }{
		{"an error in a macro", "x = 1; x = 2;", "x = 3; x = 2;"},
		{"a race of threads of C11", "\n\tx = 3;", "\n\t;"},
		{"a deadlock", "pthread_mutex_lock(&k); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); pthread_mutex_lock(&k); pthread_mutex_unlock(&m);"},
		{"a deadlock", "int main(void) {", "pthread_cond_t c; void *g(void *p) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); return p; } int main(void) { pthread_t b; pthread_create(&b, 0, g, 0); return 0;"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testenv.Nightly(t, i+1, 9)
			for _, x := range ordered {
				if x.name != tt.name {
					continue
				}
				opts := cfront.Options{Properties: []string{x.property}}
				res, err := run.Verify(t.Context(), prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(orderedHead + x.text)}}, "p.c"), run.Options{Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				right := strings.Replace(x.text, tt.old, tt.new, 1)
				program := replay.Program{IR: res.Program, Options: opts, Sources: []cfront.Source{{Name: "p.c", Text: []byte(orderedHead + right)}}}
				out, err := replay.Run(t.Context(), program, res.Trace, replay.Limits{Time: 3 * time.Second})
				if err != nil || out.Answer != replay.Undecided || right == x.text {
					t.Errorf("%v: %s, %v", out.Answer, out.Reason, err)
				}
			}
		})
	}
}

// TestRace reads what ThreadSanitizer writes: both accesses have to be those of the execution.
func TestRace(t *testing.T) {
	const text = `==================
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 4 at 0x55 by main thread:
    #0 memcpy ../lib/interceptors.inc:115 (libtsan.so.2+0x2)
    #1 main /tmp/a.c:13 (program+0x1)
    #2 start /tmp/a.c:14 (program+0x1)

  Previous write of size 4 at 0x55 by thread T1:
    #0 f /tmp/a.c:6 (program+0x2)

SUMMARY: ThreadSanitizer: data race /tmp/a.c:13 in main
==================
`
	for _, c := range []struct {
		a, b int
		want bool
	}{{13, 6, true}, {6, 13, true}, {13, 13, false}, {14, 6, false}, {13, 7, false}} {
		at := func(line int) *ir.LocInfo { return &ir.LocInfo{Func: &ir.Func{}, Pos: ir.Pos{File: "a.c", Line: line}} }
		end := at(c.a)
		end.Beside = at(c.b)
		if got := schedule.Seen(text, end); got != c.want {
			t.Errorf("lines %d and %d: %t", c.a, c.b, got)
		}
		if schedule.Seen("    #0 main /tmp/a.c:13 (program+0x1)\n\n    #0 f /tmp/a.c:6 (program+0x2)\n", end) {
			t.Error("a race without a report")
		}
	}
}

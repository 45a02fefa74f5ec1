package thread_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
	"craig/logic/num"
)

// header declares what programs with threads use, as headers do.
const header = `typedef unsigned long pthread_t; typedef union { int __data[10]; long __align; } pthread_mutex_t; typedef union { int __data[10]; long __align; } pthread_attr_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *) __attribute__((noreturn));
extern pthread_t pthread_self(void);
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void);
extern void exit(int) __attribute__((noreturn));
`

// declarations are the header of a program that includes none.
func declarations(text string) string {
	if strings.HasPrefix(text, "#include") {
		return ""
	}
	return header
}

// product reads a program that has no threads any more.
func product(t *testing.T, property, text string) *ir.Program {
	t.Helper()
	prog := prepare.New(cfront.Options{Properties: []string{property}}, fstest.MapFS{"p.c": {Data: []byte(declarations(text) + text)}}, "p.c")
	if p, err := prog.Read(t.Context()); err != nil {
		t.Fatalf("%s: %v", text, err)
	} else if err := ircheck.Check(p); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	p, err := prog.Inlined(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := ircheck.CheckInlined(p); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// schedules executes a program with all choices of who moves, and tells run of each execution. give is what a variable is given.
func schedules(t *testing.T, p *ir.Program, give func(v *ir.Var, value num.Int), run func(interp.Outcome)) {
	var script []int64
	for runs := 0; ; runs++ {
		if runs > 200_000 {
			t.Fatal("too many schedules")
		}
		n, threads := 0, int64(0)
		in := interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int {
			switch s := e.Stmt.(*ir.Havoc); {
			case s.Source == ir.FromInterrupt:
				if n == len(script) {
					script = append(script, 0)
				}
				n++
				return num.I(script[n-1])
			case s.Source == ir.FromCall:
				threads++
				return num.I(threads)
			}
			return num.I(0)
		}}
		run(interp.Run(t.Context(), p, in, interp.Options{NoPath: true, MaxSteps: 10_000, Step: func(s interp.Step) {
			if s.Var != nil {
				give(s.Var, s.Value)
			}
		}}))
		script = script[:n]
		for len(script) > 0 && script[len(script)-1] == 1 {
			script = script[:len(script)-1]
		}
		if len(script) == 0 {
			return
		}
		script[len(script)-1] = 1
	}
}

// A random program: two threads with the instructions of op, over the shared variables x and y, and main, which makes and joins both.

// op is an instruction: one visible step, or none.
type op struct {
	kind string // load, store, when (a store if the register is n), increment, add, lock, unlock
	v    int    // of a shared variable
	n    int    // what is added, or stored where reg is false
	reg  bool   // the thread's register is stored, plus n
}

func (o op) text() string {
	v := "xy"[o.v : o.v+1]
	switch o.kind {
	case "load":
		return "r = " + v + ";"
	case "store":
		if o.reg {
			return fmt.Sprintf("%s = r + %d;", v, o.n)
		}
		return fmt.Sprintf("%s = %d;", v, o.n)
	case "when":
		return fmt.Sprintf("if (r == %d) %s = 7;", o.n, v)
	case "increment":
		return fmt.Sprintf("%s += %d;", v, o.n)
	case "add":
		return fmt.Sprintf("__VERIFIER_atomic_begin(); %s += %d; __VERIFIER_atomic_end();", v, o.n)
	case "lock":
		return "pthread_mutex_lock(&m);"
	}
	return "pthread_mutex_unlock(&m);"
}

func randomThread(r *rand.Rand) (list []op) {
	locked := false
	for range 2 + r.IntN(3) {
		o := op{v: r.IntN(2), n: r.IntN(3), reg: r.IntN(2) == 0}
		switch k := r.IntN(7); {
		case k == 0 && !locked:
			locked = true
			o.kind = "lock"
		case k == 0:
			locked = false
			o.kind = "unlock"
		default:
			o.kind = []string{"load", "load", "store", "when", "increment", "add"}[k-1]
		}
		list = append(list, o)
	}
	if locked {
		list = append(list, op{kind: "unlock"})
	}
	return list
}

// world is a state of such a program.
type world struct {
	shared [2]int
	locked bool
	r      [2]int
	pc     [2]int
	half   [2]bool // between the read and the write of an increment
	read   [2]int
}

// next is what a thread accesses next: a variable, whether it writes, and whether it does so in an atomic section.
func (w world) next(threads [2][]op, i int) (v int, writes, atomic, ok bool) {
	if w.pc[i] == len(threads[i]) {
		return 0, false, false, false
	}
	switch o := threads[i][w.pc[i]]; o.kind {
	case "load":
		return o.v, false, false, true
	case "store":
		return o.v, true, false, true
	case "when":
		return o.v, true, false, w.r[i] == o.n
	case "increment":
		return o.v, w.half[i], false, true
	case "add":
		return o.v, true, true, true
	}
	return 0, false, false, false
}

// races tells whether the next accesses of both threads are a data race.
func (w world) races(threads [2][]op) bool {
	v, vWrites, vAtomic, vOK := w.next(threads, 0)
	u, uWrites, uAtomic, uOK := w.next(threads, 1)
	return vOK && uOK && v == u && (vWrites || uWrites) && !(vAtomic && uAtomic)
}

// outcomes enumerates the values of x and y in the end, step by step, and tells whether there is a data race.
func outcomes(threads [2][]op) (all map[[2]int]bool, race bool) {
	all, seen := map[[2]int]bool{}, map[world]bool{}
	todo := []world{{}}
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[w] {
			continue
		}
		seen[w] = true
		race = race || w.races(threads)
		if w.pc[0] == len(threads[0]) && w.pc[1] == len(threads[1]) {
			all[w.shared] = true
		}
		for i := range threads {
			if w.pc[i] == len(threads[i]) {
				continue
			}
			o, n := threads[i][w.pc[i]], w
			n.pc[i]++
			switch o.kind {
			case "load":
				n.r[i] = w.shared[o.v]
			case "store":
				n.shared[o.v] = o.n
				if o.reg {
					n.shared[o.v] += w.r[i]
				}
			case "when":
				if w.r[i] == o.n {
					n.shared[o.v] = 7
				}
			case "increment":
				if n.half[i] = !w.half[i]; n.half[i] {
					n.read[i], n.pc[i] = w.shared[o.v], w.pc[i]
				} else {
					n.shared[o.v], n.read[i] = w.read[i]+o.n, 0
				}
			case "add":
				n.shared[o.v] += o.n
			case "lock":
				if w.locked {
					continue
				}
				n.locked = true
			case "unlock":
				n.locked = false
			}
			todo = append(todo, n)
		}
	}
	return all, race
}

// TestSchedules: products of random programs of two threads end with just the values that an enumeration of all interleavings finds, and have data
// races where it finds some.
func TestSchedules(t *testing.T) {
	count, seed := testenv.Random(6)
	r := rand.New(rand.NewPCG(seed, 3))
	for range count {
		threads := [2][]op{randomThread(r), randomThread(r)}
		text := "int x, y, endx, endy; pthread_mutex_t m;\n"
		for i, list := range threads {
			text += fmt.Sprintf("void *t%d(void *p) { int r = 0; ", i)
			for _, o := range list {
				text += o.text() + " "
			}
			text += "return 0; }\n"
		}
		text += "int main(void) { pthread_t a, b; pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0); pthread_join(a, 0); pthread_join(b, 0); endx = x; endy = y; if (endx + endy < 0) reach_error(); }\n"
		p := product(t, "unreach-call", text)
		got := map[[2]int]bool{}
		var last [2]int
		schedules(t, p, func(v *ir.Var, value num.Int) {
			for i, name := range []string{"endx", "endy"} {
				if v.CName == name {
					n, _ := value.Int64()
					last[i] = int(n)
				}
			}
		}, func(o interp.Outcome) {
			if o.End == interp.Exited {
				got[last] = true
			}
		})
		want, race := outcomes(threads)
		if got := reaches(t, "no-data-race", text); got != race {
			t.Errorf("seed %d: %s\nhas a data race: %t, want %t", seed, text, got, race)
		}
		if !maps.Equal(got, want) {
			t.Errorf("seed %d: %s\nhas the ends %v, want %v", seed, text, ends(got), ends(want))
		}
	}
}

func ends(set map[[2]int]bool) string {
	var list []string
	for e := range set {
		list = append(list, fmt.Sprint(e))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// reaches tells whether some schedule reaches the error.
func reaches(t *testing.T, property, text string) (reached bool) {
	schedules(t, product(t, property, text), func(*ir.Var, num.Int) {}, func(o interp.Outcome) {
		reached = reached || o.End == interp.Reached
	})
	return reached
}

// TestThreads: what threads see of each other, by small programs of which the right and the broken ones stand side by side.
func TestThreads(t *testing.T) {
	const two = "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0); check(); }"
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a lost update", "int x; void *f(void *p) { x++; return 0; } void check(void) { if (x != 2) reach_error(); }\n#define g f\n" + two, true},
		{"with a lock", "int x; pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; } void check(void) { if (x != 2) reach_error(); }\n#define g f\n" + two, false},
		{"with two locks", "int x; pthread_mutex_t m, n; void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; } void *g(void *p) { pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); return 0; } void check(void) { if (x != 2) reach_error(); }\n" + two, true},
		{"with a lock that a pointer leads to", "int x; pthread_mutex_t k, *m = &k; void *f(void *p) { pthread_mutex_lock(m); x++; pthread_mutex_unlock(m); return 0; } void check(void) { if (x != 2) reach_error(); }\n#define g f\n" + two, false},
		{"store buffering", "int x, y, r, s; void *f(void *p) { x = 1; r = y; return 0; } void *g(void *p) { y = 1; s = x; return 0; } void check(void) { if (r == 0 && s == 0) reach_error(); }\n" + two, false},
		{"store buffering, both", "int x, y, r, s; void *f(void *p) { x = 1; r = y; return 0; } void *g(void *p) { y = 1; s = x; return 0; } void check(void) { if (r == 1 && s == 1) reach_error(); }\n" + two, true},
		{"message passing", "int x, flag; void *f(void *p) { x = 5; flag = 1; return 0; } void *g(void *p) { if (flag && x != 5) reach_error(); return 0; } void check(void) {}\n" + two, false},
		{"message passing, the wrong way round", "int x, flag; void *f(void *p) { flag = 1; x = 5; return 0; } void *g(void *p) { if (flag && x != 5) reach_error(); return 0; } void check(void) {}\n" + two, true},
		{"load buffering", "int x, y, r, s; void *f(void *p) { r = x; y = 1; return 0; } void *g(void *p) { s = y; x = 1; return 0; } void check(void) { if (r == 1 && s == 1) reach_error(); }\n" + two, false},
		{"two reads in a row", "int x; void *f(void *p) { x = 1; x = 2; return 0; } void *g(void *p) { int a = x, b = x; if (a > b) reach_error(); return 0; } void check(void) {}\n" + two, false},
		{"two reads of an expression", "int x; void *f(void *p) { x = 1; return 0; } void *g(void *p) { if (x != x) reach_error(); return 0; } void check(void) {}\n" + two, true},
		{"an atomic section", "int x; void *f(void *p) { __VERIFIER_atomic_begin(); x = 1; x = 0; __VERIFIER_atomic_end(); return 0; } void *g(void *p) { if (x) reach_error(); return 0; } void check(void) {}\n" + two, false},
		{"a function that is an atomic section", "int x; void __VERIFIER_atomic_set(void) { x = 1; x = 0; } void *f(void *p) { __VERIFIER_atomic_set(); return 0; } void *g(void *p) { if (x) reach_error(); return 0; } void check(void) {}\n" + two, false},
		{"a function that is none", "int x; void set(void) { x = 1; x = 0; } void *f(void *p) { set(); return 0; } void *g(void *p) { if (x) reach_error(); return 0; } void check(void) {}\n" + two, true},
		{"before what ends the program", "int x; void *f(void *p) { x = 1; exit(0); } void *g(void *p) { if (x) reach_error(); return 0; } void check(void) {}\n" + two, true},
		{"exit ends all", "int x; void *f(void *p) { exit(0); x = 1; return 0; } void *g(void *p) { if (x) reach_error(); return 0; } void check(void) {}\n" + two, false},
		{"before an endless loop", "int x; void *f(void *p) { x = 1; for (;;); } void *g(void *p) { if (x) reach_error(); return 0; } void check(void) {}\n" + two, true},
		{"the end of main ends all", "int x; void *f(void *p) { if (x == 2) reach_error(); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); x = 1; return x = 2, 0; }", true},
		{"nothing comes behind main", "int x, y; void *f(void *p) { y = 1; if (x == 1) reach_error(); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); if (y) x = 1; return 0; }", true},
		{"main ends as a thread", "int x; void *f(void *p) { if (x == 1) reach_error(); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); x = 1; pthread_exit(0); x = 2; }", true},
		{"a thread that has ended as one", "int x; void *f(void *p) { pthread_exit(0); reach_error(); } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (x) reach_error(); }", false},
		{"what a thread returns", "void *f(void *p) { return p; } int main(void) { pthread_t a, b; void *r, *s; int i, j; pthread_create(&a, 0, f, &i); pthread_create(&b, 0, f, &j); pthread_join(b, &s); pthread_join(a, &r); if (r != &i || s != &j) reach_error(); }", false},
		{"what it gives to pthread_exit", "void g(void *p) { pthread_exit(p); } void *f(void *p) { g(p); return 0; } int main(void) { pthread_t a; void *r; int i; pthread_create(&a, 0, f, &i); pthread_join(a, &r); if (r != &i) reach_error(); }", false},
		{"an argument that changes", "int x[2]; void *f(void *p) { x[(long)p] = 1; return 0; } int main(void) { pthread_t a[2]; for (long i = 0; i < 2; i++) pthread_create(&a[i], 0, f, (void *)i); for (int i = 0; i < 2; i++) pthread_join(a[i], 0); if (!x[0] || !x[1]) reach_error(); }", false},
		{"a variable that changes", "int x[2]; void *f(void *p) { x[*(long *)p] = 1; return 0; } int main(void) { pthread_t a[2]; long i; for (i = 0; i < 2; i++) pthread_create(&a[i], 0, f, &i); i = 1; for (int j = 0; j < 2; j++) pthread_join(a[j], 0); if (!x[0]) reach_error(); }", true},
		{"variables of their own", "void *f(void *p) { int i = 1; int *q = &i; *q += 1; if (i != 2) reach_error(); return 0; } void check(void) {}\n#define g f\n" + two, false},
		{"variables that others are shown", "int *q; void *f(void *p) { int i = 1; q = &i; if (i != 1) reach_error(); return 0; } void *g(void *p) { if (q) *q = 2; return 0; } void check(void) {}\n" + two, true},
		{"behind a join", "int x; void *f(void *p) { x = 1; x = 2; return 0; } int main(void) { pthread_t a; x = 5; pthread_create(&a, 0, f, 0); pthread_join(a, 0); x = x + 1; if (x != 3) reach_error(); }", false},
		{"behind a join of another", "int x; void *f(void *p) { x++; return 0; } void *g(void *p) { return 0; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(b, 0); x++; pthread_join(a, 0); if (x != 2) reach_error(); }", true},
		{"behind a join of what the thread itself has written", "int x; pthread_t b; void *g(void *p) { return 0; } void *f(void *p) { *(pthread_t *)p = b; x++; return 0; } int main(void) { pthread_t a; pthread_create(&b, 0, g, 0); pthread_create(&a, 0, f, &a); pthread_t c = a; pthread_join(a, 0); x++; pthread_join(c, 0); if (x != 2) reach_error(); }", true},
		{"behind a join of what is written again", "int x; void *g(void *p) { return 0; } void *f(void *p) { x++; return 0; } int main(void) { pthread_t a, b; pthread_create(&b, 0, g, 0); pthread_create(&a, 0, f, 0); pthread_t c = a; a = b; pthread_join(a, 0); x++; pthread_join(c, 0); if (x != 2) reach_error(); }", true},
		{"behind a join that is left out", "extern int __VERIFIER_nondet_int(void); int x, y; void *f(void *p) { x++; return 0; } int main(void) { pthread_t a; y = __VERIFIER_nondet_int(); pthread_create(&a, 0, f, 0); if (!y) pthread_join(a, 0); x++; if (y) pthread_join(a, 0); if (x != 2) reach_error(); }", true},
		{"before the second thread", "int x; void *f(void *p) { x++; return 0; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_join(a, 0); x++; pthread_create(&b, 0, f, 0); pthread_join(b, 0); if (x != 3) reach_error(); }", false},
		{"before the second thread, with the first one", "int x; void *f(void *p) { x++; return 0; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); x++; pthread_join(a, 0); pthread_create(&b, 0, f, 0); pthread_join(b, 0); if (x != 3) reach_error(); }", true},
		{"a thread that makes another", "int x; void *g(void *p) { x = 1; return 0; } void *f(void *p) { pthread_t b; pthread_create(&b, 0, g, 0); pthread_join(b, 0); if (x != 1) reach_error(); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (x != 1) reach_error(); }", false},
		{"a thread that is not waited for", "int x; void *g(void *p) { x = 1; return 0; } void *f(void *p) { pthread_t b; pthread_create(&b, 0, g, 0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (x != 1) reach_error(); }", true},
		{"different numbers", "pthread_t s; void *f(void *p) { s = pthread_self(); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); if (s != a || a == pthread_self()) reach_error(); }", false},
		{"a function that a pointer leads to", "int x; void *f(void *p) { x = 1; return 0; } void *g(void *p) { x = 2; return 0; } extern int __VERIFIER_nondet_int(void); int main(void) { pthread_t a; void *(*h)(void *) = __VERIFIER_nondet_int() ? f : g; pthread_create(&a, 0, h, 0); pthread_join(a, 0); if (x != 1 && x != 2) reach_error(); }", false},
		{"structures that calls pass", "struct s { int a, b; }; int x; struct s twice(struct s v) { v.a *= 2; return v; } void *f(void *p) { struct s v = { 1, 2 }; v = twice(v); if (v.a != 2) reach_error(); return 0; } void *g(void *p) { struct s v = { 3, 4 }; v = twice(v); if (v.a != 6) reach_error(); return 0; } void check(void) {}\n" + two, false},
		{"atomic operations", "int x; void *f(void *p) { __sync_fetch_and_add(&x, 1); return 0; } void check(void) { if (x != 2) reach_error(); }\n#define g f\n" + two, false},
		{"atomic objects", "_Atomic int x; void *f(void *p) { x++; x += 2; return 0; } void check(void) { if (x != 6) reach_error(); }\n#define g f\n" + two, false},
		{"atomic objects that are read and written", "_Atomic int x; void *f(void *p) { x = x + 1; return 0; } void check(void) { if (x != 2) reach_error(); }\n#define g f\n" + two, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reaches(t, "unreach-call", c.text); got != c.want {
				t.Errorf("%s: reached %t", c.text, got)
			}
		})
	}
}

// TestRaces: what is a data race and what is none.
func TestRaces(t *testing.T) {
	const two = "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0); return x; }"
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"two writes", "int x; void *f(void *p) { x = 1; return 0; }\n#define g f\n" + two, true},
		{"two reads", "int x; void *f(void *p) { int a = x; return 0; }\n#define g f\n" + two, false},
		{"a write and a read", "int x; void *f(void *p) { x = 1; return 0; } void *g(void *p) { int a = x; return 0; }\n" + two, true},
		{"with a lock", "int x; pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n#define g f\n" + two, false},
		{"with two locks", "int x; pthread_mutex_t m, n; void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; } void *g(void *p) { pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); return 0; }\n" + two, true},
		{"behind the lock", "int x; pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++; return 0; }\n#define g f\n" + two, true},
		{"a flag", "int x, flag; void *f(void *p) { x = 1; flag = 1; return 0; } void *g(void *p) { if (flag) x = 2; return 0; }\n" + two, true},
		{"an atomic flag", "int x; _Atomic int flag; void *f(void *p) { x = 1; flag = 1; return 0; } void *g(void *p) { if (flag) x = 2; return 0; }\n" + two, false},
		{"an atomic flag that comes too early", "int x; _Atomic int flag; void *f(void *p) { flag = 1; x = 1; return 0; } void *g(void *p) { if (flag) x = 2; return 0; }\n" + two, true},
		{"atomic operations", "int x; void *f(void *p) { __sync_fetch_and_add(&x, 1); return 0; }\n#define g f\n" + two, false},
		{"one atomic operation", "int x; void *f(void *p) { __sync_fetch_and_add(&x, 1); return 0; } void *g(void *p) { x = 1; return 0; }\n" + two, true},
		{"before the thread is made", "int x; void *f(void *p) { x = 1; return 0; } int main(void) { pthread_t a; x = 2; pthread_create(&a, 0, f, 0); pthread_join(a, 0); return x; }", false},
		{"before it has ended", "int x; void *f(void *p) { x = 1; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); int b = x; pthread_join(a, 0); return b; }", true},
		{"different elements", "int x, v[2]; void *f(void *p) { v[0] = 1; return 0; } void *g(void *p) { v[1] = 1; return 0; }\n" + two, false},
		{"bytes of a number", "int x; void *f(void *p) { ((char *)&x)[1] = 1; return 0; } void *g(void *p) { x = 1; return 0; }\n" + two, true},
		{"other bytes of a number", "int x; void *f(void *p) { ((char *)&x)[1] = 1; return 0; } void *g(void *p) { ((char *)&x)[2] = 1; return 0; }\n" + two, false},
		{"different members", "int x; struct { int a, b; } s; void *f(void *p) { s.a = 1; return 0; } void *g(void *p) { s.b = 1; return 0; }\n" + two, false},
		{"bit-fields side by side", "int x; struct { int a : 3, b : 3; } s; void *f(void *p) { s.a = 1; return 0; } void *g(void *p) { s.b = 1; return 0; }\n" + two, true},
		{"a variable that is shown", "int x, *q; void *f(void *p) { int i = 0; q = &i; i = 1; for (;;); } void *g(void *p) { if (q) *q = 2; return 0; }\n" + two, true},
		{"an atomic section beside an access", "int x; void *f(void *p) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); return 0; } void *g(void *p) { x = 2; return 0; }\n" + two, true},
		{"before an endless loop", "int x; void *f(void *p) { x = 1; for (;;); } void *g(void *p) { x = 2; return 0; }\n" + two, true},
		{"free beside an access, which is a limit", "extern void *malloc(unsigned long); extern void free(void *); int x, *q; void *f(void *p) { free(q); return 0; } int main(void) { pthread_t a; q = malloc(4); pthread_create(&a, 0, f, 0); *q = 1; pthread_join(a, 0); }", true},
		{"free behind all accesses", "extern void *malloc(unsigned long); extern void free(void *); int x, *q; void *f(void *p) { *q = 1; return 0; } int main(void) { pthread_t a; q = malloc(4); pthread_create(&a, 0, f, 0); pthread_join(a, 0); free(q); }", false},
		{"a volatile flag", "volatile int flag; int x; void *f(void *p) { flag = 1; return 0; } void *g(void *p) { int a = flag; return 0; }\n" + two, true},
		{"an atomic structure", "int x; struct s { int a, b; }; _Atomic struct s s; void *f(void *p) { struct s t = { 1, 2 }; s = t; return 0; } void *g(void *p) { struct s t = s; return 0; }\n" + two, false},
		{"what an atomic structure is assigned to", "int x; struct s { int a, b; } t; _Atomic struct s s; void *f(void *p) { t = s; return 0; } void *g(void *p) { t = s; return 0; }\n" + two, true},
		{"what is assigned to an atomic structure", "int x; struct s { int a, b; } t; _Atomic struct s s; void *f(void *p) { s = t; return 0; } void *g(void *p) { t.a = 1; return 0; }\n" + two, true},
		{"what an atomic operation expects", "int x, u = 5, e; void *f(void *p) { __atomic_compare_exchange_n(&u, &e, 1, 0, 5, 5); return 0; } void *g(void *p) { return f(p); }\n" + two, true},
		{"what an atomic operation expects, of each thread", "int x, u = 5; void *f(void *p) { int e = 0; __atomic_compare_exchange_n(&u, &e, 1, 0, 5, 5); return 0; } void *g(void *p) { return f(p); }\n" + two, false},
		{"what an atomic operation gives", "int x, u = 5, e; void *f(void *p) { __atomic_load(&u, &e, 5); return 0; } void *g(void *p) { return f(p); }\n" + two, true},
		{"where a pointer is null", "int x, *q; struct s { int a, b; } *r; void *f(void *p) { if (!q) *q = 1; if (!r) r->b = 1; return 0; }\n#define g f\n" + two, false},
		{"where a pointer is not null", "int x, *q = &x; struct s { int a, b; } s, *r = &s; void *f(void *p) { if (!q) *q = 1; if (r) r->b = 1; return 0; }\n#define g f\n" + two, true},
		{"a structure", "int x; struct { int a, b; } s, t; void *f(void *p) { s = t; return 0; } void *g(void *p) { t.b = 1; return 0; }\n" + two, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reaches(t, "no-data-race", c.text); got != c.want {
				t.Errorf("%s: a race: %t", c.text, got)
			}
		})
	}
}

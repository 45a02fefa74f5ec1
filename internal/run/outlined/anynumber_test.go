package outlined

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/outline"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/internal/testenv"
	"craig/logic/term"
)

// Programs that make any number of threads of one function, as strings of what each thread does: 'a' and 'b' lock a mutex, 'A' and 'B' unlock it, 'x' adds 1 to a variable and 'd' takes it away,
// 'e' asks whether it is 0, 'i' sets it to 0, 't' adds 1 to another one by an atomic operation, 'u' sets a third one by one that it has to itself.
var meanings = map[byte]string{
	'a': "pthread_mutex_lock(&a);", 'A': "pthread_mutex_unlock(&a);", 'b': "pthread_mutex_lock(&b);", 'B': "pthread_mutex_unlock(&b);",
	'x': "x++;", 'd': "x--;", 'e': "if (x != 0) reach_error();", 'i': "x = 0;", 't': "__sync_fetch_and_add(&y, 1);", 'u': "z = 1; if (z != 1) reach_error();",
}

// manyThreads is the text of a program: what main does before it makes threads, what each thread does, and what main does then.
func manyThreads(before, thread, behind string) string {
	text := func(list string) (s string) {
		for i := range len(list) {
			s += " " + meanings[list[i]]
		}
		return s
	}
	return fmt.Sprintf(`#include <pthread.h>
extern void reach_error(void);
extern int any(void);
pthread_mutex_t a, b; int x, y; __thread int z;
void *f(void *p) {%s return 0; }
int main(void) { pthread_t t;%s for (int i = any(); i > 0; i--) pthread_create(&t, 0, f, 0);%s return 0; }
`, text(thread), text(before), text(behind))
}

// hive is a state of main, thread 0, and of as many threads as it makes. What adds has two steps, of which the second one writes.
type hive struct {
	pc    [6]int8
	write [6]bool
	read  [6]int8
	owner [2]int8 // 1 + the thread
	x     int8
}

// wrong enumerates the executions in which n threads are made, and tells whether an error is reached or there is a race.
func wrong(before, thread, behind string, n int) (reached, race bool) {
	text := func(i int) string {
		if i == 0 {
			return before + string(make([]byte, n)) + behind // 0 makes the next thread
		}
		return thread
	}
	seen, todo := map[hive]bool{}, []hive{{}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		made := min(max(0, int(s.pc[0])-len(before)), n)
		var writes, reads int
		for i := 0; i <= made; i++ {
			if int(s.pc[i]) == len(text(i)) {
				if i == 0 {
					writes, reads = 0, 0
					break // the program has ended
				}
				continue
			}
			switch op := text(i)[s.pc[i]]; {
			case op == 'i' || s.write[i]:
				writes++
			case op == 'x' || op == 'd' || op == 'e':
				reads++
			}
		}
		race = race || writes > 1 || writes == 1 && reads > 0
		if int(s.pc[0]) == len(text(0)) {
			continue
		}
		for i := 0; i <= made; i++ {
			if int(s.pc[i]) == len(text(i)) {
				continue
			}
			m := s
			m.pc[i]++
			switch op := text(i)[s.pc[i]]; op {
			case 'a', 'b':
				if s.owner[op-'a'] != 0 {
					continue
				}
				m.owner[op-'a'] = int8(i + 1)
			case 'A', 'B':
				m.owner[op-'A'] = 0
			case 'x', 'd':
				if !s.write[i] {
					m.pc[i], m.write[i], m.read[i] = s.pc[i], true, s.x
				} else {
					if m.x = s.read[i] + 1; op == 'd' {
						m.x = s.read[i] - 1
					}
					m.write[i], m.read[i] = false, 0
				}
			case 'e':
				reached = reached || s.x != 0
			case 'i':
				m.x = 0
			}
			todo = append(todo, m)
		}
	}
	return reached, race
}

// TestManyThreads: a program of any number of threads has an outline only if an enumeration of up to four finds no error and no race.
func TestManyThreads(t *testing.T) {
	programs := [][3]string{{"", "t", ""}, {"", "x", ""}, {"i", "u", ""}, {"i", "t", "i"}, {"", "", "x"}}
	if testenv.Night() {
		programs = append(programs, [][3]string{
			{"", "aexdA", ""}, {"", "aexdA", "aeA"}, {"", "aexA", ""}, {"", "aeAaxdA", "e"}, {"", "abeBxdA", ""}, {"x", "axdA", "aeA"}, {"xd", "axdA", "aeA"}, {"", "axAaeA", ""},
			{"", "axdA", "beB"}, {"a", "aeA", "xdA"}, {"", "bxdB", "bxeB"}, {"a", "e", "A"}, {"ax", "e", "dA"},
		}...)
		count, seed := testenv.Random(40)
		r := rand.New(rand.NewPCG(seed, 8))
		for range count {
			part := func(n int) (s string) {
				held := map[byte]bool{}
				for range r.IntN(n) {
					op := "aabbxxdeit"[r.IntN(10)]
					if op <= 'b' && held[op] {
						held[op] = false
						op -= 0x20
					} else if op <= 'b' {
						held[op] = true
					} else if !held['a'] && r.IntN(3) > 0 {
						continue
					}
					s += string(op)
				}
				for _, m := range []byte("ba") {
					if held[m] && r.IntN(8) > 0 {
						s += string(m - 0x20)
					}
				}
				return s
			}
			programs = append(programs, [3]string{part(4), part(9), part(5)})
		}
	}
	accepted, rejected := 0, 0
	for _, c := range programs {
		reached, race := false, false
		for n := 0; n <= 4 && n*len(c[1]) <= 24; n++ {
			e, r := wrong(c[0], c[1], c[2], n)
			reached, race = reached || e, race || r
		}
		text := manyThreads(c[0], c[1], c[2])
		for property, broken := range map[string]bool{"unreach-call": reached, "no-data-race": race} {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			opts := cfront.Options{Properties: []string{property}, Threads: prepare.AnyThreads}
			_, err := Find(ctx, prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), run.Options{Workers: 1})
			cancel()
			switch {
			case err != nil:
				rejected++
			case broken:
				t.Errorf("%q, %s: there is an outline\n%s", c, property, text)
			default:
				accepted++
			}
		}
	}
	t.Logf("%d have an outline, and %d have none", accepted, rejected)
	if accepted < len(programs)/4 {
		t.Error("few programs have an outline")
	}
}

// TestManyRaces: there is no outline where any number of threads race, also for what each has for itself and gives away.
func TestManyRaces(t *testing.T) {
	for i, f := range []string{
		"static int s; s++;",
		"int l = 0; h = &l; int *q = h; *q = 1;",
		"int *l = malloc(4); if (!l) return 0; h = l; *h = 1;",
		"h = &z; int *q = h; *q = 3;",
		"int *q = malloc(4); if (!q) return 0; h = q; int *r = h; free(q); *r = 1;",
		"*(int *)p = 1;",
		"free(p);",
		"pthread_mutex_lock(&m); x = 1; if (any()) pthread_mutex_unlock(&m); else { pthread_mutex_unlock(&m); x = 2; }",
		"if (!pthread_mutex_trylock(&m)) x++; else x = 2;",
	} {
		if !testenv.Night() && i%4 != 0 {
			continue
		}
		text := "#include <pthread.h>\n#include <stdlib.h>\nextern int any(void);\npthread_mutex_t m; int x; int *_Atomic h; __thread int z;\nvoid *f(void *p) { " + f + " return 0; }\n" +
			"int main(void) { pthread_t t; int *q = malloc(4); if (!q) return 0; for (int i = any(); i > 0; i--) pthread_create(&t, 0, f, q); return 0; }\n"
		opts := cfront.Options{Properties: []string{"no-data-race"}, Threads: prepare.AnyThreads}
		if _, err := Find(t.Context(), prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), run.Options{Workers: 1}); err == nil {
			t.Errorf("%s: there is an outline", f)
		}
	}
}

// TestCopies: what two copies stand for any number of threads by is asked for: of assertions, and of codes.
func TestCopies(t *testing.T) {
	i := slices.IndexFunc(short, func(s subject) bool { return s.name == "many" })
	p := outlineOf(t, short[i], 20*time.Second)
	if p == nil {
		t.Fatal("there is no outline")
	}
	of := p.Apart.Copies[0]
	says := func(o outline.Outline, more func(*term.Store) term.Term) { // an assertion of the first thread
		for l, f := range o.At[0] {
			o.At[0][l] = f.Store().And(f, more(f.Store()))
			return
		}
	}
	writes := func(x *ir.Apart, thread, other int) { // an edge of the one writes the number of the other
		for l := x.Starts[thread]; ; {
			e := x.Program.Edges[x.Program.Locs[l].Out[0]]
			if _, ok := e.Stmt.(*ir.Skip); ok && x.Ops[e.ID].Kind == 0 {
				e.Stmt = &ir.Assign{Var: x.Selves[other], Expr: ir.ConstInt(x.Selves[other].Type, 7)}
				return
			}
			l = e.To
		}
	}
	for want, alter := range map[string]func(x *ir.Apart, o outline.Outline){
		"where one of any number of threads is": func(_ *ir.Apart, o outline.Outline) {
			says(o, func(st *term.Store) term.Term { return st.Le(st.Int(-2), st.Var(outline.Counter(of[0]), term.Int)) })
		},
		"which is of another thread": func(x *ir.Apart, o outline.Outline) {
			says(o, func(st *term.Store) term.Term { return st.Le(st.Int(0), sem.New(st, x.Program).Var(x.Selves[of[0]])) })
		},
		"are not the same": func(x *ir.Apart, _ outline.Outline) { writes(x, of[0], of[0]) },
		"edges .* are not the same": func(x *ir.Apart, _ outline.Outline) { // each writes what the other one has
			writes(x, of[0], of[1])
			writes(x, of[1], of[0])
		},
	} {
		x, o := copyOf(p)
		alter(x, o)
		_, err := outline.Check(t.Context(), x, o, asks([]string{short[i].property}), solvers.Native)
		if no := (*outline.Rejection)(nil); !errors.As(err, &no) || !regexp.MustCompile(want).MatchString(no.Why) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	x, o := copyOf(p)
	if _, err := outline.Check(t.Context(), x, o, asks([]string{short[i].property}), solvers.Native); err != nil {
		t.Error(err)
	}
}

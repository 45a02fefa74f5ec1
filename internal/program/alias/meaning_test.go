package alias_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/num"
)

// file writes a C program.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "p.c")
	const head = "extern void reach_error(void); extern int nondet(void); extern void *get(void); void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *); void *alloca(unsigned long);\n"
	if err := os.WriteFile(name, []byte(head+text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// bytesOf is a program with memory as bytes, inlined.
func bytesOf(t *testing.T, text string) *ir.Program {
	t.Helper()
	p, err := cfront.Read(t.Context(), cfront.Options{Properties: []string{"div-by-zero"}}, file(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if err := alias.ResolveCalls(t.Context(), p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	p, err = pass.Inline(t.Context(), p, pass.InlineOptions{MaxDepth: 5, MaxEdges: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPointsTo: where the pointer probe, which main accesses memory through, may point to.
func TestPointsTo(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"one object", `int a, b; int main(void) { int *probe = &a; int *q = &b; *probe = *q; }`, "a"},
		{"a choice", `int a, b, c; int main(void) { int *probe = nondet() ? &a : &b; int *q = &c; *probe = *q; }`, "a b"},
		{"copies, one after the other", `int a, b; int main(void) { int *p = &a, *q = p, *probe = q; if (nondet()) p = &b; *probe = *p; }`, "a b"},
		{"one field of a structure", `int a, b; struct s { int *x, *y; } v; int main(void) { v.x = &a; v.y = &b; int *probe = v.y; *probe = 1; }`, "b"},
		{"an element of an array of structures", `int a, b, c; struct s { int *x, *y; } v[9]; int main(void) { int i = nondet(); v[1].x = &a; v[2].x = &b; v[3].y = &c; int *probe = v[i & 3].x; *probe = 1; }`, "a b"},
		{"through a pointer to a pointer", `int a, b; int main(void) { int *p = &a, **q = &p; *q = &b; int *probe = p; *probe = 1; }`, "a b"},
		{"stored after it is loaded, in a loop", `int a, b; int *kept = &a; int main(void) { while (nondet()) { int *probe = kept; *probe = 1; kept = &b; } }`, "a b"},
		{"what a function returns", `int a, b; int *pick(int *p, int *q) { return nondet() ? p : q; } int main(void) { int *probe = pick(&a, &b); *probe = 1; }`, "a b"},
		{"the second argument", `int a, b; int *second(int *p, int *q) { return q; } int main(void) { int *probe = second(&a, &b); *probe = 1; }`, "b"},
		{"through a pointer to a function", `int a, b; int *f(int *p) { return p; } int *g(int *p) { return &b; } int main(void) { int *(*h)(int *) = nondet() ? f : g; int *probe = h(&a); *probe = 1; }`, "a b"},
		{"a number", `int a; int main(void) { unsigned long n = (unsigned long)&a; int *probe = (int *)(n + 8 - 8); *probe = 1; }`, "a"},
		{"bytes of a pointer", `int a; int main(void) { int *p = &a, *probe; for (int i = 0; i < 8; i++) ((char *)&probe)[i] = ((char *)&p)[i]; *probe = 1; }`, "a"},
		{"a union", `int a; union u { int *p; unsigned long n; } v; int main(void) { v.p = &a; unsigned long n = v.n; v.n = n; int *probe = v.p; *probe = 1; }`, "a"},
		{"an exclusive or, twice", `int a; int main(void) { unsigned long k = nondet(), n = (unsigned long)&a ^ k; int *probe = (int *)(n ^ k); *probe = 1; }`, "a"},
		{"null is nothing", `int a; int main(void) { int *probe = nondet() ? &a : 0; *probe = 1; }`, "a"},
		{"an unknown pointer, and one of the program", `int a; int main(void) { int *probe = nondet() ? &a : get(); *probe = 1; }`, "*get a"},
		{"a list", `struct n { struct n *next; int *v; } x, y; int a, b; int main(void) { x.next = &y; y.next = &x; x.v = &a; y.v = &b; struct n *p = &x; while (nondet()) p = p->next; int *probe = p->v; *probe = 1; }`, "a b"},
		{"blocks of two sites", `int main(void) { int *p = malloc(4), *q = malloc(4); int *probe = nondet() ? p : q; *probe = 1; }`, "main::malloc main::malloc"},
		{"a structure that is assigned", `int a, b; struct s { int *x, *y; } v, w; int main(void) { v.x = &a; v.y = &b; w = v; int *probe = w.x; *probe = 1; }`, "a"},
		{"a pointer that walks through an array of pointers", `int a, b, c; int *t[] = {&a, &b, &c}; int main(void) { int **p = t; while (nondet()) p++; int *probe = *p; *probe = 1; }`, "a b c"},
	} {
		p := bytesOf(t, c.text)
		reach, err := alias.NewReach(t.Context(), p, alias.Options{})
		if err != nil {
			t.Fatal(err)
		}
		names := []string(nil)
		for _, e := range p.Edges {
			if e == nil {
				continue
			}
			s, ok := e.Stmt.(*ir.Store)
			if !ok || !strings.Contains(ir.CExpr(s.Addr), "probe") || s.Addr.Op != ir.OpVar && s.Addr.Op != ir.OpLoad {
				continue
			}
			objs, all := reach.At(s.Addr)
			if all {
				names = append(names, "any")
			}
			for _, o := range objs {
				names = append(names, o.Name)
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// outcome says how the execution of p ends whose inputs are 1, whichever address the checks of memory watch: its result, or "error", or how else.
func outcome(t *testing.T, p *ir.Program) string {
	t.Helper()
	run := func(ghost num.Int, step func(interp.Step)) interp.Outcome {
		return interp.Run(t.Context(), p, interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int {
			if h, ok := e.Stmt.(*ir.Havoc); ok && h.Source == ir.FromGhost {
				return ghost
			}
			return num.I(1)
		}, Cell: func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(77) }}, interp.Options{MaxSteps: 20_000, NoPath: true, Step: step})
	}
	var places []num.Int // that may be watched
	out := run(num.I(0), func(s interp.Step) {
		if s.Var != nil && s.Var.Type.Kind == ir.Pointer && !slices.ContainsFunc(places, s.Value.Eq) {
			places = append(places, s.Value)
		}
	})
	for _, at := range places {
		if out.End == interp.Reached {
			break
		}
		if o := run(at, nil); o.End == interp.Reached {
			out = o
		}
	}
	switch {
	case out.End == interp.Reached && p.Locs[out.At].Goal.IsLimit():
		return "open"
	case out.End == interp.Reached:
		return "error"
	case out.End == interp.Exited && out.HasResult:
		return out.Result.String()
	}
	return fmt.Sprintf("%s %s", out.End, out.Reason)
}

// TestMeaning: what programs do whose memory has been taken apart is what C says: their results, and which of their accesses are errors.
func TestMeaning(t *testing.T) {
	const lives = "valid-deref valid-free valid-memtrack"
	for _, c := range []struct{ name, properties, text, want string }{
		{"arrays", "", `int a[5]; int main(void) { for (int i = 0; i < 5; i++) a[i] = i * i; return a[4] + a[1]; }`, "17"},
		{"the last element of an array of chars", "", `char a[5] = "abc"; int main(void) { int i = 4, j = 2; a[i] = 5; return a[4] + a[j]; }`, "104"},
		{"zero at first", "", `int a[5]; struct { char x; long y; } s; int main(void) { int i = 3; a[1] = 1; return a[i] + s.x + (int)s.y; }`, "0"},
		{"bytes of a number", "", `int main(void) { int x = 0x01020304; char *p = (char *)&x; p[1] = 9; return p[0] + 16 * p[2] + (x == 0x01020904); }`, "37"},
		{"parts of a number", "", `int main(void) { int x = 0x01020304; short *p = (short *)&x; return p[1]; }`, "258"},
		{"a number of several chars", "", `int main(void) { char a[4] = {1, 2, 3, 4}; return *(int *)a == 0x04030201; }`, "1"},
		{"a table of numbers of two bytes", "", `const short t[4] = {1, 256, 3, -2}; int main(void) { int i = 1, j = 3; return t[i] + t[j]; }`, "254"},
		{"a literal", "", `int main(void) { const char *s = "hello"; int n = 0; while (*s) n += *s++; return n; }`, "532"},
		{"a pointer to one of two", "", `int a = 1, b = 2; int main(void) { int *p = nondet() ? &a : &b; *p = 7; return a * 10 + b; }`, "72"},
		{"an access that is not made", "", `int a[2]; int main(void) { int i = 5, *p = 0; return (i < 2 && a[i]) || (p && *p) ? 1 : i < 2 ? a[i] : 4; }`, "4"},
		{"the last cell of a block that one of two pointers is to", "", `int main(void) { int n = 3; int *p = malloc(16), *q = malloc(16); p[3] = 1; q[3] = 2; int *r = nondet() ? p : q; return r[n]; }`, "1"},
		{"functions by a table", "", `int f(int x) { return x + 1; } int g(int x) { return x * 2; } int (*t[])(int) = {f, g}; int main(void) { int s = 0; for (int i = 0; i < 2; i++) s = 10 * s + t[i](4); return s; }`, "58"},
		{"a function that is handed on", "", `int g(int x) { return x * 2; } int apply(int x, int (*f)(int)) { return f(x); } int main(void) { return apply(4, g); }`, "8"},
		{"a function that is handed on through a pointer", "", `int g(int x) { return x * 2; } int apply(int x, int (*f)(int)) { return f(x); } int main(void) { int (*h)(int, int (*)(int)) = apply; return h(4, g); }`, "8"},
		{"a function of unknown origin", "", `int f(int x) { return 5; } int main(void) { int (*h)(int) = nondet() ? get() : f; return h(3) + 10; }`, "11"},
		{"a number that is smaller", "", `struct { int x, y; } v; int main(void) { int *p = (int *)((unsigned long)&v.y - 4); *p = 5; return v.x * 10 + v.y; }`, "50"},
		{"one of two members", "", `struct { int x, y, z; } v; int main(void) { int *p = nondet() ? &v.y : &v.x; *p = 5; return v.x * 10 + v.y; }`, "5"},
		{"the other of two members", "", `struct { int x, y, z; } v; int main(void) { int *p = nondet() == 2 ? &v.y : &v.x; *p = 5; return v.x * 10 + v.y; }`, "50"},
		{"blocks that a loop makes", "", `struct n { struct n *next; int v; }; int main(void) { struct n *l = 0; int s = 0; for (int i = 1; i < 4; i++) { struct n *x = malloc(sizeof *x); x->next = l; x->v = i; l = x; } for (; l; l = l->next) s = 10 * s + l->v; return s; }`, "321"},
		{"blocks that a function makes", "", `int *make(int v) { int *p = malloc(4); *p = v; return p; } int main(void) { int *p = make(1), *q = make(2); return *p * 10 + *q; }`, "12"},
		{"calloc gives zeros", "", `int main(void) { int i = nondet() & 1; int *p = calloc(4, 4); p[0] = 1; return p[2 + i]; }`, "0"},
		{"a structure that is copied", "", `struct s { int x; char c[3]; } a, b; int main(void) { int i = 2; a.x = 5; a.c[i] = 7; b = a; a.x = 0; return b.x * 10 + b.c[i]; }`, "57"},
		{"a matrix", "", `int m[3][4]; int main(void) { int i = 2, j = 3; m[i][j] = 5; m[2][0] = 2; m[1][3] = 9; return m[i][3] * 100 + m[1][j] * 10 + m[i][0]; }`, "592"},
		{"a pointer to a member", "", `struct s { int x, y; } v[3]; int main(void) { struct s *p = &v[1]; int *q = &p->y; *q = 4; (q - 1)[0] = 3; return v[1].x * 10 + v[1].y; }`, "34"},
		{"pointers within one object are ordered", "", `int a[9]; int main(void) { int *p = &a[2], *q = &a[7]; return (p < q) * 10 + (int)(q - p); }`, "15"},
		{"alignment is known", "", `long a; int main(void) { return ((unsigned long)&a & 7) + 3; }`, "3"},
		{"all of memory by bytes", "", `struct s { int x; short y; } v, w; int main(void) { v.x = 77; v.y = -3; for (unsigned i = 0; i < sizeof v; i++) ((char *)&w)[i] = ((char *)&v)[i]; return w.x + w.y; }`, "74"},

		{"a read one beyond", lives, `int a[4]; int main(void) { int i = 4 + (nondet() & 0); return a[i]; }`, "error"},
		{"a read of a long whose last byte is beyond", lives, `char a[8]; int main(void) { int i = 1 + (nondet() & 0); return *(long *)(a + i) != 0; }`, "error"},
		{"the last of a block", lives, `int main(void) { int n = nondet() & 0; char *p = malloc(8 + n); p[7 + n] = 1; free(p); return 3; }`, "3"},
		{"one beyond a block", lives, `int main(void) { int n = nondet() & 0; char *p = malloc(8 + n); p[8 + n] = 1; free(p); return 3; }`, "error"},
		{"one beyond a block that a loop makes", lives, `int main(void) { for (int i = 0; i < 2; i++) { char *p = malloc(8); p[7 + i] = 1; free(p); } return 3; }`, "error"},
		{"the last of a block that a loop makes", lives, `int main(void) { for (int i = 0; i < 2; i++) { char *p = malloc(8 + i); p[7 + i] = 1; free(p); } return 3; }`, "3"},
		{"in front of a block", lives, `int main(void) { int n = nondet() & 0; char *p = malloc(8); p[n - 1] = 1; free(p); return 3; }`, "error"},
		{"after free", lives, `int main(void) { char *p = malloc(8); free(p); return *p; }`, "error"},
		{"after free, of a block that a loop makes", lives, `int main(void) { int s = 0; for (int i = 0; i < 2; i++) { char *p = malloc(8); *p = 1; free(p); if (i) s += *p; } return s; }`, "error"},
		{"freed twice", lives, `int main(void) { char *p = malloc(8); free(p); free(p); return 3; }`, "error"},
		{"freed twice, of a block that a loop makes", lives, `int main(void) { for (int i = 0; i < 2; i++) { char *p = malloc(8); free(p); if (i) free(p); } return 3; }`, "error"},
		{"freed in the middle", "valid-free", `int main(void) { int n = nondet() & 0; char *p = malloc(8); free(p + 1 + n); return 3; }`, "error"},
		{"freed in the middle, of a block that a loop makes", "valid-free", `int main(void) { for (int i = 0; i < 2; i++) { char *p = malloc(8); free(p + i); } return 3; }`, "error"},
		{"what is no block is freed", lives, `int a; int main(void) { int *p = nondet() ? &a : 0; free(p); return 3; }`, "error"},
		{"a local variable that is over", lives, `int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { int *p = f(); return *p; }`, "error"},
		{"a local variable of a block that is over", lives, `int main(void) { int *p; { int x = 1; p = &x; } return *p; }`, "error"},
		{"a block that is lost", lives, `int main(void) { int *p = malloc(4); p = 0; return 3; }`, "error"},
		{"one of the blocks that a loop makes is lost", lives, `int *p; int main(void) { for (int i = 0; i < 2; i++) p = malloc(4); return 3; }`, "error"},
		{"a block that a global pointer leads to", lives, `int *p; int main(void) { p = malloc(4); return 3; }`, "3"},
		{"a block that another one leads to", lives, `struct n { struct n *next; } *l; int main(void) { l = malloc(sizeof *l); l->next = malloc(sizeof *l); l->next->next = 0; return 3; }`, "3"},
		{"a block that is left", "valid-memcleanup", `int *p; int main(void) { p = malloc(4); return 3; }`, "error"},
		{"all blocks are freed", "valid-memcleanup", `int *p; int main(void) { p = malloc(4); free(p); return 3; }`, "3"},
		{"a literal is written", lives, `int main(void) { char *p = nondet() ? "x" : "abc"; p[1] = 1; return 3; }`, "error"},
		{"one beyond an array, where another one begins", lives, `int a[4], b[4]; int main(void) { int i = 4, *p = nondet() ? a : b; return p[i]; }`, "error"},
		{"a pointer that moves into another object", lives, `int a[4], b[4]; int main(void) { int *p = nondet() ? b : a; p += 1000; p -= 1000; return p[3]; }`, "open"},
	} {
		opts := cfront.Options{Properties: []string{"div-by-zero"}}
		if c.properties != "" {
			opts.Properties = strings.Fields(c.properties)
		}
		forms := prepare.New(opts, nil, file(t, c.text))
		for form, of := range map[string]func(context.Context) (*ir.Program, error){"inlined": forms.Inlined, "with calls": forms.Interprocedural} {
			p, err := of(t.Context())
			if err != nil {
				t.Fatalf("%s, %s: %v", c.name, form, err)
			}
			if got := outcome(t, p); got != c.want {
				t.Errorf("%s, %s: %s, want %s", c.name, form, got, c.want)
			}
		}
	}
}

// TestGuardedAccess: an access that is not made since a condition in front of it does not hold, in an expression, need not be valid.
func TestGuardedAccess(t *testing.T) {
	const load = "load.i32((&1:p64 +p (main::i * 4:i64)))"
	for _, e := range []string{"((main::i < 2:i64) ? " + load + " : 7:i32)", "num.i32(((main::i < 2:i64) && (" + load + " == 0:i32)))", "num.i32(((main::i >= 2:i64) || (" + load + " == 0:i32)))"} {
		p := straight(t, "object 1 global \"a\" size 8 align 4 zero\n", "local 1 main::i i64\nlocal 2 main::x i32\n", "main::i := 5:i64", "main::x := "+e)
		regions(t, p, alias.Options{})
		if out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{}); out.End != interp.Exited {
			t.Errorf("%s: the execution ends as %s", e, out.End)
		}
	}
}

// TestOpen: what a program computes from the numbers of addresses is open where C does not say it, and only there.
func TestOpen(t *testing.T) {
	const head = "object 1 global \"a\" size 16 align 4 zero\nobject 2 global \"b\" size 16 align 4 zero\nobject 3 global \"v\" size 4 align 4\n"
	const locals = "local 1 main::p p64\nlocal 2 main::q p64\nlocal 3 main::c i32\nlocal 4 main::n u64\nlocal 5 main::i i64\n"
	for _, c := range []struct {
		stmts []string
		open  bool
	}{
		{[]string{"main::n := cast.u64(&1:p64)", "main::n := (main::n & 3:u64)"}, false},
		{[]string{"main::n := cast.u64(&1:p64)", "main::n := (main::n & 4:u64)"}, true},
		{[]string{"main::n := cast.u64(&1:p64)", "main::n := (main::n % 4:u64)"}, false},
		{[]string{"main::n := cast.u64(&1:p64)", "main::n := (main::n % 8:u64)"}, true},
		{[]string{"main::n := cast.u64(&1:p64)", "main::n := (main::n >> 3:u64)"}, true},
		{[]string{"main::n := cast.u64(&1:p64)", "main::c := num.i32((main::n < 4096:u64))"}, false},
		{[]string{"main::n := cast.u64(&1:p64)", "main::c := num.i32((main::n < 1048577:u64))"}, true},
		{[]string{"main::p := (&1:p64 +p 16:i64)", "main::q := &2:p64", "main::c := num.i32((main::p == main::q))"}, true},
		{[]string{"main::p := (&2:p64 +p 16:i64)", "main::q := &1:p64", "main::c := num.i32((main::q == main::p))"}, true},
		{[]string{"main::p := (&1:p64 +p 12:i64)", "main::q := &2:p64", "main::c := num.i32((main::p == main::q))"}, false},
		{[]string{"main::p := &1:p64", "main::q := &2:p64", "main::c := num.i32((main::p < main::q))"}, true},
		{[]string{"main::p := &1:p64", "main::q := (&1:p64 +p main::i)", "main::c := num.i32((main::p < main::q))"}, false},
		{[]string{"main::p := ((main::i > 0:i64) ? &1:p64 : &2:p64)", "main::q := (&1:p64 +p main::i)", "main::c := num.i32((main::p < main::q))"}, true},
		{[]string{"main::p := ((main::i > 0:i64) ? &1:p64 : &2:p64)", "main::q := &2:p64", "main::i := diff.i64(main::p, main::q)"}, true},
	} {
		p := straight(t, head, locals, c.stmts...)
		regions(t, p, alias.Options{})
		open := false
		for _, s := range path(p) {
			open = open || strings.HasPrefix(s, "havoc ") && strings.HasSuffix(s, ` "address"`)
		}
		if open != c.open {
			t.Errorf("%s is open: %t\n%s", strings.Join(c.stmts, "; "), open, strings.Join(path(p), "\n"))
		}
	}
}

// TestLargeTable: of what is read in a large table the range is known, on both sides of the widest gap.
func TestLargeTable(t *testing.T) {
	text := "const unsigned short t[9000] = {"
	for i := range 9000 {
		text += fmt.Sprintf("%d,", 70+i%20+i/8999*50_000)
	}
	p, err := prepare.New(cfront.Options{Properties: []string{"div-by-zero"}}, nil, file(t, text+"}; int main(void) { return t[nondet() & 8191]; }")).Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, p); got != "77" { // which is what inputs say of cells
		t.Errorf("an element in the middle of the range: %s", got)
	}
}

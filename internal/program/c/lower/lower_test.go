package lower_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/lower"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/pass"
	"craig/internal/testenv"
	"craig/logic/num"
)

// read lowers a text; the properties are those of opts.
func read(t *testing.T, text string, opts cfront.Options) (*ir.Program, *lower.Refusal) {
	t.Helper()
	files := cfront.NewFiles(fstest.MapFS{"main.c": {Data: []byte(text)}})
	p, err := cfront.ReadFrom(t.Context(), opts, files, "main.c")
	var wrong *cfront.Error
	if errors.As(err, &wrong) {
		return nil, &lower.Refusal{Pos: wrong.Pos, Reason: wrong.Msg}
	}
	var unsupported *cfront.Unsupported
	if errors.As(err, &unsupported) {
		return nil, &lower.Refusal{Pos: unsupported.Pos, Reason: unsupported.Why}
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(p); err != nil {
		t.Fatal(err)
	}
	return p, nil
}

// blocks are the programs of a file of testdata, by name: each begins with a line "=== name".
func blocks(t *testing.T, file string) (names []string, texts map[string]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{}
	for _, b := range strings.Split("\n"+string(text), "\n=== ")[1:] {
		name, rest, _ := strings.Cut(b, "\n")
		names = append(names, name)
		texts[name] = rest
	}
	return names, texts
}

// TestValues: the main of each program of testdata/values.txt returns what it says, in the interpreter, before and after memory is
// taken apart, and compiled by gcc.
func TestValues(t *testing.T) {
	names, texts := blocks(t, "values.txt")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text := texts[name]
			var want string
			if _, err := fmt.Sscanf(text, "// = %s", &want); err != nil {
				t.Fatal("the text does not begin with its value")
			}
			p, why := read(t, text, cfront.Options{Properties: []string{"unreach-call"}})
			if p == nil {
				t.Fatal(why)
			}
			if got := outcome(t, p); got != want {
				t.Errorf("%s instead of %s", got, want)
			}
			if got := outcome(t, regions(t, p)); got != want {
				t.Errorf("with regions %s instead of %s", got, want)
			}
			if testenv.Has("gcc") {
				if got := compiled(t, text); got != want {
					t.Errorf("gcc says %s instead of %s", got, want)
				}
			}
		})
	}
}

// TestStartAndEnd: constructors run once before main, and destructors at the end of main and where exit is called, in the order of gcc, whose programs come to the same end.
func TestStartAndEnd(t *testing.T) {
	const head = "void exit(int), abort(void), _exit(int);\nvoid reach_error(void) { _exit(3); }\nint n;\n"
	const d = "__attribute__((destructor)) static void d(void) { "
	for _, c := range []struct {
		text    string
		reached bool
	}{
		{d + "if (n == 5) reach_error(); } int main(void) { n = 5; return 0; }", true},
		{d + "if (n == 5) reach_error(); } static int set(void) { n = 5; return 0; } int main(void) { return set(); }", true},
		{d + "if (n == 5) reach_error(); } void f(int k) { n = 5; if (k) exit(0); } int main(void) { f(1); return n = 0; }", true},
		{d + "if (n == 5) reach_error(); } void f(int k) { n = 5; if (k) abort(); } int main(void) { f(0); return n = 0; }", false},
		{d + "if (n == 5) reach_error(); } int main(void) { n = 5; _exit(0); }", false},
		{d + "n++; } __attribute__((destructor)) void e(void) { if (n) reach_error(); } int main(void) { return 0; }", false},
		{d + "n++; } __attribute__((destructor(200))) void e(void) { if (n) reach_error(); } int main(void) { return 0; }", true},
		{"__attribute__((constructor)) static void f(void) { n += 3; } int main(int c) { if (n == 5) reach_error(); n++; return n < 9 ? main(c) : 0; }", true},
		{"__attribute__((constructor)) static void f(void) { n += 3; } int main(int c) { if (n > 5) reach_error(); n++; return n < 5 ? main(c) : 0; }", false},
		{d + "if (n) reach_error(); } void main(int c) { if (c > 5) return; n = 1; }", true},
	} {
		p, why := read(t, head+c.text, cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		if got := outcome(t, p); strings.HasPrefix(got, "reached") != c.reached {
			t.Errorf("%s: %s", c.text, got)
		}
		if testenv.Has("gcc") {
			if got := compiled(t, head+c.text); got == "3" != c.reached {
				t.Errorf("%s: gcc says %s", c.text, got)
			}
		}
	}
}

func outcome(t *testing.T, p *ir.Program) string {
	out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{MaxSteps: 1_000_000, NoPath: true})
	if out.End != interp.Exited {
		return fmt.Sprint(out.End, " ", out.Reason, " at ", p.Locs[out.At].Pos)
	}
	return out.Result.String()
}

func regions(t *testing.T, p *ir.Program) *ir.Program {
	if err := alias.ResolveCalls(t.Context(), p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	q, err := pass.Inline(t.Context(), p, pass.InlineOptions{MaxDepth: 8})
	if err != nil {
		t.Fatal(err)
	}
	if err := alias.Regions(t.Context(), q, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := ircheck.CheckInlined(q); err != nil {
		t.Fatal(err)
	}
	return q
}

func compiled(t *testing.T, text string, flags ...string) string {
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", append(flags, "-w", "-o", exe, file, "-lm")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	err := exec.Command(exe).Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Sprint(exit.ExitCode())
	}
	if err != nil {
		t.Fatal(err)
	}
	return "0"
}

// limit is why a program, or a statement of it, is not lowered, and where; "" if all of it is.
func limit(p *ir.Program, why *lower.Refusal) (string, ir.Pos) {
	if p == nil {
		return why.Reason, why.Pos
	}
	for _, n := range p.Notes {
		if n.Kind == ir.Unmodelled {
			return strings.TrimSuffix(n.Text, " is not supported"), n.Pos
		}
	}
	return "", ir.Pos{}
}

// TestLimits: executions that come to a statement that is not lowered end there, and others go on; labels of what follows are there.
func TestLimits(t *testing.T) {
	const limitReached = "not supported"
	const head = "extern void reach_error(void); int g, n; double _Complex z; _Float128 w; typedef _Float128 T; void __builtin_unknown(int);\n" +
		"T f(T x) { g = 7; return x; } int h(int k) { return k + (int)__builtin_apply_args(); }\n"
	for _, c := range []struct{ text, want string }{
		{"if (g) __CPROVER_unknown(1); return 3;", "3"},
		{"__CPROVER_unknown(1); return 3;", limitReached},
		{"n = 1; if (g) w = w + n; return n;", "1"},
		{"n = 1; w = w + n; return n;", limitReached},
		{"if (w > 1) n = 2; else n = 3; return n;", limitReached},
		{"if (n == 0 || w > 1) n = 2; return n;", limitReached},
		{"if (n != 0 && w > 1) n = 2; return n;", limitReached},
		{"goto in; if (w > 1) { in: n = 2; } return n;", "2"},
		{"while (g) { if (w > 1) break; } return 4;", "4"},
		{"while (w > g) n++; return 4;", limitReached},
		{"goto in; switch (__CPROVER_unknown(g)) { case 1: in: n = 5; break; default: n = 6; } return n;", "5"},
		{"switch (__CPROVER_unknown(g)) { case 1: n = 5; break; default: n = 6; } return n;", limitReached},
		{"n = 1; if (g) f(0); return n;", "1"},
		{"f(0); return n;", limitReached},
		{"for (n = 0; n < 5; n++) if (n > 6) f(n); return n;", "5"},
		{"T (*q)(T) = f; if (g) q(0); return 2;", "2"},
		{"n = g; int k = ({ if (g) w = 1; 8; }); return k;", "8"},
	} {
		p, why := read(t, head+"int main(void) { "+c.text+" }", cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		got := outcome(t, p)
		if reason, _ := limit(p, why); strings.HasPrefix(got, "reached  at main.c:") && reason != "" {
			got = limitReached
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestRefusals: what is not lowered is refused, or not supported where an execution comes to it, with its place and its reason.
func TestRefusals(t *testing.T) {
	names, texts := blocks(t, "refusals.txt")
	for _, name := range names {
		want, text, _ := strings.Cut(texts[name], "\n")
		p, why := read(t, text, cfront.Options{Properties: []string{"unreach-call"}})
		reason, pos := limit(p, why)
		if got := fmt.Sprintf("// %d:%d: %s", pos.Line, pos.Col, reason); got != want {
			t.Errorf("%s: %s instead of %s", name, got, want)
		}
	}
}

// TestOptions: what is asked for that is not there yet is a refusal, too.
func TestOptions(t *testing.T) {
	const text = "int main(void) { return 0; }\n"
	const noError = "no error location: nothing calls reach_error, no assertion can fail"
	for _, c := range []struct {
		opts cfront.Options
		want string
	}{
		{cfront.Options{Signed: ir.SignedCheck}, noError},
		{cfront.Options{Target: "avr"}, noError},
		{cfront.Options{}, noError},
	} {
		if p, why := read(t, text, c.opts); p != nil || why.Reason != c.want {
			t.Errorf("%+v: %v instead of %s", c.opts, why, c.want)
		}
	}
}

// TestRequirements: executions in which an operation is not defined are left out, with a note, and no others.
func TestRequirements(t *testing.T) {
	const head = "int __VERIFIER_nondet_int(void);\nint a[4];\nstruct { int n; char open[1]; } s;\nint main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); float z = x; unsigned u = x; short h = x; "
	for _, c := range []struct{ text, want, note string }{
		{"x = x + y;", "in_range(x + y)", "signed overflow"},
		{"x = x - 1;", "in_range(x - 1)", "signed overflow"},
		{"x = -x;", "in_range(-x)", "signed overflow"},
		{"x = h + h;", "", ""},
		{"u = u + 1;", "", ""},
		{"x = x / y;", "y != 0, in_range(x / y)", "division by zero"},
		{"x = x / 2;", "", ""},
		{"x = x % y;", "y != 0, in_range(x / y)", "division by zero"},
		{"x = x >> y;", "y >= 0 && y < 32", "shifts by a negative number or by the width of the type"},
		{"x = x << 3;", "", ""},
		{"x = a[y];", "y >= 0 && y < 4", "array indices out of bounds"},
		{"x = a[u];", "u < 4", "array indices out of bounds"},
		{"x = a[x & 3];", "", ""},
		{"int *p = &a[y];", "", ""},
		{"x = s.open[u];", "", ""},
		{"x = z;", "-2.1474836e+09f <= z && z < 2.1474836e+09f", "conversions of floats to integer types that do not hold them"},
		{"x = y && a[x];", "x >= 0 && x < 4", "array indices out of bounds"},
	} {
		p, why := read(t, head+c.text+" return 0; }", cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		var got []string
		for _, e := range p.Edges[1:] {
			if s, ok := e.Stmt.(*ir.Assume); ok && e.Branch == 0 {
				got = append(got, p.CExpr(s.Cond))
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: assumes %q instead of %q", c.text, text, c.want)
		}
		noted := len(p.Notes) == 0
		for _, n := range p.Notes {
			noted = noted || c.note != "" && strings.HasPrefix(n.Text, "executions with "+c.note+" are outside the answer")
		}
		if !noted {
			t.Errorf("%s: the notes are %v", c.text, p.Notes)
		}
	}
}

// TestGoals: where a goal does not hold, executions come to an error of its property; what no property that is asked for looks for is left out.
func TestGoals(t *testing.T) {
	const head = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint *p;\nint main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); unsigned u = 7; short h = 1; float z = 1; "
	for _, c := range []struct{ properties, text, want string }{
		{"div-by-zero no-overflow", "x = x / y;", "y == 0: div-by-zero, !in_range(x / y): no-overflow"},
		{"no-overflow", "x = x / y;", "y != 0, !in_range(x / y): no-overflow"},
		{"div-by-zero", "x = x / y;", "y == 0: div-by-zero, in_range(x / y)"},
		{"div-by-zero", "x = x / 2;", ""},
		{"no-overflow", "x = h + h;", ""},
		{"no-overflow", "x = x << 2;", "x < 0: no-overflow, !in_range(x << 2): no-overflow"},
		{"no-overflow", "x = 1 << y;", "!(y >= 0 && y < 32): no-overflow, !in_range(1 << y): no-overflow"},
		{"unsigned-wrap", "u = u + 1;", "!in_range(u + 1): unsigned-wrap"},
		{"conversion", "h = x;", "!(x >= -32768 && x <= 32767): conversion"},
		{"float-cast", "x = z;", "!(-2.1474836e+09f <= z && z < 2.1474836e+09f): float-cast"},
		{"null", "x = *p;", "p == 0: null"},
		{"null", "x = x + 1;", "in_range(x + 1)"},
		{"null", "x = *(volatile int *)(long)y;", "(char *)y == 0: null"},
		{"no-overflow", "extern volatile int r[4]; x = r[y + 1];", "!in_range(y + 1): no-overflow, y + 1 >= 0 && y + 1 < 4"},
		{"no-overflow", "struct in_addr { unsigned s; } a[4]; char *inet_ntoa(struct in_addr); inet_ntoa(a[x + 1]);", "!in_range(x + 1): no-overflow, x + 1 >= 0 && x + 1 < 4, main::$7 != 0"},
		{"div-by-zero", "x = __builtin_expect(1, x / y);", "y == 0: div-by-zero, in_range(x / y)"},
	} {
		p, why := read(t, head+c.text+" return 0; }", cfront.Options{Properties: strings.Fields(c.properties)})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		var got []string
		for _, e := range p.Edges[1:] {
			s, ok := e.Stmt.(*ir.Assume)
			if !ok || e.Branch != 0 {
				continue
			}
			switch goal := p.Locs[e.To].Goal; {
			case goal.Kind == ir.Violation:
				got = append(got, p.CExpr(s.Cond)+": "+goal.Property)
			case len(p.Locs[e.From].Out) == 1:
				got = append(got, p.CExpr(s.Cond))
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s: %q instead of %q", c.properties, c.text, text, c.want)
		}
	}
	for _, properties := range [][]string{nil, {"unreach-call"}} { // --signed-overflow check
		p, why := read(t, head+"x = x + 1; if (!x) reach_error(); return 0; }", cfront.Options{Signed: ir.SignedCheck, Properties: properties})
		if p == nil {
			t.Fatal(why)
		}
		found := map[string]bool{}
		for _, l := range p.Locs[1:] {
			found[l.Goal.Property] = true
		}
		if !found["no-overflow"] || !found["unreach-call"] {
			t.Errorf("%v: the errors are %v", properties, found)
		}
	}
}

// TestPadding: an assignment and an initializer leave the padding of a structure open, and so do they the bits that no bit-field has.
func TestPadding(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"struct { char a; int b; } x = {1, 2}, y; y = x;", "u8 u16 u8 u16"},
		{"struct { int a, b; } x = {1, 2}, y; y = x;", ""},
		{"struct { char a; int b; } x = {0};", ""},
		{"struct { int a : 3; } x, y; y = x;", "u32"},
		{"struct { unsigned a : 30, b : 2; } x, y; y = x;", ""},
	} {
		p, why := read(t, "int main(void) { "+c.text+" return 0; }", cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		var got []string
		for _, e := range p.Edges[1:] {
			if s, ok := e.Stmt.(*ir.Havoc); ok && s.Source == ir.FromUnspecified {
				got = append(got, s.Var.Type.String())
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: open are %q instead of %q", c.text, text, c.want)
		}
	}
}

// TestPositions: traces and witnesses find functions where they are defined, and calls where they begin.
func TestPositions(t *testing.T) {
	p, why := read(t, "int f(int);\nint main(void) {\n  int x = 1;\n  x += 2 * f(x);\n  return x;\n}\nint f(int y) { return y; }\n", cfront.Options{Properties: []string{"unreach-call"}})
	if p == nil {
		t.Fatal(why)
	}
	var got []string
	for _, f := range p.Funcs {
		got = append(got, fmt.Sprintf("%s %d:%d", f.Name, f.Pos.Line, f.Pos.Col))
	}
	for _, e := range p.Edges[1:] {
		if _, ok := e.Stmt.(*ir.Call); ok {
			got = append(got, fmt.Sprintf("call %d:%d", e.Pos.Line, e.Pos.Col))
		}
	}
	if text := strings.Join(got, ", "); text != "main 2:5, f 7:5, call 4:12" {
		t.Error(text)
	}
}

// TestStatic: objects of static storage duration are zero where the program defines them, and unknown where it does not.
func TestStatic(t *testing.T) {
	p, why := read(t, "int g, a[4]; static struct { int x, y; } s; extern int e, f[3];\nint main(void) { return g + a[1] + s.y + e + f[2]; }\n", cfront.Options{Properties: []string{"unreach-call"}})
	if p == nil {
		t.Fatal(why)
	}
	var got []string
	for _, o := range p.Objects {
		if o.Kind == ir.GlobalObject {
			got = append(got, fmt.Sprintf("%s %v", o.Name, o.Zero))
		}
	}
	for _, e := range p.Edges[1:] {
		switch s := e.Stmt.(type) {
		case *ir.Assign:
			if s.Var.Func == nil {
				got = append(got, s.Var.Name+" = "+p.CExpr(s.Expr))
			}
		case *ir.Havoc:
			got = append(got, s.Var.Name+" unknown")
		}
	}
	if text := strings.Join(got, ", "); text != "a true, s true, f false, g = 0, e unknown" {
		t.Error(text)
	}
}

// TestBlocks: blocks of the heap are as large as they were asked for, and of zeros where that was asked for.
func TestBlocks(t *testing.T) {
	p, why := read(t, `void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	int *p = malloc(12);
	short *q = calloc(5, 3);
	char *r = calloc(n, 8);
	return !p + !q + !r;
}
`, cfront.Options{Properties: []string{"unreach-call"}})
	if p == nil {
		t.Fatal(why)
	}
	var got []string
	for _, e := range p.Edges[1:] {
		if s, ok := e.Stmt.(*ir.Alloc); ok {
			got = append(got, fmt.Sprintf("%d %s %v", s.Site.Size, p.CExpr(s.Size), s.Zero))
		}
	}
	if text := strings.Join(got, ", "); text != "12 12 false, 15 15 true, -1 8 * n true" {
		t.Error(text)
	}
}

// TestOverlap: executions in which memcpy copies what overlaps are left out, and no others.
func TestOverlap(t *testing.T) {
	const head = "void *memcpy(void *, const void *, unsigned long);\nint a[8];\nint main(void) { char *p = (char *)a; unsigned long n = 4; "
	for _, c := range []struct {
		text    string
		blocked bool
	}{
		{"memcpy(a, a + 1, 8);", true},
		{"memcpy(a + 1, a, 8);", true},
		{"memcpy(a, a + 2, 8);", false},
		{"memcpy(p + 1, p, n);", true},
		{"memcpy(p + 4, p, n);", false},
		{"memcpy(p, p + 3, n);", true},
	} {
		p, why := read(t, head+c.text+" return 0; }", cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		if got := strings.HasPrefix(outcome(t, p), "blocked"); got != c.blocked {
			t.Errorf("%s: %s", c.text, outcome(t, p))
		}
	}
}

// TestSelfRecursion: of a function that calls itself each activation has objects of its own.
func TestSelfRecursion(t *testing.T) {
	for _, c := range []struct {
		text string
		want ir.ObjectKind
	}{
		{"static int f(int n) { int a[2] = {n, 1}; return n ? f(n - 1) + a[0] : 0; }", ir.HeapObject},
		{"static int g(int n); static int f(int n) { int a[2] = {n, 1}; return n ? g(n - 1) + a[0] : 0; } static int g(int n) { return f(n); }", ir.HeapObject},
		{"static int f(int n) { int a[2] = {n, 1}; return a[n & 1]; }", ir.LocalObject},
	} {
		p, why := read(t, c.text+"\nint main(void) { return f(2); }\n", cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Fatal(why)
		}
		for _, o := range p.Objects {
			if o.Name == "f::a" && o.Kind != c.want {
				t.Errorf("%s: kind %v", c.text, o.Kind)
			}
		}
	}
}

// TestErrorsInModels: calls of the error function are errors in the program, and not in models.
func TestErrorsInModels(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"char *strtok(char *, const char *);\nchar text[] = \"ab c\";\nint main(void) { return !strtok(text, \" \"); }", false},
		{"unsigned long strlen(const char *);\nint main(void) { return strlen(\"ab\"); }", true},
		{"unsigned long strlen(const char *);\nint main(void) { unsigned long (*f)(const char *) = strlen; return f(\"ab\"); }", true},
	} {
		p, why := read(t, c.text, cfront.Options{Properties: []string{"unreach-call"}, ErrorFunction: "strlen", GoalsMayLack: true})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		reached := strings.HasPrefix(outcome(t, p), "reached")
		if reached != c.want {
			t.Errorf("%s: %s", c.text, outcome(t, p))
		}
	}
}

// TestThreadsBeside: properties whose state each thread would have to have are not decided of programs that make threads.
func TestThreadsBeside(t *testing.T) {
	const text = "#include <pthread.h>\nstatic void *f(void *p) { return p; }\nint main(void) { int x; pthread_t t; return pthread_create(&t, 0, f, 0) + x; }\n"
	for _, property := range []string{"uninit", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"} {
		p, why := read(t, text, cfront.Options{Properties: []string{property}})
		if reason, _ := limit(p, why); reason != "threads and the lives of objects" {
			t.Errorf("%s: %s", property, reason)
		}
	}
	if p, why := read(t, text, cfront.Options{Properties: []string{"no-overflow"}}); p == nil {
		t.Errorf("no-overflow: %v", why)
	}
}

// TestUntracked: where it is not known to which object a pointer belongs, properties that ask for that are not decided.
func TestUntracked(t *testing.T) {
	for _, c := range []struct {
		property, text string
		is             bool
	}{
		{"bounds", "int main(void) { static char c[4], *t = c + 9; return *t; }", true},
		{"null", "int n; int main(void) { char *p = (char *)(long)n; return *p; }", false},
		{"bounds", "int main(void) { static char c[4], *t = c + 4; return *t; }", false},
	} {
		file := filepath.Join(t.TempDir(), "x.c")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := cfront.Read(t.Context(), cfront.Options{Properties: []string{c.property}}, file)
		var limit *cfront.Unsupported
		if is := errors.As(err, &limit); is != c.is || is && limit.Property != c.property || !is && err != nil {
			t.Errorf("%s: %s: %v", c.property, c.text, err)
		}
	}
}

// TestGiven: where functions of the library may have no result, or are given pointers that nothing looks at, and a property looks for that, the program is refused.
func TestGiven(t *testing.T) {
	const head = "#include <math.h>\n#include <stdarg.h>\n#include <stdio.h>\nva_list l; static int v(char *s, ...) { va_list l; va_start(l, s); return va_arg(l, int); }\nstatic int w(va_list *l) { return va_arg(*l, int); }\n#include <stdlib.h>\n#include <string.h>\nint *in(void); double x(void); struct { int n; char a[4]; } s, *q;\nint main(void) { char *p = (char *)in(), a[4] = { 1 }; "
	for _, c := range []struct{ property, text, want string }{
		{"null", "return strlen(p);", ""},
		{"null", "return strlen(a) + strlen(\"x\") + strlen(s.a);", ""},
		{"null", "return strlen(q->a);", ""},
		{"null", "memcpy(a, p, 4);", ""},
		{"null", "memcpy(a, s.a, 4);", ""},
		{"null", "printf(\"%d\", 1);", ""},
		{"null", "printf(\"%s\", p);", ""},
		{"null", "return scanf(\"%d\", (int *)p);", "scanf into an object of another size than the format says"},
		{"bounds", "v(a, 1); return 0;", ""},
		{"valid-memtrack", "v(a, p); return 0;", ""},
		{"valid-deref", "return fgetc(stdin);", ""},
		{"bounds", "p = (char *)(long)(void *)p; return *p;", ""},
		{"bounds", "static char c[4], *t = c + 9; return *t;", "a pointer to something outside of an object is computed"},
		{"null", "free(p);", ""},
		{"null", "p = realloc(p, 4);", ""},
		{"null", "printf(\"%p\", (void *)&p);", ""},
		{"null", "return __atomic_load_n(p, 0) + __atomic_load_n(a, 0);", ""},
		{"null", "return __atomic_load_n(a, 0);", ""},
		{"null", "v(a, 1); return 0;", ""},
		{"null", "w(0); return 0;", ""},
		{"null", "vprintf(a, l); return 0;", ""},
		{"null", "unsigned long (*f)(const char *) = strlen; return f(p);", ""},
		{"float-invalid", "double (*f)(double) = sqrt; return f(x()) > 1;", ""},
		{"float-invalid", "return fmod(x(), x()) > 1;", ""},
		{"float-overflow", "return exp(x()) > 1;", ""},
		{"float-overflow", "return ldexp(x(), 1) > 1;", "library function ldexp"},
		{"float-overflow", "printf(\"%f\", floor(x()));", ""},
		{"unreach-call", "return strlen(p);", ""},
		{"float-invalid", "return sqrt(x()) > 1;", ""},
		{"float-invalid", "return fabs(x()) > 1;", ""},
		{"float-cast", "return sqrt(x()) > 1;", ""},
	} {
		p, why := read(t, head+c.text+" }", cfront.Options{Properties: []string{c.property}})
		if got, _ := limit(p, why); got != c.want {
			t.Errorf("%s: %s: %q instead of %q", c.property, c.text, got, c.want)
		}
	}
}

// TestConditionsInParts: the parts of conditions with calls are branches of their own, without variables between them.
func TestConditionsInParts(t *testing.T) {
	p, why := read(t, `int g, h(int), abort(void);
int main(void) {
	if (g > 0 && h(1) && (h(2) || !h(3)))
		g = 1;
	while (g != 0 && !h(4))
		g--;
	return !(g == 7 || (g < 5 ? h(5) : h(6))) ? 3 : 4;
}`, cfront.Options{Properties: []string{"unreach-call"}})
	if p == nil {
		t.Fatal(why)
	}
	branches := 0
	for _, l := range p.Main.Locs {
		for _, id := range p.Loc(l).Out {
			e := p.Edge(id)
			if a, ok := e.Stmt.(*ir.Assign); ok && a.Var.CName == "" && a.Var != p.Main.Result {
				t.Errorf("%v: %v", e.Pos, e.Stmt)
			}
			branches += int(e.Branch % 2)
		}
	}
	if branches != 9 {
		t.Errorf("%d branches", branches)
	}
}

// TestCallsThatDoNotReturn: nothing follows a call of a function that never comes to its end.
func TestCallsThatDoNotReturn(t *testing.T) {
	p, why := read(t, `void exit(int); void abort(void); int x;
static int *leave(void) { exit(0); return &x; }
static int *leaves(int n) { while (n) n = *leave(); return leave(); }
int main(void) { *leaves(x) = 1; abort(); }`, cfront.Options{ErrorFunction: "abort"})
	if p == nil {
		t.Fatal(why)
	}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if info := p.Loc(l); info.IsGoal() || info.Loop || l == f.Exit && len(info.In) > 0 {
				t.Errorf("%s: location %d at %v can be reached", f.Name, l, info.Pos)
			}
		}
	}
}

// TestPartsHaveNoNames: no name of C means a word of a long double or a part of a complex number, which an invariant might speak of.
func TestPartsHaveNoNames(t *testing.T) {
	p, why := read(t, `long double big; struct { _Complex double z; int n; } s;
int main(void) { big += s.n; s.z += 1; s.n = big > 2; return s.n; }`, cfront.Options{Properties: []string{"unreach-call"}})
	if p == nil {
		t.Fatal(why)
	}
	named := false
	regions(t, p).AllVars(func(v *ir.Var) {
		named = named || v.CName == "s.n"
		if v.CName == "big" || v.CName == "s.z" {
			t.Errorf("%s is called %s", v.Name, v.CName)
		}
	})
	if !named {
		t.Error("s.n has no name")
	}
}

// TestGivenLists: programs that use the arguments of main and the strings of the environment are read, and main is given what there is
// of them where a property asks to which objects pointers lead.
func TestGivenLists(t *testing.T) {
	const bounds = "bounds"
	for _, c := range []struct {
		text, property string
		opts           cfront.Options
		made           bool // the lists are objects of their own
	}{
		{"int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : 0; }", bounds, cfront.Options{Environment: cfront.Environment{Valid: true}}, true},
		{"int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : 0; }", bounds, cfront.Options{}, false},
		{"int main(int argc, char **argv) { return argc; }", bounds, cfront.Options{Environment: cfront.Environment{Valid: true}}, false},
		{"int main(int argc, char *argv[], char *envp[]) { return envp[0] != 0; }", "null", cfront.Options{Environment: cfront.Environment{Valid: true}, Target: "i386"}, true},
		{"int main(int argc, char *argv[]) { return argv[0] != 0; }", "unreach-call", cfront.Options{Environment: cfront.Environment{Valid: true}}, false},
		{"extern char **environ, **__environ; int main(void) { return environ != __environ; }", bounds, cfront.Options{Environment: cfront.Environment{Valid: true}}, false},
	} {
		c.opts.Properties = []string{c.property}
		p, why := read(t, c.text, c.opts)
		switch {
		case p == nil:
			t.Errorf("%s: %v", c.text, why)
		case (p.Environment != nil) != c.made:
			t.Errorf("%s, %s: surroundings %v", c.text, c.property, p.Environment)
		}
	}
}

// TestErrorLabel: what comes to the label that is named is an error, and nothing follows it.
func TestErrorLabel(t *testing.T) {
	p, why := read(t, "int main(void) { if (0) { ERROR: return 1; } goto ERROR; }", cfront.Options{ErrorLabel: "ERROR"})
	if p == nil {
		t.Fatal(why)
	}
	if out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{}); out.End != interp.Reached {
		t.Errorf("%s %s", out.End, out.Reason)
	}
}

// TestAllocationFails: malloc may give null where that is asked for, and an input says whether it does.
func TestAllocationFails(t *testing.T) {
	for may, want := range map[bool]interp.End{false: interp.Exited, true: interp.Reached} {
		p, why := read(t, "void *malloc(unsigned long); void reach_error(void); int main(void) { if (!malloc(4)) reach_error(); }", cfront.Options{MallocMayFail: may})
		if p == nil {
			t.Fatal(why)
		}
		if out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{}); out.End != want {
			t.Errorf("%v: %s %s", may, out.End, out.Reason)
		}
	}
}

// TestArgumentsOfMain: the first argument of main is not negative; that of another function may be.
func TestArgumentsOfMain(t *testing.T) {
	for name, want := range map[string]interp.End{"main": interp.Blocked, "f": interp.Reached} {
		p, why := read(t, "void reach_error(void); int "+name+"(int argc, char **argv) { if (argc < 0) reach_error(); return argv != 0; }", cfront.Options{Entry: name})
		if p == nil {
			t.Fatal(why)
		}
		in := interp.Inputs{Scalar: func(*ir.Edge, int) num.Int { return num.I(-1) }}
		if out := interp.Run(t.Context(), p, in, interp.Options{}); out.End != want {
			t.Errorf("%s: %s %s", name, out.End, out.Reason)
		}
	}
}

// TestUnsignedChar: what models of the library give does not depend on whether char has a sign, which an option may say: it is what gcc -funsigned-char computes.
func TestUnsignedChar(t *testing.T) {
	const text = `#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
	char s[8] = "a", *end;
	sprintf(s + 1, "%c%s", 200, "\xfe");
	return (s[1] == 200) + 2 * (strchr(s, 0xfe) == s + 2) + 4 * (s[2] > 'a') + 8 * (strcmp(s, "b") < 0) + 16 * (strtol("12\xff", &end, 10) == 12 && *end == 255);
}
`
	const want = "31"
	p, why := read(t, text, cfront.Options{Properties: []string{"unreach-call"}, UnsignedChar: true})
	if p == nil {
		t.Fatal(why)
	}
	if got := outcome(t, p); got != want {
		t.Errorf("%s instead of %s", got, want)
	}
	if testenv.Has("gcc") {
		if got := compiled(t, text, "-funsigned-char"); got != want {
			t.Errorf("gcc says %s", got)
		}
	}
}

// TestPathErrors: errno is ENOENT after a call that is given an empty path, and EBADF after one that is given a negative number of a file, where its other
// arguments have no say; otherwise it is any number.
func TestPathErrors(t *testing.T) {
	const head = `#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) { char p[2] = { __VERIFIER_nondet_char(), 0 }; int k = __VERIFIER_nondet_int(); struct stat st;
`
	for _, c := range []struct {
		body string
		want int64 // of errno where the path is empty or the number negative; 0: it is not known
	}{
		{"if (open(p, O_RDONLY) < 0 && !p[0]) x = errno;", 2},
		{"if (open(p, O_RDONLY | O_CREAT, 0600) < 0 && !p[0]) x = errno;", 2},
		{"if (open(p, k) < 0 && !p[0]) x = errno;", 0},
		{"if (open(p, 3) < 0 && !p[0]) x = errno;", 0},
		{"if (!fopen(p, \"r\") && !p[0]) x = errno;", 2},
		{"if (!fopen(p, \"z\") && !p[0]) x = errno;", 0},
		{"if (mkdir(p, 0700) < 0 && !p[0]) x = errno;", 2},
		{"if (access(p, k) < 0 && !p[0]) x = errno;", 0},
		{"if (fstat(k, &st) < 0 && k < 0) x = errno;", 9},
		{"if (close(k) < 0 && k < 0) x = errno;", 9},
		{"if (lseek(k, 0, k) < 0 && k < 0) x = errno;", 0},
	} {
		text := head + "int x = 0; " + c.body + "if (x) reach_error(); return x; }\n"
		p, why := read(t, text, cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Errorf("%s: %v", c.body, why)
			continue
		}
		if got := assumedNumber(p); got != c.want {
			t.Errorf("%s: errno is %d, not %d", c.body, got, c.want)
		}
	}
}

// assumedNumber is the number that an assumption says that a condition on a path or a file implies for the global variable errno; 0 if there is none.
func assumedNumber(p *ir.Program) int64 {
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		a, ok := e.Stmt.(*ir.Assume)
		if !ok {
			continue
		}
		for _, n := range []int64{2, 9} {
			if strings.HasSuffix(a.Cond.String(), fmt.Sprintf("(errno == %d:i32))", n)) {
				return n
			}
		}
	}
	return 0
}

// TestConditions: of the operations of a program those in one file are looked at, if that is asked for, and those in the conditions of witnesses always. A
// condition that changes something is a mistake.
func TestConditions(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void), __craig_condition(), __craig_constraint();\n#define M 7 / x\nint main(void) { int x = __VERIFIER_nondet_int();\n"
	for _, c := range []struct {
		body, where string
		errors      int // locations of errors, or -1: a mistake
	}{
		{"x = 5 / x;\n# 1 \"other.c\"\nx = 6 / x;\n# 9 \"main.c\"\n", "", 2},
		{"x = 5 / x;\n# 1 \"other.c\"\nx = 6 / x;\n# 9 \"main.c\"\n", "other.c", 1},
		{"x = 5 / x; x = __craig_condition(M);", "other.c", 2}, // 0, and the quotient fits
		{"x = 5 / x; x = __craig_constraint(M);", "other.c", 0},
		{"__craig_condition(x > 3 && !(x == 2));", "other.c", 0},
		{"__craig_condition(__builtin_expect(x, 1) / x);", "other.c", 2},
		{"__craig_condition(x = 3);", "", -1},
		{"__craig_condition(1 ? x++ : 2);", "", -1},
		{"__craig_condition(__VERIFIER_nondet_int());", "", -1},
		{"__craig_constraint(({ x; }));", "", -1},
	} {
		p, why := read(t, head+c.body+" return x; }\n", cfront.Options{Properties: []string{"div-by-zero"}, Where: c.where, GoalsMayLack: true})
		switch {
		case p == nil && c.errors < 0 && strings.Contains(why.Reason, "a condition of the witness changes something"):
		case p == nil:
			t.Errorf("%s: %v", c.body, why)
		case len(p.ErrorLocs()) != c.errors:
			t.Errorf("%s, %q: %d errors, not %d", c.body, c.where, len(p.ErrorLocs()), c.errors)
		}
	}
}

// TestOtherArguments: a call that does not go with the definition of its function gives what is known of it, and is UNKNOWN otherwise; none is refused. What
// gcc's programs find, on a machine with 64 bits, is among the values.
func TestOtherArguments(t *testing.T) {
	const wide = "int g(long n) { return (int)n == 7; }\n"
	for _, c := range []struct {
		f, call string
		want    string // of the result: what it is, any or unsupported
		target  string
	}{
		{wide, "g(7)", "1", ""},
		{"int g(long n) { return n == 7; }\n", "g(7)", "1", ""}, // the processor clears what is above a constant
		{"int g(long n) { return n == -7; }\n", "g(-7)", "any", ""},
		{"int g(long long n) { return (int)n == 7; }\n", "g(7)", "any", "i386"}, // what is on the stack
		{"int g(char *p, int n) { return !p && n == 7; }\n", "g(0L, 7)", "1", ""},
		{"int g(int n, int m) { return n == 7; }\n", "g(7)", "1", ""},
		{"int g(int n, int m) { return m == 7; }\n", "g(7)", "any", ""},
		{"int g(int n) { return n == 7; }\n", "g(0x500000007L)", "1", ""},
		{"int g(double x) { return x == 7; }\n", "g(7)", "any", ""},
		{"int g(double x, int n) { return n == 7; }\n", "g(7, 7)", "any", ""},
		{"int g(x, n) float x; char n; { return x == 7 && n == 7; }\n", "g(7.0f, 7)", "1", ""},
		{"int g(n, x) double n; float x; { return x == 7; }\n", "g(7, 7.0f)", "any", ""},
		{"struct s { int a; }; int g(struct s x) { return x.a == 7; }\n", "g(7)", "unsupported", ""},
		{"struct s { int a; } v = { 7 }; int g(struct s x) { return x.a == 7; }\n", "g(v, 7)", "unsupported", ""},
	} {
		// The function is declared without its parameters in another file.
		main := "int g();\nstruct s { int a; } extern v;\nint main(void) { return " + c.call + "; }\n"
		files := cfront.NewFiles(fstest.MapFS{"g.c": {Data: []byte(c.f)}, "main.c": {Data: []byte(main)}})
		p, err := cfront.ReadFrom(t.Context(), cfront.Options{Properties: []string{"unreach-call"}, Target: c.target}, files, "main.c", "g.c")
		if err != nil {
			t.Errorf("%s%s: %v", c.f, c.call, err)
			continue
		}
		got := map[string]bool{}
		for _, v := range []int64{0, 7, -7, 1<<32 - 7, 5<<32 | 7, 0x401c << 48, 0x40e00000} {
			in := interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int { return p.Mode().Convert(e.Stmt.(*ir.Havoc).Var.Type, num.I(v)) }}
			if out := interp.Run(t.Context(), p, in, interp.Options{MaxSteps: 1_000_000, NoPath: true}); out.End == interp.Exited {
				got[out.Result.String()] = true
			}
		}
		says := "unsupported"
		switch {
		case len(got) > 1:
			says = "any"
		case got["1"]:
			says = "1"
		case got["0"]:
			says = "0"
		}
		if says != c.want {
			t.Errorf("%s%s, %s: %s instead of %s", c.f, c.call, c.target, says, c.want)
		}
		if testenv.Has("gcc") && c.target == "" && c.want != "unsupported" {
			if got := compiled(t, main, "-xc", write(t, c.f)); c.want != "any" && got != c.want {
				t.Errorf("%s%s: gcc says %s", c.f, c.call, got)
			}
		}
	}
}

// write is a file with a text.
func write(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "other.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

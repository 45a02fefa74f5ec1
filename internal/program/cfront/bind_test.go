package cfront

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
)

// bound is a reader that has read the declarations of a text.
func bound(t testing.TB, ilp32 bool, text string) (*reader, *cc.AST, error) {
	t.Helper()
	files := new(Files)
	ast, err := source.ParseText(source.Config{ILP32: ilp32, Files: files}, "a.c", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t.Context(), Options{ILP32: ilp32}, map[string]string{})
	r.files = files
	r.load(&unit{file: "a.c", ast: ast, statics: map[string]any{}})
	return r, ast, r.problem()
}

// TestBind reads GNU C, one construct to a file, and every header that is embedded, alone and all
// together, in both data models.
func TestBind(t *testing.T) {
	var texts []string
	files, _ := filepath.Glob("source/testdata/gnu/*.c")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	headers, _ := filepath.Glob("source/include/*/*.h")
	more, _ := filepath.Glob("source/include/*/*/*.h")
	all := ""
	for _, h := range append(headers, more...) {
		parts := strings.SplitN(filepath.ToSlash(h), "/", 4)
		line := "#include <" + parts[3] + ">\n"
		texts, all = append(texts, line+line), all+line
	}
	if len(files) == 0 || len(headers) == 0 {
		t.Fatal("no files")
	}
	for _, text := range append(texts, all) {
		for _, ilp32 := range []bool{false, true} {
			if ilp32 && strings.Contains(text, "__int128") {
				continue // i386 has no such type
			}
			if _, _, err := bound(t, ilp32, text); err != nil {
				t.Errorf("ILP32 %t: %v in\n%.300s", ilp32, err, text)
			}
		}
	}
}

// TestBindErrors: what is wrong with names, types and constants is said with its position.
func TestBindErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"struct s { int a; } v;\nint y(void) {\n  return v + 1;\n}\n", "3:10: an operator is applied to operands of the wrong types"},
		{"int f(void) { return nowhere; }", "1:22: undefined: nowhere"},
		{"int x = 08;", "1:9: 08 is not a number"},
		{"int x = 0x1ffffffffffffffff;", "1:9: 0x1ffffffffffffffff is not a number"},
		{"int f(void) { int x; return x->a; }", "1:29: a pointer to a structure is needed here"},
		{"struct s { int a; }; int f(struct s *p) { return p->b; }", "1:50: no member named b"},
		{"struct s; int f(struct s *p) { return p->b; }", "1:39: s is incomplete here"},
		{"int f(void) { return *3; }", "1:22: a pointer is needed here"},
		{"int f(void) { int x; return x(1); }", "1:29: what is called is not a function"},
		{"int f(void) { int a; int a; return 0; }", "1:26: a is declared twice, before at line 1"},
		{"int a; char a;", "1:13: a is declared with another type, before at line 1"},
		{"int f(int); char f(int);", "1:18: f is declared with another type, before at line 1"},
		{"struct s { int a; }; struct s { int a; };", "1:22: the tag s is defined twice"},
		{"struct s { int a; char a; };", "1:24: the member a is declared twice"},
		{"struct s { int a : 33; };", "1:16: the width of a bit-field is a constant that its type holds"},
		{"struct s { struct t a; };", "1:21: the member a has an incomplete type"},
		{"enum e { a = sizeof(int) - 5 }; int x[a - 4294967290u];", "1:37: the size of an array is negative or too large"},
		{"int n; int x[n];", "1:12: the size of an array at file scope is not constant"},
		{"int f(int n) { enum e { a = n }; return a; }", "1:25: the value of a is not an integer constant"},
		{"_Static_assert(sizeof(long) == 8, \"long\");\n_Static_assert(sizeof(int) == 8, \"int\");", "2:16: static assertion failed: \"int\""},
		{"struct __attribute__((packed)) p { char c; int i; }; _Static_assert(sizeof(struct p) == 8, \"\");", "static assertion failed"},
		{"struct s { int a; } __attribute__((scalar_storage_order(\"big-endian\")));", "attribute scalar_storage_order"},
		{"void f(void) { } void (*p)(void) __attribute__((section(\".init_array\"))) = f;", "attribute section(\".init_array\")"},
		{"void f(void) { } static void (*p)(void) __attribute__((used, section(\".fini_array.9\"))) = f;", "attribute section(\".fini_array.9\")"},
		{"int x __attribute__((aligned(3)));", "1:30: an alignment is a constant power of two"},
		{"#define V(...) #__VA_ARGS__\n#define X(...) V(__VA_ARGS__)\nchar *x = X(f(a, b) + c); int y = z;", "undefined: z"},
		{"int x = _Generic(1, char: 2, const int: 3);", "1:9: no association of _Generic"},
	} {
		_, _, err := bound(t, false, c.text)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n\tgot  %v\n\twant %s", c.text, err, c.want)
		}
	}
}

// TestAbstractNames: the name of a parameter in a cast hides nothing.
func TestAbstractNames(t *testing.T) {
	r, _, err := bound(t, false, `struct q;
typedef int T;
int f(int x,
      int y,
      int z,
      int n)
{
  void *p = (void (**)(struct q *x, int (*y)(T z, const T), unsigned z[n], T n, ...))0;
  unsigned long s = sizeof(int (*)(char *x)) + sizeof(int (*const)(T (*y)[3], enum { m } z));
  return x + y + z + n;
}
`)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for x, e := range r.uses {
		if v, ok := e.(*variable); ok && r.pos(x).Line == 10 {
			if want := strings.Index("xyzn", x.Token.SrcStr()) + 3; v.pos.Line != want {
				t.Errorf("%s is declared on line %d, want %d", v.name, v.pos.Line, want)
			}
			seen++
		}
	}
	if seen != 4 {
		t.Errorf("%d names in the last line", seen)
	}
}

// TestDefinedToSpell: a macro that gives the spelling of its variable arguments, in the file, or of the command line.
func TestDefinedToSpell(t *testing.T) {
	for _, c := range []struct{ define, text string }{
		{"V(...)=#__VA_ARGS__", "char x[] = V(a ,b); _Static_assert(sizeof x == 5, \"\");"},
		{"V(...)=#__VA_ARGS__", "#define X(...) V(__VA_ARGS__)\nchar x[] = X(a ,b); _Static_assert(sizeof x == 5, \"\");"},
		{"V(f,r...)=#f #r", "#define X(...) V(__VA_ARGS__)\nchar x[] = X(a, b ,c); _Static_assert(sizeof x == 6, \"\");"},
		{"V(...)=#__VA_ARGS__", "#define X(...) V(__VA_ARGS__)\nchar x[] = X(a b); _Static_assert(sizeof x == 4, \"\");"},
		{"W", "#define V(...) #__VA_ARGS__\n#define X(...) V(__VA_ARGS__)\nchar x[] = X(a ,b); _Static_assert(sizeof x == 5, \"\");"},
		{"W", "#define V(...) #__VA_ARGS__\n#define L(f) f(a ,b)\nchar x[] = L(V); _Static_assert(sizeof x == 5, \"\");"},
		{"W", "#define V(...) #__VA_ARGS__\n#define U V\n_Static_assert(sizeof U(a ,b) == 5, \"\");"},
	} {
		ast, err := source.ParseText(source.Config{Define: []string{c.define}}, "a.c", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		r := newReader(t.Context(), Options{}, map[string]string{})
		r.load(&unit{file: "a.c", ast: ast, statics: map[string]any{}})
		if err := r.problem(); err != nil {
			t.Errorf("-D%s, %s: %v", c.define, c.text, err)
		}
	}
}

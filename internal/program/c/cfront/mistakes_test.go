package cfront

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/program/c/types/typegen"
	"craig/internal/testenv"
)

// TestMistakes: what is wrong with names, types and constants is said with its position.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"struct s { int a; } v;\nint y(void) {\n  return v + 1;\n}\n", "3:12: the operands of + have the types struct s and int"},
		{"int f(void) { return nowhere; }", "1:22: nowhere is not declared"},
		{"int x = 08;", "1:9: no integer constant: 08"},
		{"int x = 0x1ffffffffffffffff;", "1:9: integer constant is too large: 0x1ffffffffffffffff"},
		{"int f(void) { int x; return x->a; }", "1:30: -> wants a pointer to a structure or union, not int"},
		{"struct s { int a; }; int f(struct s *p) { return p->b; }", "1:53: struct s has no member b"},
		{"struct s; int f(struct s *p) { return p->b; }", "1:40: struct s is incomplete"},
		{"int f(void) { return *3; }", "1:22: * wants a pointer, not int"},
		{"int f(void) { int x; return x(1); }", "1:30: a call of what is no function, but has the type int"},
		{"int f(void) { int a; int a; return 0; }", "1:26: a is declared twice in one block"},
		{"int a; char a;", "1:13: a has the type char here, and was declared as int"},
		{"int f(int); char f(int);", "1:18: f has the type char (int) here, and was declared as int (int)"},
		{"struct s { int a; }; struct s { int a; };", "1:22: struct s is defined twice"},
		{"struct s { int a; char a; };", "1:1: the member a is declared twice"},
		{"struct s { int a; struct { char b, a; }; };", "1:1: the member a is declared twice"},
		{"struct s { int a : 33; };", "1:20: the bit-field is wider than its type, int"},
		{"struct s { struct t a; };", "1:21: the type struct t of the member is incomplete"},
		{"enum e { a = sizeof(int) - 5 }; int x[a - 4294967290u];", "1:39: the array is too large"},
		{"int n; int x[n];", "1:14: the length of an array outside of functions is a constant"},
		{"int f(int n) { enum e { a = n }; return a; }", "1:29: the value of an enumerator is no constant"},
		{"_Static_assert(sizeof(long) == 8, \"long\");\n_Static_assert(sizeof(int) == 8, \"int\");", "2:1: the static assertion fails: \"int\""},
		{"struct __attribute__((packed)) p { char c; int i; }; _Static_assert(sizeof(struct p) == 8, \"\");", "the static assertion fails"},
		{"struct s { int a; } __attribute__((scalar_storage_order(\"big-endian\")));", "attribute scalar_storage_order"},
		{"void f(void) { } void (*p)(void) __attribute__((section(\".init_array\"))) = f;", "a section that the C library runs before or after main"},
		{"void f(void) { } static void (*p)(void) __attribute__((used, section(\".fini_array.9\"))) = f;", "a section that the C library runs before or after main"},
		{"int x __attribute__((aligned(3)));", "1:30: the alignment 3 is no power of two that gcc takes"},
		{"#define V(...) #__VA_ARGS__\n#define X(...) V(__VA_ARGS__)\nchar *x = X(f(a, b) + c); int y = z;", "z is not declared"},
		{"int x = _Generic(1, char: 2, const int: 3);", "1:9: _Generic has nothing for the type int"},
	} {
		_, err := elaborated(Options{}, c.text)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n\tgot  %v\n\twant %s", c.text, err, c.want)
		}
	}
}

// TestAbstractNames: the name of a parameter in a cast hides nothing.
func TestAbstractNames(t *testing.T) {
	_, err := elaborated(Options{}, `struct q;
typedef int T;
int f(char x, short y, long z, float n)
{
  void *p = (void (**)(struct q *x, int (*y)(T z, const T), unsigned z[3], T n, ...))0;
  unsigned long s = sizeof(int (*)(char *x)) + sizeof(int (*const)(T (*y)[3], enum { m } z));
  _Static_assert(_Generic(x, char: _Generic(y, short: _Generic(z, long: _Generic(n, float: 1)))), "");
  return 0;
}
`)
	if err != nil {
		t.Fatal(err)
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
		if _, err := elaborated(Options{Preprocessing: Preprocessing{Define: []string{c.define}}}, c.text); err != nil {
			t.Errorf("-D%s, %s: %v", c.define, c.text, err)
		}
	}
}

// TestFolded: what is a constant for gcc.
func TestFolded(t *testing.T) {
	const text = `enum { bits = __builtin_popcount(255) + __builtin_clz(1), swapped = __builtin_bswap16(0x1234) };
int table[__builtin_ctz(64)], caf\u00e9 = 3;
_Static_assert(bits == 39 && swapped == 0x3412 && sizeof table == 24, "");
_Static_assert(__builtin_popcountl(-1L) == 8 * sizeof(long) && __builtin_parityll(7) == 1 && __builtin_parity(0) == 0 && __builtin_ffs(0) == 0 && __builtin_ffsl(-8) == 4, "");
_Static_assert(__builtin_clrsb(-1) == 31 && __builtin_clrsb(0) == 31 && __builtin_clrsbll(-256) == 55 && __builtin_clrsb(1) == 30, "");
_Static_assert(__builtin_bswap32(0x12345678) == 0x78563412 && __builtin_bswap64(0x0102030405060708) == 0x0807060504030201 && __builtin_clzll(1) == 63, "");
int f(void) { return café; }
`
	for _, ilp32 := range []bool{false, true} {
		if _, err := elaborated(Options{ILP32: ilp32}, text); err != nil {
			t.Error(err)
		}
		if testenv.Has("gcc") {
			if _, err := typegen.GCCData(t.TempDir(), text, ilp32); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := elaborated(Options{}, "int x = __builtin_clz(0); int f(void) { return cafe; }"); err == nil {
		t.Error("a constant that is open, and a name that is not declared")
	}
}

// TestClauseMessages: what is no clause, or stands at the wrong place, is told, with what to do.
func TestClauseMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"/*@ requires x = 3; */ int f(int x);", "a.c:1:16: an assignment in a clause, where == compares"},
		{"/*@ requires x++ > 3; */ int f(int x);", "a.c:1:15: ++ changes a variable"},
		{"int f(int x) __CPROVER_requires(x = 3);", "a.c:1:35: an assignment in a clause"},
		{"int f(int x) __CPROVER_requires(x++);", "a.c:1:34: ++ changes a variable"},
		{"/*@ ensures \\rsult > 0; */ int f(int x);", "a.c:1:13: \\rsult is not supported; was \\result meant?"},
		{"/*@ loop invariant i > 0; */ int f(int i) { return i; }", "a.c:1:5: a loop invariant outside functions"},
		{"int f(int i) { while (i) i--; //@ loop invariant i > 0;\nreturn i; }", "a.c:1:35: a loop invariant that belongs to no loop"},
		{"int f(int x); /*@ ensures x > 0; */", "a.c:1:19: a contract that belongs to no function"},
		{"/*@ assigns *\\result; */ int *f(int x);", "a.c:1:14: \\result in a clause that is not about the return of a function"},
		{"struct s { int a; }; /*@ requires x - -1 > 0 && ((struct s){.a = 3}).a == 3; */ int f(int x);", ""},
		{"int f(int x) __CPROVER_requires(__CPROVER_forall { int i; i == x ==> i >= x });", ""},
		{"int f(int a, int b) { int x = a <==> b; x = (a ==> b) <==> x; return __CPROVER_forall { int i; __CPROVER_exists { int j; i < j } } ==> x; }", ""},
	} {
		files := new(Files)
		files.Give("a.c", []byte("int main(void) { return 0; }\n#line 1\n"+c.text+"\n"))
		_, err := ReadFrom(t.Context(), Options{Properties: []string{"unreach-call"}}, files, "a.c")
		got := ""
		if err != nil {
			got = err.Error()
		}
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n  %s, want %s", c.text, got, c.want)
		}
	}
}

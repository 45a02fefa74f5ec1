package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// expanded is a text for cc, which is read from a file a.c, or what is wrong with it.
func expanded(text string) (*expansion, *Error) {
	t := &translation{cfg: Config{Files: new(Files)}, file: "a.c", text: []byte(text)}
	x, err := t.expand(false)
	var e *Error
	errors.As(err, &e)
	return x, e
}

// spelledOut is the text for cc with a blank for the end of a line, and the column in front of each line of more than one token. Where
// the line of the file is another one than before, it begins a line with its number.
func spelledOut(x *expansion) string {
	var b strings.Builder
	line := 1
	for i, l := range strings.Split(strings.TrimSuffix(string(x.text), "\n"), "\n") {
		at := x.places[i]
		l = strings.TrimSpace(l)
		if l == "" {
			continue
		}
		if at.Line != line {
			line = at.Line
			fmt.Fprintf(&b, "\n%d:", line)
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if strings.Contains(l, " ") {
			fmt.Fprintf(&b, "%d:", at.Col)
		}
		b.WriteString(l)
	}
	return b.String()
}

// TestContractText: contracts become C at the beginning of bodies, where their clauses are.
func TestContractText(t *testing.T) {
	const inner = ` static _Bool __craig_entered; __typeof__(NAME) __craig_result;
1: __craig_requires((( 14:a < 18:b  && 18:b < 22:c)), __craig_entered, "a < b < c"); __craig_enter(__craig_entered);
2: 5:__craig_unchecked(1); __typeof__(((void)0, ( 29:a))) __craig_old_1 = ( 29:a); __craig_unchecked(0); 5:__craig_ensures((__craig_result == __craig_old_1), "\\result == \\old(a)");`
	const declared = `( int 18:a) { static _Bool __craig_entered;
3: __craig_requires(( 21:a), __craig_entered, "a"); __craig_assigns("x");
1: __craig_target(1, 13:x); __craig_assigned(); __craig_enter(__craig_entered);`
	for _, c := range []struct{ text, want string }{
		{"/*@ requires a < b < c;\n  @ ensures \\result == \\old(a); */\nint f(int a) { return a; }",
			"\n3: int f ( int a ) {" + strings.NewReplacer(" static", " 14:static", "NAME", "f()").Replace(inner) +
				"\n3: return a ; } int __craig_loose_f( int 11:a) {" + strings.Replace(inner, "NAME", " 5:f()", 1) + " __craig_replaced(0); __craig_replaced(1); }"},
		{"void f(void) { for (;;) __CPROVER_loop_invariant(x) {} }", `void f ( void ) { for ( ; __craig_invariant(( 50:x), "x"), 1 ; ) { } }`},
		{"void f(void) {\n//@ loop invariant x;\nwhile (y) {} }", "void f ( void ) {\n3: while (\n2: __craig_invariant(( 20:x), \"x\"),\n3: y ) { } }"},
		{"void f(void) { //@ assert x ==> y;\n}", "void f ( void ) { __CPROVER_assert(((!( 27:x) || ( 33:y))), \"\");\n2: }"},
		{"//@ assigns x;\nextern int f(int a)\n __CPROVER_requires(a);", "\n2: extern int f ( int a )\n3: ;" +
			"\n2: extern int __craig_contract_f" + declared + " __craig_replaced(0); __craig_replaced(1); }" +
			"\n2: extern int __craig_promise_f" + declared + " }"},
		{"int x; /*@null@*/ /*@ nothing */ // a", "int x ;"},
		{"#define C __CPROVER_requires(x)\nint y;", "\n2: int y ;"},
	} {
		x, err := expanded(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		} else if got := spelledOut(x); got != c.want {
			t.Errorf("%q\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// TestAssignedPlaces: places become calls that say where they are.
func TestAssignedPlaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`\nothing`, ""},
		{`*p, s->a[2] \from *q, r`, "__craig_target(1, *p); __craig_target(1, s->a[2]);"},
		{`a[0 .. n - 1]`, "__craig_range(1, (((a)) + (0)), ((n) <= (0) ? 0 : sizeof *((a)) * ((__predefined_size_t)(n) - (__predefined_size_t)(0))));"},
		{`\result, *(p + (1 .. 2))`, "__craig_range(1, ((p) + (1)), ((2) < (1) ? 0 : sizeof *(p) * ((__predefined_size_t)(2) - (__predefined_size_t)(1) + 1)));"},
		{`a[0 .. 3].x`, "! a range that is not understood: write p[low .. high]"},
		{`*\result`, "! a place that the result leads to, which is not known when the function is called"},
	} {
		got, wrong := assigned(c.text, "1")
		if wrong != "" {
			got = "! " + wrong
		}
		if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s\n  %s, want\n  %s", c.text, got, c.want)
		}
	}
	got, _ := assignedCBMC("p != 0: *p, q[1]; __CPROVER_object_upto(r, 4)")
	if want := " __craig_target((p != 0), *p); __craig_target((p != 0), q[1]); __craig_range(1, r, 4);"; got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}

// TestLogic: ACSL's operators bind as ACSL says.
func TestLogic(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a ==> b || c", "(!(a) || (((b) || (c))))"},
		{"a ==> b <==> c", "(!((!(a) || (b))) == !(c))"},
		{"a ==> b ==> c", "(!(a) || ((!(b) || (c))))"},
		{"p ? q ==> r : s", "((p) ? ((!(q) || (r))) : (s))"},
		{`a && \forall integer i, j; i < j ==> v[i] <= v[j]`, "((a) && (__CPROVER_forall { long long i, j; ((!(i <j) || (v[i] <= v[j]))) }))"},
		{`\result == f(a, b ==> c)`, "__craig_result == f(a, (!(b) || (c)))"},
		{`\valid(p + (0 .. n - 1))`, "(__craig_valid(((p) + (0)), ((n) <= (0) ? 0 : sizeof *(p) * ((__predefined_size_t)(n) - (__predefined_size_t)(0)))))"},
		{`x == 1.5e3 && v[0] == '\''`, `((x == 1.5e3) && (v[0] == '\''))`},
	} {
		got, wrong := logic(c.text)
		space := strings.NewReplacer(" ", "")
		if wrong != "" || space.Replace(got) != space.Replace(c.want) {
			t.Errorf("%s\n  %s, want\n  %s %s", c.text, got, c.want, wrong)
		}
	}
}

// FuzzContracts: no text makes the passes fail but by an error.
func FuzzContracts(f *testing.F) {
	f.Add("/*@ requires \\valid(p + (0 .. n)); ensures \\forall int i; \\old(x) == i; */ int f(int x) { return 1; }")
	f.Add("/*@ predicate p{L}(int *a, integer n) = \\let m = n; \\forall integer i; a[i] < m; logic integer q = 3; */ /*@ requires p{Pre}(x, q) && \\max(1, q) > 0; */ int f(int *x) { return 1; }")
	f.Add("/*@ ensures \\max(\\max(\\max(\\max(\\max(\\max(\\max(\\max(\\max(\\max(1, x), x), x), x), x), x), x), x), x), x); */ int f(int x) { return 1; }")
	f.Add("/*@ ensures \\forall int i; a[i] == \\old(a[i]); */ void f(int *a) { /*@ loop invariant a[0] == \\at(a[0], LoopEntry); loop assigns a[0 .. *a - 1], *a; */ for (;;) ; }")
	f.Add("void f(int x) {/*@loop invariant x;loop*/ }")
	f.Add("int f(int x) __CPROVER_requires(__CPROVER_forall { int i; i ==> x }) { do //@ loop invariant x;\n { } while (x); }")
	f.Fuzz(func(t *testing.T, text string) {
		if x, err := expanded(text); err == nil && len(x.places) != strings.Count(string(x.text), "\n") {
			t.Errorf("%d lines, and %d places", strings.Count(string(x.text), "\n"), len(x.places))
		}
	})
}

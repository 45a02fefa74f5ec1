package source

import (
	"strings"
	"testing"
)

// TestContractText: contracts become C at the beginning of bodies, on the lines of their clauses.
func TestContractText(t *testing.T) {
	const inner = " static _Bool __craig_entered; __typeof__(f()) __craig_result;\n#line 1\n__craig_requires(((a < b  &&  b < c)), __craig_entered, \"a < b < c\"); __craig_enter(__craig_entered);" +
		"\n#line 2\n__craig_unchecked(1); __typeof__(((void)0, (a))) __craig_old_1 = (a); __craig_unchecked(0);\n#line 2\n__craig_ensures((__craig_result == __craig_old_1), \"\\\\result == \\\\old(a)\");"
	const declared = " static _Bool __craig_entered;\n#line 3\n__craig_requires((a), __craig_entered, \"a\"); __craig_assigns(\"x\");\n#line 1\n __craig_target(1, x); __craig_assigned(); __craig_enter(__craig_entered);"
	for _, c := range []struct{ text, want string }{
		{"/*@ requires a < b < c;\n  @ ensures \\result == \\old(a); */\nint f(int a) { return a; }",
			"\n \nint f(int a) {" + inner + "\n#line 3\n return a; }\n#line 3\nint __craig_loose_f(int a) {" + inner + " __craig_replaced(0); __craig_replaced(1); }\n#line 3\n"},
		{"void f(void) { for (;;) __CPROVER_loop_invariant(x) {} }", "void f(void) { for (;__craig_invariant((x), \"x\"), 1;)   {} }"},
		{"void f(void) {\n//@ loop invariant x;\nwhile (y) {} }", "void f(void) {\n \nwhile (__craig_invariant((x), \"x\"), y) {} }"},
		{"void f(void) { //@ assert x ==> y;\n}", "void f(void) { __CPROVER_assert(((!(x) || (y))), \"\"); \n}"},
		{"//@ assigns x;\nextern int f(int a)\n __CPROVER_requires(a);", " \nextern int f(int a)\n  ;" +
			"\n#line 2\nextern int __craig_contract_f(int a) {" + declared + " __craig_replaced(0); __craig_replaced(1); }" +
			"\n#line 2\nextern int __craig_promise_f(int a) {" + declared + " }\n#line 3\n"},
		{"int x; /*@null@*/ /*@ nothing */ // a", "int x; /*@null@*/ /*@ nothing */ // a"},
		{"#define C __CPROVER_requires(x)\nint y;", "#define C __CPROVER_requires(x)\nint y;"},
	} {
		got, err := contracts("a.c", []byte(c.text))
		if err != nil || string(got) != c.want {
			t.Errorf("%q\n  %q, want\n  %q %v", c.text, got, c.want, err)
		}
	}
}

// TestAssignedPlaces: places become calls that say where they are.
func TestAssignedPlaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`\nothing`, ""},
		{`*p, s->a[2] \from *q, r`, "__craig_target(1, *p); __craig_target(1, s->a[2]);"},
		{`a[0 .. n - 1]`, "__craig_range(1, (((a)) + (0)), ((n) <= (0) ? 0 : sizeof *((a)) * ((__SIZE_TYPE__)(n) - (__SIZE_TYPE__)(0))));"},
		{`\result, *(p + (1 .. 2))`, "__craig_range(1, ((p) + (1)), ((2) < (1) ? 0 : sizeof *(p) * ((__SIZE_TYPE__)(2) - (__SIZE_TYPE__)(1) + 1)));"},
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
		{`\valid(p + (0 .. n - 1))`, "(__craig_valid(((p) + (0)), ((n) <= (0) ? 0 : sizeof *(p) * ((__SIZE_TYPE__)(n) - (__SIZE_TYPE__)(0)))))"},
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
		if got, err := contracts("a.c", []byte(text)); err == nil {
			specify(got)
		}
	})
}

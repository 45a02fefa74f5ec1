package source

import (
	"strings"
	"testing"
)

// TestDefinitions: what cannot be defined is told, at its place, with what to do.
func TestDefinitions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"/*@ logic integer fact(integer n) = n <= 1 ? 1 : n * fact(n - 1); */", "a.c:1:5: fact is defined by itself"},
		{"/*@ axiomatic Sum { logic integer sum(int *a) reads a[0]; } */", "a.c:1:5: the clause axiomatic is not supported"},
		{"int x;\n/*@ logic integer sum(int *a) reads a[0]; */", "a.c:2:5: the logic integer sum has no definition"},
		{"/*@ predicate p(integer a) = a > 2; predicate p(integer a) = a > 3; */", "a.c:1:37: p is defined twice"},
		{"/*@ predicate p(integer a) = a > 2; */\n/*@ requires p(x, 1); */ int f(int x);", "a.c:2:5: p is given 2 arguments, and not as many as it has parameters: 1"},
		{"/*@ predicate p(integer a) = a > 2; */\n/*@ requires p; */ int f(int x);", "a.c:2:5: p needs its arguments"},
		{"/*@ predicate p(real a) = a > 2; */", "a.c:1:5: real numbers are not supported"},
		{"/*@ predicate p{A, B}(int a) = \\at(a, A) == \\at(a, B); */", "a.c:1:5: p has more than one label"},
		{"/*@ predicate p(int a) = a == \\old(a); */", "a.c:1:5: \\old and \\result in the definition of p have no meaning there"},
		{"/*@ predicate p(int a) = a == a; */\n/*@ requires p{L2}(x); */ int f(int x);", "a.c:2:5: p with the label L2 is not supported"},
		{"/*@ ensures \\result == \\sum(0, 3, \\lambda integer i; i); */ int f(void);", "a.c:1:5: \\sum is not supported: say it of each element"},
		{"/*@ ensures \\result == \\max(0, 3, \\lambda integer i; i); */ int f(void);", "a.c:1:5: \\max needs 2 terms"},
		{"/*@ lemma l: 1 < 2; */", "a.c:1:5: the clause lemma is not supported"},
	} {
		if _, err := expanded(c.text); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n  %v, want %s", c.text, err, c.want)
		}
	}
	grows := "/*@ predicate p0(integer a) = a > 2;"
	for i := 1; i < 20; i++ {
		n := string(rune('a' + i))
		m := string(rune('a' + i - 1))
		if i == 1 {
			m = "p0"
		}
		grows += " predicate " + n + "(integer x) = " + m + "(x) && " + m + "(x + 1);"
	}
	if _, err := expanded(grows + " */"); err == nil || !strings.Contains(err.Error(), "becomes too long") {
		t.Errorf("definitions that grow: %v", err)
	}
}

// TestClauseMessages: what is no clause, or stands at the wrong place, is told.
func TestClauseMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"/*@ requires x = 3; */ int f(int x);", "a.c:1:5: an assignment in a clause, where == compares"},
		{"/*@ requires x++ > 3; */ int f(int x);", "a.c:1:5: ++ changes a variable"},
		{"int f(int x) __CPROVER_requires(x = 3);", "a.c:1:14: an assignment in a clause"},
		{"/*@ ensures \\rsult > 0; */ int f(int x);", "a.c:1:5: \\rsult is not supported; was \\result meant?"},
		{"/*@ loop invariant i > 0; */ int f(int i) { return i; }", "a.c:1:5: a loop invariant outside functions"},
		{"int f(int i) { while (i) i--; //@ loop invariant i > 0;\nreturn i; }", "a.c:1:35: a loop invariant that belongs to no loop"},
		{"int f(int x); /*@ ensures x > 0; */", "a.c:1:19: a contract that belongs to no function"},
		{"struct s { int a; }; /*@ requires x - -1 > 0 && ((struct s){.a = 3}).a == 3; */ int f(int x);", ""},
		{"int f(int x) __CPROVER_requires(__CPROVER_forall { int i; i == x ==> i >= x });", ""},
	} {
		_, err := expanded(c.text)
		got := ""
		if err != nil {
			if got = err.Error(); err.Hint == "" {
				t.Errorf("%s\n  %s: no next step", c.text, got)
			}
		}
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n  %s, want %s", c.text, got, c.want)
		}
	}
}

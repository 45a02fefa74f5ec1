package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// TestMistakes: what is said of the commonest mistakes, and where. The places are those of Clang.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"int f(int x) {\n x = 1\n return x; }", "2:7: ';' is missing after the expression"},
		{"int f(int x) {\n return x\n}", "2:10: ';' is missing after 'return'"},
		{"int x\nint y;", "1:6: ';' is missing after the declaration of 'x'"},
		{"void f(void) {\n int x = 3\n x = 4; }", "2:11: ';' is missing after the declaration of 'x'"},
		{"struct s { int a; }\nint f(void) { return 1; }", "1:20: ';' is missing after '}'"},
		{"struct s { int a\nint b; };", "1:17: ';' is missing after a member"},
		{"int f(int);\nint g(void) { return f(1; }", "2:25: ')' was wanted before ';'"},
		{"int f(int);\nint g(void) { return f(1 2); }", "2:26: ',' or ')' was wanted before '2'"},
		{"int f(int x) {\n if (x > 1 {\n x = 1; }\n return x; }", "2:12: ')' was wanted before '{'"},
		{"int f(int x) {\n if x > 1\n return 1; }", "2:4: '(' is missing after 'if'"},
		{"int f(int x) {\n if (x) {\n return x; }\n", "4:1: the file ends where '}' was wanted"},
		{"int f(int x) { return x; } }\nint g;", "1:28: this '}' closes nothing"},
		{"int a[3;", "1:8: ']' was wanted before ';'"},
		{"void f(int x) { else x = 1; }", "1:17: 'else' without an 'if' before it"},
		{"int f(int x) { retrun x; }", "1:16: 'retrun' is not the name of a type (was 'return' meant?)"},
		{"void f(int x) { whlie (x) { x--; } }", "1:27: ';' was wanted before '{' (was 'while' meant?)"},
		{"void f(int i) { fro (i = 0; i < 3; i++) i; }", "1:27: ')' was wanted before ';' (was 'for' meant?)"},
		{"typedef unsigned char uint8;\nunit8 x;", "2:1: 'unit8' is not the name of a type (was 'uint8' meant?)"},
		{"void f(void) { strng x; }", "1:16: 'strng' is not the name of a type"},
		{"void f(size_t n);", "1:8: 'size_t' is not the name of a type"},
		{"void f(int x) { x = ; }", "1:21: an expression was wanted before ';'"},
		{"void f(int x) { x = x + ; }", "1:25: an expression was wanted before ';'"},
		{"int a[] = {1 2};", "1:14: ',' or '}' was wanted before '2'"},
		{"void f(int x) { switch (x) { case 1; break; } }", "1:36: ':' was wanted after 'case'"},
		{"void f(int i) { for (i = 0, i < 3, i++) ; }", "1:39: ';' is missing after the first part of 'for'"},
		{"void f(int x) { do x--; while (x) }", "1:34: ';' is missing after 'do … while'"},
		{"int 2x;", "1:5: a name was wanted before '2x'"},
		{"int for = 1;", "1:5: a name was wanted before the word 'for'"},
		{"void f(void) { break; }", "1:16: 'break' is in no loop and no switch"},
		{"void f(void) { case 1: ; }", "1:16: 'case' is in no switch"},
		{"int f(void)\n return 1; }", "1:12: '{' or ';' is missing after the declaration of 'f'"},
		{"void f(char *s) { s = \"abc; }", "1:23: this \" has no other on its line"},
		{"void f(char *s) { s = “abc”; }", "1:23: "},
		{"int x = 1 @ 2;", "1:11: "},
		{"if (1) { }", "1:1: a statement, 'if', outside of a function"},
		{"int f(int a, b);", "1:14: 'b' is not the name of a type"},
		{"int f(int a b);", "1:13: ',' or ')' was wanted after a parameter"},
		{"unsigned char int x;", ""},
	} {
		if c.want == "" {
			continue
		}
		_, errs, source := parseText(t, Config{}, "x.c", []byte(c.src))
		got := "no mistake"
		if len(errs) > 0 {
			e := errs[0]
			at := source.Place(e.Pos.Used)
			got = fmt.Sprintf("%d:%d: %s", at.Line, at.Col+e.After, e.Msg)
			if e.Hint != "" {
				got += " (" + e.Hint + ")"
			}
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// TestSeveral: after a mistake the next ones are found.
func TestSeveral(t *testing.T) {
	_, errs, source := parseText(t, Config{}, "x.c", []byte("int f(int x) {\n x = ;\n x++;\n x = 1 +;\n return x;\n}\nint g( { }\nint h(void) { return 1 }\n"))
	var lines []int
	for _, e := range errs {
		lines = append(lines, source.Place(e.Pos.Used).Line)
	}
	if fmt.Sprint(lines) != "[2 4 7 8]" {
		t.Errorf("mistakes on the lines %v", lines)
	}
}

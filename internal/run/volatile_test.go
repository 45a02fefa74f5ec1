package run

import (
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestVolatile: what is read from volatile objects, by the kind of object and of access.
func TestVolatile(t *testing.T) {
	const head = "extern void reach_error(void); extern int input(void);\n#define PORT (*(volatile unsigned *)0x40000000)\n"
	for _, tt := range []struct {
		name, global, body string
		want               verdict.Verdict
	}{
		{"local", "", "volatile int x = 5; if (x != 5) reach_error();", verdict.True},
		{"only read", "volatile int flag;", "while (!flag); reach_error();", verdict.False},
		{"two reads differ", "volatile int flag;", "if (flag != flag) reach_error();", verdict.False},
		{"written", "volatile int flag;", "flag = 0; if (flag) reach_error();", verdict.True},
		{"written by what is never called", "volatile int flag; void interrupt(void) { flag = 1; }", "if (flag == 3) reach_error();", verdict.False},
		{"static in a function", "", "static volatile int flag; if (flag) reach_error();", verdict.False},
		{"extern", "extern volatile int port;", "port = 1; if (port != 1) reach_error();", verdict.False},
		{"constant address", "", "PORT = 1; if (PORT != 1) reach_error();", verdict.False},
		{"polling", "", "while (!(PORT & 1)); reach_error();", verdict.False},
		{"value of an assignment", "", "if ((PORT = 7) != 7) reach_error();", verdict.True},
		{"compound assignment", "", "PORT = 1; PORT += 2; unsigned x = (PORT += 2); if (x != 5) reach_error();", verdict.False},
		{"value of a compound assignment", "extern volatile int v;", "int x = (v += 1); if (x == 8) reach_error();", verdict.False},
		{"increment", "volatile int *p = (volatile int *)0x50000;", "int a = ++*p, b = *p; if (a != b) reach_error();", verdict.False},
		{"bit-field", "struct { volatile unsigned a : 3, : 0; unsigned b : 5; } s;", "s.b = 3; if (s.a == 7 && s.b == 3) reach_error();", verdict.False},
		{"range of a bit-field", "struct { volatile unsigned a : 3; unsigned b : 5; } s;", "s.b = 3; if (s.a > 7 || s.b != 3) reach_error();", verdict.True},
		{"_Bool", "volatile _Bool b;", "int x = b; if (x != 0 && x != 1) reach_error();", verdict.True},
		{"array", "volatile unsigned char a[4];", "int i = input(); if (i >= 0 && i < 4 && a[i] == 200) reach_error();", verdict.False},
		{"member that is not written", "struct { volatile unsigned status; int count; } d;", "d.count++; if (d.status == 5) reach_error();", verdict.False},
		{"member that is written", "struct { volatile unsigned status; int count; } d;", "d.status = 1; if (d.status == 5) reach_error();", verdict.True},
		{"whole structure", "struct S { int a; volatile int b; } g;", "g.a = 1; struct S l = g; if (l.a == 1 && l.b == 9) reach_error();", verdict.False},
		{"the rest of it", "struct S { int a; volatile int b; } g;", "g.a = 1; struct S l = g; if (l.a != 1) reach_error();", verdict.True},
		{"volatile structure", "volatile struct S { int a, b[3]; } g;", "struct S l = *&g; if (l.b[1] == 9) reach_error();", verdict.False},
		{"pointer to what is written", "volatile int x;", "volatile int *p = &x; *p = 4; if (*p != 4) reach_error();", verdict.True},
		{"pointer to what is only read", "volatile int x; int get(volatile int *p) { return *p; }", "if (get(&x) == 4) reach_error();", verdict.False},
		{"pointer to registers", "volatile unsigned *const r = (volatile unsigned *)0x40001000;", "if (r[2] == 4) reach_error();", verdict.False},
		{"structure of registers", "typedef struct { volatile unsigned status, data; } U; void send(U *u, unsigned c) { while (!(u->status & 1)); u->data = c; }", "send((U *)0x40013800, 3); reach_error();", verdict.False},
		{"not volatile itself", "int x;", "if (*(volatile int *)&x != 0) reach_error();", verdict.True},
		{"written by the library", "#include <string.h>\nvolatile int x;", "memset((void *)&x, 0, sizeof x); if (x) reach_error();", verdict.True},
		{"sig_atomic_t", "#include <signal.h>\nvolatile sig_atomic_t stop;", "int n = 0; while (!stop && n < 3) n++; if (n == 2) reach_error();", verdict.False},
		{"a device or the program", "volatile int x; int get(volatile int *p) { return *p; }", "x = 1; get(&x); if (get((volatile int *)0x4000) == 3) reach_error();", verdict.Unknown},
	} {
		res := verify(t, cfront.Options{}, head+tt.global+"\nint main(void) { "+tt.body+" }\n")
		if res.Verdict != tt.want {
			t.Errorf("%s: %s(%s), want %s: %s", tt.name, res.Verdict, res.Reason, tt.want, res.Detail)
		}
	}
	for _, tt := range []struct {
		text string
		how  cfront.Volatile
		want verdict.Verdict
	}{
		{"volatile int flag; int main(void) { if (flag) reach_error(); }\n", cfront.VolatileMemory, verdict.True},
		{"int main(void) { PORT = 1; if (PORT != 1) reach_error(); }\n", cfront.VolatileMemory, verdict.True},
		{"int main(void) { volatile int x = 5; if (x != 5) reach_error(); }\n", cfront.VolatileInput, verdict.False},
	} {
		if res := verify(t, cfront.Options{Volatile: tt.how}, head+tt.text); res.Verdict != tt.want {
			t.Errorf("%d, %s: %s(%s), want %s %v", tt.how, tt.text, res.Verdict, res.Reason, tt.want, res.Notes)
		}
	}
}

func verify(t *testing.T, opts cfront.Options, text string) *Result {
	t.Helper()
	return verifyFiles(t, opts, fstest.MapFS{"program.c": {Data: []byte(text)}}, "program.c")
}

func verifyFiles(t *testing.T, opts cfront.Options, from fstest.MapFS, files ...string) *Result {
	t.Helper()
	res, err := Verify(t.Context(), prepare.New(opts, from, files...), Options{})
	if err != nil {
		t.Fatalf("%v\n%v", files, err)
	}
	return res
}

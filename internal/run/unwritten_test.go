package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestUnwritten: with an entry, a static variable has the value it is initialised with if its file does not change it.
func TestUnwritten(t *testing.T) {
	for _, c := range []struct {
		name, rest string
		want       verdict.Verdict
	}{
		{"read only", "int g(void) { return v + 1; }", verdict.True},
		{"a size", "int g(void) { return sizeof v; }", verdict.True},
		{"an element behind it", "static struct { int a; } *w; void g(void) { w[v].a = 1; w->a = 1; }", verdict.True},
		{"assigned", "void g(void) { v = 1; }", verdict.False},
		{"assigned in parentheses", "void g(void) { ((v)) += 1; }", verdict.False},
		{"counted", "void g(void) { v++; }", verdict.False},
		{"counted down", "void g(void) { --v; }", verdict.False},
		{"its address", "void h(int *); void g(void) { h(&v); }", verdict.False},
		{"in an initialiser", "int *p = &v;", verdict.False},
		{"by assembler", `void g(void) { __asm__("" : "=r"(v)); }`, verdict.False},
		{"assembler at file scope", `__asm__("nop");`, verdict.False},
		{"another of its name", "void g(void) { int v; v = 1; }", verdict.True},
		{"a second name", `extern int w __attribute__((alias("v"))); void g(void) { w = 1; }`, verdict.False},
		{"in a macro", "#define SET(x, y) ((x) = (y))\nvoid g(void) { SET(v, 2); }", verdict.False},
		{"in a statement expression", "int g(void) { return ({ v = 3; v; }); }", verdict.False},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "void reach_error(void);\nstatic int v = 7;\nvoid f(void) { if (v != 7) reach_error(); }\n" + c.rest + "\n"
			res := verify(t, cfront.Options{Entry: "f", Properties: []string{"unreach-call"}, Environment: cfront.Environment{Valid: true}}, text)
			if res.Verdict != c.want {
				t.Errorf("%v %s, want %v", res.Verdict, res.Detail, c.want)
			}
		})
	}
}

package run

import (
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestFreshPointers: pointers of unknown origin point to objects of their own also where they come back
// from memory, and it is not known any more which of them is which.
func TestFreshPointers(t *testing.T) {
	const head = "extern void *make(void);\nvoid reach_error(void);\nint input(void);\nstruct pair { char *one, *two; };\n"
	for _, tt := range []struct {
		name, text string
		pointers   cfront.UnknownPointers
		want       verdict.Verdict
	}{
		{"exchanged", "struct pair p = {make(), make()}; char *t = p.one; if (input()) { p.one = p.two; p.two = t; } *p.one = 0; *p.two = 1; if (*p.one) reach_error();", cfront.Fresh, verdict.True},
		{"exchanged, any", "struct pair p = {make(), make()}; char *t = p.one; if (input()) { p.one = p.two; p.two = t; } *p.one = 0; *p.two = 1; if (*p.one) reach_error();", cfront.Any, verdict.False},
		{"exchanged in unknown memory", "char *a = make(), *b = make(); struct pair *p = make(); p->one = a; p->two = b; char *t = p->one; p->one = p->two; p->two = t; *p->one = 0; *p->two = 1; if (*p->one) reach_error();", cfront.Fresh, verdict.True},
		{"one of two", "char *a = make(), *b = make(), *c = input() ? a : b; *a = 0; *b = 0; *c = 1; if (*a) reach_error();", cfront.Fresh, verdict.False},
		{"null", "char *a = make(), *b = make(), *c = input() ? a : b; if (!c) reach_error(); *c = 1;", cfront.Fresh, verdict.False},
	} {
		for _, ilp32 := range []bool{false, true} {
			text := head + "int main(void) { " + tt.text + " }\n"
			p := prepare.New(cfront.Options{ILP32: ilp32, Unknown: cfront.Unknown{UnknownPointers: tt.pointers}}, fstest.MapFS{"pointers.c": {Data: []byte(text)}}, "pointers.c")
			res, err := Verify(t.Context(), p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != tt.want {
				t.Errorf("%s, ILP32 %v: %s(%s), want %s: %s", tt.name, ilp32, res.Verdict, res.Reason, tt.want, res.Detail)
			}
		}
	}
}

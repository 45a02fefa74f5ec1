package cfront_test

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/program/cfront"
	"craig/internal/program/ir"
)

// TestUnknownTools: a function that GCC or a verifier knows, and craig does not, is an error message
// if it can be called.
func TestUnknownTools(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"int main(void) { return __builtin_frobnicate(1); }", "1:25: craig does not know what __builtin_frobnicate does"},
		{"int x;\nint main(void) { __atomic_frob(&x); return 0; }", "2:18: craig does not know what __atomic_frob does"},
		{"void __CPROVER_array_set(void *);\nint x;\nint main(void) { __CPROVER_array_set(&x); return 0; }", "3:18: craig does not know what __CPROVER_array_set does"},
		{"void __VERIFIER_nondet_array(int *);\nint x;\nint main(void) { __VERIFIER_nondet_array(&x); return 0; }", "3:18: craig does not know __VERIFIER_nondet_array with arguments"},
		{"void klee_make_symbolic();\nint x;\nint main(void) { klee_make_symbolic(&x, 4, \"x\"); return 0; }", "3:18: craig does not know what klee_make_symbolic does"},
		{"int f(void) { return __builtin_frobnicate(1); }\nint main(void) { return 0; }", ""},
		{"int __builtin_frobnicate(int x) { return x; }\nint main(void) { return __builtin_frobnicate(0); }", ""},
		{"int __VERIFIER_nondet_int();\nint main(void) { return __VERIFIER_nondet_int(); }", ""},
		{"int x;\nint main(void) { return __sync_fetch_and_add_4(&x, 1) + __atomic_load_4(&x, 5); }", ""},
	} {
		_, err := read(t, cfront.Options{Properties: []string{"unreach-call"}}, c.code)
		var e *cfront.Error
		switch {
		case c.want == "" && err != nil, c.want != "" && !errors.As(err, &e):
			t.Errorf("%s\n%v", c.code, err)
		case c.want != "" && !strings.HasSuffix(err.Error(), c.want):
			t.Errorf("%s\n%v, want %s", c.code, err, c.want)
		}
	}
}

// TestIntrinsics: a processor's instruction is not modelled, but for what its result has for a type.
func TestIntrinsics(t *testing.T) {
	p, err := read(t, cfront.Options{Properties: []string{"unreach-call"}}, `
typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a, v4 b) { return (v4)__builtin_ia32_paddd128(a, b); }
int main(void) { v4 a = {1}; a = f(a, a); return 0; }`)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range p.Notes {
		if n.Kind == ir.Unmodelled && strings.Contains(n.Text, "__builtin_ia32_paddd128") {
			return
		}
	}
	t.Errorf("no note says that it is not modelled: %v", p.Notes)
}

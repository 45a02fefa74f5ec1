package cfront_test

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/program/cfront"
)

// TestUnknownTools: a program is refused if a function can be called that GCC or a verifier knows, and craig does not.
func TestUnknownTools(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"int main(void) { return __builtin_frobnicate(1); }", "1:25: builtin __builtin_frobnicate"},
		{"int x;\nint main(void) { __atomic_frob(&x); return 0; }", "2:18: builtin __atomic_frob"},
		{"void __CPROVER_array_set(void *);\nint x;\nint main(void) { __CPROVER_array_set(&x); return 0; }", "3:18: library function __CPROVER_array_set"},
		{"void __VERIFIER_nondet_array(int *);\nint x;\nint main(void) { __VERIFIER_nondet_array(&x); return 0; }", "3:18: library function __VERIFIER_nondet_array"},
		{"void klee_make_symbolic();\nint x;\nint main(void) { klee_make_symbolic(&x, 4, \"x\"); return 0; }", "3:18: library function klee_make_symbolic"},
		{"int f(void) { return __builtin_frobnicate(1); }\nint main(void) { return 0; }", ""},
		{"int __builtin_frobnicate(int x) { return x; }\nint main(void) { return __builtin_frobnicate(0); }", ""},
		{"int __VERIFIER_nondet_int();\nint main(void) { return __VERIFIER_nondet_int(); }", ""},
		{"int x;\nint main(void) { return __sync_fetch_and_add_4(&x, 1) + __atomic_load_4(&x, 5); }", ""},
	} {
		_, err := read(t, cfront.Options{Properties: []string{"unreach-call"}}, c.code)
		var e *cfront.Unsupported
		switch {
		case c.want == "" && err != nil, c.want != "" && !errors.As(err, &e):
			t.Errorf("%s\n%v", c.code, err)
		case c.want != "" && !strings.HasSuffix(e.Pos.String()+": "+e.Why, c.want):
			t.Errorf("%s\n%v, want %s", c.code, err, c.want)
		}
	}
}

// TestIntrinsics: a processor's instruction is not modelled: the program is refused if it can be reached.
func TestIntrinsics(t *testing.T) {
	const text = `
typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a, v4 b) { return (v4)__builtin_ia32_paddd128(a, b); }
`
	_, err := read(t, cfront.Options{Properties: []string{"unreach-call"}}, text+"int main(void) { v4 a = {1}; a = f(a, a); return 0; }")
	var refused *cfront.Unsupported
	if !errors.As(err, &refused) || !strings.Contains(refused.Why, "__builtin_ia32_paddd128") {
		t.Errorf("%v", err)
	}
	if _, err := read(t, cfront.Options{Properties: []string{"unreach-call"}}, text+"int main(void) { return 0; }"); err != nil {
		t.Error(err)
	}
}

package cfront_test

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// notSupported is what is not supported of a program, "" if that is nothing: it is not read, or a place that executions may come to is left open.
func notSupported(t *testing.T, opts cfront.Options, text string) string {
	t.Helper()
	p, err := read(t, opts, text)
	var refused *cfront.Unsupported
	if errors.As(err, &refused) {
		return refused.Pos.String() + ": " + refused.Why
	}
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	for _, n := range p.Notes {
		if n.Kind == ir.Unmodelled {
			return n.Pos.String() + ": " + n.Text
		}
	}
	return ""
}

// TestUnknownTools: where a function is called that GCC or a verifier knows, and craig does not, nothing is known.
func TestUnknownTools(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"int main(void) { return __builtin_frobnicate(1); }", "1:25: the built-in function __builtin_frobnicate is not supported"},
		{"int x;\nint main(void) { __atomic_frob(&x); return 0; }", "2:18: the built-in function __atomic_frob is not supported"},
		{"void __CPROVER_array_set(void *);\nint x;\nint main(void) { __CPROVER_array_set(&x); return 0; }", "3:18: library function __CPROVER_array_set is not supported"},
		{"void __VERIFIER_nondet_array(int *);\nint x;\nint main(void) { __VERIFIER_nondet_array(&x); return 0; }", "3:18: library function __VERIFIER_nondet_array is not supported"},
		{"void klee_make_symbolic();\nint x;\nint main(void) { klee_make_symbolic(&x, 4, \"x\"); return 0; }", "3:18: library function klee_make_symbolic is not supported"},
		{"int f(void) { return __builtin_frobnicate(1); }\nint main(void) { return 0; }", ""},
		{"int __builtin_frobnicate(int x) { return x; }\nint main(void) { return __builtin_frobnicate(0); }", ""},
		{"int __VERIFIER_nondet_int();\nint main(void) { return __VERIFIER_nondet_int(); }", ""},
		{"int x;\nint main(void) { return __sync_fetch_and_add_4(&x, 1) + __atomic_load_4(&x, 5); }", ""},
	} {
		if got := notSupported(t, cfront.Options{Properties: []string{"unreach-call"}}, c.code); (got == "") != (c.want == "") || !strings.HasSuffix(got, c.want) {
			t.Errorf("%s\n%q, want %q", c.code, got, c.want)
		}
	}
}

// TestIntrinsics: a processor's instruction is not modelled.
func TestIntrinsics(t *testing.T) {
	const text = `
typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a, v4 b) { return (v4)__builtin_ia32_paddd128(a, b); }
`
	opts := cfront.Options{Properties: []string{"unreach-call"}}
	if got := notSupported(t, opts, text+"int main(void) { v4 a = {1}; a = f(a, a); return 0; }"); !strings.Contains(got, "__builtin_ia32_paddd128") {
		t.Errorf("%q", got)
	}
	if got := notSupported(t, opts, text+"int main(void) { return 0; }"); got != "" {
		t.Errorf("%q", got)
	}
}

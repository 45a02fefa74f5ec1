package run

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// reducedPrograms are programs with what the words right and broken make of them.
var reducedPrograms = []struct{ name, property, text, right, broken string }{
	{"own data", "unreach-call", `int a, b, c; void *f(void *q) { a += 1; a *= 2; return 0; } void *h(void *q) { b += 1; b *= 2; return 0; } void *k(void *q) { c += 1; c *= @; return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); pthread_create(&t[2], 0, k, 0); ALL(3) if (a + b + c != 6) reach_error(); }`, "2", "3"},
	{"two locks", "unreach-call", `pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER; int n, a; void *f(void *q) { for (int i = 0; i < 2; i++) { L n++; U } return 0; } void *h(void *q) { for (int i = 0; i < 2; i++) { pthread_mutex_lock(&o); a++; @; pthread_mutex_unlock(&o); } return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); ALL(2) if (n != 2 || a != 2) reach_error(); }`, "", "n++"},
	{"one lock", "unreach-call", `int n; void *f(void *q) { for (int i = 0; i < 2; i++) { L int x = n; @ n = x + 1; U } return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, f, 0); ALL(2) if (n != 4) reach_error(); }`, "", "U L"},
	{"a thread that never ends", "unreach-call", `int a, b; void *f(void *q) { for (;;) a ^= 1; } void *h(void *q) { b = 1; return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); pthread_join(t[1], 0); if (b @ 1) reach_error(); }`, "!=", "=="},
	{"main never ends", "unreach-call", `int a, b; void *h(void *q) { if (b @ 0) reach_error(); return 0; }
int main(void) { pthread_create(&t[0], 0, h, 0); for (;;) a ^= 1; }`, "!=", "=="},
	{"main ends", "unreach-call", `int a, b; void *f(void *q) { a++; return 0; } void *h(void *q) { b++; if (b @ 1) reach_error(); return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); }`, "!=", "=="},
	{"a thread ends all", "unreach-call", `#include <stdlib.h>
int a, b; void *f(void *q) { a++; exit(0); } void *h(void *q) { b++; if (b @ 1) reach_error(); return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); for (;;) ; }`, "!=", "=="},
	{"a third one sees both", "unreach-call", `_Atomic int a, b; void *f(void *q) { a = 1; return 0; } void *h(void *q) { b = @; return 0; } void *k(void *q) { if (a == 1 && b == 1) reach_error(); return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); pthread_create(&t[2], 0, k, 0); }`, "2", "1"},
	{"sees the second first", "unreach-call", `_Atomic int a, b; void *h(void *q) { b = 1; return 0; } void *f(void *q) { @ return 0; } void *k(void *q) { int x = b, y = a; if (x == 1 && y == 0) reach_error(); return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, k, 0); ALL(2) }`, "a = 1; b = 1;", "pthread_create(&t[2], 0, h, 0); a = 1;"},
	{"waits for a flag", "unreach-call", `_Atomic int go; int a, b; void *f(void *q) { a = 1; go = 1; b = 1; return 0; } void *h(void *q) { if (go && @ != 1) reach_error(); return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); }`, "a", "b"},
	{"a race at the end", "no-data-race", `int a, b, s; void *f(void *q) { a += 1; a *= 2; L s++; U return 0; } void *h(void *q) { b += 1; b *= 2; @ s++; U return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); ALL(2) }`, "L", "L U s++; L"},
	{"a race with what has an end", "no-data-race", `int a, b; void *f(void *q) { a++; return 0; } void *h(void *q) { b++; @ return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); ALL(2) a++; }`, "b++;", "a++;"},
	{"a race in an atomic section", "no-data-race", `int a, s; void *f(void *q) { __VERIFIER_atomic_begin(); a++; @ __VERIFIER_atomic_end(); return 0; } void *h(void *q) { L s++; U return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); ALL(2) }`, "a++;", "s++;"},
	{"deadlock of two beside a third", "no-deadlock", `pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER; int a; void *f(void *q) { L pthread_mutex_lock(&o); pthread_mutex_unlock(&o); U return 0; } void *h(void *q) { @ return 0; } void *k(void *q) { a++; a *= 2; return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); pthread_create(&t[2], 0, k, 0); ALL(3) }`, "L pthread_mutex_lock(&o); pthread_mutex_unlock(&o); U", "pthread_mutex_lock(&o); L U pthread_mutex_unlock(&o);"},
	{"a local variable of another one", "unreach-call", `int *p; void *f(void *q) { int x = 1; L p = &x; U L p = 0; U return 0; } void *h(void *q) { L if (p) *p @ 1; if (p && *p == 2) reach_error(); U return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); ALL(2) }`, "=", "+="},
	{"overflow of one", "no-overflow", `int a, b; void *f(void *q) { a = 0x7fffffff; a += b; return 0; } void *h(void *q) { @ return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); ALL(2) }`, "", "b = 1;"},
}

// TestReduced: errors of threads are found, and that there are none, where independent steps come in one order.
func TestReduced(t *testing.T) {
	for _, tt := range reducedPrograms {
		t.Run(tt.name, func(t *testing.T) {
			for with, want := range map[string]verdict.Verdict{tt.right: verdict.True, tt.broken: verdict.False} {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				opts := cfront.Options{Properties: []string{tt.property}, Threads: prepare.ReducedThreads}
				res, err := Verify(ctx, prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(roundHead + strings.Replace(tt.text, "@", with, 1))}}, "p.c"), Options{})
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if res.Verdict != want {
					t.Errorf("with %q: %s(%s): %s, want %s", with, res.Verdict, res.Reason, res.Detail, want)
				}
			}
		})
	}
}

// BenchmarkReduced: proofs of programs of which most steps are independent, by the product in all orders and in one.
func BenchmarkReduced(b *testing.B) {
	three := func(step string) (text string) {
		for _, x := range []string{"a", "b", "c"} {
			text += "int " + x + "; void *f" + x + "(void *q) { " + strings.ReplaceAll(step, "@", x) + " return 0; }\n"
		}
		return text + "int main(void) { pthread_create(&t[0], 0, fa, 0); pthread_create(&t[1], 0, fb, 0); pthread_create(&t[2], 0, fc, 0); ALL(3) "
	}
	for _, p := range []struct{ name, text string }{
		{"own", three("@ += 1; @ *= 2; @ += 3; @ ^= 1;") + "if (a + b + c != 12) reach_error(); }"},
		{"atomics", three("for (int i = 0; i < 3; i++) __atomic_add_fetch(&@, 1, 5);") + "if (a + b + c != 9) reach_error(); }"},
		{"lock", "int n;\n" + three("@ += 1; L n++; U @ *= 2;") + "if (n != 3 || a + b + c != 6) reach_error(); }"},
		{"locks", `pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER; int n, a; void *f(void *q) { for (int i = 0; i < 3; i++) { L n++; U } return 0; } void *h(void *q) { for (int i = 0; i < 3; i++) { pthread_mutex_lock(&o); a++; pthread_mutex_unlock(&o); } return 0; }
int main(void) { pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, h, 0); ALL(2) if (n != 3 || a != 3) reach_error(); }`},
	} {
		for name, threads := range map[string]int{"all": 3, "one": prepare.ReducedThreads} {
			b.Run(p.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
					res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"unreach-call"}, Threads: threads}, fstest.MapFS{"p.c": {Data: []byte(roundHead + p.text)}}, "p.c"), Options{})
					cancel()
					if err != nil {
						b.Fatal(err)
					}
					if res.Verdict != verdict.True {
						b.Skipf("%s(%s)", res.Verdict, res.Reason)
					}
				}
			})
		}
	}
}

package statements_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/program/c/cfront"
)

var update = flag.Bool("update", false, "write the expected text")

// TestList: the statements of a program, what they are to the ones around them, and at which positions edges of the automata begin them.
func TestList(t *testing.T) {
	const head = `
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); void reach_error(void);
#define TWICE(x) do { x; x; } while (0)
`
	var got strings.Builder
	for _, c := range []struct{ name, text, entry string }{
		{name: "conditions", text: `
int f(int v) { if (v) v++; else if (v > 2) { v--; v = 3; } else v = 4; if (0) v = 5; if (1 + 1) { ; } else v = 6; return v; }
int main(void) { int n = __VERIFIER_nondet_int(), m; int k; static int s = 3; extern int e; k = 2; return f(n) + k + s; }`},
		{name: "loops", text: `
int main(void) { int n = 0; for (int i = 0; i < 3; i++) n += i; for (n = 1; ; n++) { if (n > 5) break; continue; } while (1) { n--; if (!n) return 1; }
do n++; while (n < 3); do { n--; } while (0); while (0) n = 7; for (; 0; ) n = 8; TWICE(n++); }`},
		{name: "labels", text: `
int main(void) { switch (__VERIFIER_nondet_int()) { int dead = 3; case 1: return 1; case 2: case 3: { int k = 2; return k; } default: break; case 7: ; }
goto out; again: if (__VERIFIER_nondet_int()) goto out; goto again; out: return 0; { return 3; } }`},
		{name: "what fails", text: `
int main(void) { int n = __VERIFIER_nondet_int(); assert(n); assert(0); assert(!"why"); assert(0 && "why"); if (n == 3) abort(); if (n == 4) reach_error(); (void)0; n ? (void)n : abort(); asm(""); }`},
		{name: "what nothing calls", text: `
static int unused(int n) { return n; } int alone(void) { return unused(2); } static int pointed(void) { return 3; } int (*p)(void) = pointed; int main(void) { return p(); }`},
		{name: "an entry", entry: "f", text: `
static int unused(int n) { return n; } int f(int n) { if (n) return 2; return 3; }`},
		{name: "expressions", text: `
int main(void) { int n = ({ int k = 2; k++; k; }); n = ({ if (n) n++; n; }); int a[] = {1, 2}, b; char s[] = "x"; typeof(({ n++; n; })) q = 2; return sizeof({1; 2;}) + a[0] + s[0] + q; }`},
		{name: "a macro with functions", text: `
#define BOTH int f(void) { return 1; } int g(void) { return 2; }
BOTH
int main(void) { return f(); }`},
	} {
		c.text = strings.Replace(c.text, "sizeof({1; 2;})", "sizeof(({ 1; 2; }))", 1)
		files := fstest.MapFS{"a.c": {Data: []byte(head + c.text)}}
		opts := cfront.Options{Properties: []string{"unreach-call"}, Lists: cfront.Lists{Statements: true}, Entry: c.entry}
		p, err := cfront.ReadFrom(t.Context(), opts, cfront.NewFiles(files), "a.c")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "---- %s\n", c.name)
		for _, s := range p.Statements {
			edges := len(s.Edges)
			for _, e := range s.Edges {
				if p.Edges[e].Pos != s.Pos {
					t.Errorf("%s: an edge at %s instead of %s", c.name, p.Edges[e].Pos, s.Pos)
				}
			}
			s.Edges = nil
			fmt.Fprintf(&got, "%+v %d\n", s, edges)
		}
	}
	const golden = "testdata/list.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("%s\ninstead of\n%s", got.String(), want)
	}
}

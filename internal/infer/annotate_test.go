package infer_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/infer"
	"craig/internal/prepare"
	"craig/internal/run"
	"craig/internal/testenv"
)

const fillText = `struct ring { int n; };

/* how many of them there are */
static unsigned
fill(unsigned n, unsigned cap)
{
  unsigned k = 0;
  char t[16];
  while (k < n)
    t[k++] = 1;
  return t[0] / cap;
}
unsigned one(struct ring *r) { return fill(1, r->n); }
`

// TestAnnotate: what is written is the text with the contract and an invariant, and the function is proved in it; with a wrong
// invariant it is not, so that invariants are checked.
func TestAnnotate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fill.c")
	if err := os.WriteFile(file, []byte(fillText), 0o666); err != nil {
		t.Fatal(err)
	}
	c := find(t, file, "fill", "null", "bounds", "div-by-zero")
	out, err := c.Annotate(t.Context(), infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, rest := string(out), string(out)
	for _, part := range []string{"them there are */\n/*@ requires ", "cap != 0", "; */\nstatic unsigned\nfill(unsigned n, unsigned cap)\n#ifdef __CPROVER__\n__CPROVER_requires(", "\n#endif\n{\n", "\n  /*@ loop invariant ", "loop assigns k, t[..];", "loop variant n - k; */\n  while (k < n)"} {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Fatalf("no %q in\n%s", part, text)
		}
		rest = after
	}
	verify := func(text string) verdict.Verdict {
		t.Helper()
		p := prepare.New(options("fill", usual...), nil, file)
		p.Give(file, []byte(text))
		r, err := run.Verify(t.Context(), p, run.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return r.Verdict
	}
	if v := verify(text); v != verdict.True {
		t.Errorf("%s:\n%s", v, text)
	}
	if v := verify(strings.Replace(text, "/*@ loop invariant ", "/*@ loop invariant k != 3 && ", 1)); v != verdict.False {
		t.Errorf("%s with a wrong invariant:\n%s", v, text)
	}

	// Where no call is good, nothing is written.
	if err := os.WriteFile(file, []byte("int wrong(int x) { int *p = 0; return *p + x; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := find(t, file, "wrong", "null").Annotate(t.Context(), infer.Options{}); err == nil {
		t.Errorf("%s", out)
	}
}

// TestHeader: what a function assigns and returns, and how much pointers lead to, is written where it is proved, in ACSL and in the words of CBMC; gcc reads the text.
func TestHeader(t *testing.T) {
	testenv.NeedsLong(t)
	const text = `int level;
int clamp(int v) { if (v < 0) return 0; return v > 100 ? 100 : v; }
unsigned char low(unsigned n) { return n & 7; }
void copy(int *to, const int *from, unsigned n) { for (unsigned i = 0; i < n; i++) to[i] = from[i]; }
int set(int *old, int v) { *old = level; level = v; return 0; }
int *of(int *p) { return p; }
int first(const int *a, int n) { return a[n - 1]; }
int down(int n)
{
  int k = 0;
  while (n > 0) {
    int half = n / 2;
    n = half;
    if (k < 100) k++;
  }
  return k;
}
struct buf { unsigned char *data; unsigned len; unsigned cap; };
int put(struct buf *b, unsigned char c)
{
  if (b->len >= b->cap) return -1;
  b->data[b->len] = c;
  b->len++;
  return 0;
}
struct stack { struct buf *top; };
unsigned pop(struct stack *s) { return s->top->len; }
struct line { char data[64]; unsigned used; };
void append(struct line *t, const char *src, unsigned n) { __builtin_memcpy(t->data, src, n > 64 ? 64 : n); }
int mixed(int a, unsigned b) { if ((long long)a + b < -4) return 1 / (b - b); return 0; }
int middle(int a, int b) { return 0 / ((long long)a + b >= -2147483648LL && (long long)a + b <= 2147483647); }
int keep(int **to, int *p) { to[0][0] = *p; return *p; }
`
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ function, acsl, cprover string }{
		{"clamp", "/*@ assigns \\nothing;\n    ensures 0 <= \\result <= 100; */", "__CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value >= 0) __CPROVER_ensures(__CPROVER_return_value <= 100)"},
		{"low", "/*@ assigns \\nothing;\n    ensures \\result <= 7; */", "__CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value <= 7)"},
		{"copy", "/*@ requires \\valid(to + (0 .. n - 1));\n    requires \\valid_read(from + (0 .. n - 1));\n    assigns to[0 .. n - 1]; */",
			"__CPROVER_requires(__CPROVER_is_fresh(to, n * sizeof(*to))) __CPROVER_requires(__CPROVER_is_fresh(from, n * sizeof(*from))) __CPROVER_assigns(__CPROVER_object_whole(to))"},
		{"copy", "/*@ loop invariant i <= n; loop assigns i, to[0 .. n - 1]; loop variant n - i; */ for (unsigned i", "i++)\n#ifdef __CPROVER__\n__CPROVER_assigns(i; __CPROVER_object_whole(to)) __CPROVER_loop_invariant(i <= n) __CPROVER_decreases(n - i)\n#endif\n to[i]"},
		{"pop", "requires \\valid(s->top);", "__CPROVER_is_fresh(s, sizeof(*s))) __CPROVER_requires(s->top != 0) __CPROVER_requires(__CPROVER_is_fresh(s->top, sizeof(*s->top)))"},
		{"append", "requires \\valid(t);", ""},
		{"set", "/*@ requires \\valid(old);\n    assigns *old, level;\n    ensures \\result == 0; */", "__CPROVER_assigns(*old; level)"},
		{"of", "/*@ requires \\valid(p);\n    assigns \\nothing;\n    ensures \\result != \\null; */", "__CPROVER_ensures(__CPROVER_return_value != 0)"},
		{"first", "/*@ requires \\valid_read(a + (0 .. n - 1));\n    requires n > 0;\n    assigns \\nothing; */", ""},
		{"down", "/*@ loop assigns n, k;\n      loop variant n; */\n  while (n > 0)", ""},
		{"put", "/*@ requires \\valid(b);\n    requires b->data == \\null || \\valid(b->data + (0 .. b->cap - 1));\n    requires b->data != 0 || b->cap <= b->len;\n    requires b->len <= b->cap;\n    assigns *b, b->data[0 .. b->cap - 1];\n    ensures -1 <= \\result <= 0; */", "__CPROVER_assigns(*b; b->data != 0: __CPROVER_object_whole(b->data))"},
		{"mixed", "requires (long long)a + (long long)b >= ", ""},
		{"middle", "requires a + b >= -2147483648", "(long long)a + b >= -2147483647 - 1"},
		{"keep", "", ""},
	} {
		c := find(t, file, x.function, "null", "bounds", "div-by-zero")
		out, err := c.Annotate(t.Context(), infer.Options{})
		if err != nil {
			t.Errorf("%s: %v", x.function, err)
			continue
		}
		if !strings.Contains(string(out), x.acsl) || !strings.Contains(string(out), x.cprover) || x.acsl == "" && strings.Contains(string(out), "assigns") {
			t.Errorf("%s: want %s %s in\n%s", x.function, x.acsl, x.cprover, out)
		}
		compile(t, out)
	}
}

// compile has gcc, if it is there, read a text.
func compile(t *testing.T, text []byte) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return
	}
	cmd := exec.CommandContext(t.Context(), gcc, "-fsyntax-only", "-Wall", "-xc", "-")
	cmd.Stdin = bytes.NewReader(text)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("gcc: %s\n%s", said, text)
	}
}

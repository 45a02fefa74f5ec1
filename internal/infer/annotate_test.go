package infer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/infer"
	"craig/internal/prepare"
	"craig/internal/run"
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
	for _, part := range []string{"them there are */\n/*@ requires ", "cap != 0", "; */\nstatic unsigned\nfill(unsigned n, unsigned cap)\n#ifdef __CPROVER__\n__CPROVER_requires(", "\n#endif\n{\n", "\n  /*@ loop invariant ", "; */ while (k < n)"} {
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

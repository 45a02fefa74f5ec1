package run

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestNothingToReach: a program without an error of the property is proved with its calls, not inlined; one that
// has such an error, wherever, is not taken for it.
func TestNothingToReach(t *testing.T) {
	const text = `int __VERIFIER_nondet_int(void);
static int half(int x) { return x / 2; }
static int quarter(int x) { return half(x) + half(x + 1); }
static int (*const table[])(int) = {half, quarter};
int main(void) { unsigned char x = __VERIFIER_nondet_int(); return table[x & 1](x) DIVIDED; }
`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		divided string
		want    verdict.Verdict
		calls   bool
	}{
		{"", verdict.True, true},
		{"/ (x + 1)", verdict.True, false},
		{"/ x", verdict.False, false},
	} {
		opts := cfront.Options{Properties: []string{"div-by-zero"}, Preprocessing: cfront.Preprocessing{Define: []string{"DIVIDED=" + c.divided}}}
		res, err := Verify(t.Context(), prepare.New(opts, nil, file), Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != c.want || res.Calls != c.calls {
			t.Errorf("%q: %s, with calls %v; want %s, %v; %s", c.divided, res.Verdict, res.Calls, c.want, c.calls, res.Detail)
		}
	}
}

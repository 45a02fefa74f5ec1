package cover

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/logic/term"
)

// TestSeen: executions come to the lines that say so, and to no others; where an invariant is false, none does, nor to what only leads
// from there.
func TestSeen(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int half(int v)
{
	if (v < 0)
		return 0; // executed
	return v / 2; // executed
}
int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n > 5 && n < 3) {
		n = half(n); // never
		n++; // never
	}
	for (int i = 0; i < 3; i++)
		n += half(n % 100); // executed
	if (n == n + 0 * n)
		return half(n % 7); // executed
	reach_error(); // never
	return 1;
}
`
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := prepare.New(cfront.Options{}, nil, file).Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	st := term.NewStore()
	proof := verdict.Invariants{}
	for _, e := range p.Edges {
		if at, ok := lineOf(e); ok && at.Line == 13 {
			proof[e.From] = st.False()
			break
		}
	}
	if len(proof) == 0 {
		t.Fatal("the line has no edge")
	}
	s := Seen(t.Context(), p, proof, 100_000)
	executed, excluded := map[int]bool{}, map[int]bool{}
	for at := range s.Executed {
		executed[at.Line] = true
	}
	for at := range s.Excluded {
		excluded[at.Line] = true
	}
	for i, line := range strings.Split(text, "\n") {
		if strings.HasSuffix(line, "// executed") && !executed[i+1] || strings.HasSuffix(line, "// never") && executed[i+1] {
			t.Errorf("line %d: executed: %v, %s", i+1, executed[i+1], line)
		}
		if executed[i+1] && excluded[i+1] {
			t.Errorf("line %d is executed, and excluded", i+1)
		}
	}
	if !excluded[13] || !excluded[14] || excluded[16] || s.Runs < 2 {
		t.Errorf("excluded: %v, in %d runs", slices.Sorted(maps.Keys(excluded)), s.Runs)
	}
	if again := Seen(t.Context(), p, proof, 100_000); !maps.Equal(again.Executed, s.Executed) {
		t.Error("a second call gives something else")
	}
	if none := Seen(t.Context(), p, verdict.Execution{}, 0); len(none.Executed) > 0 || len(none.Excluded) > 0 || len(none.Statements) == 0 {
		t.Errorf("without steps: %+v", none)
	}
}

package csource_test

import (
	"slices"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"

	"os"
	"path/filepath"
)

// TestScopes: two copies of a function have variables of one C name; a formula is written with those of
// the copy that its location is in, also if they are fields and their address is taken elsewhere.
func TestScopes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "copies.c")
	text := `extern int __VERIFIER_nondet_int(void);
struct pair { int low, high; };
static int spread(int n) {
  struct pair p = { 0, n }, *q = &p;
  while (p.low < p.high) p.low++;
  return q->low;
}
int main(void) { return spread(__VERIFIER_nondet_int()) + spread(7); }
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p := enginetest.Inlined(t, cfront.Options{Properties: []string{"no-overflow"}}, file)
	st, inv := term.NewStore(), verdict.Invariants{}
	var all []term.Term
	p.AllVars(func(v *ir.Var) {
		if v.CName != "" && v.Type.Kind == ir.Integer {
			all = append(all, st.Le(sem.Here(v).Term(st), st.Int(int64(100+len(all)))))
		}
	})
	heads := 0
	for l, info := range p.Locs {
		if info != nil && info.Loop {
			inv[ir.Loc(l)] = st.And(all...)
			heads++
		}
	}
	if heads != 2 {
		t.Fatalf("%d loop heads", heads)
	}
	found := csource.LoopInvariants(p, inv)
	if len(found) != 1 || found[0].Function != "spread" || found[0].Pos.Line != 5 || len(found[0].Disjuncts) != 2 {
		t.Fatalf("got %+v", found)
	}
	for _, d := range found[0].Disjuncts {
		var names []string
		for _, conjunct := range strings.Split(d, " && ") {
			name, _, _ := strings.Cut(conjunct, " ")
			names = append(names, name)
		}
		slices.Sort(names)
		if !slices.Equal(names, []string{"n", "p.high", "p.low"}) {
			t.Errorf("%s is over %v", d, names)
		}
	}
}

package csource_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
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

// said are what a proof that has all of the formulas about the variables of p says of each loop, by its line.
func said(t *testing.T, opts cfront.Options, text string, formulas func(st *term.Store, p *ir.Program, v *ir.Var) []term.Term) (map[int]string, *ir.Program) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "said.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p := enginetest.Inlined(t, opts, file)
	st, inv := term.NewStore(), verdict.Invariants{}
	var all []term.Term
	p.AllVars(func(v *ir.Var) { all = append(all, formulas(st, p, v)...) })
	scopes, lines := csource.NewScopes(p, ctext.New(file, []byte(text))), map[int]string{}
	for l, info := range p.Locs {
		if info != nil && info.Loop {
			inv[ir.Loc(l)] = st.And(all...)
			lines[info.LoopPos.Line], _ = scopes.Said(ir.Loc(l), inv)
		}
	}
	return lines, p
}

// TestNamesMeant: of variables with one name a loop speaks of the one that the name means there.
func TestNamesMeant(t *testing.T) {
	text := `int i;
int main(void) {
  int s = 0;
  while (i < 3) i++;
  for (int i = 0; i < 5; i++)
    for (int i = 0; i < 4; i++) s++;
  { int i = 7;
    while (i > 0) { int s = 3; i -= s; } }
  for (unsigned i = 9; i; i--) s--;
  return s;
}
`
	bounds := map[int]*ir.Var{}
	lines, _ := said(t, cfront.Options{Properties: []string{"no-overflow"}}, text, func(st *term.Store, _ *ir.Program, v *ir.Var) []term.Term {
		if v.CName != "i" && v.CName != "s" {
			return nil
		}
		n := 100 + len(bounds)
		bounds[n] = v
		return []term.Term{st.Le(sem.Here(v).Term(st), st.Int(int64(n)))}
	})
	want := map[int]int{4: 1, 5: 5, 6: 6, 8: 7, 9: 9} // the line of the loop, and of the i that it means
	if len(lines) != len(want) {
		t.Fatalf("loops: %v", lines)
	}
	for line, declared := range want {
		parts := strings.Split(lines[line], " && ")
		for _, part := range parts {
			name, bound, _ := strings.Cut(part, " <= ")
			n, _ := strconv.Atoi(bound)
			if v := bounds[n]; v == nil || v.CName != name || v.CName == "i" && v.Pos.Line != declared || v.CName == "s" && v.Pos.Line != 3 {
				t.Errorf("line %d: %s is said of %+v", line, part, v)
			}
		}
		if len(parts) != 2 {
			t.Errorf("line %d: %q", line, lines[line])
		}
	}
}

// TestSaidInC: what is said has no number of an address, no name of the surroundings, and nothing that types say; what a parameter leads to is said
// by way of it while it is as it was given.
func TestSaidInC(t *testing.T) {
	text := `typedef int (*op)(int);
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static const op ops[2] = { inc, dec };
struct ring { int buf[8]; unsigned head; };
int run(struct ring *r, struct ring *moved, int *q, op f, int n, char *s, int *a) {
  op g = n ? inc : dec;
  if (n > 9 || moved->head > 3) return 0;
  moved++;
  while (n > 0 && r->head < 7 && *q) { n--; *q = 1; f = ops[n & 1]; n = f(n) + g(1); for (int k = 0; k < n && s[k]; k++) a[k] = 0; }
  return n;
}
`
	lines, p := said(t, cfront.Options{Entry: "run", Environment: cfront.Environment{Valid: true, Initial: true}, Properties: []string{"no-overflow"}}, text, func(st *term.Store, p *ir.Program, v *ir.Var) (list []term.Term) {
		x := sem.Here(v).Term(st)
		switch {
		case v.Type.Kind == ir.Integer:
			list = append(list, st.Le(x, st.Int(6)), st.Le(x, st.Int(7)), st.Or(st.Le(x, st.Int(5)), st.Eq(x, st.Int(4))), st.Le(x, st.IntNum(v.Type.Max())), st.Le(st.IntNum(v.Type.Min()), x))
		case v.Type.Kind == ir.Pointer:
			list = append(list, st.Le(st.Int(0), x), st.Le(st.Int(1), x), st.Le(x, st.Int(16777216)), st.Le(st.Int(65536), x))
			for _, o := range p.Objects {
				if o.Addr.Sign() > 0 {
					list = append(list, st.Eq(x, st.IntNum(o.Addr)))
				}
			}
		}
		return list
	})
	text, whole := lines[10], map[string]bool{}
	for _, part := range strings.Split(text, " && ") {
		whole[part] = true
	}
	for _, want := range []string{"n <= 5", "r->head <= 5", "*q <= 5", "g == &inc", "g == &dec", "r != 0"} {
		if !whole[want] {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if bad := regexp.MustCompile(`craig|_object|_function|::|moved->|\d{4}|>= 0|\*[sa]\b`).FindString(text); bad != "" {
		t.Errorf("%q in %s", bad, text)
	}
	if p.Environment == nil || len(p.Environment.Paths) == 0 {
		t.Error("there are no surroundings")
	}
}

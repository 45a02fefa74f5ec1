package syntax

import (
	"strings"
	"testing"

	"craig/internal/program/c/pp"
)

// TestClauses: clauses of CBMC are at the function or loop that they are about, and their operators are C's with two more.
func TestClauses(t *testing.T) {
	u, errs, _ := parseText(t, Config{}, "x.c", []byte(`
int f(int *p, int n) __CPROVER_requires(n > 0 && __CPROVER_is_fresh(p, n)) __CPROVER_ensures(__CPROVER_return_value == 0)
{
	for (int i = 0; i < n; i++) __CPROVER_loop_invariant(i <= n) __CPROVER_decreases(n - i) p[i] = 0;
	while (n) __CPROVER_loop_invariant(n >= 0) n--;
	do n++; while (n < 3) __CPROVER_loop_invariant(n < 4);
	__CPROVER_assert(n == 3 ==> p == 0 ==> __CPROVER_forall { int i; 0 <= i && i < n ==> p[i] == 0 }, "zero");
	return 0;
}
int g(void) __CPROVER_assigns();
`))
	if len(errs) > 0 {
		t.Fatal(errs[0].Msg)
	}
	f := u.Decls[0].(*FuncDef)
	if c := f.Decl.Clauses; len(c) != 2 || c[0].Name != "__CPROVER_requires" || c[0].Text != "n > 0 && __CPROVER_is_fresh ( p , n )" {
		t.Errorf("the clauses of f are %v", c)
	}
	list := f.Body.List
	if n := []int{len(list[0].(*For).Clauses), len(list[1].(*While).Clauses), len(list[2].(*DoWhile).Clauses)}; n[0] != 2 || n[1] != 1 || n[2] != 1 {
		t.Errorf("the loops have %v clauses", n)
	}
	got := exprText(list[3].(*ExprStmt).X)
	want := `__CPROVER_assert(((n == 3) ==> ((p == 0) ==> forall { int i; ((0 <= i) && (i < n)) ==> (p[i] == 0) })), "zero")`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if c := u.Decls[1].(*Declaration).List[0].Decl.Clauses; len(c) != 1 {
		t.Errorf("the clauses of g are %v", c)
	}
}

// TestAnnotations: contracts in comments are kept where a declaration or a statement may begin, and are in nobody's way
// elsewhere.
func TestAnnotations(t *testing.T) {
	source := pp.New(pp.Config{Annotations: &pp.Annotations{
		Is:      func([]byte) bool { return true },
		Keyword: func(string) bool { return false },
	}})
	source.Open("x.c", []byte(`
/*@ requires n > 0; */
int f(int n /*@ in a list */)
{
	//@ assert n > 0;
	int k = /*@ in an expression */ n;
	/*@ loop invariant k >= 0; */
	while (k /*@ in a condition */ > 0)
		//@ assert k > 0;
		k--;
	if (k) /*@ assert \\false; */ return 1; else /*@ assert k == 0; */ k = 1;
	return k /*@ at the end */;
}
`))
	u, errs := Parse(Config{}, source)
	if len(errs) > 0 || source.Err() != nil {
		t.Fatal(errs, source.Err())
	}
	var kept []string
	var see func(s Stmt)
	see = func(s Stmt) {
		switch s := s.(type) {
		case *DeclStmt:
			if a, ok := s.Decl.(*Annotation); ok {
				kept = append(kept, a.Text)
			}
		case *Block:
			for _, x := range s.List {
				see(x)
			}
		case *While:
			see(s.Body)
		case *If:
			see(s.Then)
			see(s.Else)
		}
	}
	a, ok := u.Decls[0].(*Annotation)
	if !ok || !strings.Contains(a.Text, "requires n > 0 ;") {
		t.Errorf("the contract of f is %v", u.Decls[0])
	}
	see(u.Decls[1].(*FuncDef).Body)
	if len(kept) != 5 {
		t.Errorf("kept %q", kept)
	}
}

// TestFormulas: formulas of ACSL are expressions of C; clauses that are not understood are none.
func TestFormulas(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"assert n > 0;", "n > 0"},
		{"check small: n < 3 && k[n] == *p;", "(n < 3) && (k[n] == (* p))"},
		{"assert n > 0; assert k == 0;", "n > 0, k == 0"},
		{"assert n > 0 ==> k == 0 ==> q->x;", "(n > 0) ==> ((k == 0) ==> q->x)"},
		{"assert n < -1 || n + 1 > 2;", "(n < (- 1)) || ((n + 1) > 2)"},
		{"assert (n > 0) == (k > 0);", "(n > 0) == (k > 0)"},
		{"assert 0 <= n < 3;", "((0 <= n) && (n < 3))"},
		{"assert n == k == 1;", "((n == k) && (k == 1))"},
		{"assert n & k == 1;", "n & (k == 1)"},
		{"assert a ? b : c;", "a ? b : c"},
		{"assert n <==> k ==> q;", "(! n) == (! (k ==> q))"},
		{"assert n ^^ k && q;", "(! n) != (! (k && q))"},
		{"assert n ^ k;", "n ^ k"},
		{"assert (integer)n > 0 && (int)n > 0;", "(((long long )n) > 0) && (((int )n) > 0)"},
		{"assert \\valid(p) && f(n);", "\\valid(p) && f(n)"},
		{"assert \\forall integer i; i > n && \\exists int j; j < i;", "forall { long long i; (i > n) && exists { int j; j < i } }"},
		{"assert \\let x = n + 1; x > n && k.x;", "((n + 1) > n) && k.x"},
		{"predicate in(integer x, int y) = 0 <= x < y; assert in(n, 3) || in{Pre}(n, k);", "(((0 <= ((long long )(n))) && (((long long )(n)) < (3)))) || \\old((((0 <= ((long long )(n))) && (((long long )(n)) < (k)))))"},
		{"predicate all(int *a) = \\forall integer j; a[j] > 0; assert \\exists integer j; all(b + j);", "exists { long long j; (forall { long long j; (b + j)[j] > 0 }) }"},
		{"loop invariant n > 0; loop variant n; assert 1;", "n > 0, n, 1"},
		{"loop variant n + 1, k; decreases k, n; terminates k;", "n + 1, k, k, n, k"},
		{"loop variant n for less;", ""},
		{"requires n > 0; behavior b: assumes n; ensures k;", "n > 0, n, k"},
		{"assert 0 <= n & k < 3;", ""},
		{"assert n ^^ k ^^ q;", ""},
		{"assert n = 1;", ""},
		{"assert n > 0", ""},
		{"assert n > 0; ghost int x;", ""},
		{"predicate p(int x) = p(x); assert p(1);", "(p((1)))"}, // a function of that name
	} {
		source := pp.New(pp.Config{Annotations: &pp.Annotations{Is: func([]byte) bool { return true }, Keyword: func(string) bool { return false }}})
		source.Open("x.c", []byte("int f(int n) { /*@ "+c.text+" */ return n; }"))
		seen := 0
		u, errs := Parse(Config{Claims: true, Annotation: func(string) { seen++ }}, source)
		if len(errs) > 0 || source.Err() != nil || seen != 1 || len(u.Decls) != 1 {
			t.Fatalf("%s: %v %v, %d comments", c.text, errs, source.Err(), seen)
		}
		list := u.Decls[0].(*FuncDef).Body.List
		var got []string
		a := list[0].(*DeclStmt).Decl.(*Annotation)
		for _, x := range a.Clauses {
			if !a.Read {
				continue
			}
			for _, m := range x.Measures {
				got = append(got, exprText(m))
			}
			if x.X != nil {
				got = append(got, exprText(x.X))
			}
		}
		if _, ok := list[1].(*Return); !ok || strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q instead of %q", c.text, got, c.want)
		}
	}
}

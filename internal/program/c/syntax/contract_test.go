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

// TestFormulas: formulas of ACSL are expressions of C. What is wrong in a clause is a mistake; what is not supported leaves it out, and no other.
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
		{"loop variant n for less; assert n;", "- a variant for a relation of its own is not supported, n"},
		{"requires n > 0; behavior b: assumes n; ensures k;", "n > 0, n, k"},
		{"assert 0 <= n & k < 3;", "! comparisons beside bit operations need brackets"},
		{"assert n ^^ k ^^ q;", "! ^^ of more than two needs brackets"},
		{"assert n = 1;", "! an assignment in a clause, where == compares"},
		{"assert (n += 1) > 0;", "! ')' was wanted before '+='"},
		{"assert n++ > 0;", "! ++ changes a variable, which a clause does not do"},
		{"assert ;", "! an expression is missing"},
		{"assert n; assert n > 0", "! a clause without an end: assert"},
		{"assert n; asert n;", "! asert is no clause of a contract; was assert meant?"},
		{"loop n; assert n;", "- the clause loop n is not supported, n"},
		{"assert n > 0; ghost int x; x = 1;", "n > 0, - the clause ghost is not supported"},
		{"axiomatic A { logic int f(int x); axiom a: f(0) == 0; } assert n;", "- the clause axiomatic is not supported, n"},
		{"lemma l: \\forall int i; i > 0; assert n;", "- the clause lemma is not supported, n"},
		{"assert \\sum(0, 3, \\lambda integer i; i) == n; assert k;", "- \\sum is not supported, k"},
		{"assert \\forall int i; \\numof(i, n) > 0; assert k;", "- \\numof is not supported, k"},
		{"predicate p(int x) = p(x); assert n;", "- p is defined by itself, which is not supported, n"},
		{"predicate p(real x) = x > 0; assert n;", "- real numbers are not supported, n"},
		{"predicate p{A, B}(int x) = \\at(x, A) == 0; assert n;", "- p has more than one label, n"},
		{"logic int f(int x) reads x; assert n;", "- the logic f has no definition, n"},
		{"predicate p(int x) = x; predicate p(int y) = y;", "! p is defined twice"},
		{"predicate p(int x) = x == \\old(x);", "! \\old and \\result in the definition of p have no meaning there"},
		{"predicate p(int x) = x; assert p(n, 1);", "! p is given 2 arguments, and not as many as it has parameters: 1"},
		{"predicate p(int x) = x; assert p;", "! p needs its arguments"},
		{"predicate p(int x) = x; assert p{L2}(n); assert k;", "- p with the label L2 is not supported, k"},
		{"assert \\let y; y == 1;", "! \\let needs a name and a term: \\let x = term; body"},
		{"requires n # 1;", "! '#' is no character of C"},
	} {
		source := pp.New(pp.Config{Annotations: &pp.Annotations{Is: func([]byte) bool { return true }, Keyword: func(string) bool { return false }}})
		source.Open("x.c", []byte("int f(int n) { /*@ "+c.text+" */ return n; }"))
		u, errs := Parse(Config{Claims: true}, source)
		if len(errs) > 0 {
			if got := "! " + errs[0].Msg; got != c.want {
				t.Errorf("%s: %q instead of %q", c.text, got, c.want)
			}
			continue
		}
		if source.Err() != nil || len(u.Decls) != 1 {
			t.Fatalf("%s: %v", c.text, source.Err())
		}
		list := u.Decls[0].(*FuncDef).Body.List
		var got []string
		for _, x := range list[0].(*DeclStmt).Decl.(*Annotation).Clauses {
			if x.Left != nil {
				got = append(got, "- "+x.Left.Why)
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
	grows := "/*@ predicate a(integer a) = a > 2;"
	for i := 'b'; i < 'y'; i++ {
		grows += " predicate " + string(i) + "(integer x) = " + string(i-1) + "(x) && " + string(i-1) + "(x + 1);"
	}
	u, errs, _ := parseAnnotated(t, grows+" */")
	if a := u.Decls[0].(*Annotation); len(errs) > 0 || len(a.Clauses) == 0 || !strings.Contains(a.Clauses[0].Left.Why, "becomes too long") {
		t.Errorf("definitions that grow: %v, %d clauses, %v", errs, len(a.Clauses), a.Clauses)
	}
}

func parseAnnotated(t *testing.T, text string) (*Unit, []*Error, *pp.Preprocessor) {
	t.Helper()
	source := pp.New(pp.Config{Annotations: Annotations()})
	source.Open("x.c", []byte(text))
	u, errs := Parse(Config{Claims: true}, source)
	return u, errs, source
}

// TestStrayContracts: contracts where neither a declaration nor a statement may begin are in nobody's way, and their places are known; comments of other
// tools are none, unless they were surely meant to be.
func TestStrayContracts(t *testing.T) {
	for _, c := range []struct {
		text   string
		strays int
	}{
		{"int f(int x /*@ requires x > 0; */) { return x; }", 1},
		{"int f(int x) /*@ requires x > 0; */ { return x /*@ ensures x; */; }", 2},
		{"enum e { /*@ requires 1; */ A, B /*@ requires 1; */ };", 2},
		{"struct s { /*@ invariant a > 0; */ int a; /*@ invariant a > 0; */ };", 2},
		{"int a[] = { /*@ requires 1; */ 1, /*@ requires 1; */ 2 };", 2},
		{"void f(void) { for (int i = 0; /*@ assert i; */ i < 3; i++) ; }", 1},
		{"int x = 1 ? /*@ assert 1; */ 2 : /*@ assert 1; */ 3;", 2},
		{"/*@ null @*/ int *f(/*@ unused @*/ int x) { /*@ -type */ return 0; /*@ = ; */ }", 0},
		{"/*@ ensures 1; */ int f(void) { /*@ assert 1; */ return 0; }", 0},
	} {
		if u, errs, _ := parseAnnotated(t, c.text); len(errs) > 0 || len(u.Strays) != c.strays {
			t.Errorf("%s: %d instead of %d %v", c.text, len(u.Strays), c.strays, errs)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"/*@ requirs x > 0; */ int f(int x) { return x; }", "requirs is no clause of a contract; was requires meant?"},
		{"/*@ requires x > 0 */ int f(int x) { return x; }", "a contract without a semicolon"},
	} {
		if _, errs, _ := parseAnnotated(t, c.text); len(errs) != 1 || errs[0].Msg != c.want {
			t.Errorf("%s: %v", c.text, errs)
		}
	}
}

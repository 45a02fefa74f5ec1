package pp_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/c/pp"
)

// annotated preprocesses a text in which comments with a semicolon are annotations: these in ⟨ ⟩, each of their tokens with its place if
// places is set.
func annotated(text string, places bool) (string, error) {
	p := pp.New(pp.Config{
		Files:   someHeaders,
		Include: []pp.Dir{{Path: "dir"}},
		Annotations: &pp.Annotations{
			Is:      func(comment []byte) bool { return bytes.IndexByte(comment, ';') > 0 },
			Keyword: func(word string) bool { return word == "assert" || word == "loop" || word == "invariant" },
		},
	})
	p.Open("f.c", []byte(text))
	var b strings.Builder
	inside := false
	for t := p.Next(); t.Kind != pp.EOF; t = p.Next() {
		switch t.Kind {
		case pp.Annotation:
			b.WriteString(" ⟨")
			inside = true
		case pp.EndAnnotation:
			b.WriteString(" ⟩")
			inside = false
		default:
			b.WriteString(" " + p.Text(t))
			if places && inside {
				at := p.Place(t.Exp)
				fmt.Fprintf(&b, "@%d:%d", at.Line, at.Col)
			}
		}
	}
	return strings.TrimSpace(b.String()), p.Err()
}

// TestAnnotations: comments that are annotations are tokens in which macros are expanded; other comments are white space.
func TestAnnotations(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// what is in them
		{"/*@ a; */ b //@ c;\n/* no; */ /*@ no */ // no;", "⟨ a ; ⟩ b ⟨ c ; ⟩"},
		{"/*@ a\n  @ + b;\n  @*/ c", "⟨ a + b ; ⟩ c"},
		{"//@ a \\\n b;\nc", "⟨ a b ; ⟩ c"},
		{`/*@ \old(x) \forall ==> <==> 0..n 1..2 p[..] a ... \; */`, `⟨ \old ( x ) \forall ==> <==> 0 .. n 1 .. 2 p [ .. ] a ... \ ; ⟩`},
		{"/*@ a; // b */ c */ d", "⟨ a ; ⟩ c * / d"},
		{"//@ a /* b */ c; // d\ne", "⟨ a c ; ⟩ e"},
		{`//@ s == "/*" "//"; /**/` + "\nx", `⟨ s == "/*" "//" ; ⟩ x`},
		{"a ==> b <==> c", "a ==> b <==> c"},
		// macros
		{"#define n 10\n//@ 0..n;\n#undef n\n//@ n;\n#define n 3\n//@ n;", "⟨ 0 .. 10 ; ⟩ ⟨ n ; ⟩ ⟨ 3 ; ⟩"},
		{"/*@ n; */\n#define n 10\nn", "⟨ n ; ⟩ 10"},
		{"#define C a > 0; b\n/*@ C; */", "⟨ a > 0 ; b ; ⟩"},
		{"#define C(x) x > 0\n/*@ C(a) && C(b\n@ + 1); */", "⟨ a > 0 && b + 1 > 0 ; ⟩"},
		{"#define imp ==>\n//@ a imp b;", "⟨ a ==> b ; ⟩"},
		{"#define x x + 1\n//@ x;\nx", "⟨ x + 1 ; ⟩ x + 1"},
		{"#define valid 1\n//@ \\valid(p) valid;", `⟨ \valid ( p ) 1 ; ⟩`},
		{"#define C \\old(a)\n#define S(x) #x \\result\n//@ C S(\\n \\at);", `⟨ \old ( a ) "\n \at" \result ; ⟩`},
		{"#define C a;\n//@ C\n//@ D", "⟨ a ; ⟩"},
		{"#define f(x) x\n//@ f;\n(a)", "⟨ f ; ⟩ ( a )"},
		// words of clauses
		{"#define assert(x) y\n#define invariant z\n//@ assert (a); loop invariant (assert(b)); c: invariant == invariant;", "⟨ assert ( a ) ; loop invariant ( y ) ; c : invariant == z ; ⟩"},
		{"#define loop z\n//@ loop invariant invariant a loop;", "⟨ loop invariant invariant a z ; ⟩"},
		// where they are
		{"#if 0\n//@ a;\n#else\n//@ b;\n#endif", "⟨ b ; ⟩"},
		{"#define A 1 /*@ a; */ + 1 //@ b;\nA", "1 + 1"},
		{"/*@ a; */ #define A 1\nA", "⟨ a ; ⟩ 1"},
		{"#define A /*@ a\n; */ 1\nA", "1"},
		{"#define id(x) x\nid(/*@ a, (b; */ c)", "⟨ a , ( b ; ⟩ c"},
		{"#define twice(x) x x\ntwice(/*@ n; */ c)", "⟨ n ; ⟩ c ⟨ n ; ⟩ c"},
		{"#define S(x) #x\nS(a /*@ n; */ b)", `"a b"`},
		{"#define id(x) x\nid /*@ a; */ (b) id /*@ c; */ d", "⟨ a ; ⟩ b id ⟨ c ; ⟩ d"},
		{"#define id(x) x\nid(id /*@ a; */ (b)) id(id /*@ c; */) d", "⟨ a ; ⟩ b id ⟨ c ; ⟩ d"},
		{"#include \"annotated.h\"\n#include \"annotated.h\"\nx", "⟨ in > 1 ; ⟩ x"},
		{"//@ __LINE__;\n\n/*@ __FILE__ __LINE__\n __LINE__; */", `⟨ 1 ; ⟩ ⟨ "f.c" 3 4 ; ⟩`},
		// of other tools
		{"#define null 1\n#define f(x) x\nf /*@null@*/ (/*@ f( */ 2) /*@ f(1, 2) */", "⟨ 1 ⟩ 2"},
	} {
		if got, err := annotated(c.text, false); got != c.want || err != nil {
			t.Errorf("%s:\n%s\nwant\n%s (%v)", c.text, got, c.want, err)
		}
	}
}

// TestAnnotationPlaces: what comes from a macro is where that is used; in an argument of one, annotations are where they are written.
func TestAnnotationPlaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#define C(x) x >\n  /*@ a\n   @ + C(b) c; */", "⟨ a@2:7 +@3:6 b@3:8 >@3:8 c@3:13 ;@3:14 ⟩"},
		{"#define id(x) x\nid(1 /*@ a\\\nb; */)", "1 ⟨ ab@2:10 ;@3:2 ⟩"},
	} {
		if got, err := annotated(c.text, true); got != c.want || err != nil {
			t.Errorf("%s:\n%s\nwant\n%s (%v)", c.text, got, c.want, err)
		}
	}
}

// TestAnnotationErrors: mistakes in annotations, with their places.
func TestAnnotationErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#define f(x) x\n//@ f(1, 2);", "f.c:2:5: the macro f takes 1 argument, and is given 2"},
		{"#define f(x) x\n/*@ a;\n f(1; */ )", "f.c:3:2: the arguments of f do not end"},
		{"//@ a; /* b", "f.c:1:8: comment not terminated"},
		{"#define f(x) x##1\nf(/*@ a; */ b)", "f.c:2:3: an annotation in what ## joins"},
	} {
		if _, err := annotated(c.text, false); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestPrintAnnotations: printed, annotations are as they are written.
func TestPrintAnnotations(t *testing.T) {
	p := pp.New(pp.Config{Annotations: &pp.Annotations{Is: func([]byte) bool { return true }, Keyword: func(string) bool { return false }}})
	p.Open("f.c", []byte("#define n 1\n/*@ requires n; */ a //@ n\nb"))
	var b strings.Builder
	if err := p.Print(&b); err != nil || b.String() != "# 2 \"f.c\"\n/*@ requires n; */ a //@ n\nb\n" {
		t.Errorf("%q %v", b.String(), err)
	}
}

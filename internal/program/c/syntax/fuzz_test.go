package syntax

import (
	"os"
	"testing"

	"craig/internal/program/c/pp"
)

// FuzzParse: the parser comes to an end of every text. A tree without mistakes, written as C, has itself for its tree.
func FuzzParse(f *testing.F) {
	seed, err := os.ReadFile("testdata/gnu.c")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte("int f(a) int a; { for (;;) switch (a) case 1: return ({ a; }) ? : sizeof(int){1}; }"))
	f.Add([]byte("struct s { int a : 3; } x = { .a = (1, 2) }; int g( { } }"))
	f.Fuzz(func(t *testing.T, text []byte) {
		u, source, errs := parse(text)
		if len(errs) > 0 || source.Err() != nil {
			return
		}
		texts := []string{printUnit(u)}
		for range 2 { // the first text may have attributes in other places
			last := texts[len(texts)-1]
			again, source, errs := parse([]byte(last))
			if len(errs) > 0 || source.Err() != nil {
				t.Fatalf("the tree, written as C, has mistakes: %v %v\n%s", errs, source.Err(), last)
			}
			texts = append(texts, printUnit(again))
		}
		if texts[1] != texts[2] {
			t.Fatalf("the tree of\n%s\nis that of\n%s", texts[1], texts[2])
		}
	})
}

func parse(text []byte) (*Unit, *pp.Preprocessor, []*Error) {
	source := pp.New(pp.Config{Limits: pp.Limits{Tokens: 1 << 20}})
	source.Open("x.c", text)
	u, errs := Parse(Config{}, source)
	return u, source, errs
}

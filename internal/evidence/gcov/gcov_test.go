package gcov_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/gcov"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestParting: where a compiled program leaves a trace, which another program has made.
func TestParting(t *testing.T) {
	file := filepath.Join(t.TempDir(), "parts.c")
	src := "extern int input(void);\nint main(void) {\n\tint x = input();\n\tif (x > 5)\n\t\tx = 7;\n\treturn x;\n}\n"
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Read(context.Background(), cfront.Options{Properties: []string{"unreach-call"}}, file)
	if err != nil {
		t.Fatal(err)
	}
	out := interp.Run(context.Background(), p, interp.Inputs{Scalar: func(*ir.Edge, int) num.Int { return num.I(6) }}, interp.Options{})
	trace := &verdict.Trace{Path: out.Path, Input: out.Input, Error: p.Main.Entry}
	for _, c := range []struct {
		text       string
		parts      bool
		last, next int
	}{
		{src, false, 0, 0},
		{strings.Replace(src, "x > 5", "x > 6", 1), true, 4, 5},
	} {
		cov, err := gcov.Measure(context.Background(), replay.Program{IR: p, Sources: []cfront.Source{{Name: file, Text: []byte(c.text)}}}, []*verdict.Trace{trace})
		if errors.Is(err, gcov.ErrNoTools) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		last, next, ok := cov.Parting(p, trace)
		if ok != c.parts || last.Line != c.last || next.Line != c.next {
			t.Errorf("%v %v %v, want %v %d %d", ok, last, next, c.parts, c.last, c.next)
		}
	}
}

// TestMeasure: counts add up over tests, and are there even if a program aborts or does not end.
func TestMeasure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ends.c")
	src := `extern int input(void);
void abort(void);
int main(void) {
	int x = input();
	if (x == 1)
		abort();
	if (x == 2)
		for (;;)
			x = 2;
	return 0;
}
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Read(context.Background(), cfront.Options{Properties: []string{"unreach-call"}}, file)
	if err != nil {
		t.Fatal(err)
	}
	trace := func(x int64) *verdict.Trace {
		out := interp.Run(context.Background(), p, interp.Inputs{
			Scalar: func(*ir.Edge, int) num.Int { return num.I(x) },
		}, interp.Options{MaxSteps: 100})
		return &verdict.Trace{Path: out.Path, Input: out.Input, Error: p.Main.Entry}
	}
	for _, c := range []struct {
		tests  []*verdict.Trace
		taken5 int // outcomes of line 5
		line6  bool
		line9  bool
	}{
		{[]*verdict.Trace{trace(0)}, 1, false, false},
		{[]*verdict.Trace{trace(1)}, 1, true, false},
		{[]*verdict.Trace{trace(2)}, 1, false, true},
		{[]*verdict.Trace{trace(1), trace(2)}, 2, true, true},
	} {
		cov, err := gcov.Measure(context.Background(), replay.Program{IR: p, Sources: []cfront.Source{{Name: file, Text: readFile(t, file)}}}, c.tests)
		if errors.Is(err, gcov.ErrNoTools) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := map[int]gcov.Line{}
		for pos, l := range cov.Lines {
			lines[pos.Line] = l
		}
		if l := lines[5]; l.Branches != 2 || l.Taken != c.taken5 || lines[6].Reached != c.line6 || lines[9].Reached != c.line9 {
			t.Errorf("%d tests: %v", len(c.tests), lines)
		}
	}
}

// TestMeasurePointers: a program of 32 bits is given what its uninitialised pointers point to,
// at the addresses of the trace, whether or not there is a C library of 32 bits.
func TestMeasurePointers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pointers.c")
	src := `struct node { struct node *next; int a; };
struct list { long length; struct node *first; };
int main(void) {
	struct list *s;
	int *count;
	*count = 0;
	if (s->length == 7) {
		if (s->first->a == 5)
			return 1;
	}
	return 0;
}
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	opts := cfront.Options{ILP32: true, Properties: []string{"unreach-call"}}
	p, err := cfront.Read(ctx, opts, file)
	if err != nil {
		t.Fatal(err)
	}
	if err := alias.Regions(ctx, p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	object := func(name string) num.Int {
		for _, o := range p.Objects {
			if o.Name == name {
				return o.Addr
			}
		}
		t.Fatalf("no object %s", name)
		return num.Int{}
	}
	values := map[string]num.Int{
		"main::s": object("*s"), "main::count": object("*count"), "*s": num.I(7),
		"*s+4": object("**s.4"), "**s.4+4": num.I(5),
	}
	out := interp.Run(ctx, p, interp.Inputs{
		Scalar: func(e *ir.Edge, _ int) num.Int { return values[e.Stmt.(*ir.Havoc).Var.Name] },
	}, interp.Options{MaxSteps: 100})
	trace := &verdict.Trace{Path: out.Path, Input: out.Input, Error: p.Main.Entry}
	cov, err := gcov.Measure(ctx, replay.Program{IR: p, Options: opts, Sources: []cfront.Source{{Name: file, Text: readFile(t, file)}}}, []*verdict.Trace{trace})
	if errors.Is(err, gcov.ErrNoTools) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(cov.Note, "compiled for 64 bits") {
		t.Skip(cov.Note)
	}
	for pos, l := range cov.Lines {
		if pos.Line == 9 && !l.Reached {
			t.Errorf("line 9 was not reached")
		}
	}
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

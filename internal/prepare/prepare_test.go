package prepare_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"craig/internal/prepare"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

const twice = `#include "twice.h"
extern int input(void);
void reach_error(void);
int total;
static void add(int *to, int n) { *to += n; }
int main(void) { int x = input(); int *p = &total; add(p, x); add(&total, x); if (TWICE(x) == 7) reach_error(); return total; }
`

func memory() fstest.MapFS {
	return fstest.MapFS{
		"src/main.c":  {Data: []byte(twice)},
		"src/twice.h": {Data: []byte("#define TWICE(x) ((unsigned)(x) * 2u)\n")},
	}
}

func text(t *testing.T, p *ir.Program, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := ir.Print(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestForms: each form of a program is the same whichever was asked for first, is kept, and can be
// made of files in memory, their headers included.
func TestForms(t *testing.T) {
	ctx := context.Background()
	p, q := prepare.New(cfront.Options{}, memory(), "src/main.c"), prepare.New(cfront.Options{}, memory(), "src/main.c")
	a, err := p.Inlined(ctx)
	inlined := text(t, a, err)
	b, err := p.Interprocedural(ctx)
	calls := text(t, b, err)
	b, err = q.Interprocedural(ctx)
	if text(t, b, err) != calls {
		t.Error("the program with calls depends on what was asked for before")
	}
	c, err := q.Inlined(ctx)
	if text(t, c, err) != inlined {
		t.Error("the inlined program depends on what was asked for before")
	}
	if again, _ := q.Inlined(ctx); again != c {
		t.Error("the inlined program is made twice")
	}
	if d, err := prepare.New(cfront.Options{}, memory(), "./src/main.c").Read(ctx); err != nil || d.Files[0] != "./src/main.c" {
		t.Errorf("another name of the file: %v", err)
	}
	if inlined == calls {
		t.Error("nothing was inlined")
	}
	small, err := reduce.Inlined(ctx, q)
	if reduced := text(t, small, err); len(reduced) >= len(inlined) {
		t.Errorf("nothing was taken away:\n%s", reduced)
	}
}

// TestNothingToReach: a program has nothing to reach if no function of it has an error of the property, nor a limit.
// Errors that depend on pointers are not looked for.
func TestNothingToReach(t *testing.T) {
	ctx := context.Background()
	check := func(text string, want bool, properties ...string) {
		t.Helper()
		p := prepare.New(cfront.Options{Properties: properties}, fstest.MapFS{"main.c": {Data: []byte(text)}}, "main.c")
		if got := p.NothingToReach(ctx); got != want {
			t.Errorf("%v: %v, want %v of\n%s", properties, got, want, text)
		}
		a, err := p.Inlined(ctx)
		if err != nil {
			t.Fatal(err)
		}
		q := prepare.New(cfront.Options{Properties: properties}, fstest.MapFS{"main.c": {Data: []byte(text)}}, "main.c")
		if b, err := q.Inlined(ctx); err != nil || printed(t, a) != printed(t, b) {
			t.Errorf("%v: the inlined program depends on the question", properties)
		}
		for _, l := range a.Locs {
			if want && l != nil && l.IsGoal() && l.Goal.Kind != ir.Recursion {
				t.Errorf("%v: a goal in\n%s", properties, text)
			}
		}
	}
	const plain = "static int f(int *p, unsigned n) { p[0] += 1; return n + 1u; }\nint main(void) { int a[2] = {0}; return f(a, 3); }\n"
	const again = "static int f(int n) { return n > 0 ? f(n - 1) : n; }\nint main(void) { return f(3); }\n"
	const reach = "void reach_error(void);\nstatic void f(int x) { if (x) reach_error(); }\nint main(void) { f(0); return 0; }\n"
	check(plain, true, "unreach-call")
	check(plain, true, "div-by-zero", "float-cast")
	check(plain, false, "unsigned-wrap")
	check(plain, false, "no-overflow")
	check(plain, false, "bounds")
	check(plain, false, "div-by-zero", "null")
	check(plain, false, "valid-deref")
	check(again, true, "unsigned-wrap")
	check(again, false, "no-overflow")
	check(reach, true, "div-by-zero")
	check(reach, false, "unreach-call")
}

func printed(t *testing.T, p *ir.Program) string { return text(t, p, nil) }

// TestEdited: a change of the program is in the copy alone.
func TestEdited(t *testing.T) {
	ctx := context.Background()
	p := prepare.New(cfront.Options{}, memory(), "src/main.c")
	calls := 0
	q := p.Edited(func(p *ir.Program) {
		calls++
		for _, l := range p.ErrorLocs() {
			p.Locs[l].Goal = ir.Goal{}
		}
	})
	for _, form := range []func(context.Context) (*ir.Program, error){q.Inlined, q.Interprocedural} {
		if e, err := form(ctx); err != nil || len(e.ErrorLocs()) > 0 {
			t.Errorf("the program was not changed: %v", err)
		}
	}
	if e, err := p.Inlined(ctx); err != nil || len(e.ErrorLocs()) == 0 || calls != 2 {
		t.Errorf("the original was changed (%d calls): %v", calls, err)
	}
}

// TestExchangedFile: what happens to a file, or to a header, after it was read changes neither the
// program nor what is said of the file.
func TestExchangedFile(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	file, header := filepath.Join(dir, "main.c"), filepath.Join(dir, "twice.h")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(file, twice)
	write(header, "#define TWICE(x) ((unsigned)(x) * 2u)\n")
	p := prepare.New(cfront.Options{}, nil, file)
	before, err := p.Read(ctx)
	program := text(t, before, err)
	sources, err := p.Sources()
	if err != nil {
		t.Fatal(err)
	}
	write(file, "int main(void) { return 0; }\n")
	write(header, "#define TWICE(x) 0\n")
	after, err := p.Read(ctx)
	if text(t, after, err) != program {
		t.Error("the program is another one")
	}
	again, err := p.Sources()
	if err != nil || again[0].SHA256 != sources[0].SHA256 || !bytes.Equal(again[0].Text, []byte(twice)) {
		t.Errorf("the source is another one: %v", err)
	}
	if fresh, err := prepare.New(cfront.Options{}, nil, file).Sources(); err != nil || fresh[0].SHA256 == sources[0].SHA256 {
		t.Errorf("the hash does not see the change: %v", err)
	}
}

// TestMissing: a file that cannot be read is said by name.
func TestMissing(t *testing.T) {
	p := prepare.New(cfront.Options{}, memory(), "src/none.c")
	for _, f := range []func() error{
		func() error { _, err := p.Sources(); return err },
		func() error { _, err := p.Inlined(context.Background()); return err },
	} {
		if err := f(); err == nil || err.Error() != "src/none.c: file does not exist" {
			t.Errorf("%v", err)
		}
	}
}

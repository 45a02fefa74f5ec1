package pointers_test

import (
	"context"
	"slices"
	"testing"
	"testing/fstest"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/program/pointers"
)

const declared = "extern int input(void); extern void *given(void); extern void unknown(void *); void *malloc(unsigned long);\n" +
	"void reach_error(void); static void never(int x) { if (x) reach_error(); }\n"

// texts are programs with every way for an address to go from one place to another.
var texts = []string{
	`int a, b; int main(void) { never(0); int *p = input() ? &a : &b; *p = 1; return b; }`,
	`int a, b; int *t[2] = {&a, &b}; int main(void) { never(0); int i = input() & 1; return *t[i]; }`,
	`static int *move(int *p, long n) { return p + n; } int a[8]; 
int main(void) { never(0); int *p = move(a, 2 * input()); p = move(p, 1); return *p; }`,
	`struct s { int x; struct { int y, *p; } in; } s;
int main(void) { never(0); struct s *q = &s; q->in.p = &q->in.y; *q->in.p = 3; return s.in.y; }`,
	`static int f(int x) { return x; } static int g(int x) { return x + 1; } int (*fs[2])(int) = {f, g};
int main(void) { never(0); return fs[input() & 1](1); }`,
	`static int x; static void f(void) { x = 1; }
int main(void) { never(0); unsigned long n = (unsigned long)f; ((void (*)(void))(n & ~0ul))(); return x; }`,
	`struct n { int v; struct n *next; }; int main(void) { never(0); struct n *h = 0;
for (int i = 0; i < 9; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = h; h = n; } return h->next->v; }`,
	`int a; int main(void) { never(0); unsigned long n = (unsigned long)&a; n ^= 5; n ^= 5; n = -n; n = -n; int *p = (int *)(n + 4 - 4); return *p; }`,
	`int a;
int main(void) { never(0); int *p = &a, *q; char *to = (char *)&q, *from = (char *)&p; for (int i = 0; i < 8; i++) to[i] = from[i]; return *q; }`,
	`int main(void) { never(0); int *p = given(); struct s { struct s *next; int v; } *q = given(); return *p + q->next->next->v; }`,
	`int a, *p = &a, **pp = &p; int main(void) { never(0); unknown(pp); return **pp; }`,
	`int main(void) { never(0); int a, *p = &a; unknown(&p); return a; }`,
	`int a, b; struct s { int *x, *y; } s, t; int main(void) { never(0); s.x = &a; s.y = &b; t = s; return *t.y; }`,
	`static int *f(int n, int *p) { return n ? f(n - 1, p) : p; } int a; int main(void) { never(0); return *f(input(), &a); }`,
	`int a[4]; int main(void) { never(0); unsigned long n = (unsigned long)&a, m = 4 + n, k = m - 4, i = 8; return *(int *)k + *(int *)(i + n); }`,
	`struct s { int x, y; } s; int main(void) { never(0); int *p = input() ? &s.x : &s.y; *p = 1; return s.x; }`,
	`struct s { struct s *next; }; int main(void) { never(0); struct s *q = given(); return q->next == 0; }`,
	`int a[2]; int main(void) { never(0); return a[input() & 1]; }`,
	`int main(void) { never(0); unsigned long n; long m = input(); n = m; return *(long *)n == *(long *)m; }`,
}

// forms has look see the claims of each analysis of a program, while they are about to be used.
func forms(t *testing.T, text string, look func(*ir.Program, *ir.Points)) {
	t.Helper()
	ctx := context.Background()
	for _, opts := range []alias.Options{{}, {UnknownCalls: true}, {Unknown: alias.Any, UnknownCalls: true}} {
		opts.Check = func(p *ir.Program, c *ir.Points) func() {
			look(p, c)
			return nil
		}
		effects := cfront.Options{}
		if opts.UnknownCalls {
			effects.UnknownFunctions = cfront.Havoc
		}
		read := func() *ir.Program {
			p, err := cfront.ReadFrom(ctx, effects, cfront.NewFiles(fstest.MapFS{"main.c": {Data: []byte(declared + text)}}), "main.c")
			if err != nil {
				t.Fatal(err)
			}
			if err := alias.ResolveCalls(ctx, p, opts); err != nil {
				t.Fatal(err)
			}
			return p
		}
		inlined, err := pass.Inline(t.Context(), read(), pass.InlineOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*ir.Program{inlined, read()} {
			if err := alias.Regions(ctx, p, opts); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// sets are those of the table.
func sets(p *ir.Program, c *ir.Points) (all []*ir.Targets) {
	add := func(list ...*ir.Targets) {
		for _, s := range list {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if v := ir.Written(e.Stmt); v != nil {
			add(c.Variable(v))
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(y *ir.Expr) bool {
				if s, ok := c.Value(y); ok {
					add(s)
				}
				return true
			})
		})
		if s, ok := e.Stmt.(*ir.Clobber); ok {
			r := c.Clobbers[s]
			add(r.Deep, r.Data, r.Inner, r.Values)
		}
	}
	for _, o := range c.Objects {
		for _, in := range o.Contents {
			add(in.At)
		}
		for _, w := range o.Writers {
			add(w.At)
		}
	}
	return all
}

// contains says that the set is what some object contains.
func contains(c *ir.Points, s *ir.Targets) bool {
	return slices.ContainsFunc(c.Objects, func(o ir.PointsObject) bool {
		return slices.ContainsFunc(o.Contents, func(in ir.Content) bool { return in.At == s })
	})
}

// TestMissing: claims hold, and no longer do if a target is missing in a set, a function among those that a call chooses from, or a
// place among those of a part.
func TestMissing(t *testing.T) {
	damaged := 0
	for _, text := range texts {
		forms(t, text, func(p *ir.Program, c *ir.Points) {
			if d := pointers.Check(t.Context(), p, c); d != nil {
				t.Fatalf("%v\n%s", d, text)
			}
			doubted := func(what string, name string) {
				if damaged++; pointers.Check(t.Context(), p, c) == nil {
					t.Errorf("%s %s is not missed in\n%s", what, name, text)
				}
			}
			for _, s := range sets(p, c) {
				whole := *s
				for i, target := range whole {
					if c.Objects[target.Obj].Kind == ir.UnknownObject && contains(c, s) {
						continue // what is there at first is asked for where it is read
					}
					*s = slices.Delete(slices.Clone(whole), i, i+1)
					doubted("a target in", c.Objects[target.Obj].Name)
				}
				*s = whole
			}
			for i, o := range c.Objects {
				all := sets(p, c)
				whole := make([]ir.Targets, len(all))
				found := false
				for k, s := range all {
					whole[k] = *s
					*s = slices.DeleteFunc(slices.Clone(*s), func(t ir.Target) bool { return int(t.Obj) == i && (i != 0 || !contains(c, s)) })
					found = found || len(*s) < len(whole[k])
				}
				if found {
					doubted("every target in", o.Name)
				}
				for k, s := range all {
					*s = whole[k]
				}
			}
			for s, fs := range c.Callees {
				for i, f := range fs {
					c.Callees[s] = slices.Delete(slices.Clone(fs), i, i+1)
					doubted("the function", f.Name)
				}
				c.Callees[s] = fs
			}
			for i := range c.Parts {
				part := &c.Parts[i]
				whole := part.Classes
				for k, class := range whole {
					part.Classes = slices.Delete(slices.Clone(whole), k, k+1)
					doubted("a place in", c.Objects[class.Obj].Name)
				}
				part.Classes = whole
			}
		})
	}
	if damaged < 500 {
		t.Errorf("%d damaged tables", damaged)
	}
}

package pointers_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/pass"
	"craig/internal/program/pointers"
	"craig/logic/num"
)

// begun are programs with first contents of all kinds, and functions that overwrite them.
var begun = []string{
	`int a, b[9], *p = &a; int main(void) { never(0); unknown(&p); unknown(b); return a + b[input() & 7]; }`,
	`int main(void) { never(0); for (int i = 0; i < 3; i++) { int x, y[4]; unknown(&x); y[input() & 3] = 1; if (y[i] == x) return 1; } return 0; }`,
	`int main(void) { never(0); int *p = malloc(8), *q = calloc(2, 4); return p[0] + q[1]; }`,
	`int main(void) { never(0); int *q = 0; for (int i = 0; i < 3; i++) { int *p = calloc(2, 4), *r = malloc(8); if (input()) q = p; else q = r; } return q[1]; }`,
	`int main(void) { never(0); const char *s = "abc"; int i = input() & 3; return s[i]; }`,
	`int main(void) { never(0); const char *s = input() ? "abc" : "de"; char buf[4]; unknown(buf); if (input()) s = buf; return s[1]; }`,
	`union u { unsigned n; unsigned char c[4]; } u; int main(void) { never(0); u.c[1] = input(); return u.n; }`,
	`static const short table[] = {1, 2, 3, -4, 5}; int main(void) { never(0); unsigned i = input(); return i < 5 ? table[i] : 0; }`,
	`struct s { char c; } s; int main(void) { never(0); return *(int *)&s + s.c; }`,
	`extern int outer, many[4]; int main(void) { never(0); int *p = input() ? &outer : many; return *p; }`,
	`static int f(int n) { int x[3]; x[n % 3] = n; unknown(x); return n ? f(n - 1) + x[0] : 0; } int main(void) { never(0); return f(input() & 3); }`,
	`int main(void) { never(0); int *q = 0; for (int i = 0; i < 3; i++) { int *p = calloc(2, 4); if (input()) q = p; } return q ? q[1] : 0; }`,
	`int main(void) { never(0); for (int i = 0; i < 3; i++) { int x[2], y[2]; int *p = input() ? x : y; p[input() & 1] = 1; if (x[i & 1] + y[1] == 3) return 1; } return 0; }`,
	`int main(void) { never(0); int a[4] = {0}; int x = a[input() & 3]; if (input()) x += a[-1]; return x; }`,
	`static short a[4] = {1, 2}; int main(void) { never(0); return a[input() & 3] + a[-1]; }`,
	`int main(void) { never(0); unsigned char a[8] = {0}; int x = a[input() & 7]; return x + *(int *)(a - 2); }`,
	`int main(void) { never(0); int *p = calloc(4, 4); return p[input() & 3] + p[-1]; }`,
	`int g; int main(void) { never(0); int l; int *p = input() ? &g : &l; unknown(p); return *p; }`,
}

// TestContents: what a program has at first where it begins and where objects do, and what functions without a body leave, is as it has to be, and no longer is
// if one of the statements that say so is missing or says something else.
func TestContents(t *testing.T) {
	damaged := map[string]int{}
	for _, text := range append(begun, texts...) {
		for _, opts := range []alias.Options{{}, {Unknown: alias.Any, UnknownCalls: true}} {
			effects := cfront.Options{}
			if opts.UnknownCalls {
				effects.UnknownFunctions = cfront.Havoc
			}
			opts.Check = func(p *ir.Program, c *ir.Points) func() {
				lowering := pointers.Before(p, c)
				places := placesOf(p)
				return func() {
					if d := lowering.Check(t.Context()); d != nil {
						t.Errorf("%v\n%s\n%s", d, text, p)
						return
					}
					damage(t, p, c, lowering, places, text, damaged)
				}
			}
			read := func() *ir.Program {
				p, err := cfront.ReadFrom(t.Context(), effects, cfront.NewFiles(fstest.MapFS{"main.c": {Data: []byte("void *calloc(unsigned long, unsigned long);\n" + declared + text)}}), "main.c")
				if err != nil {
					t.Fatal(err)
				}
				if err := alias.ResolveCalls(t.Context(), p, opts); err != nil {
					t.Fatal(err)
				}
				return p
			}
			inlined, err := pass.Inline(t.Context(), read(), pass.InlineOptions{MaxDepth: 3})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []*ir.Program{inlined, read()} {
				if err := alias.Regions(t.Context(), p, opts); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	t.Log(damaged)
	for _, what := range []string{"known at the entry", "another value at the entry", "known where a life begins", "another value where a life begins", "nothing where a life begins",
		"known after a function", "nothing after a function", "no result", "zeros beside an object", "a block that is not zero"} {
		if damaged[what] < 4 {
			t.Errorf("%s: only %d", what, damaged[what])
		}
	}
}

// TestData: what a function without a body may write as data, without pointers, is unknown after it.
func TestData(t *testing.T) {
	p := irtest.Parse(t, `ir 1
ptr 64
signed undefined
object 1 global "x" size 8 align 8 zero
func main
local 1 main::y i64
entry 1
exit 3
loc 1
edge 1 -> 2: clobber effect "f" (data &1:p64)
loc 2
edge 2 -> 3: main::y := load.i64(&1:p64)
loc 3
end
main main
`)
	looked := false
	err := alias.Regions(t.Context(), p, alias.Options{Check: func(p *ir.Program, c *ir.Points) func() {
		lowering := pointers.Before(p, c)
		return func() {
			if d := lowering.Check(t.Context()); d != nil {
				t.Error(d)
			}
			p.Edges[1].Stmt, looked = &ir.Skip{}, true
			if lowering.Check(t.Context()) == nil {
				t.Errorf("that x is known is not seen in\n%s", p)
			}
		}
	}})
	if err != nil || !looked {
		t.Error(err)
	}
}

// TestRanges: what is assumed of what is read in a large table is so, which is seen if a range begins or ends elsewhere, is missing, or is one of other memory, and
// if the table is written.
func TestRanges(t *testing.T) {
	text := "static const short table[9000] = {" + strings.Repeat("1, -5, 2, ", 2999) + "7, 300, 2}; int g; int main(void) { never(0); return table[input() & 8191] + g; }"
	p, err := cfront.ReadFrom(t.Context(), cfront.Options{}, cfront.NewFiles(fstest.MapFS{"main.c": {Data: []byte(declared + text)}}), "main.c")
	if err != nil {
		t.Fatal(err)
	}
	if p, err = pass.Inline(t.Context(), p, pass.InlineOptions{}); err != nil {
		t.Fatal(err)
	}
	looked := false
	err = alias.Regions(t.Context(), p, alias.Options{Check: func(p *ir.Program, c *ir.Points) func() {
		lowering := pointers.Before(p, c)
		return func() {
			if d := lowering.Check(t.Context()); d != nil || len(c.Ranges) != 1 {
				t.Fatal(d, c.Ranges)
			}
			right := c.Ranges
			for k, rs := range right {
				changed := func(i int, low, high int64) map[ir.Class][]ir.Range {
					list := slices.Clone(rs)
					list[i] = ir.Range{Low: list[i].Low.Add(num.I(low)), High: list[i].High.Add(num.I(high))}
					return map[ir.Class][]ir.Range{k: list}
				}
				beside := k
				beside.Obj = (k.Obj + 1) % int32(len(c.Objects))
				wide := k
				wide.Width *= 2
				late := k
				late.Off += 8997 * late.Stride
				for name, damaged := range map[string]map[ir.Class][]ir.Range{
					"low": changed(0, 1, 0), "high": changed(0, 0, -1), "upper low": changed(1, 1, 0), "upper high": changed(1, 0, -1),
					"none": {k: nil}, "another object": {beside: rs}, "wide": {wide: rs}, "late": {late: {{Low: num.I(2), High: num.I(300)}}},
				} {
					if c.Ranges = damaged; lowering.Check(t.Context()) == nil {
						t.Errorf("%s: the range is not seen to be wrong", name)
					}
				}
				if c.Ranges = changed(0, -1, 1); lowering.Check(t.Context()) != nil {
					t.Error("a larger range is taken for wrong")
				}
			}
			c.Ranges = right
			var region *ir.Var
			for _, part := range c.Parts {
				if part.Region {
					region = part.Vars[0]
				}
			}
			last := p.Edges[len(p.Edges)-1]
			for _, e := range p.Edges {
				if e != nil && e.To == p.Main.Exit {
					last = e
				}
			}
			was := last.Stmt
			if last.Stmt = (&ir.Havoc{Var: region}); lowering.Check(t.Context()) == nil {
				t.Error("that the table is written is not seen")
			}
			last.Stmt, looked = was, true
		}
	}})
	if err != nil || !looked {
		t.Error(err)
	}
}

// placesOf are the statements to be lowered, and where they lead; that of no edge is the entry.
func placesOf(p *ir.Program) map[*ir.Edge]place {
	places := map[*ir.Edge]place{}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		switch e.Stmt.(type) {
		case *ir.Alloc, *ir.Clobber:
			places[e] = place{e.Stmt, e.To, e.ID}
		}
	}
	return places
}

type place struct {
	stmt ir.Stmt
	to   ir.Loc
	edge ir.EdgeID
}

func damage(t *testing.T, p *ir.Program, c *ir.Points, lowering *pointers.Lowering, places map[*ir.Edge]place, text string, damaged map[string]int) {
	of, cyclic := map[*ir.Var]bool{}, graph.InCycle(p)
	for _, part := range c.Parts {
		for _, v := range part.Vars {
			of[v] = true
		}
	}
	each := func(e *ir.Edge, to ir.Loc, f func(*ir.Edge)) {
		for f(e); e.To != to; f(e) {
			e = p.Edges[p.Locs[e.To].Out[0]]
		}
	}
	check := func() *ir.Doubt { return lowering.Check(t.Context()) }
	mutate := func(e *ir.Edge, to ir.Stmt, what string) {
		was := e.Stmt
		e.Stmt = to
		if damaged[what]++; check() == nil {
			t.Errorf("%s: %s in place of %s is not seen in\n%s", what, ir.StmtString(to), ir.StmtString(was), text)
		}
		e.Stmt = was
	}
	var result *ir.Var // of the function in hand
	mutants := func(e *ir.Edge, where string, needed bool) {
		v := ir.Written(e.Stmt)
		if s, ok := places[e].stmt.(*ir.Clobber); ok && s.Result != nil {
			result = s.Result
		}
		if v != nil && v == result {
			mutate(e, &ir.Skip{}, "no result")
		}
		if !of[v] || !v.Type.IsNumber() && v.Type.Kind != ir.Memory {
			return
		}
		if needed {
			mutate(e, &ir.Skip{}, "nothing "+where)
		}
		switch s := e.Stmt.(type) {
		case *ir.Havoc:
			mutate(e, &ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, 1)}, "known "+where)
			if v.Type.Kind != ir.Memory {
				mutate(e, &ir.Assign{Var: v, Expr: ir.VarExpr(v)}, "known "+where)
			}
		case *ir.Assign:
			if s.Expr.IsConst() {
				mutate(e, &ir.Assign{Var: v, Expr: ir.Const(v.Type, v.Type.Wrap(s.Expr.Val.Add(num.I(1))))}, "another value "+where)
			} else {
				mutate(e, &ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, 0)}, "zeros beside an object")
			}
		case *ir.Store:
			if s.Val.IsConst() {
				mutate(e, &ir.Store{Region: s.Region, Addr: s.Addr, Val: ir.Const(s.Val.Type, s.Val.Type.Wrap(s.Val.Val.Add(num.I(1))))}, "another value "+where)
			} else {
				mutate(e, &ir.Store{Region: s.Region, Addr: s.Addr, Val: ir.ConstInt(s.Val.Type, 1)}, "known "+where)
			}
		}
	}
	for l := p.Main.Entry; len(p.Locs[l].Out) == 1 && int(p.Locs[l].Out[0]) >= oldEdges(p); {
		e := p.Edges[p.Locs[l].Out[0]]
		mutants(e, "at the entry", false)
		l = e.To
	}
	for e, x := range places {
		switch s := x.stmt.(type) {
		case *ir.Alloc:
			single := false
			if i, ok := c.Of(s.Site); ok {
				single = c.Objects[i].Single
			}
			if s.Zero && !single && zeroRegion(p, c, s.Site) {
				s.Zero = false
				if damaged["a block that is not zero"]++; lowering.Check(t.Context()) == nil {
					t.Errorf("that a block does not begin with zeros is not seen in\n%s", text)
				}
				s.Zero = true
			}
			each(e, x.to, func(e *ir.Edge) {
				_, stores := e.Stmt.(*ir.Store)
				mutants(e, "where a life begins", single && (stores && cyclic[x.edge] || fixed(c, ir.Written(e.Stmt))))
			})
		case *ir.Clobber:
			result = nil
			each(e, x.to, func(e *ir.Edge) { mutants(e, "after a function", true) })
			result = nil
		}
	}
}

// fixed says that v is a variable of a part at constant places.
func fixed(c *ir.Points, v *ir.Var) bool {
	for _, part := range c.Parts {
		for _, u := range part.Vars {
			if u == v {
				return part.Fixed
			}
		}
	}
	return false
}

// oldEdges is how many edges there were before memory was split: those after are Aux, and are numbered without a gap.
func oldEdges(p *ir.Program) int {
	n := len(p.Edges)
	for n > 0 && p.Edges[n-1] != nil && p.Edges[n-1].Aux {
		n--
	}
	return n
}

// zeroRegion says that a block is in a region that is zero at the entry.
func zeroRegion(p *ir.Program, c *ir.Points, site *ir.Object) bool {
	i, _ := c.Of(site)
	for _, part := range c.Parts {
		if !part.Region || !slices.ContainsFunc(part.Classes, func(k ir.Class) bool { return k.Obj == c.Objects[i].Rep }) {
			continue
		}
		for l := p.Main.Entry; len(p.Locs[l].Out) == 1 && int(p.Locs[l].Out[0]) >= oldEdges(p); {
			e := p.Edges[p.Locs[l].Out[0]]
			if s, ok := e.Stmt.(*ir.Assign); ok && s.Var == part.Vars[0] {
				return true
			}
			l = e.To
		}
	}
	return false
}

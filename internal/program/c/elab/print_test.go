package elab_test

import (
	"bytes"
	"strings"
	"testing"

	"craig/internal/program/c/core"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/types"
)

// TestCheckFinds: Check finds what is ill-formed.
func TestCheckFinds(t *testing.T) {
	const text = "int g; volatile int v; struct s { int m; } s; int f(int a) { while (a) { g = a + 1; continue; } v = s.m; l: return f(a); }"
	tt := func(p *core.Program) *types.Table { return p.Types }
	fn := func(p *core.Program) *core.Func {
		for _, g := range p.Units[0].Globals {
			if f, ok := g.(*core.FuncDef); ok {
				return f.Func
			}
		}
		return nil
	}
	add := func(p *core.Program, s ...core.Stmt) { fn(p).Body.List = append(s, fn(p).Body.List...) }
	global := func(p *core.Program, name string) core.Place {
		for _, g := range p.Units[0].Globals {
			if d, ok := g.(*core.VarDef); ok && d.Var.Name == name {
				return &core.VarPlace{Var: d.Var}
			}
		}
		return nil
	}
	constant := func(p *core.Program, k types.Kind) core.Expr {
		return &core.IntConst{Typ: tt(p).Basic(k), Value: types.IntOf(1)}
	}
	assign := func(p *core.Program, x core.Expr) { add(p, &core.Assign{Dst: global(p, "g"), Src: x}) }
	in := types.Int
	for name, c := range map[string]struct {
		want  string
		spoil func(p *core.Program)
	}{
		"well-formed": {"", func(p *core.Program) {}},
		"assign":      {"the value that is assigned has type long, not int", func(p *core.Program) { assign(p, constant(p, types.Long)) }},
		"operands": {"int + long gives no int", func(p *core.Program) {
			assign(p, &core.Binary{Op: core.Add, X: constant(p, in), Y: constant(p, types.Long), Typ: tt(p).Basic(in)})
		}},
		"not promoted": {"an operation has type char", func(p *core.Program) {
			add(p, &core.Eval{X: &core.Unary{Op: core.Neg, X: constant(p, types.Char), Typ: tt(p).Basic(types.Char)}})
		}},
		"value": {"no value of type char", func(p *core.Program) {
			add(p, &core.Eval{X: &core.IntConst{Typ: tt(p).Basic(types.Char), Value: types.IntOf(200)}})
		}},
		"spelling": {"2 is spelled for 1", func(p *core.Program) {
			assign(p, &core.IntConst{Typ: tt(p).Basic(in), Value: types.IntOf(1), Text: "2"})
		}},
		"volatile": {"a volatile place is read", func(p *core.Program) {
			assign(p, &core.Unary{Op: core.Neg, X: &core.Load{X: global(p, "v")}, Typ: tt(p).Basic(in)})
		}},
		"undeclared": {"used and not declared", func(p *core.Program) {
			assign(p, &core.Load{X: &core.VarPlace{Var: &core.Var{Name: "x", Type: tt(p).Basic(in)}}})
		}},
		"label": {"label m is not in the function", func(p *core.Program) { add(p, &core.Goto{Label: &core.Label{Name: "m"}}) }},
		"break": {"break is in no loop", func(p *core.Program) { add(p, &core.Break{}) }},
		"continue": {"continue is in no body", func(p *core.Program) {
			add(p, &core.Loop{Body: &core.Block{}, Step: &core.Block{List: []core.Stmt{&core.Continue{}}}})
		}},
		"case":   {"a case is in no switch", func(p *core.Program) { add(p, &core.Case{}) }},
		"return": {"the value that is returned has type long", func(p *core.Program) { add(p, &core.Return{X: constant(p, types.Long)}) }},
		"member": {"has no member", func(p *core.Program) {
			f := &types.Field{Name: "m", Type: tt(p).Basic(in)}
			add(p, &core.Eval{X: &core.Load{X: &core.FieldPlace{X: global(p, "s"), Field: f, Typ: f.Type}}})
		}},
		"arguments": {"0 arguments for 1 parameters", func(p *core.Program) {
			f := fn(p).Var
			add(p, &core.Call{Fun: &core.AddrOf{X: &core.VarPlace{Var: f}, Typ: tt(p).Pointer(f.Type)}})
		}},
		"dereference": {"a value of type int is dereferenced", func(p *core.Program) {
			assign(p, &core.Load{X: &core.DerefPlace{X: constant(p, in), Typ: tt(p).Basic(in)}})
		}},
	} {
		p, _, _ := read(t, text)
		c.spoil(p)
		err := corecheck.Check(p)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPrint: what is printed of constructs that a compiler cannot compare.
func TestPrint(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"int f(int x) { int y = 1; { int y = x; x = y; } return x + y; }", "int y_1 = x;"},
		{"static int g(void); static int h(void) { return 0; } int f(void) { return 1; }", "extern int f(void);\nint f(void)\n"},
		{"volatile int v; int f(void) { return v + v; }", "t1 = v;\n\tt2 = v;\n\treturn t1 + t2;"},
		{"int x __attribute__((section(\".s\"))); extern int y __attribute__((weak)); int *f(void) { return &y; }", "extern int y __attribute__((weak));"},
		{"typedef int low __attribute__((aligned(2))); struct s { char c; low x; } s;", "typedef int aligned1 __attribute__((aligned(2)));"},
		{"struct s { long long b : 40; } s; long long f(void) { return s.b << 1; }", "((long long)((unsigned long long)(s.b << 1) << 24) >> 24)"},
		{"char *f(void) { return \"a\\x01\" \"2\\\"?\"; }", `"a\0012\"\077"`},
		{"int f(void) { static int k; return k++; } int g(void) { static int k; return k; }", "static int k_1;"},
	} {
		var b bytes.Buffer
		p, _, _ := read(t, c.text)
		if err := coreprint.Print(&b, p, coreprint.PrintConfig{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.want) {
			t.Errorf("of %s is printed, without %q:\n%s", c.text, c.want, b.String())
		}
	}
}

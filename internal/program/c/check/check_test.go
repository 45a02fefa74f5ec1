package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/check"
	"craig/internal/program/c/core"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/types"
	"craig/internal/property"
)

// elaborated is the core of a function with some statements.
func elaborated(t *testing.T, statements string) *core.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	text := "int a[4]; unsigned u; long l; signed char c; float x; double d; _Bool b; enum { E } e; int *q; struct { int a[3], b; } *r; struct { int f : 3; } s;\nint f(int n, int m) { " + statements + " return 0; }\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Core(cfront.Options{}, elab.LeftToRight, file)
	if err == nil {
		err = corecheck.Check(p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checked lists the operations with goals in the first statement of the function, innermost first.
func checked(p *core.Program) (list []*core.Checked) {
	var expr func(x core.Expr)
	var place func(x core.Place)
	place = func(x core.Place) {
		switch x := x.(type) {
		case *core.DerefPlace:
			expr(x.X)
		case *core.FieldPlace:
			place(x.X)
		}
	}
	expr = func(x core.Expr) {
		switch x := x.(type) {
		case *core.Load:
			place(x.X)
		case *core.AddrOf:
			place(x.X)
		case *core.Decay:
			place(x.X)
		}
		for y := range core.Operands(x) {
			expr(y)
		}
		if c, ok := x.(*core.Checked); ok {
			list = append(list, c)
		}
	}
	globals := p.Units[0].Globals
	switch s := globals[len(globals)-1].(*core.FuncDef).Func.Body.List[0].(type) {
	case *core.Assign:
		expr(s.Src)
		place(s.Dst)
	case *core.Eval:
		expr(s.X)
	case *core.If:
		expr(s.X)
	}
	return list
}

// TestAdd: what each property demands of a statement's operations.
func TestAdd(t *testing.T) {
	for _, c := range []struct{ property, statement, want string }{
		{"no-overflow", "n = n + m * 2;", "* fits, + fits"},
		{"no-overflow", "n = -n;", "- fits"},
		{"no-overflow", "n = ~n;", ""},
		{"no-overflow", "u = u + 1;", ""},
		{"no-overflow", "u = -u << 3;", "<< distance"},
		{"no-overflow", "n = n << m;", "<< distance not negative fits"},
		{"no-overflow", "n = n >> m;", ">> distance"},
		{"no-overflow", "n = n / m % 3;", "/ fits, % fits"},
		{"no-overflow", "a[n + 1]++;", "+ fits, + fits, + fits"}, // the place is written and read
		{"no-overflow", "if (n && m - 1) ;", "- fits"},
		{"no-overflow", "d = d + 1;", ""},
		{"div-by-zero", "n = n / m + n % 3 + u % u;", "/ nonzero, % nonzero"},
		{"div-by-zero", "d = d / 0;", ""},
		{"unsigned-wrap", "u = u * 2 + -u - (u << 3);", "* fits, - fits, + fits, - fits"},
		{"unsigned-wrap", "n = n * 2;", ""},
		{"conversion", "c = n;", "convert fits"},
		{"conversion", "c = (signed char)n;", ""},
		{"conversion", "b = n;", ""},
		{"conversion", "s.f = n;", "convert fits"},
		{"conversion", "c = d;", ""},
		{"float-cast", "c = d;", "convert fits"},
		{"float-cast", "c = (signed char)d;", "convert fits"},
		{"float-cast", "b = d;", ""},
		{"float-div-by-zero", "d = d / x + n / m;", "/ nonzero"},
		{"float-invalid", "d = d / x - 1;", "convert number, / number, - number"},
		{"float-overflow", "x = d * 2;", "* finite, convert finite"},
		{"float-overflow", "d = n;", ""},
		{"no-overflow div-by-zero unsigned-wrap", "n = n / m; ", "/ nonzero fits"},
		{"unreach-call", "n = n / m; ", ""},
		{"null", "n = *q + q[m] + r->a[m];", "pointer not null, pointer not null, pointer not null"},
		{"null", "r->b = a[n] + s.f;", "pointer not null"},
		{"null", "q = &r->b;", ""},
		{"null", "q = r->a + 1;", ""},
		{"bounds", "n = a[m];", "pointer index inside"},
		{"bounds", "n = q[m] + *q;", "pointer inside, pointer inside"},
		{"bounds", "a[n] = r->a[m];", "pointer index inside, pointer index inside"},
		{"bounds", "q = &a[n];", "pointer index or end"},
		{"bounds", "q = a + n;", ""},
		{"bounds", "q = &r->b;", ""},
		{"bounds", "s.f = r->b;", "pointer inside"},
		{"valid-deref", "n = a[m] + r->a[m];", "pointer inside, pointer not null, pointer inside"},
		{"null bounds", "n = q[1] + *q;", "pointer not null, pointer inside, pointer not null inside"},
	} {
		p := elaborated(t, c.statement)
		check.Add(p, strings.Fields(c.property), false)
		if err := corecheck.Check(p); err != nil {
			t.Errorf("%s: %v", c.statement, err)
		}
		var all []string
		for _, x := range checked(p) {
			text := "pointer"
			switch op := x.X.(type) {
			case *core.Convert:
				text = "convert"
			case *core.Unary:
				text = op.Op.String()
			case *core.Binary:
				text = op.Op.String()
			}
			for _, g := range x.Goals {
				text += fmt.Sprint(" ", g.Demand)
				if !strings.Contains(" "+c.property+" ", " "+g.Property+" ") {
					t.Errorf("%s: a goal of property %s", c.statement, g.Property)
				}
			}
			all = append(all, text)
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %s: %q instead of %q", c.property, c.statement, got, c.want)
		}
	}
}

// TestUninit: which reads have to have been given a value, and which results.
func TestUninit(t *testing.T) {
	for _, c := range []struct {
		statement    string
		model        bool
		reads, calls int
	}{
		{"n = m + a[n] + *q;", false, 5, 0},
		{"*r = *r; s = s; struct { int f : 3; } v;", false, 2, 0}, // the pointers
		{"n; (void)n;", false, 0, 0},
		{"(void)r->b;", false, 2, 0},
		{"int w = w + s.f;", false, 2, 0},
		{"n = sizeof m; q = &n;", false, 0, 0},
		{"n++;", false, 1, 0},
		{"n = f(n, m); f(n, 1); (void)f(n, 1); if (f(1, 2)) return f(3, 4);", false, 4, 3},
		{"n = f(n, m);", true, 2, 0},
	} {
		p := elaborated(t, c.statement)
		for range 2 { // expressions that are used twice have a goal once
			check.Add(p, []string{"null", "uninit"}, c.model)
		}
		if err := corecheck.Check(p); err != nil {
			t.Fatal(err)
		}
		reads, calls := 0, 0
		count := func(x core.Expr) {
			if l, ok := x.(*core.Load); ok && len(l.Goals) == 1 && l.Goals[0] == (core.Goal{Demand: core.Given, Property: "uninit"}) {
				reads++
			}
		}
		globals := p.Units[0].Globals
		eachExpr(reflect.ValueOf(globals[len(globals)-1].(*core.FuncDef).Func.Body), count, func(s *core.Call) { calls += len(s.Goals) })
		if reads != c.reads || calls != c.calls {
			t.Errorf("%s: %d reads and %d results, want %d and %d", c.statement, reads, calls, c.reads, c.calls)
		}
	}
}

// eachExpr tells of all expressions and calls of a statement.
func eachExpr(v reflect.Value, expr func(core.Expr), call func(*core.Call)) {
	switch v.Kind() {
	case reflect.Interface:
		eachExpr(v.Elem(), expr, call)
	case reflect.Slice:
		for i := range v.Len() {
			eachExpr(v.Index(i), expr, call)
		}
	case reflect.Pointer:
		switch x := v.Interface().(type) {
		case *core.Var, *types.Type, *types.Field, *core.Label, *core.Literal:
			return
		case core.Expr:
			expr(x)
		case *core.Call:
			call(x)
		}
		if !v.IsNil() {
			eachExpr(v.Elem(), expr, call)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				eachExpr(v.Field(i), expr, call)
			}
		}
	}
}

// TestRules: there are rules for decided properties alone, and models are looked at for those that are about undefined operations.
func TestRules(t *testing.T) {
	n := 0
	for _, p := range property.Decided {
		if check.Has(p.Name) {
			n++
			model := elaborated(t, "u = u + 1; n = n / m; c = n; n = n << m; c = d; x = d / x; *q = 1; a[n] = 1;")
			check.Add(model, []string{p.Name}, true)
			own := slices.Contains([]string{"unsigned-wrap", "conversion", "valid-free", "valid-memtrack", "valid-memcleanup", "uninit", "no-data-race", "no-deadlock", "locks", "constant-time"}, p.Name) // the last have no goals that C says
			var printed strings.Builder
			if err := coreprint.Print(&printed, model, coreprint.PrintConfig{}); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(printed.String(), "trap") == own {
				t.Errorf("%s: the model is\n%s", p.Name, printed.String())
			}
		}
	}
	if n == 0 || check.Has("unreach-call") {
		t.Errorf("there are rules for %d properties", n)
	}
}

// TestIllFormed: corecheck.Check finds goals that an operation does not have.
func TestIllFormed(t *testing.T) {
	for _, c := range []struct {
		statement string
		goals     []core.Goal
	}{
		{"n = n + m;", []core.Goal{{Demand: core.Nonzero, Property: "div-by-zero"}}},
		{"n = n + m;", []core.Goal{{Demand: core.Fits}}},
		{"n = n + m;", []core.Goal{{Demand: core.Finite, Property: "float-overflow"}}},
		{"n = n >> m;", []core.Goal{{Demand: core.NotNegative, Property: "no-overflow"}}},
		{"n = n / m;", []core.Goal{{Demand: core.Fits, Property: "no-overflow"}, {Demand: core.Nonzero, Property: "div-by-zero"}}},
		{"n = -n;", []core.Goal{{Demand: core.NotNull, Property: "null"}}},
		{"n = -n;", []core.Goal{{Demand: core.Distance, Property: "no-overflow"}}},
		{"n = -n;", []core.Goal{{Demand: core.Index, Property: "bounds"}}},
		{"n = -n;", []core.Goal{{Demand: core.Inside, Property: "bounds"}}},
		{"n = -n;", []core.Goal{{Demand: core.Given, Property: "uninit"}}},
	} {
		p := elaborated(t, c.statement)
		check.Add(p, []string{"no-overflow"}, false)
		if err := corecheck.Check(p); err != nil {
			t.Fatal(err)
		}
		checked(p)[0].Goals = c.goals
		if corecheck.Check(p) == nil {
			t.Errorf("%s has %v", c.statement, c.goals)
		}
	}
}

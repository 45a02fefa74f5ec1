package alias_test

import (
	"strings"
	"testing"

	"craig/internal/program/alias"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// assumed is what p assumes about the variable main::p.
func assumed(t *testing.T, p *ir.Program) *ir.Expr {
	t.Helper()
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if a, ok := e.Stmt.(*ir.Assume); ok && strings.Contains(ir.StmtString(a), "main::p") {
			return a.Cond
		}
	}
	t.Fatalf("nothing is assumed of main::p in\n%s", p)
	return nil
}

// objectAt is the address of the only object.
const objectAt = 1 << 20

// valueOf is c with these values of variables, which determine it.
func valueOf(t *testing.T, p *ir.Program, c *ir.Expr, values map[string]int64) bool {
	t.Helper()
	c = ir.Map(c, func(e *ir.Expr) *ir.Expr {
		if e.Op == ir.OpAddr {
			return ir.ConstInt(e.Type, objectAt)
		}
		return e
	})
	st := term.NewStore()
	f := sem.New(st, p).Expr(c, func(v *ir.Var) term.Term {
		k, ok := values[v.Name]
		if !ok {
			t.Fatalf("%s has no value", v.Name)
		}
		return st.Int(k)
	})
	if !f.IsTrue() && !f.IsFalse() {
		t.Fatalf("%s is neither true nor false", c)
	}
	return f.IsTrue()
}

// TestInsideToTheByte: that an access is inside of an object is said of all of its bytes, and of no others, for an object with a
// place of its own and for the watched one.
func TestInsideToTheByte(t *testing.T) {
	p := straight(t, "object 1 global \"a\" size 8 align 4 zero\n", "local 1 main::i i64\nlocal 2 main::p p64\n",
		"main::p := (&1:p64 +p main::i)", "assume inobject(main::p, 4:u64)")
	regions(t, p, alias.Options{})
	inside := assumed(t, p)
	for i := int64(-3); i < 12; i++ {
		if got, want := valueOf(t, p, inside, map[string]int64{"main::p": objectAt + i}), 0 <= i && i <= 4; got != want {
			t.Errorf("4 bytes at %d of 8: %t", i, got)
		}
	}
}

// TestWatchedToTheByte is TestInsideToTheByte for the watched block of the heap.
func TestWatchedToTheByte(t *testing.T) {
	p := straight(t, "object 1 heap \"block\" size -1 align 16\n", "local 1 main::i i64\nlocal 2 main::p p64\nlocal 3 main::n u64\n",
		"main::p := alloc(main::n, &1)", "main::p := alloc(main::n, &1)", "main::p := (main::p +p main::i)", "assume inobject(main::p, 4:u64)")
	regions(t, p, alias.Options{})
	inside := assumed(t, p)
	for i := int64(-3); i < 12; i++ {
		values := map[string]int64{"main::p": objectAt + i, "$watched": objectAt, "$watched.size": 8, "$watched.life": 1, "$watched.kind": 0}
		if got, want := valueOf(t, p, inside, values), 0 <= i && i <= 4; got != want {
			t.Errorf("4 bytes at %d of 8: %t", i, got)
		}
	}
}

// TestLoadBeforeStore: what a program stores after it has loaded from the same place, as in a loop, is among what the load may give.
func TestLoadBeforeStore(t *testing.T) {
	p := straight(t, "object 1 global \"place\" size 8 align 8 zero\nobject 2 global \"x\" size 4 align 4 zero\nobject 3 global \"y\" size 4 align 4 zero\n",
		"local 1 main::p p64\nlocal 2 main::q p64\n",
		"main::p := load.p64(&1:p64)", "store(main::p, 1:i32)", "store(&1:p64, &2:p64)",
		"main::q := load.p64(&1:p64)", "store(&1:p64, &3:p64)", "store(main::q, 2:i32)")
	regions(t, p, alias.Options{})
	for _, v := range []string{"main::p", "main::q"} {
		found := false
		for _, s := range path(p) {
			if strings.HasPrefix(s, "assume ") && strings.Contains(s, v) {
				found = strings.Contains(s, "&2:p64") && strings.Contains(s, "&3:p64")
			}
		}
		if !found {
			t.Errorf("%s may point to x and y:\n%s", v, p)
		}
	}
}

// TestReusedBlock: a block may get the address, and a number the number, of one that was freed before it was made.
func TestReusedBlock(t *testing.T) {
	const head = "object 1 heap \"a\" size -1 align 16\nobject 2 heap \"b\" size -1 align 16\n"
	const locals = "local 1 main::p p64\nlocal 2 main::q p64\nlocal 3 main::n u64\nlocal 4 main::c i32\nlocal 5 main::x u64\nlocal 6 main::y u64\n"
	for _, c := range []struct {
		name  string
		stmts []string
	}{
		{"a pointer to what was freed", []string{"main::p := alloc(main::n, &1)", "free(main::p)", "main::q := alloc(main::n, &2)", "main::c := num.i32((main::p == main::q))"}},
		{"numbers", []string{"main::p := alloc(main::n, &1)", "main::x := cast.u64(main::p)", "free(main::p)", "main::q := alloc(main::n, &2)", "main::y := cast.u64(main::q)",
			"main::c := num.i32((main::x == main::y))"}},
	} {
		p := straight(t, head, locals, c.stmts...)
		regions(t, p, alias.Options{})
		open := false
		for _, s := range path(p) {
			open = open || strings.HasPrefix(s, "havoc ") && strings.HasSuffix(s, ` approximation "address"`)
		}
		if !open {
			t.Errorf("%s: that they are equal is not open:\n%s", c.name, strings.Join(path(p), "\n"))
		}
	}
}

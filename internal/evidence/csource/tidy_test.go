package csource

import (
	"context"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// TestTidy: what follows from the rest, and from the types, is left out.
func TestTidy(t *testing.T) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	p.Main = f
	st := term.NewStore()
	variable := func(name string, t ir.Type) term.Term {
		v := p.NewLocal(f, name, name, t, ir.Pos{})
		return sem.Here(v).Term(st)
	}
	x, y, u := variable("x", ir.Int(32, true)), variable("y", ir.Int(32, true)), variable("u", ir.Int(8, false))
	k := st.Int
	d := &tidier{ctx: context.Background(), prog: p, values: sem.ValuesOf(p)}
	for _, c := range []struct{ t, want term.Term }{
		{st.And(st.Le(x, k(3)), st.Le(x, k(5))), st.Le(x, k(3))},
		{st.And(st.Ge(u, k(0)), st.Le(u, k(255)), st.Eq(x, k(1))), st.Eq(x, k(1))},
		{st.And(st.Le(x, y), st.Le(y, k(7)), st.Le(x, k(9))), st.And(st.Le(x, y), st.Le(y, k(7)))},
		{st.Or(st.Ne(x, y), st.And(st.Eq(x, y), st.Ne(u, k(0)))), st.Or(st.Ne(x, y), st.Ne(u, k(0)))},
		{st.Or(st.Le(x, k(3)), st.Le(x, k(1))), st.Le(x, k(3))},
		{st.And(st.Le(x, k(3)), st.Ge(x, k(4))), st.False()},
		{st.Ge(u, k(0)), st.True()},
	} {
		if got := d.formula(c.t); got != c.want {
			t.Errorf("%v becomes %v, want %v", c.t, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d.ctx = ctx
	if long := st.And(st.Le(x, k(3)), st.Le(x, y), st.Le(y, k(2))); d.formula(long) != long {
		t.Error("without time something was left out")
	}
}

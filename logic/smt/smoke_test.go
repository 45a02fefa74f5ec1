package smt

import (
	"context"
	"testing"

	"craig/logic/term"
)

func TestSmoke(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	e := New(st)
	e.Assert(st.Le(st.Add(x, y), st.Int(3)))
	e.Push()
	e.Assert(st.Ge(x, st.Int(2)))
	e.Assert(st.Or(st.Ge(y, st.Int(2)), st.Eq(y, st.Int(1))))
	a := e.Check(context.Background())
	t.Log(a.Status, a.Reason)
	if a.Status == Sat {
		t.Log(a.Model.Eval(x), a.Model.Eval(y))
	}
	a = e.Check(context.Background(), st.Ge(y, st.Int(2)))
	t.Log(a.Status, a.Reason, a.Core)
	e.Pop()
	a = e.Check(context.Background(), st.Eq(st.Mod(x, st.Int(7)), st.Int(3)), st.Ge(x, st.Int(100)))
	t.Log(a.Status, a.Reason, a.Core)
	if a.Status == Sat {
		t.Log(a.Model.Eval(x), a.Model.Eval(y))
	}
	m := st.Var("m", term.Array(term.Int, term.Int))
	m2 := st.Var("m2", term.Array(term.Int, term.Int))
	e.Assert(st.Eq(m2, st.Store(m, x, y)))
	e.Assert(st.Ne(st.Select(m2, y), st.Select(m, y)))
	a = e.Check(context.Background())
	t.Log(a.Status, a.Reason, a.Core)
	if a.Status == Sat {
		t.Log(a.Model.Eval(x), a.Model.Eval(y), a.Model.Eval(m), a.Model.Eval(m2))
	}
	a = e.Check(context.Background(), st.Ne(x, y))
	t.Log(a.Status, a.Reason, a.Core)
	t.Log(e.Stats())
}

package sem_test

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// step executes a statement on w's values, by eval; ok is false if it has none, or is undefined there.
// open is false if an assumption does not hold.
func (w *world) step(s ir.Stmt) (open, ok bool) {
	switch s := s.(type) {
	case *ir.Assign:
		v, ok := w.eval(s.Expr)
		if ok {
			w.vals[s.Var] = v
		}
		return true, ok
	case *ir.Assume:
		v, ok := w.eval(s.Cond)
		return !v.IsZero(), ok
	}
	return true, true
}

func (w *world) drawStmt(t *rapid.T) ir.Stmt {
	switch rapid.IntRange(0, 4).Draw(t, "statement") {
	case 0:
		return &ir.Skip{}
	case 1:
		return &ir.Assume{Cond: w.drawCond(t, 2)}
	}
	v := rapid.SampledFrom(w.vars).Draw(t, "assigned")
	return &ir.Assign{Var: v, Expr: w.drawExpr(t, v.Type, 2)}
}

// TestStatements: a path executed symbolically, the weakest precondition of a formula along it, and the
// path executed on values agree; and what Undo takes back is as it was.
func TestStatements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(ir.Mode{Signed: ir.SignedWrap})
		start := map[*ir.Var]num.Int{}
		for _, v := range w.vars {
			start[v] = drawValue(t, v.Type)
			w.vals[v] = start[v]
		}
		st := term.NewStore()
		c := sem.New(st, w.p)
		s := c.NewState()
		at := func(f term.Term) (term.Term, bool) { // the value of f at the start
			return st.Eval(f, func(x term.Term) (term.Term, bool) { return st.IntNum(start[c.VarOf(x)]), true })
		}
		var path []ir.Stmt
		assumed := []term.Term{}
		open, mark, before := true, -1, term.Term{}
		for range rapid.IntRange(1, 5).Draw(t, "length") {
			stmt := w.drawStmt(t)
			if mark < 0 && rapid.Bool().Draw(t, "mark") {
				mark, before = s.Mark(), s.Get(w.vars[0])
			}
			goes, ok := w.step(stmt)
			if !ok {
				return
			}
			path = append(path, stmt)
			assumed = append(assumed, s.Exec(stmt))
			if open = goes; !open {
				break
			}
		}
		holds, ok := at(st.And(assumed...))
		if !ok {
			return // a division by zero on the side that an Ite does not take
		}
		if holds.IsTrue() != open {
			t.Fatalf("the path is open: %v, and by values %v", holds, open)
		}
		v := rapid.SampledFrom(w.vars).Draw(t, "observed")
		k := st.IntNum(w.vals[v])
		if open {
			if got, ok := at(s.Get(v)); ok && got != k {
				t.Fatalf("%s is %v, and by values %v", v, got, k)
			}
		}
		for _, post := range []term.Term{st.Eq(c.Var(v), k), st.Ne(c.Var(v), k)} {
			pre := post
			for i := len(path) - 1; i >= 0; i-- {
				if pre, ok = c.WP(path[i], pre); !ok {
					t.Fatal("there is no precondition of a statement that is no Havoc")
				}
			}
			want := !open || post == st.Eq(c.Var(v), k)
			if got, ok := at(pre); ok && got.IsTrue() != want {
				t.Fatalf("wp of %v is %v at the start, want %v", post, got, want)
			}
		}
		if mark >= 0 {
			if s.Undo(mark); s.Get(w.vars[0]) != before {
				t.Fatalf("%v after Undo, want %v", s.Get(w.vars[0]), before)
			}
		}
	})
}

// TestHavoc: an input is a new unknown within its type, and there is no precondition without a
// quantifier of what mentions it.
func TestHavoc(t *testing.T) {
	w := newWorld(ir.Mode{})
	st := term.NewStore()
	c := sem.New(st, w.p)
	s, u, x := c.NewState(), w.vars[1], w.vars[3]
	h := &ir.Havoc{Var: u}
	ranged := s.Exec(h)
	first := s.Get(u)
	for value, want := range map[int64]bool{-1: false, 0: true, 255: true, 256: false} {
		got, _ := st.Eval(ranged, func(term.Term) (term.Term, bool) { return st.Int(value), true })
		if got.IsTrue() != want {
			t.Errorf("%d as an input of type %s: %v", value, u.Type, got)
		}
	}
	if s.Exec(h); s.Get(u) == first || s.Get(u) == c.Var(u) {
		t.Error("two inputs are one")
	}
	if _, ok := c.WP(h, st.Le(c.Var(u), st.Int(3))); ok {
		t.Error("a precondition for every input")
	}
	if pre, ok := c.WP(h, st.Le(c.Var(x), st.Int(3))); !ok || pre != st.Le(c.Var(x), st.Int(3)) {
		t.Errorf("the precondition of what does not mention the input is %v", pre)
	}
}

// TestArcs: the arcs of a loop with a branch: one to its head, two around it, one out of it to the error,
// which joins nothing but was asked for. Their values are those of the variables that are still read.
func TestArcs(t *testing.T) {
	p := irtest.Parse(t, `ir 1
func main
local 1 main::x i32
local 2 main::y i32
entry 1
exit 2
loc 1
edge 1 -> 3: main::x := 0:i32
loc 3 loop
edge 2 -> 4: assume (main::x < 9:i32) then
edge 3 -> 5: assume (main::x >= 9:i32) else
loc 4
edge 4 -> 6: havoc main::y call "input"
loc 6
edge 5 -> 7: assume (main::y < 0:i32) then
edge 6 -> 8: assume (main::y >= 0:i32) else
loc 7
edge 7 -> 3: main::x := (main::x + 2:i32)
loc 8
edge 8 -> 3: main::x := (main::x + 1:i32)
loc 5
edge 9 -> 9: assume (main::x > 10:i32) then
edge 10 -> 2: assume (main::x <= 10:i32) else
loc 9 error "unreach-call"
loc 2
end
main main
`)
	st := term.NewStore()
	a := sem.NewArcs(sem.New(st, p), p.Main, p.ErrorLocs())
	if got := len(a.Joins); got != 3 || a.Joins[0] != 1 || a.Joins[1] != 3 {
		t.Fatalf("joins %v", a.Joins)
	}
	x := st.Var("main::x", term.Int)
	entry := a.From(1, nil)
	if len(entry) != 1 || entry[0].To != 3 || len(entry[0].Vals) != 1 || entry[0].Vals[0] != st.Int(0) {
		t.Errorf("from the entry: %+v", entry)
	}
	head := a.From(3, []term.Term{x})
	if len(head) != 3 {
		t.Fatalf("%d arcs from the head", len(head))
	}
	for i, want := range []struct {
		to    ir.Loc
		path  int
		vals  []term.Term
		input int
	}{
		{3, 4, []term.Term{st.Add(x, st.Int(2))}, 1},
		{3, 4, []term.Term{st.Add(x, st.Int(1))}, 1},
		{9, 2, nil, 0},
	} {
		got := head[i]
		if got.To != want.to || len(got.Path) != want.path || len(got.Input) != want.input || len(got.Vals) != len(want.vals) || len(got.Vals) > 0 && got.Vals[0] != want.vals[0] {
			t.Errorf("arc %d: %+v", i, got)
		}
	}
	if out := head[2].Cond; out != st.Lt(st.Int(10), x) && out != st.And(st.Le(st.Int(9), x), st.Lt(st.Int(10), x)) {
		t.Errorf("the way to the error assumes %v", out)
	}
	if none := a.From(3, []term.Term{st.Int(9)}); len(none) != 0 {
		t.Errorf("from 9 there are arcs: %+v", none)
	}
}

package sem_test

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/ir"
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
		if mark >= 0 {
			if s.Undo(mark); s.Get(w.vars[0]) != before {
				t.Fatalf("%v after Undo, want %v", s.Get(w.vars[0]), before)
			}
		}
	})
}

// TestHavoc: an input is a new unknown within its type.
func TestHavoc(t *testing.T) {
	w := newWorld(ir.Mode{})
	st := term.NewStore()
	c := sem.New(st, w.p)
	s, u := c.NewState(), w.vars[1]
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
}

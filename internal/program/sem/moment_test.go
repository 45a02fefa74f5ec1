package sem_test

import (
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// TestValues: a value's term is told apart from those of other moments and variables, and found again.
func TestValues(t *testing.T) {
	p := ir.NewProgram()
	p.Main = p.NewFunc("main", ir.Pos{})
	vars := []*ir.Var{p.NewGlobal("g", "g", ir.Int(32, true), ir.Pos{}), p.NewGlobal("m", "", ir.Mem(8), ir.Pos{})}
	for range 3 { // one name: x, x@2, x@3
		vars = append(vars, p.NewLocal(p.Main, "x", "x", ir.Int(8, false), ir.Pos{}))
	}
	st, values, seen := term.NewStore(), sem.ValuesOf(p), map[term.Term]bool{}
	for _, v := range vars {
		for _, x := range []sem.Value{sem.Here(v), sem.Old(v), sem.Exit(v)} {
			u := x.Term(st)
			if got, ok := values.Of(u); !ok || got != x {
				t.Errorf("%s stands for %v", u, got)
			}
			if u.Sort() != sem.Sort(v.Type) || seen[u] {
				t.Errorf("%s has the sort %s, or has been there before", u, u.Sort())
			}
			seen[u] = true
		}
	}
	if u := sem.Here(vars[0]).Term(st); u != sem.New(st, p).Var(vars[0]) {
		t.Errorf("%s is not the variable's term", u)
	}
	for _, u := range []term.Term{st.Var("y", term.Int), st.Int(3), st.Add(st.Var("g", term.Int), st.Int(1))} {
		if x, ok := values.Of(u); ok {
			t.Errorf("%s stands for %v", u, x)
		}
	}
}

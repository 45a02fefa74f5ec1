package resultfile

import (
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// TestNames: the names of values in result files, which never change, and back.
func TestNames(t *testing.T) {
	p := ir.NewProgram()
	p.Main = p.NewFunc("main", ir.Pos{})
	g, x := p.NewGlobal("g", "g", ir.Int(32, true), ir.Pos{}), p.NewLocal(p.Main, "f#2::x", "x", ir.Int(32, true), ir.Pos{})
	a := p.NewGlobal("a.c?", "a", ir.Int(32, true), ir.Pos{})
	st := term.NewStore()
	all := []sem.Moment{sem.AtHere, sem.AtEntry, sem.AtExit}
	for _, c := range []struct {
		f    term.Term
		want string
	}{
		{st.Le(sem.Here(g).Term(st), st.Int(3)), "(<= g 3)"},
		{st.Le(sem.Old(g).Term(st), st.Int(3)), "(<= g@ 3)"},
		{st.Le(sem.Exit(g).Term(st), st.Int(3)), "(<= |g'| 3)"},
		{st.Le(sem.Exit(x).Term(st), st.Int(3)), "(<= |main::f#2::x'| 3)"},
		{st.Le(sem.Old(a).Term(st), st.Int(3)), "(<= a.c?@ 3)"},
	} {
		text := formulaText(sem.ValuesOf(p), c.f)
		if text != c.want {
			t.Errorf("%s is written %s, want %s", c.f, text, c.want)
		}
		back, err := readFormulas(p, []string{text}, nil, all...)
		if err != nil || len(back) != 1 || st.Import(back[0]) != c.f {
			t.Errorf("%s is read as %v: %v", text, back, err)
		}
	}
	for _, bad := range []string{"(<= y 3)", "g", "(<= g 3)) (assert (<= g 4)", "(<= g 3"} {
		if back, err := readFormulas(p, []string{bad}, nil, all...); err == nil {
			t.Errorf("%s is read as %v", bad, back)
		}
	}
	if back, err := readFormulas(p, []string{"(<= g@ 3)"}, nil, sem.AtHere); err == nil {
		t.Errorf("a value at the entry is read as %v in a file without calls", back)
	}
}

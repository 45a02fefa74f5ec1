package certify_test

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/term"
)

// TestForgedAtErrors: what a proof says of an error location is not believed, wherever that lies.
func TestForgedAtErrors(t *testing.T) {
	p := irtest.Numbered(t, counter)
	for _, name := range []string{"true", "what holds there", "false"} {
		q := newProof(p)
		x, y := q.var_("x"), q.var_("y")
		q.inv[1] = q.st.True()
		q.inv[3] = q.st.Eq(x, y) // which is too weak
		q.inv[8] = map[string]term.Term{"true": q.st.True(), "what holds there": q.st.Not(q.st.Eq(y, q.st.Int(10))), "false": q.st.False()}[name]
		var r *certify.Rejection
		if err := certify.Safe(t.Context(), p, q.inv, native, 1); !errors.As(err, &r) || r.Undecided || r.Cond != certify.Safety {
			t.Errorf("an error location with the invariant %q: %v", name, err)
		}
	}
}

// TestForgedVariables: a proof may speak of the program's variables, of bound ones with names of their own, and of nothing else.
func TestForgedVariables(t *testing.T) {
	p := irtest.Numbered(t, memory)
	q := newProof(p)
	other := q.st.Var("take3", term.Bool) // as the certifier may call something
	for name, inv := range map[string]verdict.Invariants{
		"a proposition":     {2: other},
		"a number":          {2: q.st.Le(q.st.Var("main::j", term.Int), q.st.Int(3))},
		"of no location":    {ir.Loc(len(p.Locs) + 3): q.st.True()},
		"location 0":        {0: q.st.True()},
		"no formula":        {2: q.var_("i")},
		"a missing formula": {2: term.Term{}},
	} {
		var r *certify.Rejection
		if err := certify.Safe(t.Context(), p, inv, native, 1); !errors.As(err, &r) || r.Cond != certify.WellFormed || r.Undecided {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bound := range []string{"main::i", "mem", "main::i@", "main::i'", ""} {
		proof := verdict.Elements{Bound: []string{bound}, Invariants: verdict.Invariants{2: q.st.True()}}
		if err := certify.Elements(t.Context(), p, proof, native, 1); err == nil || !strings.Contains(err.Error(), "has the name of another one") {
			t.Errorf("the bound variable %q: %v", bound, err)
		}
	}
}

// TestForgedExecutions: an execution proves nothing if it ends at an operation without a value, or has another length than is claimed.
func TestForgedExecutions(t *testing.T) {
	const head = "func main\nlocal 1 main::x i32\nlocal 2 main::y i8\nentry 1\nexit 4\nloc 1\nloc 2\nloc 3\nloc 4\nloc 9 error \"unreach-call\"\nedge 1 -> 2: main::x := 0:i32\nedge 2 -> 3: "
	const tail = "\nedge 3 -> 4: assume (main::x == 0:i32)\nedge 3 -> 9: assume !(main::x == 0:i32)\nend\nmain main\n"
	for _, c := range []struct {
		statement string
		steps     int
		ok        bool
	}{
		{"skip", 0, true},
		{"skip", 3, true},
		{"skip", 2, false},
		{"skip", 4, false},
		{"main::x := (1:i32 / main::x)", 0, false},
		{"main::x := (1:i32 % main::x)", 0, false},
		{"main::y := (100:i8 + 100:i8)", 0, false},
		{"assume (main::x > 0:i32)", 0, true},
		{"main::x := 1:i32", 0, false},
	} {
		err := certify.Execution(t.Context(), irtest.Numbered(t, head+c.statement+tail), verdict.Execution{Steps: c.steps}, nil)
		if (err == nil) != c.ok {
			t.Errorf("%s, %d steps: %v", c.statement, c.steps, err)
		}
	}
}

// TestForgedCases: that inputs tell executions apart proves nothing if one of them reaches an error, or if they are others than is claimed.
func TestForgedCases(t *testing.T) {
	const head = "func main\nlocal 1 main::x i8\nlocal 2 main::y i32\nentry 1\nexit 6\nloc 1\nloc 2\nloc 3\nloc 4\nloc 5\nloc 6\nloc 9 error \"unreach-call\"\n" +
		"edge 1 -> 2: havoc main::x call \"input\"\nedge 2 -> 3: main::y := cast.i32(main::x)\nedge 3 -> 4: assume (main::y < 10:i32)\nedge 3 -> 6: assume !(main::y < 10:i32)\n"
	const tail = "\nedge 4 -> 6: assume !%\nend\nmain main\n"
	for _, c := range []struct {
		error        string // if y < 10
		steps, cases int
		ok           bool
	}{
		{"(main::y == 10:i32)", 7, 2, true},
		{"(main::y == 10:i32)", 7, 1, false},
		{"(main::y == 10:i32)", 7, 3, false},
		{"(main::y == 10:i32)", 6, 2, false},
		{"(main::y == 10:i32)", 8, 2, false},
		{"(main::y == 9:i32)", 7, 2, false},
		{"(main::y == 9:i32)", 12, 3, false},
		{"(main::y == -128:i32)", 12, 3, false},
		{"(main::y == -129:i32)", 7, 2, true},
		{"((main::y % 2:i32) == 2:i32)", 7, 2, false}, // which comes from no comparison
		{"((main::y + 5:i32) > 14:i32)", 7, 2, true},
		{"((main::y + 5:i32) > 13:i32)", 7, 2, false},
	} {
		p := irtest.Numbered(t, head+"edge 4 -> 9: assume "+c.error+strings.Replace(tail, "%", c.error, 1))
		if err := certify.Execution(t.Context(), p, verdict.Execution{Steps: c.steps, Cases: c.cases}, nil); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestForgedAssumptions: behind an assumption that was passed over an execution needs values as before.
func TestForgedAssumptions(t *testing.T) {
	for statement, ok := range map[string]bool{"main::y := (1:i32 / main::x)": false, "main::y := main::x": true} {
		p := irtest.Numbered(t, "func main\nlocal 1 main::x i32\nlocal 2 main::y i32\nlocal 3 main::z i32\nentry 1\nexit 5\nloc 1\nloc 2\nloc 3\nloc 4\nloc 5\nloc 9 error \"unreach-call\"\n"+
			"edge 1 -> 2: main::x := 0:i32\nedge 2 -> 3: assume (main::z > 0:i32)\nedge 3 -> 4: "+statement+"\nedge 4 -> 5: assume (main::x == 0:i32)\nedge 4 -> 9: assume !(main::x == 0:i32)\nend\nmain main\n")
		if err := certify.Execution(t.Context(), p, verdict.Execution{}, nil); (err == nil) != ok {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

package certify_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestUnrolled: loops that end are proved by their rounds, and nothing else is.
func TestUnrolled(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rounds     int
		want       string
	}{
		{"ends", "int main(void) { int i, x = nondet(), s = 0; for (i = 0; i < 9; i++) s += x & 1; if (s > 9) reach_error(); }", 9, ""},
		{"fewer rounds are claimed", "int main(void) { int i, x = nondet(), s = 0; for (i = 0; i < 9; i++) s += x & 1; if (s > 9) reach_error(); }", 8, "more than 8 rounds"},
		{"error", "int main(void) { int i, x = nondet(), s = 0; for (i = 0; i < 9; i++) s += x & 1; if (s > 8) reach_error(); }", 9, "violated"},
		{"error in the last round", "int main(void) { int i, x = nondet() & 7; for (i = 0; i < 9; i++) if (x == 5 && i == 8) reach_error(); }", 9, "violated"},
		{"error in the first round", "int main(void) { int i, x = nondet() & 7; for (i = 0; i < 9; i++) if (x == 5 && i == 0) reach_error(); }", 9, "violated"},
		{"input decides when it ends", "int main(void) { int x = nondet() & 7, n = 0; while (x > 0) { x--; n++; } if (n > 7) reach_error(); }", 7, ""},
		{"input decides, error", "int main(void) { int x = nondet() & 7, n = 0; while (x > 0) { x--; n++; } if (n > 6) reach_error(); }", 7, "violated"},
		{"break", "int main(void) { int i, x = nondet(); for (i = 0; i < 9; i++) if (x == i) break; if (i < 9 && x != i) reach_error(); }", 9, ""},
		{"break, error", "int main(void) { int i, x = nondet(); for (i = 0; i < 9; i++) if (x == i) break; if (x != i) reach_error(); }", 9, "violated"},
		{"nested", "int main(void) { int i, k, s = 0, x = nondet() & 3; for (i = 0; i < 5; i++) for (k = 0; k < i; k++) s += x; if (s != 10 * x) reach_error(); }", 5, ""},
		{"nested, error", "int main(void) { int i, k, s = 0, x = nondet() & 3; for (i = 0; i < 5; i++) for (k = 0; k <= i; k++) s += x; if (s != 10 * x) reach_error(); }", 5, "violated"},
		{"goto into a loop", "int main(void) { int i = 0, x = nondet(); if (x & 1) goto in; while (i < 9) { i += 2; in: i++; } if (i > 12) reach_error(); }", 4, ""},
		{"goto into a loop, error", "int main(void) { int i = 0, x = nondet(); if (x & 1) goto in; while (i < 9) { i += 2; in: i++; } if (i == 10) reach_error(); }", 4, "violated"},
		{"goto into a loop that changes nothing, error of those who come so", "int main(void) { int n = nondet(), x; if (n > 0) goto head; goto in; head: if (n == -5) reach_error(); in: x = nondet(); if (x > 3) x = 2; goto head; }", 4, "violated"},
		{"only ever goto into a loop", "int main(void) { int n = nondet(), x, z = 0; if (n > 0) z = 0; if (z) goto head; goto in; head: if (n == -5) reach_error(); in: x = nondet(); if (x > 3) x = 2; goto head; }", 4, "violated"},
		{"memory", "int main(void) { int a[40], i, x = nondet(); for (i = 0; i < 40; i++) a[i] = 3 * i; if (x >= 0 && x < 40 && a[x] != 3 * x) reach_error(); }", 40, ""},
		{"memory, error", "int main(void) { int a[40], i, x = nondet(); for (i = 0; i < 40; i++) a[i] = 3 * i; a[17] = 1; if (x >= 0 && x < 40 && a[x] != 3 * x) reach_error(); }", 40, "violated"},
		{"for ever", "int main(void) { int i, x = nondet() & 3; for (i = 0; i < 5; i++) x += 2; if (x < 10) reach_error(); for (;;) { } }", 5, ""},
		{"for ever, error", "int main(void) { int i, x = nondet() & 3; for (i = 0; i < 5; i++) x += 2; for (;;) { if (x == 12) reach_error(); } }", 5, "violated"},
		{"overflow ends an execution", "int main(void) { int i, x = nondet(); for (i = 0; i < 40; i++) x += x; if (x != 0) reach_error(); }", 40, ""},
	} {
		p := inlinedText(t, c.text)
		err := certify.Proof(context.Background(), p, verdict.Unrolled{Rounds: c.rounds}, newNative, 1)
		enginetest.Agree(t, p, verdict.Unrolled{Rounds: c.rounds}, err)
		var r *certify.Rejection
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "":
		case !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) || r.Undecided:
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func newNative(st *term.Store) smt.Solver { return smt.New(st) }

// TestUnrolledWithInvariants: a loop with an invariant need not end, and the invariant must hold and be enough.
func TestUnrolledWithInvariants(t *testing.T) {
	p := inlinedText(t, `int main(void) {
	int i, k = 0, s = 0, x = nondet() & 3;
	for (i = 0; i < 5; i++) s += x;
	while (nondet()) { if (k < 7) k++; }
	if (s > 15 || k > 7) reach_error();
}`)
	st := term.NewStore()
	ctx := sem.New(st, p)
	at := func(line int) (l ir.Loc) {
		for _, h := range looptree.Of(p, p.Main).Heads {
			if p.Locs[h].LoopPos.Line == line {
				l = h
			}
		}
		if l == 0 {
			t.Fatal("no loop in line", line)
		}
		return l
	}
	var k, s term.Term
	p.AllVars(func(v *ir.Var) {
		switch v.CName {
		case "k":
			k = ctx.Var(v)
		case "s":
			s = ctx.Var(v)
		}
	})
	for _, c := range []struct {
		name string
		inv  verdict.Invariants
		ok   bool
	}{
		{"right", verdict.Invariants{at(5): st.Le(k, st.Int(7))}, true},
		{"what the loop does not write stays", verdict.Invariants{at(5): st.And(st.Le(k, st.Int(7)), st.Le(s, st.Int(15)))}, true},
		{"too weak", verdict.Invariants{at(5): st.True()}, false},
		{"not true at first", verdict.Invariants{at(5): st.And(st.Le(k, st.Int(7)), st.Ge(k, st.Int(1)))}, false},
		{"not inductive", verdict.Invariants{at(5): st.Le(k, st.Int(6))}, false},
		{"false", verdict.Invariants{at(5): st.False()}, false},
		{"a loop that matters is forgotten", verdict.Invariants{at(5): st.Le(k, st.Int(7)), at(4): st.True()}, false},
		{"not at a head", verdict.Invariants{at(5): st.Le(k, st.Int(7)), p.Main.Exit: st.False()}, false},
		{"of no location", verdict.Invariants{ir.Loc(len(p.Locs)): st.True()}, false},
	} {
		err := certify.Proof(context.Background(), p, verdict.Unrolled{Rounds: 5, Invariants: c.inv}, newNative, 1)
		enginetest.Agree(t, p, verdict.Unrolled{Rounds: 5, Invariants: c.inv}, err)
		var r *certify.Rejection
		if (err == nil) != c.ok || err != nil && !errors.As(err, &r) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	timeUp, cancel := context.WithCancel(context.Background())
	cancel()
	endless := inlinedText(t, "int main(void) { unsigned i = nondet(); while (1) { i++; if (i == 7) i = 8; if (i == 7) reach_error(); } }")
	var r *certify.Rejection
	if err := certify.Proof(timeUp, endless, verdict.Unrolled{Rounds: 1_000_000}, newNative, 1); !errors.As(err, &r) || !r.Undecided {
		t.Errorf("a loop that does not end: %v", err)
	}
}

// TestForgedUnrollings: ways that are open at once are all taken, those that are not open are not, and a solver that does not know is not
// taken at its word.
func TestForgedUnrollings(t *testing.T) {
	const head = "func main\nlocal 1 main::x u8\nlocal 2 main::y u8\nentry 1\nexit 8\nloc 1\nloc 2\nloc 3\nloc 4\nloc 5\nloc 6\nloc 8\nloc 9 error \"unreach-call\"\n" +
		"edge 1 -> 2: havoc main::x call \"f\"\n"
	const tail = "edge 3 -> 5: main::y := (main::x & 1:u8)\nedge 4 -> 5: main::y := 7:u8\n"
	for _, c := range []struct {
		name, ways, end string
		ok              bool
	}{
		{"two ways are open at once, and the first is safe", "edge 2 -> 3: assume (main::x < 5:u8)\nedge 2 -> 4: assume (main::x > 2:u8)\n",
			"edge 5 -> 6: assume (main::x == 4:u8)\nedge 6 -> 8: assume (main::y != 7:u8)\nedge 6 -> 9: assume !(main::y != 7:u8)\n", false},
		{"two ways are open at once, and the second is safe", "edge 2 -> 3: assume (main::x < 5:u8)\nedge 2 -> 4: assume (main::x > 2:u8)\n",
			"edge 5 -> 6: assume (main::x == 4:u8)\nedge 6 -> 8: assume (main::y == 7:u8)\nedge 6 -> 9: assume !(main::y == 7:u8)\n", false},
		{"two ways are not all", "edge 2 -> 3: assume (main::x < 3:u8)\nedge 2 -> 4: assume (main::x > 7:u8)\n",
			"edge 5 -> 6: skip\nedge 6 -> 8: assume (main::x != 5:u8)\nedge 6 -> 9: assume !(main::x != 5:u8)\n", true},
		{"two ways are not all, of which one denies the other", "edge 2 -> 3: assume (main::x < 3:u8)\nedge 2 -> 4: assume (!(main::x < 3:u8) && (main::x > 7:u8))\n",
			"edge 5 -> 6: skip\nedge 6 -> 8: assume (main::x != 5:u8)\nedge 6 -> 9: assume !(main::x != 5:u8)\n", true},
		{"two ways are all", "edge 2 -> 3: assume (main::x < 3:u8)\nedge 2 -> 4: assume !(main::x < 3:u8)\n",
			"edge 5 -> 6: skip\nedge 6 -> 8: assume (main::y <= 7:u8)\nedge 6 -> 9: assume !(main::y <= 7:u8)\n", true},
	} {
		err := certify.Proof(t.Context(), irtest.Numbered(t, head+c.ways+tail+c.end+"end\nmain main\n"), verdict.Unrolled{Rounds: 1}, newNative, 1)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	p := inlinedText(t, "int main(void) { int n = 0; while (nondet()) { if (n == 6) reach_error(); n++; } }")
	ignorant := func(st *term.Store) smt.Solver { return &ignorant{smt.New(st)} }
	if certify.Proof(t.Context(), p, verdict.Unrolled{Rounds: 9}, ignorant, 1) == nil {
		t.Error("a loop is over since the solver does not know whether it is")
	}
}

// ignorant is a solver that does not know whether anything is possible under an assumption.
type ignorant struct{ smt.Solver }

func (s *ignorant) Check(ctx context.Context, assumed ...term.Term) smt.Answer {
	if len(assumed) > 0 {
		return smt.Answer{Reason: "ignorance"}
	}
	return s.Solver.Check(ctx)
}

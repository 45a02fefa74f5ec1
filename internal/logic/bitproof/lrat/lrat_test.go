package lrat_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/bitproof/lrat"
	"craig/internal/logic/blast"
	"craig/logic/num"
	"craig/logic/term"
)

// TestRefutations: what a search refutes is refuted by its text.
func TestRefutations(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	within := []term.Term{st.Le(st.Int(-5), x), st.Le(x, st.Int(6)), st.Le(st.Int(1), y), st.Le(y, st.Int(4))}
	for _, f := range []term.Term{
		st.Lt(st.Mul(x, x), st.Int(0)), st.Eq(st.Mod(x, y), y), st.Ne(st.Add(st.Mul(y, st.Div(x, y)), st.Mod(x, y)), x), st.Lt(st.BitOr(x, y), x),
		st.Ne(st.Sub(st.Add(x, y), st.BitXor(x, y)), st.Scale(num.R(2, 1), st.BitAnd(x, y))), st.Gt(st.Ite(st.Lt(x, y), x, y), y),
	} {
		c, err := bitproof.Of(append(slices.Clone(within), f), 1<<16)
		if err != nil {
			t.Fatal(err)
		}
		steps, status := blast.Refute(c, blast.Limits{Nodes: 1 << 16})
		if status != blast.Unsat {
			t.Errorf("%v: %v", f, status)
			continue
		}
		check(t, c, steps)
	}
}

// check: the refutation is one in LRAT, too, all of whose lines are needed, and follow from lines before.
func check(t *testing.T, c *bitproof.Circuit, steps [][]bitproof.Lit) {
	t.Helper()
	var b strings.Builder
	if err := lrat.Write(&b, c, steps); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if err := lrat.Check(c, text); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	k := len(lines) / 2
	if lrat.Check(c, strings.Join(slices.Delete(slices.Clone(lines), k, k+1), "")) == nil {
		t.Fatalf("without line %d it is a refutation still:\n%s", k+1, text)
	}
	fields := strings.Fields(lines[k])
	fields[len(fields)-2] = fields[0]
	lines[k] = strings.Join(fields, " ") + "\n"
	if lrat.Check(c, strings.Join(lines, "")) == nil {
		t.Fatalf("line %d follows from itself:\n%s", k+1, strings.Join(lines, ""))
	}
}

// TestText: a refutation whose steps do not follow cannot be written, and a text that breaks a rule of LRAT is no refutation. The formulas say x ∨ y, x ∨ ¬y, ¬x ∨ y and ¬x ∨ ¬y.
func TestText(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Bool), st.Var("y", term.Bool)
	var fs []term.Term
	for _, f := range []term.Term{x, st.Not(x)} {
		fs = append(fs, st.Or(f, y), st.Or(f, st.Not(y)))
	}
	c, err := bitproof.Of(fs, 100)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := lrat.WriteClauses(&b, c); err != nil {
		t.Fatal(err)
	}
	const want = `c t1 = x : 2
c t2 = y : 3
c t3 = (not t1) : -2
c t4 = (or t1 t2) : -4
c t5 = (not t2) : -3
c t6 = (or t1 t5) : -5
c t7 = (or t2 t3) : -6
c t8 = (or t3 t5) : -7
c true: -4
c true: -5
c true: -6
c true: -7
p cnf 7 17
`
	clauses := 0
	c.Clauses(func(...bitproof.Lit) { clauses++ })
	if text, _, _ := strings.Cut(b.String(), "\n1 0\n"); text+"\n" != want || strings.Count(b.String(), " 0\n") != clauses {
		t.Errorf("clauses:\n%s", b.String())
	}
	for _, s := range []struct {
		steps [][]bitproof.Lit
		ok    bool
	}{
		{[][]bitproof.Lit{{2}}, true}, // y and its negation follow then
		{[][]bitproof.Lit{{2, -2}, {2}}, true},
		{[][]bitproof.Lit{{}}, false},
		{nil, false},
		{[][]bitproof.Lit{{4}}, false},
		{[][]bitproof.Lit{{0}}, false},
		{[][]bitproof.Lit{{8}}, false},
		{[][]bitproof.Lit{{2, 3}}, false},
	} {
		var b strings.Builder
		if err := lrat.Write(&b, c, s.steps); (err == nil) != s.ok {
			t.Errorf("%v as LRAT: %v", s.steps, err)
		}
	}
	b.Reset()
	if err := lrat.Write(&b, c, [][]bitproof.Lit{{2}}); err != nil {
		t.Fatal(err)
	}
	check(t, c, [][]bitproof.Lit{{2}})
	good := b.String()
	for _, bad := range []string{
		"", "18 0 1 0\n", "17 2 0 14 0\n" + good, good[:strings.LastIndex(good[:len(good)-1], "\n")+1], "18 0\n", "18 0 0 0\n", "18 d 1 0\n", "18 2 0 14 0 0\n",
		"18 0 99 0\n", "18 8 0 1 0\n", "18 0 2 3 4 0\n", "18 -3 3 0 3 0\n",
	} {
		if lrat.Check(c, bad) == nil {
			t.Errorf("a refutation:\n%s", bad)
		}
	}
	// A clause that follows may have no number of the circuit, even of a clause that nothing needs.
	_, first, _ := strings.Cut(strings.SplitAfter(good, "\n")[0], " ")
	replaced := 0
	for n := 1; n <= clauses; n++ {
		if !slices.Contains(strings.Fields(good), strconv.Itoa(n)) {
			replaced++
			if lrat.Check(c, fmt.Sprintf("%d %s", n, first)+good) == nil {
				t.Errorf("clause %d of the circuit is replaced:\n%s", n, good)
			}
		}
	}
	if replaced == 0 {
		t.Errorf("all clauses are needed:\n%s", good)
	}
}

package bitproof_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/blast"
	"craig/logic/num"
	"craig/logic/term"
)

// ranges are where the variables of the operations lie that TestOperations tries.
var ranges = []struct {
	name   string
	lo, hi int64
}{{"x", -5, 6}, {"y", -2, 4}, {"z", 1, 3}, {"w", -3, -1}}

// operations are terms over the variables, or formulas.
func operations(st *term.Store, x, y, z, w term.Term) map[string]term.Term {
	ints := term.Array(term.Int, term.Int)
	b := st.Store(st.Store(st.ConstArray(ints, st.Int(7)), z, x), y, st.Int(2))
	return map[string]term.Term{
		"sum": st.Add(st.Add(x, st.Scale(num.R(-3, 1), y)), st.Int(2)), "product": st.Mul(x, y), "square": st.Mul(w, w), "div": st.Div(x, z), "mod": st.Mod(x, z),
		"div by less than 0": st.Div(x, w), "mod by less than 0": st.Mod(x, w), "div by 4": st.Div(x, st.Int(4)), "mod 4": st.Mod(x, st.Int(4)),
		"and": st.BitAnd(x, y), "or": st.BitOr(x, y), "xor": st.BitXor(x, y), "shl": st.Shl(x, y), "shr": st.Shr(x, y),
		"shl by less than 0": st.Shl(x, w), "shr by less than 0": st.Shr(x, w),
		"ite": st.Ite(st.Lt(x, y), st.Sub(y, x), z), "select": st.Select(b, st.Add(y, z)),
		"less": st.Ite(st.And(st.Lt(x, y), st.Not(st.Le(x, w))), x, st.Int(9)), "either": st.Ite(st.Or(st.Eq(x, y), st.Eq(x, z)), x, st.Int(9)),
		"as": st.Ite(st.Eq(st.Lt(x, y), st.Lt(z, x)), x, st.Int(9)),
	}
}

// TestOperations: each operation on values in small ranges has the values that it has, and that it has no others is refuted, also for
// others: with a line of the refutation missing, or with a line that follows from itself, it is none.
func TestOperations(t *testing.T) {
	refuted := 0
	st := term.NewStore()
	var vars, within []term.Term
	for _, r := range ranges {
		v := st.Var(r.name, term.Int)
		vars, within = append(vars, v), append(within, st.Le(st.Int(r.lo), v), st.Le(v, st.Int(r.hi)))
	}
	for name, op := range operations(st, vars[0], vars[1], vars[2], vars[3]) {
		has := map[int64]bool{}
		values := make([]int64, len(vars))
		var try func(i int)
		try = func(i int) {
			if i < len(vars) {
				for values[i] = ranges[i].lo; values[i] <= ranges[i].hi; values[i]++ {
					try(i + 1)
				}
				return
			}
			v, _ := st.Eval(op, func(u term.Term) (term.Term, bool) { return st.Int(values[slices.Index(vars, u)]), true })
			n, _ := v.IntValue()
			k, _ := n.Int64()
			has[k] = true
		}
		try(0)
		for k := int64(-16); k <= 16; k++ {
			fs := append(slices.Clone(within), st.Eq(op, st.Int(k)))
			c, err := bitproof.Of(fs, 1<<16)
			if err != nil {
				t.Fatal(err)
			}
			steps, status := blast.Refute(c, blast.Limits{Nodes: 1 << 16})
			switch {
			case (status == blast.Sat) != has[k]:
				t.Errorf("%s: %d: %v", name, k, status)
			case status == blast.Unsat:
				refuted++
				if err := c.Check(steps, nil); err != nil {
					t.Errorf("%s: %d: %v", name, k, err)
				}
				checkLRAT(t, c, steps)
			}
		}
	}
	if refuted < 200 {
		t.Errorf("%d values are refuted", refuted)
	}
}

// checkLRAT: the refutation is one in LRAT, too, all of whose lines are needed, and follow from lines before.
func checkLRAT(t *testing.T, c *bitproof.Circuit, steps [][]bitproof.Lit) {
	t.Helper()
	var b strings.Builder
	if err := c.LRAT(&b, steps); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if err := c.CheckLRAT(text); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	k := len(lines) / 2
	if c.CheckLRAT(strings.Join(slices.Delete(slices.Clone(lines), k, k+1), "")) == nil {
		t.Fatalf("without line %d it is a refutation still:\n%s", k+1, text)
	}
	fields := strings.Fields(lines[k])
	fields[len(fields)-2] = fields[0]
	lines[k] = strings.Join(fields, " ") + "\n"
	if c.CheckLRAT(strings.Join(lines, "")) == nil {
		t.Fatalf("line %d follows from itself:\n%s", k+1, strings.Join(lines, ""))
	}
}

// TestSteps: what does not follow is no step, and a text that breaks a rule of LRAT is no refutation. The formulas say x ∨ y, x ∨ ¬y, ¬x ∨ y and ¬x ∨ ¬y.
func TestSteps(t *testing.T) {
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
	if err := c.DIMACS(&b); err != nil {
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
		if err := c.Check(s.steps, nil); (err == nil) != s.ok {
			t.Errorf("%v: %v", s.steps, err)
		}
		var b strings.Builder
		if err := c.LRAT(&b, s.steps); (err == nil) != s.ok {
			t.Errorf("%v as LRAT: %v", s.steps, err)
		}
	}
	b.Reset()
	if err := c.LRAT(&b, [][]bitproof.Lit{{2}}); err != nil {
		t.Fatal(err)
	}
	checkLRAT(t, c, [][]bitproof.Lit{{2}})
	good := b.String()
	for _, bad := range []string{
		"", "18 0 1 0\n", "17 2 0 14 0\n" + good, good[:strings.LastIndex(good[:len(good)-1], "\n")+1], "18 0\n", "18 0 0 0\n", "18 d 1 0\n", "18 2 0 14 0 0\n",
		"18 0 99 0\n", "18 8 0 1 0\n", "18 0 2 3 4 0\n", "18 -3 3 0 3 0\n",
	} {
		if c.CheckLRAT(bad) == nil {
			t.Errorf("a refutation:\n%s", bad)
		}
	}
	// A clause that follows may have no number of the circuit, even of a clause that nothing needs.
	_, first, _ := strings.Cut(strings.SplitAfter(good, "\n")[0], " ")
	replaced := 0
	for n := 1; n <= clauses; n++ {
		if !slices.Contains(strings.Fields(good), strconv.Itoa(n)) {
			replaced++
			if c.CheckLRAT(fmt.Sprintf("%d %s", n, first)+good) == nil {
				t.Errorf("clause %d of the circuit is replaced:\n%s", n, good)
			}
		}
	}
	if replaced == 0 {
		t.Errorf("all clauses are needed:\n%s", good)
	}
}

// TestDefinitions: what conjuncts say that a variable is has a model, and with the contrary none.
func TestDefinitions(t *testing.T) {
	st := term.NewStore()
	b, c := st.Var("b", term.Bool), st.Var("c", term.Bool)
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	for _, f := range []term.Term{
		b, st.Not(b), st.Eq(b, c), st.Not(st.Eq(b, c)), st.Eq(x, st.Int(-3)), st.Eq(st.Add(x, y), st.Int(4)), st.Eq(st.Sub(y, x), st.Int(4)),
	} {
		for _, within := range [][]term.Term{{st.Le(st.Int(-4), x), st.Le(x, st.Int(4))}, {st.Le(st.Int(-4), y), st.Le(y, st.Int(4))}} {
			for want, fs := range map[blast.Status][]term.Term{blast.Sat: {f}, blast.Unsat: {f, st.Or(b, st.Not(f)), st.Or(st.Not(b), st.Not(f))}} {
				circuit, err := bitproof.Of(append(slices.Clone(within), fs...), 1<<12)
				if err != nil {
					t.Fatal(err)
				}
				if _, status := blast.Refute(circuit, blast.Limits{Nodes: 1 << 12}); status != want {
					t.Errorf("%v: %v, want %v", fs, status, want)
				}
			}
		}
	}
}

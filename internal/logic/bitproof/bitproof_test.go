package bitproof_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/bitproof/lrat"
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
				var text strings.Builder
				if err := errors.Join(lrat.Write(&text, c, steps), lrat.Check(c, text.String())); err != nil {
					t.Errorf("%s: %d: %v", name, k, err)
				}
			}
		}
	}
	if refuted < 200 {
		t.Errorf("%d values are refuted", refuted)
	}
}

// TestSteps: what does not follow is no step. The formulas say x ∨ y, x ∨ ¬y, ¬x ∨ y and ¬x ∨ ¬y.
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

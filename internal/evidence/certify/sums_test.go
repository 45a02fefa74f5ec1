package certify

import (
	"math/rand/v2"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// summing is a program with a region a and an integer x, and a sum over them.
func summing(t *testing.T, addend func(st *term.Store, a, x, k term.Term) term.Term) (*ir.Program, *sum) {
	t.Helper()
	p := &ir.Program{Main: &ir.Func{Name: "main"}}
	for i, v := range []*ir.Var{{Name: "a", Type: ir.Type{Kind: ir.Memory}}, {Name: "x", Type: ir.Int(32, true)}} {
		v.ID = i
		p.Globals = append(p.Globals, v)
	}
	st := term.NewStore()
	f := addend(st, st.Var("a", term.Array(term.Int, term.Int)), st.Var("x", term.Int), st.Var("$k", term.Int))
	sums, err := sumsOf(p, verdict.Elements{Sums: []verdict.Sum{{Name: "$sum", Index: "$k", Addend: f}}})
	if err != nil {
		t.Fatal(err)
	}
	return p, sums[0]
}

// TestStoreLemma: the lemma of stores is shown of addends that read a region in one place, and what it says is so of numbers. It is not shown of
// others, of which it would be wrong.
func TestStoreLemma(t *testing.T) {
	cell := func(st *term.Store, a, k term.Term, c, d int64) term.Term {
		return st.Select(a, st.Add(st.Mul(st.Int(c), k), st.Int(d)))
	}
	for name, of := range map[string]struct {
		shown  bool
		addend func(st *term.Store, a, x, k term.Term) term.Term
	}{
		"element":     {true, func(st *term.Store, a, x, k term.Term) term.Term { return cell(st, a, k, 1, 0) }},
		"backwards":   {true, func(st *term.Store, a, x, k term.Term) term.Term { return cell(st, a, k, -3, 5) }},
		"every other": {true, func(st *term.Store, a, x, k term.Term) term.Term { return cell(st, a, k, 8, 4) }},
		"count": {true, func(st *term.Store, a, x, k term.Term) term.Term {
			return st.Ite(st.Eq(cell(st, a, k, 4, 0), x), st.Int(1), st.Int(0))
		}},
		"weighted":  {true, func(st *term.Store, a, x, k term.Term) term.Term { return st.Add(cell(st, a, k, 4, 0), k) }},
		"from x on": {true, func(st *term.Store, a, x, k term.Term) term.Term { return st.Select(a, st.Add(x, k)) }},
		"two places": {false, func(st *term.Store, a, x, k term.Term) term.Term {
			return st.Add(cell(st, a, k, 4, 0), cell(st, a, k, 4, 4))
		}},
		"one place":   {false, func(st *term.Store, a, x, k term.Term) term.Term { return st.Add(st.Select(a, x), k) }},
		"by elements": {false, func(st *term.Store, a, x, k term.Term) term.Term { return st.Select(a, cell(st, a, k, 4, 0)) }},
		"squares":     {false, func(st *term.Store, a, x, k term.Term) term.Term { return st.Select(a, st.Mul(k, k)) }},
	} {
		p, s := summing(t, of.addend)
		region := p.Globals[0]
		newSolver := func(st *term.Store) solver.Solver { return smt.New(st) }
		if got := s.lemma(t.Context(), p, region, newSolver); got != of.shown {
			t.Errorf("%s: the lemma is shown: %t", name, got)
		}
		if !of.shown {
			continue
		}
		st := term.NewStore()
		ctx := sem.New(st, p)
		r := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			before := st.ConstArray(ctx.Var(region).Sort(), st.Int(0))
			for range 12 {
				before = st.Store(before, st.Int(r.Int64N(24)-8), st.Int(r.Int64N(9)-4))
			}
			addr := st.Int(r.Int64N(24) - 8)
			a := &summed{sum: s, values: map[*ir.Var]term.Term{region: before, p.Globals[1]: st.Int(r.Int64N(5) - 2)}}
			b := &summed{sum: s, values: map[*ir.Var]term.Term{region: st.Store(before, addr, st.Int(r.Int64N(9)-4)), p.Globals[1]: a.values[p.Globals[1]]}}
			for _, z := range []*summed{a, b} {
				z.P = st.ConstArray(ctx.Var(region).Sort(), st.Int(0))
				for _, d := range []int64{1, -1} {
					var total num.Int
					for k := int64(0); k != 12*d; k += d {
						if d > 0 {
							v, _ := z.addendAt(st, st.Int(k)).IntValue()
							total = total.Add(v)
							z.P = st.Store(z.P, st.Int(k+1), st.IntNum(total))
						} else {
							v, _ := z.addendAt(st, st.Int(k-1)).IntValue()
							total = total.Sub(v)
							z.P = st.Store(z.P, st.Int(k-1), st.IntNum(total))
						}
					}
				}
			}
			i, ok := a.indexOf(st, region, addr)
			at := st.Int(r.Int64N(23) - 11)
			if f := stored(st, a, b, i, at); !ok || !f.IsTrue() {
				t.Fatalf("%s: a store at %s, a sum up to %s: %s", name, addr, at, f)
			}
		}
	}
}

// TestNoSums: what defines no sum over a program is not accepted as one.
func TestNoSums(t *testing.T) {
	p, _ := summing(t, func(st *term.Store, a, x, k term.Term) term.Term { return x })
	st := term.NewStore()
	array := st.Var("a", term.Array(term.Int, term.Int))
	for _, bad := range [][]verdict.Sum{
		{{Name: "a", Index: "$k", Addend: st.Int(1)}},
		{{Name: "", Index: "$k", Addend: st.Int(1)}},
		{{Name: "$s", Index: "x", Addend: st.Int(1)}},
		{{Name: "$s", Index: "", Addend: st.Int(1)}},
		{{Name: "$s", Index: "$k"}},
		{{Name: "$s", Index: "$k", Addend: array}},
		{{Name: "$s", Index: "$k", Addend: st.True()}},
		{{Name: "$s", Index: "$k", Addend: st.Var("y", term.Int)}},
		{{Name: "$s", Index: "$s", Addend: st.Int(1)}},
		{{Name: "$s", Index: "$t", Addend: st.Int(1)}, {Name: "$t", Index: "$k", Addend: st.Int(1)}},
		{{Name: "$s", Index: "$k", Addend: st.Select(st.Var("$s", array.Sort()), st.Int(0))}}, // of itself
		{{Name: "$s", Index: "$k", Addend: st.Int(1)}, {Name: "$s", Index: "$k", Addend: st.Int(2)}},
		{{Name: "$b", Index: "$k", Addend: st.Int(1)}},
		{{Name: "$s", Index: "$k", Addend: term.NewStore().Var("a", term.Int)}},
	} {
		if _, err := sumsOf(p, verdict.Elements{Bound: []string{"$b"}, Sums: bad}); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

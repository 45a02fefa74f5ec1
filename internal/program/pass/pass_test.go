package pass_test

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/pass"
	"craig/logic/num"
	"craig/logic/term"
)

// unsafe says whether an error location is among the configurations.
func unsafe(p *ir.Program, cs map[config]bool) bool {
	for c := range cs {
		if p.Locs[c.l].IsGoal() {
			return true
		}
	}
	return false
}

// invariant is the strongest invariant at a location that mentions the program's variables only:
// a disjunction of states.
func invariant(st *term.Store, p *ir.Program, l ir.Loc, cs map[config]bool) (term.Term, bool) {
	used := map[string]bool{}
	p.AllVars(func(v *ir.Var) { used[v.Name] = true })
	var or []term.Term
	for _, c := range allStates(l) {
		if !cs[c] {
			continue
		}
		var and []term.Term
		for i, n := range varNames {
			if used[n] {
				and = append(and, st.Eq(st.Var(n, term.Int), st.Int(int64(c.s[i]))))
			}
		}
		or = append(or, st.And(and...))
	}
	return st.Or(or...), len(or) > 0
}

func holds(t *rapid.T, st *term.Store, inv term.Term, s state) bool {
	v, ok := st.Eval(inv, func(x term.Term) (term.Term, bool) {
		for i, n := range varNames {
			if n == x.Name() {
				return st.IntNum(num.I(int64(s[i]))), true
			}
		}
		return term.Term{}, false
	})
	if !ok {
		t.Fatalf("no value: %s", inv)
	}
	return v.IsTrue()
}

// checkPass runs a pass on random programs. If the result is safe so is the program, and the
// strongest invariants of the result come back as inductive invariants of the program; if the
// pass is exact, a program that is safe stays safe.
func checkPass(t *testing.T, exact bool, run func(p *ir.Program) (*ir.Program, pass.Lift)) {
	small, safe := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := randomProgram(t)
		if err := ircheck.Check(p); err != nil {
			t.Fatalf("generator: %v\n%s", err, p)
		}
		before := p.String()
		q, way := run(p)
		if err := ircheck.Check(q); err != nil {
			t.Fatalf("%v\n%s\n%s", err, p, q)
		}
		if p.String() != before {
			t.Fatalf("the pass changed its input\n%s\n%s", before, p)
		}
		small += len(q.Main.Locs)
		all := reachable(p, allStates(p.Main.Entry), never)
		mine := reachable(q, allStates(q.Main.Entry), never)
		if unsafe(p, all) != unsafe(q, mine) && (exact || unsafe(p, all)) {
			t.Fatalf("the program is unsafe: %v, the result: %v\n%s\n%s", unsafe(p, all), unsafe(q, mine), p, q)
		}
		if unsafe(q, mine) {
			return
		}
		safe++
		st := term.NewStore()
		inv := map[ir.Loc]term.Term{q.Main.Entry: st.True()}
		for _, l := range q.Main.Locs {
			if q.Locs[l].Loop {
				if f, ok := invariant(st, q, l, mine); ok {
					inv[l] = f
				}
			}
		}
		back := way.Invariants(st, inv)
		isCut := func(l ir.Loc) bool {
			_, ok := back[l]
			return ok || p.Locs[l].Loop || p.Locs[l].IsGoal()
		}
		if f, ok := back[p.Main.Entry]; !ok || !f.IsTrue() {
			t.Fatalf("at the entry: %s", f)
		}
		for l, f := range back {
			var from []config
			for _, c := range allStates(l) {
				if holds(t, st, f, c.s) {
					from = append(from, c)
				}
			}
			for c := range reachable(p, from, isCut) {
				if p.Locs[c.l].IsGoal() {
					t.Fatalf("from %d with %s: error %d\n%s\n%s", l, f, c.l, p, q)
				}
				if !isCut(c.l) {
					continue
				}
				if g, ok := back[c.l]; !ok || !holds(t, st, g, c.s) {
					t.Fatalf("%s at %d leads to %v, where %s\n%s\n%s", f, l, c, g, p, q)
				}
			}
		}
	})
	if safe == 0 || small == 0 {
		t.Errorf("%d safe programs, %d locations", safe, small)
	}
}

func goals(p *ir.Program) []ir.Loc { return p.ErrorLocs() }

func TestSlice(t *testing.T) {
	checkPass(t, false, func(p *ir.Program) (*ir.Program, pass.Lift) { return pass.Slice(p, goals(p)) })
}

func TestSimplify(t *testing.T) {
	checkPass(t, true, func(p *ir.Program) (*ir.Program, pass.Lift) { return pass.Simplify(p) })
}

// Slices simplify, and their ways back go together.
func TestSliceSimplify(t *testing.T) {
	checkPass(t, false, func(p *ir.Program) (*ir.Program, pass.Lift) {
		q, first := pass.Slice(p, goals(p))
		r, second := pass.Simplify(q)
		return r, pass.Lifts{first, second}
	})
}

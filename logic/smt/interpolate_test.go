package smt

import (
	"context"
	"testing"
	"time"

	"craig/logic/term"
)

// randomParts splits a random conjunction over variables that neighbouring parts share.
func randomParts(g *gen, n int) []term.Term {
	names := []string{"x0", "x1", "x2", "x3", "x4", "x5", "x6"}
	parts := make([]term.Term, n)
	for i := range parts {
		g.ints = nil
		for _, v := range names[i : i+2+g.pick(2)] {
			g.ints = append(g.ints, g.st.Var(v, term.Int))
		}
		g.bools = []term.Term{g.st.Var("p"+names[i], term.Bool), g.st.Var("p"+names[i+1], term.Bool)}
		var fs []term.Term
		for range 1 + g.pick(4) {
			fs = append(fs, g.bool(g.pick(3)))
		}
		parts[i] = g.st.And(fs...)
	}
	return parts
}

// randomPath is a path of assignments and guards over an array and a scalar, in single
// assignment form, as engines ask.
func randomPath(g *gen, n int) []term.Term {
	st := g.st
	arr := term.Array(term.Int, term.Int)
	m, x, y := st.Var("m0", arr), st.Var("x0", term.Int), st.Var("y0", term.Int)
	parts := make([]term.Term, n)
	for i := range parts {
		g.ints, g.arrays, g.ops = []term.Term{x, y}, []term.Term{m}, "ai"
		guard := g.atom(1)
		v := g.int(1)
		name := string(rune('0' + i + 1))
		switch g.pick(4) {
		case 0:
			m2 := st.Var("m"+name, arr)
			parts[i] = st.And(guard, st.Eq(m2, st.Store(m, g.int(1), v)))
			m = m2
		case 1:
			x2 := st.Var("x"+name, term.Int)
			parts[i] = st.And(guard, st.Eq(x2, v))
			x = x2
		case 2:
			y2 := st.Var("y"+name, term.Int)
			parts[i] = st.And(guard, st.Eq(y2, st.Select(m, v)))
			y = y2
		default:
			parts[i] = st.And(guard, g.atom(1))
		}
	}
	return parts
}

// checkInterpolants tests the three conditions with fresh solvers.
func checkInterpolants(t *testing.T, st *term.Store, parts, itps []term.Term) {
	t.Helper()
	if len(itps) != len(parts)+1 || !itps[0].IsTrue() || !itps[len(parts)].IsFalse() {
		t.Fatalf("interpolants %v", itps)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for i, a := range parts {
		e := New(st)
		e.Assert(itps[i])
		e.Assert(a)
		e.Assert(st.Not(itps[i+1]))
		switch ans := e.Check(ctx); ans.Status {
		case Sat:
			t.Fatalf("not inductive at %d: %v ∧ %v ⇏ %v", i, itps[i], a, itps[i+1])
		case Unknown:
			t.Logf("not decided: %s", ans.Reason)
		}
	}
	for k, f := range itps {
		in := func(parts []term.Term) map[string]bool {
			m := map[string]bool{}
			for _, p := range parts {
				term.Walk(p, func(u term.Term) {
					if s := symbol(u); s != "" {
						m[s] = true
					}
				})
			}
			return m
		}
		before, after := in(parts[:k]), in(parts[k:])
		for s := range in([]term.Term{f}) {
			if !before[s] || !after[s] {
				t.Fatalf("interpolant %d, %v, mentions %s, which is not shared", k, f, s)
			}
		}
	}
}

func TestInterpolants(t *testing.T) {
	for _, ops := range []string{"", "i", "m", "mi", "a", "ae", "aei", "f", "n", "r", "miw", "b", "s", "nvmi", "fu", "aefui", "ri", "SSA"} {
		t.Run("ops="+ops, func(t *testing.T) {
			unsat, failed := 0, 0
			for seed := range uint64(seeds(30)) {
				for _, s := range []Strength{McMillan, Pudlak} {
					g := newGen(seed, ops)
					var parts []term.Term
					if ops == "SSA" {
						parts = randomPath(g, 2+g.pick(7))
					} else {
						parts = randomParts(g, 2+g.pick(4))
					}
					ctx, cancel := context.WithTimeout(context.Background(), time.Second)
					ans, itps := NewInterpolator(g.st, WithStrength(s)).Interpolate(ctx, parts)
					cancel()
					switch ans.Status {
					case Sat:
						for _, f := range parts {
							if !ans.Model.Eval(f).IsTrue() {
								t.Fatalf("seed %d: model", seed)
							}
						}
						continue
					case Unknown:
						t.Logf("seed %d: %s\n%v", seed, ans.Reason, parts)
						continue
					}
					unsat++
					if itps == nil {
						failed++
						t.Logf("seed %d: %s", seed, ans.Reason)
						continue
					}
					checkInterpolants(t, g.st, parts, itps)
				}
			}
			t.Logf("%d unsatisfiable, %d without interpolants", unsat, failed)
		})
	}
}

package smt

import (
	"context"
	"testing"
	"time"

	"craig/logic/smt/internal/interpolate"
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

// checkInterpolants tests the three conditions with a fresh solver.
func checkInterpolants(t *testing.T, st *term.Store, parts, itps []term.Term) {
	t.Helper()
	if len(itps) == 0 || !itps[0].IsTrue() {
		t.Fatalf("interpolants %v", itps)
	}
	checkTree(t, st, parts, interpolate.Sequence(len(parts)), itps[1:])
}

func checkTree(t *testing.T, st *term.Store, parts []term.Term, parent []int, itps []term.Term) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if len(itps) != len(parts) || !itps[len(parts)-1].IsFalse() {
		t.Fatalf("interpolants %v", itps)
	}
	for i, a := range parts {
		e := New(st)
		e.Assert(a)
		for c, p := range parent {
			if p == i {
				e.Assert(itps[c])
			}
		}
		e.Assert(st.Not(itps[i]))
		switch ans := e.Check(ctx); ans.Status {
		case Sat:
			t.Fatalf("not inductive at %d: %v\n%v\n%v", i, parts, parent, itps)
		case Unknown:
			t.Logf("not decided: %s", ans.Reason)
		}
	}
	for k, f := range itps {
		inside, outside := map[string]bool{}, map[string]bool{}
		for i, a := range parts {
			at := i
			for at >= 0 && at != k {
				at = parent[at]
			}
			if at == k {
				interpolate.AddSymbols(inside, a)
			} else {
				interpolate.AddSymbols(outside, a)
			}
		}
		for s := range interpolate.SymbolsOf(f) {
			if !inside[s] || !outside[s] {
				t.Fatalf("interpolant %d, %v, mentions %s, which is not shared", k, f, s)
			}
		}
	}
}

// randomTree is a random tree of n parts.
func randomTree(g *gen, n int) []int {
	parent := make([]int, n)
	for i := range n - 1 {
		parent[i] = i + 1 + g.pick(min(3, n-1-i))
	}
	parent[n-1] = -1
	return parent
}

func TestInterpolants(t *testing.T) {
	ways := map[string][]InterpolatorOption{
		"McMillan": nil,
		"Pudlak":   {WithStrength(Pudlak), WithSimplification(Untouched)},
		"Dual":     {WithStrength(Dual), WithSimplification(Untouched)},
		"backward": {WithMethod(Backward)},
		"forward":  {WithMethod(Forward)},
		"fewest":   {WithSimplification(Fewest)},
	}
	for _, ops := range []string{"", "i", "m", "mi", "a", "ae", "aei", "f", "n", "r", "miw", "b", "s", "nvmi", "fu", "aefui", "ri", "SSA"} {
		t.Run("ops="+ops, func(t *testing.T) {
			unsat, failed := 0, map[string]int{}
			for seed := range uint64(seeds(10)) {
				for way, options := range ways {
					g := newGen(seed, ops)
					var parts []term.Term
					if ops == "SSA" {
						parts = randomPath(g, 2+g.pick(7))
					} else {
						parts = randomParts(g, 2+g.pick(4))
					}
					parent := interpolate.Sequence(len(parts))
					if seed%2 == 1 {
						parent = randomTree(g, len(parts))
					}
					ctx, cancel := context.WithTimeout(context.Background(), time.Second)
					ans, itps := NewInterpolator(g.st, options...).InterpolateTree(ctx, parts, parent)
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
						failed[way]++
						t.Logf("seed %d, %s: %s", seed, way, ans.Reason)
						continue
					}
					checkTree(t, g.st, parts, parent, itps)
				}
			}
			t.Logf("%d unsatisfiable, without interpolants: %v", unsat, failed)
		})
	}
}

package conditions_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/conditions"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// formula makes a formula; v is a variable of the program by the end of its name, or a bound one.
type formula func(st *term.Store, v func(string) term.Term) term.Term

// proofs are right, or the program is wrong: then no formulas are a proof.
var proofs = []struct {
	name, text string
	right      bool
	kind       conditions.Kind
	rounds     int
	bound      string
	loops      []formula // at the heads of loops, in the order of locations
	entry      formula   // at the entry of f
	exit       formula   // at its exit
	initially  formula   // at the entry of main
}{
	{name: "a loop", text: "int main(void) { int x = 0, y = 0; while (x < 10) { x++; y++; } if (y != 10) reach_error(); return 0; }", right: true, loops: []formula{equal}},
	{name: "a formula that a round breaks", text: "int main(void) { int x = 0, y = 0; while (x < 10) { x++; y += 2; } if (y != 20) reach_error(); return 0; }", loops: []formula{equal}},
	{name: "a formula that does not hold at first", text: "int main(void) { int x = 0, y = 1; while (x < 10) { x++; y++; } if (y != 10) reach_error(); return 0; }", loops: []formula{equal}},
	{name: "a formula that says too little", text: "int main(void) { int x = 0, y = 0; while (x < 10) { x++; y++; } if (y == 10) reach_error(); return 0; }", loops: []formula{equal}},
	{name: "nothing is said", text: "int x = 1; int main(void) { int y = input(); while (y) ; if (x != 1) reach_error(); return 0; }"},
	{name: "nothing is known at first", text: "int main(void) { int x = input(); if (x == 5) reach_error(); return 0; }",
		initially: func(st *term.Store, v func(string) term.Term) term.Term { return st.Ne(v("::x"), st.Int(5)) }},
	{name: "what is said at first is so nowhere", text: "int main(void) { reach_error(); return 0; }", initially: never},
	{name: "errors at two places", text: "int main(void) { int x = input(); if (x == 5) reach_error(); if (x == 6) reach_error(); return 0; }", initially: always},
	{name: "paths that meet", text: "int main(void) { int x = input(), y; if (x > 5) y = 2; else y = 1; if (y == 1) reach_error(); return 0; }", initially: always},
	{name: "paths that meet with the same", text: "int main(void) { int x = input(), y; if (x > 5) y = x - 1; else y = 7 - x; if (x == 7 && y != 6) reach_error(); return 0; }", right: true, initially: always},
	{name: "what is unknown", text: "int main(void) { int x = 1; x = input(); if (x != 1) reach_error(); return 0; }", initially: always},
	{name: "cells", text: "int a[4]; int main(void) { int i = input() & 3; a[i] = 1; if (a[i] == 1) reach_error(); return 0; }", initially: always},
	{name: "other cells", text: "int a[4]; int main(void) { int i = input() & 3; a[i] = 1; if (a[i] != 1) reach_error(); return 0; }", right: true, initially: always},
	{name: "wraps", text: "int main(void) { unsigned x = number(); if (x + 1 == 0) reach_error(); return 0; }", initially: always},
	{name: "bytes", text: "int main(void) { int x = (signed char)input(); if (x < -128 || x > 127) reach_error(); return 0; }", right: true, initially: always},
	{name: "quotients", text: "int main(void) { int x = input(); if (x / 2 == -3 && x % 2 == -1) reach_error(); return 0; }", initially: always},
	{name: "quotients that there are not", text: "int main(void) { int x = input(); if (x == -7 && (x / 2 != -3 || x % 2 != -1)) reach_error(); return 0; }", right: true, initially: always},

	{name: "a contract", text: called, right: true, kind: conditions.Contracts, entry: positive, exit: more, initially: always},
	{name: "a contract that is not required", text: called, kind: conditions.Contracts, entry: always, exit: more, initially: always},
	{name: "a contract that ensures too much", text: called, kind: conditions.Contracts, entry: positive, exit: never, initially: always},
	{name: "a contract that a call does not satisfy", text: strings.Replace(called, "f(1)", "f(-1)", 1), kind: conditions.Contracts, entry: positive, exit: more, initially: always},
	{name: "what a call changes", text: "int g; static int f(int a) { g = 2; return a; } int main(void) { g = 1; f(1); if (g != 1) reach_error(); return 0; }",
		kind: conditions.Contracts, entry: always, exit: always, initially: always},

	{name: "rounds", text: "int main(void) { int x = 0; while (x < 3) x++; if (x != 3) reach_error(); return 0; }", right: true, kind: conditions.Unrolled, rounds: 3},
	{name: "too few rounds", text: "int main(void) { int n = input(), x = 0; while (x < n) x++; if (x == 3) reach_error(); return 0; }", kind: conditions.Unrolled, rounds: 2},
	{name: "rounds and a formula", text: framed, right: true, kind: conditions.Unrolled, loops: []formula{same}},
	{name: "a formula that a round of it breaks", text: strings.Replace(framed, "y++", "y += 2", 1), kind: conditions.Unrolled, loops: []formula{same}},
	{name: "what a loop with a formula writes", text: strings.Replace(framed, "y != x", "x != 0", 1), kind: conditions.Unrolled, loops: []formula{same}},

	{name: "all elements", text: filled, right: true, bound: "k", loops: []formula{zeroBefore}},
	{name: "all elements but one", text: strings.Replace(filled, "a[i] = 0", "a[i] = i == 2", 1), bound: "k", loops: []formula{zeroBefore}},

	{name: "an execution", text: "int main(void) { int x = 0; while (x < 300) x++; if (x != 300) reach_error(); return 0; }", right: true, kind: conditions.Execution},
	{name: "an execution to an error", text: "int main(void) { int x = 0; while (x < 300) x++; if (x == 300) reach_error(); return 0; }", kind: conditions.Execution},
	{name: "an execution that is not known", text: "int main(void) { int x = input(); if (x == 300) reach_error(); return 0; }", kind: conditions.Execution},
}

const (
	called = "static int f(int a) { if (a <= 0) reach_error(); return a + 1; } int main(void) { if (f(1) < 2) reach_error(); return 0; }"
	framed = "int main(void) { int n = input(), x = 0, y = 0; while (x < n) { x++; y++; } if (y != x) reach_error(); return 0; }"
	filled = "int a[4]; int main(void) { a[2] = 1; int i = 0; while (i < 4) { a[i] = 0; i++; } int j = input() & 3; if (a[j] != 0) reach_error(); return 0; }"
)

func always(st *term.Store, _ func(string) term.Term) term.Term { return st.True() }
func never(st *term.Store, _ func(string) term.Term) term.Term  { return st.False() }
func equal(st *term.Store, v func(string) term.Term) term.Term {
	return st.And(st.Eq(v("::x"), v("::y")), st.Le(v("::x"), st.Int(10)))
}
func same(st *term.Store, v func(string) term.Term) term.Term     { return st.Eq(v("::x"), v("::y")) }
func positive(st *term.Store, v func(string) term.Term) term.Term { return st.Gt(v("::a"), st.Int(0)) }
func more(st *term.Store, v func(string) term.Term) term.Term     { return st.Ge(v("$result"), st.Int(2)) }

func zeroBefore(st *term.Store, v func(string) term.Term) term.Term {
	k, i := v("k"), v("::i")
	cell := st.Select(v("a[]"), st.Add(st.Scale(st.Int(4).Num(), k), v("&a")))
	return st.And(st.Le(st.Int(0), i), st.Le(i, st.Int(4)), st.Or(st.Lt(k, st.Int(0)), st.Le(i, k), st.Eq(cell, st.Int(0))))
}

// TestOf: all conditions of a right proof are impossible; of what is no proof it is an error, or a condition is possible.
func TestOf(t *testing.T) {
	for _, c := range proofs {
		t.Run(c.name, func(t *testing.T) {
			const declared = "extern int input(void);\nextern unsigned number(void);\nvoid reach_error(void);\n"
			prepared := prepare.New(cfront.Options{}, fstest.MapFS{"main.c": {Data: []byte(declared + c.text)}}, "main.c")
			of := prepared.Inlined
			if c.kind == conditions.Contracts {
				of = prepared.Interprocedural
			}
			p, err := of(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			st := term.NewStore()
			named := func(f *ir.Func) func(string) term.Term {
				return func(name string) (found term.Term) {
					if name == c.bound {
						return st.Var(name, term.Int)
					}
					if name == "$result" {
						return st.Var(f.Result.Name, term.Int)
					}
					for _, o := range p.Objects {
						if name == "&"+o.Name {
							return st.IntNum(o.Addr)
						}
					}
					p.AllVars(func(v *ir.Var) {
						sort := term.Int
						if v.Type.Kind == ir.Memory {
							sort = term.Array(term.Int, term.Int)
						}
						if (v.Func == nil || v.Func == f) && strings.HasSuffix(v.Name, name) && !found.Valid() {
							found = st.Var(v.Name, sort)
						}
					})
					if !found.Valid() {
						t.Fatalf("no variable %s", name)
					}
					return found
				}
			}
			at := map[ir.Loc]term.Term{}
			say := func(l ir.Loc, f formula, of *ir.Func) {
				if f != nil {
					at[l] = f(st, named(of))
				}
			}
			loops := c.loops
			for _, l := range p.Locs {
				if l != nil && l.Loop && len(loops) > 0 {
					say(l.ID, loops[0], l.Func)
					loops = loops[1:]
				}
			}
			for _, f := range p.Funcs {
				if f.Name == "f" && f != p.Main {
					say(f.Entry, c.entry, f)
					say(f.Exit, c.exit, f)
				}
			}
			say(p.Main.Entry, c.initially, p.Main)
			if c.initially == nil && c.kind == conditions.Invariants {
				at[p.Main.Entry] = st.True()
			}
			proof := conditions.Proof{Kind: c.kind, At: at, Rounds: c.rounds}
			if c.bound != "" {
				proof.Bound = []string{c.bound}
			}
			list, err := conditions.Of(p, proof)
			possible := ""
			for _, x := range list {
				s := smt.New(x.Goal.Store())
				for _, f := range append(x.Facts, x.Goal) {
					s.Assert(f)
				}
				if ans := s.Check(t.Context()); ans.Status != smt.Unsat {
					possible = x.About
				}
			}
			if right := err == nil && possible == ""; right != c.right || c.right && len(list) == 0 {
				t.Errorf("right: %t, %d conditions, %v, possible: %s", right, len(list), err, possible)
			}
		})
	}
}

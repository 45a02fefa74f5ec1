package conditions_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/conditions"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
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
	calls      bool      // the program is not inlined
	steps      int
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
	{name: "rounds and a formula", text: summarised, right: true, kind: conditions.Unrolled, loops: []formula{same}},
	{name: "a formula that a round of it breaks", text: strings.Replace(summarised, "y++", "y += 2", 1), kind: conditions.Unrolled, loops: []formula{same}},
	{name: "what a loop with a formula writes", text: strings.Replace(summarised, "y != x", "x != 0", 1), kind: conditions.Unrolled, loops: []formula{same}},

	{name: "all elements", text: filled, right: true, bound: "k", loops: []formula{zeroBefore}},
	{name: "all elements but one", text: strings.Replace(filled, "a[i] = 0", "a[i] = i == 2", 1), bound: "k", loops: []formula{zeroBefore}},

	{name: "an execution", text: "int main(void) { int x = 0; while (x < 300) x++; if (x != 300) reach_error(); return 0; }", right: true, kind: conditions.Execution},
	{name: "an execution to an error", text: "int main(void) { int x = 0; while (x < 300) x++; if (x == 300) reach_error(); return 0; }", kind: conditions.Execution},
	{name: "an execution of another length", text: "int main(void) { int x = 0; if (x) reach_error(); return 0; }", kind: conditions.Execution, steps: 999},
	{name: "an execution with recursion", text: recursive, right: true, kind: conditions.Execution, calls: true},
	{name: "an execution with recursion to an error", text: strings.Replace(recursive, "55", "54", 1), kind: conditions.Execution, calls: true},
	{name: "variables of another call", text: "static int f(int n) { int k; if (n) { k = n; f(n - 1); return k; } return 0; } int main(void) { if (f(9) != 9) reach_error(); return 0; }", right: true, kind: conditions.Execution, calls: true},
	{name: "variables of a call that has ended", text: "static int f(int n) { int k; if (n) k = 1; return k; } int main(void) { f(1); if (f(0) != 1) reach_error(); return 0; }", kind: conditions.Execution, calls: true},
	{name: "an execution that sorts", text: sorted, right: true, kind: conditions.Execution, calls: true},
	{name: "an execution that fills", text: "int a[2000]; int main(void) { for (int i = 0; i < 2000; i++) a[i] = i; if (a[3] != 3 || a[1999] != 1999) reach_error(); return 0; }", right: true, kind: conditions.Execution},
	{name: "an execution with a cell that is not known", text: "int a[9]; int main(void) { a[3] = input(); int i = 2; if (a[i + 1] == 5) reach_error(); return 0; }", kind: conditions.Execution},
	{name: "an execution whose first edge is right", text: "int main(void) { int x = input(); if (x != 300) return 0; reach_error(); return 0; }", kind: conditions.Execution},
	{name: "an execution with what stays unknown", text: "int main(void) { int x = 1, y = 2; x = input(); y = x / 2; int z = 0; while (z < 700) z++; if (z != 700) reach_error(); return x + y; }", right: true, kind: conditions.Execution},
	{name: "an execution with what becomes unknown", text: "int main(void) { int x = 1; if (x != 1) reach_error(); x = input(); if (x == 5) reach_error(); return 0; }", kind: conditions.Execution},
	{name: "cells of a block that begins again", text: "int main(void) { for (int i = 0; i < 2; i++) { int a[4]; if (i == 0) a[i + 1] = 5; else if (a[i] != 5) reach_error(); } return 0; }", kind: conditions.Execution},
	{name: "an execution that stores anywhere", text: "int a[9]; int main(void) { a[input() & 7] = 1; if (a[8]) reach_error(); return 0; }", kind: conditions.Execution},
	{name: "an execution that is not known", text: "int main(void) { int x = input(); if (x == 300) reach_error(); return 0; }", kind: conditions.Execution},
}

const (
	called     = "static int f(int a) { if (a <= 0) reach_error(); return a + 1; } int main(void) { if (f(1) < 2) reach_error(); return 0; }"
	summarised = "int main(void) { int n = input(), x = 0, y = 0; while (x < n) { x++; y++; } if (y != x) reach_error(); return 0; }"
	recursive  = "static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); } int main(void) { if (f(10) != 55) reach_error(); return 0; }"
	sorted     = "int a[20]; static void sort(int from, int to) { if (from >= to) return; int p = a[to], i = from; for (int j = from; j < to; j++) if (a[j] < p) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; }" +
		" a[to] = a[i]; a[i] = p; sort(from, i - 1); sort(i + 1, to); }" +
		" int main(void) { int u = input(); for (int i = 0; i < 20; i++) a[i] = i * 7 % 20; sort(0, 19); for (int i = 0; i < 20; i++) if (a[i] != i) reach_error(); return u; }"
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
			if c.kind == conditions.Contracts || c.calls {
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
			proof := conditions.Proof{Kind: c.kind, At: at, Rounds: c.rounds, Steps: c.steps}
			if c.bound != "" {
				proof.Bound = []string{c.bound}
			}
			list, err := conditionsOf(p, proof)
			possible := ""
			for _, x := range list {
				if answer(t, append(x.Facts, x.Goal)) != smt.Unsat {
					possible = x.About
				}
			}
			if right := err == nil && possible == ""; right != c.right || c.right && len(list) == 0 {
				t.Errorf("right: %t, %d conditions, %v, possible: %s", right, len(list), err, possible)
			}
		})
	}
}

// conditionsOf lists the conditions of a proof.
func conditionsOf(p *ir.Program, proof conditions.Proof) (list []conditions.Condition, err error) {
	err = conditions.Each(p, proof, func(c conditions.Condition) error {
		list = append(list, c)
		return nil
	})
	return list, err
}

// answer is whether formulas are possible together.
func answer(t *testing.T, fs []term.Term) smt.Status {
	t.Helper()
	s := smt.New(fs[0].Store())
	for _, f := range fs {
		s.Assert(f)
	}
	return s.Check(t.Context()).Status
}

// TestExecutionSays: the conditions of an execution say that no other edge is taken, that addresses are what they are, and what is there at a
// checkpoint: without what is known before, this may be otherwise. And what is known is possible.
func TestExecutionSays(t *testing.T) {
	for _, c := range []struct {
		name, text string
		some       bool
	}{
		{"nothing", "int main(void) { int x = 1; x = input(); return x; }", false},
		{"an edge", "int main(void) { int x = 1; if (x == 2) x = 3; return 0; }", true},
		{"an edge after an assumption", "int main(void) { int u = input(); u = u + 1; int x = 1; if (x == 2) x = 3; return u; }", true},
		{"where it stores", "int a[9]; int main(void) { int i = 1; a[i] = 2; return 0; }", true},
		{"what it loads", "int a[9]; int main(void) { int i = 1; i = a[i]; return 0; }", true},
		{"a checkpoint", "int main(void) { unsigned x = 1; " + strings.Repeat("x = x * 3;", 1200) + " return 0; }", true},
	} {
		p, err := prepare.New(cfront.Options{}, fstest.MapFS{"main.c": {Data: []byte("extern int input(void);\nextern void reach_error(void);\nvoid wrong(void) { reach_error(); }\n" + c.text)}}, "main.c").Inlined(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		list, err := conditionsOf(p, conditions.Proof{Kind: conditions.Execution})
		if err != nil {
			t.Fatal(c.name, err)
		}
		some := false
		for _, x := range list {
			some = some || answer(t, []term.Term{x.Goal}) == smt.Sat
			if answer(t, append(x.Facts, x.Goal)) != smt.Unsat {
				t.Errorf("%s: %s: possible", c.name, x.About)
			}
			if answer(t, append(x.Facts, x.Goal.Store().True())) != smt.Sat {
				t.Errorf("%s: %s: what is known is impossible", c.name, x.About)
			}
		}
		if some != c.some {
			t.Errorf("%s: something is said: %t", c.name, some)
		}
	}
}

// TestBeginsWithError: nothing is a proof of a program that begins with an error, whatever is said of that place.
func TestBeginsWithError(t *testing.T) {
	p, err := prepare.New(cfront.Options{}, fstest.MapFS{"main.c": {Data: []byte("extern int input(void);\nextern void reach_error(void);\nint main(void) { if (input()) reach_error(); return 0; }")}}, "main.c").Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.Locs[p.Main.Entry].Goal = ir.Violates("unreach-call")
	for kind := conditions.Invariants; kind <= conditions.Prefix; kind++ {
		always := map[ir.Loc]term.Term{p.Main.Entry: term.NewStore().True()}
		if list, err := conditionsOf(p, conditions.Proof{Kind: kind, At: always}); err == nil {
			t.Errorf("kind %d: %d conditions", kind, len(list))
		}
	}
}

// TestLongExecution: there are no conditions of an execution that is too long.
func TestLongExecution(t *testing.T) {
	p, err := prepare.New(cfront.Options{}, fstest.MapFS{"main.c": {Data: []byte("extern void reach_error(void);\nint main(void) { int x = 0; if (x) reach_error(); return 0; }")}}, "main.c").Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conditionsOf(p, conditions.Proof{Kind: conditions.Execution, Steps: 100_000_000}); !errors.Is(err, conditions.ErrOpen) || !strings.Contains(err.Error(), "100000000 edges") {
		t.Errorf("%v", err)
	}
}

// TestPrefix: invariants that hold from the end of an execution on are a proof with that one, and with no other.
func TestPrefix(t *testing.T) {
	const text = "extern int input(void);\nextern void reach_error(void);\nint main(void) { int s = 1, k, a[9];\nfor (int i = 0; i < 20; i++) { s = 7 - s; a[i & 7] = s; }\n" +
		"k = input(); if (a[5] != 1) reach_error();\nwhile (s < 9) { if (s + (k & 1) > 4) reach_error(); k = input(); } }"
	p, err := prepare.New(cfront.Options{}, fstest.MapFS{"main.c": {Data: []byte(text)}}, "main.c").Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	st := term.NewStore()
	var s term.Term
	p.AllVars(func(v *ir.Var) {
		if strings.HasSuffix(v.Name, "::s") {
			s = st.Var(v.Name, term.Int)
		}
	})
	var before, loop ir.Loc
	for _, l := range p.Locs {
		if l != nil && l.Loop && l.Pos.Line == 6 {
			loop = l.ID
		}
	}
	for _, e := range p.Edges {
		if e != nil && e.Pos.Line == 5 && ir.Written(e.Stmt) != nil && before == 0 {
			before = e.From
		}
	}
	for _, loc := range []ir.Loc{before, loop} {
		proof := func(f term.Term, visits, steps int) conditions.Proof {
			return conditions.Proof{Kind: conditions.Prefix, At: map[ir.Loc]term.Term{loop: f}, Loc: loc, Visits: visits, Steps: steps}
		}
		is := func(n int64) term.Term { return st.Eq(s, st.Int(n)) }
		steps := 0 // as the error says
		if _, err := conditionsOf(p, proof(is(1), 1, 1)); err != nil {
			words := strings.Fields(err.Error())
			steps, _ = strconv.Atoi(words[len(words)-2])
		}
		for _, c := range []struct {
			name  string
			proof conditions.Proof
			right bool
		}{
			{"right", proof(is(1), 1, steps), true},
			{"another value", proof(is(2), 1, steps), false},
			{"too weak", proof(st.True(), 1, steps), false},
			{"what no one says", proof(st.False(), 1, steps), false},
			{"another length", proof(is(1), 1, steps+1), false},
			{"another visit", proof(is(1), 2, steps), false},
		} {
			list, err := conditionsOf(p, c.proof)
			right := err == nil && len(list) > 2
			for _, x := range list {
				right = right && answer(t, append(x.Facts, x.Goal)) == smt.Unsat
			}
			if right != c.right {
				t.Errorf("from %d, %s: %t, %v", loc, c.name, right, err)
			}
		}
	}
}

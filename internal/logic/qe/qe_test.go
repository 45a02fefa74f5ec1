package qe_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/logic/qe"
	"craig/internal/logic/smtlib"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// z3 is a process that answers scripts, each of which forgets what the one before said. It is begun
// anew when it takes too long or dies.
type z3 struct {
	path string
	cmd  *exec.Cmd // nil if there is none
	in   io.WriteCloser
	out  *bufio.Scanner
}

func newZ3(t *testing.T) *z3 {
	t.Helper()
	path := testenv.NeedsTool(t, "z3")
	z := &z3{path: path}
	t.Cleanup(z.stop)
	return z
}

func (z *z3) start() error {
	z.cmd = exec.Command(z.path, "-in")
	var err error
	if z.in, err = z.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := z.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	z.out = bufio.NewScanner(out)
	return z.cmd.Start()
}

func (z *z3) stop() {
	if z.cmd != nil {
		z.cmd.Process.Kill()
		z.cmd.Wait()
		z.cmd = nil
	}
}

// oraclePatience bounds what z3 does for a question, of itself and, since it does not always keep to that,
// before it is stopped.
const (
	oracleMillis   = 200
	oraclePatience = 3 * time.Second
)

// ask returns what z3 prints, in one line: "timeout" if it had to be stopped.
func (z *z3) ask(t *testing.T, script string) string {
	t.Helper()
	if z.cmd == nil {
		if err := z.start(); err != nil {
			t.Fatal(err)
		}
	}
	process := z.cmd.Process
	watch := time.AfterFunc(oraclePatience, func() { process.Kill() })
	defer watch.Stop()
	fmt.Fprintf(z.in, "(push)\n%s\n(pop)\n(echo \"end of answer\")\n", script)
	var lines []string
	for z.out.Scan() {
		if z.out.Text() == "end of answer" {
			return strings.Join(lines, " ")
		}
		lines = append(lines, z.out.Text())
	}
	z.stop()
	return "timeout"
}

// exists is ∃ vars. f as SMT-LIB.
func exists(vars []term.Term, f term.Term) string {
	s := "(exists ("
	for _, v := range vars {
		s += "(" + term.Symbol(v.Name()) + " " + v.Sort().String() + ")"
	}
	return s + ") " + f.SMTLIB() + ")"
}

// refutes asks z3 whether the formula, written over the symbols of the terms, is unsatisfiable: its decision
// procedure for linear arithmetic with quantifiers, and after that instances. (Its tactic qe, at
// 4.8.12, loses equivalence over the rationals.)
func (z *z3) refutes(t *testing.T, formula string, symbols ...term.Term) string {
	t.Helper()
	var b strings.Builder
	w := smtlib.NewWriter(&b)
	for _, s := range symbols {
		w.Declare(s)
	}
	w.Line("(assert %s)", formula)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	answer := ""
	for _, how := range []string{"qsat", "smt"} {
		if answer = z.ask(t, fmt.Sprintf("%s(check-sat-using (try-for %s %d))", b.String(), how, oracleMillis)); answer == "sat" || answer == "unsat" {
			return answer
		}
	}
	return answer
}

// undecided are answers that say that a question was too hard.
var undecided = []string{"unknown", "timeout"}

func TestExists(t *testing.T) {
	st := term.NewStore()
	v := func(n string) term.Term { return st.Var(n, term.Int) }
	x, y, z, n := v("x"), v("y"), v("z"), v("n")
	i := st.Int
	scale := func(k int64, t term.Term) term.Term { return st.Scale(num.R(k, 1), t) }
	a := st.Var("a", term.Array(term.Int, term.Int))
	two32 := st.IntNum(num.Pow2(32))
	for _, test := range []struct {
		vars []term.Term
		f    term.Term
		want string
	}{
		{[]term.Term{x}, st.And(st.Le(y, x), st.Le(x, z)), "y <= z"},
		{[]term.Term{x}, st.And(st.Lt(y, x), st.Lt(x, z)), "y + 2 <= z"},
		{[]term.Term{x}, st.Le(y, x), "true"},
		{[]term.Term{x}, st.And(st.Eq(x, st.Add(y, i(1))), st.Le(x, n)), "y + 1 <= n"},
		{[]term.Term{x}, st.Eq(scale(2, x), y), "y mod 2 == 0"},
		{[]term.Term{x}, st.Eq(scale(2, x), st.Add(scale(3, y), i(1))), "(y + 1) mod 2 == 0"},
		{[]term.Term{x}, st.And(st.Eq(st.Mod(x, i(4)), i(1)), st.Le(y, x)), "true"},
		{[]term.Term{x}, st.And(st.Eq(st.Mod(x, i(2)), i(0)), st.Eq(st.Mod(x, i(4)), i(1))), "false"},
		{[]term.Term{x, z}, st.And(st.Eq(x, st.Add(y, z)), st.Le(i(0), z), st.Le(z, i(3)), st.Le(x, n)), "y <= n"},
		{[]term.Term{x}, st.And(st.Eq(y, st.Mod(st.Add(x, i(1)), two32)), st.Le(i(0), x), st.Le(x, i(99))), "1 <= y && y <= 100"},
		{[]term.Term{x}, st.Or(st.And(st.Eq(x, y), st.Le(i(3), x)), st.And(st.Eq(x, i(7)), st.Eq(z, x))), "3 <= y || z == 7"},
		{[]term.Term{x}, st.Eq(y, st.Ite(st.Lt(x, i(0)), i(1), i(2))), "y == 1 || y == 2"},
		{[]term.Term{a}, st.And(st.Eq(st.Select(a, x), i(1)), st.Eq(st.Select(a, y), i(2))), "x != y"},
		{[]term.Term{a}, st.Eq(a, st.Store(st.Var("b", a.Sort()), x, y)), "true"},
		{[]term.Term{x}, st.And(st.Eq(x, st.Add(y, i(1))), st.Eq(st.Select(a, x), i(3))), "a[y + 1] == 3"},
		{[]term.Term{x}, st.Le(st.Mul(x, x), y), "too hard"},
		{[]term.Term{x}, st.Le(y, z), "y <= z"},
	} {
		got := "too hard"
		if g, ok := qe.Exists(t.Context(), st, test.vars, test.f); ok {
			got = g.String()
		}
		if got != test.want {
			t.Errorf("∃ %v. %s: %s, want %s", test.vars, test.f, got, test.want)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := qe.Exists(gone, st, []term.Term{x}, st.And(st.Le(y, x), st.Le(x, z))); ok {
		t.Error("an answer although the context is done")
	}
}

// random makes random formulas.
type random struct {
	*rand.Rand
	st    *term.Store
	sort  term.Sort
	names []string
	mods  bool
	array bool
	maxK  int
}

func (g *random) term(depth int) term.Term {
	st := g.st
	if depth == 0 || g.IntN(4) == 0 {
		if g.IntN(3) == 0 {
			if g.sort == term.Int {
				return st.Int(int64(g.IntN(13) - 6))
			}
			return st.RealNum(num.R(int64(g.IntN(13)-6), int64(1+g.IntN(2))))
		}
		return st.Var(g.names[g.IntN(len(g.names))], g.sort)
	}
	switch k := g.IntN(8); {
	case k == 0 && g.mods:
		return st.Mod(g.term(depth-1), st.Int(int64(2+g.IntN(3))))
	case k == 1 && g.mods:
		return st.Div(g.term(depth-1), st.Int(int64(2+g.IntN(3))))
	case k == 2:
		return st.Ite(g.formula(0), g.term(depth-1), g.term(depth-1))
	case k == 3 && g.array:
		a := st.Var("a", term.Array(term.Int, term.Int))
		if g.IntN(2) == 0 {
			a = st.Store(a, g.term(depth-1), g.term(depth-1))
		}
		return st.Select(a, g.term(depth-1))
	case k < 5:
		return st.Scale(num.R(int64(g.IntN(2*g.maxK+1)-g.maxK), 1), g.term(depth-1))
	}
	return st.Add(g.term(depth-1), g.term(depth-1))
}

func (g *random) formula(depth int) term.Term {
	st := g.st
	if depth > 0 {
		a, b := g.formula(depth-1), g.formula(depth-1)
		switch g.IntN(5) {
		case 0, 1, 2:
			return st.And(a, b)
		case 3:
			return st.Or(a, b)
		}
		return st.Not(st.And(a, b))
	}
	if g.IntN(8) == 0 {
		return st.Var("p", term.Bool)
	}
	a, b := g.term(2), g.term(2)
	switch g.IntN(5) {
	case 0:
		return st.Eq(a, b)
	case 1:
		return st.Ne(a, b)
	case 2:
		return st.Lt(a, b)
	}
	return st.Le(a, b)
}

// fragments are what the formulas of the random tests are made of.
func fragments(seed uint64) map[string]*random {
	g := func(r random) *random {
		r.Rand = rand.New(rand.NewPCG(seed, 23))
		r.st = term.NewStore()
		r.names = []string{"x", "y", "u", "v"}
		return &r
	}
	return map[string]*random{
		"LIA":        g(random{sort: term.Int, maxK: 1}),
		"LIA coeffs": g(random{sort: term.Int, maxK: 4}),
		"LIA mods":   g(random{sort: term.Int, maxK: 2, mods: true}),
		"LRA":        g(random{sort: term.Real, maxK: 3}),
		"arrays":     g(random{sort: term.Int, maxK: 1, array: true}),
	}
}

// randomCount is the number of formulas per fragment; CRAIG_RANDOM has another.
func randomCount() int {
	if n, err := strconv.Atoi(os.Getenv("CRAIG_RANDOM")); err == nil {
		return n
	}
	return testenv.Count(3, 8)
}

// TestExistsRandom: what Exists says is equivalent by z3.
func TestExistsRandom(t *testing.T) {
	for name, g := range fragments(1) {
		t.Run(name, func(t *testing.T) {
			tally := map[string]int{}
			oracle := newZ3(t)
			for n := range randomCount() {
				if n%100 == 0 { // a store keeps its terms
					g.st = term.NewStore()
				}
				st := g.st
				f := g.formula(1 + n/2%3)
				vars := []term.Term{st.Var("x", g.sort), st.Var("y", g.sort), st.Var("p", term.Bool)}[:1+n%3]
				r, ok := qe.Exists(t.Context(), st, vars, f)
				if !ok {
					tally["too hard"]++
					continue
				}
				for _, v := range vars {
					if term.Contains(r, v) {
						t.Fatalf("∃ %v. %s\nleaves %s in %s", vars, f, v, r)
					}
				}
				answer := oracle.refutes(t, "(not (= "+r.SMTLIB()+" "+exists(vars, f)+"))", r, f)
				tally[answer]++
				if answer != "unsat" && !slices.Contains(undecided, answer) {
					t.Fatalf("∃ %v. %s\nis not %s\nz3: %s", vars, f, r, answer)
				}
			}
			t.Log(tally)
		})
	}
}

// TestMBPRandom: a projection has no eliminated variable, is true in the model and implies what
// it projects; and enumerating projections ends with an equivalent formula.
func TestMBPRandom(t *testing.T) {
	for name, g := range fragments(2) {
		t.Run(name, func(t *testing.T) {
			tally := map[string]int{}
			st := g.st
			oracle := newZ3(t)
			solver, err := smtlib.NewExternal(st, "z3")
			if err != nil {
				t.Skip(err)
			}
			defer solver.Close()
			for n := range randomCount() {
				f := g.formula(1 + n/2%3)
				vars := []term.Term{st.Var("x", g.sort), st.Var("y", g.sort), st.Var("p", term.Bool), st.Var("a", term.Array(term.Int, term.Int))}[:1+n%4]
				rounds := 0
				r, exact, err := qe.Project(st, vars, f, 20, func(rest term.Term) (qe.Model, bool, error) {
					rounds++
					ans := solver.Check(t.Context(), rest)
					if ans.Status == smt.Unknown {
						return nil, false, errors.New(ans.Reason)
					}
					return ans.Model, ans.Status == smt.Sat, nil
				})
				if err != nil {
					tally["no model"]++
				}
				for _, v := range vars {
					if term.Contains(r, v) {
						t.Fatalf("∃ %v. %s\nleaves %s in %s", vars, f, v, r)
					}
				}
				broken, is := "(and "+r.SMTLIB()+" (not "+exists(vars, f)+"))", "implied by"
				if exact {
					broken, is = "(not (= "+r.SMTLIB()+" "+exists(vars, f)+"))", "equivalent to"
					tally["exact"]++
				}
				answer := oracle.refutes(t, broken, r, f)
				tally[answer]++
				if answer != "unsat" && !slices.Contains(undecided, answer) {
					t.Fatalf("∃ %v. %s\nis not %s %s\nz3: %s", vars, f, is, r, answer)
				}
			}
			t.Log(tally)
		})
	}
}

// TestMBPContainsModel: a projection is true in its model.
func TestMBPContainsModel(t *testing.T) {
	for name, g := range fragments(3) {
		t.Run(name, func(t *testing.T) {
			st := g.st
			solver, err := smtlib.NewExternal(st, "z3")
			if err != nil {
				t.Skip(err)
			}
			defer solver.Close()
			for n := range 5 * randomCount() {
				f := g.formula(1 + n/2%4)
				vars := []term.Term{st.Var("x", g.sort), st.Var("y", g.sort), st.Var("p", term.Bool), st.Var("a", term.Array(term.Int, term.Int))}[:1+n%4]
				ans := solver.Check(t.Context(), f)
				if ans.Status != smt.Sat {
					continue
				}
				r := qe.MBP(st, vars, f, ans.Model)
				if !ans.Model.Eval(r).IsTrue() {
					t.Fatalf("∃ %v. %s\nis projected to %s, which is false in the model", vars, f, r)
				}
			}
		})
	}
}

func BenchmarkMBP(b *testing.B) {
	st := term.NewStore()
	v := func(n string) term.Term { return st.Var(n, term.Int) }
	x, y, z, n := v("x"), v("y"), v("z"), v("n")
	f := st.And(st.Eq(y, st.Mod(st.Add(x, st.Int(1)), st.IntNum(num.Pow2(32)))), st.Le(st.Int(0), x), st.Lt(x, n),
		st.Or(st.Lt(y, z), st.Eq(z, st.Int(0))), st.Le(st.Scale(num.R(2, 1), x), st.Add(z, n)))
	m := values{st, map[string]int64{"x": 3, "y": 4, "z": 9, "n": 8}}
	if !m.Eval(f).IsTrue() {
		b.Fatal("not a model")
	}
	b.ReportAllocs()
	for b.Loop() {
		qe.MBP(st, []term.Term{x, y}, f, m)
	}
}

// values is a model by the names of variables.
type values struct {
	st *term.Store
	m  map[string]int64
}

func (v values) Eval(t term.Term) term.Term {
	r, _ := v.st.Eval(t, func(u term.Term) (term.Term, bool) { return v.st.Int(v.m[u.Name()]), true })
	return r
}

// TestMBPGeneral: a projection keeps to the regions that engines need, and not to the values of
// the model, where it can.
func TestMBPGeneral(t *testing.T) {
	st := term.NewStore()
	v := func(n string) term.Term { return st.Var(n, term.Int) }
	x, y, z, n := v("x"), v("y"), v("z"), v("n")
	i := st.Int
	two32 := st.IntNum(num.Pow2(32))
	m := values{st, map[string]int64{"x": 3, "y": 4, "z": 9, "n": 8}}
	for _, test := range []struct {
		f    term.Term
		want string
	}{
		{st.And(st.Lt(y, st.Add(x, x)), st.Le(x, n)), "y + 1 <= 2*n"},
		{st.And(st.Eq(y, st.Mod(st.Add(x, i(1)), two32)), st.Le(i(0), x), st.Lt(x, n)), "y <= 4294967295 && 1 <= y && y <= n"},
		{st.And(st.Eq(y, st.Add(x, i(1))), st.Le(i(0), x), st.Lt(x, n)), "1 <= y && y <= n"},
		{st.And(st.Le(i(0), x), st.Or(st.Lt(x, n), st.Eq(z, i(0)))), "1 <= n"},
		{st.And(st.Eq(st.Mod(x, i(2)), i(1)), st.Le(x, n), st.Le(z, st.Add(n, i(7)))), "z <= n + 7"},
		{st.Eq(st.Scale(num.R(3, 1), x), z), "z mod 3 == 0"},
		{st.Eq(st.Mul(x, y), i(12)), "y == 4"},
	} {
		if !m.Eval(test.f).IsTrue() {
			t.Fatalf("%s is false in the model", test.f)
		}
		if got := qe.MBP(st, []term.Term{x}, test.f, m).String(); got != test.want {
			t.Errorf("∃ x. %s: %s, want %s", test.f, got, test.want)
		}
	}
}

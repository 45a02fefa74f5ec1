package smt

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// gen makes random formulas of one fragment.
type gen struct {
	r      *rand.Rand
	st     *term.Store
	ints   []term.Term
	reals  []term.Term
	bools  []term.Term
	arrays []term.Term
	elems  []term.Term // of an uninterpreted sort
	ops    string      // letters: m mod/div by constants, v by variables, i ite, a arrays, e array equality, f functions, u uninterpreted sort, n products, b bit operations, s shifts, r reals, w wraps
}

// seeds is how many random sessions there are: n times the number in CRAIG_SMT_SEEDS, if any.
func seeds(n int) int {
	if k, err := strconv.Atoi(os.Getenv("CRAIG_SMT_SEEDS")); err == nil {
		return k * n
	}
	return n
}

func newGen(seed uint64, ops string) *gen {
	g := &gen{r: rand.New(rand.NewPCG(seed, 99)), st: term.NewStore(), ops: ops}
	for _, n := range []string{"x", "y", "z"} {
		g.ints = append(g.ints, g.st.Var(n, term.Int))
	}
	for _, n := range []string{"p", "q"} {
		g.bools = append(g.bools, g.st.Var(n, term.Bool))
	}
	if g.has('a') {
		for _, n := range []string{"a", "b", "c"} {
			g.arrays = append(g.arrays, g.st.Var(n, term.Array(term.Int, term.Int)))
		}
	}
	if g.has('u') {
		u := term.Uninterpreted("U")
		for _, n := range []string{"u1", "u2", "u3"} {
			g.elems = append(g.elems, g.st.Var(n, u))
		}
	}
	if g.has('r') {
		for _, n := range []string{"r1", "r2"} {
			g.reals = append(g.reals, g.st.Var(n, term.Real))
		}
	}
	return g
}

func (g *gen) has(op byte) bool           { return strings.IndexByte(g.ops, op) >= 0 }
func (g *gen) pick(n int) int             { return g.r.IntN(n) }
func (g *gen) small() term.Term           { return g.st.Int(int64(g.pick(9) - 4)) }
func one(ts []term.Term, k int) term.Term { return ts[k%len(ts)] }

func (g *gen) int(d int) term.Term {
	st := g.st
	if d <= 0 {
		if g.pick(4) == 0 {
			return g.small()
		}
		return one(g.ints, g.pick(99))
	}
	for {
		switch k := g.pick(16); {
		case k < 3:
			return g.int(0)
		case k < 5:
			return st.Add(g.int(d-1), g.int(d-1))
		case k == 5:
			return st.Sub(g.int(d-1), g.int(d-1))
		case k == 6:
			return st.Scale(num.R(int64(g.pick(7)-3), 1), g.int(d-1))
		case k == 7 && g.has('i'):
			return st.Ite(g.bool(d-1), g.int(d-1), g.int(d-1))
		case k == 8 && g.has('m'):
			m := st.Int(int64([]int{2, 3, 5, -3, 4}[g.pick(5)]))
			if g.pick(2) == 0 {
				return st.Div(g.int(d-1), m)
			}
			return st.Mod(g.int(d-1), m)
		case k == 9 && g.has('a'):
			return st.Select(g.array(d-1), g.int(d-1))
		case k == 10 && g.has('f'):
			if g.pick(2) == 0 {
				return st.Apply("f", term.Int, g.int(d-1))
			}
			return st.Apply("g", term.Int, g.int(d-1), g.int(d-1))
		case k == 11 && g.has('n'):
			return st.Mul(g.int(d-1), g.int(d-1))
		case k == 12 && g.has('b'):
			a, b := g.int(d-1), g.int(d-1)
			return []func(a, b term.Term) term.Term{st.BitAnd, st.BitOr, st.BitXor}[g.pick(3)](a, b)
		case k == 13 && g.has('s'):
			if g.pick(2) == 0 {
				return st.Shl(g.int(d-1), g.int(0))
			}
			return st.Shr(g.int(d-1), g.int(0))
		case k == 14 && g.has('v'):
			if g.pick(2) == 0 {
				return st.Div(g.int(d-1), g.int(0))
			}
			return st.Mod(g.int(d-1), g.int(0))
		case k == 15 && g.has('w'):
			return st.Mod(g.int(d-1), st.IntNum(num.Pow2(32)))
		case k == 15 && g.has('r'):
			return st.ToInt(g.real(d - 1))
		}
	}
}

func (g *gen) real(d int) term.Term {
	st := g.st
	if d <= 0 {
		if g.pick(4) == 0 {
			return st.RealNum(num.R(int64(g.pick(9)-4), int64(1+g.pick(3))))
		}
		return one(g.reals, g.pick(99))
	}
	switch g.pick(6) {
	case 0, 1:
		return st.Add(g.real(d-1), g.real(d-1))
	case 2:
		return st.Scale(num.R(int64(g.pick(7)-3), int64(1+g.pick(3))), g.real(d-1))
	case 3:
		return st.ToReal(g.int(d - 1))
	case 4:
		if g.has('i') {
			return st.Ite(g.bool(d-1), g.real(d-1), g.real(d-1))
		}
	}
	return g.real(0)
}

func (g *gen) array(d int) term.Term {
	if d > 0 && g.pick(2) == 0 {
		if g.has('i') && g.pick(6) == 0 {
			return g.st.Ite(g.bool(d-1), g.array(d-1), g.array(d-1))
		}
		if g.pick(8) == 0 {
			return g.st.ConstArray(term.Array(term.Int, term.Int), g.int(d-1))
		}
		return g.st.Store(g.array(d-1), g.int(d-1), g.int(d-1))
	}
	return one(g.arrays, g.pick(99))
}

func (g *gen) elem(d int) term.Term {
	if d > 0 && g.pick(2) == 0 {
		return g.st.Apply("h", term.Uninterpreted("U"), g.elem(d-1))
	}
	return one(g.elems, g.pick(99))
}

func (g *gen) atom(d int) term.Term {
	st := g.st
	switch k := g.pick(10); {
	case k == 0:
		return one(g.bools, g.pick(99))
	case k == 1 && g.has('e'):
		return st.Eq(g.array(d), g.array(d))
	case k == 2 && g.has('u'):
		return st.Eq(g.elem(d), g.elem(d))
	case k == 3 && g.has('u'):
		return st.Apply("P", term.Bool, g.elem(d))
	case k <= 5 && g.has('r'):
		a, b := g.real(d), g.real(d)
		return []func(a, b term.Term) term.Term{st.Le, st.Lt, st.Eq}[g.pick(3)](a, b)
	}
	a, b := g.int(d), g.int(d)
	return []func(a, b term.Term) term.Term{st.Le, st.Lt, st.Eq, st.Ne}[g.pick(4)](a, b)
}

func (g *gen) bool(d int) term.Term {
	if d <= 0 {
		return g.atom(g.pick(3))
	}
	st := g.st
	switch g.pick(6) {
	case 0:
		return st.And(g.bool(d-1), g.bool(d-1))
	case 1, 2:
		return st.Or(g.bool(d-1), g.bool(d-1))
	case 3:
		return st.Not(g.bool(d - 1))
	case 4:
		return st.Iff(g.bool(d-1), g.bool(d-1))
	}
	return g.atom(d)
}

// box bounds the integer variables, so that brute force is possible.
func (g *gen) box(lo, hi int64) []term.Term {
	var fs []term.Term
	for _, x := range g.ints {
		fs = append(fs, g.st.Le(g.st.Int(lo), x), g.st.Le(x, g.st.Int(hi)))
	}
	return fs
}

// brute decides a conjunction over g's integers, in lo…hi, and Booleans by trying all values.
func (g *gen) brute(lo, hi int64, fs []term.Term) bool {
	vals := map[term.Term]term.Term{}
	value := func(t term.Term) (term.Term, bool) { v, ok := vals[t]; return v, ok }
	var try func(i int) bool
	try = func(i int) bool {
		if i < len(g.ints) {
			for v := lo; v <= hi; v++ {
				vals[g.ints[i]] = g.st.Int(v)
				if try(i + 1) {
					return true
				}
			}
			return false
		}
		if j := i - len(g.ints); j < len(g.bools) {
			for _, b := range []bool{false, true} {
				vals[g.bools[j]] = g.st.Bool(b)
				if try(i + 1) {
					return true
				}
			}
			return false
		}
		for _, f := range fs {
			v, ok := g.st.Eval(f, value)
			if !ok || !v.IsTrue() {
				return false
			}
		}
		return true
	}
	return try(0)
}

// session runs random pushes, pops, assertions and checks, and calls verdict with every answer
// and what it is about.
func session(t *testing.T, g *gen, base []term.Term, depth, steps int, verdict func(a Answer, fs, assumptions []term.Term)) {
	e := New(g.st)
	for _, f := range base {
		e.Assert(f)
	}
	stack := [][]term.Term{base}
	for range steps {
		switch g.pick(4) {
		case 0:
			e.Push()
			stack = append(stack, nil)
		case 1:
			if len(stack) > 1 {
				e.Pop()
				stack = stack[:len(stack)-1]
			}
		}
		for range g.pick(3) {
			f := g.bool(g.pick(depth + 1))
			e.Assert(f)
			stack[len(stack)-1] = append(stack[len(stack)-1], f)
		}
		var assumptions []term.Term
		for range g.pick(3) {
			assumptions = append(assumptions, g.bool(g.pick(depth+1)))
		}
		var all []term.Term
		for _, l := range stack {
			all = append(all, l...)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		a := e.Check(ctx, assumptions...)
		cancel()
		checkAnswer(t, g, a, all, assumptions)
		verdict(a, all, assumptions)
	}
}

func checkAnswer(t *testing.T, g *gen, a Answer, fs, assumptions []term.Term) {
	t.Helper()
	switch a.Status {
	case Sat:
		for _, f := range append(append([]term.Term{}, fs...), assumptions...) {
			if v := a.Model.Eval(f); !v.IsTrue() {
				t.Fatalf("model gives %v for %v", v, f)
			}
		}
	case Unsat:
		for _, c := range a.Core {
			found := false
			for _, x := range assumptions {
				found = found || x == c
			}
			if !found {
				t.Fatalf("core %v of %v", a.Core, assumptions)
			}
		}
	}
}

func TestAgainstBruteForce(t *testing.T) {
	for _, ops := range []string{"", "i", "m", "mi", "w", "miw", "n", "b", "s", "nbsmi"} {
		t.Run("ops="+ops, func(t *testing.T) {
			for seed := range uint64(seeds(testenv.Count(1, 3))) {
				g := newGen(seed, ops)
				box := g.box(-3, 3)
				session(t, g, box, 2, 12, func(a Answer, fs, assumptions []term.Term) {
					all := append(append([]term.Term{}, fs...), assumptions...)
					want := g.brute(-3, 3, all)
					switch {
					case a.Status == Unknown:
						t.Errorf("seed %d: unknown: %s\n%v", seed, a.Reason, all)
					case (a.Status == Sat) != want:
						t.Fatalf("seed %d: %v\n%v", seed, a.Status, all)
					case a.Status == Unsat && g.brute(-3, 3, append(append([]term.Term{}, fs...), a.Core...)):
						t.Fatalf("seed %d: core %v\n%v", seed, a.Core, all)
					}
				})
			}
		})
	}
}

// TestBeginAnew runs sessions in which the engine resets itself, or begins a check afresh, all
// the time.
func TestBeginAnew(t *testing.T) {
	defer func(a, f, m int) { resetAfter, resetFactor, maxFinals = a, f, m }(resetAfter, resetFactor, maxFinals)
	for seed := range uint64(seeds(6)) {
		resetAfter, resetFactor, maxFinals = 20, 1, 2
		if seed%2 == 0 {
			resetAfter = 1 << 30
		}
		g := newGen(seed, []string{"mi", "n", "bs", "miw"}[seed%4])
		box := g.box(-2, 2)
		session(t, g, box, 2, 12, func(a Answer, fs, assumptions []term.Term) {
			all := append(append([]term.Term{}, fs...), assumptions...)
			if want := g.brute(-2, 2, all); a.Status == Unknown || (a.Status == Sat) != want {
				t.Fatalf("seed %d: %v %s\n%v", seed, a.Status, a.Reason, all)
			}
		})
	}
}

// z3 decides scripts of check-sat in one process.
func z3(t *testing.T, queries [][]term.Term, ms int) []string {
	t.Helper()
	path := testenv.NeedsTool(t, "z3")
	var in bytes.Buffer
	fmt.Fprintf(&in, "(set-option :timeout %d)\n", ms)
	for _, q := range queries {
		in.WriteString("(push)\n")
		seen := map[string]bool{}
		for _, f := range q {
			term.Walk(f, func(u term.Term) { declare(&in, u, seen) })
		}
		for _, f := range q {
			fmt.Fprintf(&in, "(assert %s)\n", f.SMTLIB())
		}
		in.WriteString("(check-sat)\n(pop)\n")
	}
	cmd := exec.Command(path, "-in")
	cmd.Stdin = &in
	out, _ := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(queries) {
		t.Fatalf("z3 says %s", out)
	}
	return lines
}

func declare(in *bytes.Buffer, u term.Term, seen map[string]bool) {
	name := u.Name()
	for s := u.Sort(); ; s = s.Elem() {
		if !s.IsArray() {
			if s != term.Bool && !s.IsNumeric() && !seen["sort "+s.String()] {
				seen["sort "+s.String()] = true
				fmt.Fprintf(in, "(declare-sort %s 0)\n", s)
			}
			break
		}
	}
	if u.Op() != term.Var && u.Op() != term.Apply || seen[name] {
		return
	}
	seen[name] = true
	var args []string
	for _, a := range u.Args() {
		args = append(args, a.Sort().String())
	}
	fmt.Fprintf(in, "(declare-fun %s (%s) %s)\n", term.Symbol(name), strings.Join(args, " "), u.Sort())
}

func TestAgainstZ3(t *testing.T) {
	for _, ops := range []string{"", "i", "m", "miw", "a", "ai", "ae", "aei", "f", "fu", "aefui", "r", "ri", "rfi", "n", "v", "nvmi", "nvmiaefur"} {
		t.Run("ops="+ops, func(t *testing.T) {
			for seed := range uint64(seeds(testenv.Count(1, 3))) {
				g := newGen(seed, ops)
				var queries [][]term.Term
				var got []Answer
				session(t, g, nil, 3, 16, func(a Answer, fs, assumptions []term.Term) {
					queries = append(queries, append(append([]term.Term{}, fs...), assumptions...))
					got = append(got, a)
					if a.Status == Unsat {
						queries = append(queries, append(append([]term.Term{}, fs...), a.Core...))
						got = append(got, a)
					}
				})
				want := z3(t, queries, 2000)
				for i := range got {
					w := want[i]
					switch {
					case got[i].Status == Unknown:
						t.Logf("seed %d: unknown: %s (z3: %s)\n%v", seed, got[i].Reason, w, queries[i])
					case w != "unknown" && w != got[i].Status.String():
						t.Fatalf("seed %d query %d: %v, z3 says %s\n%v", seed, i, got[i].Status, w, queries[i])
					}
				}
			}
		})
	}
}

package smtlib_test

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"craig/internal/logic/smtlib"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// TestVectors: operations by bits on known values have the value that craig computes, and no other: z3 refutes any other, and not that one.
func TestVectors(t *testing.T) {
	z3 := testenv.NeedsTool(t, "z3")
	r := rand.New(rand.NewPCG(3, 4))
	for i := range testenv.Count(6, 60) {
		st := term.NewStore()
		x, s := st.Var("x", term.Int), st.Var("s", term.Int)
		table := st.ConstArray(term.Array(term.Int, term.Int), st.Int(7))
		for k := range int64(5) {
			table = st.Store(table, st.Int(k), st.Int(k*k-3))
		}
		result := []term.Term{
			st.Shl(x, s), st.Shr(x, s), st.Ite(st.Le(st.Int(9), s), st.Int(0), st.Shl(x, s)), st.Select(table, s),
			st.BitXor(x, st.Shr(x, s)), st.Add(st.Scale(num.R(-3, 1), x), st.Mod(s, st.Int(7)), st.Int(5)),
		}[i%6]
		vx, vs := st.Int(r.Int64N(400)-200), st.Int(r.Int64N(16)-3)
		value := st.Subst(result, map[term.Term]term.Term{x: vx, s: vs})
		if !value.IsConst() {
			t.Fatalf("%v has no value", value)
		}
		// The values are known by a choice, so that the operations are not folded by bounds.
		known := []term.Term{
			st.Le(st.Int(-200), x), st.Le(x, st.Int(200)), st.Le(st.Int(-3), s), st.Le(s, st.Int(12)),
			st.Or(st.Eq(x, vx), st.And(st.Lt(x, vx), st.Lt(vx, x))), st.Or(st.Eq(s, vs), st.And(st.Lt(s, vs), st.Lt(vs, s))),
		}
		for _, c := range []struct {
			f    term.Term
			want string
		}{{st.Eq(result, value), "sat"}, {st.Ne(result, value), "unsat"}, {st.Lt(result, value), "unsat"}, {st.Le(result, value), "sat"}} {
			fs := append(known[:len(known):len(known)], c.f, st.Le(st.BitAnd(x, s), st.Int(1000)))
			script, ok := smtlib.Vectors(fs)
			if !ok {
				t.Fatal("nothing is asked by bits")
			}
			cmd := exec.Command(z3, "-in", "-smt2")
			cmd.Stdin = strings.NewReader(script)
			out, _ := cmd.CombinedOutput()
			if got := strings.TrimSpace(string(out)); got != c.want {
				t.Errorf("%v with x = %v, s = %v: %s, want %s", c.f, vx, vs, got, c.want)
			}
		}
	}
}

// TestIntegers: the same over integers; where operations are functions of which little is known, the value need not be the only one.
func TestIntegers(t *testing.T) {
	z3 := testenv.NeedsTool(t, "z3")
	st := term.NewStore()
	x := st.Var("x", term.Int)
	for _, c := range []struct {
		fs   []term.Term
		want string
	}{
		{[]term.Term{st.Eq(x, st.Int(100)), st.Ne(st.BitAnd(x, st.Int(60)), st.Int(36))}, "unsat"},
		{[]term.Term{st.Eq(x, st.Int(100)), st.Eq(st.BitAnd(x, st.Int(60)), st.Int(36))}, "sat"},
		{nil, "sat"},
	} {
		cmd := exec.Command(z3, "-in", "-smt2")
		cmd.Stdin = strings.NewReader(smtlib.Integers(c.fs))
		if out, _ := cmd.CombinedOutput(); strings.TrimSpace(string(out)) != c.want {
			t.Errorf("%v: %s, want %s", c.fs, out, c.want)
		}
	}
}

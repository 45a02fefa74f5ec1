package certify_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"craig/internal/abstract/polynomial"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestRandomIdentities: no program whose error is excluded by identities alone reaches it. The programs have a loop over
// three variables of two or three bits, signed or not, with products, casts and inputs; all states are executed.
// CRAIG_RANDOM is how many programs there are, CRAIG_SEED which.
func TestRandomIdentities(t *testing.T) {
	programs, seed := testenv.Random(testenv.Count(500, 1500))
	r := rand.New(rand.NewPCG(1+seed, 2))
	accepted, altered := 0, 0
	for range programs {
		text, inv := randomLoop(r)
		p := irtest.Numbered(t, text)
		ids := polynomialIdentities(p, inv)
		believed := func(ids []verdict.Identity) bool {
			return certify.Identities(context.Background(), p, inv, ids, func(*term.Store) smt.Solver { return &silent{} }, 1) == nil
		}
		// With no identity there is no algebra: this one says only that 0 is 0.
		trivial := verdict.Identity{Scale: num.I(1)}
		switch {
		case believed(append(ids, trivial)):
			accepted++
		case believed(append(alter(r, ids), trivial)):
			altered++
		default:
			continue
		}
		if at := reachesError(t, p); at != "" {
			t.Fatalf("the error is reached from %s, which identities exclude:\n%s\n%v", at, text, inv[loopHead])
		}
	}
	t.Logf("%d accepted, %d with other identities", accepted, altered)
	if programs >= 1500 && accepted < 100 {
		t.Errorf("only %d programs are proved", accepted)
	}
}

const loopHead = 10

// plan is a loop with an equation that holds in it, if all types are the same.
type plan struct {
	start, body []string // assignments, as variable and expression
	equation    string   // between unsigned numbers: left and right
	inv         func(st *term.Store, x, y, z term.Term) term.Term
}

var plans = []plan{
	{[]string{"x 1", "y 1"}, []string{"x (x * z)", "y ((y * z) * z)"}, "y (x * x)",
		func(st *term.Store, x, y, _ term.Term) term.Term { return st.Sub(y, st.Mul(x, x)) }},
	{[]string{"x 0", "y 0"}, []string{"y (y + ((x + x) + 1))", "x (x + 1)"}, "y (x * x)",
		func(st *term.Store, x, y, _ term.Term) term.Term { return st.Sub(y, st.Mul(x, x)) }},
	{[]string{"x 0", "y 0"}, []string{"y (y + z)", "x (x + 1)"}, "y (x * z)",
		func(st *term.Store, x, y, z term.Term) term.Term { return st.Sub(y, st.Mul(x, z)) }},
	{[]string{"x 1", "y 0"}, []string{"y (y + (x * (z - 1)))", "x (x * z)"}, "(y + 1) x",
		func(st *term.Store, x, y, _ term.Term) term.Term { return st.Sub(st.Add(y, st.Int(1)), x) }},
	{[]string{"x y"}, []string{"x (x * i)", "y (y * i)"}, "(x * z) (y * z)",
		func(st *term.Store, x, y, z term.Term) term.Term { return st.Sub(st.Mul(x, z), st.Mul(y, z)) }},
}

// randomLoop is a program with variables x, y, z and an input i, its loop at loopHead, and an invariant of it. It is one
// of plans, with other types or operations here and there.
func randomLoop(r *rand.Rand) (text string, inv verdict.Invariants) {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	rarely := func() bool { return r.IntN(8) == 0 }
	of := plans[r.IntN(len(plans))]
	types, same := map[string]string{"i": "u2"}, pick("u2", "i2", "u3", "i3")
	for _, v := range []string{"x", "y", "z"} {
		if types[v] = same; rarely() {
			types[v] = pick("u2", "i2", "u3", "i3")
		}
	}
	// typed is e in the type in.
	typed := func(e, in string) string {
		var b strings.Builder
		for _, c := range e {
			switch {
			case c == 'i' || c >= 'x' && c <= 'z':
				if x := string(c); types[x] == in {
					b.WriteString("main::" + x)
				} else {
					b.WriteString("cast." + in + "(main::" + x + ")")
				}
			case c >= '0' && c <= '9':
				b.WriteString(string(c) + ":" + in)
			default:
				b.WriteRune(c)
			}
		}
		return b.String()
	}
	expr := func() string {
		v := func() string { return pick("x", "y", "z", "i", "1") }
		return pick("("+v()+" * "+v()+")", "(("+v()+" * "+v()+") + "+v()+")", "("+v()+" - "+v()+")", v())
	}
	assign := func(s string) string {
		v, e, _ := strings.Cut(s, " ")
		if rarely() {
			e = expr()
		}
		in := types[v]
		if rarely() {
			in = pick("u2", "i3", "u5", "i5")
		}
		if e = typed(e, in); in != types[v] {
			e = "cast." + types[v] + "(" + e + ")"
		}
		return "main::" + v + " := " + e
	}
	test := func() string {
		i := strings.LastIndex(of.equation, " (")
		if i < 0 {
			i = strings.LastIndex(of.equation, " ")
		}
		left, right := of.equation[:i], of.equation[i+1:]
		if rarely() {
			right = expr()
		}
		in := same
		if rarely() {
			in = pick("u2", "i3", "u5", "i5")
		}
		return "(" + typed(left, in) + " == " + typed(right, in) + ")"
	}
	lines := []string{"ir 1", "func main"}
	for i, v := range []string{"x", "y", "z", "i"} {
		lines = append(lines, fmt.Sprintf("local %d main::%s %s c%q", i+1, v, types[v], v))
	}
	lines = append(lines, "entry 1", "exit 18")
	for l := 1; l <= 19; l++ {
		lines = append(lines, fmt.Sprintf("loc %d%s", l, map[int]string{loopHead: " loop", 19: " error \"unreach-call\""}[l]))
	}
	edge := func(from, to int, s string) { lines = append(lines, fmt.Sprintf("edge %d -> %d: %s", from, to, s)) }
	block := func(from, to int, assignments []string) {
		for ; from < to; from++ {
			s := "skip"
			if len(assignments) > 0 && !rarely() {
				s, assignments = assign(assignments[0]), assignments[1:]
			}
			edge(from, from+1, s)
		}
	}
	edge(1, 2, `havoc main::x call "input"`)
	edge(2, 3, `havoc main::y call "input"`)
	edge(3, 4, `havoc main::z call "input"`)
	if rarely() {
		edge(4, loopHead, "assume "+test())
	} else {
		block(4, loopHead, of.start)
	}
	edge(loopHead, 11, `havoc main::i call "input"`)
	edge(11, 12, "assume (main::i < 2:u2)")
	edge(11, 16, "assume !(main::i < 2:u2)")
	block(12, 15, of.body)
	edge(15, loopHead, "skip")
	edge(16, 17, "skip")
	end := test()
	edge(17, 18, "assume "+end)
	edge(17, 19, "assume !"+end)

	st := term.NewStore()
	s := of.inv(st, st.Var("main::x", term.Int), st.Var("main::y", term.Int), st.Var("main::z", term.Int))
	if k := r.IntN(6); k == 1 || k == 0 && rarely() {
		s = st.Mod(s, st.IntNum(num.Pow2(uint(1+r.IntN(3)))))
	} else if k > 0 {
		s = st.Mod(s, st.IntNum(num.Pow2(uint(same[1]-'0'))))
	}
	return strings.Join(append(lines, "end", "main main", ""), "\n"), verdict.Invariants{1: st.True(), loopHead: st.Eq(s, st.Int(0))}
}

func polynomialIdentities(p *ir.Program, inv verdict.Invariants) (ids []verdict.Identity) {
	for _, x := range polynomial.Identities(context.Background(), p, inv) {
		id := verdict.Identity{Scale: x.Scale}
		for _, m := range x.Parts {
			n := verdict.Multiple{Equation: m.Equation}
			for _, s := range m.Times {
				n.Times = append(n.Times, verdict.Monomial{Coeff: s.Coeff, Vars: s.Of})
			}
			id.Parts = append(id.Parts, n)
		}
		ids = append(ids, id)
	}
	return ids
}

// alter changes a number or a factor of identities.
func alter(r *rand.Rand, ids []verdict.Identity) (changed []verdict.Identity) {
	for _, id := range ids {
		to := verdict.Identity{Scale: id.Scale}
		if r.IntN(3) == 0 {
			to.Scale = num.I(int64(r.IntN(9) - 4))
		}
		for _, m := range id.Parts {
			n := verdict.Multiple{Equation: m.Equation}
			for _, x := range m.Times {
				switch r.IntN(4) {
				case 0:
					x.Coeff = num.I(int64(r.IntN(17) - 8))
				case 1:
					x.Vars = x.Vars[:r.IntN(len(x.Vars)+1)]
				}
				n.Times = append(n.Times, x)
			}
			to.Parts = append(to.Parts, n)
		}
		changed = append(changed, to)
	}
	return changed
}

// reachesError executes p with all values of x, y and z, and some for the loop. It says with which the error is reached.
func reachesError(t *testing.T, p *ir.Program) string {
	for start := range 512 {
		for rounds := range 4 {
			var in []string
			given := 0
			out := interp.Run(context.Background(), p, interp.Inputs{
				Initial: func(*ir.Var) num.Int { return num.I(0) },
				Scalar: func(e *ir.Edge, n int) num.Int {
					v := int64(0)
					switch {
					case given < 3:
						v = int64(start >> (3 * given) & 7)
					case n < rounds:
						v = int64(start >> n & 1)
					default:
						v = 2
					}
					given++
					x := e.Stmt.(*ir.Havoc).Var.Type.Wrap(num.I(v))
					in = append(in, x.String())
					return x
				},
			}, interp.Options{MaxSteps: 1000, NoPath: true})
			if out.End == interp.Reached {
				return strings.Join(in, " ")
			}
		}
	}
	return ""
}

package term_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// raw is an expression as SMT-LIB writes it, not simplified: what the rewrite rules are tested
// against.
type raw struct {
	op   string // operator, variable or numeral
	args []*raw
}

func (r *raw) String() string {
	if len(r.args) == 0 {
		if strings.HasPrefix(r.op, "-") {
			return "(- " + r.op[1:] + ")"
		}
		return r.op
	}
	var b strings.Builder
	if r.op == "const" {
		b.WriteString("((as const (Array Int Int))")
	} else {
		b.WriteString("(" + r.op)
	}
	for _, a := range r.args {
		b.WriteString(" " + a.String())
	}
	return b.String() + ")"
}

func parseRaw(s string) *raw {
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s))
	var parse func() *raw
	parse = func() *raw {
		w := words[0]
		words = words[1:]
		if w != "(" {
			return &raw{op: w}
		}
		r := &raw{op: words[0]}
		for words = words[1:]; words[0] != ")"; {
			r.args = append(r.args, parse())
		}
		words = words[1:]
		return r
	}
	return parse()
}

// The variables of raw expressions, by sort.
var rawVars = map[string]term.Sort{
	"p": term.Bool, "q": term.Bool, "i": term.Int, "j": term.Int, "k": term.Int,
	"u": term.Real, "v": term.Real, "a": term.Array(term.Int, term.Int), "b": term.Array(term.Int, term.Int),
}

var rawNames = []string{"p", "q", "i", "j", "k", "u", "v", "a", "b"}

// build makes the term.
func (r *raw) build(s *term.Store) term.Term {
	var x []term.Term
	for _, a := range r.args {
		x = append(x, a.build(s))
	}
	if len(x) == 0 {
		if sort, ok := rawVars[r.op]; ok {
			return s.Var(r.op, sort)
		}
		if r.op == "true" || r.op == "false" {
			return s.Bool(r.op == "true")
		}
		v, ok := num.ParseRat(r.op)
		if !ok {
			panic(r.op)
		}
		if strings.Contains(r.op, ".") {
			return s.RealNum(v)
		}
		return s.IntNum(v.Num())
	}
	switch r.op {
	case "not":
		return s.Not(x[0])
	case "and":
		return s.And(x...)
	case "or":
		return s.Or(x...)
	case "=>":
		return s.Implies(x[0], x[1])
	case "ite":
		return s.Ite(x[0], x[1], x[2])
	case "=":
		return s.Eq(x[0], x[1])
	case "<=":
		return s.Le(x[0], x[1])
	case "<":
		return s.Lt(x[0], x[1])
	case ">=":
		return s.Ge(x[0], x[1])
	case ">":
		return s.Gt(x[0], x[1])
	case "+":
		return s.Add(x...)
	case "-":
		if len(x) == 1 {
			return s.Neg(x[0])
		}
		return s.Sub(x[0], x[1])
	case "*":
		return s.Mul(x[0], x[1])
	case "div", "/":
		return s.Div(x[0], x[1])
	case "mod":
		return s.Mod(x[0], x[1])
	case "bitand":
		return s.BitAnd(x[0], x[1])
	case "bitor":
		return s.BitOr(x[0], x[1])
	case "bitxor":
		return s.BitXor(x[0], x[1])
	case "shl":
		return s.Shl(x[0], x[1])
	case "shr":
		return s.Shr(x[0], x[1])
	case "to_real":
		return s.ToReal(x[0])
	case "to_int":
		return s.ToInt(x[0])
	case "select":
		return s.Select(x[0], x[1])
	case "store":
		return s.Store(x[0], x[1], x[2])
	case "const":
		return s.ConstArray(term.Array(term.Int, term.Int), x[0])
	}
	panic(r.op)
}

// val is a value of the reference semantics: a number (truth values are 0 and 1), or an array.
type val struct {
	n    num.Rat
	at   map[int64]num.Rat
	rest num.Rat
}

func (a val) eq(b val) bool {
	if a.at == nil {
		return a.n.Eq(b.n)
	}
	for _, m := range []map[int64]num.Rat{a.at, b.at} {
		for i := range m {
			if !a.get(i).Eq(b.get(i)) {
				return false
			}
		}
	}
	return a.rest.Eq(b.rest)
}

func (a val) get(i int64) num.Rat {
	if v, ok := a.at[i]; ok {
		return v
	}
	return a.rest
}

func truth(b bool) val {
	if b {
		return val{n: num.R(1, 1)}
	}
	return val{}
}

// eval is the meaning by the book; ok is false for divisions by 0 and shifts out of measure.
func (r *raw) eval(env map[string]val) (v val, ok bool) {
	if len(r.args) == 0 {
		if v, ok := env[r.op]; ok {
			return v, true
		}
		if r.op == "true" || r.op == "false" {
			return truth(r.op == "true"), true
		}
		n, ok := num.ParseRat(r.op)
		return val{n: n}, ok
	}
	var x []val
	for _, a := range r.args {
		v, ok := a.eval(env)
		if !ok {
			return val{}, false
		}
		x = append(x, v)
	}
	n := func(v num.Rat) (val, bool) { return val{n: v}, true }
	i := func(v num.Int) (val, bool) { return val{n: v.Rat()}, true }
	b := func(v bool) (val, bool) { return truth(v), true }
	switch r.op {
	case "not":
		return b(x[0].n.IsZero())
	case "and", "or", "+":
		sum := num.Rat{}
		all, some := true, false
		for _, a := range x {
			sum = sum.Add(a.n)
			all = all && !a.n.IsZero()
			some = some || !a.n.IsZero()
		}
		switch r.op {
		case "and":
			return b(all)
		case "or":
			return b(some)
		}
		return n(sum)
	case "=>":
		return b(x[0].n.IsZero() || !x[1].n.IsZero())
	case "ite":
		if x[0].n.IsZero() {
			return x[2], true
		}
		return x[1], true
	case "=":
		return b(x[0].eq(x[1]))
	case "<=":
		return b(x[0].n.Cmp(x[1].n) <= 0)
	case "<":
		return b(x[0].n.Cmp(x[1].n) < 0)
	case ">=":
		return b(x[0].n.Cmp(x[1].n) >= 0)
	case ">":
		return b(x[0].n.Cmp(x[1].n) > 0)
	case "-":
		if len(x) == 1 {
			return n(x[0].n.Neg())
		}
		return n(x[0].n.Sub(x[1].n))
	case "*":
		return n(x[0].n.Mul(x[1].n))
	case "/":
		if x[1].n.IsZero() {
			return val{}, false
		}
		return n(x[0].n.Div(x[1].n))
	case "div", "mod":
		if x[1].n.IsZero() {
			return val{}, false
		}
		q, m := x[0].n.Num().DivMod(x[1].n.Num())
		if r.op == "div" {
			return i(q)
		}
		return i(m)
	case "bitand":
		return i(x[0].n.Num().And(x[1].n.Num()))
	case "bitor":
		return i(x[0].n.Num().Or(x[1].n.Num()))
	case "bitxor":
		return i(x[0].n.Num().Xor(x[1].n.Num()))
	case "shl", "shr":
		k, ok := x[1].n.Num().Int64()
		if !ok || k > 1000 {
			return val{}, false
		}
		k = max(k, 0)
		if r.op == "shl" {
			return i(x[0].n.Num().Shl(uint(k)))
		}
		return i(x[0].n.Num().Shr(uint(k)))
	case "to_real":
		return x[0], true
	case "to_int":
		return i(x[0].n.Floor())
	case "select":
		k, ok := x[1].n.Num().Int64()
		return val{n: x[0].get(k)}, ok
	case "store":
		k, ok := x[1].n.Num().Int64()
		at := map[int64]num.Rat{k: x[2].n}
		for i, v := range x[0].at {
			if i != k {
				at[i] = v
			}
		}
		return val{at: at, rest: x[0].rest}, ok
	case "const":
		return val{at: map[int64]num.Rat{}, rest: x[0].n}, true
	}
	panic(r.op)
}

// randomEnv gives the variables small values.
func randomEnv(r *rand.Rand) map[string]val {
	env := map[string]val{}
	for _, name := range rawNames {
		switch rawVars[name] {
		case term.Bool:
			env[name] = truth(r.IntN(2) == 0)
		case term.Int:
			env[name] = val{n: num.R(int64(r.IntN(25)-12), 1)}
		case term.Real:
			env[name] = val{n: num.R(int64(r.IntN(25)-12), int64(1+r.IntN(4)))}
		default:
			v := val{at: map[int64]num.Rat{}, rest: num.R(int64(r.IntN(3)), 1)}
			for range r.IntN(3) {
				v.at[int64(r.IntN(7)-3)] = num.R(int64(r.IntN(5)-2), 1)
			}
			env[name] = v
		}
	}
	return env
}

// constant is v as a term.
func (v val) constant(s *term.Store, sort term.Sort) term.Term {
	switch {
	case sort == term.Bool:
		return s.Bool(!v.n.IsZero())
	case sort == term.Int:
		return s.IntNum(v.n.Num())
	case sort == term.Real:
		return s.RealNum(v.n)
	}
	t := s.ConstArray(sort, s.IntNum(v.rest.Num()))
	for i, e := range v.at {
		t = s.Store(t, s.Int(i), s.IntNum(e.Num()))
	}
	return t
}

func envValue(s *term.Store, env map[string]val) func(term.Term) (term.Term, bool) {
	return func(t term.Term) (term.Term, bool) {
		if t.Op() != term.Var {
			return term.Term{}, false
		}
		return env[t.Name()].constant(s, t.Sort()), true
	}
}

// generator makes random raw expressions. Without bits it keeps to what z3 knows.
type generator struct {
	*rand.Rand
	bits bool
}

func (g *generator) pick(names ...string) string { return names[g.IntN(len(names))] }

func (g *generator) gen(sort term.Sort, depth int) *raw {
	e := func(op string, sorts ...term.Sort) *raw {
		r := &raw{op: op}
		for _, s := range sorts {
			r.args = append(r.args, g.gen(s, depth-1))
		}
		return r
	}
	leaf := depth <= 0 || g.IntN(6) == 0
	array := rawVars["a"]
	B, I, R := term.Bool, term.Int, term.Real
	switch sort {
	case term.Bool:
		if leaf {
			return &raw{op: g.pick("p", "q", "p", "q", "true", "false")}
		}
		switch g.IntN(10) {
		case 0:
			return e("not", B)
		case 1, 2:
			return e(g.pick("and", "or"), B, B)
		case 3:
			return e(g.pick("and", "or"), B, B, B)
		case 4:
			return e(g.pick("=", "=>"), B, B)
		case 5:
			return e("ite", B, B, B)
		case 6:
			return e(g.pick("<=", "<", "=", ">=", ">"), R, R)
		case 7:
			return e("=", array, array)
		}
		return e(g.pick("<=", "<", "=", ">=", ">"), I, I)
	case term.Int:
		if leaf {
			if g.IntN(3) == 0 {
				return &raw{op: g.pick("0", "1", "-1", "2", "3", "-5", "7", "8")}
			}
			return &raw{op: g.pick("i", "j", "k")}
		}
		n := 12
		if g.bits {
			n = 16
		}
		switch g.IntN(n) {
		case 0, 1:
			return e("+", I, I)
		case 2:
			return e("-", I, I)
		case 3:
			return e("-", I)
		case 4:
			return &raw{op: "*", args: []*raw{{op: g.pick("2", "3", "-1", "-4", "6")}, g.gen(I, depth-1)}}
		case 5, 6, 7:
			return &raw{op: g.pick("div", "mod"), args: []*raw{g.gen(I, depth-1), {op: g.pick("1", "2", "3", "4", "8", "-2", "-3", "6", "0")}}}
		case 8, 9:
			return e("ite", B, I, I)
		case 10:
			return e("select", array, I)
		case 11:
			return e("to_int", R)
		case 12:
			return e(g.pick("*", "div", "mod"), I, I)
		case 13:
			return e(g.pick("bitand", "bitor", "bitxor"), I, I)
		case 14:
			return e(g.pick("shl", "shr"), I, I)
		}
		return &raw{op: g.pick("bitand", "bitor", "bitxor", "shl", "shr"), args: []*raw{g.gen(I, depth-1), {op: g.pick("0", "1", "3", "-1", "4", "-8", "5", "6", "7")}}}
	case term.Real:
		if leaf {
			return &raw{op: g.pick("u", "v", "u", "v", "0.5", "1.0", "-2.25")}
		}
		switch g.IntN(7) {
		case 0, 1:
			return e("+", R, R)
		case 2:
			return e("-", R, R)
		case 3:
			return &raw{op: "/", args: []*raw{g.gen(R, depth-1), {op: g.pick("2.0", "3.0", "-0.5")}}}
		case 4:
			return &raw{op: "*", args: []*raw{{op: g.pick("2.0", "0.5", "-3.0")}, g.gen(R, depth-1)}}
		case 5:
			return e("ite", B, R, R)
		}
		return e("to_real", I)
	}
	if leaf {
		return &raw{op: g.pick("a", "b")}
	}
	switch g.IntN(6) {
	case 0:
		return e("const", I)
	case 1:
		return e("ite", B, array, array)
	}
	return e("store", array, I, I)
}

// z3 runs a script, and returns the lines of output.
func z3(t *testing.T, script string) []string {
	path := testenv.NeedsTool(t, "z3")
	cmd := exec.Command(path, "-in", "-t:4000")
	cmd.Stdin = strings.NewReader(script)
	out, _ := cmd.CombinedOutput()
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func declarations() string {
	var b strings.Builder
	for _, name := range rawNames {
		fmt.Fprintf(&b, "(declare-const %s %s)\n", name, rawVars[name])
	}
	return b.String()
}

// proveEqual has z3 prove that each raw expression equals its term.
func proveEqual(t *testing.T, raws []*raw, terms []term.Term) {
	t.Helper()
	var b strings.Builder
	b.WriteString(declarations())
	for i, r := range raws {
		b.WriteString("(push)(assert (not (= " + r.String() + "\n " + terms[i].SMTLIB() + ")))(check-sat)(pop)(echo \"" + strconv.Itoa(i) + "\")\n")
	}
	i, unknown := 0, 0
	for _, line := range z3(t, b.String()) {
		switch {
		case line == strconv.Itoa(i):
			i++
		case line == "unsat":
		case line == "unknown" || line == "timeout":
			unknown++
		default:
			t.Fatalf("%s\nbecomes %s\nz3: %s", raws[i], terms[i], line)
		}
	}
	if i < len(raws) || 2*unknown > len(raws) {
		t.Errorf("z3 answered %d of %d, unknown %d", i, len(raws), unknown)
	}
}

package certify_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// powersOf has powers of b in p and their squares in q, modulo 2^32.
const powersOf = `ir 1
func main
local 1 main::b u32 c"b"
local 2 main::n u32 c"n"
local 3 main::p u32 c"p"
local 4 main::q u32 c"q"
entry 1
exit 11
loc 1
loc 2
loc 3
loc 4
loc 6 loop
loc 7
loc 8
loc 9
loc 10
loc 11
loc 12 error "unreach-call"
edge 1 -> 2: havoc main::b call "input"
edge 2 -> 3: main::p := 1:u32
edge 3 -> 6: main::q := 1:u32
edge 6 -> 7: havoc main::n call "input"
edge 7 -> 8: assume (main::n < 5:u32)
edge 7 -> 10: assume !(main::n < 5:u32)
edge 8 -> 9: main::p := (main::p * main::b)
edge 9 -> 6: main::q := ((main::q * main::b) * main::b)
edge 10 -> 11: assume (main::q == (main::p * main::p))
edge 10 -> 12: assume !(main::q == (main::p * main::p))
end
main main
`

// TestIdentities: what identities say the solver is not asked for, and an identity that is altered says nothing: neither
// its numbers nor its equations are believed.
func TestIdentities(t *testing.T) {
	text := strings.Replace(powersOf, "loc 4\n", "", 1)
	right := irtest.Numbered(t, text)
	wrongs := map[string]*ir.Program{
		"another factor":            irtest.Numbered(t, strings.Replace(text, "((main::q * main::b) * main::b)", "((main::q * main::b) * 3:u32)", 1)),
		"another start":             irtest.Numbered(t, strings.Replace(text, "main::q := 1:u32", "main::q := 2:u32", 1)),
		"another assertion":         irtest.Numbered(t, strings.ReplaceAll(text, "(main::q == (main::p * main::p))", "(main::q == (main::p * main::b))")),
		"another assertion, signed": irtest.Numbered(t, strings.NewReplacer("u32", "i32", "main::p * main::p", "main::p * 2:i32").Replace(text)),
	}
	st := term.NewStore()
	v := func(name string) term.Term { return st.Var("main::"+name, term.Int) }
	b, p, q := v("b"), v("p"), v("q")
	vanishes := st.Eq(st.Mod(st.Sub(q, st.Mul(p, p)), st.IntNum(num.Pow2(32))), st.Int(0))
	inv := verdict.Invariants{1: st.True(), 6: vanishes}
	ids := func(scale, coeff int64, equation term.Term, vars ...term.Term) []verdict.Identity {
		part := func(c int64, vars ...term.Term) []verdict.Multiple {
			return []verdict.Multiple{{Equation: equation, Times: []verdict.Monomial{{Coeff: num.I(c), Vars: vars}}}}
		}
		return []verdict.Identity{{Scale: num.I(1), Parts: part(1)}, {Scale: num.I(scale), Parts: part(coeff, vars...)}}
	}
	good := ids(1, 1, vanishes, b, b)
	check := func(p *ir.Program, ids []verdict.Identity) error {
		return certify.Identities(context.Background(), p, inv, ids, func(*term.Store) smt.Solver { return &silent{} }, 1)
	}
	if err := check(right, good); err != nil {
		t.Error("the identities that hold:", err)
	}
	if err := check(right, ids(3, 3, vanishes, b, b)); err != nil {
		t.Error("three times them:", err)
	}
	for what, ids := range map[string][]verdict.Identity{
		"none":              nil,
		"coefficient":       ids(1, 2, vanishes, b, b),
		"factor":            ids(1, 1, vanishes, b),
		"wrong factor":      ids(1, 1, vanishes, b, p),
		"no factor":         ids(1, 1, vanishes),
		"scale":             ids(3, 1, vanishes, b, b),
		"scale of 0":        ids(0, 0, vanishes, b, b),
		"even scale":        ids(2, 2, vanishes, b, b),
		"2^32":              ids(1<<32, 1<<32, vanishes, b, b),
		"unknown equation":  ids(1, 1, st.Eq(q, st.Mul(p, st.Mul(p, p))), b, b),
		"no equation":       ids(1, 1, st.Le(q, st.Mul(p, p)), b, b),
		"not for the error": good[1:],
		"not for the loop":  good[:1],
	} {
		if check(right, ids) == nil {
			t.Errorf("the certifier believes another identity: %s", what)
		}
	}
	exact := st.Eq(q, st.Mul(p, p))
	inv = verdict.Invariants{1: st.True(), 6: exact}
	if check(right, append(ids(1, 1, exact), verdict.Identity{})) == nil {
		t.Error("the certifier believes that 0 times an equation is 0")
	}
	inv = verdict.Invariants{1: st.True(), 6: vanishes}
	for what, p := range wrongs {
		if check(p, good) == nil {
			t.Errorf("the certifier believes an identity of another program: %s", what)
		}
	}
}

// pathsOf has two ways from the loop, of which the first takes an equation.
const pathsOf = `ir 1
func main
local 1 main::x i32 c"x"
local 2 main::y i32 c"y"
local 3 main::z i32 c"z"
entry 1
exit 9
loc 1
loc 2 loop
loc 3
loc 4
loc 9
loc 10 error "unreach-call"
edge 1 -> 2: assume (main::x == main::z)
edge 2 -> 3: assume (main::x == main::y)
edge 2 -> 4: skip
edge 3 -> 2: main::z := main::y
edge 4 -> 2: skip
end
main main
`

// TestIdentitiesOfPaths: what one path takes is no equation of another, nor what it takes to be different.
func TestIdentitiesOfPaths(t *testing.T) {
	st := term.NewStore()
	v := func(name string) term.Term { return st.Var("main::"+name, term.Int) }
	equal := func(a, b term.Term) verdict.Identity {
		return verdict.Identity{Scale: num.I(1), Parts: []verdict.Multiple{{Equation: st.Eq(a, b), Times: []verdict.Monomial{{Coeff: num.I(1)}}}}}
	}
	inv := verdict.Invariants{1: st.True(), 2: st.Eq(v("x"), v("z"))}
	ids := []verdict.Identity{equal(v("x"), v("y")), equal(v("x"), v("z"))}
	believed := func(text string) bool {
		return certify.Identities(context.Background(), irtest.Numbered(t, text), inv, ids, func(*term.Store) smt.Solver { return &silent{} }, 1) == nil
	}
	if !believed(pathsOf) {
		t.Error("the equations of the paths are not used")
	}
	if believed(strings.Replace(pathsOf, "edge 4 -> 2: skip", "edge 4 -> 2: main::z := main::y", 1)) {
		t.Error("an equation of another path is believed")
	}
	impossible := strings.NewReplacer("edge 3 -> 2: main::z := main::y", "edge 3 -> 10: skip", "assume (main::x == main::y)", "assume !(main::x == main::z)").Replace(pathsOf)
	if !believed(impossible) {
		t.Error("a path that contradicts an equation is taken")
	}
	if believed(strings.Replace(impossible, "edge 4 -> 2", "edge 4 -> 10", 1)) {
		t.Error("an error is excluded by what another path takes")
	}
}

// TestIdentitiesThatWrap: an operation that cannot wrap on its path is a sum, by an inequality of that path and of no other.
func TestIdentitiesThatWrap(t *testing.T) {
	const text = `ir 1
func main
local 1 main::x u32 c"x"
local 2 main::y u64 c"y"
entry 1
exit 9
loc 1
loc 2 loop
loc 3
loc 4
loc 5
loc 6
loc 9
edge 1 -> 5: main::x := 0:u32
edge 5 -> 2: main::y := 0:u64
edge 2 -> 3: assume (main::x < 10:u32)
edge 2 -> 4: skip
edge 3 -> 6: main::x := (main::x + 1:u32)
edge 6 -> 2: main::y := (main::y + 1:u64)
edge 4 -> 2: skip
end
main main
`
	st := term.NewStore()
	same := st.Eq(st.Var("main::x", term.Int), st.Var("main::y", term.Int))
	inv := verdict.Invariants{1: st.True(), 2: same}
	ids := []verdict.Identity{{Scale: num.I(1), Parts: []verdict.Multiple{{Equation: same, Times: []verdict.Monomial{{Coeff: num.I(1)}}}}}}
	believed := func(text string) bool {
		return certify.Identities(context.Background(), irtest.Numbered(t, text), inv, ids, func(*term.Store) smt.Solver { return &silent{} }, 1) == nil
	}
	if !believed(text) {
		t.Error("the inequality of the path is not used")
	}
	for what, wrong := range map[string]string{
		"no inequality":               strings.Replace(text, "assume (main::x < 10:u32)", "skip", 1),
		"that of another variable":    strings.Replace(text, "(main::x < 10:u32)", "(main::y < 10:u64)", 1),
		"one in another direction":    strings.Replace(text, "(main::x < 10:u32)", "(main::x > 10:u32)", 1),
		"one that says too little":    strings.Replace(text, "(main::x < 10:u32)", "(main::x <= 4294967295:u32)", 1),
		"one that is of another path": strings.NewReplacer("edge 3 -> 6", "edge 4 -> 6", "edge 4 -> 2: skip", "edge 3 -> 2: skip").Replace(text),
	} {
		if believed(wrong) {
			t.Errorf("a sum that wraps is believed not to: %s", what)
		}
	}
}

// silent is a solver that knows only that false is impossible.
type silent struct{ asserted []bool }

func (s *silent) Push() { s.asserted = append(s.asserted, s.false()) }
func (s *silent) Pop()  { s.asserted = s.asserted[:len(s.asserted)-1] }
func (s *silent) Assert(f term.Term) {
	if f.IsFalse() {
		if len(s.asserted) == 0 {
			s.Push()
		}
		s.asserted[len(s.asserted)-1] = true
	}
}

func (s *silent) false() bool { return len(s.asserted) > 0 && s.asserted[len(s.asserted)-1] }

func (s *silent) Check(context.Context, ...term.Term) smt.Answer {
	if s.false() {
		return smt.Answer{Status: smt.Unsat}
	}
	return smt.Answer{Reason: "silent"}
}

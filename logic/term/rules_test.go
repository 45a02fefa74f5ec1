package term_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"craig/internal/testenv"
	"craig/logic/term"
)

// rules has, for each rewrite rule, an instance of its left side and what becomes of it.
var rules = []struct{ lhs, want string }{
	// Boolean structure
	{"(not (not p))", "p"},
	{"(not (<= i j))", "j + 1 <= i"},
	{"(not (< u v))", "v <= u"},
	{"(and p (and q (<= i 0)))", "p && q && i <= 0"},
	{"(and p q p)", "p && q"},
	{"(and p true)", "p"},
	{"(and p false)", "false"},
	{"(and p (not p))", "false"},
	{"(and (<= i j) (> i j))", "false"},
	{"(or (< u v) (>= u v))", "true"},
	{"(or p (or q p) false)", "p || q"},
	{"(=> p p)", "true"},
	{"(= p p)", "true"},
	{"(= p true)", "p"},
	{"(= false q)", "!q"},
	{"(= p (not p))", "false"},
	{"(= (not p) q)", "p != q"},
	{"(= (> i 0) (<= i 0))", "false"},
	{"(ite true i j)", "i"},
	{"(ite false i j)", "j"},
	{"(ite p i i)", "i"},
	{"(ite (not p) i j)", "p ? j : i"},
	{"(ite p (ite p i j) k)", "p ? i : k"},
	{"(ite p i (ite p j k))", "p ? i : k"},
	{"(ite p (ite p i j) (ite p k i))", "i"},
	{"(ite p true q)", "p || q"},
	{"(ite p q false)", "p && q"},
	{"(ite p false q)", "q && !p"},
	{"(ite p q true)", "q || !p"},
	{"(ite p q (not q))", "p == q"},
	{"(ite p (not p) q)", "q && !p"},
	{"(= (ite p 1 0) 1)", "p"},
	{"(= (ite p 1 0) 0)", "!p"},
	{"(= (ite p 1 0) 2)", "false"},
	{"(<= (ite p 1 0) 1)", "true"},
	{"(> (* 2 (ite p 1 (ite q 3 0))) 1)", "p || q"},
	// linear arithmetic
	{"(+ i (- i))", "0"},
	{"(+ i 1 j -1 i)", "2*i + j"},
	{"(- (+ i j) (+ i k))", "j - k"},
	{"(* 2 (+ i 3))", "2*i + 6"},
	{"(* (+ i 1) (+ j -1))", "j - i + i*j - 1"},
	{"(- (* (+ i 1) j) (* i j))", "j"},
	{"(/ u 4.0)", "1/4*u"},
	{"(< i j)", "i + 1 <= j"},
	{"(<= (* 2 i) 5)", "i <= 2"},
	{"(>= (* 3 i) 5)", "2 <= i"},
	{"(= (* 2 i) (+ 5 (* 4 j)))", "false"},
	{"(= (* -2 i) (* 4 j))", "i + 2*j == 0"},
	{"(< (* 2.0 u) (+ v 3.0))", "2*u < v + 3"},
	{"(<= (/ u 2.0) (/ v 3.0))", "3*u <= 2*v"},
	{"(<= 3 2)", "false"},
	{"(= i i)", "true"},
	{"(<= (to_real i) 2.5)", "i <= 2"},
	{"(< (to_real i) 2.0)", "i <= 1"},
	{"(= (to_real i) 2.5)", "false"},
	{"(<= (* 0.5 (to_real i)) (to_real j))", "i <= 2*j"},
	{"(to_real (+ i 2))", "to_real(i) + 2"},
	{"(to_int (+ (to_real i) 0.5))", "i"},
	{"(to_int (+ (to_real i) u 1.5))", "i + to_int(u + 1/2) + 1"},
	// quotients and remainders
	{"(mod 7 -3)", "1"},
	{"(mod -7 3)", "2"},
	{"(div -7 2)", "-4"},
	{"(div 7 -2)", "-3"},
	{"(mod i 1)", "0"},
	{"(div i 1)", "i"},
	{"(mod i -4)", "i mod 4"},
	{"(div i -4)", "-(i div 4)"},
	{"(mod (mod i 8) 4)", "i mod 4"},
	{"(mod (mod i 4) 8)", "i mod 4"},
	{"(mod (mod i 6) 4)", "(i mod 6) mod 4"},
	{"(mod (+ i 4 (* 8 j)) 4)", "i mod 4"},
	{"(mod (+ j (mod (+ i 1) 4)) 4)", "(i + j + 1) mod 4"},
	{"(mod (+ (* 3 i) 3) 4)", "(-i - 1) mod 4"},
	{"(mod (* 3 (mod i 4)) 12)", "3*(i mod 4)"},
	{"(mod (+ (* 2 i) 1) 4)", "2*(i mod 2) + 1"},
	{"(mod (* 2 i) 4)", "2*(i mod 2)"},
	{"(mod (+ (mod i 4) (mod j 4)) 8)", "i mod 4 + j mod 4"},
	{"(mod (ite p 5 7) 4)", "(p ? 5 : 7) - 4"},
	{"(mod (+ i (* 2 j)) j)", "i mod j"},
	{"(mod (+ i (* i j)) j)", "i mod j"},
	{"(mod j j)", "0 mod j"},
	{"(div (mod i 4) 4)", "0"},
	{"(div (+ (* 4 i) j) 4)", "i + j div 4"},
	{"(div (+ i 5) 4)", "(i + 1) div 4 + 1"},
	{"(div (+ (* 2 i) 1) 4)", "i div 2"},
	{"(div (* 4 i) 2)", "2*i"},
	{"(div (div i 3) 4)", "i div 12"},
	{"(div (+ (div i 3) 1) 4)", "(i + 3) div 12"},
	{"(div (- i) 2)", "i div 2 - i"},
	// bits
	{"(bitand i 0)", "0"},
	{"(bitand i i)", "i"},
	{"(bitand i -1)", "i"},
	{"(bitand 6 3)", "2"},
	{"(bitand i 7)", "i mod 8"},
	{"(bitand i -8)", "i - i mod 8"},
	{"(bitand (bitand i 5) 6)", "i & 4"},
	{"(bitor i 0)", "i"},
	{"(bitor i i)", "i"},
	{"(bitor i -1)", "-1"},
	{"(bitor 6 3)", "7"},
	{"(bitor i 7)", "i - i mod 8 + 7"},
	{"(bitor (bitor i 4) 2)", "i | 6"},
	{"(bitxor i 0)", "i"},
	{"(bitxor i i)", "0"},
	{"(bitxor i -1)", "-i - 1"},
	{"(bitxor 6 3)", "5"},
	{"(bitxor (bitxor i 4) 6)", "i ^ 2"},
	{"(shl i 3)", "8*i"},
	{"(shl i -1)", "i"},
	{"(shl 0 i)", "0"},
	{"(shr i 3)", "i div 8"},
	{"(shr i -1)", "i"},
	{"(shr 0 i)", "0"},
	{"(shr -1 i)", "-1"},
	{"(shr -9 2)", "-3"},
	// arrays
	{"(select (store a i j) i)", "j"},
	{"(select (store a i j) (+ i 1))", "a[i + 1]"},
	{"(select (store (store a 1 j) 2 k) 1)", "j"},
	{"(select (const j) i)", "j"},
	{"(select (store a i j) k)", "a[i := j][k]"},
	{"(store (store a i j) i k)", "a[i := k]"},
	{"(store (store (store a i j) (+ i 1) k) i 7)", "a[i + 1 := k][i := 7]"},
	{"(store a i (select a i))", "a"},
	{"(store (const j) i j)", "const(j)"},
	{"(= a a)", "true"},
	{"(= (const i) (const j))", "i == j"},
	{"(= (store (const 0) 1 2) (store (const 0) 1 3))", "false"},
	{"(= (store (store (const 0) 1 2) 3 4) (store (store (const 0) 3 4) 1 2))", "true"},
}

// TestRules: each rule does what it says, keeps the value, and is a theorem by z3.
func TestRules(t *testing.T) {
	s := term.NewStore()
	for _, name := range rawNames {
		s.Var(name, rawVars[name])
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var raws []*raw
	var terms []term.Term
	for i, rule := range rules {
		r := parseRaw(rule.lhs)
		u := r.build(s)
		if u.String() != rule.want {
			t.Errorf("%s becomes %s, want %s", rule.lhs, u, rule.want)
		}
		for range 100 {
			sameValue(t, s, r, u, randomEnv(rnd))
		}
		if i%4 != 0 && !testenv.Long() { // z3 takes seconds
			continue
		}
		if !strings.Contains(rule.lhs, "(bit") && !strings.Contains(rule.lhs, "(sh") {
			raws, terms = append(raws, r), append(terms, u)
		}
	}
	proveEqual(t, raws, terms)
}

// sameValue checks the value of u against that of r by the book.
func sameValue(t testing.TB, s *term.Store, r *raw, u term.Term, env map[string]val) {
	t.Helper()
	want, ok := r.eval(env)
	if !ok {
		return
	}
	got, ok := s.Eval(u, envValue(s, env))
	if !ok {
		t.Fatalf("%s\nbecomes %s\nwithout a value; want %v", r, u, want)
	}
	if same := s.Eq(got, want.constant(s, u.Sort())); !same.IsTrue() {
		t.Fatalf("%s\nbecomes %s\nwith value %s, want %v, in %v", r, u, got, want, env)
	}
}

// TestRandomTerms: whatever is built has the value of what it was built from.
func TestRandomTerms(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(3, 4)), bits: true}
	sorts := []term.Sort{term.Bool, term.Int, term.Real, rawVars["a"]}
	s := term.NewStore()
	for n := range 6000 {
		r := g.gen(sorts[n%len(sorts)], 1+n%7)
		u := r.build(s)
		checkCanonical(t, u)
		for range 5 {
			sameValue(t, s, r, u, randomEnv(g.Rand))
		}
	}
}

// TestRandomTermsByZ3: what is built and printed equals what it was built from, for all values.
func TestRandomTermsByZ3(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(5, 6))}
	s := term.NewStore()
	var raws []*raw
	var terms []term.Term
	sorts := []term.Sort{term.Bool, term.Int, term.Real, rawVars["a"]}
	for n := range 120 {
		r := g.gen(sorts[n%len(sorts)], 1+n%4)
		raws, terms = append(raws, r), append(terms, r.build(s))
	}
	proveEqual(t, raws, terms)
}

// checkCanonical checks what the package comment promises of every subterm.
func checkCanonical(t *testing.T, u term.Term) {
	t.Helper()
	term.Walk(u, func(u term.Term) {
		for i, a := range u.Args() {
			if a.ID() >= u.ID() {
				t.Fatalf("%s is older than its argument %s", u, a)
			}
			switch u.Op() {
			case term.And, term.Or:
				if len(u.Args()) < 2 || a.Op() == u.Op() || a.IsConst() || i > 0 && u.Arg(i-1).ID() >= a.ID() {
					t.Fatalf("junction %s", u)
				}
				for _, b := range u.Args() {
					if u.Store().Not(a) == b {
						t.Fatalf("complements in %s", u)
					}
				}
			case term.Sum:
				if a.Op() == term.Sum || a.IsConst() || i > 0 && u.Arg(i-1).ID() >= a.ID() || u.Coeff(i).IsZero() ||
					u.Sort() == term.Int && !(u.Coeff(i).IsInt() && u.Num().IsInt()) {
					t.Fatalf("sum %s", u)
				}
			case term.Not:
				if a.IsConst() || a.Op() == term.Not || a.Op() == term.LeZero || a.Op() == term.LtZero {
					t.Fatalf("negation %s", u)
				}
			case term.Ite:
				if u.Sort() == term.Bool {
					t.Fatalf("Boolean ite %s", u)
				}
			case term.LeZero, term.LtZero, term.EqZero:
				if a.IsConst() || a.Sort() == term.Int && u.Op() == term.LtZero {
					t.Fatalf("atom %s", u)
				}
				if a.Op() == term.Sum {
					g := a.Coeff(0).Num()
					for i := range a.Args() {
						if !a.Coeff(i).IsInt() {
							t.Fatalf("atom %s", u)
						}
						g = g.Gcd(a.Coeff(i).Num())
					}
					if !g.IsOne() && !(len(a.Args()) == 1 && g.Abs().IsOne()) || u.Op() == term.EqZero && a.Coeff(0).Sign() < 0 {
						t.Fatalf("atom %s", u)
					}
				}
			}
		}
	})
}

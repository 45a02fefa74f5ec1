package term_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

func TestString(t *testing.T) {
	s := term.NewStore()
	v := func(n string) term.Term { return s.Var(n, term.Int) }
	x, y, n := v("main::x"), v("y"), v("n")
	a := s.Var("a", term.Array(term.Int, term.Int))
	p := s.Var("p", term.Bool)
	for _, test := range []struct {
		t    term.Term
		want string
	}{
		{s.Lt(x, n), "main::x + 1 <= n"},
		{s.Le(s.Add(x, s.Int(5)), s.Int(0)), "main::x <= -5"},
		{s.Ge(x, s.Int(5)), "5 <= main::x"},
		{s.Ge(s.Add(x, y), s.Int(-5)), "-5 <= main::x + y"},
		{s.Le(x, s.Add(y, s.Int(3))), "main::x <= y + 3"},
		{s.Eq(x, s.Int(3)), "main::x == 3"},
		{s.Ne(x, y), "main::x != y"},
		{s.Eq(s.Add(x, s.Int(2)), y), "main::x + 2 == y"},
		{s.Not(s.And(p, s.Eq(x, y))), "!(p && main::x == y)"},
		{s.And(s.Or(p, s.Eq(x, y)), s.Le(y, n)), "(p || main::x == y) && y <= n"},
		{s.Sub(y, s.Scale(num.R(2, 1), x)), "y - 2*main::x"},
		{s.Neg(s.Mod(x, s.Int(4))), "-(main::x mod 4)"},
		{s.Mul(s.Mod(x, s.Int(4)), y), "y*(main::x mod 4)"},
		{s.Select(s.Store(a, x, s.Int(1)), s.Add(y, s.Int(1))), "a[main::x := 1][y + 1]"},
		{s.Eq(s.BitAnd(x, s.Int(4)), s.Int(0)), "(main::x & 4) == 0"},
		{s.BitXor(x, s.Shl(s.Int(1), s.Add(y, n))), "main::x ^ (1 << (y + n))"},
		{s.Ite(p, x, s.Ite(s.Eq(x, y), y, n)), "p ? main::x : main::x == y ? y : n"},
		{s.Apply("f", term.Int, x, s.Int(-2)), "f(main::x, -2)"},
		{s.Div(s.RealNum(num.R(1, 2)), s.Var("r", term.Real)), "(1/2) / r"},
		{term.Term{}, "<no term>"},
	} {
		if got := test.t.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestSMTLIB(t *testing.T) {
	s := term.NewStore()
	x, y := s.Var("main::x", term.Int), s.Var("div", term.Int)
	r := s.Var("1 r|", term.Real)
	a := s.Var("a", term.Array(term.Int, term.Int))
	m := s.Mod(s.Add(x, y, s.Int(1)), s.Int(4))
	for _, test := range []struct {
		t    term.Term
		want string
	}{
		{s.Lt(x, y), "(<= (+ |main::x| (* (- 1) div$)) (- 1))"},
		{s.Lt(r, s.RealNum(num.R(-1, 3))), "(< |1 r!7c!| (- (/ 1.0 3.0)))"},
		{s.Select(s.Store(s.ConstArray(a.Sort(), x), x, y), s.Var("i", term.Int)),
			"(select (store ((as const (Array Int Int)) |main::x|) |main::x| div$) i)"},
		{s.Div(m, s.Mul(m, x)), "(let ((?1 (mod (+ |main::x| div$ 1) 4))) (div ?1 (* |main::x| ?1)))"},
	} {
		if got := test.t.SMTLIB(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	for _, name := range []string{"x", "div", "div$", "?1", "$?1", "a b", "", "let", "9", "@x", "select$$", "$x"} {
		sym := strings.Trim(term.Symbol(name), "|")
		if term.NameOf(sym) != name {
			t.Errorf("%q is written %q and read %q", name, sym, term.NameOf(sym))
		}
	}
}

// TestSharing: a term of n nodes is written in a length proportional to n, though its tree has
// 2^n leaves.
func TestSharing(t *testing.T) {
	s := term.NewStore()
	f := s.Var("x", term.Int)
	for range 200 {
		f = s.Apply("f", term.Int, f, f)
	}
	if n := len(f.SMTLIB()); n > 200*60 {
		t.Errorf("%d characters", n)
	}
	if n := len(f.String()); n > 1<<20 {
		t.Errorf("%d characters", n)
	}
}

// TestDeep: terms of 100,000 levels do not exhaust the stack.
func TestDeep(t *testing.T) {
	n := testenv.Count(20_000, 100_000)
	s, other := term.NewStore(), term.NewStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	f := x
	for range n {
		f = s.Apply("f", term.Int, s.Ite(s.Le(f, y), f, y))
	}
	if size := term.Size(f); size < 3*n {
		t.Error(size)
	}
	g := s.Subst(f, map[term.Term]term.Term{x: y, y: x})
	if g == f || s.Subst(g, map[term.Term]term.Term{x: y, y: x}) != f {
		t.Error("swapping twice")
	}
	h := other.Import(f)
	if s.Import(h) != f {
		t.Error("there and back")
	}
	if len(f.SMTLIB()) < 10*n {
		t.Error("short")
	}
	value := func(u term.Term) (term.Term, bool) {
		if u.Op() == term.Apply {
			return u.Arg(0), true
		}
		return s.Int(3), true
	}
	if v, ok := s.Eval(f, value); !ok || v != s.Int(3) {
		t.Error(v, ok)
	}
	if len(f.String()) == 0 {
		t.Error("empty")
	}
}

func TestSubst(t *testing.T) {
	s := term.NewStore()
	v := func(n string) term.Term { return s.Var(n, term.Int) }
	x, y, z := v("x"), v("y"), v("z")
	f := s.And(s.Le(x, y), s.Eq(s.Mod(x, s.Int(4)), z))
	got := s.Subst(f, map[term.Term]term.Term{x: s.Add(y, s.Int(4)), y: s.Int(4)})
	if want := s.And(s.Le(y, s.Int(0)), s.Eq(s.Mod(y, s.Int(4)), z)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	got = s.Subst(f, map[term.Term]term.Term{s.Mod(x, s.Int(4)): s.Int(1), z: x})
	if want := s.And(s.Le(x, y), s.Eq(x, s.Int(1))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if s.Subst(f, map[term.Term]term.Term{z.Store().Var("w", term.Int): x}) != f {
		t.Error("a variable that is not there")
	}
}

// TestImport: a copy has the values of the original, and the way back is the identity.
func TestImport(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(7, 8)), bits: true}
	s, other := term.NewStore(), term.NewStore()
	for _, name := range slices.Backward(rawNames) { // other IDs
		other.Var(name, rawVars[name])
	}
	for n := range 2000 {
		u := g.gen([]term.Sort{term.Bool, term.Int}[n%2], 6).build(s)
		c := other.Import(u)
		checkCanonical(t, c)
		if s.Import(c) != u {
			t.Fatalf("%s comes back as %s", u, s.Import(c))
		}
		env := randomEnv(g.Rand)
		v, ok1 := s.Eval(u, envValue(s, env))
		w, ok2 := other.Eval(c, envValue(other, env))
		if ok1 && ok2 && s.Import(w) != v {
			t.Fatalf("%s: %s and %s", u, v, w)
		}
	}
}

func TestEvalPartial(t *testing.T) {
	s := term.NewStore()
	x, p := s.Var("x", term.Int), s.Var("p", term.Bool)
	zero := func(term.Term) (term.Term, bool) { return s.Int(0), true }
	none := func(term.Term) (term.Term, bool) { return term.Term{}, false }
	onlyP := func(t term.Term) (term.Term, bool) { return s.True(), t == p }
	over := s.Div(s.Int(1), x)
	for _, test := range []struct {
		name  string
		t     term.Term
		value func(term.Term) (term.Term, bool)
		want  string
	}{
		{"variable", x, none, ""},
		{"junction decided", s.And(s.Le(x, s.Int(0)), s.Not(p)), onlyP, "false"},
		{"junction open", s.And(s.Le(x, s.Int(0)), p), onlyP, ""},
		{"branch not taken", s.Ite(p, s.Int(3), x), onlyP, "3"},
		{"division asked for", over, func(u term.Term) (term.Term, bool) {
			if u.Op() == term.Div && u.Arg(0) == s.Int(1) && u.Arg(1) == s.Int(0) {
				return s.Int(7), true
			}
			return zero(u)
		}, "7"},
		{"shift too far", s.Shl(s.Int(1), x), func(term.Term) (term.Term, bool) { return s.IntNum(num.Pow2(80)), true }, ""},
	} {
		got := ""
		if v, ok := s.Eval(test.t, test.value); ok {
			got = v.String()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestNestedWalks(t *testing.T) {
	s := term.NewStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	f := s.And(s.Le(x, y), s.Eq(x, s.Int(3)), s.Apply("p", term.Bool, x))
	n := 0
	term.Walk(f, func(u term.Term) {
		n++
		term.Walk(f, func(term.Term) {})
		s.Subst(f, map[term.Term]term.Term{x: y})
	})
	if n != term.Size(f) {
		t.Errorf("%d of %d", n, term.Size(f))
	}
	if got := term.Vars(f, map[term.Term]bool{y: true}, nil); len(got) != 1 || got[0] != x {
		t.Error(got)
	}
}

func TestMisuse(t *testing.T) {
	s := term.NewStore()
	x, p := s.Var("x", term.Int), s.Var("p", term.Bool)
	s.Apply("f", term.Int, x)
	for name, f := range map[string]func(){
		"variable of two sorts":      func() { s.Var("x", term.Real) },
		"function of two signatures": func() { s.Apply("f", term.Int, x, x) },
		"ill-sorted sum":             func() { s.Add(x, p) },
		"ill-sorted comparison":      func() { s.Le(x, s.RealNum(num.R(1, 2))) },
		"other store":                func() { s.And(p, term.NewStore().Var("q", term.Bool), s.Le(x, s.Int(0))) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestFresh(t *testing.T) {
	s := term.NewStore()
	s.Var("x!1", term.Int)
	a, b := s.Fresh("x", term.Int), s.Fresh("x", term.Bool)
	if a.Name() != "x!0" || b.Name() != "x!2" {
		t.Error(a, b)
	}
}

// TestNoAllocation: building what is there allocates nothing.
func TestNoAllocation(t *testing.T) {
	s := term.NewStore()
	build := buildTypical(s)
	if n := testing.AllocsPerRun(100, func() { build() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// buildTypical builds what a step of a program makes.
func buildTypical(s *term.Store) func() term.Term {
	x, y, n := s.Var("x", term.Int), s.Var("y", term.Int), s.Var("n", term.Int)
	a, p := s.Var("a", term.Array(term.Int, term.Int)), s.Var("p", term.Bool)
	return func() term.Term {
		next := s.Mod(s.Add(x, s.Int(1)), s.IntNum(num.Pow2(32)))
		return s.And(
			s.Eq(y, next),
			s.Not(s.Le(n, x)),
			s.Or(p, s.Lt(s.Select(a, x), s.Ite(p, y, s.Scale(num.R(3, 1), n)))))
	}
}

func BenchmarkBuildHit(b *testing.B) {
	s := term.NewStore()
	build := buildTypical(s)
	b.ReportAllocs()
	for b.Loop() {
		build()
	}
}

func BenchmarkSums(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s := term.NewStore()
		var vars [20]term.Term
		for i := range vars {
			vars[i] = s.Var(string(rune('a'+i)), term.Int)
		}
		for i := range int64(1000) {
			s.Le(s.Add(vars[i%20], s.Scale(num.R(i%7-3, 1), vars[(i+3)%20]), vars[(i*i)%20]), s.Int(i))
		}
	}
}

func BenchmarkAnd100(b *testing.B) {
	s := term.NewStore()
	var ts []term.Term
	for i := range 100 {
		ts = append(ts, s.Le(s.Var("x", term.Int), s.Int(int64(i))))
	}
	b.ReportAllocs()
	for b.Loop() {
		s.And(ts...)
	}
}

func BenchmarkSubst(b *testing.B) {
	s := term.NewStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	f := buildTypical(s)()
	b.ReportAllocs()
	for b.Loop() {
		s.Subst(f, map[term.Term]term.Term{x: s.Add(x, y)})
	}
}

func BenchmarkEval(b *testing.B) {
	s := term.NewStore()
	f := buildTypical(s)()
	zero, array := s.Int(0), s.ConstArray(term.Array(term.Int, term.Int), s.Int(5))
	value := func(t term.Term) (term.Term, bool) {
		switch t.Sort() {
		case term.Int:
			return zero, true
		case term.Bool:
			return s.True(), true
		}
		return array, true
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Eval(f, value)
	}
}

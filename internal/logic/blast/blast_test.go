package blast

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"craig/internal/logic/sat"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// maker makes random terms over variables with small ranges.
type maker struct {
	r    *rand.Rand
	st   *term.Store
	vars []term.Term
	lo   []int64
	hi   []int64
}

func newMaker(seed uint64) *maker {
	m := &maker{r: rand.New(rand.NewPCG(seed, 1)), st: term.NewStore()}
	for i := range 3 {
		m.vars = append(m.vars, m.st.Var(fmt.Sprintf("x%d", i), term.Int))
		lo := int64(m.r.IntN(12) - 8)
		m.lo, m.hi = append(m.lo, lo), append(m.hi, lo+int64(m.r.IntN(9)))
	}
	return m
}

func (m *maker) constant() term.Term {
	if m.r.IntN(3) == 0 {
		return m.st.Int(int64(1) << m.r.IntN(5))
	}
	return m.st.Int(int64(m.r.IntN(40) - 20))
}

func (m *maker) term(depth int) term.Term {
	if depth == 0 || m.r.IntN(6) == 0 {
		if m.r.IntN(4) == 0 {
			return m.constant()
		}
		return m.vars[m.r.IntN(len(m.vars))]
	}
	st, a := m.st, m.term(depth-1)
	switch m.r.IntN(13) {
	case 0:
		return st.Add(a, m.term(depth-1))
	case 1:
		return st.Sub(a, m.term(depth-1))
	case 2:
		return st.Mul(a, m.term(depth-1))
	case 3:
		return st.Div(a, m.divisor())
	case 4:
		return st.Mod(a, m.divisor())
	case 5:
		return st.Mod(a, st.Int(1<<m.r.IntN(6)))
	case 6:
		return st.Div(a, st.Int(1<<m.r.IntN(6)))
	case 7:
		return st.BitAnd(a, m.term(depth-1))
	case 8:
		return st.BitOr(a, m.term(depth-1))
	case 9:
		return st.BitXor(a, m.term(depth-1))
	case 10:
		return st.Ite(m.formula(depth-1), a, m.term(depth-1))
	case 11:
		return st.Shl(a, st.Sub(m.vars[m.r.IntN(3)], st.Int(2)))
	default:
		return st.Shr(a, m.vars[m.r.IntN(3)])
	}
}

// divisor is a term that may be 0 for some values, or a constant.
func (m *maker) divisor() term.Term {
	if m.r.IntN(2) == 0 {
		return m.st.Int(int64(m.r.IntN(9) + 1))
	}
	return m.st.Sub(m.st.Int(1), m.st.Scale(num.R(2, 1), m.vars[m.r.IntN(3)]))
}

func (m *maker) formula(depth int) term.Term {
	st := m.st
	if depth > 0 && m.r.IntN(3) == 0 {
		f, g := m.formula(depth-1), m.formula(depth-1)
		switch m.r.IntN(3) {
		case 0:
			return st.And(f, g)
		case 1:
			return st.Or(f, st.Not(g))
		}
		return st.Eq(f, g)
	}
	a, b := m.term(depth), m.term(depth)
	switch m.r.IntN(3) {
	case 0:
		return st.Eq(a, b)
	case 1:
		return st.Ne(a, b)
	}
	return st.Le(a, b)
}

// models counts the models of f by trying all values.
func (m *maker) models(f term.Term) (n int) {
	vals := make([]int64, len(m.vars))
	var try func(i int)
	try = func(i int) {
		if i == len(vals) {
			v, ok := m.st.Eval(f, func(t term.Term) (term.Term, bool) {
				for j, x := range m.vars {
					if t == x {
						return m.st.Int(vals[j]), true
					}
				}
				return term.Term{}, false
			})
			if ok && v.IsTrue() {
				n++
			}
			return
		}
		for vals[i] = m.lo[i]; vals[i] <= m.hi[i]; vals[i]++ {
			try(i + 1)
		}
	}
	try(0)
	return n
}

// ranges bounds the variables, each in one of the ways that bounds are learned from.
func (m *maker) ranges() (fs []term.Term) {
	st := m.st
	for i, x := range m.vars {
		lo, hi := st.Ge(x, st.Int(m.lo[i])), st.Le(x, st.Int(m.hi[i]))
		switch m.r.IntN(4) {
		case 0:
			fs = append(fs, st.And(lo, hi))
		case 1: // by cases
			mid := st.Int((m.lo[i] + m.hi[i]) / 2)
			fs = append(fs, st.Or(st.And(lo, st.Le(x, mid)), st.And(st.Gt(x, mid), hi)))
		case 2: // through a Boolean variable
			b := st.Fresh("b", term.Bool)
			fs = append(fs, st.Or(st.Not(b), st.And(lo, hi)), b)
		default: // through another variable
			y := st.Fresh("y", term.Int)
			fs = append(fs, st.Eq(x, st.Sub(y, st.Int(3))), st.Ge(y, st.Int(m.lo[i]+3)), st.Le(y, st.Int(m.hi[i]+3)))
		}
	}
	return fs
}

// TestSolve compares with trying all values, what is asserted and what is assumed apart.
func TestSolve(t *testing.T) {
	n := uint64(300)
	if testenv.Long() {
		n = 1500
	}
	counts := map[Status]int{}
	for seed := range n {
		m := newMaker(seed)
		fs := m.ranges()
		for range 1 + m.r.IntN(3) {
			fs = append(fs, m.formula(1+m.r.IntN(3)))
		}
		cut := m.r.IntN(len(fs) + 1)
		all := m.st.And(fs...)
		ans := Solve(fs[:cut], fs[cut:], Limits{Nodes: 1 << 20})
		counts[ans.Status]++
		switch ans.Status {
		case Sat:
			v, ok := m.st.Eval(all, func(u term.Term) (term.Term, bool) {
				if u.Op() != term.Var {
					return term.Term{}, false
				}
				if u.Sort() == term.Bool {
					return m.st.Bool(ans.Truths[u]), true
				}
				return m.st.IntNum(ans.Numbers[u]), true
			})
			if !ok || !v.IsTrue() {
				t.Errorf("seed %d: %v is no model of %v", seed, ans.Numbers, all)
			}
		case Unsat:
			core := append([]term.Term{}, fs[:cut]...)
			for _, i := range ans.Core {
				core = append(core, fs[cut+i])
			}
			if k := m.models(m.dropped(m.st.And(fs...))); k > 0 {
				t.Errorf("seed %d: %d models of %v", seed, k, all)
			}
			if again := Solve(core, nil, Limits{Nodes: 1 << 20}); again.Status != Unsat {
				t.Errorf("seed %d: the core %v is not unsatisfiable", seed, core)
			}
		}
	}
	if counts[Unknown] > int(n)/10 || counts[Sat] < int(n)/10 || counts[Unsat] < int(n)/10 {
		t.Errorf("outcomes: %v", counts)
	}
}

// dropped is f without the variables that ranges added.
func (m *maker) dropped(f term.Term) term.Term {
	subst := map[term.Term]term.Term{}
	for _, g := range term.Conjuncts(f) {
		term.Walk(g, func(u term.Term) {
			if u.Op() == term.Var && u.Sort() == term.Bool {
				subst[u] = m.st.True()
			}
		})
		if g.Op() != term.EqZero || g.Arg(0).NumArgs() != 2 {
			continue
		}
		for i, x := range m.vars { // x = y - 3, where y is not one of the variables
			for _, y := range g.Arg(0).Args() {
				if y.Op() == term.Var && y.Name()[0] == 'y' && (g.Arg(0).Arg(0) == x || g.Arg(0).Arg(1) == x) {
					subst[y] = m.st.Add(m.vars[i], m.st.Int(3))
				}
			}
		}
	}
	return m.st.Subst(f, subst)
}

// TestIdentities has equations of machine words that no assignment breaks.
func TestIdentities(t *testing.T) {
	st := term.NewStore()
	word := func(name string, bits uint) term.Term { return st.Var(name, term.Int) }
	x, y := word("x", 32), word("y", 32)
	m32 := st.IntNum(num.Pow2(32))
	in := func(x term.Term) term.Term { return st.And(st.Ge(x, st.Int(0)), st.Lt(x, m32)) }
	wrap := func(t term.Term) term.Term { return st.Mod(t, m32) }
	k := func(v int64) term.Term { return st.Int(v) }
	field := func(t term.Term, shift, mask int64) term.Term { return st.BitAnd(st.Shr(t, k(shift)), k(mask)) }
	count := func(t term.Term) term.Term { // by adding neighbours
		t = st.Sub(t, field(t, 1, 0x55555555))
		t = st.Add(field(t, 0, 0x33333333), field(t, 2, 0x33333333))
		t = field(st.Add(t, st.Shr(t, k(4))), 0, 0x0f0f0f0f)
		return st.Shr(wrap(st.Mul(t, k(0x01010101))), k(24))
	}
	ones := []term.Term{}
	for i := range int64(32) {
		ones = append(ones, field(x, i, 1))
	}
	gray := st.BitXor(x, st.Shr(x, k(1)))
	back := gray
	for _, i := range []int64{16, 8, 4, 2, 1} {
		back = st.BitXor(back, st.Shr(back, k(i)))
	}
	for name, f := range map[string]term.Term{
		"square":     st.Eq(st.BitAnd(wrap(st.Mul(x, x)), k(2)), k(0)),
		"swap":       st.Eq(st.BitXor(st.BitXor(x, y), y), x),
		"de Morgan":  st.Eq(st.BitOr(x, y), st.Sub(k(-1), st.BitAnd(st.Sub(k(-1), x), st.Sub(k(-1), y)))),
		"average":    st.Eq(st.Add(st.BitAnd(x, y), st.Shr(st.BitXor(x, y), k(1))), st.Shr(st.Add(x, y), k(1))),
		"sum":        st.Eq(st.Add(x, y), st.Add(st.BitXor(x, y), st.BitAnd(x, y), st.BitAnd(x, y))),
		"lowest bit": st.Eq(st.BitAnd(x, wrap(st.Neg(x))), st.BitXor(x, st.BitAnd(x, wrap(st.Sub(x, k(1)))))),
		"count":      st.Eq(count(x), st.Add(ones...)),
		"gray":       st.Eq(back, x),
		"quotient":   st.Eq(st.Add(st.Mul(st.Div(x, k(10)), k(10)), st.Mod(x, k(10))), x),
	} {
		if ans := Solve([]term.Term{in(x), in(y), st.Not(f)}, nil, Limits{Nodes: 1 << 20}); ans.Status != Unsat {
			t.Errorf("%s: %v", name, ans.Status)
		}
		if ans := Solve([]term.Term{in(x), in(y), f}, nil, Limits{Nodes: 1 << 20}); ans.Status != Sat {
			t.Errorf("%s negated: %v", name, ans.Status)
		}
	}
}

// TestGates compares every gate with what it means, on all values of its arguments, some of them the same
// node.
func TestGates(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := newCircuit(func(int) {}, 1<<16)
		lits := []lit{zero, one, c.input(0), c.input(1), c.input(0), c.input(1)}
		values := []uint16{0, 0xffff, 0xaaaa, 0xcccc, 0xf0f0, 0xff00} // by literal: under all 16 assignments
		pick := func() int { return r.IntN(len(lits)) }
		for range 30 {
			i, j, k := pick(), pick(), pick()
			var l lit
			var v uint16
			a, b, s := values[i], values[j], values[k]
			switch r.IntN(5) {
			case 0:
				l, v = c.and(lits[i], lits[j]), a&b
			case 1:
				l, v = c.xor(lits[i], lits[j]), a^b
			case 2:
				l, v = c.mux(lits[k], lits[i], lits[j]), s&a|^s&b
			case 3:
				l, v = c.maj(lits[i], lits[j], lits[k]), a&b|a&s|b&s
			default:
				l, v = lits[i].not(), ^a
			}
			lits, values = append(lits, l), append(values, v)
		}
		s := sat.New(nil, nil)
		f := &cnf{c: c, solver: s}
		for n := range 16 {
			var assume []sat.Lit
			for i := range 4 {
				l := f.lit(lits[2+i])
				if n>>i&1 == 0 {
					l = l.Not()
				}
				assume = append(assume, l)
			}
			for i, l := range lits {
				f.lit(l)
				want := values[i]>>n&1 != 0
				if s.Solve(assume, nil) != sat.Sat || (s.Value(f.lit(l)) == sat.True) != want {
					t.Fatalf("seed %d: literal %d is not %v under %d", seed, i, want, n)
				}
			}
		}
	}
}

// TestGuarded: a variable that has bounds only behind a Boolean b gets these if it matters behind b only.
func TestGuarded(t *testing.T) {
	counts := map[Status]int{}
	for seed := range uint64(600) {
		m := newMaker(seed)
		st := m.st
		b := st.Var("b", term.Bool)
		var fs []term.Term
		for i, x := range m.vars {
			f := st.And(st.Ge(x, st.Int(m.lo[i])), st.Le(x, st.Int(m.hi[i])))
			if i == 0 {
				f = st.Implies(b, f)
			}
			fs = append(fs, f)
		}
		f, g := m.formula(2), m.formula(2)
		some := m.vars
		m.vars = m.vars[1:]
		m.vars = append(m.vars, m.vars[0])
		other := m.formula(2) // without the first variable
		m.vars = some
		switch m.r.IntN(3) {
		case 0:
			fs = append(fs, st.Implies(b, f), st.Implies(b, g), st.Or(b, other))
		case 1: // what may be true only there
			fs = append(fs, st.Implies(b, f), st.Or(st.And(b, g), other))
		default: // by steps that b is taken to imply, since nothing else makes it true
			c, d := st.Var("c", term.Bool), st.Var("d", term.Bool)
			fs = append(fs, st.Implies(b, f), st.Implies(c, b), st.Implies(c, g), st.Implies(d, other), st.Or(c, d))
		}
		free := m.r.IntN(2) == 0
		if free { // the first variable matters elsewhere too
			fs = append(fs, st.Or(st.Gt(m.vars[0], st.Int(m.hi[0])), st.And(f, g)))
		}
		want := Unsat
		if m.models(st.And(f, g)) > 0 || m.models(other) > 0 {
			want = Sat
		}
		ans := Solve(fs, nil, Limits{Nodes: 1 << 20})
		counts[ans.Status]++
		if ans.Status == Unsat && want == Sat || !free && ans.Status == Sat && want == Unsat {
			t.Errorf("seed %d: %v, not %v: %v", seed, ans.Status, want, fs)
		}
		if !free && ans.Status == Sat && want == Sat {
			v, ok := st.Eval(st.And(fs...), func(u term.Term) (term.Term, bool) {
				if u.Sort() == term.Bool {
					return st.Bool(ans.Truths[u]), u.Op() == term.Var
				}
				return st.IntNum(ans.Numbers[u]), u.Op() == term.Var
			})
			if !ok || !v.IsTrue() {
				t.Errorf("seed %d: %v, %v is no model of %v", seed, ans.Numbers, ans.Truths, fs)
			}
		}
	}
	if counts[Unknown] > 60 || counts[Sat] < 60 || counts[Unsat] < 60 {
		t.Errorf("outcomes: %v", counts)
	}
}

// TestZeroDivisor: what is divided by 0 may be any number, which no circuit gives.
func TestZeroDivisor(t *testing.T) {
	st := term.NewStore()
	x := st.Var("x", term.Int)
	within := func(lo, hi int64) []term.Term {
		return []term.Term{st.Le(st.Int(lo), x), st.Le(x, st.Int(hi))}
	}
	for _, tt := range []struct {
		f      term.Term
		lo, hi int64
		want   Status
	}{
		{st.Eq(st.Div(x, x), st.Int(-16)), -3, 3, Unknown},
		{st.Eq(st.Div(x, x), st.Int(-16)), 0, 3, Unknown},
		{st.Eq(st.Mod(x, x), st.Int(9)), 0, 0, Unknown},
		{st.Eq(st.Div(x, x), st.Int(-16)), 1, 3, Unsat},
		{st.Eq(st.Div(x, x), st.Int(-16)), -3, -1, Unsat},
		{st.Eq(st.Mod(st.Int(7), x), st.Int(9)), 2, 8, Unsat},
	} {
		ans := Solve(append(within(tt.lo, tt.hi), tt.f), nil, Limits{Nodes: 100_000})
		if (ans.Status == Unsat) != (tt.want == Unsat) {
			t.Errorf("%v with x from %d to %d: %v", tt.f, tt.lo, tt.hi, ans.Status)
		}
	}
}

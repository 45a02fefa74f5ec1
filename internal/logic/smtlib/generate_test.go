package smtlib_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"craig/logic/num"
	"craig/logic/term"
)

// fragment says what random formulas are made of.
type fragment struct {
	name                                             string
	reals, funcs, arrays, sorts, products, bits, div bool
	ites, wraps                                      bool
}

var fragments = []fragment{
	{name: "QF_LIA", div: true, ites: true},
	{name: "QF_LRA", reals: true, ites: true},
	{name: "QF_LIRA", reals: true, div: true},
	{name: "QF_UF", sorts: true, funcs: true},
	{name: "QF_UFLIA", funcs: true, ites: true, div: true},
	{name: "QF_ALIA", arrays: true, ites: true},
	{name: "QF_AUFLIA", arrays: true, funcs: true, sorts: true, div: true},
	{name: "QF_NIA", products: true, div: true},
	{name: "bits", bits: true, div: true, ites: true},
	{name: "wraps", wraps: true, ites: true},
	{name: "machine", wraps: true, products: true, bits: true},
}

type differ struct {
	*rand.Rand
	fragment
	st *term.Store
}

func (g *differ) coin(n int) bool { return g.IntN(n) == 0 }

func (g *differ) constant(sort term.Sort) term.Term {
	v := int64(g.IntN(11) - 4)
	if g.coin(12) {
		v = int64(g.IntN(2000) - 1000)
	}
	if sort == term.Real {
		return g.st.RealNum(num.R(v, int64(1+g.IntN(3))))
	}
	return g.st.Int(v)
}

var (
	diffU     = term.Uninterpreted("U")
	diffArray = term.Array(term.Int, term.Int)
)

// leaf is a variable.
func (g *differ) leaf(sort term.Sort) term.Term {
	switch sort {
	case term.Bool:
		return g.st.Var([]string{"p", "q", "s"}[g.IntN(3)], sort)
	case term.Int:
		return g.st.Var([]string{"x", "y", "z", "w"}[g.IntN(4)], sort)
	case term.Real:
		return g.st.Var([]string{"r1", "r2", "r3"}[g.IntN(3)], sort)
	case diffU:
		return g.st.Var([]string{"u1", "u2", "u3"}[g.IntN(3)], sort)
	}
	return g.st.Var([]string{"a", "b", "c"}[g.IntN(3)], sort)
}

func (g *differ) term(sort term.Sort, depth int) term.Term {
	st := g.st
	if depth <= 0 || g.coin(5) {
		if sort.IsNumeric() && g.coin(4) {
			return g.constant(sort)
		}
		return g.leaf(sort)
	}
	sub := func(s term.Sort) term.Term { return g.term(s, depth-1) }
	if g.ites && g.coin(8) && sort != diffArray {
		return st.Ite(g.formula(depth-1), sub(sort), sub(sort))
	}
	switch sort {
	case diffU:
		if g.funcs {
			return st.Apply("h", diffU, sub(diffU))
		}
	case diffArray:
		if g.coin(8) {
			return st.ConstArray(sort, sub(term.Int))
		}
		return st.Store(sub(sort), sub(term.Int), sub(term.Int))
	case term.Real:
		switch g.IntN(5) {
		case 0:
			return st.Scale(num.R(int64(g.IntN(9)-4), int64(1+g.IntN(3))), sub(sort))
		case 1:
			if g.div { // LIRA
				return st.ToReal(sub(term.Int))
			}
		}
		return st.Add(sub(sort), sub(sort))
	case term.Int:
		for range 4 {
			switch k := g.IntN(9); {
			case k == 0 && g.div:
				n := st.Int([]int64{2, 3, 4, 5, 8, -3}[g.IntN(6)])
				if g.coin(2) {
					return st.Div(sub(sort), n)
				}
				return st.Mod(sub(sort), n)
			case k == 1 && g.funcs:
				if g.coin(2) {
					return st.Apply("f", sort, sub(sort))
				}
				return st.Apply("g", sort, sub(sort), sub(sort))
			case k == 2 && g.arrays:
				return st.Select(sub(diffArray), sub(sort))
			case k == 3 && g.products:
				return st.Mul(sub(sort), sub(sort))
			case k == 4 && g.bits:
				a, b := g.word(sub(sort)), g.word(sub(sort))
				switch g.IntN(5) {
				case 0:
					return st.BitAnd(a, b)
				case 1:
					return st.BitOr(a, b)
				case 2:
					return st.BitXor(a, b)
				case 3:
					return st.Shl(a, st.Mod(b, st.Int(5)))
				}
				return st.Shr(a, st.Mod(b, st.Int(5)))
			case k == 5 && g.wraps:
				return g.wrap(sub(sort))
			case k == 6 && g.wraps:
				return g.quotient(sub(sort), sub(sort))
			case k == 5 && g.reals && g.div:
				return st.ToInt(sub(term.Real))
			case k > 6:
				return st.Scale(num.R(int64(g.IntN(9)-4), 1), sub(sort))
			case k > 4:
				return st.Add(sub(sort), sub(sort))
			}
		}
	}
	return g.leaf(sort)
}

// word is t as an operand of bit operations that an oracle can be told about: within
// -8…7, and visibly so.
func (g *differ) word(t term.Term) term.Term {
	st := g.st
	switch {
	case g.coin(4):
		return st.Int(int64(g.IntN(16) - 8))
	case g.coin(3):
		return st.Sub(st.Mod(t, st.Int(16)), st.Int(8))
	}
	return st.Mod(t, st.Int([]int64{2, 4, 8}[g.IntN(3)]))
}

// wrap is t as a C type holds it.
func (g *differ) wrap(t term.Term) term.Term {
	st := g.st
	bits := []uint{8, 16, 32, 64}[g.IntN(4)]
	n := st.IntNum(num.Pow2(bits))
	if g.coin(2) {
		return st.Mod(t, n)
	}
	half := st.IntNum(num.Pow2(bits - 1))
	return st.Sub(st.Mod(st.Add(t, half), n), half)
}

// quotient is a quotient or remainder as in C, which truncates, by a constant or, rarely, not.
func (g *differ) quotient(a, b term.Term) term.Term {
	st := g.st
	if !g.products || !g.coin(3) {
		b = st.Int([]int64{2, 3, 7, 10, 256, -4}[g.IntN(6)])
	}
	zero := st.Int(0)
	q := st.Ite(st.Le(zero, a), st.Div(a, b), st.Neg(st.Div(st.Neg(a), b)))
	if g.coin(2) {
		return q
	}
	return st.Sub(a, st.Mul(b, q))
}

// atomSort chooses what an atom compares.
func (g *differ) atomSort() term.Sort {
	switch {
	case g.sorts && g.coin(2) || g.name == "QF_UF":
		return diffU
	case g.arrays && g.coin(5):
		return diffArray
	case g.reals && (!g.div || g.coin(2)):
		return term.Real
	}
	return term.Int
}

func (g *differ) formula(depth int) term.Term {
	st := g.st
	if depth > 0 && g.coin(3) {
		a, b := g.formula(depth-1), g.formula(depth-1)
		switch g.IntN(4) {
		case 0:
			return st.And(a, b)
		case 1:
			return st.Iff(a, b)
		}
		return st.Or(a, b)
	}
	if g.coin(8) {
		return g.leaf(term.Bool)
	}
	sort := g.atomSort()
	a, b := g.term(sort, 2), g.term(sort, 2)
	f := st.Eq(a, b)
	if sort.IsNumeric() && !g.coin(3) {
		f = st.Le(a, b)
	}
	if g.coin(3) {
		return st.Not(f)
	}
	return f
}

// question is a random set of assertions: uniform ones, or of a shape that engines ask about.
// Sometimes bounded, so that products have answers.
func (g *differ) question() []term.Term {
	var fs []term.Term
	switch g.IntN(5) {
	case 0:
		fs = g.parts(2 + g.IntN(3))
	case 1:
		fs = g.path()
	case 2:
		fs = g.ssa()
	case 3:
		fs = g.edges()
	default:
		for range 2 + g.IntN(9) {
			fs = append(fs, g.formula(1+g.IntN(2)))
		}
	}
	lo, hi := int64(0), int64(0)
	switch {
	case g.wraps:
		lo, hi = -1<<31, 1<<31-1
	case g.products || g.bits:
		lo, hi = -8, 40
	}
	if hi > 0 {
		seen := map[term.Term]bool{}
		var vars []term.Term
		for _, f := range fs {
			vars = term.Vars(f, seen, vars)
		}
		for _, v := range vars {
			if v.Sort() == term.Int {
				fs = append(fs, g.st.Le(g.st.Int(lo), v), g.st.Le(v, g.st.Int(hi)))
			}
		}
	}
	return fs
}

// parts are random formulas of which each speaks of its own window of the variables, so that
// neighbours share some and interpolants have to leave some out.
func (g *differ) parts(n int) []term.Term {
	parts := make([]term.Term, n)
	for i := range parts {
		rename := map[term.Term]term.Term{}
		for j, name := range []string{"x", "y", "z", "w"} {
			rename[g.st.Var(name, term.Int)] = g.st.Var("i"+strconv.Itoa(i+j%2), term.Int)
		}
		for j, name := range []string{"a", "b", "c"} {
			rename[g.st.Var(name, diffArray)] = g.st.Var("m"+strconv.Itoa(i+j%2), diffArray)
		}
		for j, name := range []string{"r1", "r2", "r3"} {
			rename[g.st.Var(name, term.Real)] = g.st.Var("t"+strconv.Itoa(i+j%2), term.Real)
		}
		var fs []term.Term
		for range 1 + g.IntN(4) {
			fs = append(fs, g.formula(1+g.IntN(2)))
		}
		parts[i] = g.st.Subst(g.st.And(fs...), rename)
	}
	return parts
}

// state is what the variables of a program stand for.
type state map[term.Term]term.Term

// variables are those that a program of the fragment assigns.
func (g *differ) variables() []term.Term {
	var vs []term.Term
	add := func(sort term.Sort, names ...string) {
		for _, n := range names {
			vs = append(vs, g.st.Var(n, sort))
		}
	}
	switch {
	case g.name == "QF_UF":
		add(diffU, "u1", "u2", "u3")
	case g.reals && !g.div:
		add(term.Real, "r1", "r2", "r3")
	default:
		add(term.Int, "x", "y", "z", "w")
	}
	if g.arrays {
		add(diffArray, "a", "b")
	}
	add(term.Bool, "p")
	return vs
}

// value is a random right side of an assignment to v.
func (g *differ) value(v term.Term) term.Term {
	if v.Sort() == term.Bool {
		return g.formula(0)
	}
	if v.Sort() == term.Int && g.coin(2) { // i++
		return g.st.Add(v, g.st.Int(int64(g.IntN(5)-2)))
	}
	return g.term(v.Sort(), 1+g.IntN(2))
}

// path is the condition of a path, as symbolic execution has it: guards over the inputs.
func (g *differ) path() []term.Term {
	now := state{}
	vars := g.variables()
	var fs []term.Term
	for range 4 + g.IntN(8) {
		if g.coin(2) {
			fs = append(fs, g.st.Subst(g.formula(g.IntN(2)), now))
			continue
		}
		v := vars[g.IntN(len(vars))]
		next := g.st.Subst(g.value(v), now)
		if term.Size(next) < 60 {
			now[v] = next
		}
	}
	return append(fs, g.st.Subst(g.formula(1), now))
}

// ssa is a path with a name for each value.
func (g *differ) ssa() []term.Term {
	now := state{}
	vars := g.variables()
	var fs []term.Term
	for k := range 5 + g.IntN(8) {
		if g.coin(3) {
			fs = append(fs, g.st.Subst(g.formula(g.IntN(2)), now))
			continue
		}
		v := vars[g.IntN(len(vars))]
		next := g.st.Var(fmt.Sprintf("%s@%d", v.Name(), k), v.Sort())
		fs = append(fs, g.st.Eq(next, g.st.Subst(g.value(v), now)))
		now[v] = next
	}
	return append(fs, g.st.Subst(g.formula(1), now))
}

// edges is a graph of a few nodes, a part for each: node u is on the path if c.u, and then so is a
// successor, to which an edge with a guard and an assignment leads.
func (g *differ) edges() []term.Term {
	st := g.st
	n := 3 + g.IntN(3)
	vars := g.variables()
	vars = append(vars[:2:2], vars[len(vars)-2])
	at := make([]state, n)
	on := make([]term.Term, n)
	for u := range n {
		at[u], on[u] = state{}, st.Var(fmt.Sprintf("c.%d", u), term.Bool)
		for _, v := range vars {
			at[u][v] = st.Var(fmt.Sprintf("%s.%d", v.Name(), u), v.Sort())
		}
	}
	fs := []term.Term{on[0]}
	for u := range n - 1 {
		var edges []term.Term
		for w := u + 1; w < n; w++ {
			if w > u+1 && !g.coin(3) {
				continue
			}
			edge := []term.Term{on[w]}
			if g.coin(2) {
				edge = append(edge, st.Subst(g.formula(g.IntN(2)), at[u]))
			}
			changed := vars[g.IntN(len(vars))]
			for _, v := range vars {
				value := at[u][v]
				if v == changed {
					value = st.Subst(g.value(v), at[u])
				}
				edge = append(edge, st.Eq(at[w][v], value))
			}
			edges = append(edges, st.And(edge...))
		}
		fs = append(fs, st.Implies(on[u], st.Or(edges...)))
	}
	return append(fs, st.Implies(on[n-1], st.Subst(g.formula(1), at[n-1])))
}

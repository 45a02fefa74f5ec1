package proof_test

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/logic/proof"
	"craig/internal/logic/proof/falsify"
	"craig/logic/num"
	"craig/logic/term"
)

func rats(vs ...int64) []num.Rat {
	var out []num.Rat
	for _, v := range vs {
		out = append(out, num.R(v, 1))
	}
	return out
}

// sum is Σ coefs·terms + c.
func sum(c int64, coefs []num.Rat, ts ...term.Term) proof.Sum {
	return proof.Sum{Coefs: coefs, Terms: ts, Const: num.R(c, 1)}
}

// example is a refutation, and how to spoil it: each spoiled one must be rejected for the reason.
type example struct {
	name   string
	make   func(st *term.Store) *proof.Refutation
	spoils []spoil
}

type spoil struct {
	name   string
	change func(r *proof.Refutation)
	want   string // in the error
}

// unit and resolve are the steps that most examples end with.
func unit(l proof.Lit) proof.Step { return proof.Step{Clause: []proof.Lit{l}, Rule: proof.Input} }

func resolve(clause []proof.Lit, premises ...int) proof.Step {
	return proof.Step{Clause: clause, Rule: proof.Resolution, Premises: premises}
}

func coefs(step int, vs ...int64) func(*proof.Refutation) {
	return func(r *proof.Refutation) { r.Steps[step].Coefs = rats(vs...) }
}

func clause(step int, ls ...proof.Lit) func(*proof.Refutation) {
	return func(r *proof.Refutation) { r.Steps[step].Clause = ls }
}

func premises(step int, ps ...int) func(*proof.Refutation) {
	return func(r *proof.Refutation) { r.Steps[step].Premises = ps }
}

func input(i int, f func(st *term.Store) term.Term) func(*proof.Refutation) {
	return func(r *proof.Refutation) { r.Inputs[i] = f(r.Inputs[i].Store()) }
}

var examples = []example{
	{
		// p ∨ q, ¬p, ¬q
		name: "formulas",
		make: func(st *term.Store) *proof.Refutation {
			p, q := st.Var("p", term.Bool), st.Var("q", term.Bool)
			or := st.Or(p, q)
			return &proof.Refutation{
				Inputs: []term.Term{or, st.And(st.Not(p), st.Not(q))},
				Atoms:  []proof.Atom{{Formula: or}, {Formula: p}, {Formula: q}},
				Steps: []proof.Step{
					unit(1), unit(-2), unit(-3),
					{Clause: []proof.Lit{-1, 2, 3}, Rule: proof.Definition},
					resolve([]proof.Lit{2, 3}, 3, 0),
					resolve(nil, 4, 1, 2),
				},
			}
		},
		spoils: []spoil{
			{"another input", input(0, func(st *term.Store) term.Term { return st.Var("p", term.Bool) }), "that is no input"},
			{"half of an input", input(1, func(st *term.Store) term.Term { return st.Not(st.Var("p", term.Bool)) }), "that is no input"},
			{"the negation of an input", clause(1, 2), "that is no input"},
			{"an input of two literals", clause(0, 1, 2), "not one literal"},
			{"too few arguments", clause(3, -1, 2), "that is not what an operator means"},
			{"a wrong sign", clause(3, -1, 2, -3), "that is not what an operator means"},
			{"a wrong gate", clause(3, 1, 2, 3), "that is not what an operator means"},
			{"a premise too few", premises(5, 4, 1), "is left over"},
			{"a premise twice", premises(5, 4, 1, 1, 2), "0 complementary literals"},
			{"a premise that comes later", premises(4, 3, 4), "is no earlier step"},
			{"a negative premise", premises(4, -1), "is no earlier step"},
			{"no premises", premises(4), "no premises"},
			{"a literal that is not there", clause(4, 2), "is left over"},
			{"an atom that is not there", clause(4, 2, 7), "there is no atom 7"},
			{"atom 0", clause(4, 0), "there is no atom 0"},
			{"a rest", clause(5, 2), "the last clause is not empty"},
			{"no steps", func(r *proof.Refutation) { r.Steps = nil }, "the last clause is not empty"},
			{"no rule", func(r *proof.Refutation) { r.Steps[3].Rule = 99 }, "no such rule"},
			{"another store", func(r *proof.Refutation) {
				r.Atoms[1].Formula = term.NewStore().Var("p", term.Bool)
			}, "no formula of the inputs' store"},
			{"an atom that is a number", func(r *proof.Refutation) { r.Atoms[1].Formula = r.Inputs[0].Store().Int(1) }, "no formula of the inputs' store"},
		},
	},
	{
		// 2x + y ≥ 5, x ≤ 1, y ≤ 2
		name: "Farkas",
		make: func(st *term.Store) *proof.Refutation {
			x, y := st.Var("x", term.Int), st.Var("y", term.Int)
			two := st.Scale(num.R(2, 1), x)
			return &proof.Refutation{
				Inputs: []term.Term{st.Ge(st.Add(two, y), st.Int(5)), st.Le(x, st.Int(1)), st.Le(y, st.Int(2))},
				Atoms:  []proof.Atom{{Sum: sum(-4, rats(2, 1), x, y)}, {Sum: sum(-1, rats(1), x)}, {Sum: sum(-2, rats(1), y)}},
				Steps: []proof.Step{
					unit(-1), unit(2), unit(3),
					{Clause: []proof.Lit{1, -2, -3}, Rule: proof.Farkas, Coefs: rats(1, 2, 1)},
					resolve(nil, 3, 0, 1, 2),
				},
			}
		},
		spoils: []spoil{
			{"a wrong coefficient", coefs(3, 1, 1, 1), "the sum is no contradiction"},
			{"a negative coefficient", coefs(3, -1, -2, -1), "a coefficient is negative"},
			{"nothing", coefs(3, 0, 0, 0), "the sum is no contradiction"},
			{"too few coefficients", coefs(3, 1, 2), "not one coefficient for each"},
			{"a weaker bound", func(r *proof.Refutation) { r.Atoms[2].Sum.Const = num.R(-3, 1) }, "that is no input"},
			{"a weaker input", input(2, func(st *term.Store) term.Term { return st.Le(st.Var("y", term.Int), st.Int(3)) }), "that is no input"},
			{"a wrong sign", clause(3, 1, -2, 3), "the sum is no contradiction"},
			{"strict over the integers", func(r *proof.Refutation) { r.Atoms[0].Strict = true }, "that is no input"},
			{"a Boolean term", func(r *proof.Refutation) { r.Atoms[0].Sum.Terms[0] = r.Inputs[0].Store().True() }, "a sum of what is no number"},
			{"fewer coefficients than terms", func(r *proof.Refutation) { r.Atoms[0].Sum.Coefs = rats(2) }, "not as many coefficients as terms"},
		},
	},
	{
		// x < y, y ≤ x over the rationals
		name: "strict",
		make: func(st *term.Store) *proof.Refutation {
			x, y := st.Var("x", term.Real), st.Var("y", term.Real)
			return &proof.Refutation{
				Inputs: []term.Term{st.Lt(x, y), st.Le(y, x)},
				Atoms:  []proof.Atom{{Sum: sum(0, rats(1, -1), x, y), Strict: true}, {Sum: sum(0, rats(-1, 1), x, y)}},
				Steps: []proof.Step{
					unit(1), unit(2),
					{Clause: []proof.Lit{-1, -2}, Rule: proof.Farkas, Coefs: rats(1, 1)},
					resolve(nil, 2, 0, 1),
				},
			}
		},
		spoils: []spoil{
			{"not strict", func(r *proof.Refutation) {
				r.Atoms[0].Strict = false
				st := r.Inputs[0].Store()
				r.Inputs[0] = st.Le(st.Var("x", term.Real), st.Var("y", term.Real))
			}, "the sum is no contradiction"},
		},
	},
	{
		// 2x = 2y + 1 written as two inequalities with a third variable
		name: "divisibility",
		make: func(st *term.Store) *proof.Refutation {
			x, y, z := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)
			a, b := sum(0, rats(2, -1), x, z), sum(-1, rats(1, -2), z, y)
			scale := num.R(2, 1)
			return &proof.Refutation{
				Inputs: []term.Term{
					st.Le(st.Scale(scale, x), z), st.Ge(st.Scale(scale, x), z),
					st.Le(z, st.Add(st.Scale(scale, y), st.Int(1))), st.Ge(z, st.Add(st.Scale(scale, y), st.Int(1))),
				},
				Atoms: []proof.Atom{{Sum: a}, {Sum: sum(1, rats(2, -1), x, z)}, {Sum: b}, {Sum: sum(0, rats(1, -2), z, y)}},
				Steps: []proof.Step{
					unit(1), unit(-2), unit(3), unit(-4),
					{Clause: []proof.Lit{-1, 2, -3, 4}, Rule: proof.Divisible, Coefs: []num.Rat{num.R(1, 2), {}, num.R(1, 2), {}}},
					resolve(nil, 4, 0, 1, 2, 3),
				},
			}
		},
		spoils: []spoil{
			{"integer coefficients", coefs(4, 1, 0, 1, 0), "the sum is no contradiction"},
			{"fractions of a variable", func(r *proof.Refutation) { r.Steps[4].Coefs[2] = num.R(1, 4) }, "the sum is no contradiction"},
			{"half an equation", clause(4, -1, -3, 4, 4), "half an equation"},
			{"too few coefficients", coefs(4, 1), "not one coefficient for each"},
			{"rationals", func(r *proof.Refutation) {
				st := r.Inputs[0].Store()
				for i := range r.Atoms {
					for k, t := range r.Atoms[i].Sum.Terms {
						r.Atoms[i].Sum.Terms[k] = st.Var(t.Name()+"r", term.Real)
					}
				}
			}, "that is no input"},
		},
	},
	{
		// 1 ≤ 2x + r ≤ 1 + … : x - r ≤ 0 and so on, by a split on x.
		name: "split",
		make: func(st *term.Store) *proof.Refutation {
			x := st.Var("x", term.Int)
			r, s := st.Var("r", term.Real), st.ToReal(x)
			half := st.RealNum(num.R(1, 2))
			// r ≤ x, x ≤ r over Real, 1/4 ≤ r ≤ 1/2
			return &proof.Refutation{
				Inputs: []term.Term{st.Le(r, s), st.Le(s, r), st.Le(st.RealNum(num.R(1, 4)), r), st.Le(r, half)},
				Atoms: []proof.Atom{
					{Sum: sum(0, rats(1, -1), r, x)}, {Sum: sum(0, rats(-1, 1), r, x)},
					{Sum: proof.Sum{Coefs: rats(-1), Terms: []term.Term{r}, Const: num.R(1, 4)}},
					{Sum: proof.Sum{Coefs: rats(1), Terms: []term.Term{r}, Const: num.R(-1, 2)}},
				},
				Steps: []proof.Step{
					unit(1), unit(2), unit(3), unit(4),
					{
						Clause: []proof.Lit{-1, -2, -3, -4}, Rule: proof.Split, At: sum(0, rats(1), x), Bound: num.I(0),
						Coefs: rats(1, 0, 1, 0, 1), Others: rats(0, 1, 0, 1, 1),
					},
					resolve(nil, 4, 0, 1, 2, 3),
				},
			}
		},
		spoils: []spoil{
			{"a wrong bound", func(r *proof.Refutation) { r.Steps[4].Bound = num.I(1) }, "the sum is no contradiction"},
			{"a split of a rational", func(r *proof.Refutation) { r.Steps[4].At = r.Atoms[3].Sum }, "the sum need not be an integer"},
			{"a split of a half", func(r *proof.Refutation) { r.Steps[4].At.Coefs = []num.Rat{num.R(1, 2)} }, "the sum need not be an integer"},
			{"one side only", func(r *proof.Refutation) { r.Steps[4].Others = rats(0, 0, 0, 0, 0) }, "the sum is no contradiction"},
			{"the other side only", coefs(4, 0, 0, 0, 0, 0), "the sum is no contradiction"},
			{"a negative coefficient", coefs(4, 1, 0, 1, 0, -1), "a coefficient is negative"},
		},
	},
}

func TestExamples(t *testing.T) {
	spoiled := 0
	for _, x := range examples {
		if err := proof.Check(x.make(term.NewStore())); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
		for _, s := range x.spoils {
			r := x.make(term.NewStore())
			s.change(r)
			if err := proof.Check(r); err == nil || !strings.Contains(err.Error(), s.want) {
				t.Errorf("%s, %s: %v, want %q", x.name, s.name, err, s.want)
			}
			spoiled++
		}
	}
	if spoiled < 40 {
		t.Errorf("only %d spoiled refutations", spoiled)
	}
}

// TestLemmas: what holds by the meaning of operators, and what nearly does.
func TestLemmas(t *testing.T) {
	st := term.NewStore()
	v := func(n string) term.Term { return st.Var(n, term.Int) }
	x, y, z, s := v("x"), v("y"), v("z"), v("s")
	i, not := st.Int, st.Not
	arr := term.Array(term.Int, term.Int)
	a, b := st.Var("a", arr), st.Var("b", arr)
	f := func(t term.Term) term.Term { return st.Apply("f", term.Int, t) }
	p := st.Var("p", term.Bool)
	xy, and := st.Mul(x, y), st.BitAnd(x, y)
	one := i(1)
	bit := func(t term.Term) term.Term {
		return st.Eq(st.Mod(st.Div(t, i(4)), i(2)), one)
	}
	u := term.Uninterpreted("U")
	u1, u2, u3 := st.Var("u1", u), st.Var("u2", u), st.Var("u3", u)
	for _, test := range []struct {
		name  string
		good  bool
		lits  []term.Term
		cases []term.Term
	}{
		{"congruence", true, []term.Term{st.Ne(x, y), st.Eq(f(x), f(y))}, nil},
		{"congruence the other way", false, []term.Term{st.Eq(x, y), st.Ne(f(x), f(y))}, nil},
		{"congruence of sums", true, []term.Term{st.Ne(x, st.Add(y, one)), st.Eq(f(x), f(st.Add(y, one)))}, nil},
		{"different functions", false, []term.Term{st.Ne(x, y), st.Eq(f(x), st.Apply("g", term.Int, y))}, nil},
		{"equality is transitive", true, []term.Term{st.Ne(u1, u2), st.Ne(u2, u3), st.Eq(u1, u3)}, nil},
		{"a read of a write", true, []term.Term{st.Ne(x, y), st.Eq(st.Select(st.Store(a, x, z), y), z)}, nil},
		{"a read beside a write", true, []term.Term{st.Eq(x, y), st.Eq(st.Select(st.Store(a, x, z), y), st.Select(a, y))}, nil},
		{"a read somewhere", false, []term.Term{st.Eq(st.Select(st.Store(a, x, z), y), z)}, nil},
		{"a read somewhere else", false, []term.Term{st.Eq(st.Select(st.Store(a, x, z), y), st.Select(a, y))}, nil},
		{"a read of an equal array", true, []term.Term{not(st.Eq(b, st.Store(a, x, z))), st.Eq(st.Select(b, x), z)}, nil},
		{"extensionality", false, []term.Term{st.Eq(a, b), st.Ne(st.Select(a, x), st.Select(b, x))}, nil},
		{"constant arrays", true, []term.Term{not(st.Eq(st.ConstArray(arr, x), st.Store(st.ConstArray(arr, y), z, s))), st.Eq(x, y)}, nil},
		{"constant arrays at one index", false, []term.Term{not(st.Eq(st.ConstArray(arr, x), st.Store(st.ConstArray(arr, y), z, s))), st.Eq(z, y)}, nil},
		{"constant array, a cell under another", true, []term.Term{not(st.Eq(st.ConstArray(arr, x), st.Store(st.Store(a, i(4), i(2)), i(8), z))), st.Eq(x, i(2))}, nil},
		{"constant array, a cell under perhaps itself", false, []term.Term{not(st.Eq(st.ConstArray(arr, x), st.Store(st.Store(a, i(4), i(2)), y, z))), st.Eq(x, i(2))}, nil},
		{"arrays by cases", true, []term.Term{not(p), st.Eq(st.Select(st.Ite(p, a, b), x), st.Select(a, x))}, nil},
		{"arrays by the other case", false, []term.Term{not(p), st.Eq(st.Select(st.Ite(p, a, b), x), st.Select(b, x))}, nil},
		{"ite", true, []term.Term{p, st.Eq(st.Ite(p, x, y), y)}, nil},
		{"ite, the other case", false, []term.Term{p, st.Eq(st.Ite(p, x, y), x)}, nil},
		{"quotient", true, []term.Term{st.Le(st.Scale(num.R(3, 1), st.Div(x, i(3))), x)}, nil},
		{"quotient, rounded up", false, []term.Term{st.Ge(st.Scale(num.R(3, 1), st.Div(x, i(3))), x)}, nil},
		{"quotient of a quotient", true, []term.Term{st.Lt(st.Div(x, i(6)), one), st.Ge(st.Div(x, i(2)), i(3))}, nil},
		{"quotient of a quotient, more", false, []term.Term{st.Lt(st.Div(x, i(6)), one), st.Ge(st.Div(x, i(2)), i(4))}, nil},
		{"remainder", true, []term.Term{st.Le(y, i(0)), st.Lt(st.Mod(x, y), y)}, nil},
		{"remainder by 0", false, []term.Term{st.Lt(st.Mod(x, y), y)}, nil},
		{"remainder of a sum", true, []term.Term{st.Le(y, i(0)), st.Eq(st.Mod(st.Add(x, z), y), st.Add(st.Mod(x, y), st.Mod(z, y))), st.Eq(st.Mod(st.Add(x, z), y), st.Sub(st.Add(st.Mod(x, y), st.Mod(z, y)), y))}, nil},
		{"remainder of a sum, without loss", false, []term.Term{st.Le(y, i(0)), st.Eq(st.Mod(st.Add(x, z), y), st.Add(st.Mod(x, y), st.Mod(z, y)))}, nil},
		{"signs", true, []term.Term{st.Le(x, i(0)), st.Le(y, i(0)), st.Gt(xy, i(0))}, nil},
		{"no signs", false, []term.Term{st.Le(x, i(0)), st.Gt(xy, i(0))}, nil},
		{"zero", true, []term.Term{st.Ne(xy, i(0)), st.Eq(x, i(0)), st.Eq(y, i(0))}, nil},
		{"zero of one", false, []term.Term{st.Ne(xy, i(0)), st.Eq(x, i(0))}, nil},
		{"tangent", true, []term.Term{st.Gt(x, i(3)), st.Gt(y, i(5)), st.Ge(xy, st.Sub(st.Add(st.Scale(num.R(5, 1), x), st.Scale(num.R(3, 1), y)), i(15)))}, nil},
		{"tangent, too high", false, []term.Term{st.Gt(x, i(3)), st.Gt(y, i(5)), st.Ge(xy, st.Sub(st.Add(st.Scale(num.R(5, 1), x), st.Scale(num.R(3, 1), y)), i(14)))}, nil},
		{"square", true, []term.Term{st.Ge(st.Mul(x, x), st.Sub(st.Scale(num.R(5, 1), x), i(6)))}, []term.Term{st.Le(x, i(2))}},
		{"square, too high", false, []term.Term{st.Ge(st.Mul(x, x), st.Sub(st.Scale(num.R(5, 1), x), i(5)))}, []term.Term{st.Le(x, i(2))}},
		{"and", true, []term.Term{st.Lt(x, i(0)), st.Le(and, x)}, nil},
		{"and without sign", false, []term.Term{st.Le(and, x)}, nil},
		{"or", true, []term.Term{st.Ge(x, i(8)), st.Ge(y, i(8)), st.Lt(st.BitOr(x, y), i(8))}, nil},
		{"or of more bits", false, []term.Term{st.Ge(x, i(9)), st.Ge(y, i(8)), st.Lt(st.BitOr(x, y), i(8))}, nil},
		{"one bit", true, []term.Term{not(bit(and)), bit(y)}, nil},
		{"one bit the other way", false, []term.Term{bit(and), not(bit(y))}, nil},
		{"and with a number", true, []term.Term{st.Ne(y, i(6)), st.Eq(and, st.Sub(st.Mod(x, i(8)), st.Mod(x, i(2))))}, nil},
		{"and with another number", false, []term.Term{st.Ne(y, i(5)), st.Eq(and, st.Sub(st.Mod(x, i(8)), st.Mod(x, i(2))))}, nil},
		{"shift left", true, []term.Term{st.Ne(s, i(3)), st.Eq(st.Shl(x, s), st.Scale(num.R(8, 1), x))}, nil},
		{"shift left by less", false, []term.Term{st.Ne(s, i(2)), st.Eq(st.Shl(x, s), st.Scale(num.R(8, 1), x))}, nil},
		{"shift left grows", true, []term.Term{st.Lt(x, i(0)), st.Lt(s, i(3)), st.Ge(st.Shl(x, s), st.Scale(num.R(8, 1), x))}, nil},
		{"shift left shrinks", false, []term.Term{st.Lt(s, i(3)), st.Ge(st.Shl(x, s), st.Scale(num.R(8, 1), x))}, nil},
		{"shift right", true, []term.Term{st.Lt(x, i(0)), st.Lt(s, i(3)), st.Le(st.Shr(x, s), st.Div(x, i(8)))}, nil},
		{"shift right of any number", false, []term.Term{st.Lt(s, i(3)), st.Le(st.Shr(x, s), st.Div(x, i(8)))}, nil},
		{"floor", true, []term.Term{st.Le(st.ToReal(st.ToInt(st.Var("r", term.Real))), st.Var("r", term.Real))}, nil},
		{"ceiling", false, []term.Term{st.Ge(st.ToReal(st.ToInt(st.Var("r", term.Real))), st.Var("r", term.Real))}, nil},
		{"a long chain", true, []term.Term{st.Ne(x, f(x)), st.Eq(x, times(70, f, x))}, nil},
		{"a long chain of another function", false, []term.Term{st.Ne(x, f(x)), st.Eq(x, st.Apply("g", term.Int, times(70, f, x)))}, nil},
		{"two chains meet", true, []term.Term{st.Ne(x, times(3, f, x)), st.Ne(x, times(5, f, x)), st.Eq(x, f(x))}, nil},
		{"two chains do not", false, []term.Term{st.Ne(x, times(4, f, x)), st.Ne(x, times(6, f, x)), st.Eq(x, f(x))}, nil},
		{"functions of what equations make equal", true, []term.Term{st.Ne(st.Add(x, y), z), st.Ne(st.Add(x, s), z), st.Eq(f(y), f(s))}, nil},
		{"functions of what they do not", false, []term.Term{st.Ne(st.Add(x, y), z), st.Ne(st.Add(x, s), s), st.Eq(f(y), f(s))}, nil},
		{"arithmetic with what functions make equal", true, []term.Term{st.Ne(x, y), st.Ge(f(x), i(3)), st.Lt(f(y), i(3))}, nil},
		{"an index apart by an inequality", true, []term.Term{st.Ge(x, y), st.Eq(st.Select(st.Store(a, x, z), y), st.Select(a, y))}, nil},
		{"ite by a part of its condition", true, []term.Term{not(p), st.Eq(st.Ite(st.Or(st.Lt(x, y), p), x, y), x)}, nil},
		{"ite by no part of its condition", false, []term.Term{not(p), st.Eq(st.Ite(st.And(st.Lt(x, y), p), x, y), x)}, nil},
		{"ite by functions", true, []term.Term{st.Ne(x, y), st.Eq(st.Ite(st.Eq(f(f(x)), f(f(y))), s, z), s)}, nil},
		{"ite by other functions", false, []term.Term{st.Ne(x, y), st.Eq(st.Ite(st.Eq(f(x), f(f(y))), s, z), s)}, nil},
		{"ite within ite", true, []term.Term{p, st.Lt(x, y), st.Eq(st.Select(st.Ite(p, a, st.Ite(st.Lt(x, y), a, st.Store(b, x, z))), x), z)}, nil},
		{"ite by both branches", true, []term.Term{st.Le(st.Add(st.Ite(p, i(1), i(0)), st.Ite(st.Lt(x, y), i(1), i(0))), i(2))}, nil},
		{"ite by one branch", false, []term.Term{st.Le(st.Add(st.Ite(p, i(1), i(0)), st.Ite(st.Lt(x, y), i(1), i(0))), i(1))}, nil},
		{"remainder by a variable that is known", true, []term.Term{st.Ne(y, i(7)), st.Eq(st.Mod(st.Ite(p, i(1), i(6)), y), st.Ite(p, i(1), i(6)))}, nil},
		{"remainder by a variable that is too small", false, []term.Term{st.Ne(y, i(6)), st.Eq(st.Mod(st.Ite(p, i(1), i(6)), y), st.Ite(p, i(1), i(6)))}, nil},
		{"cells written in another order", true, []term.Term{st.Eq(x, y), st.Eq(st.Select(st.Store(st.Store(a, x, z), y, s), i(9)), st.Select(st.Store(st.Store(a, y, s), x, z), i(9))), st.Eq(x, i(9)), st.Eq(y, i(9))}, nil},
		{"the last conjunct of what is false", true, []term.Term{st.And(p, st.Eq(x, y)), not(p), st.Eq(st.Select(st.Store(a, x, z), y), st.Select(a, y))}, nil},
		{"one of two conjuncts of what is false", false, []term.Term{st.And(p, st.Eq(x, y)), st.Eq(st.Select(st.Store(a, x, z), y), st.Select(a, y))}, nil},
		{"over the rationals x < y ∨ x ≥ y", true, []term.Term{st.Lt(x, y), st.Ge(x, y)}, nil},
		{"no tautology", false, []term.Term{st.Lt(x, y), st.Gt(x, y)}, nil},
	} {
		// Every literal is an input's negation, so that the lemma is what there is to check.
		r := &proof.Refutation{}
		lemma := proof.Step{Rule: proof.Lemma, Cases: test.cases}
		last := resolve(nil, len(test.lits))
		for k, l := range test.lits {
			r.Inputs = append(r.Inputs, not(l))
			r.Atoms = append(r.Atoms, proof.Atom{Formula: l})
			r.Steps = append(r.Steps, unit(proof.Lit(-k-1)))
			lemma.Clause = append(lemma.Clause, proof.Lit(k+1))
			last.Premises = append(last.Premises, k)
		}
		r.Steps = append(r.Steps, lemma, last)
		switch err := falsify.Check(r); {
		case errors.Is(err, proof.ErrTooHard):
			t.Errorf("%s: %v", test.name, err)
		case test.good && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case !test.good && (err == nil || !strings.Contains(err.Error(), "by lemma")):
			t.Errorf("%s: %v, want an error of the lemma", test.name, err)
		}
	}
}

// times is f(f(…f(x)…)).
func times(n int, f func(term.Term) term.Term, x term.Term) term.Term {
	for range n {
		x = f(x)
	}
	return x
}

// TestUndecided: that a lemma could not be shown is no reason to reject it; a counterexample is.
func TestUndecided(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	square := st.Mul(st.Sub(x, y), st.Sub(x, y))
	for _, test := range []struct {
		f    term.Term
		want string
	}{
		{st.Ne(st.Mul(x, x), st.Add(st.Mul(st.Int(2), st.Mul(y, y)), st.Int(5))), "too hard to check"}, // 5 is no square modulo 8, nor 5 + 2·y²
		{st.Gt(square, st.Int(0)), "consider "},
	} {
		r := &proof.Refutation{
			Inputs: []term.Term{st.Not(test.f)},
			Atoms:  []proof.Atom{{Formula: test.f}},
			Steps:  []proof.Step{unit(-1), {Clause: []proof.Lit{1}, Rule: proof.Lemma}, resolve(nil, 0, 1)},
		}
		err := falsify.Check(r)
		if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, proof.ErrTooHard) != (test.want == "too hard to check") {
			t.Errorf("%v: %v, want %q", test.f, err, test.want)
		}
	}
}

// TestDifference: an index at which two arrays differ is there for one equality, and not known before.
func TestDifference(t *testing.T) {
	st := term.NewStore()
	arr := term.Array(term.Int, term.Int)
	a, b, c := st.Var("a", arr), st.Var("b", arr), st.Var("c", arr)
	k, x := st.Var("k", term.Int), st.Var("x", term.Int)
	apart := func(a, b, k term.Term) []term.Term {
		return []term.Term{st.Eq(a, b), st.Ne(st.Select(a, k), st.Select(b, k))}
	}
	for _, test := range []struct {
		name   string
		inputs []term.Term
		lemmas [][]term.Term
		good   bool
	}{
		{"once", nil, [][]term.Term{apart(a, b, k)}, true},
		{"twice the same", nil, [][]term.Term{apart(a, b, k), apart(a, b, k)}, true},
		{"for two equalities", nil, [][]term.Term{apart(a, b, k), apart(a, c, k)}, false},
		{"known", []term.Term{st.Le(k, st.Int(3))}, [][]term.Term{apart(a, b, k)}, false},
		{"in the equality", nil, [][]term.Term{apart(st.Store(a, k, x), b, k)}, false},
		{"in an earlier equality", nil, [][]term.Term{apart(st.Store(a, k, x), b, st.Var("l", term.Int)), apart(a, c, k)}, false},
	} {
		r := &proof.Refutation{Inputs: append(test.inputs, st.Var("p", term.Bool), st.Not(st.Var("p", term.Bool)))}
		for _, l := range test.lemmas {
			s := proof.Step{Rule: proof.Lemma}
			for _, f := range l {
				r.Atoms = append(r.Atoms, proof.Atom{Formula: f})
				s.Clause = append(s.Clause, proof.Lit(len(r.Atoms)))
			}
			r.Steps = append(r.Steps, s)
		}
		r.Atoms = append(r.Atoms, proof.Atom{Formula: st.Var("p", term.Bool)})
		n, p := len(r.Steps), proof.Lit(len(r.Atoms))
		r.Steps = append(r.Steps, unit(p), unit(-p), resolve(nil, n, n+1))
		if err := proof.Check(r); (err == nil) != test.good {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

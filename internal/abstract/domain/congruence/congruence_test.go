package congruence

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestExecutions: Post and fixpoints have what the interpreter does.
func TestExecutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Executions(t, func(p *ir.Program) domain.Domain[State] { return New(p) })
	})
}

func drawValue(t *rapid.T) Value {
	return Class(num.I(int64(rapid.IntRange(0, 24).Draw(t, "modulus"))), num.I(int64(rapid.IntRange(-30, 30).Draw(t, "remainder"))))
}

// TestLaws: the lattice, with the elements that states have.
func TestLaws(t *testing.T) {
	p := ir.NewProgram()
	x, y := p.NewGlobal("x", "x", ir.Int(32, true), ir.Pos{}), p.NewGlobal("y", "y", ir.Int(8, false), ir.Pos{})
	d := New(p)
	rapid.Check(t, func(t *rapid.T) {
		lattest.Laws(t, d, func(t *rapid.T) State {
			if rapid.IntRange(0, 9).Draw(t, "bottom") == 0 {
				return d.Bottom()
			}
			return d.set(d.set(d.Top(), x, drawValue(t)), y, drawValue(t))
		}, func(t *rapid.T) [2]int64 {
			return [2]int64{rapid.Int64Range(-40, 40).Draw(t, "x"), rapid.Int64Range(-40, 40).Draw(t, "y")}
		}, func(k [2]int64, s State) bool {
			return !s.bottom && One(num.I(k[0])).In(d.Get(s, x)) && One(num.I(k[1])).In(d.Get(s, y))
		})
	})
}

// TestValues: operations on values have what they have of numbers, and Meet is exact.
func TestValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w := drawValue(t), drawValue(t)
		element := func(v Value) num.Int {
			return v.rem.Add(v.mod.Mul(num.I(int64(rapid.IntRange(-20, 20).Draw(t, "element")))))
		}
		a, b := element(v), element(w)
		for name, c := range map[string]struct {
			v Value
			k num.Int
		}{
			"+": {v.Add(w), a.Add(b)}, "-": {v.Sub(w), a.Sub(b)}, "*": {v.Mul(w), a.Mul(b)}, "neg": {v.Neg(), a.Neg()},
			"wrap": {wrapped(ir.Int(4, true), v), ir.Int(4, true).Wrap(a)},
		} {
			if !One(c.k).In(c.v) {
				t.Errorf("%v %s %v: %v is not in %v", a, name, b, c.k, c.v)
			}
		}
		if k := v.Next(b); !One(k).In(v) || !v.mod.IsZero() && (k.Less(b) || b.Add(v.mod).Less(k.Add(num.I(1)))) {
			t.Errorf("the element %v of %v after %v", k, v, b)
		}
		m, ok := v.Meet(w)
		for k := int64(-700); k <= 700; k++ {
			x := One(num.I(k))
			if in := x.In(v) && x.In(w); in != (ok && x.In(m)) {
				t.Fatalf("%v ⊓ %v = %v, %v: %d", v, w, m, ok, k)
			}
		}
	})
}

// TestParity: conditions on remainders and masks, through arithmetic that wraps.
func TestParity(t *testing.T) {
	p := ir.NewProgram()
	u := p.NewGlobal("u", "u", ir.Int(32, false), ir.Pos{})
	i := p.NewGlobal("i", "i", ir.Int(32, true), ir.Pos{})
	d := New(p)
	k := func(v *ir.Var, n int64) *ir.Expr { return ir.ConstInt(v.Type, n) }
	rem := func(v *ir.Var, n int64) *ir.Expr { return ir.Binary(ir.OpRem, ir.VarExpr(v), k(v, n)) }
	for _, tt := range []struct {
		name  string
		cond  *ir.Expr
		truth bool
		v     *ir.Var
		want  Value
	}{
		{"u % 6 == 4", ir.Compare(ir.OpEq, rem(u, 6), k(u, 4)), true, u, Class(num.I(6), num.I(4))},
		{"u % 2 != 0", ir.Compare(ir.OpNe, rem(u, 2), k(u, 0)), true, u, Class(num.I(2), num.I(1))},
		{"u % 2 > 0", ir.Compare(ir.OpGt, rem(u, 2), k(u, 0)), true, u, Class(num.I(2), num.I(1))},
		{"u % 2 != 1", ir.Compare(ir.OpNe, rem(u, 2), k(u, 1)), true, u, Class(num.I(2), num.I(0))},
		{"i % 2 != 1", ir.Compare(ir.OpNe, rem(i, 2), k(i, 1)), true, i, All()}, // or -1
		{"!(i % 2 == 0)", ir.Compare(ir.OpEq, rem(i, 2), k(i, 0)), false, i, Class(num.I(2), num.I(1))},
		{"(u & 7) == 3", ir.Compare(ir.OpEq, ir.Binary(ir.OpAnd, ir.VarExpr(u), k(u, 7)), k(u, 3)), true, u, Class(num.I(8), num.I(3))},
		{"(u + 3) % 4 == 1", ir.Compare(ir.OpEq, ir.Binary(ir.OpRem, ir.Binary(ir.OpAdd, ir.VarExpr(u), k(u, 3)), k(u, 4)), k(u, 1)), true, u, Class(num.I(4), num.I(2))},
		{"(u + 3) % 3 == 0", ir.Compare(ir.OpEq, ir.Binary(ir.OpRem, ir.Binary(ir.OpAdd, ir.VarExpr(u), k(u, 3)), k(u, 3)), k(u, 0)), true, u, All()}, // it wraps
	} {
		if got := d.Get(d.Assume(d.Top(), tt.cond, tt.truth), tt.v); !got.Eq(tt.want) {
			t.Errorf("%s: %v, not %v", tt.name, got, tt.want)
		}
	}
}

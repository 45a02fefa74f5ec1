package sem_test

import (
	"math"
	"slices"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// boundaries are values of t: its ends, what is near 0, and distances of shifts.
func boundaries(t ir.Type) []num.Int {
	vs := []num.Int{t.Min(), t.Max(), t.Max().Sub(num.I(1))}
	for _, k := range []int64{0, 1, -1, -2, 7, 8, 31, 32, 64} {
		if v := t.Wrap(num.I(k)); !slices.ContainsFunc(vs, v.Eq) {
			vs = append(vs, v)
		}
	}
	return vs
}

// agrees says that the term of e, with its variables and with numbers in their place, has the value that ir.Mode gives.
func (w *world) agrees(t *testing.T, c *sem.Context, e *ir.Expr) {
	want, ok := w.eval(e)
	if !ok {
		return
	}
	st := c.Store
	wanted := st.IntNum(want)
	if e.Type.Kind == ir.Logical {
		wanted = st.Bool(!want.IsZero())
	}
	got, ok := st.Eval(c.Expr(e, c.Var), func(x term.Term) (term.Term, bool) { return st.IntNum(w.vals[c.VarOf(x)]), true })
	if folded := c.Expr(e, func(v *ir.Var) term.Term { return st.IntNum(w.vals[v]) }); !ok || got != wanted || folded != wanted {
		t.Fatalf("%s of %v: %v and %v, want %v", e, w.vals, got, folded, want)
	}
}

// TestOperators: each operator agrees with ir.Mode in all modes and types, for operands at the ends of their types and distances of shifts near their
// widths; as a value, as what fits its type, and where the second operand is a constant.
func TestOperators(t *testing.T) {
	for _, mode := range []ir.Mode{{}, {Signed: ir.SignedWrap}, {Math: true}} {
		for _, ty := range types {
			w := newWorld(mode)
			x, y := w.p.NewGlobal("x", "", ty, ir.Pos{}), w.p.NewGlobal("y", "", ty, ir.Pos{})
			c := sem.New(term.NewStore(), w.p)
			for _, a := range boundaries(ty) {
				for _, b := range boundaries(ty) {
					w.vals = map[*ir.Var]num.Int{x: a, y: b}
					for op := ir.OpNeg; op <= ir.OpGe; op++ {
						switch {
						case op > ir.OpXor && op < ir.OpEq:
							continue
						case mode.Math && op >= ir.OpShl && op <= ir.OpXor: // what bits of such numbers are, is tested at random
							continue
						}
						for _, right := range []*ir.Expr{ir.VarExpr(y), ir.Const(ty, b)} {
							e := &ir.Expr{Op: op, Type: ty, Args: []*ir.Expr{ir.VarExpr(x), right}}
							if op == ir.OpNeg || op == ir.OpCompl {
								e.Args = e.Args[:1]
							}
							if op >= ir.OpEq {
								e.Type = ir.Bool
								truth := &ir.Expr{Op: ir.OpOfBool, Type: ty, Args: []*ir.Expr{e}}
								w.agrees(t, c, &ir.Expr{Op: ir.OpEq, Type: ir.Bool, Args: []*ir.Expr{truth, ir.ConstInt(ty, 0)}})
								w.agrees(t, c, &ir.Expr{Op: ir.OpNe, Type: ir.Bool, Args: []*ir.Expr{truth, ir.ConstInt(ty, 0)}})
							} else if len(e.Args) == 2 && op != ir.OpShr {
								w.agrees(t, c, &ir.Expr{Op: ir.OpInRange, Type: ir.Bool, Args: []*ir.Expr{e}})
							}
							w.agrees(t, c, e)
						}
					}
				}
				for _, to := range types {
					w.agrees(t, c, &ir.Expr{Op: ir.OpCast, Type: to, Args: []*ir.Expr{ir.VarExpr(x)}})
				}
			}
		}
	}
}

// TestFloats: each operation on floats agrees with ir.ApplyFloat.
func TestFloats(t *testing.T) {
	double, long := ir.Type{Kind: ir.Float, Bits: 64}, ir.Int(64, true)
	p := ir.NewProgram()
	values := []float64{0, math.Copysign(0, -1), 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3, 1e300, -1e300, math.Inf(1)}
	pattern := func(x float64) num.Int {
		v := num.I(int64(math.Float64bits(x)))
		if v.Sign() < 0 {
			v = v.Add(num.Pow2(64))
		}
		return v
	}
	for op := ir.OpFAdd; op <= ir.OpFLe; op++ {
		n, from, to := 2, double, double
		switch op {
		case ir.OpFSqrt, ir.OpFRint, ir.OpFRound, ir.OpFFloor, ir.OpFCeil, ir.OpFTrunc, ir.OpFNeg, ir.OpFAbs:
			n = 1
		case ir.OpFConvert:
			n, to = 1, ir.Type{Kind: ir.Float, Bits: 32}
		case ir.OpFToInt:
			n, to = 1, long
		case ir.OpFOfInt:
			n, from = 1, long
		case ir.OpFEq, ir.OpFLt, ir.OpFLe:
			to = ir.Bool
		case ir.OpFFma:
			n = 3
		}
		for i := range values {
			for j := range values {
				var args [3]num.Int
				e := &ir.Expr{Op: op, Type: to}
				for k, x := range []float64{values[i], values[j], 3}[:n] {
					args[k] = pattern(x)
					if from == long {
						args[k] = num.I(int64(i)*12345678901234567 - 7)
					}
					e.Args = append(e.Args, ir.Const(from, args[k]))
				}
				want, ok := ir.ApplyFloat(op, to, from, args)
				if !ok {
					continue
				}
				st := term.NewStore()
				c := sem.New(st, p)
				wanted := st.IntNum(want)
				if to.Kind == ir.Logical {
					wanted = st.Bool(!want.IsZero())
				}
				if got := c.Expr(e, c.Var); got != wanted {
					t.Errorf("%s: %v, want %v", e, got, wanted)
				}
			}
		}
	}
}

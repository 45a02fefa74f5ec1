package sem_test

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

var types = []ir.Type{
	ir.Int(8, true), ir.Int(8, false), ir.Int(16, true), ir.Int(32, true), ir.Int(32, false), ir.Int(64, false),
}

// world is a program with one variable of each of types, and values for them.
type world struct {
	p    *ir.Program
	vars []*ir.Var
	vals map[*ir.Var]num.Int
}

func newWorld(mode ir.Mode) *world {
	p := ir.NewProgram()
	p.Math, p.Signed = mode.Math, mode.Signed
	w := &world{p: p, vals: map[*ir.Var]num.Int{}}
	for _, ty := range types {
		w.vars = append(w.vars, p.NewGlobal("v"+ty.String(), "", ty, ir.Pos{}))
	}
	return w
}

// drawValue draws a value of type ty, often one near its bounds.
func drawValue(t *rapid.T, ty ir.Type) num.Int {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return ty.Wrap(ty.Max().Sub(num.I(rapid.Int64Range(0, 2).Draw(t, "below"))))
	case 1:
		return ty.Wrap(ty.Min().Add(num.I(rapid.Int64Range(0, 2).Draw(t, "above"))))
	}
	return ty.Wrap(num.I(rapid.Int64Range(-20, 20).Draw(t, "small")))
}

// drawExpr draws an expression of type ty. It does not use the constructors of package ir, which
// would fold what is to be tested.
func (w *world) drawExpr(t *rapid.T, ty ir.Type, depth int) *ir.Expr {
	if ty.Kind == ir.Logical {
		return w.drawCond(t, depth)
	}
	k := rapid.IntRange(0, 9).Draw(t, "op")
	if depth == 0 {
		k = min(k, 1)
	}
	arg := func(ty ir.Type) *ir.Expr { return w.drawExpr(t, ty, depth-1) }
	switch k {
	case 0:
		return ir.Const(ty, drawValue(t, ty))
	case 1:
		for i, u := range types {
			if u == ty {
				return ir.VarExpr(w.vars[i])
			}
		}
	case 2, 3:
		from := rapid.SampledFrom(types).Draw(t, "from")
		return &ir.Expr{Op: ir.OpCast, Type: ty, Args: []*ir.Expr{arg(from)}}
	case 4:
		return &ir.Expr{Op: ir.OpOfBool, Type: ty, Args: []*ir.Expr{arg(ir.Bool)}}
	case 5:
		return &ir.Expr{Op: ir.OpIte, Type: ty, Args: []*ir.Expr{arg(ir.Bool), arg(ty), arg(ty)}}
	case 6:
		op := rapid.SampledFrom([]ir.Op{ir.OpNeg, ir.OpCompl}).Draw(t, "unary")
		return &ir.Expr{Op: op, Type: ty, Args: []*ir.Expr{arg(ty)}}
	}
	op := ir.Op(rapid.IntRange(int(ir.OpAdd), int(ir.OpXor)).Draw(t, "binary"))
	return &ir.Expr{Op: op, Type: ty, Args: []*ir.Expr{arg(ty), arg(ty)}}
}

func (w *world) drawCond(t *rapid.T, depth int) *ir.Expr {
	k := rapid.IntRange(0, 5).Draw(t, "cond")
	if depth == 0 {
		k = 0
	}
	arg := func(ty ir.Type) *ir.Expr { return w.drawExpr(t, ty, max(depth-1, 0)) }
	switch k {
	case 1:
		return &ir.Expr{Op: ir.OpNot, Type: ir.Bool, Args: []*ir.Expr{arg(ir.Bool)}}
	case 2:
		return &ir.Expr{Op: ir.OpLAnd, Type: ir.Bool, Args: []*ir.Expr{arg(ir.Bool), arg(ir.Bool)}}
	case 3:
		return &ir.Expr{Op: ir.OpLOr, Type: ir.Bool, Args: []*ir.Expr{arg(ir.Bool), arg(ir.Bool)}}
	case 4:
		ty := rapid.SampledFrom(types).Draw(t, "range of")
		op := rapid.SampledFrom([]ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl}).Draw(t, "arithmetic")
		a := &ir.Expr{Op: op, Type: ty, Args: []*ir.Expr{arg(ty), arg(ty)}}
		return &ir.Expr{Op: ir.OpInRange, Type: ir.Bool, Args: []*ir.Expr{a}}
	}
	ty := rapid.SampledFrom(types).Draw(t, "compared")
	op := ir.Op(rapid.IntRange(int(ir.OpEq), int(ir.OpGe)).Draw(t, "relation"))
	return &ir.Expr{Op: op, Type: ir.Bool, Args: []*ir.Expr{arg(ty), arg(ty)}}
}

// eval is e's value by ir.Mode; ok is false where there is none.
func (w *world) eval(e *ir.Expr) (v num.Int, ok bool) {
	truth := func(b bool) (num.Int, bool) {
		if b {
			return num.I(1), true
		}
		return num.I(0), true
	}
	switch e.Op {
	case ir.OpConst:
		return e.Val, true
	case ir.OpVar:
		return w.vals[e.Var], true
	}
	if e.Op == ir.OpInRange {
		a := *e.Args[0]
		math := ir.Mode{Math: true}
		x, ok1 := w.eval(a.Args[0])
		y, ok2 := w.eval(a.Args[1])
		if !ok1 || !ok2 {
			return v, false
		}
		r, ok := math.Apply(a.Op, a.Type, x, y)
		if !ok {
			return v, false
		}
		return truth(a.Type.Fits(r))
	}
	args := make([]num.Int, 3)
	for i, a := range e.Args {
		if args[i], ok = w.eval(a); !ok {
			return v, false
		}
	}
	a, b := args[0], args[1]
	switch {
	case e.Op >= ir.OpNeg && e.Op <= ir.OpXor:
		v, ok = w.p.Mode().Apply(e.Op, e.Type, a, b)
		return v, ok && (w.p.Math || e.Type.Fits(v)) // otherwise undefined
	case e.Op >= ir.OpEq && e.Op <= ir.OpGe:
		return truth(ir.Holds(e.Op, a, b))
	}
	switch e.Op {
	case ir.OpCast:
		return w.p.Mode().Convert(e.Type, a), true
	case ir.OpOfBool:
		return a, true
	case ir.OpIte:
		if a.IsZero() {
			return args[2], true
		}
		return b, true
	case ir.OpNot:
		return truth(a.IsZero())
	case ir.OpLAnd:
		return truth(!a.IsZero() && !b.IsZero())
	case ir.OpLOr:
		return truth(!a.IsZero() || !b.IsZero())
	}
	panic("no such operator")
}

// Expr agrees with ir.Mode on every operator, in every mode, both when variables are evaluated
// and when they are constants that the store simplifies.
func TestExprProperty(t *testing.T) {
	modes := []ir.Mode{{}, {Signed: ir.SignedWrap}, {Math: true}}
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(rapid.SampledFrom(modes).Draw(t, "mode"))
		for _, v := range w.vars {
			w.vals[v] = drawValue(t, v.Type)
		}
		ty := rapid.SampledFrom(append([]ir.Type{ir.Bool}, types...)).Draw(t, "type")
		e := w.drawExpr(t, ty, 3)
		want, ok := w.eval(e)
		if !ok {
			return
		}
		st := term.NewStore()
		c := sem.New(st, w.p)
		sym := c.Expr(e, c.Var)
		got, ok := st.Eval(sym, func(x term.Term) (term.Term, bool) {
			return st.IntNum(w.vals[c.VarOf(x)]), true
		})
		if !ok {
			return // a division by zero on the side that an Ite does not take
		}
		folded := c.Expr(e, func(v *ir.Var) term.Term { return st.IntNum(w.vals[v]) })
		wantTerm := st.IntNum(want)
		if ty.Kind == ir.Logical {
			wantTerm = st.Bool(!want.IsZero())
		}
		if got != wantTerm || folded != wantTerm {
			t.Fatalf("%v: got %v and %v, want %v", sym, got, folded, want)
		}
	})
}

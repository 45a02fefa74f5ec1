package interval

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

var types = []ir.Type{ir.Int(8, true), ir.Int(8, false), ir.Int(32, true), ir.Int(64, false), ir.Ptr(64), ir.Int(1, false)}

// scene is a program with two variables of each type.
func scene(mode ir.Mode) (*ir.Program, []*ir.Var) {
	p := ir.NewProgram()
	p.Math, p.Signed = mode.Math, mode.Signed
	p.Main = p.NewFunc("main", ir.Pos{})
	var vs []*ir.Var
	for _, ty := range types {
		for _, name := range []string{"a", "b"} {
			vs = append(vs, p.NewLocal(p.Main, name+ty.String(), "", ty, ir.Pos{}))
		}
	}
	return p, vs
}

func drawMode(t *rapid.T) ir.Mode {
	return rapid.SampledFrom([]ir.Mode{{}, {Signed: ir.SignedWrap}, {Signed: ir.SignedCheck}, {Math: true}}).Draw(t, "mode")
}

// number draws small numbers and those near the borders of types.
func number(t *rapid.T) num.Int {
	base := rapid.SampledFrom([]num.Int{{}, num.Pow2(7), num.Pow2(8), num.Pow2(31), num.Pow2(32), num.Pow2(63), num.Pow2(64)}).Draw(t, "base")
	if rapid.Bool().Draw(t, "negative") {
		base = base.Neg()
	}
	return base.Add(num.I(int64(rapid.IntRange(-6, 6).Draw(t, "offset"))))
}

func value(t *rapid.T) Value {
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return AtLeast(number(t))
	case 1:
		return AtMost(number(t))
	case 2, 3:
		return One(number(t))
	case 4:
		return OfType(rapid.SampledFrom(types).Draw(t, "type"))
	}
	a, b := number(t), number(t)
	if b.Less(a) {
		a, b = b, a
	}
	return Range(a, b)
}

// element draws from v, which is not empty.
func element(t *rapid.T, v Value) num.Int {
	lo, okLo := v.Lo()
	hi, okHi := v.Hi()
	k := num.I(int64(rapid.IntRange(0, 20).Draw(t, "distance")))
	x := number(t)
	switch rapid.IntRange(0, 2).Draw(t, "end") {
	case 0:
		if okLo {
			x = lo.Add(k)
		}
	case 1:
		if okHi {
			x = hi.Sub(k)
		}
	}
	if okLo && x.Less(lo) {
		x = lo
	}
	if okHi && hi.Less(x) {
		x = hi
	}
	return x
}

type store map[*ir.Var]num.Int

func state(t *rapid.T, d *Domain, vs []*ir.Var) State {
	s := d.Top()
	if rapid.IntRange(0, 19).Draw(t, "bottom") == 0 {
		return d.Bottom()
	}
	for _, v := range vs {
		if rapid.Bool().Draw(t, "known") {
			x := value(t)
			if rapid.IntRange(0, 4).Draw(t, "within") > 0 {
				x = x.wrap(v.Type)
			}
			s = d.set(s, v, x)
		}
	}
	return s
}

func member(d *Domain) func(st store, s State) bool {
	return func(st store, s State) bool {
		for v, x := range st {
			if !d.Get(s, v).Contains(x) {
				return false
			}
		}
		return true
	}
}

func TestLattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, vs := scene(drawMode(t))
		vs = vs[:4]
		d := New(p)
		lattest.Laws(t, d,
			func(t *rapid.T) State { return state(t, d, vs) },
			func(t *rapid.T) store {
				st := store{}
				for _, v := range vs {
					st[v] = element(t, d.Type(v.Type))
				}
				return st
			}, member(d))
	})
}

var arithmetic = []ir.Op{ir.OpNeg, ir.OpCompl, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor}

// expression draws an expression of type ty, built without folding.
func expression(t *rapid.T, vs []*ir.Var, ty ir.Type, depth int) *ir.Expr {
	op := rapid.IntRange(0, 9).Draw(t, "form")
	if depth == 0 {
		op %= 3
	}
	switch {
	case op == 0:
		return ir.Const(ty, ty.Wrap(number(t)))
	case op <= 2:
		for _, v := range vs {
			if v.Type == ty && rapid.Bool().Draw(t, "this") {
				return ir.VarExpr(v)
			}
		}
		return ir.Const(ty, ty.Wrap(number(t)))
	case op == 3:
		return &ir.Expr{Op: ir.OpOfBool, Type: ty, Args: []*ir.Expr{condition(t, vs, depth-1)}}
	case op == 4:
		from := rapid.SampledFrom(types).Draw(t, "from")
		return &ir.Expr{Op: ir.OpCast, Type: ty, Args: []*ir.Expr{expression(t, vs, from, depth-1)}}
	case op == 5:
		return &ir.Expr{Op: ir.OpIte, Type: ty, Args: []*ir.Expr{condition(t, vs, depth-1), expression(t, vs, ty, depth-1), expression(t, vs, ty, depth-1)}}
	case ty.Kind == ir.Pointer:
		return &ir.Expr{Op: ir.OpPtrAdd, Type: ty, Args: []*ir.Expr{expression(t, vs, ty, depth-1), expression(t, vs, types[2], depth-1)}}
	}
	e := &ir.Expr{Op: rapid.SampledFrom(arithmetic).Draw(t, "op"), Type: ty, Args: []*ir.Expr{expression(t, vs, ty, depth-1)}}
	switch e.Op {
	case ir.OpNeg, ir.OpCompl:
	case ir.OpShl: // distances that can be computed
		e.Args = append(e.Args, ir.ConstInt(types[1], int64(rapid.IntRange(0, 70).Draw(t, "distance"))))
	default:
		e.Args = append(e.Args, expression(t, vs, ty, depth-1))
	}
	return e
}

func condition(t *rapid.T, vs []*ir.Var, depth int) *ir.Expr {
	logical := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ir.Bool, Args: args} }
	form := rapid.IntRange(0, 9).Draw(t, "condition")
	if depth <= 0 {
		form = 9
	}
	ty := rapid.SampledFrom(types).Draw(t, "operands")
	switch form {
	case 0:
		return logical(ir.OpNot, condition(t, vs, depth-1))
	case 1:
		return logical(ir.OpLAnd, condition(t, vs, depth-1), condition(t, vs, depth-1))
	case 2:
		return logical(ir.OpLOr, condition(t, vs, depth-1), condition(t, vs, depth-1))
	case 3:
		return logical(ir.OpInRange, expression(t, vs, ty, depth))
	}
	op := ir.OpEq + ir.Op(rapid.IntRange(0, 5).Draw(t, "relation"))
	return logical(op, expression(t, vs, ty, max(depth-1, 0)), expression(t, vs, ty, max(depth-1, 0)))
}

// TestExpressions: what sem computes is in Eval's value, Decide is right, and Assume keeps the
// states in which the condition is true.
func TestExpressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, vs := scene(drawMode(t))
		d := New(p)
		s := state(t, d, vs)
		if d.IsBottom(s) {
			return
		}
		st := store{}
		for _, v := range vs {
			st[v] = element(t, d.Get(s, v))
		}
		c := sem.New(term.NewStore(), p)
		env := func(v *ir.Var) term.Term { return c.Store.IntNum(st[v]) }
		ty := rapid.SampledFrom(types).Draw(t, "type")
		e := expression(t, vs, ty, 3)
		if x := c.Expr(e, env); x.IsConst() { // else a division by zero
			k, _ := x.IntValue()
			if v := d.Eval(s, e); !v.Contains(k) {
				t.Fatalf("%s is %s, not in %s in %s (mode %v)", e, k, v, d.String(s), d.mode)
			}
		}
		cond := condition(t, vs, 3)
		x := c.Expr(cond, env)
		if !x.IsConst() {
			return
		}
		if truth := d.Decide(s, cond); truth == Always && x.IsFalse() || truth == Never && x.IsTrue() {
			t.Fatalf("%s is %s, decided as %d in %s (mode %v)", cond, x, truth, d.String(s), d.mode)
		}
		if r := d.Assume(s, cond, x.IsTrue()); !member(d)(st, r) {
			t.Fatalf("%s is %s for %v in %s (mode %v), not in %s", cond, x, st, d.String(s), d.mode, d.String(r))
		}
		if f := c.Store.Subst(d.Formula(c, s), termsOf(c, st)); !f.IsTrue() {
			t.Fatalf("the formula %s of %s is %s for %v", d.Formula(c, s), d.String(s), f, st)
		}
	})
}

func termsOf(c *sem.Context, st store) map[term.Term]term.Term {
	m := map[term.Term]term.Term{}
	for v, k := range st {
		m[c.Var(v)] = c.Store.IntNum(k)
	}
	return m
}

func TestGuards(t *testing.T) {
	p, vs := scene(ir.Mode{})
	d := New(p)
	x, y, u := ir.VarExpr(vs[4]), ir.VarExpr(vs[5]), ir.VarExpr(vs[6]) // i32, i32, u64
	i32, u64 := x.Type, u.Type
	k := func(v int64) *ir.Expr { return ir.ConstInt(i32, v) }
	for _, tt := range []struct {
		cond *ir.Expr
		want string
	}{
		{ir.Compare(ir.OpLt, x, k(10)), "main::ai32 [-2147483648, 9]"},
		{ir.And(ir.Compare(ir.OpGe, x, k(0)), ir.Compare(ir.OpLt, x, y)), "main::ai32 [0, 2147483646], main::bi32 [1, 2147483647]"},
		{ir.InRange(ir.Binary(ir.OpAdd, x, k(1))), "main::ai32 [-2147483648, 2147483646]"},
		{ir.Compare(ir.OpEq, ir.Binary(ir.OpMul, x, k(3)), k(7)), "unreachable"},
		{ir.Compare(ir.OpEq, ir.Binary(ir.OpDiv, x, k(10)), k(2)), "main::ai32 [20, 29]"},
		{ir.Compare(ir.OpLt, ir.Cast(u64, x), ir.ConstInt(u64, 5)), ""},
		{ir.Or(ir.Compare(ir.OpEq, x, k(1)), ir.Compare(ir.OpEq, x, k(4))), "main::ai32 [1, 4]"},
		{ir.Compare(ir.OpNe, u, ir.ConstInt(u64, 0)), "main::au64 [1, 18446744073709551615]"},
		{ir.Compare(ir.OpNe, ir.OfBool(i32, ir.Compare(ir.OpGt, x, k(3))), k(0)), "main::ai32 [4, 2147483647]"},
	} {
		if got := d.String(d.Assume(d.Top(), tt.cond, true)); got != tt.want {
			t.Errorf("%s gives %s, want %s", tt.cond, got, tt.want)
		}
	}
}

// TestFarShift: a shift by as many bits as there are is out of range, but for that of 0.
func TestFarShift(t *testing.T) {
	p, vs := scene(ir.Mode{})
	d := New(p)
	u := vs[6] // u64
	inRange := func(by int64) *ir.Expr {
		return ir.InRange(ir.Binary(ir.OpShl, ir.VarExpr(u), ir.ConstInt(u.Type, by)))
	}
	positive := d.Assume(d.Top(), ir.Compare(ir.OpGt, ir.VarExpr(u), ir.ConstInt(u.Type, 0)), true)
	if got := d.Decide(positive, inRange(64)); got == Always {
		t.Error("u << 64 is taken to be in range")
	}
	if d.IsBottom(d.Assume(positive, inRange(64), false)) {
		t.Error("u << 64 is never out of range")
	}
	zero := d.Assume(d.Top(), ir.Compare(ir.OpEq, ir.VarExpr(u), ir.ConstInt(u.Type, 0)), true)
	if got := d.Decide(zero, inRange(64)); got != Always {
		t.Errorf("0 << 64: %v", got)
	}
	if got := d.Decide(positive, inRange(0)); got != Always {
		t.Errorf("u << 0: %v", got)
	}
}

// TestConstants: a comparison of a variable with a constant leaves the least interval with the values for which it holds.
func TestConstants(t *testing.T) {
	p, vs := scene(ir.Mode{})
	d := New(p)
	x := vs[4] // i32
	holds := map[ir.Op]func(a, k int64) bool{
		ir.OpEq: func(a, k int64) bool { return a == k }, ir.OpNe: func(a, k int64) bool { return a != k },
		ir.OpLt: func(a, k int64) bool { return a < k }, ir.OpLe: func(a, k int64) bool { return a <= k },
		ir.OpGt: func(a, k int64) bool { return a > k }, ir.OpGe: func(a, k int64) bool { return a >= k },
	}
	for op, holds := range holds {
		for lo := int64(-2); lo <= 2; lo++ {
			for hi := lo; hi <= 2; hi++ {
				s := d.Restrict(d.Top(), x, Range(num.I(lo), num.I(hi)))
				for k := int64(-3); k <= 3; k++ {
					for _, truth := range []bool{true, false} {
						want := Empty()
						for a := lo; a <= hi; a++ {
							if holds(a, k) == truth {
								want = want.Join(One(num.I(a)))
							}
						}
						cond := ir.Compare(op, ir.VarExpr(x), ir.ConstInt(x.Type, k))
						if got := d.Get(d.Assume(s, cond, truth), x); !got.Eq(want) {
							t.Errorf("of [%d, %d], %s being %v leaves %v, want %v", lo, hi, cond, truth, got, want)
						}
					}
				}
			}
		}
	}
}

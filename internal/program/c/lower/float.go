package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/ir"
)

// tests are the functions of gcc that ask about floats, with the condition that they have a result other than 0. Those whose result C leaves
// open, such as isinf and signbit, are not lowered yet.
var tests map[string]func(b *builder, x []*ir.Expr) *ir.Expr

// exact are functions of math.h whose results are exact, by the operation that they are, and tells whether they may set errno.
var exact = map[string]struct {
	op    ir.Op
	fails bool
}{
	"fabs": {ir.OpFAbs, false}, "floor": {ir.OpFFloor, false}, "ceil": {ir.OpFCeil, false}, "trunc": {ir.OpFTrunc, false},
	"round": {ir.OpFRound, false}, "rint": {ir.OpFRint, false}, "sqrt": {ir.OpFSqrt, true}, "fmod": {ir.OpFMod, true},
}

func init() {
	compare := func(op ir.Op) func(b *builder, x []*ir.Expr) *ir.Expr {
		return func(_ *builder, x []*ir.Expr) *ir.Expr { return ir.CompareFloats(op, x[0], x[1]) }
	}
	finite := func(x *ir.Expr) *ir.Expr {
		return ir.FloatOp(ir.OpFLt, ir.Bool, ir.FloatOp(ir.OpFAbs, x.Type, x), ir.FloatConst(x.Type, x.Type.Format().Inf()))
	}
	tests = map[string]func(b *builder, x []*ir.Expr) *ir.Expr{
		"__builtin_isnan":          func(_ *builder, x []*ir.Expr) *ir.Expr { return ir.IsNaN(x[0]) },
		"__builtin_isfinite":       func(_ *builder, x []*ir.Expr) *ir.Expr { return finite(x[0]) },
		"__builtin_isgreater":      compare(ir.OpGt),
		"__builtin_isgreaterequal": compare(ir.OpGe),
		"__builtin_isless":         compare(ir.OpLt),
		"__builtin_islessequal":    compare(ir.OpLe),
		"__builtin_islessgreater": func(_ *builder, x []*ir.Expr) *ir.Expr {
			return ir.Or(ir.CompareFloats(ir.OpLt, x[0], x[1]), ir.CompareFloats(ir.OpGt, x[0], x[1]))
		},
		"__builtin_isunordered": func(_ *builder, x []*ir.Expr) *ir.Expr { return ir.Or(ir.IsNaN(x[0]), ir.IsNaN(x[1])) },
		"__builtin_isnormal": func(_ *builder, x []*ir.Expr) *ir.Expr {
			least := ir.FloatConst(x[0].Type, x[0].Type.Format().MinNormal())
			return ir.And(finite(x[0]), ir.FloatOp(ir.OpFLe, ir.Bool, least, ir.FloatOp(ir.OpFAbs, x[0].Type, x[0])))
		},
	}
}

// builtin is a call of a function that has no prototype.
func (b *builder) builtin(s *core.Builtin, pos ir.Pos) {
	test := tests[s.Name]
	var args []*ir.Expr
	for _, a := range s.Args {
		if test == nil || a.X == nil || !a.X.Type().IsReal() {
			refuse(pos, "builtin %s", s.Name)
		}
		args = append(args, b.expr(a.X))
	}
	if s.Dst == nil {
		b.emit(&ir.Skip{}, pos).Aux = false
		return
	}
	b.store(b.place(s.Dst), b.ofBool(test(b, args), s.Type, pos), pos)
}

// computes is a call of a function of math.h whose result is exact.
func computes(op ir.Op, fails bool) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		t := b.scalar(c.Fun.Type().Elem.Sig.Result, c.pos)
		b.count(c, len(c.v.Type.Sig.Params))
		var args []*ir.Expr
		for _, a := range c.Args {
			x := b.expr(a)
			if x.Type != t || !t.IsFloat() {
				refuse(c.pos, "library function %s", c.v.Name)
			}
			args = append(args, x)
		}
		if want := map[bool]int{true: 2, false: 1}[op == ir.OpFMod]; len(args) != want || fails && b.errnoSeen() {
			refuse(c.pos, "library function %s", c.v.Name)
		}
		e := b.rounded(ir.FloatOp(op, t, args...), c.pos)
		b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos) })
	}
}

// errnoSeen tells whether the program has errno, so that it matters whether a function sets it.
func (b *builder) errnoSeen() bool {
	v := b.p.link.externs[errnoName]
	return v != nil && b.p.variables[v] != nil
}

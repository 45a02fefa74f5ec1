package polyhedra

import (
	"testing"

	"pgregory.net/rapid"

	"craig/logic/num"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
)

var types = []ir.Type{ir.Int(8, true), ir.Int(8, false), ir.Int(32, true), ir.Int(32, false)}

// machine is a program with two variables of each type.
func machine(mode ir.Mode, opts Options) (*Domain, []*ir.Var) {
	p := ir.NewProgram()
	p.Math, p.Signed = mode.Math, mode.Signed
	p.Main = p.NewFunc("main", ir.Pos{})
	var vs []*ir.Var
	for _, ty := range types {
		for _, name := range []string{"a", "b"} {
			vs = append(vs, p.NewLocal(p.Main, name+ty.String(), "", ty, ir.Pos{}))
		}
	}
	return New(p, opts), vs
}

var operations = []ir.Op{ir.OpNeg, ir.OpCompl, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor}

// expression draws an expression of type ty.
func expression(t *rapid.T, vs []*ir.Var, ty ir.Type, depth int) *ir.Expr {
	form := rapid.IntRange(0, 9).Draw(t, "form")
	if depth == 0 {
		form %= 4
	}
	with := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ty, Args: args} }
	sub := func() *ir.Expr { return expression(t, vs, ty, depth-1) }
	switch {
	case form == 0:
		return ir.Const(ty, ty.Wrap(num.I(int64(rapid.IntRange(-5, 130).Draw(t, "const")))))
	case form <= 3:
		for _, v := range vs {
			if v.Type == ty && rapid.Bool().Draw(t, "this") {
				return ir.VarExpr(v)
			}
		}
		return ir.ConstInt(ty, 1)
	case form == 4:
		return with(ir.OpCast, expression(t, vs, rapid.SampledFrom(types).Draw(t, "from"), depth-1))
	case form == 5:
		return with(ir.OpOfBool, condition(t, vs, depth-1))
	case form == 6:
		return with(ir.OpIte, condition(t, vs, depth-1), sub(), sub())
	}
	switch op := rapid.SampledFrom(operations).Draw(t, "op"); op {
	case ir.OpNeg, ir.OpCompl:
		return with(op, sub())
	case ir.OpShl, ir.OpShr:
		return with(op, sub(), ir.ConstInt(types[1], int64(rapid.IntRange(0, 9).Draw(t, "distance"))))
	case ir.OpDiv, ir.OpRem:
		return with(op, sub(), ir.ConstInt(ty, int64(rapid.IntRange(1, 9).Draw(t, "divisor"))))
	default:
		return with(op, sub(), sub())
	}
}

// condition draws a condition.
func condition(t *rapid.T, vs []*ir.Var, depth int) *ir.Expr {
	logical := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ir.Bool, Args: args} }
	ty := rapid.SampledFrom(types).Draw(t, "operands")
	if depth > 0 {
		switch rapid.IntRange(0, 7).Draw(t, "condition") {
		case 0:
			return logical(ir.OpNot, condition(t, vs, depth-1))
		case 1:
			return logical(ir.OpLAnd, condition(t, vs, depth-1), condition(t, vs, depth-1))
		case 2:
			return logical(ir.OpLOr, condition(t, vs, depth-1), condition(t, vs, depth-1))
		case 3:
			return logical(ir.OpInRange, expression(t, vs, ty, depth))
		}
	}
	op := ir.OpEq + ir.Op(rapid.IntRange(0, 5).Draw(t, "relation"))
	return logical(op, expression(t, vs, ty, max(depth-1, 0)), expression(t, vs, ty, max(depth-1, 0)))
}

// around draws constraints that a point satisfies.
func around(t *rapid.T, d *Domain, vs []*ir.Var, at point) State {
	s := d.Top()
	for range rapid.IntRange(0, 5).Draw(t, "constraints") {
		c := drawConstraint(t, vs)
		v := at.value(c.Linear)
		slack := num.I(int64(rapid.IntRange(0, 3).Draw(t, "slack")))
		if c.Eq {
			slack = num.Int{}
		}
		c.Linear = c.AddConst(v.Neg().Floor().Add(slack))
		s = d.With(s, c)
	}
	return s
}

// TestStatements: what package sem makes of a state is in Post of any element that has the state,
// and the state is in Pre of any element that has what sem makes of it.
func TestStatements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom([]ir.Mode{{}, {Signed: ir.SignedWrap}, {Math: true}}).Draw(t, "mode")
		d, vs := machine(mode, Options{Ranges: rapid.Bool().Draw(t, "ranges")})
		c := sem.New(term.NewStore(), d.p)
		at := point{}
		for _, v := range vs {
			k := v.Type.Wrap(num.I(int64(rapid.IntRange(-8, 140).Draw(t, "value"))))
			at[v.ID] = k.Rat()
		}
		env := func(v *ir.Var) term.Term { k, _ := at[v.ID].Int(); return c.Store.IntNum(k) }
		s := around(t, d, vs, at)
		cond := condition(t, vs, 3)
		if x := c.Expr(cond, env); x.IsConst() {
			if r := d.Assume(s, cond, x.IsTrue()); !member(d)(at, r) {
				t.Fatalf("%s is %s at %v in %s, not in %s", cond, x, at, d.String(s), d.String(r))
			}
			if x.IsTrue() {
				after := around(t, d, vs, at)
				if r := d.Pre(s, after, &ir.Edge{Stmt: &ir.Assume{Cond: cond}}); !member(d)(at, r) {
					t.Fatalf("%s holds at %v of %s, not in the preimage %s of %s", cond, at, d.String(s), d.String(r), d.String(after))
				}
			}
		}
		target := rapid.SampledFrom(vs).Draw(t, "target")
		stmt := &ir.Assign{Var: target, Expr: expression(t, vs, target.Type, 3)}
		x, ok := c.Expr(stmt.Expr, env).IntValue()
		if !ok || !d.p.Math && !target.Type.Fits(x) { // an overflow that an assumption excludes
			return
		}
		next := point{}
		for id, v := range at {
			next[id] = v
		}
		next[target.ID] = x.Rat()
		e := &ir.Edge{Stmt: stmt}
		if r := d.Post(s, e); !member(d)(next, r) {
			t.Fatalf("%s = %s leads from %v of %s to %v, not in %s", target.Name, stmt.Expr, at, d.String(s), next, d.String(r))
		}
		after := around(t, d, vs, next)
		if r := d.Pre(s, after, e); !member(d)(at, r) {
			t.Fatalf("%s = %s leads from %v of %s to %v of %s, not in the preimage %s", target.Name, stmt.Expr, at, d.String(s), next, d.String(after), d.String(r))
		}
	})
}

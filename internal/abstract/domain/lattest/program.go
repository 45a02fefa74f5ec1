package lattest

import (
	"context"
	"fmt"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/fixpoint"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// Types are the types of the variables of drawn programs; those that compute with machine integers may have floats too.
var Types = []ir.Type{ir.Int(8, true), ir.Int(8, false), ir.Int(32, true), ir.Int(32, false)}

var operations = []ir.Op{ir.OpNeg, ir.OpCompl, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor}

// Expression draws an expression of type ty over some of vs. Divisors are not 0.
func Expression(t *rapid.T, vs []*ir.Var, ty ir.Type, depth int) *ir.Expr {
	if ty.IsFloat() {
		return floatExpression(t, vs, ty, depth)
	}
	form := rapid.IntRange(0, 9).Draw(t, "form")
	if depth == 0 {
		form %= 4
	}
	with := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ty, Args: args} }
	sub := func() *ir.Expr { return Expression(t, vs, ty, depth-1) }
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
		return with(ir.OpCast, Expression(t, vs, rapid.SampledFrom(Types).Draw(t, "from"), depth-1))
	case form == 5:
		return with(ir.OpOfBool, Condition(t, vs, depth-1))
	case form == 6:
		return with(ir.OpIte, Condition(t, vs, depth-1), sub(), sub())
	}
	switch op := rapid.SampledFrom(operations).Draw(t, "op"); op {
	case ir.OpNeg, ir.OpCompl:
		return with(op, sub())
	case ir.OpShl, ir.OpShr:
		if rapid.IntRange(0, 3).Draw(t, "any") == 0 {
			return with(op, sub(), Expression(t, vs, Types[1], depth-1))
		}
		return with(op, sub(), ir.ConstInt(Types[1], int64(rapid.IntRange(0, 9).Draw(t, "distance"))))
	case ir.OpDiv, ir.OpRem:
		k := ir.Const(ty, ty.Wrap(num.I(int64(rapid.IntRange(1, 9).Draw(t, "divisor")))))
		if rapid.IntRange(0, 2).Draw(t, "negative") == 0 {
			k = ir.Const(ty, ty.Wrap(k.Val.Neg()))
		}
		if rapid.IntRange(0, 3).Draw(t, "any") == 0 { // of that sign, perhaps
			k = &ir.Expr{Op: ir.OpOr, Type: ty, Args: []*ir.Expr{sub(), k}}
		}
		return with(op, sub(), k)
	default:
		return with(op, sub(), sub())
	}
}

// Condition draws a condition over some of vs.
func Condition(t *rapid.T, vs []*ir.Var, depth int) *ir.Expr {
	logical := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ir.Bool, Args: args} }
	if f := floatsOf(vs); len(f) > 0 && rapid.IntRange(0, 2).Draw(t, "floats") == 0 {
		ty := rapid.SampledFrom(f).Draw(t, "operands").Type
		op := rapid.SampledFrom([]ir.Op{ir.OpFEq, ir.OpFLt, ir.OpFLe}).Draw(t, "relation")
		return logical(op, Expression(t, vs, ty, max(depth-1, 0)), Expression(t, vs, ty, max(depth-1, 0)))
	}
	ty := rapid.SampledFrom(Types).Draw(t, "operands")
	if depth > 0 {
		switch rapid.IntRange(0, 7).Draw(t, "condition") {
		case 0:
			return logical(ir.OpNot, Condition(t, vs, depth-1))
		case 1:
			return logical(ir.OpLAnd, Condition(t, vs, depth-1), Condition(t, vs, depth-1))
		case 2:
			return logical(ir.OpLOr, Condition(t, vs, depth-1), Condition(t, vs, depth-1))
		case 3:
			// Whether a shift by the width of its type or more is in range is left open where types wrap.
			if x := Expression(t, vs, ty, depth); x.Op != ir.OpShl {
				return logical(ir.OpInRange, x)
			}
		}
	}
	op := ir.OpEq + ir.Op(rapid.IntRange(0, 5).Draw(t, "relation"))
	return logical(op, Expression(t, vs, ty, max(depth-1, 0)), Expression(t, vs, ty, max(depth-1, 0)))
}

// Program draws a program with two variables of each of Types, branches and a loop. Its signed
// operations wrap, or it computes with mathematical integers.
func Program(t *rapid.T) *ir.Program {
	p := ir.NewProgram()
	mode := rapid.SampledFrom([]ir.Mode{{Signed: ir.SignedWrap}, {Math: true}}).Draw(t, "mode")
	p.Math, p.Signed = mode.Math, mode.Signed
	f := p.NewFunc("main", ir.Pos{})
	p.Main, f.Defined = f, true
	var vs []*ir.Var
	for _, ty := range Types {
		for _, name := range []string{"a", "b"} {
			vs = append(vs, p.NewLocal(f, fmt.Sprint(name, len(vs)), "", ty, ir.Pos{}))
		}
	}
	if !p.Math && rapid.IntRange(0, 2).Draw(t, "floats") == 0 {
		for _, ty := range Floats {
			vs = append(vs, p.NewLocal(f, fmt.Sprint("f", len(vs)), "", ty, ir.Pos{}))
		}
	}
	at := p.NewLoc(f, ir.Pos{})
	f.Entry = at
	step := func(from ir.Loc, s ir.Stmt) ir.Loc {
		to := p.NewLoc(f, ir.Pos{})
		p.NewEdge(from, to, s, ir.Pos{})
		return to
	}
	statement := func(from ir.Loc) ir.Loc {
		v := rapid.SampledFrom(vs).Draw(t, "target")
		if rapid.IntRange(0, 5).Draw(t, "havoc") == 0 {
			return step(from, &ir.Havoc{Var: v})
		}
		return step(from, &ir.Assign{Var: v, Expr: Expression(t, vs, v.Type, 3)})
	}
	for _, v := range vs[:rapid.IntRange(0, len(vs)).Draw(t, "initialised")] {
		at = step(at, &ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, int64(rapid.IntRange(0, 9).Draw(t, "initial")))})
	}
	head := at
	for range rapid.IntRange(1, 5).Draw(t, "statements") {
		if rapid.Bool().Draw(t, "branch") {
			c := Condition(t, vs, 2)
			then, otherwise := step(at, &ir.Assume{Cond: c}), step(at, &ir.Assume{Cond: ir.Not(c)})
			at = statement(then)
			v := rapid.SampledFrom(vs).Draw(t, "target")
			p.NewEdge(otherwise, at, &ir.Assign{Var: v, Expr: Expression(t, vs, v.Type, 2)}, ir.Pos{})
		} else {
			at = statement(at)
		}
	}
	again := Condition(t, vs, 1)
	p.NewEdge(at, head, &ir.Assume{Cond: again}, ir.Pos{})
	f.Exit = step(at, &ir.Assume{Cond: ir.Not(again)})
	return p
}

// number draws a value of a type.
func number(t *rapid.T, ty ir.Type) num.Int {
	if ty.IsFloat() {
		return float.Bits(pattern(t, ty.Format()))
	}
	return ty.Wrap(num.I(int64(rapid.IntRange(-8, 140).Draw(t, "value"))))
}

// Executions draws a program and an execution of it, and checks that every state of the execution
// is in what Post makes along its path, and in the fixpoint at its location.
func Executions[S any](t *rapid.T, domainOf func(*ir.Program) domain.Domain[S]) {
	p := Program(t)
	d := domainOf(p)
	all, err := fixpoint.Run(context.Background(), p, p.Main, d, d.Top(), fixpoint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if bad := fixpoint.Check(p, p.Main, d, all); len(bad) > 0 {
		t.Fatalf("no post-fixpoint at edges %v", bad)
	}
	c := sem.New(term.NewStore(), p)
	values := map[*ir.Var]num.Int{}
	in := func(s S) bool {
		m := map[term.Term]term.Term{}
		for v, k := range values {
			m[c.Var(v)] = c.Store.IntNum(k)
		}
		return c.Store.Subst(d.Formula(c, s), m).IsTrue()
	}
	draw := func(ty ir.Type) num.Int { return number(t, ty) }
	p.AllVars(func(v *ir.Var) { values[v] = draw(v.Type) })
	path := d.Top()
	interp.Run(context.Background(), p, interp.Inputs{
		Initial: func(v *ir.Var) num.Int { return values[v] },
		Scalar:  func(e *ir.Edge, _ int) num.Int { return draw(e.Stmt.(*ir.Havoc).Var.Type) },
	}, interp.Options{MaxSteps: 60, Step: func(step interp.Step) {
		if step.Var != nil {
			values[step.Var] = step.Value
		}
		path = d.Post(path, step.Edge)
		if !in(path) {
			t.Fatalf("%v is not in %v, which Post makes along the path to %s", values, path, ir.StmtString(step.Edge.Stmt))
		}
		if s := all[step.Edge.To]; !in(s) {
			t.Fatalf("%v is not in the fixpoint %v after %s", values, s, ir.StmtString(step.Edge.Stmt))
		}
	}})
}

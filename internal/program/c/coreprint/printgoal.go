package coreprint

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// checked writes an operation that traps where a goal does not hold. Its operands are in variables, so that each is written once. No C says
// where the objects are that pointers were derived from: Inside is not written.
func (pr *printer) checked(x *core.Checked, wants int) string {
	if x.Goals[0].Demand == core.Inside {
		return pr.expr(x.X, wants)
	}
	var vars []*core.Var
	b := strings.Builder{}
	b.WriteString("({ ")
	operand := func(y core.Expr) {
		t := y.Type()
		if t.Width > 0 {
			t = pr.p.Types.Basic(t.Kind)
		}
		v := &core.Var{Type: t, Temp: true}
		text := pr.expr(y, precCond)
		b.WriteString(pr.naming(nil).Declare(t, pr.local(v)) + " = " + text + "; ")
		vars = append(vars, v)
	}
	if x.Goals[0].Demand == core.NotNull {
		operand(x.X)
		name := pr.local(vars[0])
		return b.String() + "if (!" + name + ") __builtin_trap(); " + name + "; })"
	}
	if add, ok := x.X.(*core.PtrAdd); ok {
		operand(add.N)
		n := &core.Load{X: &core.VarPlace{Var: vars[0]}}
		cond := pr.local(vars[0]) + " < 0 || " + pr.local(vars[0]) + " >" + map[bool]string{true: "=", false: ""}[x.Goals[0].Demand == core.Index] + " " + strconv.FormatInt(add.Array().Len, 10)
		return b.String() + "if (" + cond + ") __builtin_trap(); " + pr.expr(&core.PtrAdd{X: add.X, N: n, Typ: add.Typ}, precLowest) + "; })"
	}
	for y := range core.Operands(x.X) {
		operand(y)
	}
	of := func(i int) core.Expr { return &core.Load{X: &core.VarPlace{Var: vars[i]}} }
	var operation core.Expr
	switch op := x.X.(type) {
	case *core.Unary:
		operation = &core.Unary{Op: op.Op, X: of(0), Typ: op.Typ}
	case *core.Binary:
		operation = &core.Binary{Op: op.Op, X: of(0), Y: of(1), Typ: op.Typ}
	case *core.Convert:
		operation = &core.Convert{X: of(0), Typ: op.Typ, Explicit: op.Explicit}
	default:
		panic(fmt.Sprintf("core: a goal of %T", x.X))
	}
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = pr.local(v)
	}
	text := pr.expr(operation, precLowest)
	for _, g := range x.Goals {
		fmt.Fprintf(&b, "if (%s) __builtin_trap(); ", pr.fails(g.Demand, operation, text, names))
	}
	b.WriteString(text + "; })")
	return b.String()
}

// fails is the condition that a demand does not hold of an operation, which is written as text, and has variables as operands.
func (pr *printer) fails(d core.Demand, x core.Expr, text string, names []string) string {
	a := names[0]
	last := names[len(names)-1]
	bin, _ := x.(*core.Binary)
	switch d {
	case core.Nonzero:
		return last + " == 0"
	case core.Distance:
		return fmt.Sprintf("%s < 0 || %[1]s >= %d", last, x.Type().Bits())
	case core.NotNegative:
		return a + " < 0"
	case core.Number:
		return "!__builtin_isunordered(" + a + ", " + last + ") && __builtin_isnan(" + text + ")"
	case core.Finite:
		c := "__builtin_isfinite(" + a + ") && __builtin_isfinite(" + last + ") && __builtin_isinf(" + text + ")"
		if bin != nil && bin.Op == core.Div {
			c += " && " + last + " != 0"
		}
		return c
	}
	c, ok := x.(*core.Convert)
	switch {
	case ok && c.X.Type().IsReal():
		return pr.unfitFloat(a, c.X.Type(), x.Type())
	case ok:
		return pr.unfit(x.Type(), "add", a, "0")
	case bin == nil:
		return pr.unfit(x.Type(), "sub", "0", a)
	}
	most := integerText(pr, x.Type().Main(), pr.p.Types.Max(x.Type()))
	switch bin.Op {
	case core.Div, core.Rem:
		return last + " == -1 && " + a + " == -" + most + " - 1"
	case core.Shl:
		return a + " > " + most + " >> " + last
	}
	return pr.unfit(x.Type(), map[core.BinaryOp]string{core.Add: "add", core.Sub: "sub", core.Mul: "mul"}[bin.Op], a, last)
}

// unfit is the condition that the result of an operation of integers is none of type t.
func (pr *printer) unfit(t *types.Type, op, a, b string) string {
	t = t.Main()
	if t.Kind == types.Enum && t.Enum.Under != nil {
		t = t.Enum.Under
	}
	if t.Width == 0 {
		return fmt.Sprintf("__builtin_%s_overflow_p(%s, %s, (%s)0)", op, a, b, pr.typeText(t))
	}
	full := pr.typeText(pr.p.Types.Basic(t.Kind))
	return fmt.Sprintf("({ %s r; __builtin_%s_overflow(%s, %s, &r) || %s != r; })", full, op, a, b, pr.fit(t, "r"))
}

// unfitFloat is the condition that a, a float of type from, has no whole part of type to.
func (pr *printer) unfitFloat(a string, from, to *types.Type) string {
	bits, least := to.Bits(), new(big.Float)
	if to.IsSigned() {
		bits--
		least.SetMantExp(big.NewFloat(-1), bits)
	}
	most := new(big.Float).SetMantExp(big.NewFloat(1), bits)
	text := func(x *big.Float) string {
		if x.Sign() == 0 {
			return "0"
		}
		return x.Text('p', 0) + realSuffixes[from.Kind]
	}
	low := a + " >= " + text(least)
	digits := map[int64]int{2: 11, 4: 24, 8: 53}[from.SizeOf()]
	if digits == 0 {
		digits = 64 // at least
	}
	if digits > bits {
		low = a + " > " + text(new(big.Float).SetPrec(200).Sub(least, big.NewFloat(1)))
	}
	return "!(" + low + " && " + a + " < " + text(most) + ")"
}

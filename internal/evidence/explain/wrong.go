package explain

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// wrong says which values the operation has that is the error; "" if f is nil, or would not tell more than the property's name. eval gives the
// values at the error.
func wrong(p *ir.Program, f *ir.Fault, eval func(*ir.Expr) num.Int) string {
	if f == nil {
		return ""
	}
	values := make([]num.Int, len(f.Operands))
	for i, x := range f.Operands {
		values[i] = eval(x)
	}
	switch f.Kind {
	case ir.FaultResult:
		return unfit(p, f, values)
	case ir.FaultConversion:
		return fmt.Sprintf("the value is %s, which the other type does not have", values[0])
	case ir.FaultShift:
		return fmt.Sprintf("the shift is by %s, of a number of %d bits", values[0], f.Limit)
	case ir.FaultShifted:
		return fmt.Sprintf("%s is shifted to the left, a negative number", values[0])
	case ir.FaultIndex:
		return fmt.Sprintf("the index is %s, of an array of %s", values[0], elements(f.Limit))
	}
	return "the variable " + f.Name + " has not been given a value"
}

// unfit says what the mathematical result is, which does not fit its type.
func unfit(p *ir.Program, f *ir.Fault, values []num.Int) string {
	name, a := p.CName(f.Type), values[0]
	if f.Op == ir.OpNeg {
		return fmt.Sprintf("-(%s) is %s, which does not fit %s", a, a.Neg(), name)
	}
	b := values[1]
	exact := func(sign string, result num.Int) string {
		return fmt.Sprintf("%s %s %s is %s, which does not fit %s", a, sign, operand(b), result, name)
	}
	switch f.Op {
	case ir.OpAdd:
		return exact("+", a.Add(b))
	case ir.OpSub:
		return exact("-", a.Sub(b))
	case ir.OpMul:
		return exact("*", a.Mul(b))
	}
	return fmt.Sprintf("%s %s %s does not fit %s", a, map[ir.Op]string{ir.OpDiv: "/", ir.OpShl: "<<"}[f.Op], operand(b), name)
}

// operand is a number to the right of an operator.
func operand(n num.Int) string {
	if n.Sign() < 0 {
		return "(" + n.String() + ")"
	}
	return n.String()
}

func elements(n int64) string {
	if n == 1 {
		return "1 element"
	}
	return fmt.Sprint(n) + " elements"
}

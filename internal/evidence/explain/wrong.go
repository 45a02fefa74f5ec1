package explain

import (
	"fmt"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// wrong says which values the operation has that is the error, after the condition with which the execution comes to
// it; "" where that would not tell more than the property's name. eval gives the values at the error.
func wrong(p *ir.Program, property string, cond *ir.Expr, eval func(*ir.Expr) num.Int) string {
	switch property {
	case "no-overflow", "unsigned-wrap":
		if cond.Op == ir.OpNot && cond.Args[0].Op == ir.OpInRange {
			return unfit(p, cond.Args[0].Args[0], eval)
		}
		if x, n, ok := limited(cond); ok {
			return fmt.Sprintf("the shift is by %s, of a number of %s bits", eval(x), n)
		}
		if cond.Op == ir.OpLt {
			return fmt.Sprintf("%s is shifted to the left, a negative number", eval(cond.Args[0]))
		}
	case "conversion":
		if x := converted(cond); x != nil {
			return fmt.Sprintf("the value is %s, which the other type does not have", eval(x))
		}
	case "uninit":
		if cond.Op == ir.OpNe && cond.Args[0].Op == ir.OpVar {
			if _, name, ok := strings.Cut(cond.Args[0].Var.Name, "$unset."); ok {
				return "the variable " + name + " has not been given a value"
			}
		}
	case "bounds":
		if x, n, ok := limited(cond); ok {
			return fmt.Sprintf("the index is %s, of an array of %s", eval(x), elements(n))
		}
	}
	return ""
}

// converted is the number that a comparison with a constant, or two of them, are about; nil if there is none.
func converted(cond *ir.Expr) *ir.Expr {
	for len(cond.Args) > 0 {
		if len(cond.Args) == 2 && cond.Args[1].IsConst() && cond.Args[0].Type.Kind == ir.Integer {
			return cond.Args[0]
		}
		cond = cond.Args[0]
	}
	return nil
}

// unfit says what the mathematical result of x is, which does not fit its type.
func unfit(p *ir.Program, x *ir.Expr, eval func(*ir.Expr) num.Int) string {
	sign := map[ir.Op]string{ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*", ir.OpDiv: "/", ir.OpShl: "<<", ir.OpRem: "%"}[x.Op]
	name := p.CName(x.Type)
	switch {
	case sign != "" && len(x.Args) == 2:
		a, b := eval(x.Args[0]), eval(x.Args[1])
		text := fmt.Sprintf("%s %s %s", a, sign, operand(b))
		if x.Op == ir.OpAdd || x.Op == ir.OpSub || x.Op == ir.OpMul {
			text += " is " + map[ir.Op]func(num.Int) num.Int{ir.OpAdd: a.Add, ir.OpSub: a.Sub, ir.OpMul: a.Mul}[x.Op](b).String() + ", which"
			return text + " does not fit " + name
		}
		return text + " does not fit " + name
	case x.Op == ir.OpNeg:
		a := eval(x.Args[0])
		return fmt.Sprintf("-(%s) is %s, which does not fit %s", a, a.Neg(), name)
	}
	return ""
}

// operand is a number to the right of an operator.
func operand(n num.Int) string {
	if n.Sign() < 0 {
		return "(" + n.String() + ")"
	}
	return n.String()
}

func elements(n num.Int) string {
	if n.Eq(num.I(1)) {
		return "1 element"
	}
	return n.String() + " elements"
}

// limited takes a condition that x is not from 0 to n-1 apart.
func limited(cond *ir.Expr) (x *ir.Expr, n num.Int, ok bool) {
	if cond.Op == ir.OpGe && cond.Args[1].IsConst() {
		return cond.Args[0], cond.Args[1].Val, true
	}
	if cond.Op != ir.OpNot || cond.Args[0].Op != ir.OpLAnd {
		return nil, n, false
	}
	and := cond.Args[0]
	low, high := and.Args[0], and.Args[1]
	if low.Op != ir.OpGe || high.Op != ir.OpLt || !low.Args[1].IsConst() || !low.Args[1].Val.IsZero() || !high.Args[1].IsConst() || !ir.Equal(low.Args[0], high.Args[0]) {
		return nil, n, false
	}
	return low.Args[0], high.Args[1].Val, true
}

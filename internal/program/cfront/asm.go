package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// asm is an assembly statement. One without code does nothing but evaluate its operands, and what it only
// writes becomes unknown; of one with code all outputs do, and one that may write memory is not modelled.
func (f *fn) asm(a *cc.Asm) {
	pos := f.pos(a)
	text := strings.Trim(strings.TrimSpace(a.Token3.SrcStr()), "\"")
	outputs := a.AsmArgList
	clobbers := strings.Contains(cc.NodeSource(a), "\"memory\"")
	if way := codeSwitching(text); way != switchesNothing && (outputs == nil || outputs.AsmExpressionList == nil) {
		f.emit(&ir.Skip{}, pos).aux = false
		f.asmInputs(outputs)
		f.switchInterrupts(way, pos)
		return
	}
	if strings.TrimSpace(text) == "" && (outputs == nil || outputs.AsmExpressionList == nil) {
		f.emit(&ir.Skip{}, pos).aux = false
		f.asmInputs(outputs)
		return
	}
	for l := a.AsmQualifierList; l != nil; l = l.AsmQualifierList {
		if l.AsmQualifier.Case == cc.AsmQualifierGoto {
			f.unsound(pos, "asm goto is not supported")
			return
		}
	}
	if strings.TrimSpace(text) != "" && clobbers {
		f.unsound(pos, "assembly that may write memory is not supported")
		return
	}
	unknown := false
	f.counted(pos, func() {
		if outputs == nil {
			return
		}
		f.asmInputs(outputs)
		for l := outputs.AsmExpressionList; l != nil; l = l.AsmExpressionList {
			p := f.lvalue(asmOperand(l.AssignmentExpression))
			if strings.TrimSpace(text) == "" && isReadToo(l.AssignmentExpression) {
				continue // it keeps its value, of which the compiler is to know nothing
			}
			unknown = true
			if p.t.isScalar() {
				f.havocPlace(p, ir.FromApproximation, "", pos)
			} else { // "=m" may name an array
				f.havocAggregate(p, ir.FromApproximation, "", pos)
			}
		}
	})
	if unknown || strings.TrimSpace(text) != "" {
		f.r.note(ir.Overapproximated, pos, "what assembly computes is unknown")
	}
}

// isReadToo tells whether an output has the constraint "+": the code reads and writes it.
func isReadToo(n cc.ExpressionNode) bool {
	c, ok := strip(n).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall {
		return false
	}
	s, ok := stringLiteral(c.PostfixExpression)
	return ok && strings.HasPrefix(s.Token.SrcStr(), "\"+")
}

// asmInputs evaluates the inputs, the second list of operands, for their side effects.
func (f *fn) asmInputs(outputs *cc.AsmArgList) {
	if outputs == nil || outputs.AsmArgList == nil {
		return
	}
	for l := outputs.AsmArgList.AsmExpressionList; l != nil; l = l.AsmExpressionList {
		f.effect(asmOperand(l.AssignmentExpression))
	}
}

// asmOperand is x in an operand "=r"(x), which package cc takes for a call.
func asmOperand(n cc.ExpressionNode) cc.ExpressionNode {
	c, ok := strip(n).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		return n
	}
	if _, ok := stringLiteral(c.PostfixExpression); !ok {
		return n
	}
	return c.ArgumentExpressionList.AssignmentExpression
}

package cfront

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// asm is an assembly statement. One without code does nothing but evaluate its operands, and what it only
// writes becomes unknown; of one with code all outputs do, and one that may write memory is not modelled.
func (f *fn) asm(a *cc.Asm) {
	pos := f.pos(a)
	text := strings.Trim(strings.TrimSpace(a.Token3.SrcStr()), "\"")
	outputs := a.AsmArgList
	clobbers := strings.Contains(source.Text(a), "\"memory\"")
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
	if outputs == nil && !idle(text) { // gcc takes it that assembly without colons may write memory
		f.unsound(pos, "assembly that may write memory is not supported")
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
	unknown := strings.TrimSpace(text) != ""
	f.counted(pos, func() {
		if outputs != nil {
			unknown = f.asmOutputs(outputs, unknown, pos) || unknown
		}
	})
	if unknown {
		f.r.note(ir.Overapproximated, pos, "what assembly computes is unknown")
	}
}

// idle says that assembly has no instructions but those that wait, or that order accesses to memory.
func idle(code string) bool {
	code = strings.NewReplacer(`\n`, "\n", `\t`, " ", ";", "\n").Replace(code)
	for _, line := range strings.Split(strings.ToLower(code), "\n") {
		words := strings.Fields(line)
		if len(words) > 0 && words[0] == "rep" { // the prefix of nop, for one
			words = words[1:]
		}
		if len(words) > 0 && !slices.Contains(idleInstructions, words[0]) {
			return false
		}
	}
	return true
}

var idleInstructions = []string{
	"nop", "pause", "hlt", "mfence", "lfence", "sfence", // of x86
	"yield", "wfi", "wfe", "sev", "isb", "dsb", "dmb", // of ARM
	"fence", "fence.i", "sync", "isync", "lwsync", "eieio", "sleep", "wdr", // of others
}

// asmOutputs gives the outputs their values, and says whether one is unknown. Without code, those keep theirs that are read, too, and those
// have that of an input that shares the register with one; of which the compiler is to know nothing.
func (f *fn) asmOutputs(outputs *cc.AsmArgList, code bool, pos ir.Pos) (unknown bool) {
	inputs := f.asmInputs(outputs)
	var places []place
	var kept []bool
	for l := outputs.AsmExpressionList; l != nil; l = l.AsmExpressionList {
		p := f.lvalue(asmOperand(l.AssignmentExpression))
		both := strings.HasPrefix(constraint(l.AssignmentExpression), "+")
		places, kept = append(places, p), append(kept, both && !code)
		if both && code && f.mayHoldAddress(p.t) {
			inputs = append(inputs, asmInput{v: f.asmValue(p)})
		}
	}
	for i, p := range places {
		if kept[i] {
			continue
		}
		k := slices.IndexFunc(inputs, func(in asmInput) bool { return !code && in.constraint == strconv.Itoa(i) })
		switch {
		case k >= 0 && p.t.isScalar() && inputs[k].v.t.isScalar() && p.t.size == inputs[k].v.t.size:
			f.store(p, f.convert(inputs[k].v, p.t, pos), pos)
			continue
		case !p.t.isScalar(): // "=m" may name an array
			f.havocAggregate(p, ir.FromApproximation, "", pos)
		case f.mayHoldAddress(p.t):
			f.store(p, f.computedFrom(inputs, p.t, pos), pos)
		default:
			f.havocPlace(p, ir.FromApproximation, "", pos)
		}
		unknown = true
	}
	return unknown
}

// asmInput is an input of an assembly statement: its constraint, which is a number if it lies where that output does, and its value.
type asmInput struct {
	constraint string
	v          value
}

// constraint is the text of x in an operand x(y), without quotes.
func constraint(n cc.ExpressionNode) string {
	c, ok := strip(n).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall {
		return ""
	}
	s, ok := stringLiteral(c.PostfixExpression)
	if !ok {
		return ""
	}
	return strings.Trim(s.Token.SrcStr(), "\"")
}

// asmInputs evaluates the inputs, the second list of operands.
func (f *fn) asmInputs(outputs *cc.AsmArgList) (inputs []asmInput) {
	if outputs == nil || outputs.AsmArgList == nil {
		return nil
	}
	for l := outputs.AsmArgList.AsmExpressionList; l != nil; l = l.AsmExpressionList {
		inputs = append(inputs, asmInput{constraint(l.AssignmentExpression), f.rvalue(asmOperand(l.AssignmentExpression))})
	}
	return inputs
}

// asmValue is what assembly finds at p, which it is no error to read.
func (f *fn) asmValue(p place) (v value) {
	switch {
	case p.v != nil:
		v.e = ir.VarExpr(p.v)
	case p.addr != nil && p.bits == nil:
		v.e = ir.Load(p.t.mem(), p.addr)
	}
	v.t = p.t
	return v
}

// mayHoldAddress says that a scalar of type t is as large as a pointer.
func (f *fn) mayHoldAddress(t *ctype) bool {
	return t.isScalar() && !t.blurred() && (t.kind == kPointer || t.ir().Kind == ir.Integer && t.ir().Bits >= f.r.prog.PtrBits)
}

// computedFrom is an unknown value that may be an address if one of the inputs is: in the object of that one.
func (f *fn) computedFrom(inputs []asmInput, t *ctype, pos ir.Pos) value {
	var roots []ir.ClobberRoot
	for _, in := range inputs {
		if in.v.e != nil && f.mayHoldAddress(in.v.t) {
			roots = append(roots, ir.ClobberRoot{Ptr: in.v.e, Reach: ir.Kept})
		}
	}
	v := f.temp(t.ir(), pos)
	f.emit(&ir.Clobber{Roots: roots, Result: v, Source: ir.FromApproximation}, pos)
	return value{t: t, e: ir.VarExpr(v)}
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

// assembled says that assembly at file scope names what the program calls name, so that it may define it.
func (r *reader) assembled(name string) bool {
	for _, u := range r.units {
		for text, from := u.assembly, 0; ; {
			at := strings.Index(text[from:], name)
			if at < 0 {
				break
			}
			before, after := text[:from+at], text[from+at+len(name):]
			if (before == "" || !inName(before[len(before)-1]) || isEscape(before)) && (after == "" || !inName(after[0])) {
				return true
			}
			from += at + 1
		}
	}
	return false
}

func inName(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isEscape says that a text ends with the end of a line or a tab, as C writes it.
func isEscape(text string) bool {
	return strings.HasSuffix(text, `\n`) || strings.HasSuffix(text, `\t`)
}

package ir

import (
	"fmt"
	"strings"
)

// CExpr writes e as a C programmer would, for traces and reports: variables by their C names,
// objects by theirs and their fields where Cells tell them, few parentheses, no conversions that
// keep the value.
func CExpr(e *Expr) string {
	var b ctext
	cexpr(&b, e, 0)
	return b.String()
}

// CExpr is CExpr(e) with types by the names that they have in the program.
func (p *Program) CExpr(e *Expr) string {
	b := ctext{small: p.PtrBits == 16}
	cexpr(&b, e, 0)
	return b.String()
}

// ctext is a text in which types have names.
type ctext struct {
	strings.Builder
	small bool // int has 16 bits
}

func (b *ctext) name(t Type) string {
	if b.small {
		return smallName(t)
	}
	return t.CName()
}

// CStmt writes s as C, without a semicolon; "" for a Skip.
func CStmt(s Stmt) string {
	switch s := s.(type) {
	case *Assign:
		return CVar(s.Var) + " = " + CExpr(s.Expr)
	case *Assume:
		return "[" + CExpr(s.Cond) + "]"
	case *Havoc:
		if s.Source == FromCall {
			return CVar(s.Var) + " = " + s.Name + "()"
		}
		return CVar(s.Var) + " = *"
	case *Store:
		return place(s.Addr, s.Val.Type, false) + " = " + CExpr(s.Val)
	case *Alloc:
		if s.Result == nil {
			return s.Site.Name + " = *"
		}
		return CVar(s.Result) + " = malloc(" + CExpr(s.Size) + ")"
	case *Call:
		var args []string
		for _, a := range s.Args {
			args = append(args, CExpr(a))
		}
		name := ""
		switch {
		case s.Callee != nil:
			name = s.Callee.Name
		case s.Target != nil:
			name = "(*" + CExpr(s.Target) + ")"
		}
		call := name + "(" + strings.Join(args, ", ") + ")"
		if s.Result != nil {
			return CVar(s.Result) + " = " + call
		}
		return call
	}
	return ""
}

// CVar is v's name in C, for a temporary or region its own.
func CVar(v *Var) string {
	if v.CName != "" {
		return v.CName
	}
	return v.Name
}

// cexpr writes e, in parentheses if it binds less tightly than prec.
func cexpr(b *ctext, e *Expr, prec int) {
	open := func(own int) func() {
		if own >= prec {
			return func() {}
		}
		b.WriteByte('(')
		return func() { b.WriteByte(')') }
	}
	switch e.Op {
	case OpConst:
		if e.Type.IsFloat() {
			text := FloatText(e.Type, e.Pattern())
			if text[0] == '-' {
				defer open(unaryPrec)()
			}
			b.WriteString(text)
			return
		}
		if e.Val.Sign() < 0 {
			defer open(unaryPrec)()
		}
		b.WriteString(e.Val.String())
	case OpVar:
		b.WriteString(CVar(e.Var))
	case OpAddr:
		if e.Obj.Kind == FuncObject {
			b.WriteString(e.Obj.Name)
			return
		}
		defer open(unaryPrec)()
		b.WriteString("&" + e.Obj.Name)
	case OpLoad:
		if s := place(e.Args[0], e.Type, b.small); s[0] != '*' {
			b.WriteString(s)
		} else {
			defer open(unaryPrec)()
			b.WriteString(s)
		}
	case OpNot:
		if a := e.Args[0]; a.Op == OpFEq {
			if a.Args[0] == a.Args[1] || Equal(a.Args[0], a.Args[1]) {
				b.WriteString("isnan(")
				cexpr(b, a.Args[0], 0)
				b.WriteByte(')')
				return
			}
			defer open(ops[OpNe].prec)()
			cexpr(b, a.Args[0], ops[OpNe].prec)
			b.WriteString(" != ")
			cexpr(b, a.Args[1], ops[OpNe].prec+1)
			return
		}
		defer open(unaryPrec)()
		b.WriteByte('!')
		cexpr(b, e.Args[0], unaryPrec+1)
	case OpNeg, OpCompl, OpFNeg:
		defer open(unaryPrec)()
		b.WriteString(ops[e.Op].c)
		cexpr(b, e.Args[0], unaryPrec+1)
	case OpCast:
		a := e.Args[0]
		if from, to := a.Type.IsFloat(), e.Type.IsFloat(); from != to { // the bit pattern
			b.WriteString(map[bool]string{true: "bits(", false: b.name(e.Type) + "_of_bits("}[from])
			cexpr(b, a, 0)
			b.WriteByte(')')
			return
		}
		if e.Type.Contains(a.Type) || e.NoWrap || e.Type.Kind == Pointer && a.Type.Kind == Pointer {
			cexpr(b, a, prec)
			return
		}
		defer open(unaryPrec)()
		b.WriteString("(" + b.name(e.Type) + ")")
		cexpr(b, a, unaryPrec)
	case OpFConvert, OpFOfInt, OpFToInt:
		defer open(unaryPrec)()
		b.WriteString("(" + b.name(e.Type) + ")")
		cexpr(b, e.Args[0], unaryPrec)
	case OpFMod, OpFRem, OpFFma, OpFSqrt, OpFRint, OpFRound, OpFFloor, OpFCeil, OpFTrunc, OpFAbs:
		b.WriteString(ops[e.Op].c)
		if (e.Type == Type{Kind: Float, Bits: 32}) {
			b.WriteByte('f')
		}
		b.WriteByte('(')
		for i, a := range e.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			cexpr(b, a, 0)
		}
		b.WriteByte(')')
	case OpOfBool:
		cexpr(b, e.Args[0], prec)
	case OpIte:
		defer open(itePrec)()
		cexpr(b, e.Args[0], itePrec+1)
		b.WriteString(" ? ")
		cexpr(b, e.Args[1], itePrec+1)
		b.WriteString(" : ")
		cexpr(b, e.Args[2], itePrec)
	case OpInRange:
		b.WriteString("in_range(")
		cexpr(b, e.Args[0], 0)
		b.WriteByte(')')
	default:
		op, _ := e.Op.row()
		if op.prec == 0 || len(e.Args) != 2 {
			b.WriteString(e.String())
			return
		}
		defer open(op.prec)()
		cexpr(b, e.Args[0], op.prec)
		b.WriteString(" " + op.c + " ")
		cexpr(b, e.Args[1], op.prec+1)
	}
}

// place writes the t at an address: a variable with its field or element where the object is
// known, else a dereference.
func place(addr *Expr, t Type, small bool) string {
	offset, base := int64(0), addr
	known := true
	for known && (base.Op == OpPtrAdd || base.Op == OpCast) {
		if base.Op == OpPtrAdd {
			var k int64
			if base.Args[1].Op == OpConst {
				k, known = base.Args[1].Val.Int64()
			} else {
				known = false
			}
			if !known {
				break
			}
			offset += k
		}
		base = base.Args[0]
	}
	if known && base.Op == OpAddr {
		for _, c := range base.Obj.Cells {
			if c.Offset == offset && c.Type.Bits == t.Bits {
				return base.Obj.Name + c.Name
			}
		}
		if offset == 0 {
			return base.Obj.Name
		}
	}
	b := ctext{small: small}
	fmt.Fprintf(&b, "*(%s)", strings.TrimSuffix(b.name(t), " ")+" *")
	cexpr(&b, addr, unaryPrec)
	return b.String()
}

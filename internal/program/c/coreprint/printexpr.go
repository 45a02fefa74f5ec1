package coreprint

import (
	"fmt"
	"math/big"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Precedences of the output: an operand that binds weaker than what it stands in gets brackets.
const (
	precLowest = iota
	precCond
	precBinary // all binary operators have it, so that the output has more brackets than it needs
	precUnary
	precPostfix
)

func bracket(text string, has, wants int) string {
	if has < wants {
		return "(" + text + ")"
	}
	return text
}

// place writes a place that stands where precedence wants is needed.
func (pr *printer) place(x core.Place, wants int) string {
	switch x := x.(type) {
	case *core.VarPlace:
		return pr.variable(x.Var)
	case *core.DerefPlace:
		if a, ok := x.X.(*core.PtrAdd); ok && !a.Sub {
			return pr.expr(a.X, precPostfix) + "[" + pr.expr(a.N, precLowest) + "]"
		}
		if a, ok := x.X.(*core.AddrOf); ok {
			return pr.place(a.X, wants)
		}
		return bracket("*"+pr.expr(x.X, precUnary), precUnary, wants)
	case *core.FieldPlace:
		if d, ok := x.X.(*core.DerefPlace); ok {
			if _, ok := d.X.(*core.AddrOf); !ok {
				return pr.expr(d.X, precPostfix) + "->" + pr.member(x.Field)
			}
		}
		return pr.place(x.X, precPostfix) + "." + pr.member(x.Field)
	case *core.LiteralPlace:
		return literal(pr.p.Types, x.Literal)
	case *core.PartPlace:
		op := "__real__ "
		if x.Imag {
			op = "__imag__ "
		}
		return bracket(op+pr.place(x.X, precUnary), precUnary, wants)
	}
	panic(fmt.Sprintf("core: place %T", x))
}

// variable is the name of a variable, which is used.
func (pr *printer) variable(v *core.Var) string {
	if v.Storage == core.Static || v.Storage == core.Thread || v.Linkage != core.NoLinkage {
		if s, ok := pr.names[v]; ok {
			pr.use(v)
			return s
		}
	}
	s := pr.local(v)
	if pr.fn.params[v] && v.Type.IsVariablyModified() {
		return "((" + pr.typeText(v.Type.Unqual()) + ")" + s + ")"
	}
	return s
}

// expr writes an expression that stands where precedence wants is needed.
func (pr *printer) expr(x core.Expr, wants int) string {
	switch x := x.(type) {
	case *core.IntConst:
		return pr.integer(x)
	case *core.RealConst:
		return pr.real(x)
	case *core.Load:
		if t := x.Type(); t.BitInt { // the bits above may be anything
			return bracket(pr.fit(t, pr.place(x.X, precUnary)), precUnary, wants)
		}
		return pr.place(x.X, wants)
	case *core.AddrOf:
		if d, ok := x.X.(*core.DerefPlace); ok {
			return pr.expr(d.X, wants)
		}
		return bracket("&"+pr.place(x.X, precUnary), precUnary, wants)
	case *core.Decay:
		return pr.place(x.X, wants)
	case *core.LabelAddr:
		return bracket("&&"+pr.label(x.Label), precUnary, wants)
	case *core.Unary:
		return bracket(pr.fit(x.Typ, x.Op.String()+pr.expr(x.X, precUnary+1)), precUnary, wants)
	case *core.Binary:
		text := pr.expr(x.X, precUnary) + " " + x.Op.String() + " " + pr.expr(x.Y, precUnary)
		if x.Typ.Width > 0 {
			return bracket(pr.fit(x.Typ, text), precUnary, wants)
		}
		return bracket(text, precBinary, wants)
	case *core.PtrAdd:
		op := " + "
		if x.Sub {
			op = " - "
		}
		return bracket(pr.expr(x.X, precUnary)+op+pr.expr(x.N, precUnary), precBinary, wants)
	case *core.PtrDiff:
		return bracket(pr.expr(x.X, precUnary)+" - "+pr.expr(x.Y, precUnary), precBinary, wants)
	case *core.Convert:
		if x.Typ.IsRecord() || x.Typ.Kind == types.Vector && x.X.Type() == x.Typ {
			return pr.expr(x.X, wants)
		}
		return bracket(pr.fit(x.Typ, "("+pr.typeText(x.Typ)+")"+pr.expr(x.X, precUnary)), precUnary, wants)
	case *core.Cond:
		return bracket(pr.expr(x.X, precBinary)+" ? "+pr.expr(x.Then, precBinary)+" : "+pr.expr(x.Else, precBinary), precCond, wants)
	case *core.Checked:
		return pr.checked(x, wants)
	case *core.Logical:
		op := " && "
		if x.Or {
			op = " || "
		}
		return bracket(pr.expr(x.X, precUnary)+op+pr.expr(x.Y, precUnary), precBinary, wants)
	}
	switch x.(type) {
	case *core.Quantifier, *core.Question:
		panic(&OpaqueError{x.Pos(), "contract"})
	}
	panic(fmt.Sprintf("core: expression %T", x))
}

// stored writes what is stored in a place: in a bit-field, a conversion to its type is what the store does.
func (pr *printer) stored(dst core.Place, x core.Expr) string {
	if f, ok := dst.(*core.FieldPlace); ok && f.Field.Bits {
		return pr.bits(x)
	}
	return pr.expr(x, precCond)
}

// bits writes a value that is stored in a bit-field.
func (pr *printer) bits(x core.Expr) string {
	if c, ok := x.(*core.Convert); ok && c.Typ.Width > 0 && c.X.Type().IsInteger() {
		x = c.X
	}
	if k, ok := x.(*core.IntConst); ok && k.Typ.Width > 0 {
		return integerText(pr, pr.p.Types.Basic(k.Typ.Kind), k.Value)
	}
	return pr.expr(x, precCond)
}

// fit cuts a value to the width of the type of a wide bit-field, which C has no name for. Elsewhere it is text itself.
func (pr *printer) fit(t *types.Type, text string) string {
	if t.Width == 0 {
		return text
	}
	full := pr.p.Types.Basic(t.Kind)
	n := full.Bits() - int(t.Width)
	unsigned := pr.typeText(pr.p.Types.Unsigned(full))
	return fmt.Sprintf("((%s)((%s)(%s) << %d) >> %d)", pr.typeText(full), unsigned, text, n, n)
}

// suffixes of the integer types that literals can have.
var suffixes = map[types.Kind]string{types.Int: "", types.UInt: "U", types.Long: "L", types.ULong: "UL", types.LongLong: "LL", types.ULongLong: "ULL"}

func (pr *printer) integer(x *core.IntConst) string {
	t := x.Typ.Main()
	if t.Kind == types.Enum && t.Enum.Under != nil {
		t = t.Enum.Under
	}
	if t.Width > 0 {
		t = pr.p.Types.Basic(t.Kind)
	}
	if s := x.Text; s != "" && (s[0] >= '0' && s[0] <= '9' || s[0] == '\'') && x.Typ.Kind != types.Enum && !x.Typ.BitInt {
		return s
	}
	return integerText(pr, t, x.Value)
}

// integerText is a constant of an integer type.
func integerText(pr *printer, t *types.Type, v types.Integer) string {
	s, ok := suffixes[t.Kind]
	negative := v.Sign() < 0 && t.IsSigned()
	switch {
	case !ok && t.SizeOf() > 8:
		return fmt.Sprintf("((%s)((unsigned __int128)%dULL << 64 | %dULL))", pr.typeText(t), v.Hi, v.Lo)
	case !ok:
		return fmt.Sprintf("((%s)%v)", pr.typeText(t), v)
	case negative && v == pr.p.Types.Max(t).Not():
		return fmt.Sprintf("(%v%s - 1)", v.Add(types.IntOf(1)), s)
	case negative:
		return fmt.Sprintf("(%v%s)", v, s)
	}
	return v.Big(false).String() + s
}

// realSuffixes are those of the literals of the real types.
var realSuffixes = map[types.Kind]string{types.Float: "f", types.Double: "", types.LongDouble: "L", types.Float16: "f16", types.Float32: "f32",
	types.Float64: "f64", types.Float128: "f128", types.Float32x: "f32x", types.Float64x: "f64x"}

func (pr *printer) real(x *core.RealConst) string {
	if s := x.Text; s != "" && (s[0] >= '0' && s[0] <= '9' || s[0] == '.') {
		return s
	}
	k := x.Typ.Kind
	if k == types.Complex {
		k = x.Typ.Elem.Kind
	}
	suffix, i := realSuffixes[k], ""
	if x.Imag {
		i = "i"
	}
	v := x.Value
	switch {
	case v.X == nil:
		sign := ""
		if v.Neg {
			sign = "-"
		}
		return fmt.Sprintf("(%s__builtin_nan%s(\"\"))", sign, strings.ToLower(suffix))
	case v.X.IsInf():
		sign := ""
		if v.X.Signbit() {
			sign = "-"
		}
		return fmt.Sprintf("(%s__builtin_inf%s())", sign, strings.ToLower(suffix))
	case v.X.Signbit():
		return "(-" + new(big.Float).Neg(v.X).Text('p', 0) + suffix + i + ")"
	}
	return v.X.Text('p', 0) + suffix + i
}

// literal is a string literal, spelled by its elements.
func literal(tt *types.Table, l *core.Literal) string {
	prefix := ""
	switch e := l.Type.Elem.Main(); {
	case e.SizeOf() == 1:
	case e == tt.Wchar:
		prefix = "L"
	case e == tt.Char16:
		prefix = "u"
	default:
		prefix = "U"
	}
	var b strings.Builder
	b.WriteString(prefix + "\"")
	for _, u := range l.Units {
		switch {
		case u == '\n':
			b.WriteString("\\n")
		case u == '"' || u == '\\':
			b.WriteString("\\" + string(rune(u)))
		case u >= ' ' && u < 127 && u != '?':
			b.WriteByte(byte(u))
		case u < 512:
			fmt.Fprintf(&b, "\\%03o", u)
		default: // a hexadecimal escape ends with the literal alone
			fmt.Fprintf(&b, "\\x%x\" %s\"", u, prefix)
		}
	}
	b.WriteString("\"")
	return b.String()
}

// quote is a string in C.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		switch {
		case c == '\n':
			b.WriteString("\\n")
		case c == '"' || c == '\\':
			b.WriteString("\\" + string(rune(c)))
		case c >= ' ' && c < 127:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "\\%03o", c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// init writes an initializer.
func (pr *printer) init(x core.Init) string {
	switch x := x.(type) {
	case *core.ExprInit:
		return pr.expr(x.X, precCond)
	case *core.LiteralInit:
		return literal(pr.p.Types, x.Literal)
	case *core.ListInit:
		var b strings.Builder
		b.WriteString("{")
		next := int64(0)
		for i, e := range x.Elems {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(" ")
			switch {
			case e.Field != nil:
				b.WriteString("." + pr.member(e.Field) + " = ")
			case e.Last > e.Index:
				fmt.Fprintf(&b, "[%d ... %d] = ", e.Index, e.Last)
			case e.Index != next:
				fmt.Fprintf(&b, "[%d] = ", e.Index)
			}
			next = max(e.Index, e.Last) + 1
			if i, ok := e.Init.(*core.ExprInit); ok && e.Field != nil && e.Field.Bits {
				b.WriteString(pr.bits(i.X))
			} else {
				b.WriteString(pr.init(e.Init))
			}
		}
		b.WriteString(" }")
		return b.String()
	}
	panic(fmt.Sprintf("core: initializer %T", x))
}

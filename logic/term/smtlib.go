package term

import (
	"strconv"
	"strings"

	"craig/logic/num"
)

// SMTLIB writes t as SMT-LIB 2.6 does, sharing large subterms by let. What SMT-LIB does not have
// is written as functions bitand, bitor, bitxor, shl and shr on Int.
func (t Term) SMTLIB() string {
	return t.SMTLIBNamed(Naming{Symbol: func(u Term) string { return Symbol(u.Name()) }, Let: "?"})
}

// Naming says what SMTLIBNamed calls things.
type Naming struct {
	// Symbol writes the name of a variable, or of the function of an application, quoted where it
	// must be.
	Symbol func(t Term) string
	// Let is the beginning of the names given to shared subterms, to which a number is added. No
	// Symbol may be one of them.
	Let string
}

// SMTLIBNamed is SMTLIB with other names.
func (t Term) SMTLIBNamed(n Naming) string {
	var b strings.Builder
	t.writeSMTLIB(&b, n)
	return b.String()
}

// lets gives names to the subterms of t that SMTLIB shares, in the order of their definition.
func lets(t Term, prefix string) (name map[Term]string, order []Term) {
	uses := map[Term]int{}
	Walk(t, func(u Term) {
		for _, a := range u.n.args {
			uses[a]++
		}
	})
	name = map[Term]string{}
	Walk(t, func(u Term) {
		if uses[u] > 1 && len(u.n.args) > 0 && !(u.n.op == Not && len(u.n.args[0].n.args) == 0) {
			name[u] = prefix + strconv.Itoa(len(order)+1)
			order = append(order, u)
		}
	})
	return name, order
}

func (t Term) writeSMTLIB(b *strings.Builder, n Naming) {
	name, order := lets(t, n.Let)
	for _, u := range order {
		b.WriteString("(let ((" + name[u] + " ")
		writeBody(b, u, name, n.Symbol)
		b.WriteString(")) ")
	}
	writeBody(b, t, name, n.Symbol)
	for range order {
		b.WriteByte(')')
	}
}

// item is a term to be written, or text.
type item struct {
	t    Term
	text string
}

// body is what is still to be written, last item first.
type body struct {
	out    *strings.Builder
	stack  []item
	symbol func(Term) string
}

func (b *body) text(s string) { b.stack = append(b.stack, item{text: s}) }
func (b *body) term(t Term)   { b.stack = append(b.stack, item{t: t}) }

// writeBody writes t with the names of its proper subterms.
func writeBody(out *strings.Builder, t Term, name map[Term]string, symbol func(Term) string) {
	b := body{out: out, symbol: symbol}
	b.term(t)
	for len(b.stack) > 0 {
		it := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		x, named := name[it.t]
		switch {
		case !it.t.Valid():
			out.WriteString(it.text)
		case named && it.t != t:
			out.WriteString(x)
		default:
			b.open(it.t, name)
		}
	}
}

// open writes the beginning of t and leaves the rest on the stack.
func (b *body) open(t Term, name map[Term]string) {
	n := t.n
	switch n.op {
	case True, False:
		b.out.WriteString(n.op.String())
	case Var:
		b.out.WriteString(b.symbol(t))
	case Const:
		b.out.WriteString(Numeral(n.num, n.sort))
	case LeZero, LtZero, EqZero:
		s := n.args[0]
		b.text(")")
		if _, named := name[s]; named || s.n.op != Sum {
			b.text(Numeral(num.Rat{}, s.n.sort))
			b.text(" ")
			b.term(s)
		} else {
			b.text(Numeral(s.n.num.Neg(), s.n.sort))
			b.text(" ")
			b.sum(s, num.Rat{})
		}
		b.text(map[Op]string{LeZero: "(<= ", LtZero: "(< ", EqZero: "(= "}[n.op])
	case Sum:
		b.sum(t, n.num)
	default:
		b.text(")")
		for i := len(n.args) - 1; i >= 0; i-- {
			b.term(n.args[i])
			b.text(" ")
		}
		b.text("(" + b.operator(t))
	}
}

// sum leaves Σ of s with the constant c on the stack.
func (b *body) sum(s Term, c num.Rat) {
	n := s.n
	brackets := len(n.args) > 1 || !c.IsZero()
	if brackets {
		b.text(")")
	}
	if !c.IsZero() {
		b.text(" " + Numeral(c, n.sort))
	}
	for i := len(n.args) - 1; i >= 0; i-- {
		if k := n.coeff[i]; k.IsOne() {
			b.term(n.args[i])
		} else {
			b.text(")")
			b.term(n.args[i])
			b.text("(* " + Numeral(k, n.sort) + " ")
		}
		if i > 0 {
			b.text(" ")
		}
	}
	if brackets {
		b.text("(+ ")
	}
}

func (b *body) operator(t Term) string {
	switch t.n.op {
	case Eq:
		return "="
	case Mul:
		return "*"
	case Div:
		if t.n.sort == Real {
			return "/"
		}
	case ConstArray:
		return "(as const " + t.n.sort.String() + ")"
	case Apply:
		return b.symbol(t)
	case Float:
		return t.FloatOp().String()
	}
	return t.n.op.String()
}

// Numeral is the number as SMT-LIB writes it: 3, (- 3), 1.0, (/ 1.0 3.0).
func Numeral(v num.Rat, sort Sort) string {
	point := ""
	if sort == Real {
		point = ".0"
	}
	a := v.Abs()
	text := a.Num().String() + point
	if !a.IsInt() {
		text = "(/ " + text + " " + a.Den().String() + point + ")"
	}
	if v.Sign() < 0 {
		return "(- " + text + ")"
	}
	return text
}

// builtin has the names that a variable or function cannot have in an SMT-LIB script.
var builtin = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`! _ as BINARY DECIMAL exists HEXADECIMAL forall let match NUMERAL par STRING
		Bool Int Real Array String RegLan true false not and or xor => = distinct ite
		+ - * / < <= > >= abs div mod divisible to_real to_int is_int select store const
		bitand bitor bitxor shl shr iand pow2 pi exp sin cos tan sqrt`) {
		m[w] = true
	}
	return m
}()

// Symbol is name as an SMT-LIB symbol, quoted where it must be. Names that mean something in
// SMT-LIB get a final $ more, and those of lets one in front; NameOf undoes it.
func Symbol(name string) string {
	if builtin[strings.TrimRight(name, "$")] {
		name += "$"
	}
	if strings.HasPrefix(strings.TrimLeft(name, "$"), "?") { // ?n are the names of lets
		name = "$" + name
	}
	if _, ok := ParseFloatOp(strings.TrimRight(name, "$")); ok {
		name += "$"
	}
	simple := name != "" && !(name[0] >= '0' && name[0] <= '9')
	for i := 0; i < len(name) && simple; i++ {
		c := name[i]
		simple = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
			strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
	}
	if simple && name[0] != '@' && name[0] != '.' {
		return name
	}
	return "|" + strings.NewReplacer("|", "!7c!", `\`, "!5c!").Replace(name) + "|"
}

// NameOf is the name that Symbol wrote as this symbol (without its bars).
func NameOf(symbol string) string {
	if s := strings.TrimLeft(symbol, "$"); s != symbol && strings.HasPrefix(s, "?") {
		return symbol[1:]
	}
	if s := strings.TrimSuffix(symbol, "$"); s != symbol {
		base := strings.TrimRight(s, "$")
		if _, ok := ParseFloatOp(base); ok || builtin[base] {
			return s
		}
	}
	return symbol
}

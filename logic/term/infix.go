package term

import (
	"strings"

	"craig/logic/num"
)

// The precedences of C, low to high.
const (
	precCond = iota + 1
	precOr
	precAnd
	precBits
	precCompare
	precAdd
	precMul
	precUnary
	precPrimary
)

// maxString bounds the subterms that String writes, since it does not show sharing.
const maxString = 20000

// String writes t for people, infix: "x + 2*y <= 3 && a[i] == 0". An inequality has positive
// terms on both sides. div and mod are Euclidean, and so not written as C's / and %. Very large
// terms are cut off with "…"; SMTLIB writes every term in full.
func (t Term) String() string {
	if !t.Valid() {
		return "<no term>"
	}
	p := printer{left: maxString}
	p.term(t, precCond)
	return p.String()
}

type printer struct {
	strings.Builder
	left int
}

// open and close write the parentheses of an expression of precedence own where at least need
// is wanted.
func (p *printer) open(own, need int) {
	if own < need {
		p.WriteByte('(')
	}
}

func (p *printer) close(own, need int) {
	if own < need {
		p.WriteByte(')')
	}
}

func (p *printer) term(t Term, need int) {
	if p.left--; p.left < 0 {
		p.WriteString("…")
		return
	}
	n := t.n
	switch n.op {
	case True, False:
		p.WriteString(n.op.String())
	case Var:
		p.WriteString(n.name)
	case Const:
		p.number(n.num, need)
	case Not:
		p.not(n.args[0], need)
	case And:
		p.infix(" && ", precAnd, need, n.args)
	case Or:
		p.infix(" || ", precOr, need, n.args)
	case Ite:
		p.open(precCond, need)
		p.term(n.args[0], precOr)
		p.WriteString(" ? ")
		p.term(n.args[1], precOr)
		p.WriteString(" : ")
		p.term(n.args[2], precCond)
		p.close(precCond, need)
	case Eq:
		p.infix(" == ", precCompare, need, n.args)
	case LeZero:
		p.compare(" <= ", n.args[0], need)
	case LtZero:
		p.compare(" < ", n.args[0], need)
	case EqZero:
		p.compare(" == ", n.args[0], need)
	case Sum:
		p.open(precAdd, need)
		var b sum
		b.add(one, t)
		p.sum(b.ms, b.c)
		p.close(precAdd, need)
	case Mul:
		p.infix("*", precMul, need, n.args)
	case Div:
		if n.sort == Real {
			p.infix(" / ", precMul, need, n.args)
		} else {
			p.infix(" div ", precMul, need, n.args)
		}
	case Mod:
		p.infix(" mod ", precMul, need, n.args)
	case Select:
		p.term(n.args[0], precPrimary)
		p.WriteByte('[')
		p.term(n.args[1], precCond)
		p.WriteByte(']')
	case Store_:
		p.stores(t)
	case ConstArray:
		p.call("const", n.args)
	case Apply:
		p.call(n.name, n.args)
	case BitAnd:
		p.infix(" & ", precBits, need, n.args)
	case BitOr:
		p.infix(" | ", precBits, need, n.args)
	case BitXor:
		p.infix(" ^ ", precBits, need, n.args)
	case Shl:
		p.infix(" << ", precBits, need, n.args)
	case Shr:
		p.infix(" >> ", precBits, need, n.args)
	case Float:
		p.call(t.FloatOp().String(), n.args)
	default:
		p.call(n.op.String(), n.args)
	}
}

func (p *printer) number(v num.Rat, need int) {
	own := precPrimary
	if v.Sign() < 0 {
		own = precUnary
	}
	if !v.IsInt() {
		own = precMul
	}
	p.open(own, need)
	p.WriteString(v.String())
	p.close(own, need)
}

func (p *printer) not(a Term, need int) {
	switch a.n.op {
	case EqZero:
		p.compare(" != ", a.n.args[0], need)
	case Eq:
		p.infix(" != ", precCompare, need, a.n.args)
	default:
		p.WriteByte('!')
		p.term(a, precUnary)
	}
}

func (p *printer) infix(op string, own, need int, args []Term) {
	p.open(own, need)
	for i, a := range args {
		if i > 0 {
			p.WriteString(op)
		}
		inner := own + 1
		if own == precBits { // C's are several precedences, low and surprising
			inner = precMul
		}
		p.term(a, inner)
	}
	p.close(own, need)
}

func (p *printer) call(f string, args []Term) {
	p.WriteString(f)
	p.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			p.WriteString(", ")
		}
		p.term(a, precCond)
	}
	p.WriteByte(')')
}

// stores writes a chain of stores, innermost first: a[i := x][j := y].
func (p *printer) stores(t Term) {
	var chain []Term
	for ; t.n.op == Store_; t = t.n.args[0] {
		chain = append(chain, t)
	}
	p.term(t, precPrimary)
	for i := len(chain) - 1; i >= 0; i-- {
		p.WriteByte('[')
		p.term(chain[i].n.args[1], precCond)
		p.WriteString(" := ")
		p.term(chain[i].n.args[2], precCond)
		p.WriteByte(']')
	}
}

// compare writes s rel 0 with positive terms on both sides: x - n + 1 <= 0 as x + 1 <= n. The
// constant stands where it is positive, or alone on its side.
func (p *printer) compare(rel string, s Term, need int) {
	p.open(precCompare, need)
	b := sum{}
	b.add(one, s)
	var left, right []mono
	for _, m := range b.ms {
		if m.c.Sign() > 0 {
			left = append(left, m)
		} else {
			right = append(right, mono{m.t, m.c.Neg()})
		}
	}
	var lc, rc num.Rat
	switch {
	case len(left) == 0:
		lc = b.c
	case len(right) == 0 || b.c.Sign() < 0:
		rc = b.c.Neg()
	default:
		lc = b.c
	}
	p.sum(left, lc)
	p.WriteString(rel)
	p.sum(right, rc)
	p.close(precCompare, need)
}

// sum writes Σ ms + c, a positive term first where there is one.
func (p *printer) sum(ms []mono, c num.Rat) {
	if len(ms) == 0 {
		p.WriteString(c.String())
		return
	}
	first := 0
	for i, m := range ms {
		if m.c.Sign() > 0 {
			first = i
			break
		}
	}
	p.mono(ms[first], true)
	for i, m := range ms {
		if i != first {
			p.mono(m, false)
		}
	}
	switch c.Sign() {
	case 1:
		p.WriteString(" + " + c.String())
	case -1:
		p.WriteString(" - " + c.Abs().String())
	}
}

func (p *printer) mono(m mono, first bool) {
	switch {
	case first && m.c.Sign() < 0:
		p.WriteByte('-')
	case first:
	case m.c.Sign() < 0:
		p.WriteString(" - ")
	default:
		p.WriteString(" + ")
	}
	switch c := m.c.Abs(); {
	case c.IsOne() && first && m.c.Sign() < 0:
		p.term(m.t, precUnary)
	case c.IsOne():
		p.term(m.t, precMul)
	default:
		p.number(c, precMul)
		p.WriteByte('*')
		p.term(m.t, precUnary)
	}
}

package cfront

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
)

// What is const is initialised, and never assigned: C11 6.5.16p2, 6.3.2.1p1. GCC refuses a file with such an
// assignment, wherever it stands, and so does the reader of expressions' types (typing.go), in the words of GCC.

// steps are what ++ and, for true, -- do.
var steps = map[bool]string{false: "increment of", true: "decrement of"}

// writable refuses an expression that is the operand of an assignment, as how says it ("assignment of"), and is const.
func (r *reader) writable(n cc.ExpressionNode, at cc.Node, how string) {
	t := r.exprType(n)
	if t.q&qConst == 0 && !t.t.constInside() {
		return
	}
	pos := r.pos(at)
	if r.surrounds(pos) { // which say what objects begin with
		return
	}
	if v := r.root(n); v != nil && v.differs {
		return
	}
	r.fail(pos, "leave const out where it is declared, or assign a copy", "%s %s", how, r.readOnly(strip(n)))
}

// constInside tells whether t is a structure or union with a const member, at any depth, so that it cannot be assigned as
// a whole.
func (t *ctype) constInside() bool {
	if t.kind != kStruct && t.kind != kUnion {
		return false
	}
	return slices.ContainsFunc(t.record.members, func(m member) bool {
		if m.q&qConst != 0 {
			return true
		}
		e := m.t
		for ; e.kind == kArray; e = e.elemC {
			if e.elemQ&qConst != 0 {
				return true
			}
		}
		return e.constInside()
	})
}

// readOnly names what is const, as GCC does.
func (r *reader) readOnly(n cc.ExpressionNode) string {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		v, ok := r.uses[x].(*variable)
		if !ok || x.Case != cc.PrimaryExpressionIdent {
			break
		}
		if v.owner != nil && slices.Contains(v.owner.params, v) {
			return "read-only parameter " + v.name
		}
		return "read-only variable " + v.name
	case *cc.PostfixExpression:
		var of qtype
		switch x.Case {
		case cc.PostfixExpressionSelect:
			of = r.exprType(x.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			if p := r.valueType(x.PostfixExpression); p.kind == kPointer {
				of = qtype{p.elemC, p.elemQ}
			}
		default:
			return r.location(n)
		}
		if of.q&qConst != 0 {
			return fmt.Sprintf("member %s in read-only object", x.Token2.SrcStr())
		}
		return "read-only member " + x.Token2.SrcStr()
	}
	return r.location(n)
}

func (r *reader) location(n cc.ExpressionNode) string {
	const most = 60
	text := source.Text(n)
	if len(text) > most {
		return "read-only location"
	}
	return "read-only location " + text
}

// root is the variable that an expression designates a part of, or leads on from; nil if that is none.
func (r *reader) root(n cc.ExpressionNode) *variable {
	for {
		switch x := strip(n).(type) {
		case *cc.PrimaryExpression:
			v, _ := r.uses[x].(*variable)
			return v
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall || x.Case == cc.PostfixExpressionComplit {
				return nil
			}
			n = x.PostfixExpression
		case *cc.UnaryExpression:
			if x.Case != cc.UnaryExpressionDeref {
				return nil
			}
			n = x.CastExpression
		case *cc.AdditiveExpression:
			n = x.AdditiveExpression
		default:
			return nil
		}
	}
}

// alike tells whether two types of one variable, of declarations in different files, agree in what is const.
func alike(a, b *ctype) bool {
	for a.kind == b.kind && (a.kind == kPointer || a.kind == kArray) {
		if (a.elemQ^b.elemQ)&qConst != 0 {
			return false
		}
		a, b = a.elemC, b.elemC
	}
	if a.record == nil || b.record == nil || a.record == b.record {
		return true
	}
	return slices.EqualFunc(a.record.members, b.record.members, func(m, n member) bool {
		return m.name == n.name && (m.q^n.q)&qConst == 0
	})
}

// declaredAgain adds the qualifiers of a declaration to those of v. What is const for the files that use it may be written by the
// one that defines it: the definition says whether the object is.
func (v *variable) declaredAgain(u *unit, x declared) {
	if v.t == nil || v.unit == u {
		v.q |= x.q
		return
	}
	if len(v.others) == 0 {
		v.others = append(v.others, declaration{v.t, v.pos})
	}
	v.others = append(v.others, declaration{x.t, x.pos})
	v.differs = v.differs || (v.q^x.q)&qConst != 0 || !alike(v.t, x.t)
	isConst := v.q & qConst
	if x.hasInit || !x.s.extern {
		isConst = x.q & qConst
	}
	v.q = (v.q|x.q)&^qConst | isConst
}

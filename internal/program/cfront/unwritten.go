package cfront

import (
	"reflect"
	"strings"

	"modernc.org/cc/v4"
)

// A static variable that its file never changes has the value it is initialised with, whoever calls the file's
// functions, and whenever.

// unwritten tells whether v is such a variable: a number or a pointer, without linkage to other files, of whose name there
// is no assignment and no address in the whole file. A local variable of that name counts, too.
func (r *reader) unwritten(v *variable) bool {
	if v.owner != nil || r.external(v) || !v.defined || v.unit == nil || !v.t.isArith() && v.t.kind != kPointer {
		return false
	}
	if v.unit.changed == nil {
		w := writes{}
		w.walk(reflect.ValueOf(v.unit.ast.TranslationUnit))
		v.unit.changed = w
	}
	return !v.unit.changed[v.name] && !v.unit.changed[anyName]
}

// writes are the names of variables that a file may change: it assigns to them or takes their address.
type writes map[string]bool

// anyName stands for all of them.
const anyName = "*"

// walk adds what the syntax tree at v changes.
func (w writes) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem())
		}
		return
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
	default:
		return
	}
	switch x := v.Interface().(type) {
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionCond {
			w.lvalue(x.UnaryExpression)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			w.lvalue(x.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			w.lvalue(x.CastExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			w.lvalue(x.PostfixExpression)
		case cc.PostfixExpressionCall: // va_start and its kin change their arguments
			if p, ok := strip(x.PostfixExpression).(*cc.PrimaryExpression); ok && strings.HasPrefix(p.Token.SrcStr(), "__builtin_va_") {
				w.arguments(x)
			}
		}
	case *cc.InitDeclarator:
		if x.Asm != nil { // its name for the assembler, which something else may have, too
			w[x.Declarator.Name()] = true
		}
	case *cc.AsmExpressionList: // a constraint and its operand have the form of a call
		if call, ok := strip(x.AssignmentExpression).(*cc.PostfixExpression); ok {
			w.arguments(call)
		}
	case *cc.ExternalDeclaration:
		if x.Case == cc.ExternalDeclarationAsmStmt {
			w[anyName] = true
		}
	case *cc.AttributeValue: // perhaps another name of a variable
		if strings.Trim(x.Token.SrcStr(), "_") == "alias" {
			w[anyName] = true
		}
	}
	next := v.Elem()
	for i := range next.NumField() {
		if next.Type().Field(i).IsExported() {
			w.walk(next.Field(i))
		}
	}
}

// arguments adds what the arguments of a call are.
func (w writes) arguments(call *cc.PostfixExpression) {
	for l := call.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		w.lvalue(l.AssignmentExpression)
	}
}

// lvalue adds the variable that n is, or whose part it is.
func (w writes) lvalue(n cc.ExpressionNode) {
	for {
		switch x := strip(n).(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent {
				w[x.Token.SrcStr()] = true
			}
			return
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionIndex && x.Case != cc.PostfixExpressionSelect {
				return
			}
			n = x.PostfixExpression
		case *cc.UnaryExpression: // __real__ and __imag__
			if x.Case != cc.UnaryExpressionReal && x.Case != cc.UnaryExpressionImag {
				return
			}
			n = x.CastExpression
		default:
			return
		}
	}
}

package cfront

import (
	"strings"

	"modernc.org/cc/v4"
)

func (b *binder) items(c *cc.CompoundStatement) {
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		switch i := l.BlockItem; i.Case {
		case cc.BlockItemDecl:
			b.declaration(i.Declaration)
		case cc.BlockItemStmt:
			b.statement(i.Statement)
		}
	}
}

// block reads what has a scope of its own.
func (b *binder) block(read func()) {
	b.open()
	read()
	b.close()
}

func (b *binder) statement(n *cc.Statement) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.StatementLabeled:
		l := n.LabeledStatement
		b.value(l.ConstantExpression)
		b.value(l.ConstantExpression2)
		b.statement(l.Statement)
	case cc.StatementCompound:
		b.block(func() { b.items(n.CompoundStatement) })
	case cc.StatementExpr:
		b.value(n.ExpressionStatement.ExpressionList)
	case cc.StatementSelection:
		x := n.SelectionStatement
		b.block(func() {
			b.value(x.ExpressionList)
			b.block(func() { b.statement(x.Statement) })
			b.block(func() { b.statement(x.Statement2) })
		})
	case cc.StatementIteration:
		x := n.IterationStatement
		b.block(func() {
			if x.Declaration != nil {
				b.declaration(x.Declaration)
			}
			b.value(x.ExpressionList)
			b.value(x.ExpressionList2)
			b.value(x.ExpressionList3)
			b.block(func() { b.statement(x.Statement) })
		})
	case cc.StatementJump:
		b.value(n.JumpStatement.ExpressionList)
	case cc.StatementAsm:
		l := n.AsmStatement.Asm.AsmArgList
		for i := 0; l != nil && i < 2; i, l = i+1, l.AsmArgList { // clobbers and labels are no expressions
			for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
				b.expr(asmOperand(e.AssignmentExpression))
				if i == 0 {
					b.r.writable(asmOperand(e.AssignmentExpression), e.AssignmentExpression, "output of assembly to")
				}
			}
		}
	}
}

func (b *binder) initializer(n *cc.Initializer) {
	if n == nil {
		return
	}
	if n.Case == cc.InitializerExpr {
		b.value(n.AssignmentExpression)
		return
	}
	b.initializers(n.InitializerList)
}

func (b *binder) initializers(l *cc.InitializerList) {
	for ; l != nil; l = l.InitializerList {
		if l.Designation != nil {
			for d := l.Designation.DesignatorList; d != nil; d = d.DesignatorList {
				b.value(d.Designator.ConstantExpression)
				b.value(d.Designator.ConstantExpression2)
			}
		}
		b.initializer(l.Initializer)
	}
}

// value binds the names in a whole expression, and looks for errors in its types.
func (b *binder) value(n cc.ExpressionNode) {
	if n == nil || isNilNode(n) {
		return
	}
	b.expr(n)
	b.r.exprType(n)
}

// expr binds the names in an expression.
func (b *binder) expr(n cc.ExpressionNode) {
	if n == nil || isNilNode(n) {
		return
	}
	n = strip(n)
	switch x := n.(type) {
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			b.expr(l.AssignmentExpression)
		}
	case *cc.AssignmentExpression:
		b.expr(x.UnaryExpression)
		b.expr(x.AssignmentExpression)
	case *cc.CastExpression:
		b.typeName(x.TypeName)
		b.expr(x.CastExpression)
	case *cc.UnaryExpression:
		if x.TypeName != nil {
			b.typeName(x.TypeName)
			return
		}
		b.expr(x.CastExpression)
		b.expr(x.UnaryExpression)
	case *cc.PostfixExpression:
		b.postfix(x)
	case *cc.PrimaryExpression:
		b.primary(x)
	default:
		for _, sub := range operands(n) {
			b.expr(sub)
		}
	}
}

func (b *binder) postfix(x *cc.PostfixExpression) {
	switch x.Case {
	case cc.PostfixExpressionCall:
		if p, ok := strip(x.PostfixExpression).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			b.name(p, true)
		} else {
			b.expr(x.PostfixExpression)
		}
		for _, a := range argumentNodes(x.ArgumentExpressionList) {
			b.expr(a)
		}
	case cc.PostfixExpressionComplit:
		b.typeName(x.TypeName)
		b.initializers(x.InitializerList)
		n := b.r.typeNames[x.TypeName]
		if t := n.t; t.kind == kArray && t.len < 0 && t.vla == nil {
			n.t = b.r.types.arrayOf(t.elemC, t.elemQ, b.r.listLength(b.u, t, x.InitializerList))
			b.r.typeNames[x.TypeName] = n
		}
	default:
		b.expr(x.PostfixExpression)
		b.expr(x.ExpressionList)
	}
}

func (b *binder) primary(x *cc.PrimaryExpression) {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		b.name(x, false)
	case cc.PrimaryExpressionStmt:
		b.block(func() { b.items(x.CompoundStatement) })
	case cc.PrimaryExpressionGeneric:
		g := x.GenericSelection
		b.expr(g.AssignmentExpression)
		for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
			a := l.GenericAssociation
			if a.Case == cc.GenericAssociationType {
				b.typeName(a.TypeName)
			}
			b.expr(a.AssignmentExpression)
		}
	}
}

// name finds what an identifier stands for. One that is called need not be declared.
func (b *binder) name(x *cc.PrimaryExpression, called bool) {
	name := x.Token.SrcStr()
	e := b.lookup(name)
	if e == nil {
		e = b.implicit(x, name, called)
	}
	if _, isType := e.(*typedef); isType {
		b.r.fail(b.r.pos(x), "", "%s is a type", name)
		e = nil
	}
	if e != nil {
		b.r.uses[x] = e
	}
}

// implicit declares a function that was not declared: with the type that GCC knows, if it is one of
// its builtins, else as int f().
func (b *binder) implicit(x *cc.PrimaryExpression, name string, called bool) any {
	tt, pos := b.r.types, b.r.pos(x)
	known, _ := b.lookup("__builtin_" + strings.TrimPrefix(name, "__builtin_")).(*function)
	if !called && known == nil {
		b.r.fail(pos, "is a declaration or an #include missing?", "undefined: %s", name)
		return nil
	}
	t := &ctype{kind: kFunc, size: 1, align: 1, fun: &funcType{result: tt.intT}}
	if known != nil {
		t = known.t
	}
	f := b.r.functionNamed(b.u, declared{name: name, t: t, pos: pos})
	f.implicit = true
	file := &b.scopes[0]
	if file.names == nil {
		file.names = map[string]any{}
	}
	file.names[name] = f
	return f
}

package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// What can be executed is asked of the statements in the files that were named, not in their headers. The list has those
// too for which there is no automaton, since nothing calls their function.

// lister makes the list of the statements.
type lister struct {
	r      *reader
	u      *unit
	f      *function
	at     map[ir.Pos]int      // where a place of the text is in the list, from 1 on
	users  map[int][]*function // in which functions that place is
	role   ir.Role
	of     ir.Pos
	always bool // the condition that gives the role is a constant
	depth  int
}

// listStatements makes prog.Statements. Where the program does not begin in main, functions that nothing calls are no part
// of what was asked.
//
// The function that it returns completes the list when the program has been lowered.
func (r *reader) listStatements(entry *function) (complete func()) {
	r.statements = map[cc.Node]int{}
	users := map[int][]*function{}
	whole := entry.cname == "main" && r.prog.Environment == nil
	defined := map[cc.Node]*function{}
	for _, f := range r.functions {
		if f.def != nil {
			defined[f.def] = f
		}
	}
	for _, u := range r.units {
		if u.models {
			continue
		}
		l := &lister{r: r, u: u, at: map[ir.Pos]int{}, users: users}
		for t := u.ast.TranslationUnit; t != nil; t = t.TranslationUnit {
			if d := t.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
				if l.f = defined[d.FunctionDefinition]; l.f != nil && (l.f.used || whole) && !r.isError(l.f) {
					l.items(l.f.def.CompoundStatement)
				}
			}
		}
	}
	return func() {
		for i, fs := range users {
			s := &r.prog.Statements[i-1]
			for _, f := range fs {
				s.Made, s.Addr = s.Made || f.ir != nil, s.Addr || f.addressed
			}
		}
	}
}

// add puts a statement on the list. All statements at one place are one.
func (l *lister) add(n cc.Node) *ir.Statement {
	pos := l.r.pos(n)
	if pos.File != l.u.file {
		return nil
	}
	list := &l.r.prog.Statements
	i := l.at[pos]
	if i == 0 {
		*list = append(*list, ir.Statement{Pos: pos, Func: l.f.cname, FuncPos: l.f.pos, Role: l.role, Of: l.of, Constant: l.always, Depth: l.depth})
		i = len(*list)
		l.at[pos] = i
	}
	l.r.statements[n] = i
	s := &(*list)[i-1]
	l.users[i] = append(l.users[i], l.f)
	l.role, l.of, l.always = ir.Follows, ir.Pos{}, false
	return s
}

func (l *lister) items(c *cc.CompoundStatement) {
	for i := c.BlockItemList; i != nil; i = i.BlockItemList {
		switch b := i.BlockItem; b.Case {
		case cc.BlockItemDecl:
			if l.initialises(b.Declaration) {
				l.add(b.Declaration)
			}
		case cc.BlockItemStmt:
			l.statement(b.Statement)
		}
	}
}

// initialises tells whether a declaration gives a variable its value where it is executed.
func (l *lister) initialises(d *cc.Declaration) bool {
	auto := func(n *cc.Declarator) bool {
		v, ok := l.r.entities[n].(*variable)
		return ok && v.auto
	}
	if d.Case == cc.DeclarationAuto {
		return auto(d.Declarator)
	}
	for i := d.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
		if i.InitDeclarator.Initializer != nil && auto(i.InitDeclarator.Declarator) {
			return true
		}
	}
	return false
}

// inside lists a statement that another one has in it.
func (l *lister) inside(n *cc.Statement, role ir.Role, of ir.Pos, always bool) {
	if n == nil {
		return
	}
	l.role, l.of, l.always = role, of, always
	l.depth++
	l.statement(n)
	l.depth--
	l.role, l.of, l.always = ir.Follows, ir.Pos{}, false
}

func (l *lister) statement(n *cc.Statement) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.StatementCompound:
		l.depth++
		l.items(n.CompoundStatement)
		l.depth--
	case cc.StatementLabeled:
		x := n.LabeledStatement
		l.role, l.of, l.always = ir.Case, ir.Pos{}, false
		switch x.Case {
		case cc.LabeledStatementLabel:
			l.role = ir.Labelled
		case cc.LabeledStatementDefault:
			l.role = ir.Default
		}
		l.statement(x.Statement)
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			if s := l.add(n); s != nil {
				s.Fails = l.fails(e)
			}
		}
	case cc.StatementSelection:
		x := n.SelectionStatement
		of := l.r.pos(n)
		l.add(n)
		if x.Case == cc.SelectionStatementSwitch {
			l.inside(x.Statement, ir.Follows, of, false)
			break
		}
		always := l.constant(x.ExpressionList)
		l.inside(x.Statement, ir.Then, of, always)
		l.inside(x.Statement2, ir.Else, of, always)
	case cc.StatementIteration:
		x := n.IterationStatement
		of := l.r.pos(n)
		l.add(n)
		test := x.ExpressionList
		switch x.Case {
		case cc.IterationStatementFor:
			test = x.ExpressionList2
		case cc.IterationStatementDo:
			l.inside(x.Statement, ir.Follows, of, false)
			return
		}
		l.inside(x.Statement, ir.Body, of, l.constant(test))
	case cc.StatementJump:
		x := n.JumpStatement
		if s := l.add(n); s != nil {
			s.Empty = x.Case == cc.JumpStatementBreak || x.Case == cc.JumpStatementReturn && x.ExpressionList == nil
		}
	case cc.StatementAsm:
		l.add(n)
	}
}

func (l *lister) constant(n cc.ExpressionNode) bool {
	if n == nil || isNilNode(n) {
		return false
	}
	_, ok := l.r.constantValue(l.u, n)
	return ok
}

// failing are functions that programs call where they think that they never are.
var failing = map[string]bool{
	"abort": true, "__assert_fail": true, "__assert_rtn": true, "__assert_perror_fail": true, "__assert": true, "__assert_func": true,
	"__builtin_unreachable": true, "__builtin_trap": true, "__builtin_abort": true, "reach_error": true, "__VERIFIER_error": true,
}

// fails tells whether an expression only says that it is not to be evaluated: a call of such a function, or assert(0).
func (l *lister) fails(n cc.ExpressionNode) bool {
	switch x := strip(n).(type) {
	case *cc.ConditionalExpression:
		return l.isZero(x.LogicalOrExpression) && l.fails(x.ConditionalExpression)
	case *cc.LogicalOrExpression:
		return l.isZero(x.LogicalOrExpression) && l.fails(x.LogicalAndExpression)
	case *cc.CastExpression:
		return l.fails(x.CastExpression)
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall {
			f := l.r.callee(x)
			return f != nil && (failing[f.cname] || l.r.isError(f))
		}
	}
	return false
}

// isZero tells whether an expression is the constant 0, such as !"not reached".
func (l *lister) isZero(n cc.ExpressionNode) bool {
	switch x := strip(n).(type) {
	case *cc.LogicalAndExpression: // 0 && "why"
		return l.isZero(x.LogicalAndExpression) || l.isZero(x.InclusiveOrExpression)
	case *cc.UnaryExpression:
		if p, ok := strip(x.CastExpression).(*cc.PrimaryExpression); ok && x.Case == cc.UnaryExpressionNot && p.Case == cc.PrimaryExpressionString {
			return true
		}
	}
	v, ok := l.r.constantValue(l.u, n)
	return ok && v.e != nil && v.e.IsConst() && v.e.Val.IsZero()
}

// begins notes that the statement n begins here.
func (f *fn) begins(n cc.Node) {
	if i := f.r.statements[n]; i > 0 {
		e := f.emit(&ir.Skip{}, f.r.pos(n))
		e.aux, e.before = false, i
		f.r.prog.Statements[i-1].Lowered = true
	}
}

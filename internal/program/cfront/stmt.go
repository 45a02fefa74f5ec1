package cfront

import (
	"cmp"
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// labelScope holds the labels of a function or, by __label__, of a block.
type labelScope struct {
	nodes map[string]*node
	local map[string]bool // nil: any name
}

func (f *fn) compound(c *cc.CompoundStatement) {
	if c == nil {
		return
	}
	depth := len(f.cleanups)
	f.enter(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		f.item(l.BlockItem)
	}
	f.closeScope(depth, f.r.endOf(c))
	f.leave(c)
}

// enter opens the scope of the labels that a block declares.
func (f *fn) enter(c *cc.CompoundStatement) {
	f.opened++
	f.blocks = append(f.blocks, f.opened)
	if local := localLabels(c); local != nil {
		f.labels = append(f.labels, labelScope{nodes: map[string]*node{}, local: local})
	}
}

func (f *fn) leave(c *cc.CompoundStatement) {
	f.blocks = f.blocks[:len(f.blocks)-1]
	if localLabels(c) != nil {
		f.labels = f.labels[:len(f.labels)-1]
	}
}

func localLabels(c *cc.CompoundStatement) map[string]bool {
	var names map[string]bool
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case != cc.BlockItemLabel {
			continue
		}
		if names == nil {
			names = map[string]bool{}
		}
		for i := l.BlockItem.LabelDeclaration.IdentifierList; i != nil; i = i.IdentifierList {
			name := i.Token.SrcStr()
			if i.Token2.SrcStr() != "" {
				name = i.Token2.SrcStr()
			}
			names[name] = true
		}
	}
	return names
}

// label is the node of a label.
func (f *fn) label(name string, pos ir.Pos) *node {
	for i := len(f.labels) - 1; i >= 0; i-- {
		s := f.labels[i]
		if s.local != nil && !s.local[name] {
			continue
		}
		if s.nodes[name] == nil {
			s.nodes[name] = f.node(pos)
		}
		return s.nodes[name]
	}
	panic("cfront: a function without a scope of labels")
}

func (f *fn) item(b *cc.BlockItem) {
	switch b.Case {
	case cc.BlockItemDecl:
		f.begins(b.Declaration)
		f.declaration(b.Declaration)
	case cc.BlockItemStmt:
		f.statement(b.Statement)
	}
}

// statementExpression is ({ … }): its value is that of the last statement.
func (f *fn) statementExpression(c *cc.CompoundStatement) value {
	f.enter(c)
	defer f.leave(c)
	depth := len(f.cleanups)
	last := f.blockValue(c)
	if len(f.cleanups) > depth {
		pos := f.r.endOf(c)
		last = f.kept(last, pos)
		f.closeScope(depth, pos)
	}
	return last
}

// blockValue lowers the items of a statement expression; its value is that of the last.
func (f *fn) blockValue(c *cc.CompoundStatement) value {
	var last value
	last.t = f.r.types.void
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		if b := l.BlockItem; l.BlockItemList == nil && b.Case == cc.BlockItemStmt {
			return f.lastStatement(b.Statement)
		}
		f.item(l.BlockItem)
	}
	return last
}

func (f *fn) lastStatement(s *cc.Statement) value {
	switch {
	case s.Case == cc.StatementExpr && s.ExpressionStatement.ExpressionList != nil:
		return f.rvalue(s.ExpressionStatement.ExpressionList)
	case s.Case == cc.StatementLabeled && s.LabeledStatement.Case == cc.LabeledStatementLabel:
		f.placeLabel(s.LabeledStatement)
		return f.lastStatement(s.LabeledStatement.Statement)
	}
	f.statement(s)
	return value{t: f.r.types.void}
}

func (f *fn) statement(n *cc.Statement) {
	if n == nil || f.r.err != nil || f.r.ctx.Err() != nil {
		return
	}
	f.begins(n)
	switch n.Case {
	case cc.StatementLabeled:
		f.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		f.compound(n.CompoundStatement)
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			f.counted(f.pos(e), func() { f.effect(e) })
		}
	case cc.StatementSelection:
		f.selection(n.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(n.IterationStatement)
	case cc.StatementJump:
		f.jumpStatement(n.JumpStatement)
	case cc.StatementAsm:
		f.asm(n.AsmStatement.Asm)
	}
}

// counted emits a C statement: the last assignment or call is the statement's own edge. A
// statement without an effect is a skip. Guards and calls inside count for themselves.
func (f *fn) counted(pos ir.Pos, emit func()) {
	before := len(f.edges)
	emit()
	guards := false
	for i := len(f.edges) - 1; i >= before; i-- {
		switch f.edges[i].stmt.(type) {
		case *ir.Assign, *ir.Havoc, *ir.Store, *ir.Alloc, *ir.Free, *ir.Clobber, *ir.Call:
			f.edges[i].aux = false
			return
		}
		guards = guards || !f.edges[i].aux
	}
	if !guards {
		f.emit(&ir.Skip{}, pos).aux = false
	}
}

func (f *fn) labeled(n *cc.LabeledStatement) {
	f.placeLabel(n)
	f.statement(n.Statement)
}

// placeLabel puts the label of n here.
func (f *fn) placeLabel(n *cc.LabeledStatement) {
	pos := f.pos(n)
	var l *node
	if n.Case == cc.LabeledStatementLabel {
		name := n.Token.SrcStr()
		l = f.label(name, pos)
		l.pos = pos
		if name == f.r.opts.ErrorLabel && name != "" && !f.unit.models {
			l.goal = ir.Violates("unreach-call")
			f.r.errors++
		}
	} else if l = f.cases[n]; l == nil {
		f.r.fail(pos, "", "a case label that belongs to no switch statement")
		return
	}
	l.label = cmp.Or(l.label, pos)
	l.cleanups = append([]*variable(nil), f.cleanups...)
	l.blocks = append([]int(nil), f.blocks...)
	if n.Case != cc.LabeledStatementLabel {
		l = f.enterCase(n, l, pos)
	}
	f.jump(l, pos)
	f.cur = l
	if l.goal.Kind != ir.NoGoal {
		f.cur = f.node(pos) // nothing follows an error
	}
}

func (f *fn) selection(n *cc.SelectionStatement) {
	pos := f.pos(n)
	switch n.Case {
	case cc.SelectionStatementIf, cc.SelectionStatementIfElse:
		yes, no, end := f.node(pos), f.node(pos), f.node(pos)
		f.condition(n.ExpressionList, yes, no)
		f.cur = yes
		f.statement(n.Statement)
		f.jump(end, pos)
		f.cur = no
		f.statement(n.Statement2)
		f.jump(end, pos)
		f.cur = end
	case cc.SelectionStatementSwitch:
		f.switchStatement(n, pos)
	}
}

func (f *fn) switchStatement(n *cc.SelectionStatement, pos ir.Pos) {
	v := f.rvalue(n.ExpressionList)
	v = f.convert(v, f.r.types.promote(v.t), pos)
	if v.e == nil || !v.t.isInt() {
		f.r.fail(pos, "", "switch needs an integer")
		return
	}
	if v.e.Op != ir.OpVar && !v.e.IsConst() {
		t := f.temp(v.e.Type, pos)
		f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
		v.e = ir.VarExpr(t)
	}
	end := f.node(pos)
	otherwise := end
	values, ranges := map[string]bool{}, [][2]num.Int{}
	for _, l := range n.LabeledStatements() {
		at := f.pos(l)
		target := f.node(at)
		f.cases[l] = target
		if f.caseDepth == nil {
			f.caseDepth = map[*cc.LabeledStatement]int{}
		}
		f.caseDepth[l] = len(f.cleanups)
		switch l.Case {
		case cc.LabeledStatementDefault:
			if otherwise != end {
				f.r.fail(at, "leave one of them out", "the switch has another default")
			}
			otherwise = target
		case cc.LabeledStatementCaseLabel, cc.LabeledStatementRange:
			lo, hi := f.caseGuard(v, l, target, at)
			if !lo.IsConst() || !hi.IsConst() || hi.Val.Less(lo.Val) {
				break
			}
			again := values[lo.Val.String()]
			for _, other := range ranges {
				again = again || !hi.Val.Less(other[0]) && !other[1].Less(lo.Val)
			}
			if again {
				f.r.fail(at, "leave one of them out", "the switch has another case with this value")
			}
			if lo == hi {
				values[lo.Val.String()] = true
			} else {
				ranges = append(ranges, [2]num.Int{lo.Val, hi.Val})
			}
		}
	}
	f.jump(otherwise, pos)
	outer, depth := f.breakTo, f.breakDepth
	f.breakTo, f.breakDepth = end, len(f.cleanups)
	f.statement(n.Statement)
	f.breakTo, f.breakDepth = outer, depth
	f.jump(end, pos)
	f.cur = end
}

// caseGuard goes to target if v is the constant of a case label, or in its range, which it returns.
func (f *fn) caseGuard(v value, l *cc.LabeledStatement, target *node, pos ir.Pos) (lo, hi *ir.Expr) {
	bound := func(n cc.ExpressionNode) *ir.Expr {
		c, ok := f.r.constantValue(f.unit, n)
		if !ok {
			f.r.fail(pos, "", "a case label needs an integer constant")
			return v.e
		}
		return f.convert(c, v.t, pos).e
	}
	next := f.node(pos)
	lo = bound(l.ConstantExpression)
	hi = lo
	c := ir.Compare(ir.OpEq, v.e, lo)
	if l.Case == cc.LabeledStatementRange {
		hi = bound(l.ConstantExpression2)
		c = ir.And(ir.Compare(ir.OpGe, v.e, lo), ir.Compare(ir.OpLe, v.e, hi))
	}
	from := f.cur
	f.branch(c, target, next, pos)
	for _, e := range from.out {
		e.label = e.branch > 0
	}
	f.cur = next
	return lo, hi
}

func (f *fn) iteration(n *cc.IterationStatement) {
	pos := f.pos(n)
	head, body, end := f.node(pos), f.node(pos), f.node(pos)
	again := head
	scope := len(f.cleanups)
	switch n.Case {
	case cc.IterationStatementWhile:
		f.openLoop(n)
		f.jump(head, pos)
		f.cur = head
		f.condition(n.ExpressionList, body, end)
	case cc.IterationStatementDo:
		f.openLoop(n)
		again = f.node(pos)
		f.jump(body, pos)
		body.loopPos = pos
	case cc.IterationStatementFor, cc.IterationStatementForDecl:
		test, step := n.ExpressionList2, n.ExpressionList3
		if n.Case == cc.IterationStatementForDecl {
			f.declaration(n.Declaration)
			test, step = n.ExpressionList, n.ExpressionList2
		} else if n.ExpressionList != nil {
			f.counted(f.pos(n.ExpressionList), func() { f.effect(n.ExpressionList) })
		}
		f.openLoop(n)
		f.jump(head, pos)
		if step != nil {
			again = f.node(f.pos(step))
			f.cur = again
			f.counted(f.pos(step), func() { f.effect(step) })
			f.jump(head, pos)
		}
		f.cur = head
		if test != nil {
			f.condition(test, body, end)
		} else {
			f.jump(body, pos)
		}
	}
	head.loopPos = pos
	outerBreak, outerContinue, breakDepth, continueDepth := f.breakTo, f.continueTo, f.breakDepth, f.continueDepth
	f.breakTo, f.continueTo, f.breakDepth, f.continueDepth = end, again, len(f.cleanups), len(f.cleanups)
	f.cur = body
	f.statement(n.Statement)
	f.breakTo, f.continueTo, f.breakDepth, f.continueDepth = outerBreak, outerContinue, breakDepth, continueDepth
	f.jump(again, pos)
	if n.Case == cc.IterationStatementDo {
		f.cur = again
		f.condition(n.ExpressionList, body, end)
	}
	f.cur = end
	f.closeLoop(scope)
	f.closeScope(scope, pos)
}

func (f *fn) jumpStatement(n *cc.JumpStatement) {
	pos := f.pos(n)
	switch n.Case {
	case cc.JumpStatementGoto:
		f.goTo(f.label(n.Token2.SrcStr(), pos), pos)
	case cc.JumpStatementGotoExpr:
		v := f.rvalue(n.ExpressionList)
		if v.e == nil {
			f.r.fail(pos, "", "goto needs a label's address")
			return
		}
		t := f.temp(v.e.Type, pos)
		f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
		if slices.ContainsFunc(f.cleanups, func(v *variable) bool { return v.cleanup != nil || v.frame != nil || v.place.addr != nil }) {
			f.unsound(pos, "a computed goto in the scope of a variable with attribute cleanup, or whose life ends there, or of an assigns clause, is not supported")
		}
		f.computed = append(f.computed, f.cur)
		f.computedVars = append(f.computedVars, t)
		f.cur = f.node(pos)
	case cc.JumpStatementContinue:
		if f.continueTo == nil {
			f.r.fail(pos, "", "continue outside a loop")
			return
		}
		f.leaveTo(f.continueDepth, pos)
		f.jump(f.continueTo, pos)
	case cc.JumpStatementBreak:
		if f.breakTo == nil {
			f.r.fail(pos, "", "break outside a loop or switch")
			return
		}
		f.leaveTo(f.breakDepth, pos)
		f.jump(f.breakTo, pos)
	case cc.JumpStatementReturn:
		f.returnStatement(n, pos)
	}
}

func (f *fn) returnStatement(n *cc.JumpStatement, pos ir.Pos) {
	f.counted(pos, func() {
		if n.ExpressionList == nil {
			return
		}
		result := f.resultPlace()
		if result.t == nil || result.t.kind == kVoid {
			f.effect(n.ExpressionList)
			return
		}
		if len(f.cleanups) > 0 && result.t.isAgg() { // they may return such values themselves
			v := f.kept(f.convert(f.rvalue(n.ExpressionList), result.t, pos), pos)
			f.leaveTo(0, pos)
			f.store(result, v, pos)
			return
		}
		f.assignTo(result, n.ExpressionList, pos)
	})
	if result := f.resultPlace(); result.t == nil || !result.t.isAgg() || n.ExpressionList == nil {
		f.leaveTo(0, pos)
	}
	if n.ExpressionList == nil {
		f.fallOff(pos)
	} else {
		f.returns(true, pos)
	}
	f.jump(f.out, pos)
}

// labelNumber is the address of a label: labels whose address is taken are numbered from 1.
func (f *fn) labelNumber(name string) int64 {
	if f.labelOwner != nil {
		return f.labelOwner.labelNumber(name)
	}
	if f.labelNumbers == nil {
		f.labelNumbers = map[string]int64{}
	}
	if f.labelNumbers[name] == 0 {
		f.labelNumbers[name] = int64(len(f.labelNumbers) + 1)
		f.labelOrder = append(f.labelOrder, name)
	}
	return f.labelNumbers[name]
}

// resolveComputed lets each computed goto try the labels whose addresses are taken.
func (f *fn) resolveComputed() {
	for i, n := range f.computed {
		f.cur = n
		v := ir.VarExpr(f.computedVars[i])
		for _, name := range f.labelOrder {
			next := f.node(n.pos)
			c := ir.Compare(ir.OpEq, v, ir.Const(v.Type, num.I(f.labelNumbers[name])))
			f.branch(c, f.label(name, n.pos), next, n.pos)
			f.cur = next
		}
		// What is computed from the numbers of labels in other ways than GCC's may lead anywhere.
		f.unsound(n.pos, "a computed goto to what is not the address of a label of its function, as far as craig knows, is not supported")
	}
}

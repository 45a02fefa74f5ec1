package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
)

// scanner walks the functions and initialisers that can be reached from the entry, before any of
// them is lowered. It finds out which functions and variables the program uses, which variables
// must live in memory, and which functions may be recursive.
//
// A variable must live in memory if its address is taken, if it is an array that is used as a
// pointer, or if an element of it is accessed with an index that is not constant. What path says
// here must agree with what the lowering does with the same expression: see fn.lvalue.
type scanner struct {
	r    *reader
	unit *unit
	fn   *function // nil in an initialiser at file scope

	// For variables whose declaration a jump may pass over: those declared so far in each block
	// that is open, and whether there was a jump yet.
	blocks [][]*variable
	jumps  bool
}

// scan walks everything that is reachable from the functions used so far.
func (r *reader) scan() {
	for {
		switch {
		case len(r.newFunctions) > 0:
			f := r.newFunctions[0]
			r.newFunctions = r.newFunctions[1:]
			if f.def != nil && !r.isError(f) {
				if f.later != nil {
					f.later()
					f.later = nil
				}
				s := &scanner{r: r, unit: f.unit, fn: f}
				for _, t := range f.t.fun.sizes {
					s.expr(t.vla)
				}
				s.compound(f.def.CompoundStatement)
			}
		case len(r.newVariables) > 0:
			v := r.newVariables[0]
			r.newVariables = r.newVariables[1:]
			if v.init != nil {
				s := &scanner{r: r, unit: v.unit}
				s.initializer(v.init)
				s.initialised(v)
			}
		default:
			if !r.reachable() {
				return
			}
		}
		if r.ctx.Err() != nil {
			return
		}
	}
}

// reachable puts the variables into memory that functions without a body may write. They use them too;
// it tells whether nothing else did that.
func (r *reader) reachable() (more bool) {
	for _, v := range r.globals {
		if r.opts.UnknownFunctions != Havoc || v.owner != nil || !r.external(v) {
			continue
		}
		v.memory = true
		if !v.used && v.defined && v.t != nil && !v.unit.models {
			r.useVariable(v)
			more = true
		}
	}
	return more
}

func (r *reader) use(f *function) {
	if f != nil && !f.used { // nil: a model that could not be read any more
		f.used = true
		r.newFunctions = append(r.newFunctions, f)
		r.use(r.promised(f))
	}
}

func (r *reader) useVariable(v *variable) {
	if !v.used {
		v.used = true
		if !v.auto {
			r.newVariables = append(r.newVariables, v)
		}
		if v.t != nil && v.t.isAgg() || v.t != nil && v.t.kind == kArray {
			v.memory = v.memory || !r.types.splittable(v.t) || r.interrupts != nil && !v.auto && r.types.hasBits(v.t)
		}
	}
}

func (s *scanner) compound(c *cc.CompoundStatement) {
	if c == nil {
		return
	}
	s.blocks = append(s.blocks, nil)
	defer func() { s.blocks = s.blocks[:len(s.blocks)-1] }()
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		switch b := l.BlockItem; b.Case {
		case cc.BlockItemDecl:
			s.declaration(b.Declaration)
		case cc.BlockItemStmt:
			s.statement(b.Statement)
		case cc.BlockItemFuncDef:
			s.r.fail(s.r.pos(b.Declarator), "", "nested functions are not supported")
		}
	}
}

func (s *scanner) declaration(d *cc.Declaration) {
	r := s.r
	switch d.Case {
	case cc.DeclarationAuto:
		s.local(d.Declarator)
		s.initializer(d.Initializer)
		return
	case cc.DeclarationAssert:
		return
	}
	s.sizes(d)
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		decl := l.InitDeclarator.Declarator
		s.sizes(decl)
		v := s.local(decl)
		if v != nil && v.init != nil && v.init.Case == cc.InitializerExpr {
			s.assigned(v, v.init.AssignmentExpression)
		}
		switch {
		case v == nil:
		case !v.auto:
			r.globals = append(r.globals, v)
		case v.init != nil:
			s.wholeInitializer(v.init)
			s.initializer(v.init)
			s.initialised(v)
		}
	}
}

// wholeInitializer records the expressions of an initialiser, one by one.
func (s *scanner) wholeInitializer(n *cc.Initializer) {
	if n.Case == cc.InitializerExpr {
		s.whole(n.AssignmentExpression)
		return
	}
	if s.fn != nil {
		s.fn.lists = append(s.fn.lists, n.InitializerList)
	}
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		s.wholeInitializer(l.Initializer)
	}
}

// local enters a variable of block scope; nil if the declarator declares something else.
func (s *scanner) local(d *cc.Declarator) *variable {
	v, ok := s.r.entities[d].(*variable)
	if !ok || v.owner == nil {
		return nil
	}
	s.r.types.complete(v.t)
	if v.auto {
		s.fn.locals = append(s.fn.locals, v)
	}
	if n := len(s.blocks); n > 1 || s.jumps {
		s.blocks[n-1] = append(s.blocks[n-1], v)
	}
	if v.cleanup != nil {
		v.memory = true
		s.expr(v.cleanup)
		if f := s.r.functionOf(v.cleanup, 1); f != nil {
			s.calls(f, 1)
		}
	}
	return v
}

// sizes scans the lengths of arrays of variable length that n writes.
func (s *scanner) sizes(n cc.Node) {
	for _, t := range s.r.extents[n] {
		s.expr(t.vla)
	}
}

// whole records an expression that is not a part of another, for the order of evaluation.
func (s *scanner) whole(n cc.ExpressionNode) {
	if s.fn != nil && n != nil && !isNilNode(n) {
		s.fn.exprs = append(s.fn.exprs, n)
	}
}

func (s *scanner) statementExpression(c *cc.CompoundStatement) {
	begin := 0
	if s.fn != nil {
		begin = len(s.fn.exprs)
	}
	s.compound(c)
	if s.fn != nil {
		s.r.inside[c] = s.fn.exprs[begin:len(s.fn.exprs):len(s.fn.exprs)]
	}
}

func (s *scanner) statement(n *cc.Statement) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.StatementLabeled:
		for i, b := range s.blocks {
			for _, v := range b {
				v.early = true
			}
			s.blocks[i] = nil
		}
		s.statement(n.LabeledStatement.Statement)
	case cc.StatementCompound:
		s.compound(n.CompoundStatement)
	case cc.StatementExpr:
		s.whole(n.ExpressionStatement.ExpressionList)
		s.effect(n.ExpressionStatement.ExpressionList)
	case cc.StatementSelection:
		x := n.SelectionStatement
		s.whole(x.ExpressionList)
		if x.Case == cc.SelectionStatementSwitch {
			s.expr(x.ExpressionList)
		} else {
			s.test(x.ExpressionList)
		}
		s.statement(x.Statement)
		s.statement(x.Statement2)
	case cc.StatementIteration:
		x := n.IterationStatement
		defer s.loop(x)()
		s.whole(x.ExpressionList)
		s.whole(x.ExpressionList2)
		s.whole(x.ExpressionList3)
		if x.Declaration != nil {
			s.declaration(x.Declaration)
		}
		switch x.Case {
		case cc.IterationStatementWhile, cc.IterationStatementDo:
			s.test(x.ExpressionList)
		case cc.IterationStatementFor:
			s.effect(x.ExpressionList)
			s.test(x.ExpressionList2)
			s.effect(x.ExpressionList3)
		case cc.IterationStatementForDecl:
			s.test(x.ExpressionList)
			s.effect(x.ExpressionList2)
		}
		s.statement(x.Statement)
	case cc.StatementJump:
		s.jumps = s.jumps || n.JumpStatement.Case == cc.JumpStatementGoto || n.JumpStatement.Case == cc.JumpStatementGotoExpr
		if e := n.JumpStatement.ExpressionList; e != nil {
			s.whole(e)
			s.expr(e)
			if s.fn != nil {
				s.becomes(e, s.fn.t.fun.result)
			}
		}
	case cc.StatementAsm:
		s.asm(n.AsmStatement.Asm)
	}
}

func (s *scanner) asm(a *cc.Asm) {
	if s.fn != nil && codeSwitching(strings.Trim(strings.TrimSpace(a.Token3.SrcStr()), "\"")) != switchesNothing {
		s.fn.codeSwitches = true
	}
	l := a.AsmArgList
	for i := 0; l != nil && i < 2; i, l = i+1, l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			s.path(asmOperand(e.AssignmentExpression))
			s.goes(asmOperand(e.AssignmentExpression))
			if i == 0 {
				s.write(asmOperand(e.AssignmentExpression))
			}
		}
	}
}

func (s *scanner) initializer(n *cc.Initializer) {
	if n.Case == cc.InitializerExpr {
		if lit, ok := stringLiteral(n.AssignmentExpression); ok {
			s.literal(lit)
		} else {
			s.expr(n.AssignmentExpression)
		}
		return
	}
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		s.initializer(l.Initializer)
		if l.Initializer.Case == cc.InitializerExpr {
			s.initialises(l.Initializer.AssignmentExpression)
		}
	}
}

// literal notes whether a text may be a format with %n, which is written to memory that a call of printf is not seen to be given.
func (s *scanner) literal(x *cc.PrimaryExpression) {
	if codes, _, ok := s.r.types.textLiteral(x); ok && !s.unit.models {
		var text []byte
		for _, c := range codes {
			text = append(text, byte(min(max(c, 0), 127)))
		}
		s.r.counting = s.r.counting || library.StoresCount(string(text))
	}
}

// expr walks an expression whose value is used.
func (s *scanner) expr(n cc.ExpressionNode) {
	if n == nil || isNilNode(n) {
		return
	}
	v, t := s.path(n)
	if t.kind != kArray {
		return
	}
	if to, ok := s.r.pointeeOf(s.r.valueType(n), 0); ok {
		s.taken(n, to)
	}
	if v != nil {
		v.memory = true
	}
}

// path walks an expression that may designate an object. It returns the variable in which the
// object lies at a constant place, if so, and the object's type; and else the expression's type.
func (s *scanner) path(n cc.ExpressionNode) (*variable, *ctype) {
	n = strip(n)
	s.seen(n)
	t := s.r.exprType(n).t
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return s.ident(x, true)
		case cc.PrimaryExpressionString:
			s.literal(x)
		case cc.PrimaryExpressionStmt:
			s.statementExpression(x.CompoundStatement)
		case cc.PrimaryExpressionGeneric:
			if a := s.r.association(x.GenericSelection); a != nil {
				return s.path(a.AssignmentExpression)
			}
		}
		return nil, t
	case *cc.PostfixExpression:
		return s.postfix(x)
	case *cc.UnaryExpression:
		return s.unary(x)
	case *cc.CastExpression:
		s.expr(x.CastExpression)
		s.sizes(x.TypeName)
		return nil, t
	case *cc.AssignmentExpression:
		s.path(x.UnaryExpression)
		s.expr(x.AssignmentExpression)
		return nil, t
	case *cc.ExpressionList: // a comma expression
		for l := x; l != nil; l = l.ExpressionList {
			s.expr(l.AssignmentExpression)
		}
		return nil, t
	}
	if !s.comparison(n) {
		for _, sub := range operands(n) {
			s.expr(sub)
		}
	}
	return nil, t
}

func (s *scanner) ident(x *cc.PrimaryExpression, asValue bool) (*variable, *ctype) {
	r := s.r
	switch e := r.denoted(x).(type) {
	case *variable:
		r.useVariable(e)
		e.valued = true
		return e, e.t
	case *function:
		if asValue {
			e.addressed = true
			r.use(e)
		}
		return nil, e.t
	}
	return nil, r.exprType(x).t
}

// indexed notes that base, a list of pointers, is indexed by a constant.
func (s *scanner) indexed(base, index cc.ExpressionNode) {
	if x, ok := strip(base).(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
		if v, ok := s.r.denoted(x).(*variable); ok {
			if n, ok := s.r.constant(s.unit, index); ok {
				v.indexed = max(v.indexed, n+1)
			}
		}
	}
}

func (s *scanner) postfix(x *cc.PostfixExpression) (*variable, *ctype) {
	types := s.r.types
	switch x.Case {
	case cc.PostfixExpressionIndex:
		base, index := x.PostfixExpression, x.ExpressionList
		v, t := s.path(base)
		if t.isInt() { // 2[a]
			base, index = index, base
			v, t = s.path(base)
		} else {
			s.expr(index)
		}
		if t.kind == kPointer && types.elem(t).kind == kPointer {
			s.indexed(base, index)
		}
		return s.element(v, t, index)
	case cc.PostfixExpressionCall:
		s.call(x)
	case cc.PostfixExpressionSelect:
		s.r.selected[x.Token2.SrcStr()] = true
		v, t := s.path(x.PostfixExpression)
		if m, ok := types.member(t, x.Token2.SrcStr()); ok {
			return v, m.t
		}
	case cc.PostfixExpressionPSelect:
		s.r.selected[x.Token2.SrcStr()] = true
		v, t := s.pointee(x.PostfixExpression)
		if m, ok := types.member(t, x.Token2.SrcStr()); ok {
			return v, m.t
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		s.path(x.PostfixExpression)
	case cc.PostfixExpressionComplit:
		s.sizes(x.TypeName)
		for l := x.InitializerList; l != nil; l = l.InitializerList {
			s.initializer(l.Initializer)
		}
	}
	return nil, s.r.exprType(x).t
}

// element is the element of an array in v, or of what v points to.
func (s *scanner) element(v *variable, t *ctype, index cc.ExpressionNode) (*variable, *ctype) {
	if t.kind != kArray {
		if t.kind == kPointer {
			return nil, s.r.types.elem(t)
		}
		return nil, s.r.types.void
	}
	e := s.r.types.elem(t)
	if v == nil {
		return nil, e
	}
	if i, ok := s.r.constant(s.unit, index); ok && i >= 0 && i < t.len {
		return v, e
	}
	v.memory = true
	return nil, e
}

// pointee is what a pointer expression points to: &x is x, an array its first element.
func (s *scanner) pointee(n cc.ExpressionNode) (*variable, *ctype) {
	if u, ok := strip(n).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return s.path(u.CastExpression)
	}
	v, t := s.path(n)
	switch t.kind {
	case kArray:
		return v, s.r.types.elem(t)
	case kPointer:
		return nil, s.r.types.elem(t)
	}
	return nil, t
}

func (s *scanner) unary(x *cc.UnaryExpression) (*variable, *ctype) {
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		s.path(x.UnaryExpression)
	case cc.UnaryExpressionAddrof:
		if v, _ := s.path(x.CastExpression); v != nil {
			v.memory = true
		}
	case cc.UnaryExpressionDeref:
		return s.pointee(x.CastExpression)
	case cc.UnaryExpressionSizeofExpr:
		if s.r.exprType(x.UnaryExpression).t.variable() { // it is evaluated
			s.path(x.UnaryExpression)
		}
	case cc.UnaryExpressionSizeofType:
		s.sizes(x.TypeName)
	case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType, cc.UnaryExpressionLabelAddr:
	case cc.UnaryExpressionNot:
		s.test(x.CastExpression)
	default:
		for _, sub := range operands(x) {
			s.expr(sub)
		}
	}
	return nil, s.r.exprType(x).t
}

func (s *scanner) call(x *cc.PostfixExpression) {
	if f := s.r.callee(x); f != nil && vaList(f) && x.ArgumentExpressionList != nil {
		s.pointee(x.ArgumentExpressionList.AssignmentExpression)
		return
	}
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		s.expr(l.AssignmentExpression)
	}
	f := s.r.callee(x)
	if f == nil {
		s.expr(x.PostfixExpression)
		if s.fn != nil {
			s.fn.indirect = true
		}
		return
	}
	s.calls(f, len(argumentList(x)))
	if g := s.r.closed(x, f); g != f && f.used {
		s.r.use(g)
	}
}

// calls enters a call of a function by its name.
func (s *scanner) calls(f *function, args int) {
	s.r.calledNames[library.Plain(f.cname)] = true
	if usesPrint(f) {
		for _, name := range printModels {
			s.r.use(s.r.printModel(name))
		}
		for _, name := range scanModels {
			s.r.use(s.r.modelNamed("__craig_scan_"+name, false))
		}
	}
	if row := s.r.row(f, args); f.def == nil && row != nil {
		if s.r.looks() {
			for _, name := range textModels {
				s.r.use(s.r.modelNamed(name, false))
			}
		}
		if model := streamModel(row); model != "" {
			s.r.use(s.r.modelNamed(model, false))
		}
	}
	s.r.needSizes = s.r.needSizes || usesSizes(f)
	if (f.cname == "__craig_assigns" || f.cname == loopAssigns) && s.fn != nil {
		if !isStandIn(s.fn.cname) || strings.HasPrefix(s.fn.cname, promisePrefix) {
			s.r.framed = append(s.r.framed, s.fn)
		}
	}
	if s.r.isError(f) || f.def == nil && builtin(f, s.r.row(f, args)) != nil {
		return
	}
	s.r.use(f)
	if s.fn != nil {
		s.fn.calls = append(s.fn.calls, f)
	}
}

// callee is the function that a call names; nil if it goes through a pointer.
func (r *reader) callee(x *cc.PostfixExpression) *function {
	n := strip(x.PostfixExpression)
	if d, ok := n.(*cc.UnaryExpression); ok && (d.Case == cc.UnaryExpressionDeref || d.Case == cc.UnaryExpressionAddrof) {
		n = strip(d.CastExpression)
	}
	return r.replacement(x, r.functionOf(n, len(argumentList(x))))
}

// functionOf is the function that an expression names that is called with so many arguments; nil if
// it names none.
func (r *reader) functionOf(n cc.ExpressionNode, args int) *function {
	p, ok := strip(n).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	f, _ := r.entity(r.uses[p], args).(*function)
	return f
}

// findRecursion marks the functions of which two calls may be active at a time. A call through
// a pointer may call any function whose address is taken.
func (r *reader) findRecursion() {
	var addressed []*function
	for _, f := range r.functions {
		if f.used && f.addressed {
			addressed = append(addressed, f)
		}
	}
	succs := func(f *function) []*function {
		if f.indirect {
			return append(append([]*function(nil), f.calls...), addressed...)
		}
		return f.calls
	}
	// [Tarjan 1972] strongly connected components
	number, low := map[*function]int{}, map[*function]int{}
	onStack := map[*function]bool{}
	var stack []*function
	var visit func(f *function)
	visit = func(f *function) {
		number[f] = len(number) + 1
		low[f] = number[f]
		stack = append(stack, f)
		onStack[f] = true
		for _, g := range succs(f) {
			if g == f {
				f.recursive = true
			}
			if number[g] == 0 {
				visit(g)
				low[f] = min(low[f], low[g])
			} else if onStack[g] {
				low[f] = min(low[f], number[g])
			}
		}
		if low[f] != number[f] {
			return
		}
		for single := stack[len(stack)-1] == f; ; {
			g := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			onStack[g] = false
			g.recursive = g.recursive || !single
			if g == f {
				return
			}
		}
	}
	for _, f := range r.functions {
		if f.used && number[f] == 0 {
			visit(f)
		}
	}
}

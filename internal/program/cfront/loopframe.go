package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// The frame of a loop is what its assigns clause says that it may write, from the first evaluation of its condition until it
// is left, by whatever way. Package source has put a call at the beginning of the condition, or of the body of do:
//
//	__craig_loop_assigns("what is written", (places), (growing places))
//
// The places are those of the moment when the loop begins. Growing places speak of what the loop changes, as a[0 .. i-1]
// does: ACSL has it that whatever has been written is among them, as they then are, whenever an iteration ends. Local
// variables have to be named, too, but for those that are declared in the loop.
//
// It is the frame of a function (frame.go) but for that: one byte or variable stands for all that are not named.

// openLoop begins the frame of a loop that has one, in front of its first iteration. It is kept as a variable whose scope is the
// loop, so that all ways out of that lead through leaveFrame.
func (f *fn) openLoop(n *cc.IterationStatement) {
	f.openVariants(n)
	for _, c := range f.loopClauses(n, loopEntries) {
		f.keepEntries(argumentList(c))
	}
	calls := f.loopClauses(n, loopAssigns)
	if len(calls) == 0 || f.r.props["unreach-call"] == "" || f.constOnly || f.replaces() {
		return
	}
	pos, g := f.pos(n), f.r.frames()
	l := &frame{end: f.node(pos), loop: true, inner: map[*variable]bool{}, name: fmt.Sprintf("the loop at line %d", pos.Line)}
	f.loops = append(f.loops, l)
	l.mine = f.temp(f.r.types.boolT.ir(), pos)
	f.emit(&ir.Assign{Var: l.mine, Expr: ir.ConstInt(l.mine.Type, 0)}, pos)
	f.choose(l, pos)
	f.reading = l
	for _, c := range calls {
		args := argumentList(c)
		l.said = joined(l.said, literalText(args[0]))
		l.grows = l.grows || len(args) > 2
		f.effect(args[1])
	}
	f.reading = nil
	if l.grows {
		late, grows := g.growing(f.r)
		f.emit(&ir.Assign{Var: late, Expr: ir.ConstInt(late.Type, 0)}, pos)
		f.emit(&ir.Assign{Var: grows, Expr: ir.ConstInt(grows.Type, 1)}, pos)
	}
	f.jump(l.end, pos)
	f.cur = l.end
	l.span[0] = len(f.edges)
	f.opened++
	f.cleanups = append(f.cleanups, &variable{frame: l, t: f.r.types.intT, pos: pos, block: f.opened})
	f.blocks = append(f.blocks, f.opened)
}

// closeLoop is the end of what openLoop has begun; depth is how many scopes were open then.
func (f *fn) closeLoop(depth int) {
	for _, v := range f.cleanups[depth:] {
		if v.frame != nil {
			v.frame.span[1] = len(f.edges)
			f.blocks = f.blocks[:len(f.blocks)-1]
		}
	}
}

// Calls that package source has put at the beginning of the condition of a loop, or of the body of do.
const (
	loopAssigns = "__craig_loop_assigns" // what it assigns
	loopEntries = "__craig_loop_entries" // values to be kept when it begins: a number, and expressions, numbered from that on
	loopValue   = "__craig_loop_value"   // such a value, in invariants: its number, and the expression
)

// loopClauses are the calls of a name that begin a loop.
func (f *fn) loopClauses(n *cc.IterationStatement, name string) (calls []*cc.PostfixExpression) {
	test := n.ExpressionList
	if n.Case == cc.IterationStatementFor {
		test = n.ExpressionList2
	}
	calls = f.clausesIn(test, name)
	body := n.Statement
	if n.Case != cc.IterationStatementDo || body.Case != cc.StatementCompound {
		return calls
	}
	for l := body.CompoundStatement.BlockItemList; l != nil && l.BlockItem.Case == cc.BlockItemStmt; l = l.BlockItemList {
		s := l.BlockItem.Statement
		if s.Case != cc.StatementExpr || s.ExpressionStatement.ExpressionList == nil {
			break
		}
		calls = append(calls, f.clausesIn(s.ExpressionStatement.ExpressionList, name)...)
	}
	return calls
}

// clausesIn are the calls of a name that an expression is, or that commas join.
func (f *fn) clausesIn(n cc.ExpressionNode, name string) (calls []*cc.PostfixExpression) {
	if n == nil || isNilNode(n) {
		return nil
	}
	if l, ok := strip(n).(*cc.ExpressionList); ok {
		for ; l != nil; l = l.ExpressionList {
			calls = append(calls, f.clausesIn(l.AssignmentExpression, name)...)
		}
		return calls
	}
	if x, ok := strip(n).(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
		if g := f.r.callee(x); g != nil && g.cname == name {
			return []*cc.PostfixExpression{x}
		}
	}
	return nil
}

// keepEntries keeps values when a loop begins.
func (f *fn) keepEntries(args []cc.ExpressionNode) {
	if f.constOnly || len(args) == 0 {
		return
	}
	first, _ := f.r.constant(f.unit, args[0])
	unchecked := f.unchecked
	f.unchecked = true
	if f.entries == nil {
		f.entries = map[int64]value{}
	}
	for i, n := range args[1:] {
		f.entries[first+int64(i)] = f.kept(f.rvalue(n), f.pos(n))
	}
	f.unchecked = unchecked
}

// loopEntry is such a value.
func (f *fn) loopEntry(c *callSite) value {
	n, _ := f.r.constant(f.unit, c.args[0])
	if v, ok := f.entries[n]; ok {
		return v
	}
	f.r.fail(c.pos, "put the invariant in front of for, while or do", "a value at the beginning of a loop that there is not")
	return f.number(f.r.types.intT, num.I(0))
}

// nothing is what a call does whose arguments are evaluated elsewhere.
func (f *fn) nothing(*callSite) value { return f.number(f.r.types.intT, num.I(0)) }

// instanceOfAll is an instance of a quantifier whose variables have been chosen when the function began: if it is false, so is the quantifier.
// Where the quantifier is assumed, that it holds of this one instance is all that is known.
func (f *fn) instanceOfAll(c *callSite) value {
	v := f.rvalue(c.args[0])
	if f.replaces() {
		v = f.kept(v, c.pos)
		f.r.note(ir.Overapproximated, c.pos, "a quantifier is decided by one of its instances")
		f.emit(&ir.Assume{Cond: ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", c.pos))}, c.pos)
	}
	return v
}

// loopFrame is the call where the condition is evaluated: whatever was written, outside the places that the loop began with, has to be in the
// places that grow.
func (f *fn) loopFrame(c *callSite) value {
	none := f.number(f.r.types.intT, num.I(0))
	l := f.innermostLoop()
	if l == nil || !l.grows || len(c.args) < 3 {
		return none
	}
	g := f.r.frames()
	late, _ := g.growing(f.r)
	written, mine, fine := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	f.branch(ir.ToBool(ir.VarExpr(l.mine)), mine, fine, c.pos)
	f.cur = mine
	f.branch(ir.ToBool(ir.VarExpr(late)), written, fine, c.pos)
	f.cur = written
	f.reading, l.inside = l, fine
	f.effect(c.args[2])
	f.reading, l.inside = nil, nil
	f.errorBecause(c.pos, "the loop has written what its assigns clause does not name, as it stands after this iteration: it names "+placeNames(l.said))
	f.cur = fine
	return none
}

// innermostLoop is the frame of the innermost loop that has one; nil if none has.
func (f *fn) innermostLoop() *frame {
	for i := len(f.cleanups) - 1; i >= 0; i-- {
		if l := f.cleanups[i].frame; l != nil {
			return l
		}
	}
	return nil
}

// declares notes that v is declared here: the loops around it may write it.
func (f *fn) declares(v *variable) {
	for _, x := range f.cleanups {
		if x.frame != nil {
			x.frame.inner[v] = true
		}
	}
}

// growing are the variables that tell whether anything has been written that growing places have to have, and whether the frame
// that is looked at has such places.
func (g *framing) growing(r *reader) (late, grows *ir.Var) {
	if g.late == nil {
		g.late = r.prog.NewGlobal("$keptwritten", "", r.types.boolT.ir(), ir.Pos{})
		g.grows = r.prog.NewGlobal("$keptgrows", "", r.types.boolT.ir(), ir.Pos{})
		for _, v := range []*ir.Var{g.late, g.grows} {
			r.inits.emit(&ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, 0)}, ir.Pos{})
		}
	}
	return g.late, g.grows
}
